"""What happened, told to a seat: who did what, what was shown, and what it changed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from attrs import frozen

from hoyle.runtime.catalogue import message
from hoyle.runtime.cli.changes import LINES, told_changes
from hoyle.runtime.cli.columns import paragraph
from hoyle.runtime.cli.sitting import said, was_chosen
from hoyle.runtime.cli.telling import said_event, told_showings
from hoyle.runtime.description import TypeInfo
from hoyle.runtime.moves import Outcome
from hoyle.runtime.sentences import display, seat_name
from hoyle.runtime.views import Event

MOST_CHANCE: Final = 6  # outcomes of chance in a row that are told one by one
OTHERS: Final = 4  # lines about what changed, after what one has not done oneself
BESIDE_WORDS: Final = 2  # lines about what changed, where it is announced in words, too
ALL: Final = 10_000  # lines, where nothing is left out


@frozen
class _Told:
    """An event as a seat sees it. is_chance: chance brought it; in_words: the rules announce it. Of many in a row that
    chance brought only the number is told, and what is announced."""

    lines: tuple[str, ...]
    is_chance: bool = False
    in_words: bool = False


def told_events(
    events: Sequence[Event], viewer: int | None, language: str, *, openly: bool = False, whole: bool = False
) -> list[str]:
    """Events as lines, as a seat sees them. openly: to several people at once; whole: every outcome of chance, as in a
    log, where many in a row are only counted otherwise."""
    lines: list[str] = []
    chance: list[_Told] = []
    for told in _each(events, viewer, language, openly):
        if told.is_chance:
            chance.append(told)
            continue
        lines += [*_shortened(chance, language, whole), *told.lines]
        chance = []
    return lines + _shortened(chance, language, whole)


def _each(events: Sequence[Event], viewer: int | None, language: str, openly: bool) -> Iterator[_Told]:
    for run in _runs(events, viewer):
        if len(run) > 1:
            yield _Told(tuple(_run_lines(run, viewer, language, openly)))
            continue
        told = event_lines(run[0], viewer, language, openly=openly)
        is_chance = run[0].before is not None and run[0].before.decision is None
        if told:
            yield _Told(tuple(told), is_chance and not run[0].shown, bool(run[0].told))


def _tells(event: Event) -> bool:
    """Whether something is shown or announced on the way."""
    return bool(event.shown or event.told)


def _runs(events: Sequence[Event], viewer: int | None) -> Iterator[list[Event]]:
    """Events one by one, but what another player does in a row, with the chance within it, together. It ends where
    something is shown or announced."""
    run: list[Event] = []
    for event in events:
        who = None if event.before is None else event.before.you
        if run and not _goes_on(run, event, who):
            yield from _trimmed(run)
            run = []
        if run or (who is not None and who != viewer and not _tells(event)):
            run.append(event)
        else:
            yield [event]
    if run:
        yield from _trimmed(run)


def _goes_on(run: Sequence[Event], event: Event, who: int | None) -> bool:
    begun = run[0].before
    assert begun is not None
    is_secret = begun.decision is not None and begun.decision.secret
    return not _tells(run[-1]) and not is_secret and (who is None or who == begun.you)


def _trimmed(run: list[Event]) -> Iterator[list[Event]]:
    """A run up to its last decision; the chance behind it may be another's, and stands alone."""
    last = max(place for place, event in enumerate(run) if event.before is not None and event.before.you is not None)
    yield run[: last + 1]
    yield from ([event] for event in run[last + 1 :])


def _run_lines(run: Sequence[Event], viewer: int | None, language: str, openly: bool) -> list[str]:
    """What one other player did in a row: in one sentence, with what all of it changed."""
    known = [_openly(event, language) if openly else said_event(event, viewer, language) for event in run]
    first = run[0].before
    assert first is not None and first.you is not None
    who = seat_name(first.rules, first.rules.seat_name[first.you], language)
    said = [text for event, text in zip(run, known, strict=True) if text is not None]
    lead, chance = (
        message(language, "cli.event", who=name, what="") for name in (who, message(language, "cli.chance"))
    )
    whats = [text.removeprefix(lead).removeprefix(chance) for text in said]
    what = message(language, "cli.event.joint").join(whats) or message(language, "cli.event.unsaid")
    most = BESIDE_WORDS if run[-1].told else OTHERS
    changes = told_changes(first, run[-1].after, None if openly else viewer, language, most=most)
    shown = told_showings(run[-1], viewer, language, openly=openly)
    if not said and not changes:
        return _filled([*shown, *run[-1].announcements(language)])
    line = message(language, "cli.event", who=who, what=what)
    return [*_filled([line]), *changes, *_filled([*shown, *run[-1].announcements(language)])]


def event_lines(
    event: Event, viewer: int | None, language: str, *, openly: bool = False, whole: bool = False
) -> list[str]:
    """One event: what was decided, what it changed, what was shown. openly: nothing that only some may know; whole: all
    of what changed, as in a log, and what chance brought, unless the rules announce just that."""
    announced = event.announcements(language)
    if event.before is None:
        return _filled([*told_showings(event, viewer, language, openly=openly), *announced])
    if _is_announced(event, language, strictly=whole):
        return _filled(announced)
    seen_by = None if openly else viewer
    _, choice = said(event)
    outcome = choice if isinstance(choice, Outcome) else None
    decided = _openly(event, language) if openly else said_event(event, viewer, language)
    if decided is not None and viewer is not None and event.before.you == viewer and not was_chosen(event):
        decided = message(language, "cli.event.only", event=decided)
    most = ALL if whole else _most(event, viewer)
    changes = told_changes(event.before, event.after, seen_by, language, outcome=outcome, most=most)
    shown = told_showings(event, viewer, language, openly=openly)
    if decided is None and changes:
        decided = unseen(event, language)
    return [*_filled([decided] if decided is not None else []), *changes, *_filled([*shown, *announced])]


def unseen(event: Event, language: str) -> str:
    """That somebody, or chance, has decided, where more is not seen. Not of the beginning of a game."""
    before = event.before
    assert before is not None
    who = None if before.you is None else before.rules.seat_name[before.you]
    name = message(language, "cli.chance") if who is None else seat_name(before.rules, who, language)
    is_secret = before.decision is not None and before.decision.secret
    return message(language, "cli.event.secret" if is_secret else "cli.event.unseen", who=name)


def _most(event: Event, viewer: int | None) -> int:
    """Lines about what an event changed."""
    if event.told:
        return BESIDE_WORDS
    is_own = event.before is not None and viewer is not None and event.before.you == viewer
    return LINES if is_own else OTHERS


def _is_announced(event: Event, language: str, *, strictly: bool) -> bool:
    """Whether the rules announce to all what chance brought: all saw it, and the words have values. Of what was drawn
    they must name it; of dice they may say the sum, but not if it is meant strictly."""
    before = event.before
    if before is None or before.decision is not None or not any(values for _, values in event.told):
        return False
    if not all(before.module.sees_outcome(before.s, seat) for seat in before.rules.info.seat_codes):
        return False
    site = before.chance
    assert site is not None
    if site.verb == "roll" and not strictly:
        return True
    values = before.module.decode_outcome(before.s, event.code)
    holes = list(_holes(event, language))
    return all(
        any(of == _members(kind) and display(before, value, kind, language) in text for of, text in holes)
        for value, (_, kind) in zip(values, site.items, strict=True)
    )


def _holes(event: Event, language: str) -> Iterator[tuple[str | None, str]]:
    """What was announced of values: of which type each is, or its members are, and how it reads."""
    for key, values in event.told:
        kinds = event.after.rules.announcements[key].kinds
        for value, kind in zip(values, kinds, strict=True):
            yield _members(kind), display(event.after, value, kind, language)


def _members(kind: TypeInfo) -> str | None:
    return kind.domain if kind.of is None else _members(kind.of)


def _openly(event: Event, language: str) -> str | None:
    """What was decided as all seats know it; None if some know nothing of it."""
    assert event.before is not None
    others = [seat for seat in event.before.rules.info.seat_codes if seat != event.before.you]
    known = [said_event(event, seat, language) for seat in others]
    return (
        None if not known or None in known else max((text for text in known if text), key=lambda text: text.count("?"))
    )


def _filled(texts: Sequence[str]) -> list[str]:
    return [line for text in texts for line in paragraph(text)]


def _shortened(chance: list[_Told], language: str, whole: bool) -> list[str]:
    count = sum(not told.in_words for told in chance)
    if whole or count <= MOST_CHANCE:
        return [line for told in chance for line in told.lines]
    words = [line for told in chance if told.in_words for line in told.lines]
    return [message(language, "cli.play.chance", count=count), *words]
