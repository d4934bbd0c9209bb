"""`hoyle test`: runs the examples of games."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click
from attrs import define

from hoyle.runtime.cli.choosing import Request, command, rules_options, said
from hoyle.runtime.cli.guard import FINE, REFUSED, Misuse
from hoyle.runtime.cli.rulesets import declarations, shown, tell
from hoyle.runtime.loader import find, folded, headers_in, load
from hoyle.runtime.problems import LoadError

if TYPE_CHECKING:
    from hoyle.compiler.context import Declarations
    from hoyle.dsl.diagnostics import Diagnostic, DiagnosticError
    from hoyle.runtime.examples import ExampleResult


@command("test")
@click.argument("games", nargs=-1, required=True)
@click.option("--verbose", "-v", is_flag=True, help=said("cli.test.help.verbose"))
@rules_options
def test(
    games: Sequence[str], verbose: bool, players: int | None, variants: tuple[str, ...], options: dict[str, str]
) -> int:
    """Run the examples of games."""
    status = FINE
    paths = [path for game in games for path in _game_files(game)]
    for path in paths:
        request = Request(str(path), players, variants, options)
        status = max(status, _tested(request, path, verbose, shown(path) if len(paths) > 1 else None))
    return status


def _game_files(name: str) -> list[Path]:
    """The game of a name or file, or all games and variants below a folder."""
    folder = Path(name)
    if not name or not folder.is_dir():
        return [find(name)]
    below = sorted({path.parent for path in folder.rglob("*.hoyle")})
    headers = [header for place in below for header in headers_in(place)]
    if not any(header.kind == "game" for header in headers):
        raise Misuse(said("load.folder_empty", name=name))
    return [header.path for header in headers if header.kind in ("game", "variant")]


def _tested(request: Request, path: Path, verbose: bool, file: str | None) -> int:
    """Run the examples of one game for every number of players and every option they ask for. file: how the game is
    told from others, if it has to be."""
    from hoyle.dsl.diagnostics import DiagnosticError
    from hoyle.runtime.rulefiles import gather

    told: set[Diagnostic] = set()
    try:
        decls = declarations(gather(path, request.variants, examples=True))
    except DiagnosticError as error:
        return _refused(error, told)
    count = Count(request, path, verbose, told)
    count.run(decls)
    count.sum_up(decls, file)
    return count.status


@define
class Count:
    """The examples of one game as they are run. told: diagnostics already said."""

    request: Request
    path: Path
    verbose: bool
    told: set[Diagnostic]
    status: int = FINE
    passed: int = 0
    failed: int = 0

    def run(self, decls: Declarations) -> None:
        """A game that cannot be compiled for some of its examples does not keep the others from being run."""
        from hoyle.compiler.checking.program import bindings
        from hoyle.dsl.diagnostics import DiagnosticError

        for count, given in sorted(bindings(decls)):
            if not _is_wanted(self.request, count, dict(given)):
                continue
            try:
                for result in _results(self.request, self.path, count, dict(given)):
                    self._add(result, count, dict(given))
            except DiagnosticError as error:
                self.status = _refused(error, self.told)
            except LoadError as problem:
                self.status = self._told_setting(problem, count)

    def _told_setting(self, problem: LoadError, count: int) -> int:
        """An example gives an option a value that it has not: the rules without it tell so, at the place."""
        from hoyle.dsl.diagnostics import DiagnosticError

        try:
            load(self.path, count, self.request.variants, debug=True)
        except DiagnosticError as error:
            return _refused(error, self.told)
        raise problem

    def _add(self, result: ExampleResult, count: int, given: dict[str, str]) -> None:
        self.passed += result.passed
        self.failed += not result.passed
        if not result.passed:
            self.status = REFUSED
        _report(result, count, given, self.verbose)

    def sum_up(self, decls: Declarations, file: str | None) -> None:
        """Say how many passed, failed and were not run."""
        from hoyle.compiler.checking.examples import rows

        for example, why in decls.inapplicable.items() if self.verbose else ():
            click.echo(said("cli.test.not_for", name=example, why=why))
        every = sum(1 for example in decls.examples.values() for _ in rows(example))
        left_out = every - self.passed - self.failed
        note = said("cli.test.left_out", count=left_out) if left_out else ""
        note += said("cli.test.inapplicable", count=len(decls.inapplicable)) if decls.inapplicable else ""
        name = ", ".join((decls.name.text, *decls.variants)) + (f" ({file})" if file else "")
        key = "cli.test.failed" if self.failed else "cli.test.passed"
        click.echo(said(key, game=name, good=self.passed, bad=self.failed) + note)


def _refused(error: DiagnosticError, told: set[Diagnostic]) -> int:
    """Tell what was not told before."""
    tell(d for d in error.diagnostics if d not in told)
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
    file = shown(Path(result.file))
    click.echo(said("cli.test.bad", name=result.full_name, cites=_cites(result.cites), status=result.status))
    click.echo(f"  --> {file}:{result.line} ({said('cli.test.with', count=count)}{options})")
    if result.source:
        click.echo(f"      {result.source}")
    click.echo(f"      {result.what}")


def _cites(cites: Sequence[str]) -> str:
    return f" [{', '.join(cites)}]" if cites else ""
