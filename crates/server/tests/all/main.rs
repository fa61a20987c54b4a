//! Tests of the server over its real interfaces, on SQLite and on PostgreSQL.

#![expect(clippy::disallowed_methods, reason = "tests measure time")]

mod advice;
mod after;
mod cluster;
mod computers;
mod faults;
mod gates;
mod harness;
mod leak;
mod lobby;
mod operators;
mod orders;
mod play;
mod process;
mod school;
mod toy;
mod trust;
mod upkeep;
mod watch;
mod web;
