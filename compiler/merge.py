"""A base game and its overlays become one table of declarations (semantics, section 20)."""

from __future__ import annotations

from collections.abc import Sequence

from hoyle.compiler.context import Declarations
from hoyle.compiler.declarations import add, collect
from hoyle.dsl import nodes as n
from hoyle.dsl.diagnostics import Diagnostics


def merge(
    base: n.File, overlays: Sequence[n.File], examples: Sequence[n.File], diagnostics: Diagnostics
) -> Declarations:
    """The merged declarations; what cannot be merged is reported."""
    found = collect(base, base.decls, diagnostics)
    _note_players(found, base)
    for file in examples:
        for decl in file.decls:
            add(found, decl, diagnostics)
        _note_players(found, file)
    return found


def _note_players(found: Declarations, file: n.File) -> None:
    """An example that names no player count runs with the greatest of its file, or of its game (semantics 19.1)."""
    own = Declarations(
        file.name, file.tail, players=[d for d in file.decls if isinstance(d, n.Players | n.NamedPlayers)]
    )
    counts = own.counts or found.counts
    for decl in file.decls:
        if isinstance(decl, n.Example) and counts:
            found.example_players.setdefault(decl.name.text, counts[-1])
