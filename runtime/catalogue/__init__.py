"""What people are told, by language and key: `message("ja", "pass")`.

Each language is some modules of this package with a dict `MESSAGES` each: beside its own `commands_…` for the command
line, `play_…` for the table, `findings_…` for what verification finds, `measures_…` for what coverage and mutants say,
`rules_…` for `hoyle rules`;
all languages have the same keys. What only authors of rules read, the texts of `--help` and defects of ours are English
in every language (`authors_en`, `verification_en`).

Values are filled in by name, as by `str.format`, in whatever order the language needs them; rule errors, whose values
have no names, by place.
"""

from __future__ import annotations

from typing import Final

from hoyle.runtime.catalogue import (
    authors_en,
    commands_en,
    commands_ja,
    en,
    findings_en,
    findings_ja,
    ja,
    measures_en,
    measures_ja,
    play_en,
    play_ja,
    reports_en,
    reports_ja,
    rules_en,
    rules_ja,
    verification_en,
)

CATALOGUES: Final[dict[str, dict[str, str]]] = {
    "en": en.MESSAGES
    | commands_en.MESSAGES
    | play_en.MESSAGES
    | findings_en.MESSAGES
    | measures_en.MESSAGES
    | reports_en.MESSAGES
    | rules_en.MESSAGES,
    "ja": ja.MESSAGES
    | commands_ja.MESSAGES
    | play_ja.MESSAGES
    | findings_ja.MESSAGES
    | measures_ja.MESSAGES
    | reports_ja.MESSAGES
    | rules_ja.MESSAGES,
}
LANGUAGES: Final[tuple[str, ...]] = tuple(CATALOGUES)
AUTHORS: Final[dict[str, str]] = authors_en.MESSAGES | verification_en.MESSAGES


def language_of(tag: str) -> str:
    """The language a tag such as `ja_JP.UTF-8` or `en-GB` stands for, English if we do not speak it."""
    language = tag.replace("-", "_").split("_")[0].split(".")[0].lower()
    return language if language in CATALOGUES else "en"


def has_message(key: str) -> bool:
    """Whether players have a text for a key."""
    return key in CATALOGUES["en"]


def message(language: str, key: str, /, *places: object, **values: object) -> str:
    """The text of `key`. KeyError if there is no such key."""
    text = CATALOGUES[language_of(language)].get(key)
    return (AUTHORS[key] if text is None else text).format(*places, **values)
