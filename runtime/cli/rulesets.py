"""What the commands for those who write rules share: which files, which declarations, telling what is wrong.

The language and the compiler are imported where they are needed: other commands start without them.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

import click

from hoyle.runtime.cli.choosing import existing, said
from hoyle.runtime.cli.guard import Misuse

if TYPE_CHECKING:
    from hoyle.compiler.context import Declarations
    from hoyle.compiler.driver import Files
    from hoyle.dsl.diagnostics import Diagnostic


def rule_files(paths: Iterable[str]) -> list[Path]:
    """The rule files among files and folders, folders searched to the bottom. Misuse if there is none."""
    found: dict[Path, None] = {}
    for path in map(existing, paths):
        inside = sorted(path.rglob("*.hoyle")) if path.is_dir() else [path]
        if not inside:
            raise Misuse(said("cli.bad.no_rules", name=str(path)))
        found.update(dict.fromkeys(inside))
    return list(found)


def tell(diagnostics: Iterable[Diagnostic]) -> None:
    """Say what is wrong, on the error output."""
    from hoyle.dsl.render import render

    for diagnostic in diagnostics:
        click.echo(render(diagnostic), err=True)


def shown(path: Path) -> str:
    """A path as people know it."""
    from hoyle.runtime import rulefiles

    return rulefiles.shown(path)


def declarations(files: Files) -> Declarations:
    """The merged declarations of a game. DiagnosticError if they do not fit together."""
    from hoyle.compiler.merge import merge
    from hoyle.dsl.diagnostics import Diagnostics

    diagnostics = Diagnostics()
    found = merge(files.base, files.overlays, files.examples, diagnostics, files.complete)
    diagnostics.stop_on_errors()
    return found
