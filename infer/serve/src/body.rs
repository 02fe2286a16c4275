//! Reading what clients send: of a known type, within a size and a time.

use crate::app::App;
use crate::bodies::Room;
use crate::problem::Problem;
use axum::extract::Request;
use axum::http::StatusCode;
use axum::http::header::{CONTENT_ENCODING, CONTENT_LENGTH, CONTENT_TYPE};
use http_body_util::BodyExt;
use std::ops::Deref;
use std::time::Duration;

/// JSON. A page of another site cannot send it without asking first, which nobody answers.
pub(crate) const JSON: &str = "application/json";
/// Any file; the same holds for it.
pub(crate) const BYTES: &str = "application/octet-stream";

/// Of what is too large, so much is read and thrown away: who still sends does not read the answer.
const DRAINED: usize = 16 << 20;

/// What a client sent.
#[derive(Debug, Default)]
pub(crate) struct Sent {
    pub bytes: Vec<u8>,
    room: Room,
}

impl Deref for Sent {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        &self.bytes
    }
}

/// The body of a request.
///
/// # Errors
/// It is of another type, larger than `most` bytes, not there in time, or there is no room for it.
pub(crate) async fn read(
    app: &App,
    request: Request,
    types: &[&str],
    most: usize,
) -> Result<Sent, Problem> {
    check_type(&request, types)?;
    let length = request.headers().get(CONTENT_LENGTH);
    let length = length.and_then(|length| length.to_str().ok()?.parse::<usize>().ok());
    if length.is_some_and(|length| length > DRAINED) {
        return Err(too_large(most));
    }
    let mut body = request.into_body();
    let (mut kept, mut total) = (Sent::default(), 0usize);
    let mut refused = None;
    let all = async {
        while let Some(frame) = body.frame().await {
            let Ok(frame) = frame else {
                return Err(broken());
            };
            let data = frame.into_data().unwrap_or_default();
            total = total.saturating_add(data.len());
            if total > most {
                refused = Some(too_large(most));
            } else if refused.is_none() {
                refused = app.bodies.hold(&mut kept.room, total).err();
            }
            match refused {
                None => kept.bytes.extend_from_slice(&data),
                Some(_) if total > DRAINED => break,
                Some(_) => kept = Sent::default(),
            }
        }
        Ok(())
    };
    let time = app.config.body_time;
    match tokio::time::timeout(time, all).await {
        Ok(read) => read?,
        Err(_) => return Err(late(time)),
    }
    match refused {
        Some(refused) => Err(refused),
        None => Ok(kept),
    }
}

fn check_type(request: &Request, types: &[&str]) -> Result<(), Problem> {
    let given = request.headers().get(CONTENT_TYPE);
    let given = given.and_then(|given| given.to_str().ok()).unwrap_or("");
    let essence = given.split(';').next().unwrap_or("").trim();
    let known = types
        .iter()
        .any(|known| essence.eq_ignore_ascii_case(known));
    if known && !request.headers().contains_key(CONTENT_ENCODING) {
        return Ok(());
    }
    let message = format!("the body must be {}, not compressed", types.join(" or "));
    let problem = Problem::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, "wrong-type", message);
    Err(problem.hint(format!("send the header `Content-Type: {}`", types[0])))
}

fn too_large(most: usize) -> Problem {
    let message = format!("the body is larger than {most} bytes");
    Problem::new(StatusCode::PAYLOAD_TOO_LARGE, "too-large", message)
        .hint("send less; one request solves one state")
}

fn late(time: Duration) -> Problem {
    let message = format!("the body was not there after {} s", time.as_secs_f64());
    Problem::new(StatusCode::REQUEST_TIMEOUT, "too-slow", message).hint("send it faster")
}

fn broken() -> Problem {
    Problem::new(
        StatusCode::BAD_REQUEST,
        "broken-body",
        "the body breaks off",
    )
    .hint("send it again")
}
