"""The mutants of a game: its rules with one small mistake each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from attrs import evolve, frozen

from hoyle.compiler.driver import Files
from hoyle.dsl import nodes as n
from hoyle.runtime.catalogue import message
from hoyle.runtime.verification.building import files_of
from hoyle.runtime.verification.mutation import places
from hoyle.runtime.verification.mutation.operators import changes, lists_of
from hoyle.runtime.verification.mutation.reach import is_effect
from hoyle.runtime.verification.mutation.telling import around, column_of, owner, reached_by


@frozen
class Mutant:
    """One mistake. variants: the chain whose last file it is in, () if it is in the game itself; way: where in that
    file; what: the kind of change; before, after: as written; owner: the declaration it is in; key: what it is called
    in the list of equivalent ones."""

    number: int
    variants: tuple[str, ...]
    way: places.Path
    new: n.Node | None
    what: str
    file: str
    line: int
    owner: str
    before: str
    after: str
    name: str = ""  # what examples mention to reach it
    is_effect: bool = False  # it is changed what an action does, not what it requires
    column: str = ""  # of a table, that a cell is changed of
    key: str = ""

    def change(self, language: str = "en") -> str:
        """The change in words."""
        return message(language, f"mutate.change.{self.what}", owner=self.owner, before=self.before, after=self.after)

    def into(self, files: Files) -> Files:
        """The trees of a game with the mistake in them; its variants must be among the overlays."""
        if not self.variants:
            return evolve(files, base=places.put(files.base, self.way, self.new))
        overlays = tuple(
            places.put(o, self.way, self.new) if o.name.text == self.variants[-1] else o for o in files.overlays
        )
        return evolve(files, overlays=overlays)


@cache
def mutants(path: Path, chains: tuple[tuple[str, ...], ...]) -> tuple[Mutant, ...]:
    """All mutants of a game and of the last file of each chain of variants, in the order of the text."""
    found: list[Mutant] = []
    times: Counter[str] = Counter()
    for chain in chains:
        files = files_of(path, chain)
        tree = files.overlays[-1] if chain else files.base
        for mutant in _of(tree, (files.base, *files.overlays), (tree.name.text,) if chain else ()):
            key = f"{mutant.owner}: {mutant.change()}"
            times[key] += 1
            key = key if times[key] == 1 else f"{key} #{times[key]}"
            found.append(evolve(mutant, number=len(found), key=key))
    return tuple(found)


def _of(tree: n.File, trees: tuple[n.File, ...], variants: tuple[str, ...]) -> Iterator[Mutant]:
    lists = lists_of(trees)
    for site in places.sites(tree):
        for what, new in changes(site, lists):
            before, after = around(site, new)
            if new is not None and before == after:
                before, after = before, "…"
            file, line = site.node.span.source.name, site.node.span.line
            nodes = (*(s.node for s in site.above), site.node)
            words = (owner(site), before, after, reached_by(site))
            yield Mutant(
                0,
                variants,
                site.path,
                new,
                what,
                file,
                line,
                *words,
                is_effect=is_effect(nodes),
                column=column_of(site),
            )
