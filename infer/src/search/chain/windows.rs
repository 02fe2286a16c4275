//! Stretches of a word replaced by shorter words that do the same, from both ends of the stretch.

use super::Facts;
use super::insert::hash;
use crate::group::{Image, inverse, product};
use crate::parallel;

/// Letters of the longest stretch.
const STRETCH: usize = 14;
/// Words that a stretch is tried after, at most.
const FIRSTS: usize = 30_000;

/// The word with stretches replaced until none is left that has a shorter word, or the time is over.
pub fn shortened(facts: &Facts, mut word: Vec<u8>, ends: &(dyn Fn() -> bool + Sync)) -> Vec<u8> {
    let kept = facts.ball.kept.iter().take(FIRSTS);
    let backs = (0..).zip(kept);
    let backs = backs.map(|(nth, image)| (facts.ball.depth(nth), inverse(image)));
    let backs: Vec<(usize, Image)> = backs.collect();
    'again: loop {
        for order in 0..2 {
            if order == 1 {
                word = facts.alphabet.reordered(&word);
            }
            let found = parallel::find(word.len(), &|start| {
                if ends() {
                    return None;
                }
                replaced(facts, &backs, &word, start)
            });
            if let Some(shorter) = found {
                word = shorter;
                continue 'again;
            }
        }
        return word;
    }
}

/// The word with a shorter stretch that begins at a letter; `backs` has the lengths of the first words, and what undoes them.
fn replaced(facts: &Facts, backs: &[(usize, Image)], word: &[u8], start: usize) -> Option<Vec<u8>> {
    let mut image: Image = (0..facts.points as u16).collect();
    for end in start..word.len().min(start + STRETCH) {
        image = product(&image, &facts.alphabet.moves[usize::from(word[end])]);
        let length = end + 1 - start;
        for (nth, &(first, ref back)) in backs.iter().enumerate() {
            if first >= length {
                break;
            }
            let rest = |point: u16| back[usize::from(image[usize::from(point)])];
            let Some(second) = facts.ball.find(hash(facts, rest)) else {
                continue;
            };
            if first + facts.ball.depth(second) >= length {
                continue;
            }
            let (one, other) = (facts.ball.word(nth as u32), facts.ball.word(second));
            let new = word[..start]
                .iter()
                .chain(&one)
                .chain(&other)
                .chain(&word[end + 1..]);
            let new = facts.alphabet.reduced(new);
            let does = |word: &[u8]| {
                let image = facts.alphabet.image(word, facts.points);
                hash(facts, |point| image[usize::from(point)])
            };
            let same = || does(&new) == does(word);
            if new.len() < word.len() && same() {
                return Some(new);
            }
        }
    }
    None
}
