//! Every rule that the program can cite, in the order of the rulebook. The pack gives the case numbers.

use engine::Cite;

/// Declares the rules with the names by which the pack knows them.
macro_rules! rules {
    ($($(#[$doc:meta])* $rule:ident = $name:literal,)*) => {
        /// A rule of Breakthrough: Cambrai.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[repr(u8)]
        pub enum Rule {
            $($(#[$doc])* $rule,)*
        }

        const ALL: &[(Rule, &str)] = &[$((Rule::$rule, $name),)*];
    };
}

rules! {
    /// Places that are open in a scenario (3.2).
    OpenPlaces = "open-places",
    /// Areas and borders (2.1.1).
    Adjacency = "adjacency",
    /// Moving by zones (10.5.4, 2.1.2).
    ZoneConnections = "zone-connections",
    /// Identifiers and terrain (2.1.3).
    Terrain = "terrain",
    /// Sector limits (10.5.3, 2.1.4).
    OperationalSectors = "operational-sectors",
    /// First-day sectors (16.4).
    FirstDaySectors = "first-day-sectors",
    /// Cavalry Corps (5.4.2, 2.1.5).
    CavalryRelease = "cavalry-release",
    /// Turn track (2.1.6).
    TurnTrack = "turn-track",
    /// Impulse track (2.1.7).
    ImpulseTrack = "impulse-track",
    /// Records track (2.1.8).
    RecordsTrack = "records-track",
    /// Unit types and states (2.2.1).
    UnitStates = "unit-states",
    /// Infantry (2.2.1.1).
    InfantryUnits = "infantry-units",
    /// Tanks (2.2.1.2).
    TankUnits = "tank-units",
    /// Cavalry (2.2.1.3).
    CavalryUnits = "cavalry-units",
    /// Garrisons (2.2.1.4).
    Garrisons = "garrisons",
    /// Unit factors (2.2.2.1).
    UnitFactors = "unit-factors",
    /// Place and day of entry (2.2.2.2, 2.2.2.3).
    EntryOnCounter = "entry-on-counter",
    /// Turn marker (2.2.3.1).
    TurnMarker = "turn-marker",
    /// Control markers (2.2.3.2).
    ControlMarkers = "control-markers",
    /// Bridge markers (2.2.3.3).
    BridgeMarkers = "bridge-markers",
    /// Advantage marker (2.2.3.4).
    AdvantageMarker = "advantage-marker",
    /// Ammunition markers (2.2.3.5).
    AmmunitionMarkers = "ammunition-markers",
    /// Victory point markers (2.2.3.6).
    VictoryMarkers = "victory-markers",
    /// Artillery markers (2.2.3.7).
    ArtilleryMarkers = "artillery-markers",
    /// Air markers (2.2.3.8).
    AirMarkers = "air-markers",
    /// Dice (2.3).
    Dice = "dice",
    /// Starting markers (3.1).
    StartingMarkers = "starting-markers",
    /// Unit set-up (3.2).
    UnitSetup = "unit-setup",
    /// Start of play (3.3).
    StartOfPlay = "start-of-play",
    /// Sequence of play (4.0).
    SequenceOfPlay = "sequence-of-play",
    /// Dawn phase (4.1).
    DawnPhase = "dawn-phase",
    /// Weather roll (4.1.1).
    WeatherRoll = "weather-roll",
    /// Daylight phase (4.2).
    DaylightPhase = "daylight-phase",
    /// Sunset roll (4.2.1).
    Sunset = "sunset",
    /// Night phase (4.3).
    NightPhase = "night-phase",
    /// End phase (4.4).
    EndPhase = "end-phase",
    /// Reinforcements (5.0).
    Reinforcements = "reinforcements",
    /// British reinforcements (5.1).
    BritishReinforcements = "british-reinforcements",
    /// German reinforcements (5.2).
    GermanReinforcements = "german-reinforcements",
    /// Eliminated units (5.3).
    EliminatedUnits = "eliminated-units",
    /// November 20 releases (5.4).
    FirstDayReleases = "first-day-releases",
    /// 29th Division (5.4.1).
    TwentyNinthDivision = "twenty-ninth-division",
    /// Swapping (5.5).
    Swapping = "swapping",
    /// Weather (6.0).
    Weather = "weather",
    /// Clear weather (6.1).
    ClearWeather = "clear-weather",
    /// Overcast (6.2).
    Overcast = "overcast",
    /// Weather change (6.3).
    WeatherChange = "weather-change",
    /// Stacking (7.1).
    Stacking = "stacking",
    /// Control (7.2).
    Control = "control",
    /// Contested areas (7.2.1).
    ContestedAreas = "contested-areas",
    /// Vacant areas (7.2.2).
    VacantAreas = "vacant-areas",
    /// Free areas (7.2.3).
    FreeAreas = "free-areas",
    /// Impulses (8.0).
    Impulses = "impulses",
    /// Impulse types (8.1).
    ImpulseTypes = "impulse-types",
    /// Assault impulse (8.1.1).
    AssaultImpulse = "assault-impulse",
    /// Regroup impulse (8.1.2).
    RegroupImpulse = "regroup-impulse",
    /// Pass impulse (8.1.3).
    PassImpulse = "pass-impulse",
    /// Inactive side (8.2).
    InactiveSide = "inactive-side",
    /// Range and removal (9.1).
    ArtilleryRange = "artillery-range",
    /// Hurricane Barrage (9.2).
    HurricaneBarrage = "hurricane-barrage",
    /// Barrage attack value (9.2.1).
    BarrageAttack = "barrage-attack",
    /// Barrage defense value (9.2.2).
    BarrageDefense = "barrage-defense",
    /// Barrage resolution (9.2.3).
    BarrageResolution = "barrage-resolution",
    /// Barrage casualties (9.3).
    BarrageCasualties = "barrage-casualties",
    /// Hindenburg Line barrage cover (9.3.1).
    HindenburgLine = "hindenburg-line",
    /// Used Hurricane markers (9.4).
    UsedHurricane = "used-hurricane",
    /// Assault support (9.5).
    AssaultSupport = "assault-support",
    /// Rolling Barrage (9.5.1).
    RollingBarrage = "rolling-barrage",
    /// Direct Support (9.5.2).
    DirectSupport = "direct-support",
    /// Air support (9.5.3).
    AirSupport = "air-support",
    /// Unused markers (9.6).
    UnusedMarkers = "unused-markers",
    /// Movement (10.0).
    Movement = "movement",
    /// Movement costs (10.1).
    MovementCosts = "movement-costs",
    /// Movement costs (10.1).
    CanalCrossing = "canal-crossing",
    /// Movement costs (10.1).
    ContestedExit = "contested-exit",
    /// Minimum move (10.2).
    MinimumMove = "minimum-move",
    /// Several destinations (10.3).
    SeveralDestinations = "several-destinations",
    /// Point unit (10.4).
    PointUnit = "point-unit",
    /// Full areas (10.5.1).
    FullAreas = "full-areas",
    /// Bridge capacity (10.5.2).
    BridgeCapacity = "bridge-capacity",
    /// Combat (11.0).
    Combat = "combat",
    /// Mandatory assault (11.1).
    MandatoryAssault = "mandatory-assault",
    /// Optional assault (11.2).
    OptionalAssault = "optional-assault",
    /// Fighting in a contested active area (11.3).
    ContestedActivation = "contested-activation",
    /// Assault procedure (11.4).
    AssaultProcedure = "assault-procedure",
    /// Assault dice (11.4.1).
    AssaultDice = "assault-dice",
    /// Attack value (11.4.2).
    AttackValue = "attack-value",
    /// Defense value (11.4.3).
    DefenseValue = "defense-value",
    /// Assault result (11.4.4).
    AssaultResult = "assault-result",
    /// Repulse (11.4.4.1).
    Repulse = "repulse",
    /// Stalemate (11.4.4.2).
    Stalemate = "stalemate",
    /// Success (11.4.4.3).
    Success = "success",
    /// Overrun (11.5).
    Overrun = "overrun",
    /// No overrun in triangle areas (11.5.1).
    TriangleOverrun = "triangle-overrun",
    /// Assault after an overrun (11.5.2).
    AssaultAfterOverrun = "assault-after-overrun",
    /// Assault casualties (11.6).
    AssaultCasualties = "assault-casualties",
    /// Defensive positions (11.6.1).
    DefensivePositions = "defensive-positions",
    /// Retreats (11.7).
    Retreats = "retreats",
    /// Retreat procedure (11.7.1).
    RetreatProcedure = "retreat-procedure",
    /// Retreat priorities (11.7.2).
    RetreatPriorities = "retreat-priorities",
    /// Voluntary retreat (11.7.3).
    VoluntaryRetreat = "voluntary-retreat",
    /// Markers removed after combat (11.8).
    MarkersRemoved = "markers-removed",
    /// Recovery at night (12.0).
    Recovery = "recovery",
    /// Becoming exhausted (12.1).
    Exhaustion = "exhaustion",
    /// Order of the night phase (12.2).
    NightOrder = "night-order",
    /// Supply lines (12.3).
    SupplyLines = "supply-lines",
    /// Hurricane refit (12.4).
    HurricaneRefit = "hurricane-refit",
    /// Artillery refit (12.5).
    ArtilleryRefit = "artillery-refit",
    /// Tank refit (12.6).
    TankRefit = "tank-refit",
    /// Infantry refit (12.7).
    InfantryRefit = "infantry-refit",
    /// Dismounted cavalry (12.8).
    DismountedCavalry = "dismounted-cavalry",
    /// Sudden death (13.1).
    SuddenDeath = "sudden-death",
    /// Breakthrough (13.1.1).
    Breakthrough = "breakthrough",
    /// Haig's decision (13.1.2).
    HaigDecides = "haig-decides",
    /// Victory check (13.2).
    VictoryCheck = "victory-check",
    /// Victory points (13.3).
    VictoryPoints = "victory-points",
    /// Bridges (14.0).
    Bridges = "bridges",
    /// Bridge demolition (14.1).
    Demolition = "demolition",
    /// No repair (14.2).
    NoRepair = "no-repair",
    /// The advantage (15.0).
    Advantage = "advantage",
    /// Using the advantage (15.1).
    AdvantageUse = "advantage-use",
    /// Advantage changes sides (15.2).
    AdvantageShift = "advantage-shift",
    /// First-day weather (16.1).
    FirstDayWeather = "first-day-weather",
    /// Opening barrage (16.2).
    OpeningBarrage = "opening-barrage",
    /// First-day impulses (16.3).
    FirstDayImpulses = "first-day-impulses",
    /// Cavalry confusion (16.5).
    CavalryConfusion = "cavalry-confusion",
    /// First-day ammunition (16.6).
    FirstDayAmmunition = "first-day-ammunition",
    /// First-day tank assaults (16.7).
    FirstDayTanks = "first-day-tanks",
    /// Bidding for sides (17.1).
    SideBids = "side-bids",
    /// Historical options (17.2).
    HistoricalOptions = "historical-options",
    /// Tank fright (17.2.1).
    TankFright = "tank-fright",
    /// Historical weather (17.2.2).
    HistoricalWeather = "historical-weather",
    /// 51st Division (17.2.3).
    FiftyFirstDivision = "fifty-first-division",
    /// Bridge collapse (17.2.4).
    BridgeCollapse = "bridge-collapse",
    /// Snowstorm (17.2.5).
    Snowstorm = "snowstorm",
    /// Air interdiction (17.3).
    AirInterdiction = "air-interdiction",
}

impl Cite for Rule {
    fn index(self) -> usize {
        self as usize
    }

    fn from_index(index: usize) -> Option<Rule> {
        ALL.get(index).map(|(rule, _)| *rule)
    }

    fn name(self) -> &'static str {
        ALL[self as usize].1
    }
}
