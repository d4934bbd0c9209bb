"""What looks draw: recorded pictures, on every kind of terminal and as SVG, and what holds of every one of them."""

from __future__ import annotations

import random
import re
from functools import cache
from pathlib import Path
from xml.etree import ElementTree

import pytest
from rich.cells import cell_len

from golden import Golden
from hoyle.compiler import look_words
from hoyle.runtime.cli.drawing import draw, scene_of
from hoyle.runtime.cli.panel import picture, seen_by
from hoyle.runtime.loader import load, shipped_games
from hoyle.runtime.look.scene import Board, Mark, Place, Scene, Sign, Text
from hoyle.runtime.look.shapes import COLOURS, SHAPES
from hoyle.runtime.look.sheet import Terminal
from hoyle.runtime.look.svg import svg
from hoyle.runtime.look.terminal import board_lines
from hoyle.runtime.rules import Position
from hoyle.runtime.state import State
from hoyle.runtime.verification.laws import permuted
from hoyle.runtime.views import observation

EXPECTED = Path(__file__).parent / "expected"
LOOKS = (
    "kumata",
    "meerkat-kingdom",
    "kauri",
    "hex",
    "reversi",
    "nine-mens-morris",
    "connect-four",
    "breakthrough",
    "dots-and-boxes",
)
TERMINALS = {
    "plain": Terminal(80, colour=False),
    "ascii": Terminal(80, colour=False, unicode=False),
    "colour": Terminal(80),
    "wide": Terminal(120, colour=False),
}
SVG = "{http://www.w3.org/2000/svg}"


@cache
def played(name: str, steps: int, players: int | None = None, *variants: str) -> State:
    """A game after so many steps at random, always the same."""
    state, rng = load(name, players, variants).new(), random.Random(7)
    for _ in range(steps):
        if state.kind == "over":
            break
        state.apply(state.sample_chance(rng) if state.kind == "chance" else rng.choice(state.legal_moves()))
    return state


def pictured(state: State, viewer: int | None = None, language: str = "en") -> Scene:
    return scene_of(state.position, seen_by(state.position, viewer), language)


# ------------------------------------------------------------------------------------------------ recorded


@pytest.mark.parametrize("name", LOOKS)
def test_terminals_show_a_game_as_recorded(name: str, golden: Golden) -> None:
    state = played(name, 60)
    told = []
    for kind, terminal in TERMINALS.items():
        lines = picture(state.position, None, "en", terminal=terminal)
        told += [f"--- {kind}", *(repr(line)[1:-1] if terminal.colour else line for line in lines)]
    told += ["--- ja", *picture(state.position, None, "ja", terminal=TERMINALS["plain"])]
    golden.check(EXPECTED / f"{name}.txt", "\n".join(told) + "\n")


def test_a_maze_of_tiles_shows_its_outline(golden: Golden) -> None:
    state = played("kumata", 40, 3, "Maze")
    golden.check(EXPECTED / "maze.txt", "\n".join(picture(state.position, None, "en", terminal=TERMINALS["plain"])))


# ------------------------------------------------------------------------------------------------ laws


@pytest.mark.parametrize("name", LOOKS)
@pytest.mark.parametrize("terminal", TERMINALS.values(), ids=list(TERMINALS))
@pytest.mark.parametrize("language", ["en", "ja"])
def test_nothing_is_wider_than_the_terminal(name: str, terminal: Terminal, language: str) -> None:
    state = played(name, 60)
    drawn = draw(state.position, observation(state.position, None), language, terminal)
    assert drawn is not None
    for line in (line for part in drawn.parts for line in part):
        assert cell_len(re.sub(r"\x1b\[[\d;]*m", "", line)) <= terminal.width


@pytest.mark.parametrize("name", LOOKS)
def test_without_colour_there_are_no_sequences_and_without_unicode_no_other_letters(name: str) -> None:
    state = played(name, 60)
    for kind in ("plain", "ascii"):
        text = "\n".join(picture(state.position, None, "en", terminal=TERMINALS[kind]))
        assert "\x1b" not in text
        assert kind != "ascii" or text.isascii()


@pytest.mark.parametrize("name", LOOKS)
def test_colour_changes_no_letter(name: str) -> None:
    state = played(name, 60)
    plain, coloured = (picture(state.position, None, "en", terminal=TERMINALS[kind]) for kind in ("plain", "colour"))
    bare = [re.sub(r"\x1b\[[\d;]*m", "", line).rstrip() for line in coloured]
    assert [line for line in bare if "■" not in line] == [line for line in plain if "■" not in line] or name in (
        "meerkat-kingdom",
        "kauri",
        "hex",
    )  # those have a legend of tints


@pytest.mark.parametrize("header", shipped_games(), ids=lambda header: header.name)
def test_every_shipped_game_has_a_well_formed_picture_that_needs_nothing_else(header: object) -> None:
    state = played(str(header.path), 25)  # type: ignore[attr-defined]
    text = svg(pictured(state))
    root = ElementTree.fromstring(text)
    assert root.tag == f"{SVG}svg"
    title, desc = root.find(f"{SVG}title"), root.find(f"{SVG}desc")
    assert title is not None and desc is not None and title.text and desc.text
    ids = {node.get("id") for node in root.iter() if node.get("id")}
    links = [node.get("href") for node in root.iter() if node.get("href")]
    assert all(link is not None and link[0] == "#" and link[1:] in ids for link in links)
    assert len(text.encode()) < 100_000


@pytest.mark.parametrize(("name", "steps"), [("kauri", 40), ("kauri", 90), ("love-letter", 9), ("kumata", 40)])
def test_what_somebody_does_not_see_changes_nothing_in_the_picture(name: str, steps: int) -> None:
    state = played(name, steps)
    position, rng = state.position, random.Random(3)
    for seat in position.rules.seat_name:
        other = Position(position.rules, permuted(position, seat, rng))
        pictures = [svg(scene_of(p, seen_by(p, seat), "en")) for p in (position, other)]
        lines = [picture(p, seat, "en", terminal=TERMINALS["plain"]) for p in (position, other)]
        assert pictures[0] == pictures[1] and lines[0] == lines[1]


def test_hands_of_others_are_backs() -> None:
    scene = pictured(played("kauri", 40), viewer=0)
    hands = [row.marks for area in scene.areas for row in area.rows if row.caption == "Hand"]
    assert all(mark.said != "?" for mark in hands[0]) and hands[0]
    assert all(mark.said == "?" for marks in hands[1:] for mark in marks)


def test_owners_have_figures_of_their_own() -> None:
    for name in LOOKS:
        scene = pictured(played(name, 10))
        signs = {(seat.sign.shape, seat.sign.glyph) for seat in scene.seats}
        assert len(signs) == len(scene.seats)


# ------------------------------------------------------------------------------------------------ words of looks


def test_the_compiler_and_the_drawers_know_the_same_words() -> None:
    assert tuple(look_words.SHAPES) == tuple(SHAPES)
    assert tuple(look_words.COLOURS) == tuple(COLOURS)


@pytest.mark.parametrize("name", SHAPES)
def test_a_shape_is_one_column_wide_and_has_a_letter(name: str) -> None:
    shape = SHAPES[name]
    assert cell_len(shape.glyph) == 1 and len(shape.glyph) == 1
    assert shape.letter.isascii() and len(shape.letter) == 1
    assert re.fullmatch(r"[MmLlHhVvCcSsAaZz\d. -]+", shape.path)


@pytest.mark.parametrize("most", range(1, 10))
def test_what_lies_in_a_full_hex_never_covers_the_lines_around_it(most: int) -> None:
    signs = [Sign(shape="disc"), Sign(shape="square"), Sign(shape="star")]
    marks = tuple(Mark("m", "", "a thing", sign, count) for sign in signs for count in (1, 2, 13))
    rows = [(0, (1, 2, 3)), (1, (0, 1, 2, 3)), (2, (0, 1, 2))]
    places = tuple(
        Place(10 * y + x, f"Tile({y}{x})", (x, y), marks=marks[: most if x == y else 1], texts=(Text("t", "", "7"),))
        for y, xs in rows
        for x in xs
    )
    for width in range(34, 80):
        lines = board_lines(Board("b", "", "hexes", places), Terminal(width, colour=False, tight=True))
        told = {line.count("│") for line in lines if "│" in line}
        assert told == {4, 5}, "\n".join(lines)
        assert "".join(lines).count("★") == sum(m.sign.shape == "star" for m in marks[:most]) * 2
