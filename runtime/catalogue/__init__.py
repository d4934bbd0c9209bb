"""What players are told, by language and key: `message("ja", "pass")`.

Each language is two modules of this package with a dict `MESSAGES` each, the second (`commands_…`) for the command
line; English has every key, the others what is translated.
Values are filled in by name, as by `str.format`, in whatever order the language needs them; rule errors, whose values
have no names, by place.
"""

from __future__ import annotations

from hoyle.runtime.catalogue import commands_en, commands_ja, en, ja, verification_en

ENGLISH: dict[str, str] = en.MESSAGES | commands_en.MESSAGES | verification_en.MESSAGES
CATALOGUES: dict[str, dict[str, str]] = {"en": ENGLISH, "ja": ja.MESSAGES | commands_ja.MESSAGES}
LANGUAGES: tuple[str, ...] = tuple(CATALOGUES)


def language_of(tag: str) -> str:
    """The language a tag such as `ja_JP.UTF-8` or `en-GB` stands for, English if we do not speak it."""
    language = tag.replace("-", "_").split("_")[0].split(".")[0].lower()
    return language if language in CATALOGUES else "en"


def message(language: str, key: str, /, *places: object, **values: object) -> str:
    """The text of `key`, in English where the language lacks it. KeyError if there is no such key at all."""
    text = CATALOGUES[language_of(language)].get(key)
    return (ENGLISH[key] if text is None else text).format(*places, **values)


def has_message(key: str) -> bool:
    """Whether there is a text for a key."""
    return key in ENGLISH
