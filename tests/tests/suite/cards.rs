//! Each network's model card is about the file that lies beside it.

use sha2::{Digest, Sha256};
use std::fs;
use std::path::Path;

/// As people write numbers: `572,085`.
fn with_commas(number: usize) -> String {
    let digits = number.to_string();
    let groups: Vec<&str> = digits
        .as_bytes()
        .rchunks(3)
        .rev()
        .map(|group| str::from_utf8(group).unwrap())
        .collect();
    groups.join(",")
}

#[test]
fn a_model_card_names_the_bytes_and_the_hash_of_its_file() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../weights");
    let mut cards = 0;
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|extension| extension != "qtw") {
            continue;
        }
        let (bytes, card) = (
            fs::read(&path).unwrap(),
            fs::read_to_string(path.with_extension("md")).unwrap(),
        );
        let name = path.file_name().unwrap().to_str().unwrap();
        let file = format!("`{name}`, {} bytes", with_commas(bytes.len()));
        assert!(card.contains(&file), "{name}: {file}");
        let hash = format!("`{:x}`", Sha256::digest(&bytes));
        assert!(card.contains(&hash), "{name}: {hash}");
        cards += 1;
    }
    assert!(cards > 0);
}
