"""Between the numbers a compiled game computes with and values people and programs can read.

Readable values are integers, booleans, None for `none`, strings for members and seats (their notation: `"monkey"`,
`"Cell(2, 0)"`), integers for members of integer-named tables, and tuples: sets and bags in domain order, lists and
piles as they lie, top first.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Mapping
from typing import Any, Final

from hoyle.runtime.compiled import LOW_NONE, NONE, Compiled, Vector
from hoyle.runtime.description import DomainInfo, TypeInfo
from hoyle.runtime.notation import Call, Group, Name, Number, Term, read_term
from hoyle.runtime.problems import NotationError, UserError

Value = int | bool | str | None | tuple["Value", ...]

# What a term stands for that has the form of a value but is none: a cell off the board, `none` where it is not allowed.
OUTSIDE: Final = None
_COLLECTIONS = {"set": ("{", "}"), "bag": ("{", "}"), "list": ("[", "]"), "pile": ("[", "]")}


def none_of(kind: TypeInfo) -> int:
    """The number that stands for `none` in an optional type."""
    return LOW_NONE if kind.kind == "int" and (kind.low is None or kind.low < 0) else NONE


def hint_for(name: str, candidates: Iterable[str]) -> UserError | str:
    """` Did you mean …?`, or nothing. A mapping says how each candidate is written."""
    close = difflib.get_close_matches(name, list(candidates), 2)
    written = list(dict.fromkeys(candidates[c] for c in close)) if isinstance(candidates, Mapping) else close
    return UserError("notation.hint", names=" / ".join(written)) if close else ""


def without_space(text: str) -> str:
    return "".join(text.split())


class Values:
    """The readable values of one compiled game."""

    def __init__(self, module: Compiled) -> None:
        self._module = module
        self.domains: dict[str, DomainInfo] = module.INFO.domains
        self._labels = {d.name: dict(zip(d.codes, d.labels, strict=True)) for d in self.domains.values()}
        self._codes = {
            d.name: {without_space(label): code for code, label in zip(d.codes, d.labels, strict=True)}
            for d in self.domains.values()
        }

    # -------------------------------------------------------------------------------------------- from numbers

    def label(self, s: Vector | None, domain: str, code: int) -> str:
        """The notation of a member. That of a carried cell depends on where its thing lies; without a vector it is the
        one by thing and part, which never changes."""
        if s is not None and self.domains[domain].kind == "cells":
            return self._module.label(s, domain, code)
        return self._labels[domain][code]

    def readable(self, s: Vector | None, value: Any, kind: TypeInfo) -> Value:
        """What a run-time value is to a reader; s: as for `label`."""
        if kind.of is not None:
            items = value if kind.kind in ("list", "pile") else sorted(value)
            return tuple(self.readable(s, item, kind.of) for item in items)
        if kind.kind == "bool":
            return bool(value)
        if kind.optional and value == none_of(kind):
            return None
        if isinstance(value, float):
            return f"{value:g}"  # a number with a half, which is shown but never said
        return int(value) if kind.domain is None else self.member(s, kind.domain, value)

    def member(self, s: Vector | None, domain: str, code: int) -> str | int:
        """A member of a named type, or its number; s: as for `label`."""
        return code if self.domains[domain].integer_named else self.label(s, domain, code)

    def notation(self, s: Vector, value: Any, kind: TypeInfo) -> str:
        """How a run-time value is written in a move (semantics 21.1)."""
        return written(self.readable(s, value, kind), kind)

    # -------------------------------------------------------------------------------------------- to numbers

    def number(self, s: Vector, term: Term, kind: TypeInfo) -> Any:
        """The run-time value a term stands for, or OUTSIDE. NotationError if it is not of this type at all."""
        match kind.kind:
            case "bool":
                return self._truth(term)
            case "int":
                return self._integer(term, kind)
            case "member":
                return self._member(s, term, kind)
        return self._collection(s, term, kind)

    def from_readable(self, s: Vector, value: object, kind: TypeInfo) -> Any:
        """The run-time value of a readable one; lists stand for tuples. OUTSIDE or NotationError as in `number`."""
        return self.number(s, _as_term(value, kind), kind)

    def _truth(self, term: Term) -> bool:
        match term:
            case Name("true" | "false" as text, of=""):
                return text == "true"
        raise _unexpected(term, "bool")

    def _integer(self, term: Term, kind: TypeInfo) -> int | None:
        match term:
            case Number(value):
                return value
            case Name("none", of=""):
                return none_of(kind) if kind.optional else OUTSIDE
        raise _unexpected(term, "int")

    def _member(self, s: Vector, term: Term, kind: TypeInfo) -> int | None:
        assert kind.domain is not None
        domain = self.domains[kind.domain]
        match term:
            case Name("none", of="") if "none" not in domain.labels:
                return NONE if kind.optional else OUTSIDE
            case Number(value) if domain.integer_named:
                return value if value in self._labels[domain.name] else OUTSIDE
            case Call(name, args) if name == domain.name:
                return self._constructed(s, term, domain, args)
            case Name(text, of=of) if of in ("", domain.name) and text in self._codes[domain.name]:
                return self._codes[domain.name][text]
        text = str(term)
        hint = hint_for(text, domain.labels) or self._example(s, domain)
        raise NotationError("notation.member", text=text, domain=domain.name, hint=hint)

    def _example(self, s: Vector, domain: DomainInfo) -> UserError | str:
        """How a place of a board is written; nothing for other types, whose members have names."""
        first = self.label(s, domain.name, domain.codes[0]) if domain.codes else ""
        return UserError("notation.example", example=first) if first.startswith(f"{domain.name}(") else ""

    def _constructed(self, s: Vector, term: Term, domain: DomainInfo, args: tuple[Term, ...]) -> int | None:
        """A member written with its type's name: as its label, by coordinates, or by its parts in another order."""
        labelled = self._codes[domain.name].get(without_space(str(term)))
        if labelled is not None and (domain.kind != "cells" or not _is_numeric(args)):
            return labelled
        return self._module.construct(s, domain.name, tuple(self._part(s, arg) for arg in args))

    def _part(self, s: Vector, term: Term) -> int:
        """An argument of a constructor: a number, or a member of whichever type has it."""
        if isinstance(term, Number):
            return term.value
        for domain in self.domains.values():
            try:
                code = self._member(s, term, TypeInfo("member", domain.name))
            except NotationError:
                continue
            if code is not None:
                return code
        raise _unexpected(term, "int")

    def _collection(self, s: Vector, term: Term, kind: TypeInfo) -> Any:
        of = kind.of
        assert of is not None
        match term:
            case Group(opening, items) if opening == _COLLECTIONS[kind.kind][0] or not items:
                values = [self.number(s, item, of) for item in items]
            case _:
                raise _unexpected(term, "list" if kind.kind == "pile" else kind.kind)
        if any(value is OUTSIDE for value in values):
            return OUTSIDE
        if kind.kind == "set":
            return frozenset(values)
        return tuple(sorted(values)) if kind.kind == "bag" else tuple(values)


def is_within(value: Any, kind: TypeInfo) -> bool:
    """Whether a run-time value lies within the bounds of its type; members always do."""
    if kind.of is not None:
        return all(is_within(item, kind.of) for item in value)
    if kind.kind != "int" or (kind.optional and value == none_of(kind)):
        return True
    return (kind.low is None or kind.low <= value) and (kind.high is None or value <= kind.high)


def written(value: Value, kind: TypeInfo) -> str:
    """A readable value in notation."""
    match value:
        case None:
            return "none"
        case bool():
            return "true" if value else "false"
        case tuple():
            opening, closing = _COLLECTIONS[kind.kind]
            assert kind.of is not None
            return f"{opening}{', '.join(written(item, kind.of) for item in value)}{closing}"
    return str(value)


def _is_numeric(args: tuple[Term, ...]) -> bool:
    return all(isinstance(arg, Number) for arg in args)


def _unexpected(term: Term, what: str) -> NotationError:
    return NotationError("notation.expected", text=str(term), what=UserError(f"what.{what}"))


def _as_term(value: object, kind: TypeInfo) -> Term:
    """A readable value as the term that writes it."""
    match value:
        case None:
            return Name("none")
        case bool():
            return Name("true" if value else "false")
        case int():
            return Number(value)
        case str():
            return read_term(value)
        case list() | tuple() if kind.of is not None:
            of = kind.of
            return Group(_COLLECTIONS[kind.kind][0], tuple(_as_term(item, of) for item in value))
    raise NotationError("notation.expected", text=repr(value), what=kind.domain or kind.kind)
