//! Pages of the book that are made from the code, and the tests that they are up to date.

mod options;

pub use options::options;

use std::env;
use std::fs;
use std::path::Path;

/// Set to write the pages instead of comparing them; `tests/reference` does so.
const RENEW: &str = "QUARTERTURN_RENEW_REFERENCE";

/// Makes sure that the part called `part` of a page in `docs/reference` is `made`: what stands between the
/// lines `<!-- made: PART -->` and `<!-- end: PART -->`.
///
/// # Panics
/// The page has another text there, or no such part.
pub fn matches(page: &str, part: &str, made: &str) {
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/reference");
    let path = docs.join(page);
    let text = fs::read_to_string(&path).unwrap_or_else(|e| panic!("docs/reference/{page}: {e}"));
    let [start, end] = ["made", "end"].map(|mark| format!("<!-- {mark}: {part} -->\n"));
    let parts = text
        .split_once(&start)
        .and_then(|(head, rest)| Some((head, rest.split_once(&end)?)));
    let Some((head, (present, tail))) = parts else {
        panic!("docs/reference/{page} has no part between {start}and {end}");
    };
    let made = format!("\n{}\n\n", made.trim());
    if env::var_os(RENEW).is_some() {
        let renewed = [head, &start, &made, &end, tail].concat();
        fs::write(&path, renewed).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
        return;
    }
    let lines = present.lines().zip(made.lines()).zip(1..);
    let differs = lines.map(|((was, is), nth)| (nth, was, is));
    let first = differs.into_iter().find(|(_, was, is)| was != is);
    assert!(
        present == made,
        "docs/reference/{page} is not what the code says: run tests/reference\n{first:?}"
    );
}

/// Makes sure that the file `name` in `tests/data` is `made`.
///
/// # Panics
/// It is another text.
pub fn is(name: &str, made: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../data")
        .join(name);
    if env::var_os(RENEW).is_some() {
        fs::write(&path, made).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    }
    let present = fs::read_to_string(&path).unwrap_or_default();
    assert!(
        present == made,
        "tests/data/{name} is not what the code says: run its test with {RENEW}=1"
    );
}
