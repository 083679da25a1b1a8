//! The house: arrows between modules point up the list of `lib.rs`, and nobody brings in what is not theirs to bring.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

const SOURCE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/src");

fn files(under: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(under).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(files(&path));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
    found
}

/// The modules of the house from the ground up, as `lib.rs` lists them.
fn modules() -> Vec<String> {
    let text = fs::read_to_string(format!("{SOURCE}/lib.rs")).unwrap();
    let declared = text.lines().filter_map(|line| line.strip_prefix("pub mod ")?.strip_suffix(';'));
    declared.map(str::to_owned).collect()
}

/// The module of the house a file belongs to; none for `lib.rs`, `main.rs` and the shared tests.
fn module_of(path: &Path) -> Option<String> {
    let inside = path.strip_prefix(SOURCE).unwrap();
    let first = inside.iter().next()?.to_str()?;
    let name = first.strip_suffix(".rs").unwrap_or(first);
    (!matches!(name, "lib" | "main" | "laws")).then(|| name.to_owned())
}

/// Which modules of the house a file names by `crate::…`, comments and tests left out.
fn uses(path: &Path) -> BTreeSet<String> {
    let text = fs::read_to_string(path).unwrap();
    let code = text.split("#[cfg(test)]\nmod tests {").next().unwrap();
    let mut used = BTreeSet::new();
    for line in code.lines().map(str::trim).filter(|line| !line.starts_with("//")) {
        for part in line.split("crate::").skip(1) {
            // `use crate::{a, b::c}` names several.
            let names: Vec<&str> = match part.strip_prefix('{') {
                Some(list) => list.split(',').map(str::trim).collect(),
                None => vec![part],
            };
            for name in names {
                let end = name.find(|c: char| !(c.is_ascii_alphanumeric() || c == '_')).unwrap_or(name.len());
                used.insert(name[..end].to_owned());
            }
        }
    }
    used
}

/// Files that exist for tests only.
fn is_test(path: &Path) -> bool {
    let name = path.file_stem().unwrap().to_str().unwrap();
    name.ends_with("tests") || matches!(name, "naive" | "toy" | "laws") || path.iter().any(|part| part == "tests")
}

#[test]
fn arrows_point_up_the_list() {
    let modules = modules();
    let place = |name: &str| modules.iter().position(|module| module == name);
    let mut arrows = 0;
    for path in files(Path::new(SOURCE)).iter().filter(|path| !is_test(path)) {
        let Some(module) = module_of(path) else { continue };
        let here = place(&module).unwrap_or_else(|| panic!("{} is not in lib.rs", path.display()));
        for used in uses(path) {
            if let Some(there) = place(&used) {
                assert!(there <= here, "{}: {module} uses {used}, which stands below it", path.display());
                arrows += usize::from(there < here);
            }
        }
    }
    assert!(arrows > 40, "only {arrows} arrows found: the test does not see them");
}

#[test]
fn who_may_know_whom() {
    for (module, banned) in [
        ("games", &["search", "session", "protocol", "variants", "daemon", "perft"][..]),
        ("search", &["games", "protocol", "session", "variants"]),
        ("perft", &["games", "search", "protocol", "session", "variants"]),
        ("protocol", &["games", "search", "session", "variants", "perft"]),
        ("session", &["games", "variants"]),
        ("daemon", &["games"]),
    ] {
        let mut seen = 0;
        for path in files(Path::new(SOURCE)).iter().filter(|path| !is_test(path)) {
            if module_of(path).as_deref() == Some(module) {
                seen += 1;
                let uses = uses(path);
                for name in banned {
                    assert!(!uses.contains(*name), "{}: {module} must not know {name}", path.display());
                }
            }
        }
        assert!(seen > 0, "{module} has no files");
    }
}

#[test]
fn json_is_the_protocols_and_only_the_registry_names_games() {
    for path in files(Path::new(SOURCE)) {
        let text = fs::read_to_string(&path).unwrap();
        let module = module_of(&path);
        if text.contains("serde_json::") {
            assert_eq!(module.as_deref(), Some("protocol"), "{}", path.display());
        }
        if !is_test(&path) && uses(&path).contains("games") {
            assert!(matches!(module.as_deref(), Some("games" | "variants")), "{}", path.display());
        }
    }
}

#[test]
fn standard_output_is_the_protocols() {
    for path in files(Path::new(SOURCE)).iter().filter(|path| !is_test(path)) {
        let text = fs::read_to_string(path).unwrap();
        for line in text.lines().filter(|line| !line.trim_start().starts_with("//")) {
            let line = line.replace("eprint", "");
            assert!(!line.contains("print!(") && !line.contains("println!("), "{}: {line}", path.display());
        }
    }
}

#[test]
fn parsers_of_what_clients_send_deny_panics() {
    for module in ["protocol/mod.rs", "session/mod.rs", "daemon/mod.rs"] {
        let text = fs::read_to_string(format!("{SOURCE}/{module}")).unwrap();
        for lint in ["unwrap_used", "expect_used", "panic", "indexing_slicing"] {
            assert!(text.contains(&format!("clippy::{lint}")), "{module} does not deny {lint}");
        }
    }
}

#[test]
fn files_are_short() {
    for path in files(Path::new(SOURCE)) {
        let lines = fs::read_to_string(&path).unwrap().lines().count();
        assert!(lines <= 900, "{}: {lines} lines", path.display());
    }
}
