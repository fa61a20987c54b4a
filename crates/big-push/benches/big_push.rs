//! How fast The Big Push is, beside random play of chess.

#[path = "../../grid/benches/common/mod.rs"]
mod common;

use std::sync::Arc;

use criterion::{Criterion, criterion_group, criterion_main};
use grid::Nation;

fn speed(criterion: &mut Criterion) {
    let rules = Arc::new(big_push::game(&common::files("big-push")).expect("the pack is sound"));
    common::measure(criterion, &rules, "over-the-top", [Nation::British, Nation::German]);
}

criterion_group! {
    name = benches;
    config = Criterion::default().sample_size(20);
    targets = speed
}
criterion_main!(benches);
