"""The other commands with games written by hand: records, counts, simulations."""

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from golden import Golden
from hoyle.runtime.cli.app import COMMANDS, hoyle
from terminal import call, handmade_games

EXPECTED = Path(__file__).parent / "expected"
HEADER = "hoyle record 1\ngame: Dare\nplayers: player_1 player_2\nvariants: double\nidentity: dare-by-hand\n\n"


@pytest.fixture(autouse=True)
def _games() -> Iterator[None]:
    with handmade_games():
        yield


@pytest.fixture
def record(tmp_path: Path) -> Path:
    """A finished game of dare."""
    path = tmp_path / "dare.record"
    assert call("play", "dare", "--seed", "3", "--record", str(path)).status == 0
    return path


def test_a_record_is_shown_again(golden: Golden, record: Path) -> None:
    said = call("replay", str(record), "--boards")
    golden.check(EXPECTED / "replay.txt", said.transcript.replace(str(record), "FILE"))


def test_why_tells_every_reason_with_its_clause(golden: Golden, tmp_path: Path) -> None:
    path = tmp_path / "nim.record"
    call("play", "handnim", "--seed", "1", "--seat", "player_1=human", "--record", str(path), typed="1\n")
    said = [call("why", "handnim", str(path), move) for move in ("take(b, 7)", "take(b, 1)", "take", "pass")]
    assert [one.status for one in said] == [1, 0, 0, 1]
    golden.check(EXPECTED / "why.txt", "".join(one.transcript for one in said))


def test_why_asks_before_any_line(record: Path) -> None:
    lines = record.read_text().splitlines()
    first = next(number for number, line in enumerate(lines, 1) if line.startswith("player_1 pair"))
    assert call("why", "dare", str(record), "pair(red, blue)", "--line", str(first)).status == 0
    assert call("why", "dare", str(record), "pair(red, blue)").status == 1
    assert call("why", "dare", str(record), "pair(red, blue)", "--line", "9999").status == 2


@pytest.mark.parametrize(
    ("text", "status"),
    [
        (None, 2),
        ("", 1),
        ("hello\n", 1),
        ("hoyle record 99\n", 1),
        ("hoyle record 1\ngame: Dare\n", 1),
        (HEADER.replace("dare-by-hand", "other"), 1),
        (f"{HEADER}player_1 fly\n", 1),
        (f"{HEADER}player_2 pair(red, blue)\n", 1),
        (f"{HEADER}player_1 pair(red, red)\n", 1),
        ("\x00\x01\x02", 1),
    ],
)
def test_a_bad_record_is_told(tmp_path: Path, text: str | None, status: int) -> None:
    path = tmp_path / "bad.record"
    if text is not None:
        path.write_text(text)
    for arguments in (["replay", str(path)], ["why", "dare", str(path), "throw"]):
        said = call(*arguments)
        assert said.status == status, said
        assert said.err.startswith("hoyle: ")
        assert "Traceback" not in said.err


def test_a_record_of_a_game_that_is_not_there(tmp_path: Path) -> None:
    path = tmp_path / "chess.record"
    path.write_text(HEADER.replace("game: Dare", "game: Chess"))
    assert call("replay", str(path)).status == 2
    assert call("why", "dare", str(path), "throw").status == 1


def test_a_move_that_cannot_be_read_is_wrong_use(record: Path) -> None:
    said = call("why", "dare", str(record.with_name("x")), "throw")
    assert said.status == 2
    short = record.with_name("short.record")
    short.write_text("\n".join(record.read_text().split("\n")[:6]) + "\n")
    assert [call("why", "dare", str(short), move).status for move in ("fly", "pair(", "pair(red, pink)", "")] == [2] * 4


def test_perft_and_its_division() -> None:
    heaps = (3, 5, 7)
    first = [(i, n) for i, heap in enumerate(heaps) for n in range(1, heap + 1) if n != 6]
    after = [[heap - n * (i == j) for j, heap in enumerate(heaps)] for i, n in first]
    leaves = sum(heap - (heap >= 6) for left in after for heap in left)
    assert call("perft", "handnim", "2").out == f"{leaves}\n"
    divided = call("perft", "handnim", "2", "--divide").out.splitlines()
    counts = [int(line.rpartition(": ")[2]) for line in divided]
    assert divided[0].startswith("take(a, 1): ")
    assert sum(counts[:-1]) == counts[-1] == leaves
    assert call("perft", "handnim", "0").out == "1\n"


@pytest.mark.parametrize("arguments", [["perft", "handnim"], ["perft", "handnim", "-1"], ["perft", "handnim", "two"]])
def test_perft_used_wrongly(arguments: list[str]) -> None:
    assert call(*arguments).status == 2


def test_divide_needs_something_to_divide() -> None:
    assert call("perft", "handnim", "0", "--divide").status == 2


def test_simulate_prints_one_object() -> None:
    said = call("simulate", "dare", "-n", "50", "--seed", "7", "--format", "json")
    found = json.loads(said.out)
    assert list(found) == (
        "game variants players games seconds playouts_per_second moves_per_second seats shared length endings "
        "draws".split()
    )
    assert (found["game"], found["players"], found["games"]) == ("Dare", 2, 50)
    assert [list(seat) for seat in found["seats"]] == [["name", "wins", "mean_score", "components"]] * 2
    assert list(found["length"]) == ["mean", "min", "max"]
    assert sum(found["endings"].values()) == 50
    assert "2 players: the greatest number" in said.err


def test_simulate_for_people() -> None:
    said = call("simulate", "dare", "-n", "50", "--seed", "7")
    assert said.err == ""
    assert "50 games at random (seed 7)" in said.out
    assert "Secret number" in said.out


@pytest.mark.parametrize("arguments", [[], ["-n", "0"], ["-n", "5", "--jobs", "0"], ["-n", "5", "--format", "xml"]])
def test_simulate_used_wrongly(arguments: list[str]) -> None:
    assert call("simulate", "dare", *arguments).status == 2


def test_every_command_is_found_by_its_name_and_imported_only_then() -> None:
    context = click.Context(hoyle)
    found = [hoyle.get_command(context, name) for name in hoyle.list_commands(context)]
    assert [command.name for command in found if command is not None] == list(COMMANDS)
    program = "import sys, hoyle.runtime.cli.app\nprint([n for n in sys.modules if n.startswith('hoyle.compiler')])"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


def test_why_asks_after_a_step_as_replay_numbers_them(record: Path) -> None:
    printed = call("replay", str(record)).out
    assert "\n   1  " in printed
    first = next(line for line in printed.splitlines() if line.startswith("   1  "))
    assert "Player 1" in first
    assert call("why", "dare", str(record), "throw", "--step", "0").status == 1
    said = call("why", "dare", str(record), "throw", "--step", "9999")
    assert said.status == 2 and "The steps are numbered from 0 to " in said.err
