"""Why a move is refused: `explain` follows semantics 10.10 to the letter.

In order: `not_now`; the parameters whose argument is out of range; each requirement that fails, those that fail only by
being undefined left out when something else fails properly. Of a move said in part: nothing if some completion is
legal, else the reasons of the completion with the fewest failures, the first of them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from attrs import field, frozen

from hoyle.runtime.catalogue import message
from hoyle.runtime.compiled import PASS
from hoyle.runtime.description import RequirementInfo
from hoyle.runtime.notation import Said
from hoyle.runtime.problems import NotationError
from hoyle.runtime.reading import Deed, code_of, deed_of
from hoyle.runtime.rules import Position
from hoyle.runtime.sentences import display, has_telling_name, humanised, parameter_name, say, shown, word
from hoyle.runtime.values import Value

NOT_NOW = "not_now"


@frozen
class _Cause:
    """Where a reason comes from: what `say` needs to tell it in any language."""

    position: Position
    deed: Deed | None
    you: int
    args: tuple[Any, ...]
    subject: RequirementInfo | int | str  # a requirement, the position of a parameter, or a key of the catalogue
    side: str = ""


@frozen
class Reason:
    """One reason why a move is refused.

    name: `not_now`, a parameter or a requirement; kind: flow, parameter or requirement; text: in the language that was
    asked for; cites: clauses; values: what the requirement reads, by source text, readable (None: undefined too).
    """

    name: str
    kind: str
    text: str
    cites: tuple[str, ...] = ()
    values: tuple[tuple[str, Value], ...] = ()
    _cause: _Cause | None = field(default=None, eq=False, repr=False, alias="cause")

    def say(self, language: str) -> str:
        """The text in another language."""
        return self.text if self._cause is None else _text(self._cause, language)

    def looked_at(self, language: str) -> tuple[tuple[str, str], ...]:
        """What the requirement reads that people have a name for, and its values, in words: fields and parameters."""
        cause = self._cause
        if cause is None or not isinstance(cause.subject, RequirementInfo):
            return ()
        found: dict[str, list[str]] = {}
        for (source, kind), (_, value) in zip(cause.subject.values, self.values, strict=True):
            name = _name_of(cause, source, language)
            if name is not None:
                said = shown(cause.position, value, kind, language)
                found.setdefault(name, []).append(said)
        return tuple((name, " / ".join(dict.fromkeys(values))) for name, values in found.items())


def explain(position: Position, said: Said, moves: list[int], language: str) -> tuple[Reason, ...]:
    """Every reason why what is said is not legal here; () if it is. NotationError if it cannot be understood."""
    if position.decision is None:
        return (not_now(position, language),)
    if said.verb == "pass":
        if said.args:
            raise NotationError("notation.pass_arguments")
        return () if PASS in moves else (not_now(position, language),)
    deed = deed_of(position, said)
    if code_of(position, deed, moves) is not None:
        return ()
    you = position.you
    assert you is not None
    return reasons(position, deed, you, language, asked=True)


def reasons(position: Position, deed: Deed, you: int, language: str, *, asked: bool) -> tuple[Reason, ...]:
    """Why the deed is not legal for `you`. asked: it must also be what the decision at hand asks (`not_now`)."""
    if not deed.missing or deed.outside:
        return _whole(position, deed, you, deed.padded, language, asked)
    best: tuple[Reason, ...] | None = None
    for args in position.module.completions(position.s, deed.action.number, you, deed.padded):
        found = _whole(position, deed, you, args, language, asked)
        if best is None or len(found) < len(best):
            best = found
        if not best:
            break
    return _no_completion(position, deed, you, language, asked) if best is None else best


def _whole(
    position: Position, deed: Deed, you: int, args: tuple[Any, ...], language: str, asked: bool
) -> tuple[Reason, ...]:
    """The reasons for one tuple of arguments; those without a value count as out of range."""
    number, module, s = deed.action.number, position.module, position.s
    found = [not_now(position, language)] if asked and module.offered(s, number, args) else []
    outside = set(deed.outside)
    if not outside or not deed.missing:
        outside |= set(module.out_of_range(s, number, you, args))
    found += [_parameter(position, deed, you, args, place, language) for place in sorted(outside)]
    if deed.missing and deed.outside:
        return tuple(found)
    failing = module.refusals(s, number, you, args)
    if outside or not all(undefined for _, _, undefined in failing):
        failing = [f for f in failing if not f[2]]
    found += [_requirement(position, deed, you, args, index, side, language) for index, side, _ in failing]
    return tuple(found)


def _no_completion(position: Position, deed: Deed, you: int, language: str, asked: bool) -> tuple[Reason, ...]:
    """There is nothing that a missing argument could be: an argument given is out of range, or a range is empty."""
    number, module, s = deed.action.number, position.module, position.s
    given = [place for place in module.out_of_range(s, number, you, deed.padded) if place < len(deed.args)]
    found = [not_now(position, language)] if asked and module.offered(s, number, deed.padded) else []
    places = given or [len(deed.args)]
    return (*found, *(_parameter(position, deed, you, deed.padded, place, language) for place in places))


# ------------------------------------------------------------------------------------------------ single reasons


def not_now(position: Position, language: str = "en") -> Reason:
    """What is said is not what the game waits for."""
    key = "refused.not_now"
    if position.decision is None:
        key = "refused.is_over" if position.is_over else "refused.is_chance"
    cause = _Cause(position, None, 0, (), key)
    return Reason(NOT_NOW, "flow", _text(cause, language), cause=cause)


def _parameter(position: Position, deed: Deed, you: int, args: tuple[Any, ...], place: int, language: str) -> Reason:
    cause = _Cause(position, deed, you, args, place)
    name = deed.action.params[place][0]
    values: tuple[tuple[str, Value], ...] = ((name, _argument(deed, position, args, place)),)
    cites = () if place in deed.outside else deed.action.cites
    return Reason(name, "parameter", _text(cause, language), cites, values, cause=cause)


def _argument(deed: Deed, position: Position, args: tuple[Any, ...], place: int) -> str | None:
    """An argument in notation, None if there is none: one out of range may be nothing that its type can write."""
    if place < len(deed.said):
        return deed.said[place]
    if args[place] is None:
        return None
    try:
        return position.values.notation(position.s, args[place], deed.action.params[place][1])
    except LookupError:
        return str(args[place])


def _requirement(
    position: Position, deed: Deed, you: int, args: tuple[Any, ...], index: int, side: str, language: str
) -> Reason:
    requirement = deed.action.requirements[index]
    cause = _Cause(position, deed, you, args, requirement, side)
    read = position.module.values(position.s, deed.action.number, index, you, args)
    values = tuple(
        (source, None if value is None else position.readable(value, kind))
        for value, (source, kind) in zip(read, requirement.values, strict=True)
    )
    return Reason(requirement.name, "requirement", _text(cause, language), requirement.cites, values, cause=cause)


_PATH = re.compile(r"(?:\w+\.)*(?P<last>\w+)(?:\[[^\]]*\])?")


def _name_of(cause: _Cause, source: str, language: str) -> str | None:
    """What people call something that a requirement reads: a field or a parameter; None of anything else."""
    path = _PATH.fullmatch(source)
    if path is None:
        return None
    rules = cause.position.rules
    params = [name for name, _ in cause.deed.action.params] if cause.deed is not None else []
    if cause.deed is not None and source in params:
        return parameter_name(rules, cause.deed.action, params.index(source), language)
    info = next((info for info in rules.info.fields if info.name == path["last"]), None)
    return None if info is None else word(rules, info.key, language) or humanised(info.name)


def _text(cause: _Cause, language: str) -> str:
    match cause.subject:
        case str() as key:
            return message(language, key)
        case RequirementInfo() as requirement:
            return _requirement_text(cause, requirement, language)
        case int() as place:
            assert cause.deed is not None
            return _parameter_text(cause, cause.deed, place, language)


def _parameter_text(cause: _Cause, deed: Deed, place: int, language: str) -> str:
    name = parameter_name(cause.position.rules, deed.action, place, language)
    argument = _argument(deed, cause.position, cause.args, place)
    if argument is None:
        return message(language, "refused.parameter_missing", parameter=name)
    if place in deed.outside:
        return message(language, "refused.parameter_outside", argument=argument)
    said = _named(cause, deed, place, language)
    if said is not None and not has_telling_name(deed.action, place, language):
        return message(language, "refused.argument", argument=said)
    return message(language, "refused.parameter", parameter=name, argument=said or argument)


def _named(cause: _Cause, deed: Deed, place: int, language: str) -> str | None:
    """An argument as people call it; None if it is nothing that has a name."""
    kind = deed.action.params[place][1]
    if cause.args[place] is None or kind.domain is None:
        return None
    try:
        return display(cause.position, cause.args[place], kind, language)
    except LookupError:
        return None


def _requirement_text(cause: _Cause, requirement: RequirementInfo, language: str) -> str:
    if cause.side == "lack" and (few := _too_few(cause, requirement, language)) is not None:
        return few
    room = cause.side == "room" and requirement.room_text is not None
    text = requirement.room_text if room else requirement.text
    if text is None:
        return message(language, "refused.requirement", name=humanised(requirement.name))
    return say(cause.position, text, cause.you, cause.args, language)


def _too_few(cause: _Cause, requirement: RequirementInfo, language: str) -> str | None:
    """That there is something, but not as much as is moved; None if there is nothing at all, which the rules have words
    for."""
    assert cause.deed is not None
    action, position = cause.deed.action, cause.position
    place = action.requirements.index(requirement)
    read = position.module.values(position.s, action.number, place, cause.you, cause.args)
    if not read or isinstance(read[0], bool) or not isinstance(read[0], int) or read[0] <= 0:
        return None
    name = _name_of(cause, requirement.name, language)
    return None if name is None else message(language, "refused.only", name=name, count=read[0])


def names(found: Iterable[Reason]) -> tuple[str, ...]:
    """The names of reasons, in order."""
    return tuple(reason.name for reason in found)
