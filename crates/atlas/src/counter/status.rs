//! Status marks: a shape and a letter each, never colour alone.

use serde::{Deserialize, Serialize};

/// A small mark on the corner of a counter. It becomes `<symbol id="mark-…" viewBox="0 0 40 40">`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Mark {
    /// D in a diamond.
    Disrupted,
    /// S in a circle.
    Suppressed,
    /// E over crossed swords.
    Engaged,
    /// I in a burst.
    Interdicted,
    /// U in a shield.
    Unsupplied,
    /// A struck-out ration box.
    OutOfSupply,
    /// B in a cog.
    BrokenDown,
    /// H in an octagon.
    Halted,
    /// C in a square.
    Committed,
    /// R in a rounded square.
    Reserve,
    /// A tick.
    Done,
    /// An arrow: it has moved.
    Moved,
}

impl Mark {
    /// All of them, in the order of the enum.
    pub const ALL: [Self; 12] = [
        Self::Disrupted,
        Self::Suppressed,
        Self::Engaged,
        Self::Interdicted,
        Self::Unsupplied,
        Self::OutOfSupply,
        Self::BrokenDown,
        Self::Halted,
        Self::Committed,
        Self::Reserve,
        Self::Done,
        Self::Moved,
    ];

    /// The id of its symbol.
    pub const fn symbol_id(self) -> &'static str {
        match self {
            Self::Disrupted => "mark-disrupted",
            Self::Suppressed => "mark-suppressed",
            Self::Engaged => "mark-engaged",
            Self::Interdicted => "mark-interdicted",
            Self::Unsupplied => "mark-unsupplied",
            Self::OutOfSupply => "mark-out-of-supply",
            Self::BrokenDown => "mark-broken-down",
            Self::Halted => "mark-halted",
            Self::Committed => "mark-committed",
            Self::Reserve => "mark-reserve",
            Self::Done => "mark-done",
            Self::Moved => "mark-moved",
        }
    }

    /// The drawing in a box of 40.
    pub(super) const fn drawing(self) -> &'static str {
        match self {
            Self::Disrupted => {
                "<path class=\"mk mk-amber\" d=\"M20 1.5L38.5 20 20 38.5 1.5 20z\"/>\
                 <text class=\"mk-letter\" x=\"20\" y=\"27\">D</text>"
            }
            Self::Suppressed => {
                "<circle class=\"mk mk-blue\" cx=\"20\" cy=\"20\" r=\"17.5\"/>\
                 <text class=\"mk-letter\" x=\"20\" y=\"27\">S</text>"
            }
            Self::Engaged => {
                "<path class=\"mk-sword-edge\" d=\"M4 4l32 32M36 4L4 36\"/><path class=\"mk-sword\" d=\"M4 4l32 32M36 4L4 36\
                 M26 35l9-9M5 26l9 9\"/><circle class=\"mk mk-brick\" cx=\"20\" cy=\"20\" r=\"11.5\"/>\
                 <text class=\"mk-letter mk-small\" x=\"20\" y=\"26\">E</text>"
            }
            Self::Interdicted => {
                "<path class=\"mk mk-ochre\" d=\"M20 1l4.4 8.8 8.3-5.2-.6 9.8 9.4.6-6.4 7 5.6 7.6-9.6.9 1.6 9.6-8.6-4.6\
                 L20 39l-4.1-8.5-8.6 4.6 1.6-9.6-9.2-.9L5 17 .5 15l9-.6-.6-9.8 8.3 5.2z\"/>\
                 <text class=\"mk-letter\" x=\"20\" y=\"27\">I</text>"
            }
            Self::Unsupplied => {
                "<path class=\"mk mk-brick\" d=\"M3.5 3.5h33V20q0 11-16.5 17.5Q3.5 31 3.5 20z\"/>\
                 <text class=\"mk-letter\" x=\"20\" y=\"25.5\">U</text>"
            }
            Self::OutOfSupply => {
                "<path class=\"mk mk-cream\" d=\"M4 11h32v23H4z\"/><path class=\"mk-rule\" d=\"M4 18h32M16 11v7M24 11v7\"/>\
                 <path class=\"mk-strike\" d=\"M4 37L36 5\"/>"
            }
            Self::BrokenDown => {
                "<path class=\"mk mk-slate\" d=\"M17 1.5h6l1 4.6 4.2 1.8 4-2.6 4.2 4.2-2.6 4 1.8 4.2 4.6 1v6l-4.6 1-1.8 4.2\
                 2.6 4-4.2 4.2-4-2.6-4.2 1.8-1 4.6h-6l-1-4.6-4.2-1.8-4 2.6-4.2-4.2 2.6-4-1.8-4.2-4.6-1v-6l4.6-1 1.8-4.2\
                 -2.6-4 4.2-4.2 4 2.6L16 6.1z\"/><text class=\"mk-letter mk-small\" x=\"20\" y=\"26\">B</text>"
            }
            Self::Halted => {
                "<path class=\"mk mk-brick\" d=\"M13 2.5h14L37.5 13v14L27 37.5H13L2.5 27V13z\"/>\
                 <text class=\"mk-letter\" x=\"20\" y=\"27\">H</text>"
            }
            Self::Committed => {
                "<path class=\"mk mk-amber\" d=\"M4 4h32v32H4z\"/><text class=\"mk-letter\" x=\"20\" y=\"27\">C</text>"
            }
            Self::Reserve => {
                "<rect class=\"mk mk-cream\" x=\"3\" y=\"3\" width=\"34\" height=\"34\" rx=\"10\"/>\
                 <text class=\"mk-letter mk-dark\" x=\"20\" y=\"27\">R</text>"
            }
            Self::Done => {
                "<circle class=\"mk mk-cream\" cx=\"20\" cy=\"20\" r=\"17.5\"/><path class=\"mk-tick\" d=\"M11 21l6.5 7L30 13\"/>"
            }
            Self::Moved => {
                "<circle class=\"mk mk-cream\" cx=\"20\" cy=\"20\" r=\"17.5\"/><path class=\"mk-tick\" d=\"M10 20h19M21 12l8 8-8 8\"/>"
            }
        }
    }
}

/// Rules for marks.
pub(super) const STYLE: &str = "
.mk{stroke:#221a10;stroke-width:2;stroke-linejoin:round}
.mk-amber{fill:#b9731f}.mk-blue{fill:#3f6a97}.mk-brick{fill:#9a3f2e}.mk-ochre{fill:#a5842a}
.mk-slate{fill:#596068}.mk-cream{fill:#faf3e2}
.mk-letter{font:700 20px SANS;text-anchor:middle;fill:#fff8e6}.mk-small{font-size:17px}.mk-dark{fill:#221a10}
.mk-sword{fill:none;stroke:#221a10;stroke-width:3.2;stroke-linecap:round}
.mk-sword-edge{fill:none;stroke:#faf3e2;stroke-width:6.4;stroke-linecap:round}
.mk-rule{fill:none;stroke:#221a10;stroke-width:2}
.mk-strike{fill:none;stroke:#9a3f2e;stroke-width:5;stroke-linecap:round}
.mk-tick{fill:none;stroke:#221a10;stroke-width:4.4;stroke-linecap:round;stroke-linejoin:round}
.mk-facing{fill:#faf3e2;stroke:#221a10;stroke-width:2;stroke-linejoin:round}
";
