//! Where moves take a point.

/// The points that moves take `start` to, itself among them, in order. Those in `met` are taken as known, and all that are found
/// are known from then on.
pub(crate) fn orbit_of<M: AsRef<[u16]>>(start: u16, moves: &[M], met: &mut [bool]) -> Vec<u16> {
    met[usize::from(start)] = true;
    let (mut orbit, mut done) = (vec![start], 0);
    while let Some(&point) = orbit.get(done) {
        done += 1;
        for mv in moves {
            let next = mv.as_ref()[usize::from(point)];
            if !std::mem::replace(&mut met[usize::from(next)], true) {
                orbit.push(next);
            }
        }
    }
    orbit.sort_unstable();
    orbit
}
