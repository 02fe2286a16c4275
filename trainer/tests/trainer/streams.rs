//! Standard output and standard error in every state: at work, closed, full, left by their reader.

use crate::common::{Bench, recipe, succeed, trainer};
use quarterturn_support::streams::{self, STREAMS, Stream};
use rayon::prelude::*;
use std::os::unix::process::ExitStatusExt;
use std::path::Path;

#[test]
fn no_stream_makes_a_command_panic() {
    // A puzzle whose evaluation is not exact, and so is short.
    let bench = Bench::new(&recipe(2000, 600).replace("cube2", "puzzle8"));
    let (folder, fresh) = (bench.out("run"), bench.out("fresh"));
    let file = bench.out("net.qtw");
    succeed(&mut bench.train(&folder, &[]));
    let [folder, fresh, file] = [&folder, &fresh, &file].map(|path| path.to_str().unwrap());
    let recipe = bench.recipe();
    let recipe = recipe.to_str().unwrap();
    let eval = [
        "eval",
        folder,
        "--scrambles",
        "1",
        "--depths",
        "2",
        "--width",
        "4",
    ];
    let export = ["export", folder, "--to", file, "--tolerance", "9"];
    let train = [
        "train",
        recipe,
        "--out",
        fresh,
        "--resume",
        "--threads",
        "1",
    ];
    // What each prints, and how it ends.
    let commands: [(Vec<&str>, bool, i32); 8] = [
        (vec!["--help"], true, 0),
        (vec!["frobnicate"], false, 2),
        (vec!["doctor"], true, 0),
        (vec!["plot", "no-such-run"], false, 1),
        (eval.to_vec(), true, 0),
        ([&eval[..], &["--json"]].concat(), true, 0),
        (export.to_vec(), true, 0),
        (train.to_vec(), false, 0),
    ];
    // Side by side: LibTorch takes its time to load.
    commands.par_iter().for_each(|(args, prints, code)| {
        in_every_state(args, *prints, *code, Path::new(file));
    });
}

/// Runs a command with its streams in every state; `file` is what `export` writes.
fn in_every_state(args: &[&str], prints: bool, code: i32, file: &Path) {
    // One stream at a time, and both alike.
    let alone = |s| [(s, Stream::Works), (Stream::Works, s), (s, s)];
    for (out, err) in STREAMS.into_iter().flat_map(alone).skip(2) {
        let exports = args[0] == "export";
        if exports {
            let _ = std::fs::remove_file(file);
        }
        let mut command = streams::command(&trainer(), args, [out, err]).unwrap();
        let ran = command.output().unwrap();
        let said = String::from_utf8_lossy(&ran.stderr).into_owned();
        let what = format!("{args:?}, output {out:?}, errors {err:?}: {said}");
        let expected = match out {
            Stream::Full if prints => 1,
            Stream::Left if prints => 0,
            // The system takes what goes to a closed stream for what goes to /dev/null.
            _ => code,
        };
        assert_eq!(ran.status.signal(), None, "{what}");
        assert_eq!(ran.status.code(), Some(expected), "{what}");
        assert_eq!(
            !ran.stdout.is_empty(),
            prints && out == Stream::Works,
            "{what}"
        );
        assert!(!said.contains("panicked"), "{what}");
        if exports {
            assert!(file.exists(), "{what}");
        }
    }
}
