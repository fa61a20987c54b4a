//! Small irregularities that are the same on every run and every machine.

/// A number from 0 to 1 that belongs to two whole numbers and a purpose.
pub(crate) fn hash(x: i64, y: i64, purpose: u64) -> f64 {
    let mut value = (x as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15)
        ^ (y as u64).wrapping_mul(0xc2b2_ae3d_27d4_eb4f).rotate_left(31)
        ^ purpose.wrapping_mul(0x1656_67b1_9e37_79f9);
    value ^= value >> 29;
    value = value.wrapping_mul(0xbf58_476d_1ce4_e5b9);
    value ^= value >> 32;
    value = value.wrapping_mul(0x94d0_49bb_1331_11eb);
    value ^= value >> 29;
    (value >> 11) as f64 / (1_u64 << 53) as f64
}

/// The same, from -1 to 1.
pub(crate) fn jitter(x: i64, y: i64, purpose: u64) -> f64 {
    hash(x, y, purpose) * 2.0 - 1.0
}

/// A number that belongs to a text.
pub(crate) fn seed(text: &str) -> i64 {
    text.bytes().fold(7_i64, |sum, byte| sum.wrapping_mul(31).wrapping_add(i64::from(byte)))
}

/// Smooth noise from -1 to 1, with one bump for each unit.
pub(crate) fn wave(x: f64, y: f64, purpose: u64) -> f64 {
    let (column, row) = (x.floor(), y.floor());
    let ease = |t: f64| t * t * (3.0 - 2.0 * t);
    let (across, down) = (ease(x - column), ease(y - row));
    let corner = |dx: i64, dy: i64| jitter(column as i64 + dx, row as i64 + dy, purpose);
    let top = corner(0, 0) * (1.0 - across) + corner(1, 0) * across;
    let bottom = corner(0, 1) * (1.0 - across) + corner(1, 1) * across;
    top * (1.0 - down) + bottom * down
}
