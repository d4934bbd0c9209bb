"""Lists made by one expression: a loop that does nothing but collect becomes a comprehension."""

from __future__ import annotations

import re

INDENT = " " * 4

_SET = re.compile(r"(\w+) = (.+)")


def as_comprehension(lines: list[str]) -> str | None:
    """The expression of the list that `out = []` and these loops make; None if they do more than collect.

    Names for values between the loops become loops of one round, which Python makes assignments of. A name bound
    within a condition would outlive the comprehension: then the loops stay.
    """
    parts: list[str] = []
    for depth, line in enumerate(lines):
        text = line.strip()
        if not text or ":=" in text:
            return None
        if line != INDENT * _depth_of(lines, depth) + text:
            return None
        if depth == len(lines) - 1:
            return _collected(text, parts)
        if text.startswith("for ") and text.endswith(":"):
            parts.append(text[:-1])
        elif text.startswith("if ") and text.endswith(":"):
            parts.append(_condition(text[3:-1]))
        elif parts and (found := _SET.fullmatch(text)) and found[1] != "out":
            parts.append(f"for {found[1]} in ({found[2]},)")
        else:
            return None
    return None


def _depth_of(lines: list[str], place: int) -> int:
    """How deep a line must lie if each loop or condition holds all that follows."""
    return sum(x.strip().startswith(("for ", "if ")) and x.endswith(":") for x in lines[:place])


def _condition(test: str) -> str:
    return f"if ({test})" if re.search(r"\b(if|lambda)\b", test) else f"if {test}"


def _collected(text: str, parts: list[str]) -> str | None:
    found = re.fullmatch(r"out\.append\((.+)\)", text)
    if found is None or not parts or not parts[0].startswith("for "):
        return None
    return f"[{found[1]} {' '.join(parts)}]"
