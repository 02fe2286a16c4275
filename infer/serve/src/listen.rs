//! Connections: how many there may be, and how slow.

use crate::app::App;
use crate::config::{Config, ConfigError};
use crate::problem::Problem;
use crate::routes::service;
use axum::Router;
use axum::http::StatusCode;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use std::io;
use std::net::SocketAddr;
use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};
use tokio_io_timeout::TimeoutStream;

/// Most headers of a request.
const HEADERS: usize = 64;
/// Most bytes of its head.
const HEAD: usize = 16 << 10;
/// Threads that read and write; searches have others.
const THREADS: usize = 2;
/// Lists of puzzles that are made at once.
const LISTS: usize = 2;
/// Time for answers to be read after searches have ended.
const LAST: Duration = Duration::from_secs(2);
/// Time to tell a client that there is no place for it.
const REFUSAL: Duration = Duration::from_secs(1);
/// Rest after the system refused a connection, as it does when there are too many open files.
const REST: Duration = Duration::from_millis(50);

/// Why a server does not serve.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ServeError {
    /// What it may not be.
    #[error(transparent)]
    Config(#[from] ConfigError),
    /// The address is taken, or is none.
    #[error("cannot listen at {host}, port {port}: {source}")]
    Listen {
        /// The host.
        host: String,
        /// The port.
        port: u16,
        /// The system's reason.
        source: io::Error,
    },
    /// The system refuses threads or signals.
    #[error("cannot start: {0}")]
    Start(io::Error),
}

/// A server that listens and does not answer yet.
pub struct Server {
    app: Arc<App>,
    listener: TcpListener,
    address: SocketAddr,
}

impl std::fmt::Debug for Server {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Server({})", self.address)
    }
}

impl Server {
    /// Listens.
    ///
    /// # Errors
    /// [`ServeError`].
    pub async fn bind(config: Config) -> Result<Self, ServeError> {
        let (host, port) = (config.host.clone(), config.port);
        let app = App::new(config)?;
        let bare = host.trim_matches(['[', ']']).to_owned();
        let listen = |source| ServeError::Listen { host, port, source };
        let listener = TcpListener::bind((bare, port)).await;
        let listener = listener.and_then(|listener| Ok((listener.local_addr()?, listener)));
        let (address, listener) = listener.map_err(listen)?;
        Ok(Self {
            app,
            listener,
            address,
        })
    }

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Answers until `stop` is there. Then nobody is let in, searches may end within the grace, those that do not are stopped
    /// and answer with what they have, and connections are closed.
    pub async fn run(self, stop: impl Future<Output = ()>) {
        let Self { app, listener, .. } = self;
        let most = app.config.connections;
        let places = Arc::new(Semaphore::new(most));
        let closing = watch::Sender::new(false);
        let service = service(app.clone());
        let early = app.clone();
        tokio::task::spawn_blocking(move || early.puzzles.prepare());
        let mut stop = pin!(stop);
        loop {
            let accepted = tokio::select! {
                accepted = listener.accept() => accepted,
                () = &mut stop => break,
            };
            let Ok((stream, _)) = accepted else {
                tokio::time::sleep(REST).await;
                continue;
            };
            match places.clone().try_acquire_owned() {
                Ok(place) => {
                    let served = serve(
                        app.clone(),
                        service.clone(),
                        stream,
                        closing.subscribe(),
                        place,
                    );
                    tokio::spawn(served);
                }
                Err(_) => {
                    app.metrics.turned_away();
                    tokio::spawn(turn_away(stream));
                }
            }
        }
        drop(listener);
        closing.send_replace(true);
        let all = places.acquire_many(u32::try_from(most).unwrap_or(u32::MAX));
        let mut all = pin!(all);
        if tokio::time::timeout(app.config.grace, &mut all)
            .await
            .is_err()
        {
            app.ending.send_replace(true);
            let _ = tokio::time::timeout(LAST, all).await;
        }
    }
}

/// Serves one connection.
async fn serve(
    app: Arc<App>,
    service: Router,
    stream: TcpStream,
    mut closing: watch::Receiver<bool>,
    place: OwnedSemaphorePermit,
) {
    let _place = place;
    let _open = Open::new(&app);
    let _ = stream.set_nodelay(true);
    let mut stream = TimeoutStream::new(stream);
    stream.set_write_timeout(Some(app.config.read_time));
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(app.config.head_time)
        .max_headers(HEADERS)
        .max_buf_size(HEAD)
        .serve_connection(
            TokioIo::new(Box::pin(stream)),
            TowerToHyperService::new(service),
        );
    let mut connection = pin!(connection);
    // How a client breaks off is its own affair.
    let closed = tokio::select! {
        _ = connection.as_mut() => true,
        _ = closing.wait_for(|closing| *closing) => false,
    };
    if !closed {
        connection.as_mut().graceful_shutdown();
        let _ = connection.await;
    }
}

/// One more connection is open until this is dropped.
struct Open<'a>(&'a App);

impl<'a> Open<'a> {
    fn new(app: &'a App) -> Self {
        app.metrics.connections.fetch_add(1, Ordering::Relaxed);
        Self(app)
    }
}

impl Drop for Open<'_> {
    fn drop(&mut self) {
        self.0.metrics.connections.fetch_sub(1, Ordering::Relaxed);
    }
}

/// Says that there is no place, before anything was read.
async fn turn_away(mut stream: TcpStream) {
    let status = StatusCode::SERVICE_UNAVAILABLE;
    let problem = Problem::new(
        status,
        "too-many-connections",
        "there are too many connections",
    );
    let body = problem
        .hint("try again after the seconds that Retry-After says")
        .json();
    let head = format!(
        "HTTP/1.1 {status}\r\nContent-Type: application/json\r\nContent-Length: {}\r\nRetry-After: 1\r\nConnection: close\r\n\r\n",
        body.len()
    );
    let all = [head.into_bytes(), body].concat();
    let told = async {
        stream.write_all(&all).await?;
        stream.shutdown().await?;
        // What the client still sends would make the system take the answer back.
        while stream.read(&mut [0; 1024]).await? > 0 {}
        io::Result::Ok(())
    };
    let _ = tokio::time::timeout(REFUSAL, told).await;
}

/// Serves until Ctrl-C, or until the system asks it to end; `started` is told the address.
///
/// # Errors
/// [`ServeError`].
pub fn run(config: Config, started: impl FnOnce(SocketAddr)) -> Result<(), ServeError> {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(THREADS)
        // Searches and uploads, no more than the gate lets in, and lists beside them.
        .max_blocking_threads(config.threads.max(1) + LISTS)
        .enable_all()
        .build()
        .map_err(ServeError::Start)?;
    let grace = config.grace;
    let served = runtime.block_on(async {
        let server = Server::bind(config).await?;
        let signal = signals().map_err(ServeError::Start)?;
        started(server.address());
        server.run(signal).await;
        Ok(())
    });
    runtime.shutdown_timeout(grace);
    served
}

/// Waits for Ctrl-C or a request to end.
#[cfg(unix)]
fn signals() -> io::Result<impl Future<Output = ()>> {
    use tokio::signal::unix::{SignalKind, signal};
    let (mut interrupt, mut terminate) = (
        signal(SignalKind::interrupt())?,
        signal(SignalKind::terminate())?,
    );
    Ok(async move {
        tokio::select! {
            _ = interrupt.recv() => {}
            _ = terminate.recv() => {}
        }
    })
}

/// Waits for Ctrl-C.
#[cfg(not(unix))]
fn signals() -> io::Result<impl Future<Output = ()>> {
    Ok(async {
        let _ = tokio::signal::ctrl_c().await;
    })
}
