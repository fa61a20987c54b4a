//! Text of an SVG: escaping, ids, short numbers, path data.

use std::fmt::Write;

use super::Point;

/// Text made safe for element content and for attributes in double quotes.
pub(crate) fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '&' => out.push_str("&amp;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            // Not allowed in XML at all, not even escaped.
            '\u{0}'..='\u{8}' | '\u{b}' | '\u{c}' | '\u{e}'..='\u{1f}' | '\u{fffe}' | '\u{ffff}' => {}
            _ => out.push(letter),
        }
    }
    out
}

/// An id part: letters, digits, `-` and `.` stay; anything else becomes `_` and its code, so that two different
/// texts never share an id.
pub(crate) fn slug(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for letter in text.chars() {
        if letter.is_ascii_alphanumeric() || letter == '-' || letter == '.' {
            out.push(letter);
        } else {
            let _ = write!(out, "_{:x}_", u32::from(letter));
        }
    }
    out
}

/// A number with at most one decimal and nothing superfluous.
pub(crate) fn number(value: f64) -> String {
    tenths((value * 10.0).round() as i64)
}

fn tenths(value: i64) -> String {
    let (sign, size) = (if value < 0 { "-" } else { "" }, value.unsigned_abs());
    match (size / 10, size % 10) {
        (whole, 0) => format!("{sign}{whole}"),
        (0, rest) => format!("{sign}.{rest}"),
        (whole, rest) => format!("{sign}{whole}.{rest}"),
    }
}

/// Path data with relative, rounded coordinates. Rounding never adds up, because each step starts from what was
/// written, not from what was meant.
#[derive(Clone, Debug)]
pub(crate) struct Path {
    data: String,
    /// Where the pen stands, in tenths.
    pen: (i64, i64),
    start: (i64, i64),
    /// The smallest step, in tenths of a unit.
    grain: i64,
    last: char,
}

impl Path {
    /// Path data to a tenth of a unit.
    pub(crate) fn fine() -> Self {
        Self { data: String::new(), pen: (0, 0), start: (0, 0), grain: 1, last: ' ' }
    }

    /// Path data to a whole unit, for small and many strokes.
    pub(crate) fn coarse() -> Self {
        Self { grain: 10, ..Self::fine() }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.data.is_empty()
    }

    pub(crate) fn data(&self) -> &str {
        &self.data
    }

    fn round(&self, point: Point) -> (i64, i64) {
        let grain = self.grain as f64;
        let snap = |value: f64| (value * 10.0 / grain).round() as i64 * self.grain;
        (snap(point.x), snap(point.y))
    }

    fn command(&mut self, letter: char) -> bool {
        // After a move, further pairs are lines by themselves; otherwise a repeated letter may be left out.
        let silent = self.last == letter || (self.last == 'm' && letter == 'l');
        if !silent {
            self.data.push(letter);
        }
        self.last = letter;
        !silent
    }

    fn pair(&mut self, to: (i64, i64), first: bool) {
        let mut first = first;
        for value in [to.0 - self.pen.0, to.1 - self.pen.1] {
            let text = tenths(value);
            if !first && !text.starts_with('-') {
                self.data.push(' ');
            }
            self.data.push_str(&text);
            first = false;
        }
    }

    /// Lifts the pen.
    pub(crate) fn move_to(&mut self, point: Point) {
        let to = self.round(point);
        self.last = ' ';
        let first = self.command('m');
        self.pair(to, first);
        self.pen = to;
        self.start = to;
    }

    /// A straight line.
    pub(crate) fn line_to(&mut self, point: Point) {
        let to = self.round(point);
        let first = self.command('l');
        self.pair(to, first);
        self.pen = to;
    }

    /// A cubic curve.
    pub(crate) fn curve_to(&mut self, first: Point, second: Point, end: Point) {
        let letter = self.command('c');
        let (first, second, end) = (self.round(first), self.round(second), self.round(end));
        self.pair(first, letter);
        self.pair(second, false);
        self.pair(end, false);
        self.pen = end;
    }

    /// A dot: with round caps the stroke's width is its size.
    pub(crate) fn dot(&mut self, point: Point) {
        self.move_to(point);
        self.data.push_str("h0");
        self.last = 'h';
    }

    /// Back to where the pen was last put down.
    pub(crate) fn close(&mut self) {
        self.data.push('z');
        self.pen = self.start;
        self.last = 'z';
    }

    /// A polyline.
    pub(crate) fn polyline(&mut self, points: &[Point], closed: bool) {
        let Some((first, rest)) = points.split_first() else { return };
        self.move_to(*first);
        for point in rest {
            self.line_to(*point);
        }
        if closed {
            self.close();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short() {
        assert_eq!(["0", ".5", "-.5", "12", "-3.1"], [0.0, 0.5, -0.5, 12.04, -3.13].map(number).as_slice());
    }

    #[test]
    fn rounding_does_not_add_up() {
        let mut path = Path::coarse();
        path.move_to(Point::new(0.0, 0.0));
        for step in 1..=10 {
            path.line_to(Point::new(f64::from(step) * 0.4, 0.0));
        }
        let sum: i64 = path.data()[1..].split(' ').step_by(2).map(|x| x.parse::<i64>().unwrap_or(0)).sum();
        assert_eq!(sum, 4);
    }

    #[test]
    fn hostile_text_is_harmless() {
        assert_eq!(escape("<&\"'>\u{1}"), "&lt;&amp;&quot;&#39;&gt;");
        assert_ne!(slug("a b"), slug("a_b"));
    }
}
