//! Running text: bold and italic words, and case numbers that refer to other places.

/// A piece of running text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Span {
    /// Plain words.
    Text(String),
    /// A term where it is defined, or the head of a paragraph.
    Bold(Vec<Span>),
    /// A word that is stressed.
    Italic(Vec<Span>),
    /// A number that refers to a case or clause: `11.5.1`.
    Case(String),
}

/// A number in running text, and whether brackets say that it must be a case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reference {
    /// The number.
    pub number: String,
    /// Whether it stands in brackets, where only references do.
    pub bracketed: bool,
}

/// Takes running text apart. `is_case` knows which numbers are cases.
pub fn read(text: &str, is_case: &dyn Fn(&str) -> bool) -> Vec<Span> {
    for (mark, wrap) in
        [("**", Span::Bold as fn(Vec<Span>) -> Span), ("*", Span::Italic as fn(Vec<Span>) -> Span)]
    {
        let Some((before, rest)) = text.split_once(mark) else { continue };
        let Some((inside, after)) = rest.split_once(mark) else { continue };
        let mut spans = read(before, is_case);
        spans.push(wrap(read(inside, is_case)));
        spans.extend(read(after, is_case));
        return spans;
    }
    plain(text, is_case)
}

/// The same text without its marks.
pub fn text_of(spans: &[Span]) -> String {
    let text = |span: &Span| match span {
        Span::Text(text) | Span::Case(text) => text.clone(),
        Span::Bold(inside) | Span::Italic(inside) => text_of(inside),
    };
    spans.iter().map(text).collect()
}

/// The bold pieces of a text, as plain words.
pub fn bold(spans: &[Span]) -> impl Iterator<Item = String> {
    spans.iter().filter_map(|span| match span {
        Span::Bold(inside) => Some(text_of(inside)),
        _ => None,
    })
}

/// Plain words with the cases in them.
fn plain(text: &str, is_case: &dyn Fn(&str) -> bool) -> Vec<Span> {
    let mut spans = Vec::new();
    let mut done = 0;
    for (start, number) in numbers(text) {
        if is_case(number) {
            if start > done {
                spans.push(Span::Text(text[done..start].to_owned()));
            }
            spans.push(Span::Case(number.to_owned()));
            done = start + number.len();
        }
    }
    if done < text.len() {
        spans.push(Span::Text(text[done..].to_owned()));
    }
    spans
}

/// Everything in a text that looks like a case: `(11.5.1)`, `(7.5, 8.2)`, `of 9.5`.
pub fn references(text: &str) -> Vec<Reference> {
    let bracketed = |start: usize| {
        let open = text[..start].rfind('(');
        open.is_some_and(|open| {
            let between = &text[open + 1..start];
            between.chars().all(|letter| letter.is_ascii_alphanumeric() || ", .".contains(letter))
                && !between.chars().any(char::is_whitespace)
                || between.split(", ").all(|part| part.is_empty() || is_number(part))
        })
    };
    numbers(text)
        .map(|(start, number)| Reference { number: number.to_owned(), bracketed: bracketed(start) })
        .collect()
}

fn is_number(text: &str) -> bool {
    numbers(text).next().is_some_and(|(start, number)| start == 0 && number.len() == text.len())
}

/// The numbers with dots in a text, each with the place where it begins: digits, a dot, digits, up to two letters.
fn numbers(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let bytes = text.as_bytes();
    let mut at = 0;
    std::iter::from_fn(move || {
        while at < bytes.len() {
            let follows_word =
                at > 0 && (bytes[at - 1].is_ascii_alphanumeric() || b".-".contains(&bytes[at - 1]));
            if !bytes[at].is_ascii_digit() || follows_word {
                at += 1;
                continue;
            }
            let start = at;
            let digits = |from: usize| bytes[from..].iter().take_while(|byte| byte.is_ascii_digit()).count();
            let mut end = start + digits(start);
            let mut dots = 0;
            while end + 1 < bytes.len() && bytes[end] == b'.' && bytes[end + 1].is_ascii_digit() {
                dots += 1;
                end += 1 + digits(end + 1);
            }
            let letters = bytes[end..].iter().take_while(|byte| byte.is_ascii_lowercase()).count();
            let ends_word = bytes.get(end + letters).is_none_or(|byte| !byte.is_ascii_alphanumeric());
            at = end + letters;
            if dots > 0 && letters <= 2 && ends_word && bytes.get(at) != Some(&b'%') {
                return Some((start, &text[start..at]));
            }
        }
        None
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_taken_apart() {
        let spans = read("A **flank** (11.7.4, 7.2) costs *1.5* miles.", &|number| number != "1.5");
        assert_eq!(
            spans,
            [
                Span::Text("A ".into()),
                Span::Bold(vec![Span::Text("flank".into())]),
                Span::Text(" (".into()),
                Span::Case("11.7.4".into()),
                Span::Text(", ".into()),
                Span::Case("7.2".into()),
                Span::Text(") costs ".into()),
                Span::Italic(vec![Span::Text("1.5".into())]),
                Span::Text(" miles.".into()),
            ]
        );
        assert_eq!(text_of(&spans), "A flank (11.7.4, 7.2) costs 1.5 miles.");
        assert_eq!(bold(&spans).collect::<Vec<_>>(), ["flank"]);
    }

    #[test]
    fn references_know_their_brackets() {
        let found = references("See (7.5, 8.2b), and 9.5 too; a 4-3-5(9) fires.");
        let found: Vec<(&str, bool)> = found.iter().map(|one| (one.number.as_str(), one.bracketed)).collect();
        assert_eq!(found, [("7.5", true), ("8.2b", true), ("9.5", false)]);
    }
}
