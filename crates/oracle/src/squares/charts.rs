//! The printed charts, asked by name.

use std::collections::BTreeMap;

use toml::{Table, Value};

/// The pack's charts.
pub(crate) struct Charts {
    table: Table,
    /// Every number by its path: they are asked for all the time.
    numbers: BTreeMap<String, i64>,
}

impl Charts {
    /// Reads the charts.
    pub(crate) fn new(table: Table) -> Self {
        let mut numbers = BTreeMap::new();
        let mut open: Vec<(String, &Table)> = vec![(String::new(), &table)];
        while let Some((path, inner)) = open.pop() {
            for (key, value) in inner {
                let path = if path.is_empty() { key.clone() } else { format!("{path}.{key}") };
                match value {
                    Value::Integer(number) => {
                        numbers.insert(path, *number);
                    }
                    Value::Table(inner) => open.push((path, inner)),
                    _ => {}
                }
            }
        }
        Self { table, numbers }
    }

    /// A value by its path, such as `movement.passage`.
    pub(crate) fn value(&self, path: &str) -> Option<&Value> {
        let mut names = path.split('.');
        let mut value = self.table.get(names.next()?)?;
        for name in names {
            value = value.get(name)?;
        }
        Some(value)
    }

    /// A number by its path; 0 where the chart has none.
    pub(crate) fn number(&self, path: &str) -> i64 {
        self.numbers.get(path).copied().unwrap_or(0)
    }

    /// A list of numbers by its path.
    pub(crate) fn numbers(&self, path: &str) -> Vec<i64> {
        integers(self.value(path))
    }

    /// A cell of a table `rows`, each row a list of texts; row and column stay within the table.
    pub(crate) fn cell(&self, table: &str, row: i64, column: i64) -> Option<&str> {
        let rows = self.value(&format!("{table}.rows"))?.as_array()?;
        let row = rows.get(within(row, rows.len()))?.as_array()?;
        row.get(within(column, row.len()))?.as_str()
    }

    /// A row of numbers of a table `rows`; the row stays within the table.
    pub(crate) fn row(&self, table: &str, row: i64) -> Vec<i64> {
        let Some(rows) = self.value(&format!("{table}.rows")).and_then(Value::as_array) else {
            return Vec::new();
        };
        integers(rows.get(within(row, rows.len())))
    }

    /// A list of texts by its path.
    pub(crate) fn texts(&self, path: &str) -> Vec<String> {
        texts(self.value(path))
    }
}

/// The numbers of a TOML list.
pub(crate) fn integers(value: Option<&Value>) -> Vec<i64> {
    value
        .and_then(Value::as_array)
        .map(|list| list.iter().filter_map(Value::as_integer).collect())
        .unwrap_or_default()
}

/// The texts of a TOML list.
pub(crate) fn texts(value: Option<&Value>) -> Vec<String> {
    value
        .and_then(Value::as_array)
        .map(|list| list.iter().filter_map(Value::as_str).map(str::to_owned).collect())
        .unwrap_or_default()
}

fn within(index: i64, length: usize) -> usize {
    let last = i64::try_from(length).unwrap_or(0) - 1;
    usize::try_from(index.min(last).max(0)).unwrap_or(0)
}
