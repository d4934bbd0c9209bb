"""Japanese messages of the command line."""

MESSAGES: dict[str, str] = {
    "cli.unwritten": "出力を最後まで書けませんでした: {why}",
    # The program
    "cli.bad.option": "オプションは「名前=値」の形で書きます ({given} は読めません)。",
    "cli.bad.seat": "席は「名前=human」か「名前=ボットの種類」の形で書きます ({given} は読めません)。",
    "cli.bad.twice": "{name} が2回指定されています。",
    "cli.bad.seat_name": "{game} に {name} という席はありません。{hint}席: {seats}",
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
    "look.raised": "段高い",
    "look.hidden": "伏せてある",
    "cli.board.link": "{name}: 間の壁なし",
    # games
    "cli.games.broken": "{file} が読めません。理由は hoyle check で見られます",
    "cli.games.players": "人数: {counts}",
    "cli.games.variants": "バリアント: {names}",
    "cli.games.variant": "{name} (人数: {counts})",
    "cli.games.plus": "{counts} と{seat}",
    "cli.games.options": "オプション (指定しないときの値):",
    "cli.games.more": "hoyle rules ゲーム でルールの説明を読めます。\n"
    "自分のルールファイルは、その場所を書いて遊べます: hoyle play my-game.hoyle",
    # show
    "cli.show.beginning": "はじめ",
    "cli.show.after": "{line} 行目のあと",
    "cli.show.screen": "{game} ({width}桁 {height}行)",
    "cli.show.bad_screen": "「{text}」は端末の大きさではありません。"
    "80x24 のように、桁数 (80〜120) と行数 (20〜200) を書きます。",
    "cli.show.to_move": "手番",
    "cli.show.no_line": "{file} に {line} 行目はありません (最後は {last} 行目です)。",
    # perft
    "cli.perft.depth": "--divide には1以上の深さが必要です。",
    # simulate
    "cli.simulate.title": "{game}: ランダムな対戦 {games}回 (シード {seed})",
    "cli.simulate.speed": "{seconds}秒、毎秒{playouts}ゲーム、毎秒{moves}手",
    "cli.simulate.length": "1ゲームの手数: 平均{mean}、最小{least}、最大{most}",
    "cli.simulate.wins": "勝ち",
    "cli.simulate.shared": "勝利の分け合い: {count}回",
    "cli.simulate.draws": "引き分け: {count}回",
    "cli.simulate.failed": "{games}ゲームのうち{count}ゲームは最後まで進められず、数に入れていません。"
    "最初は{number}番目のゲームです:",
    "cli.simulate.failed_record": "そこまでの記録: {file}\n見るには: hoyle replay {file}",
    "cli.simulate.left_out": "このために除いたゲーム: {count}",
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
    "simulate.promise": "シード {seed} の{number}番目のゲームで約束 {promise} が破られました。hoyle verify "
    "で短いゲームが見つかります。",
    "simulate.broken": "何もしないうちに作業プロセスが何度も終わってしまいます。メモリは足りていますか。",
    "simulate.scheduler": "{address} の Dask スケジューラーから返事がありません: {why}",
    "simulate.address": "「{address}」は tcp://192.168.0.5:8786 のような Dask スケジューラーのアドレスではありません。",
    "simulate.no_workers": "{address} のスケジューラーにはワーカーがいません: dask worker {address}",
    "simulate.work": "ワーカーが作業できません: {why}",
    "simulate.file_kind": "{name} にはゲームを書けません。名前の終わりは {kinds} のどれかにしてください。",
    "simulate.file_exists": "{name} はすでにあります。上書きはしません。",
    "simulate.file_lost": "{name} に書けません: {why}。Parquet ファイルは途中までだと読めないため、消しました。"
    ".csv と .jsonl なら書けたゲームがすべて残ります。",
    "simulate.file_unwritable": "{name} に書けません: {why} ({count}ゲームまで入っています。)",
}
