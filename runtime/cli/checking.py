"""`hoyle check`: looks for mistakes in rule files."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click
from attrs import evolve

from hoyle.runtime.chance import generator
from hoyle.runtime.cli.choosing import command, language_option, said
from hoyle.runtime.cli.guard import FINE, REFUSED
from hoyle.runtime.cli.rulesets import declarations, rule_files, shown, tell
from hoyle.runtime.errors import RuleError
from hoyle.runtime.loader import Header, folded, headers_in, load, shipped_files
from hoyle.runtime.playout import playout
from hoyle.runtime.problems import LoadError, tell_rule_error

if TYPE_CHECKING:
    from hoyle.compiler.driver import Files
    from hoyle.dsl.diagnostics import Diagnostic


@command("check")
@click.argument("files", nargs=-1, required=True)
@language_option
def check(files: Sequence[str]) -> int:
    """Look for mistakes in rule files."""
    told: set[Diagnostic] = set()
    status = FINE
    for path in rule_files(map(_place, files)):
        found, counts = _checked(path)
        new = [d for d in found if d not in told]
        told.update(new)
        tell(new)
        wrong = sum(d.severity == "error" for d in found)
        if wrong:
            status = REFUSED
            click.echo(said("cli.check.wrong", file=shown(path), count=wrong))
        elif stopped := _stopped(path, counts):
            status = REFUSED
            click.echo(stopped)
        else:
            what = said("cli.check.counts", counts=", ".join(map(str, counts)))
            click.echo(said("cli.check.fine", file=shown(path), what=what))
    return status


def _place(name: str) -> str:
    """What is to be looked at: as it was given, or the folder of the shipped game of that name."""
    if not Path(name).exists():
        for game in shipped_files():
            if game.kind == "game" and folded(game.name) == folded(name):
                return str(game.path.parent)
    return name


_STEPS = 1_000  # of the game that is tried out


def _stopped(path: Path, counts: Sequence[int]) -> str:
    """What to say of a game or variant that is well written, but cannot be played: one game at random is tried for
    every number of players. Empty if all goes well."""
    from hoyle.runtime.rulefiles import read

    if read(path).kind not in ("game", "variant"):
        return ""
    for count in counts:
        try:
            game = load(path, count)
            played = playout(game, generator("check", count), _STEPS)
            if not played.stopped:
                game.fast().standing(played.vector)
        except RuleError as error:
            return said("cli.check.stopped", file=shown(path), count=count, why=tell_rule_error(error))
    return ""


def _checked(path: Path) -> tuple[list[Diagnostic], Sequence[int]]:
    """All that is to be said about a file, and the numbers of players for which it was checked."""
    from hoyle.dsl.diagnostics import DiagnosticError
    from hoyle.runtime.rulefiles import read

    found: list[Diagnostic] = []
    try:
        file = read(path)
        files = _with(path, file.kind, file.of.text if file.of is not None else file.name.text)
        counts = declarations(files).counts
    except DiagnosticError as error:
        return list(error.diagnostics), ()
    for count, given in _bindings(files, counts):
        found += [d for d in _problems(files, count, given) if d not in found]
    return found, counts


def _with(path: Path, kind: str, of: str) -> Files:
    """A file with all that it belongs to: words and examples are checked with their game."""
    from hoyle.runtime.rulefiles import gather, read

    if kind in ("game", "variant"):
        return gather(path, examples=True)
    files = gather(_base(path, of).path, examples=True)
    known = {f.span.source.name for f in (*files.examples, *files.words, *files.looks)}
    own = read(path)
    if own.span.source.name in known:
        return files
    if kind == "words":
        return evolve(files, words=(*files.words, own))
    if kind == "look":
        return evolve(files, looks=(*files.looks, own))
    return evolve(files, examples=(*files.examples, own))


def _base(path: Path, name: str) -> Header:
    """The header of the game or variant that a file is of: beside it, else shipped."""
    from hoyle.runtime.rulefiles import base_hint

    for header in (*headers_in(path.parent), *shipped_files()):
        if header.kind in ("game", "variant") and folded(header.name) == folded(name):
            return header
    raise LoadError("load.no_base", name=str(path), base=name, hint=base_hint(name, path))


def _bindings(files: Files, counts: Sequence[int]) -> list[tuple[int | None, dict[str, str]]]:
    """For what a game is checked: every number of players, and all that its examples ask for."""
    from hoyle.compiler.checking.program import bindings

    if not counts:
        return [(None, {})]
    asked = [(count, dict(given)) for count, given in bindings(declarations(files)) if given]
    return [*((count, {}) for count in counts), *asked]


def _problems(files: Files, count: int | None, given: dict[str, str]) -> Sequence[Diagnostic]:
    """What the compiler has to say about a game for one number of players and some options."""
    from hoyle.compiler.checking.fields import MisuseError
    from hoyle.compiler.driver import Stage, compile_game
    from hoyle.dsl.diagnostics import DiagnosticError

    try:
        return compile_game(files, count, given, debug=True, stop_after=Stage.IR).lints
    except DiagnosticError as error:
        return error.diagnostics
    except MisuseError:
        return ()  # an example asks for it, which is told at its place
