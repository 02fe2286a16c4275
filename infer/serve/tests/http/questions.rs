//! The table of questions, asked by HTTP.

use crate::harness::{Service, config};
use quarterturn_support::questions::questions;
use serde_json::{Value, json};

/// A text of the table as JSON.
fn value(text: &str) -> Value {
    match text {
        "yes" => true.into(),
        "no" => false.into(),
        _ => text
            .parse::<u64>()
            .map(Value::from)
            .or_else(|_| text.parse::<f64>().map(Value::from))
            .unwrap_or_else(|_| text.into()),
    }
}

#[tokio::test]
async fn the_answers_are_those_of_the_table() {
    let service = Service::new(config());
    for question in questions() {
        let mut asked = json!({"puzzle": question.puzzle, "state": question.state});
        for (name, text) in &question.settings {
            asked[*name] = value(text);
        }
        let response = service.solve(&asked).await;
        let body = response.json();
        match question.answer {
            Ok((length, optimal)) => {
                assert_eq!(response.status, 200, "{asked}: {body}");
                assert_eq!(body["length"], length, "{asked}");
                assert_eq!(body["optimal"] == true, optimal, "{asked}");
            }
            Err((code, at)) => {
                assert_eq!(response.status, 422, "{asked}: {body}");
                assert_eq!(body["error"]["code"], code, "{asked}: {body}");
                let found = body["error"]["at"].as_u64();
                assert_eq!(found, at.map(|at| at as u64), "{asked}: {body}");
            }
        }
    }
}
