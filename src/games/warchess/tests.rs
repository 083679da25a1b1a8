//! Tests of the rules, clause by clause.

use super::*;
use crate::game::{Choices, Detail, Evaluate, Notation, Viewer};
use crate::laws::{Laws, check, check_games, check_suite};
use crate::play;

const SUITE: &str = include_str!("../../../perft/warchess.epd");
const GAMES: &str = include_str!("../../../tests/games/warchess.txt");

fn read(fen: &str) -> Position {
    Position::read_fen(fen, &Choices::default()).unwrap_or_else(|wrong| panic!("{fen}: {wrong:?}"))
}

fn start() -> Position {
    Position::start(&Choices::default())
}

/// The position after these words.
fn after(fen: &str, words: &str) -> Position {
    let mut position = read(fen);
    for word in play::words(words) {
        play::play(&mut position, word)
            .unwrap_or_else(|why| panic!("{word}: {why}\n{}", position.picture(Viewer::All)));
        assert_eq!(position.key(), position.fresh_key(), "after {word}");
    }
    position
}

/// The words generated, sorted.
fn words(position: &Position) -> Vec<String> {
    let mut words = Vec::new();
    let _ = position.generate(&mut |action| {
        words.push(position.action_word(action));
        Flow::Continue(())
    });
    words.sort();
    words
}

/// Those generated that begin with `prefix`, joined.
fn from(position: &Position, prefix: &str) -> String {
    words(position).into_iter().filter(|word| word.starts_with(prefix)).collect::<Vec<_>>().join(" ")
}

fn board(position: &Position) -> String {
    position.fen().split(' ').next().unwrap().to_owned()
}

/// The pending attack's A and D.
fn strengths(fen: &str, words: &str) -> (i32, i32) {
    let position = after(fen, words);
    let Phase::Throw(attack) = position.phase else { panic!("no attack after {words}") };
    (position.strength(attack), position.resistance(attack.to))
}

/// The pending throw's weights.
fn weights(position: &Position) -> Vec<(Event, u32)> {
    let mut weights = Vec::new();
    let _ = position.events(&mut |event, weight| weights.push((event, weight)));
    weights
}

fn refusal(position: &Position, word: &str) -> String {
    match play::read(position, word) {
        Ok(_) => panic!("{word} is accepted"),
        Err(why) => why.to_string(),
    }
}

#[test]
fn suite() {
    check_suite::<Position>(SUITE, &Choices::default(), 1_000_000);
}

#[test]
fn games() {
    check_games::<Position>(GAMES, &Choices::default(), |end| match end {
        "winner w" => Some(Team::First),
        "winner b" => Some(Team::Second),
        _ => None,
    });
}

fn suite_fens() -> Vec<String> {
    let lines = SUITE.lines().filter(|line| !line.starts_with('#') && !line.trim().is_empty());
    lines.map(|line| line.split(" ;").next().unwrap().to_owned()).collect()
}

#[test]
fn laws() {
    check::<Position>(&Laws {
        fens: suite_fens(),
        games: 10,
        length: 300,
        same_effect_allowed: true,
        ..Laws::default()
    });
}

/// A position from random pieces, crews, marks and spells: everything a FEN can say.
fn random(rng: &mut Rng) -> Position {
    let mut position = Position::empty();
    position.mover = Colour::ALL[rng.below(2) as usize];
    position.spells = [rng.below(64) as u8, rng.below(64) as u8];
    let dense = rng.below(4) + 2;
    let mut royal = [[false; 2]; 2];
    for at in Square::all() {
        if rng.below(dense) > 0 {
            continue;
        }
        let colour = Colour::ALL[rng.below(2) as usize];
        let kind = Kind::ALL[rng.below(4) as usize];
        let forbidden = match kind {
            Kind::Tower => !field::half(colour).has(at),
            Kind::Pawn => colour == position.mover && field::last_rank(colour).has(at),
            _ => false,
        };
        if forbidden {
            continue;
        }
        position.put(at, colour, kind);
        if kind == Kind::Tower {
            let officer = (rng.below(3) == 0).then_some(Kind::Bishop);
            let crew = Crew::new(rng.below(4) as u8, officer, rng.below(2) == 0);
            position.set_crew(at, crew.unwrap_or_default());
        }
        position.set_marks(at, kind == Kind::Knight && rng.below(5) == 0, rng.below(8) == 0);
    }
    // The royal pieces, on the board or in a tower.
    for colour in Colour::ALL {
        for (index, kind) in [Kind::King, Kind::Queen].into_iter().enumerate() {
            while !royal[colour.index()][index] {
                let at = Square::new(rng.below(64) as u8);
                if position.occupied().has(at) {
                    let lodging =
                        position.men(colour, Kind::Tower).has(at) && position.crews[at.index()] == Crew::EMPTY;
                    if lodging {
                        position.set_crew(at, Crew::new(rng.below(2) as u8, Some(kind), false).unwrap());
                        royal[colour.index()][index] = true;
                    } else if position.occupied().len() == 64 {
                        position.take(at);
                    }
                } else {
                    position.put(at, colour, kind);
                    royal[colour.index()][index] = true;
                }
            }
        }
        for kind in Kind::RECRUITS {
            position.waiting[colour.index()][kind.index()] = rng.below(3) as u16 / 2;
        }
    }
    position.bonus = rng.below(3) as u16 * 3;
    position
}

#[test]
fn naive_twin_agrees() {
    let mut rng = Rng::new(9);
    let mut starts: Vec<Position> = suite_fens().iter().map(|fen| read(fen)).collect();
    for _ in 0..600 {
        let position = random(&mut rng);
        assert_eq!(read(&position.fen()), position);
        starts.push(position);
    }
    let mut seen = std::collections::HashSet::new();
    for start in starts {
        for _ in 0..3 {
            let mut position = start;
            for _ in 0..60 {
                let mut twin = naive::words(&position);
                twin.sort();
                assert_eq!(words(&position), twin, "{}\n{position:?}", position.picture(Viewer::All));
                assert_eq!(position.key(), position.fresh_key());
                seen.insert(position.due());
                match position.turn() {
                    Actor::Over(_) => break,
                    Actor::Table => {
                        if let Phase::Throw(attack) = position.phase {
                            assert_eq!(position.edge(attack), naive::edge(&position, attack), "{position:?}");
                        }
                        let event = position.sample(&mut rng);
                        position.happen(event);
                    }
                    Actor::Seat(_) => {
                        let word = &twin[rng.below(twin.len() as u32) as usize];
                        play::play(&mut position, word).unwrap();
                    }
                }
            }
        }
    }
    assert_eq!(seen.len(), 6, "every phase was met: {seen:?}");
}

#[test]
fn all_36_throws_for_every_difference() {
    for edge in -12..=12 {
        let mut counts = [0; 3];
        for attack in 1..=6u8 {
            for defence in 1..=6u8 {
                let margin = i32::from(attack) + edge - i32::from(defence);
                let expected = match margin {
                    1.. => combat::Fortune::Win,
                    0 => combat::Fortune::Tie,
                    _ => combat::Fortune::Loss,
                };
                assert_eq!(combat::fortune(edge, attack, defence), expected);
                counts[expected as usize] += 1;
            }
        }
        assert_eq!(combat::odds(edge), counts, "edge {edge}");
        // Each outcome that some throw gives is listed once, by a throw that gives it, with its weight.
        let mut listed = [0; 3];
        for (event, weight) in combat::throws(edge) {
            let Event::Throw { attack, defence } = event else { panic!("{event:?}") };
            assert!((1..=6).contains(&attack) && (1..=6).contains(&defence), "edge {edge}: {event:?}");
            let class = combat::fortune(edge, attack, defence) as usize;
            assert_eq!(listed[class], 0);
            listed[class] = weight;
        }
        assert_eq!(listed, counts, "edge {edge}");
    }
}

#[test]
fn size() {
    // Copied for every action: worth knowing when it grows.
    assert_eq!(size_of::<Position>(), 208);
    assert_eq!(size_of::<Action>(), 4);
}

#[test]
fn the_longest_list_fits() {
    // The fullest position that hill climbing found from random ones: towers with two kinds to let down, bishops between
    // pieces to shoot at, half of what is around the queen empty.
    let fullest = read(
        "BpBr(ppc)BbBp/BnBpBpBp/KkBpBqBb/B1BbBpBr(pb)/R(PB)1R(PB)1Q3/1R(PB)1R(PB)1R(PB)1R(PB)/\
         1R(PB)1R(PB)1R(PB)1R(PB)/1R(PB)1R(PB)1R(PB)1R(PB) w LPHFTS/- -/- 0 0 1",
    );
    assert_eq!(words(&fullest).len(), 455);
    assert!(fullest.count() <= generate::MOST as u64);
}

// Clause by clause.

#[test]
fn clause_1_support() {
    // Two pawns behind the attacker, one beside the defender; those inside towers count for nothing, stoned ones do.
    assert_eq!(strengths("k7/8/4p3/3p4/4P3/3P~P3/3R(PP)4/K7 w -/- -/- 0 0 1", "e4d5"), (3, 2));
}

#[test]
fn clause_2_presence() {
    assert_eq!(strengths("k7/8/8/3p4/4P3/4K3/8/8 w -/- -/- 0 0 1", "e4d5"), (2, 1));
    assert_eq!(strengths("k7/8/8/8/5p2/8/3K~N3/8 w -/- -/- 0 0 1", "e2f4"), (3, 1), "a stoned king gives it");
    assert_eq!(strengths("k7/8/8/3p4/4P3/4R(K)3/8/8 w -/- -/- 0 0 1", "e4d5"), (1, 1), "one in a tower does not");
    assert_eq!(strengths("k7/8/8/8/3p4/4K3/8/8 w -/- -/- 0 0 1", "e3d4"), (3, 1), "nor does he to himself");
    assert_eq!(strengths("k7/8/8/8/3p4/4B3/4K3/8 w -/- -/- 0 0 1", "e3*d4"), (2, 1), "to the bow as well");
}

#[test]
fn clause_3_promotion() {
    let walked = after("8/P7/8/7k/8/8/8/K7 w -/- -/- 0 7 1", "a7a8");
    assert_eq!((board(&walked).as_str(), walked.bonus), ("8/8/8/7k/8/8/8/K7", 3));
    // By a win, by a tie whose pawn steps back, and not by a loss.
    let fen = "1r6/P7/8/7k/8/8/8/K7 w -/- -/- 0 7 1";
    assert_eq!(after(fen, "a7b8 #61").bonus, 3);
    assert_eq!(after(fen, "a7b8 #16").bonus, 0);
    let answered = after("kp6/P7/8/8/8/8/8/K7 w -/- -/- 0 7 1", "a7a8 #61 sac:b8b8");
    assert_eq!((board(&answered).as_str(), answered.bonus), ("1k6/8/8/8/8/8/8/K7", 3));
    let sent = after("8/8/Q1P5/7k/8/8/8/K7 w T/- -/- 0 7 1", "T!c6c8");
    assert_eq!((board(&sent).as_str(), sent.bonus), ("8/8/Q7/7k/8/8/8/K7", 3));
}

#[test]
fn clauses_4_and_5_three_moves_by_different_pieces() {
    let mut position = after("7k/8/8/8/8/8/PPP5/7K w -/- -/- 0 0 1", "a2a3");
    assert_eq!(from(&position, "a"), "");
    assert!(refusal(&position, "a3a4").contains("has acted"));
    position = after("7k/8/8/8/8/8/PPP5/7K w -/- -/- 0 0 1", "a2a3 b2b3 c2c3");
    assert_eq!(position.fen(), "7k/8/8/8/8/PPP5/8/7K b -/- -/- 0 1 1");
    position = after("7k/8/8/8/8/8/PPP5/7K w -/- -/- 0 0 1", "end");
    assert_eq!(position.fen(), "7k/8/8/8/8/8/PPP5/7K b -/- -/- 0 1 1");
    // Also when nothing else is.
    assert_eq!(words(&read("7k/8/8/8/8/8/8/7K~ w -/- -/- 0 0 1")), ["end"]);
}

#[test]
fn clause_6_win_tie_loss() {
    let fen = "7k/8/2p5/8/8/8/6Q1/K7 w -/- -/- 0 0 1";
    assert_eq!(
        weights(&after(fen, "g2c6")),
        [
            (Event::Throw { attack: 6, defence: 1 }, 26),
            (Event::Throw { attack: 1, defence: 3 }, 4),
            (Event::Throw { attack: 1, defence: 6 }, 6),
        ]
    );
    assert_eq!(board(&after(fen, "g2c6 #52")), "7k/8/2Q5/8/8/8/8/K7");
    assert_eq!(board(&after(fen, "g2c6 #16")), "7k/8/2p5/3Q4/8/8/8/K7");
    let tie = after(fen, "g2c6 #13");
    assert_eq!((tie.turn(), tie.due()), (Actor::Seat(Seat::SECOND), "retreat"));
    assert_eq!(words(&tie), ["c6b7", "c6c7", "c6d7"]);
    assert_eq!(board(&after(fen, "g2c6 #13 c6d7")), "7k/3p4/2Q5/8/8/8/8/K7");
    // Only one square: no choice. None: the tie counts as a win.
    assert_eq!(board(&after("r6k/1n6/2p5/8/8/8/6Q1/K7 w -/- -/- 0 0 1", "g2c6 #13 c6d7")), "r6k/1n1p4/2Q5/8/8/8/8/K7");
    assert_eq!(board(&after("7k/1nr5/2p5/8/8/8/6Q1/K7 w -/- -/- 0 0 1", "g2c6 #13")), "7k/1nrp4/2Q5/8/8/8/8/K7");
    assert_eq!(board(&after("7k/1nrb4/2p5/8/8/8/6Q1/K7 w -/- -/- 0 0 1", "g2c6 #13")), "7k/1nrb4/2Q5/8/8/8/8/K7");
}

#[test]
fn clause_6_retreats_keep_off_the_attackers_way() {
    // From behind: e7 is where the attacker passes.
    let tie = after("5Q1k/8/3p4/8/8/8/8/K7 w -/- -/- 0 0 1", "f8d6 #13");
    assert_eq!(words(&tie), ["d6c7", "d6d7"]);
    // A knight passes two squares, and stops on the corner.
    let fen = "7k/4N3/3p4/8/3p4/8/8/K7 w -/- -/- 0 0 1";
    assert_eq!(from(&read(fen), "e7"), "e7a7 e7c6 e7c8 e7d5 e7e2 e7e8 e7f5 e7g6 e7g8 e7h7");
    let fen = "7k/5N2/3p4/8/8/8/8/K7 w -/- -/- 0 0 1";
    assert_eq!(board(&after(fen, "f7d6 #12")), "7k/2p5/3N4/8/8/8/8/K7", "e7 and d7 are passed: c7 is the only one");
    assert_eq!(board(&after(fen, "f7d6 #16")), "7k/3N4/3p4/8/8/8/8/K7");
}

#[test]
fn clause_7_shots_leave_the_shooter_where_it_is() {
    let fen = "7k/3r4/2B5/8/8/8/8/K7 w -/- -/- 0 0 1";
    assert_eq!(board(&after(fen, "c6*d7 #61")), "7k/8/2B5/8/8/8/8/K7");
    assert_eq!(board(&after(fen, "c6*d7 #31")), "3r3k/8/2B5/8/8/8/8/K7");
    assert_eq!(board(&after(fen, "c6*d7 #11")), "7k/3r4/2B5/8/8/8/8/K7");
    assert!(after(fen, "c6*d7 #11").acted.any());
    assert!(!words(&read("7k/3r~4/2B5/8/8/8/8/K7 w -/- -/- 0 0 1")).iter().any(|word| word.contains('*')));
}

#[test]
fn clause_8_towers_fight_with_their_crew() {
    assert_eq!(strengths("7k/8/8/8/8/3p4/3R(PB)4/K7 w -/- -/- 0 0 1", "d2d3"), (3, 1));
    assert_eq!(strengths("7k/8/8/8/8/3p4/3R(c)4/K7 w -/- -/- 0 0 1", "d2d3"), (0, 1));
    // Over the middle only the catapult.
    let middle = read("7k/8/8/3p4/3R(PPc)4/8/8/K7 w -/- -/- 0 0 1");
    assert_eq!(from(&middle, "d4"), "d4*d5 d4c4 d4d3 d4e4");
    // Eliminated with everything inside, a king too.
    let gone = after("7k/3r(pb)4/8/3Q4/8/8/8/K7 w -/- -/- 0 0 1", "d5d7 #61");
    assert_eq!(board(&gone), "7k/3Q4/8/8/8/8/8/K7");
    let king = after("8/3r(pk)4/8/3Q4/8/8/8/K7 w -/- -/- 0 0 1", "d5d7 #61");
    assert_eq!(king.turn(), Actor::Over(Outcome::win(Team::First, "king")));
}

#[test]
fn clause_9_riders() {
    let fen = "7k/8/8/3n4/8/8/3Q4/K7 w -/- -/- 0 5 1";
    let fallen = after(fen, "d2d5 #61");
    assert_eq!((fallen.turn(), fallen.due()), (Actor::Table, "rider"));
    assert_eq!(weights(&fallen), [(Event::Die(2), 3), (Event::Die(1), 3)]);
    assert_eq!(board(&after(fen, "d2d5 #61 #4")), "7k/8/8/3p4/3Q4/8/8/K7");
    assert_eq!(board(&after(fen, "d2d5 #61 #3")), "7k/8/8/3Q4/8/8/8/K7");
    // None of the knight's marks; a shot leaves everything where it is.
    assert_eq!(board(&after("7k/8/8/3n!4/2B5/8/8/K7 w -/- -/- 0 5 1", "c4*d5 #61 #4")), "7k/8/8/3p4/2B5/8/8/K7");
    // On its last rank it scores at its owner's next turn start, and that is no promotion for the quiet count.
    let fen = "7k/8/8/8/8/8/3Q4/K2n4 w -/- -/- 0 5 1";
    let rider = after(fen, "d2d1 #61 #4");
    assert_eq!((board(&rider).as_str(), rider.bonus), ("7k/8/8/8/8/8/3Q4/K2p4", 0));
    assert_eq!(after(fen, "d2d1 #61 #4 end").fen(), "7k/8/8/8/8/8/3Q4/K7 b -/- -/- 3 0 1");
    assert_eq!(after(fen, "d2d1 #61 #4 end end $N end").fen(), "7k/8/8/8/8/8/3Q4/K7 w -/- -/N 0 1 2");
    // A tie without retreat counts as a win, the rider included.
    assert_eq!(after("3n3k/8/8/8/8/8/3Q4/K7 w -/- -/- 0 5 1", "d2d6 end end d6d8 #12").due(), "rider");
}

#[test]
fn clause_10_sacrifices() {
    let fen = "8/8/2p5/3kr(pp)3/8/2B2Q2/8/K7 w -/- -/- 0 0 5";
    let threat = after(fen, "f3d5 #61");
    assert_eq!((threat.turn(), threat.due()), (Actor::Seat(Seat::SECOND), "sacrifice"));
    // e4 is on the attacker's way; the squares given away may be stepped to.
    assert_eq!(
        from(&threat, "sac:e5"),
        "sac:e5c4 sac:e5c5 sac:e5d4 sac:e5d6 sac:e5e5 sac:e5e6",
        "a tower goes with its contents"
    );
    assert_eq!(from(&threat, "sac:c6"), "sac:c6c4 sac:c6c5 sac:c6c6 sac:c6d4 sac:c6d6 sac:c6e6");
    assert_eq!(board(&after(fen, "f3d5 #61 sac:e5e5")), "8/8/2p5/3Qk3/8/2B5/8/K7");
    assert_eq!(after(fen, "f3d5 #61 pass").turn(), Actor::Over(Outcome::win(Team::First, "king")));
    // A knight given leaves no rider, a stoned piece may be given; against a shot the king stays.
    let fen = "3k4/2B1n~3/8/8/8/8/8/K7 w -/- -/- 0 0 5";
    let shot = after(fen, "c7*d8 #62");
    assert_eq!(words(&shot), ["pass", "sac:e7"], "a tie without retreat: a win");
    assert_eq!(board(&after(fen, "c7*d8 #62 sac:e7")), "3k4/2B5/8/8/8/8/8/K7");
    // Nothing to give, nothing asked.
    let alone = after("3k4/2B5/8/8/8/8/8/K7 w -/- -/- 0 0 5", "c7*d8 #62");
    assert_eq!(alone.turn(), Actor::Over(Outcome::win(Team::First, "king")));
    // Something to give, but no square to step to.
    let walled = after("kNp5/PQ6/8/8/8/8/8/K7 w -/- -/- 0 0 5", "b7a8 #61");
    assert_eq!(walled.turn(), Actor::Over(Outcome::win(Team::First, "king")));
}

#[test]
fn clause_12_charges() {
    let fen = "3n3k/8/8/1p1N2p~1/3P4/8/8/N2b3K w -/- -/- 0 0 1";
    // Five squares, to the edge, onto an enemy; not towards an own piece, not at a stoned one.
    let charges: Vec<_> = words(&read(fen))
        .into_iter()
        .filter(|word| word.starts_with("d5") && (&word[2..3] == "d" || &word[3..4] == "5"))
        .collect();
    assert_eq!(charges, ["d5b5", "d5d8"]);
    assert_eq!(from(&read(fen), "a1"), "a1a6 a1b3 a1c2 a1d1");
    assert_eq!(strengths(fen, "d5b5"), (3, 1));
    assert_eq!(board(&after(fen, "a1a6")), "3n3k/8/N!7/1p1N2p~1/3P4/8/8/3b3K");
    // A charge that loses next to its target has not moved and exhausts all the same.
    let lost = after("7k/8/8/8/3pN3/8/8/K7 w -/- -/- 0 0 1", "e4d4 #16");
    assert_eq!(board(&lost), "7k/8/8/8/3pN!3/8/8/K7");
    // Exhausted through the owner's next turn: D - 1 and no action.
    let next = after("7k/8/8/8/4N3/8/8/K7 w -/- -/- 0 0 1", "e4e8 end");
    assert_eq!(next.resistance(Square::parse("e8").unwrap()), 1);
    let own = after("7k/8/8/8/4N3/8/8/K7 w -/- -/- 0 0 1", "e4e8 end end");
    assert_eq!(from(&own, "e8"), "");
    assert!(refusal(&own, "e8d6").contains("exhausted"));
    assert_eq!(board(&after("7k/8/8/8/4N3/8/8/K7 w -/- -/- 0 0 1", "e4e8 end end end")), "4N2k/8/8/8/8/8/8/K7");
}

#[test]
fn clauses_14_to_16_towers_and_their_crews() {
    // One pawn is not enough to shoot; the second mounts, and the tower shoots in the same turn.
    let fen = "7k/8/8/8/1p6/R(Pc)7/P7/K7 w -/- -/- 0 0 1";
    assert!(refusal(&read(fen), "a3*b4").contains("two pawns"));
    let manned = after(fen, "a2a3");
    assert_eq!(from(&manned, "a3"), "a3*b4 a3a2 a3a4 a3b3");
    assert_eq!(after(fen, "a2a3 a3*b4").due(), "roll");
    // The pawn that was inside may still step down, the one that has mounted may not.
    assert_eq!(from(&manned, "P-"), "P-a3a2 P-a3a4 P-a3b2 P-a3b3");
    let shot = after(fen, "a2a3 a3*b4 #12 P-a3b3 end");
    assert_eq!(board(&shot), "7k/8/8/8/1p6/R(Pc)P6/8/K7");
    // Three places.
    let full = read("7k/8/8/8/8/BR(PPc)6/PQ6/1K6 w -/- -/- 0 0 1");
    assert!(refusal(&full, "a2b3").contains("no room"));
    let wide = read("7k/8/8/8/8/BR(P)6/PQ5N/1K6 w -/- -/- 0 0 1");
    for word in ["a3b3", "b2b3", "a2b3"] {
        assert!(words(&wide).contains(&word.to_owned()), "{word}");
    }
    // Who is inside does nothing but step down, and a stoned tower does not bind them.
    let inside = read("7k/8/8/8/8/8/1R(Q)~6/K7 w L/- -/- 0 0 1");
    assert_eq!(from(&inside, "Q-").split(' ').count(), 7);
    assert_eq!(from(&inside, "b2"), "");
}

#[test]
fn clause_17_spells() {
    let fen = "7k/8/2pp4/2Q5/1R(P)6/8/8/K7 w LPHFTS/- -/- 0 0 1";
    let position = read(fen);
    assert_eq!(from(&position, "L!"), "L!c6 L!d6");
    assert_eq!(from(&position, "H!"), "H!b4");
    assert_eq!(from(&position, "F!"), "F!c6 F!d6");
    assert_eq!(from(&position, "S!"), "S!b4 S!c6 S!d6");
    assert!(from(&position, "T!b4").split(' ').all(|word| word.ends_with(['3', '4'])), "a tower stays in its half");
    assert!(refusal(&position, "H!c5").contains("herself"));
    // One spell a turn, and the queen has acted.
    let cast = after(fen, "F!d6");
    assert_eq!(from(&cast, "c5"), "");
    assert_eq!(cast.resistance(Square::parse("d6").unwrap()), 1);
    // Fear and heroism travel and end with the turn.
    let hero = after("7k/8/8/8/2QN4/8/5p2/K7 w H/- -/- 0 0 1", "H!d4");
    let Action::Move { from: at, to } = hero.read_action("d4f3").unwrap() else { panic!() };
    assert_eq!(hero.strength(Attack { means: Means::Melee, from: at, to }), 3);
    let mut moved = hero;
    play::play(&mut moved, "d4f3").unwrap();
    assert_eq!(moved.marked, Square::parse("f3"));
    play::play(&mut moved, "end").unwrap();
    assert_eq!(moved.marked, None);
    // An enemy pawn is not sent onto its last rank, an own one may be.
    let ranks = read("7k/8/8/8/8/2Q5/2p5/K7 w T/- -/- 0 0 1");
    assert!(from(&ranks, "T!c2").split(' ').all(|word| !word.ends_with('1')));
}

#[test]
fn clause_19_stone_wears_off() {
    // On an enemy: through his next turn.
    let fen = "7k/8/8/2pQ4/8/8/8/K7 w S/- -/- 0 0 1";
    let stoned = after(fen, "S!c5 end");
    assert_eq!((board(&stoned).as_str(), from(&stoned, "c5").as_str()), ("7k/8/8/2p~Q4/8/8/8/K7", ""));
    assert_eq!(board(&after(fen, "S!c5 end end")), "7k/8/8/2pQ4/8/8/8/K7");
    // On an own piece, or once more on a stoned one: through the owner's next turn.
    for board_before in ["7k/8/8/2PQ4/8/8/8/K7", "7k/8/8/2P~Q4/8/8/8/K7"] {
        let fen = format!("{board_before} w S/- -/- 0 0 1");
        assert_eq!(board(&after(&fen, "S!c5 end")), "7k/8/8/2P~Q4/8/8/8/K7");
        assert_eq!(board(&after(&fen, "S!c5 end end")), "7k/8/8/2P~Q4/8/8/8/K7");
        assert_eq!(board(&after(&fen, "S!c5 end end end")), "7k/8/8/2PQ4/8/8/8/K7");
    }
    // What stood at the start of the turn and was not renewed ends with it.
    assert_eq!(board(&after("7k/8/8/2P~Q4/8/8/8/K7 w S/- -/- 0 0 1", "end")), "7k/8/8/2PQ4/8/8/8/K7");
}

#[test]
fn clause_21_entries() {
    let fen = "8/PP6/8/7k/8/8/8/4K2R w -/- -/- 0 0 30";
    let entry = after(fen, "a7a8 b7b8 end");
    assert_eq!((entry.due(), words(&entry).join(" ")), ("entry", "$B $N $P $R end".into()));
    // Purchases in rising order, then entries; the corner h1 is taken.
    assert_eq!(words(&after(fen, "a7a8 b7b8 end $N")).join(" "), "$B $N N@a1 end");
    assert_eq!(words(&after(fen, "a7a8 b7b8 end $N N@a1")).join(" "), "end");
    assert_eq!(after(fen, "a7a8 b7b8 end $N N@a1 end").fen(), "8/8/8/7k/8/8/8/N3K2R b -/- -/- 0 0 30");
    // Any order is accepted and leads to the same turn start.
    let mixed = after(fen, "a7a8 b7b8 end $N N@a1 $R $P end");
    assert_eq!(mixed, after(fen, "a7a8 b7b8 end $P $R $N N@a1 end"));
    assert!(refusal(&after(fen, "a7a8 b7b8 end $N $B"), "$P").contains("not enough points"));
    assert!(refusal(&entry, "$Q").contains("$P, $R, $N or $B"));
    // Waiting pieces alone open the phase while a corner is empty.
    let waiting = after("7k/8/8/8/8/8/8/K6R w -/- N/- 0 0 1", "a1a2 end");
    assert_eq!(words(&waiting).join(" "), "N@a1 end");
    let closed = after("7k/8/8/8/8/8/8/K6R w -/- N/- 0 0 1", "end");
    assert_eq!(closed.turn(), Actor::Seat(Seat::SECOND));
    // Entries in rising square order, but accepted in any.
    let both = after("7k/8/8/8/8/8/8/3K4 w -/- PN/- 0 0 1", "end");
    assert_eq!(words(&both).join(" "), "N@a1 N@h1 P@a1 P@h1 end");
    let mut high = both;
    play::play(&mut high, "N@h1").unwrap();
    assert_eq!(words(&high).join(" "), "end");
    play::play(&mut high, "P@a1").unwrap();
    play::play(&mut high, "end").unwrap();
    assert_eq!(high.fen(), "7k/8/8/8/8/8/8/P2K3N b -/- -/- 0 1 1");
}

#[test]
fn clause_23_a_hundred_quiet_turns() {
    let position = after("7k/8/8/8/8/8/8/K7 w -/- -/- 0 99 60", "a1a2");
    assert_eq!(position.verdict(1), None);
    let position = after("7k/8/8/8/8/8/8/K7 w -/- -/- 0 99 60", "end");
    assert_eq!(position.verdict(1), Some(Outcome::draw("quiet")));
    assert!(position.count() > 0, "the generator ignores the limit");
    // Any attack counts, also one that fails.
    assert_eq!(after("7k/8/8/8/8/8/1p6/K7 w -/- -/- 0 99 60", "a1b2 #16 end").quiet, 0);
}

#[test]
fn clause_25_armies() {
    assert_eq!(start().fen(), "r(p)nbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/R(P)NBQKBNR w LHT/LHT -/- 0 0 1");
    let [white, black] = Position::OPTIONS else { panic!() };
    let mut choices = Choices::default();
    choices.set(white, "castle".into());
    choices.set(black, "castle".into());
    assert_eq!(
        Position::start(&choices).fen(),
        "nb1r(c)k1bn/ppr(c)ppr(c)pp/8/8/8/8/PPR(c)PPR(c)PP/NB1R(c)K1BN w -/- -/- 0 0 1"
    );
    for position in [start(), Position::start(&choices)] {
        assert!(army::warnings(&position).is_empty(), "30 points and enough pawns each");
    }
}

#[test]
fn clause_25_what_is_warned_about() {
    let warning = |fen: &str| read(fen).warnings().pop();
    let rich = "k7/pppp4/8/8/8/8/PPPPPPPP/NNNNNNNK w -/- N/- 0 0 1";
    assert_eq!(warning(rich).as_deref(), Some("white has 32 points, more than the 30 of an army (clause 24)"));
    let poor = "k7/pppp4/8/8/8/8/PP6/R(P)6K w -/- -/- 0 0 1";
    assert_eq!(warning(poor).as_deref(), Some("white has 3 pawns, fewer than the 4 of an army (clause 24)"));
    assert_eq!(warning("k7/pppp4/8/8/8/8/PP6/R(P)6K w -/- P/- 0 0 1"), None);
}

#[test]
fn clause_25_what_is_refused() {
    let reasons = |fen: &str| match Position::read_fen(fen, &Choices::default()) {
        Ok(_) => panic!("{fen} is accepted"),
        Err(reasons) => reasons.into_iter().map(|reason| reason.0).collect::<Vec<_>>().join("\n"),
    };
    for (fen, expected) in [
        ("7k/8/8/8/8/8/8/8 w -/- -/- 0 0 1", "white has 0 kings"),
        ("7k/8/8/8/8/8/R(K)7/7K w -/- -/- 0 0 1", "white has 2 kings"),
        ("q6k/8/r(q)7/8/8/8/8/7K w -/- -/- 0 0 1", "black has 2 queens"),
        ("P6k/8/8/8/8/8/8/7K w -/- -/- 0 0 1", "last rank"),
        ("7k/8/8/8/8/8/8/p6K b -/- -/- 0 0 1", "last rank"),
        ("7k/8/8/R7/8/8/8/7K w -/- -/- 0 0 1", "beyond its own half"),
        ("7k/8/8/8/r7/8/8/7K w -/- -/- 0 0 1", "beyond its own half"),
        ("7k/8/8/8/R(PPPc)7/8/8/7K w -/- -/- 0 0 1", "three places"),
        ("7k/8/8/8/R(BQ)7/8/8/7K w -/- -/- 0 0 1", "three places"),
        ("7k/8/8/8/R(PPB)7/8/8/7K w -/- -/- 0 0 1", "three places"),
        ("7k/8/8/8/R(N)7/8/8/7K w -/- -/- 0 0 1", "holds pieces"),
        ("7k/8/8/8/R(p)7/8/8/7K w -/- -/- 0 0 1", "own side"),
        ("7k/8/8/8/R(cP)7/8/8/7K w -/- -/- 0 0 1", "order"),
        ("7k/8/8/8/R()7/8/8/7K w -/- -/- 0 0 1", "holds pieces"),
        ("7k/8/8/8/R(P7/8/8/7K w -/- -/- 0 0 1", "not closed"),
        ("7k/8/8/8/N(P)7/8/8/7K w -/- -/- 0 0 1", "only a tower"),
        ("7k/8/8/8/P!7/8/8/7K w -/- -/- 0 0 1", "only a knight"),
        ("7k/8/8/8/N~!7/8/8/7K w -/- -/- 0 0 1", "expected P R N B Q K"),
        ("7k/8/8/8/9/8/8/7K w -/- -/- 0 0 1", "9"),
        ("7k/8/8/8/7/8/8/7K w -/- -/- 0 0 1", "found 7"),
        ("7k/8/8/8/8P/8/8/7K w -/- -/- 0 0 1", "found 9"),
        ("7k/8/8/8/8/8/7K w -/- -/- 0 0 1", "found 7"),
        ("7k/8/8/8/8/8/8/7K x -/- -/- 0 0 1", "expected w or b"),
        ("7k/8/8/8/8/8/8/7K w TL/- -/- 0 0 1", "order"),
        ("7k/8/8/8/8/8/8/7K w LL/- -/- 0 0 1", "once"),
        ("7k/8/8/8/8/8/8/7K w X/- -/- 0 0 1", "spells are"),
        ("7k/8/8/8/8/8/8/7K w - -/- 0 0 1", "slash"),
        ("7k/8/8/8/8/8/8/7K w /- -/- 0 0 1", "nothing is written"),
        ("7k/8/8/8/8/8/8/7K w -/- Q/- 0 0 1", "who can wait"),
        ("7k/8/8/8/8/8/8/7K w -/- -/- -1 0 1", "a number"),
        ("7k/8/8/8/8/8/8/7K w -/- -/- 0 99999999999999999999 1", "a number"),
        ("7k/8/8/8/8/8/8/7K w -/- -/- 0 +5 1", "a number"),
        ("7k/8/8/8/8/8/8/7K w -/- -/- 0 0", "the turn is missing"),
        ("7k/8/8/8/8/8/8/7K w -/- -/- 0 0 1 x", "nothing follows"),
        ("", "the board is missing"),
        ("♔7/é w ♞/♞ -/- 0 0 1", "expected 8 ranks"),
    ] {
        assert!(reasons(fen).contains(expected), "{fen}: {}", reasons(fen));
    }
    // Every reason, not the first alone.
    let all = reasons("P6k/8/8/R7/8/8/8/8 w -/- Z/- x 0 1");
    for expected in ["last rank", "beyond", "0 kings", "who can wait", "bonus x"] {
        assert!(all.contains(expected), "{expected}: {all}");
    }
    assert!(Position::read_fen("7k/8/8/8/8/8/8/P6K b -/- -/- 0 0 1", &Choices::default()).is_ok());
}

#[test]
fn words_that_are_none() {
    let position = start();
    for word in [
        "",
        "e2",
        "e2e9",
        "E2e4",
        "e2e4q",
        "end ",
        "End",
        "$",
        "$Q",
        "$p",
        "N@",
        "Q@a1",
        "N@a9",
        "sac:",
        "sac:e2f1g1",
        "sac:é",
        "T!e3",
        "H!e3e4",
        "X!e3",
        "!e3",
        "N-a2b3",
        "P-a2",
        "a2*",
        "a2*b9",
        "*",
        "é!",
        "HH!e3",
        "e2-e4",
    ] {
        assert!(position.read_action(word).is_err(), "{word}");
    }
    for word in ["#", "#0", "#7", "#57", "#123", "#é", "52", "#?"] {
        assert!(position.read_event(word).is_err(), "{word}");
    }
    let thrown = after("7k/8/2p5/8/8/8/6Q1/7K w -/- -/- 0 0 1", "g2c6");
    assert!(refusal(&thrown, "#4").contains("a die each"));
    assert!(refusal(&thrown, "end").contains("table must throw"));
}

#[test]
fn shows_itself() {
    let position = after("7k/8/2pp4/2Q5/1R(PB)6/8/8/K7 w LPHFTS/- -/- 0 0 1", "F!d6 P-b4b5");
    let picture = position.picture(Viewer::All);
    assert!(
        picture.contains("R(B)") && picture.contains("afraid: d6") && picture.contains("acted: b5 c5"),
        "{picture}"
    );
    assert!(picture.lines().all(|line| line == line.trim_end()));
    let tower = position.pieces().into_iter().find(|piece| piece.square == "b4").unwrap();
    assert_eq!((tower.letter.as_str(), tower.details), ("R", vec![("crew", Detail::Text("B".into()))]));
    assert_eq!(Position::describe(&Choices::default()).abilities.len(), 6);
}

#[test]
fn tells_what_the_dice_decide() {
    let tell = |position: &Position, word: &str| position.tell(position.read_event(word).unwrap());
    // A pawn with one own pawn beside it against a pawn alone.
    let melee = after("4k3/8/8/3p4/4PP2/8/8/4K3 w -/- -/- 0 0 1", "e4d5");
    assert_eq!(
        tell(&melee, "#33").unwrap(),
        "white pawn e4 attacks black pawn d5: 3 + 2 against 3 + 1, the attack wins"
    );
    assert!(tell(&melee, "#23").unwrap().ends_with("2 + 2 against 3 + 1, a tie: the defender steps back"));
    assert!(tell(&melee, "#16").unwrap().ends_with("1 + 2 against 6 + 1, the defender holds"));
    let picture = melee.picture(Viewer::All);
    let line = "attack: white pawn e4 (A 2) attacks black pawn d5 (D 1); of 36 throws 21 win, 5 tie, 10 lose";
    assert!(picture.contains(line), "{picture}");
    let cornered = after("k1bnq3/3p4/2P5/8/8/8/8/4K3 w -/- -/- 0 0 1", "c6d7");
    assert!(tell(&cornered, "#33").unwrap().ends_with("a tie without a square to step back to: the attack wins"));
    let spell = after("4k3/8/8/3n4/3Q4/8/8/4K3 w LH/- -/- 0 0 1", "L!d5");
    assert!(
        tell(&spell, "#61")
            .unwrap()
            .starts_with("white queen d4 casts lightning on black knight d5: 6 + 1 against 1 + 2")
    );
    let rider = after("4k3/8/8/3n4/3Q4/8/8/4K3 w LH/- -/- 0 0 1", "L!d5 #61");
    assert_eq!(tell(&rider, "#4").unwrap(), "black knight d5 is beaten; 4 is even: its rider fights on as a pawn");
    assert_eq!(start().tell(Event::Die(1)), None);
}

/// The same position with the sides changed.
fn mirrored(position: &Position) -> Position {
    let mut mirror = Position::empty();
    for at in position.occupied() {
        mirror.put(at.flip(), position.owner(at).other(), position.kind_at(at));
        mirror.set_crew(at.flip(), position.crews[at.index()]);
        mirror.set_marks(at.flip(), position.exhausted.has(at), position.stoned.has(at));
    }
    let [white, black] = position.waiting;
    mirror.waiting = [black, white];
    let [white, black] = position.spells;
    mirror.spells = [black, white];
    mirror.mover = position.mover.other();
    mirror.bonus = position.bonus;
    mirror
}

#[test]
fn evaluation_knows_no_colour() {
    let mut rng = Rng::new(5);
    for _ in 0..500 {
        let position = random(&mut rng);
        let score = position.evaluate(Team::First);
        assert_eq!(position.evaluate(Team::Second), -score);
        // Chances multiply in another order there, and round.
        assert!((mirrored(&position).evaluate(Team::Second) - score).abs() <= 5, "{position:?}");
        assert!(score.abs() <= 20_000);
    }
}

#[test]
fn evaluation_prefers_what_it_should() {
    let better = |good: &str, bad: &str| {
        let [good, bad] = [good, bad].map(|fen| read(fen).evaluate(Team::First));
        assert!(good > bad, "{good} {bad}");
    };
    // More pieces; a pawn further on; a king with somebody to give; no enemy within reach of the king.
    better("7k/8/8/8/8/4N3/8/K7 b -/- -/- 0 0 1", "7k/8/8/8/8/4P3/8/K7 b -/- -/- 0 0 1");
    better("7k/8/4P3/8/8/8/8/K7 b -/- -/- 0 0 1", "7k/8/8/8/4P3/8/8/K7 b -/- -/- 0 0 1");
    better("7k/8/8/8/q7/8/P7/K7 b -/- -/- 0 0 1", "7k/8/8/8/q6P/8/8/K7 b -/- -/- 0 0 1");
    better("7k/8/8/8/7q/8/1P6/K7 b -/- -/- 0 0 1", "7k/8/8/8/q7/8/1P6/K7 b -/- -/- 0 0 1");
    // Exhausted and stoned pieces are worth less.
    better("7k/8/8/8/8/4N3/8/K7 w -/- -/- 0 0 1", "7k/8/8/8/8/4N!3/8/K7 w -/- -/- 0 0 1");
    better("7k/8/8/8/8/4Q3/8/K7 w -/- -/- 0 0 1", "7k/8/8/8/8/4Q~3/8/K7 w -/- -/- 0 0 1");
}

#[test]
fn what_the_search_asks_for() {
    let mut rng = Rng::new(8);
    for round in 0..400 {
        let mut position = random(&mut rng);
        for _ in 0..20 {
            match position.turn() {
                Actor::Over(_) => break,
                Actor::Table => position.happen(position.sample(&mut rng)),
                Actor::Seat(_) => {
                    let mut actions = Vec::new();
                    let _ = position.generate(&mut |action| {
                        actions.push(action);
                        Flow::Continue(())
                    });
                    let _ = position.tactical(&mut |action| {
                        assert!(actions.contains(&action), "round {round}: {action:?}");
                        Flow::Continue(())
                    });
                    assert!(actions.iter().any(|&action| !position.pointless(action)), "{position:?}");
                    for &action in &actions {
                        assert!(position.slot(action) < Position::SLOTS);
                        let _ = position.hint(action);
                    }
                    if let Some(next) = position.null() {
                        assert!(next.at_turn_start() && next.mover != position.mover);
                    }
                    position.act(actions[rng.below(actions.len() as u32) as usize]);
                }
            }
        }
    }
}
