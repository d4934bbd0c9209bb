"""`hoyle play` at a terminal: a person sits at the first seat, unasked; Ctrl-D, Ctrl-C and colours."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from pseudo_terminal import HANDMADE as PROGRAM
from pseudo_terminal import SUPPORT, Terminal
from terminal import SETTINGS


@pytest.fixture
def home(tmp_path: Path) -> Iterator[Path]:
    yield tmp_path


def test_a_person_sits_at_the_first_seat(home: Path) -> None:
    terminal = Terminal(home, "play", "handnim", "--seed", "1")
    assert "Player 1: you" in terminal.read("Player 1> ")
    terminal.type("take(a, 7)\n")
    assert "Heap A holds less. [N-2]" in terminal.read("Player 1> ")
    terminal.type("1\n")
    assert "Player 2: Take" in terminal.read("Player 1> ")
    terminal.type("quit\n")
    assert "Saved in" in terminal.read("\0never")
    assert terminal.close() == 0
    assert len(list(home.rglob("*.record"))) == 1


def test_the_end_of_the_input_saves_and_leaves(home: Path) -> None:
    terminal = Terminal(home, "play", "handnim", "--seed", "1")
    terminal.read("Player 1> ")
    terminal.type("1\n")
    terminal.read("Player 1> ")
    terminal.type("\x04")
    assert "Saved in" in terminal.read("\0never")
    assert terminal.close() == 0


def test_an_interruption_saves_and_leaves_with_130(home: Path) -> None:
    terminal = Terminal(home, "play", "handnim", "--seed", "1")
    terminal.read("Player 1> ")
    terminal.type("1\n")
    terminal.read("Player 1> ")
    assert "Saved in" in terminal.interrupt()
    assert terminal.close() == 130


def test_an_interrupted_simulation_tells_what_it_has(home: Path) -> None:
    terminal = Terminal(home, "simulate", "dare", "-n", "100000000", "--seed", "1")
    terminal.read("%")
    said = terminal.interrupt()
    assert "Interrupted after" in said
    assert "games at random (seed 1)" in said
    assert terminal.close() == 130


@pytest.mark.parametrize("closed", [0, 1])
def test_a_program_without_input_or_output_is_no_defect(closed: int, home: Path) -> None:
    settings = {**os.environ, **SETTINGS, "PYTHONPATH": str(SUPPORT), "HOYLE_STATE": ""}
    command = [sys.executable, "-c", PROGRAM, "play", "handnim", "--seat", "player_1=human"]
    shell = f'{"exec <&-" if closed == 0 else "exec >&-"}; exec "$@"'
    done = subprocess.run(
        ["sh", "-c", shell, "sh", *command],
        stdin=subprocess.DEVNULL, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL,
        env=settings, cwd=home, check=False, timeout=60,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, b"")


def test_output_that_nobody_reads_is_no_error(home: Path) -> None:
    settings = {**os.environ, **SETTINGS, "PYTHONPATH": str(SUPPORT)}
    command = [sys.executable, "-c", PROGRAM, "perft", "handnim", "1", "--divide"]
    reader, writer = os.pipe()
    os.close(reader)
    done = subprocess.run(command, stdout=writer, stderr=subprocess.PIPE, env=settings, check=False, timeout=60)
    os.close(writer)
    assert done.returncode == 141
    assert b"Error" not in done.stderr and b"Traceback" not in done.stderr


def test_an_output_without_room_is_told(home: Path) -> None:
    settings = {**os.environ, **SETTINGS, "PYTHONPATH": str(SUPPORT), "HOYLE_STATE": ""}
    command = [sys.executable, "-c", PROGRAM, "play", "handnim", "--seed", "1"]
    with open("/dev/full", "w", encoding="utf-8") as full:
        done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, env=settings, check=False, timeout=60)
    assert (done.returncode, done.stderr) == (
        1, b"hoyle: The output could not be written to its end: there is no room left\n",
    )  # fmt: skip
