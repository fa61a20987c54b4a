//! Rules as values: what may be cited, and sets of them.

use std::fmt::Debug;

/// A rule that a game can cite. The pack maps each to the case numbers of its rulebook.
pub trait Cite: Copy + Eq + Debug + Send + Sync + 'static {
    /// A small number, different for each rule of one game; below [`RuleSet::CAPACITY`].
    fn index(self) -> usize;
    /// The rule with that number, if there is one.
    fn from_index(index: usize) -> Option<Self>;
    /// The rule's name in the pack, in words: `road-movement`.
    fn name(self) -> &'static str;

    /// Every rule of the game.
    fn all() -> impl Iterator<Item = Self> {
        (0..RuleSet::CAPACITY).map_while(Self::from_index)
    }
}

/// A set of rules. Collecting all reasons costs no more than finding the first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RuleSet([u64; 4]);

impl RuleSet {
    /// How many rules a game may have.
    pub const CAPACITY: usize = 256;

    /// No rule.
    pub const EMPTY: RuleSet = RuleSet([0; 4]);

    /// Puts `rule` into the set.
    #[inline]
    pub fn insert(&mut self, rule: impl Cite) {
        let index = rule.index();
        self.0[index / 64] |= 1 << (index % 64);
    }

    /// Whether `rule` is in the set.
    #[inline]
    pub fn contains(&self, rule: impl Cite) -> bool {
        let index = rule.index();
        self.0[index / 64] & (1 << (index % 64)) != 0
    }

    /// Whether the set is empty.
    #[inline]
    pub fn is_empty(&self) -> bool {
        *self == RuleSet::EMPTY
    }

    /// Adds all rules of `other`.
    #[inline]
    pub fn extend(&mut self, other: RuleSet) {
        for (word, more) in self.0.iter_mut().zip(other.0) {
            *word |= more;
        }
    }

    /// The rules in the set, in the order of their numbers.
    pub fn iter<C: Cite>(self) -> impl Iterator<Item = C> {
        (0..RuleSet::CAPACITY)
            .filter(move |index| self.0[index / 64] & (1 << (index % 64)) != 0)
            .filter_map(C::from_index)
    }
}

/// The verdict on an action: every rule that forbids it. Empty means legal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[must_use]
pub struct Forbidden(pub RuleSet);

impl Forbidden {
    /// Nothing speaks against it.
    pub const NO: Forbidden = Forbidden(RuleSet::EMPTY);

    /// Forbidden by one rule.
    #[inline]
    pub fn by(rule: impl Cite) -> Forbidden {
        let mut verdict = Forbidden::NO;
        verdict.0.insert(rule);
        verdict
    }

    /// Forbidden by one rule unless `condition` holds.
    #[inline]
    pub fn unless(condition: bool, rule: impl Cite) -> Forbidden {
        if condition { Forbidden::NO } else { Forbidden::by(rule) }
    }

    /// Notes that `rule` forbids the action if `condition` holds.
    #[inline]
    pub fn when(&mut self, condition: bool, rule: impl Cite) -> &mut Forbidden {
        if condition {
            self.0.insert(rule);
        }
        self
    }

    /// Whether nothing forbids the action.
    #[inline]
    pub fn is_legal(&self) -> bool {
        self.0.is_empty()
    }

    /// Adds the reasons of `other`.
    #[inline]
    pub fn extend(&mut self, other: Forbidden) {
        self.0.extend(other.0);
    }
}
