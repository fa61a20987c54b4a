//! What follows from the map: squares of roads and railways, and the ground behind and between the start lines.

use grid::{Pack, Side, Square, Squares};

/// The squares of some roads or railways.
pub(crate) fn along(pack: &Pack, wanted: impl Fn(&grid::map::Line) -> bool) -> Squares {
    pack.map.lines.iter().filter(|line| wanted(line)).flat_map(|line| line.squares.iter().copied()).collect()
}

/// The links of some roads or railways, both ways.
pub(crate) fn pairs(pack: &Pack, wanted: impl Fn(&grid::map::Line) -> bool) -> Vec<(Square, Square)> {
    let mut pairs = Vec::new();
    for line in pack.map.lines.iter().filter(|line| wanted(line)) {
        for pair in line.squares.windows(2) {
            pairs.push((pair[0], pair[1]));
            pairs.push((pair[1], pair[0]));
        }
    }
    pairs
}

/// For each square those joined to it by so many links.
pub(crate) fn linked(pack: &Pack, links: &[(Square, Square)], steps: u8) -> Vec<Squares> {
    let mut all: Vec<Squares> = pack.map.all.iter().map(Squares::one).collect();
    let lined: Squares = links.iter().map(|(a, _)| *a).collect();
    for square in lined.iter() {
        let reached = &mut all[square.index()];
        for _ in 0..steps {
            let next: Squares = links.iter().filter(|(a, _)| reached.contains(*a)).map(|(_, b)| *b).collect();
            let wider = *reached | next;
            if wider == *reached {
                break;
            }
            *reached = wider;
        }
    }
    all
}

/// The squares that can be reached from the north edge without crossing the German start line (12.3.4d).
pub(crate) fn north_of_line(pack: &Pack) -> Squares {
    behind(pack, grid::map::Edge::North, pack.map.trench[Side::German.index()])
}

/// The squares between the two start lines.
pub(crate) fn between_lines(pack: &Pack) -> Squares {
    let lines = pack.map.trench[0] | pack.map.trench[1];
    pack.map.all - lines - north_of_line(pack) - behind(pack, grid::map::Edge::South, lines)
}

/// The squares that straight steps reach from an edge without crossing a line: a diagonal step would slip through a
/// line that runs diagonally.
fn behind(pack: &Pack, edge: grid::map::Edge, line: Squares) -> Squares {
    let map = &pack.map;
    let mut reached = map.edges[edge as usize] - line;
    loop {
        let mut wider = reached;
        for square in reached.iter() {
            for (direction, next) in map.around(square) {
                if direction.is_straight() && !line.contains(next) {
                    wider.insert(next);
                }
            }
        }
        if wider == reached {
            return reached;
        }
        reached = wider;
    }
}
