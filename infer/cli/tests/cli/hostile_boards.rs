//! Boards that lie, fall silent, never stop or send what would drive a terminal.

use crate::harness::{Run, command, file, run};
use quarterturn::core::device::frame::{MAX_FRAME, pack};
use quarterturn::core::device::{Answer, ErrorClass, MAX_MESSAGE, Request, Usage};
use quarterturn::core::printable;
use serial2::SerialPort;
use std::fs::{self, Permissions};
use std::os::fd::AsRawFd;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::thread;
use std::time::Duration;

fn frame(kind: u8, payload: &[u8]) -> Vec<u8> {
    pack(kind, payload, &mut [0; MAX_FRAME]).to_vec()
}

fn answer(answer: &Answer<'_>) -> Vec<u8> {
    let mut payload = [0; MAX_MESSAGE];
    let (kind, payload) = answer.encode(&mut payload);
    frame(kind, payload)
}

fn info() -> Vec<u8> {
    answer(&Answer::Info("a board"))
}

fn solution(moves: &str) -> Vec<u8> {
    answer(&Answer::Solution {
        evaluations: u32::MAX,
        beams: u16::MAX,
        usage: Usage::default(),
        microseconds: u32::MAX,
        moves,
    })
}

fn refusal(class: ErrorClass, reason: &str) -> Vec<u8> {
    answer(&Answer::Error(class, reason))
}

/// Bytes that the host sends to ask for `cube`.
fn asked(cube: &str) -> usize {
    let mut payload = [0; MAX_MESSAGE];
    let request = Request::Solve {
        evaluations: 0,
        cube,
    };
    let (kind, payload) = request.encode(&mut payload);
    frame(kind, payload).len()
}

/// Runs `device` on `cube` with a program in QEMU's place, which answers the first request with
/// `first` and the second one with `second`, and then does what `end` says.
fn ask(name: &str, cube: &str, [first, second]: [&[u8]; 2], end: &str) -> Run {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("board-{name}"));
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join("first"), first).unwrap();
    fs::write(folder.join("second"), second).unwrap();
    let script = format!(
        "#!/bin/sh\ncd '{}'\nhead -c {} > /dev/null; cat first\nhead -c {} > /dev/null; cat second\n{end}\n",
        folder.display(),
        frame(1, &[]).len(),
        asked(cube)
    );
    let qemu = folder.join("qemu-system-arm");
    fs::write(&qemu, script).unwrap();
    fs::set_permissions(&qemu, Permissions::from_mode(0o755)).unwrap();
    let path = format!("{}:{}", folder.display(), std::env::var("PATH").unwrap());
    let ran = command()
        .args(["device", "--qemu", "image", "--timeout", "3", cube])
        .env("PATH", path)
        .output();
    let ran = Run::from(ran.unwrap());
    for c in ran.out.chars().chain(ran.err.chars()) {
        assert!(c == '\n' || printable(c), "{name}: {c:?}");
    }
    ran
}

const SLEEP: &str = "exec sleep 1000";

#[test]
fn an_answer_is_checked_before_it_is_shown() {
    let solve = |name, moves: &str| ask(name, "R U", [&info(), &solution(moves)], SLEEP);
    let honest = solve("honest", "U' R'").ends(0);
    assert!(honest.out.starts_with("a board\nsolution U' R'\n"));
    // What is shown is what was read, not what was sent.
    let remark = solve("remark", "U3R3 // \u{1b}[31m").ends(0);
    assert!(remark.out.contains("solution U' R'\n"), "{}", remark.out);
    let solved = "UUUUUUUUURRRRRRRRRFFFFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB";
    for (name, lie) in [
        ("wrong", "U R"),
        ("empty", ""),
        ("facelets", solved),
        ("brackets", "(R U)'"),
        ("rotations", "x y z U' R'"),
        ("wide", "Uw' R'"),
        ("noise", "\u{1b}]0;owned\u{7}"),
        ("part", "U' R' Q"),
    ] {
        let ran = solve(name, lie).ends(1);
        assert_eq!(ran.out, "a board\n", "{name}");
        ran.complains("the board is wrong: its answer does not solve the cube R U");
    }
    let ran = ask("no-cube", "R Q", [&info(), &solution("R'")], SLEEP).ends(1);
    assert_eq!(ran.out, "a board\n");
    ran.complains("which is not a cube: 'Q' is not a move");
}

#[test]
fn a_board_may_refuse() {
    let refuse = |name, class, reason| ask(name, "R U", [&info(), &refusal(class, reason)], SLEEP);
    refuse(
        "unsolved",
        ErrorClass::Unsolved,
        "too \u{202e}hard\u{9b}31m",
    )
    .ends(4)
    .says("error: too \u{fffd}hard\u{fffd}31m");
    refuse("cube", ErrorClass::Cube, "no\nsuch cube")
        .ends(3)
        .says("error: no\u{fffd}such cube");
    let first = refusal(ErrorClass::Request, "not \u{1b}[31mtoday");
    ask("refuses", "R U", [&first, &[]], SLEEP)
        .ends(1)
        .complains("the board refuses: not \u{fffd}[31mtoday");
    let drives = answer(&Answer::Info("\u{1b}[2J\u{200b}quarter\u{9b}\nsolution R"));
    ask("drives", "R U", [&drives, &solution("U' R'")], SLEEP)
        .ends(0)
        .says("\u{fffd}[2J\u{fffd}quarter\u{fffd}\u{fffd}solution R\nsolution U' R'");
}

#[test]
fn a_board_that_says_nothing_sensible_is_given_up() {
    let long = [vec![7; 5000], vec![0]].concat();
    let mut damaged = info();
    damaged[3] ^= 1;
    for (name, first, complaint) in [
        ("kind", frame(77, b"x"), "makes no sense"),
        ("not-text", frame(129, b"\xff\xfe"), "makes no sense"),
        ("short", frame(131, &[0; 21]), "makes no sense"),
        ("class", frame(255, &[9]), "makes no sense"),
        ("other", solution("U' R'"), "answers another question"),
        ("damaged", damaged, "damaged: the checksum does not match"),
        ("cobs", vec![200, 1, 0], "damaged: the frame is malformed"),
        ("line", b"login: \n".to_vec(), "something other than frames"),
        ("long", long, "something other than frames"),
        ("silent", vec![], "not answered within 3 seconds"),
        (
            "half",
            info()[..4].to_vec(),
            "not answered within 3 seconds",
        ),
    ] {
        let ran = ask(name, "R U", [&first, &[]], SLEEP).ends(1);
        assert_eq!(ran.out, "", "{name}");
        ran.complains(complaint);
    }
    // The right answer, but to another question.
    ask("again", "R U", [&info(), &info()], SLEEP)
        .ends(1)
        .complains("answers another question");
}

#[test]
fn a_board_that_never_stops_or_leaves_is_given_up() {
    for (name, end, complaint) in [
        ("leaves", "exit 0", "the board does not answer"),
        ("zeros", "exec cat /dev/zero", "something other than frames"),
        ("yes", "exec yes", "something other than frames"),
        (
            "trickle",
            "while :; do printf a || exit; sleep 0.2; done",
            "not answered within 3 seconds",
        ),
    ] {
        ask(name, "R U", [&info(), &[]], end)
            .ends(1)
            .complains(complaint);
    }
}

/// A board at the other end of a serial line, which answers every request with the next of `all`;
/// the name of the port.
fn serial(all: Vec<Vec<u8>>) -> String {
    let (board, port) = SerialPort::pair().unwrap();
    let name = fs::read_link(format!("/proc/self/fd/{}", port.as_raw_fd())).unwrap();
    let name = name.to_str().unwrap().to_owned();
    thread::spawn(move || {
        for answer in all {
            let mut byte = [1];
            while byte != [0] {
                // Nobody has opened the port yet.
                if board.read(&mut byte).is_err() {
                    thread::sleep(Duration::from_millis(10));
                }
            }
            board.write_all(&answer).unwrap();
        }
        // Stays there.
        thread::sleep(Duration::from_secs(1000));
    });
    name
}

#[test]
fn a_serial_port_is_set_up_and_not_waited_for() {
    let port = serial(vec![info(), solution("U' R'"), solution("F")]);
    let ran = run(&["device", "--port", &port, "R U", "F"]).ends(1);
    assert!(ran.out.contains("solution U' R'\n"), "{}", ran.out);
    ran.complains("does not solve the cube F");
    let port = serial(vec![info()]);
    run(&["device", "--port", &port, "R", "--timeout", "1"])
        .ends(1)
        .complains("not answered within 1 seconds");
    for (port, why) in [
        (file("no-port", b"").to_str().unwrap(), "cannot read"),
        ("/dev/null", "cannot read"),
        ("no/such/port", "cannot read no/such/port"),
    ] {
        run(&["device", "--port", port, "R"]).ends(3).complains(why);
    }
}

#[test]
fn the_boards_code_in_this_process_solves() {
    let ran = run(&["device", "R U", "F2 L", "R Q"]).ends(3);
    assert!(ran.out.contains("solution U' R'\n") && ran.out.contains("solution L' F2\n"));
    ran.says("error: 'Q' is not a move")
        .says("2 of 3 solved, mean 2.500");
    run(&["device", &"R ".repeat(400)])
        .ends(3)
        .says("error: a board takes no text above 495 bytes");
    run(&["device", "--model", "cube3-base", "R"]).ends(2);
}
