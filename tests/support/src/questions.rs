//! The table of questions that every door is asked: `tests/data/questions.tsv`.

/// A question and what is true of its answer.
#[derive(Clone, Debug)]
pub struct Question {
    /// A puzzle of the library.
    pub puzzle: &'static str,
    /// Settings by their names, and their values as texts.
    pub settings: Vec<(&'static str, &'static str)>,
    /// The state, as text.
    pub state: &'static str,
    /// The solution's length, and whether it is proven to be the least; or the code of the refusal, and its place.
    pub answer: Result<(usize, bool), (&'static str, Option<usize>)>,
}

/// All of them.
///
/// # Panics
/// If the table is damaged.
pub fn questions() -> Vec<Question> {
    let table = include_str!("../../data/questions.tsv").lines();
    let rows = table.filter(|line| !line.starts_with('#'));
    rows.map(|line| {
        let columns: Vec<&str> = line.split('\t').collect();
        let [puzzle, settings, state, length, optimal, code, at] = columns[..] else {
            panic!("{line}");
        };
        let settings = settings.split_whitespace();
        let settings = settings.map(|pair| pair.split_once('=').expect("name=value"));
        Question {
            puzzle,
            settings: settings.collect(),
            state,
            answer: match code {
                "" => Ok((length.parse().expect("a length"), optimal == "yes")),
                code => Err((code, at.parse().ok())),
            },
        }
    })
    .collect()
}

/// The rows of a table whose texts are as in JSON, without its remarks.
///
/// # Panics
/// If the table is damaged.
pub fn rows(table: &str) -> impl Iterator<Item = Vec<String>> {
    let rows = table.lines().filter(|row| !row.starts_with("# "));
    rows.map(|row| {
        let columns = row.split('\t').map(|text| format!("\"{text}\""));
        let read = |text: String| serde_json::from_str(&text).expect(row);
        columns.map(read).collect()
    })
}
