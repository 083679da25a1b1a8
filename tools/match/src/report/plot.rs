//! The score of a match over its games, with its 95 % band, as SVG.

use super::table::sides;
use crate::job::Job;
use crate::stats::{Estimate, Outcomes};
use crate::tally::Board;
use std::fmt::Write as _;

const WIDTH: f64 = 800.0;
const HEIGHT: f64 = 400.0;
const LEFT: f64 = 60.0;
const RIGHT: f64 = 20.0;
const TOP: f64 = 40.0;
const BOTTOM: f64 = 50.0;
/// Points of the curve at most.
const POINTS: usize = 400;

/// Draws the course of a match, its first encounter.
pub fn plot(board: &Board<'_>, job: &Job) -> String {
    let [first, second] = sides(job, 0);
    let title = format!("{}: {first} vs {second}, {}", job.event, job.variant);
    curve(&title, &board.course, if job.games == 1 { 1 } else { 2 })
}

/// Draws a score over games: half points unit by unit, in units of one or two games.
fn curve(title: &str, course: &[usize], games_per_unit: usize) -> String {
    let mut outcomes = Outcomes::new(games_per_unit);
    let every = course.len().div_ceil(POINTS).max(1);
    let mut points = Vec::new();
    for (index, &half_points) in course.iter().enumerate() {
        outcomes.note(half_points);
        if (index + 1) % every == 0 || index + 1 == course.len() {
            points.extend(Estimate::of(&outcomes).map(|estimate| (((index + 1) * games_per_unit) as f64, estimate)));
        }
    }
    let games = (course.len() * games_per_unit).max(1) as f64;
    let x = |game: f64| LEFT + (WIDTH - LEFT - RIGHT) * game / games;
    let y = |score: f64| TOP + (HEIGHT - TOP - BOTTOM) * (1.0 - score.clamp(0.0, 1.0));
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{WIDTH}\" height=\"{HEIGHT}\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" \
         font-family=\"sans-serif\" font-size=\"12\">\n<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n\
         <text x=\"{}\" y=\"24\" text-anchor=\"middle\" font-size=\"15\">{}</text>\n",
        WIDTH / 2.0,
        escape(title)
    );
    for tenth in [0, 25, 50, 75, 100] {
        let at = y(f64::from(tenth) / 100.0);
        let colour = if tenth == 50 { "#888" } else { "#ddd" };
        let _ = writeln!(
            svg,
            "<line x1=\"{LEFT}\" x2=\"{}\" y1=\"{at:.1}\" y2=\"{at:.1}\" stroke=\"{colour}\"/>\
             <text x=\"{}\" y=\"{:.1}\" text-anchor=\"end\">{tenth} %</text>",
            WIDTH - RIGHT,
            LEFT - 8.0,
            at + 4.0
        );
    }
    for quarter in 0..=4 {
        let game = (games * f64::from(quarter) / 4.0).round();
        let (at, under) = (x(game), HEIGHT - BOTTOM + 18.0);
        let _ = writeln!(svg, "<text x=\"{at:.1}\" y=\"{under}\" text-anchor=\"middle\">{game}</text>");
    }
    let _ = writeln!(svg, "<text x=\"{}\" y=\"{}\" text-anchor=\"middle\">games</text>", WIDTH / 2.0, HEIGHT - 12.0);
    if !points.is_empty() {
        let point = |game: f64, score: f64| format!("{:.1},{:.1}", x(game), y(score));
        let upper = points.iter().map(|(game, e)| point(*game, e.score + e.score_margin));
        let lower = points.iter().rev().map(|(game, e)| point(*game, e.score - e.score_margin));
        let band: Vec<_> = upper.chain(lower).collect();
        let line: Vec<_> = points.iter().map(|(game, e)| point(*game, e.score)).collect();
        let _ = writeln!(svg, "<polygon points=\"{}\" fill=\"#4a7ab5\" fill-opacity=\"0.25\"/>", band.join(" "));
        let _ = writeln!(
            svg,
            "<polyline points=\"{}\" fill=\"none\" stroke=\"#1f4e8c\" stroke-width=\"2\"/>",
            line.join(" ")
        );
    }
    svg.push_str("</svg>\n");
    svg
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn draws_a_point_a_unit_up_to_the_limit() {
        let svg = curve("a < b", &[0, 4, 2, 2], 2);
        assert!(svg.contains("a &lt; b") && svg.ends_with("</svg>\n"));
        let line = svg.lines().find(|line| line.starts_with("<polyline")).unwrap();
        // 0 %, then 50 %, 50 %, 50 % at games 2, 4, 6, 8 of 8.
        assert!(line.contains("240.0,350.0 420.0,195.0 600.0,195.0 780.0,195.0"), "{line}");
        let long = curve("", &[2; 10_000], 2);
        let line = long.lines().find(|line| line.starts_with("<polyline")).unwrap();
        assert!(line.matches(',').count() <= POINTS + 1);
        assert!(!curve("", &[], 2).contains("polyline"));
    }
}
