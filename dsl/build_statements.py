"""Statements and blocks: from Lark's trees to nodes."""

from __future__ import annotations

from typing import Any

from attrs import evolve
from lark import Token, Tree

from hoyle.dsl import nodes
from hoyle.dsl.build_base import Branch
from hoyle.dsl.build_expressions import ExpressionBuilder
from hoyle.dsl.syntax_errors import branch_without_beginning


class StatementBuilder(ExpressionBuilder):
    # -------------------------------------------------------------------------------------------- blocks

    def build_block(self, tree: Branch, tail: Branch, *body: Branch) -> nodes.Block:
        statements = self.each(body)
        place = self.lines_span(body[0])
        for line in body[-1:]:
            place = place.to(self.lines_span(line))
        return nodes.Block(statements, tail=self.build(tail), span=place)

    def build_line_block(self, tree: Branch, simple: Branch, tail: Branch) -> nodes.Block:
        statement = self.line(simple, tail)
        return nodes.Block((statement,), span=statement.span)

    def build_sentence_block(self, tree: Branch, *parts: Any) -> nodes.Block:
        statement = self.build_do_decision(tree, *parts)
        return nodes.Block((statement,), span=statement.span)

    def build_asked_block(self, tree: Branch, *parts: Any) -> nodes.Block:
        statement = self.build_asked_decision(tree, *parts)
        return nodes.Block((statement,), span=statement.span)

    def build_line(self, tree: Branch, simple: Branch, tail: Branch) -> nodes.Stmt:
        return self.line(simple, tail)

    def line(self, simple: Branch, tail: Branch) -> nodes.Stmt:
        statement: nodes.Stmt = evolve(self.build(simple), tail=self.build(tail))
        return statement

    # -------------------------------------------------------------------------------------------- simple statements

    def build_let_stmt(self, tree: Branch, name: Token, kind: Branch | None, value: Branch) -> nodes.Stmt:
        return nodes.Let(self.ident(name), self.maybe(kind), self.build(value), span=self.span(tree))

    def build_assign(self, tree: Branch, target: Branch, value: Branch) -> nodes.Stmt:
        return nodes.Assign("=", self.build(target), self.build(value), span=self.span(tree))

    def build_increase(self, tree: Branch, target: Branch, value: Branch) -> nodes.Stmt:
        return nodes.Assign("+=", self.build(target), self.build(value), span=self.span(tree))

    def build_decrease(self, tree: Branch, target: Branch, value: Branch) -> nodes.Stmt:
        return nodes.Assign("-=", self.build(target), self.build(value), span=self.span(tree))

    def build_call_stmt(self, tree: Branch, call: Branch) -> nodes.Stmt:
        return nodes.CallStmt(self.build(call), span=self.span(tree))

    def build_roll_stmt(self, tree: Branch, *parts: Branch | None) -> nodes.Stmt:
        *items, until = parts
        return nodes.Roll(self.each(items), self.maybe(until), span=self.span(tree))

    def build_roll_variable(self, tree: Branch, target: Branch) -> nodes.RollVariable:
        return nodes.RollVariable(self.build(target), span=self.span(tree))

    def build_roll_new(self, tree: Branch, name: Token, kind: Branch) -> nodes.RollVariable:
        target = nodes.Name(name.value, span=self.ident(name).span)
        return nodes.RollVariable(target, self.build(kind), span=self.span(tree))

    def build_roll_bag(self, tree: Branch, number: Branch, kind: Token, target: Branch) -> nodes.RollBag:
        return nodes.RollBag(self.build(number), self.ident(kind), self.build(target), span=self.span(tree))

    def build_shuffle_stmt(self, tree: Branch, zones: Branch) -> nodes.Stmt:
        return nodes.Shuffle(self.args(zones), span=self.span(tree))

    def build_draw_stmt(self, tree: Branch, what: Branch, source: Branch, target: Branch | None) -> nodes.Stmt:
        return nodes.Draw(self.build(what), self.build(source), self.maybe(target), span=self.span(tree))

    def build_move_stmt(self, tree: Branch, amount: Branch, source: Branch, target: Branch) -> nodes.Stmt:
        form, how_much = self._amount(amount)
        return nodes.Move(form, how_much, self.build(source), self.build(target), span=self.span(tree))

    def _amount(self, tree: Branch) -> tuple[str, nodes.Expr | None]:
        match tree.data:
            case "all_amount":
                return "all", None
            case "up_to":
                return "up to", self.args(tree)[0]
        return "one", self.build(tree)

    def build_award_stmt(self, tree: Branch, prizes: Branch, ranking: Branch, place: Branch) -> nodes.Stmt:
        return nodes.Award(self.build(prizes), self.build(ranking), self.build(place), span=self.span(tree))

    def build_show_stmt(self, tree: Branch, what: Branch, to: Branch) -> nodes.Stmt:
        return nodes.Show(self.build(what), self.build(to), span=self.span(tree))

    def build_announce_stmt(self, tree: Branch) -> nodes.Stmt:
        return nodes.Announce(span=self.span(tree))

    def build_do_stmt(self, tree: Branch, sentence: Branch) -> nodes.Stmt:
        return nodes.Do(self.build(sentence), span=self.span(tree))

    def build_stop_stmt(self, tree: Branch) -> nodes.Stmt:
        return nodes.Stop(span=self.span(tree))

    def build_next_stmt(self, tree: Branch) -> nodes.Stmt:
        return nodes.Next(span=self.span(tree))

    def build_return_stmt(self, tree: Branch) -> nodes.Stmt:
        return nodes.Return(span=self.span(tree))

    def build_end_stmt(self, tree: Branch, winners: Branch | None) -> nodes.Stmt:
        return nodes.EndGame(self.maybe(winners), span=self.span(tree))

    # -------------------------------------------------------------------------------------------- compound statements

    def build_if_stmt(self, tree: Branch, test: Branch, block: Branch, *rest: Branch | None) -> nodes.Stmt:
        *elifs, orelse = rest
        branches = ((self.build(test), self.build(block)), *self.each(elifs))
        return nodes.If(branches, self.maybe(orelse), span=self.sentence(tree))

    def build_elif(self, tree: Branch, test: Branch, block: Branch) -> tuple[nodes.Expr, nodes.Block]:
        return self.build(test), self.build(block)

    def build_for_stmt(self, tree: Branch, binders: Branch, block: Branch) -> nodes.Stmt:
        return nodes.For(self.build(binders), self.build(block), span=self.sentence(tree))

    def build_repeat_stmt(self, tree: Branch, block: Branch) -> nodes.Stmt:
        return nodes.Repeat("forever", None, self.build(block), span=self.sentence(tree))

    def build_repeat_times(self, tree: Branch, value: Branch, block: Branch) -> nodes.Stmt:
        return nodes.Repeat("times", self.build(value), self.build(block), span=self.sentence(tree))

    def build_repeat_while(self, tree: Branch, value: Branch, block: Branch) -> nodes.Stmt:
        return nodes.Repeat("while", self.build(value), self.build(block), span=self.sentence(tree))

    def build_repeat_until(self, tree: Branch, value: Branch, block: Branch) -> nodes.Stmt:
        return nodes.Repeat("until", self.build(value), self.build(block), span=self.sentence(tree))

    def build_turns_stmt(self, tree: Branch, *parts: Branch | None) -> nodes.Stmt:
        start, order, until, block = (self.maybe(p) for p in parts)
        return nodes.Turns(start, order, until, block, span=self.sentence(tree))

    def build_simultaneous_stmt(self, tree: Branch, binders: Branch, block: Branch) -> nodes.Stmt:
        return nodes.Simultaneously(self.build(binders), self.build(block), span=self.sentence(tree))

    # -------------------------------------------------------------------------------------------- must and may

    def build_modal(self, tree: Branch, decision: Branch, *otherwise: Branch) -> nodes.Stmt:
        statement: nodes.Must | nodes.Choose = self.build(decision)
        if isinstance(statement.who, nodes.Name) and statement.who.id in ("otherwise", "else", "elif"):
            self.diagnostics.add(branch_without_beginning(statement.who.id, statement.who.span))
        return evolve(statement, otherwise=self.each(otherwise))

    def build_do_decision(
        self, tree: Branch, who: Branch | None, modal: Token, deeds: Branch, able: Token | None, tail: Branch
    ) -> nodes.Must:
        return nodes.Must(
            self.maybe(who),
            str(modal),
            self.build(deeds),
            if_able=able is not None,
            tail=self.build(tail),
            span=self.sentence(tree),
        )

    def build_asked_decision(self, tree: Branch, *parts: Any) -> nodes.Must:
        return evolve(self.build_do_decision(tree, *parts), asks=True)

    def build_choose_decision(
        self, tree: Branch, who: Branch | None, modal: Token, binders: Branch, able: Token | None, block: Branch
    ) -> nodes.Choose:
        return nodes.Choose(
            self.maybe(who),
            str(modal),
            self.build(binders),
            able is not None,
            self.build(block),
            span=self.sentence(tree),
        )

    def build_subject(self, tree: Branch, who: Branch) -> nodes.Expr:
        subject: nodes.Expr = self.build(who)
        return subject

    def build_otherwise_decision(self, tree: Branch, decision: Branch) -> nodes.Otherwise:
        body = self.build(decision)
        return nodes.Otherwise(body, span=body.span)

    def build_otherwise_line(self, tree: Branch, simple: Branch, tail: Branch) -> nodes.Otherwise:
        body = self.line(simple, tail)
        return nodes.Otherwise(body, span=self.sentence(tree))

    def build_otherwise_block(self, tree: Branch, block: Branch) -> nodes.Otherwise:
        return nodes.Otherwise(self.build(block), span=self.sentence(tree))

    # -------------------------------------------------------------------------------------------- in actions only

    def build_require(self, tree: Branch, name: Token, test: Branch, tail: Branch) -> nodes.Stmt:
        return nodes.Require(self.ident(name), self.build(test), tail=self.build(tail), span=self.sentence(tree))

    def build_require_defined(self, tree: Branch, name: Token, args: Branch | None, tail: Branch) -> nodes.Stmt:
        return nodes.RequireDefined(
            self.ident(name),
            self.args(args),
            brackets=args is not None,
            tail=self.build(tail),
            span=self.sentence(tree),
        )

    def build_same(self, tree: Branch, deed: Branch, test: Branch | None, tail: Branch) -> nodes.Stmt:
        return nodes.Same(self.build(deed), self.maybe(test), tail=self.build(tail), span=self.sentence(tree))

    # -------------------------------------------------------------------------------------------- tables

    def build_row(self, tree: Branch, *parts: Branch | Token) -> nodes.Row:
        cells = tuple(self.cell(p) for p in parts if isinstance(p, Tree))
        cites = self.cites(p for p in parts if isinstance(p, Token))
        return nodes.Row(cells, cites, span=self.sentence(tree))

    def cell(self, tree: Branch) -> nodes.Cell:
        match tree.data:
            case "blank_cell":
                return nodes.Cell(None, span=self.span(tree))
            case "text_cell":
                return nodes.Cell(str(tree.children[0])[1:-1], span=self.span(tree))
            case "typed_head":
                head, kind = tree.children
                assert isinstance(head, Token) and isinstance(kind, Tree)
                name = self.ident(head)
                return nodes.Cell(nodes.Name(name.text, span=name.span), self.build(kind), span=self.span(tree))
        return nodes.Cell(self.build(tree), span=self.span(tree))

    def build_sentence_cell(self, tree: Branch, modal: Token, deeds: Branch, able: Token | None) -> nodes.Expr:
        return nodes.Sentence(str(modal), self.build(deeds), if_able=able is not None, span=self.span(tree))
