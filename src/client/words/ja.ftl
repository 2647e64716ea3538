# 日本語。
#
# 用語：
#   answer        回答
#   chat model    チャットモデル
#   document      文書（読み込む前はファイル）
#   note          注
#   passage       箇所
#   source        出典
#   statement     記述
#   step          手順

## Words that many places share.

document = 文書
documents = 文書
documents-counted = { $count ->
   *[other] { $count } 件の文書
  }
page = ページ
pages = ページ
page-short = p.{ $number }
page-spoken = { $number } ページ
slide = スライド { $number }
sheet = シート { $number }
chapter = { $number } 章
message = メッセージ { $number }
entry = 項目 { $number }
source-at = { $path }、{ $page }
pages-counted = { $count ->
   *[other] { $count } ページ
  }
passages = 箇所
not-cited = 見つかったが引用されていない箇所
sources = 出典
conversations = 会話
settings = 設定
ask-a-question = 質問する
close = 閉じる
cancel = キャンセル
copied = コピーしました
dismiss = 非表示
remove = 削除
save = 保存
table = 表
try-again = 再試行
undo = 元に戻す
earlier = 前へ
further = 次へ
and-also = { $one }、{ $other }
and-more = ほか { $count } 件
milliseconds = { $count } ミリ秒
seconds = { $count } 秒
thousands-sign = ,
decimal-sign = .

## Around the page.

description = 手元の文書に質問し、すべての記述に出典が付いた回答を読めます。
skip-to-question = 質問へ移動
skip-to-passage = 引用箇所へ移動
skip-to-document = 文書へ移動
page-not-found = ページが見つかりません
nothing-here = このアドレスにはページも文書もありません。
or = または
see-the-documents = 文書を見る

## The field for questions, and the keys.

your-question = 質問
ask-your-documents = 文書に質問する
ask = 質問
stop = 停止
ask-in = 検索の範囲：
all-documents = すべての文書
waits-in-line = 次の質問：{ $question }
followup-questions = 続けて尋ねる質問
no-such-conversation = 会話が見つかりません。
not-kept-now = サーバーは現在この会話を保存できません。
not-sent-yet = 質問は送信されていません。質問するまでここに残ります。({ $reason })
keyboard-shortcuts = キーボードショートカット
keyboard-shortcuts-key = キーボードショートカット (?)
either-key = { $one } または { $other }
both-keys = { $one } と { $other }
key-write = 質問を書く
key-leave = 質問欄を離れる
key-stop = 回答を停止する
key-close = 出典を閉じる
key-notes = 前の注と次の注
key-questions = 次の質問と前の質問
key-sources = 出典の表示と非表示
key-shortcuts = このショートカットを表示する

## The empty page, and the list of documents on it.

promise = 文書に質問してください。
written-by = 回答は { $model } が書き、その内容は出典と照合されます。
passages-are-shown = 質問に最も合う箇所を、それぞれ出典付きで表示します。
examples = 質問の例
sample-documents = サンプル文書
add-your-own = 自分の文書を追加
begin-with = 自分の言葉で質問するか、次から始めてください：
ask-about = 「{ $topic }」について何を知っておくべきですか？
being-read = 文書を読み込んでいます。最初の文書の準備ができしだい質問できます。
none-yet = 文書はまだありません。
none-yet-attach = 文書はまだありません。サーバーの管理者が追加します。ご自分のファイルを質問に添付することもできます。
none-yet-open-link = 文書はまだありません。サーバーの管理者が、起動時に表示されたリンクから追加します。
drop-them-here = ファイルをここにドロップするか、選択してください。
or-add-to-folder = または { $folder } に入れてください。
last-checked = { $documents } · 最終確認 { $time }
could-not-be-read = 読み込めなかったファイル：{ $count }
find-document = 名前で文書を探す
pages-of-list = 一覧のページ
none-called-that = 一致する文書はありません
in-all = 全 { $count } 件
range = { $all } 件中 { $first }～{ $last } 件
images-without-text = { $count ->
   *[other] 文字のない画像 { $count } 件
  }
files-not-read = { $count ->
   *[other] 対応していない形式のファイル { $count } 件
  }

## The state of the documents, in one line.

no-documents-yet = 文書はまだありません
are-being-read = 文書を読み込んでいます。
reading-documents = 文書を読み込み中：{ $all } 件中 { $done } 件
preparing-meaning = 意味による検索を準備中：{ $all } 件中 { $done } 件
preparing-meaning-for = 意味による検索を準備中：{ $all } 件中 { $done } 件（約 { $minutes } 分）
unread-too = { $count ->
   *[other] { $documents }、{ $count } 件は読み込めませんでした
  }

## Conversations.

conversation = 会話
new-conversation = 新しい会話
temporary = 一時的
temporary-hint = 一時的な会話です。どこにも保存されず、このページを再読み込みするか離れると消えます。
temporary-takes-no-files = 一時的な会話にはファイルを添付できません。サーバーに保存されてしまうためです。
find-conversation = 会話を探す
no-conversation-says = 一致する会話はありません
will-be-kept = 会話はここに保存されます。
kept-for-everybody = このサーバーに保存され、ここで開く人全員がすべての会話を見られます。
close-conversations = 会話を閉じる
download-conversation = 会話をダウンロード
delete-all = すべて削除
delete-all-sure = すべての会話を削除しますか？
delete-all-common = このサーバーを使う全員の会話をすべて削除しますか？
conversations-deleted = { $count ->
   *[other] 会話を { $count } 件削除しました。
  }
pin-conversation = 会話をピン留め
rename-conversation = 会話の名前を変更
delete-conversation = 会話を削除
name-of-conversation = 会話の名前
newest-line = 最新へ移動
pinned = ピン留め
today = 今日
yesterday = 昨日
last-week = 過去 7 日間
last-month = 過去 30 日間

## An answer.

edit = 編集
edit-question = 質問を編集
edit-your-question = 質問を編集
ask-again = もう一度質問する
question-edited = { $count ->
    [0] 質問を編集しました。
   *[other] 質問を編集し、後の回答 { $count } 件を取り除きました。
  }
searching = 文書を検索しています
reading-passages = { $count ->
   *[other] { $count } 箇所を読んでいます
  }
you-stopped = この回答は停止されました。
copy = コピー
could-not-copy = コピーできませんでした
regenerate = 再生成
hear-answer = 読み上げる
stop-reading = 読み上げを停止
no-voice = この端末には、この回答の言語の音声がありません。
no-passages-found = 該当する箇所なし
sources-counted = { $count ->
    [0] 出典なし
   *[other] 出典 { $count } 件
  }
notes = 注
note = 注 { $number }：{ $source }
more-rows = { $count ->
   *[other] ほか { $count } 行
  }
many-more-rows = ほか多数の行
no-such-source = 存在しない出典

## The passages that are shown where no model writes an answer.

no-model-set-up = チャットモデルは設定されていません。
passages-fit-best = { $count ->
   *[other] 質問に最も合う箇所です。
  }
passages-nearest = { $count ->
   *[other] 以下は最も近い箇所ですが、別のことについて書かれている場合があります。
  }
passages-fit-conversation = { $count ->
   *[other] これまでの質問に最も合う箇所です。
  }
nothing-matches = 文書の中にこの質問に合うものはありません。
nothing-matches-chosen = 選んだ文書の中にこの質問に合うものはありません。
search-all = すべての文書を検索
nothing-mentions = { $words }に触れている文書はありません。
nothing-mentions-chosen = 選んだ文書の中に{ $words }に触れているものはありません。
unread-for-question = { $path } を読み込めませんでした：{ $reason }
also-in = 次の文書にもあります：{ $documents }
model-would-add = チャットモデルがあれば、回答を書き、調べ、計算します。
set-up-model = チャットモデルを設定

## An answer, read aloud.

read-aloud = 回答の読み上げ
answer-stopped = 回答を停止しました。
answer-broke-off = 回答が途切れました。
end-of-answer = { $count ->
   *[other] 回答の終わり。出典は { $count } 件です。
  }
passages-shown = { $count ->
   *[other] { $count } 件の箇所を表示しています。
  }

## An answer that broke off.

change-the-question = 質問を変えて、もう一度質問してください。
begin-anew = 新しい会話を始めるか、質問を短くしてください。
kept-above = 届いた部分は上に残っています。
nothing-lost = 質問は残っています。
page-was-left = 回答が完了する前にページが閉じられました。
connection-broke = サーバーとの接続が切れました。
with-reason = { $sentence }（{ $reason }）
is-refused = この質問にはこのままでは回答できません。
is-too-large = 質問が長すぎます。
asked-too-often = 短い時間に質問が多すぎます。少しお待ちください。
model-failed = チャットモデルに接続できないか、途中で切れました。
model-gone-wrong = チャットモデルでエラーが発生しました。
server-unavailable = サーバーが混み合っているか、終了中です。しばらくしてからお試しください。
something-failed = サーバーで問題が発生しました。

## The check of an answer. Verdicts stand behind a statement.

not-found-in-source = 出典に見つかりません：{ $words }
found-in-no-source = どの出典にもありません：{ $words }
no-source = 出典なし
quoted-word-for-word = 原文どおりの引用です。
all-supported = { $count ->
   *[other] 確認済み：{ $count } 件の記述の事実が出典にあります。
  }
some-supported = 確認済み：{ $all } 件中 { $count } 件の記述に事実があり、すべて出典にあります。
not-confirmed = 出典で確認できません。
some-not-confirmed = 出典で確認できない記述：{ $all } 件中 { $without } 件。
found-by-check = { $count ->
   *[other] 不足していた出典 { $count } 件を確認で追加しました。
  }
no-such-source-as = 存在しない出典：{ $names }

## What the reader says of an answer.

is-helpful = この回答は役に立った
is-wrong = この回答は誤っている
marked-helpful = 「役に立った」と記録しました。
marked-wrong = 「誤っている」と記録しました。
marked-wrong-for = 「誤っている」と記録しました：{ $remark }
what-was-wrong = どこが誤っていましたか？
words-kept = コメントと質問は、このサーバーの管理者のために保存されます。
words-not-kept = コメントはこの会話とそのダウンロードファイルに保存されます。それ以外では、サーバーは誤った回答の数だけを数えます。

## The sources beside an answer.

steps = 手順
close-sources = 出典を閉じる
width-of-sources = 出典の幅
drag-to-resize = ドラッグで幅を変更、ダブルクリックで元の幅に戻す
open-in-tab = 新しいタブで開く
no-passage-fits = この質問に合う箇所はありません。
best-match = 最も一致

## How an answer came about.

title-question = 質問
title-query = 検索クエリ
context-counted = 前後の文脈（以前の質問、直前の回答、貼り付けたテキスト）も、低い重みで考慮されました。
title-query-prompt = 検索クエリの依頼
title-results = 最初に見つかった箇所
title-prompt = プロンプト
title-audit = 確認
title-quoted = 引用
tokens = { $read } トークンを読み、{ $written } トークンを書きました
show-text = 本文を表示
show-json = JSON で表示
copy-text = 本文をコピー
searched-query = { $count ->
   *[other] 「{ $query }」を検索：{ $count } 箇所
  }
read-document = { $document } を読みました
read-pages = { $document } の { $pages } ページを読みました
listed-documents = { $count ->
   *[other] { $count } 件の文書を一覧にしました
  }
computed-over = { $count ->
   *[other] { $document } から計算：{ $count } 行
  }
call-failed = 「{ $tool }」は結果を返しませんでした

## A document.

words-are-gone = 引用された語句は、この文書にはもうありません。
described-image = 下で説明している画像
attachments = 添付ファイル
text = 本文
passage-numbered = 箇所 { $number }
words-counted = { $count ->
   *[other] { $count } 語
  }
cited-passage = 引用箇所
cited-words = 引用された語句
download = ダウンロード
of-pages = / { $count }
page-before = 前のページ
next-page = 次のページ
smaller = 縮小
larger = 拡大
page-numbered = { $number } ページ
search = 検索
search-in-document = 文書内を検索
match-before = 前の一致
next-match = 次の一致
match-of = { $number } / { $all }
no-match = 一致なし
rows-of = { $all } 行中 { $first }～{ $last } 行
sort-and-filter = 並べ替えと絞り込み
go-to-row = 行へ移動
filter-rows = 行を絞り込む
any-column = すべての列
section = セクション
count-is = 件数: { $count }
sum-is = 合計: { $sum }
mean-is = 平均: { $mean }
totals-left-out = 除外した合計行: { $count }
rows-missing = 一部の行を読み取れませんでした。

## The page of documents.

size = サイズ
state = 状態
actions = 操作
none-here = ここには文書がありません。
more-unread = ほか { $count } 件を読み込めませんでした。上に名前の一部を入力すると見つかります。
find-by-name = 名前で探す
folders = フォルダー
sort-by = 並べ替え
by-name = 名前
by-change = 更新日時
by-size = サイズ
by-pages = ページ数
show = 表示
ready = 準備完了
unit-pages = { $count ->
   *[other] ページ
  }
unit-passages = { $count ->
   *[other] 箇所
  }
not-read = 読み込めません：{ $reason }
not-reachable = { $since } UTC からアクセスできません
not-reachable-text = ファイルは { $since } UTC から読み取れません。これは最後に読み取ったときのテキストです。
left-out = 除外：{ $parts }
waits = 待機中
is-read = 読み込み中…
is-read-at = 読み込み中：{ $pages } ページ中 { $page } ページ
for-everybody = 全員に公開
for-group = { $group } に公開
only-for-me = 自分のみ
about-document = { $action }：{ $path }
add-documents = 文書を追加
upload = アップロード
upload-choose = ファイルを選ぶか、このページにドロップするか、ここに貼り付けてください。
upload-hint = PDF、オフィス文書、メール、書籍、ウェブページ、テキスト、表、コードに対応し、1 件 100 MB、合計 { $room } までです。同じ名前のファイルは置き換えられます。
being-uploaded = アップロード中
drop-files = ファイルをドロップすると文書に追加されます
upload-not-allowed = ここでは文書をアップロードできません。
connection-broke-for = { $name } の送信中に接続が切れました。
not-sent = { $name } を送信できませんでした。
not-taken = { $name } は受け付けられませんでした：{ $reason }
uploaded-unread = { $path } はアップロードされましたが、読み込めません：{ $reason }
fault-empty = ファイルが空です
fault-mislabelled = ファイルの内容が拡張子と一致しません
fault-not-text = 拡張子はテキストですが、内容がテキストではありません
fault-protected = ファイルがパスワードで保護されています
fault-damaged = ファイルが壊れています
fault-died = 読み込みが中断しました。ファイルが壊れている可能性があります
fault-no-text = ファイルに文字がありません。スキャン画像の場合は、tesseract-ocr がインストールされていればバックグラウンドで読み取られます
fault-no-words = ファイルに文字がありません
fault-no-characters = フォントから文字を特定できません。文字認識（OCR）で読めるようになります
fault-too-slow = 読み込みに 30 秒以上かかりました
fault-out-of-memory = 許可された量より多くのメモリーが必要です
fault-too-many = このファイルは省かれました。読み込まれる添付は最初の 1,000 件までです
fault-unsupported = 対応していない形式です。古い Office ファイルの場合は、.docx、.xlsx、.pptx のいずれかで保存してください
fault-image = 文字のない画像です
fault-not-started = 読み込み用のプログラムを起動できませんでした
fault-too-large = ファイルが 100 MB を超えています
fault-changed = 読み込み中にファイルが変更されました
fault-of-file = { $reason }
no-model-sees = ここには画像を認識できるチャットモデルがありません

## What was done with a document.

is-uploaded = { $path } をアップロードしました。
files-uploaded = { $count } 件のファイルをアップロードしました。
only-first-taken = 最初の { $count } 件のみ受け付けました。
is-removed = { $path } を削除しました。
is-read-again = { $path } をもう一度読み込みます。
is-back = { $path } を復元しました。
everybody-may-read = { $path } を全員が読めるようになりました。
group-may-read = { $path } をグループ { $group } が読めるようになりました。
only-you-may-read = { $path } を読めるのは自分だけになりました。

## Settings.

language = 言語
language-of-browser = ブラウザーの言語
change-language = 変更
passages-to-retrieve = 取り出す箇所の数
look-further = 回答の前にさらに調べる
look-never = しない
look-twice = 2 回まで
look-freely = 必要に応じて 6 回まで
search-by = 検索方法
by-keywords = キーワード
by-meaning = 意味
by-both = キーワードと意味
stream-answers = 回答を届いた順に表示
reset = リセット
done = 完了
insights = 利用状況
no-chat-model-yet = 回答の代わりに文書の箇所を表示します。これらの設定はチャットモデルを設定すると有効になります。
model-settings = モデルの設定
answers-and-search = 回答と検索
temperature = 温度
instructions-added = 追加の指示

## The chat model.

who-writes = チャットモデル
look-for-models = このマシンでモデルを探す
quote-instead = モデルの使用をやめる
model-of = { $program } のモデル
write-with = このマシンの { $model } を使用
another-endpoint = その他の OpenAI 互換サーバー
address = アドレス
address-hint = 例：https://api.openai.com/v1（OpenAI 互換の API）
model = モデル
model-hint = 空欄にすると、サーバーの一覧から選べます。
key = API キー
key-hint = データフォルダーに保存され、再び表示されることはありません。不要な場合や、このアドレスのキーを使い続ける場合は空のままにしてください。
context = コンテキストウィンドウ（トークン）
context-hint = 空のままにすると自動で検出します。
endpoint-hint = 質問と、それに対して見つかった箇所が、このアドレスに送られます。
try-and-write = テストして使用
looking = このマシンを検索しています…
trying = { $model } をテストしています…
programs-found = { $count ->
    [0] このマシンにチャットモデルは見つかりませんでした。OllamaやLM Studioなど、モデルを提供するプログラムを起動して、もう一度お試しください。
   *[other] { $count } 件のプログラムが見つかりました。
  }
nobody-writes = チャットモデルは選択されていません。回答の代わりに、最も合う箇所を表示します。
writes-answers = 回答は { $address } の { $model } が書きます。
takes-tokens = コンテキストウィンドウ：{ $count } トークン。
key-is-kept = API キーが保存されています。
is-fixed = サーバーで設定されています。ここでは変更できません。
open-operator-link = これはサーバーの運用者だけができます。サーバーが起動時に表示したリンクを開いてください。コマンド「footnote operator」で新しいリンクが表示されます。
open-link-to-add = 文書は、サーバーの管理者が、起動時に表示されたリンクから追加します。
operator-chooses-model = モデルは、サーバーの管理者が、起動時に表示されたリンクから選びます。
you-run-this = このブラウザーで、このサーバーを運用しています。
operator-link-used = このリンクは使用済みか、期限切れです。コマンド「footnote operator」で新しいリンクが表示されます。
sign-in = サインイン
sign-out = サインアウト
signed-in-as = { $name } としてサインイン中
sign-in-again = サインインの有効期限が切れました。このページを再読み込みしてサインインしてください。

## Files of a conversation.

attach-files = ファイルを添付
dictate = 音声で入力
stop-dictating = 完了
writing-down = 文字に起こしています…
no-microphone = マイクを使用できません。ブラウザで許可してから、もう一度お試しください。
not-understood = 聞き取れませんでした。もう一度お試しください。
drop-to-ask = ファイルをドロップすると、この会話で質問できます
files-of-conversation = この会話のファイル
remove-file = { $name } を削除
keep-in-library = 文書に追加
keep-file-in-library = 文書に追加：{ $name }
file-is-read = 読み込み中…
percent = { $count } %
hidden-left-out = { $count ->
   *[other] 見えない文字 { $count } 字を除きました
  }
asked-with = 添付：{ $files }

## Documents that are chosen.

modified = 更新日
choose = { $path } を選択
remove-chosen = 選択した文書を削除
none-chosen = 文書が選択されていません。

## The look of the page.

theme = テーマ
theme-of-system = システム
light = ライト
dark = ダーク
text-size = 文字サイズ
single-keys = 1 キーのショートカット
keys-on = オン
keys-off = オフ
size-of-browser = 既定
small = 小
large = 大
very-large = 特大

## The choice of what is asked.

what-to-ask = 文書を選択
scope-hint = すべての文書、または選択した文書だけを検索します。添付ファイルは常に検索されます。
folders-and-documents = フォルダーと文書
folders-counted = { $count ->
   *[other] { $count } 個のフォルダー
  }
folders-unlisted = 現在フォルダーを表示できません。
show-inside = { $name } の内容を表示
show-more = さらに表示（残り { $count } 件）
more-found = ほか { $count } 件：名前をさらに入力してください
kinds = ファイルの種類
from-day = 開始日
to-day = 終了日
ask-this-document = この文書に質問する
asked-of = 検索した範囲：{ $scope }

## A conversation that is taken away or shared.

print = 印刷
share = 共有…
share-conversation = この会話を共有
who-sees = リンクを知っている人は、この会話を読めます。ただし、その人が開けない文書に基づく回答は表示されません。新しい質問も表示されます。変更は誰にもできません。
make-link = リンクを作成
copy-link = リンクをコピー
take-link-back = リンクを削除
link-is-local = このアドレスはこのコンピューターでしか開けません。共有するには、ネットワーク上の名前でページを開いてください。
link = リンク
server-not-reached = サーバーに接続できませんでした。しばらくしてからお試しください。
shared-by-link = リンクで共有中

## A conversation behind a link, or on paper.

skip-to-content = 本文へ移動
passage-lost = この箇所はもう表示できません。
earlier-questions = 以前の質問
newest-questions = 最新の質問
shared-notice = この会話は共有されたものです。新しい質問もここに表示されます。あなたが開ける文書に基づく回答が表示されます。
link-to-nothing = このリンクは無効になりました。
answer-withheld = この回答は表示されません。あなたが開けない文書、またはすでに存在しない文書に基づいています。
no-answer = 回答はありません。
stopped-early = この回答は途中で停止されました。
footnotes = 脚注
back-to-mark = 注番号 { $number } へ戻る
in-quotes = 「{ $words }」
day-of = { $year }年{ $month }{ $day }日
# The twelve months with spaces between them, as they stand in a date.
months = 1月 2月 3月 4月 5月 6月 7月 8月 9月 10月 11月 12月
footnote-numbered = 脚注 { $number }

## The page of insights, for whoever runs the server.

nothing-is-kept = 何も保存されません
kept-for-days = 保存期間：{ $count } 日
insights-are-off = 質問の結果は保存されていません。FOOTNOTE_INSIGHTS_DAYS で保存日数を設定できます。
period = 期間
days-counted = { $count } 日間
questions-in-period = この期間の質問：{ $count } 件
outcomes-of-questions = 質問の結果
outcome = 結果
questions = 質問
share-of-all = 割合
outcome-answered = モデルが出典付きで回答
outcome-doubted = モデルが回答（出典にない記述あり）
outcome-passages = 該当箇所を表示
outcome-uncited = モデルが出典なしで回答
outcome-nothing = 該当なし
outcome-failed = モデルの障害
outcome-cancelled = 利用者が停止
day = 日
without-answer = 回答のない質問
got-no-answer = この期間に回答のなかった質問：{ $count } 件。
questions-not-kept = 質問の文は保存されていません。FOOTNOTE_INSIGHTS_TEXTS=true にすると、以後、回答のない質問の文が保存されます。
question = 質問
what-readers-said = 利用者の評価
marked-counted = 役に立った：{ $helpful } 件、誤り：{ $wrong } 件。
remarks-not-kept = 誤りについての意見は保存されません。
never-cited = 引用されていない文書
cites-none-of = この期間の回答は、文書 { $all } 件のうち { $count } 件を引用していません。
cites-none-of-first = この期間の回答は、最初の文書 { $all } 件のうち { $count } 件を引用していません。
signed-out = サインアウトしました
end-session-too = この端末を他の人も使う場合は、{ $issuer } からもサインアウトしてください。
sign-in-away = { $issuer } に接続できません。しばらくしてからもう一度お試しください。
sign-in-refused = { $issuer } ではサインインできませんでした。
sign-in-stale = このサインインは開始から時間が経ちすぎたか、別のブラウザで開始されました。もう一度やり直してください。
sign-in-nameless = { $issuer } から利用者の名前が届きません。サーバーの管理者が別のクレームを指定する必要があります。
