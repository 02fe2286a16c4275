//! The board's server on this machine: what it answers, and that nothing on the line breaks it.

use quarterturn_core::Puzzle;
use quarterturn_core::cube::{Cube3, Cube3Qtm};
use quarterturn_core::device::frame::{MAX_FRAME, Received, pack};
use quarterturn_core::device::{
    Answer, Board, EFFORT, ErrorClass, MAX_MESSAGE, NEURONS, Receiver, Request, Server, Usage,
};
use quarterturn_core::net::{Net, Scratch};
use quarterturn_core::random::{below, random_moves};
use quarterturn_core::search::{Effort, Memory};
use quarterturn_support::{rng, text3};
use rand_core::Rng;

static WEIGHTS: &[u8] = include_bytes!("../../../weights/cube3-micro.qtw");

const USAGE: Usage = Usage {
    ram: 70_000,
    stack: 300,
    reserved: 4000,
};

/// A board that collects what it is to send.
#[derive(Default)]
struct Line {
    sent: Vec<u8>,
    ticks: usize,
}

impl Board for Line {
    fn send(&mut self, byte: u8) {
        self.sent.push(byte);
    }

    fn tick(&mut self) {
        self.ticks += 1;
    }

    fn usage(&mut self) -> Usage {
        USAGE
    }

    fn name(&self) -> &'static str {
        "test"
    }
}

/// Runs `test` with what sends bytes to a fresh server and returns what it sent back.
fn with_server(evaluations: u32, test: impl FnOnce(&mut dyn FnMut(&[u8]) -> Line)) {
    let net = Net::from_bytes(WEIGHTS).unwrap();
    let mut scratch = Scratch::<NEURONS>::new();
    let mut memory = Memory::<256, 384>::new();
    let effort = Effort {
        width: 64,
        evaluations,
        ..EFFORT
    };
    let mut server = Server::new(&net, &mut scratch, &mut memory, effort).unwrap();
    test(&mut |bytes| {
        let mut line = Line::default();
        for &byte in bytes {
            server.receive(byte, &mut line);
        }
        line
    });
}

fn request(request: Request<'_>) -> Vec<u8> {
    let (mut payload, mut frame) = ([0; MAX_MESSAGE], [0; MAX_FRAME]);
    let (kind, payload) = request.encode(&mut payload);
    pack(kind, payload, &mut frame).to_vec()
}

/// Hands each answer in `bytes` to `check`, and returns their number.
fn answers(bytes: &[u8], mut check: impl FnMut(usize, Answer<'_>)) -> usize {
    let mut receiver = Receiver::new();
    let mut count = 0;
    for &byte in bytes {
        match receiver.push(byte) {
            None => {}
            Some(Ok(Received::Message(kind, payload))) => {
                check(
                    count,
                    Answer::decode(kind, payload).expect("a known answer"),
                );
                count += 1;
            }
            other => panic!("{other:?}"),
        }
    }
    count
}

/// The class of the only answer, an error.
fn refused(line: &Line) -> ErrorClass {
    let mut found = None;
    let count = answers(&line.sent, |_, answer| match answer {
        Answer::Error(class, reason) => {
            assert!(!reason.is_empty());
            found = Some(class);
        }
        other => panic!("{other:?}"),
    });
    assert_eq!(count, 1);
    found.unwrap()
}

#[test]
fn frames_carry_every_length() {
    let mut rng = rng(1);
    for length in 0..MAX_MESSAGE {
        let payload: Vec<u8> = (0..length).map(|_| below(&mut rng, 3) as u8).collect();
        let mut frame = [0; MAX_FRAME];
        let frame = pack(7, &payload, &mut frame);
        let (end, body) = frame.split_last().unwrap();
        assert!(*end == 0 && !body.contains(&0));
        let mut receiver = Receiver::new();
        for &byte in body {
            assert_eq!(receiver.push(byte), None);
        }
        assert_eq!(receiver.push(0), Some(Ok(Received::Message(7, &payload))));
    }
}

#[test]
fn cubes_are_solved_by_frame_and_by_line() {
    with_server(3000, |serve| {
        let mut rng = rng(2);
        for length in [0, 1, 5, 9] {
            let moves = random_moves(&Cube3Qtm, Cube3::SOLVED, &mut rng, length);
            let cube = moves.fold(Cube3::SOLVED, |c, m| Cube3Qtm.apply(&c, m));
            let facelets = text3(&cube);
            let ask = Request::Solve {
                evaluations: 0,
                cube: &facelets,
            };
            let framed = serve(&request(ask));
            let mut solution = String::new();
            let count = answers(&framed.sent, |_, answer| match answer {
                Answer::Solution { moves, usage, .. } => {
                    assert_eq!(usage, USAGE);
                    solution = moves.into();
                }
                other => panic!("{other:?}"),
            });
            assert_eq!(count, 1);
            let answer = Cube3::from_moves(&solution).unwrap().state;
            assert!(Cube3Qtm.is_solved(&cube.then(&answer)));
            let typed = serve(format!("{facelets}\r\n").as_bytes());
            let typed = String::from_utf8(typed.sent).unwrap();
            assert!(
                typed.starts_with(&format!("solution {solution}\n")),
                "{typed}"
            );
        }
    });
}

#[test]
fn the_signature_is_the_same_every_time_and_depends_on_the_states() {
    with_server(3000, |serve| {
        let mut seen = vec![];
        for states in [3, 3, 4] {
            answers(
                &serve(&request(Request::Test { states })).sent,
                |_, answer| {
                    let Answer::Signature(signature) = answer else {
                        panic!("{answer:?}")
                    };
                    seen.push(signature);
                },
            );
        }
        assert_eq!(seen[0], seen[1]);
        assert_ne!(seen[0], seen[2]);
        let typed = String::from_utf8(serve(b"test 3\n").sent).unwrap();
        assert_eq!(typed, format!("signature {:016x}\n", seen[0]));
    });
}

#[test]
fn damaged_requests_are_refused_and_the_next_one_works() {
    with_server(3000, |serve| {
        let good = request(Request::Info);
        let mut flipped = request(Request::Test { states: 300 });
        flipped[3] ^= 4;
        let mut version = [0; MAX_FRAME];
        let body = [2, 1];
        let crc = crc32fast::hash(&body).to_le_bytes();
        let length = cobs::encode(&[&body[..], &crc].concat(), &mut version);
        let unknown = |kind, payload: &[u8]| pack(kind, payload, &mut [0; MAX_FRAME]).to_vec();
        let cube = Request::Solve {
            evaluations: 0,
            cube: "R U Q",
        };
        let hard = Request::Solve {
            evaluations: 20,
            cube: "R U2 F' L D' B2 R' F U L2 D F' B R2 U' L",
        };
        for (bytes, class) in [
            (flipped, ErrorClass::Frame),
            (version[..=length].to_vec(), ErrorClass::Frame),
            (vec![1, 0], ErrorClass::Frame),
            (vec![9, 9, 9, 0], ErrorClass::Frame),
            (
                vec![200; 5000].into_iter().chain([0]).collect(),
                ErrorClass::Frame,
            ),
            (unknown(77, b""), ErrorClass::Request),
            (unknown(2, b"123"), ErrorClass::Request),
            (unknown(3, b"12"), ErrorClass::Request),
            (unknown(3, b"\0\0\0\0\xff\xfe"), ErrorClass::Request),
            (request(cube), ErrorClass::Cube),
            (request(hard), ErrorClass::Unsolved),
        ] {
            assert_eq!(refused(&serve(&bytes)), class, "{bytes:?}");
            let answered = answers(&serve(&good).sent, |_, answer| {
                assert!(matches!(answer, Answer::Info(text) if text.contains("test: cube3-micro")));
            });
            assert_eq!(answered, 1);
        }
        for line in [
            "hello\n",
            "test many\n",
            "UUUUUUUURRRRRRRRRRFFFFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB\n",
        ] {
            let reply = String::from_utf8(serve(line.as_bytes()).sent).unwrap();
            assert!(
                reply.starts_with("error: ") && reply.ends_with('\n'),
                "{reply}"
            );
        }
    });
}

#[test]
fn a_request_without_end_is_stopped_by_its_budget() {
    with_server(3000, |serve| {
        let endless = Request::Solve {
            evaluations: 500,
            cube: "R U2 F' L D' B2 R' F U L2 D F' B R2 U' L",
        };
        let line = serve(&request(endless));
        assert_eq!(refused(&line), ErrorClass::Unsolved);
        assert!(line.ticks > 50, "the watchdog is fed on the way");
    });
}

#[test]
#[ignore = "slow: tests/run has it"]
fn a_hundred_thousand_frames_of_noise() {
    with_server(3, |serve| {
        let mut rng = rng(3);
        let good = request(Request::Info);
        let models = [
            good.clone(),
            request(Request::Test { states: 2 }),
            request(Request::Solve {
                evaluations: 30,
                cube: "R U R' U'",
            }),
        ];
        for i in 0..100_000 {
            let mut bytes = models[i % 3].clone();
            match i % 5 {
                // Bits flipped, bytes lost, bytes of noise, lines of noise, all too long.
                0 => {
                    let at = below(&mut rng, bytes.len() as u32) as usize;
                    bytes[at] ^= 1 << below(&mut rng, 8);
                }
                1 => {
                    let at = below(&mut rng, bytes.len() as u32) as usize;
                    bytes.remove(at);
                }
                2 => {
                    bytes = (0..below(&mut rng, 60))
                        .map(|_| rng.next_u32() as u8)
                        .collect()
                }
                3 => {
                    let symbols = b"URFDLBMx2'() \n\0\x01";
                    let pick = |_| symbols[below(&mut rng, symbols.len() as u32) as usize];
                    bytes = (0..40).map(pick).collect();
                }
                _ => {
                    let length = below(&mut rng, 2 * MAX_FRAME as u32);
                    bytes.extend((0..length).map(|_| 1 + (rng.next_u32() % 255) as u8));
                }
            }
            serve(&bytes);
            // Whatever is left unfinished ends here; an error answers it at most.
            serve(&[0]);
            let answered = answers(&serve(&good).sent, |_, answer| {
                assert!(matches!(answer, Answer::Info(_)));
            });
            assert_eq!(answered, 1, "after {bytes:?}");
        }
    });
}
