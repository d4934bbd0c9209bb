"""Every diagnostic about variants and the files around a game: a folder of files that causes it, and how it looks."""

from __future__ import annotations

from pathlib import Path

import pytest

from golden import Golden
from hoyle.compiler.checking.program import check
from hoyle.compiler.merge import merge
from hoyle.compiler.words import gather as gather_words
from hoyle.dsl.codes import TITLES
from hoyle.dsl.diagnostics import DiagnosticError, Diagnostics
from hoyle.dsl.render import render_all
from hoyle.runtime.rulefiles import gather

BAD = Path(__file__).parent / "bad"
CASES = sorted(path for path in BAD.iterdir() if path.is_dir())


def problems(folder: Path) -> DiagnosticError:
    """What is wrong with the game of a folder, with its examples, words and the variants that lie beside it."""
    variants = [path.name for path in sorted(folder.glob("variant-*.hoyle"))]
    diagnostics = Diagnostics()
    with pytest.raises(DiagnosticError) as caught:
        files = gather(Path("game.hoyle"), variants, examples=True)
        found = merge(files.base, files.overlays, files.examples, diagnostics)
        diagnostics.stop_on_errors()
        gather_words(check(found, diagnostics=diagnostics), found, files.words, diagnostics)
        diagnostics.stop_on_errors()
    return caught.value


@pytest.mark.parametrize("folder", CASES, ids=lambda path: path.name)
def test_files_that_do_not_go_together_are_told(folder: Path, golden: Golden, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder)
    found = problems(folder).diagnostics
    assert {d.code for d in found} == {folder.name.split("-")[0]}
    golden.check(folder / "stderr", render_all(found))


def test_every_code_about_variants_has_a_case() -> None:
    assert {code for code in TITLES if code.startswith("E06")} <= {path.name.split("-")[0] for path in CASES}
