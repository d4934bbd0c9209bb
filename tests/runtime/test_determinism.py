"""Same rules, same text; same seed, same game: whatever the process, its hash seed, and how many share the work."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from terminal import SETTINGS, Said, run

HASH_SEEDS = ("0", "1", "4711")
GAMES = [("kumata", "4"), ("love-letter", "3"), ("leduc-poker", "2")]

# The digest of the text of every shipped game, with its fewest and its most players, also as a debug build.
_TEXTS = """
import hashlib
from hoyle.compiler.driver import compile_game
from hoyle.runtime.loader import player_counts, shipped_games
from hoyle.runtime.rulefiles import gather
for header in shipped_games():
    files = gather(header.path, examples=True)
    counts = player_counts(header.path)
    for players in sorted({counts[0], counts[-1]}):
        for debug in (False, True):
            text = compile_game(files, players, {}, debug).source
            print(header.name, players, debug, hashlib.sha256(text.encode()).hexdigest())
"""


def _texts(hash_seed: str) -> list[str]:
    done = subprocess.run(
        [sys.executable, "-c", _TEXTS],
        env={**os.environ, **SETTINGS, "PYTHONHASHSEED": hash_seed},
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout.splitlines()


def test_the_text_of_every_shipped_game_is_the_same_in_every_process() -> None:
    first, second = (_texts(seed) for seed in HASH_SEEDS[:2])
    assert first == second
    assert len(first) >= 2 * 13


def _simulated(game: str, players: str, hash_seed: str, jobs: str) -> dict[str, Any]:
    arguments = ["simulate", game, "--players", players, "-n", "24", "--seed", "7", "--jobs", jobs, "--format", "json"]
    said = run(*arguments, settings={"PYTHONHASHSEED": hash_seed})
    assert said.status == 0, said.transcript
    timed = {"seconds", "playouts_per_second", "moves_per_second"}
    return {key: value for key, value in json.loads(said.out).items() if key not in timed}


@pytest.mark.parametrize(("game", "players"), GAMES)
def test_a_seed_gives_the_same_games_in_one_process_and_in_two(game: str, players: str) -> None:
    alone = _simulated(game, players, HASH_SEEDS[0], "1")
    assert alone["games"] == 24
    assert _simulated(game, players, HASH_SEEDS[1], "2") == alone
    assert _simulated(game, players, HASH_SEEDS[2], "1") == alone


def _played(game: str, players: str, hash_seed: str, file: Path) -> Said:
    arguments = ["play", game, "--players", players, "--seed", "7", "--record", str(file)]
    return run(*arguments, settings={"PYTHONHASHSEED": hash_seed})


@pytest.mark.parametrize(("game", "players"), GAMES)
def test_a_seed_gives_the_same_record_which_is_replayed_alike(game: str, players: str, tmp_path: Path) -> None:
    records = []
    for number, seed in enumerate(HASH_SEEDS[:2]):
        file = tmp_path / f"{number}.record"
        said = _played(game, players, seed, file)
        assert said.status == 0, said.transcript
        records.append(file.read_bytes())
    assert records[0] == records[1]
    shown = [run("replay", str(tmp_path / "0.record"), settings={"PYTHONHASHSEED": seed}) for seed in HASH_SEEDS]
    assert shown[0].status == 0, shown[0].transcript
    assert len({said.transcript for said in shown}) == 1
