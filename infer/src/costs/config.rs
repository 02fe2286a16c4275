//! Costs as TOML.

use super::{CostsError, CostsErrorKind, LEAST, MoveCosts, fixed, is_price};
use quarterturn_core::Puzzle;
use serde::Deserialize;
use std::collections::BTreeMap;
use toml::Spanned;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    quarter: Option<Spanned<f64>>,
    half: Option<Spanned<f64>>,
    #[serde(default)]
    faces: BTreeMap<String, Spanned<f64>>,
    #[serde(default)]
    moves: BTreeMap<String, Spanned<f64>>,
}

impl MoveCosts {
    /// Reads costs from TOML: `quarter` and `half` (1 unless stated), factors for `faces`, and the
    /// exact cost of single `moves`. `inf` forbids.
    ///
    /// # Errors
    /// [`CostsError`] with the line at fault.
    ///
    /// ```
    /// use quarterturn::core::cube::Cube3Htm;
    /// use quarterturn::costs::MoveCosts;
    ///
    /// let costs = MoveCosts::parse(&Cube3Htm, "half = 1.5\nfaces.B = 3.0\nfaces.D = inf")?;
    /// assert_eq!(costs.forbidden(), 3);
    /// # Ok::<(), quarterturn::costs::CostsError>(())
    /// ```
    pub fn parse<P: Puzzle>(puzzle: &P, text: &str) -> Result<Self, CostsError> {
        let names: Vec<&str> = puzzle.moves().map(|mv| puzzle.move_name(mv)).collect();
        Self::of_text(puzzle.name(), &names, text)
    }

    fn of_text(puzzle: &str, names: &[&str], text: &str) -> Result<Self, CostsError> {
        let fail = |at: usize, kind| CostsError {
            line: text[..at.min(text.len())].matches('\n').count() + 1,
            kind,
        };
        let file: File = toml::from_str(text).map_err(|e| {
            let at = e.span().map_or(0, |span| span.start);
            fail(at, CostsErrorKind::Toml(e.message().to_owned()))
        })?;
        let number = |x: &Spanned<f64>| match *x.get_ref() {
            n if is_price(n) => Ok(n),
            _ => Err(fail(x.span().start, CostsErrorKind::Cost)),
        };
        let is_half = |name: &str| name.ends_with('2');
        if let Some(half) = file
            .half
            .as_ref()
            .filter(|_| !names.iter().any(|n| is_half(n)))
        {
            return Err(fail(
                half.span().start,
                CostsErrorKind::Half(puzzle.to_owned()),
            ));
        }
        let turn = |x: &Option<Spanned<f64>>| x.as_ref().map_or(Ok(1.0), number);
        let (quarter, half) = (turn(&file.quarter)?, turn(&file.half)?);
        let base = |name: &&str| if is_half(name) { half } else { quarter };
        let mut costs: Vec<f64> = names.iter().map(base).collect();
        for (face, factor) in &file.faces {
            let of_face = |name: &str| name.trim_end_matches(['\'', '2']) == face;
            if !names.iter().any(|n| of_face(n)) {
                let kind = CostsErrorKind::Face(face.clone(), puzzle.to_owned());
                return Err(fail(factor.span().start, kind));
            }
            let at = factor.span().start;
            let factor = number(factor)?;
            let turns = costs.iter_mut().zip(names).filter(|(_, n)| of_face(n));
            for (cost, _) in turns {
                *cost *= factor;
                if *cost < LEAST {
                    return Err(fail(at, CostsErrorKind::Cost));
                }
            }
        }
        for (name, cost) in &file.moves {
            let Some(at) = names.iter().position(|n| n == name) else {
                let kind = CostsErrorKind::Move(name.clone(), puzzle.to_owned());
                return Err(fail(cost.span().start, kind));
            };
            costs[at] = number(cost)?;
        }
        let of: Vec<Option<u32>> = costs.iter().copied().map(fixed).collect();
        if of.iter().all(Option::is_none) {
            return Err(fail(0, CostsErrorKind::Nothing));
        }
        Ok(Self { of, given: costs })
    }
}
