//! What can be cited: the rules both games share, and each game's own.

use engine::Cite;

use crate::variant::Own;

/// Declares an enum of rules with their names in the pack.
#[macro_export]
macro_rules! rules {
    ($(#[$meta:meta])* $vis:vis enum $name:ident { $($rule:ident = $text:literal,)* }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
        #[allow(missing_docs, reason = "each rule is described by its case in the pack")]
        $vis enum $name { $($rule,)* }

        impl $name {
            const ALL: &'static [($name, &'static str)] = &[$(($name::$rule, $text),)*];
        }

        impl engine::Cite for $name {
            fn index(self) -> usize {
                self as usize
            }
            fn from_index(index: usize) -> Option<$name> {
                $name::ALL.get(index).map(|(rule, _)| *rule)
            }
            fn name(self) -> &'static str {
                $name::ALL[self as usize].1
            }
        }
    };
}

rules! {
    /// The rules that both games have, under different numbers.
    pub enum Common {
        Bounds = "bounds",
        GameLength = "game-length",
        MapGrid = "map-grid",
        CombatUnits = "combat-units",
        Markers = "markers",
        GoodOrder = "good-order",
        TurnOrder = "turn-order",
        TurnSequence = "turn-sequence",
        Weather = "weather",
        WeatherRoll = "weather-roll",
        FairWeather = "fair-weather",
        Drizzle = "drizzle",
        Rain = "rain",
        Snow = "snow",
        AirObservation = "air-observation",
        Bombardment = "bombardment",
        BombardmentSequence = "bombardment-sequence",
        TargetTerrain = "target-terrain",
        MinimumFactors = "minimum-factors",
        FiringGuns = "firing-guns",
        ArtilleryRange = "artillery-range",
        FireLimits = "fire-limits",
        InterdictionFire = "interdiction-fire",
        CounterBattery = "counter-battery",
        BombardmentRoll = "bombardment-roll",
        BombardmentResults = "bombardment-results",
        GermanLosses = "german-losses",
        AlliedLosses = "allied-losses",
        ArtilleryLosses = "artillery-losses",
        AirBombardment = "air-bombardment",
        Movement = "movement",
        MapTerrain = "map-terrain",
        RiverCrossing = "river-crossing",
        Waterways = "waterways",
        MovementPoints = "movement-points",
        GridSteps = "grid-steps",
        Facing = "facing",
        RoadMovement = "road-movement",
        Interdiction = "interdiction",
        SquareInterior = "square-interior",
        Stacking = "stacking",
        AlliedStacking = "allied-stacking",
        GermanStacking = "german-stacking",
        HqStacking = "hq-stacking",
        SpecialUnits = "special-units",
        InfantryModes = "infantry-modes",
        HqModes = "hq-modes",
        AlliedBreakdown = "allied-breakdown",
        GermanBreakdown = "german-breakdown",
        BreakdownInZoc = "breakdown-in-zoc",
        ZoneOfControl = "zone-of-control",
        OffFront = "off-front",
        Reinforcements = "reinforcements",
        ReinforcementHqs = "reinforcement-hqs",
        Commitment = "commitment",
        EligibleUnits = "eligible-units",
        CommandSupport = "command-support",
        CommandRange = "command-range",
        CommandCapacity = "command-capacity",
        MovingUp = "moving-up",
        ClosingIn = "closing-in",
        Engaged = "engaged",
        CommandCenter = "command-center",
        ResourceKinds = "resource-kinds",
        SecondAttackResource = "second-attack-resource",
        BarrageResource = "barrage-resource",
        SmokeResource = "smoke-resource",
        GasResource = "gas-resource",
        NightResource = "night-resource",
        ConsolidateResource = "consolidate-resource",
        UsingResources = "using-resources",
        DefensiveFire = "defensive-fire",
        DefensiveFactors = "defensive-factors",
        DefensiveResults = "defensive-results",
        Assault = "assault",
        AttackSupply = "attack-supply",
        SupplyLimits = "supply-limits",
        SupplyHqReturn = "supply-hq-return",
        AssaultStatus = "assault-status",
        Differential = "differential",
        ColumnShifts = "column-shifts",
        TerrainShift = "terrain-shift",
        ResourceShift = "resource-shift",
        CreepingBarrage = "creeping-barrage",
        NetShift = "net-shift",
        AssaultModifiers = "assault-modifiers",
        ResourceModifiers = "resource-modifiers",
        SituationModifiers = "situation-modifiers",
        CommandDistance = "command-distance",
        AttackersUnsupplied = "attackers-unsupplied",
        AssaultWeather = "assault-weather",
        SecondaryTrench = "secondary-trench",
        FlankAttack = "flank-attack",
        DefenderStatus = "defender-status",
        InterdictionAndClosers = "interdiction-and-closers",
        AssaultResults = "assault-results",
        Retreat = "retreat",
        Advance = "advance",
        Consolidation = "consolidation",
        SecondaryAttacks = "secondary-attacks",
        Reorganization = "reorganization",
        ReplacementPool = "replacement-pool",
        ReplacementLevel = "replacement-level",
        ReplacementRoll = "replacement-roll",
        TakingReplacements = "taking-replacements",
        Rally = "rally",
        RallyHq = "rally-hq",
        ClearInterdiction = "clear-interdiction",
        Victory = "victory",
        Objectives = "objectives",
        HoldingObjectives = "holding-objectives",
        LossPoints = "loss-points",
        ReplacementPoints = "replacement-points",
        Exits = "exits",
    }
}

/// A rule of one game: shared or its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rule<O: Own> {
    /// Both games have it.
    Common(Common),
    /// Only this game has it.
    Own(O::Rule),
}

impl<O: Own> From<Common> for Rule<O> {
    fn from(rule: Common) -> Rule<O> {
        Rule::Common(rule)
    }
}

impl<O: Own> Cite for Rule<O> {
    fn index(self) -> usize {
        match self {
            Rule::Common(rule) => rule.index(),
            Rule::Own(rule) => Common::ALL.len() + rule.index(),
        }
    }

    fn from_index(index: usize) -> Option<Rule<O>> {
        match Common::from_index(index) {
            Some(rule) => Some(Rule::Common(rule)),
            None => O::Rule::from_index(index.checked_sub(Common::ALL.len())?).map(Rule::Own),
        }
    }

    fn name(self) -> &'static str {
        match self {
            Rule::Common(rule) => rule.name(),
            Rule::Own(rule) => rule.name(),
        }
    }
}
