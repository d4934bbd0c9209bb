"""Seats, options and fields: what is known before the game, and what each thing has (semantics 2.9, 7, 20.1)."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

from hoyle.compiler import texts
from hoyle.compiler import typed as t
from hoyle.compiler.checking import exprs as ex
from hoyle.compiler.checking import tables as check_tables
from hoyle.compiler.checking import type_names as check_types
from hoyle.compiler.context import Context, broken
from hoyle.compiler.evaluate import NotConstantError, TooLongError, evaluate, holds
from hoyle.compiler.fitting import coerce
from hoyle.compiler.scope import Scope
from hoyle.compiler.types import (
    NONE,
    BagType,
    BoolType,
    Domain,
    ErrorType,
    IntType,
    ListType,
    MemberType,
    NoneType,
    PileType,
    SentenceType,
    SetType,
    Type,
    codes_of,
    is_finite,
    is_optional,
    none_code,
    optional,
    required,
)
from hoyle.dsl import nodes as n
from hoyle.dsl.diagnostics import Label, listed, suggestion
from hoyle.dsl.span import Span

MOST_DEFAULTS = 4_096  # things whose default is computed to see whether they have one


class MisuseError(Exception):
    """A player count or option that this game does not have: wrong use, not a wrong rule.

    message, hint: as in diagnostics. what: count, no_option, no_options or bad_option; values: what there is to say of
    it, for who tells players in their language (`hoyle.runtime.misuse`).
    """

    def __init__(self, message: str, hint: str | None, what: str, **values: Any) -> None:
        super().__init__(message)
        self.hint = hint
        self.what = what
        self.values = values


# ------------------------------------------------------------------------------------------------ seats


def bind_seats(ctx: Context) -> None:
    """The domain Player and the seats of this game (semantics 2.9)."""
    names = seat_names(ctx)
    present = _present(ctx, names)
    plus = [d.plus.text for d in ctx.decls.players if isinstance(d, n.Players) and d.plus]
    if all(isinstance(d, n.Players) for d in ctx.decls.players):
        # Numbered seats of larger games are no members here; their names stand for nobody.
        ctx.absent = {name: NONE for name in names if name not in present}
        names = present
    ctx.players = Domain("Player", "player", tuple(names))
    ctx.seats = tuple(names.index(name) for name in present)
    ctx.deciding = frozenset(names.index(name) for name in present if name not in plus)
    ctx.domains["Player"] = ctx.players
    ctx.players.shape = {"present": frozenset(ctx.seats)}


def seat_names(ctx: Context) -> list[str]:
    """All seat names of the game, in the order of the declaration with the most seats."""
    lists = []
    players = [*ctx.decls.players, *ctx.decls.former_players]
    for decl in players:
        if isinstance(decl, n.NamedPlayers):
            lists.append([i.text for i in decl.names])
        else:
            plus = [decl.plus.text] if decl.plus else []
            lists.append([f"player_{i}" for i in range(1, decl.high + 1)] + plus)
    longest = max(lists, key=len, default=[])
    first = max(zip(lists, players, strict=True), key=lambda pair: len(pair[0]), default=(longest, None))[1]
    for decl, names in zip(players, lists, strict=True):
        kept = [name for name in longest if name in names]
        if [name for name in names if name in kept] != kept:
            labels = [Label(first.span, "with these they sit like this")] if first is not None else []
            why = "the seats sit in the same order at every number of players"
            ctx.error("E0401", decl.span, labels=labels, why=why)
        longest = longest + [name for name in names if name not in longest]
    return longest


def _present(ctx: Context, names: list[str]) -> list[str]:
    seats = ctx.decls.seats_at(ctx.count)
    if seats is None:
        name, counts = ctx.decls.name, list(map(str, ctx.decls.counts))
        said = f"{name} is not for {ctx.count} players; it offers {listed(counts)}"
        raise MisuseError(said, None, "count", game=name, count=ctx.count, known=counts)
    return seats


# ------------------------------------------------------------------------------------------------ options


def bind_options(ctx: Context, given: Mapping[str, str]) -> None:
    """The value of each option: as given, else its default."""
    for name in given:
        if name not in ctx.decls.options:
            known = list(ctx.decls.options)
            hint = suggestion(name, known) or (f"it has {listed(known, 'and')}" if known else None)
            what = {"game": ctx.decls.name, "name": name, "known": known}
            said = f"{ctx.decls.name} has no option `{name}`"
            raise MisuseError(said, hint, "no_option" if known else "no_options", **what)
    for name, decl in ctx.decls.options.items():
        if isinstance(decl, n.OptionChoice):
            _choice(ctx, name, decl)
    for name, decl in ctx.decls.options.items():
        kind, default = _declared(ctx, name, decl)
        value = given_value(ctx, name, kind, given[name]) if name in given else default
        ctx.options[name] = (_exact(kind, value), value)
        ctx.option_types[name] = kind


def _exact(kind: Type, value: Any) -> Type:
    return IntType(value, value) if isinstance(kind, IntType) and value != none_code(kind) else kind


def _choice(ctx: Context, name: str, decl: n.OptionChoice) -> None:
    labels = tuple(w.text for w in decl.words if w.text != "none")
    numbers = bool(labels) and all(label.isdecimal() for label in labels)
    if numbers:  # words that are numbers count as numbers, as the rows of a table do
        labels = tuple(sorted(labels, key=int))
    codes = tuple(map(int, labels)) if numbers else ()
    domain = Domain(name, "option", labels, codes, integer_named=numbers, span=decl.span)
    ctx.option_domains[name] = domain
    for label in labels:
        ctx.members.setdefault(label, []).append(name)


def _declared(ctx: Context, name: str, decl: n.Option | n.OptionChoice) -> tuple[Type, Any]:
    if isinstance(decl, n.OptionChoice):
        domain = ctx.option_domains[name]
        kind: Type = MemberType(domain, any(w.text == "none" for w in decl.words))
        word = (decl.default or decl.words[0]).text
        if word != "none" and word not in domain.labels:
            ctx.error("E0205", (decl.default or decl.words[0]).span, f"`{word}` is not among the words of the option")
            return kind, 0
        return kind, -1 if word == "none" else domain.code(word)
    kind = check_types.type_of(ctx, decl.type)
    if not isinstance(kind, BoolType | IntType | MemberType | ErrorType) or not (
        is_finite(required(kind)) or isinstance(kind, ErrorType)
    ):
        ctx.error("E0305", decl.type.span, "an option is true or false, a number of a range, or a member")
        return kind, None
    default = ex.expr(Scope(ctx), decl.default, kind)
    if is_optional(default.type) and kind == ctx.player_type:
        # A seat of a larger game: nobody here.
        kind = optional(kind)
    value = coerce(Scope(ctx), default, kind, "the default")
    if not isinstance(value, t.Const):
        ctx.error("E0308", decl.default.span, why="the default of an option is a constant")
        return kind, None
    return kind, value.value


def given_value(ctx: Context, name: str, kind: Type, word: str) -> Any:
    """The value of a word from the command line."""
    choices = option_words(kind)
    folded = word.strip().replace("-", "_")
    if isinstance(kind, IntType) and folded.lstrip("_").isdecimal():
        number = int(folded.replace("_", "-"))
        if holds(kind, number):
            return number
    for text, value in choices:
        if folded.casefold() == text.casefold():
            return value
    known = [text for text, _ in choices]
    if isinstance(kind, IntType) and len(known) > 12:
        known = [f"{kind.low}..{kind.high}", *(["none"] if is_optional(kind) else [])]
    said = f"the option `{name}` cannot be `{word}`: it is {listed(known[:12])}"
    raise MisuseError(said, suggestion(folded, known), "bad_option", name=name, value=word, known=known)


def option_words(kind: Type) -> list[tuple[str, Any]]:
    """What may be said for an option of this type: words and their values."""
    match kind:
        case BoolType():
            words: list[tuple[str, Any]] = [("true", True), ("false", False), ("yes", True), ("no", False)]
        case MemberType(domain):
            words = list(zip(domain.labels, domain.codes, strict=True))
        case IntType(int() as low, int() as high):
            words = [(str(i), i) for i in range(low, min(high, low + 100) + 1)]
        case _:
            words = []
    if getattr(kind, "optional", False):
        words.append(("none", none_code(kind)))
    return words


# ------------------------------------------------------------------------------------------------ fields


def is_component(kind: Type) -> bool:
    """Do bags and piles of this type hold components (semantics 7.3)? Of numbers they hold values."""
    of = kind.of if isinstance(kind, BagType | PileType) else None
    return isinstance(of, MemberType) and of.domain.kind in ("enum", "table")


def field_named(ctx: Context, owner: str | None, name: str) -> t.Field | None:
    """A field by its owner's name (None: of the game), None if there is none."""
    key = (owner, name)
    if key not in ctx.fields and key in ctx.decls.fields:
        _declare(ctx, key, ctx.decls.fields[key])
    return ctx.fields.get(key)


def _declare(ctx: Context, key: tuple[str | None, str], decl: n.Field) -> None:
    owner = check_types.domain_named(ctx, key[0], ctx.decls.owners[key[0]].span) if key[0] else None
    kind = check_types.type_of(ctx, decl.type)
    indices = tuple(check_types.type_of(ctx, i) for i in decl.indices)
    for node, index in zip(decl.indices, indices, strict=True):
        if not is_finite(index) and not isinstance(index, ErrorType):
            ctx.error(
                "E0305", node.span, f"this is {index}", why="an index has a finite type: there is a place for each"
            )
            kind = ErrorType()
    if any(isinstance(i, ErrorType) for i in indices) or (key[0] and owner is None):
        kind = ErrorType()
    field = t.Field(owner, key[1], indices, kind, _kind(ctx, decl, kind), tail=decl.tail, span=decl.span)
    ctx.fields[key] = field
    if owner is not None:
        field.owner_var = t.Var("owner", MemberType(owner), "param", decl.span)
    field.text = texts.fixed(ctx, f"{owner.name if owner else 'game'}.{key[1]}", decl.tail)
    if decl.full is not None:
        field.full = texts.fixed(ctx, f"{owner.name if owner else 'game'}.{key[1]}.full", decl.full)


def _kind(ctx: Context, decl: n.Field, kind: Type) -> str:
    match kind:
        case ListType() | SentenceType():
            why = "lists and sentences stand in tables and expressions only"
            ctx.error("E0402", decl.type.span, f"this is a {kind}", why=why, hint="use a pile, a bag or a set")
        case BagType(of=MemberType()) | PileType(of=MemberType()):
            if is_component(kind):
                return "zone"
            if isinstance(kind, PileType):
                why = "a pile holds components: members of an enumeration or a table"
                ctx.error("E0402", decl.type.span, f"this is a {kind}", why=why)
            return "values"
        case BagType():
            return "values"
        case SetType():
            return "set"
        case IntType() if not is_finite(kind):
            ctx.error("E0402", decl.type.span, "a field has a finite type")
    return "scalar"


def finish_fields(ctx: Context) -> list[t.Field]:
    """Defaults and visibility of all fields, in order of declaration; fields of carried things come first."""
    for key in ctx.decls.fields:
        field_named(ctx, *key)
    for key, field in ctx.fields.items():
        decl = ctx.decls.fields.get(key)
        if field is not None and decl is not None and not isinstance(field.type, ErrorType):
            _default(ctx, field, decl)
            field.seen = _seen(ctx, field, decl)
    fields = [f for f in ctx.fields.values() if f is not None and not isinstance(f.type, ErrorType)]
    _check_size(ctx, fields)
    return fields


MOST_PLACES = 65_536  # of a state (language.md 15.12)


def _check_size(ctx: Context, fields: list[t.Field]) -> None:
    """Report the field that makes the state too large, with the product spelled out."""
    total = 0
    for field in fields:
        factors = [len(codes_of(kind)) for kind in field.indices]
        factors += [field.owner.size] if field.owner is not None else []
        if field.kind == "zone" and isinstance(field.type, BagType):
            factors.append(len(codes_of(field.type.of)))
        total += math.prod(factors)
        if total > MOST_PLACES:
            decl = ctx.decls.fields.get((field.owner.name if field.owner else None, field.name))
            product = " × ".join(f"{f:,}" for f in factors)
            said = f"{product} = {math.prod(factors):,} places" if len(factors) > 1 else f"{product} places"
            why = f"a state has at most {MOST_PLACES:,} places, all fields together"
            ctx.error("E0912", decl.name.span if decl else field.span, said, why=why)
            return


def _owner_scope(ctx: Context, field: t.Field) -> Scope:
    owner = t.Local(field.owner_var.type, field.owner_var) if field.owner_var else None
    return Scope(ctx, owner=owner, no_you="a default is the same for everybody")


def _default(ctx: Context, field: t.Field, decl: n.Field) -> None:
    if decl.default is None:
        return
    scope = _owner_scope(ctx, field)
    value = filling(scope, decl.default, field.type)
    if not isinstance(value.type, ErrorType) and _is_known(ctx, field, value, decl.default.span):
        field.default = value


def _is_known(ctx: Context, field: t.Field, default: t.Expr, span: Span) -> bool:
    """Has every thing its default before the game? What is wrong is reported."""
    if isinstance(default, t.Const):
        return True
    codes: Sequence[int | None] = field.owner.codes if field.owner else (None,)
    for code in codes[:MOST_DEFAULTS]:
        env = {field.owner_var: code} if field.owner_var else {}
        try:
            value = evaluate(default, env, ctx.budget)
        except TooLongError:
            ctx.error("E0911", span, why="it would take too many steps to compute this before the game")
            return False
        except NotConstantError:
            ex.not_known(ctx, default, "a default")
            return False
        if value is None and (code in ctx.seats or field.owner is not ctx.players):
            of = f" for {field.owner.label(code)}" if field.owner is not None and code is not None else ""
            ctx.error("E0310", span, f"this has no value{of}", why=f"it is none of {field.type}, or cannot be computed")
            return False
    return True


def filling(scope: Scope, node: n.Expr, kind: Type) -> t.Expr:
    """What a zone or field is filled with: `all` is every row as often as it exists (semantics 7.3)."""
    if isinstance(kind, BagType | PileType) and isinstance(kind.of, MemberType):
        domain = kind.of.domain
        whole = ListType(kind.of) if isinstance(kind, PileType) else kind
        if isinstance(node, n.Name) and node.id == "all" and scope.find("all") is None:
            counts = check_tables.copies_of(scope.ctx, domain)
            return t.Const(whole, repeated(domain, counts), span=node.span)
        selects = isinstance(node, n.Comprehension) and node.brackets == "{"
        value = ex.expr(scope, node, SetType(kind.of) if selects else whole)
        if isinstance(value.type, SetType) and domain.kind in ("enum", "table"):
            return _copied(scope, value, domain, whole)
        if value.type == kind.of:
            braces = "[]" if isinstance(kind, PileType) else "{}"
            hint = f"write `{braces[0]}{node.span.text}{braces[1]}`"
            scope.ctx.error("E0301", value.span, f"the content is {value.type}, not {kind}", hint=hint)
            return broken(value.span)
        return coerce(scope, value, whole, "the content")
    return coerce(scope, ex.expr(scope, node, kind), kind, "the default")


def repeated(domain: Domain, counts: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(code for code, count in zip(domain.codes, counts, strict=True) for _ in range(count))


def _copied(scope: Scope, value: t.Expr, domain: Domain, whole: Type) -> t.Expr:
    """A set gives each member as often as it exists."""
    counts = check_tables.copies_of(scope.ctx, domain)
    if isinstance(value, t.Const):
        codes = [c for c in repeated(domain, counts) if c in value.value]
        return t.Const(whole, tuple(codes), span=value.span)
    if set(counts) <= {1}:
        return coerce(scope, value, whole, "the content")
    member = t.Var("component", MemberType(domain), "binder")
    every = t.Const(ListType(MemberType(domain)), repeated(domain, counts))
    test = t.Op(BoolType(), "in", (t.Local(member.type, member), value))
    return t.Comprehension(whole, t.Local(member.type, member), (t.Bind(member, every),), test, span=value.span)


# ------------------------------------------------------------------------------------------------ visibility


def _seen(ctx: Context, field: t.Field, decl: n.Field) -> tuple[t.Seen, ...]:
    """Who sees what (semantics 7.6): by default all see everything."""
    everybody = frozenset(ctx.seats)
    codes: tuple[int | None, ...] = field.owner.codes if field.owner else (None,)
    found: dict[str, dict[int | None, frozenset[int]]] = {}
    for clause in decl.visibility:
        what = clause.what.text if clause.what else "content"
        if not _can_be_seen(field, what):
            forms = [f"`{w}seen by`" for w in ("", "count ", "top ") if _can_be_seen(field, w.strip() or "content")]
            article = "a " if _is_counted(field) else ""
            why = f"of {article}{field.type} one may say {listed(forms, 'and')}"
            span = clause.what.span if clause.what else clause.span
            ctx.error("E0403", span, why=why, hint=ctx.suggest(what, ("top", "count")))
            continue
        seats = _seats(ctx, field, clause.who, codes)
        before = found.get(what, {})
        found[what] = {code: seats.get(code, everybody) | before.get(code, frozenset()) for code in codes}
    if "content" not in found:
        nobody = {code: frozenset[int]() for code in codes}
        found["content"] = nobody if "top" in found else {code: everybody for code in codes}
    found.setdefault("count", {code: everybody for code in codes})
    return tuple(t.Seen(what, seats) for what, seats in found.items())


def _is_counted(field: t.Field) -> bool:
    return isinstance(field.type, BagType | PileType)


def _can_be_seen(field: t.Field, what: str) -> bool:
    return (
        what == "content"
        or (what == "count" and _is_counted(field))
        or (what == "top" and isinstance(field.type, PileType))
    )


def _seats(ctx: Context, field: t.Field, who: n.Expr, codes: Sequence[int | None]) -> dict[int | None, frozenset[int]]:
    """Who is meant, for each thing that has the field; nothing after a report."""
    scope = _owner_scope(ctx, field)
    for word, seats in (("all", frozenset(ctx.seats)), ("nobody", frozenset[int]())):
        var = t.Var(word, SetType(ctx.player_type), "binder")
        scope.names[word] = var
        ctx.visibility_words[var] = seats
    checked = ex.expr(scope, who)
    if isinstance(checked.type, ErrorType):
        return {}
    of = checked.type.of if isinstance(checked.type, SetType) else checked.type
    if not isinstance(of, NoneType | ErrorType) and not (isinstance(of, MemberType) and of.domain is ctx.players):
        why = "a seat or a set of seats sees a field; `owner` is one only where a player has it"
        ctx.error("E0301", who.span, f"this is {checked.type}", why=why)
        return {}
    found: dict[int | None, frozenset[int]] = {}
    for code in codes:
        env: dict[t.Var, Any] = dict(ctx.visibility_words)
        if field.owner_var is not None:
            env[field.owner_var] = code
        try:
            value = evaluate(checked, env, ctx.budget)
        except NotConstantError:
            why = "who sees a field is fixed before the game: `owner`, options and the number of players may say it"
            ctx.error("E0308", who.span, why=why)
            return {}
        members = value if isinstance(value, frozenset) else frozenset({value})
        found[code] = members & frozenset(ctx.seats)
    return found


def read_type(kind: Type) -> Type:
    """The type a field has as a value: a pile is read as a list."""
    return ListType(kind.of) if isinstance(kind, PileType) else kind


def first_value(kind: Type) -> Any:
    """The value of a field without default (semantics 7.1)."""
    match kind:
        case BoolType():
            return 0
        case IntType() | MemberType() if kind.optional:
            return none_code(kind)
        case IntType(int() as low, _):
            return low
        case MemberType(domain):
            return domain.codes[0] if domain.codes else none_code(kind)
        case SetType():
            return frozenset()
    return ()
