//! The position of a worked example as a picture, cut to the places that matter, and its course.

use atlas::Window;
use engine::course::{self, Course};
use engine::examples::{Example, start_of};
use engine::title::PlaceInfo;
use games::Playable;

/// A drawn example.
#[derive(Clone, Debug)]
pub struct Scene {
    /// Its parts of the map before anything is played.
    pub windows: Vec<Window>,
    /// What happens then.
    pub course: Course,
}

/// How far a window reaches around the middles of the places that matter: a square and a half.
const MARGIN: f64 = 150.0;
/// The least width and height of a window: five squares by three.
const LEAST: (f64, f64) = (500.0, 300.0);
/// A window wider or higher than this shows too little detail; it is split.
const MOST: (f64, f64) = (1400.0, 1000.0);
/// Places nearer to each other than this stay together when a window is split.
const NEAR: f64 = 350.0;
/// The most windows of an example; the rest of it is told in words.
const MOST_WINDOWS: usize = 3;

/// Plays an example and finds its parts of the map.
pub fn of(game: &dyn Playable, example: &Example) -> Result<Scene, String> {
    let course = course::tell(example, |start| game.open(start))?;
    let places = &game.title().places;
    let shown: Vec<&PlaceInfo> = places.iter().filter(|place| course.places.contains(&place.id)).collect();
    let all: Vec<&PlaceInfo> = places.iter().collect();
    let sheet = around(&all).ok_or("the map has no places")?;
    let whole = around(&shown).map_or(sheet, |window| within(window, sheet));
    if whole.width <= MOST.0 && whole.height <= MOST.1 {
        return Ok(Scene { windows: vec![whole], course });
    }
    let mut groups = groups(&shown);
    groups.sort_by_key(|group| std::cmp::Reverse(group.len()));
    // A lonely place beside larger groups is where somebody waits who only keeps the scenario going.
    if groups.first().is_some_and(|largest| largest.len() > 1) {
        groups.retain(|group| group.len() > 1);
    }
    let windows = groups.iter().filter_map(|group| around(group)).map(|window| within(window, sheet));
    let mut windows: Vec<Window> = windows.take(MOST_WINDOWS).collect();
    if windows.first().is_some_and(|first| first.width > MOST.0 || first.height > MOST.1) {
        windows.truncate(1);
    }
    Ok(Scene { windows: if windows.is_empty() { vec![whole] } else { windows }, course })
}

/// A picture of an example before anything is played, counted from 0.
pub fn picture(game: &dyn Playable, example: &Example, part: usize) -> Result<String, String> {
    let windows = of(game, example)?.windows;
    let window = windows.get(part).ok_or_else(|| format!("it has {} pictures", windows.len()))?;
    let session = game.open(start_of(example))?;
    Ok(game.scene(session.as_ref(), *window))
}

/// The name of a picture by its number, counted from 0: `picture`, `picture-2`.
pub fn numbered(name: &str, part: usize) -> String {
    if part == 0 { name.to_owned() } else { format!("{name}-{}", part + 1) }
}

/// Places that hang together.
fn groups<'a>(places: &[&'a PlaceInfo]) -> Vec<Vec<&'a PlaceInfo>> {
    let near = |one: &PlaceInfo, other: &PlaceInfo| {
        f64::from((one.x - other.x).abs().max((one.y - other.y).abs())) <= NEAR
    };
    let mut groups: Vec<Vec<&PlaceInfo>> = Vec::new();
    for place in places {
        let (joined, mut apart): (Vec<_>, Vec<_>) =
            groups.into_iter().partition(|group| group.iter().any(|other| near(place, other)));
        let mut group: Vec<&PlaceInfo> = joined.into_iter().flatten().collect();
        group.push(place);
        apart.push(group);
        groups = apart;
    }
    groups
}

/// The smallest window with all places and a margin.
fn around(places: &[&PlaceInfo]) -> Option<Window> {
    let span = |of: fn(&PlaceInfo) -> i32| {
        let values = places.iter().map(|place| f64::from(of(place)));
        values.fold(None, |known: Option<(f64, f64)>, value| {
            Some(known.map_or((value, value), |(low, high)| (low.min(value), high.max(value))))
        })
    };
    let ((left, right), (top, bottom)) = (span(|place| place.x)?, span(|place| place.y)?);
    let side = |low: f64, high: f64, least: f64| {
        let length = high - low + 2.0 * MARGIN;
        let missing = (least - length).max(0.0);
        (low - MARGIN - missing / 2.0, length + missing)
    };
    let ((left, width), (top, height)) = (side(left, right, LEAST.0), side(top, bottom, LEAST.1));
    Some(Window { left, top, width, height })
}

/// A window moved and cut so that it lies on the sheet.
fn within(window: Window, sheet: Window) -> Window {
    let along = |start: f64, length: f64, from: f64, whole: f64| {
        let length = length.min(whole);
        (start.clamp(from, from + whole - length), length)
    };
    let (left, width) = along(window.left, window.width, sheet.left, sheet.width);
    let (top, height) = along(window.top, window.height, sheet.top, sheet.height);
    Window { left, top, width, height }
}
