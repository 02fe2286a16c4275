//! Who is let in.

use crate::harness::{Service, config};
use axum::body::Body;
use axum::http::Request;
use quarterturn_serve::Config;

const TOKEN: &str = "0123456789abcdef";

async fn ask(service: &Service, path: &str, headers: &[(&str, &str)]) -> (u16, String) {
    let mut request = Request::get(path);
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    let response = service.send(request.body(Body::empty()).unwrap()).await;
    let code = if response.status < 400 {
        String::new()
    } else {
        response.code()
    };
    (response.status, code)
}

#[tokio::test]
async fn only_its_own_names_and_its_own_page() {
    let service = Service::new(Config {
        names: vec!["cube.example".into()],
        ..config()
    });
    let table = include_str!("../../../../tests/data/http-hosts.tsv").lines();
    for row in table.filter(|row| !row.starts_with("# ")) {
        let columns: Vec<&str> = row.split('\t').collect();
        let [hosts, origin, status] = columns[..] else {
            panic!("{row}");
        };
        let named = |name, text: &'static str| {
            let all = text.split(' ').filter(|&text| text != "-");
            all.map(move |text| (name, text.trim_matches('"')))
        };
        let headers = named("host", hosts).chain(named("origin", origin));
        let headers: Vec<_> = headers.collect();
        let status: u16 = status.parse().unwrap();
        for path in ["/api/puzzles", "/", "/healthz", "/metrics"] {
            let (found, code) = ask(&service, path, &headers).await;
            assert_eq!(found, status, "{path} {headers:?}");
            let expected = match status {
                421 => "foreign-host",
                403 => "foreign-origin",
                _ => "",
            };
            assert_eq!(code, expected, "{path} {headers:?}");
        }
    }
}

#[tokio::test]
async fn beyond_this_machine_only_with_the_token() {
    let open = Config {
        host: "0.0.0.0".into(),
        ..config()
    };
    assert!(quarterturn_serve::router(open.clone()).is_err());
    let service = Service::new(Config {
        token: Some(TOKEN.into()),
        ..open
    });
    let host = ("host", "192.168.1.5:8000");
    for path in [
        "/api/puzzles",
        "/api/openapi.json",
        "/metrics",
        "/api/nothing",
    ] {
        for wrong in [
            "",
            "Bearer",
            "Bearer ",
            "Bearer 0123456789abcdeF",
            "Basic 0123456789abcdef",
            "Bearer 0123456789abcdef0",
            TOKEN,
        ] {
            let (status, code) = ask(&service, path, &[host, ("authorization", wrong)]).await;
            assert_eq!((status, &*code), (401, "no-token"), "{path} {wrong:?}");
        }
        let (status, _) = ask(&service, path, &[host]).await;
        assert_eq!(status, 401, "{path}");
        let (status, _) = ask(
            &service,
            path,
            &[host, ("authorization", "bearer 0123456789abcdef")],
        )
        .await;
        assert_ne!(status, 401, "{path}");
    }
    // The page asks for the token, and who watches over the server needs none.
    for path in ["/", "/healthz"] {
        assert_eq!(ask(&service, path, &[host]).await.0, 200, "{path}");
    }
    assert_eq!(ask(&service, "/", &[("host", "evil.example")]).await.0, 421);
}

/// A page that is made on another port of the same machine.
#[tokio::test]
async fn pages_of_the_sites_that_are_named_may_ask() {
    const PAGE: &str = "http://localhost:5173";
    let service = Service::new(Config {
        origins: vec![format!("{PAGE}/")],
        token: Some(TOKEN.into()),
        ..config()
    });
    let preflight = |origin: &str| {
        Request::options("/api/solve")
            .header("host", "localhost:8000")
            .header("origin", origin)
            .header("access-control-request-method", "POST")
            .header(
                "access-control-request-headers",
                "content-type,authorization",
            )
            .body(Body::empty())
            .unwrap()
    };
    let allowed = service.send(preflight(PAGE)).await;
    let header = |name: &str| allowed.headers[name].to_str().unwrap().to_ascii_lowercase();
    assert_eq!(allowed.status, 200);
    assert_eq!(header("access-control-allow-origin"), PAGE);
    assert!(header("access-control-allow-methods").contains("post"));
    for name in ["content-type", "authorization"] {
        assert!(header("access-control-allow-headers").contains(name));
    }
    let solve = |origin: &str| {
        Request::post("/api/solve")
            .header("host", "localhost:8000")
            .header("origin", origin)
            .header("content-type", "application/json")
            .header("authorization", format!("Bearer {TOKEN}"))
            .body(Body::from(r#"{"state": "R"}"#))
            .unwrap()
    };
    let answer = service.send(solve(PAGE)).await;
    assert_eq!(
        (answer.status, &answer.json()["solution"]),
        (200, &"R'".into())
    );
    assert_eq!(answer.headers["access-control-allow-origin"], PAGE);
    // What is refused can be read too, and all others are where they were.
    let bare = ("host", "localhost:8000");
    let (status, code) = ask(&service, "/api/puzzles", &[bare, ("origin", PAGE)]).await;
    assert_eq!((status, &*code), (401, "no-token"));
    for other in [
        "http://localhost:5174",
        "https://localhost:5173",
        "http://evil.example",
        "null",
    ] {
        let refused = service.send(solve(other)).await;
        assert_eq!(
            (refused.status, &*refused.code()),
            (403, "foreign-origin"),
            "{other}"
        );
        assert!(!refused.headers.contains_key("access-control-allow-origin"));
        let refused = service.send(preflight(other)).await;
        assert!(!refused.headers.contains_key("access-control-allow-origin"));
    }
}
