"""What somebody may have meant who wrote a word of another language, or a value where a sentence was expected."""

from __future__ import annotations

from hoyle.compiler.context import Context
from hoyle.dsl import nodes as n

_RANGE = "a number has a range: write `0..99`"
TYPES = {
    **dict.fromkeys("int integer number num count counter uint long".split(), _RANGE),
    **dict.fromkeys("float double real decimal".split(), "what is kept is a whole number of a range: write `0..99`"),
    **dict.fromkeys("boolean flag logical".split(), "write `bool`"),
    **dict.fromkeys("string str text char".split(), "texts are for people only; things have names: `type Name: a, b`"),
    **dict.fromkeys("die dice d6".split(), "declare it: `type Die: 1..6`"),
    **dict.fromkeys("list array vector queue stack".split(), "write `pile of T`, `bag of T` or `set of T`"),
    **dict.fromkeys("map dict dictionary".split(), "give the field an index: `price[Fruit]: 0..9`"),
    "players": "write `Player`",
}

_SENTENCES = {
    **dict.fromkeys("break exit leave".split(), "to leave a loop, write `stop`"),
    **dict.fromkeys("continue skip".split(), "to go on with the next round, write `next`"),
    **dict.fromkeys("pass nothing".split(), "leave it out: where nothing is written, nothing happens"),
    **dict.fromkeys("win won".split(), "write `end game won by you`"),
    **dict.fromkeys("lose lost draw tie over finish quit end_game".split(), "write `end game`"),
}


def of_type(name: str) -> str | None:
    """A hint for the name of a type that other languages have."""
    return TYPES.get(name.casefold())


def of_sentence(ctx: Context, value: n.Expr) -> str | None:
    """A hint for a value that stands where something should be done."""
    match value:
        case n.Name(id=name) if name in ctx.procedures:
            return f"write `{name}()` to carry it out"
        case n.Name(id=name) if name in ctx.actions:
            return f"`{name}` is an action: write `must {name}` or `may {name}`"
        case n.Name(id=name):
            return _SENTENCES.get(name) or ctx.suggest(name, ["stop", "next", "return", *ctx.procedures])
        case n.Compare(op="==", left=left):
            return f"to write a value, use one `=`: `{left.span.text} = …`"
        case n.Binary(op="+" | "-" as op, left=n.Name() | n.Attr() | n.Index() as left, right=right):
            return f"to change a value, write `{left.span.text} {op}= {right.span.text}`"
        case n.Binary(left=left) if isinstance(value.left, n.Can | n.Binary):
            return of_sentence(ctx, left)
        case n.Can(deed=deed):
            return f"`can` only asks; to let somebody do it, write `may {deed.verb.text}`"
    return None


def of_leaving(of_action: bool) -> str:
    """A hint for `stop` or `next` where there is no loop to leave."""
    if not of_action:
        return "to end the procedure here, write `return`"
    return "to end the action here, write `return`; to end the loop it is asked in, write a field that the loop reads"
