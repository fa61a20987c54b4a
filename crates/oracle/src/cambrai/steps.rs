//! Questions that must be asked: no choice of a player is skipped.

use super::bridges;
use super::chronicle::Story;
use super::pack::Side;
use super::retreat::{may_fall_back, may_withdraw};

/// The holder of the advantage is asked where it can be used (15.1).
pub(super) fn compare_asked(story: &mut Story, side: Side, step: &str) {
    story.verdict.asked("advantage");
    let asked = story.next.step() == step;
    if story.board.advantage == Some(side) && !asked {
        story.differs("advantage", format!("the {} are not asked: {step} (15.1)", side.word()));
    }
}

/// A bridge that can be blown is asked about at the end of an assault impulse, unless a prevented overrun ended it
/// (14.1, R89).
pub(super) fn compare_demolition(story: &mut Story) {
    let now = &story.board.now;
    if now.area.is_empty()
        || now.halted
        || now.passed
        || story.regroups
        || story.before.step() == "demolition"
    {
        return;
    }
    let halted = story.board.assault.as_ref().is_some_and(|a| a.outcome.as_deref() == Some("halted"));
    if halted {
        return;
    }
    story.verdict.asked("bridges");
    let found = bridges::answers(story.pack, &story.board, story.board.active);
    if found.len() > 1 {
        let names: Vec<&String> = found.keys().collect();
        story.differs("bridges", format!("a demolition is not asked about: {names:?} (14.1)"));
    }
}

/// When an assault is over, repulsed attackers of a mandatory assault have left, and attackers and defenders that may
/// leave have been asked (11.1, 11.4.4, 11.7.3).
pub(super) fn compare_steps(story: &mut Story) {
    let Some(a) = story.board.assault.clone() else { return };
    if !story.settled || story.next.assault.is_some() {
        return;
    }
    story.verdict.asked("retreat");
    let before = story.before.steps.clone();
    let was = |step: &str| before.iter().any(|s| s == step);
    let outcome = a.outcome.clone().unwrap_or_default();
    let there = a.attackers.iter().filter(|u| story.board.at.get(*u) == Some(&a.place)).count();
    if outcome == "repulse" && a.kind == "mandatory" && there > 0 {
        story.differs("retreat", format!("{there} repulsed attackers stay in {} (11.1)", a.place));
    }
    let may = outcome == "stalemate" || (outcome == "repulse" && a.kind != "mandatory");
    if may && !was("fall-back") && !was("withdrawal") && !may_fall_back(story.pack, &story.board).is_empty() {
        story.differs("retreat", format!("the attackers in {} may fall back (11.4.4)", a.place));
    }
    let side = story.before.active.other();
    let leaving = may_withdraw(story.pack, &story.board, side, &a.place);
    if !was("withdrawal") && !leaving.is_empty() {
        story.differs("retreat", format!("{leaving:?} may leave {} (11.7.3)", a.place));
    }
}

/// A British impulse has its sunset roll, except a pass that no roll could change (4.2.1, 8.1.3, 16.3).
pub(super) fn compare_sunset(story: &mut Story) {
    let board = &story.board;
    let needless = board.now.passed && (board.impulse < 2 || board.date == "1917-11-20");
    if board.active != Side::British || needless || story.before.step() == "recall" {
        return;
    }
    story.verdict.asked("weather");
    if !story.kinds.iter().any(|(k, _)| k == "sunset") {
        story.differs("weather", "the British impulse had no sunset roll (4.2.1)");
    }
}

/// All support comes off the map at the end of the impulse (9.1, 11.8).
pub(super) fn compare_lifted(story: &mut Story) {
    let now = &story.board.now;
    let left = now.rolling.len() + now.direct.len();
    let flying = story.board.air.iter().any(|a| a.starts_with("over "));
    if left > 0 || flying {
        story.differs("barrage", "support stays on the map after the impulse (11.8)");
    }
}

/// Every used Hurricane marker has had its die before the ammunition roll (12.4).
pub(super) fn compare_hurricanes(story: &mut Story, side: Side) {
    let rolls = story.kinds.iter().filter(|(k, s)| k == "hurricane-refit" && *s == Some(side)).count() as i64;
    let gained = story.refreshed[side.index()];
    let due = story.board.used[side.index()] + gained;
    let none = side == Side::German && story.board.date == "1917-11-20";
    if rolls != due && !none {
        story.differs("refit", format!("{due} Hurricane markers roll, not {rolls} (12.4)"));
    }
}

/// Haig has decided before a turn ends, on the days that are his (13.1.2, R94).
pub(super) fn compare_haig(story: &mut Story) {
    story.verdict.asked("victory");
    let told = story.kinds.iter().any(|(k, _)| k == "haig") || story.before.step() == "haigs-mind";
    if super::victory::haig_day(story.pack, &story.board) && !told {
        story.differs("victory", "Haig has not decided (13.1.2)");
    }
}
