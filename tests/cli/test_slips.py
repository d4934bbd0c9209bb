"""What is asked for under a name that is not quite right is told with what may have been meant."""

import json
from pathlib import Path

import pytest

from terminal import call

RACE = """game Race "A race"

players 2 to 3

type Die: 1..6

option short-cut: bool = false

each Player has:
    steps: 0..99

game has:
    die: Die

play:
    players take turns until some p in players has p.steps > 20:
        must run

action run:                                     "Run"
    roll die
    you.steps += die

winner: rank p in players by most p.steps, ties share

example six:
    when player_1 does run rolling 6
    expect player_1.steps == 6
""".replace("short-cut", "short_cut")


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "sprint.hoyle").write_text(RACE, "utf-8")
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize(
    ("command", "told"),
    [
        (("play", "sprint"), "There is no game called sprint. Did you mean sprint.hoyle?"),
        (("play", "race"), "There is no game called race. Did you mean sprint.hoyle?"),
        (("check", "sprint"), "There is no file sprint. Did you mean sprint.hoyle?"),
        (("play", "./sprint"), "Did you mean sprint.hoyle?"),
        (("play", "connect-four", "--variant", "maze"), "ConnectFour has no variants, so none called maze."),
        (("play", "kumata", "--variant", "mase"), "Did you mean Maze? It has: Alliance, HouseRules, Maze."),
        (("play", "sprint.hoyle", "--option", "shortcut=yes"), "Did you mean short_cut?"),
    ],
)
def test_a_name_that_is_not_there_is_told_with_what_is(command: tuple[str, ...], told: str) -> None:
    said = call(*command)
    assert said.status == 2
    assert told in said.err


def test_a_variant_of_a_misspelt_game_is_told_the_game(tmp_path: Path) -> None:
    (tmp_path / "more.hoyle").write_text("variant More of Rase\n\nremove winner\n", "utf-8")
    said = call("check", "more.hoyle")
    assert said.status == 2
    assert "more.hoyle belongs to Rase" in said.err and "Did you mean Race?" in said.err


def test_hyphens_in_names_of_options_stand_for_underscores() -> None:
    said = call("play", "sprint.hoyle", "--players", "2", "--option", "short-cut=yes", "--record", "a.record")
    assert said.status == 0
    assert "option short_cut: true" in Path("a.record").read_text("utf-8")


def test_a_record_of_another_number_of_players_is_named_as_that() -> None:
    assert call("play", "sprint.hoyle", "--players", "2", "--record", "a.record").status == 0
    for command in (("play", "sprint.hoyle", "--resume", "a.record"), ("why", "sprint.hoyle", "a.record", "run")):
        said = call(*command, "--players", "3")
        assert said.status == 1
        assert "a.record records a game of 2 players, not of 3." in said.err


def test_examples_of_several_games_are_told_with_their_files(tmp_path: Path) -> None:
    (tmp_path / "other.hoyle").write_text(RACE.replace("game Race", "game Other"), "utf-8")
    assert call("test", ".").out == "Other (other.hoyle): 1 examples passed\nRace (sprint.hoyle): 1 examples passed\n"
    assert call("test", "sprint.hoyle").out == "Race: 1 examples passed\n"


TIES = {", ties share": "", "most p.steps": "most p.steps // 90"}
WAITING = {"must run": "must run if able", "    roll die\n": "    require ready: false\n    roll die\n"}


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        (TIES, "sprint.hoyle:23: the rules cannot go on: two are equal in a ranking"),
        (WAITING, "a loop ran 10,000 rounds without a decision or chance."),
        ({"0..99": "0..9"}, "sprint.hoyle:21: the rules cannot go on: steps cannot be"),
    ],
)
def test_rules_that_stop_a_game_at_random_are_not_fine(changes: dict[str, str], told: str, tmp_path: Path) -> None:
    rules = RACE.partition("example")[0]
    for old, new in changes.items():
        rules = rules.replace(old, new)
    (tmp_path / "sprint.hoyle").write_text(rules, "utf-8")
    said = call("check", "sprint.hoyle")
    assert said.status == 1
    assert told in said.out and "hoyle verify sprint.hoyle" in said.out


def test_games_that_nobody_wins_are_counted(tmp_path: Path) -> None:
    (tmp_path / "sprint.hoyle").write_text(RACE.replace("winner: rank", "define places = rank"), "utf-8")
    assert "Draws: 5\n" in call("simulate", "sprint.hoyle", "-n", "5", "--players", "2").out
    found = json.loads(call("simulate", "sprint.hoyle", "-n", "5", "--players", "2", "--format", "json").out)
    assert (found["draws"], found["shared"]) == (5, 0)


def test_an_impossible_outcome_is_told_with_the_possible_ones(tmp_path: Path) -> None:
    rules = RACE.replace("roll die\n", "roll die until die > 3\n").replace("rolling 6", "rolling 2")
    (tmp_path / "sprint.hoyle").write_text(rules, "utf-8")
    assert "2 is not a possible outcome here. Possible are: 4; 5; 6" in call("test", "sprint.hoyle").out


def test_another_number_of_values_than_of_places_is_told_as_numbers(tmp_path: Path) -> None:
    given = "example some:\n    given [p.steps for p in players where p.steps == 0] = [1]\n    expect die == 1\n"
    (tmp_path / "sprint.hoyle").write_text(RACE + "\n" + given, "utf-8")
    assert "1 values are given for 3 places." in call("test", "sprint.hoyle").out


def test_an_option_value_that_an_example_invents_is_told_at_its_place(tmp_path: Path) -> None:
    rules = RACE.replace("when player_1 does", "given short_cut = maybe\n    when player_1 does")
    (tmp_path / "sprint.hoyle").write_text(rules, "utf-8")
    for command in ("check", "test"):
        said = call(command, "sprint.hoyle")
        assert said.status == 1
        assert "error[E0701]" in said.err and "sprint.hoyle:26:23" in said.err
