"""What people read: texts of the rules with their holes filled, names of things, in any language there are words for.

A text is looked up by its key in the words of the language; what has no words falls back to the text in the rules, a
member without words to its notation made readable (semantics 21.2, 21.3, 24.9).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from hoyle.runtime.catalogue import language_of, message
from hoyle.runtime.description import ActionInfo, TextInfo, TypeInfo
from hoyle.runtime.rules import Position, Rules
from hoyle.runtime.values import Value, written

_HOLE = re.compile(r"\{([^{}]*)\}")
HIDDEN = "?"  # what somebody who is told of a move does not know of it
_BY_PARTS = re.compile(r"\w+\(((?:[^\W\d]\w*, )+[^\W\d]\w*)\)")
_TYPE_NAME = re.compile(r"[^\W\d]\w*(?=\()")
_NUMBERED_SEAT = re.compile(r"player_(\d+)")


def humanised(name: str) -> str:
    """`hawkes_bay` as "Hawkes bay"; what is written with brackets stays."""
    plain = name.replace("_", " ")
    return plain[:1].upper() + plain[1:]


def word(rules: Rules, key: str, language: str) -> str | None:
    """What the words files say for a key, in the language itself."""
    return rules.info.words.get(language_of(language), {}).get(key)


def title(rules: Rules, language: str) -> str:
    """The name of the game."""
    return word(rules, rules.info.name, language) or rules.info.title or humanised(rules.info.name)


def member_name(rules: Rules, domain: str, label: str, language: str) -> str:
    """The display name of a member or seat, by its notation."""
    for tongue in dict.fromkeys((language_of(language), "en")):
        keys = (f"{domain}.{label}", label) if rules.values.domains[domain].kind == "player" else (f"{domain}.{label}",)
        for key in keys:
            if (found := word(rules, key, tongue)) is not None:
                return found
    if (seat := _NUMBERED_SEAT.fullmatch(label)) is not None:
        return message(language, "player", number=seat[1])
    return _of_parts(rules, label, language) or humanised(_with_types(rules, label, language))


def _with_types(rules: Rules, label: str, language: str) -> str:
    """`Cell(3, 2)` with what its type is called in the language, if there are words for it."""
    return _TYPE_NAME.sub(lambda found: word(rules, found[0], language) or found[0], label)


def _of_parts(rules: Rules, label: str, language: str) -> str | None:
    """A member that is written by the names of its parts, such as an edge by its ends; None of any other."""
    written = _BY_PARTS.fullmatch(label)
    if written is None:
        return None
    parts = [_part(rules, name, language) for name in written[1].split(", ")]
    return " - ".join(part for part in parts if part is not None) if None not in parts else None


def _part(rules: Rules, label: str, language: str) -> str | None:
    of = next((d.name for d in rules.values.domains.values() if label in d.labels), None)
    return None if of is None else member_name(rules, of, label, language)


def seat_name(rules: Rules, seat: str, language: str) -> str:
    """The display name of a seat."""
    domain = next((d.name for d in rules.values.domains.values() if d.kind == "player"), None)
    return humanised(seat) if domain is None else member_name(rules, domain, seat, language)


def team_name(rules: Rules, team: str, language: str) -> str:
    """The display name of a team."""
    domain = next((d.name for d in rules.values.domains.values() if d.kind == "team"), None)
    return humanised(team) if domain is None else member_name(rules, domain, team, language)


def component_name(rules: Rules, component: str, language: str) -> str:
    """What a component of the scores is called."""
    translated = word(rules, f"score.{component}", language)
    text = rules.components[component].text
    return translated or (text.source if text is not None else humanised(component))


def display(position: Position, value: Any, kind: TypeInfo, language: str) -> str:
    """A run-time value for people; None, an undefined one, is "nothing"."""
    return shown(position, None if value is None else position.readable(value, kind), kind, language)


def shown(position: Position, value: Value, kind: TypeInfo, language: str) -> str:
    """A readable value for people."""
    match value:
        case None | ():
            return message(language, "nothing")
        case bool():
            return message(language, "yes" if value else "no")
        case tuple() if kind.of is not None:
            of = kind.of
            return message(language, "list").join(shown(position, item, of, language) for item in value)
        case str() if kind.domain is not None:
            return member_name(position.rules, kind.domain, value, language)
        case int() if kind.domain is not None:
            return member_name(position.rules, kind.domain, str(value), language)
    return written(value, kind)


def say(
    position: Position,
    text: TextInfo,
    you: int | None,
    args: tuple[Any, ...],
    language: str,
    viewer: int | None = None,
) -> str:
    """A text with its holes filled from the state, the player `you` and the arguments of the move at hand. viewer:
    another seat that is told of it; "?" stands for what it does not know."""
    pieces = _pieces(position.rules, text, language)
    return "".join(p if isinstance(p, str) else _fill(position, text, p, you, args, language, viewer) for p in pieces)


def _fill(
    position: Position,
    text: TextInfo,
    n: int,
    you: int | None,
    args: tuple[Any, ...],
    language: str,
    viewer: int | None,
) -> str:
    if viewer is not None and you is not None and viewer != you:
        if not position.module.sees_hole(text.key, n, you, viewer):
            return HIDDEN
    value, kind = position.module.hole(position.s, text.key, n, you, args)
    return display(position, value, kind, language)


def _pieces(rules: Rules, text: TextInfo, language: str) -> tuple[str | int, ...]:
    """The parts of a text in a language: its translation takes the holes by their source, in any order."""
    translated = word(rules, text.key, language)
    if translated is None:
        return text.parts
    holes = {_squeezed(source): n for n, source in enumerate(text.holes)}
    pieces = _HOLE.split(translated)
    return tuple(p if i % 2 == 0 else holes.get(_squeezed(p), f"{{{p}}}") for i, p in enumerate(pieces))


def _squeezed(text: str) -> str:
    return "".join(text.split())


def action_name(rules: Rules, action: ActionInfo, language: str) -> str:
    """What an action without its arguments is called."""
    return word(rules, action.label, language) or humanised(action.verb)


def say_move(
    position: Position,
    action: ActionInfo,
    you: int | None,
    args: tuple[Any, ...],
    language: str,
    viewer: int | None = None,
) -> str:
    """A move for people: its action's text, else the action's name and what was chosen (semantics 21.2). viewer: as for
    `say`."""
    if action.text is not None:
        return say(position, action.text, you, args, language, viewer)
    kinds = [kind for _, kind in action.params]
    chosen = [
        display(position, value, kind, language) if _sees(position, action, place, you, viewer) else HIDDEN
        for place, (value, kind) in enumerate(zip(args, kinds, strict=True))
    ]
    if action.verb == "choose":
        return message(language, "list").join(chosen)
    name = action_name(position.rules, action, language)
    if not chosen:
        return message(language, "move.bare", verb=name)
    return message(language, "move.with", verb=name, arguments=message(language, "list").join(chosen))


def _sees(position: Position, action: ActionInfo, place: int, you: int | None, viewer: int | None) -> bool:
    """Whether a seat knows an argument of a move of `you`."""
    if viewer is None or you is None or viewer == you:
        return True
    return position.module.sees_argument(action.number, place, you, viewer)


GAP = "…"  # what is not chosen yet


def gapped(position: Position, action: ActionInfo, chosen: Sequence[tuple[Any, ...]], language: str) -> str | None:
    """What several moves of one action have in common, as the sentence of it with "…" for the rest; None if it has no
    text. chosen: the arguments of each."""
    if action.text is None:
        return None
    return "".join(
        _common(position, action.text, piece, chosen, language)
        for piece in _pieces(position.rules, action.text, language)
    )


def _common(
    position: Position, text: TextInfo, piece: str | int, chosen: Sequence[tuple[Any, ...]], language: str
) -> str:
    """A piece of a text as all of several moves say it, else a gap."""
    if isinstance(piece, str):
        return piece
    first = _fill(position, text, piece, position.you, chosen[0], language, None)
    if all(_fill(position, text, piece, position.you, args, language, None) == first for args in chosen[1:]):
        return first
    return GAP


def about(rules: Rules, key: str, language: str) -> str | None:
    """What words files say about a thing beside its name, in the language or in English."""
    return word(rules, f"{key}.about", language) or word(rules, f"{key}.about", "en")


def gaps(text: str) -> str:
    """A text with "…" for its holes."""
    return _HOLE.sub(GAP, text)


def bare_text(rules: Rules, text: TextInfo, language: str) -> str:
    """A text of the rules outside a game, with "…" for its holes."""
    return "".join(piece if isinstance(piece, str) else GAP for piece in _pieces(rules, text, language))


def bare_name(rules: Rules, action: ActionInfo, language: str) -> str:
    """What an action is called, with "…" for what is chosen."""
    return action_name(rules, action, language) if action.text is None else bare_text(rules, action.text, language)


def fixed_pieces(rules: Rules, action: ActionInfo, language: str) -> list[str]:
    """What the sentence of an action says besides its arguments, piece by piece; [] if it has none."""
    if action.text is None:
        return []
    pieces = _pieces(rules, action.text, language)
    return [piece for piece in pieces if isinstance(piece, str) and piece.strip()]


_TELLING_NAME = 3  # letters of a parameter's name that says more than its type


def parameter_name(rules: Rules, action: ActionInfo, place: int, language: str) -> str:
    """What is chosen by a parameter, as people call it: its name if that is a word, else its type."""
    name, kind = action.params[place]
    while kind.of is not None:
        kind = kind.of
    if has_telling_name(action, place, language):
        return humanised(name)
    if kind.domain is None:
        return message(language, "parameter.number" if kind.kind == "int" else "parameter.other")
    return word(rules, kind.domain, language) or _type_word(rules, kind.domain, language)


def has_telling_name(action: ActionInfo, place: int, language: str) -> bool:
    """Whether the name of a parameter is a word that people read."""
    return language_of(language) == "en" and len(action.params[place][0]) >= _TELLING_NAME


def _type_word(rules: Rules, domain: str, language: str) -> str:
    if rules.values.domains[domain].kind == "player":
        return message(language, "parameter.player")
    return humanised(domain)


def say_pass(position: Position, language: str) -> str:
    """Declining, in the words of the decision at hand if it has any."""
    decision = position.decision
    if decision is None or decision.decline is None:
        return message(language, "pass")
    return say(position, decision.decline, position.you, (), language)


def say_announced(position: Position, key: str, values: tuple[Any, ...], language: str) -> str:
    """What an `announce` sentence tells all, its holes filled with what they said then."""
    found = position.rules.announcements[key]
    pieces = _pieces(position.rules, found.text, language)
    return "".join(p if isinstance(p, str) else display(position, values[p], found.kinds[p], language) for p in pieces)


def prompt(position: Position, language: str, viewer: int | None = None) -> str | None:
    """What the decision at hand asks, if the rules give it a text. viewer: as for `say`."""
    decision = position.decision
    if decision is None or decision.prompt is None:
        return None
    return say(position, decision.prompt, position.you, (), language, viewer)
