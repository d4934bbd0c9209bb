"""The command line with the shipped games and with rule files: transcripts, and every kind of wrong use."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from golden import Golden
from hoyle.dsl import nodes
from hoyle.dsl.parser import parse
from hoyle.runtime.cli import listing
from hoyle.runtime.loader import shipped_games
from terminal import Said, call, run

EXPECTED = Path(__file__).parent / "expected"
GAMES = Path(__file__).parents[2] / "games"
SMALL = """game Small "A game of one question"

players 1 to 3

option limit: 1..5 = 2

each Player has:
    points: 0..5 = 0

play:
    for you in players: must gain

action gain(n: 1..3): "Gain {n}"
    require few: n <= limit "Not so many."
    points(you) += n
""".replace("points(you)", "you.points")


@pytest.fixture
def small(tmp_path: Path) -> Path:
    """A rule file of somebody's own."""
    path = tmp_path / "small.hoyle"
    path.write_text(SMALL, "utf-8")
    return path


@pytest.mark.parametrize(
    ("name", "arguments", "typed"),
    [
        ("tic_tac_toe", ["tic-tac-toe", "--seed", "1"], ""),
        (
            "tic_tac_toe_person",
            ["TicTacToe", "--seed", "1", "--seat", "cross=human"],
            "5\n?\n1\nplace(Cell(1, 1))\nlog\n",
        ),
        ("tic_tac_toe_japanese", ["tictactoe", "--seed", "1", "--seat", "cross=human", "--lang", "ja"], "5\n"),
        (
            "connect_four",
            ["connect-four", "--seed", "2", "--seat", "Player 1=human"],
            "column 4\n\n4\nwhy drop(Cell(3, 0))\n",
        ),
        ("nim", ["nim", "--seed", "1", "--option", "misere=true", "--seat", "player_1=human"], "take(d, 7)\n"),
        ("kumata", ["kumata", "--seed", "1", "--players", "2"], ""),
        (
            "kumata_person",
            ["kumata", "--seed", "1", "--players", "3", "--seat", "player_1=human"],
            "monkey\n\nd00\nd00 Cell(3,2)\nlay_domino(d33, Cell(0, 0), Cell(1, 0))\n"
            "lay_domino(d11, Cell(9, 9), Cell(2, 0))\nwhy crown(Cell(0, 0))\nscore\n",
        ),
        ("kumata_japanese", ["kumata", "--seed", "1", "--players", "2", "--lang", "ja"], ""),
    ],
)
def test_play(golden: Golden, tmp_path: Path, name: str, arguments: list[str], typed: str) -> None:
    said = call("play", *arguments, typed=typed, home=tmp_path)
    assert said.status == 0
    golden.check(EXPECTED / f"game_{name}.txt", said.transcript.replace(str(tmp_path), "STATE"))


def test_nothing_shown_is_wider_than_a_terminal(tmp_path: Path) -> None:
    for players in ("2", "3", "4"):
        said = call("play", "kumata", "--seed", "5", "--players", players)
        assert max(map(len, said.out.splitlines())) <= 80


def test_a_record_of_a_shipped_game_is_replayed_and_asked_about(tmp_path: Path) -> None:
    record = tmp_path / "game.record"
    options = ("--players", "2", "--option", "clan_assignment=random")
    assert call("play", "kumata", "--seed", "3", *options, "--record", str(record)).status == 0
    replayed = call("replay", str(record))
    assert replayed.status == 0
    assert "The game is over" in replayed.out
    asked = call("why", "kumata", str(record), "peel(1)")
    assert (asked.status, "The game is over." in asked.out) == (1, True)


def test_the_games_are_listed() -> None:
    said = call("games")
    assert said.status == 0
    assert "Kumata\n    players: 2, 3, 4\n" in said.out
    assert "clan_assignment=chosen (chosen, random, seat_order)" in said.out
    assert "クマタ" in call("games", "--lang", "ja").out


def parsed(path: Path) -> tuple[set[int], list[str]]:
    """The numbers of players and the options of a game, as the parser finds them."""
    counts: set[int] = set()
    options = []
    for decl in parse(path.read_text("utf-8"), path.name).decls:
        match decl:
            case nodes.Players(low=low, high=high):
                counts |= set(range(low, high + 1))
            case nodes.NamedPlayers(number=number):
                counts.add(number)
            case nodes.OptionChoice(name=name, words=words, default=default):
                listed = [word.text for word in words]
                options.append(f"{name.text}={default.text if default else listed[0]} ({', '.join(listed)})")
            case nodes.Option(name=name, type=kind, default=value):
                options.append(f"{name.text}={value.span.text} ({kind.span.text})")
    return counts, options


@pytest.mark.parametrize("path", [header.path for header in shipped_games()], ids=lambda path: path.stem)
def test_the_list_of_games_reads_heads_as_the_parser_does(path: Path) -> None:
    sight = listing.look(path)
    assert sight is not None
    counts, options = parsed(path)
    assert (sight.counts, list(sight.options)) == (tuple(sorted(counts)), options)


def test_the_list_of_games_needs_neither_parser_nor_compiler() -> None:
    program = "import sys; from hoyle.runtime.cli import listing; listing.look(__import__('pathlib').Path(sys.argv[1]))"
    program += "; assert not [m for m in sys.modules if m.startswith(('lark', 'hoyle.compiler', 'hoyle.dsl.parser'))]"
    nim = GAMES / "nim" / "nim.hoyle"
    assert subprocess.run([sys.executable, "-c", program, str(nim)], check=False, timeout=60).returncode == 0


def test_own_rules_are_played_checked_tested_formatted_and_compiled(small: Path, tmp_path: Path) -> None:
    assert call("check", str(small)).status == 0
    assert (
        "Not so many." in call("play", str(small), "--players", "1", "--seat", "player_1=human", typed="gain(3)\n").out
    )
    assert call("test", str(small)).out == "Small: 0 examples passed\n"
    out = tmp_path / "small.py"
    assert call("compile", str(small), "-o", str(out), "--timings").status == 0
    assert "INFO" in out.read_text("utf-8")
    assert json.loads(call("simulate", str(small), "-n", "3", "--format", "json").out)["players"] == 3


def test_a_changed_rule_is_played_at_once(small: Path) -> None:
    assert (
        "is possible"
        not in call("play", str(small), "--seed", "1", "--seat", "player_1=human", typed="gain(3)\n").out[:0]
    )
    small.write_text(SMALL.replace("n <= limit", "n > 1"), "utf-8")
    said = call("perft", str(small), "1")
    assert said.out == "2\n"


def test_a_shipped_game_is_checked_by_its_name() -> None:
    told = call("check", "Nim")
    assert told.status == 0
    assert [line.partition(":")[2] for line in told.out.splitlines()] == [" fine (players: 2)"] * 2
    assert "no file nimm" in call("check", "nimm").err


def test_format_is_checked_then_done(small: Path) -> None:
    small.write_text(SMALL.replace("points: 0..5 = 0", "points:   0..5=0"), "utf-8")
    assert call("fmt", "--check", str(small)).status == 1
    assert "-    points:   0..5=0" in call("fmt", "--diff", str(small)).out
    assert call("fmt", str(small.parent)).status == 0
    assert call("fmt", "--check", str(small)).status == 0


def test_a_failing_example_is_told_with_its_place(small: Path) -> None:
    small.write_text(SMALL + "\nexample too_many: §S-1\n    expect player_1 may gain(3)\n", "utf-8")
    said = call("test", str(small))
    assert said.status == 1
    assert "failed: too_many [S-1]" in said.out
    assert "small.hoyle:18" in said.out
    assert "few: Not so many." in said.out


def test_broken_rules_are_told_with_their_place(small: Path) -> None:
    small.write_text(SMALL.replace("require few", "require"), "utf-8")
    for command in (["check"], ["play"], ["test"], ["fmt"], ["compile"], ["simulate", "-n", "1"]):
        said = call(command[0], str(small), *command[1:])
        assert said.status == 1, command
        assert "small.hoyle:14" in said.err


HOSTILE = {
    "empty": b"",
    "cut": SMALL.encode()[:200],
    "binary": bytes(range(256)),
    "utf16": SMALL.encode("utf-16"),
    "deep": b"game G\nplayers 1\ndefine d = " + b"(" * 5000 + b"1" + b")" * 5000 + b"\n",
    "long": b"game G\nplayers 1\ndefine d = " + b"1 + " * 50_000 + b"1\n",
    "huge": b"# nothing\n" * 1_000_000,
    "tabs": SMALL.replace("    ", "\t").encode(),
    "endless": b"game G\nplayers 1\nplay:\n    repeat:\n        pass\n",
}


@pytest.mark.parametrize("kind", HOSTILE)
def test_hostile_files_get_diagnostics(tmp_path: Path, kind: str) -> None:
    path = tmp_path / "hostile.hoyle"
    path.write_bytes(HOSTILE[kind])
    for command in ("check", "fmt", "play", "test"):
        said = call(command, str(path))
        assert said.status in (0, 1), said.err[-300:]
        assert "defect" not in said.err


@pytest.mark.parametrize(
    ("arguments", "part"),
    [
        ([], "Usage"),
        (["frobnicate"], "no command frobnicate"),
        (["play"], "GAME is missing"),
        (["play", "chess"], "no game called chess"),
        (["play", "kumta"], "Did you mean Kumata?"),
        (["play", "no/such.hoyle"], "no file no/such.hoyle"),
        (["play", "kumata", "--players", "9"], "9 players"),
        (["play", "kumata", "--players", "many"], "--players"),
        (["play", "kumata", "--option", "clans=2"], "no option"),
        (["play", "kumata", "--option", "clan_assignment=dice"], "cannot be dice"),
        (["play", "kumata", "--variant", "moon"], "no variant"),
        (["play", "kumata", "--players", "2", "--seat", "player_3=human"], "no seat player_3"),
        (["check", "no/such.hoyle"], "no file"),
        (["check"], "FILES is missing"),
        (["fmt", "no/such.hoyle"], "no file"),
        (["test", "chess"], "no game called chess"),
        (["compile", "nim", "--stop-after", "lunch"], "--stop-after"),
        (["compile", "nim", "-o", "/no/such/folder/x.py"], "cannot be written"),
        (["replay", "no/such.record"], "cannot be read"),
        (["why", "nim", "no/such.record", "take(a, 1)"], "cannot be read"),
        (["simulate", "nim"], "--games"),
        (["simulate", "nim", "-n", "ten"], "--games"),
        (["perft", "nim", "deep"], "DEPTH"),
    ],
)
def test_wrong_use_is_told_and_ends_with_2(arguments: list[str], part: str) -> None:
    said = call(*arguments)
    assert said.status == 2
    assert part in said.err + said.out
    assert "Traceback" not in said.err


def test_a_folder_without_rules_is_wrong_use(tmp_path: Path) -> None:
    for command in ("check", "fmt", "test", "play"):
        assert call(command, str(tmp_path)).status == 2


@pytest.mark.parametrize(
    "command", ["", "play", "games", "test", "check", "fmt", "compile", "replay", "why", "simulate", "perft"]
)
def test_every_command_has_help_with_examples(command: str) -> None:
    said = call(*command.split(), "--help")
    assert said.status == 0
    assert command == "" or f"hoyle {command} " in said.out.partition("Examples:")[2] or command == "games"


def _program(*arguments: str, **settings: str) -> Said:
    return run(*arguments, settings=settings)


def test_the_program_itself_says_the_same() -> None:
    assert _program("perft", "tic-tac-toe", "3").out == "504\n"
    assert _program("perft", "chess", "3").status == 2
    assert _program("--version").out.startswith("hoyle ")


def test_the_language_is_that_of_the_system_unless_chosen() -> None:
    assert "三目並べ" in _program("play", "tic-tac-toe", LC_ALL="ja_JP.UTF-8").out
    assert "Tic-tac-toe" in _program("play", "tic-tac-toe", "--lang", "en", LC_ALL="ja_JP.UTF-8").out


def test_letters_that_a_terminal_lacks_are_no_error() -> None:
    said = run("games", "--lang", "ja", settings={"PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"})
    assert said.status == 0


def test_a_defect_names_the_stage_and_how_to_see_it_again(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object, **__: object) -> None:
        raise RuntimeError("boom")

    monkeypatch.setattr("hoyle.compiler.driver.compile_game", fail)
    monkeypatch.setenv("HOYLE_CACHE", "")
    said = call("perft", "nim", "1")
    assert said.status == 70
    assert "RuntimeError: boom" in said.err
    assert "HOYLE_TRACEBACK=1 hoyle perft nim 1" in said.err
    assert "Traceback" not in said.err


def test_rules_that_cannot_go_on_are_told_with_their_place(small: Path) -> None:
    small.write_text(SMALL.replace("points: 0..5", "points: 0..1"), "utf-8")
    asked = ("--seed", "1", "--seat", "player_1=human")
    said = call("play", str(small), *asked, "--record", str(small.with_name("x.record")), typed="gain(2)\n1\n")
    assert said.status == 1
    assert "Player 1: gain(2). After this the rules cannot go on:\n" in said.out
    assert "small.hoyle:15" in said.out
    assert "cannot be 2" in said.out
    assert "hoyle verify" in said.out
    assert "Player 1: Gain 1" in said.out  # another move can be chosen
    record = small.with_name("x.record").read_text("utf-8")
    assert "\n# player_1 gain(2): " in record and "\nplayer_1 gain(1)\n" in record


def test_everything_is_found_from_any_folder(tmp_path: Path) -> None:
    said = run("play", "nim", "--seed", "1", cwd=tmp_path)
    assert said.status == 0
    assert os.listdir(tmp_path) == []
