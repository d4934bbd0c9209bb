"""Words that are nearly the language's: misspelt, in the wrong number, or what one would say at a table instead."""

from __future__ import annotations

import re

from hoyle.dsl.diagnostics import Diagnostic, suggestion
from hoyle.dsl.failure import STATEMENTS, Failure
from hoyle.dsl.scanner import Lexeme

# ------------------------------------------------------------------------------------------------ first words


_FIRST_WORDS = (*STATEMENTS, "players", "require", "same", "given", "when", "at", "expect")

_MOVE = "components change their place with `move a from b to c`, or at random with `draw`"
_WRITE = "a value is written with `=`, `+=` or `-=`"
_ASK = "players are asked with `must` or `may`: `must a or b`, `must choose x in S:`"
_SAID_INSTEAD = {
    "deal": "from a shuffled pile or a bag, write `draw 5 from deck to p.hand`",
    **dict.fromkeys("put place take give discard transfer return_to lay pay get".split(), _MOVE),
    **dict.fromkeys("set add increase decrease subtract gain lose score".split(), _WRITE),
    **dict.fromkeys("choose pick select ask can".split(), _ASK),
    **dict.fromkeys("reroll throw toss flip".split(), "chance is asked with `roll` or `draw`"),
    **dict.fromkeys("foreach loop".split(), "write `for x in S:` or `repeat`"),
    **dict.fromkeys("while until".split(), "write `repeat while` or `repeat until`"),
    **dict.fromkeys("print say tell".split(), 'what all are to be told is announced: `announce "…"`'),
}


def unknown_sentence(f: Failure) -> Diagnostic | None:
    """`player take turns`, `requires x: c`, `deal 5 to p`: the first word was read as the name of a value."""
    first = f.first
    if first is None or first != f.previous or first.kind != "word" or first.text in _FIRST_WORDS:
        return None
    if f.word.kind not in ("word", "int") or "+=" not in f.accepted:
        return None
    return _no_such_sentence(f, first)


def _no_such_sentence(f: Failure, first: Lexeme) -> Diagnostic:
    read_on = [word for word in _FIRST_WORDS if f.survives(first, word)]
    hint = _SAID_INSTEAD.get(first.text) or suggestion(first.text, read_on) or suggestion(first.text, _FIRST_WORDS)
    why = "a sentence begins with a word of the language, or with the place that it writes"
    return f.report("E0129", f"no sentence begins with `{first.text}`", why, hint or joined(f), at=f.span(first))


def longer_word(f: Failure) -> Diagnostic | None:
    """`players takes turns`: a word of the language was read from the letters of a longer one."""
    if f.previous is None or f.previous.kind != "word" or f.previous.end != f.word.start or f.word.kind != "word":
        return None
    whole = f.span(f.previous).to(f.span(f.word))
    return f.report("E0101", "this is no word of the language", hint=f"did you mean `{f.previous.text}`?", at=whole)


def turns_of_each(f: Failure) -> Diagnostic | None:
    """`each player takes turns:`, `everyone takes a turn:`"""
    if f.first is None or f.sentence is None or f.sentence.indent == 0:
        return None
    words = [x.text for x in f.sentence.words]
    if words[0] in ("players", "repeat", "for") or not {"turn", "turns"} & set(words[1:5]):
        return None
    return f.report("E0129", "no sentence begins like this", hint="write `players take turns:`", at=f.span(f.first))


def empty_cell(f: Failure) -> Diagnostic | None:
    """`ace | | 3`, `ace | 3 |`: a table with nothing between two strokes, or behind the last"""
    if f.previous is None or f.previous.text != "|" or f.previous.kind != "sign":
        return None
    if not f.ends_line and (f.word.text != "|" or f.word.start == f.previous.end):
        return None
    return f.report("E0123", "this cell is empty", hint="write `-` for an empty cell", at=f.span(f.previous))


def for_each(f: Failure) -> Diagnostic | None:
    """`for each p in players`, `for all p in players`"""
    if f.previous is None or f.previous.text not in ("each", "every", "all", "any") or f.word.kind != "word":
        return None
    words = f.sentence.words if f.sentence else ()
    before = next((a for a, b in zip(words, words[1:], strict=False) if b == f.previous), None)
    if before is None or before.text != "for":
        return None
    hint = f"write `for {f.word.text} in …`"
    return f.report(
        "E0118", f"`for` means each of them already, without `{f.previous.text}`", hint=hint, at=f.span(f.previous)
    )


# ------------------------------------------------------------------------------------------------ players


def numbers_of_players(f: Failure) -> Diagnostic | None:
    """`players 2..5`, `players: 2 to 4`, `players 2, 3, 4`"""
    if f.first is None or f.first.text != "players" or f.sentence is None or f.sentence.indent > 0:
        return None
    numbers = [x.text for x in f.sentence.words[1:] if x.kind == "int"]
    others = [x for x in f.sentence.words[1:] if x.kind == "word" and x.text not in ("to", "or", "and", "through")]
    if not numbers or others or f.ends_line:
        return None
    written = " to ".join(dict.fromkeys((numbers[0], numbers[-1])))
    why = "for how many players a game is: `players 2`, `players 2 to 5`, or `players 3: fox, hare, owl`"
    return f.report("E0130", "the numbers of players are not read like this", why, f"write `players {written}`")


def one_end_of_a_range(f: Failure) -> Diagnostic | None:
    """`coins: 40`, `coins: 0-40`, `coins: 0 to 40` as a type"""
    if f.accepted != {".."} or f.previous is None or f.previous.kind != "int":
        return None
    low, high = f.previous.text, f.following.text if f.following and f.following.kind == "int" else None
    written = f"{low}..{high}" if high else f"0..{low}"
    why = "a type is a name or a range of numbers"
    return f.report("E0101", "a range has two ends: expected `..`", why, f"write `{written}`")


# ------------------------------------------------------------------------------------------------ comments


_COMMENT = re.compile(r"//|/\*|--(?=[ \t]*\w)")


def other_comment(f: Failure) -> Diagnostic | None:
    """`// so`, `/* so */`, `-- so`: at the start of a line, or with words behind it that are no value."""
    text = f.source.text
    line_start = text.rfind("\n", 0, f.word.start) + 1
    line_end = text.find("\n", f.word.start) % (len(text) + 1)
    found = _COMMENT.search(text, line_start, line_end)
    if found is None or found.start() > f.word.start:
        return None
    alone = not text[line_start : found.start()].strip()
    if not alone and (
        found[0] == "--" or f.word.kind not in ("word", "bad") or text.count('"', line_start, found.start()) % 2
    ):
        return None
    sign = Lexeme("sign", found[0], found.start())
    return f.report("E0118", f"`{found[0]}` begins no comment", hint="a comment begins with `#`", at=f.span(sign))


# ------------------------------------------------------------------------------------------------ within sentences


_MEANT = {
    "SENSE": dict.fromkeys("highest max maximum greatest largest more best".split(), "most")
    | dict.fromkeys("lowest min minimum fewest smallest less".split(), "least"),
    "KIND": {"scoring": "score", "component": "score", "procedure": "to", "promise": "always", "requires": "require"},
    "TIES": dict.fromkeys("shared split tied draw all".split(), "share") | {"none": "cancel", "cancelled": "cancel"},
}
_PATTERNED = {"SENSE": ("most", "least"), "TIES": ("cancel", "share", "friendly", "never"), "MODAL": ("must", "may")}


def likely(f: Failure) -> str | None:
    """A hint for what no rule knows: a misspelt word of the language, a name in two words, a missing comma."""
    if f.word.kind == "word":
        for terminal in f.accepts & _MEANT.keys():
            if f.word.text in _MEANT[terminal]:
                return f"write `{_MEANT[terminal][f.word.text]}`"
        if f.word.text in ("ties", "tie", "then") and {"TIED", "THEN"} & f.accepts:
            return "a comma stands before it: `, ties share`" if f.word.text != "then" else "a comma stands before it"
    return joined(f) or _hyphened(f) or _of_the_place(f) or _misspelt(f) or _of_the_sentence(f)


def _misspelt(f: Failure) -> str | None:
    words = {text for text in f.accepted if text.isalpha()}
    for terminal in f.accepts & _PATTERNED.keys():
        words.update(_PATTERNED[terminal])
    if f.word.text == "," and f.following and "TIED" in f.accepts and f.following.text in ("tie", "tied"):
        return "write `, ties`"
    if f.word.kind != "word":
        return None
    return suggestion(f.word.text, sorted(word for word in words if len(word) > 3 or len(f.word.text) <= 3))


def joined(f: Failure) -> str | None:
    """`must roll on` where the file has a `roll_on`."""
    if f.previous is None or f.previous.kind != "word" or f.word.kind != "word":
        return None
    name = f"{f.previous.text}_{f.word.text}"
    return f"did you mean `{name}`?" if re.search(rf"\b{re.escape(name)}\b", f.source.text) else None


def _hyphened(f: Failure) -> str | None:
    """`option own-stack: bool`"""
    before, after = f.previous, f.following
    if f.word.text != "-" or before is None or after is None or (before.kind, after.kind) != ("word", "word"):
        return None
    if (before.end, f.word.end) != (f.word.start, after.start):
        return None
    return f"a name has no hyphens, they are minus signs: write `{before.text}_{after.text}`"


_SECRET = "hidden secret private concealed closed".split()
_SEEN = "visible shown known open public revealed".split()


def _of_the_place(f: Failure) -> str | None:
    """By the words on both sides of the failure."""
    before, word = f.previous.text if f.previous else "", f.word.text
    if before == "your":
        return f"write `you.{word}`"
    if word == "of":
        return suggestion(before, ["set", "bag", "pile", "list"])
    if "seen" in f.accepted or before in (*_SECRET, *_SEEN) or (before == "the" and "by" in _words(f)):
        return "who sees it: `seen by owner`, `seen by nobody`, `seen by all`"
    if _first(f) in ("move", "draw") and f.previous is not None:
        if f.previous.kind == "int" and f.word.kind == "word" and word not in ("from", "to"):
            return f"leave out `{word}`: a number is enough"
        if word == "to" and "from" in f.accepted:
            return "say from where: `move c from a to b`, `move all from a to b`"
    if word == "from":
        return "components change their place with `move a from b to c`, or at random with `draw`"
    if word == "." and _first(f) in ("action", "define", "to") and ":" in _words(f):
        return "what stands behind a colon is a type; to choose from a set, write `x in you.hand`"
    return None


def _words(f: Failure) -> list[str]:
    return [x.text for x in f.sentence.words if x.start < f.word.end] if f.sentence else []


def _first(f: Failure) -> str:
    return f.first.text if f.first else ""


def _of_the_sentence(f: Failure) -> str | None:
    words = [x.text for x in f.sentence.words] if f.sentence else []
    if words[:1] == ["variant"] and f.sentence is not None and f.sentence.indent == 0:
        return "a variant names itself and its game: `variant House of Kumata`"
    if words[:1] == ["remove"] and "KIND" in f.accepts and f.word.kind == "word":
        return f"say what it is: `remove define {f.word.text}`, `remove action {f.word.text}`, …"
    if "does" in f.accepted and f.word.kind == "word":
        return "write `when P does A`, with the name of an action"
    if "does" in words and "when" in f.accepted:
        return "what is done begins with `when`"
    if words[:1] == ["winner"]:
        return "a winner is ranked: `winner: rank p in players by most total(p), ties share`"
    if "either" in words and {"must", "may"} & set(words):
        return "leave out `either`"
    if f.word.text in ("once", "twice") and "UP" in f.accepts:
        return "a deed is done once, if `up to 2 times` does not follow it"
    if f.word.text == "," and "OR" in f.accepts and {"must", "may"} & set(words):
        return "between deeds stands `or`, or `and`"
    return None
