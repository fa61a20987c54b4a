//! Reads loose TOML: a missing value is empty.

use std::error::Error;
use std::path::Path;

use atlas::{Nation, Point};
use toml::{Table, Value};

pub(crate) fn file(path: &Path) -> Result<Table, Box<dyn Error>> {
    Ok(std::fs::read_to_string(path)?.parse::<Table>()?)
}

pub(crate) fn list<'a>(table: &'a Table, key: &str) -> Vec<&'a Table> {
    let array = table.get(key).and_then(Value::as_array);
    array.map(|items| items.iter().filter_map(Value::as_table).collect()).unwrap_or_default()
}

/// A text, or a number as text.
pub(crate) fn text(table: &Table, key: &str) -> String {
    table.get(key).map(words).unwrap_or_default()
}

pub(crate) fn words(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

pub(crate) fn texts(table: &Table, key: &str) -> Vec<String> {
    let array = table.get(key).and_then(Value::as_array);
    array.map(|items| items.iter().map(words).collect()).unwrap_or_default()
}

pub(crate) fn flag(table: &Table, key: &str) -> bool {
    table.get(key).and_then(Value::as_bool).unwrap_or_default()
}

pub(crate) fn real(value: &Value) -> f64 {
    value.as_float().or_else(|| value.as_integer().map(|number| number as f64)).unwrap_or_default()
}

pub(crate) fn point(value: &Value) -> Point {
    let at = |index: usize| value.get(index).map(real).unwrap_or_default();
    Point::new(at(0), at(1))
}

pub(crate) fn points(table: &Table, key: &str) -> Vec<Point> {
    let array = table.get(key).and_then(Value::as_array);
    array.map(|items| items.iter().map(point).collect()).unwrap_or_default()
}

pub(crate) fn nation(word: &str) -> Nation {
    match word {
        "german" => Nation::German,
        "french" => Nation::French,
        _ => Nation::British,
    }
}
