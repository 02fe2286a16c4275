//! Facelets that are listed in another order of the faces: finds out which order.

use super::sides::Sides;
use quarterturn_core::cube::geometry::FACES;
use quarterturn_core::facelets::{names_order, symbols};

/// Orders of the faces that are in use, the likeliest first.
const ORDERS: [[u8; 6]; 8] = [
    *b"ULFRBD", *b"UDLRFB", *b"UDFBLR", *b"UFRBLD", *b"UFLBRD", *b"FRBLUD", *b"UDLRBF", *b"ULFRDB",
];

/// The order of the faces in which the stickers are a cube: the likeliest one or, if none of those is, the only
/// one.
pub(super) fn order(sides: Sides, text: &str, stickers: &[char]) -> Option<String> {
    // A net has its order, and a named order was meant.
    let plain = symbols(text).map(|(_, c)| c).eq(stickers.iter().copied());
    if names_order(text) || !plain {
        return None;
    }
    let fits = |order: &[u8; 6]| {
        let area = sides.side * sides.side;
        let face = |face: u8| order.iter().position(|&f| f == face).unwrap_or(0);
        let faces = FACES.iter().map(|&f| &stickers[face(f) * area..][..area]);
        sides.state(&faces.collect::<Vec<_>>().concat()).is_some()
    };
    let name = |order: &[u8; 6]| order.map(char::from).iter().collect();
    if let Some(order) = ORDERS.iter().find(|order| fits(order)) {
        return Some(name(order));
    }
    let mut all = orders().into_iter().filter(fits);
    let only = all.next()?;
    all.next().is_none().then(|| name(&only))
}

/// All orders of the faces.
fn orders() -> Vec<[u8; 6]> {
    let mut all = vec![(FACES, 0)];
    let mut done = Vec::new();
    while let Some((order, fixed)) = all.pop() {
        if fixed == order.len() {
            done.push(order);
            continue;
        }
        for other in fixed..order.len() {
            let mut next = order;
            next.swap(fixed, other);
            all.push((next, fixed + 1));
        }
    }
    done
}

#[cfg(test)]
mod tests {
    use super::super::sides::Sided;
    use super::*;
    use quarterturn_core::cube::{Cube2, Cube3};
    use quarterturn_core::random::Random;
    use rand_xoshiro::Xoshiro256PlusPlus;
    use rand_xoshiro::rand_core::SeedableRng;

    #[test]
    fn orders_are_found_out() {
        assert_eq!(orders().len(), 720);
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(18);
        for name in ORDERS.iter().chain([b"BFRLDU"]) {
            let cubes = [
                (Cube3::SIDES, Cube3::random(&mut rng).to_string()),
                (Cube2::SIDES, Cube2::random(&mut rng).to_string()),
            ];
            for (sides, text) in cubes {
                let area = text.len() / 6;
                let face = |face: &u8| FACES.iter().position(|f| f == face).unwrap() * area;
                let listed: String = name.iter().map(|f| &text[face(f)..][..area]).collect();
                let stickers: Vec<char> = listed.chars().collect();
                let found = order(sides, &listed, &stickers);
                // A small cube may be one in several orders.
                let unique = sides.side == 3;
                let expected = String::from_utf8_lossy(name);
                assert!(!unique || found.as_deref() == Some(&*expected), "{found:?}");
                if let Some(found) = found {
                    let named = format!("{found}: {listed}").parse::<Cube3>().is_ok()
                        || format!("{found}: {listed}").parse::<Cube2>().is_ok();
                    assert!(named, "{found}: {listed}");
                }
            }
        }
    }
}
