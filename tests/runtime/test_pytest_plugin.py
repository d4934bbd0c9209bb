"""The pytest plugin: what it collects, what failures say, what it leaves alone."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest_plugins = ["pytester"]

JAR = """game Jar "A jar of beans"

players 2

game has:
    beans: 0..9 = 0

play:
    players take turns:
        must add
        if beans >= 4: end game

action add(n: 1..2):                                 "Add {n}"                                 §JAR-1
    beans += n

always few: beans <= LIMIT                           "Never too many."                         §JAR-2
always more after add(n): beans > old(beans)

example adding:                                                                                §JAR-1
    when player_1 does add(added)
    expect beans == there
    cases:
        added | there
        1     | 1
        2     | 2                                                                              §JAR-3
"""
EXAMPLES = """examples of Jar

example none_at_first:                                                                         §JAR-4
    expect beans == 0

always not_negative: beans >= 0
"""
VARIANT = """variant Big of Jar

replace action add(n: 1..2):
    beans += 2 * n

example twice:
    when player_1 does add(2)
    expect beans == 4
"""
WORDS = """words ja of Jar

Jar = "豆の瓶"
"""


@pytest.fixture
def folder(pytester: pytest.Pytester) -> Path:
    place: Path = pytester.path
    (place / "jar.hoyle").write_text(JAR.replace("LIMIT", "9"), "utf-8")
    return place


def told(pytester: pytest.Pytester, *arguments: str, games: int = 2) -> tuple[int, str]:
    """The exit status of pytest, and what it says."""
    result = pytester.runpytest_inprocess("-p", "no:cacheprovider", "--hoyle-games", str(games), *arguments)
    return int(result.ret), result.stdout.str()


def collected(pytester: pytest.Pytester, *arguments: str) -> list[str]:
    _, said = told(pytester, "--collect-only", "-q", *arguments)
    return [line for line in said.splitlines() if "::" in line]


def test_every_example_and_promise_is_a_test_with_its_clauses(pytester: pytest.Pytester, folder: Path) -> None:
    status, said = told(pytester, "-v")
    assert status == 0
    assert "5 passed" in said
    assert [line.partition(" PASSED")[0] for line in said.splitlines() if "::" in line] == [
        "jar.hoyle::JAR-1 adding[1]",
        "jar.hoyle::JAR-1 JAR-3 adding[2]",
        "jar.hoyle::JAR-2 always few",
        "jar.hoyle::always more",
        "jar.hoyle::laws",
    ]


def test_each_file_has_what_it_declares_and_a_variant_what_its_base_does(
    pytester: pytest.Pytester, folder: Path
) -> None:
    (folder / "jar-examples.hoyle").write_text(EXAMPLES, "utf-8")
    (folder / "jar-big.hoyle").write_text(VARIANT, "utf-8")
    (folder / "jar-ja.hoyle").write_text(WORDS, "utf-8")
    found = collected(pytester)
    assert [name for name in found if name.startswith("jar-examples")] == [
        "jar-examples.hoyle::JAR-4 none_at_first",
        "jar-examples.hoyle::always not_negative",
    ]
    assert len([name for name in found if name.startswith("jar.hoyle")]) == 5
    assert [name for name in found if name.startswith("jar-big")] == [
        "jar-big.hoyle::JAR-1 adding[1]",
        "jar-big.hoyle::JAR-1 JAR-3 adding[2]",
        "jar-big.hoyle::JAR-4 none_at_first",
        "jar-big.hoyle::twice",
        "jar-big.hoyle::JAR-2 always few",
        "jar-big.hoyle::always more",
        "jar-big.hoyle::always not_negative",
        "jar-big.hoyle::laws",
    ]
    assert not [name for name in found if name.startswith("jar-ja")]
    # What the base says of one bean no longer holds: a variant replaces or removes such an example.
    status, said = told(pytester, "jar-big.hoyle", "-k", "adding")
    assert status == 1
    assert "2 failed" in said


def test_failures_point_at_the_rule_and_are_no_tracebacks(pytester: pytest.Pytester, folder: Path) -> None:
    (folder / "jar.hoyle").write_text(JAR.replace("LIMIT", "4").replace("2     | 2 ", "2     | 3 "), "utf-8")
    status, said = told(pytester, "-k", "adding or always", games=10)
    assert status == 1
    line = JAR[: JAR.index("always few")].count("\n") + 1
    for text in (
        "broken promise: few [JAR-2]",
        f"jar.hoyle:{line} (2p)",
        "after 3 steps:",
        "beans is 5",
        "hoyle verify jar.hoyle --players 2",
        "FAILED jar.hoyle::JAR-1 JAR-3 adding[2] - This is not so: 2",
        "FAILED jar.hoyle::JAR-2 always few - few: beans <= 4",
        "2 failed, 2 passed",
    ):
        assert text in said
    assert "Traceback" not in said
    assert "collecting.py" not in said


def test_tests_are_chosen_by_clause_and_name(pytester: pytest.Pytester, folder: Path) -> None:
    assert collected(pytester, "-k", "JAR-3 or (always and not few)") == [
        "jar.hoyle::JAR-1 JAR-3 adding[2]",
        "jar.hoyle::always more",
    ]
    assert collected(pytester, "jar.hoyle::always more") == ["jar.hoyle::always more"]


def test_rules_that_are_wrong_are_told_as_by_check(pytester: pytest.Pytester, folder: Path) -> None:
    (folder / "jar.hoyle").write_text(JAR.replace("    must add", "    must ad").replace("LIMIT", "9"), "utf-8")
    (folder / "odd.hoyle").write_text("variant Odd of Nothing\n", "utf-8")
    (folder / "bad.hoyle").write_text("game Bad\n\nplayers two\n", "utf-8")
    status, said = told(pytester, "--continue-on-collection-errors")
    assert status == 1
    assert "error[E0208]" in said
    assert "5 failed, 2 errors" in said
    assert "bad.hoyle:3:" in said
    assert "odd.hoyle belongs to Nothing" in said
    assert "Traceback" not in said


def test_promises_are_skipped_with_a_reason_where_hypothesis_is_missing(
    pytester: pytest.Pytester, folder: Path
) -> None:
    pytester.makeconftest(
        """
        from importlib import import_module

        import_module("hoyle.runtime.verification.collecting").find_spec = lambda name: None
        """
    )
    status, said = told(pytester, "-rs")
    assert status == 0
    assert "2 passed, 3 skipped" in said
    assert "hoyle[verify]" in said


def test_nothing_is_collected_or_imported_where_there_are_no_rules(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(
        test_plain="""
        import sys

        def test_nothing_of_ours_is_imported():
            names = [name for name in sys.modules if name.startswith("hoyle.")]
            assert sorted(names) == ["hoyle.runtime", "hoyle.runtime.pytest_plugin"]
        """
    )
    pytester.runpytest_subprocess("-q", "-p", "no:cacheprovider").assert_outcomes(passed=1)
