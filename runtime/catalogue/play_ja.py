"""Japanese messages of `hoyle play`, `resume` and `replay`."""

MESSAGES: dict[str, str] = {
    # The beginning
    "cli.play.title": "{game} (シード {seed})",
    "cli.play.human": "あなた",
    "cli.play.random": "ランダムに手を選ぶボット",
    "cli.play.greedy": "すぐに得になる手を選ぶボット",
    "cli.play.mcts": "先を読むボット",
    "cli.play.set": "{bot} ({settings})",
    "cli.rules.variants": "バリアント: {names}",
    "cli.rules.options": "オプション: {options}",
    "cli.play.stronger": "もっと強い相手: --seat 名前=greedy、--seat 名前=mcts:time=1s",
    "cli.play.ask_help": "? と打つと、打てるものの説明が出ます。",
    "cli.play.prompt": "{name}> ",
    "cli.play.hide": "{last}は Enter を押してください。{name}のために画面を消します。 ",
    "cli.play.hand_over": "{name}の番です。ほかの人に見えないようにして Enter を押してください。 ",
    # Choosing
    "cli.play.chance": "運による決定が{count}回ありました (log で見られます)。",
    "cli.play.untold": "… ほかに{count}行: log",
    "cli.play.in_short": "… 略図。全体は show",
    "cli.play.next_page": "-- Enter で続き、ほかの字で終わり -- ",
    "cli.play.which": "何をしますか? ({count}通り)",
    "cli.play.which_value": "{name}は? ({count}通り)",
    "cli.play.moves": "{count}通り",
    "cli.play.more": "      … ほかに{count}行: 一部を打って絞り込むか、all と打つ",
    "cli.play.path": " > ",
    "cli.play.typed": "「{text}」",
    "cli.play.so_far": "ここまで: {path} (全{all}通りのうち{count}通り。back で一つ戻り、Enter で全部に戻る)",
    "cli.play.enter": "Enter だけでこの手に決まります。",
    "cli.play.no_number": "{number}番は今ありません。打てる番号: {options}",
    "cli.play.no_match": "「{text}」を含む手はありません。{hint}説明は「?」、手の一覧は Enter で出ます。",
    "cli.play.no_back": "まだ何も選んでいません。決めた手を取り消すには: undo",
    "cli.play.no_scores": "このゲームに得点はありません。",
    "cli.play.no_seat": "{name} という人はいません。いるのは: {names}",
    "cli.play.no_log": "あなたの知りうることはまだ何も起きていません。",
    "cli.play.log_cut": "(それより前の{count}件は省きました。log {all} で全部出ます)",
    "cli.play.why_what": "どの手のことですか? ? に続けて手を打ってください。",
    "cli.play.why_unknown": "「{text}」は手として読めません。",
    "cli.play.why_how": "手は次のように書きます: ? {example}",
    "cli.play.choose_again": "その手は行われませんでした。別の手を選ぶか、leave でやめてください。"
    "これまでの分は残っています。",
    "cli.play.typing": "打てるもの:\n"
    "  12              画面でその番号の付いたもの\n"
    "  言葉            出ている名前なら選ぶ。ほかの言葉なら、それを含む手だけを出す\n"
    "  {example}\n"
    "                  手そのもの。一つに決まるなら、はじめの部分だけでもよい\n"
    "  Enter, back     全部の手に戻る。選び方を一つ戻る (もどる)\n"
    "  pass            断る。断れるときは一覧の最後にもある\n"
    "  ? 手            なぜその手ができないか (why 手 でも)。できない手を打っても出る\n"
    "  all             すべての手を並べる (全部)\n"
    "  board           盤面 (画面に収まる分)\n"
    "  show            すべてをページごとに (全体)\n"
    "  score, score X  得点とその理由。X (プレイヤー、種類、もの) の得点\n"
    "  rules, rules X  ルールの説明。X (行動、条項番号など) についての説明 (ルール)\n"
    "  log, log 50     これまでに起きたこと (あなたに見える分)\n"
    "  hint            ボットならどうするか (ヒント)\n"
    "  undo            自分の最後の手を取り消す (待った)。何か明らかになった後は別\n"
    "  save, save 場所 どこに残っているか。写しを書く\n"
    "  leave           やめる。ゲームは残る (やめる、quit)",
    # Words for what one can ask for
    "cli.word.help": "help|説明|ヘルプ",
    "cli.word.why": "why|w|なぜ",
    "cli.word.all": "all|全部|すべて",
    "cli.word.back": "back|b|もどる|戻る",
    "cli.word.board": "board|盤面|盤",
    "cli.word.show": "show|table|全体",
    "cli.word.score": "score|scores|得点",
    "cli.word.rules": "rules|ルール",
    "cli.word.log": "log|経過|ログ",
    "cli.word.undo": "undo|待った|取り消し",
    "cli.word.hint": "hint|ヒント",
    "cli.word.save": "save|保存",
    "cli.word.leave": "leave|quit|exit|q|やめる",
    "cli.does.help": "入力できることを示す",
    "cli.does.why": "why 手: なぜその手が指せないか",
    "cli.does.all": "すべての手を並べる",
    "cli.does.back": "選び方を一つ戻す",
    "cli.does.board": "盤面",
    "cli.does.show": "盤面のすべて",
    "cli.does.score": "得点とその内訳",
    "cli.does.rules": "ことばで書いたルール",
    "cli.does.log": "これまでの経過",
    "cli.does.undo": "自分の最後の選択を取り消す",
    "cli.does.hint": "ボットならどうするか",
    "cli.does.save": "対局の保存先",
    "cli.does.leave": "やめる（対局は保存される）",
    # Where every key is answered
    "cli.live.keys": "↑↓ Tab: 選ぶ   Enter: 決める   Esc: 消す・戻る   ? Enter: 使い方",
    "cli.live.page": "{count} のうち {first} - {last} (↑↓ PgUp PgDn)",
    "cli.live.nothing": "当てはまるものがありません。Enter: 理由を見る、Esc: 消す",
    "cli.live.why": "? だけなら使い方、? 手 ならその手が指せない理由を示します。",
    # Changes
    "cli.change.joint": "。",
    "cli.change.place": "{field}({places})",
    "cli.change.from_to": "{old} → {new}",
    "cli.change.score": "得点 {parts}",
    # What a move would change
    "cli.foresee.beside": "→ {what}",
    "cli.foresee.point": "{points}点",
    "cli.foresee.points": "{points}点",
    "cli.foresee.parts": "{points}（{parts}）",
    "cli.foresee.over": "対局終了: {won}",
    "cli.foresee.roll": "続いてサイコロなどを振る",
    "cli.foresee.draw": "続いて引く",
    "cli.foresee.hidden": "ほかは見えないもの次第",
    "cli.foresee.nothing": "見えるものはまだ変わらない",
    # Undo
    "cli.undo.done": "取り消しました。",
    "cli.undo.done_many": "その後に起きたことも合わせて取り消しました ({count}件)。",
    "cli.undo.nothing": "取り消せる手をまだ選んでいません。",
    "cli.undo.chance": "最後の手の後に運が決めたことがあるので、取り消せません (全員がよければ --allow-takeback)。",
    "cli.undo.secret": "最後の手の後に伏せてあったものが明らかになったので、取り消せません (全員がよければ "
    "--allow-takeback)。",
    "cli.undo.other": "その後に{name}が手を決めたので、取り消せません (全員がよければ --allow-takeback)。",
    # Hint
    "cli.hint": "{move}  ({notation}) — あなたと同じものだけを見て1秒先読みするボットなら、こうします。",
    # The score sheet
    "cli.sheet.numbered": "{type}{number}",
    "cli.sheet.of_thing": "{name}: {thing}から{points}点 ({what})",
    "cli.play.no_score": "{name} はプレイヤーでも、得点の種類でも、得点になったものでもありません。"
    "プレイヤー: {names}。得点の種類: {parts}",
    "cli.sheet.title": "{name}の得点の内訳:",
    "cli.sheet.nothing": "  まだありません",
    "cli.sheet.part": "{name}: {points}点",
    "cli.sheet.unknown": "{name}: ?",
    "cli.sheet.one": "{things}: {points}点",
    "cli.sheet.each": "{things}: {points}点ずつ、合わせて{all}点",
    # Keeping
    "cli.play.stopped": "{steps}手で打ち切りました。ゲームが終わりません。",
    "cli.play.recorded": "{file} に記録しました。\n見返すには: hoyle replay {file} --lang ja",
    "cli.play.left": "何も選ばないうちにやめたので、何も残しません。",
    "cli.play.unkept": "ゲームをやめました。記録はしていません。",
    "cli.play.saved": "{file} に保存しました。\n続けるには: hoyle resume {file} --lang ja",
    "cli.play.not_kept": "このゲームはディスクに残りません: {why}",
    "cli.play.unwritten": "{why} ディスクに書けていない行: {count}。ゲームは続けられ、手ごとに書き直します。save "
    "場所 で別の所に写しを書けます。",
    "cli.play.rescued": "{old} に最後まで書けませんでした。\nゲームは全部 {file} にあります。\n続けるには: hoyle "
    "resume {file} --lang ja",
    "cli.play.lost": "{why} {count}行がディスクに書けていません。{file} の終わりに足りないのは次の行です:",
    "cli.save.kept": "手は決まるたびにディスクに残ります。save 場所 で写しを書けます。今の場所:\n{file}",
    "cli.save.copied": "{file} に写しました。ゲームは元のファイルで続きます。",
    "cli.save.nowhere": "このゲームはディスクに残りません。save 場所 で写しを書けます。",
    # resume
    "cli.resume.from": "{file} の続き ({count}手の後) から始めます。",
    "cli.resume.none": "途中のゲームはありません。hoyle resume ファイル で、その記録の続きから遊べます。",
    "cli.resume.which": "途中のゲーム (最近のものから):",
    "cli.resume.game": "  {game}、{people}人、最後に遊んだのは {date}、{count}手",
    "cli.resume.more": "ほかに{count}",
    "cli.record.torn": "{file}: 最後の行が途中で切れています (「{text}」)。プログラムが突然止まるとこうなります。"
    "この行は省きます。それより前は全部あります。",
    "cli.record.other": "{file} の記録は {what} が {theirs} で、{ours} ではありません。これは書かないでください。",
    # The rules cannot go on
    "cli.failure.choice": "{who}: {choice} の後、ルールが続けられません:",
    "cli.failure.verify": "ルールでこの手を禁じる (require) か、その後どうなるかを決めてください。hoyle verify "
    "{game} は、こうなる道をすべて探し、最も短いものを見せます。",
    # What happened
    "cli.refused": "{move} はできません:",
    "cli.chance": "運",
    "cli.event": "{who}: {what}",
    "cli.event.joint": "。",
    "cli.event.unsaid": "決めました",
    "cli.event.unseen": "{who}が決めました",
    "cli.event.secret": "{who}はほかの人に見えないように選びました",
    "cli.event.only": "{event} (ほかにできる手はなかった)",
    # What `show` sentences show
    "cli.shown": "{names}に見せました: {what}",
    "cli.shown.all": "全員に見せました: {what}",
    "cli.shown.you": "あなただけが見ました: {what}",
    "cli.shown.of": "{owner}の{field}",
    "cli.shown.value": "{what}: {value}",
    # The end
    "cli.over": "ゲーム終了: {ending}",
    "cli.over.plain": "ゲーム終了",
    "cli.over.winner": "{names}の勝ちです。",
    "cli.over.shared": "{names}が勝利を分け合います。",
    "cli.over.team": "{team}の勝ちです: {names}",
    "cli.over.nobody": "勝者はいません。",
    # replay, why
    "cli.replay.title": "{game} ({file} の記録)",
    "cli.replay.open": "記録はここまでです。次に決めるのは: {name}",
    "cli.replay.begin": "はじまり",
    "cli.replay.last": "記録はここで終わりです。",
    "cli.replay.first": "ここがはじまりです。",
    "cli.replay.no_step": "手の番号は 0 から {last} までです。",
    "cli.replay.prompt": "{step}/{last} (Enter、b、番号、?)> ",
    "cli.replay.bad_word": "「{text}」は分かりません。? で説明が出ます。",
    "cli.replay.typing": "打てるもの:\n"
    "  Enter, n        次へ。n 10 で10手進む\n"
    "  b, b 10         一つ前へ。10手戻る\n"
    "  12              12手目の後の盤面。0 がはじまり\n"
    "  f, l            最初、最後の盤面\n"
    "  show            画面に収まらない盤面のすべて\n"
    "  log             ここまでの手\n"
    "  score, score X  得点と、それが何から入ったか。プレイヤーXの得点\n"
    "  as 名前, as     そのプレイヤーに見えるもの。見物人に見えるもの\n"
    "  q               やめる",
    "cli.replay.as": "{name}から見たところです。",
    "cli.replay.as_all": "見物人から見たところです。",
    "cli.why.legal": "{move} はここでできます。",
    "cli.why.no_line": "{file} の{line}行目以降に手はありません。",
}
