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
    let cases: &[(&[(&str, &str)], u16)] = &[
        (&[("host", "localhost")], 200),
        (&[("host", "LOCALHOST:9")], 200),
        (&[("host", "127.0.0.1:8000")], 200),
        (&[("host", "127.8.8.8")], 200),
        (&[("host", "[::1]:8000")], 200),
        (&[("host", "cube.example")], 200),
        (&[], 421),
        (&[("host", "")], 421),
        (&[("host", "evil.example")], 421),
        (&[("host", "localhost.evil.example")], 421),
        (&[("host", "127.0.0.1.evil.example")], 421),
        (&[("host", "evil.example:8000")], 421),
        (&[("host", "user@localhost")], 421),
        (&[("host", "192.168.1.5")], 421),
        (&[("host", "0.0.0.0")], 421),
        (&[("host", "localhost"), ("host", "evil.example")], 421),
        (
            &[
                ("host", "localhost:8000"),
                ("origin", "http://localhost:8000"),
            ],
            200,
        ),
        (
            &[("host", "cube.example"), ("origin", "https://cube.example")],
            200,
        ),
        (
            &[
                ("host", "localhost:8000"),
                ("origin", "http://localhost:3000"),
            ],
            403,
        ),
        (
            &[
                ("host", "localhost:8000"),
                ("origin", "http://127.0.0.1:8000"),
            ],
            403,
        ),
        (
            &[
                ("host", "localhost:8000"),
                ("origin", "http://evil.example"),
            ],
            403,
        ),
        (
            &[
                ("host", "localhost:8000"),
                ("origin", "http://localhost:8000.evil.example"),
            ],
            403,
        ),
        (&[("host", "localhost:8000"), ("origin", "null")], 403),
        (&[("host", "localhost:8000"), ("origin", "")], 403),
        (&[("host", "localhost:8000"), ("origin", "file://")], 403),
        (
            &[("host", "evil.example"), ("origin", "http://evil.example")],
            421,
        ),
    ];
    for (headers, status) in cases {
        for path in ["/api/puzzles", "/", "/healthz", "/metrics"] {
            let (found, code) = ask(&service, path, headers).await;
            assert_eq!(found, *status, "{path} {headers:?}");
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
