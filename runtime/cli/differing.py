"""`hoyle diff`: what variants change, part by part."""

from __future__ import annotations

import json
from collections.abc import Sequence

import click

from hoyle.runtime.cli.choosing import command, form_option, language_option, said
from hoyle.runtime.cli.guard import Misuse
from hoyle.runtime.loader import find, folded, headers_in


@command("diff")
@click.argument("game")
@click.option("--variant", "variants", multiple=True, metavar="NAME", help=said("cli.help.variant"))
@click.option("--examples", is_flag=True, help=said("cli.diff.help.examples"))
@form_option("cli.diff.help.format")
@language_option
def diff(game: str, variants: Sequence[str], examples: bool, form: str) -> None:
    """What variants change."""
    from hoyle.compiler.difference import as_data, differences, told
    from hoyle.compiler.merge import merge
    from hoyle.dsl.diagnostics import Diagnostics
    from hoyle.runtime.rulefiles import gather

    path = find(game)
    files = gather(path, variants, examples=examples)
    if not files.overlays:
        base = files.base.name.text
        known = [h.name for h in headers_in(path.parent) if h.kind == "variant" and folded(h.of or "") == folded(base)]
        raise Misuse(said("cli.diff.which", game=base, variants=", ".join(known) or said("nothing")))
    diagnostics = Diagnostics()
    decls = merge(files.base, files.overlays, files.examples, diagnostics, files.complete)
    diagnostics.stop_on_errors()
    found = [d for d in differences(decls) if examples or d.kind not in ("example", "always")]
    if form == "json":
        click.echo(json.dumps(as_data(found), ensure_ascii=False, indent=2))
    else:
        click.echo("\n".join(told(found)))
