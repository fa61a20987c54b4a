//! The position of a worked example as a picture, cut to the places that matter, and its course.

use atlas::Window;
use engine::course::{self, Course};
use engine::examples::{Example, start_of};
use engine::title::PlaceInfo;
use games::Playable;

/// A drawn example.
#[derive(Clone, Debug)]
pub struct Scene {
    /// Its part of the map before anything is played.
    pub window: Window,
    /// What happens then.
    pub course: Course,
}

/// How far around the middles of the places that matter one sees: a square and a half.
const MARGIN: f64 = 150.0;
/// A window is at least so wide and so high: five squares by three.
const LEAST: (f64, f64) = (500.0, 300.0);

/// Plays an example and finds its part of the map.
pub fn of(game: &dyn Playable, example: &Example) -> Result<Scene, String> {
    let course = course::tell(example, |start| game.open(start))?;
    let places = &game.title().places;
    let shown: Vec<&PlaceInfo> = places.iter().filter(|place| course.places.contains(&place.id)).collect();
    let all: Vec<&PlaceInfo> = places.iter().collect();
    let sheet = around(&all).ok_or("the map has no places")?;
    let window = around(&shown).map_or(sheet, |window| within(window, sheet));
    Ok(Scene { window, course })
}

/// The picture of an example before anything is played.
pub fn picture(game: &dyn Playable, example: &Example) -> Result<String, String> {
    let window = of(game, example)?.window;
    let session = game.open(start_of(example))?;
    Ok(game.scene(session.as_ref(), window))
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
