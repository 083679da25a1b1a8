//! Plain UCT (L. Kocsis and C. Szepesvári, 2006): a tree grown by one action a playout, the child taken that has the highest upper
//! confidence bound, random playouts from its leaves.
//!
//! Nodes are paths of actions and events, not positions: events are drawn anew in every playout, and hidden cards are dealt anew
//! at the root, so that chance and ignorance are averaged over. Of the children only those count that the playout's own
//! position allows.

use super::{Budget, Choice, Player, goes_on, random_action};
use crate::stats::elo_of_score;
use banneret::board::{List, Rng, Team};
use banneret::game::{Actor, Evaluate, Flow, Game, Outcome};
use banneret::play::Step;
use banneret::search::Searcher;

/// The weight of what has been tried little: √2 for results between 0 and 1.
const EXPLORATION: f64 = std::f64::consts::SQRT_2;
/// A playout of so many actions and events is a draw.
const LONGEST: u32 = 1000;

/// A player that knows nothing but the rules.
pub struct Uct;

impl Player for Uct {
    const NAME: &'static str = "uct";
    const NODES: u64 = 1000;

    fn choose<G: Evaluate, S: Searcher<G>>(position: &G, budget: Budget, rng: &mut Rng) -> Choice<G::Action> {
        let actor = position.turn();
        let Actor::Seat(seat) = actor else { return Choice { turn: Vec::new(), score: 0, nodes: 0 } };
        let mut tree = Tree::<G> { nodes: vec![Node::default()] };
        let mut playouts = 0;
        while playouts == 0 || !budget.is_spent(playouts) {
            tree.grow(S::world(position, rng), rng);
            playouts += 1;
        }
        // The centipawns that the mean result stands for, on the logistic curve of the ratings.
        let score = elo_of_score(tree.mean(0, G::team(seat)).clamp(0.001, 0.999)) as i32;
        Choice { turn: tree.most_visited(position, actor, rng), score, nodes: playouts }
    }
}

/// What leads to a child, and where it is in the tree.
type Child<G> = (Step<<G as Game>::Action, <G as Game>::Event>, usize);

struct Node<G: Game> {
    visits: u32,
    /// Points of the first team.
    points: f64,
    children: Vec<Child<G>>,
}

impl<G: Game> Default for Node<G> {
    fn default() -> Self {
        Self { visits: 0, points: 0.0, children: Vec::new() }
    }
}

struct Tree<G: Game> {
    nodes: Vec<Node<G>>,
}

impl<G: Game> Tree<G> {
    /// The mean result below a node, for a team; even when nothing is known.
    fn mean(&self, node: usize, team: Team) -> f64 {
        let node = &self.nodes[node];
        let mean = if node.visits == 0 { 0.5 } else { node.points / f64::from(node.visits) };
        if team == Team::First { mean } else { 1.0 - mean }
    }

    /// One playout: down the tree, one new action, by chance to the end, back up.
    fn grow(&mut self, mut position: G, rng: &mut Rng) {
        let mut path = vec![0];
        let mut node = 0;
        let outcome = loop {
            let step = match position.actor() {
                Actor::Over(outcome) => break Some(outcome),
                Actor::Table => Step::Event(position.sample(rng)),
                Actor::Seat(seat) => match self.select(node, &position, G::team(seat), rng) {
                    Some(action) => Step::Action(action),
                    None => break None,
                },
            };
            match step {
                Step::Action(action) => position.act(action),
                Step::Event(event) => position.happen(event),
            }
            let known = self.nodes[node].children.iter().find(|(known, _)| *known == step).map(|&(_, child)| child);
            let child = known.unwrap_or_else(|| {
                self.nodes.push(Node::default());
                let child = self.nodes.len() - 1;
                self.nodes[node].children.push((step, child));
                child
            });
            path.push(child);
            node = child;
            // A throw is no choice: the playout begins after the first action that is new.
            if known.is_none() && matches!(step, Step::Action(_)) {
                break playout(&mut position, rng);
            }
        };
        let points = match outcome.and_then(|outcome| outcome.winner) {
            None => 0.5,
            Some(Team::First) => 1.0,
            Some(Team::Second) => 0.0,
        };
        for node in path {
            self.nodes[node].visits += 1;
            self.nodes[node].points += points;
        }
    }

    /// An untried action by chance, or the one with the highest upper confidence bound.
    fn select(&self, node: usize, position: &G, team: Team, rng: &mut Rng) -> Option<G::Action> {
        let mut actions = G::Actions::default();
        let _ = position.generate(&mut |action| {
            actions.push(action);
            Flow::Continue(())
        });
        let node = &self.nodes[node];
        let log = f64::from(node.visits.max(1)).ln();
        let (mut untried, mut fresh) = (0, None);
        let mut best: Option<(f64, G::Action)> = None;
        for &action in actions.items() {
            let Some(&(_, child)) = node.children.iter().find(|(step, _)| *step == Step::Action(action)) else {
                untried += 1;
                if rng.below(untried) == 0 {
                    fresh = Some(action);
                }
                continue;
            };
            let visits = f64::from(self.nodes[child].visits.max(1));
            let bound = self.mean(child, team) + EXPLORATION * (log / visits).sqrt();
            if best.is_none_or(|(highest, _)| bound > highest) {
                best = Some((bound, action));
            }
        }
        fresh.or(best.map(|(_, action)| action))
    }

    /// The turn of the actions tried most; where the tree ends, by chance.
    fn most_visited(&self, position: &G, actor: Actor, rng: &mut Rng) -> Vec<G::Action> {
        let mut position = *position;
        let mut node = Some(0);
        let mut turn = Vec::new();
        loop {
            let children = node.map_or(&[][..], |node: usize| &self.nodes[node].children);
            let tried = children.iter().filter_map(|&(step, child)| match step {
                Step::Action(action) if position.accepts(action).is_ok() => {
                    Some((self.nodes[child].visits, child, action))
                }
                _ => None,
            });
            let best = tried.max_by_key(|&(visits, ..)| visits);
            node = best.map(|(_, child, _)| child);
            let Some(action) = best.map(|(.., action)| action).or_else(|| random_action(&position, rng)) else {
                return turn;
            };
            turn.push(action);
            position.act(action);
            if !goes_on(actor, &position) {
                return turn;
            }
        }
    }
}

/// Plays to the end by chance. None: no end came, or none can be told.
fn playout<G: Game>(position: &mut G, rng: &mut Rng) -> Option<Outcome> {
    for _ in 0..LONGEST {
        match position.turn() {
            Actor::Over(outcome) => return Some(outcome),
            Actor::Table => position.happen(position.sample(rng)),
            Actor::Seat(_) => match random_action(position, rng) {
                Some(action) => position.act(action),
                None => return position.stuck(),
            },
        }
    }
    None
}
