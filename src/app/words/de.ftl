# Deutsch.
#
# Glossar; die Leserin wird gesiezt:
#   answer        Antwort
#   chat model    Chatmodell
#   document      Dokument; bevor es gelesen ist, Datei
#   note          Fußnote
#   passage       Textstelle
#   source        Quelle
#   statement     Aussage
#   step          Schritt

## Words that many places share.

document = Dokument
documents = Dokumente
documents-counted = { $count ->
    [one] 1 Dokument
   *[other] { $count } Dokumente
  }
page = Seite
pages = Seiten
page-short = S. { $number }
page-spoken = Seite { $number }
slide = Folie { $number }
sheet = Blatt { $number }
chapter = Kapitel { $number }
message = Nachricht { $number }
entry = Eintrag { $number }
source-at = { $path }, { $page }
pages-counted = { $count ->
    [one] 1 Seite
   *[other] { $count } Seiten
  }
passages = Textstellen
sources = Quellen
conversations = Gespräche
settings = Einstellungen
ask-a-question = Frage stellen
close = Schließen
cancel = Abbrechen
copied = Kopiert
dismiss = Ausblenden
remove = Entfernen
save = Speichern
table = Tabelle
try-again = Erneut versuchen
undo = Rückgängig
earlier = Zurück
further = Weiter
and-also = { $one }, { $other }
and-more = und { $count } weitere
milliseconds = { $count } ms
seconds = { $count } s
thousands-sign = .
decimal-sign = ,

## Around the page.

description = Befragen Sie Ihre eigenen Dokumente und lesen Sie Antworten, in denen jede Aussage belegt ist.
skip-to-question = Zur Frage springen
skip-to-passage = Zur zitierten Textstelle springen
skip-to-document = Zum Dokument springen
page-not-found = Seite nicht gefunden
nothing-here = Unter dieser Adresse gibt es keine Seite und kein Dokument.
or = oder
see-the-documents = Dokumente ansehen

## The field for questions, and the keys.

your-question = Ihre Frage
ask-your-documents = Fragen Sie Ihre Dokumente
ask = Fragen
stop = Stopp
ask-in = Fragen in:
all-documents = Alle Dokumente
followup-questions = Anschlussfragen
no-such-conversation = Dieses Gespräch gibt es hier nicht oder nicht mehr.
not-kept-now = Der Server kann dieses Gespräch gerade nicht speichern.
not-sent-yet = Ihre Frage wurde nicht gesendet; sie wartet hier, bis Sie sie stellen. ({ $reason })
no-room = In diesem Browser ist kein Platz mehr: Das Gespräch geht verloren, sobald die Seite geschlossen wird.
keyboard-shortcuts = Tastenkürzel
keyboard-shortcuts-key = Tastenkürzel (?)
either-key = { $one } oder { $other }
both-keys = { $one } und { $other }
key-write = Frage schreiben
key-stop = Antwort stoppen
key-close = Quellen schließen
key-notes = Vorige und nächste Fußnote
key-questions = Nächste und vorige Frage
key-sources = Quellen ein- oder ausblenden
key-shortcuts = Diese Tastenkürzel anzeigen

## The empty page, and the list of documents on it.

promise = Fragen Sie Ihre Dokumente.
written-by = { $model } schreibt daraus die Antworten, und jede Aussage nennt ihre Quelle.
quoted-from-them = Antworten zitieren sie wörtlich, und jedes Zitat nennt seine Quelle.
examples = Beispiele für Fragen
begin-with = Fragen Sie in eigenen Worten, oder beginnen Sie mit:
being-read = Die Dokumente werden gelesen; sobald das erste bereit ist, können Sie fragen.
none-yet = Es gibt noch keine Dokumente. Legen Sie welche in den Ordner, den Footnote liest, und sie erscheinen hier.
last-checked = { $documents } · zuletzt geprüft um { $time }
could-not-be-read = Nicht lesbar
find-document = Dokument nach Namen suchen
pages-of-list = Seiten der Liste
none-called-that = Kein gelesenes Dokument heißt so
in-all = { $count } insgesamt
range = { $first } bis { $last } von { $all }
images-without-text = { $count ->
    [one] 1 Bild ohne Text
   *[other] { $count } Bilder ohne Text
  }
files-not-read = { $count ->
    [one] 1 Datei in einem Format, das nicht gelesen wird
   *[other] { $count } Dateien in Formaten, die nicht gelesen werden
  }

## The state of the documents, in one line.

no-documents-yet = Noch keine Dokumente
reading-documents = Dokumente werden gelesen: { $done } von { $all }
preparing-meaning = Suche nach Bedeutung wird vorbereitet: { $done } von { $all }
unread-too = { $count ->
    [one] { $documents }, 1 nicht lesbar
   *[other] { $documents }, { $count } nicht lesbar
  }

## Conversations.

conversation = Gespräch
new-conversation = Neues Gespräch
find-conversation = Gespräch suchen
no-conversation-says = In keinem Gespräch kommt das vor.
will-be-kept = Ihre Gespräche werden hier aufbewahrt.
will-be-kept-in-browser = Ihre Gespräche werden hier aufbewahrt, nur in diesem Browser.
close-conversations = Gespräche schließen
download-conversation = Gespräch herunterladen
delete-all = Alle löschen
conversations-deleted = { $count ->
    [one] Gespräch gelöscht.
   *[other] { $count } Gespräche gelöscht.
  }
pin-conversation = Gespräch anheften
rename-conversation = Gespräch umbenennen
delete-conversation = Gespräch löschen
name-of-conversation = Name des Gesprächs
newest-line = Neueste Zeile ↓
pinned = Angeheftet
today = Heute
yesterday = Gestern
last-week = Letzte 7 Tage
last-month = Letzte 30 Tage

## An answer.

edit = Bearbeiten
edit-question = Frage bearbeiten
edit-your-question = Ihre Frage bearbeiten
ask-again = Neu fragen
question-edited = { $count ->
    [0] Frage bearbeitet.
    [one] Frage bearbeitet; 1 spätere Antwort entfernt.
   *[other] Frage bearbeitet; { $count } spätere Antworten entfernt.
  }
searching = Dokumente werden durchsucht
reading-passages = { $count ->
    [one] 1 Textstelle wird gelesen
   *[other] { $count } Textstellen werden gelesen
  }
you-stopped = Sie haben diese Antwort gestoppt.
copy = Kopieren
could-not-copy = Kopieren nicht möglich
regenerate = Neu schreiben
no-passages-found = keine Textstellen gefunden
sources-counted = { $count ->
    [0] keine Quellen
    [one] 1 Quelle
   *[other] { $count } Quellen
  }
found = gefunden
may-not-answer = beantwortet die Frage vielleicht nicht
not-found = nicht gefunden
notes = Fußnoten
note = Fußnote { $number }: { $source }
more-rows = { $count ->
    [one] und 1 weitere Zeile
   *[other] und { $count } weitere Zeilen
  }
many-more-rows = und viele weitere Zeilen
no-such-source = keine solche Quelle

## An answer, read aloud.

read-aloud = Antwort, vorgelesen
answer-stopped = Antwort gestoppt.
answer-broke-off = Antwort abgebrochen.
end-of-answer = { $count ->
    [one] Ende der Antwort, mit einer Quelle.
   *[other] Ende der Antwort, mit { $count } Quellen.
  }

## An answer that broke off.

change-the-question = Ändern Sie die Frage und fragen Sie noch einmal.
begin-anew = Beginnen Sie ein neues Gespräch oder stellen Sie eine kürzere Frage.
kept-above = Was bis dahin gekommen war, steht oben.
nothing-lost = Ihre Frage bleibt stehen; nichts ist verloren.
page-was-left = Die Seite wurde verlassen, bevor die Antwort vollständig war.
connection-broke = Die Verbindung zum Server ist abgerissen.
with-reason = { $sentence } ({ $reason })
is-refused = So, wie es gefragt wurde, lässt sich das nicht beantworten.
is-too-large = Das ist zu lang.
asked-too-often = Sie haben in kurzer Zeit zu oft gefragt. Warten Sie einen Moment.
model-failed = Das Chatmodell war nicht erreichbar oder ist abgebrochen.
server-unavailable = Der Server ist beschäftigt oder wird beendet. Versuchen Sie es gleich noch einmal.
something-failed = Auf dem Server ist etwas schiefgegangen.

## The check of an answer. Verdicts stand behind a statement.

not-found-in-source = steht nicht in der Quelle
contradicted = widerspricht der Quelle
verdict = Prüfung: { $verdict }
quoted-word-for-word = Wörtlich zitiert.
all-supported = { $count ->
    [one] Geprüft: Die Aussage ist durch ihre Quelle belegt.
   *[other] Geprüft: Alle { $count } Aussagen sind durch ihre Quellen belegt.
  }
some-supported = { $all ->
    [one] Geprüft: { $supported } von 1 Aussage belegt.
   *[other] Geprüft: { $supported } von { $all } Aussagen belegt.
  }
found-by-check = { $count ->
    [one] Die Quelle von 1 hat die Prüfung gefunden.
   *[other] Die Quellen von { $count } hat die Prüfung gefunden.
  }
not-found-there = dort nicht gefunden: { $words }
no-such-source-as = keine solche Quelle: { $names }

## What the reader says of an answer.

is-helpful = Diese Antwort hilft
is-wrong = Diese Antwort ist falsch
marked-helpful = Als hilfreich markiert.
marked-wrong = Als falsch markiert.
marked-wrong-for = Als falsch markiert: { $remark }
what-was-wrong = Was war falsch?
words-kept = Ihre Worte und die Frage werden für die Betreiber dieses Servers aufbewahrt.
words-not-kept = Ihre Worte bleiben in diesem Browser und in dem, was Sie herunterladen; der Server zählt nur, dass eine Antwort falsch war.

## The sources beside an answer.

steps = Schritte
close-sources = Quellen schließen
width-of-sources = Breite der Quellen
drag-to-resize = Ziehen ändert die Breite, ein Doppelklick stellt die übliche her
open-in-tab = In neuem Tab öffnen
no-passage-fits = Keine Textstelle passt zu dieser Frage.
best-match = bester Treffer
missing-a-source = Fehlt eine Quelle?
where-did-it-fall-out = Wo ist sie ausgeschieden?
any-page = alle
searched-for = Gesucht wurde nach „{ $query }“.
way-of = Der Weg von { $source }
went-on = , kam weiter:
far-behind = , weit hinten:
fell-out = , ausgeschieden:
stage-index = Index
stage-filters = Filter
stage-words = Wörter
stage-meaning = Bedeutung
stage-choice = Auswahl
stage-quotation = Zitat

## How an answer came about.

step-question = Was Sie gefragt haben.
step-query = Wonach die Dokumente durchsucht wurden.
step-query-prompt = Wie das Modell gefragt wurde, wonach zu suchen ist.
step-results = Die gefundenen Textstellen, die beste zuerst.
step-prompt = Was das Chatmodell bekommen hat.
step-audit = Jede Aussage wurde mit dem verglichen, was sie zitiert; nicht belegte sind aufgeführt.
step-quoted = Die ausgewählten Sätze und woher sie stammen.
tokens = { $read } Tokens gelesen, { $written } geschrieben
properties = Eigenschaften
show-text = Text anzeigen
show-json = Als JSON anzeigen
copy-text = Text kopieren
searched-query = { $count ->
    [one] Gesucht nach „{ $query }“: 1 Textstelle
   *[other] Gesucht nach „{ $query }“: { $count } Textstellen
  }
read-document = { $document } gelesen
read-pages = { $document } gelesen, Seiten { $pages }
listed-documents = { $count ->
    [one] 1 Dokument aufgelistet
   *[other] { $count } Dokumente aufgelistet
  }
computed-over = { $count ->
    [one] Über { $document } gerechnet: 1 Zeile
   *[other] Über { $document } gerechnet: { $count } Zeilen
  }
call-failed = Ein Aufruf von „{ $tool }“ blieb ohne Ergebnis

## A document.

words-are-gone = Die zitierten Worte stehen nicht mehr in diesem Dokument.
described-image = Das Bild, das unten beschrieben ist
attachments = Anhänge
text = Text
passage-numbered = Textstelle { $number }
words-counted = { $count ->
    [one] 1 Wort
   *[other] { $count } Wörter
  }
cited-passage = Die zitierte Textstelle
cited-words = Die zitierten Worte
download = Herunterladen
of-pages = von { $count }
page-before = Vorige Seite
next-page = Nächste Seite
smaller = Kleiner
larger = Größer
page-numbered = Seite { $number }
search = Suchen
search-in-document = Im Dokument suchen
match-before = Voriger Treffer
next-match = Nächster Treffer
match-of = { $number } von { $all }
no-match = keine

## The page of documents.

size = Größe
state = Zustand
actions = Aktionen
none-here = Hier gibt es keine Dokumente.
more-unread = und { $count } weitere, die nicht gelesen werden konnten. Geben Sie oben einen Teil eines Namens ein, um sie zu finden.
find-by-name = Name enthält
folders = Ordner
sort-by = Sortieren nach
by-name = Name
by-change = letzter Änderung
by-size = Größe
by-pages = Seiten
show = Anzeigen
ready = Bereit
unit-pages = { $count ->
    [one] Seite
   *[other] Seiten
  }
unit-passages = { $count ->
    [one] Textstelle
   *[other] Textstellen
  }
not-read = Nicht gelesen: { $reason }
not-reachable = Nicht erreichbar seit { $since } UTC
not-reachable-text = Die Datei ist seit { $since } UTC nicht lesbar. Dies ist ihr Text, wie er zuletzt gelesen wurde.
waits = Wartet darauf, gelesen zu werden
is-read = Wird gelesen …
is-read-at = Wird gelesen: Seite { $page } von { $pages }
for-everybody = Für alle
for-group = Für { $group }
only-for-me = Nur für mich
about-document = { $action }: { $path }
add-documents = Dokumente hinzufügen
upload = Hochladen
upload-hint = Wählen Sie Dateien aus, ziehen Sie sie irgendwo auf diese Seite oder fügen Sie sie hier ein: PDF, Office-Dokumente, E-Mails, Bücher, Webseiten, Text, Tabellen und Code, je bis zu 100 MB und { $room } für alle zusammen. Eine Datei mit dem Namen einer früheren ersetzt diese.
being-uploaded = Wird hochgeladen
drop-files = Lassen Sie die Dateien los, um sie zu den Dokumenten hinzuzufügen
upload-not-allowed = Sie dürfen hier keine Dokumente hochladen.
connection-broke-for = Die Verbindung ist abgerissen, während { $name } gesendet wurde.
not-sent = { $name } konnte nicht gesendet werden.
not-taken = { $name } wurde nicht angenommen: { $reason }
uploaded-unread = { $path } ist hochgeladen, kann aber nicht gelesen werden: { $reason }.
fault-empty = die Datei ist leer
fault-mislabelled = die Datei ist nicht das, was die Endung ihres Namens sagt
fault-not-text = die Datei ist kein Text, obwohl ihr Name das sagt
fault-protected = die Datei ist durch ein Passwort geschützt
fault-damaged = die Datei ist beschädigt
fault-died = das Lesen der Datei brach ab; vermutlich ist sie beschädigt
fault-no-text = die Datei enthält keinen Text; ist sie ein Scan, wird sie im Hintergrund gelesen, wo tesseract-ocr installiert ist
fault-too-slow = das Lesen der Datei dauerte länger als 30 Sekunden
fault-out-of-memory = die Datei braucht mehr Speicher als erlaubt
fault-too-many = von den Anhängen einer Datei werden die ersten 1.000 gelesen; dieser und die folgenden nicht
fault-unsupported = die Datei hat ein Format, das nicht gelesen werden kann; ist sie eine alte Office-Datei, speichern Sie sie als .docx, .xlsx oder .pptx
fault-old-word = die Datei ist eine alte Word-Datei; speichern Sie sie als .docx
fault-old-powerpoint = die Datei ist eine alte PowerPoint-Datei; speichern Sie sie als .pptx
fault-outlook-message = die Datei ist eine Nachricht in Outlooks eigenem Format; speichern Sie sie als .eml
fault-image = die Datei ist ein Bild ohne Text
fault-not-started = das Programm zum Lesen der Datei ließ sich nicht starten
fault-too-large = die Datei ist größer als 100 MB
fault-changed = die Datei wurde geändert, während sie gelesen wurde
fault-of-file = { $reason }
no-model-sees = hier gibt es kein Chatmodell, das Bilder sieht

## What was done with a document.

is-uploaded = { $path } ist hochgeladen.
only-first-taken = Nur die ersten { $count } Dateien wurden angenommen.
is-removed = { $path } ist entfernt.
is-read-again = { $path } wird noch einmal gelesen.
is-back = { $path } ist wieder da.
everybody-may-read = { $path } dürfen jetzt alle lesen.
group-may-read = Die Gruppe { $group } darf jetzt { $path } lesen.
only-you-may-read = { $path } dürfen jetzt nur noch Sie lesen.

## Settings.

language = Sprache
language-of-browser = Wie im Browser
change-language = Ändern
passages-to-retrieve = Zahl der Textstellen
look-further = Vor der Antwort weitersuchen
look-never = Nie
look-twice = Bis zu 2 Runden
look-freely = Nach Bedarf, bis zu 6 Runden
search-by = Suchen nach
by-keywords = Wörtern
by-meaning = Bedeutung
by-both = Wörtern und Bedeutung
stream-answers = Antworten laufend anzeigen
reset = Zurücksetzen
done = Fertig
chat-model = Chatmodell
no-chat-model-yet = Antworten zitieren die Dokumente; diese Einstellungen wirken, sobald ein Chatmodell eingerichtet ist.
temperature = Temperatur
instructions-added = Zusätzliche Anweisungen
instructions-instead = Anweisungen statt der üblichen

## Who writes the answers.

who-writes = Wer die Antworten schreibt
look-for-models = Modelle auf diesem Rechner suchen
quote-instead = Stattdessen zitieren
model-of = Modell von { $program }
write-with = Antworten mit { $model } auf diesem Rechner schreiben
another-endpoint = Anderer Endpunkt
address = Adresse
address-hint = Etwa https://api.openai.com/v1: alles, was das Protokoll von OpenAI spricht.
model = Modell
model-hint = Sein Name, wie ihn sein Server aufführt.
key = Schlüssel
key-hint = Wird im Datenordner aufbewahrt und nie wieder angezeigt. Lassen Sie das Feld leer, wenn keiner nötig ist oder der für diese Adresse aufbewahrte weiter gelten soll.
context = Kontext in Tokens
context-hint = Lassen Sie das Feld leer, um den Server zu fragen.
endpoint-hint = Fragen und die dazu gefundenen Textstellen werden an diese Adresse gesendet.
try-and-write = Ausprobieren und damit schreiben
looking = Suche auf diesem Rechner …
trying = { $model } wird eine Frage gestellt …
programs-found = { $count ->
    [0] Auf diesem Rechner wurde kein Programm mit einem Chatmodell gefunden. Starten Sie eines und suchen Sie noch einmal.
    [one] Ein Programm wurde gefunden.
   *[other] { $count } Programme wurden gefunden.
  }
nobody-writes = Antworten zitieren die Dokumente wörtlich; kein Chatmodell ist gewählt.
writes-answers = { $model } unter { $address } schreibt die Antworten.
takes-tokens = Es nimmt { $count } Tokens auf einmal auf.
key-is-kept = Ein Schlüssel dafür ist aufbewahrt.
is-fixed = So bestimmen es die Einstellungen des Servers, und sie haben Vorrang.

## Files of a conversation.

attach-files = Dateien anhängen
drop-to-ask = Dateien ablegen, um in diesem Gespräch nach ihnen zu fragen
files-of-conversation = Dateien dieses Gesprächs
remove-file = { $name } entfernen
keep-in-library = In die Dokumente übernehmen
keep-file-in-library = { $name } in die Dokumente übernehmen
file-is-read = wird gelesen
percent = { $count } %
hidden-left-out = { $count ->
    [one] 1 verborgenes Zeichen wurde weggelassen
   *[other] { $count } verborgene Zeichen wurden weggelassen
  }
asked-with = Mit { $files }

## Documents that are chosen.

modified = Geändert
choose = { $path } auswählen
remove-chosen = Ausgewählte Dokumente entfernen
none-chosen = Kein Dokument ist ausgewählt.

## The look of the page.

theme = Farbschema
theme-of-system = Wie im System
light = Hell
dark = Dunkel
text-size = Schriftgröße
size-of-browser = Wie im Browser
small = Klein
large = Groß
very-large = Sehr groß

## The choice of what is asked.

what-to-ask = Was gefragt wird
scope-hint = Fragen Sie alle Dokumente oder nur die angekreuzten. Was an das Gespräch angehängt ist, wird immer gefragt.
folders-and-documents = Ordner und Dokumente
folders-counted = { $count ->
    [one] 1 Ordner
   *[other] { $count } Ordner
  }
folders-unlisted = Die Ordner können gerade nicht aufgelistet werden.
show-inside = Inhalt von { $name } anzeigen
show-more = Mehr anzeigen (noch { $count })
more-found = und { $count } weitere: Geben Sie einen längeren Teil des Namens ein
kinds = Dateitypen
from-day = Von
to-day = Bis
ask-this-document = Dieses Dokument fragen
asked-of = Gefragt: { $scope }
ask-all-documents = Alle Dokumente fragen

## A conversation that is taken away or shared.

print = Drucken
share = Teilen …
share-conversation = Dieses Gespräch teilen
who-sees = Wer den Link hat, sieht Ihre Fragen und diejenigen Antworten, deren Dokumente er oder sie selbst lesen darf. Zu sehen ist das Gespräch, wie es beim Öffnen des Links ist: auch das, was Sie später fragen. Niemand kann es ändern.
make-link = Link erstellen
copy-link = Link kopieren
take-link-back = Link zurücknehmen
link = Link
server-not-reached = Der Server war nicht erreichbar. Versuchen Sie es gleich noch einmal.
shared-by-link = Über einen Link geteilt

## A conversation behind a link, or on paper.

skip-to-content = Zum Inhalt springen
passage-lost = Diese Stelle kann nicht mehr gezeigt werden.
earlier-questions = Frühere Fragen
newest-questions = Neueste Fragen
shared-notice = Jemand hat dieses Gespräch geteilt. Es wird gezeigt, wie es jetzt ist; auch spätere Fragen erscheinen hier. Sie sehen die Antworten, deren Dokumente Sie lesen dürfen.
link-to-nothing = Dieser Link führt ins Leere: Er wurde zurückgenommen, oder es gab ihn nie.
answer-withheld = Diese Antwort wird nicht gezeigt: Sie beruht auf Dokumenten, die Sie nicht lesen dürfen oder die es nicht mehr gibt.
no-answer = Es gibt keine Antwort.
stopped-early = Diese Antwort wurde vor ihrem Ende gestoppt.
footnotes = Fußnoten
back-to-mark = Zurück zur Stelle { $number }
in-quotes = „{ $words }“
day-of = { $day }. { $month } { $year }
# The twelve months with spaces between them, as they stand in a date.
months = Januar Februar März April Mai Juni Juli August September Oktober November Dezember
footnote-numbered = Fußnote { $number }
