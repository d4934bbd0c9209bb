"""What happened, why a move is refused and how a game ended, in words."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from shlex import quote
from typing import Final

from hoyle.runtime.catalogue import message
from hoyle.runtime.cli.naming import field_name
from hoyle.runtime.compiled import ENDING
from hoyle.runtime.description import EndingInfo, TypeInfo
from hoyle.runtime.errors import RuleError
from hoyle.runtime.explain import Reason
from hoyle.runtime.game import Game
from hoyle.runtime.moves import Move, Outcome, move_of, outcome_of
from hoyle.runtime.problems import tell_rule_error
from hoyle.runtime.rules import Rules
from hoyle.runtime.sentences import display, prompt, seat_name, team_name, word
from hoyle.runtime.state import State
from hoyle.runtime.views import Event, Showing

_PLACE: Final = re.compile(r"\w+\.end(_\d+)?")  # what names an ending without a clause


def said_choice(
    rules: Rules, player: str | None, choice: Move | Outcome, language: str, viewer: int | None = None
) -> str:
    """A move or an outcome as a line, with who made it; a choice with what was asked. viewer: a seat that is told."""
    name = message(language, "cli.chance") if player is None else seat_name(rules, player, language)
    asked = prompt(choice.position, language, viewer) if choice.verb == "choose" else None
    told = None if viewer is None else rules.seat_name[viewer]
    said = choice.sentence(language, told) if isinstance(choice, Move) else choice.sentence(language)
    what = said if not asked else f"{asked} {said}" if asked.endswith("?") else f"{asked}: {said}"
    return message(language, "cli.event", who=name, what=what)


def said_event(event: Event, viewer: int | None, language: str) -> str | None:
    """What was decided, as a seat sees it (None: all of it); None if the seat sees nothing of it, and at the beginning
    of the game."""
    before = event.before
    if before is None:
        return None
    player = None if before.you is None else before.rules.seat_name[before.you]
    choice = outcome_of(before, event.code) if player is None else move_of(before, event.code)
    if viewer is not None and event.choice_seen_by(viewer) is None:
        return None
    return said_choice(before.rules, player, choice, language, viewer)


def told_showings(event: Event, viewer: int | None, language: str, *, openly: bool = False) -> list[str]:
    """What `show` sentences showed meanwhile, as a seat sees it. openly: nothing that only some may know."""
    return [_told_showing(showing, viewer, language, openly) for showing in event.showings]


def _told_showing(showing: Showing, viewer: int | None, language: str, openly: bool) -> str:
    rules, seats = showing.position.rules, showing.seats
    to_all = seats.issuperset(rules.info.seat_codes)
    known = to_all if openly else viewer is None or viewer in seats
    what = _shown_thing(showing, language)
    if known:
        value = display(showing.position, showing.value, showing.kind, language)
        what = message(language, "cli.shown.value", what=what, value=value)
    if to_all:
        return message(language, "cli.shown.all", what=what)
    if not openly and seats == {viewer}:
        return message(language, "cli.shown.you", what=what)
    return message(language, "cli.shown", names=names(rules, rules.names(seats), language), what=what)


def _shown_thing(showing: Showing, language: str) -> str:
    """The field that was shown, with its owner; of what is no field the words of the rules."""
    position, info = showing.position, showing.field
    if info is None:
        return showing.sentence.removeprefix("show ").rpartition(" to ")[0]
    owner = [] if info.owner is None else [TypeInfo("member", info.owner)]
    pairs = zip(showing.place, [*owner, *info.indices], strict=True)
    said = [display(position, code, kind, language) for code, kind in pairs]
    name = " ".join([field_name(position.rules, info, language), *said[len(owner) :]])
    return message(language, "cli.shown.of", owner=said[0], field=name) if owner else name


def told_reason(reason: Reason, language: str) -> str:
    """One reason with the clauses it stands on, and what was looked at."""
    text = reason.say(language)
    if reason.cites:
        text += f" [{', '.join(reason.cites)}]"
    looked_at = reason.looked_at(language) if reason.kind == "requirement" else ()
    if looked_at:
        values = (message(language, "refused.value", name=name, value=value) for name, value in looked_at)
        text += f" ({message(language, 'list').join(values)})"
    return text


def told_refusal(move: str, reasons: Sequence[Reason], language: str) -> list[str]:
    """A refused move with all reasons, as lines."""
    head = message(language, "cli.refused", move=move)
    return [head, *(f"  - {told_reason(reason, language)}" for reason in reasons)]


def told_failure(player: str | None, choice: Move | Outcome, error: RuleError, game: str, language: str) -> list[str]:
    """The rules cannot go on: after which choice (player None: of chance), where in the rules and why, and what finds
    such ways. game: as it is called on the command line."""
    who = message(language, "cli.chance")
    if player is not None:
        who = seat_name(choice.position.rules, player, language)
    return [
        message(language, "cli.failure.choice", who=who, choice=choice.notation),
        tell_rule_error(error, language),
        message(language, "cli.failure.verify", game=quote(game)),
    ]


def names(rules: Rules, seats: Iterable[str], language: str) -> str:
    """`A`, `A and B`, `A, B and C`; nobody."""
    *front, last = [seat_name(rules, seat, language) for seat in seats] or [message(language, "nobody")]
    return message(language, "and", front=message(language, "list").join(front), last=last) if front else last


def told_end(state: State, language: str) -> list[str]:
    """How the game ended, and who won."""
    rules, winners = state.game.rules, state.winners()
    ending = rules.info.endings[state.position.s[ENDING] - 1]
    said = ending_text(state.game, ending, language)
    key = "cli.over.winner" if len(winners) == 1 else "cli.over.shared" if winners else "cli.over.nobody"
    told = names(rules, winners, language)
    team = next((name for name, seats in rules.info.teams.items() if set(seats) == set(winners)), None)
    won = message(language, key, names=told)
    if team is not None:
        won = message(language, "cli.over.team", team=team_name(rules, team, language), names=told)
    return [message(language, "cli.over.plain" if said is None else "cli.over", ending=said), won]


def ending_text(game: Game, ending: EndingInfo, language: str) -> str | None:
    """What the rules say of an ending, with its clause; None if they say nothing and it has no clause."""
    text = word(game.rules, ending.key or ending.name, language) or ending.text
    if _PLACE.fullmatch(ending.name):
        return text
    if text is None:
        return message(language, "ending.nameless", name=ending.name)
    return message(language, "ending.named", text=text, name=ending.name)
