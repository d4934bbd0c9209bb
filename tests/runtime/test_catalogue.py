"""The message catalogue: every language says the same."""

import re
from pathlib import Path
from string import Formatter

import pytest

from hoyle.runtime.catalogue import (
    AUTHORS,
    CATALOGUES,
    commands_en,
    commands_ja,
    en,
    findings_en,
    findings_ja,
    ja,
    message,
)
from hoyle.runtime.errors import MESSAGES, RuleError
from hoyle.runtime.problems import tell_rule_error

ENGLISH = CATALOGUES["en"]
PARTS = {
    "runtime": (en.MESSAGES, ja.MESSAGES),
    "commands": (commands_en.MESSAGES, commands_ja.MESSAGES),
    "findings": (findings_en.MESSAGES, findings_ja.MESSAGES),
}


def holes(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


@pytest.mark.parametrize("part", PARTS)
def test_every_language_has_every_message_that_players_meet(part: str) -> None:
    english, japanese = PARTS[part]
    assert list(japanese) == list(english)


@pytest.mark.parametrize("language", CATALOGUES)
def test_every_language_fills_the_same_holes(language: str) -> None:
    for key, text in CATALOGUES[language].items():
        assert holes(text) == holes(ENGLISH[key]), key


def test_no_message_is_for_players_and_for_authors() -> None:
    assert not AUTHORS.keys() & ENGLISH.keys()


def test_a_language_is_found_by_its_tag_and_authors_are_told_in_english() -> None:
    assert message("fr_FR", "pass") == "Pass"
    assert message("ja_JP.UTF-8", "pass") == "パス"
    assert message("ja", "example.may_not") == "It is legal."


def test_an_unknown_key_is_a_defect() -> None:
    with pytest.raises(KeyError):
        message("en", "nothing.like.this")


@pytest.mark.parametrize("key", MESSAGES)
def test_every_rule_error_can_be_told_with_its_place(key: str) -> None:
    error = RuleError(key, 12, ("points", 99), "pig.hoyle")
    assert tell_rule_error(error).startswith("pig.hoyle:12: the rules cannot go on: ")
    assert tell_rule_error(error, "ja").startswith("pig.hoyle:12: ルールが続けられません: ")


def test_every_message_that_is_asked_for_by_its_name_is_there() -> None:
    runtime = Path(__file__).parents[2] / "runtime"
    files = [path for path in runtime.rglob("*.py") if path.parent.name != "catalogue"]
    named = re.compile(r'"((?:cli|record|refused|notation|bot|simulate|report|load)\.[a-z_]+(?:\.[a-z_]+)*)"')
    asked = {key for path in files for key in named.findall(path.read_text("utf-8"))}
    missing = {key for key in asked if key not in CATALOGUES["en"] and key not in AUTHORS}
    assert not missing
