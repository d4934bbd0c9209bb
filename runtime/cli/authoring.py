"""`hoyle check`, `fmt`, `test` and `compile`: for those who write rules. What they say is English (`catalogue`)."""

from __future__ import annotations

import difflib
import os
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click
from attrs import evolve

from hoyle.runtime.cli.choosing import Request, command, existing, language_option, rules_options, said
from hoyle.runtime.cli.guard import FINE, REFUSED, Misuse
from hoyle.runtime.loader import Header, find, folded, headers_in, load, shipped_files

if TYPE_CHECKING:
    from hoyle.compiler.context import Declarations
    from hoyle.compiler.driver import Compiled, Files
    from hoyle.dsl.diagnostics import Diagnostic, DiagnosticError
    from hoyle.runtime.examples import ExampleResult

STAGES = ("tree", "typed", "ir", "optimized", "python")


def rule_files(paths: Iterable[str]) -> list[Path]:
    """The rule files among files and folders, folders searched to the bottom. Misuse if there is none."""
    found: dict[Path, None] = {}
    for path in map(existing, paths):
        inside = sorted(path.rglob("*.hoyle")) if path.is_dir() else [path]
        if not inside:
            raise Misuse(said("cli.bad.no_rules", name=str(path)))
        found.update(dict.fromkeys(inside))
    return list(found)


def _tell(diagnostics: Iterable[Diagnostic]) -> None:
    from hoyle.dsl.render import render

    for diagnostic in diagnostics:
        click.echo(render(diagnostic), err=True)


# ------------------------------------------------------------------------------------------------ check


@command("check")
@click.argument("files", nargs=-1, required=True)
@language_option
def check(files: Sequence[str]) -> int:
    """Look for mistakes in rule files."""
    told: set[Diagnostic] = set()
    status = FINE
    for path in rule_files(files):
        found, counts = _checked(path)
        new = [d for d in found if d not in told]
        told.update(new)
        _tell(new)
        wrong = sum(d.severity == "error" for d in found)
        if wrong:
            status = REFUSED
            click.echo(said("cli.check.wrong", file=_shown(path), count=wrong))
        else:
            click.echo(said("cli.check.fine", file=_shown(path), what=counts))
    return status


def _shown(path: Path) -> str:
    from hoyle.runtime.rulefiles import shown

    return shown(path)


def _checked(path: Path) -> tuple[list[Diagnostic], str]:
    """All that is to be said about a file, and for what it was checked."""
    from hoyle.dsl.diagnostics import DiagnosticError
    from hoyle.runtime.rulefiles import read

    found: list[Diagnostic] = []
    try:
        file = read(path)
        if file.kind == "look":
            return [], said("cli.check.look")
        files = _with(path, file.kind, file.of.text if file.of is not None else file.name.text)
        counts = _declarations(files).counts
    except DiagnosticError as error:
        return list(error.diagnostics), ""
    for count, given in _bindings(files, counts):
        found += [d for d in _problems(files, count, given) if d not in found]
    return found, said("cli.check.counts", counts=", ".join(map(str, counts)))


def _with(path: Path, kind: str, of: str) -> Files:
    """A file with all that it belongs to: words and examples are checked with their game."""
    from hoyle.runtime.rulefiles import gather, read

    if kind in ("game", "variant"):
        return gather(path, examples=True)
    files = gather(_base(path, of).path, examples=True)
    known = {f.span.source.name for f in (*files.examples, *files.words)}
    own = read(path)
    if own.span.source.name in known:
        return files
    if kind == "words":
        return evolve(files, words=(*files.words, own))
    return evolve(files, examples=(*files.examples, own))


def _base(path: Path, name: str) -> Header:
    """The header of the game or variant that a file is of: beside it, else shipped."""
    for header in (*headers_in(path.parent), *shipped_files()):
        if header.kind in ("game", "variant") and folded(header.name) == folded(name):
            return header
    raise Misuse(said("load.no_base", name=str(path), base=name))


def _declarations(files: Files) -> Declarations:
    from hoyle.compiler.merge import merge
    from hoyle.dsl.diagnostics import Diagnostics

    diagnostics = Diagnostics()
    found = merge(files.base, files.overlays, files.examples, diagnostics, files.complete)
    diagnostics.stop_on_errors()
    return found


def _bindings(files: Files, counts: Sequence[int]) -> list[tuple[int | None, dict[str, str]]]:
    """For what a game is checked: every number of players, and all that its examples ask for."""
    from hoyle.compiler.check import bindings

    if not counts:
        return [(None, {})]
    asked = [(count, dict(given)) for count, given in bindings(_declarations(files)) if given]
    return [*((count, {}) for count in counts), *asked]


def _problems(files: Files, count: int | None, given: dict[str, str]) -> Sequence[Diagnostic]:
    """What the compiler has to say about a game for one number of players and some options."""
    from hoyle.compiler.driver import Stage, compile_game
    from hoyle.dsl.diagnostics import DiagnosticError

    try:
        return compile_game(files, count, given, debug=True, stop_after=Stage.IR).lints
    except DiagnosticError as error:
        return error.diagnostics


# ------------------------------------------------------------------------------------------------ fmt


@command("fmt")
@click.argument("files", nargs=-1, required=True)
@click.option("--check", "only_check", is_flag=True, help=said("cli.fmt.help.check"))
@click.option("--diff", is_flag=True, help=said("cli.fmt.help.diff"))
@language_option
def fmt(files: Sequence[str], only_check: bool, diff: bool) -> int:
    """Bring rule files into the one layout."""
    from hoyle.dsl.diagnostics import DiagnosticError

    status = FINE
    for path in rule_files(files):
        try:
            changed = _formatted(path, only_check or diff, diff)
        except DiagnosticError as error:
            _tell(error.diagnostics)
            status = REFUSED
            continue
        if changed and (only_check or diff):
            status = REFUSED
    return status


def _formatted(path: Path, only_check: bool, diff: bool) -> bool:
    """Whether a file is not in the layout; then it is written anew, or told, with the difference."""
    from hoyle.dsl.limits import decode
    from hoyle.dsl.printer import format as layout

    try:
        before = decode(path.read_bytes(), _shown(path))
    except OSError as problem:
        raise Misuse(said("load.unreadable", name=str(path), why=problem.strerror or str(problem))) from problem
    after = layout(before, _shown(path))
    if path.read_bytes() == after.encode():
        return False
    if only_check:
        click.echo(said("cli.fmt.would", file=_shown(path)))
        if diff:
            _show_difference(before, after, _shown(path))
    else:
        _replace(path, after)
        click.echo(said("cli.fmt.done", file=_shown(path)))
    return True


def _show_difference(before: str, after: str, name: str) -> None:
    lines = difflib.unified_diff(before.splitlines(), after.splitlines(), name, name, lineterm="", n=1)
    for line in lines:
        click.echo(line)


def _replace(path: Path, text: str) -> None:
    """Write a file whole or not at all, keeping its permissions; a link stays a link."""
    path = path.resolve()
    beside = path.with_name(f".{path.name}.{os.getpid()}.tmp")
    try:
        beside.write_bytes(text.encode())
        beside.chmod(path.stat().st_mode & 0o7777)
        os.replace(beside, path)
    except OSError as problem:
        beside.unlink(missing_ok=True)
        raise Misuse(said("record.unwritable", name=str(path), why=problem.strerror or str(problem))) from problem


# ------------------------------------------------------------------------------------------------ test


@command("test")
@click.argument("games", nargs=-1, required=True)
@click.option("--verbose", "-v", is_flag=True, help=said("cli.test.help.verbose"))
@rules_options
def test(
    games: Sequence[str], verbose: bool, players: int | None, variants: tuple[str, ...], options: dict[str, str]
) -> int:
    """Run the examples of games."""
    status = FINE
    for path in [path for game in games for path in _game_files(game)]:
        status = max(status, _tested(Request(str(path), players, variants, options), path, verbose))
    return status


def _game_files(name: str) -> list[Path]:
    """The game of a name or file, or all games and variants below a folder."""
    folder = Path(name)
    if not folder.is_dir():
        return [find(name)]
    below = sorted({path.parent for path in folder.rglob("*.hoyle")})
    headers = [header for place in below for header in headers_in(place)]
    if not any(header.kind == "game" for header in headers):
        raise Misuse(said("load.folder_empty", name=name))
    return [header.path for header in headers if header.kind in ("game", "variant")]


def _tested(request: Request, path: Path, verbose: bool) -> int:
    """Run the examples of one game for every number of players and every option they ask for."""
    from hoyle.compiler.check import bindings
    from hoyle.compiler.check_examples import rows
    from hoyle.dsl.diagnostics import DiagnosticError
    from hoyle.runtime.rulefiles import gather

    told: set[Diagnostic] = set()
    try:
        decls = _declarations(gather(path, request.variants, examples=True))
    except DiagnosticError as error:
        return _refused(error, told)
    every = sum(1 for example in decls.examples.values() for _ in rows(example))
    status, passed, failed = FINE, 0, 0
    for count, given in sorted(bindings(decls)):
        if not _is_wanted(request, count, dict(given)):
            continue
        try:
            for result in _results(request, path, count, dict(given)):
                passed += result.passed
                failed += not result.passed
                _report(result, count, dict(given), verbose)
        except DiagnosticError as error:
            status = _refused(error, told)
    left_out = every - passed - failed
    note = said("cli.test.left_out", count=left_out) if left_out else ""
    note += said("cli.test.inapplicable", count=len(decls.inapplicable)) if decls.inapplicable else ""
    for example, why in decls.inapplicable.items() if verbose else ():
        click.echo(said("cli.test.not_for", name=example, why=why))
    name = ", ".join((decls.name.text, *decls.variants))
    click.echo(said("cli.test.failed" if failed else "cli.test.passed", game=name, good=passed, bad=failed) + note)
    return REFUSED if failed else status


def _refused(error: DiagnosticError, told: set[Diagnostic]) -> int:
    """Tell what was not told before."""
    _tell(d for d in error.diagnostics if d not in told)
    told.update(error.diagnostics)
    return REFUSED


def _results(request: Request, path: Path, count: int, given: dict[str, str]) -> Iterator[ExampleResult]:
    from hoyle.runtime.examples import run_examples

    return run_examples(load(path, count, request.variants, given, debug=True))


def _is_wanted(request: Request, count: int, given: dict[str, str]) -> bool:
    """Whether examples with this binding are asked for: `--players` and `--option` choose among them."""
    options = {folded(k): folded(v) for k, v in given.items()}
    asked = {folded(k): folded(v) for k, v in request.options.items()}
    return request.players in (None, count) and asked.items() <= options.items()


def _report(result: ExampleResult, count: int, given: dict[str, str], verbose: bool) -> None:
    if result.passed:
        if verbose:
            click.echo(said("cli.test.one", name=result.full_name, cites=_cites(result.cites)))
        return
    options = "".join(f", {name}={value}" for name, value in given.items())
    file = _shown(Path(result.file))
    click.echo(said("cli.test.bad", name=result.full_name, cites=_cites(result.cites), status=result.status))
    click.echo(f"  --> {file}:{result.line} ({said('cli.test.with', count=count)}{options})")
    if result.source:
        click.echo(f"      {result.source}")
    click.echo(f"      {result.what}")


def _cites(cites: Sequence[str]) -> str:
    return f" [{', '.join(cites)}]" if cites else ""


# ------------------------------------------------------------------------------------------------ compile


@command("compile")
@click.argument("game")
@click.option("-o", "--output", metavar="FILE", help=said("cli.compile.help.output"))
@click.option("--stop-after", type=click.Choice(STAGES), default="python", help=said("cli.compile.help.stop"))
@click.option("--debug", is_flag=True, help=said("cli.compile.help.debug"))
@click.option("--timings", is_flag=True, help=said("cli.compile.help.timings"))
@rules_options
def compile_(
    game: str,
    output: str | None,
    stop_after: str,
    debug: bool,
    timings: bool,
    players: int | None,
    variants: tuple[str, ...],
    options: dict[str, str],
) -> None:
    """Show what a game is compiled to."""
    from hoyle.compiler.driver import Stage, compile_game
    from hoyle.runtime.rulefiles import gather

    path = find(game)
    files = gather(path, variants, examples=debug)
    made = compile_game(files, players, options, debug, Stage(stop_after))
    if players is None:
        click.echo(said("cli.compile.players", count=max(_declarations(files).counts)), err=True)
    _write(made.source if made.source.endswith("\n") else f"{made.source}\n", output)
    if timings:
        for line in _timings(made):
            click.echo(line, err=True)


def _write(text: str, output: str | None) -> None:
    if output is None:
        click.echo(text, nl=False)
        return
    try:
        Path(output).write_text(text, encoding="utf-8", newline="\n")
    except OSError as problem:
        raise Misuse(said("record.unwritable", name=output, why=problem.strerror or str(problem))) from problem


def _timings(made: Compiled) -> Iterator[str]:
    for phase, seconds in made.timings.items():
        yield f"{phase:<10} {seconds * 1000:>8.1f} ms"
    yield f"{said('total'):<10} {sum(made.timings.values()) * 1000:>8.1f} ms"
