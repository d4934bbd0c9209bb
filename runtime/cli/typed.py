"""Moves as people type them: `place(3, 4)`, `place 3 4`, `d22 3,4`, `play King`. What is meant is written in notation.

Names may be those on the screen or those of the notation, the type in front of coordinates may be left out, and where
one action is asked for, so may its name.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from hoyle.runtime.description import ActionInfo, TypeInfo
from hoyle.runtime.notation import read_term
from hoyle.runtime.problems import NotationError
from hoyle.runtime.rules import Position, Rules
from hoyle.runtime.sentences import action_name, fixed_pieces, member_name

_WORD: Final = re.compile(r"[^\s,(){}\[\]]+(?:\([^()]*\))?|[{\[][^{}\[\]]*[}\]]")
_COORDINATES: Final = re.compile(r"(\w+)\((-?\d+(?:, ?-?\d+)*)\)")
_LONGEST_NAME: Final = 6  # words of one name
_MOST_WORDS: Final = 24
_TELLING: Final = 3  # letters that suffice to begin a sentence with


def squeezed(text: str) -> str:
    """A text without what people type differently: blanks, and the size of letters."""
    return "".join(text.split()).casefold()


def coordinates(label: str) -> tuple[int, ...] | None:
    """The numbers of a place such as `Cell(3, 2)`; None of what is no such place."""
    found = _COORDINATES.fullmatch(label)
    return None if found is None else tuple(int(number) for number in found[2].split(","))


def meant(position: Position, text: str, language: str, *, loosely: bool = False) -> str | None:
    """What a text says, in notation; None if it cannot be understood. Leading arguments are enough. loosely: also
    sentences, of which not every word need be understood: enough to ask about a move, not to make one."""
    if any(text.count(opening) != text.count(closing) for opening, closing in ("()", "[]", "{}")):
        return None
    return next(_readings(position, text, language, loosely), None)


def as_call(position: Position, text: str) -> str:
    """A text that begins with an action, with brackets around the rest, so that what is wrong with it can be told."""
    first, _, rest = text.partition(" ")
    if first not in position.rules.by_verb or "(" in text or not rest.strip():
        return text
    return f"{first}({', '.join(_WORD.findall(rest))})"


def _readings(position: Position, text: str, language: str, loosely: bool) -> Iterator[str]:
    for action, rest, is_named in _actions(position, text, language):
        words = _WORD.findall(rest)
        if len(words) <= _MOST_WORDS:
            arguments = _arguments(position, action.params, words, language)
            if arguments is not None and (words or action.verb in text or (loosely and is_named)):
                yield _call(action, arguments)
    for action, rest, is_named in _actions(position, text, language) if loosely else ():
        if is_named and action.params:
            yield _call(action, _found(position, action.params, rest, language))


def _call(action: ActionInfo, arguments: list[str]) -> str:
    return f"{action.verb}({', '.join(arguments)})" if arguments else action.verb


def _found(position: Position, params: Sequence[tuple[str, TypeInfo]], text: str, language: str) -> list[str]:
    """The leading arguments whose names stand in a sentence, in their order, whatever other words stand in between."""
    found: list[str] = []
    text = squeezed(text)
    for _, kind in params:
        named = () if kind.domain is None else _names(position, kind.domain, language)
        places = [(at, -len(name), name, label) for name, label in named if (at := text.find(name)) >= 0]
        if not places:
            break
        at, length, _, label = min(places)
        found.append(label)
        text = text[at - length :]
    return found


def _names(position: Position, domain: str, language: str) -> Iterator[tuple[str, str]]:
    """What the members of a type are called and written as, squeezed, each with its notation."""
    for label in _labels(position, domain):
        for name in (label, member_name(position.rules, domain, label, language)):
            yield squeezed(name), label


def _actions(position: Position, text: str, language: str) -> Iterator[tuple[ActionInfo, str, bool]]:
    """The actions that a text may be about, each with what follows its name, and whether it begins with that."""
    rules, decision = position.rules, position.decision
    asked = [rules.actions[number] for number in decision.actions] if decision is not None else []
    others = [action for action in rules.actions.values() if action not in asked]
    sounding = [action for action in [*asked, *others] if _sounds_like(action, text, rules, language)]
    yield from ((action, text, True) for action in sounding)
    for action in [*asked, *others]:
        whole = action_name(rules, action, language)
        for name in (action.verb, whole, whole.partition(" ")[0]):
            found = re.match(re.escape(name) + r"(?!\w)", text, re.IGNORECASE)
            if found is not None:
                yield action, _unwrapped(text[found.end() :].strip()), True
    for action in asked:
        yield action, text, False


def _sounds_like(action: ActionInfo, text: str, rules: Rules, language: str) -> bool:
    """Whether a text holds all that the sentence of an action says besides its arguments, or is how that begins."""
    pieces, rest = [squeezed(piece) for piece in fixed_pieces(rules, action, language)], squeezed(text)
    if not pieces:
        return False
    if len(rest) >= _TELLING and pieces[0].startswith(rest):
        return True
    for piece in pieces:
        _, found, rest = rest.partition(piece)
        if not found:
            return False
    return True


def _unwrapped(rest: str) -> str:
    """What stands between two brackets around all of it."""
    return rest[1:-1] if _wraps(rest) else rest


def _wraps(rest: str) -> bool:
    """Whether one pair of brackets stands around all of it."""
    if not (rest.startswith("(") and rest.endswith(")")):
        return False
    depth = 0
    for place, letter in enumerate(rest):
        depth += (letter == "(") - (letter == ")")
        if depth == 0 and place < len(rest) - 1:
            return False
    return depth == 0


def _arguments(
    position: Position, params: Sequence[tuple[str, TypeInfo]], words: list[str], language: str
) -> list[str] | None:
    """Words as leading arguments, all of them; None if they cannot be that."""
    if not words:
        return []
    if not params:
        return None
    kind = params[0][1]
    for count in _counts(position, kind, words):
        said = _argument(position, kind, words[:count], language)
        rest = None if said is None else _arguments(position, params[1:], words[count:], language)
        if said is not None and rest is not None:
            return [said, *rest]
    return None


def _counts(position: Position, kind: TypeInfo, words: list[str]) -> list[int]:
    """How many words an argument may take, the likeliest first."""
    count = _dimensions(position, kind)
    numbers = [count] if count and all(_is_number(word) for word in words[:count]) and len(words) >= count else []
    return numbers + list(range(min(_LONGEST_NAME, len(words)), 0, -1))


def _dimensions(position: Position, kind: TypeInfo) -> int:
    """How many numbers say a place of a type; 0 if it has no such places."""
    labels = [] if kind.domain is None else _labels(position, kind.domain)
    found = next((numbers for label in labels if (numbers := coordinates(label)) is not None), ())
    return len(found)


def _labels(position: Position, domain: str) -> list[str]:
    """The notation of the members of a type, of carried places by where they lie now."""
    info = position.values.domains[domain]
    if info.kind != "cells":
        return list(info.labels)
    return [position.values.label(position.s, domain, code) for code in info.codes]


def _is_number(word: str) -> bool:
    return re.fullmatch(r"-?\d+", word) is not None


def _argument(position: Position, kind: TypeInfo, words: list[str], language: str) -> str | None:
    """Words as one argument in notation; None if they are none."""
    if kind.kind == "member" and kind.domain is not None:
        return _member(position, kind, words, language)
    if len(words) > 1:
        return None
    try:
        position.values.number(position.s, read_term(words[0]), kind)
    except NotationError:
        return None
    return words[0]


def _member(position: Position, kind: TypeInfo, words: list[str], language: str) -> str | None:
    rules, text = position.rules, squeezed("".join(words))
    assert kind.domain is not None
    domain = rules.values.domains[kind.domain]
    for label in _labels(position, domain.name):
        if text in (squeezed(label), squeezed(member_name(rules, domain.name, label, language))):
            return label
    numbers = [int(word) for word in words if _is_number(word)]
    if len(numbers) == len(words) and len(numbers) == _dimensions(position, kind):
        return f"{domain.name}({', '.join(map(str, numbers))})"
    if len(words) > 1:
        return None
    try:
        position.values.number(position.s, read_term(words[0]), kind)
    except NotationError:
        return None
    return words[0]
