//! How wide lettering is, near enough to keep names apart.

/// A style of lettering.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Lettering {
    /// The CSS class that sets it.
    pub(crate) class: &'static str,
    /// The font size the class sets.
    pub(crate) size: f64,
    /// Whether small letters are small capitals.
    pub(crate) small_caps: bool,
    /// Extra space after each letter, as a share of the size.
    pub(crate) spacing: f64,
}

impl Lettering {
    /// The width of one line.
    pub(crate) fn width(&self, text: &str) -> f64 {
        text.chars().map(|letter| self.advance(letter) + self.spacing).sum::<f64>() * self.size
    }

    fn advance(&self, letter: char) -> f64 {
        match letter {
            ' ' => 0.25,
            '-' | '\u{2013}' | '.' | '\'' | '\u{2019}' | '(' | ')' | ',' => 0.32,
            'i' | 'l' | 'j' if !self.small_caps => 0.29,
            'm' | 'w' if !self.small_caps => 0.74,
            'M' | 'W' => 0.88,
            letter if letter.is_uppercase() => 0.68,
            letter if letter.is_numeric() => 0.5,
            _ if self.small_caps => 0.55,
            _ => 0.46,
        }
    }
}

/// The ways a name may be broken: as it is, and over two lines at the break nearest its middle.
pub(crate) fn breaks(text: &str) -> Vec<Vec<String>> {
    let mut ways = vec![vec![text.to_owned()]];
    let total = text.chars().count();
    let middle = total as f64 / 2.0;
    let mut best: Option<(f64, usize)> = None;
    for (position, (byte, letter)) in text.char_indices().enumerate() {
        if !matches!(letter, ' ' | '-' | '\u{2013}') || position < 3 || position + 4 > total {
            continue;
        }
        let off = (position as f64 - middle).abs();
        if best.is_none_or(|(least, _)| off < least) {
            best = Some((off, byte + letter.len_utf8()));
        }
    }
    if let Some((_, byte)) = best.filter(|_| total > 8) {
        let (first, second) = text.split_at(byte);
        ways.push(vec![first.trim_end().to_owned(), second.trim_start().to_owned()]);
    }
    ways
}
