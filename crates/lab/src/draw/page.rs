//! A page with sections.

use std::fmt::Write;

use super::escape;

/// A page that is being written.
pub(crate) struct Page {
    title: String,
    extra_style: String,
    body: String,
}

impl Page {
    /// A page with a title and a line below it.
    pub(crate) fn new(title: &str, about: &str) -> Page {
        let body = format!("<header><h1>{}</h1><p>{}</p></header>\n", escape(title), escape(about));
        Page { title: title.to_owned(), extra_style: String::new(), body }
    }

    /// A section: its heading, a sentence, and HTML that is already well-formed.
    pub(crate) fn section(&mut self, heading: &str, about: &str, html: &str) {
        let (heading, about) = (escape(heading), escape(about));
        let _ = writeln!(self.body, "<section><h2>{heading}</h2>\n<p>{about}</p>\n{html}</section>");
    }

    /// Rules of style that only this page needs.
    pub(crate) fn style(&mut self, rules: &str) {
        self.extra_style.push_str(rules);
    }

    /// The whole file.
    pub(crate) fn finish(self) -> String {
        format!(
            "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n<title>{}</title>\n\
             <style>\n{}{}</style>\n</head>\n<body>\n{}</body>\n</html>\n",
            escape(&self.title),
            include_str!("page.css"),
            self.extra_style,
            self.body
        )
    }
}

/// A table; the first row is the heading, the first column names the row.
pub(crate) fn table(rows: &[Vec<String>]) -> String {
    let mut html = "<table>\n".to_owned();
    for (index, row) in rows.iter().enumerate() {
        html.push_str("<tr>");
        for (column, field) in row.iter().enumerate() {
            let tag = if index == 0 || column == 0 { "th" } else { "td" };
            let class = if is_number(field) { " class=\"number\"" } else { "" };
            let _ = write!(html, "<{tag}{class}>{}</{tag}>", escape(field));
        }
        html.push_str("</tr>\n");
    }
    html + "</table>\n"
}

fn is_number(field: &str) -> bool {
    field.chars().any(|letter| letter.is_ascii_digit())
        && field.chars().all(|letter| letter.is_ascii_digit() || "+-–.% ".contains(letter))
}
