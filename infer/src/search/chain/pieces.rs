//! The pieces of a permutation puzzle: points that always move together, in orbits.

use crate::group::{Image, orbit_of};

/// Points that moves take to one another.
#[derive(Clone, Debug)]
pub struct Orbit {
    /// Its points.
    pub points: Vec<u16>,
    /// Of each piece its points, the first one first.
    pub pieces: Vec<Vec<u16>>,
}

/// The pieces of a puzzle.
#[derive(Clone, Debug)]
pub struct Pieces {
    /// The orbits that move, without those that move as another one does.
    pub orbits: Vec<Orbit>,
    /// The number of the orbit of each point, `u16::MAX` where it is left out.
    pub orbit: Vec<u16>,
    /// The number of the piece of each point, over all orbits.
    pub piece: Vec<u16>,
    /// The place of each point in its orbit.
    pub place: Vec<u16>,
}

impl Pieces {
    /// Those of a puzzle with this number of points, and these moves.
    pub fn of(points: usize, moves: &[Image]) -> Self {
        let mut all = Self {
            orbits: Vec::new(),
            orbit: vec![u16::MAX; points],
            piece: vec![0; points],
            place: vec![0; points],
        };
        let mut met = vec![false; points];
        let mut pieces = 0;
        for start in 0..points as u16 {
            if met[usize::from(start)] {
                continue;
            }
            let orbit = orbit_of(start, moves, &mut met);
            let twin = |other: &Orbit| {
                other.points.len() == orbit.len()
                    && other
                        .points
                        .iter()
                        .any(|&p| along(p, start, moves, points).is_some())
            };
            if orbit.len() == 1 || all.orbits.iter().any(twin) {
                continue;
            }
            let nth = all.orbits.len() as u16;
            let own = pieces_of(&orbit, moves, points);
            for (place, &point) in orbit.iter().enumerate() {
                all.orbit[usize::from(point)] = nth;
                all.place[usize::from(point)] = place as u16;
            }
            for piece in &own {
                piece
                    .iter()
                    .for_each(|&point| all.piece[usize::from(point)] = pieces);
                pieces += 1;
            }
            all.orbits.push(Orbit {
                points: orbit,
                pieces: own,
            });
        }
        all
    }

    /// Of each point of the orbits all points that move as it does, itself first.
    pub fn seen(&self, points: usize, moves: &[Image]) -> Vec<Vec<u16>> {
        let kept = (0..points as u16).filter(|&point| self.orbit[usize::from(point)] != u16::MAX);
        let mut seen: Vec<Vec<u16>> = kept.map(|point| vec![point]).collect();
        let mut met: Vec<bool> = self.orbit.iter().map(|&orbit| orbit != u16::MAX).collect();
        for start in 0..points as u16 {
            if met[usize::from(start)] {
                continue;
            }
            let size = orbit_of(start, moves, &mut met).len();
            let orbits = self
                .orbits
                .iter()
                .filter(|orbit| orbit.points.len() == size && size > 1);
            let twin = orbits
                .flat_map(|orbit| &orbit.points)
                .find_map(|&p| along(p, start, moves, points));
            for own in &mut seen {
                let with = twin.as_ref().map(|with| with[usize::from(own[0])]);
                own.extend(with.filter(|&with| with != u16::MAX));
            }
        }
        seen
    }
}

/// Of each point the one that goes along with it if `partner` goes along with `start`; nothing where they part.
fn along(start: u16, partner: u16, moves: &[Image], points: usize) -> Option<Vec<u16>> {
    let mut with = vec![u16::MAX; points];
    with[usize::from(start)] = partner;
    let mut open = vec![start];
    while let Some(point) = open.pop() {
        for mv in moves {
            let (next, its) = (
                mv[usize::from(point)],
                mv[usize::from(with[usize::from(point)])],
            );
            match with[usize::from(next)] {
                u16::MAX => {
                    with[usize::from(next)] = its;
                    open.push(next);
                }
                known if known == its => {}
                _ => return None,
            }
        }
    }
    Some(with)
}

/// The pieces of an orbit, the points of each in the order in which one turns, if all turns are powers of one.
fn pieces_of(orbit: &[u16], moves: &[Image], points: usize) -> Vec<Vec<u16>> {
    let start = orbit[0];
    let turns: Vec<_> = orbit
        .iter()
        .filter_map(|&partner| along(start, partner, moves, points))
        .collect();
    let circle = |turn: &Vec<u16>| {
        let next = |&point: &u16| Some(turn[usize::from(point)]).filter(|&next| next != start);
        std::iter::successors(Some(start), next).collect::<Vec<u16>>()
    };
    let most = turns
        .iter()
        .map(circle)
        .max_by_key(Vec::len)
        .unwrap_or_default();
    let ordered: Vec<_> = most
        .iter()
        .filter_map(|&partner| along(start, partner, moves, points))
        .collect();
    let turns = if ordered.len() == turns.len() {
        ordered
    } else {
        turns
    };
    let mut met = vec![false; points];
    let mut pieces = Vec::new();
    for &point in orbit {
        if met[usize::from(point)] {
            continue;
        }
        let piece: Vec<u16> = turns.iter().map(|with| with[usize::from(point)]).collect();
        piece
            .iter()
            .for_each(|&point| met[usize::from(point)] = true);
        pieces.push(piece);
    }
    pieces
}
