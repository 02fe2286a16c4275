//! What a server allows.

use crate::page::Page;
use axum::http::{HeaderValue, Uri};
use quarterturn::solver::{Settings, SettingsError};
use quarterturn::{Puzzle, models::Model};
use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

/// Shortest token.
const TOKEN: usize = 16;

/// What a server is and allows.
#[derive(Clone)]
pub struct Config {
    /// The address or the name to listen at.
    pub host: String,
    /// The port; 0 takes a free one.
    pub port: u16,
    /// Further names that browsers may call it by, such as that of a proxy.
    pub names: Vec<String>,
    /// Other sites whose pages may use it, such as `http://localhost:5173`.
    pub origins: Vec<String>,
    /// What clients must send as `Authorization: Bearer …`. Beyond the loopback there must be one.
    pub token: Option<String>,
    /// Searches at once, and threads of a search that runs alone.
    pub threads: usize,
    /// Requests that wait for a search's place; further ones are refused with status 429.
    pub queue: usize,
    /// Bytes that all searches may hold together; each may hold its share.
    pub memory: usize,
    /// The longest time of a search.
    pub time_limit: Duration,
    /// The widest beam, and the largest batch, that a request may ask for.
    pub max_width: u32,
    /// Connections at once; further ones are refused with status 503.
    pub connections: usize,
    /// The largest body of a request, in bytes; uploads have a limit of their own.
    pub body: usize,
    /// The largest definition that is taken, in bytes.
    pub definition: usize,
    /// The largest network that is taken, in bytes.
    pub network: usize,
    /// How many definitions are kept; the one that was used longest ago goes first. Of networks an eighth as many.
    pub kept: usize,
    /// Time for a client to send the head of a request.
    pub head_time: Duration,
    /// Time for a client to send a body.
    pub body_time: Duration,
    /// Time in which a client must read something of an answer.
    pub read_time: Duration,
    /// Time for searches to end after the server was asked to stop.
    pub grace: Duration,
    /// What a browser is shown.
    pub page: Page,
    /// Puzzles besides those that have a name.
    pub puzzles: Vec<Puzzle>,
    /// Networks besides those inside the library.
    pub models: Vec<Model>,
}

/// A configuration that cannot be served.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ConfigError {
    /// Others could reach it, and nothing would keep them out.
    #[error("{0} can be reached from other machines: give a token that clients must send")]
    NoToken(String),
    /// A token that could be guessed.
    #[error(
        "the token is shorter than {TOKEN} characters, or has others than letters, digits and -._~+/="
    )]
    WeakToken,
    /// Nothing could be done with it.
    #[error("{0} is 0: at least 1 is needed")]
    Zero(&'static str),
    /// No origin of a page.
    #[error(
        "{0} is not the origin of a page: give scheme, host and port, such as http://localhost:5173"
    )]
    Origin(String),
    /// More memory than there is.
    #[error("memory {wanted}: there are only {free} MiB free")]
    Memory {
        /// What it asks for.
        wanted: String,
        /// MiB that are free.
        free: usize,
    },
}

impl Default for Config {
    fn default() -> Self {
        let usual = Settings::default().limits(Arc::default()).memory;
        Self {
            host: "127.0.0.1".into(),
            port: 8000,
            names: Vec::new(),
            origins: Vec::new(),
            token: None,
            threads: std::thread::available_parallelism().map_or(1, usize::from),
            queue: 64,
            memory: usual.unwrap_or(1 << 30),
            time_limit: Duration::from_secs(60),
            max_width: 1 << 18,
            connections: 1000,
            body: 64 << 10,
            definition: 1 << 20,
            network: 8 << 20,
            kept: 32,
            head_time: Duration::from_secs(10),
            body_time: Duration::from_secs(20),
            read_time: Duration::from_secs(30),
            grace: Duration::from_secs(3),
            page: Page::default(),
            puzzles: Vec::new(),
            models: Vec::new(),
        }
    }
}

impl std::fmt::Debug for Config {
    /// Without the token.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Config")
            .field("host", &self.host)
            .field("port", &self.port)
            .field("threads", &self.threads)
            .field("queue", &self.queue)
            .field("memory", &self.memory)
            .field("time_limit", &self.time_limit)
            .finish_non_exhaustive()
    }
}

impl Config {
    /// Whether only this machine reaches it.
    pub fn is_local(&self) -> bool {
        is_loopback(&self.host)
    }

    /// Bytes that one search may hold.
    pub fn share(&self) -> usize {
        self.memory / self.threads.max(1)
    }

    /// Bytes that large bodies may hold together while they are sent and read, and all small ones at most.
    pub(crate) fn bodies(&self) -> usize {
        (self.memory / 8).max(4 * self.network)
    }

    /// The origins as browsers write them.
    pub(crate) fn origins(&self) -> Result<Vec<HeaderValue>, ConfigError> {
        let written = |text: &String| {
            let wrong = || ConfigError::Origin(text.clone());
            let lower = text.trim_end_matches('/').to_ascii_lowercase();
            let uri: Uri = lower.parse().map_err(|_| wrong())?;
            let (scheme, host) = uri.scheme_str().zip(uri.authority()).ok_or_else(wrong)?;
            match format!("{scheme}://{host}") == lower && !host.as_str().contains('@') {
                true => HeaderValue::try_from(lower).map_err(|_| wrong()),
                false => Err(wrong()),
            }
        };
        self.origins.iter().map(written).collect()
    }

    /// Checks what is certain before anything is served.
    ///
    /// # Errors
    /// [`ConfigError`].
    pub fn check(&self) -> Result<(), ConfigError> {
        let fine = |c: u8| c.is_ascii_alphanumeric() || b"-._~+/=".contains(&c);
        match &self.token {
            None if !self.is_local() => return Err(ConfigError::NoToken(self.host.clone())),
            Some(token) if token.len() < TOKEN || !token.bytes().all(fine) => {
                return Err(ConfigError::WeakToken);
            }
            _ => {}
        }
        let needed = [
            ("threads", self.threads),
            ("connections", self.connections),
            ("kept", self.kept),
            ("max_width", self.max_width as usize),
        ];
        if let Some((name, _)) = needed.iter().find(|(_, value)| *value == 0) {
            return Err(ConfigError::Zero(name));
        }
        self.origins()?;
        let asked = Settings {
            memory_limit: Some(self.memory),
            ..Settings::default()
        };
        match asked.check() {
            Err(SettingsError::Memory { wanted, free, .. }) => {
                Err(ConfigError::Memory { wanted, free })
            }
            _ => Ok(()),
        }
    }
}

/// Whether a host as an address or a URL has it is this machine, whatever a name server says.
pub(crate) fn is_loopback(host: &str) -> bool {
    let bare = host.trim_start_matches('[').trim_end_matches(']');
    let address: Option<IpAddr> = bare.parse().ok();
    host.eq_ignore_ascii_case("localhost") || address.is_some_and(|address| address.is_loopback())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn beyond_the_loopback_there_is_a_token() {
        let at = |host: &str, token: Option<&str>| Config {
            host: host.into(),
            token: token.map(Into::into),
            ..Config::default()
        };
        for host in ["127.0.0.1", "127.9.9.9", "::1", "[::1]", "localhost"] {
            assert_eq!(at(host, None).check(), Ok(()), "{host}");
        }
        for host in ["0.0.0.0", "::", "192.168.1.5", "cube.example", ""] {
            let refused = Err(ConfigError::NoToken(host.into()));
            assert_eq!(at(host, None).check(), refused, "{host}");
            assert_eq!(at(host, Some("0123456789abcdef")).check(), Ok(()), "{host}");
            assert_eq!(at(host, Some("short")).check(), Err(ConfigError::WeakToken));
        }
        let shown = format!("{:?}", at("::", Some("0123456789abcdef")));
        assert!(!shown.contains("0123456789abcdef"), "{shown}");
    }

    #[test]
    fn what_cannot_be_is_refused() {
        let origins = |text: &str| Config {
            origins: vec![text.into()],
            ..Config::default()
        };
        for (text, written) in [
            ("http://localhost:5173", "http://localhost:5173"),
            ("HTTPS://Cube.Example/", "https://cube.example"),
            ("http://[::1]:3000", "http://[::1]:3000"),
        ] {
            assert_eq!(origins(text).origins().unwrap(), [written], "{text}");
        }
        for text in [
            "",
            "*",
            "null",
            "localhost:5173",
            "http://",
            "http://a/b",
            "http://a?b",
            "http://u@a",
        ] {
            let refused = Err(ConfigError::Origin(text.into()));
            assert_eq!(origins(text).check(), refused, "{text}");
        }
        let much = Config {
            memory: usize::MAX / 8,
            ..Config::default()
        };
        assert!(matches!(much.check(), Err(ConfigError::Memory { .. })));
    }
}
