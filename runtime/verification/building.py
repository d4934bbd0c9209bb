"""Games built from syntax trees that nobody wrote to a file, and settings in which they are built.

`load` reads files and keeps what it compiled; here trees are compiled as they are, with probes or changed on purpose.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from attrs import evolve, frozen

from hoyle.runtime.game import Game
from hoyle.runtime.loader import from_source
from hoyle.runtime.rulefiles import gather

if TYPE_CHECKING:
    from hoyle.compiler.driver import Files


@frozen(order=True)
class Setting:
    """How a game is set up: which variants, how many people, and options by name."""

    variants: tuple[str, ...]
    players: int
    options: tuple[tuple[str, str], ...] = ()

    def __str__(self) -> str:
        return ", ".join([f"{self.players}p", *self.variants, *(f"{n}={v}" for n, v in self.options)])


def built(files: Files, players: int, options: Mapping[str, str], *, probes: bool = False) -> Game:
    """The debug build of these trees. DiagnosticError if the rules are wrong, LoadError for options they do not have.

    probes: it counts what of it is run.
    """
    from hoyle.compiler.checking.fields import MisuseError
    from hoyle.compiler.driver import compile_game
    from hoyle.runtime.misuse import misuse

    try:
        source = compile_game(files, players, options, debug=True, probes=probes).source
    except MisuseError as error:
        raise misuse(error.what, error.values) from error
    return from_source(source, files.base.name.text)


@cache
def files_of(path: Path, variants: tuple[str, ...]) -> Files:
    """The trees of a game with variants, read once in each process. The examples are those of the variants, if there
    are any: those of the game itself are run without variants."""
    files = gather(path, variants, examples=True)
    if not files.overlays:
        return files
    names = {overlay.name.text for overlay in files.overlays}
    return evolve(files, examples=tuple(f for f in files.examples if f.name.text in names), complete=False)


def settings_of_examples(files: Files, variants: tuple[str, ...]) -> list[Setting]:
    """The settings that the examples of a game ask for."""
    from hoyle.compiler.checking.program import bindings
    from hoyle.compiler.merge import merge
    from hoyle.dsl.diagnostics import Diagnostics

    diagnostics = Diagnostics()
    merged = merge(files.base, files.overlays, files.examples, diagnostics, files.complete)
    diagnostics.stop_on_errors()
    return [Setting(variants, count, given) for count, given in sorted(bindings(merged))]
