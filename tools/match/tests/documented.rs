//! The games in `docs/games` are records, and the rules end them as the records say.

use banneret_match::record;
use std::fs;
use std::path::Path;

#[test]
fn documented_games_are_played_to_their_end() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/games");
    let files: Vec<_> = fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    assert!(!files.is_empty(), "no games in {}", folder.display());
    for file in files {
        let name = file.display();
        let text = fs::read_to_string(&file).unwrap_or_else(|error| panic!("{name}: {error}"));
        let games = record::parse(&text).unwrap_or_else(|reason| panic!("{name}: {reason}"));
        assert!(!games.is_empty(), "{name}: no game");
        assert!(text.lines().filter(|line| line.contains("; ")).count() > 2, "{name}: not annotated");
        for game in games {
            let replayed = record::replay(&game).unwrap_or_else(|reason| panic!("{name}: {reason}"));
            assert!(replayed.words > 10, "{name}: no whole game");
        }
    }
}
