"""Expressions and types: from Lark's trees to nodes."""

from __future__ import annotations

from typing import Any

from lark import Token, Tree

from hoyle.dsl import nodes
from hoyle.dsl.build_base import Branch, BuilderBase

# Comparisons do not chain (semantics 5.1): these may not stand unbracketed at the left of another one.
_COMPARISONS = frozenset({"compare", "contains", "lacks"})


class ExpressionBuilder(BuilderBase):
    # -------------------------------------------------------------------------------------------- atoms

    def build_name(self, tree: Branch, name: Token) -> nodes.Expr:
        return nodes.Name(str(name), span=self.span(tree))

    def build_int(self, tree: Branch, number: Token) -> nodes.Expr:
        return nodes.Int(self.number(number), span=self.span(tree))

    def build_half(self, tree: Branch, number: Token) -> nodes.Expr:
        return nodes.Half(self.number(number), span=self.span(tree))

    def build_true(self, tree: Branch) -> nodes.Expr:
        return nodes.Bool(True, span=self.span(tree))

    def build_false(self, tree: Branch) -> nodes.Expr:
        return nodes.Bool(False, span=self.span(tree))

    def build_none(self, tree: Branch) -> nodes.Expr:
        return nodes.NoneValue(span=self.span(tree))

    def build_whole_expr(self, tree: Branch, inner: Any) -> nodes.Expr:
        expr: nodes.Expr = self.build(inner)
        return expr

    def build_paren(self, tree: Branch, inner: Branch) -> nodes.Expr:
        expr: nodes.Expr = self.build(inner)
        return expr

    def build_list(self, tree: Branch, args: Branch | None) -> nodes.Expr:
        return nodes.ListOf(self.args(args), span=self.span(tree))

    def build_set(self, tree: Branch, args: Branch | None) -> nodes.Expr:
        return nodes.SetOf(self.args(args), span=self.span(tree))

    def args(self, tree: Branch | None) -> tuple[nodes.Expr, ...]:
        """The expressions of `args`, or of the brackets around it."""
        if tree is None:
            return ()
        if tree.data == "arg_list":
            (inner,) = tree.children
            return self.args(inner)  # type: ignore[arg-type]
        return self.each(tree.children)

    # -------------------------------------------------------------------------------------------- postfix

    def build_attr(self, tree: Branch, of: Branch, name: Token) -> nodes.Expr:
        return nodes.Attr(self.build(of), self.ident(name), span=self.span(tree))

    def build_index(self, tree: Branch, of: Branch, args: Branch) -> nodes.Expr:
        return nodes.Index(self.build(of), self.args(args), span=self.span(tree))

    def build_call(self, tree: Branch, func: Branch, args: Branch) -> nodes.Expr:
        return nodes.Call(self.build(func), self.args(args), span=self.span(tree))

    def build_aggregate(self, tree: Branch, func: Branch, inner: Branch) -> nodes.Expr:
        return nodes.Call(self.build(func), (self.comprehension(inner, inner, "("),), span=self.span(tree))

    def build_set_comp(self, tree: Branch, inner: Branch) -> nodes.Expr:
        return self.comprehension(tree, inner, "{")

    def build_list_comp(self, tree: Branch, inner: Branch) -> nodes.Expr:
        return self.comprehension(tree, inner, "[")

    def comprehension(self, place: Branch, tree: Branch, brackets: str) -> nodes.Comprehension:
        if tree.data == "selection":
            return self._selection(place, tree, brackets)
        element, binders = tree.children
        assert isinstance(element, Tree) and isinstance(binders, Tree)
        return nodes.Comprehension(brackets, self.build(element), self.build(binders), span=self.span(place))

    def _selection(self, place: Branch, tree: Branch, brackets: str) -> nodes.Comprehension:
        """`x in S where c`, which the grammar reads as an expression `x in S`."""
        element, where = tree.children
        assert isinstance(element, Tree) and isinstance(where, Tree)
        binder = self._selected(element)
        binders = nodes.Binders((binder,), self.build(where), span=self.span(tree))
        name = nodes.Name(binder.name.text, span=binder.name.span)
        return nodes.Comprehension(brackets, name, binders, selects=True, span=self.span(place))

    def _selected(self, tree: Branch) -> nodes.Binder:
        match self.build(tree):
            case nodes.Compare("in", nodes.Name(id, span=place), domain) if tree.data == "contains":
                return nodes.Binder(nodes.Ident(id, span=place), domain, span=self.span(tree))
            case expr:
                self.diagnostics.report(
                    "E0126",
                    expr.span,
                    "`x in S` was expected before `where`",
                    why="`{x in S where c}` selects the members of S that pass; for anything made of them write "
                    "`{e for x in S where c}`",
                )
                return nodes.Binder(nodes.Ident("_", span=expr.span), expr, span=expr.span)

    # -------------------------------------------------------------------------------------------- operators

    def binary(self, op: str, tree: Branch, left: Branch, right: Branch) -> nodes.Expr:
        return nodes.Binary(op, self.build(left), self.build(right), span=self.span(tree))

    def build_or(self, tree: Branch, left: Branch, right: Branch) -> nodes.Expr:
        return self.binary("or", tree, left, right)

    def build_and(self, tree: Branch, left: Branch, right: Branch) -> nodes.Expr:
        return self.binary("and", tree, left, right)

    def build_range(self, tree: Branch, left: Branch, right: Branch) -> nodes.Expr:
        return self.binary("..", tree, left, right)

    def build_add(self, tree: Branch, left: Branch, right: Branch) -> nodes.Expr:
        return self.binary("+", tree, left, right)

    def build_sub(self, tree: Branch, left: Branch, right: Branch) -> nodes.Expr:
        return self.binary("-", tree, left, right)

    def build_mul(self, tree: Branch, left: Branch, right: Branch) -> nodes.Expr:
        return self.binary("*", tree, left, right)

    def build_div(self, tree: Branch, left: Branch, right: Branch) -> nodes.Expr:
        return self.binary("//", tree, left, right)

    def build_mod(self, tree: Branch, left: Branch, right: Branch) -> nodes.Expr:
        return self.binary("%", tree, left, right)

    def build_meet(self, tree: Branch, left: Branch, right: Branch) -> nodes.Expr:
        return self.binary("&", tree, left, right)

    def build_not(self, tree: Branch, operand: Branch) -> nodes.Expr:
        return nodes.Unary("not", self.build(operand), span=self.span(tree))

    def build_neg(self, tree: Branch, operand: Branch) -> nodes.Expr:
        return nodes.Unary("-", self.build(operand), span=self.span(tree))

    def build_compare(self, tree: Branch, left: Branch, op: Token, right: Branch) -> nodes.Expr:
        return self._comparison(str(op), tree, left, right)

    def build_contains(self, tree: Branch, left: Branch, right: Branch) -> nodes.Expr:
        return self._comparison("in", tree, left, right)

    def build_lacks(self, tree: Branch, left: Branch, right: Branch) -> nodes.Expr:
        return self._comparison("not in", tree, left, right)

    def _comparison(self, op: str, tree: Branch, left: Branch, right: Branch) -> nodes.Expr:
        first = self.build(left)
        if left.data in _COMPARISONS:
            middle = first.right.span.text
            self.diagnostics.report(
                "E0111",
                self.span(tree),
                "two comparisons in one",
                why="a comparison is true or false, and that is not compared further",
                hint=f"write `{first.span.text} and {middle} {op} {self.span(right).text}`",
            )
        return nodes.Compare(op, first, self.build(right), span=self.span(tree))

    def build_can(self, tree: Branch, who: Branch, deed: Branch) -> nodes.Expr:
        return nodes.Can(self.build(who), self.build(deed), span=self.span(tree))

    def build_can_do(self, tree: Branch, who: Branch, sentence: Branch) -> nodes.Expr:
        return nodes.CanDo(self.build(who), self.build(sentence), span=self.span(tree))

    # -------------------------------------------------------------------------------------------- whole sentences

    def build_conditional(self, tree: Branch, value: Branch, test: Branch, orelse: Branch) -> nodes.Expr:
        return nodes.IfElse(self.build(value), self.build(test), self.build(orelse), span=self.span(tree))

    def build_quantified(self, tree: Branch, word: Token, binders: Branch, body: Branch) -> nodes.Expr:
        return nodes.Quantified(str(word), self.build(binders), self.build(body), span=self.span(tree))

    def build_the_one(self, tree: Branch, binder: Branch, where: Branch) -> nodes.Expr:
        return nodes.TheOne(self.build(binder), self.build(where), span=self.span(tree))

    def build_rank(self, tree: Branch, binder: Branch, where: Branch | None, *rest: Any) -> nodes.Expr:
        keys = tuple(self.build(k) for k in rest if isinstance(k, Tree))
        ties = [t for t in rest if isinstance(t, Token) and t.type == "TIES"]
        return nodes.Rank(
            self.build(binder), self.maybe(where), keys, str(ties[0]) if ties else None, span=self.span(tree)
        )

    def build_key(self, tree: Branch, sense: Token, value: Branch) -> nodes.RankKey:
        return nodes.RankKey(str(sense), self.build(value), span=self.span(tree))

    def build_binder(self, tree: Branch, name: Token, domain: Branch) -> nodes.Binder:
        return nodes.Binder(self.ident(name), self.build(domain), span=self.span(tree))

    def build_binders(self, tree: Branch, *parts: Branch | None) -> nodes.Binders:
        *items, where = parts
        return nodes.Binders(self.each(items), self.maybe(where), span=self.span(tree))

    # -------------------------------------------------------------------------------------------- deeds

    def build_deed(self, tree: Branch, verb: Token, args: Branch | None, times: Branch | None) -> nodes.Deed:
        return nodes.Deed(
            self.ident(verb), self.args(args), self.maybe(times), brackets=args is not None, span=self.span(tree)
        )

    def build_one_of(self, tree: Branch, *deeds: Branch) -> nodes.Deeds:
        return nodes.Deeds(self.each(deeds), "or", span=self.span(tree))

    def build_each_of(self, tree: Branch, *deeds: Branch) -> nodes.Deeds:
        return nodes.Deeds(self.each(deeds), "and", span=self.span(tree))

    # -------------------------------------------------------------------------------------------- types

    def build_named_type(self, tree: Branch, name: Token) -> nodes.TypeExpr:
        return nodes.NamedType(str(name), span=self.span(tree))

    def build_range_type(self, tree: Branch, low: Branch, high: Branch) -> nodes.TypeExpr:
        return nodes.RangeType(self.build(low), self.build(high), span=self.span(tree))

    def build_bound(self, tree: Branch, token: Token) -> nodes.Expr:
        return self.build_int(tree, token) if token.type == "INT" else self.build_name(tree, token)

    def build_negative(self, tree: Branch, number: Token) -> nodes.Expr:
        whole = nodes.Int(self.number(number), span=self.token_span(number))
        return nodes.Unary("-", whole, span=self.span(tree))

    def build_built_type(self, tree: Branch, name: Token, args: Branch) -> nodes.TypeExpr:
        return nodes.BuiltType(str(name), self.args(args), span=self.span(tree))

    def build_carried_type(self, tree: Branch, name: Token, args: Branch, thing: Token, site: Token) -> nodes.TypeExpr:
        return nodes.CarriedType(str(name), self.args(args), self.ident(thing), self.ident(site), span=self.span(tree))

    def build_literal_type(self, tree: Branch, *items: Branch) -> nodes.TypeExpr:
        return nodes.LiteralType(self.each(items), span=self.span(tree))

    def build_optional_type(self, tree: Branch, of: Branch) -> nodes.TypeExpr:
        return nodes.OptionalType(self.build(of), span=self.span(tree))

    def build_collection_type(self, tree: Branch, kind: Token, of: Branch) -> nodes.TypeExpr:
        return nodes.Collection(str(kind), self.build(of), span=self.span(tree))
