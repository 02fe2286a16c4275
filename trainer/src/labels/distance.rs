//! Labels of walks: step numbers, min-propagated over duplicates in the pool (CayleyPy 2025, "diffusion distance";
//! min-propagation as in JAxtar).

use crate::dynamics::Walks;

/// Step numbers, lowered to the smallest number of the same state in the pool, or by way of its neighbours on
/// walks: `[walks × (steps + 1)]`. Twice from state to state and along the walks.
pub fn labels(walks: &Walks) -> Vec<f32> {
    let keys = walks.states.keys();
    let mut places: Vec<(u64, u32)> = keys.into_iter().zip(0..).collect();
    places.sort_unstable();
    // Equal keys beside one another get one number.
    let mut class = vec![0; places.len()];
    let mut classes = 0;
    for same in places.chunk_by(|a, b| a.0 == b.0) {
        for &(_, place) in same {
            class[place as usize] = classes;
        }
        classes += 1;
    }
    let row = walks.steps + 1;
    let mut labels: Vec<f32> = (0..class.len()).map(|i| (i % row) as f32).collect();
    for _ in 0..2 {
        let mut best = vec![walks.steps as f32; classes];
        for (&class, &label) in class.iter().zip(&labels) {
            best[class] = best[class].min(label);
        }
        for (&class, label) in class.iter().zip(&mut labels) {
            *label = best[class];
        }
        for walk in labels.chunks_exact_mut(row) {
            // A state is at most one move farther than the one before it on its walk.
            for k in 1..row {
                walk[k] = walk[k].min(walk[k - 1] + 1.0);
            }
            // And at most one farther than the one after it, if a move leads there.
            if walks.onward.is_some() {
                for k in (1..row).rev() {
                    walk[k - 1] = walk[k - 1].min(walk[k] + 1.0);
                }
            }
        }
    }
    labels
}
