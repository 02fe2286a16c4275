//! A service without connections, a server with them, and clients of both.

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::http::{HeaderMap, Request};
use quarterturn_serve::{Config, Server, router};
use serde_json::Value;
use std::net::SocketAddr;
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;
use tower::ServiceExt;

/// A cube that no search of these tests exhausts.
pub const HARD: &str = "R U F' L D B U2 R' F2 D' L2 B' U R2 F D2 L' U' B2 R";

/// A definition of that many stickers; another number makes another puzzle.
pub fn large(stickers: usize, number: usize) -> String {
    let all: Vec<String> = (1..=stickers).map(|n| n.to_string()).collect();
    format!("turn:=({});swap:=(1,{});", all.join(","), number + 2)
}

/// A small server.
pub fn config() -> Config {
    Config {
        port: 0,
        threads: 2,
        memory: 256 << 20,
        time_limit: Duration::from_secs(60),
        ..Config::default()
    }
}

/// What came back.
#[derive(Debug)]
pub struct Response {
    pub status: u16,
    pub headers: HeaderMap,
    pub body: String,
}

impl Response {
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|error| panic!("{error}: {}", self.body))
    }

    /// The code of a refusal, which has all that it must have.
    pub fn code(&self) -> String {
        let json = self.json();
        assert_eq!(json["version"], 1, "{json}");
        assert!(json["input"].is_string(), "{json}");
        let error = &json["error"];
        assert!(
            error["message"]
                .as_str()
                .is_some_and(|text| !text.is_empty()),
            "{json}"
        );
        error["code"].as_str().unwrap().into()
    }
}

/// The service by itself.
pub struct Service(Router);

impl Service {
    pub fn new(config: Config) -> Self {
        Self(router(config).unwrap())
    }

    pub async fn send(&self, request: Request<Body>) -> Response {
        let response = self.0.clone().oneshot(request).await.unwrap();
        let (status, headers) = (response.status().as_u16(), response.headers().clone());
        let body = to_bytes(response.into_body(), usize::MAX).await.unwrap();
        let body = String::from_utf8_lossy(&body).into_owned();
        Response {
            status,
            headers,
            body,
        }
    }

    pub async fn get(&self, path: &str) -> Response {
        let request = Request::get(path).header("host", "localhost:8000");
        self.send(request.body(Body::empty()).unwrap()).await
    }

    pub async fn post(&self, path: &str, kind: &str, body: impl Into<Body>) -> Response {
        let request = Request::post(path)
            .header("host", "127.0.0.1")
            .header("content-type", kind);
        self.send(request.body(body.into()).unwrap()).await
    }

    pub async fn solve(&self, json: impl ToString) -> Response {
        self.post("/api/solve", "application/json", json.to_string())
            .await
    }
}

/// A server that listens.
pub struct Served {
    pub address: SocketAddr,
    stop: oneshot::Sender<()>,
    task: JoinHandle<()>,
}

impl Served {
    pub async fn start(config: Config) -> Self {
        let server = Server::bind(config).await.unwrap();
        let address = server.address();
        let (stop, stopped) = oneshot::channel();
        let task = tokio::spawn(server.run(async {
            let _ = stopped.await;
        }));
        Self {
            address,
            stop,
            task,
        }
    }

    pub async fn connect(&self) -> TcpStream {
        TcpStream::connect(self.address).await.unwrap()
    }

    /// A request in one connection.
    pub async fn send(&self, request: &str) -> Response {
        let mut stream = self.connect().await;
        stream.write_all(request.as_bytes()).await.unwrap();
        receive(&mut stream).await
    }

    pub async fn get(&self, path: &str) -> Response {
        self.send(&format!(
            "GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
        ))
        .await
    }

    pub async fn solve(&self, json: &str) -> Response {
        self.send(&post("/api/solve", json)).await
    }

    /// The value of a counter.
    pub async fn counter(&self, name: &str) -> f64 {
        let text = self.get("/metrics").await.body;
        let line = text
            .lines()
            .find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
        line.unwrap_or_else(|| panic!("no {name} in {text}"))
            .parse()
            .unwrap()
    }

    /// Waits until a counter has a value; fails if it never has.
    pub async fn until(&self, name: &str, value: f64) {
        for _ in 0..600 {
            if self.counter(name).await == value {
                return;
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        panic!("{name} is {}, never {value}", self.counter(name).await);
    }

    /// Asks it to end, and waits.
    pub async fn end(self) {
        let _ = self.stop.send(());
        self.task.await.unwrap();
    }
}

/// A request as a text.
pub fn post(path: &str, json: &str) -> String {
    let length = json.len();
    format!(
        "POST {path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: {length}\r\n\
         Connection: close\r\n\r\n{json}"
    )
}

/// Reads a response to the end of the connection.
pub async fn receive(stream: &mut TcpStream) -> Response {
    let mut all = Vec::new();
    // An end that is rude is one too.
    let _ = stream.read_to_end(&mut all).await;
    let text = String::from_utf8_lossy(&all);
    let (head, body) = text.split_once("\r\n\r\n").unwrap_or((&text, ""));
    let mut lines = head.lines();
    let status = lines
        .next()
        .and_then(|line| line.split(' ').nth(1)?.parse().ok());
    let mut headers = HeaderMap::new();
    for (name, value) in lines.filter_map(|line| line.split_once(": ")) {
        let name = axum::http::HeaderName::from_bytes(name.as_bytes()).unwrap();
        headers.append(name, value.parse().unwrap());
    }
    Response {
        status: status.unwrap_or(0),
        headers,
        body: body.into(),
    }
}
