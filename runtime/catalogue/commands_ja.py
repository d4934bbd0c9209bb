"""Japanese messages of the command line."""

MESSAGES: dict[str, str] = {
    # The program
    "cli.bad.option": "オプションは「名前=値」の形で書きます ({given} は読めません)。",
    "cli.bad.seat": "席は「名前=human」か「名前=random」の形で書きます ({given} は読めません)。",
    "cli.bad.twice": "{name} が2回指定されています。",
    "cli.bad.seat_name": "{game} に {name} という席はありません。{hint}席: {seats}",
    "cli.bad.seat_kind": "席に座るのは human (人) か random (ボット) です ({kind} は選べません)。",
    # Wrong use of the program
    "use.no_command": "{name} というコマンドはありません。{hint}あるコマンド: {commands}",
    "use.no_option": "{command} に {name} という指定はありません。{hint}",
    "use.missing": "{what} がありません。",
    "use.needs_value": "{what} には値が必要です。",
    "use.bad_value": "{what} に書けるのは{kind}です。",
    "use.too_much": "{command} に {rest} は余分です。",
    "use.number.least": "{low}以上の整数",
    "use.number.range": "{low}から{high}までの整数",
    "use.one_of": "次のどれか ({choices}) ",
    "use.other": "{said}",
    "use.help": "使い方は {command} --help で見られます。",
    # Number of players
    "cli.players": "{count}人で遊びます (このゲームで最大の人数。--players で変えられます)",
    # Boards and positions
    "cli.board.pile": "{top} (全{count}枚)",
    "cli.board.hidden": "伏せて{count}枚",
    "cli.board.link": "{name}: 間の壁なし",
    # play
    "cli.play.title": "{game} (シード {seed})",
    "cli.play.human": "あなた",
    "cli.play.random": "ランダムに手を選ぶボット",
    "cli.play.ask_help": "? と打つと、打てるものの説明が出ます。",
    "cli.play.prompt": "{name}> ",
    "cli.play.hand_over": "{name}の番です。ほかの人に見えないようにして Enter を押してください。 ",
    "cli.play.chance": "運による決定が{count}回ありました (log で見られます)。",
    "cli.play.many": "手が{count}通りあります。一部を打つと絞り込めます。例えば:",
    "cli.play.more": "    … ほかに{count}",
    "cli.play.filtered": "全{all}通りのうち{count}通り。Enter だけで全部に戻ります。",
    "cli.play.enter": "Enter だけでこの手に決まります。",
    "cli.play.no_number": "{number}番の手はありません (1 から {last} まで)。",
    "cli.play.no_match": "「{text}」を含む手はありません。? で説明、Enter で手の一覧が出ます。",
    "cli.play.no_scores": "このゲームに得点はありません。",
    "cli.play.no_log": "あなたの知りうることはまだ何も起きていません。",
    "cli.play.log_cut": "(それより前の{count}件は省きました)",
    "cli.play.why_what": "どの手のことですか? why に続けて手を打ってください。",
    "cli.play.typing": "打てるもの:\n"
    "  12              手の番号\n"
    "  {example}\n"
    "                  手そのもの。一つに決まるなら、はじめの部分だけでもよい\n"
    "  言葉            それを全部含む手だけを出す。Enter だけで全部に戻る\n"
    "  all             すべての手を並べる\n"
    "  why 手          なぜその手ができないか。できない手を打っても説明が出る\n"
    "  board, score    盤面。得点とその内訳\n"
    "  log             これまでに起きたこと (あなたに見える分)\n"
    "  quit            ゲームをそのまま残してやめる",
    "cli.play.stopped": "{steps}手で打ち切りました。ゲームが終わりません。",
    "cli.play.recorded": "{file} に記録しました。見返すには: hoyle replay {file}",
    "cli.play.left": "ゲームをやめました。",
    "cli.play.saved": "{file} に保存しました。続けるには: hoyle play {game} --resume {file}",
    "cli.refused": "{move} はできません:",
    "cli.chance": "運",
    "cli.event": "{who}: {what}",
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
    # games
    "cli.games.broken": "{file} が読めません。理由は hoyle check で見られます",
    "cli.games.players": "人数: {counts}",
    "cli.games.variants": "バリアント: {names}",
    "cli.games.options": "オプション (指定しないときの値):",
    "cli.games.more": "自分のルールファイルは、その場所を書いて遊べます: hoyle play my-game.hoyle",
    # replay, why
    "cli.replay.title": "{game} ({file} の記録)",
    "cli.replay.open": "記録はここまでです。次に決めるのは: {name}",
    "cli.show.beginning": "はじめ",
    "cli.show.after": "{line} 行目のあと",
    "cli.show.to_move": "手番",
    "cli.show.no_line": "{file} に {line} 行目はありません (最後は {last} 行目です)。",
    "cli.why.legal": "{move} はここでできます。",
    "cli.why.no_line": "{file} の{line}行目以降に手はありません。",
    # perft
    "cli.perft.depth": "--divide には1以上の深さが必要です。",
    # simulate
    "cli.simulate.title": "{game}: ランダムな対戦 {games}回 (シード {seed})",
    "cli.simulate.speed": "{seconds}秒、毎秒{playouts}ゲーム、毎秒{moves}手",
    "cli.simulate.length": "1ゲームの手数: 平均{mean}、最小{least}、最大{most}",
    "cli.simulate.wins": "勝ち",
    "cli.simulate.shared": "勝利の分け合い: {count}回",
    "cli.simulate.draws": "引き分け: {count}回",
    "cli.simulate.interrupted": "{games}ゲームのうち{done}ゲームで中断しました。",
    "cli.simulate.title_bots": "{game}: ボットどうしの対戦 {games}回 (シード {seed})",
    "cli.simulate.games": "ゲーム数",
    "cli.simulate.interval": "95%区間",
    "cli.simulate.mean": "平均得点",
    "cli.simulate.timed": "time= を使うと手は計算機の速さによって変わります。"
    "同じシードでも別のゲームになることがあります。",
    "cli.simulate.written": "{file} に{count}ゲームを書きました。",
    "cli.simulate.progress": "{games}ゲーム中{done}ゲーム ({share}%)、毎秒{rate}ゲーム、残り{left}",
    "cli.bad.bot": "席は 1=mcts:iterations=200 のように 名前=ボット の形で指定します(「{given}」ではなく)。",
    "time.seconds": "{s}秒",
    "time.minutes": "{m}分{s}秒",
    "time.hours": "{h}時間{m}分",
    "extra.missing": "{module} が必要ですが、入っていません。pip install 'hoyle[{extra}]' で入ります。",
    "simulate.promise": "シード {seed} の{number}番目のゲームで約束 {promise} が破られました。"
    "hoyle verify で短いゲームが見つかります。",
    "simulate.broken": "何もしないうちに作業プロセスが何度も終わってしまいます。メモリは足りていますか。",
    "simulate.scheduler": "{address} の Dask スケジューラーから返事がありません: {why}",
    "simulate.address": "「{address}」は tcp://192.168.0.5:8786 のような Dask スケジューラーのアドレスではありません。",
    "simulate.no_workers": "{address} のスケジューラーにはワーカーがいません: dask worker {address}",
    "simulate.work": "ワーカーが作業できません: {why}",
    "simulate.file_kind": "{name} にはゲームを書けません。名前の終わりは {kinds} のどれかにしてください。",
    "simulate.file_exists": "{name} はすでにあります。上書きはしません。",
    "simulate.file_unwritable": "{name} に書けません: {why} ({count}ゲームまで入っています。)",
}
