//! The school desk: lays a lesson out, judges answers, plays the other side's answers, and goes on.
//!
//! A lesson's place is its step: the position of any step follows from the board by playing what is wanted before it.
//! A lesson can therefore be taken up at any step, and a learner who left its way is led back by laying the
//! step out anew.

use std::collections::BTreeMap;

use engine::dice::Dice;
use engine::examples::holds;
use engine::record::What;
use engine::{DiceSource, Seat, Session, Setup, Start, Title};
use serde::{Deserialize, Serialize};

use super::words::fits;
use super::{Lesson, Step, Then};
use crate::Playable;

/// A learner who leaves the lesson's way needs more dice than it has: this many follow, without a meaning.
const SPARE_DICE: usize = 300;

/// A lesson of a game.
#[derive(Clone, Copy)]
pub struct Desk<'a> {
    pub(super) game: &'a dyn Playable,
    lesson: &'a Lesson,
}

/// How far a learner is.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Progress {
    /// The lesson's id.
    pub lesson: String,
    /// The step, counted from 0; after the last one the lesson is finished.
    pub step: usize,
    /// How many entries there were when each step of this board began.
    pub starts: Vec<(usize, usize)>,
    /// How many replies of this step were played.
    pub replied: usize,
    /// The answers of this step that are still wanted.
    pub left: Vec<String>,
    /// The text of the step, with everything filled in.
    pub say: String,
    /// The reply to the last answer.
    pub said: String,
    /// How it stands.
    pub standing: Standing,
    /// How many entries there were when the learner went astray.
    pub astray_from: usize,
    /// What has been learnt, once the lesson is finished.
    pub learnt: Vec<String>,
    /// Whether the lesson's aim is reached, once it is finished.
    pub won: bool,
}

/// How it stands with a lesson.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Standing {
    /// An answer is wanted, or something is to be read.
    #[default]
    Open,
    /// The learner tries something else.
    Astray,
    /// The last answer on this board was given; the next board waits.
    Turning,
    /// All steps are done.
    Finished,
}

/// A board that was laid out, and where the learner is on it.
pub struct Laid {
    /// The game.
    pub session: Box<dyn Session>,
    /// The place in the lesson.
    pub progress: Progress,
}

/// What the lesson thinks of an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// It is wanted.
    Wanted,
    /// It is as good as all that is wanted.
    AsGood,
    /// It begins something that is as good.
    Begins,
    /// It is played, and the lesson goes on; this is said.
    GoOn(String),
    /// It is played, this is said, and the lesson waits.
    Try(String),
    /// It is not played, and this is said.
    Back(String),
    /// It is allowed, and the lesson has no words for it; this is said from the odds.
    Unsaid(String),
    /// The lesson has no part in it.
    Free,
}

impl<'a> Desk<'a> {
    /// A desk for a lesson.
    pub fn new(game: &'a dyn Playable, lesson: &'a Lesson) -> Desk<'a> {
        Desk { game, lesson }
    }

    pub(super) fn title(&self) -> &Title {
        self.game.title()
    }

    /// The learner's seat.
    pub fn seat(&self) -> Seat {
        self.title().seat(&self.lesson.seat).unwrap_or(Seat(0))
    }

    /// The board of a step, with its dice; nothing is played yet.
    pub fn open(&self, step: usize) -> Result<Box<dyn Session>, String> {
        let boards = self.lesson.boards();
        let board = boards.get(self.lesson.board_of(step)).ok_or("there is no such board")?;
        let mut spare = Dice::seeded(1);
        self.game.open(Start {
            setup: Setup::default(),
            players: BTreeMap::new(),
            dice: DiceSource::Hidden,
            secret: None,
            script: board.dice.iter().copied().chain((0..SPARE_DICE).map(|_| spare.d6())).collect(),
            position: Some(board.position.clone()),
        })
    }

    /// The same board with the same answers played.
    pub(super) fn fork(&self, session: &dyn Session) -> Result<Box<dyn Session>, String> {
        let position = session.record(engine::Viewer::Omniscient).header.position.unwrap_or_default();
        let boards = self.lesson.boards();
        let board = boards.iter().position(|board| board.position == position);
        let steps = 0..self.lesson.step.len();
        let same = steps.into_iter().find(|step| Some(self.lesson.board_of(*step)) == board);
        let mut fork = self.open(same.unwrap_or(0))?;
        replay(&mut *fork, (0..session.seq()).filter_map(|seq| session.entry(seq)))?;
        Ok(fork)
    }

    /// Takes a board up again with the answers that were played on it.
    pub fn resume(&self, progress: &Progress, entries: Vec<What>) -> Result<Box<dyn Session>, String> {
        let last = self.lesson.step.len().saturating_sub(1);
        let mut session = self.open(progress.step.min(last))?;
        replay(&mut *session, entries.into_iter())?;
        Ok(session)
    }

    /// Lays out a step: what was wanted before it on its board is played.
    pub fn lay(&self, step: usize) -> Result<Laid, String> {
        let step = step.min(self.lesson.step.len().saturating_sub(1));
        let mut session = self.open(step)?;
        let board = self.lesson.board_of(step);
        let mut progress = Progress { lesson: self.lesson.id.clone(), ..Progress::default() };
        for before in (0..step).filter(|before| self.lesson.board_of(*before) == board) {
            self.begin(&*session, &mut progress, before, "");
            self.act_out(&mut *session, &mut progress)?;
        }
        let said = self.fill(&*session, &self.lesson.step[step].say)?;
        self.begin(&*session, &mut progress, step, &said);
        self.answer_for_others(&mut *session, &mut progress, Until::Asked)?;
        session.take_changes();
        Ok(Laid { session, progress })
    }

    /// The way of the lesson through one step.
    fn act_out(&self, session: &mut dyn Session, progress: &mut Progress) -> Result<(), String> {
        for want in &self.lesson.step[progress.step].want {
            self.answer_for_others(session, progress, Until::Asked)?;
            session.play(self.seat(), want).map_err(|refusal| format!("'{want}': {}", refusal.error))?;
        }
        self.answer_for_others(session, progress, Until::Done)
    }

    /// A step begins; `say` is its text with everything filled in.
    fn begin(&self, session: &dyn Session, progress: &mut Progress, step: usize, say: &str) {
        progress.step = step;
        progress.starts.retain(|(earlier, _)| *earlier < step);
        progress.starts.push((step, session.seq()));
        progress.replied = 0;
        progress.left.clone_from(&self.lesson.step[step].want);
        say.clone_into(&mut progress.say);
        progress.standing = Standing::Open;
    }

    /// What the lesson thinks of a typed line.
    pub fn judge(&self, session: &dyn Session, progress: &Progress, seat: Seat, text: &str) -> Answer {
        if progress.standing != Standing::Open || seat != self.seat() {
            return Answer::Free;
        }
        let Some(step) = self.lesson.step.get(progress.step) else { return Answer::Free };
        let mut given = self.given(session, progress);
        let Ok(mut fork) = self.fork(session) else { return Answer::Free };
        let mut verdict = Answer::Wanted;
        for one in self.singles(session, text) {
            verdict = self.judge_one(&*fork, step, &given, &one);
            if !matches!(verdict, Answer::Wanted | Answer::Begins) || fork.play(seat, &one).is_err() {
                break;
            }
            given.push(one);
        }
        verdict
    }

    /// The same for a single action, on the board on which it would be played.
    fn judge_one(&self, board: &dyn Session, step: &Step, given: &[String], one: &str) -> Answer {
        let before = remaining(&step.want, given);
        let joined = given.last().map_or_else(String::new, |last| format!("{last} {one}"));
        if step.also.iter().any(|also| also == one || *also == joined) {
            return Answer::AsGood;
        }
        if before.iter().any(|want| want == one || begins(want, one)) {
            return Answer::Wanted;
        }
        if step.also.iter().any(|also| begins(also, one)) {
            return Answer::Begins;
        }
        let other = step.other.iter().find(|other| fits(one, &other.when) || fits(&joined, &other.when));
        let Some(other) = other else { return Answer::Unsaid(self.by_odds(board, &before, one)) };
        let say = self.fill(board, &other.say).unwrap_or_else(|_| plain(&other.say));
        match other.then {
            Then::Back => Answer::Back(say),
            Then::GoOn => Answer::GoOn(say),
            Then::Try => Answer::Try(say),
        }
    }

    /// The reply to an answer for which the lesson has no words: the chances, if both ways have some.
    fn by_odds(&self, board: &dyn Session, left: &[String], one: &str) -> String {
        let odds = |text: &str| board.odds(self.seat(), &[], text).ok().map(|odds| odds.summary);
        match (odds(one), left.first().and_then(|want| odds(want))) {
            (Some(theirs), Some(ours)) => format!("That is allowed: {theirs}. The lesson's way: {ours}."),
            _ => "That is allowed, but the lesson goes another way.".into(),
        }
    }

    /// A line as single actions, as far as they can be told apart.
    fn singles(&self, session: &dyn Session, text: &str) -> Vec<String> {
        let mut singles = Vec::new();
        let mut rest = text.split_whitespace().collect::<Vec<_>>().join(" ");
        let Ok(mut fork) = self.fork(session) else { return vec![rest] };
        while !rest.is_empty() {
            let options = fork.options(self.seat());
            let first =
                options.iter().filter(|option| begins(&rest, option)).max_by_key(|option| option.len());
            let Some(first) = first.filter(|_| !options.contains(&rest)).cloned() else {
                singles.push(std::mem::take(&mut rest));
                break;
            };
            rest.drain(..=first.len());
            let played = fork.play(self.seat(), &first).is_ok();
            singles.push(first);
            // An action that follows by itself is not a separate one.
            if !played || fork.why(self.seat(), &rest).is_err() {
                break;
            }
        }
        singles
    }

    /// What the learner has answered since the step began.
    fn given(&self, session: &dyn Session, progress: &Progress) -> Vec<String> {
        let from = progress.starts.last().map_or(0, |(_, seq)| *seq);
        let own = (from..session.seq()).filter(|seq| session.seat_of(*seq) == Some(self.seat()));
        own.filter_map(|seq| match session.entry(seq)? {
            What::Act { text, .. } => Some(text),
            _ => None,
        })
        .collect()
    }

    /// Goes on after an answer was played. The caller replaces the old board by the new one.
    pub fn after(
        &self,
        session: &mut dyn Session,
        progress: &mut Progress,
        answer: &Answer,
        before: usize,
    ) -> Option<Laid> {
        progress.said.clear();
        match answer {
            Answer::Free | Answer::Back(_) => None,
            Answer::Try(say) | Answer::Unsaid(say) => {
                progress.standing = Standing::Astray;
                progress.astray_from = before;
                say.clone_into(&mut progress.said);
                None
            }
            Answer::GoOn(say) => {
                say.clone_into(&mut progress.said);
                self.complete(session, progress)
            }
            Answer::AsGood => self.complete(session, progress),
            Answer::Wanted | Answer::Begins => {
                self.count(session, progress);
                if progress.left.is_empty() {
                    return self.complete(session, progress);
                }
                // The learner sees the other side answer between two answers of a step.
                let _ = self.answer_for_others(session, progress, Until::Asked);
                self.count(session, progress);
                None
            }
        }
    }

    /// Counts the answers that are still wanted; those that follow by themselves are not.
    fn count(&self, session: &dyn Session, progress: &mut Progress) {
        let Some(step) = self.lesson.step.get(progress.step) else { return };
        let given = self.given(session, progress);
        progress.left = remaining(&step.want, &given);
        let is_begun = progress.left.first().is_some_and(|first| !step.want.contains(first));
        if is_begun
            && session.asked().contains(&self.seat())
            && session.why(self.seat(), &progress.left[0]).is_err()
        {
            progress.left.remove(0);
        }
    }

    /// The learner has read what is said.
    pub fn next(&self, session: &mut dyn Session, progress: &mut Progress) -> Result<Option<Laid>, String> {
        match progress.standing {
            Standing::Turning => self.lay(progress.step + 1).map(Some),
            Standing::Open
                if self.lesson.step.get(progress.step).is_some_and(|step| step.want.is_empty()) =>
            {
                progress.said.clear();
                Ok(self.complete(session, progress))
            }
            _ => Err("the lesson waits for an answer".into()),
        }
    }

    /// A step is done: the other side answers, and the next one begins.
    fn complete(&self, session: &mut dyn Session, progress: &mut Progress) -> Option<Laid> {
        let read = self.lesson.step.get(progress.step).is_some_and(|step| step.want.is_empty());
        // Off the lesson's own way an answer may not be possible.
        let _ = self.answer_for_others(session, progress, Until::Done);
        let board = self.lesson.board_of(progress.step);
        for step in progress.step + 1..self.lesson.step.len() {
            if self.lesson.board_of(step) != board {
                if read && let Ok(laid) = self.lay(step) {
                    return Some(laid);
                }
                progress.step = step - 1;
                progress.standing = Standing::Turning;
                progress.left.clear();
                return None;
            }
            if self.is_reached(session, step) {
                let say = self.say(session, step);
                self.begin(session, progress, step, &say);
                let _ = self.answer_for_others(session, progress, Until::Asked);
                return None;
            }
        }
        self.finish(session, progress);
        None
    }

    /// Whether a step can be taken from here. Off the lesson's own way some steps are behind already.
    fn is_reached(&self, session: &dyn Session, step: usize) -> bool {
        let step = &self.lesson.step[step];
        let is_asked = session.asked().contains(&self.seat());
        step.want.is_empty()
            || step.want.iter().any(|want| is_asked && session.why(self.seat(), want).is_ok())
            || !step.reply.is_empty() && !is_asked
    }

    /// The text of a step; off the lesson's own way, what it would say there.
    fn say(&self, session: &dyn Session, step: usize) -> String {
        let text = &self.lesson.step[step].say;
        let here = self.fill(session, text);
        here.unwrap_or_else(|_| self.lay(step).map_or_else(|_| plain(text), |laid| laid.progress.say))
    }

    fn finish(&self, session: &dyn Session, progress: &mut Progress) {
        progress.step = self.lesson.step.len();
        progress.standing = Standing::Finished;
        progress.left.clear();
        progress.say.clear();
        progress.won = self.lesson.done.iter().all(|line| holds(session, 0, line).is_ok());
        let learnt = self.lesson.learnt.iter();
        progress.learnt =
            learnt.map(|text| self.fill(session, text).unwrap_or_else(|_| plain(text))).collect();
    }

    /// An answer was taken back: the step is the one to which the answers that are left belong.
    pub fn undone(&self, session: &dyn Session, progress: &mut Progress) {
        progress.said.clear();
        if progress.standing == Standing::Astray && session.seq() > progress.astray_from {
            return;
        }
        let last = progress.starts.iter().rev().find(|(_, seq)| *seq <= session.seq()).copied();
        let Some((step, seq)) = last else { return };
        if step != progress.step || progress.standing == Standing::Finished {
            let say =
                self.lay(step).map_or_else(|_| plain(&self.lesson.step[step].say), |laid| laid.progress.say);
            self.begin(session, progress, step, &say);
            progress.starts.pop();
            progress.starts.push((step, seq));
        }
        progress.standing = Standing::Open;
        progress.learnt.clear();
        self.count(session, progress);
    }

    /// The step to which a learner is led back: the last marked one.
    pub fn mark(&self, progress: &Progress) -> usize {
        let last = progress.step.min(self.lesson.step.len().saturating_sub(1));
        (0..=last).rev().find(|step| self.lesson.step[*step].mark).unwrap_or(0)
    }

    /// Plays what the other side answers.
    fn answer_for_others(
        &self,
        session: &mut dyn Session,
        progress: &mut Progress,
        until: Until,
    ) -> Result<(), String> {
        let step = &self.lesson.step[progress.step];
        if step.want.is_empty() && until == Until::Asked {
            return Ok(());
        }
        for line in &step.reply[progress.replied.min(step.reply.len())..] {
            let (name, text) = line.split_once(": ").ok_or("a reply is 'seat: answer'")?;
            let who = self.title().seat(name).ok_or("there is no such seat")?;
            let asked = session.asked();
            if until == Until::Asked && asked.contains(&self.seat()) && !asked.contains(&who) {
                return Ok(());
            }
            session.play(who, text).map_err(|refusal| format!("'{line}': {}", refusal.error))?;
            progress.replied += 1;
        }
        Ok(())
    }
}

/// How long the other side answers.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Until {
    /// Until the learner is asked.
    Asked,
    /// Until it has given all its answers.
    Done,
}

/// What is left of `want` after some answers. A line of several actions may be given piece by piece.
fn remaining(want: &[String], given: &[String]) -> Vec<String> {
    let mut left = want.to_vec();
    for one in given {
        if let Some(index) = left.iter().position(|want| want == one) {
            left.remove(index);
        } else if let Some(index) = left.iter().position(|want| begins(want, one)) {
            let rest = left.remove(index)[one.len() + 1..].to_owned();
            left.insert(0, rest);
        }
    }
    left
}

/// Whether a line begins with these whole words and goes on.
fn begins(line: &str, words: &str) -> bool {
    line.strip_prefix(words).is_some_and(|rest| rest.starts_with(' '))
}

/// A text without its placeholders.
fn plain(text: &str) -> String {
    let mut plain = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('{') {
        plain.push_str(before);
        plain.push('…');
        rest = after.split_once('}').map_or("", |(_, behind)| behind);
    }
    plain + rest
}

fn replay(session: &mut dyn Session, entries: impl Iterator<Item = What>) -> Result<(), String> {
    for entry in entries {
        let What::Act { seat, text, .. } = entry else { continue };
        let seat = session.title().seat(&seat).ok_or_else(|| format!("there is no seat '{seat}'"))?;
        session.play(seat, &text).map_err(|refusal| refusal.error)?;
    }
    Ok(())
}
