//! The ground: washes, hachures, trees, marsh.

use std::fmt::Write;

use super::draw::Sketch;
use super::{GridMap, SIZE, Terrain};
use crate::ink::contour::{Field, cut_corners};
use crate::ink::hachures::{Belt, belt};
use crate::ink::strokes::{Blocks, marsh, trees};
use crate::ink::{Path, Point};

/// The ground as smooth fields, from which edges and textures are drawn.
#[derive(Clone, Debug)]
pub(super) struct Land {
    woods: Field,
    heights: Field,
    marsh: Field,
}

impl Land {
    pub(super) fn of(map: &GridMap) -> Self {
        let field = |height: &dyn Fn(Terrain) -> f64| {
            Field::over_squares(usize::from(map.columns), usize::from(map.rows), SIZE, |column, row| {
                height(map.terrain_at(super::Square::new(column as u16, row as u16)))
            })
        };
        let mut woods = field(&|ground| f64::from(u8::from(ground.woods)));
        woods.blur(13.0);
        woods.roughen(0.17, 30.0, 71);
        let mut heights = field(&|ground| {
            if ground.hill {
                1.9
            } else if ground.ridge {
                1.0
            } else {
                0.0
            }
        });
        heights.blur(27.0);
        heights.roughen(0.1, 75.0, 73);
        let mut marsh = field(&|ground| f64::from(u8::from(ground.marsh)));
        marsh.blur(20.0);
        marsh.roughen(0.17, 36.0, 75);
        Self { woods, heights, marsh }
    }

    pub(super) fn washes(&self, sketch: &mut Sketch) {
        let mut out = String::new();
        for (field, level, class) in [
            (&self.heights, 0.4, "wash-ridge"),
            (&self.marsh, 0.42, "wash-marsh"),
            (&self.woods, 0.42, "wash-wood"),
        ] {
            let mut path = Path::coarse();
            for line in field.contours(level) {
                path.polyline(&cut_corners(&line), true);
            }
            if !path.is_empty() {
                let _ = write!(out, "<path class=\"{class}\" d=\"{}\"/>", path.data());
            }
        }
        sketch.put("washes", &out);
    }

    pub(super) fn hachures(&self, sketch: &mut Sketch) {
        let belts = [
            (0.36, 12.0, 5.6, "1"),
            (0.54, 13.0, 6.0, "1.25"),
            (0.72, 13.0, 7.0, "1.4"),
            (0.9, 11.0, 8.0, "1.3"),
            (1.04, 10.0, 9.0, "1.1"),
            (1.22, 13.0, 6.5, "1.7"),
            (1.44, 13.0, 6.0, "2"),
        ];
        let mut out = String::new();
        let frame = sketch.rect();
        for (level, length, spacing, width) in belts {
            let strokes = belt(&self.heights, Belt { level, length, spacing }, &frame, |point| {
                sketch.clearing.is_free(point)
            });
            out.push_str(&strokes.svg(&format!("class=\"hachure\" stroke-width=\"{width}\"")));
        }
        sketch.put("hachures", &out);
    }

    pub(super) fn woods(&self, sketch: &mut Sketch) {
        let is_wood = |point: Point| self.woods.at(point) > 0.6;
        let [small, large] = trees(&sketch.rect(), 16.0, is_wood, &sketch.clearing);
        sketch.put("woods", &trees_svg(&small, &large));
    }

    pub(super) fn marsh(&self, sketch: &mut Sketch) {
        let (dashes, reeds) = marsh(&sketch.rect(), |point| self.marsh.at(point) > 0.45, &sketch.clearing);
        let mut out = String::new();
        for (data, class) in [(dashes, "marsh"), (reeds, "reed")] {
            if !data.is_empty() {
                let _ = write!(out, "<path class=\"{class}\" d=\"{data}\"/>");
            }
        }
        sketch.put("marsh", &out);
    }
}

/// Trees as dots: a dark one, and a lighter one a little up and to the left, leaves a crown in evening light.
pub(crate) fn trees_svg(small: &Blocks, large: &Blocks) -> String {
    let mut out = String::new();
    for (trees, dark, light) in [(small, "8", "5.4"), (large, "10.6", "7.6")] {
        out.push_str(&trees.svg(&format!("class=\"tree\" stroke-width=\"{dark}\"")));
        let crown = format!("class=\"crown\" stroke-width=\"{light}\" transform=\"translate(-1 -1.2)\"");
        out.push_str(&trees.svg(&crown));
    }
    out
}
