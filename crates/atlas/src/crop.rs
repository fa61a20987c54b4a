//! A window cut out of a drawn map: shapes outside it are left out, so that a small picture is a small file.

use std::collections::BTreeSet;
use std::fmt::Write;

use crate::ink::number;

/// A part of a map, in map units.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Window {
    /// Its left side.
    pub left: f64,
    /// Its upper side.
    pub top: f64,
    /// How wide it is.
    pub width: f64,
    /// How high it is.
    pub height: f64,
}

/// How far outside a window a thing may lie and still be drawn: strokes, letters and badges reach beyond their
/// points.
const REACH: f64 = 130.0;

impl Window {
    /// Whether something between two corners may show in the window.
    fn shows(&self, bounds: Bounds) -> bool {
        bounds.right + REACH >= self.left
            && bounds.left - REACH <= self.left + self.width
            && bounds.bottom + REACH >= self.top
            && bounds.top - REACH <= self.top + self.height
    }
}

/// Cuts a window out of a picture that [`crate::map_with_counters`] or [`crate::Map::draw`] made.
///
/// Shapes that catch clicks and unused symbols are left out.
pub fn crop(picture: &str, window: Window) -> String {
    let mut cutter = Cutter { rest: picture, window, out: String::with_capacity(picture.len() / 4) };
    cutter.root();
    while cutter.element() {}
    without_unused_symbols(&cutter.out)
}

struct Cutter<'a> {
    rest: &'a str,
    window: Window,
    out: String,
}

impl<'a> Cutter<'a> {
    /// Copies the root's tag with the window as its view box.
    fn root(&mut self) {
        let tag = self.take_tag();
        let (before, after) = tag.split_once("viewBox=\"").unwrap_or((tag, "\""));
        let after = after.split_once('"').map_or("", |(_, after)| after);
        let Window { left, top, width, height } = self.window;
        let sides = [left, top, width, height].map(number).join(" ");
        let _ = write!(self.out, "{before}viewBox=\"{sides}\"{after}");
    }

    /// Copies, thins out or drops the next element; returns false at the end.
    fn element(&mut self) -> bool {
        let Some(start) = self.rest.find('<') else {
            self.out.push_str(self.rest);
            self.rest = "";
            return false;
        };
        self.out.push_str(&self.rest[..start]);
        self.rest = &self.rest[start..];
        let whole = self.rest;
        let tag = self.take_tag();
        let name = tag[1..].split([' ', '>', '/']).next().unwrap_or("");
        match name {
            "style" | "symbol" | "clipPath" | "radialGradient" => {
                let end = self.skip_to_close(tag, name);
                self.out.push_str(&whole[..end]);
            }
            // A sign that is drawn elsewhere by its id has its own coordinates.
            "path" if attribute(tag, "id").is_some_and(|id| id.starts_with("map-")) => self.out.push_str(tag),
            "path" => self.path(tag),
            "rect" | "use" | "circle" | "text" if bounds_of(tag).is_some() => {
                let end = self.skip_to_close(tag, name);
                if bounds_of(tag).is_some_and(|bounds| self.window.shows(bounds)) {
                    self.out.push_str(&whole[..end]);
                }
            }
            "g" if tag.contains("id=\"layer-places\"") => {
                self.skip_to_close(tag, name);
            }
            "g" if attribute(tag, "transform").is_some() => {
                let end = self.skip_to_close(tag, name);
                if moved_to(tag).is_none_or(|bounds| self.window.shows(bounds)) {
                    self.out.push_str(&whole[..end]);
                }
            }
            // A group that is drawn elsewhere by its id has its own coordinates.
            "g" if attribute(tag, "id").is_some_and(|id| !id.starts_with("layer-")) => {
                let end = self.skip_to_close(tag, name);
                self.out.push_str(&whole[..end]);
            }
            _ => self.out.push_str(tag),
        }
        true
    }

    /// Copies a path with those of its strokes that may show.
    fn path(&mut self, tag: &str) {
        let data = attribute(tag, "d").unwrap_or("");
        let kept: String = strokes(data)
            .filter(|stroke| self.window.shows(stroke.bounds))
            .map(|stroke| stroke.data)
            .collect();
        if !kept.is_empty() {
            self.out.push_str(&tag.replacen(data, &kept, 1));
        }
    }

    fn take_tag(&mut self) -> &'a str {
        let end = self.rest.find('>').map_or(self.rest.len(), |end| end + 1);
        let (tag, rest) = self.rest.split_at(end);
        self.rest = rest;
        tag
    }

    /// Skips past the end of an element whose tag was just taken; returns its length with the tag.
    fn skip_to_close(&mut self, tag: &str, name: &str) -> usize {
        let before = self.rest.len();
        if !tag.ends_with("/>") {
            let (open, close) = (format!("<{name}"), format!("</{name}>"));
            let mut depth = 1;
            while depth > 0 {
                let Some(end) = self.rest.find(&close) else {
                    self.rest = "";
                    break;
                };
                let inside = &self.rest[..end];
                let opened = inside.match_indices(&open).filter(|(at, _)| {
                    let after = &inside[at + open.len()..];
                    after.starts_with([' ', '>']) && !after.split('>').next().unwrap_or("").ends_with('/')
                });
                depth = depth + opened.count() - 1;
                self.rest = &self.rest[end + close.len()..];
            }
        }
        tag.len() + before - self.rest.len()
    }
}

/// The smallest and largest coordinates of something.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Bounds {
    left: f64,
    top: f64,
    right: f64,
    bottom: f64,
}

impl Bounds {
    fn point(x: f64, y: f64) -> Bounds {
        Bounds { left: x, top: y, right: x, bottom: y }
    }

    fn with(self, x: f64, y: f64) -> Bounds {
        Bounds {
            left: self.left.min(x),
            top: self.top.min(y),
            right: self.right.max(x),
            bottom: self.bottom.max(y),
        }
    }
}

/// Where an element with `x` and `y` or `cx` and `cy` lies.
fn bounds_of(tag: &str) -> Option<Bounds> {
    let get = |name: &str| attribute(tag, name)?.parse::<f64>().ok();
    let (x, y) = (get("x").or_else(|| get("cx"))?, get("y").or_else(|| get("cy"))?);
    Some(Bounds::point(x, y).with(x + get("width").unwrap_or(0.0), y + get("height").unwrap_or(0.0)))
}

/// Where a group is moved to.
fn moved_to(tag: &str) -> Option<Bounds> {
    let inside = attribute(tag, "transform")?.strip_prefix("translate(")?.split(')').next()?;
    let mut numbers = inside.split([' ', ',']).filter_map(|word| word.parse::<f64>().ok());
    Some(Bounds::point(numbers.next()?, numbers.next()?))
}

fn attribute<'a>(tag: &'a str, name: &str) -> Option<&'a str> {
    let start = tag.find(&format!(" {name}=\""))? + name.len() + 3;
    tag[start..].split('"').next()
}

/// One stroke of a path: from where the pen is set down to where it is lifted.
struct Stroke {
    /// Its data, beginning at an absolute point.
    data: String,
    bounds: Bounds,
}

/// The strokes of path data.
fn strokes(data: &str) -> impl Iterator<Item = Stroke> {
    let mut found: Vec<Stroke> = Vec::new();
    let (mut pen, mut start) = ((0.0, 0.0), (0.0, 0.0));
    for (command, text) in commands(data) {
        let numbers = numbers(text);
        let relative = command.is_ascii_lowercase();
        let upper = command.to_ascii_uppercase();
        let size = match upper {
            'H' | 'V' => 1,
            'C' => 6,
            'S' | 'Q' => 4,
            'A' => 7,
            _ => 2,
        };
        if upper == 'Z' {
            pen = start;
            if let Some(stroke) = found.last_mut() {
                stroke.data.push(command);
            }
            continue;
        }
        for (index, group) in numbers.chunks_exact(size).enumerate() {
            let base = if relative { pen } else { (0.0, 0.0) };
            let points: Vec<(f64, f64)> = match upper {
                'H' => vec![(base.0 + group[0], pen.1)],
                'V' => vec![(pen.0, base.1 + group[0])],
                'A' => vec![(base.0 + group[5], base.1 + group[6])],
                _ => group.chunks_exact(2).map(|pair| (base.0 + pair[0], base.1 + pair[1])).collect(),
            };
            pen = *points.last().unwrap_or(&pen);
            if upper == 'M' && index == 0 {
                start = pen;
                let data = format!("M{} {}", number(pen.0), number(pen.1));
                found.push(Stroke { data, bounds: Bounds::point(pen.0, pen.1) });
                let rest: Vec<String> = numbers[2..].iter().map(|value| number(*value)).collect();
                if let (Some(stroke), false) = (found.last_mut(), rest.is_empty()) {
                    stroke.data.push(if relative { 'l' } else { 'L' });
                    stroke.data.push_str(&rest.join(" "));
                }
            } else if let Some(stroke) = found.last_mut() {
                for (x, y) in points {
                    stroke.bounds = stroke.bounds.with(x, y);
                }
            }
        }
        if let (Some(stroke), true) = (found.last_mut(), upper != 'M') {
            stroke.data.push(command);
            stroke.data.push_str(text);
        }
    }
    found.into_iter()
}

/// The commands of path data, each with its numbers as text.
fn commands(data: &str) -> impl Iterator<Item = (char, &str)> {
    let starts: Vec<usize> =
        data.char_indices().filter(|(_, letter)| letter.is_ascii_alphabetic()).map(|(at, _)| at).collect();
    let ends: Vec<usize> = starts.iter().skip(1).copied().chain([data.len()]).collect();
    starts.into_iter().zip(ends).map(|(start, end)| {
        let command = data[start..].chars().next().unwrap_or('Z');
        (command, &data[start + 1..end])
    })
}

/// The numbers of a command, which may stand without anything between them: `3-11.5.2`.
fn numbers(text: &str) -> Vec<f64> {
    let mut found = Vec::new();
    let mut word = String::new();
    let mut finish = |word: &mut String| {
        if let Ok(value) = word.parse::<f64>() {
            found.push(value);
        }
        word.clear();
    };
    for letter in text.chars() {
        let starts = letter == '-' || (letter == '.' && word.contains('.'));
        if starts || !(letter.is_ascii_digit() || letter == '.') {
            finish(&mut word);
        }
        if letter.is_ascii_digit() || letter == '-' || letter == '.' {
            word.push(letter);
        }
    }
    finish(&mut word);
    found
}

/// Leaves out unused symbols.
fn without_unused_symbols(picture: &str) -> String {
    let mut used: BTreeSet<&str> = BTreeSet::new();
    for (mark, end) in [("href=\"#", '"'), ("url(#", ')')] {
        used.extend(picture.split(mark).skip(1).filter_map(|after| after.split(end).next()));
    }
    let mut out = String::with_capacity(picture.len());
    let mut rest = picture;
    while let Some(start) = rest.find("<symbol ") {
        let end = rest[start..].find("</symbol>").map_or(rest.len(), |end| start + end + "</symbol>".len());
        out.push_str(&rest[..start]);
        let symbol = &rest[start..end];
        if attribute(symbol, "id").is_some_and(|id| used.contains(id)) {
            out.push_str(symbol);
        }
        rest = &rest[end..];
    }
    out.push_str(rest);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strokes_outside_the_window_are_left_out() {
        let picture = "<svg viewBox=\"0 0 9000 9000\"><defs><symbol id=\"a\"><path d=\"m0 0\"/></symbol>\
            <symbol id=\"b\"></symbol><g id=\"plate\"><path d=\"m900 9\"/></g></defs><g id=\"layer-places\"><g></g><rect/></g>\
            <path class=\"x\" d=\"m10 10 5-5.5.5 3zm5000 0h7m-4990 10c1 1 2 2 3 3\"/>\
            <text x=\"4000\" y=\"3\">far</text><text x=\"40\" y=\"3\">near</text>\
            <g transform=\"translate(8000 1)\"><g></g></g><use href=\"#a\" x=\"1\" y=\"1\"/></svg>";
        let window = Window { left: 0.0, top: 0.0, width: 100.0, height: 100.0 };
        assert_eq!(
            crop(picture, window),
            "<svg viewBox=\"0 0 100 100\"><defs><symbol id=\"a\"><path d=\"m0 0\"/></symbol><g id=\"plate\"><path d=\"m900 9\"/></g></defs>\
             <path class=\"x\" d=\"M10 10l5 -5.5 .5 3zM27 20c1 1 2 2 3 3\"/>\
             <text x=\"40\" y=\"3\">near</text><use href=\"#a\" x=\"1\" y=\"1\"/></svg>"
        );
    }
}
