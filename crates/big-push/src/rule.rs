//! The rules that only The Big Push has.

use grid::rules;

use crate::BigPushOwn;

rules! {
    /// The rules that only The Big Push has.
    pub enum OwnRule {
        Players = "players",
        CounterBatteryTable = "counter-battery-table",
        TankBreakdown = "tank-breakdown",
        BritishCommand = "british-command",
        ClosingSix = "closing-six",
        TankResource = "tank-resource",
        Substitute = "substitute",
        TanksInAssault = "tanks-in-assault",
        Coordination = "coordination",
        TankRecovery = "tank-recovery",
        ScenarioOne = "scenario-one",
        ScenarioOneAllies = "scenario-one-allies",
        ScenarioOneGermans = "scenario-one-germans",
        ScenarioOneSpecial = "scenario-one-special",
        Mines = "mines",
        CavalryRelease = "cavalry-release",
        ScenarioOneVictory = "scenario-one-victory",
        ScenarioTwo = "scenario-two",
        ScenarioTwoBritish = "scenario-two-british",
        ScenarioTwoGermans = "scenario-two-germans",
        ScenarioTwoFrench = "scenario-two-french",
        ScenarioTwoSpecial = "scenario-two-special",
        ScenarioTwoVictory = "scenario-two-victory",
        ScenarioThree = "scenario-three",
        ScenarioThreeBritish = "scenario-three-british",
        ScenarioThreeFrench = "scenario-three-french",
        ScenarioThreeGermans = "scenario-three-germans",
        ScenarioThreeGermanExits = "scenario-three-german-exits",
        ScenarioThreeAlliedExits = "scenario-three-allied-exits",
        ScenarioThreeAreas = "scenario-three-areas",
        ScenarioThreeVictory = "scenario-three-victory",
        ScenarioFour = "scenario-four",
        ScenarioFourBritish = "scenario-four-british",
        ScenarioFourFrench = "scenario-four-french",
        ScenarioFourGermans = "scenario-four-germans",
        ScenarioFourSpecial = "scenario-four-special",
        ScenarioFourVictory = "scenario-four-victory",
        Campaign = "campaign",
        CampaignStart = "campaign-start",
        CampaignBritish = "campaign-british",
        CampaignFrench = "campaign-french",
        CampaignGermans = "campaign-germans",
        CampaignHqs = "campaign-hqs",
        Operations = "operations",
        OperationsTable = "operations-table",
        AlliedOperations = "allied-operations",
        GermanOperations = "german-operations",
        CampaignObjectives = "campaign-objectives",
        DrawingObjectives = "drawing-objectives",
        TerritorialMarkers = "territorial-markers",
        BritishPlaces = "british-places",
        FrenchPlaces = "french-places",
        ExitMarkers = "exit-markers",
        BreakthroughMarker = "breakthrough-marker",
        StrengthMarker = "strength-marker",
        ReservesMarker = "reserves-marker",
        CampaignVictory = "campaign-victory",
    }
}

impl From<OwnRule> for grid::Rule<BigPushOwn> {
    fn from(rule: OwnRule) -> grid::Rule<BigPushOwn> {
        grid::Rule::Own(rule)
    }
}
