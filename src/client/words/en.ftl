# English, the language that all others are made from.
#
# Glossary:
#   answer        what a chat model writes in reply to a question
#   chat model    the program that writes answers; without one, passages are shown
#   document      what is read and asked about; a file before it is read
#   note          a footnote below an answer, with its number
#   passage       a piece of a document, as it is found
#   source        a document (and page) that an answer cites
#   statement     a sentence of an answer that is checked
#   step          one step of how an answer came about
#
# The code calls each message by its name, and fills in what its English text names, in this order.

## Words that many places share.

document = Document
documents = Documents
documents-counted = { $count ->
    [one] 1 document
   *[other] { $count } documents
  }
page = Page
pages = Pages
# A page as it stands behind the name of a document, and what else pages may be.
page-short = p.{ $number }
page-spoken = page { $number }
slide = slide { $number }
sheet = sheet { $number }
chapter = chapter { $number }
message = message { $number }
entry = entry { $number }
source-at = { $path }, { $page }
pages-counted = { $count ->
    [one] 1 page
   *[other] { $count } pages
  }
passages = Passages
not-cited = Found, but not cited
sources = Sources
conversations = Conversations
settings = Settings
ask-a-question = Ask a question
close = Close
cancel = Cancel
copied = Copied
dismiss = Dismiss
remove = Remove
save = Save
table = Table
try-again = Try again
undo = Undo
earlier = Previous
further = Next
and-also = { $one }, { $other }
and-more = and { $count } more
milliseconds = { $count } ms
seconds = { $count } s
# The signs in numbers such as 9,395 and 1.2.
thousands-sign = ,
decimal-sign = .

## Around the page.

description = Ask your own documents, and read answers whose every statement carries a citation.
skip-to-question = Skip to the question
skip-to-passage = Skip to the cited passage
skip-to-document = Skip to the document
page-not-found = Page not found
nothing-here = There is no page or document at this address.
or = or
see-the-documents = see the documents

## The field for questions, and the keys.

your-question = Your question
ask-your-documents = Ask your documents
ask = Ask
stop = Stop
ask-in = Search in:
all-documents = All documents
waits-in-line = Next: { $question }
followup-questions = Follow-up questions
no-such-conversation = Conversation not found.
not-kept-now = The server cannot save this conversation right now.
not-sent-yet = Your question was not sent. It stays here until you ask it. ({ $reason })
keyboard-shortcuts = Keyboard shortcuts
keyboard-shortcuts-key = Keyboard shortcuts (?)
either-key = { $one } or { $other }
both-keys = { $one } and { $other }
key-write = Write a question
key-leave = Leave the question field
key-stop = Stop the answer
key-close = Close the sources
key-notes = Previous and next note
key-questions = Next and previous question
key-sources = Show or hide the sources
key-shortcuts = Show these shortcuts

## The empty page, and the list of documents on it.

promise = Ask your documents.
written-by = Answers are written by { $model }, and their facts are checked against the sources.
passages-are-shown = The passages that fit your question best are shown, each with its source.
examples = Examples of what to ask
sample-documents = Sample documents
add-your-own = Add your own
begin-with = Ask in your own words, or start with:
ask-about = What should I know about { $topic }?
being-read = The documents are being read. You can ask as soon as the first one is ready.
none-yet = There are no documents yet.
none-yet-attach = There are no documents yet. Whoever runs this server adds them; you can also attach files of your own to a question.
none-yet-open-link = There are no documents yet: whoever runs this server adds them, by the link that it printed when it started.
drop-them-here = Drop files here, or choose them.
or-add-to-folder = Or put them into { $folder }.
last-checked = { $documents } · last checked at { $time }
could-not-be-read = Could not be read: { $count }
find-document = Find a document by name
pages-of-list = Pages of the list
none-called-that = No matching documents
in-all = { $count } in all
range = { $first } to { $last } of { $all }
images-without-text = { $count ->
    [one] 1 image without text
   *[other] { $count } images without text
  }
files-not-read = { $count ->
    [one] 1 file in an unsupported format
   *[other] { $count } files in unsupported formats
  }

## The state of the documents, in one line.

no-documents-yet = No documents yet
are-being-read = The documents are being read.
reading-documents = Reading documents: { $done } of { $all }
preparing-meaning = Preparing search by meaning: { $done } of { $all }
preparing-meaning-for = Preparing search by meaning: { $done } of { $all } (about { $minutes } min)
unread-too = { $count ->
    [one] { $documents }, 1 could not be read
   *[other] { $documents }, { $count } could not be read
  }

## Conversations.

conversation = Conversation
new-conversation = New conversation
temporary = Temporary
temporary-hint = Temporary conversation: it is not kept anywhere, and is gone once you reload or leave this page.
temporary-takes-no-files = Files cannot be attached to a temporary conversation, because the server would keep them.
find-conversation = Find a conversation
no-conversation-says = No matching conversations
will-be-kept = Your conversations will be kept here.
kept-for-everybody = Kept on this server: everybody who opens it here sees all conversations.
close-conversations = Close the conversations
download-conversation = Download conversation
delete-all = Delete all
delete-all-sure = Delete all conversations?
delete-all-common = Delete all conversations of everybody who uses this server?
conversations-deleted = { $count ->
    [one] Conversation deleted.
   *[other] { $count } conversations deleted.
  }
pin-conversation = Pin conversation
rename-conversation = Rename conversation
delete-conversation = Delete conversation
name-of-conversation = Name of the conversation
newest-line = Jump to latest
pinned = Pinned
today = Today
yesterday = Yesterday
last-week = Previous 7 days
last-month = Previous 30 days

## An answer.

edit = Edit
edit-question = Edit question
edit-your-question = Edit your question
ask-again = Ask again
question-edited = { $count ->
    [0] Question edited.
    [one] Question edited; 1 later answer removed.
   *[other] Question edited; { $count } later answers removed.
  }
searching = Searching the documents
reading-passages = { $count ->
    [one] Reading 1 passage
   *[other] Reading { $count } passages
  }
you-stopped = You stopped this answer.
copy = Copy
could-not-copy = Could not copy
regenerate = Regenerate
hear-answer = Read aloud
stop-reading = Stop reading
no-voice = This device has no voice for the language of this answer.
no-passages-found = no passages found
sources-counted = { $count ->
    [0] no sources
    [one] 1 source
   *[other] { $count } sources
  }
notes = Notes
note = Note { $number }: { $source }
more-rows = { $count ->
    [one] and 1 more row
   *[other] and { $count } more rows
  }
many-more-rows = and many more rows
no-such-source = no such source

## The passages that are shown where no model writes an answer.

no-model-set-up = No chat model is set up.
passages-fit-best = { $count ->
    [one] This passage fits your question best.
   *[other] These passages fit your question best.
  }
passages-nearest = { $count ->
    [one] The passage below is the nearest, and may be about something else.
   *[other] The passages below are the nearest, and may be about something else.
  }
passages-fit-conversation = { $count ->
    [one] This passage best fits your questions so far.
   *[other] These passages best fit your questions so far.
  }
nothing-matches = Nothing in your documents matches this question.
nothing-matches-chosen = Nothing in the chosen documents matches this question.
search-all = Search all documents
nothing-mentions = Nothing mentions { $words }.
nothing-mentions-chosen = Nothing in the chosen documents mentions { $words }.
unread-for-question = { $path } could not be read: { $reason }
also-in = Also in: { $documents }
model-would-add = A chat model would write an answer, look things up and calculate.
set-up-model = Set up a chat model

## An answer, read aloud.

read-aloud = Answer, read aloud
answer-stopped = Answer stopped.
answer-broke-off = Answer broke off.
end-of-answer = { $count ->
    [one] End of the answer, with one source.
   *[other] End of the answer, with { $count } sources.
  }
passages-shown = { $count ->
    [one] 1 passage is shown.
   *[other] { $count } passages are shown.
  }

## An answer that broke off.

change-the-question = Change the question and ask again.
begin-anew = Start a new conversation, or ask a shorter question.
kept-above = The part that arrived is kept above.
nothing-lost = Your question is kept.
page-was-left = The page was closed before the answer was complete.
connection-broke = The connection to the server was lost.
with-reason = { $sentence } ({ $reason })
is-refused = The question cannot be answered as asked.
is-too-large = The question is too long.
asked-too-often = Too many questions in a short time. Wait a moment.
model-failed = The chat model could not be reached, or broke off.
model-gone-wrong = The chat model failed.
server-unavailable = The server is busy or shutting down. Try again in a moment.
something-failed = Something went wrong on the server.

## The check of an answer. Verdicts stand behind a statement.

not-found-in-source = not found in the source: { $words }
found-in-no-source = in none of the sources: { $words }
no-source = no source
quoted-word-for-word = Quoted word for word.
all-supported = { $count ->
    [one] Checked: the facts of 1 statement stand in its source.
   *[other] Checked: the facts of { $count } statements stand in their sources.
  }
some-supported = Checked: facts in { $count } of { $all } statements, all found in the sources.
not-confirmed = Not confirmed by its source.
some-not-confirmed = Not confirmed by the sources: { $without } of { $all } statements.
found-by-check = { $count ->
    [one] The check added 1 missing citation.
   *[other] The check added { $count } missing citations.
  }
no-such-source-as = no such source: { $names }

## What the reader says of an answer.

is-helpful = This answer is helpful
is-wrong = This answer is wrong
marked-helpful = Marked as helpful.
marked-wrong = Marked as wrong.
marked-wrong-for = Marked as wrong: { $remark }
what-was-wrong = What was wrong?
words-kept = Your comment and the question are kept for whoever runs this server.
words-not-kept = Your comment is kept with this conversation, and with its downloads. Otherwise the server only counts that an answer was wrong.

## The sources beside an answer.

steps = Steps
close-sources = Close the sources
width-of-sources = Width of the sources
drag-to-resize = Drag to change the width, double-click to reset it
open-in-tab = Open in a new tab
no-passage-fits = No passage fits this question.
best-match = best match

## How an answer came about.

title-question = Your question
title-query = Search query
context-counted = Its context counted too, at lower weight: earlier questions, the last answer or pasted text.
title-query-prompt = Request for a search query
title-results = Passages found first
title-prompt = Prompt
title-audit = Check
title-quoted = Quotations
tokens = { $read } tokens read, { $written } written
show-text = Show the text
show-json = Show as JSON
copy-text = Copy text
searched-query = { $count ->
    [one] Searched for “{ $query }”: 1 passage
   *[other] Searched for “{ $query }”: { $count } passages
  }
read-document = Read { $document }
read-pages = Read { $document }, pages { $pages }
listed-documents = { $count ->
    [one] Listed 1 document
   *[other] Listed { $count } documents
  }
computed-over = { $count ->
    [one] Calculated from { $document }: 1 row
   *[other] Calculated from { $document }: { $count } rows
  }
call-failed = “{ $tool }” returned nothing

## A document.

words-are-gone = The cited words are no longer in this document.
described-image = The image that is described below
attachments = Attachments
text = Text
passage-numbered = Passage { $number }
words-counted = { $count ->
    [one] 1 word
   *[other] { $count } words
  }
cited-passage = The cited passage
cited-words = The cited words
download = Download
of-pages = of { $count }
page-before = Previous page
next-page = Next page
smaller = Smaller
larger = Larger
page-numbered = Page { $number }
search = Search
search-in-document = Search in the document
match-before = Previous match
next-match = Next match
match-of = { $number } of { $all }
no-match = No matches
rows-of = Rows { $first } to { $last } of { $all }
sort-and-filter = Sort and filter
go-to-row = Go to row
filter-rows = Filter rows
any-column = Any column
section = Section
count-is = Count: { $count }
sum-is = Sum: { $sum }
mean-is = Mean: { $mean }
totals-left-out = Rows with totals, left out: { $count }
rows-missing = Some rows could not be read.

## The page of documents.

size = Size
state = State
actions = Actions
none-here = There are no documents here.
more-unread = and { $count } more that could not be read. Type part of a name above to find them.
find-by-name = Find by name
folders = Folders
sort-by = Sort by
by-name = name
by-change = last modified
by-size = size
by-pages = pages
show = Show
ready = Ready
unit-pages = { $count ->
    [one] page
   *[other] pages
  }
unit-passages = { $count ->
    [one] passage
   *[other] passages
  }
not-read = Not read: it { $reason }
not-reachable = Not reachable since { $since } UTC
not-reachable-text = The file has not been readable since { $since } UTC. This is its text as it was read last.
left-out = Left out: { $parts }
waits = Waiting
is-read = Reading…
is-read-at = Reading: page { $page } of { $pages }
for-everybody = For everyone
for-group = For { $group }
only-for-me = Only for me
about-document = { $action }: { $path }
add-documents = Add documents
upload = Upload
upload-choose = Choose files, drop them anywhere on this page, or paste them here.
upload-hint = PDF, office documents, e-mail, books, web pages, text, tables and code, up to 100 MB each and { $room } for all uploads together. A file with the name of an earlier one replaces it.
being-uploaded = Uploading
drop-files = Drop the files to add them to the documents
upload-not-allowed = You are not allowed to upload documents here.
connection-broke-for = The connection was lost while { $name } was being sent.
not-sent = { $name } could not be sent.
not-taken = { $name } was not accepted: { $reason }
uploaded-unread = Uploaded { $path }, but it { $reason }.
fault-empty = is empty
fault-mislabelled = is not what its file extension says
fault-not-text = is not text, although its name says so
fault-protected = is protected by a password
fault-damaged = is damaged and cannot be read
fault-died = stopped the program that read it, and is probably damaged
fault-no-text = contains no text; if it is a scan, it is read in the background where tesseract-ocr is installed
fault-no-words = contains no text
fault-no-characters = has text whose fonts do not tell its characters; text recognition (OCR) makes it readable
fault-too-slow = took longer than 30 seconds
fault-out-of-memory = needs more memory than allowed
fault-too-many = was skipped: only the first 1,000 attachments of a file are read
fault-unsupported = has an unsupported format; if it is an old Office file, save it as .docx, .xlsx or .pptx
fault-image = is an image without text
fault-not-started = could not be read because the reading process did not start
fault-too-large = is larger than 100 MB
fault-changed = was changed while it was read
fault-of-file = it { $reason }
no-model-sees = no chat model here can see images

## What was done with a document.

is-uploaded = Uploaded { $path }.
files-uploaded = { $count ->
    [one] Uploaded 1 file.
   *[other] Uploaded { $count } files.
  }
only-first-taken = Only the first { $count } files were accepted.
is-removed = Removed { $path }.
is-read-again = Reading { $path } again.
is-back = Restored { $path }.
everybody-may-read = Everyone can now read { $path }.
group-may-read = The group { $group } can now read { $path }.
only-you-may-read = Only you can now read { $path }.

## Settings.

language = Language
language-of-browser = Browser language
change-language = Change
passages-to-retrieve = Passages to retrieve
look-further = Search further before answering
look-never = Never
look-twice = Up to 2 rounds
look-freely = As needed, up to 6 rounds
search-by = Search by
by-keywords = Keywords
by-meaning = Meaning
by-both = Keywords and meaning
stream-answers = Stream answers
reset = Reset
done = Done
insights = Insights
no-chat-model-yet = Passages are shown instead of answers. These settings take effect once a chat model is set up.
model-settings = Model settings
answers-and-search = Answers and search
temperature = Temperature
instructions-added = Additional instructions

## The chat model.

who-writes = Chat model
look-for-models = Find models on this machine
quote-instead = Stop using a model
model-of = Model of { $program }
write-with = Use { $model } on this machine
another-endpoint = Other OpenAI-compatible server
address = Address
address-hint = For example https://api.openai.com/v1: any OpenAI-compatible API works.
model = Model
model-hint = Leave empty to choose from the server’s list.
key = API key
key-hint = Kept in the data folder and never shown again. Leave empty if none is needed, or to keep the one for this address.
context = Context window (tokens)
context-hint = Leave empty to detect it.
endpoint-hint = Questions and the passages found for them are sent to this address.
try-and-write = Test and use
looking = Searching this machine…
trying = Testing { $model }…
programs-found = { $count ->
    [0] No chat model was found on this machine. Start a program that runs one, such as Ollama or LM Studio, and try again.
    [one] 1 program was found.
   *[other] { $count } programs were found.
  }
nobody-writes = No chat model is selected. The passages that fit best are shown instead of answers.
writes-answers = Answers are written by { $model } at { $address }.
takes-tokens = Context window: { $count } tokens.
key-is-kept = An API key is stored.
is-fixed = Set by the server; cannot be changed here.
open-operator-link = Only whoever runs the server has access to this: open the link that it printed when it started. The command “footnote operator” prints another.
open-link-to-add = Whoever runs this server adds documents, by the link that it printed when it started.
operator-chooses-model = Whoever runs this server chooses the model, by the link that it printed when it started.
you-run-this = You run this server in this browser.
operator-link-used = This link has been used or has expired. The command “footnote operator” prints another.
sign-in = Sign in
sign-out = Sign out
signed-in-as = Signed in as { $name }
sign-in-again = You are no longer signed in. Load this page again to sign in.

## Files of a conversation.

attach-files = Attach files
dictate = Dictate
stop-dictating = Done
writing-down = Writing down what you said…
no-microphone = The microphone cannot be used. Allow it in the browser, and try again.
not-understood = Nothing was understood. Try again.
drop-to-ask = Drop the files to ask about them in this conversation
files-of-conversation = Files of this conversation
remove-file = Remove { $name }
keep-in-library = Add to documents
keep-file-in-library = Add to documents: { $name }
file-is-read = reading…
percent = { $count } %
hidden-left-out = { $count ->
    [one] 1 hidden character was left out
   *[other] { $count } hidden characters were left out
  }
asked-with = With { $files }

## Documents that are chosen.

modified = Modified
choose = Select { $path }
remove-chosen = Remove selected documents
none-chosen = No documents selected.

## The look of the page.

theme = Theme
theme-of-system = System
light = Light
dark = Dark
text-size = Text size
single-keys = Single-key shortcuts
keys-on = On
keys-off = Off
size-of-browser = Default
small = Small
large = Large
very-large = Very large

## The choice of what is asked.

what-to-ask = Choose documents
scope-hint = Search all documents, or only those you tick. Attached files are always searched.
folders-and-documents = Folders and documents
folders-counted = { $count ->
    [one] 1 folder
   *[other] { $count } folders
  }
folders-unlisted = The folders cannot be shown right now.
show-inside = Show the contents of { $name }
show-more = Show more ({ $count } left)
more-found = and { $count } more: type more of the name
kinds = File types
from-day = From
to-day = To
ask-this-document = Ask this document
asked-of = Searched: { $scope }

## A conversation that is taken away or shared.

print = Print
share = Share…
share-conversation = Share this conversation
who-sees = Anyone with the link can read this conversation, except answers from documents they may not open. New questions will appear too. Nobody can change it.
make-link = Create link
copy-link = Copy link
take-link-back = Remove link
link-is-local = This address works on this computer only. Open the page by its name in your network to share it with others.
link = Link
server-not-reached = The server could not be reached. Try again in a moment.
shared-by-link = Shared by a link

## A conversation behind a link, or on paper.

skip-to-content = Skip to the content
passage-lost = This passage can no longer be shown.
earlier-questions = Earlier questions
newest-questions = Newest questions
shared-notice = Someone shared this conversation. New questions will appear here. You see the answers from documents you may open.
link-to-nothing = This link no longer works.
answer-withheld = This answer is hidden: it uses documents that you may not open, or that no longer exist.
no-answer = There is no answer.
stopped-early = This answer was stopped early.
footnotes = Footnotes
back-to-mark = Back to mark { $number }
in-quotes = “{ $words }”
day-of = { $day } { $month } { $year }
# The twelve months with spaces between them, as they stand in a date.
months = January February March April May June July August September October November December
footnote-numbered = Footnote { $number }

### Only the server says what follows: it is not sent with pages.

## The page of insights, for whoever runs the server.

nothing-is-kept = nothing is kept
kept-for-days = { $count ->
    [one] kept for 1 day
   *[other] kept for { $count } days
  }
insights-are-off = Outcomes of questions are not kept. FOOTNOTE_INSIGHTS_DAYS sets for how many days they are.
period = Period
days-counted = { $count } days
questions-in-period = { $count ->
    [one] 1 question in this time
   *[other] { $count } questions in this time
  }
outcomes-of-questions = Outcomes of questions
outcome = Outcome
questions = Questions
share-of-all = Share
outcome-answered = Answered by a model, with sources
outcome-doubted = Answered by a model, with a statement not found in its source
outcome-passages = Passages shown
outcome-uncited = Answered by a model, without sources
outcome-nothing = Nothing found
outcome-failed = The model failed
outcome-cancelled = Stopped by the reader
day = Day
without-answer = Questions without an answer
got-no-answer = { $count ->
    [one] 1 question got no answer in this time.
   *[other] { $count } questions got no answer in this time.
  }
questions-not-kept = The words of questions are not kept. FOOTNOTE_INSIGHTS_TEXTS=true keeps those of questions without an answer from then on.
question = Question
what-readers-said = What readers said
marked-counted = Times marked as helpful: { $helpful }; as wrong: { $wrong }.
remarks-not-kept = What readers say was wrong is not kept.
never-cited = Documents never cited
cites-none-of = No answer of this time cites { $count } of { $all } documents.
cites-none-of-first = No answer of this time cites { $count } of the first { $all } documents.

## Signing in and out, on pages of their own.

signed-out = You are signed out
end-session-too = Sign out of { $issuer } too, if others use this device.
sign-in-away = { $issuer } cannot be reached. Try again in a moment.
sign-in-refused = { $issuer } did not sign you in here.
sign-in-stale = This was begun too long ago, or in another browser. Begin again.
sign-in-nameless = { $issuer } does not say who you are. Whoever runs the server must name another claim.
