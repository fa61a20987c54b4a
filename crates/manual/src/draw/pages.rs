//! Whole pages: a folder for reading offline, and a booklet for print.

use std::fmt::Write;

use atlas::Window;
use engine::examples::start_of;

use crate::scene;

use super::{Links, Pages, STYLE, escape};

/// The style that a page needs besides that of chapters, when no server gives it.
const ALONE: &str = include_str!("alone.css");
/// The style of the printed booklet.
const PRINT: &str = include_str!("print.css");

impl Pages<'_> {
    /// The files of a folder without pictures: name and text of each.
    pub fn folder(&self) -> Result<Vec<(String, String)>, String> {
        let all = self.all();
        let mut files = vec![("index.html".to_owned(), self.start())];
        for (index, (id, title)) in all.iter().enumerate() {
            let fragment = self.fragment(id).ok_or("a page is missing")??;
            let before = index.checked_sub(1).map(|before| &all[before]);
            let steps = format!(
                "<nav class=\"steps\" aria-label=\"Chapters\">{}<a href=\"index.html\">Contents</a>{}</nav>",
                step(before, "←"),
                step(all.get(index + 1), "→")
            );
            let body = format!("{steps}<main>{fragment}</main>{steps}");
            files.push((format!("{id}.html"), self.html(title, "page", &body, "")));
        }
        Ok(files)
    }

    fn start(&self) -> String {
        let body = format!(
            "<main><article class=\"chapter cover\"><h1>{}</h1><p>The rules, complete, in our own words. \
             <a href=\"booklet.html\">Everything on one page, for print</a>.</p>{}</article></main>",
            escape(&self.manual.name),
            self.contents()
        );
        self.html("Contents", "page", &body, "")
    }

    /// Everything on one page.
    pub fn booklet(&self) -> Result<String, String> {
        let mut body = format!(
            "<main class=\"booklet\"><section class=\"title-page\"><h1>{}</h1><p>The rules, complete, in our own words</p>\
             <p class=\"quiet\">Westfront</p></section><section class=\"contents-page\"><h1>Contents</h1>{}\
             <p class=\"quiet legend\">◆ the rulebook is silent or unclear, and a ruling decides · ≈ reconstructed data · \
             numbers beside the text are the cases of the rulebook</p></section>",
            escape(&self.manual.name),
            self.contents()
        );
        let mut heads = String::new();
        for (id, title) in self.all() {
            let fragment = self.fragment(&id).ok_or("a page is missing")??;
            // Each chapter is a named page, so that its running head can say its title.
            let page: String = id.chars().filter(char::is_ascii_alphanumeric).collect();
            let _ = write!(
                heads,
                "#page-{id}{{page:p{page}}}@page p{page}:left{{@top-left{{content:\"{0}\"}}}}\
                 @page p{page}:right{{@top-right{{content:\"{0}\"}}}}",
                title.replace(['"', '\\'], "")
            );
            body.push_str(&fragment);
        }
        body.push_str("</main>");
        Ok(self.html("The rules", "page booklet-page", &body, &heads))
    }

    fn html(&self, title: &str, class: &str, body: &str, more: &str) -> String {
        format!(
            "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"><title>{} · {}</title>\
             <style>{ALONE}{STYLE}{PRINT}{more}</style></head><body class=\"{class}\">{body}</body></html>\n",
            escape(title),
            escape(&self.manual.name)
        )
    }

    /// The pictures of the examples that are shown: file name and SVG of each.
    pub fn pictures(&self) -> impl Iterator<Item = Result<(String, String), String>> + '_ {
        self.manual.pictured().into_iter().flat_map(|name| match self.pictures_of(name) {
            Ok(pictures) => pictures.into_iter().map(Ok).collect(),
            Err(error) => vec![Err(format!("{name}: {error}"))],
        })
    }

    fn pictures_of(&self, name: &str) -> Result<Vec<(String, String)>, String> {
        let example = self.manual.example(name).ok_or("there is no such example")?;
        let windows = scene::of(self.game, example)?.windows;
        let session = self.game.open(start_of(example))?;
        let draw = |(part, window): (usize, Window)| {
            let file = format!("pictures/{}.svg", scene::numbered(&crate::slug(name), part));
            (file, white(&self.game.scene(session.as_ref(), window)))
        };
        Ok(windows.into_iter().enumerate().map(draw).collect())
    }

    /// The same pages as one booklet.
    pub fn as_booklet(&self) -> Pages<'_> {
        let site = match &self.links {
            Links::Folder(site) | Links::Booklet(site) => site.clone(),
            Links::Reader => None,
        };
        Pages { manual: self.manual, game: self.game, links: Links::Booklet(site) }
    }
}

/// A picture on white paper, even with the dark theme: it is printed.
fn white(picture: &str) -> String {
    let light = picture.replacen("class=\"atlas", "class=\"light atlas", 1);
    let paper = "<style>.atlas{--paper:#fff;--paper-edge:#fff;--halo:#fff}</style></svg>";
    light.strip_suffix("</svg>").map_or_else(|| light.clone(), |inside| format!("{inside}{paper}"))
}

fn step(page: Option<&(String, String)>, arrow: &str) -> String {
    page.map_or_else(
        || "<span></span>".to_owned(),
        |(id, title)| match arrow {
            "←" => format!("<a rel=\"prev\" href=\"{id}.html\">{arrow} {}</a>", escape(title)),
            _ => format!("<a rel=\"next\" href=\"{id}.html\">{} {arrow}</a>", escape(title)),
        },
    )
}
