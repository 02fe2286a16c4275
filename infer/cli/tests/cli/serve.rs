//! `quarterturn serve`: with its feature it serves and ends when it is asked to, without it says how to get it.

#[cfg(not(feature = "serve"))]
#[test]
fn a_program_without_the_server_says_how_to_build_one() {
    crate::harness::run(&["serve"])
        .ends(2)
        .complains("cargo run --profile library --features serve -- serve");
}

#[cfg(all(feature = "serve", unix))]
mod served {
    use crate::harness::{command, run};
    use std::io::{BufRead, BufReader, Read, Write};
    use std::net::TcpStream;
    use std::process::{Command, Stdio};

    #[test]
    fn what_cannot_be_served_is_refused() {
        let short = ["serve", "--host", "0.0.0.0", "--token", "short"];
        run(&short).ends(2).complains("16 characters");
        run(&["serve", "--host", "0.0.0.0"])
            .ends(2)
            .complains("token");
        run(&["serve", "--page", "/nowhere"])
            .ends(3)
            .complains("/nowhere");
        run(&["serve", "--host", "not a host"]).ends(2);
        run(&["serve", "--time-limit", "never"]).ends(2);
        run(&["serve", "--memory", "99999GiB"])
            .ends(2)
            .complains("MiB free");
        run(&["serve", "--origin", "localhost:5173"])
            .ends(2)
            .complains("such as http://localhost:5173");
    }

    #[test]
    fn it_serves_until_it_is_asked_to_end() {
        let mut child = command()
            .args(["serve", "--port", "0", "--threads", "1"])
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut line = String::new();
        let mut out = BufReader::new(child.stdout.take().unwrap());
        out.read_line(&mut line).unwrap();
        let address = line
            .trim()
            .strip_prefix("http://")
            .unwrap()
            .trim_end_matches('/');
        let ask = |request: &str| {
            let mut stream = TcpStream::connect(address).unwrap();
            stream.write_all(request.as_bytes()).unwrap();
            let mut answer = String::new();
            stream.read_to_string(&mut answer).unwrap();
            answer
        };
        let body = r#"{"state": "R U", "search": "two-phase"}"#;
        let head = "Host: localhost\r\nConnection: close\r\nContent-Type: application/json";
        let length = body.len();
        let answer = ask(&format!(
            "POST /api/solve HTTP/1.1\r\n{head}\r\nContent-Length: {length}\r\n\r\n{body}"
        ));
        assert!(
            answer.starts_with("HTTP/1.1 200") && answer.contains("U' R'"),
            "{answer}"
        );
        let id = child.id().to_string();
        assert!(
            Command::new("kill")
                .args(["-TERM", &id])
                .status()
                .unwrap()
                .success()
        );
        assert_eq!(child.wait().unwrap().code(), Some(0));
    }
}
