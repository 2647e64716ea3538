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
not-cited = Gefunden, aber nicht zitiert
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
ask-in = Suchen in:
all-documents = Alle Dokumente
waits-in-line = Als Nächstes: { $question }
followup-questions = Anschlussfragen
no-such-conversation = Gespräch nicht gefunden.
not-kept-now = Der Server kann dieses Gespräch gerade nicht speichern.
not-sent-yet = Ihre Frage wurde nicht gesendet. Sie bleibt hier stehen, bis Sie sie stellen. ({ $reason })
keyboard-shortcuts = Tastenkürzel
keyboard-shortcuts-key = Tastenkürzel (?)
either-key = { $one } oder { $other }
both-keys = { $one } und { $other }
key-write = Frage schreiben
key-leave = Das Fragefeld verlassen
key-stop = Antwort stoppen
key-close = Quellen schließen
key-notes = Vorige und nächste Fußnote
key-questions = Nächste und vorige Frage
key-sources = Quellen ein- oder ausblenden
key-shortcuts = Diese Tastenkürzel anzeigen

## The empty page, and the list of documents on it.

promise = Fragen Sie Ihre Dokumente.
written-by = Die Antworten schreibt { $model }; ihre Angaben werden mit den Quellen verglichen.
passages-are-shown = Gezeigt werden die Textstellen, die am besten zu Ihrer Frage passen, jede mit ihrer Quelle.
examples = Beispiele für Fragen
sample-documents = Beispieldokumente
add-your-own = Eigene hinzufügen
begin-with = Fragen Sie in eigenen Worten, oder beginnen Sie mit:
ask-about = Was sollte ich zu „{ $topic }“ wissen?
being-read = Die Dokumente werden gelesen. Sie können fragen, sobald das erste bereit ist.
none-yet = Es gibt noch keine Dokumente.
none-yet-attach = Es gibt noch keine Dokumente. Wer diesen Server betreibt, fügt sie hinzu; Sie können einer Frage auch eigene Dateien anhängen.
none-yet-open-link = Es gibt noch keine Dokumente: Wer diesen Server betreibt, fügt sie über den Link hinzu, den er beim Start ausgegeben hat.
drop-them-here = Dateien hier ablegen oder auswählen.
or-add-to-folder = Oder legen Sie sie in { $folder } ab.
last-checked = { $documents } · zuletzt geprüft um { $time }
could-not-be-read = Nicht lesbar: { $count }
find-document = Dokument nach Namen suchen
pages-of-list = Seiten der Liste
none-called-that = Keine passenden Dokumente
in-all = { $count } insgesamt
range = { $first } bis { $last } von { $all }
images-without-text = { $count ->
    [one] 1 Bild ohne Text
   *[other] { $count } Bilder ohne Text
  }
files-not-read = { $count ->
    [one] 1 Datei in einem nicht unterstützten Format
   *[other] { $count } Dateien in nicht unterstützten Formaten
  }

## The state of the documents, in one line.

no-documents-yet = Noch keine Dokumente
are-being-read = Die Dokumente werden gelesen.
reading-documents = Dokumente werden gelesen: { $done } von { $all }
preparing-meaning = Suche nach Bedeutung wird vorbereitet: { $done } von { $all }
preparing-meaning-for = Suche nach Bedeutung wird vorbereitet: { $done } von { $all } (etwa { $minutes } min)
unread-too = { $count ->
    [one] { $documents }, 1 nicht lesbar
   *[other] { $documents }, { $count } nicht lesbar
  }

## Conversations.

conversation = Gespräch
new-conversation = Neues Gespräch
temporary = Vorübergehend
temporary-hint = Vorübergehendes Gespräch: Es wird nirgends aufbewahrt und ist weg, sobald Sie diese Seite neu laden oder verlassen.
temporary-takes-no-files = Einem vorübergehenden Gespräch lassen sich keine Dateien anhängen, denn der Server würde sie aufbewahren.
find-conversation = Gespräch suchen
no-conversation-says = Keine passenden Gespräche
will-be-kept = Ihre Gespräche werden hier aufbewahrt.
kept-for-everybody = Auf diesem Server aufbewahrt: Alle, die ihn hier öffnen, sehen alle Gespräche.
close-conversations = Gespräche schließen
download-conversation = Gespräch herunterladen
delete-all = Alle löschen
delete-all-sure = Alle Gespräche löschen?
delete-all-common = Alle Gespräche aller löschen, die diesen Server benutzen?
conversations-deleted = { $count ->
    [one] Gespräch gelöscht.
   *[other] { $count } Gespräche gelöscht.
  }
pin-conversation = Gespräch anheften
rename-conversation = Gespräch umbenennen
delete-conversation = Gespräch löschen
name-of-conversation = Name des Gesprächs
newest-line = Zum Neuesten springen
pinned = Angeheftet
today = Heute
yesterday = Gestern
last-week = Letzte 7 Tage
last-month = Letzte 30 Tage

## An answer.

edit = Bearbeiten
edit-question = Frage bearbeiten
edit-your-question = Ihre Frage bearbeiten
ask-again = Erneut fragen
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
regenerate = Neu erzeugen
hear-answer = Vorlesen
stop-reading = Vorlesen beenden
no-voice = Dieses Gerät hat keine Stimme für die Sprache dieser Antwort.
no-passages-found = keine Textstellen gefunden
sources-counted = { $count ->
    [0] keine Quellen
    [one] 1 Quelle
   *[other] { $count } Quellen
  }
notes = Fußnoten
note = Fußnote { $number }: { $source }
more-rows = { $count ->
    [one] und 1 weitere Zeile
   *[other] und { $count } weitere Zeilen
  }
many-more-rows = und viele weitere Zeilen
no-such-source = keine solche Quelle

## The passages that are shown where no model writes an answer.

no-model-set-up = Es ist kein Chatmodell eingerichtet.
passages-fit-best = { $count ->
    [one] Diese Textstelle passt am besten zu Ihrer Frage.
   *[other] Diese Textstellen passen am besten zu Ihrer Frage.
  }
passages-nearest = { $count ->
    [one] Die Textstelle unten kommt am nächsten und handelt vielleicht von etwas anderem.
   *[other] Die Textstellen unten kommen am nächsten und handeln vielleicht von etwas anderem.
  }
passages-fit-conversation = { $count ->
    [one] Diese Textstelle passt am besten zu Ihren bisherigen Fragen.
   *[other] Diese Textstellen passen am besten zu Ihren bisherigen Fragen.
  }
nothing-matches = Nichts in Ihren Dokumenten passt zu dieser Frage.
nothing-matches-chosen = Nichts in den gewählten Dokumenten passt zu dieser Frage.
search-all = Alle Dokumente durchsuchen
nothing-mentions = Nirgends erwähnt: { $words }.
nothing-mentions-chosen = In den gewählten Dokumenten nicht erwähnt: { $words }.
unread-for-question = { $path } konnte nicht gelesen werden: { $reason }
also-in = Auch in: { $documents }
model-would-add = Ein Chatmodell würde eine Antwort schreiben, nachschlagen und rechnen.
set-up-model = Chatmodell einrichten

## An answer, read aloud.

read-aloud = Antwort, vorgelesen
answer-stopped = Antwort gestoppt.
answer-broke-off = Antwort abgebrochen.
end-of-answer = { $count ->
    [one] Ende der Antwort, mit einer Quelle.
   *[other] Ende der Antwort, mit { $count } Quellen.
  }
passages-shown = { $count ->
    [one] 1 Textstelle wird gezeigt.
   *[other] { $count } Textstellen werden gezeigt.
  }

## An answer that broke off.

change-the-question = Ändern Sie die Frage und stellen Sie sie erneut.
begin-anew = Beginnen Sie ein neues Gespräch oder stellen Sie eine kürzere Frage.
kept-above = Der Teil, der angekommen ist, steht oben.
nothing-lost = Ihre Frage bleibt erhalten.
page-was-left = Die Seite wurde geschlossen, bevor die Antwort vollständig war.
connection-broke = Die Verbindung zum Server ist abgebrochen.
with-reason = { $sentence } ({ $reason })
is-refused = So gestellt, lässt sich die Frage nicht beantworten.
is-too-large = Die Frage ist zu lang.
asked-too-often = Zu viele Fragen in kurzer Zeit. Warten Sie einen Moment.
model-failed = Das Chatmodell war nicht erreichbar oder ist abgebrochen.
model-gone-wrong = Beim Chatmodell ist ein Fehler aufgetreten.
server-unavailable = Der Server ist ausgelastet oder wird beendet. Versuchen Sie es gleich noch einmal.
something-failed = Auf dem Server ist ein Fehler aufgetreten.

## The check of an answer. Verdicts stand behind a statement.

not-found-in-source = nicht in der Quelle gefunden: { $words }
found-in-no-source = in keiner Quelle zu finden: { $words }
no-source = keine Quelle
quoted-word-for-word = Wörtlich zitiert.
all-supported = { $count ->
    [one] Geprüft: Die Angaben von 1 Aussage stehen in ihrer Quelle.
   *[other] Geprüft: Die Angaben von { $count } Aussagen stehen in ihren Quellen.
  }
some-supported = Geprüft: Angaben in { $count } von { $all } Aussagen, alle in den Quellen gefunden.
not-confirmed = Von der Quelle nicht belegt.
some-not-confirmed = Von den Quellen nicht belegt: { $without } von { $all } Aussagen.
found-by-check = { $count ->
    [one] Die Prüfung hat 1 fehlenden Beleg ergänzt.
   *[other] Die Prüfung hat { $count } fehlende Belege ergänzt.
  }
no-such-source-as = keine solche Quelle: { $names }

## What the reader says of an answer.

is-helpful = Diese Antwort hilft
is-wrong = Diese Antwort ist falsch
marked-helpful = Als hilfreich markiert.
marked-wrong = Als falsch markiert.
marked-wrong-for = Als falsch markiert: { $remark }
what-was-wrong = Was war falsch?
words-kept = Ihr Kommentar und die Frage werden für die Betreiber dieses Servers aufbewahrt.
words-not-kept = Ihr Kommentar wird mit dieser Unterhaltung und in ihren Downloads aufbewahrt. Sonst zählt der Server nur, dass eine Antwort falsch war.

## The sources beside an answer.

steps = Schritte
close-sources = Quellen schließen
width-of-sources = Breite der Quellen
drag-to-resize = Ziehen ändert die Breite, ein Doppelklick setzt sie zurück
open-in-tab = In neuem Tab öffnen
no-passage-fits = Keine Textstelle passt zu dieser Frage.
best-match = bester Treffer

## How an answer came about.

title-question = Ihre Frage
title-query = Suchanfrage
context-counted = Ihr Umfeld zählte mit, mit geringerem Gewicht: frühere Fragen, die letzte Antwort oder eingefügter Text.
title-query-prompt = Anforderung einer Suchanfrage
title-results = Zuerst gefundene Textstellen
title-prompt = Prompt
title-audit = Prüfung
title-quoted = Zitate
tokens = { $read } Tokens gelesen, { $written } geschrieben
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
    [one] Berechnet aus { $document }: 1 Zeile
   *[other] Berechnet aus { $document }: { $count } Zeilen
  }
call-failed = „{ $tool }“ lieferte kein Ergebnis

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
no-match = Keine Treffer
rows-of = Zeilen { $first } bis { $last } von { $all }
sort-and-filter = Sortieren und filtern
go-to-row = Zu Zeile
filter-rows = Zeilen filtern
any-column = Alle Spalten
section = Abschnitt
count-is = Anzahl: { $count }
sum-is = Summe: { $sum }
mean-is = Mittelwert: { $mean }
totals-left-out = Ausgelassene Summenzeilen: { $count }
rows-missing = Einige Zeilen konnten nicht gelesen werden.

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
left-out = Ausgelassen: { $parts }
waits = Wartet
is-read = Wird gelesen …
is-read-at = Wird gelesen: Seite { $page } von { $pages }
for-everybody = Für alle
for-group = Für { $group }
only-for-me = Nur für mich
about-document = { $action }: { $path }
add-documents = Dokumente hinzufügen
upload = Hochladen
upload-choose = Wählen Sie Dateien aus, ziehen Sie sie irgendwo auf diese Seite oder fügen Sie sie hier ein.
upload-hint = PDF, Office-Dokumente, E-Mails, Bücher, Webseiten, Text, Tabellen und Code, je bis zu 100 MB und { $room } für alle zusammen. Eine Datei mit dem Namen einer früheren ersetzt diese.
being-uploaded = Wird hochgeladen
drop-files = Lassen Sie die Dateien los, um sie zu den Dokumenten hinzuzufügen
upload-not-allowed = Sie dürfen hier keine Dokumente hochladen.
connection-broke-for = Die Verbindung ist abgebrochen, während { $name } gesendet wurde.
not-sent = { $name } konnte nicht gesendet werden.
not-taken = { $name } wurde nicht angenommen: { $reason }
uploaded-unread = { $path } wurde hochgeladen, kann aber nicht gelesen werden: { $reason }.
fault-empty = die Datei ist leer
fault-mislabelled = die Datei ist nicht das, was ihre Dateiendung sagt
fault-not-text = die Datei ist kein Text, obwohl ihr Name das sagt
fault-protected = die Datei ist durch ein Passwort geschützt
fault-damaged = die Datei ist beschädigt
fault-died = das Lesen der Datei brach ab; vermutlich ist sie beschädigt
fault-no-text = die Datei enthält keinen Text; ist sie ein Scan, wird sie im Hintergrund gelesen, wo tesseract-ocr installiert ist
fault-no-words = die Datei enthält keinen Text
fault-no-characters = die Schriften der Datei sagen nicht, welche Zeichen ihr Text hat; eine Texterkennung (OCR) macht sie lesbar
fault-too-slow = das Lesen der Datei dauerte länger als 30 Sekunden
fault-out-of-memory = die Datei braucht mehr Speicher als erlaubt
fault-too-many = die Datei wurde übersprungen: von den Anhängen einer Datei werden nur die ersten 1.000 gelesen
fault-unsupported = die Datei hat ein nicht unterstütztes Format; ist sie eine alte Office-Datei, speichern Sie sie als .docx, .xlsx oder .pptx
fault-image = die Datei ist ein Bild ohne Text
fault-not-started = das Programm zum Lesen der Datei ließ sich nicht starten
fault-too-large = die Datei ist größer als 100 MB
fault-changed = die Datei wurde geändert, während sie gelesen wurde
fault-of-file = { $reason }
no-model-sees = kein Chatmodell hier kann Bilder sehen

## What was done with a document.

is-uploaded = { $path } wurde hochgeladen.
files-uploaded = { $count ->
    [one] 1 Datei wurde hochgeladen.
   *[other] { $count } Dateien wurden hochgeladen.
  }
only-first-taken = Nur die ersten { $count } Dateien wurden angenommen.
is-removed = { $path } wurde entfernt.
is-read-again = { $path } wird erneut gelesen.
is-back = { $path } wurde wiederhergestellt.
everybody-may-read = Alle können { $path } jetzt lesen.
group-may-read = Die Gruppe { $group } kann { $path } jetzt lesen.
only-you-may-read = Nur Sie können { $path } jetzt lesen.

## Settings.

language = Sprache
language-of-browser = Sprache des Browsers
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
insights = Auswertung
no-chat-model-yet = Statt Antworten werden Textstellen gezeigt. Diese Einstellungen wirken, sobald ein Chatmodell eingerichtet ist.
model-settings = Modelleinstellungen
answers-and-search = Antworten und Suche
temperature = Temperatur
instructions-added = Zusätzliche Anweisungen

## The chat model.

who-writes = Chatmodell
look-for-models = Modelle auf diesem Rechner suchen
quote-instead = Kein Modell mehr verwenden
model-of = Modell von { $program }
write-with = { $model } auf diesem Rechner verwenden
another-endpoint = Anderer OpenAI-kompatibler Server
address = Adresse
address-hint = Zum Beispiel https://api.openai.com/v1: jede OpenAI-kompatible Schnittstelle.
model = Modell
model-hint = Leer lassen, um aus der Liste des Servers zu wählen.
key = API-Schlüssel
key-hint = Wird im Datenordner aufbewahrt und nie wieder angezeigt. Leer lassen, wenn keiner nötig ist oder der für diese Adresse aufbewahrte weiter gelten soll.
context = Kontextfenster (Tokens)
context-hint = Leer lassen: wird automatisch ermittelt.
endpoint-hint = Fragen und die dazu gefundenen Textstellen werden an diese Adresse gesendet.
try-and-write = Testen und verwenden
looking = Dieser Rechner wird durchsucht …
trying = { $model } wird getestet …
programs-found = { $count ->
    [0] Auf diesem Rechner wurde kein Chatmodell gefunden. Starten Sie ein Programm mit einem Modell, etwa Ollama oder LM Studio, und versuchen Sie es erneut.
    [one] 1 Programm wurde gefunden.
   *[other] { $count } Programme wurden gefunden.
  }
nobody-writes = Kein Chatmodell ist ausgewählt. Statt Antworten werden die Textstellen gezeigt, die am besten passen.
writes-answers = Die Antworten schreibt { $model } unter { $address }.
takes-tokens = Kontextfenster: { $count } Tokens.
key-is-kept = Ein API-Schlüssel ist gespeichert.
is-fixed = Vom Server festgelegt; hier nicht änderbar.
open-operator-link = Zugriff darauf hat nur, wer den Server betreibt: Öffnen Sie den Link, den der Server beim Start ausgegeben hat. Der Befehl „footnote operator“ gibt einen neuen aus.
open-link-to-add = Wer diesen Server betreibt, fügt Dokumente über den Link hinzu, den er beim Start ausgegeben hat.
operator-chooses-model = Wer diesen Server betreibt, wählt das Modell über den Link, den er beim Start ausgegeben hat.
you-run-this = Sie betreiben diesen Server in diesem Browser.
operator-link-used = Dieser Link wurde schon benutzt oder ist abgelaufen. Der Befehl „footnote operator“ gibt einen neuen aus.
sign-in = Anmelden
sign-out = Abmelden
signed-in-as = Angemeldet als { $name }
sign-in-again = Sie sind nicht mehr angemeldet. Laden Sie diese Seite neu, um sich anzumelden.

## Files of a conversation.

attach-files = Dateien anhängen
dictate = Diktieren
stop-dictating = Fertig
writing-down = Das Gesagte wird aufgeschrieben…
no-microphone = Das Mikrofon ist nicht verfügbar. Erlauben Sie es im Browser und versuchen Sie es noch einmal.
not-understood = Es wurde nichts verstanden. Versuchen Sie es noch einmal.
drop-to-ask = Dateien ablegen, um in diesem Gespräch nach ihnen zu fragen
files-of-conversation = Dateien dieses Gesprächs
remove-file = { $name } entfernen
keep-in-library = In die Dokumente übernehmen
keep-file-in-library = In die Dokumente übernehmen: { $name }
file-is-read = wird gelesen …
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
theme-of-system = System
light = Hell
dark = Dunkel
text-size = Schriftgröße
single-keys = Kürzel mit einer Taste
keys-on = An
keys-off = Aus
size-of-browser = Standard
small = Klein
large = Groß
very-large = Sehr groß

## The choice of what is asked.

what-to-ask = Dokumente auswählen
scope-hint = Durchsucht werden alle Dokumente oder nur die angekreuzten. Angehängte Dateien werden immer durchsucht.
folders-and-documents = Ordner und Dokumente
folders-counted = { $count ->
    [one] 1 Ordner
   *[other] { $count } Ordner
  }
folders-unlisted = Die Ordner können gerade nicht angezeigt werden.
show-inside = Inhalt von { $name } anzeigen
show-more = Mehr anzeigen (noch { $count })
more-found = und { $count } weitere: Geben Sie mehr vom Namen ein
kinds = Dateitypen
from-day = Von
to-day = Bis
ask-this-document = Dieses Dokument fragen
asked-of = Durchsucht: { $scope }

## A conversation that is taken away or shared.

print = Drucken
share = Teilen …
share-conversation = Dieses Gespräch teilen
who-sees = Wer den Link hat, kann dieses Gespräch lesen, außer Antworten aus Dokumenten, die diese Person nicht öffnen darf. Neue Fragen erscheinen ebenfalls. Niemand kann es ändern.
make-link = Link erstellen
copy-link = Link kopieren
take-link-back = Link entfernen
link-is-local = Diese Adresse funktioniert nur auf diesem Computer. Öffnen Sie die Seite unter ihrem Namen im Netzwerk, um sie mit anderen zu teilen.
link = Link
server-not-reached = Der Server war nicht erreichbar. Versuchen Sie es gleich noch einmal.
shared-by-link = Über einen Link geteilt

## A conversation behind a link, or on paper.

skip-to-content = Zum Inhalt springen
passage-lost = Diese Textstelle kann nicht mehr gezeigt werden.
earlier-questions = Frühere Fragen
newest-questions = Neueste Fragen
shared-notice = Jemand hat dieses Gespräch geteilt. Neue Fragen erscheinen hier ebenfalls. Sie sehen die Antworten aus Dokumenten, die Sie öffnen dürfen.
link-to-nothing = Dieser Link funktioniert nicht mehr.
answer-withheld = Diese Antwort ist ausgeblendet: Sie stützt sich auf Dokumente, die Sie nicht öffnen dürfen oder die es nicht mehr gibt.
no-answer = Es gibt keine Antwort.
stopped-early = Diese Antwort wurde vorzeitig gestoppt.
footnotes = Fußnoten
back-to-mark = Zurück zur Stelle { $number }
in-quotes = „{ $words }“
day-of = { $day }. { $month } { $year }
# The twelve months with spaces between them, as they stand in a date.
months = Januar Februar März April Mai Juni Juli August September Oktober November Dezember
footnote-numbered = Fußnote { $number }

## The page of insights, for whoever runs the server.

nothing-is-kept = nichts wird aufbewahrt
kept-for-days = Aufbewahrung in Tagen: { $count }
insights-are-off = Ergebnisse von Fragen werden nicht aufbewahrt. FOOTNOTE_INSIGHTS_DAYS legt fest, für wie viele Tage.
period = Zeitraum
days-counted = { $count } Tage
questions-in-period = Fragen in diesem Zeitraum: { $count }
outcomes-of-questions = Ergebnisse der Fragen
outcome = Ergebnis
questions = Fragen
share-of-all = Anteil
outcome-answered = Von einem Modell beantwortet, mit Quellen
outcome-doubted = Von einem Modell beantwortet, eine Aussage nicht in ihrer Quelle gefunden
outcome-passages = Passagen gezeigt
outcome-uncited = Von einem Modell beantwortet, ohne Quellen
outcome-nothing = Nichts gefunden
outcome-failed = Das Modell ist ausgefallen
outcome-cancelled = Von der fragenden Person gestoppt
day = Tag
without-answer = Fragen ohne Antwort
got-no-answer = Ohne Antwort in diesem Zeitraum: { $count }.
questions-not-kept = Der Wortlaut von Fragen wird nicht aufbewahrt. Mit FOOTNOTE_INSIGHTS_TEXTS=true wird er für Fragen ohne Antwort von da an aufbewahrt.
question = Frage
what-readers-said = Rückmeldungen
marked-counted = Als hilfreich markiert: { $helpful }; als falsch: { $wrong }.
remarks-not-kept = Was als falsch bemängelt wird, wird nicht aufbewahrt.
never-cited = Nie zitierte Dokumente
cites-none-of = Keine Antwort aus diesem Zeitraum zitiert { $count } von { $all } Dokumenten.
cites-none-of-first = Keine Antwort aus diesem Zeitraum zitiert { $count } der ersten { $all } Dokumente.
signed-out = Sie sind abgemeldet
end-session-too = Melden Sie sich auch bei { $issuer } ab, wenn andere dieses Gerät benutzen.
sign-in-away = { $issuer } ist nicht erreichbar. Versuchen Sie es gleich noch einmal.
sign-in-refused = { $issuer } hat Sie hier nicht angemeldet.
sign-in-stale = Diese Anmeldung wurde vor zu langer Zeit oder in einem anderen Browser begonnen. Beginnen Sie neu.
sign-in-nameless = { $issuer } sagt nicht, wer Sie sind. Wer den Server betreibt, muss ein anderes Merkmal (Claim) nennen.
