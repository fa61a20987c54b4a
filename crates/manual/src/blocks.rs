//! A chapter's file taken apart into headings, paragraphs, lists, tables and marks, each with its line.

/// A block as it is written, before anything in it is looked up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Raw {
    /// Where it begins, counted from 1.
    pub(crate) line: usize,
    pub(crate) kind: RawKind,
    /// The tag in braces after it.
    pub(crate) tag: String,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum RawKind {
    /// `## 11.4 The column`
    Heading {
        level: usize,
        text: String,
    },
    Paragraph(String),
    /// Each item with its line and its tag.
    List {
        first: Option<u32>,
        items: Vec<(usize, String, String)>,
    },
    /// Rows of cells, the head first.
    Table(Vec<Vec<String>>),
    /// `> **At the table.** …`
    Note(String),
    /// `{example: NAME}`
    Example(String),
    /// `{chart: ID}`
    Chart(String),
}

/// What is wrong with a line, and which.
pub(crate) type Wrong = (usize, String);

/// Takes the text of a chapter apart.
pub(crate) fn read(text: &str) -> Result<Vec<Raw>, Wrong> {
    let mut blocks: Vec<Raw> = Vec::new();
    // Whether the next line may go on with the last block.
    let mut open = false;
    for (index, line) in text.lines().enumerate() {
        let number = index + 1;
        if line.trim().is_empty() {
            open = false;
            continue;
        }
        let is_open = std::mem::replace(&mut open, true);
        if let Some(mark) = line.strip_prefix('{').and_then(|rest| rest.strip_suffix('}')) {
            open = false;
            alone(&mut blocks, number, mark)?;
            continue;
        }
        let last = blocks.last_mut().filter(|_| is_open);
        match (read_line(number, line)?, last) {
            (Raw { kind: RawKind::Table(mut rows), .. }, Some(Raw { kind: RawKind::Table(table), .. })) => {
                table.append(&mut rows);
            }
            // Items belong together even across a blank line, if the counting goes on.
            (
                Raw { kind: RawKind::List { mut items, .. }, .. },
                Some(Raw { kind: RawKind::List { items: list, .. }, .. }),
            ) => {
                list.append(&mut items);
            }
            (Raw { kind: RawKind::Note(more), .. }, Some(Raw { kind: RawKind::Note(note), .. })) => {
                note.push(' ');
                note.push_str(&more);
            }
            (Raw { kind: RawKind::Paragraph(more), tag, .. }, Some(before)) if before.tag.is_empty() => {
                match &mut before.kind {
                    RawKind::Paragraph(text) => {
                        text.push(' ');
                        text.push_str(&more);
                        before.tag = tag;
                    }
                    _ => return Err((number, "a blank line is missing before this paragraph".into())),
                }
            }
            (Raw { kind: RawKind::Paragraph(_), .. }, Some(_)) => {
                return Err((number, "a blank line is missing before this paragraph".into()));
            }
            (block, _) => blocks.push(block),
        }
    }
    for block in &mut blocks {
        if let RawKind::Table(rows) = &mut block.kind {
            check_table(rows).map_err(|error| (block.line, error))?;
        }
    }
    Ok(blocks)
}

/// A mark that stands alone on its line: an example, a chart, or the tag of the block before it.
fn alone(blocks: &mut Vec<Raw>, line: usize, mark: &str) -> Result<(), Wrong> {
    let kind = if let Some(name) = mark.strip_prefix("example: ") {
        RawKind::Example(name.to_owned())
    } else if let Some(id) = mark.strip_prefix("chart: ") {
        RawKind::Chart(id.to_owned())
    } else {
        let before =
            blocks.last_mut().ok_or((line, "there is nothing that this tag could belong to".into()))?;
        if !before.tag.is_empty() {
            before.tag.push(' ');
        }
        before.tag.push_str(mark);
        return Ok(());
    };
    blocks.push(Raw { line, kind, tag: String::new() });
    Ok(())
}

fn read_line(line: usize, text: &str) -> Result<Raw, Wrong> {
    let block = |kind: RawKind, tag: String| Ok(Raw { line, kind, tag });
    if text.starts_with('#') {
        let level = text.chars().take_while(|letter| *letter == '#').count();
        let heading = text[level..].trim().to_owned();
        return block(RawKind::Heading { level, text: heading }, String::new());
    }
    if let Some(note) = text.strip_prefix('>') {
        return block(RawKind::Note(note.trim().to_owned()), String::new());
    }
    if text.starts_with('|') {
        let cells = text.trim().trim_matches('|').split('|').map(|cell| cell.trim().to_owned());
        return block(RawKind::Table(vec![cells.collect()]), String::new());
    }
    if text.starts_with(' ') {
        return Err((line, "a line begins with a blank; lists have one level".into()));
    }
    let (words, tag) = split_tag(line, text)?;
    if let Some(item) = words.strip_prefix("- ") {
        let items = vec![(line, item.to_owned(), tag)];
        return block(RawKind::List { first: None, items }, String::new());
    }
    if let Some((number, item)) = words.split_once(". ")
        && let Ok(number) = number.parse::<u32>()
    {
        let items = vec![(line, item.to_owned(), tag)];
        return block(RawKind::List { first: Some(number), items }, String::new());
    }
    block(RawKind::Paragraph(words.to_owned()), tag)
}

/// The words of a line and the tag in braces behind them.
fn split_tag(line: usize, text: &str) -> Result<(&str, String), Wrong> {
    let text = text.trim_end();
    let (words, tag) = match text.strip_suffix('}').and_then(|before| before.rsplit_once('{')) {
        Some((words, tag)) => (words.trim_end(), tag.to_owned()),
        None => (text, String::new()),
    };
    if words.contains(['{', '}']) {
        return Err((line, "a tag in braces stands at the end of its line".into()));
    }
    Ok((words, tag))
}

/// A table has a head, a line of dashes, which is taken out, and rows of one length.
fn check_table(rows: &mut Vec<Vec<String>>) -> Result<(), String> {
    let is_dashes =
        |row: &Vec<String>| row.iter().all(|cell| cell.contains("--") && !cell.contains(char::is_alphabetic));
    if !rows.get(1).is_some_and(is_dashes) {
        return Err("a table needs a line of dashes under its head".into());
    }
    rows.remove(1);
    let width = rows[0].len();
    match rows.iter().position(|row| row.len() != width) {
        Some(row) => {
            Err(format!("row {row} of the table has {} cells, its head has {width}", rows[row].len()))
        }
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_chapter_is_taken_apart() {
        let text = "# 1 Words\n\n**For what.** More. {1.0 1.0a}\n\n- one {1.1}\n- two\n\n1. first\n2. second\n\n\
            | a | b |\n|---|---|\n| 1 | 2 |\n{1.2}\n\n{example: a name}\n\n{chart: assault}\n\n> **At the table.** Click.\n";
        let kinds: Vec<RawKind> = read(text).unwrap().into_iter().map(|block| block.kind).collect();
        assert_eq!(kinds.len(), 8);
        assert_eq!(kinds[0], RawKind::Heading { level: 1, text: "1 Words".into() });
        let items = vec![(5, "one".into(), "1.1".into()), (6, "two".into(), String::new())];
        assert_eq!(kinds[2], RawKind::List { first: None, items });
        assert_eq!(
            kinds[4],
            RawKind::Table(vec![vec!["a".into(), "b".into()], vec!["1".into(), "2".into()]])
        );
        assert_eq!(read(text).unwrap()[4].tag, "1.2");
        assert_eq!(kinds[5], RawKind::Example("a name".into()));
    }

    #[test]
    fn an_error_names_its_line() {
        assert_eq!(read("# 1\n\nA {1.0} b {1.1}").unwrap_err().0, 3);
        assert_eq!(read("| a |\n| b |").unwrap_err().0, 1);
        assert_eq!(read("- a\nb").unwrap_err().0, 2);
    }
}
