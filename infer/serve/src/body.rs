//! Reading what clients send: of a known type, within a size and a time.

use crate::problem::Problem;
use axum::extract::Request;
use axum::http::StatusCode;
use axum::http::header::{CONTENT_ENCODING, CONTENT_LENGTH, CONTENT_TYPE};
use http_body_util::BodyExt;
use std::time::Duration;

/// JSON. A page of another site cannot send it without asking first, which nobody answers.
pub(crate) const JSON: &str = "application/json";
/// Any file; the same holds for it.
pub(crate) const BYTES: &str = "application/octet-stream";

/// Of what is too large, so much is read and thrown away: who still sends does not read the answer.
const DRAINED: usize = 16 << 20;

/// The body of a request.
///
/// # Errors
/// It is of another type, larger than `most` bytes, or not there after `time`.
pub(crate) async fn read(
    request: Request,
    types: &[&str],
    most: usize,
    time: Duration,
) -> Result<Vec<u8>, Problem> {
    check_type(&request, types)?;
    let length = request.headers().get(CONTENT_LENGTH);
    let length = length.and_then(|length| length.to_str().ok()?.parse::<usize>().ok());
    if length.is_some_and(|length| length > DRAINED) {
        return Err(too_large(most));
    }
    let mut body = request.into_body();
    let (mut kept, mut total) = (Vec::new(), 0usize);
    let all = async {
        while let Some(frame) = body.frame().await {
            let Ok(frame) = frame else {
                return Err(broken());
            };
            let data = frame.into_data().unwrap_or_default();
            total = total.saturating_add(data.len());
            if total <= most {
                kept.extend_from_slice(&data);
            } else if total > DRAINED {
                break;
            }
        }
        Ok(())
    };
    match tokio::time::timeout(time, all).await {
        Ok(read) => read?,
        Err(_) => return Err(late(time)),
    }
    match total > most {
        true => Err(too_large(most)),
        false => Ok(kept),
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
