//! The name that was meant.

/// The name of a list that takes the fewest changes of letters to reach, if it takes few.
pub fn nearest<'a>(name: &str, names: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let name: Vec<char> = name.chars().take(64).flat_map(char::to_lowercase).collect();
    let most = name.len() / 3;
    let changes = names
        .into_iter()
        .map(|other| (changes(&name, other), other));
    let least = changes.min_by_key(|&(changes, _)| changes);
    least
        .filter(|&(changes, _)| changes <= most)
        .map(|(_, other)| other)
}

/// How many letters must be put in, left out or exchanged.
fn changes(name: &[char], other: &str) -> usize {
    let mut row: Vec<usize> = (0..=name.len()).collect();
    for letter in other.chars().flat_map(char::to_lowercase) {
        let mut before = row[0];
        row[0] += 1;
        for (at, own) in name.iter().enumerate() {
            let exchanged = before + usize::from(*own != letter);
            before = row[at + 1];
            row[at + 1] = exchanged.min(before + 1).min(row[at] + 1);
        }
    }
    row[name.len()]
}

#[cfg(test)]
mod tests {
    use super::nearest;

    #[test]
    fn a_slip_is_near_and_another_word_is_not() {
        let names = ["cube3", "cube2", "pyraminx", "puzzle15"];
        for (name, near) in [
            ("cub3", Some("cube3")),
            ("Pyramix", Some("pyraminx")),
            ("puzzle16", Some("puzzle15")),
            ("square1", None),
            ("", None),
        ] {
            assert_eq!(nearest(name, names), near, "{name}");
        }
    }
}
