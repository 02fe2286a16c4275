//! Labels from small beams, one beam from each state, guided by estimates of the children's costs.
//!
//! The states of a beam are visited again from its end backwards. A state costs 1 + the least cost of its
//! children, and the cost of a child that was kept comes from its own children. So information travels as many
//! moves at once as the beam is long, and from the goal itself if the beam reaches it. The states are those
//! that searches meet: near paths that look better than they are.
//!
//! On the way back, the cost of a state is not taken from states that the beam visited before it, or an
//! underestimated region would confirm itself. Only in the end may a state use one of them.
//!
//! The cost at the end of a beam is known badly, and this error is common to all states of a layer. A search
//! compares only states of one layer. So `common` says how much of the common error is learnt.

use super::lesson::{Lesson, picked};
use crate::dynamics::{Children, States};
use crate::random::{Random, permutation};
use rustc_hash::FxHashMap;

/// The size of beams.
#[derive(Clone, Copy, Debug)]
pub(super) struct Size {
    /// States kept at each depth.
    pub width: usize,
    /// Number of depths.
    pub layers: usize,
}

/// A state of a beam: its layer, and its row there.
type Place = (usize, usize);

/// The states that all beams have after the same number of moves.
struct Layer {
    floor: Vec<f32>,
    moves: usize,
    /// The beam of each state, and its cost by the guide: infinity for the roots, which are not evaluated.
    beam: Vec<usize>,
    said: Vec<f32>,
    /// The cost of each child, a row for each state: infinity if there is no such move, or if the child is known to the
    /// beam, which gives a better cost.
    costs: Vec<f32>,
    goals: Vec<bool>,
    /// Which children, as places of `costs`, are states of the beam as well, and where.
    known: Vec<(usize, Place)>,
}

/// What gives the costs of states.
pub(super) trait Teacher {
    /// 0 at least; infinity where there is no way to a goal.
    fn costs(&mut self, states: &dyn States) -> Vec<f32>;

    /// The cost from which the learning network counts, for each state.
    fn floor(&self, states: &dyn States) -> Vec<f32>;
}

/// What is learnt from the states of beams.
#[derive(Clone, Copy, Debug)]
pub(super) struct Learnt {
    /// How much of the error that the states of a beam's layer share.
    pub common: f64,
    /// The share, drawn at random, of the states whose costs are known.
    pub share: f64,
    /// The largest cost. The costs of states that lead to no goal are larger, and not learnt.
    pub most: f32,
}

/// The labels from the beams that start at `roots`, if there are any.
pub(super) fn lesson(
    roots: Box<dyn States>,
    size: Size,
    learnt: Learnt,
    guide: &mut impl Teacher,
    rng: &mut Random,
) -> Option<Lesson> {
    let (mut layers, states) = search(roots, size, guide);
    let mut labels = labels(&layers, learnt.most);
    if learnt.common < 1.0 {
        remove_common_error(&layers, &mut labels, 1.0 - learnt.common as f32);
        let all = labels.iter_mut().flatten();
        all.for_each(|label| *label = cap(*label, learnt.most));
    }
    for layer in &mut layers {
        for &(entry, (depth, row)) in &layer.known {
            layer.costs[entry] = labels[depth][row];
        }
    }
    let rows = draw(&labels, learnt.share, rng);
    let mut lesson = Lesson::default();
    for (((layer, states), labels), rows) in layers.iter().zip(&states).zip(&labels).zip(rows) {
        let count = labels.len().max(1);
        lesson.append(Lesson {
            features: states.pick(&rows).features(),
            label: picked(labels, count, &rows),
            costs: picked(&layer.costs, count, &rows),
            floor: picked(&layer.floor, count, &rows),
        });
    }
    (!lesson.label.is_empty()).then_some(lesson)
}

/// The rows of a share of the finite labels of each layer.
fn draw(labels: &[Vec<f32>], share: f64, rng: &mut Random) -> Vec<Vec<usize>> {
    let places = |(depth, labels): (usize, &Vec<f32>)| {
        let finite = (0..labels.len()).filter(|&row| labels[row].is_finite());
        finite.map(|row| (depth, row)).collect::<Vec<Place>>()
    };
    let known: Vec<Place> = labels.iter().enumerate().flat_map(places).collect();
    let count = (share * known.len() as f64).ceil() as usize;
    let mut rows = vec![Vec::new(); labels.len()];
    for nth in permutation(rng, known.len()).into_iter().take(count) {
        let (depth, row) = known[nth];
        rows[depth].push(row);
    }
    rows
}

/// The layers of all beams and the states of each; a beam ends where it meets a goal.
fn search(
    mut states: Box<dyn States>,
    size: Size,
    guide: &mut impl Teacher,
) -> (Vec<Layer>, Vec<Box<dyn States>>) {
    let (mut layers, mut all) = (Vec::new(), Vec::new());
    let keys = states.keys();
    // The beam that each state belongs to, and where each beam has met which state.
    let mut beam: Vec<usize> = (0..keys.len()).collect();
    let mut said = vec![f32::INFINITY; keys.len()];
    let roots = keys.iter().enumerate();
    let mut met: Vec<FxHashMap<u64, Place>> = roots
        .map(|(row, &key)| FxHashMap::from_iter([(key, (0, row))]))
        .collect();
    for depth in 0..size.layers {
        let children = states.children();
        let (moves, goals) = (children.moves, states.goals());
        let keys = children.states.keys();
        let can = |entry: &usize| children.allowed.as_ref().is_none_or(|all| all[*entry]);
        let (mut known, mut fresh) = (Vec::new(), Vec::new());
        for entry in (0..keys.len()).filter(can) {
            match met[beam[entry / moves]].get(&keys[entry]) {
                Some(&place) => known.push((entry, place)),
                None => fresh.push(entry),
            }
        }
        let costs = costs(&children, &keys, &fresh, guide);
        let mut ended = vec![false; met.len()];
        for (&of, &goal) in beam.iter().zip(&goals) {
            ended[of] |= goal;
        }
        let new = fresh
            .iter()
            .map(|&entry| (beam[entry / moves], costs[entry], entry));
        let mut new: Vec<_> = new
            .filter(|&(of, cost, _)| !ended[of] && cost.is_finite())
            .collect();
        new.sort_by(|a, b| a.0.cmp(&b.0).then(a.1.total_cmp(&b.1)));
        let (mut kept, mut next, mut says) = (Vec::new(), Vec::new(), Vec::new());
        let last = depth + 1 == size.layers;
        let mut room = vec![if last { 0 } else { size.width }; met.len()];
        for (of, cost, entry) in new {
            match met[of].get(&keys[entry]) {
                Some(&place) => known.push((entry, place)),
                None if room[of] == 0 => {}
                None => {
                    let place = (depth + 1, kept.len());
                    room[of] -= 1;
                    met[of].insert(keys[entry], place);
                    known.push((entry, place));
                    kept.push(entry);
                    next.push(of);
                    says.push(cost);
                }
            }
        }
        layers.push(Layer {
            floor: guide.floor(states.as_ref()),
            moves,
            beam,
            said,
            costs,
            goals,
            known,
        });
        all.push(states);
        if kept.is_empty() {
            break;
        }
        states = children.states.pick(&kept);
        (beam, said) = (next, says);
    }
    (layers, all)
}

/// The costs of children, a row for each state: infinity except for the entries that are `fresh`. Equal children are
/// evaluated once, and goals not at all.
fn costs(children: &Children, keys: &[u64], fresh: &[usize], guide: &mut impl Teacher) -> Vec<f32> {
    let goals = children.states.goals();
    let mut asked = Vec::new();
    let mut rows = FxHashMap::default();
    for &entry in fresh.iter().filter(|&&entry| !goals[entry]) {
        rows.entry(keys[entry]).or_insert_with(|| {
            asked.push(entry);
            asked.len() - 1
        });
    }
    let said: Vec<f32> = match asked.is_empty() {
        true => Vec::new(),
        false => guide.costs(children.states.pick(&asked).as_ref()),
    };
    let mut costs = vec![f32::INFINITY; keys.len()];
    for &entry in fresh {
        costs[entry] = rows.get(&keys[entry]).map_or(0.0, |&row| said[row]);
    }
    costs
}

/// A cost that is not above `most`, or infinity.
fn cap(cost: f32, most: f32) -> f32 {
    if cost.is_finite() {
        cost.min(most)
    } else {
        cost
    }
}

/// The costs of the states of each layer, at most `most`.
fn labels(layers: &[Layer], most: f32) -> Vec<Vec<f32>> {
    let mut labels: Vec<Vec<f32>> = Vec::new();
    // From the end: only by states that come later.
    for (depth, layer) in layers.iter().enumerate().rev() {
        let mut costs = layer.costs.clone();
        for &(entry, (there, row)) in &layer.known {
            costs[entry] = match there > depth {
                // The last of `labels` is the next layer.
                true => labels[layers.len() - 1 - there][row],
                false => f32::INFINITY,
            };
        }
        let least = costs
            .chunks_exact(layer.moves)
            .map(|row| row.iter().copied().fold(f32::INFINITY, f32::min));
        let label = least
            .zip(&layer.goals)
            .map(|(least, &goal)| if goal { 0.0 } else { cap(1.0 + least, most) });
        labels.push(label.collect());
    }
    labels.reverse();
    // From the start: or back by a state that came before.
    for (depth, layer) in layers.iter().enumerate() {
        for &(entry, (there, row)) in layer.known.iter().filter(|(_, (there, _))| *there <= depth) {
            let by = cap(1.0 + labels[there][row], most);
            let label = &mut labels[depth][entry / layer.moves];
            *label = label.min(by);
        }
    }
    labels
}

/// Removes the share `part` of the error that the states of each beam's layer have in common from their labels. Beams
/// that met a goal have true labels and are left as they are.
fn remove_common_error(layers: &[Layer], labels: &mut [Vec<f32>], part: f32) {
    let beams = layers.first().map_or(0, |layer| layer.beam.len());
    let mut met = vec![false; beams];
    for layer in layers {
        for (&of, &goal) in layer.beam.iter().zip(&layer.goals) {
            met[of] |= goal;
        }
    }
    for (layer, labels) in layers.iter().zip(labels) {
        let mut off = vec![(0.0, 0); beams];
        for ((&of, said), label) in layer.beam.iter().zip(&layer.said).zip(&*labels) {
            let by = label - said;
            if by.is_finite() {
                off[of] = (off[of].0 + by, off[of].1 + 1);
            }
        }
        for ((&of, label), &floor) in layer.beam.iter().zip(labels).zip(&layer.floor) {
            let (sum, count) = off[of];
            if count > 0 && !met[of] {
                *label = (*label - part * sum / count as f32).max(floor);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::seeded;

    fn layer(costs: &[f32], goals: &[bool], known: &[(usize, Place)]) -> Layer {
        Layer {
            floor: vec![0.0; goals.len()],
            moves: 2,
            beam: vec![0; goals.len()],
            said: vec![f32::INFINITY; goals.len()],
            costs: costs.to_vec(),
            goals: goals.to_vec(),
            known: known.to_vec(),
        }
    }

    /// A hollow: a state said to cost 2 and its child said to cost 1 each lead to the other, and else
    /// to what costs 9 and 7. Looked at together they cost 9 and 8.
    #[test]
    fn a_hollow_does_not_hide_itself() {
        let layers = [
            layer(&[1.0, 9.0], &[false], &[(0, (1, 0))]),
            layer(&[2.0, 7.0], &[false], &[(0, (0, 0))]),
        ];
        assert_eq!(labels(&layers, 99.0), [[9.0], [8.0]]);
        assert_eq!(labels(&layers, 8.5), [[8.5], [8.0]]);
    }

    /// What is behind a goal does not count, and the way back may be the best.
    #[test]
    fn costs_come_from_the_goal() {
        let layers = [
            layer(&[5.0, 6.0], &[false], &[(0, (1, 0)), (1, (1, 1))]),
            layer(&[3.0, 3.0, 9.0, 9.0], &[true, false], &[(3, (0, 0))]),
        ];
        assert_eq!(labels(&layers, 99.0), [vec![1.0], vec![0.0, 2.0]]);
    }

    #[test]
    fn what_is_learnt_is_known() {
        let labels = [vec![1.0, f32::INFINITY], vec![], vec![2.0, 3.0, 4.0]];
        let rng = &mut seeded(1, 0, 0);
        let mut all = draw(&labels, 1.0, rng);
        all.iter_mut().for_each(|rows| rows.sort_unstable());
        assert_eq!(all, [vec![0], vec![], vec![0, 1, 2]]);
        let half = draw(&labels, 0.5, rng).concat();
        assert_eq!(half.len(), 2);
    }

    /// Three states of a beam were said to cost 5, 6 and 7 and cost 8, 7 and 12: 3 too much together, of which a half
    /// goes. What is not known stays so, no label falls below its floor, and a beam that met a goal is believed.
    #[test]
    fn what_a_layer_has_in_common_is_forgotten() {
        let forget = |goal: bool| {
            let mut layer = layer(&[0.0; 8], &[false, false, false, goal], &[]);
            layer.said = vec![5.0, 6.0, 7.0, 1.0];
            layer.floor = vec![0.0, 6.0, 0.0, 0.0];
            let mut labels = [vec![8.0, 7.0, 12.0, f32::INFINITY]];
            super::remove_common_error(&[layer], &mut labels, 0.5);
            labels
        };
        assert_eq!(forget(false), [[6.5, 6.0, 10.5, f32::INFINITY]]);
        assert_eq!(forget(true), [[8.0, 7.0, 12.0, f32::INFINITY]]);
    }
}
