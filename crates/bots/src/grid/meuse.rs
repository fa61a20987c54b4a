//! Verdun: the Germans bleed the French with guns and take the forts; later the French want them back.

use ::grid::units::Kind;
use ::grid::{Action, Side, Square, Squares, Step};
use verdun::board::{Action as OwnAction, Step as OwnStep};
use verdun::data::Condition;
use verdun::{Game, Only, Table, Verdun};

use super::Doctrine;
use super::aims::Aims;
use super::field::Field;

/// The turn of July 3, when the Somme begins to draw troops away.
const SOMME: u8 = 20;
/// The turn of October 2, when the French go over to the attack.
const RETURN: u8 = 33;

/// Calls `each` for every square of a condition of victory, with what it is worth.
fn squares_of(
    game: &Game,
    board: &Table,
    side: Side,
    condition: &Condition,
    each: &mut impl FnMut(Square, f32),
) {
    let map = &game.pack.map;
    let mut all = |names: &[String], worth: f32| {
        for square in names.iter().filter_map(|name| map.find(name)) {
            each(square, worth);
        }
    };
    match condition {
        Condition::OccupyAtLeast { objectives, .. } => {
            for objective in objectives {
                let count = objective.squares.len().max(1) as f32;
                all(&objective.squares, 3.0 / count);
                all(&objective.zoc_on_any, 0.8);
            }
        }
        Condition::OccupyOrLastThrough { squares }
        | Condition::Occupy { squares }
        | Condition::OccupyAll { squares }
        | Condition::OccupyAny { squares, .. }
        | Condition::ZocOnAny { squares } => {
            let verdun = side == Side::German && board.turn < SOMME;
            all(squares, if verdun { 0.5 } else { 1.0 });
        }
        Condition::AllOf { conditions } => {
            for condition in conditions {
                squares_of(game, board, side, condition, each);
            }
        }
        _ => {}
    }
}

/// Whether a side must clear the French start line.
fn wants_line(variant: &Verdun, board: &Table, side: Side) -> bool {
    let mut victories =
        variant.scenario(board).raw.victory.iter().filter(|victory| victory.side.side() == side);
    victories.any(|victory| {
        victory.conditions.iter().any(|condition| matches!(condition, Condition::ClearStartLine { .. }))
    })
}

impl Doctrine for Verdun {
    const CLARITY: f32 = 0.85;

    fn aims(&self, game: &Game, board: &Table) -> Aims {
        let zeal = if board.turn >= RETURN {
            [1.0, 0.25]
        } else if board.turn >= SOMME + 5 {
            [0.6, 0.6]
        } else {
            [0.25, 1.0]
        };
        let mut aims = Aims::new(zeal, [0.22, 0.18], [0.4, 0.4]);
        aims.garrison = 0.4;
        let line = game.pack.map.trench[Side::Allied.index()];
        for victory in &self.scenario(board).raw.victory {
            for condition in &victory.conditions {
                if let Condition::ClearStartLine { .. } = condition {
                    let manned = line & *board.occupied(Side::Allied);
                    let each = 0.7 + 3.0 / (1.0 + manned.count() as f32);
                    for square in manned.iter() {
                        aims.add(square, each);
                    }
                }
                squares_of(game, board, victory.side.side(), condition, &mut |square, worth| {
                    aims.add(square, worth);
                });
            }
        }
        if self.scenario(board).raw.objectives > 0 {
            for (index, squares) in self.data.objectives.iter().enumerate() {
                if board.own.objectives >> index & 1 == 1 {
                    let count = squares.count().max(1) as f32;
                    for square in squares.iter() {
                        aims.add(square, 2.0 / count);
                    }
                }
            }
        }
        aims
    }

    /// Whoever attacks must not be robbed at the last moment of what he has taken.
    fn guarded(&self, game: &Game, board: &Table, side: Side) -> (Squares, f32) {
        let left = board.last_turn.saturating_sub(board.turn);
        let aims = self.aims(game, board);
        if left > 1 || aims.zeal(side) < 0.5 {
            return (Squares::EMPTY, 0.0);
        }
        let mut squares = aims.goals.iter().map(|(square, _)| *square).collect::<Squares>();
        if wants_line(self, board, side) {
            squares = squares | game.pack.map.trench[Side::Allied.index()];
        }
        (squares - *board.occupied(side.enemy()), 0.8 / (1.0 + f32::from(left)))
    }

    fn standing(&self, game: &Game, board: &Table) -> f32 {
        let turns = f32::from(board.last_turn.saturating_sub(board.turn))
            + if board.phasing == Side::German { 1.0 } else { 0.3 };
        let lead =
            f32::from(self.combat_points(board, Side::Allied) - self.combat_points(board, Side::German));
        let line = game.pack.map.trench[Side::Allied.index()];
        let mut best = [-4.0f32; 2];
        for victory in &self.scenario(board).raw.victory {
            let side = victory.side.side();
            if victory.otherwise || victory.conditions.is_empty() {
                continue;
            }
            let own_lead = if side == Side::Allied { lead } else { -lead };
            let mut lacks: Vec<f32> = victory
                .conditions
                .iter()
                .map(|condition| lacking(self, game, board, side, condition, own_lead, &line))
                .collect();
            lacks.sort_by(f32::total_cmp);
            let need: f32 = lacks.iter().take(victory.need).sum();
            let pace = if side == Side::German { 1.0 } else { 0.8 };
            let ahead = pace * turns + 0.2 - need;
            best[side.index()] = best[side.index()].max(ahead);
        }
        let french_default = self.scenario(board).raw.victory.iter().any(|victory| victory.otherwise);
        let german = 0.5 + 0.5 * (0.6 * best[Side::German.index()]).tanh();
        let french =
            if french_default { 1.0 - german } else { 0.5 + 0.5 * (0.6 * best[Side::Allied.index()]).tanh() };
        0.9 * (french - german) + 0.003 * lead
    }

    fn weigh_own(&self, field: &Field<Verdun>, step: &Step<Only>, action: Action<Only>) -> f32 {
        let zeal = field.aims.zeal(field.side);
        match (*step, action) {
            (_, Action::Own(OwnAction::Inside(square))) => 2.0 * field.softening(square) - 0.2,
            (_, Action::Own(OwnAction::DrumFire | OwnAction::Phosgene | OwnAction::Claim)) => 0.5,
            (_, Action::Own(OwnAction::GoIn(unit))) => {
                field.strength_around(field.enemy, field.board.square(unit)).min(1.0) - 0.4
            }
            (_, Action::Own(OwnAction::GoOut(_))) => -0.8,
            (Step::Own(own), _) => weigh_step(field, own, action, zeal),
            _ => 0.0,
        }
    }

    fn reason_own(&self, field: &Field<Verdun>, action: Action<Only>) -> &'static str {
        match action {
            Action::Own(OwnAction::Fly { .. }) => "wants the sky over its guns",
            Action::Own(OwnAction::Take { .. } | OwnAction::Call { .. } | OwnAction::Release(_)) => {
                "brings up what it can"
            }
            Action::Own(OwnAction::ReRoll) => "hopes for better dice",
            Action::Own(OwnAction::Close(_)) => "closes in: the blow gains by it",
            Action::Supply(_) | Action::Flip(_) => "the guns need shells",
            _ if field.aims.zeal(field.side) > 0.5 => "prepares the next blow",
            _ => "strengthens the line",
        }
    }
}

/// What a side lacks of a condition: 0 if it is met.
fn lacking(
    variant: &Verdun,
    game: &Game,
    board: &Table,
    side: Side,
    condition: &Condition,
    lead: f32,
    line: &::grid::Squares,
) -> f32 {
    match condition {
        Condition::ClearStartLine { .. } => 0.15 * (*line & *board.occupied(Side::Allied)).count() as f32,
        Condition::OccupyAtLeast { n, objectives } => {
            let map = &game.pack.map;
            let held: f32 = objectives
                .iter()
                .map(|objective| {
                    let squares = objective.squares.iter().filter_map(|name| map.find(name));
                    let (mut count, mut own) = (0.0, 0.0);
                    for square in squares {
                        count += 1.0;
                        own += f32::from(u8::from(board.occupied(side).contains(square)));
                    }
                    if count > 0.0 { own / count } else { 0.0 }
                })
                .sum();
            0.6 * (f32::from(*n) - held).max(0.0)
        }
        Condition::VpLead { margin, .. } => ((f32::from(*margin) - lead) / 12.0).max(0.0),
        Condition::AllOf { conditions } => conditions
            .iter()
            .map(|condition| lacking(variant, game, board, side, condition, lead, line))
            .sum(),
        Condition::Prevent { .. } | Condition::NoneMet { .. } => {
            if variant.is_met(game, board, side, condition, 0) { 0.0 } else { 1.5 }
        }
        other => {
            if variant.is_met(game, board, side, other, 0) {
                0.0
            } else {
                2.5
            }
        }
    }
}

/// The weight of an answer in a step that only Verdun has.
#[allow(clippy::match_same_arms, reason = "one arm for each question")]
fn weigh_step(field: &Field<Verdun>, step: OwnStep, action: Action<Only>, zeal: f32) -> f32 {
    match (step, action) {
        (_, Action::Place { unit, to }) => field.place(unit, to),
        (_, Action::Own(OwnAction::LeaveOut(gun))) => -0.2 * field.worth_of(gun),
        (OwnStep::Mines { .. } | OwnStep::DrumTarget { .. }, Action::Target(square)) => {
            3.0 * field.softening(square)
        }
        (_, Action::Own(OwnAction::Fly { to, .. })) => {
            if field.board.occupied(field.enemy).contains(to) {
                0.6 + 2.0 * field.softening(to)
            } else {
                0.3
            }
        }
        (OwnStep::Supply(_), Action::Supply(_)) => {
            // An HQ that supplies the guns leaves the map: worth it if there is something to shell for.
            0.4 + 0.8 * zeal
        }
        (OwnStep::Supply(_), Action::Flip(hq)) => field.hq_flip(hq) - 0.3,
        (OwnStep::Supply(_), _) => 0.3,
        (OwnStep::Close { .. }, Action::Own(OwnAction::Close(unit))) => {
            field.closing(&[unit], field.grid.target_of(field.board, unit))
        }
        (OwnStep::Lull, Action::Own(OwnAction::Yes)) => 0.5 - 1.5 * zeal,
        (OwnStep::GoOn, Action::Own(OwnAction::Yes)) => 0.6,
        (OwnStep::Operations, Action::Pass) => 0.5,
        (OwnStep::Operations, Action::Done) => 0.3,
        (_, Action::Own(OwnAction::Withdraw(unit))) => -0.3 * field.worth_of(unit) - field.useful(unit),
        (_, Action::Own(OwnAction::Reserve(unit))) => -0.2 * field.worth_of(unit),
        (_, Action::Own(OwnAction::Release(unit) | OwnAction::Call { unit, .. })) => {
            0.8 + 0.1 * field.worth_of(unit)
        }
        (_, Action::Own(OwnAction::Take { unit, full })) => field.replace(unit, Square::NONE, full),
        (_, Action::Own(OwnAction::Gun(_))) => 0.5,
        (OwnStep::ReRoll { .. }, Action::Own(OwnAction::ReRoll)) => {
            let good =
                field.board.assault.outcome.is_some_and(|outcome| {
                    (field.board.assault.side == field.side) == outcome.takes_square()
                });
            if good { -1.0 } else { 0.8 }
        }
        (OwnStep::Strike, Action::Pick(unit)) => -0.2 * field.defense_of(unit),
        _ => 0.0,
    }
}

impl Field<'_, Verdun> {
    /// How much a unit is needed where it stands.
    fn useful(&self, unit: ::grid::Unit) -> f32 {
        let square = self.board.square(unit);
        if square.is_some() { self.post(unit, square).max(0.0) } else { 0.0 }
    }

    fn defense_of(&self, unit: ::grid::Unit) -> f32 {
        let guns = self.grid.pack.unit(unit).kind == Kind::Artillery;
        if guns { 0.0 } else { f32::from(self.grid.defense_factor(self.board, unit)) }
    }
}
