//! Makes a suite of 3×3×3 states with proven optimal lengths in quarter turns.
//!
//! ```console
//! $ cargo run --release -p quarterturn-classic --example make-suite -- suite.tsv 1 12=10 16=20 18=5
//! ```
//!
//! The arguments are the file, a seed, and pairs `scrambles=random quarter turns` (beyond 26 turns these are
//! as good as uniformly random states). For each state a beam with the embedded network, and the scramble
//! itself, give a short solution. Korf's search then proves that there is no shorter one. Lengths of the other
//! parity are impossible, so it searches all lengths up to two moves less. Lines already in the file are kept,
//! so an interrupted run resumes where it stopped.

use quarterturn::core::cube::{Cube3, Cube3Qtm as P};
use quarterturn::core::notation::write_merged;
use quarterturn::core::random::random_moves;
use quarterturn::core::{Move, Puzzle};
use quarterturn::eval;
use quarterturn::models::Model;
use quarterturn::search::{Anytime, Beam, Search};
use quarterturn::{Limits, Stopped};
use quarterturn_classic::korf::{Korf, Tables};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;
use std::error::Error;
use std::fs::{self, OpenOptions};
use std::io::{ErrorKind, Write};
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

/// States per depth of the beam that looks for the short solution.
const WIDTH: usize = 1 << 14;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [file, seed, plan @ ..] = &arguments[..] else {
        return Err("usage: make-suite FILE SEED MOVES=COUNT …".into());
    };
    let scrambles = scrambles(seed.parse()?, plan)?;
    let done = done(file, &scrambles)?;
    let mut out = OpenOptions::new().create(true).append(true).open(file)?;
    if done == 0 {
        writeln!(out, "{}", header(&arguments[1..].join(" ")))?;
    }

    let network = eval::load(&P, &Model::embedded_for("cube3")?.bytes)?;
    let mut beam = Anytime::new(move |_| Box::new(Beam::new::<P>(network.clone(), WIDTH)));
    beam.sweep = 2;
    let cache = std::env::temp_dir();
    let tables = Arc::new(Tables::cached(&P, Path::new(&cache), &|_| {}));
    let korf = Korf { tables };
    for (index, scramble) in scrambles.iter().enumerate().skip(done) {
        let started = Instant::now();
        let cube = P.apply_all(&Cube3::SOLVED, scramble);
        let solution = shortest(&korf, &beam, &cube, scramble)?;
        let [solution_text, scramble] = [&solution, scramble].map(|moves| text_of(moves));
        writeln!(
            out,
            "{index}\t{}\t{solution_text}\t{scramble}",
            solution.len()
        )?;
        out.sync_data()?;
        eprintln!("{index}: {} in {:.1?}", solution.len(), started.elapsed());
    }
    Ok(())
}

/// How many states the file has already; they must be those of the plan.
fn done(file: &str, scrambles: &[Vec<Move>]) -> Result<usize, Box<dyn Error>> {
    let text = match fs::read_to_string(file) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(0),
        read => read?,
    };
    let lines = text.split_inclusive('\n').filter(|l| !l.starts_with('#'));
    let mut done = 0;
    for (line, scramble) in lines.zip(scrambles) {
        if line.strip_suffix('\n').and_then(|l| l.rsplit('\t').next()) != Some(&text_of(scramble)) {
            return Err(format!("{file}: state {done} is not of this plan").into());
        }
        done += 1;
    }
    Ok(done)
}

/// The scrambles of a plan, in words `MOVES=COUNT`.
fn scrambles(seed: u64, plan: &[String]) -> Result<Vec<Vec<Move>>, Box<dyn Error>> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut all = Vec::new();
    for part in plan {
        let (moves, count) = part.split_once('=').ok_or("a part is MOVES=COUNT")?;
        let (moves, count): (usize, usize) = (moves.parse()?, count.parse()?);
        all.extend(
            (0..count)
                .map(|_| random_moves(&P, Cube3::SOLVED, &mut rng, moves).collect::<Vec<_>>()),
        );
    }
    Ok(all)
}

/// A solution, and the proof that none is shorter.
fn shortest(
    korf: &Korf,
    beam: &Anytime<P>,
    cube: &Cube3,
    scramble: &[Move],
) -> Result<Vec<Move>, Box<dyn Error>> {
    let mut known: Vec<Move> = scramble.iter().rev().filter_map(|&mv| P.undo(mv)).collect();
    if let Some(found) = beam.run(&P, cube, &Limits::default()).solution
        && found.len() < known.len()
    {
        known = found;
    }
    let limits = Limits {
        max_length: known.len().saturating_sub(2),
        ..Limits::default()
    };
    let proof = korf.run(&P, cube, &limits);
    match (proof.solution, proof.stopped) {
        (Some(shorter), _) => Ok(shorter),
        (None, Stopped::Exhausted) => Ok(known),
        (None, stopped) => Err(format!("the proof stopped: {}", stopped.name()).into()),
    }
}

fn text_of(moves: &[Move]) -> String {
    let mut text = String::new();
    write_merged(&P, moves.iter().copied(), &mut text).expect("a string grows");
    text
}

fn header(arguments: &str) -> String {
    format!(
        "# States of the 3×3×3 cube with proven optimal lengths in quarter turns, made by
# `cargo run --release -p quarterturn-classic --example make-suite -- FILE {arguments}`:
# a beam search found the solutions, Korf's IDA* with pattern databases proved that none is shorter.
# index\toptimal_qtm\tsolution\tscramble"
    )
}
