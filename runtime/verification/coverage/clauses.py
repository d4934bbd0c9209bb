"""The clauses of a game's rulebook (`clauses.toml` beside the game): is each cited, and is what cites it exercised?

An example exercises its clauses if it passes; a sentence if all of it that can be counted was passed; a declaration of
which nothing can be counted (a field, a type, an option, a promise) takes part in every game.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import attrs
from attrs import frozen

from hoyle.runtime.problems import LoadError
from hoyle.runtime.rulefiles import shown
from hoyle.runtime.verification.coverage.counting import Counts, Place

if TYPE_CHECKING:
    from hoyle.compiler.driver import Files

INDEX = "clauses.toml"


@frozen
class Citation:
    """A clause where it is cited: by lines `first` to `last` of a file; example: the name of the example that does."""

    clause: str
    file: str
    first: int
    last: int
    example: str | None = None


def index_of(folder: Path) -> dict[str, str]:
    """The clauses of the game in a folder, with their titles; {} if it has no index. LoadError if that is no TOML."""
    path = folder / INDEX
    if not path.is_file():
        return {}
    try:
        sections = tomllib.loads(path.read_text("utf-8"))
    except (ValueError, OSError) as error:
        raise LoadError("coverage.bad_file", name=shown(path), why=error) from error
    tables = [section for section in sections.values() if isinstance(section, dict)]
    return {clause: str(title) for table in tables for clause, title in table.items()}


def line_of(folder: Path, clause: str) -> int:
    """The line of the index that names a clause; 0 if none does."""
    lines = (folder / INDEX).read_text("utf-8").splitlines()
    return next((n for n, line in enumerate(lines, 1) if line.lstrip().startswith(f'"{clause}"')), 0)


def citations(files: Files) -> list[Citation]:
    """Every citation in the rule files and examples of a game."""
    trees = (files.base, *files.overlays, *files.examples)
    return list(dict.fromkeys(c for tree in trees for c in _cited(tree, None)))


def _cited(node: Any, example: str | None) -> Iterator[Citation]:
    from hoyle.dsl import nodes as n

    if isinstance(node, n.Example):
        example = node.name.text
    for clause in _own(node):
        source, span = node.span.source, node.span
        yield Citation(clause, source.name, span.line, source.position(max(span.start, span.end - 1))[0], example)
    for child in _children(node):
        yield from _cited(child, example)


def _own(node: Any) -> Iterable[str]:
    from hoyle.dsl import nodes as n

    if isinstance(node, n.Row):
        return node.cites
    tails = (getattr(node, "tail", None), getattr(node, "full", None))
    return [clause for tail in tails if isinstance(tail, n.Tail) for clause in tail.cites]


def _children(node: Any) -> Iterator[Any]:
    from hoyle.dsl import nodes as n

    for name in (a.name for a in attrs.fields(type(node))):
        value = getattr(node, name)
        for child in value if isinstance(value, tuple) else (value,):
            if isinstance(child, tuple):
                yield from (x for x in child if isinstance(x, n.Node))
            elif isinstance(child, n.Node) and not isinstance(child, n.Tail):
                yield child


def is_exercised(citation: Citation, counts: Counts, by_file: dict[str, list[Place]]) -> bool:
    """Was what cites the clause put to use?"""
    if citation.example is not None:
        return any(told.passed and citation.clause in told.cites for told in counts.examples) or any(
            told.passed and told.name.split("[")[0] == citation.example for told in counts.examples
        )
    places = [p for p in by_file.get(citation.file, ()) if citation.first <= p[2] <= citation.last]
    return not places or any(counts.is_exercised(p) for p in places)


def places_by_file(counts: Counts) -> dict[str, list[Place]]:
    found: dict[str, list[Place]] = {}
    for place in counts.spots:
        found.setdefault(place[1], []).append(place)
    return found
