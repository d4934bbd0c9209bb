"""What fills a zone: `all` and sets give each row as often as it exists, what is written out is as written (semantics
7.3)."""

from __future__ import annotations

from pathlib import Path

import pytest

from hoyle.runtime import load

GAME = """game Bags "Bags"

players 2

table Token:
    token | colour | copies
    one   | blue   | 2
    two   | blue   | 3
    three | brown  | 1

type Colour: blue, brown

game has:
    zone: ZONE

play:
    roll die: 1..6
"""


@pytest.mark.parametrize("kind", ["bag", "pile"])
@pytest.mark.parametrize(
    ("filling", "content"),
    [
        ("all", ["one", "one", "two", "two", "two", "three"]),
        ("{k in Token where k.colour == blue}", ["one", "one", "two", "two", "two"]),
        ("{k for k in Token where k.colour == brown}", ["three"]),
        ("Token - {two}", ["one", "one", "three"]),
    ],
)
def test_sets_give_every_copy(tmp_path: Path, kind: str, filling: str, content: list[str]) -> None:
    assert filled(tmp_path, f"{kind} of Token = {filling}") == content


def test_what_is_written_out_is_as_written(tmp_path: Path) -> None:
    assert filled(tmp_path, "bag of Token = {one, two, two}") == ["one", "two", "two"]
    assert filled(tmp_path, "pile of Token = [two, one]") == ["two", "one"]


def filled(folder: Path, zone: str) -> object:
    file = folder / "bags.hoyle"
    file.write_text(GAME.replace("ZONE", zone), encoding="utf-8")
    return load(file).new().observation(None)["fields"]["game.zone"]
