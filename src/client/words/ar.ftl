# العربية.
#
# المسرد:
#   answer        إجابة
#   chat model    نموذج المحادثة
#   document      مستند؛ ملف قبل قراءته
#   note          حاشية
#   passage       مقطع
#   source        مصدر
#   statement     عبارة
#   step          خطوة

## Words that many places share.

document = مستند
documents = المستندات
documents-counted = { $count ->
    [zero] لا مستندات
    [one] مستند واحد
    [two] مستندان
    [few] { $count } مستندات
    [many] { $count } مستندًا
   *[other] { $count } مستند
  }
page = صفحة
pages = صفحات
page-short = ص { $number }
page-spoken = صفحة { $number }
slide = شريحة { $number }
sheet = ورقة { $number }
chapter = فصل { $number }
message = رسالة { $number }
entry = مدخل { $number }
source-at = { $path }، { $page }
pages-counted = { $count ->
    [zero] لا صفحات
    [one] صفحة واحدة
    [two] صفحتان
    [few] { $count } صفحات
    [many] { $count } صفحة
   *[other] { $count } صفحة
  }
passages = المقاطع
not-cited = عُثر عليها ولم يُستشهد بها
sources = المصادر
conversations = المحادثات
settings = الإعدادات
ask-a-question = اطرح سؤالًا
close = إغلاق
cancel = إلغاء
copied = تم النسخ
dismiss = إخفاء
remove = إزالة
save = حفظ
table = جدول
try-again = إعادة المحاولة
undo = تراجع
earlier = السابق
further = التالي
and-also = { $one }، { $other }
and-more = و{ $count } أخرى
milliseconds = { $count } م.ث
seconds = { $count } ث
thousands-sign = ,
decimal-sign = .

## Around the page.

description = اسأل مستنداتك، واقرأ إجابات تحمل كل عبارة فيها مصدرها.
skip-to-question = الانتقال إلى السؤال
skip-to-passage = الانتقال إلى المقطع المقتبس
skip-to-document = الانتقال إلى المستند
page-not-found = الصفحة غير موجودة
nothing-here = لا توجد صفحة ولا مستند في هذا العنوان.
or = أو
see-the-documents = اعرض المستندات

## The field for questions, and the keys.

your-question = سؤالك
ask-your-documents = اسأل مستنداتك
ask = اسأل
stop = إيقاف
ask-in = البحث في:
all-documents = كل المستندات
waits-in-line = التالي: { $question }
followup-questions = أسئلة تالية
no-such-conversation = لم يُعثر على المحادثة.
not-kept-now = لا يستطيع الخادم حفظ هذه المحادثة الآن.
not-sent-yet = لم يُرسل سؤالك. سيبقى هنا إلى أن تطرحه. ({ $reason })
keyboard-shortcuts = اختصارات لوحة المفاتيح
keyboard-shortcuts-key = اختصارات لوحة المفاتيح (؟)
either-key = { $one } أو { $other }
both-keys = { $one } و{ $other }
key-write = كتابة سؤال
key-leave = مغادرة حقل السؤال
key-stop = إيقاف الإجابة
key-close = إغلاق المصادر
key-notes = الحاشية السابقة والتالية
key-questions = السؤال التالي والسابق
key-sources = إظهار المصادر أو إخفاؤها
key-shortcuts = عرض هذه الاختصارات

## The empty page, and the list of documents on it.

promise = اسأل مستنداتك.
written-by = يكتب { $model } الإجابات، وتُقارَن معلوماتها بالمصادر.
passages-are-shown = تُعرض المقاطع الأنسب لسؤالك، مع مصدر كل منها.
examples = أمثلة على الأسئلة
sample-documents = مستندات نموذجية
add-your-own = أضف مستنداتك
begin-with = اسأل بكلماتك، أو ابدأ بأحد هذه الأسئلة:
ask-about = ما الذي ينبغي أن أعرفه عن «{ $topic }»؟
being-read = تجري قراءة المستندات. يمكنك أن تسأل حالما يجهز أولها.
none-yet = لا توجد مستندات بعد.
none-yet-attach = لا توجد مستندات بعد. يضيفها من يدير هذا الخادم، ويمكنك أيضًا إرفاق ملفاتك بالسؤال.
none-yet-open-link = لا توجد مستندات بعد: يضيفها من يدير هذا الخادم، عبر الرابط الذي عرضه عند تشغيله.
drop-them-here = أفلت الملفات هنا أو اخترها.
or-add-to-folder = أو ضعها في { $folder }.
last-checked = { $documents } · آخر فحص في { $time }
could-not-be-read = تعذرت قراءتها: { $count }
find-document = ابحث عن مستند باسمه
pages-of-list = صفحات القائمة
none-called-that = لا توجد مستندات مطابقة
in-all = { $count } إجمالًا
range = { $first } إلى { $last } من { $all }
images-without-text = { $count ->
    [zero] لا صور بلا نص
    [one] صورة واحدة بلا نص
    [two] صورتان بلا نص
    [few] { $count } صور بلا نص
    [many] { $count } صورة بلا نص
   *[other] { $count } صورة بلا نص
  }
files-not-read = { $count ->
    [zero] لا ملفات بصيغ غير مدعومة
    [one] ملف واحد بصيغة غير مدعومة
    [two] ملفان بصيغ غير مدعومة
    [few] { $count } ملفات بصيغ غير مدعومة
    [many] { $count } ملفًا بصيغ غير مدعومة
   *[other] { $count } ملف بصيغ غير مدعومة
  }

## The state of the documents, in one line.

no-documents-yet = لا مستندات بعد
are-being-read = تجري قراءة المستندات.
reading-documents = تجري قراءة المستندات: { $done } من { $all }
preparing-meaning = يجري تجهيز البحث بالمعنى: { $done } من { $all }
preparing-meaning-for = يجري تجهيز البحث بالمعنى: { $done } من { $all } (نحو { $minutes } د)
unread-too = { $count ->
    [zero] { $documents }
    [one] { $documents }، وتعذرت قراءة واحد
    [two] { $documents }، وتعذرت قراءة اثنين
    [few] { $documents }، وتعذرت قراءة { $count }
    [many] { $documents }، وتعذرت قراءة { $count }
   *[other] { $documents }، وتعذرت قراءة { $count }
  }

## Conversations.

conversation = محادثة
new-conversation = محادثة جديدة
temporary = مؤقتة
temporary-hint = محادثة مؤقتة: لا تُحفظ في أي مكان، وتختفي عند إعادة تحميل هذه الصفحة أو مغادرتها.
temporary-takes-no-files = لا يمكن إرفاق ملفات بمحادثة مؤقتة، لأن الخادم سيحتفظ بها.
find-conversation = ابحث عن محادثة
no-conversation-says = لا توجد محادثات مطابقة
will-be-kept = ستُحفظ محادثاتك هنا.
kept-for-everybody = محفوظة على هذا الخادم: كل من يفتحه هنا يرى جميع المحادثات.
close-conversations = إغلاق المحادثات
download-conversation = تنزيل المحادثة
delete-all = حذف الكل
delete-all-sure = هل تريد حذف كل المحادثات؟
delete-all-common = هل تريد حذف محادثات كل من يستخدم هذا الخادم؟
conversations-deleted = { $count ->
    [zero] لم تُحذف أي محادثة.
    [one] حُذفت المحادثة.
    [two] حُذفت محادثتان.
    [few] حُذفت { $count } محادثات.
    [many] حُذفت { $count } محادثة.
   *[other] حُذفت { $count } محادثة.
  }
pin-conversation = تثبيت المحادثة
rename-conversation = إعادة تسمية المحادثة
delete-conversation = حذف المحادثة
name-of-conversation = اسم المحادثة
newest-line = الانتقال إلى الأحدث
pinned = المثبتة
today = اليوم
yesterday = أمس
last-week = آخر 7 أيام
last-month = آخر 30 يومًا

## An answer.

edit = تعديل
edit-question = تعديل السؤال
edit-your-question = عدّل سؤالك
ask-again = اسأل مجددًا
question-edited = { $count ->
    [zero] عُدّل السؤال.
    [one] عُدّل السؤال؛ أُزيلت إجابة لاحقة واحدة.
    [two] عُدّل السؤال؛ أُزيلت إجابتان لاحقتان.
    [few] عُدّل السؤال؛ أُزيلت { $count } إجابات لاحقة.
    [many] عُدّل السؤال؛ أُزيلت { $count } إجابة لاحقة.
   *[other] عُدّل السؤال؛ أُزيلت { $count } إجابة لاحقة.
  }
searching = يجري البحث في المستندات
reading-passages = { $count ->
    [zero] لا مقاطع للقراءة
    [one] تجري قراءة مقطع واحد
    [two] تجري قراءة مقطعين
    [few] تجري قراءة { $count } مقاطع
    [many] تجري قراءة { $count } مقطعًا
   *[other] تجري قراءة { $count } مقطع
  }
you-stopped = أوقفتَ هذه الإجابة.
copy = نسخ
could-not-copy = تعذر النسخ
regenerate = إعادة التوليد
hear-answer = قراءة بصوت عالٍ
stop-reading = إيقاف القراءة
no-voice = لا يوجد على هذا الجهاز صوت للغة هذه الإجابة.
no-passages-found = لم يُعثر على مقاطع
sources-counted = { $count ->
    [zero] بلا مصادر
    [one] مصدر واحد
    [two] مصدران
    [few] { $count } مصادر
    [many] { $count } مصدرًا
   *[other] { $count } مصدر
  }
notes = الحواشي
note = حاشية { $number }: { $source }
more-rows = { $count ->
    [zero] ولا صفوف أخرى
    [one] وصف آخر
    [two] وصفان آخران
    [few] و{ $count } صفوف أخرى
    [many] و{ $count } صفًا آخر
   *[other] و{ $count } صف آخر
  }
many-more-rows = وصفوف أخرى كثيرة
no-such-source = لا يوجد مصدر كهذا

## The passages that are shown where no model writes an answer.

no-model-set-up = لم يُعدّ نموذج محادثة.
passages-fit-best = { $count ->
    [zero] هذه المقاطع هي الأنسب لسؤالك.
    [one] هذا المقطع هو الأنسب لسؤالك.
    [two] هذان المقطعان هما الأنسب لسؤالك.
    [few] هذه المقاطع هي الأنسب لسؤالك.
    [many] هذه المقاطع هي الأنسب لسؤالك.
   *[other] هذه المقاطع هي الأنسب لسؤالك.
  }
passages-nearest = { $count ->
    [zero] المقاطع أدناه هي الأقرب، وقد تكون عن موضوع آخر.
    [one] المقطع أدناه هو الأقرب، وقد يكون عن موضوع آخر.
    [two] المقاطع أدناه هي الأقرب، وقد تكون عن موضوع آخر.
    [few] المقاطع أدناه هي الأقرب، وقد تكون عن موضوع آخر.
    [many] المقاطع أدناه هي الأقرب، وقد تكون عن موضوع آخر.
   *[other] المقاطع أدناه هي الأقرب، وقد تكون عن موضوع آخر.
  }
passages-fit-conversation = { $count ->
    [zero] هذه المقاطع هي الأنسب لأسئلتك حتى الآن.
    [one] هذا المقطع هو الأنسب لأسئلتك حتى الآن.
    [two] هذان المقطعان هما الأنسب لأسئلتك حتى الآن.
    [few] هذه المقاطع هي الأنسب لأسئلتك حتى الآن.
    [many] هذه المقاطع هي الأنسب لأسئلتك حتى الآن.
   *[other] هذه المقاطع هي الأنسب لأسئلتك حتى الآن.
  }
nothing-matches = لا شيء في مستنداتك يناسب هذا السؤال.
nothing-matches-chosen = لا شيء في المستندات المختارة يناسب هذا السؤال.
search-all = البحث في كل المستندات
nothing-mentions = لا شيء يذكر { $words }.
nothing-mentions-chosen = لا شيء في المستندات المختارة يذكر { $words }.
unread-for-question = تعذرت قراءة { $path }: { $reason }
also-in = أيضًا في: { $documents }
model-would-add = يكتب نموذج المحادثة إجابة، ويبحث عن المعلومات، ويجري الحسابات.
set-up-model = إعداد نموذج محادثة

## An answer, read aloud.

read-aloud = الإجابة مقروءة جهرًا
answer-stopped = أُوقفت الإجابة.
answer-broke-off = انقطعت الإجابة.
end-of-answer = { $count ->
    [zero] نهاية الإجابة، بلا مصادر.
    [one] نهاية الإجابة، بمصدر واحد.
    [two] نهاية الإجابة، بمصدرين.
    [few] نهاية الإجابة، ب‍{ $count } مصادر.
    [many] نهاية الإجابة، ب‍{ $count } مصدرًا.
   *[other] نهاية الإجابة، ب‍{ $count } مصدر.
  }
passages-shown = { $count ->
    [zero] لا يُعرض أي مقطع.
    [one] يُعرض مقطع واحد.
    [two] يُعرض مقطعان.
    [few] تُعرض { $count } مقاطع.
    [many] يُعرض { $count } مقطعًا.
   *[other] يُعرض { $count } مقطع.
  }

## An answer that broke off.

change-the-question = غيّر السؤال واطرحه مجددًا.
begin-anew = ابدأ محادثة جديدة، أو اطرح سؤالًا أقصر.
kept-above = الجزء الذي وصل محفوظ أعلاه.
nothing-lost = سؤالك محفوظ.
page-was-left = أُغلقت الصفحة قبل اكتمال الإجابة.
connection-broke = انقطع الاتصال بالخادم.
with-reason = { $sentence } ({ $reason })
is-refused = لا يمكن الإجابة عن السؤال كما طُرح.
is-too-large = السؤال طويل جدًا.
asked-too-often = أسئلة كثيرة في وقت قصير. انتظر لحظة.
model-failed = تعذر الوصول إلى نموذج المحادثة، أو انقطع.
model-gone-wrong = حدث خطأ في نموذج المحادثة.
server-unavailable = الخادم مشغول أو قيد الإيقاف. أعد المحاولة بعد قليل.
something-failed = حدث خطأ في الخادم.

## The check of an answer. Verdicts stand behind a statement.

not-found-in-source = غير موجود في المصدر: { $words }
found-in-no-source = غير موجود في أي مصدر: { $words }
no-source = بلا مصدر
quoted-word-for-word = مقتبسة حرفيًا.
all-supported = { $count ->
    [zero] تم التحقق: لا عبارات.
    [one] تم التحقق: بيانات عبارة واحدة موجودة في مصدرها.
    [two] تم التحقق: بيانات عبارتين موجودة في مصادرهما.
    [few] تم التحقق: بيانات { $count } عبارات موجودة في مصادرها.
    [many] تم التحقق: بيانات { $count } عبارة موجودة في مصادرها.
   *[other] تم التحقق: بيانات { $count } عبارة موجودة في مصادرها.
  }
some-supported = تم التحقق: بيانات في { $count } من { $all } من العبارات، وكلها موجودة في المصادر.
not-confirmed = غير مؤكدة في مصدرها.
some-not-confirmed = عبارات غير مؤكدة في مصادرها: { $without } من { $all }.
found-by-check = { $count ->
    [zero] لم يُضف التحقق أي مصدر.
    [one] أضاف التحقق مصدرًا ناقصًا واحدًا.
    [two] أضاف التحقق مصدرين ناقصين.
    [few] أضاف التحقق { $count } مصادر ناقصة.
    [many] أضاف التحقق { $count } مصدرًا ناقصًا.
   *[other] أضاف التحقق { $count } مصدر ناقص.
  }
no-such-source-as = لا يوجد مصدر كهذا: { $names }

## What the reader says of an answer.

is-helpful = هذه الإجابة مفيدة
is-wrong = هذه الإجابة خاطئة
marked-helpful = وُسمت بأنها مفيدة.
marked-wrong = وُسمت بأنها خاطئة.
marked-wrong-for = وُسمت بأنها خاطئة: { $remark }
what-was-wrong = ما الخطأ فيها؟
words-kept = يُحفظ تعليقك والسؤال لمن يدير هذا الخادم.
words-not-kept = يُحفظ تعليقك مع هذه المحادثة وفي ملفاتها المنزّلة. وفيما عدا ذلك لا يحسب الخادم سوى أن إجابة كانت خاطئة.

## The sources beside an answer.

steps = الخطوات
close-sources = إغلاق المصادر
width-of-sources = عرض المصادر
drag-to-resize = اسحب لتغيير العرض، وانقر مرتين لاستعادته
open-in-tab = فتح في علامة تبويب جديدة
no-passage-fits = لا يوجد مقطع يناسب هذا السؤال.
best-match = أفضل تطابق

## How an answer came about.

title-question = سؤالك
title-query = عبارة البحث
context-counted = احتُسب السياق أيضًا، بوزن أقل: الأسئلة السابقة أو الإجابة الأخيرة أو النص الملصق.
title-query-prompt = طلب عبارة بحث
title-results = المقاطع التي عُثر عليها أولًا
title-prompt = التوجيه
title-audit = التحقق
title-quoted = الاقتباسات
tokens = قُرئ { $read } رمزًا، وكُتب { $written }
show-text = عرض النص
show-json = العرض بصيغة JSON
copy-text = نسخ النص
searched-query = { $count ->
    [zero] بُحث عن «{ $query }»: لا مقاطع
    [one] بُحث عن «{ $query }»: مقطع واحد
    [two] بُحث عن «{ $query }»: مقطعان
    [few] بُحث عن «{ $query }»: { $count } مقاطع
    [many] بُحث عن «{ $query }»: { $count } مقطعًا
   *[other] بُحث عن «{ $query }»: { $count } مقطع
  }
read-document = قُرئ { $document }
read-pages = قُرئ { $document }، الصفحات { $pages }
listed-documents = { $count ->
    [zero] لم يُسرد أي مستند
    [one] سُرد مستند واحد
    [two] سُرد مستندان
    [few] سُردت { $count } مستندات
    [many] سُرد { $count } مستندًا
   *[other] سُرد { $count } مستند
  }
computed-over = { $count ->
    [zero] حُسب من { $document }: لا صفوف
    [one] حُسب من { $document }: صف واحد
    [two] حُسب من { $document }: صفان
    [few] حُسب من { $document }: { $count } صفوف
    [many] حُسب من { $document }: { $count } صفًا
   *[other] حُسب من { $document }: { $count } صف
  }
call-failed = لم يُعد «{ $tool }» أي نتيجة

## A document.

words-are-gone = لم تعد الكلمات المقتبسة في هذا المستند.
described-image = الصورة الموصوفة أدناه
attachments = المرفقات
text = النص
passage-numbered = مقطع { $number }
words-counted = { $count ->
    [zero] لا كلمات
    [one] كلمة واحدة
    [two] كلمتان
    [few] { $count } كلمات
    [many] { $count } كلمة
   *[other] { $count } كلمة
  }
cited-passage = المقطع المقتبس
cited-words = الكلمات المقتبسة
download = تنزيل
of-pages = من { $count }
page-before = الصفحة السابقة
next-page = الصفحة التالية
smaller = تصغير
larger = تكبير
page-numbered = صفحة { $number }
search = بحث
search-in-document = البحث في المستند
match-before = التطابق السابق
next-match = التطابق التالي
match-of = { $number } من { $all }
no-match = لا نتائج
rows-of = الصفوف { $first } إلى { $last } من { $all }
sort-and-filter = فرز وتصفية
go-to-row = الانتقال إلى الصف
filter-rows = تصفية الصفوف
any-column = كل الأعمدة
section = القسم
count-is = العدد: { $count }
sum-is = المجموع: { $sum }
mean-is = المتوسط: { $mean }
totals-left-out = صفوف الإجماليات المستبعدة: { $count }
rows-missing = تعذرت قراءة بعض الصفوف.

## The page of documents.

size = الحجم
state = الحالة
actions = الإجراءات
none-here = لا توجد مستندات هنا.
more-unread = و{ $count } أخرى تعذرت قراءتها. اكتب جزءًا من اسم أعلاه للعثور عليها.
find-by-name = البحث بالاسم
folders = المجلدات
sort-by = الترتيب حسب
by-name = الاسم
by-change = آخر تغيير
by-size = الحجم
by-pages = الصفحات
show = عرض
ready = جاهز
unit-pages = { $count ->
    [zero] صفحة
    [one] صفحة
    [two] صفحة
    [few] صفحات
    [many] صفحة
   *[other] صفحة
  }
unit-passages = { $count ->
    [zero] مقطع
    [one] مقطع
    [two] مقطع
    [few] مقاطع
    [many] مقطعًا
   *[other] مقطع
  }
not-read = لم يُقرأ: { $reason }
not-reachable = غير متاح منذ { $since } UTC
not-reachable-text = تتعذّر قراءة الملف منذ { $since } UTC. هذا نصه كما قُرئ آخر مرة.
left-out = تم استبعاد: { $parts }
waits = في الانتظار
is-read = تجري قراءته…
is-read-at = تجري قراءته: صفحة { $page } من { $pages }
for-everybody = للجميع
for-group = لـ{ $group }
only-for-me = لي وحدي
about-document = { $action }: { $path }
add-documents = إضافة مستندات
upload = رفع
upload-choose = اختر ملفات، أو أفلتها في أي مكان من هذه الصفحة، أو الصقها هنا.
upload-hint = PDF ومستندات مكتبية ورسائل بريد وكتب وصفحات ويب ونصوص وجداول وشفرات، حتى 100 م.ب لكل منها و{ $room } لها جميعًا. والملف الذي يحمل اسم ملف سابق يحل محله.
being-uploaded = يجري الرفع
drop-files = أفلت الملفات لإضافتها إلى المستندات
upload-not-allowed = لا يحق لك رفع مستندات هنا.
connection-broke-for = انقطع الاتصال أثناء إرسال { $name }.
not-sent = تعذر إرسال { $name }.
not-taken = لم يُقبل { $name }: { $reason }
uploaded-unread = رُفع { $path }، لكن تتعذر قراءته: { $reason }.
fault-empty = الملف فارغ
fault-mislabelled = محتوى الملف لا يطابق امتداده
fault-not-text = الملف ليس نصًا مع أن اسمه يدل على ذلك
fault-protected = الملف محمي بكلمة مرور
fault-damaged = الملف تالف
fault-died = انقطعت قراءة الملف، والأرجح أنه تالف
fault-no-text = لا يحتوي الملف على نص؛ إن كان ممسوحًا ضوئيًا فإنه يُقرأ في الخلفية حيث يكون tesseract-ocr مثبتًا
fault-no-words = لا يحتوي الملف على نص
fault-no-characters = خطوط الملف لا تبيّن حروف نصه؛ التعرف على النص (OCR) يجعله مقروءًا
fault-too-slow = استغرقت قراءة الملف أكثر من 30 ثانية
fault-out-of-memory = يحتاج الملف إلى ذاكرة أكثر من المسموح
fault-too-many = تُجووز الملف: لا تُقرأ سوى أول 1000 من مرفقات الملف
fault-unsupported = صيغة الملف غير مدعومة؛ إن كان ملف Office قديمًا فاحفظه بصيغة ‎.docx أو ‎.xlsx أو ‎.pptx
fault-image = الملف صورة بلا نص
fault-not-started = تعذر تشغيل البرنامج الذي يقرأ الملف
fault-too-large = الملف أكبر من 100 ميغابايت
fault-changed = تغيّر الملف أثناء قراءته
fault-of-file = { $reason }
no-model-sees = لا يوجد هنا نموذج محادثة يمكنه رؤية الصور

## What was done with a document.

is-uploaded = رُفع { $path }.
files-uploaded = { $count ->
    [zero] لم يُرفع أي ملف.
    [one] رُفع ملف واحد.
    [two] رُفع ملفان.
    [few] رُفعت { $count } ملفات.
    [many] رُفع { $count } ملفًا.
   *[other] رُفع { $count } ملف.
  }
only-first-taken = لم تُقبل سوى أول { $count } ملفات.
is-removed = أُزيل { $path }.
is-read-again = تُعاد قراءة { $path }.
is-back = استُعيد { $path }.
everybody-may-read = يمكن للجميع الآن قراءة { $path }.
group-may-read = يمكن لمجموعة { $group } الآن قراءة { $path }.
only-you-may-read = لا يمكن لأحد غيرك الآن قراءة { $path }.

## Settings.

language = اللغة
language-of-browser = لغة المتصفح
change-language = تغيير
passages-to-retrieve = عدد المقاطع
look-further = مواصلة البحث قبل الإجابة
look-never = أبدًا
look-twice = حتى جولتين
look-freely = عند الحاجة، حتى 6 جولات
search-by = البحث حسب
by-keywords = الكلمات المفتاحية
by-meaning = المعنى
by-both = الكلمات المفتاحية والمعنى
stream-answers = عرض الإجابات أثناء كتابتها
reset = إعادة الضبط
done = تم
insights = الإحصاءات
no-chat-model-yet = تُعرض مقاطع بدلًا من الإجابات. وتسري هذه الإعدادات بعد إعداد نموذج محادثة.
model-settings = إعدادات النموذج
answers-and-search = الإجابات والبحث
temperature = درجة الحرارة
instructions-added = تعليمات إضافية

## The chat model.

who-writes = نموذج المحادثة
look-for-models = البحث عن نماذج على هذا الجهاز
quote-instead = التوقف عن استخدام نموذج
model-of = نموذج { $program }
write-with = استخدام { $model } على هذا الجهاز
another-endpoint = خادم آخر متوافق مع OpenAI
address = العنوان
address-hint = مثل https://api.openai.com/v1: أي واجهة متوافقة مع OpenAI.
model = النموذج
model-hint = اتركه فارغًا للاختيار من قائمة الخادم.
key = مفتاح API
key-hint = يُحفظ في مجلد البيانات ولا يُعرض بعدها أبدًا. اتركه فارغًا إن لم يلزم، أو للإبقاء على مفتاح هذا العنوان.
context = نافذة السياق (بالرموز)
context-hint = اتركه فارغًا ليُكتشف تلقائيًا.
endpoint-hint = تُرسل الأسئلة والمقاطع التي عُثر عليها لها إلى هذا العنوان.
try-and-write = اختبار واستخدام
looking = يجري البحث على هذا الجهاز…
trying = يجري اختبار { $model }…
programs-found = { $count ->
    [zero] لم يُعثر على نموذج محادثة على هذا الجهاز. شغّل برنامجًا يقدّم نموذجًا، مثل Ollama أو LM Studio، وأعد المحاولة.
    [one] عُثر على برنامج واحد.
    [two] عُثر على برنامجين.
    [few] عُثر على { $count } برامج.
    [many] عُثر على { $count } برنامجًا.
   *[other] عُثر على { $count } برنامج.
  }
nobody-writes = لم يُختر نموذج محادثة. تُعرض أنسب المقاطع بدلًا من الإجابات.
writes-answers = يكتب { $model } الإجابات عبر { $address }.
takes-tokens = نافذة السياق (بالرموز): { $count }.
key-is-kept = مفتاح API محفوظ.
is-fixed = يحدده الخادم؛ لا يمكن تغييره هنا.
open-operator-link = لا يفعل هذا إلا من يشغّل الخادم: افتح الرابط الذي طبعه الخادم عند بدئه. يطبع الأمر «footnote operator» رابطًا آخر.
open-link-to-add = يضيف المستندات من يدير هذا الخادم، عبر الرابط الذي عرضه عند تشغيله.
operator-chooses-model = يختار النموذج من يدير هذا الخادم، عبر الرابط الذي عرضه عند تشغيله.
you-run-this = أنت تشغّل هذا الخادم في هذا المتصفح.
operator-link-used = استُخدم هذا الرابط أو انتهت صلاحيته. يطبع الأمر «footnote operator» رابطًا آخر.
sign-in = تسجيل الدخول
sign-out = تسجيل الخروج
signed-in-as = سُجّل الدخول باسم { $name }
sign-in-again = انتهى تسجيل دخولك. أعد تحميل هذه الصفحة لتسجيل الدخول.

## Files of a conversation.

attach-files = إرفاق ملفات
dictate = إملاء
stop-dictating = تم
writing-down = تجري كتابة ما قيل…
no-microphone = لا يمكن استخدام الميكروفون. اسمح به في المتصفح ثم حاول مرة أخرى.
not-understood = لم يُفهم شيء. حاول مرة أخرى.
drop-to-ask = أفلت الملفات للسؤال عنها في هذه المحادثة
files-of-conversation = ملفات هذه المحادثة
remove-file = إزالة { $name }
keep-in-library = إضافة إلى المستندات
keep-file-in-library = إضافة إلى المستندات: { $name }
file-is-read = تجري قراءته…
percent = { $count } ٪
hidden-left-out = { $count ->
    [zero] لم يُحذف أي محرف مخفي
    [one] حُذف محرف مخفي واحد
    [two] حُذف محرفان مخفيان
    [few] حُذفت { $count } محارف مخفية
    [many] حُذف { $count } محرفًا مخفيًا
   *[other] حُذف { $count } محرف مخفي
  }
asked-with = مع { $files }

## Documents that are chosen.

modified = عُدّل
choose = اختيار { $path }
remove-chosen = إزالة المستندات المختارة
none-chosen = لم يُختر أي مستند.

## The look of the page.

theme = المظهر
theme-of-system = النظام
light = فاتح
dark = داكن
text-size = حجم النص
single-keys = اختصارات المفتاح الواحد
keys-on = مفعّلة
keys-off = معطّلة
size-of-browser = الافتراضي
small = صغير
large = كبير
very-large = كبير جدًا

## The choice of what is asked.

what-to-ask = اختيار المستندات
scope-hint = يشمل البحث كل المستندات أو المحددة منها فقط. ويشمل دائمًا الملفات المرفقة.
folders-and-documents = المجلدات والمستندات
folders-counted = { $count ->
    [zero] لا مجلدات
    [one] مجلد واحد
    [two] مجلدان
    [few] { $count } مجلدات
    [many] { $count } مجلدًا
   *[other] { $count } مجلد
  }
folders-unlisted = يتعذر عرض المجلدات الآن.
show-inside = عرض محتوى { $name }
show-more = عرض المزيد (بقي { $count })
more-found = و{ $count } أخرى: اكتب مزيدًا من الاسم
kinds = أنواع الملفات
from-day = من
to-day = إلى
ask-this-document = اسأل هذا المستند
asked-of = جرى البحث في: { $scope }

## A conversation that is taken away or shared.

print = طباعة
share = مشاركة…
share-conversation = مشاركة هذه المحادثة
who-sees = يمكن لكل من لديه الرابط قراءة هذه المحادثة، عدا الإجابات المستندة إلى مستندات لا يحق له فتحها. وستظهر الأسئلة الجديدة أيضًا. لا يستطيع أحد تغييرها.
make-link = إنشاء رابط
copy-link = نسخ الرابط
take-link-back = إزالة الرابط
link-is-local = لا يعمل هذا العنوان إلا على هذا الحاسوب. افتح الصفحة باسمها في الشبكة لمشاركتها مع الآخرين.
link = الرابط
server-not-reached = تعذر الوصول إلى الخادم. أعد المحاولة بعد قليل.
shared-by-link = مشارَكة برابط

## A conversation behind a link, or on paper.

skip-to-content = الانتقال إلى المحتوى
passage-lost = لم يعد من الممكن عرض هذا المقطع.
earlier-questions = الأسئلة السابقة
newest-questions = أحدث الأسئلة
shared-notice = شارك أحدهم هذه المحادثة. ستظهر الأسئلة الجديدة هنا. ترى الإجابات المستندة إلى مستندات يحق لك فتحها.
link-to-nothing = لم يعد هذا الرابط يعمل.
answer-withheld = هذه الإجابة مخفية: تستند إلى مستندات لا يحق لك فتحها، أو لم تعد موجودة.
no-answer = لا توجد إجابة.
stopped-early = أُوقفت هذه الإجابة مبكرًا.
footnotes = الحواشي
back-to-mark = العودة إلى العلامة { $number }
in-quotes = «{ $words }»
day-of = { $day } { $month } { $year }
# The twelve months with spaces between them, as they stand in a date.
months = يناير فبراير مارس أبريل مايو يونيو يوليو أغسطس سبتمبر أكتوبر نوفمبر ديسمبر
footnote-numbered = حاشية { $number }

## The page of insights, for whoever runs the server.

nothing-is-kept = لا يُحفظ شيء
kept-for-days = مدة الحفظ بالأيام: { $count }
insights-are-off = لا تُحفظ نتائج الأسئلة. يحدد FOOTNOTE_INSIGHTS_DAYS عدد أيام حفظها.
period = الفترة
days-counted = الأيام: { $count }
questions-in-period = الأسئلة في هذه الفترة: { $count }
outcomes-of-questions = نتائج الأسئلة
outcome = النتيجة
questions = الأسئلة
share-of-all = النسبة
outcome-answered = أجاب عنه نموذج مع المصادر
outcome-doubted = أجاب عنه نموذج، ومصدر لا يذكر ما نُسب إليه
outcome-passages = عُرضت مقاطع
outcome-uncited = أجاب نموذج بلا مصادر
outcome-nothing = لم يُعثر على شيء
outcome-failed = تعطّل النموذج
outcome-cancelled = أوقفه السائل
day = اليوم
without-answer = أسئلة بلا إجابة
got-no-answer = بلا إجابة في هذه الفترة: { $count }.
questions-not-kept = لا يُحفظ نص الأسئلة. يحفظ FOOTNOTE_INSIGHTS_TEXTS=true من حينه نص الأسئلة بلا إجابة.
question = السؤال
what-readers-said = آراء القراء
marked-counted = مُيّزت مفيدةً: { $helpful }؛ وخاطئةً: { $wrong }.
remarks-not-kept = لا يُحفظ ما يقوله القراء عن الخطأ.
never-cited = مستندات لم تُقتبس قط
cites-none-of = لا تقتبس أي إجابة في هذه الفترة { $count } من { $all } مستندات.
cites-none-of-first = لا تقتبس أي إجابة في هذه الفترة { $count } من أول { $all } مستندات.
signed-out = سُجّل خروجك
end-session-too = سجّل الخروج من { $issuer } أيضًا إذا كان غيرك يستخدم هذا الجهاز.
sign-in-away = تعذّر الوصول إلى { $issuer }. حاول مجددًا بعد قليل.
sign-in-refused = لم يسجّل { $issuer } دخولك هنا.
sign-in-stale = بدأ تسجيل الدخول هذا منذ وقت طويل أو في متصفح آخر. ابدأ من جديد.
sign-in-nameless = لا يذكر { $issuer } هويتك. على من يدير الخادم أن يحدد سمة أخرى (claim).
