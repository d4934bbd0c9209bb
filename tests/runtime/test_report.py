"""Reports: what is said of many games is so, what is marked is more than chance, and the page needs nothing else."""

import json
import re
from functools import cache
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

import handmade
from hoyle.runtime import load
from hoyle.runtime.bots import kind_of
from hoyle.runtime.reporting.charts import bars
from hoyle.runtime.reporting.comparison import differences
from hoyle.runtime.reporting.naming import Names
from hoyle.runtime.reporting.page import page
from hoyle.runtime.reporting.sample import ReportError, Sample, read_rows
from hoyle.runtime.reporting.sections import Report
from hoyle.runtime.simulate import simulate
from hoyle.runtime.simulation.rows import Row
from terminal import call

pytest.importorskip("matplotlib", reason="the extra hoyle[report] is not installed")


@cache
def rows_of(words: str = "random", seed: int = 1, games: int = 60) -> tuple[Row, ...]:
    rows: list[Row] = []
    seats = (kind_of(words), kind_of("random"))
    simulate(handmade.dare(), games, seed, seats=seats, on_row=rows.append)
    return tuple(rows)


def stopped(row: Row) -> Row:
    return {**row, "stopped": True, "winners": [], "ending": "step limit"}


def test_a_sample_says_of_games_what_their_rows_say() -> None:
    rows = rows_of()
    sample = Sample("dare", [*rows, stopped(rows[0])])
    assert len(sample.finished) == 60
    for seat, share in sample.wins().items():
        assert (share.hits, share.number) == (sum(seat in row["winners"] for row in rows), 60)
        assert share.interval[0] < share.value < share.interval[1]
    assert sum(share.hits for share in sample.wins().values()) == pytest.approx(sample.fair * 2 * 60)
    assert sum(share.hits for share in sample.endings().values()) == 61
    for seat in sample.seats:
        parts = [sum(sample.scores(component, seat)) for component in sample.components]
        assert sum(parts) == sum(sample.totals(seat))
    for name, use in sample.uses("actions").items():
        assert use.rate == pytest.approx(sum(sample.per_game("actions", name)) / 60)
        assert 0 <= use.won <= use.games <= 120


def test_two_samples_of_the_same_games_do_not_differ() -> None:
    found = differences(Sample("a", rows_of()), Sample("b", rows_of()))
    assert found
    assert not [one for one in found if one.is_marked]
    assert all(one.here == one.there for one in found)


def test_what_is_more_than_chance_is_marked_and_what_is_not_is_not() -> None:
    more: list[Row] = json.loads(json.dumps(rows_of(seed=2)))
    for row in more:
        row["seats"]["player_1"]["total"] += 5
        row["seats"]["player_1"]["scores"]["thrown"] += 5
    found = differences(Sample("more", more), Sample("base", rows_of()))
    marked = {(one.kind, one.about) for one in found if one.is_marked}
    assert ("total", "player_1") in marked
    assert ("total", "player_2") not in marked


def test_a_page_is_whole_and_the_same_for_the_same_games() -> None:
    def told() -> str:
        here, there = Sample("Dare", rows_of()), Sample("the base game", rows_of(seed=2))
        report = Report(here, there, Names(handmade.dare(), "en"), differences(here, there))
        return page(report, "Dare: <60> games", ["Rules & seats"])

    text = told()
    assert bars([("a", 1.0, 2.0, True)]) == bars([("a", 1.0, 2.0, True)])
    assert not re.search(r'(?:src|href)="(?!#)', text.replace("xlink:href", "")), "it needs another file"
    assert "@import" not in text and "<script" not in text
    assert "Dare: &lt;60&gt; games" in text and "Rules &amp; seats" in text
    pictures = re.findall(r"<svg .*?</svg>", text, re.DOTALL)
    assert len(pictures) >= 5
    for picture in pictures:
        ElementTree.fromstring(picture)
    assert len(text) < 300_000


@pytest.mark.parametrize("language", ["en", "ja"])
def test_a_report_is_made_of_games_that_are_in_a_file(tmp_path: Path, language: str) -> None:
    games, out = tmp_path / "games.jsonl", tmp_path / "report.html"
    assert call("simulate", "leduc-poker", "-n", "30", "--seed", "1", "--out", str(games)).status == 0
    said = call("report", "leduc-poker", "--from", str(games), "--against", str(games), "-o", str(out),
                "--lang", language)  # fmt: skip
    assert said.status == 0, said.err
    assert str(out) in said.out
    text = out.read_text("utf-8")
    assert {"en": "Wins by seat", "ja": "席ごとの勝率"}[language] in text
    assert ("games.jsonl" in text) and not re.search(r"<text[^>]*>[^<]*\{", text)


def test_a_report_of_a_variant_against_its_base_plays_both(tmp_path: Path) -> None:
    out = tmp_path / "report.html"
    said = call("report", "kumata", "--players", "2", "--variant", "maze", "--against", "base", "-n", "4",
                "--seed", "1", "-o", str(out))  # fmt: skip
    assert said.status == 0, said.err
    assert "Maze against the base game" in out.read_text("utf-8")


@pytest.mark.parametrize(
    ("arguments", "status", "said"),
    [
        (["nim", "-o", "{out}"], 2, "Say how many games to play"),
        (["nim", "-n", "3"], 2, "--output is missing"),
        (["nim", "-n", "3", "--from", "x.jsonl", "-o", "{out}"], 2, "-n has no say in them"),
        (["nim", "--from", "{none}", "-o", "{out}"], 1, "cannot be read: there is no such file"),
        (["nim", "--from", "{text}", "-o", "{out}"], 1, "Line 1 of"),
        (["nim", "--from", "{empty}", "-o", "{out}"], 1, "holds no games"),
        (["nim", "-n", "3", "-o", "{none}/x.html"], 1, "cannot be written"),
        (["nim", "-n", "3", "-o", "{out}", "--against", "+"], 2, "--against takes base"),
        (["nim", "-n", "3", "-o", "{out}", "--against", "mace"], 2, "mace"),
    ],
)
def test_a_report_used_wrongly_says_so(tmp_path: Path, arguments: list[str], status: int, said: str) -> None:
    (tmp_path / "text").write_text("no row\n")
    (tmp_path / "empty").write_text("")
    files: dict[str, Any] = {name: tmp_path / name for name in ("none", "text", "empty")} | {"out": tmp_path / "o.html"}
    result = call("report", *(argument.format(**files) for argument in arguments))
    assert (result.status, said in result.err) == (status, True), result.err
    assert not (tmp_path / "o.html").exists()


def test_games_of_other_rules_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows_of()))
    with pytest.raises(ReportError, match="is a game of Dare by other rules"):
        read_rows(str(path), load("nim").identity)
    assert len(read_rows(str(path), handmade.dare().identity)) == 60


def test_a_report_of_games_that_never_ended_says_so(tmp_path: Path) -> None:
    path, identity = tmp_path / "games.jsonl", load("nim").identity
    path.write_text("".join(json.dumps({**stopped(row), "rules": identity}) + "\n" for row in rows_of()))
    result = call("report", "nim", "--from", str(path), "-o", str(tmp_path / "o.html"))
    assert (result.status, "No game was finished" in result.err) == (1, True)


def test_what_a_report_needs_is_asked_for_by_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hoyle.runtime.simulation.extras.find_spec", lambda _: None)
    result = call("report", "nim", "-n", "3", "-o", str(tmp_path / "o.html"))
    assert (result.status, "pip install 'hoyle[report]'" in result.err) == (1, True)
