//! The two sides.

use std::ops::{Index, IndexMut};

/// A side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
#[repr(u8)]
pub enum Side {
    /// The British.
    #[default]
    British,
    /// The Germans.
    German,
}

impl Side {
    /// Both, the British first.
    pub const BOTH: [Side; 2] = [Side::British, Side::German];

    /// The enemy.
    #[inline]
    pub fn enemy(self) -> Side {
        match self {
            Side::British => Side::German,
            Side::German => Side::British,
        }
    }

    /// The id used in files: `british`.
    pub fn id(self) -> &'static str {
        match self {
            Side::British => "british",
            Side::German => "german",
        }
    }

    /// The side with that id.
    pub fn from_id(id: &str) -> Option<Side> {
        Side::BOTH.into_iter().find(|side| side.id() == id)
    }

    /// As spoken of: `the British`.
    pub fn name(self) -> &'static str {
        match self {
            Side::British => "the British",
            Side::German => "the Germans",
        }
    }

    /// As an adjective: `British`.
    pub fn adjective(self) -> &'static str {
        match self {
            Side::British => "British",
            Side::German => "German",
        }
    }
}

/// One value for each side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BySide<T>(pub [T; 2]);

impl<T> BySide<T> {
    /// The British value, then the German.
    pub const fn new(british: T, german: T) -> BySide<T> {
        BySide([british, german])
    }
}

impl<T> Index<Side> for BySide<T> {
    type Output = T;
    #[inline]
    fn index(&self, side: Side) -> &T {
        &self.0[side as usize]
    }
}

impl<T> IndexMut<Side> for BySide<T> {
    #[inline]
    fn index_mut(&mut self, side: Side) -> &mut T {
        &mut self.0[side as usize]
    }
}
