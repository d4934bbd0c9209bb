"""The page of diagnostics shows every code with its title, rules that cause it, and what is told about them."""

from pathlib import Path

from golden import Golden
from hoyle.dsl.codes import TITLES

ROOT = Path(__file__).parents[2]
BAD = (ROOT / "tests/dsl/bad", ROOT / "tests/compiler/bad")
MOST_LINES = 40  # of rules that are shown; the middle of longer ones is left out

HEAD = """# Diagnostics

Every error (`E`) and lint (`L`) has a stable code. A lint is about rules that can be played but look wrong. Each is
shown here with rules that cause it, and with what is told: the place, the places that explain it, the rule of the
language that is broken (`=`), and how to mend it where that is likely (`hint`). This page is made from the tests that
run these rules.
"""


def _shortened(text: str) -> str:
    lines = text.rstrip("\n").split("\n")
    if len(lines) > MOST_LINES:
        lines = [*lines[:15], "…", *lines[-10:]]
    return "\n".join(lines)


def _files(code: str) -> tuple[list[Path], Path] | None:
    """The rules that cause a code, and the file of what is told."""
    for folder in BAD:
        for told in sorted(folder.glob(f"{code}-*.stderr")):
            return sorted(told.parent.glob(f"{told.stem}*.hoyle")), told
        for case in sorted(folder.glob(f"{code}-*/stderr")):
            return sorted(case.parent.glob("*.hoyle")), case
    return None


def _section(code: str, title: str) -> str:
    found = _files(code)
    if found is None:
        return f"## {code}: {title}\n\nFound in the bytes or the size of a file, which cannot be shown here.\n"
    rules, told = found
    parts = [f"## {code}: {title}"]
    for file in rules:
        name = f"In `{file.name}`:\n\n" if len(rules) > 1 else ""
        parts.append(f"{name}```text\n{_shortened(file.read_text('utf-8'))}\n```")
    parts.append(f"is told\n\n```text\n{_shortened(told.read_text('utf-8'))}\n```")
    return "\n\n".join(parts) + "\n"


def test_the_page_shows_every_code(golden: Golden) -> None:
    page = "\n".join([HEAD, *(_section(code, title) for code, title in TITLES.items())])
    golden.check(ROOT / "docs/reference/diagnostics.md", page)


def test_only_what_cannot_be_shown_is_left_out() -> None:
    assert {code for code in TITLES if _files(code) is None} <= {"E0601", "E0610", "E0901", "E0902", "E0903"}
