//! Markers that lie on the map: flags, bridges, bursts, barrages.

use serde::{Deserialize, Serialize};

use crate::Nation;
use crate::ink::glyphs::{FLAGS, flag};

/// A marker. It becomes `<symbol id="marker-…" viewBox="0 0 100 100">`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Marker {
    /// A flag: who controls a place.
    Control(Nation),
    /// A bridge that stands, with its holder's flag.
    Bridge(Nation),
    /// A bridge that is down.
    BridgeDestroyed,
    /// A burst: movement is under fire.
    Interdiction,
    /// A curtain of shells that walks ahead.
    RollingBarrage,
    /// A gun and its arrow: fire for one assault.
    DirectSupport,
    /// Many shells at once.
    Hurricane,
    /// An aeroplane.
    Air(Nation),
    /// A star in a ring.
    Objective(Nation),
    /// A crater.
    Mine,
}

impl Marker {
    /// All of them.
    pub fn all() -> Vec<Self> {
        let mut all: Vec<Self> = Vec::new();
        for nation in Nation::ALL {
            all.extend([
                Self::Control(nation),
                Self::Bridge(nation),
                Self::Air(nation),
                Self::Objective(nation),
            ]);
        }
        all.extend([
            Self::BridgeDestroyed,
            Self::Interdiction,
            Self::RollingBarrage,
            Self::DirectSupport,
            Self::Hurricane,
            Self::Mine,
        ]);
        all
    }

    /// The id of its symbol.
    pub fn symbol_id(self) -> String {
        let of = |what: &str, nation: Nation| format!("marker-{what}-{}", nation.word());
        match self {
            Self::Control(nation) => of("control", nation),
            Self::Bridge(nation) => of("bridge", nation),
            Self::Air(nation) => of("air", nation),
            Self::Objective(nation) => of("objective", nation),
            Self::BridgeDestroyed => "marker-bridge-destroyed".to_owned(),
            Self::Interdiction => "marker-interdiction".to_owned(),
            Self::RollingBarrage => "marker-rolling-barrage".to_owned(),
            Self::DirectSupport => "marker-direct-support".to_owned(),
            Self::Hurricane => "marker-hurricane".to_owned(),
            Self::Mine => "marker-mine".to_owned(),
        }
    }

    /// The drawing in a box of 100.
    pub(super) fn drawing(self) -> String {
        match self {
            Self::Control(nation) => cloth(nation, 2.6, 4.0, 3.0),
            Self::Bridge(nation) => format!("{BRIDGE}{}", cloth(nation, 1.35, 50.0, 0.0)),
            Self::BridgeDestroyed => BRIDGE_DOWN.to_owned(),
            Self::Interdiction => format!("{BURST}<text class=\"mr-letter\" x=\"50\" y=\"63\">I</text>"),
            Self::RollingBarrage => format!("{CHIT}{BARRAGE}"),
            Self::DirectSupport => format!("{CHIT}{GUN}"),
            Self::Hurricane => format!("{CHIT}{HURRICANE}"),
            Self::Air(nation) => {
                format!("{CHIT}<g class=\"mr-{}\">{AEROPLANE}</g>", nation.word())
            }
            Self::Objective(nation) => format!(
                "<circle class=\"mr-disc mr-{}\" cx=\"50\" cy=\"50\" r=\"40\"/>\
                 <circle class=\"mr-ring\" cx=\"50\" cy=\"50\" r=\"33\"/>\
                 <path class=\"mr-star\" d=\"M50 22l7.4 18.6 20 1.3-15.4 12.8 5 19.4L50 63.4 33 74.1l5-19.4\
                 -15.4-12.8 20-1.3z\"/>",
                nation.word()
            ),
            Self::Mine => CRATER.to_owned(),
        }
    }
}

fn cloth(nation: Nation, scale: f64, x: f64, y: f64) -> String {
    let field = FLAGS.iter().find(|(word, _)| *word == nation.word()).map_or("", |(_, field)| field);
    format!("<g transform=\"translate({x} {y}) scale({scale})\">{}</g>", flag(field))
}

/// The round chit that weaponry markers lie on.
const CHIT: &str = "<circle class=\"mr-shade\" cx=\"53\" cy=\"54\" r=\"43\"/>\
<circle class=\"mr-chit\" cx=\"50\" cy=\"50\" r=\"43\"/><circle class=\"mr-ring\" cx=\"50\" cy=\"50\" r=\"38\"/>";

const BRIDGE: &str = "<path class=\"mr-water\" d=\"M4 66q12-8 23 0t23 0 23 0 23 0v22H4z\"/>\
<path class=\"mr-stone\" d=\"M2 46h96v12H86q-2 18-6 24H66q0-22-16-22T34 82H20q-4-6-6-24H2z\"/>\
<path class=\"mr-line\" d=\"M2 40v10M98 40v10M2 44h96\"/>";

const BRIDGE_DOWN: &str = "<path class=\"mr-water\" d=\"M4 66q12-8 23 0t23 0 23 0 23 0v22H4z\"/>\
<path class=\"mr-stone\" d=\"M2 46h30l6 8-7 6 4 8-6 14h-9q-4-6-6-24H2zM98 46H70l-7 7 6 8-4 6 8 15h7q4-6 6-24h12z\"/>\
<path class=\"mr-stone\" d=\"M42 70l9-5 5 8-8 5zM55 83l7-3 3 6-7 3z\"/><path class=\"mr-cross\" d=\"M30 22l40 40M70 22L30 62\"/>";

const BURST: &str = "<path class=\"mr-burst\" d=\"M50 4l9.5 22.5L78 10l-2 24 21-3-15 18 16 15-22 1 5 23-20-12-11 20\
-11-20-20 12 5-23-22-1 16-15L3 31l21 3-2-24 18.500 16.500z\"/>";

const BARRAGE: &str = "<path class=\"mr-line\" d=\"M18 66h64M24 76h52\"/>\
<path class=\"mr-shell\" d=\"M26 58V38q0-8 5-14 5 6 5 14v20zM45 58V38q0-8 5-14 5 6 5 14v20zM64 58V38q0-8 5-14 5 6 5 14v20z\"/>";

const GUN: &str = "<circle class=\"mr-wheel\" cx=\"42\" cy=\"62\" r=\"15\"/>\
<path class=\"mr-line\" d=\"M42 47v30M27 62h30M31.4 51.400l21.200 21.200M52.600 51.400L31.400 72.600\"/>\
<path class=\"mr-shell\" d=\"M20 72l8 5 16-22 32-22-5-8-33 22z\"/><path class=\"mr-line\" d=\"M66 48h16m-6-6l7 6-7 6\"/>";

const HURRICANE: &str = "<path class=\"mr-shell\" d=\"M30 46V32q0-6 4-11 4 5 4 11v14zM46 40V26q0-6 4-11 4 5 4 11v14z\
M62 46V32q0-6 4-11 4 5 4 11v14zM22 70V56q0-6 4-11 4 5 4 11v14zM38 66V58q0-6 4-11 4 5 4 11v8zM54 66V58q0-6 4-11 4 5 4 11v8z\
M70 70V56q0-6 4-11 4 5 4 11v14z\"/><path class=\"mr-line\" d=\"M24 78h52\"/>";

const AEROPLANE: &str = "<path class=\"mr-plane\" d=\"M12 38q0-4 4-4h68q4 0 4 4v9q0 4-4 4H57l-3 25h11q3 0 3 3v5q0 3-3 3H35\
q-3 0-3-3v-5q0-3 3-3h11l-3-25H16q-4 0-4-4z\"/><path class=\"mr-line\" d=\"M38 26h24M50 26v8\"/>";

const CRATER: &str = "<path class=\"mr-earth\" d=\"M8 60l8-12 10-4 6-12 14 2 8-8 10 10 14-2 4 12 12 6 2 12-10 12-14 2-8 8-16-4\
-14 4-8-10-14-4z\"/><ellipse class=\"mr-pit\" cx=\"50\" cy=\"58\" rx=\"28\" ry=\"17\"/>\
<path class=\"mr-line\" d=\"M34 56l8 4M66 56l-8 4M50 48v6M40 70l4-5M61 70l-4-5\"/>";

/// Rules for markers.
pub(super) const STYLE: &str = "
.mr-shade{fill:#1b1208;opacity:.22}.mr-chit{fill:#f4ead2;stroke:#3a2f22;stroke-width:2}
.mr-ring{fill:none;stroke:#3a2f22;stroke-width:1.2;opacity:.6}
.mr-line{fill:none;stroke:#2a2118;stroke-width:3;stroke-linecap:round;stroke-linejoin:round}
.mr-shell{fill:#8e3b2b;stroke:#2a2118;stroke-width:1.8;stroke-linejoin:round}
.mr-wheel{fill:none;stroke:#2a2118;stroke-width:4}
.mr-plane{stroke:#2a2118;stroke-width:2.2;stroke-linejoin:round}
.mr-british{fill:#b98a4a}.mr-french{fill:#6f93bb}.mr-german{fill:#7b8276}
.mr-disc{stroke:#2a2118;stroke-width:2.4}.mr-star{fill:#fbf4e2;stroke:#2a2118;stroke-width:2;stroke-linejoin:round}
.mr-burst{fill:#d39a3a;stroke:#7a3320;stroke-width:3;stroke-linejoin:round}
.mr-letter{font:700 36px SANS;text-anchor:middle;fill:#3a1b10}
.mr-water{fill:#93bdd6;stroke:#3f7396;stroke-width:1.6}
.mr-stone{fill:#e6dac0;stroke:#2a2118;stroke-width:2.4;stroke-linejoin:round}
.mr-cross{fill:none;stroke:#9a3324;stroke-width:9;stroke-linecap:round}
.mr-earth{fill:#b79a6c;stroke:#5c4527;stroke-width:2.4;stroke-linejoin:round}.mr-pit{fill:#54402a}
";
