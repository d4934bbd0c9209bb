"""The table of diagnostics: a stable code and its title, a noun phrase without values. One line a code.

E: the rules are refused. L: a lint, the rules are read but look wrong. A code that is no longer used is never given
to something else. Every code has a page in docs/reference/diagnostics.md and a program that triggers it.
"""

from __future__ import annotations

TITLES: dict[str, str] = {
    # E01xx: syntax
    "E0101": "unexpected text",
    "E0102": "unknown character",
    "E0103": "unclosed quotation",
    "E0104": "unmatched bracket",
    "E0105": "missing colon",
    "E0106": "missing block",
    "E0107": "wrong indentation",
    "E0108": "unexpected continuation",
    "E0109": "missing header",
    "E0110": "unknown declaration",
    "E0111": "chained comparison",
    "E0112": "assignment as a condition",
    "E0113": "quotation as a value",
    "E0114": "reserved word as a name",
    "E0115": "reserved verb",
    "E0116": "unsuitable letter in a name",
    "E0117": "unfinished sentence",
    "E0118": "sign of another language",
    "E0119": "sentence outside of a block",
    "E0120": "declaration inside a block",
    "E0121": "branch without a beginning",
    "E0122": "mixed `or` and `and` between deeds",
    "E0123": "uneven row",
    "E0124": "unknown edition",
    "E0125": "table without rows",
    "E0126": "selection without a name",
    "E0127": "example without a verb",
    "E0128": "sentence in the wrong block",
    # E02xx: names
    # E03xx: types
    # E04xx: state, visibility, leaks
    # E05xx: flow
    # E06xx: variants
    # E07xx: examples and promises
    # E08xx: words
    # E09xx: limits
    "E0901": "file too large",
    "E0902": "text that is not UTF-8",
    "E0903": "control character",
    "E0904": "nesting too deep",
    "E0905": "expression too long",
    "E0906": "number too large",
    # L1xxx: lints
}
