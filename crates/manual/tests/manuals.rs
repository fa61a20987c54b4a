//! Every case and clause of every game has its paragraph, everything that a manual names exists, every link lands.

use std::collections::BTreeSet;

use games::{Library, Playable};
use manual::{Content, Links, Manual, Pages, case_of, scene, search, slug, words};

/// Every manual with its game; a fault names its file and line.
fn for_each(check: impl Fn(&dyn Playable, &Manual)) {
    let library = Library::embedded().expect("the packs are good");
    for game in library.games() {
        let id = &game.title().id;
        let manual = Manual::read(game.as_ref()).unwrap_or_else(|faults| panic!("{id}:\n{faults}"));
        check(game.as_ref(), &manual);
    }
}

fn none(wrong: &[String], what: &str) {
    assert!(wrong.is_empty(), "{what}:\n{}", wrong.join("\n"));
}

#[test]
fn every_case_and_clause_has_its_paragraph() {
    for_each(|game, manual| {
        let cases = game.title().cases.iter().map(|case| case.number.clone());
        let clauses = game.clauses().expect("the clauses are good").into_iter().map(|clause| clause.id);
        let missing: Vec<String> =
            cases.chain(clauses).filter(|number| !manual.homes.contains_key(number)).collect();
        none(&missing, &format!("{} does not explain", manual.game));
    });
}

#[test]
fn chapters_and_headings_ascend() {
    for_each(|_, manual| {
        let mut wrong = Vec::new();
        let mut last = (Vec::new(), String::new());
        for chapter in &manual.chapters {
            for block in &chapter.blocks {
                let Content::Heading { number, .. } = &block.content else { continue };
                if number.is_empty() {
                    continue;
                }
                let parts: Vec<u32> =
                    case_of(number).split('.').map(|part| part.parse().expect("cases are numbers")).collect();
                if parts.first().map(u32::to_string).as_deref() != Some(chapter.number.as_str()) {
                    wrong.push(format!("{} line {}: {number} is of another chapter", chapter.id, block.line));
                }
                let place = (parts, number[case_of(number).len()..].to_owned());
                if place <= last {
                    wrong.push(format!("{} line {}: {number}", chapter.id, block.line));
                }
                last = place;
            }
        }
        none(&wrong, &format!("{}: headings are out of order", manual.game));
    });
}

/// A sentence that is longer than this is two.
const LONGEST_SENTENCE: usize = 60;

#[test]
fn sentences_are_short() {
    for_each(|_, manual| {
        let mut wrong = Vec::new();
        for chapter in &manual.chapters {
            for block in chapter.blocks.iter().filter(|block| !matches!(block.content, Content::Table(_))) {
                for spans in search::running(&block.content) {
                    let text = words::text_of(spans);
                    let long = sentences(&text)
                        .find(|sentence| sentence.split_whitespace().count() > LONGEST_SENTENCE);
                    if let Some(sentence) = long {
                        wrong.push(format!("{} line {}: {sentence}", chapter.id, block.line));
                    }
                }
            }
        }
        none(&wrong, &format!("{}: sentences are too long", manual.game));
    });
}

fn sentences(text: &str) -> impl Iterator<Item = &str> {
    text.split(". ").flat_map(|part| part.split("? "))
}

#[test]
fn examples_have_addresses_of_their_own() {
    for_each(|game, manual| {
        let examples = game.examples().expect("the examples are good");
        let slugs: BTreeSet<String> = examples.iter().map(|example| slug(&example.name)).collect();
        assert_eq!(slugs.len(), examples.len(), "{}: two examples have one address", manual.game);
        assert!(manual.pictured().len() > 80, "{} shows {} examples", manual.game, manual.pictured().len());
    });
}

/// The attributes of that name in a page.
fn attributes<'a>(page: &'a str, name: &str) -> Vec<&'a str> {
    let start = format!(" {name}=\"");
    page.split(start.as_str()).skip(1).filter_map(|rest| rest.split('"').next()).collect()
}

#[test]
fn every_link_of_the_booklet_lands() {
    for_each(|game, manual| {
        let page = Pages::new(manual, game, Links::Booklet(None)).booklet().expect("it can be drawn");
        let ids = attributes(&page, "id");
        let unique: BTreeSet<&str> = ids.iter().copied().collect();
        let twice: Vec<String> = unique
            .iter()
            .filter(|id| ids.iter().filter(|other| other == id).count() > 1)
            .map(|id| (*id).to_owned())
            .collect();
        // An example may be shown in two chapters.
        let twice: Vec<String> = twice.into_iter().filter(|id| !id.starts_with("example-")).collect();
        none(&twice, &format!("{}: ids stand twice", manual.game));
        let lost: Vec<String> = attributes(&page, "href")
            .into_iter()
            .filter(|link| link.strip_prefix('#').is_none_or(|anchor| !unique.contains(anchor)))
            .map(str::to_owned)
            .collect();
        none(&lost, &format!("{}: links lead nowhere", manual.game));
    });
}

#[test]
fn every_link_between_pages_lands() {
    for_each(|game, manual| {
        let pages = Pages::new(manual, game, Links::Folder(None));
        let files = pages.folder().expect("it can be drawn");
        let pictures: BTreeSet<String> = manual
            .pictured()
            .into_iter()
            .flat_map(|name| {
                let scene = scene::of(game, manual.example(name).expect("it is there")).expect("it runs");
                let parts = 0..scene.windows.len();
                parts.map(move |part| format!("pictures/{}.svg", scene::numbered(&slug(name), part)))
            })
            .collect();
        let anchors: BTreeSet<String> = files
            .iter()
            .flat_map(|(name, text)| {
                let ids = attributes(text, "id").into_iter();
                ids.map(move |id| format!("{name}#{id}")).chain([name.clone(), "booklet.html".to_owned()])
            })
            .collect();
        let mut lost = Vec::new();
        for (name, text) in &files {
            let links = attributes(text, "href").into_iter().filter(|link| !anchors.contains(*link));
            lost.extend(links.map(|link| format!("{name}: {link}")));
            let shown = attributes(text, "src").into_iter().filter(|link| !pictures.contains(*link));
            lost.extend(shown.map(|link| format!("{name}: {link}")));
        }
        none(&lost, &format!("{}: links lead nowhere", manual.game));
    });
}

/// One picture of each game; all of them would take long.
#[test]
fn an_example_is_pictured() {
    for_each(|game, manual| {
        let pages = Pages::new(manual, game, Links::Folder(None));
        let (name, picture) = pages.pictures().next().expect("there are examples").expect("it can be drawn");
        let ends = picture.starts_with("<svg ") && picture.ends_with("</svg>");
        assert!(ends && picture.contains("class=\"counter\""), "{}: {name}", manual.game);
        assert_eq!(
            picture.matches("<g ").count() + picture.matches("<g>").count(),
            picture.matches("</g>").count()
        );
    });
}

#[test]
fn search_and_index_find_what_there_is() {
    for_each(|_, manual| {
        let entries = manual.search();
        assert!(entries.len() > 60, "{} has {} sections", manual.game, entries.len());
        let terms = manual.terms();
        assert!(terms.len() > 80, "{} has {} terms", manual.game, terms.len());
        for term in &terms {
            assert!(term.cases.iter().all(|case| manual.home(case).is_some()), "{}", term.word);
        }
    });
}
