//! The picture of Breakthrough: Cambrai: its pack in the draughtsman's terms.

use atlas::{
    Area, AreaMap, Bridge, BridgeState, Canal, Colour, Connection, CounterFace, Ground, GroundKind,
    Identifier, Importance, Nation, Point, Sector, SizeMark, Strength, Symbol, TrackBox, TrenchLine, Village,
};
use cambrai::board::Board;
use cambrai::pack::{self, Kind, Link, Pack, PlaceInfo};
use cambrai::sets::Place;
use cambrai::side::Side;
use cambrai::{Cambrai, scenario};

use crate::Drawn;

impl Drawn for Cambrai {
    type Map = AreaMap;

    fn map(&self, board: Option<&Board>) -> AreaMap {
        let pack = &self.pack;
        let (width, height) = pack.drawing.size;
        let [left, top, right, bottom] = pack.drawing.tracks;
        let mut map = AreaMap {
            title: "Cambrai".into(),
            subtitle: "between the Canal du Nord and the Canal de St. Quentin, November 1917".into(),
            width: width.into(),
            height: height.into(),
            kilometre: 60.0,
            tracks: vec![TrackBox {
                id: "turns".into(),
                title: "Tracks".into(),
                from: point((left, top)),
                to: point((right, bottom)),
            }],
            ..AreaMap::default()
        };
        for (index, info) in pack.places.iter().enumerate() {
            let area = area(pack, info, Place(index as u8), board);
            if info.is_zone { map.zones.push(area) } else { map.areas.push(area) }
        }
        borders(pack, board, &mut map);
        decorate(pack, &mut map);
        map
    }

    fn faces(&self) -> Vec<CounterFace> {
        let faces = self.pack.units.iter().flat_map(|unit| {
            let base = CounterFace {
                nation: nation(unit.side),
                symbol: match unit.kind {
                    Kind::Infantry => Symbol::Infantry,
                    Kind::Tank => Symbol::Tank,
                    Kind::Cavalry => Symbol::Cavalry,
                    Kind::Garrison => Symbol::Garrison,
                },
                size: match (unit.kind, unit.side) {
                    (Kind::Infantry, Side::German) => SizeMark::Regiment,
                    (Kind::Infantry | Kind::Cavalry, _) => SizeMark::Brigade,
                    (Kind::Tank, _) => SizeMark::Battalion,
                    (Kind::Garrison, _) => SizeMark::None,
                },
                label: unit.formation.clone(),
                parent: unit.division_number.map_or_else(String::new, |number| number.to_string()),
                stripe: Colour::from_word(&unit.colour),
                ..CounterFace::default()
            };
            let fresh = if unit.kind == Kind::Garrison {
                unit.defense.to_string()
            } else {
                format!("{}-{}-{}", unit.attack, unit.defense, unit.movement)
            };
            [
                CounterFace { id: format!("{}-fresh", unit.id), factors: fresh, ..base.clone() },
                CounterFace {
                    id: format!("{}-exhausted", unit.id),
                    factors: unit.exhausted_defense.to_string(),
                    strength: Strength::Exhausted,
                    ..base
                },
            ]
        });
        faces.collect()
    }
}

fn point((x, y): pack::Point) -> Point {
    Point::new(x.into(), y.into())
}

fn points(line: &[pack::Point]) -> Vec<Point> {
    line.iter().copied().map(point).collect()
}

fn nation(side: Side) -> Nation {
    match side {
        Side::British => Nation::British,
        Side::German => Nation::German,
    }
}

fn area(pack: &Pack, info: &PlaceInfo, place: Place, board: Option<&Board>) -> Area {
    let first = &pack.scenarios[0];
    let british = board.map_or(first.british, |board| board.british);
    let sectors = info.sectors.iter().zip(&info.sector_colours);
    Area {
        id: info.id.clone(),
        // Words in brackets are for the card, not for the map.
        name: info.name.split(" (").next().unwrap_or_default().to_owned(),
        modifier: info.terrain,
        identifier: match info.identifier {
            pack::Identifier::Square => Identifier::Square,
            pack::Identifier::Triangle => Identifier::Triangle,
            pack::Identifier::Circle => Identifier::Circle,
        },
        sectors: sectors
            .map(|(number, colour)| Sector { number: number.clone(), colour: Colour::from_word(colour) })
            .collect(),
        cavalry: info.cavalry_release.chars().take_while(char::is_ascii_digit).collect(),
        barrage: first.opening.contains(place),
        breakthrough: pack.links.breakthrough.contains(place),
        control: if british.contains(place) { Nation::British } else { Nation::German },
        label: point(info.label),
        polygon: points(&info.polygon),
    }
}

fn borders(pack: &Pack, board: Option<&Board>, map: &mut AreaMap) {
    for border in &pack.borders {
        let [from, to] = border.between.map(|place| pack.at(place).id.clone());
        let is_connection = border.link == Link::Connection;
        if let Some(bridge) = border.bridge {
            let info = pack.over(bridge);
            map.bridges.push(Bridge {
                id: info.id.clone(),
                name: info.name.clone(),
                between: (from.clone(), to.clone()),
                border: if is_connection { Vec::new() } else { points(&border.line) },
                state: match board.map(|board| board.bridge(bridge)) {
                    None | Some(scenario::BridgeState::German) => BridgeState::German,
                    Some(scenario::BridgeState::British) => BridgeState::British,
                    Some(scenario::BridgeState::Destroyed) => BridgeState::Destroyed,
                },
            });
        }
        if is_connection {
            map.connections.push(Connection { from, to });
        }
    }
}

/// Canals, villages, woods, lanes and the trenches of November 20.
fn decorate(pack: &Pack, map: &mut AreaMap) {
    let drawing = &pack.drawing;
    map.canals = drawing
        .canals
        .iter()
        .map(|canal| Canal {
            name: canal.name.clone(),
            line: points(&canal.line),
            extension: points(&canal.beyond),
        })
        .collect();
    for village in &drawing.villages {
        let (name, at) = (village.name.clone(), point(village.at));
        match village.kind.as_str() {
            "wood" => map.grounds.push(Ground { name, kind: GroundKind::Wood, at, reach: 46.0 }),
            "ridge" => map.grounds.push(Ground { name, kind: GroundKind::Ridge, at, reach: 62.0 }),
            kind => {
                let importance = if kind == "town" { Importance::City } else { Importance::Village };
                map.villages.push(Village { name, at, importance });
            }
        }
    }
    map.roads = map.village_lanes();
    let line = points(&drawing.front);
    let moved = |by: f64| line.iter().map(|at| Point::new(at.x + by, at.y - by)).collect::<Vec<_>>();
    map.trenches = vec![
        TrenchLine { nation: Nation::German, line: moved(9.0).into_iter().rev().collect() },
        TrenchLine { nation: Nation::British, line: moved(-9.0) },
    ];
}
