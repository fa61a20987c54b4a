//! Every lesson can be taken: its own way, equally good answers, answers that are tried, answers taken back.

use std::collections::BTreeSet;

use engine::examples::holds;
use engine::{Session, Viewer};
use games::lessons::{Answer, Desk, Laid, Lesson, Standing, Step, Then};
use games::{Library, Playable};

/// Calls `each` for every lesson and reports all faults together.
fn for_every_lesson(each: impl Fn(&dyn Playable, &Lesson) -> Vec<String>) {
    let library = Library::embedded().expect("the packs can be read");
    let mut faults = Vec::new();
    for game in library.games() {
        let lessons = game.lessons().expect("the lessons can be read");
        assert!(lessons.lesson.len() >= 8, "{} has a course", game.title().id);
        for lesson in &lessons.lesson {
            let named = |fault: String| format!("{} {}: {fault}", game.title().id, lesson.id);
            faults.extend(each(game.as_ref(), lesson).into_iter().map(named));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// The board of a step after each single answer that it wants, the first one before any.
fn stages(desk: &Desk<'_>, step: &Step, number: usize) -> Result<Vec<Laid>, String> {
    let mut stages = vec![desk.lay(number)?];
    let mut played = 0;
    loop {
        let mut laid = desk.lay(number)?;
        for _ in 0..played {
            advance(desk, &mut laid)?;
        }
        if played > 0 && (laid.progress.step != number || laid.progress.standing != Standing::Open) {
            return Ok(stages);
        }
        if step.want.is_empty() {
            return Ok(stages);
        }
        if played > 0 {
            stages.push(laid);
        }
        played += 1;
    }
}

/// Gives the next wanted answer, or reads on; single actions as a click gives them.
fn advance(desk: &Desk<'_>, laid: &mut Laid) -> Result<(), String> {
    let Laid { session, progress } = laid;
    let new = match progress.left.first().cloned() {
        None => desk.next(&mut **session, progress)?,
        Some(want) => {
            let options = session.options(desk.seat());
            let begun = options.iter().filter(|option| want.starts_with(&format!("{option} ")));
            let text = if options.contains(&want) { Some(&want) } else { begun.max_by_key(|one| one.len()) };
            let text =
                text.ok_or_else(|| format!("'{want}' is not offered: {}", options.join(" · ")))?.clone();
            let answer = desk.judge(&**session, progress, desk.seat(), &text);
            if !matches!(answer, Answer::Wanted) {
                return Err(format!("'{text}' is wanted, but judged {answer:?}"));
            }
            play(desk, session, progress, &text, &answer)?
        }
    };
    if let Some(new) = new {
        *laid = new;
    }
    Ok(())
}

fn play(
    desk: &Desk<'_>,
    session: &mut Box<dyn Session>,
    progress: &mut games::lessons::Progress,
    text: &str,
    answer: &Answer,
) -> Result<Option<Laid>, String> {
    let before = session.seq();
    session.play(desk.seat(), text).map_err(|refusal| format!("'{text}': {}", refusal.error))?;
    Ok(desk.after(&mut **session, progress, answer, before))
}

/// Takes the lesson from here to its end.
fn to_the_end(desk: &Desk<'_>, laid: &mut Laid) -> Result<(), String> {
    for _ in 0..200 {
        if laid.progress.standing == Standing::Finished {
            return Ok(());
        }
        advance(desk, laid).map_err(|why| format!("step {}: {why}", laid.progress.step + 1))?;
    }
    Err("it does not end".into())
}

/// How many dice were rolled on a board.
fn rolled(session: &dyn Session) -> usize {
    (0..session.seq()).map(|seq| session.rolled(seq).len()).sum()
}

#[test]
fn every_lesson_can_be_taken_from_start_to_end() {
    for_every_lesson(|game, lesson| {
        let desk = Desk::new(game, lesson);
        let run = || {
            let mut laid = desk.lay(0)?;
            while laid.progress.standing != Standing::Finished {
                let board = lesson.board_of(laid.progress.step);
                let step = laid.progress.step;
                if laid.progress.say.contains(['{', '…']) {
                    return Err(format!("step {}: {}", step + 1, laid.progress.say));
                }
                let turns = laid.progress.standing == Standing::Turning || lesson.step[step].want.is_empty();
                let leaves = lesson.step.get(step + 1).is_some_and(|_| lesson.board_of(step + 1) != board);
                if turns && leaves {
                    for line in &lesson.boards()[board].done {
                        holds(&*laid.session, 0, line).map_err(|why| format!("'{line}': {why}"))?;
                    }
                }
                advance(&desk, &mut laid).map_err(|why| format!("step {}: {why}", step + 1))?;
                let dice = lesson.boards()[lesson.board_of(laid.progress.step.min(lesson.step.len() - 1))]
                    .dice
                    .len();
                if rolled(&*laid.session) > dice {
                    return Err(format!("step {}: the scripted dice do not suffice", step + 1));
                }
            }
            for line in &lesson.done {
                holds(&*laid.session, 0, line).map_err(|why| format!("'{line}': {why}"))?;
            }
            assert!(laid.progress.won && laid.progress.learnt.len() == lesson.learnt.len());
            Ok(())
        };
        run().err().into_iter().collect()
    });
}

#[test]
fn other_answers_are_legal_at_their_step_and_are_met() {
    for_every_lesson(|game, lesson| {
        let desk = Desk::new(game, lesson);
        let mut faults = Vec::new();
        for (number, step) in lesson.step.iter().enumerate() {
            let at = format!("step {}", number + 1);
            let stages = match stages(&desk, step, number) {
                Ok(stages) => stages,
                Err(why) => {
                    faults.push(format!("{at}: {why}"));
                    continue;
                }
            };
            for also in &step.also {
                if !stages.iter().any(|laid| take_also(&desk, laid, also)) {
                    faults.push(format!("{at}: '{also}' is not as good"));
                }
            }
            for other in &step.other {
                let met = stages.iter().any(|laid| meets(&desk, laid, &other.when, other.then));
                if !met {
                    faults.push(format!("{at}: '{}' is never answered by {:?}", other.when, other.then));
                }
            }
        }
        faults
    });
}

/// Takes an answer that is as good, and the lesson to its end.
fn take_also(desk: &Desk<'_>, laid: &Laid, also: &str) -> bool {
    let Ok(mut copy) = again(desk, laid) else { return false };
    let Laid { session, progress } = &mut copy;
    let answer = desk.judge(&**session, progress, desk.seat(), also);
    let Ok(new) = play(desk, session, progress, also, &answer) else { return false };
    if let Some(new) = new {
        copy = new;
    }
    matches!(answer, Answer::AsGood) && to_the_end(desk, &mut copy).is_ok() && copy.progress.won
}

/// Whether some legal answer of that form is met as the lesson says.
fn meets(desk: &Desk<'_>, laid: &Laid, when: &str, then: Then) -> bool {
    let options = laid.session.options(desk.seat());
    let forms = options.iter().filter(|option| fits(option, when));
    forms.into_iter().any(|option| {
        let Ok(mut copy) = again(desk, laid) else { return false };
        let Laid { session, progress } = &mut copy;
        let answer = desk.judge(&**session, progress, desk.seat(), option);
        let words = match &answer {
            Answer::Back(say) | Answer::GoOn(say) | Answer::Try(say) => say.clone(),
            _ => return false,
        };
        let is_meant = matches!(
            (&answer, then),
            (Answer::Back(_), Then::Back) | (Answer::GoOn(_), Then::GoOn) | (Answer::Try(_), Then::Try)
        );
        if !is_meant || words.contains(['{', '…']) {
            return false;
        }
        match then {
            Then::Back => true,
            Then::Try => {
                play(desk, session, progress, option, &answer).is_ok()
                    && progress.standing == Standing::Astray
            }
            Then::GoOn => {
                let Ok(new) = play(desk, session, progress, option, &answer) else { return false };
                if let Some(new) = new {
                    copy = new;
                }
                to_the_end(desk, &mut copy).is_ok()
            }
        }
    })
}

/// The same board once more.
fn again(desk: &Desk<'_>, laid: &Laid) -> Result<Laid, String> {
    let entries = (0..laid.session.seq()).filter_map(|seq| laid.session.entry(seq)).collect();
    Ok(Laid { session: desk.resume(&laid.progress, entries)?, progress: laid.progress.clone() })
}

fn fits(text: &str, form: &str) -> bool {
    let mut parts = form.split('*');
    let Some(mut rest) = text.strip_prefix(parts.next().unwrap_or_default()) else { return false };
    let parts: Vec<&str> = parts.collect();
    for (index, part) in parts.iter().enumerate() {
        let is_last = index + 1 == parts.len();
        match if is_last { rest.ends_with(part).then_some(rest.len() - part.len()) } else { rest.find(part) }
        {
            Some(at) => rest = &rest[at + part.len()..],
            None => return false,
        }
    }
    rest.is_empty()
}

#[test]
fn every_step_can_be_taken_up_again_and_an_undo_leads_back() {
    for_every_lesson(|game, lesson| {
        let desk = Desk::new(game, lesson);
        let mut faults = Vec::new();
        for number in 0..lesson.step.len() {
            let run = || {
                let mut laid = desk.lay(number)?;
                let first = laid.progress.clone();
                if laid.progress.left.is_empty() {
                    return Ok(());
                }
                advance(&desk, &mut laid)?;
                if laid.session.may_undo(desk.seat()) {
                    laid.session.undo(desk.seat()).map_err(|refusal| refusal.error)?;
                    desk.undone(&*laid.session, &mut laid.progress);
                    if laid.progress.step != number || laid.progress.left != first.left {
                        return Err(format!("{:?} is not {first:?}", laid.progress));
                    }
                    if laid.progress.say != first.say {
                        return Err(format!("says '{}' instead of '{}'", laid.progress.say, first.say));
                    }
                }
                Ok(())
            };
            faults.extend(run().err().map(|why| format!("step {}: {why}", number + 1)));
        }
        faults
    });
}

#[test]
fn every_case_of_a_lesson_is_cited_and_in_the_casebook() {
    for_every_lesson(|game, lesson| {
        let desk = Desk::new(game, lesson);
        let cited = match cited(&desk, lesson) {
            Ok(cited) => cited,
            Err(why) => return vec![why],
        };
        let known = |case: &&String| game.title().cases.iter().any(|entry| entry.number == **case);
        let unknown = lesson.cases.iter().chain([&lesson.manual]).filter(|case| !known(case));
        let mut faults: Vec<String> = unknown.map(|case| format!("there is no case {case}")).collect();
        faults.extend(
            lesson
                .cases
                .iter()
                .filter(|case| !cited.contains(*case))
                .map(|case| format!("{case} is never cited")),
        );
        faults
    });
}

/// What decisions, options, events, refusals and odds cite on the lesson's way.
fn cited(desk: &Desk<'_>, lesson: &Lesson) -> Result<BTreeSet<String>, String> {
    let mut cited = BTreeSet::new();
    let mut laid = desk.lay(0)?;
    for _ in 0..200 {
        for seat in laid.session.asked() {
            if let Some(decision) = laid.session.decision(Viewer::Seat(seat)) {
                for choice in &decision.options {
                    cited.extend(choice.cases.iter().cloned());
                    if choice.odds
                        && let Ok(odds) = laid.session.odds(seat, &[], &choice.play)
                    {
                        cited.extend(odds.cases.iter().cloned());
                        let lines = odds.sums.iter().flat_map(|sum| &sum.lines);
                        cited.extend(lines.flat_map(|line| line.cases.iter().cloned()));
                        cited.extend(odds.results.iter().flat_map(|chance| chance.cases.iter().cloned()));
                    }
                }
                cited.extend(decision.prompt.cases);
            }
        }
        for told in laid.session.events(0, Viewer::Omniscient) {
            cited.extend(told.cases);
            cited.extend(told.rolls.into_iter().flat_map(|roll| roll.lines).flat_map(|line| line.cases));
        }
        if let Some((_, result)) = laid.session.outcome()
            && let Some((_, cases)) = result.trim_end_matches(')').rsplit_once(" (")
        {
            cited.extend(cases.split(", ").map(str::to_owned));
        }
        if laid.progress.standing == Standing::Finished {
            return Ok(cited);
        }
        advance(desk, &mut laid)
            .map_err(|why| format!("step {} of {}: {why}", laid.progress.step + 1, lesson.id))?;
    }
    Err("it does not end".into())
}
