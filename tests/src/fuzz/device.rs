//! Bytes on a board's serial line, and on the host's.

use super::bytes::Bytes;
use quarterturn_core::cube::Cube3Qtm;
use quarterturn_core::device::frame::{MAX_FRAME, Received, pack};
use quarterturn_core::device::message::{Answer, Request};
use quarterturn_core::device::{Board, MAX_MESSAGE, Receiver, Server};
use quarterturn_core::net::write::{DenseLayer, FirstLayer, OwnedNet};
use quarterturn_core::net::{Net, NetHeads, Scratch};
use quarterturn_core::search::{Effort, Memory, MoveSet};
use quarterturn_core::{Metric, Puzzle};
use std::sync::LazyLock;

/// A network that finds every state alike: the board has to be quick, not good.
static BLANK: LazyLock<Vec<u8>> = LazyLock::new(|| {
    let (width, moves) = (4, Cube3Qtm.move_count());
    let heads = NetHeads {
        value: true,
        q: true,
        policy: false,
        above_bound: false,
        moves,
    };
    let outputs = heads.outputs();
    let model = OwnedNet {
        name: "blank".into(),
        puzzle: Cube3Qtm.family().into(),
        metric: Metric::Quarter.name().into(),
        recipe: 0,
        examples: 0,
        run: 0,
        features: Cube3Qtm.inputs().width,
        active: Cube3Qtm.inputs().active,
        heads,
        first: FirstLayer {
            rows: vec![0; Cube3Qtm.inputs().width * width],
            bias: vec![0; width],
            multiplier: vec![1; width],
        },
        hidden: Vec::new(),
        blocks: Vec::new(),
        output: DenseLayer {
            weights: vec![0; width * outputs],
            bias: vec![0; outputs],
            multiplier: vec![1; outputs],
            shift: 8,
        },
    };
    model.encode().expect("a network")
});

/// Little, whatever a request allows.
const EFFORT: Effort = Effort {
    width: 4,
    max_length: 4,
    patience: 1,
    attempts: 1,
    improvements: 1,
    evaluations: 100,
    forbidden: MoveSet::EMPTY,
};

/// What the board sent.
struct Wire(Vec<u8>);

impl Board for Wire {
    fn send(&mut self, byte: u8) {
        self.0.push(byte);
    }

    fn name(&self) -> &'static str {
        "a fuzzer"
    }
}

/// Sends bytes to a board, which answers as a host can read.
pub fn device(bytes: &[u8]) {
    let sent = line(bytes);
    // A board takes its time over a long test.
    if read_again(&sent) <= 64 {
        serve(&sent);
    }
}

/// Reads bytes as a board and as a host do; what they read is written and read again.
pub fn frames(bytes: &[u8]) {
    read_again(&line(bytes));
}

/// The bytes as they are, or as messages in good frames.
fn line(bytes: &[u8]) -> Vec<u8> {
    let mut input = Bytes(bytes);
    let mut sent = Vec::new();
    if input.byte() == 0 {
        sent.extend(std::mem::take(&mut input.0));
    }
    while !input.0.is_empty() {
        let (kind, length) = (input.byte(), usize::from(input.byte()) * 2);
        let (payload, rest) = input.0.split_at(length.min(input.0.len()));
        input.0 = rest;
        sent.extend(pack(kind, payload, &mut [0; MAX_FRAME]));
    }
    sent
}

/// Reads, writes what was read and reads that; says how many states a board is asked to test itself with.
fn read_again(sent: &[u8]) -> u32 {
    let (mut host, mut again) = (Receiver::new(), Receiver::new());
    let mut tests = 0;
    for &byte in sent {
        let Some(received) = host.push(byte) else {
            continue;
        };
        if let Ok(Received::Message(kind, payload)) = received
            && payload.len() < MAX_MESSAGE
            && let Some(answer) = Answer::decode(kind, payload)
        {
            let mut room = [0; MAX_MESSAGE];
            let (kind, payload) = answer.encode(&mut room);
            assert_eq!(Answer::decode(kind, payload), Some(answer));
        }
        if let Ok(request) = Request::read(received) {
            if let Request::Test { states } = request {
                tests += u32::from(states);
            }
            let mut room = [0; MAX_MESSAGE];
            let (kind, payload) = request.encode(&mut room);
            if payload.len() == MAX_MESSAGE {
                continue; // perhaps cut off
            }
            let mut frame = [0; MAX_FRAME];
            let frame = pack(kind, payload, &mut frame);
            let (last, head) = frame.split_last().expect("a frame ends");
            assert!(head.iter().all(|&byte| again.push(byte).is_none()));
            let read = again.push(*last).expect("a frame ends");
            assert_eq!(Request::read(read), Ok(request));
        }
    }
    tests
}

fn serve(sent: &[u8]) {
    let net = Net::from_bytes(&BLANK).expect("a network");
    let (mut scratch, mut memory) = (Scratch::<4>::new(), Memory::<4, 8>::new());
    let server = Server::<4, 4, 8>::new(&net, &mut scratch, &mut memory, EFFORT);
    let (mut server, mut host) = (server.expect("the network fits"), Receiver::new());
    for &byte in sent {
        let mut wire = Wire(Vec::new());
        server.receive(byte, &mut wire);
        let is_line = byte == b'\n' && wire.0.last() == Some(&b'\n');
        if is_line {
            assert!(std::str::from_utf8(&wire.0).is_ok());
            continue;
        }
        let mut answers = 0;
        for &byte in &wire.0 {
            match host.push(byte) {
                None => {}
                Some(Ok(Received::Message(kind, payload))) => {
                    assert!(Answer::decode(kind, payload).is_some());
                    answers += 1;
                }
                Some(other) => panic!("{other:?}"),
            }
        }
        assert_eq!(answers, u32::from(!wire.0.is_empty()));
    }
}
