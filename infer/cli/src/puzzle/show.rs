//! `quarterturn puzzle show`.

use super::facts::{Convention, Facts, OrbitFacts, Same};
use crate::display::count;
use crate::error::{CliError, Exit};
use crate::options::puzzle_parser;
use crate::stream;
use quarterturn::Puzzle;
use quarterturn::puzzles::{Sameness, same};
use quarterturn_core::Plain;
use std::io::{self, Write};
use std::time::Duration;

/// The most bytes that states are kept in.
const BYTES: usize = 1 << 30;
/// Moves and pairs that are named.
const NAMED: usize = 24;

/// Arguments of `puzzle show`.
#[derive(clap::Args)]
pub struct Args {
    /// The puzzle, or a file that defines one; FILE#NAME is one of a file of several
    #[arg(value_name = "NAME|FILE", value_parser = puzzle_parser())]
    puzzle: Puzzle,
    /// Say whether another definition is of the same puzzle, and what its moves are called there
    #[arg(long, value_name = "NAME|FILE", value_parser = puzzle_parser())]
    same_as: Option<Puzzle>,
    /// How long states are counted by depth, in at most 1 GiB
    #[arg(long, value_name = "SECONDS", default_value_t = 1, value_parser = clap::value_parser!(u32).range(..=86_400))]
    time: u32,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// Shows a puzzle.
pub fn run(args: &Args) -> Result<Exit, CliError> {
    let mut facts = Facts::of(&args.puzzle, Duration::from_secs(args.time.into()), BYTES);
    facts.same = args
        .same_as
        .as_ref()
        .map(|other| compared(&args.puzzle, other))
        .transpose()?;
    let mut out = io::stdout().lock();
    if args.json {
        out.write_all(&stream::json(&facts)?)?;
    } else {
        text(&facts, &mut out)?;
    }
    Ok(Exit::Done)
}

fn compared(puzzle: &Puzzle, other: &Puzzle) -> Result<Same, CliError> {
    let tables = |puzzle: &Puzzle| {
        let lacks = || {
            CliError::Invalid(format!(
                "{} is no puzzle of stickers or pieces",
                puzzle.name()
            ))
        };
        puzzle
            .described()
            .map(|described| described.tables)
            .ok_or_else(lacks)
    };
    let found = same(&tables(puzzle)?, &tables(other)?);
    let is = match &found {
        Sameness::Identical => "identical",
        Sameness::Renamed(_) => "renamed",
        Sameness::Different => "different",
        Sameness::Unknown => "unknown",
    };
    Ok(Same {
        other: other.name().into(),
        is,
        moves: match found {
            Sameness::Renamed(names) => Some(names.into_iter().collect()),
            _ => None,
        },
    })
}

fn text(facts: &Facts, out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "name        {}", Plain(&facts.puzzle))?;
    writeln!(out, "id          {}", facts.id)?;
    if let Some(stickers) = facts.stickers {
        writeln!(out, "stickers    {}", count(stickers as u64))?;
    }
    let found = if facts.pieces_given == Some(false) {
        " (found)"
    } else {
        ""
    };
    for orbit in facts.orbits.iter().flatten() {
        writeln!(out, "pieces      {}{found}", pieces(orbit))?;
    }
    writeln!(out, "moves       {}", moves(facts))?;
    if !facts.left_out.is_empty() {
        let names = facts.left_out.iter().take(NAMED);
        let names = names.map(String::as_str).collect::<Vec<_>>().join(" ");
        let more = if facts.left_out.len() > NAMED {
            " …"
        } else {
            ""
        };
        writeln!(
            out,
            "left out    {}{more}: the whole puzzle turns with them",
            Plain(&names)
        )?;
    }
    if let Some(pairs) = &facts.commuting {
        let all = facts.moves.len() * facts.moves.len().saturating_sub(1) / 2;
        let named: Vec<String> = pairs
            .iter()
            .take(NAMED / 3)
            .map(|[a, b]| format!("{a} {b}"))
            .collect();
        let more = if pairs.len() > named.len() {
            ", …"
        } else {
            ""
        };
        let which = if named.is_empty() {
            String::new()
        } else {
            format!(": {}{more}", named.join(", "))
        };
        writeln!(
            out,
            "commuting   {} of {all} pairs{}",
            pairs.len(),
            Plain(&which)
        )?;
    }
    match facts.all_symmetries {
        true => writeln!(out, "symmetries  {}", facts.symmetries)?,
        false => writeln!(
            out,
            "symmetries  not all looked for: there are too many, or finding them takes too long"
        )?,
    }
    let unknown = "not known";
    if facts.stickers.is_some() {
        writeln!(
            out,
            "group       {}",
            facts
                .group
                .as_deref()
                .map_or(unknown.into(), |group| grouped(group) + " elements")
        )?;
    }
    writeln!(
        out,
        "states      {}",
        facts.states.as_deref().map_or(unknown.into(), grouped)
    )?;
    for (depth, states) in facts.depths.iter().enumerate() {
        writeln!(
            out,
            "{:<12}{depth:>3} {:>15}",
            if depth == 0 { "depth" } else { "" },
            count(*states)
        )?;
    }
    match facts.gods_number {
        Some(number) => writeln!(out, "all states  within {number} moves")?,
        None => writeln!(
            out,
            "all states  further than was counted; --time counts on"
        )?,
    }
    match facts.convention {
        None => {}
        Some(Convention::Usual) => writeln!(out, "turns       clockwise (U F R has order 80)")?,
        Some(Convention::Inverted) => writeln!(
            out,
            "turns       anticlockwise (U F R has order 84): every move is inverted, as PuzzleGeometry wrote them before July 2023"
        )?,
    }
    if let Some(same) = &facts.same {
        writeln!(
            out,
            "same as     {}: {}",
            Plain(&same.other),
            sameness(same)
        )?;
    }
    Ok(())
}

fn pieces(orbit: &OrbitFacts) -> String {
    let mut text = format!("{}: {}", Plain(&orbit.name), orbit.pieces);
    if orbit.orientations > 1 {
        text += &format!(" with {} orientations", orbit.orientations);
    }
    let alike: Vec<String> = orbit
        .alike
        .iter()
        .filter(|&&n| n > 1)
        .take(NAMED)
        .map(usize::to_string)
        .collect();
    if !alike.is_empty() {
        text += &format!(", alike: {}", alike.join(" + "));
    }
    text
}

fn moves(facts: &Facts) -> String {
    let named = facts.moves.iter().take(NAMED).map(|mv| match mv.order {
        Some(order) => format!("{} ({order})", Plain(&mv.name)),
        None => Plain(&mv.name).to_string(),
    });
    let more = if facts.moves.len() > NAMED {
        " …"
    } else {
        ""
    };
    format!(
        "{}: {}{more}",
        facts.moves.len(),
        named.collect::<Vec<_>>().join(" ")
    )
}

fn sameness(same: &Same) -> String {
    match (same.is, &same.moves) {
        ("identical", _) => "the same stickers and moves in the same order".into(),
        ("renamed", Some(moves)) => {
            let names: Vec<String> = moves
                .iter()
                .take(NAMED)
                .map(|(a, b)| format!("{a} = {b}"))
                .collect();
            format!("the same puzzle, where {}", Plain(&names.join(", ")))
        }
        ("different", _) => "another puzzle".into(),
        _ => "not found out".into(),
    }
}

/// Digits in groups of three.
fn grouped(digits: &str) -> String {
    let groups: Vec<&str> = digits
        .as_bytes()
        .rchunks(3)
        .rev()
        .filter_map(|group| std::str::from_utf8(group).ok())
        .collect();
    groups.join(",")
}
