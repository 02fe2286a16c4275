//! Many runs that share the work on a file.

/// Reads `I/N`, with I from 1 to N.
pub fn shard(text: &str) -> Result<(usize, usize), String> {
    let numbers = text
        .split_once('/')
        .and_then(|(i, n)| Some((i.parse().ok()?, n.parse().ok()?)));
    match numbers {
        Some((i, n)) if (1..=n).contains(&i) => Ok((i, n)),
        _ => Err("not of the form I/N with I from 1 to N".into()),
    }
}
