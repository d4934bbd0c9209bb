"""Examples say what can be answered to what is asked, and what cannot (semantics 19.6)."""

from pathlib import Path

import pytest

from hoyle.runtime.examples import run_examples
from hoyle.runtime.loader import load

RULES = """game Ask

players 2

game has:
    said: 0..9 = 0

play:
    players take turns:
        ask()
        end game

to ask():
    you must choose n in 1..3:
        said = n
    you may choose m in 4..6:
        said = m

example asked:
    at player_1 does ask
"""


def told(folder: Path, lines: str) -> tuple[str, str]:
    path = folder / "ask.hoyle"
    path.write_text(RULES + lines, "utf-8")
    (result,) = run_examples(load(path, debug=True))
    return result.status, result.what


@pytest.mark.parametrize(
    "lines",
    [
        "    expect player_1 may choose(3)\n    expect player_1 may not choose(4)\n    expect player_1 may not pass\n",
        "    when player_1 does choose(2)\n    expect player_1 may pass\n    expect player_1 may choose(4)\n",
        "    expect player_2 may not choose(3)\n    expect player_2 may not pass\n",
        "    when player_1 does choose(2)\n    when player_1 does pass\n    expect player_1 may not choose(4)\n",
    ],
)
def test_what_can_be_answered_is_what_is_asked_of_that_player_now(tmp_path: Path, lines: str) -> None:
    assert told(tmp_path, lines) == ("passed", "")


@pytest.mark.parametrize(
    ("lines", "why"),
    [
        ("    expect player_1 may choose(4)\n", "not possible; asked is"),
        ("    expect player_1 may pass\n", "pass is not possible"),
        ("    expect player_1 may not choose(3)\n", "It is legal."),
        ("    expect player_2 may choose(3)\n", "Nothing is asked"),
    ],
)
def test_what_is_said_wrongly_of_an_answer_is_told(tmp_path: Path, lines: str, why: str) -> None:
    status, what = told(tmp_path, lines)
    assert status == "failed" and why in what
