"""`hoyle show`: moments of a record in the terminal and as pictures, for everybody and for one player."""

from pathlib import Path
from xml.etree import ElementTree

import pytest

from terminal import call

SEATS = [argument for n in (1, 2, 3) for argument in ("--seat", f"player_{n}=random")]


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("show") / "kumata.record"
    assert call("play", "kumata", "--players", "3", "--seed", "5", "--record", str(path), *SEATS).status == 0
    return path


def test_a_moment_is_shown_as_its_look_draws_it(record: Path) -> None:
    beginning, later, end = (call("show", str(record), *at).out for at in (["--at", "0"], ["--at", "40"], []))
    assert "Kumata, the beginning" in beginning and "♜" in end and "Kumata, after line 40" in later
    assert len({beginning, later, end}) == 3


def test_a_picture_goes_to_the_file_or_to_the_output(record: Path, tmp_path: Path) -> None:
    out = tmp_path / "kumata.svg"
    assert call("show", str(record), "--svg", "-o", str(out)).status == 0
    assert call("show", str(record), "-o", str(tmp_path / "again.svg")).status == 0
    said = call("show", str(record), "--svg")
    assert out.read_text("utf-8") == (tmp_path / "again.svg").read_text("utf-8") == said.out
    ElementTree.fromstring(said.out)


def test_what_a_player_sees_is_asked_for_by_either_name(record: Path) -> None:
    by_seat, by_name = (call("show", str(record), "--at", "40", "--as", name) for name in ("player_2", "Player 2"))
    assert by_seat.status == 0 and by_seat.out == by_name.out


def test_it_speaks_japanese(record: Path) -> None:
    said = call("show", str(record), "--lang", "ja", "--at", "30")
    assert "クマタ, 30 行目のあと" in said.out and "トーテム" in said.out
    picture = call("show", str(record), "--lang", "ja", "--svg").out
    assert "プレイヤー1" in picture and "合計" in picture


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--at", "4000"], "has no line 4000"),
        (["--at", "-1"], "--at"),
        (["--as", "nobody"], "nobody is no player of Kumata"),
        (["--svg", "-o", "no/such/folder/x.svg"], "cannot be written"),
    ],
)
def test_wrong_use_is_told(record: Path, arguments: list[str], says: str) -> None:
    said = call("show", str(record), *arguments)
    assert said.status in (1, 2) and says in said.err


def test_a_game_without_a_look_has_a_picture_too(tmp_path: Path) -> None:
    path = tmp_path / "nim.record"
    seats = ("--seat", "player_1=random", "--seat", "player_2=random")
    assert call("play", "nim", "--seed", "2", "--record", str(path), *seats).status == 0
    root = ElementTree.fromstring(call("show", str(path), "--svg").out)
    assert "Nim" in (root[0].text or "")


def test_a_screen_of_the_table_is_shown_as_lines_and_as_a_picture(record: Path, tmp_path: Path) -> None:
    lines: list[str] = []
    at = 60
    while not lines or not lines[-1].rstrip().endswith(">"):  # somebody decides
        at += 1
        lines = call("show", str(record), "--at", str(at), "--screen", "80x24").out.splitlines()
    assert 12 < len(lines) <= 24 and lines[-1].startswith("Player ")
    out = tmp_path / "screen.svg"
    assert call("show", str(record), "--at", str(at), "--screen", "80x24", "-o", str(out)).status == 0
    said = "".join(ElementTree.parse(out).getroot().itertext()).replace("\u00a0", " ")
    assert "Kumata at 80 columns and 24 lines" in said and lines[-1].strip() in said
    over = call("show", str(record), "--screen", "100x40").out
    assert "Total" in over and ">" not in over.splitlines()[-1]


@pytest.mark.parametrize("size", ["80", "79x24", "80x19", "121x24", "80x24x2", "wide"])
def test_a_screen_that_is_none_is_told(record: Path, size: str) -> None:
    said = call("show", str(record), "--screen", size)
    assert said.status == 2 and f"'{size}' is no size of a terminal" in said.err
