//! Maps and counters drawn as SVG. Knows no rule.
