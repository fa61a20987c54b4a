//! How fast Verdun is, beside random play of chess.

#[path = "../../grid/benches/common/mod.rs"]
mod common;

use std::sync::Arc;

use criterion::{Criterion, criterion_group, criterion_main};
use grid::Nation;

fn speed(criterion: &mut Criterion) {
    let rules = Arc::new(verdun::game(&common::files("verdun")).expect("the pack is sound"));
    common::measure(criterion, &rules, "firestorm", [Nation::German, Nation::French]);
}

criterion_group! {
    name = benches;
    config = Criterion::default().sample_size(20);
    targets = speed
}
criterion_main!(benches);
