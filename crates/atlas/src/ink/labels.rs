//! Puts names where they collide with nothing, or with as little as possible.

use std::collections::BTreeMap;
use std::fmt::Write;

use super::words::{Lettering, breaks};
use super::{Point, Rect, escape, length, number, resample};

/// Where a name would like to be.
#[derive(Clone, Debug)]
pub(crate) enum Wish {
    /// Next to a point that keeps room for itself: so far to each side, and up and down.
    Beside { point: Point, reach: Point },
    /// With its middle on one of these spots, turned by that many degrees; earlier ones are better.
    At(Vec<(Point, f64)>),
}

/// A name to be placed.
#[derive(Clone, Debug)]
pub(crate) struct Request {
    pub(crate) text: String,
    pub(crate) lettering: Lettering,
    pub(crate) wish: Wish,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Anchor {
    Start,
    Middle,
    End,
}

#[derive(Clone, Debug)]
struct Candidate {
    lines: Vec<String>,
    middle: Point,
    width: f64,
    angle: f64,
    anchor: Anchor,
    /// What it covers, as upright boxes.
    boxes: Vec<Rect>,
    cost: f64,
}

/// Collects obstacles and places names around them.
#[derive(Clone, Debug)]
pub(crate) struct Placer {
    frame: Rect,
    hard: Vec<(Rect, f64)>,
    soft: BTreeMap<(i64, i64), Vec<(Point, f64)>>,
}

/// The side of a bucket of soft obstacles.
const BUCKET: f64 = 50.0;

impl Placer {
    /// A placer that keeps names within a frame.
    pub(crate) fn new(frame: Rect) -> Self {
        Self { frame, hard: Vec::new(), soft: BTreeMap::new() }
    }

    /// Something names should not cover.
    pub(crate) fn avoid(&mut self, rect: Rect, weight: f64) {
        self.hard.push((rect, weight));
    }

    /// A line names had better not cross.
    pub(crate) fn avoid_line(&mut self, line: &[Point], weight: f64) {
        for point in resample(line, 6.0) {
            let bucket = ((point.x / BUCKET).floor() as i64, (point.y / BUCKET).floor() as i64);
            self.soft.entry(bucket).or_default().push((point, weight));
        }
    }

    fn standing_cost(&self, boxes: &[Rect]) -> f64 {
        let mut cost = 0.0;
        for rect in boxes {
            let area = rect.width() * rect.height();
            cost += (area - rect.overlap(&self.frame)) * 0.2;
            cost += self.hard.iter().map(|(other, weight)| rect.overlap(other) * weight).sum::<f64>() * 0.03;
            let low = ((rect.left / BUCKET).floor() as i64, (rect.top / BUCKET).floor() as i64);
            let high = ((rect.right / BUCKET).floor() as i64, (rect.bottom / BUCKET).floor() as i64);
            for row in low.1..=high.1 {
                for column in low.0..=high.0 {
                    let Some(points) = self.soft.get(&(column, row)) else { continue };
                    let hit: f64 =
                        points.iter().filter(|(point, _)| rect.holds(*point)).map(|(_, w)| w).sum();
                    cost += hit;
                }
            }
        }
        cost
    }

    /// Places all names, the most important first, and returns their SVG in the same order.
    pub(crate) fn place(&mut self, requests: &[Request]) -> Vec<String> {
        let choices: Vec<Vec<Candidate>> = requests
            .iter()
            .map(|request| {
                let mut choices = candidates(request);
                for choice in &mut choices {
                    choice.cost += self.standing_cost(&choice.boxes);
                }
                choices
            })
            .collect();
        let mut chosen: Vec<Option<usize>> = vec![None; requests.len()];
        // The first sweep is greedy; later ones let earlier names give way to later ones.
        for sweep in 0..5 {
            for index in 0..requests.len() {
                let others: Vec<&Rect> = chosen
                    .iter()
                    .enumerate()
                    .filter(|(other, _)| *other != index)
                    .filter_map(|(other, pick)| pick.map(|pick| &choices[other][pick].boxes))
                    .flatten()
                    .collect();
                let mut best = (f64::MAX, 0);
                for (pick, choice) in choices[index].iter().enumerate() {
                    let clash: f64 = choice
                        .boxes
                        .iter()
                        .map(|rect| others.iter().map(|other| rect.overlap(other)).sum::<f64>())
                        .sum();
                    let cost = choice.cost + clash * if sweep == 0 { 0.1 } else { 0.25 };
                    if cost < best.0 {
                        best = (cost, pick);
                    }
                }
                chosen[index] = Some(best.1);
            }
        }
        for (index, pick) in chosen.iter().enumerate() {
            if let Some(choice) = pick.and_then(|pick| choices[index].get(pick)) {
                self.hard.extend(choice.boxes.iter().map(|rect| (*rect, 3.0)));
            }
        }
        requests
            .iter()
            .zip(chosen)
            .zip(choices)
            .filter_map(|((request, pick), mut choices)| {
                pick.filter(|pick| *pick < choices.len())
                    .map(|pick| text(&choices.swap_remove(pick), request.lettering))
            })
            .collect()
    }

    /// Finds a quiet stretch of a line for lettering along it: the baseline, from left to right. None if it would
    /// cost more than `most`. `apart` is where the same name stands already.
    pub(crate) fn stretch(
        &mut self,
        line: &[Point],
        wanted: f64,
        (away, most): (f64, f64),
        apart: Option<Point>,
    ) -> Option<Vec<Point>> {
        let step = 6.0;
        let points = resample(line, step);
        // Room to spare: the baseline loses a little when it is evened out, and faces differ in width.
        let wanted = wanted * 1.08 + 12.0;
        let count = (wanted / step).ceil() as usize + 2;
        let mut best: Option<(f64, Vec<Point>)> = None;
        for start in (0..points.len().saturating_sub(count)).step_by(3) {
            let mut window = points[start..=start + count].to_vec();
            if apart.is_some_and(|other| other.distance(window[count / 2]) < 420.0) {
                continue;
            }
            if window[count].x < window[0].x {
                window.reverse();
            }
            for side in [-1.0, 1.0] {
                let rise = if side < 0.0 { away } else { away + 11.0 };
                let base = offset(&window, rise * side);
                let boxes: Vec<Rect> = base
                    .iter()
                    .step_by(2)
                    .map(|point| Rect::around(*point - Point::new(0.0, 5.0), 12.0, 12.0))
                    .collect();
                let bend: f64 = base
                    .windows(5)
                    .map(|part| 1.0 - (part[2] - part[0]).unit().dot((part[4] - part[2]).unit()))
                    .sum();
                let upright = (window[count] - window[0]).unit().x;
                let cost = self.standing_cost(&boxes)
                    + bend * 45.0
                    + (length(&base) - wanted).abs() * 0.2
                    + (1.0 - upright) * 14.0;
                if best.as_ref().is_none_or(|(least, _)| cost < *least) {
                    best = Some((cost, base));
                }
            }
        }
        let (_, base) = best.filter(|(cost, _)| *cost < most)?;
        for point in base.iter().step_by(2) {
            self.avoid(Rect::around(*point - Point::new(0.0, 5.0), 14.0, 14.0), 3.0);
        }
        Some(base)
    }
}

/// The line moved sideways, evened out so that lettering on it stays calm.
fn offset(line: &[Point], by: f64) -> Vec<Point> {
    let last = line.len() - 1;
    let moved: Vec<Point> = (0..=last)
        .map(|index| {
            let along = line[(index + 3).min(last)] - line[index.saturating_sub(3)];
            line[index] + along.unit().right() * by
        })
        .collect();
    (0..=last)
        .map(|index| {
            let (from, to) = (index.saturating_sub(4), (index + 4).min(last));
            let sum = moved[from..=to].iter().fold(Point::default(), |sum, point| sum + *point);
            sum * (1.0 / (to - from + 1) as f64)
        })
        .collect()
}

fn candidates(request: &Request) -> Vec<Candidate> {
    let mut found = Vec::new();
    for lines in breaks(&request.text) {
        let style = request.lettering;
        let width = lines.iter().map(|line| style.width(line)).fold(0.0, f64::max);
        let height = style.size * (0.74 + 0.92 * (lines.len() - 1) as f64);
        let broken = (lines.len() - 1) as f64 * 6.0;
        match &request.wish {
            Wish::Beside { point, reach } => {
                let (dx, dy) = (reach.x + width / 2.0, reach.y + height / 2.0);
                let slant = *reach * 0.72;
                let places = [
                    (dx, 0.0, Anchor::Start, 0.0),
                    (0.0, dy, Anchor::Middle, 1.0),
                    (0.0, -dy, Anchor::Middle, 1.5),
                    (-dx, 0.0, Anchor::End, 2.0),
                    (slant.x + width / 2.0, slant.y + height / 2.0, Anchor::Start, 2.5),
                    (slant.x + width / 2.0, -slant.y - height / 2.0, Anchor::Start, 2.5),
                    (-slant.x - width / 2.0, slant.y + height / 2.0, Anchor::End, 3.5),
                    (-slant.x - width / 2.0, -slant.y - height / 2.0, Anchor::End, 3.5),
                    (width * 0.28, dy, Anchor::Middle, 3.0),
                    (-width * 0.28, dy, Anchor::Middle, 3.5),
                    (width * 0.28, -dy, Anchor::Middle, 3.0),
                    (-width * 0.28, -dy, Anchor::Middle, 3.5),
                ];
                for (x, y, anchor, cost) in places {
                    for (further, extra) in [(1.0, 0.0), (1.35, 8.0)] {
                        let middle = *point + Point::new(x, y * further);
                        let boxes = vec![Rect::around(middle, width + 4.0, height + 3.0)];
                        let cost = cost + broken + extra;
                        let lines = lines.clone();
                        found.push(Candidate { lines, middle, width, angle: 0.0, anchor, boxes, cost });
                    }
                }
            }
            Wish::At(spots) => {
                for (index, (middle, angle)) in spots.iter().enumerate() {
                    let boxes = turned_boxes(*middle, width, height, *angle);
                    let cost = index as f64 * 0.6 + broken * 0.5 + angle.abs() * 0.03;
                    let (lines, anchor) = (lines.clone(), Anchor::Middle);
                    found.push(Candidate {
                        lines,
                        middle: *middle,
                        width,
                        angle: *angle,
                        anchor,
                        boxes,
                        cost,
                    });
                }
            }
        }
    }
    found
}

fn turned_boxes(middle: Point, width: f64, height: f64, angle: f64) -> Vec<Rect> {
    if angle.abs() < 1.0 {
        return vec![Rect::around(middle, width + 4.0, height + 3.0)];
    }
    let along = Point::new(angle.to_radians().cos(), angle.to_radians().sin());
    let count = (width / height).ceil().max(1.0) as i32;
    (0..count)
        .map(|index| {
            let at = (f64::from(index) + 0.5) / f64::from(count) - 0.5;
            Rect::around(middle + along * (at * width), height + 3.0, height + 3.0)
        })
        .collect()
}

fn text(choice: &Candidate, style: Lettering) -> String {
    let (class, x) = match choice.anchor {
        Anchor::Start => (" start", choice.middle.x - choice.width / 2.0),
        Anchor::Middle => ("", choice.middle.x),
        Anchor::End => (" end", choice.middle.x + choice.width / 2.0),
    };
    let leading = style.size * 0.92;
    let first = choice.middle.y + style.size * 0.34 - leading * (choice.lines.len() - 1) as f64 / 2.0;
    let turn = if choice.angle.abs() < 1.0 {
        String::new()
    } else {
        format!(
            " transform=\"rotate({} {} {})\"",
            number(choice.angle),
            number(choice.middle.x),
            number(choice.middle.y)
        )
    };
    let mut out = format!("<text class=\"name {}{class}\"{turn}", style.class);
    if let [line] = choice.lines.as_slice() {
        let _ = write!(out, " x=\"{}\" y=\"{}\">{}", number(x), number(first), escape(line));
    } else {
        out.push('>');
        for (index, line) in choice.lines.iter().enumerate() {
            let y = first + leading * index as f64;
            let _ = write!(out, "<tspan x=\"{}\" y=\"{}\">{}</tspan>", number(x), number(y), escape(line));
        }
    }
    out.push_str("</text>");
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_villages_side_by_side_do_not_share_a_place_for_their_names() {
        let lettering = Lettering { class: "name-village", size: 20.0, small_caps: true, spacing: 0.0 };
        let at = |x: f64| Request {
            text: "Bazentin-le-Petit".to_owned(),
            lettering,
            wish: Wish::Beside { point: Point::new(x, 200.0), reach: Point::new(12.0, 12.0) },
        };
        let requests = [at(200.0), at(260.0)];
        let frame = Rect { left: 0.0, top: 0.0, right: 500.0, bottom: 400.0 };
        let texts = Placer::new(frame).place(&requests);
        assert_eq!(texts.len(), 2);
        assert_ne!(texts[0], texts[1]);
    }
}
