//! Every drawing is well-formed XML with unique ids, whatever the names in the packs are.

use std::collections::BTreeSet;

use atlas::*;

const HOSTILE: &str = "<&\"'> ]]> \u{1} é–œ";

/// Parses a drawing and returns the ids in it. `roxmltree` refuses unclosed tags, bad entities and control characters.
fn ids(svg: &str) -> BTreeSet<String> {
    let document = roxmltree::Document::parse(svg).unwrap_or_else(|error| panic!("{error}\n{svg:.400}"));
    let mut ids = BTreeSet::new();
    for node in document.descendants() {
        if let Some(id) = node.attribute("id") {
            assert!(ids.insert(id.to_owned()), "the id {id} occurs twice");
        }
    }
    for node in document.descendants() {
        if let Some(target) = node.attribute("href") {
            let id = target.strip_prefix('#').unwrap_or_else(|| panic!("{target} leads outside"));
            assert!(ids.contains(id), "{target} leads nowhere");
        }
        assert_ne!(node.tag_name().name(), "script");
    }
    ids
}

fn squares(codes: &[&str]) -> Vec<Square> {
    codes.iter().map(|code| Codes::ColumnLetters.square(code).unwrap()).collect()
}

fn grid() -> GridMap {
    let mut terrain = vec![Terrain::default(); 6 * 5];
    terrain[0].woods = true;
    terrain[1].woods = true;
    terrain[8] = Terrain { woods: true, ridge: true, ..Terrain::default() };
    terrain[9].hill = true;
    terrain[29].marsh = true;
    let name = HOSTILE.to_owned();
    GridMap {
        title: name.clone(),
        subtitle: name.clone(),
        columns: 6,
        rows: 5,
        square_kilometres: 1.0,
        terrain,
        rivers: vec![
            River {
                name: name.clone(),
                class: RiverClass::Major,
                squares: squares(&["A5", "B5", "C4", "D4", "E4", "F4"]),
                course: vec![Point::new(0.0, 4.5), Point::new(2.5, 3.4), Point::new(6.0, 3.5)],
            },
            River {
                name: name.clone(),
                class: RiverClass::Canal,
                squares: squares(&["A5", "B5", "C4", "D4", "E4", "F4"]),
                course: Vec::new(),
            },
            River {
                name: name.clone(),
                class: RiverClass::Stream,
                squares: squares(&["C1", "C2", "C3", "C4"]),
                course: Vec::new(),
            },
        ],
        closed_banks: vec![ClosedBank { square: Square::new(2, 3), open: Side::Right }],
        crossings: vec![Crossing { between: (Square::new(2, 2), Square::new(2, 3)) }],
        roads: vec![
            Road { class: RoadClass::Major, path: squares(&["C1", "C2", "C3", "C4", "C5"]) },
            Road { class: RoadClass::Minor, path: squares(&["A1", "B2", "C3"]) },
        ],
        railways: vec![Railway { path: squares(&["A3", "B3", "C3"]) }],
        towns: vec![
            Town { name: name.clone(), squares: squares(&["C3"]), importance: Importance::City },
            Town { name: name.clone(), squares: squares(&["A1"]), importance: Importance::Village },
        ],
        forts: vec![Fort { name: name.clone(), square: Square::new(4, 1), citadel: true }],
        works: vec![Work { name: name.clone(), squares: squares(&["E3", "F3"]) }],
        names: [NameKind::Wood, NameKind::Ridge, NameKind::Hill, NameKind::Marsh, NameKind::Landmark]
            .map(|kind| Name { text: name.clone(), kind, squares: squares(&["C2", "D2", "E1"]) })
            .into(),
        trenches: vec![
            Trench { nation: Nation::German, path: squares(&["E1", "E2", "E3"]), gaps: squares(&["E2"]) },
            Trench { nation: Nation::French, path: squares(&["D1", "D2", "D3"]), gaps: Vec::new() },
        ],
        edges: vec![EdgeNote {
            side: EdgeSide::West,
            from: 0,
            to: 4,
            nation: Nation::British,
            text: name.clone(),
        }],
        ..GridMap::default()
    }
}

fn polygon(corners: &[(f64, f64)]) -> Vec<Point> {
    corners.iter().map(|(x, y)| Point::new(*x, *y)).collect()
}

fn areas() -> AreaMap {
    let name = HOSTILE.to_owned();
    let area = |id: &str, corners: &[(f64, f64)], x: f64| Area {
        id: id.to_owned(),
        name: name.clone(),
        modifier: 3,
        sectors: vec![Sector { number: name.clone(), colour: Some(Colour::Black) }],
        cavalry: name.clone(),
        barrage: true,
        breakthrough: true,
        label: Point::new(x, 200.0),
        polygon: polygon(corners),
        ..Area::default()
    };
    AreaMap {
        title: name.clone(),
        subtitle: name.clone(),
        width: 900.0,
        height: 700.0,
        kilometre: 60.0,
        areas: vec![
            area("1", &[(50.0, 50.0), (400.0, 50.0), (420.0, 200.0), (400.0, 400.0), (50.0, 400.0)], 220.0),
            area(
                "<2>",
                &[(400.0, 50.0), (800.0, 50.0), (800.0, 400.0), (400.0, 400.0), (420.0, 200.0)],
                600.0,
            ),
        ],
        zones: vec![Area {
            label: Point::new(300.0, 560.0),
            ..area("Z", &[(200.0, 500.0), (420.0, 500.0), (420.0, 620.0), (200.0, 620.0)], 0.0)
        }],
        connections: vec![Connection { from: "Z".to_owned(), to: "1".to_owned() }],
        canals: vec![Canal {
            name: name.clone(),
            line: polygon(&[(400.0, 50.0), (420.0, 200.0), (400.0, 400.0)]),
            extension: polygon(&[(390.0, 500.0), (400.0, 650.0)]),
        }],
        bridges: vec![Bridge {
            id: HOSTILE.to_owned(),
            name: name.clone(),
            between: ("1".to_owned(), "<2>".to_owned()),
            border: polygon(&[(400.0, 50.0), (420.0, 200.0), (400.0, 400.0)]),
            state: BridgeState::Destroyed,
        }],
        villages: vec![
            Village { name: name.clone(), at: Point::new(120.0, 120.0), importance: Importance::City },
            Village { name: name.clone(), at: Point::new(220.0, 320.0), importance: Importance::Village },
        ],
        grounds: vec![
            Ground { name: name.clone(), kind: GroundKind::Wood, at: Point::new(300.0, 120.0), reach: 40.0 },
            Ground { name: name.clone(), kind: GroundKind::Ridge, at: Point::new(600.0, 120.0), reach: 40.0 },
        ],
        trenches: vec![TrenchLine { nation: Nation::German, line: polygon(&[(60.0, 60.0), (300.0, 300.0)]) }],
        tracks: vec![TrackBox {
            id: name.clone(),
            title: name.clone(),
            to: Point::new(90.0, 90.0),
            ..TrackBox::default()
        }],
        ..AreaMap::default()
    }
}

fn faces() -> Vec<CounterFace> {
    let mut faces = Vec::new();
    for (index, symbol) in Symbol::ALL.into_iter().enumerate() {
        for strength in [Strength::Full, Strength::Reduced, Strength::Exhausted] {
            faces.push(CounterFace {
                id: format!("{HOSTILE}{index}{strength:?}"),
                nation: Nation::ALL[index % 3],
                symbol,
                size: SizeMark::Division,
                label: HOSTILE.to_owned(),
                parent: "26R".to_owned(),
                factors: HOSTILE.to_owned(),
                strength,
                entrenched: index % 2 == 0,
                stripe: Some(Colour::Purple),
            });
        }
    }
    faces
}

#[test]
fn a_grid_map_is_well_formed_and_has_every_square() {
    let map = grid();
    let ids = ids(&map.draw());
    for square in map.squares() {
        assert!(ids.contains(&format!("place-{}", map.codes.code(square))));
    }
    for layer in LAYERS {
        assert!(ids.contains(&format!("layer-{layer}")));
    }
}

#[test]
fn an_area_map_is_well_formed_and_has_every_place() {
    let mut map = areas();
    map.roads = map.village_lanes();
    let svg = map.draw();
    let ids = ids(&svg);
    assert!(ids.contains("place-1") && ids.contains("place-Z"));
    assert!(svg.contains("data-place=\"&lt;2&gt;\""));
    for layer in LAYERS {
        assert!(ids.contains(&format!("layer-{layer}")));
    }
}

#[test]
fn empty_maps_can_be_drawn() {
    ids(&GridMap { columns: 1, rows: 1, ..GridMap::default() }.draw());
    ids(&AreaMap { width: 100.0, height: 100.0, ..AreaMap::default() }.draw());
}

#[test]
fn the_sheet_has_every_face_mark_and_marker_once() {
    let mut faces = faces();
    faces.push(faces[0].clone());
    let ids = ids(&sheet(&faces));
    for face in &faces {
        assert!(ids.contains(&face_id(&face.id)));
    }
    for mark in Mark::ALL {
        assert!(ids.contains(mark.symbol_id()));
    }
    for marker in Marker::all() {
        assert!(ids.contains(&marker.symbol_id()));
    }
}

#[test]
fn counters_lie_on_the_map() {
    let faces = faces();
    let on = |place: &str, count: usize| {
        faces
            .iter()
            .take(count)
            .map(|face| Placement {
                place: place.to_owned(),
                face: face.id.clone(),
                marks: vec![Mark::Disrupted, Mark::Engaged],
                facing: Some(Facing::West),
            })
            .collect::<Vec<_>>()
    };
    ids(&map_with_counters(&grid(), &faces, &on("C3", 5)));
    ids(&map_with_counters(&areas(), &faces, &on("1", 14)));
    let nowhere = map_with_counters(&areas(), &faces, &on("nowhere", 3));
    assert!(!nowhere.contains("class=\"counter\""));
}

#[test]
fn places_that_are_not_played_on_are_grey() {
    let whole = map_with_counters(&areas(), &[], &[]);
    assert_eq!(close(whole.clone(), &[]), whole);
    let part = close(whole.clone(), &["1".into()]);
    let closed = part.matches("class=\"place closed\"").count();
    assert!(closed > 0 && closed == whole.matches("class=\"place\"").count() - 1);
    assert!(part.contains("class=\"place\" data-place=\"1\""));
}

#[test]
fn counters_in_an_area_do_not_overlap_while_there_is_room() {
    let map = areas();
    let spots = map.spots("1", 14).unwrap();
    assert_eq!(spots.len(), 14);
    for (index, a) in spots.iter().enumerate() {
        for b in &spots[index + 1..] {
            let apart = (a.middle.x - b.middle.x).abs().max((a.middle.y - b.middle.y).abs());
            assert!(apart >= a.size, "{a:?} {b:?}");
        }
    }
}

#[test]
fn drawing_twice_gives_the_same() {
    assert_eq!(grid().draw(), grid().draw());
    assert_eq!(areas().draw(), areas().draw());
}
