"""`hoyle mutate` shows the mistakes that nobody would notice, and says what notices the others."""

import json
from pathlib import Path

import pytest

from hoyle.runtime.examples import run_examples
from hoyle.runtime.verification.building import Setting
from hoyle.runtime.verification.mutation import mutants, mutate, pieces, plan
from terminal import Said, call

JAR = """game Jar "A jar of beans" §JAR

players 2

table Kind:
    kind  | worth
    black | 1
    white | 2

game has:
    beans: 0..9 = 0
    hand[Player]: 0..9 = 0

play:
    players take turns:
        must add
        if beans >= 7: end game

action add(k: Kind):                                 "Add {k}"
    require fits: beans + k.worth <= 8               "It does not fit."
    beans += k.worth

scoring:
    hand: hand[you]                                  "What you hold"

winner: rank p in players by most total(p), ties share

after add(k): hand[you] += k.worth
"""
TESTED = """
example worth:
    when player_1 does add(black)
    expect beans == 1 and hand[player_1] == 1
    when player_2 does add(white)
    expect beans == 3 and hand[player_2] == 2
    expect score(player_1, hand) == 1

example full:
    given beans = 6
    expect player_1 may add(white)
    given beans = 7
    expect player_1 may add(black)
    expect player_1 may not add(white) because fits

example end:
    given beans = 6
    given hand[player_2] = 3
    at play
    when player_1 does add(black)
    expect winners == {player_2}
"""


def tried(folder: Path, examples: str, *more: str) -> Said:
    path = folder / "jar.hoyle"
    path.write_text(JAR + examples, "utf-8")
    return call("mutate", str(path), "--jobs", "1", "--all", *more)


def test_without_examples_much_goes_unnoticed_and_with_them_little(tmp_path: Path) -> None:
    before = json.loads(tried(tmp_path, "", "--format", "json", "--games", "1").out)
    after = json.loads(tried(tmp_path, TESTED, "--format", "json", "--games", "1").out)
    assert {"game", "mutants", "killed", "equivalent", "survivors"} <= set(after)
    assert before["mutants"] == after["mutants"] > 25
    assert before["rate"] < 0.5 < 0.65 < after["rate"]
    assert len(after["survivors"]) == after["mutants"] - after["killed"] - after["equivalent"]
    dropped = {"line": JAR[: JAR.index("after add")].count("\n") + 1, "change": "`after add(k):` is left out"}
    assert any(dropped.items() <= one.items() for one in before["survivors"])
    assert not any(dropped.items() <= one.items() for one in after["survivors"])


def test_survivors_are_told_with_their_lines_in_the_language_asked_for(tmp_path: Path) -> None:
    said = tried(tmp_path, "", "--games", "0", "--lang", "ja")
    assert said.status == 1
    assert f"{tmp_path / 'jar.hoyle'}:21: action add：`beans += k.worth` を省く" in said.out


def test_what_is_listed_as_equivalent_is_none_that_survives(tmp_path: Path) -> None:
    survivors = json.loads(tried(tmp_path, TESTED, "--format", "json", "--games", "0").out)["survivors"]
    entries = "".join(f"{json.dumps(one['key'])} = 'It is so.'\n" for one in survivors)
    (tmp_path / "jar.equivalent.toml").write_text(f"[equivalent]\n{entries}'no such mutant' = 'x'\n", "utf-8")
    said = tried(tmp_path, TESTED, "--games", "0")
    assert said.status == 1
    assert "no such mutant" in said.out and "nobody noticed" not in said.out


def test_recorded_games_notice_what_they_went_through(tmp_path: Path) -> None:
    assert tried(tmp_path, "", "--record").status == 0
    assert (tmp_path / "records" / "2p.record").is_file()
    found = json.loads(tried(tmp_path, "", "--format", "json", "--games", "0").out)
    assert found["by"]["records"] > 10


def test_a_game_that_is_wrong_itself_is_refused(tmp_path: Path) -> None:
    said = tried(tmp_path, "\nalways nothing: beans == nothing\n")
    assert said.status == 1
    assert "nothing" in said.err


def test_a_game_whose_examples_fail_says_nothing_of_mutants(tmp_path: Path) -> None:
    said = tried(tmp_path, "\nexample wrong:\n    expect beans == 1\n")
    assert said.status == 1
    assert "wrong" in said.err and not said.out


@pytest.mark.parametrize("jobs", [1, 2])
def test_the_seed_chooses_and_the_number_of_processes_does_not(tmp_path: Path, jobs: int) -> None:
    path = tmp_path / "jar.hoyle"
    path.write_text(JAR, "utf-8")
    found = mutate(path, number=6, seed="7", jobs=jobs, games=0)
    again = mutate(path, number=6, seed="7", games=0)
    assert sorted(t.mutant.number for t in found.tried) == sorted(t.mutant.number for t in again.tried)
    assert found.to_dict()["survivors"] == again.to_dict()["survivors"]


def test_every_mutant_differs_from_the_rules(tmp_path: Path) -> None:
    path = tmp_path / "jar.hoyle"
    path.write_text(JAR, "utf-8")
    found = mutants(path, ((),))
    assert len({mutant.key for mutant in found}) == len(found)
    assert all(mutant.before != mutant.after for mutant in found)


def test_what_survived_is_tried_again_alone(tmp_path: Path) -> None:
    report = tmp_path / "report.json"
    report.write_text(tried(tmp_path, "", "--format", "json", "--games", "0").out, "utf-8")
    before = [one["key"] for one in json.loads(report.read_text("utf-8"))["survivors"]]
    again = json.loads(tried(tmp_path, TESTED, "--format", "json", "--games", "0", "--again", str(report)).out)
    assert again["mutants"] == len(before) > again["killed"] > 0
    assert {one["key"] for one in again["survivors"]} < set(before)


def test_only_the_mutants_of_a_line_are_tried(tmp_path: Path) -> None:
    line = JAR[: JAR.index("require fits")].count("\n") + 1
    for said in (str(line), f"jar.hoyle:{line}"):
        found = json.loads(tried(tmp_path, "", "--format", "json", "--games", "0", "--line", said).out)
        assert found["mutants"] > 3
        assert {one["line"] for one in found["survivors"]} == {line}


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        (("--line", "x"), "`x` is no line"),
        (("--line", "1"), "None of the"),
        (("--again", "jar.hoyle"), "is no report"),
        (("--again", "not-there.json"), "not-there.json"),
    ],
)
def test_a_choice_of_mutants_that_is_none_is_told(
    tmp_path: Path, wrong: tuple[str, str], told: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    said = tried(tmp_path, "", *wrong)
    assert said.status == 2
    assert told in said.err and "Traceback" not in said.err


OPEN = """
example roomy:
    given most = 9
    given beans = 7
    expect player_1 may add(white)
"""


def test_what_examples_of_a_setting_run_decides_which_mutants_they_look_at(tmp_path: Path) -> None:
    path = tmp_path / "jar.hoyle"
    path.write_text(
        JAR.replace("<= 8", "<= most").replace("players 2", "players 2\noption most: 8, 9") + TESTED + OPEN, "utf-8"
    )
    reached = plan.reached(path.resolve(), Setting((), 2, (("most", "9"),)))
    assert reached.has("add", is_effect=False)
    assert reached.has("white", is_effect=False, column="worth")
    assert not reached.has("play", is_effect=True)
    assert not reached.has("winner", is_effect=False)


def test_a_game_in_pieces_is_the_game(tmp_path: Path) -> None:
    path = tmp_path / "jar.hoyle"
    path.write_text(JAR + TESTED, "utf-8")
    source = plan.baseline(path.resolve(), Setting((), 2))
    assert "".join(pieces.pieces(source)).replace("\n", "") == source.replace("\n", "")
    results = list(run_examples(pieces.game_of(source, "jar")))
    assert len(results) == 3 and all(result.passed for result in results)


def test_what_is_announced_is_no_rule(tmp_path: Path) -> None:
    path = tmp_path / "jar.hoyle"
    path.write_text(JAR, "utf-8")
    before = {mutant.key for mutant in mutants(path, ((),))}
    told = JAR.replace(
        "    beans += k.worth\n",
        '    beans += k.worth\n    if beans > 5: announce "{beans} beans."\n    else: announce "Few beans."\n',
    )
    other = tmp_path / "told.hoyle"
    other.write_text(told, "utf-8")
    assert {mutant.key for mutant in mutants(other, ((),))} == before
