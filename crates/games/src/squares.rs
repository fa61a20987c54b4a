//! The pictures of the square-grid games: their packs in the draughtsman's terms.

use atlas::{
    Codes, CounterFace, Crossing, EdgeNote, EdgeSide, Fort, GridMap, Importance, Name, NameKind, Point,
    Railway, River, RiverClass, Road, RoadClass, SizeMark, Strength, Symbol, Terrain, Town, Trench, Work,
};
use grid::map::{Edge, Line, Map};
use grid::units::{Counter, Kind, Size};
use grid::{Grid, Pack, Side, Speak, Unit};

use crate::Drawn;

impl Drawn for big_push::BigPush {
    type Map = GridMap;

    fn map(&self, _: Option<&Self::Board>) -> GridMap {
        let margin = Margin {
            title: "The Somme",
            subtitle: "the country between Albert, Bapaume and Péronne, 1916",
            kilometres: 1.044,
            cities: &["Albert", "Péronne", "Bapaume"],
            towns: &["Bray-sur-Somme", "Combles", "Guillemont", "Pozières"],
        };
        map(self, &margin)
    }

    fn faces(&self) -> Vec<CounterFace> {
        faces(self)
    }
}

impl Drawn for verdun::Game {
    type Map = GridMap;

    fn map(&self, _: Option<&Self::Board>) -> GridMap {
        let margin = Margin {
            title: "Verdun",
            subtitle: "the fortress and both banks of the Meuse, 1916",
            kilometres: 1.006,
            cities: &["Verdun"],
            towns: &["Étain", "Montfaucon"],
        };
        map(self, &margin)
    }

    fn faces(&self) -> Vec<CounterFace> {
        faces(self)
    }
}

/// What the margin of a map says.
pub(crate) struct Margin {
    /// Its title.
    pub(crate) title: &'static str,
    /// The line below it.
    pub(crate) subtitle: &'static str,
    /// The side of a square in kilometres.
    pub(crate) kilometres: f64,
    /// Towns that are written larger.
    pub(crate) cities: &'static [&'static str],
    /// Towns in between.
    pub(crate) towns: &'static [&'static str],
}

/// The map of a game on squares.
pub(crate) fn map<V: Speak>(game: &Grid<V>, margin: &Margin) -> GridMap {
    let map = &game.pack.map;
    let mut drawing = GridMap {
        title: margin.title.into(),
        subtitle: margin.subtitle.into(),
        columns: map.columns.into(),
        rows: map.rows.into(),
        codes: if map.names.get(1).is_some_and(|name| name == "A2") {
            Codes::RowLetters
        } else {
            Codes::ColumnLetters
        },
        square_kilometres: margin.kilometres,
        terrain: (0..map.names.len() as u16).map(|square| ground(map, grid::Square(square))).collect(),
        ..GridMap::default()
    };
    for place in &map.places {
        let squares: Vec<atlas::Square> = place.squares.iter().map(|square| at(map, *square)).collect();
        let name = place.name.clone();
        match place.kind.as_str() {
            "town" => {
                let importance = if margin.cities.contains(&name.as_str()) {
                    Importance::City
                } else if margin.towns.contains(&name.as_str()) {
                    Importance::Town
                } else {
                    Importance::Village
                };
                drawing.towns.push(Town { name, squares, importance });
            }
            "fort" | "citadel" => {
                let citadel = place.kind == "citadel";
                drawing.forts.extend(squares.first().map(|square| Fort { name, square: *square, citadel }));
            }
            "defense works" => drawing.works.push(Work { name, squares }),
            // A list of wet squares is no name.
            "marsh" => {}
            kind => {
                let kind = match kind {
                    "wood" => NameKind::Wood,
                    "ridge" => NameKind::Ridge,
                    "hill" => NameKind::Hill,
                    _ => NameKind::Landmark,
                };
                drawing.names.push(Name { text: name, kind, squares });
            }
        }
    }
    for line in &map.lines {
        add_line(map, line, &mut drawing);
    }
    // Every crossing stands in the map in both directions.
    let crossings = map.crossings.iter().filter(|(from, to)| from < to);
    drawing.crossings =
        crossings.map(|(from, to)| Crossing { between: (at(map, *from), at(map, *to)) }).collect();
    drawing.edges = [Side::Allied, Side::German].map(|side| edge(&game.pack, side)).into();
    drawing
}

fn at(map: &Map, square: grid::Square) -> atlas::Square {
    let (column, row) = map.position(square);
    atlas::Square::new(column as u16, row as u16)
}

fn ground(map: &Map, square: grid::Square) -> Terrain {
    use grid::map::Terrain as Ground;
    Terrain {
        woods: map.has(square, Ground::Woods),
        ridge: map.has(square, Ground::Ridge),
        hill: map.has(square, Ground::Hill),
        marsh: map.has(square, Ground::Marsh),
    }
}

fn add_line(map: &Map, line: &Line, drawing: &mut GridMap) {
    let squares: Vec<atlas::Square> = line.squares.iter().map(|square| at(map, *square)).collect();
    let river = |class| River {
        name: line.name.clone(),
        class,
        squares: squares.clone(),
        course: line.course.iter().map(|(x, y)| Point::new((*x).into(), (*y).into())).collect(),
    };
    match line.class.as_str() {
        "major" => drawing.roads.push(Road { class: RoadClass::Major, path: squares }),
        "minor" => drawing.roads.push(Road { class: RoadClass::Minor, path: squares }),
        "railway" => drawing.railways.push(Railway { path: squares }),
        "barrier" => drawing.rivers.push(river(RiverClass::Major)),
        "stream" => drawing.rivers.push(river(RiverClass::Minor)),
        "canal" => drawing.rivers.push(river(RiverClass::Canal)),
        "trench british" => drawing.trenches.push(trench(atlas::Nation::British, squares)),
        "trench french" => drawing.trenches.push(trench(atlas::Nation::French, squares)),
        "trench german" => drawing.trenches.push(trench(atlas::Nation::German, squares)),
        _ => drawing.rivers.push(river(RiverClass::Stream)),
    }
}

fn trench(nation: atlas::Nation, path: Vec<atlas::Square>) -> Trench {
    Trench { nation, path, gaps: Vec::new() }
}

/// Whose edge that is.
fn edge(pack: &Pack, side: Side) -> EdgeNote {
    let map = &pack.map;
    let home = map.home[side.index()];
    let (side_of_map, last) = match home {
        Edge::North => (EdgeSide::North, map.columns),
        Edge::South => (EdgeSide::South, map.columns),
        Edge::East => (EdgeSide::East, map.rows),
        Edge::West => (EdgeSide::West, map.rows),
    };
    let nation = match side {
        Side::Allied => atlas::Nation::French,
        Side::German => atlas::Nation::German,
    };
    let text = format!("{} edge", pack.side_name(side));
    EdgeNote { side: side_of_map, from: 0, to: u16::from(last) - 1, nation, text }
}

/// Both faces of every counter.
pub(crate) fn faces<V: Speak>(game: &Grid<V>) -> Vec<CounterFace> {
    let units = game.pack.units.iter().enumerate();
    units
        .flat_map(|(index, counter)| {
            [false, true].map(|back| {
                let name = game.face_name(Unit(index as u16), back);
                face(counter, usize::from(back), name)
            })
        })
        .collect()
}

fn face(counter: &Counter, side: usize, name: &str) -> CounterFace {
    let figures = counter.faces[side];
    let factors = match counter.kind {
        Kind::Artillery => {
            format!("{}-{}-{}({})", figures.attack, figures.defense, figures.movement, counter.range)
        }
        Kind::Hq => figures.movement.to_string(),
        _ => format!("{}-{}-{}", figures.attack, figures.defense, figures.movement),
    };
    CounterFace {
        id: format!("{}-{name}", counter.id),
        nation: match counter.nation {
            grid::Nation::British => atlas::Nation::British,
            grid::Nation::French => atlas::Nation::French,
            grid::Nation::German => atlas::Nation::German,
        },
        symbol: match counter.kind {
            Kind::Infantry => Symbol::Infantry,
            Kind::Cavalry => Symbol::Cavalry,
            Kind::Tank => Symbol::Tank,
            Kind::Artillery if counter.heavy => Symbol::HeavyArtillery,
            Kind::Artillery => Symbol::Artillery,
            Kind::Hq if name == "supply" => Symbol::SupplyHeadquarters,
            Kind::Hq => Symbol::Headquarters,
            Kind::Air => Symbol::Air,
            Kind::Engineer => Symbol::Engineer,
            Kind::Chasseur => Symbol::Chasseur,
            Kind::Garrison => Symbol::FortGarrison,
        },
        size: match counter.size {
            Size::Division => SizeMark::Division,
            Size::Brigade => SizeMark::Brigade,
            Size::Regiment => SizeMark::Regiment,
            Size::Battalion => SizeMark::Battalion,
            Size::Company => SizeMark::Company,
            Size::Corps => SizeMark::Corps,
            Size::Battery | Size::Squadron => SizeMark::None,
        },
        label: counter.name.split_whitespace().next().unwrap_or_default().chars().take(8).collect(),
        parent: counter.parent.chars().take(6).collect(),
        factors,
        strength: if name == "reduced" { Strength::Reduced } else { Strength::Full },
        entrenched: name == "entrenched",
        stripe: None,
    }
}
