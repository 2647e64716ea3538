# English, the language that all others are made from.
#
# Glossary:
#   answer        what is written or quoted in reply to a question
#   chat model    the program that writes answers; without one, answers quote
#   document      what is read and asked about; a file before it is read
#   note          a footnote below an answer, with its number
#   passage       a piece of a document, as it is found
#   source        a document (and page) that an answer cites
#   statement     a sentence of an answer that is checked
#   step          one step of how an answer came about

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
earlier = Earlier
further = Further
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
nothing-here = There is no page and no document at this address.
or = or
see-the-documents = see the documents

## The field for questions, and the keys.

your-question = Your question
ask-your-documents = Ask your documents
ask = Ask
stop = Stop
ask-in = Ask in:
all-documents = All documents
followup-questions = Follow-up questions
no-such-conversation = There is no such conversation here, or none any more.
not-kept-now = The server cannot keep this conversation now.
not-sent-yet = Your question was not sent; it waits here until you ask it. ({ $reason })
no-room = This browser has no room left: this conversation is gone once the page is closed.
keyboard-shortcuts = Keyboard shortcuts
keyboard-shortcuts-key = Keyboard shortcuts (?)
either-key = { $one } or { $other }
both-keys = { $one } and { $other }
key-write = Write a question
key-stop = Stop the answer
key-close = Close the sources
key-notes = Previous and next note
key-questions = Next and previous question
key-sources = Show or hide the sources
key-shortcuts = Show these shortcuts

## The empty page, and the list of documents on it.

promise = Ask your documents.
written-by = { $model } writes the answers from them, and every statement carries its source.
quoted-from-them = Answers quote them word for word, and every quotation carries its source.
examples = Examples of what to ask
begin-with = Ask in your own words, or begin with:
being-read = The documents are being read; questions can be asked as soon as the first is ready.
none-yet = There are no documents yet. Put some into the folder that Footnote reads, and they appear here.
last-checked = { $documents } · last checked at { $time }
could-not-be-read = Could not be read
find-document = Find a document by its name
pages-of-list = Pages of the list
none-called-that = No document that was read is called that
in-all = { $count } in all
range = { $first } to { $last } of { $all }
images-without-text = { $count ->
    [one] 1 image without text
   *[other] { $count } images without text
  }
files-not-read = { $count ->
    [one] 1 file in a format that is not read
   *[other] { $count } files in formats that are not read
  }

## The state of the documents, in one line.

no-documents-yet = No documents yet
reading-documents = Reading documents: { $done } of { $all }
preparing-meaning = Preparing search by meaning: { $done } of { $all }
unread-too = { $count ->
    [one] { $documents }, 1 could not be read
   *[other] { $documents }, { $count } could not be read
  }

## Conversations.

conversation = Conversation
new-conversation = New conversation
find-conversation = Find a conversation
no-conversation-says = No conversation says that.
will-be-kept = Your conversations will be kept here.
will-be-kept-in-browser = Your conversations will be kept here, in this browser only.
close-conversations = Close the conversations
download-conversation = Download conversation
delete-all = Delete all
conversations-deleted = { $count ->
    [one] Conversation deleted.
   *[other] { $count } conversations deleted.
  }
pin-conversation = Pin conversation
rename-conversation = Rename conversation
delete-conversation = Delete conversation
name-of-conversation = Name of the conversation
newest-line = Newest line ↓
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
no-passages-found = no passages found
sources-counted = { $count ->
    [0] no sources
    [one] 1 source
   *[other] { $count } sources
  }
found = found
may-not-answer = may not answer this
not-found = not found
notes = Notes
note = Note { $number }: { $source }
more-rows = { $count ->
    [one] and 1 more row
   *[other] and { $count } more rows
  }
many-more-rows = and many more rows
no-such-source = no such source

## An answer, read aloud.

read-aloud = Answer, read aloud
answer-stopped = Answer stopped.
answer-broke-off = Answer broke off.
end-of-answer = { $count ->
    [one] End of the answer, with one source.
   *[other] End of the answer, with { $count } sources.
  }

## An answer that broke off.

change-the-question = Change the question and ask again.
begin-anew = Begin a new conversation, or ask a shorter question.
kept-above = What had come by then is kept above.
nothing-lost = Your question is kept; nothing is lost.
page-was-left = The page was left before the answer was whole.
connection-broke = The connection to the server broke.
with-reason = { $sentence } ({ $reason })
is-refused = This cannot be answered as it was asked.
is-too-large = This is too long.
asked-too-often = You have asked too often in a short time. Wait a moment.
model-failed = The chat model could not be reached, or broke off.
server-unavailable = The server is busy or ending. Try again in a moment.
something-failed = Something went wrong on the server.

## The check of an answer. Verdicts stand behind a statement.

not-found-in-source = not found in its source
contradicted = contradicted by its source
verdict = Check: { $verdict }
quoted-word-for-word = Quoted word for word.
all-supported = { $count ->
    [one] Checked: the statement is supported by its source.
   *[other] Checked: all { $count } statements are supported by their sources.
  }
some-supported = { $all ->
    [one] Checked: { $supported } of 1 statement supported.
   *[other] Checked: { $supported } of { $all } statements supported.
  }
found-by-check = { $count ->
    [one] The source of 1 was found by the check.
   *[other] The sources of { $count } were found by the check.
  }
not-found-there = not found there: { $words }
no-such-source-as = no such source: { $names }

## What the reader says of an answer.

is-helpful = This answer is helpful
is-wrong = This answer is wrong
marked-helpful = Marked as helpful.
marked-wrong = Marked as wrong.
marked-wrong-for = Marked as wrong: { $remark }
what-was-wrong = What was wrong?
words-kept = Your words and the question are kept for whoever runs this server.
words-not-kept = Your words stay in this browser and in what you download; the server only counts that an answer was wrong.

## The sources beside an answer.

steps = Steps
close-sources = Close the sources
width-of-sources = Width of the sources
drag-to-resize = Drag to change the width, double-click for the usual one
open-in-tab = Open in a new tab
no-passage-fits = No passage fits this question.
best-match = best match
missing-a-source = Missing a source?
where-did-it-fall-out = Where did it fall out?
any-page = any
searched-for = Searched for “{ $query }”.
way-of = The way of { $source }
# Said between the name of a step and what happened there.
went-on = , went on:
far-behind = , far behind:
fell-out = , fell out:
stage-index = Index
stage-filters = Filters
stage-words = Words
stage-meaning = Meaning
stage-choice = Choice
stage-quotation = Quotation

## How an answer came about.

step-question = What you asked.
step-query = What the documents were searched for.
step-query-prompt = How the model was asked what to search for.
step-results = The passages that were found, best first.
step-prompt = What the chat model was given.
step-audit = Each statement held against what it cites; those not borne out are listed.
step-quoted = The sentences that were chosen, and from where.
tokens = { $read } tokens read, { $written } written
properties = Properties
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
    [one] Computed over { $document }: 1 row
   *[other] Computed over { $document }: { $count } rows
  }
call-failed = A look-up with “{ $tool }” led to nothing

## A document.

words-are-gone = The cited words are not in this document any more.
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
page-before = Page before
next-page = Next page
smaller = Smaller
larger = Larger
page-numbered = Page { $number }
search = Search
search-in-document = Search in the document
match-before = Match before
next-match = Next match
match-of = { $number } of { $all }
no-match = none

## The page of documents.

size = Size
state = State
actions = Actions
none-here = There are no documents here.
more-unread = and { $count } more that could not be read. Type a part of a name above to find them.
find-by-name = Find by name
folders = Folders
sort-by = Sort by
by-name = name
by-change = last changed
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
waits = Waits to be read
is-read = Being read …
is-read-at = Being read: page { $page } of { $pages }
for-everybody = For everybody
for-group = For { $group }
only-for-me = Only for me
about-document = { $action }: { $path }
add-documents = Add documents
upload = Upload
upload-hint = Choose files, drop them anywhere on this page, or paste them here: PDF, office documents, e-mail, books, web pages, text, tables and code, up to 100 MB each and { $room } for all uploads together. A file with the name of an earlier one replaces it.
being-uploaded = Being uploaded
drop-files = Drop the files to add them to the documents
upload-not-allowed = You may not upload documents here.
connection-broke-for = The connection broke while { $name } was sent.
not-sent = { $name } could not be sent.
not-taken = { $name } was not taken: { $reason }
uploaded-unread = { $path } is uploaded, but cannot be read: it { $reason }.
fault-empty = is empty
fault-mislabelled = is not what the ending of its name says
fault-not-text = is not text although its name says so
fault-protected = is protected by a password
fault-damaged = is damaged and cannot be read
fault-died = ended the process that read it; most likely it is damaged
fault-no-text = contains no text; if it is a scan, it is read in the background where tesseract-ocr is installed
fault-too-slow = took longer than 30 seconds
fault-out-of-memory = needs more memory than allowed
fault-too-many = is not read, nor what comes after it: of the attachments of a file the first 1,000 are read
fault-unsupported = has a format that cannot be read; if it is an old Office file, save it as .docx, .xlsx or .pptx
fault-old-word = is an old Word file; save it as .docx
fault-old-powerpoint = is an old PowerPoint file; save it as .pptx
fault-outlook-message = is a message in Outlook's own format; save it as .eml
fault-image = is an image without text
fault-not-started = could not be read because the reading process did not start
fault-too-large = is larger than 100 MB
fault-changed = was changed while it was read
fault-of-file = it { $reason }
no-model-sees = there is no chat model here that can see images

## What was done with a document.

is-uploaded = { $path } is uploaded.
only-first-taken = Only the first { $count } files were taken.
is-removed = { $path } is removed.
is-read-again = { $path } is read again.
is-back = { $path } is back.
everybody-may-read = Everybody may read { $path } now.
group-may-read = The group { $group } may read { $path } now.
only-you-may-read = Nobody but you may read { $path } now.

## Settings.

language = Language
language-of-browser = As the browser has it
change-language = Change
passages-to-retrieve = Passages to retrieve
look-further = Look further before answering
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
chat-model = Chat model
no-chat-model-yet = Answers quote the documents; these take effect once a chat model is set up.
temperature = Temperature
instructions-added = Instructions to add
instructions-instead = Instructions instead of the usual ones

## Who writes the answers.

who-writes = Who writes the answers
look-for-models = Look for models on this machine
quote-instead = Quote instead
model-of = Model of { $program }
write-with = Write answers with { $model } on this machine
another-endpoint = Another endpoint
address = Address
address-hint = Such as https://api.openai.com/v1: anything that speaks OpenAI's protocol.
model = Model
model-hint = Its name, as its server lists it.
key = Key
key-hint = Kept in the data folder and never shown again. Leave it empty where none is needed, or to go on with the one that is kept for this address.
context = Context in tokens
context-hint = Leave it empty to have the server asked.
endpoint-hint = Questions, and the passages found for them, are sent to this address.
try-and-write = Try it and write with it
looking = Looking on this machine …
trying = Asking { $model } one question …
programs-found = { $count ->
    [0] No program with a chat model was found on this machine. Start one, and look again.
    [one] One program was found.
   *[other] { $count } programs were found.
  }
nobody-writes = Answers quote the documents word for word; no chat model is chosen.
writes-answers = { $model } at { $address } writes the answers.
takes-tokens = It takes { $count } tokens at once.
key-is-kept = A key is kept for it.
is-fixed = The settings of the server say so, and they win.

## Files of a conversation.

attach-files = Attach files
drop-to-ask = Drop the files to ask about them in this conversation
files-of-conversation = Files of this conversation
remove-file = Remove { $name }
keep-in-library = Keep in the library
keep-file-in-library = Keep { $name } in the library
file-is-read = is being read
percent = { $count } %
hidden-left-out = { $count ->
    [one] 1 hidden character was left out
   *[other] { $count } hidden characters were left out
  }
asked-with = With { $files }

## Documents that are chosen.

modified = Modified
choose = Choose { $path }
remove-chosen = Remove the documents chosen
none-chosen = No document is chosen.

## The look of the page.

theme = Theme
theme-of-system = As the system has it
light = Light
dark = Dark
text-size = Text size
size-of-browser = As the browser has it
small = Small
large = Large
very-large = Very large

## The choice of what is asked.

what-to-ask = What to ask
scope-hint = Ask all documents, or those ticked. What is attached to the conversation is always asked.
folders-and-documents = Folders and documents
folders-counted = { $count ->
    [one] 1 folder
   *[other] { $count } folders
  }
folders-unlisted = The folders cannot be listed now.
show-inside = Show what lies in { $name }
show-more = Show more ({ $count } left)
more-found = and { $count } more: type a longer part of the name
kinds = Kinds
from-day = From
to-day = To
ask-this-document = Ask this document
asked-of = Asked: { $scope }
ask-all-documents = Ask all documents

## A conversation that is taken away or shared.

print = Print
share = Share…
share-conversation = Share this conversation
who-sees = Whoever has the link sees your questions, and those of the answers whose documents they may read themselves. They see the conversation as it is when they open the link: what you ask later, too. Nobody can change it.
make-link = Make a link
copy-link = Copy link
take-link-back = Take the link back
link = Link
server-not-reached = The server could not be reached. Try again in a moment.
shared-by-link = Shared by a link

## A conversation behind a link, or on paper.

skip-to-content = Skip to the content
passage-lost = This passage cannot be shown any more.
earlier-questions = Earlier questions
newest-questions = Newest questions
shared-notice = Somebody shared this conversation. It is shown as it is now; questions that are asked later will be shown here too. You see the answers whose documents you may read.
link-to-nothing = This link leads to nothing: it was taken back, or there never was one.
answer-withheld = This answer is withheld: it rests on documents that you may not read, or that are no longer there.
no-answer = There is no answer.
stopped-early = This answer was stopped before its end.
footnotes = Footnotes
back-to-mark = Back to mark { $number }
in-quotes = “{ $words }”
day-of = { $day } { $month } { $year }
# The twelve months with spaces between them, as they stand in a date.
months = January February March April May June July August September October November December
footnote-numbered = Footnote { $number }
