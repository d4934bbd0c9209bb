"""`hoyle coverage` tells what no example and no game exercises, and holds the list of what is excused to it."""

import json
from pathlib import Path

from terminal import Said, call

JAR = """game Jar "A jar of beans" §JAR

players 2 to 3

table Spice:
    spice  | taste
    pepper | 2
    salt   | 1

game has:
    beans: 0..9 = 0
    top: Spice or none = none

play:
    players take turns:
        must add or season
        if beans >= 7: end game                      §JAR-1
        if beans == 100:
            beans = 0                                §JAR-2

action add(n: 1..2):                                 "Add {n}"
    require fits: beans + n <= 9                     "It does not fit."
    require never: n < 3                             "Too much."
    beans += worth(n)

action season(s: Spice):                             "Season with {s}"
    require bland: top == none                       "It has a taste."
    require hot: s.taste > 1                         "It is not hot."
    top = s

define worth(n: 1..2) = n if beans < 50 else 0

example too_full:
    given beans = 8
    expect player_1 may add(1)
    expect player_1 may not add(2) because fits

example seasoned:
    given top = pepper
    expect player_1 may not season(pepper) because bland
"""
CLAUSES = '[clauses]\n"JAR-1" = "The end"\n"JAR-2" = "Never"\n"JAR-3" = "Forgotten"\n'
MISSING = {
    "require add.never",
    "statement play: beans = 0",
    "case worth: 0",
    "row Spice.salt",
    "clause JAR-2",
    "clause JAR-3",
}


def covered(folder: Path, excused: str = "", *more: str, rules: str = JAR) -> Said:
    path = folder / "jar.hoyle"
    path.write_text(rules, "utf-8")
    (folder / "clauses.toml").write_text(CLAUSES, "utf-8")
    if excused:
        (folder / "jar.unexercised.toml").write_text(excused, "utf-8")
    return call("coverage", str(path), "--jobs", "1", "--games", "8", *more)


def excuse(*keys: str) -> str:
    return "[unexercised]\n" + "".join(f'"{key}" = "It is so."\n' for key in keys)


def test_what_nothing_exercises_is_told_with_its_place(tmp_path: Path) -> None:
    said = covered(tmp_path, "", "--format", "json")
    assert said.status == 1
    result = json.loads(said.out)
    assert {m["key"] for m in result["unexercised"]} == MISSING
    by_key = {m["key"]: m for m in result["unexercised"]}
    assert JAR.splitlines()[by_key["statement play: beans = 0"]["line"] - 1].strip().startswith("beans = 0")
    assert by_key["require add.never"]["why"] == "never_alone"
    assert by_key["clause JAR-2"]["why"] == "cited_idle"
    assert by_key["clause JAR-3"]["why"] == "not_cited"
    assert result["counts"]["require"] == {"all": 4, "exercised": 3}


def test_what_is_excused_is_not_missing(tmp_path: Path) -> None:
    said = covered(tmp_path, excuse(*MISSING))
    assert said.status == 0
    assert said.out.endswith("Everything is exercised or excused.\n")
    assert "row Spice.salt: It is so." in said.out


def test_an_excuse_for_what_is_exercised_is_a_mistake(tmp_path: Path) -> None:
    said = covered(tmp_path, excuse(*MISSING, "require season.bland"))
    assert said.status == 1
    assert "line 8: require season.bland" in said.out


def test_an_excuse_needs_a_reason(tmp_path: Path) -> None:
    said = covered(tmp_path, '[unexercised]\n"row Spice.salt" = ""\n')
    assert said.status == 2
    assert "needs a reason" in said.err


def test_a_failing_example_is_told(tmp_path: Path) -> None:
    said = covered(tmp_path, excuse(*MISSING), rules=JAR + "\nexample wrong:\n    expect beans == 1\n")
    assert said.status == 1
    assert "wrong" in said.out


def test_annotated_lines_have_their_counts(tmp_path: Path) -> None:
    said = covered(tmp_path, excuse("row Spice.salt"), "--annotate", "--lang", "ja")
    lines = said.out.splitlines()
    assert any(line.startswith("!!") and "beans = 0" in line and " 0 " in line for line in lines)
    assert any(line.startswith("--") and "salt" in line for line in lines)
    assert any("/" in line.split("|")[0] and "require fits" in line for line in lines)
    assert "どこにも引用されていない" in said.out


def test_the_number_of_processes_changes_nothing(tmp_path: Path) -> None:
    one, two = (covered(tmp_path, "", "--format", "json", "--jobs", jobs) for jobs in ("1", "2"))
    assert one.out == two.out
