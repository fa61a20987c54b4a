//! Lull turns: who may call one, and how a dispute is decided (7.0).

use engine::{Forbidden, Question, Seat};
use grid::{Nation, Side};

use crate::board::{Action as Own, Event as Told, Lull};
use crate::rule::Own as Rules;
use crate::verdun::{SOLITAIRE_LULL, seat_of};
use crate::{Action, Context, Event, Flow, Game, Rule, Table, Verdun};

impl Verdun {
    /// No lull in the first two turns of the first scenarios and the campaign, nor in the last two of any
    /// (7.1.1, 7.1.2).
    pub fn lull_barred(&self, board: &Table) -> Option<Rules> {
        if board.turn < self.scenario(board).raw.no_lull_before {
            return Some(Rules::LullAtStart);
        }
        (board.turn + 2 > board.last_turn).then_some(Rules::LullAtEnd)
    }

    /// Decides whether this is a lull turn (7.2, 7.4).
    pub(crate) fn run_lull(&self, board: &mut Table, context: &mut Context) -> Flow {
        if let Some(rule) = self.lull_barred(board) {
            board.own.lull = Lull::No;
            context.tell(|| Event::Own(Told::LullDecided { lull: false, rule }));
            if rule == Rules::LullAtStart && self.is_campaign(board) {
                context.tell(|| Event::Own(Told::Applied { rule: Rules::CampaignLulls }));
            }
            return Flow::Return;
        }
        if board.options & SOLITAIRE_LULL != 0 {
            let dice = [context.d6(), context.d6()];
            let lull = dice[0] + dice[1] >= self.data.charts.lull.solitaire_from;
            board.own.lull = if lull { Lull::Yes } else { Lull::No };
            context.tell(|| Event::Own(Told::LullSolitaire { dice, lull }));
            return Flow::Return;
        }
        match board.own.lull {
            Lull::No | Lull::Yes => Flow::Return,
            Lull::Open | Lull::GermanWants | Lull::GermanRefuses => Flow::Ask,
        }
    }

    pub(crate) fn question_lull(&self, board: &Table) -> Question<Rule> {
        let nation = if board.own.lull == Lull::Open { Nation::German } else { Nation::French };
        Question { seats: seat_of(nation).into(), rule: Rule::Own(Rules::LullDecision) }
    }

    pub(crate) fn check_lull(&self, action: Action) -> Forbidden {
        match action {
            Action::Own(Own::Yes) | Action::Pass => Forbidden::NO,
            _ => Forbidden::by(Rule::Own(Rules::LullDecision)),
        }
    }

    /// The German speaks first. If both agree it is done; otherwise each rolls two dice, and the higher decides
    /// (7.2).
    // Ruling: if the German declines, the French may still ask, and the same roll follows.
    pub(crate) fn choose_lull(
        &self,
        _: &Game,
        board: &mut Table,
        _: Seat,
        action: Action,
        context: &mut Context,
    ) -> Flow {
        let wants = action == Action::Own(Own::Yes);
        let german = match board.own.lull {
            Lull::Open => {
                context.tell(|| Event::Own(Told::LullSpoken { side: Side::German, wants }));
                board.own.lull = if wants { Lull::GermanWants } else { Lull::GermanRefuses };
                return Flow::Again;
            }
            state => state == Lull::GermanWants,
        };
        context.tell(|| Event::Own(Told::LullSpoken { side: Side::Allied, wants }));
        let lull = if german == wants {
            context.tell(|| Event::Own(Told::LullDecided { lull: wants, rule: Rules::LullDecision }));
            wants
        } else {
            self.contested_lull(board, german, context)
        };
        board.own.lull = if lull { Lull::Yes } else { Lull::No };
        Flow::Return
    }

    fn contested_lull(&self, board: &Table, german_wants: bool, context: &mut Context) -> bool {
        let again = board.own.lull_before;
        let drm = if again { self.data.charts.lull.after_lull } else { 0 };
        loop {
            let german = [context.d6(), context.d6()];
            let french = [context.d6(), context.d6()];
            let total = |dice: [u8; 2], wants: bool| (dice[0] + dice[1]) as i8 + if wants { drm } else { 0 };
            let difference = total(german, german_wants) - total(french, !german_wants);
            let lull = (difference > 0) == german_wants;
            context.tell(|| {
                let lull = (difference != 0).then_some(lull);
                Event::Own(Told::LullRolled { german, french, again, lull })
            });
            if difference != 0 {
                return lull;
            }
        }
    }
}
