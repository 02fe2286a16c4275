//! Load on a server that runs: how many requests a second it answers, how long they take, and whether each answer is right.
//!
//! ```text
//! load ADDRESS steady CLIENTS SECONDS
//! load ADDRESS mixed SECONDS
//! load ADDRESS hostile SECONDS
//! ```
//!
//! `mixed` has eight clients that solve, and beside them slow ones, garbage, large bodies, uploads, clients that leave, and 1,000
//! connections that say nothing. `hostile` sends large definitions, then has eight clients that solve, and beside them 800
//! that read what is said of those a few bytes a second, slow uploads, and definitions whose senders leave. Afterwards no
//! search may run and none may wait.

#![allow(clippy::print_stdout, clippy::print_stderr)]

use quarterturn::Puzzle;
use serde_json::{Value, json};
use std::env;
use std::error::Error;
use std::process::ExitCode;
use std::time::{Duration, Instant};
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::{TcpSocket, TcpStream};
use tokio::task::JoinHandle;
use tokio::time::{sleep, timeout};

type Fault = Box<dyn Error + Send + Sync>;

/// Requests with other states before they come again.
const STATES: u64 = 100;
/// Connections that say nothing.
const SILENT: usize = 1000;
/// Connections that read slowly, and that send slowly.
const SLOW: (usize, usize) = (800, 64);
/// Definitions that a server keeps.
const KEPT: u64 = 32;
/// Stickers of a large puzzle.
const STICKERS: usize = 8000;

fn main() -> ExitCode {
    let args: Vec<String> = env::args().skip(1).collect();
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    let Ok(runtime) = tokio::runtime::Runtime::new() else {
        return ExitCode::FAILURE;
    };
    let number = |text: &str| text.parse::<u64>().unwrap_or(1);
    let sum = match args[..] {
        [address, "steady", clients, seconds] => runtime.block_on(steady(
            address,
            number(clients),
            Duration::from_secs(number(seconds)),
        )),
        [address, "mixed", seconds] => {
            runtime.block_on(mixed(address, Duration::from_secs(number(seconds))))
        }
        [address, "hostile", seconds] => {
            runtime.block_on(hostile(address, Duration::from_secs(number(seconds))))
        }
        _ => {
            eprintln!(
                "load ADDRESS steady CLIENTS SECONDS\nload ADDRESS mixed SECONDS\nload ADDRESS hostile SECONDS"
            );
            return ExitCode::from(2);
        }
    };
    runtime.shutdown_background();
    println!("{sum}");
    if sum.wrong + sum.lost > 0 {
        ExitCode::FAILURE
    } else {
        ExitCode::SUCCESS
    }
}

/// What clients have seen.
#[derive(Default)]
struct Sum {
    times: Vec<Duration>,
    time: Duration,
    /// Answers that are not right.
    wrong: u64,
    /// Requests without an answer.
    lost: u64,
    /// Requests that the queue had no room for, and that were sent again.
    refused: u64,
}

impl std::fmt::Display for Sum {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let mut times = self.times.clone();
        times.sort_unstable();
        let at = |share: f64| {
            let place = (times.len() as f64 * share) as usize;
            let time = times.get(place.min(times.len().saturating_sub(1)));
            time.map_or(0.0, |time| time.as_secs_f64() * 1e3)
        };
        write!(
            f,
            "{} answers, {:.0} a second, median {:.1} ms, p99 {:.1} ms, {} refused, {} wrong, {} lost",
            times.len(),
            times.len() as f64 / self.time.as_secs_f64(),
            at(0.5),
            at(0.99),
            self.refused,
            self.wrong,
            self.lost
        )
    }
}

/// Clients that each keep one connection and ask again as soon as they have an answer.
async fn steady(address: &str, clients: u64, time: Duration) -> Sum {
    let began = Instant::now();
    let tasks =
        (0..clients).map(|client| tokio::spawn(solving(address.to_owned(), client, began + time)));
    let mut sum = Sum::default();
    for task in tasks.collect::<Vec<_>>() {
        let Ok(one) = task.await else {
            sum.lost += 1;
            continue;
        };
        sum.times.extend(one.times);
        sum.wrong += one.wrong;
        sum.lost += one.lost;
        sum.refused += one.refused;
    }
    sum.time = began.elapsed();
    sum
}

async fn solving(address: String, client: u64, end: Instant) -> Sum {
    let mut sum = Sum::default();
    let mut stream = None;
    for seed in (client * 7919)..u64::MAX {
        if Instant::now() >= end {
            break;
        }
        let began = Instant::now();
        match solved(&address, &mut stream, seed % STATES).await {
            Ok(Some(true)) => sum.times.push(began.elapsed()),
            Ok(Some(false)) => sum.wrong += 1,
            Ok(None) => {
                sum.refused += 1;
                sleep(Duration::from_millis(20)).await;
            }
            Err(_) => {
                sum.lost += 1;
                stream = None;
            }
        }
    }
    sum
}

/// Whether an answer is right; none where the queue is full.
async fn solved(
    address: &str,
    stream: &mut Option<BufReader<TcpStream>>,
    seed: u64,
) -> Result<Option<bool>, Fault> {
    let cube = Puzzle::named("cube2")?;
    let moves = cube.scramble(seed, 6).moves.unwrap_or_default();
    let words = json!({"puzzle": "cube2", "scramble": moves, "width": 64}).to_string();
    if stream.is_none() {
        *stream = Some(BufReader::new(TcpStream::connect(address).await?));
    }
    let Some(stream) = stream else {
        return Err("no stream".into());
    };
    stream
        .write_all(request("/api/solve", "application/json", &words).as_bytes())
        .await?;
    let (status, body) = response(stream).await?;
    if status == 429 {
        return Ok(None);
    }
    let answer: Value = serde_json::from_slice(&body)?;
    let solution = answer["solution"].as_str().ok_or("no solution")?;
    let end = cube.read(&moves).and_then(|state| state.apply(solution));
    Ok(Some(
        status == 200 && answer["input"] == moves && end.is_ok_and(|end| end.is_solved()),
    ))
}

fn request(path: &str, kind: &str, body: &str) -> String {
    let length = body.len();
    format!(
        "POST {path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: {kind}\r\nContent-Length: {length}\r\n\r\n{body}"
    )
}

async fn response(stream: &mut BufReader<TcpStream>) -> Result<(u16, Vec<u8>), Fault> {
    let (mut status, mut length, mut line) = (0, 0, String::new());
    loop {
        line.clear();
        if stream.read_line(&mut line).await? == 0 {
            return Err("the connection ended".into());
        }
        let text = line.trim_end().to_ascii_lowercase();
        if text.is_empty() {
            break;
        } else if let Some(rest) = text.strip_prefix("http/1.1 ") {
            status = rest.split(' ').next().unwrap_or("").parse()?;
        } else if let Some(rest) = text.strip_prefix("content-length: ") {
            length = rest.parse()?;
        }
    }
    let mut body = vec![0; length];
    stream.read_exact(&mut body).await?;
    Ok((status, body))
}

/// Clients that solve, and all others beside them.
async fn mixed(address: &str, time: Duration) -> Sum {
    let mut others = Vec::new();
    for _ in 0..8 {
        let own = address.to_owned();
        others.push(tokio::spawn(async move { again(&own, slow).await }));
    }
    let kinds: [fn(String, u64) -> Behaviour; 4] = [garbage, large, leaving, upload];
    others.extend(kinds.map(|behave| repeated(address, 0, behave)));
    let own = address.to_owned();
    others.push(tokio::spawn(async move {
        loop {
            let mut held = Vec::new();
            for _ in 0..SILENT {
                // Those who solve find a place too: the server has a thousand.
                if let Ok(Ok(stream)) =
                    timeout(Duration::from_secs(1), TcpStream::connect(&own)).await
                {
                    held.push(stream);
                }
            }
            sleep(Duration::from_secs(5)).await;
            drop(held);
            sleep(Duration::from_secs(2)).await;
        }
    }));
    let sum = steady(address, 8, time).await;
    others.iter().for_each(JoinHandle::abort);
    sum
}

/// A client that does the same again and again, with other numbers.
fn repeated(address: &str, first: u64, behave: fn(String, u64) -> Behaviour) -> JoinHandle<()> {
    let own = address.to_owned();
    tokio::spawn(async move {
        for n in first.. {
            let _ = timeout(Duration::from_secs(30), behave(own.clone(), n)).await;
            sleep(Duration::from_millis(50)).await;
        }
    })
}

/// Clients that solve, beside those that take memory and places.
async fn hostile(address: &str, time: Duration) -> Sum {
    let mut known = Vec::new();
    let mut sum = Sum::default();
    for n in 0..KEPT {
        match defined(address, n).await {
            Ok(name) => known.push(name),
            Err(_) => sum.lost += 1,
        }
    }
    let mut others = Vec::new();
    for n in 0..SLOW.0 {
        let name = known.get(n % (2 * known.len().max(1)));
        let path = name.map_or("/api/puzzles".to_owned(), |name| {
            format!("/api/puzzles/{name}")
        });
        let own = address.to_owned();
        others.push(tokio::spawn(async move {
            loop {
                let _ = sip(&own, &path).await;
                sleep(Duration::from_millis(50)).await;
            }
        }));
    }
    for _ in 0..SLOW.1 {
        let own = address.to_owned();
        others.push(tokio::spawn(async move { again(&own, stall).await }));
    }
    others.push(repeated(address, KEPT, unread));
    let solved = steady(address, 8, time).await;
    others.iter().for_each(JoinHandle::abort);
    let all = Sum {
        lost: solved.lost + sum.lost,
        ..solved
    };
    match timeout(Duration::from_secs(60), idle(address)).await {
        Ok(Ok(())) => all,
        _ => Sum {
            wrong: all.wrong + 1,
            ..all
        },
    }
}

/// Waits until nothing runs and nothing waits.
async fn idle(address: &str) -> Result<(), Fault> {
    loop {
        let mut stream = BufReader::new(TcpStream::connect(address).await?);
        stream.write_all(get("/metrics").as_bytes()).await?;
        let text = String::from_utf8(response(&mut stream).await?.1)?;
        let is_zero = |name: &str| {
            text.lines()
                .any(|line| line == format!("quarterturn_{name} 0"))
        };
        if is_zero("searches_running") && is_zero("searches_waiting") {
            return Ok(());
        }
        sleep(Duration::from_millis(200)).await;
    }
}

fn get(path: &str) -> String {
    format!("GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n")
}

/// A large definition; each number makes another one.
fn largest(n: u64) -> String {
    let all: Vec<String> = (1..=STICKERS).map(|n| n.to_string()).collect();
    let text = format!("turn:=({});swap:=(1,{});", all.join(","), n + 2);
    request("/api/puzzles", "application/octet-stream", &text)
}

/// The name of a large definition, once it is taken.
async fn defined(address: &str, n: u64) -> Result<String, Fault> {
    let mut stream = BufReader::new(TcpStream::connect(address).await?);
    stream.write_all(largest(n).as_bytes()).await?;
    let (status, body) = response(&mut stream).await?;
    let item: Value = serde_json::from_slice(&body)?;
    match item["name"].as_str() {
        Some(name) if status == 201 => Ok(name.to_owned()),
        _ => Err("not taken".into()),
    }
}

/// A large definition whose sender does not wait.
fn unread(address: String, n: u64) -> Behaviour {
    Box::pin(async move {
        let mut stream = TcpStream::connect(address).await?;
        stream.write_all(largest(n).as_bytes()).await?;
        Ok(())
    })
}

/// Asks and reads a few bytes a second.
async fn sip(address: &str, path: &str) -> Result<(), Fault> {
    let socket = TcpSocket::new_v4()?;
    socket.set_recv_buffer_size(4096)?;
    let mut stream = socket.connect(address.parse()?).await?;
    stream.write_all(get(path).as_bytes()).await?;
    while stream.read(&mut [0; 512]).await? > 0 {
        sleep(Duration::from_secs(1)).await;
    }
    Ok(())
}

/// Sends most of the largest network, and waits to be sent away.
async fn stall(address: &str) -> Result<(), Fault> {
    let mut stream = TcpStream::connect(address).await?;
    let text = request(
        "/api/models",
        "application/octet-stream",
        &" ".repeat(8 << 20),
    );
    stream.write_all(&text.as_bytes()[..text.len() - 1]).await?;
    stream.read_to_end(&mut Vec::new()).await?;
    Ok(())
}

type Behaviour = std::pin::Pin<Box<dyn Future<Output = Result<(), Fault>> + Send>>;

async fn again(address: &str, behave: impl AsyncFn(&str) -> Result<(), Fault>) {
    loop {
        let _ = behave(address).await;
        sleep(Duration::from_millis(50)).await;
    }
}

/// A head and a body, a byte at a time.
async fn slow(address: &str) -> Result<(), Fault> {
    let mut stream = TcpStream::connect(address).await?;
    for byte in request("/api/solve", "application/json", &" ".repeat(1000)).into_bytes() {
        stream.write_all(&[byte]).await?;
        sleep(Duration::from_millis(100)).await;
    }
    Ok(())
}

fn garbage(address: String, n: u64) -> Behaviour {
    Box::pin(async move {
        let mut stream = TcpStream::connect(address).await?;
        let bytes: Vec<u8> = (0..500u64)
            .map(|i| (i.wrapping_mul(n + 31) >> 3) as u8)
            .collect();
        stream.write_all(&bytes).await?;
        stream.shutdown().await?;
        stream.read_to_end(&mut Vec::new()).await?;
        Ok(())
    })
}

fn large(address: String, _: u64) -> Behaviour {
    Box::pin(async move {
        let mut stream = BufReader::new(TcpStream::connect(address).await?);
        let text = request("/api/solve", "application/json", &"x".repeat(10_000_000));
        stream.write_all(text.as_bytes()).await?;
        response(&mut stream).await?;
        Ok(())
    })
}

/// Asks for much and goes.
fn leaving(address: String, _: u64) -> Behaviour {
    Box::pin(async move {
        let mut stream = TcpStream::connect(address).await?;
        let words =
            json!({"state": "R U F' L D B U2 R' F2 D' L2 B' U R2", "time_limit": 5}).to_string();
        stream
            .write_all(request("/api/solve/stream", "application/json", &words).as_bytes())
            .await?;
        sleep(Duration::from_millis(100)).await;
        Ok(())
    })
}

/// A definition that nobody has sent before, and a state of it.
fn upload(address: String, n: u64) -> Behaviour {
    Box::pin(async move {
        let mut stream = BufReader::new(TcpStream::connect(address).await?);
        let text = format!("turn{n}:=(1,2,3,4,5,6,7); swap:=(1,2);");
        stream
            .write_all(request("/api/puzzles", "application/octet-stream", &text).as_bytes())
            .await?;
        let (_, body) = response(&mut stream).await?;
        let item: Value = serde_json::from_slice(&body)?;
        let words = json!({"puzzle": item["name"], "state": format!("turn{n} swap")}).to_string();
        stream
            .write_all(request("/api/solve", "application/json", &words).as_bytes())
            .await?;
        response(&mut stream).await?;
        Ok(())
    })
}
