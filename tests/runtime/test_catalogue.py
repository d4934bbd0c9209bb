"""The message catalogue: every language says the same."""

from string import Formatter

import pytest

from hoyle.runtime.catalogue import CATALOGUES, message
from hoyle.runtime.errors import MESSAGES, RuleError
from hoyle.runtime.problems import tell_rule_error

ENGLISH = CATALOGUES["en"]


def holes(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


@pytest.mark.parametrize("language", CATALOGUES)
def test_every_language_fills_the_same_holes(language: str) -> None:
    for key, text in CATALOGUES[language].items():
        assert key in ENGLISH
        assert holes(text) <= holes(ENGLISH[key]), key


def test_what_a_language_lacks_is_said_in_english() -> None:
    assert message("ja", "record.header_missing", name="x", key="game") == "x: the header lacks game."
    assert message("fr_FR", "pass") == "Pass"
    assert message("ja_JP.UTF-8", "pass") == "パス"


def test_an_unknown_key_is_a_defect() -> None:
    with pytest.raises(KeyError):
        message("en", "nothing.like.this")


@pytest.mark.parametrize("key", MESSAGES)
def test_every_rule_error_can_be_told_with_its_place(key: str) -> None:
    told = tell_rule_error(RuleError(key, 12, ("points", 99), "pig.hoyle"))
    assert told.startswith("pig.hoyle:12: the rules cannot go on: ")
