"""`hoyle fmt`: brings rule files into the one layout."""

from __future__ import annotations

import difflib
import os
from collections.abc import Sequence
from pathlib import Path

import click

from hoyle.runtime.cli.choosing import command, language_option, said
from hoyle.runtime.cli.guard import FINE, REFUSED, Misuse
from hoyle.runtime.cli.rulesets import rule_files, shown, tell
from hoyle.runtime.problems import os_problem


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
            tell(error.diagnostics)
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
        before = decode(path.read_bytes(), shown(path))
    except OSError as problem:
        raise Misuse(said("load.unreadable", name=str(path), why=os_problem(problem))) from problem
    after = layout(before, shown(path))
    if path.read_bytes() == after.encode():
        return False
    if only_check:
        click.echo(said("cli.fmt.would", file=shown(path)))
        if diff:
            _show_difference(before, after, shown(path))
    else:
        _replace(path, after)
        click.echo(said("cli.fmt.done", file=shown(path)))
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
        raise Misuse(said("record.unwritable", name=str(path), why=os_problem(problem))) from problem
