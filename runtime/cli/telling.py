"""What happened, why a move is refused and how a game ended, in words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from hoyle.runtime.catalogue import message
from hoyle.runtime.compiled import ENDING
from hoyle.runtime.description import EndingInfo
from hoyle.runtime.explain import Reason
from hoyle.runtime.game import Game
from hoyle.runtime.moves import Move, Outcome, move_of, outcome_of
from hoyle.runtime.rules import Rules
from hoyle.runtime.sentences import prompt, seat_name, word
from hoyle.runtime.state import State
from hoyle.runtime.values import Value
from hoyle.runtime.views import Event


def said_choice(rules: Rules, player: str | None, choice: Move | Outcome, language: str) -> str:
    """A move or an outcome as a line, with who made it; a choice with what was asked."""
    name = message(language, "cli.chance") if player is None else seat_name(rules, player, language)
    asked = prompt(choice.position, language) if choice.verb == "choose" else None
    said = choice.sentence(language)
    return message(language, "cli.event", who=name, what=f"{asked}: {said}" if asked else said)


def said_event(event: Event, viewer: int | None, language: str) -> str | None:
    """An event as a seat sees it (None: all of it), None if the seat sees nothing of it."""
    before = event.before
    assert before is not None
    player = None if before.you is None else before.rules.seat_name[before.you]
    choice = outcome_of(before, event.code) if player is None else move_of(before, event.code)
    if viewer is None:
        return said_choice(before.rules, player, choice, language)
    seen = event.seen_by(viewer)
    if seen is None:
        return None
    arguments = seen.partition("(")[2]
    if arguments == choice.notation.partition("(")[2]:
        return said_choice(before.rules, player, choice, language)
    name = message(language, "cli.chance") if player is None else seat_name(before.rules, player, language)
    return message(language, "cli.event", who=name, what=f"{choice.verb}({arguments}")


def told_reason(reason: Reason, language: str) -> str:
    """One reason with the clauses it stands on, and what was looked at."""
    text = reason.say(language)
    if reason.cites:
        text += f" [{', '.join(reason.cites)}]"
    if reason.kind == "requirement" and reason.values:
        values = (message(language, "refused.value", source=s, value=_plain(v, language)) for s, v in reason.values)
        text += f" ({message(language, 'list').join(values)})"
    return text


def _plain(value: Value, language: str) -> str:
    match value:
        case None:
            return message(language, "nothing")
        case bool():
            return message(language, "yes" if value else "no")
        case tuple():
            return f"[{', '.join(_plain(item, language) for item in value)}]"
    return str(value)


def told_refusal(move: str, reasons: Sequence[Reason], language: str) -> list[str]:
    """A refused move with all reasons, as lines."""
    head = message(language, "cli.refused", move=move)
    return [head, *(f"  - {told_reason(reason, language)}" for reason in reasons)]


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
    return [
        message(language, "cli.over", ending=said),
        message(language, key, names=names(rules, winners, language)),
    ]


def ending_text(game: Game, ending: EndingInfo, language: str) -> str:
    """What the rules say of an ending, with its name."""
    text = word(game.rules, ending.key or ending.name, language) or ending.text
    return f"{text} [{ending.name}]" if text else ending.name
