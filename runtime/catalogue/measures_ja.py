"""Texts of `hoyle coverage` and `hoyle mutate`: what examples and promises are worth. Japanese."""

MESSAGES: dict[str, str] = {
    # What is counted
    "coverage.title": "{game}：設定{settings}通り、例{examples}件、対局{games}回（シード {seed}）",
    "coverage.kind.require": "満たされた場合と、それだけで拒否された場合の両方が確認された条件",
    "coverage.kind.verb": "開始された行動と手続き",
    "coverage.kind.statement": "実行された文",
    "coverage.kind.else": "`else` のない条件が満たされなかった場合",
    "coverage.kind.case": "条件式の使われた側",
    "coverage.kind.row": "使われた表の行",
    "coverage.kind.clause": "引用され、実際に使われた規則の条項",
    "coverage.line": "  {exercised:>5} / {all:>4}  {what}",
    # What is missing
    "coverage.missing": "使われておらず、理由も示されていないもの：",
    "coverage.item": "  {file}:{line}: {why}：{key}",
    "coverage.why.never_true": "行われた手で一度も満たされていない",
    "coverage.why.never_alone": "それだけが拒否の理由になったことがない",
    "coverage.why.never_verb": "一度も開始されていない",
    "coverage.why.never_statement": "一度も実行されていない",
    "coverage.why.never_else": "常に満たされている",
    "coverage.why.never_case": "一度も使われていない",
    "coverage.why.never_row": "一度も使われていない",
    "coverage.why.not_cited": "どこにも引用されていない",
    "coverage.why.cited_idle": "実行されない箇所でしか引用されていない",
    "coverage.excused": "{file} に理由が示されているもの：{count}件",
    "coverage.excused_one": "  {key}：{reason}",
    "coverage.stale": "{file} の不要な項目（実際には使われているか、その名前のものがない）：",
    "coverage.stale_one": "  {line}行目：{key}",
    "coverage.failing": "失敗した例（実行された内容はあてにならない。理由は `hoyle test` で）：",
    "coverage.failing_one": "  {file}:{line}: {name}",
    "coverage.skipped": "用意されていない設定：{what}",
    "coverage.good": "すべて使われているか、理由が示されています。",
    "coverage.bad": "使われておらず理由も示されていない箇所が{count}あります。",
    "coverage.bad.one": "使われておらず理由も示されていない箇所が1つあります。",
    "coverage.interrupted": "中断されました：設定{all}通りのうち{done}通りを調べた結果です。",
    "coverage.progress": "設定 {done} / {all}",
    "coverage.legend": "余白：その行が実行された回数。条件は、満たされた回数／それだけが理由で拒否された回数。"
    "`!!` は使われていないもの、`--` は理由が示されているもの。",
    # Lists of what is excused
    "coverage.bad_file": "{name} を読めません：{why}",
    "coverage.bad_table": "{name}：このファイルには表 [{table}] だけを置き、項目と理由を書きます。",
    "coverage.no_reason": "{name}：`{key}` には理由（文字列）が必要です。",
}
