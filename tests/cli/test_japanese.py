"""With `--lang ja` people read Japanese and nothing else, but for what they type, clauses and names of files."""

import random
import re
from pathlib import Path

import pytest

from hoyle.runtime import load
from hoyle.runtime.loader import headers_in, player_counts, shipped_games
from terminal import call

LATIN = re.compile(r"[A-Za-z][A-Za-z_']{2,}")
# Lines that say what is typed: prompts, groups of moves by how they begin, the example and the commands of the help.
TYPED = re.compile(
    r"\S+> .*| {2}\w+(\(.*\))?"
    r"| {2}(\? 手|score, score X|rules, rules X|log, log 50|save, save \S+|[a-z]+|Enter, back) .*"
)
# What is typed, or where something is kept, within a line.
NAMED = re.compile(
    r"\[[A-Z0-9., -]+\]|hoyle (play|resume|replay) .*|--players|\bEnter\b|\b(log|all|back|undo|save|rules)\b|STATE\S*"
    r"|\b[A-Z]{1,3}-[A-Z0-9.]+"
)
TRANSLATED = [
    header.path.stem
    for header in shipped_games()
    if any(h.kind == "words" and h.name == "ja" and h.of == header.name for h in headers_in(header.path.parent))
]

WHOLE: list[tuple[str, tuple[str, ...], int]] = [(name, (), max(player_counts(name))) for name in TRANSLATED]
WHOLE += [("kumata", ("maze",), 2), ("kumata", ("alliance",), 4), ("meerkat-kingdom", ("automa",), 2), ("kauri", (), 2)]
RULES = [[name] for name in TRANSLATED]
RULES += [["kumata", "--variant", variant] for variant in ("maze", "alliance", "house-rules")]
RULES += [["kumata", "--players", "2"], ["meerkat-kingdom", "--variant", "automa"], ["kauri", "--players", "2"]]
LETTERS = re.compile(r"HMS")  # a ship is called so in Japanese, too


def remnants(text: str) -> list[str]:
    lines = (NAMED.sub("", NAMED.sub("", line)) for line in text.splitlines() if not TYPED.fullmatch(line))
    return [line for line in lines if LATIN.search(line)]


@pytest.mark.parametrize(("name", "variants", "count"), WHOLE)
def test_whole_games_are_told_in_japanese(name: str, variants: tuple[str, ...], count: int, tmp_path: Path) -> None:
    game, rng = load(name, count, variants), random.Random(5)
    typed = "?\nzz\nzz(1)\nlog\nscore\nboard\n\n"
    steps = 60 if (name, variants, count) in WHOLE[: len(TRANSLATED)] else 20
    typed += "".join(f"{rng.randint(1, 4)}\n1\n" + ("score\nlog\n" if k % 9 == 0 else "") for k in range(steps))
    seats = [argument for seat in (game.deciding[0], game.deciding[-1]) for argument in ("--seat", f"{seat}=human")]
    options = ["--players", str(count), "--seed", "3", "--lang", "ja"]
    options += [argument for variant in variants for argument in ("--variant", variant)]
    said = call("play", name, *options, *seats, typed=typed, home=tmp_path)
    assert said.status == 0
    assert remnants(said.out.replace(str(tmp_path), "STATE")) == []


@pytest.mark.parametrize("arguments", RULES, ids=" ".join)
def test_rules_are_told_in_japanese(arguments: list[str]) -> None:
    said = call("rules", *arguments, "--lang", "ja")
    assert (said.status, said.err) == (0, "")
    lines = remnants(said.out.replace(f"hoyle rules {arguments[0]}", ""))
    assert [line for line in lines if not LETTERS.search(line)] == []


@pytest.mark.parametrize("name", TRANSLATED)
def test_simulations_are_told_in_japanese(name: str) -> None:
    said = call("simulate", name, "-n", "10", "--seed", "1", "--lang", "ja")
    assert remnants(said.out + said.err) == []


@pytest.mark.parametrize(
    ("arguments", "part"),
    [
        (["play", "kumata", "--players", "9"], "Kumata は9人では遊べません。遊べる人数: 2, 3, 4"),
        (["play", "kumata", "--option", "clans=2"], "clans というオプションはありません"),
        (["play", "kumata", "--option", "clan_assignment=rendom"], "random のことですか？"),
        (["play", "kumata", "--variant", "moon"], "moon というバリアントはありません"),
        (["play", "tictactoe", "--option", "goal=1"], "オプションはない"),
        (["play", "games/nim/nim-ja.hoyle"], "訳語"),
        (["play", "nim", "--players", "many"], "1以上の整数"),
        (["play", "nim", "--seet", "x"], "--seat のことですか？"),
        (["play", "nim", "more"], "余分"),
        (["play"], "GAME がありません"),
        (["playy"], "playy というコマンドはありません"),
        (["replay", "no/such.record"], "そのようなファイルやフォルダーはありません"),
    ],
)
def test_wrong_use_is_told_in_japanese(arguments: list[str], part: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(Path(__file__).parents[2])
    said = call(*arguments, "--lang", "ja")
    assert said.status == 2
    assert part in said.err
