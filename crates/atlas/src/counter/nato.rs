//! The symbols in the box, drawn in a box of 46 by 30.

use super::Symbol;

/// The drawing within the box. `#2a2118` is ink, `#f7f0df` the box's own ground.
pub(super) const fn drawing(symbol: Symbol) -> &'static str {
    match symbol {
        Symbol::Infantry => "<path class=\"cf-line\" d=\"M0 0l46 30M46 0L0 30\"/>",
        Symbol::Cavalry => "<path class=\"cf-line\" d=\"M0 30L46 0\"/>",
        Symbol::Tank => {
            "<path class=\"cf-fill\" d=\"M6.5 17.5L13 8.6q1.6-2 4.4-2h17.4q2.6 0 3.6 2.2l1.9 4q.8 1.9-.6 3.8l-5 6.2\
             q-1.4 1.7-3.8 1.7H12.4q-2.6 0-4-1.8l-1.7-2.2q-.9-1.4-.2-3z\"/>\
             <path class=\"cf-hole\" d=\"M13.4 17.8l4-6.4q.6-.9 1.8-.9h13.4q1.4 0 2 1.1l1 2q.5 1.1-.2 2l-2.8 3.6\
             q-.7 1-2 1H15.3q-1.3 0-1.8-.8-.5-.8-.1-1.6z\"/>\
             <path class=\"cf-fill\" d=\"M19.5 12.4h8.4v6.4h-8.4zM27 14.5h8.6v2.1H27z\"/>"
        }
        Symbol::Artillery => "<circle class=\"cf-fill\" cx=\"23\" cy=\"15\" r=\"6.4\"/>",
        Symbol::HeavyArtillery => {
            "<circle class=\"cf-fill\" cx=\"23\" cy=\"12.5\" r=\"7\"/><path class=\"cf-line\" d=\"M10 24h26\"/>"
        }
        Symbol::RailArtillery => {
            "<circle class=\"cf-fill\" cx=\"23\" cy=\"9.6\" r=\"5.6\"/><path class=\"cf-line\" d=\"M9 18h28\"/>\
             <circle class=\"cf-fill\" cx=\"15\" cy=\"23\" r=\"3\"/><circle class=\"cf-fill\" cx=\"31\" cy=\"23\" r=\"3\"/>"
        }
        Symbol::Headquarters => {
            "<path class=\"cf-line\" d=\"M0 30v8.5\"/><text class=\"cf-word\" x=\"23\" y=\"22\">HQ</text>"
        }
        Symbol::SupplyHeadquarters => {
            "<path class=\"cf-line\" d=\"M0 30v8.5M0 23.5h46\"/><circle class=\"cf-thin\" cx=\"23\" cy=\"11.8\" r=\"8\"/>\
             <path class=\"cf-thin\" d=\"M15 11.8h16M23 3.8v16M17.3 6.1l11.4 11.4M28.7 6.1L17.3 17.5\"/>"
        }
        Symbol::Engineer => "<path class=\"cf-line\" d=\"M10 22.5V9h26v13.5M23 9v13.5\"/>",
        Symbol::Chasseur => {
            "<path class=\"cf-line\" d=\"M0 0l46 30M46 0L0 30\"/><circle class=\"cf-hole\" cx=\"23\" cy=\"15\" r=\"9.4\"/>\
             <path class=\"cf-line\" d=\"M28.6 10.6a6.6 6.6 0 1 0 .4 8.2\"/>\
             <path class=\"cf-fill\" d=\"M27.2 15.4l7-5.6 1.2 7.4z\"/>"
        }
        Symbol::FortGarrison => {
            "<path class=\"cf-fill\" d=\"M14 25.5L9.5 13.2 23 4l13.5 9.2L32 25.5z\"/>\
             <path class=\"cf-hole\" d=\"M18.2 21l-2.4-6.3L23 9.6l7.2 5.1-2.4 6.3z\"/>"
        }
        Symbol::Garrison => {
            "<path class=\"cf-fill\" d=\"M10.5 25V7.5h5v4h5v-4h5v4h5v-4h5V25h-9v-5.5a3.5 3.5 0 0 0-7 0V25z\"/>"
        }
        Symbol::Air => {
            "<path class=\"cf-fill\" d=\"M5 9.2q0-1.4 1.6-1.4h32.8q1.6 0 1.6 1.4v3.6q0 1.4-1.6 1.4H25.6l-.9 8h4.6\
             q1 0 1 1v2q0 .8-1 .8H16.7q-1 0-1-.8v-2q0-1 1-1h4.6l-.9-8H6.6Q5 14.2 5 12.8z\"/>\
             <path class=\"cf-line\" d=\"M18 4.6h10\"/>"
        }
        Symbol::MachineGun => "<path class=\"cf-line\" d=\"M23 25V6M15.5 12.5L23 5l7.5 7.5M12 25h22\"/>",
        Symbol::Unknown => "<text class=\"cf-word\" x=\"23\" y=\"23.5\">?</text>",
    }
}
