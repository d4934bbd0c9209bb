"""What variants change, part by part: for people as text with the old and the new words, for tools as plain data."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from typing import Any

from attrs import asdict, fields, frozen

from hoyle.compiler.context import Declarations
from hoyle.compiler.overlay import Change, How
from hoyle.compiler.parts import Part
from hoyle.dsl import nodes as n
from hoyle.dsl.span import Span

_MARGIN = re.compile(r"(?<=\S) {2,}(?=[\"§])")  # the blanks that align explanations and clauses in their file
# A sentence that replaces what stands inside another declaration reads as it would there.
_INSIDE = re.compile(r"^(?:replace )?(?:(require )\w+\.|score )")


@frozen
class Place:
    """A line of a file, as the user knows it."""

    file: str
    line: int

    def __str__(self) -> str:
        return f"{self.file}:{self.line}"


@frozen
class Difference:
    """What a variant does to one part: its text before and after, each with its place; why: what is said of it."""

    variant: str
    how: How
    kind: str
    name: str
    part: str
    why: str | None
    clauses: tuple[str, ...]
    old: str | None
    old_place: Place | None
    new: str | None
    new_place: Place


def differences(decls: Declarations) -> list[Difference]:
    """What each of the variants in a merged game changes, in the order in which it says so."""
    return [_difference(change) for change in decls.changes]


def _difference(change: Change) -> Difference:
    part, old, new = change.part, change.old, change.new
    return Difference(
        variant=change.variant,
        how=change.how,
        kind=part.kind,
        name=".".join(part.path),
        part=str(part),
        why=change.tail.text if change.how == "removed" else None,
        clauses=change.tail.cites,
        old=_text(old) if old is not None else None,
        old_place=_place(old.span) if old is not None else None,
        new=_text(new) if new is not None else None,
        new_place=_place(part.span),
    )


def _place(span: Span) -> Place:
    return Place(span.source.name, span.line)


def _text(part: Part) -> str:
    """A part as it stands in its file, without the indentation and the margins it has there."""
    span: Span = part.node.span
    text = span.source.text
    end = max(inner.end for inner in _spans(part.node) if inner.source is span.source)
    first, *rest = text[span.start : (text + "\n").index("\n", end)].splitlines() or [""]
    shift = 0 if isinstance(part.node, n.Decl) else span.column - 1
    lines = [_INSIDE.sub(r"\1", first), *(line[min(shift, len(line) - len(line.lstrip())) :] for line in rest)]
    return "\n".join(_MARGIN.sub("  ", line.rstrip()) for line in lines)


def _spans(node: Any) -> Iterator[Span]:
    """The places of a node and everything in it, explanations included."""
    if isinstance(node, tuple):
        for item in node:
            yield from _spans(item)
    elif isinstance(node, n.Node):
        yield node.span
        for f in fields(type(node)):
            if f.name != "span":
                yield from _spans(getattr(node, f.name))


# ------------------------------------------------------------------------------------------------ told


def as_data(found: Sequence[Difference]) -> list[dict[str, Any]]:
    """The differences as plain values, for JSON."""
    return [asdict(difference) for difference in found]


def told(found: Sequence[Difference]) -> Iterator[str]:
    """The differences as lines: under each part what is gone (`-`), what stays and what is new (`+`)."""
    for number, difference in enumerate(found):
        if number:
            yield ""
        yield _heading(difference)
        yield from (f"    {line}" for line in _lines(difference))


def _heading(difference: Difference) -> str:
    clauses = "".join(f" §{clause}" for clause in difference.clauses)
    place = difference.new_place
    return f"{difference.variant} {_PAST[difference.how]} {difference.part}{clauses}  ({place})"


_PAST = {"added": "adds", "replaced": "replaces", "removed": "removes"}


def _lines(difference: Difference) -> Iterator[str]:
    old = difference.old.splitlines() if difference.old is not None else []
    new = difference.new.splitlines() if difference.new is not None else []
    for tag, start, end, new_start, new_end in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if tag == "equal":
            yield from (f"  {line}" for line in old[start:end])
            continue
        yield from (f"- {line}" for line in old[start:end])
        yield from (f"+ {line}" for line in new[new_start:new_end])
    if difference.why:
        yield f'"{difference.why}"'
