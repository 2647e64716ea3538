# Nederlands.
#
# Woordenlijst; de lezer wordt met u aangesproken:
#   answer        antwoord
#   chat model    taalmodel
#   document      document; bestand voordat het gelezen is
#   note          noot
#   passage       passage
#   source        bron
#   statement     bewering
#   step          stap

## Words that many places share.

document = Document
documents = Documenten
documents-counted = { $count ->
    [one] 1 document
   *[other] { $count } documenten
  }
page = Pagina
pages = Pagina’s
page-short = p. { $number }
page-spoken = pagina { $number }
slide = dia { $number }
sheet = blad { $number }
chapter = hoofdstuk { $number }
message = bericht { $number }
entry = item { $number }
source-at = { $path }, { $page }
pages-counted = { $count ->
    [one] 1 pagina
   *[other] { $count } pagina’s
  }
passages = Passages
not-cited = Gevonden, maar niet geciteerd
sources = Bronnen
conversations = Gesprekken
settings = Instellingen
ask-a-question = Een vraag stellen
close = Sluiten
cancel = Annuleren
copied = Gekopieerd
dismiss = Verbergen
remove = Verwijderen
save = Opslaan
table = Tabel
try-again = Opnieuw proberen
undo = Ongedaan maken
earlier = Vorige
further = Volgende
and-also = { $one }, { $other }
and-more = en nog { $count }
milliseconds = { $count } ms
seconds = { $count } s
thousands-sign = .
decimal-sign = ,

## Around the page.

description = Stel vragen aan uw eigen documenten en lees antwoorden waarin elke bewering een bronvermelding heeft.
skip-to-question = Naar de vraag
skip-to-passage = Naar de geciteerde passage
skip-to-document = Naar het document
page-not-found = Pagina niet gevonden
nothing-here = Op dit adres is geen pagina en geen document.
or = of
see-the-documents = bekijk de documenten

## The field for questions, and the keys.

your-question = Uw vraag
ask-your-documents = Vraag het uw documenten
ask = Vragen
stop = Stoppen
ask-in = Zoeken in:
all-documents = Alle documenten
waits-in-line = Daarna: { $question }
followup-questions = Vervolgvragen
no-such-conversation = Gesprek niet gevonden.
not-kept-now = De server kan dit gesprek nu niet opslaan.
not-sent-yet = Uw vraag is niet verzonden. Ze blijft hier staan tot u haar stelt. ({ $reason })
keyboard-shortcuts = Sneltoetsen
keyboard-shortcuts-key = Sneltoetsen (?)
either-key = { $one } of { $other }
both-keys = { $one } en { $other }
key-write = Een vraag schrijven
key-leave = Het vraagveld verlaten
key-stop = Het antwoord stoppen
key-close = De bronnen sluiten
key-notes = Vorige en volgende noot
key-questions = Volgende en vorige vraag
key-sources = De bronnen tonen of verbergen
key-shortcuts = Deze sneltoetsen tonen

## The empty page, and the list of documents on it.

promise = Vraag het uw documenten.
written-by = De antwoorden worden geschreven door { $model } en hun feiten worden met de bronnen vergeleken.
passages-are-shown = De passages die het best bij uw vraag passen worden getoond, elk met zijn bron.
examples = Voorbeelden van vragen
sample-documents = Voorbeelddocumenten
add-your-own = Voeg uw eigen toe
begin-with = Vraag in uw eigen woorden, of begin met:
ask-about = Wat moet ik weten over ‘{ $topic }’?
being-read = De documenten worden gelezen. U kunt vragen stellen zodra het eerste klaar is.
none-yet = Er zijn nog geen documenten.
none-yet-attach = Er zijn nog geen documenten. Wie deze server beheert, voegt ze toe; u kunt ook eigen bestanden bij een vraag voegen.
none-yet-open-link = Er zijn nog geen documenten: wie deze server beheert, voegt ze toe via de link die bij het starten is getoond.
drop-them-here = Zet bestanden hier neer of kies ze.
or-add-to-folder = Of zet ze in { $folder }.
last-checked = { $documents } · laatst gecontroleerd om { $time }
could-not-be-read = Niet leesbaar: { $count }
find-document = Een document op naam zoeken
pages-of-list = Pagina’s van de lijst
none-called-that = Geen overeenkomende documenten
in-all = { $count } in totaal
range = { $first } tot { $last } van { $all }
images-without-text = { $count ->
    [one] 1 afbeelding zonder tekst
   *[other] { $count } afbeeldingen zonder tekst
  }
files-not-read = { $count ->
    [one] 1 bestand in een niet-ondersteund formaat
   *[other] { $count } bestanden in niet-ondersteunde formaten
  }

## The state of the documents, in one line.

no-documents-yet = Nog geen documenten
are-being-read = De documenten worden gelezen.
reading-documents = Documenten worden gelezen: { $done } van { $all }
preparing-meaning = Zoeken op betekenis wordt voorbereid: { $done } van { $all }
preparing-meaning-for = Zoeken op betekenis wordt voorbereid: { $done } van { $all } (ongeveer { $minutes } min)
unread-too = { $count ->
    [one] { $documents }, 1 niet leesbaar
   *[other] { $documents }, { $count } niet leesbaar
  }

## Conversations.

conversation = Gesprek
new-conversation = Nieuw gesprek
temporary = Tijdelijk
temporary-hint = Tijdelijk gesprek: het wordt nergens bewaard en is weg zodra u deze pagina herlaadt of verlaat.
temporary-takes-no-files = Aan een tijdelijk gesprek kunnen geen bestanden worden toegevoegd, omdat de server ze zou bewaren.
find-conversation = Een gesprek zoeken
no-conversation-says = Geen overeenkomende gesprekken
will-be-kept = Uw gesprekken worden hier bewaard.
kept-for-everybody = Op deze server bewaard: iedereen die hem hier opent, ziet alle gesprekken.
close-conversations = De gesprekken sluiten
download-conversation = Gesprek downloaden
delete-all = Alles verwijderen
delete-all-sure = Alle gesprekken verwijderen?
delete-all-common = De gesprekken van iedereen die deze server gebruikt verwijderen?
conversations-deleted = { $count ->
    [one] Gesprek verwijderd.
   *[other] { $count } gesprekken verwijderd.
  }
pin-conversation = Gesprek vastzetten
rename-conversation = Gesprek hernoemen
delete-conversation = Gesprek verwijderen
name-of-conversation = Naam van het gesprek
newest-line = Naar het nieuwste
pinned = Vastgezet
today = Vandaag
yesterday = Gisteren
last-week = Afgelopen 7 dagen
last-month = Afgelopen 30 dagen

## An answer.

edit = Bewerken
edit-question = Vraag bewerken
edit-your-question = Uw vraag bewerken
ask-again = Opnieuw vragen
question-edited = { $count ->
    [0] Vraag bewerkt.
    [one] Vraag bewerkt; 1 later antwoord verwijderd.
   *[other] Vraag bewerkt; { $count } latere antwoorden verwijderd.
  }
searching = De documenten worden doorzocht
reading-passages = { $count ->
    [one] 1 passage wordt gelezen
   *[other] { $count } passages worden gelezen
  }
you-stopped = U hebt dit antwoord gestopt.
copy = Kopiëren
could-not-copy = Kopiëren is niet gelukt
regenerate = Opnieuw genereren
hear-answer = Voorlezen
stop-reading = Voorlezen stoppen
no-voice = Dit apparaat heeft geen stem voor de taal van dit antwoord.
no-passages-found = geen passages gevonden
sources-counted = { $count ->
    [0] geen bronnen
    [one] 1 bron
   *[other] { $count } bronnen
  }
notes = Noten
note = Noot { $number }: { $source }
more-rows = { $count ->
    [one] en nog 1 rij
   *[other] en nog { $count } rijen
  }
many-more-rows = en nog veel meer rijen
no-such-source = deze bron bestaat niet

## The passages that are shown where no model writes an answer.

no-model-set-up = Er is geen taalmodel ingesteld.
passages-fit-best = { $count ->
    [one] Deze passage past het best bij uw vraag.
   *[other] Deze passages passen het best bij uw vraag.
  }
passages-nearest = { $count ->
    [one] De passage hieronder komt het dichtst in de buurt en gaat misschien over iets anders.
   *[other] De passages hieronder komen het dichtst in de buurt en gaan misschien over iets anders.
  }
passages-fit-conversation = { $count ->
    [one] Deze passage past het best bij uw vragen tot nu toe.
   *[other] Deze passages passen het best bij uw vragen tot nu toe.
  }
nothing-matches = Niets in uw documenten past bij deze vraag.
nothing-matches-chosen = Niets in de gekozen documenten past bij deze vraag.
search-all = Alle documenten doorzoeken
nothing-mentions = Nergens genoemd: { $words }.
nothing-mentions-chosen = Niet genoemd in de gekozen documenten: { $words }.
unread-for-question = { $path } kon niet worden gelezen: { $reason }
also-in = Ook in: { $documents }
model-would-add = Een taalmodel zou een antwoord schrijven, dingen opzoeken en rekenen.
set-up-model = Taalmodel instellen

## An answer, read aloud.

read-aloud = Antwoord, voorgelezen
answer-stopped = Antwoord gestopt.
answer-broke-off = Antwoord afgebroken.
end-of-answer = { $count ->
    [one] Einde van het antwoord, met één bron.
   *[other] Einde van het antwoord, met { $count } bronnen.
  }
passages-shown = { $count ->
    [one] 1 passage wordt getoond.
   *[other] { $count } passages worden getoond.
  }

## An answer that broke off.

change-the-question = Wijzig de vraag en stel haar opnieuw.
begin-anew = Begin een nieuw gesprek, of stel een kortere vraag.
kept-above = Het deel dat is aangekomen, staat hierboven.
nothing-lost = Uw vraag is bewaard.
page-was-left = De pagina is gesloten voordat het antwoord volledig was.
connection-broke = De verbinding met de server is verbroken.
with-reason = { $sentence } ({ $reason })
is-refused = De vraag kan zo niet worden beantwoord.
is-too-large = De vraag is te lang.
asked-too-often = Te veel vragen in korte tijd. Wacht even.
model-failed = Het taalmodel was niet bereikbaar of brak af.
model-gone-wrong = Er ging iets mis bij het chatmodel.
server-unavailable = De server is bezet of stopt. Probeer het zo meteen opnieuw.
something-failed = Er is een fout opgetreden op de server.

## The check of an answer. Verdicts stand behind a statement.

not-found-in-source = niet gevonden in de bron: { $words }
found-in-no-source = in geen enkele bron: { $words }
no-source = geen bron
quoted-word-for-word = Woordelijk geciteerd.
all-supported = { $count ->
    [one] Gecontroleerd: de gegevens van 1 bewering staan in haar bron.
   *[other] Gecontroleerd: de gegevens van { $count } beweringen staan in hun bronnen.
  }
some-supported = Gecontroleerd: gegevens in { $count } van { $all } beweringen, alle gevonden in de bronnen.
not-confirmed = Niet bevestigd door de bron.
some-not-confirmed = Niet bevestigd door de bronnen: { $without } van { $all } beweringen.
found-by-check = { $count ->
    [one] De controle heeft 1 ontbrekende bronvermelding toegevoegd.
   *[other] De controle heeft { $count } ontbrekende bronvermeldingen toegevoegd.
  }
no-such-source-as = deze bron bestaat niet: { $names }

## What the reader says of an answer.

is-helpful = Dit antwoord is nuttig
is-wrong = Dit antwoord is onjuist
marked-helpful = Als nuttig gemarkeerd.
marked-wrong = Als onjuist gemarkeerd.
marked-wrong-for = Als onjuist gemarkeerd: { $remark }
what-was-wrong = Wat was er onjuist?
words-kept = Uw opmerking en de vraag worden bewaard voor wie deze server beheert.
words-not-kept = Uw opmerking wordt bij dit gesprek en in de downloads ervan bewaard. Verder telt de server alleen dat een antwoord onjuist was.

## The sources beside an answer.

steps = Stappen
close-sources = De bronnen sluiten
width-of-sources = Breedte van de bronnen
drag-to-resize = Sleep om de breedte te wijzigen, dubbelklik om die te herstellen
open-in-tab = Openen in een nieuw tabblad
no-passage-fits = Geen passage past bij deze vraag.
best-match = beste treffer

## How an answer came about.

title-question = Uw vraag
title-query = Zoekopdracht
context-counted = De context telde mee, met een lager gewicht: eerdere vragen, het laatste antwoord of geplakte tekst.
title-query-prompt = Verzoek om een zoekopdracht
title-results = Eerst gevonden passages
title-prompt = Prompt
title-audit = Controle
title-quoted = Citaten
tokens = { $read } tokens gelezen, { $written } geschreven
show-text = De tekst tonen
show-json = Als JSON tonen
copy-text = Tekst kopiëren
searched-query = { $count ->
    [one] Gezocht naar “{ $query }”: 1 passage
   *[other] Gezocht naar “{ $query }”: { $count } passages
  }
read-document = { $document } gelezen
read-pages = { $document } gelezen, pagina’s { $pages }
listed-documents = { $count ->
    [one] 1 document opgesomd
   *[other] { $count } documenten opgesomd
  }
computed-over = { $count ->
    [one] Berekend uit { $document }: 1 rij
   *[other] Berekend uit { $document }: { $count } rijen
  }
call-failed = “{ $tool }” leverde niets op

## A document.

words-are-gone = De geciteerde woorden staan niet meer in dit document.
described-image = De afbeelding die hieronder wordt beschreven
attachments = Bijlagen
text = Tekst
passage-numbered = Passage { $number }
words-counted = { $count ->
    [one] 1 woord
   *[other] { $count } woorden
  }
cited-passage = De geciteerde passage
cited-words = De geciteerde woorden
download = Downloaden
of-pages = van { $count }
page-before = Vorige pagina
next-page = Volgende pagina
smaller = Kleiner
larger = Groter
page-numbered = Pagina { $number }
search = Zoeken
search-in-document = Zoeken in het document
match-before = Vorige treffer
next-match = Volgende treffer
match-of = { $number } van { $all }
no-match = Geen treffers
rows-of = Rijen { $first } tot { $last } van { $all }
sort-and-filter = Sorteren en filteren
go-to-row = Naar rij
filter-rows = Rijen filteren
any-column = Alle kolommen
section = Sectie
count-is = Aantal: { $count }
sum-is = Som: { $sum }
mean-is = Gemiddelde: { $mean }
totals-left-out = Weggelaten totaalrijen: { $count }
rows-missing = Sommige rijen konden niet worden gelezen.

## The page of documents.

size = Grootte
state = Status
actions = Acties
none-here = Er zijn hier geen documenten.
more-unread = en nog { $count } die niet konden worden gelezen. Typ hierboven een deel van een naam om ze te vinden.
find-by-name = Zoeken op naam
folders = Mappen
sort-by = Sorteren op
by-name = naam
by-change = laatst gewijzigd
by-size = grootte
by-pages = pagina’s
show = Tonen
ready = Klaar
unit-pages = { $count ->
    [one] pagina
   *[other] pagina’s
  }
unit-passages = { $count ->
    [one] passage
   *[other] passages
  }
not-read = Niet gelezen: { $reason }
not-reachable = Niet bereikbaar sinds { $since } UTC
not-reachable-text = Het bestand is sinds { $since } UTC niet leesbaar. Dit is de tekst zoals die het laatst is gelezen.
left-out = Weggelaten: { $parts }
waits = Wacht
is-read = Wordt gelezen …
is-read-at = Wordt gelezen: pagina { $page } van { $pages }
for-everybody = Voor iedereen
for-group = Voor { $group }
only-for-me = Alleen voor mij
about-document = { $action }: { $path }
add-documents = Documenten toevoegen
upload = Uploaden
upload-choose = Kies bestanden, zet ze ergens op deze pagina neer of plak ze hier.
upload-hint = PDF, kantoordocumenten, e-mail, boeken, webpagina’s, tekst, tabellen en code, elk tot 100 MB en { $room } voor alles samen. Een bestand met de naam van een eerder bestand vervangt dat.
being-uploaded = Wordt geüpload
drop-files = Laat de bestanden los om ze aan de documenten toe te voegen
upload-not-allowed = U mag hier geen documenten uploaden.
connection-broke-for = De verbinding is verbroken terwijl { $name } werd verzonden.
not-sent = { $name } kon niet worden verzonden.
not-taken = { $name } is niet aangenomen: { $reason }
uploaded-unread = { $path } is geüpload, maar kan niet worden gelezen: { $reason }.
fault-empty = het bestand is leeg
fault-mislabelled = het bestand is niet wat de extensie zegt
fault-not-text = het bestand is geen tekst, hoewel de naam dat zegt
fault-protected = het bestand is met een wachtwoord beveiligd
fault-damaged = het bestand is beschadigd
fault-died = het lezen van het bestand brak af; waarschijnlijk is het beschadigd
fault-no-text = het bestand bevat geen tekst; als het een scan is, wordt het op de achtergrond gelezen waar tesseract-ocr is geïnstalleerd
fault-no-words = het bestand bevat geen tekst
fault-no-characters = de lettertypen van het bestand zeggen niet welke tekens de tekst heeft; tekstherkenning (OCR) maakt het leesbaar
fault-too-slow = het lezen van het bestand duurde langer dan 30 seconden
fault-out-of-memory = het bestand heeft meer geheugen nodig dan is toegestaan
fault-too-many = het bestand is overgeslagen: van de bijlagen van een bestand worden alleen de eerste 1.000 gelezen
fault-unsupported = het bestand heeft een niet-ondersteund formaat; is het een oud Office-bestand, sla het dan op als .docx, .xlsx of .pptx
fault-image = het bestand is een afbeelding zonder tekst
fault-not-started = het programma dat het bestand leest, kon niet worden gestart
fault-too-large = het bestand is groter dan 100 MB
fault-changed = het bestand werd gewijzigd terwijl het werd gelezen
fault-of-file = { $reason }
no-model-sees = geen taalmodel hier kan afbeeldingen zien

## What was done with a document.

is-uploaded = { $path } is geüpload.
files-uploaded = { $count ->
    [one] 1 bestand is geüpload.
   *[other] { $count } bestanden zijn geüpload.
  }
only-first-taken = Alleen de eerste { $count } bestanden zijn aangenomen.
is-removed = { $path } is verwijderd.
is-read-again = { $path } wordt opnieuw gelezen.
is-back = { $path } is hersteld.
everybody-may-read = Iedereen kan { $path } nu lezen.
group-may-read = De groep { $group } kan { $path } nu lezen.
only-you-may-read = Alleen u kunt { $path } nu lezen.

## Settings.

language = Taal
language-of-browser = Taal van de browser
change-language = Wijzigen
passages-to-retrieve = Aantal passages
look-further = Verder zoeken vóór het antwoord
look-never = Nooit
look-twice = Tot 2 rondes
look-freely = Naar behoefte, tot 6 rondes
search-by = Zoeken op
by-keywords = Trefwoorden
by-meaning = Betekenis
by-both = Trefwoorden en betekenis
stream-answers = Antwoorden tonen terwijl ze komen
reset = Herstellen
done = Klaar
insights = Inzichten
no-chat-model-yet = In plaats van antwoorden worden passages getoond. Deze instellingen werken zodra er een taalmodel is ingesteld.
model-settings = Modelinstellingen
answers-and-search = Antwoorden en zoeken
temperature = Temperatuur
instructions-added = Aanvullende instructies

## The chat model.

who-writes = Taalmodel
look-for-models = Modellen op deze machine zoeken
quote-instead = Geen model meer gebruiken
model-of = Model van { $program }
write-with = { $model } op deze machine gebruiken
another-endpoint = Andere OpenAI-compatibele server
address = Adres
address-hint = Bijvoorbeeld https://api.openai.com/v1: elke OpenAI-compatibele API.
model = Model
model-hint = Laat leeg om uit de lijst van de server te kiezen.
key = API-sleutel
key-hint = Wordt in de gegevensmap bewaard en nooit meer getoond. Laat leeg als er geen nodig is, of om die van dit adres te houden.
context = Contextvenster (tokens)
context-hint = Laat leeg om het automatisch te bepalen.
endpoint-hint = Vragen en de daarvoor gevonden passages worden naar dit adres gestuurd.
try-and-write = Testen en gebruiken
looking = Deze machine wordt doorzocht …
trying = { $model } wordt getest …
programs-found = { $count ->
    [0] Op deze machine is geen taalmodel gevonden. Start een programma met een taalmodel, zoals Ollama of LM Studio, en probeer het opnieuw.
    [one] Er is 1 programma gevonden.
   *[other] Er zijn { $count } programma’s gevonden.
  }
nobody-writes = Er is geen taalmodel geselecteerd. In plaats van antwoorden worden de best passende passages getoond.
writes-answers = De antwoorden worden geschreven door { $model } op { $address }.
takes-tokens = Contextvenster: { $count } tokens.
key-is-kept = Er is een API-sleutel opgeslagen.
is-fixed = Ingesteld door de server; hier niet te wijzigen.
open-operator-link = Alleen wie de server beheert mag dit: open de link die de server bij het starten heeft getoond. De opdracht ‘footnote operator’ toont een nieuwe.
open-link-to-add = Wie deze server beheert, voegt documenten toe via de link die bij het starten is getoond.
operator-chooses-model = Wie deze server beheert, kiest het model via de link die bij het starten is getoond.
you-run-this = U beheert deze server in deze browser.
operator-link-used = Deze link is al gebruikt of verlopen. De opdracht ‘footnote operator’ toont een nieuwe.
sign-in = Aanmelden
sign-out = Afmelden
signed-in-as = Aangemeld als { $name }
sign-in-again = U bent niet meer aangemeld. Laad deze pagina opnieuw om u aan te melden.

## Files of a conversation.

attach-files = Bestanden toevoegen
dictate = Dicteren
stop-dictating = Klaar
writing-down = Wat u zei, wordt opgeschreven…
no-microphone = De microfoon kan niet worden gebruikt. Sta die toe in de browser en probeer het opnieuw.
not-understood = Er is niets verstaan. Probeer het opnieuw.
drop-to-ask = Laat de bestanden los om er in dit gesprek naar te vragen
files-of-conversation = Bestanden van dit gesprek
remove-file = { $name } verwijderen
keep-in-library = Aan documenten toevoegen
keep-file-in-library = Aan documenten toevoegen: { $name }
file-is-read = wordt gelezen …
percent = { $count } %
hidden-left-out = { $count ->
    [one] 1 verborgen teken is weggelaten
   *[other] { $count } verborgen tekens zijn weggelaten
  }
asked-with = Met { $files }

## Documents that are chosen.

modified = Gewijzigd
choose = { $path } selecteren
remove-chosen = Geselecteerde documenten verwijderen
none-chosen = Geen documenten geselecteerd.

## The look of the page.

theme = Thema
theme-of-system = Systeem
light = Licht
dark = Donker
text-size = Tekstgrootte
single-keys = Sneltoetsen met één toets
keys-on = Aan
keys-off = Uit
size-of-browser = Standaard
small = Klein
large = Groot
very-large = Zeer groot

## The choice of what is asked.

what-to-ask = Documenten kiezen
scope-hint = Er wordt in alle documenten gezocht, of alleen in de aangevinkte. In toegevoegde bestanden wordt altijd gezocht.
folders-and-documents = Mappen en documenten
folders-counted = { $count ->
    [one] 1 map
   *[other] { $count } mappen
  }
folders-unlisted = De mappen kunnen nu niet worden getoond.
show-inside = Inhoud van { $name } tonen
show-more = Meer tonen (nog { $count })
more-found = en nog { $count }: typ meer van de naam
kinds = Bestandstypen
from-day = Van
to-day = Tot en met
ask-this-document = Dit document vragen
asked-of = Gezocht in: { $scope }

## A conversation that is taken away or shared.

print = Afdrukken
share = Delen…
share-conversation = Dit gesprek delen
who-sees = Wie de link heeft, kan dit gesprek lezen, behalve antwoorden uit documenten die diegene niet mag openen. Nieuwe vragen verschijnen ook. Niemand kan het wijzigen.
make-link = Link maken
copy-link = Link kopiëren
take-link-back = Link verwijderen
link-is-local = Dit adres werkt alleen op deze computer. Open de pagina via haar naam in het netwerk om haar met anderen te delen.
link = Link
server-not-reached = De server was niet bereikbaar. Probeer het zo meteen opnieuw.
shared-by-link = Gedeeld via een link

## A conversation behind a link, or on paper.

skip-to-content = Naar de inhoud
passage-lost = Deze passage kan niet meer worden getoond.
earlier-questions = Eerdere vragen
newest-questions = Nieuwste vragen
shared-notice = Iemand heeft dit gesprek gedeeld. Nieuwe vragen verschijnen hier ook. U ziet de antwoorden uit documenten die u mag openen.
link-to-nothing = Deze link werkt niet meer.
answer-withheld = Dit antwoord is verborgen: het berust op documenten die u niet mag openen of die niet meer bestaan.
no-answer = Er is geen antwoord.
stopped-early = Dit antwoord is voortijdig gestopt.
footnotes = Voetnoten
back-to-mark = Terug naar verwijzing { $number }
in-quotes = “{ $words }”
day-of = { $day } { $month } { $year }
# The twelve months with spaces between them, as they stand in a date.
months = januari februari maart april mei juni juli augustus september oktober november december
footnote-numbered = Voetnoot { $number }

## The page of insights, for whoever runs the server.

nothing-is-kept = er wordt niets bewaard
kept-for-days = bewaartermijn in dagen: { $count }
insights-are-off = Uitkomsten van vragen worden niet bewaard. FOOTNOTE_INSIGHTS_DAYS bepaalt hoeveel dagen wel.
period = Periode
days-counted = { $count } dagen
questions-in-period = Vragen in deze periode: { $count }
outcomes-of-questions = Uitkomsten van vragen
outcome = Uitkomst
questions = Vragen
share-of-all = Aandeel
outcome-answered = Beantwoord door een model, met bronnen
outcome-doubted = Beantwoord door een model, met een bewering die niet in haar bron staat
outcome-passages = Passages getoond
outcome-uncited = Beantwoord door een model, zonder bronnen
outcome-nothing = Niets gevonden
outcome-failed = Het model is uitgevallen
outcome-cancelled = Gestopt door de vrager
day = Dag
without-answer = Vragen zonder antwoord
got-no-answer = Zonder antwoord in deze periode: { $count }.
questions-not-kept = De tekst van vragen wordt niet bewaard. FOOTNOTE_INSIGHTS_TEXTS=true bewaart vanaf dan die van vragen zonder antwoord.
question = Vraag
what-readers-said = Wat lezers zeiden
marked-counted = Als nuttig gemarkeerd: { $helpful }; als fout: { $wrong }.
remarks-not-kept = Wat lezers fout noemen, wordt niet bewaard.
never-cited = Nooit geciteerde documenten
cites-none-of = Geen antwoord uit deze periode citeert { $count } van de { $all } documenten.
cites-none-of-first = Geen antwoord uit deze periode citeert { $count } van de eerste { $all } documenten.
signed-out = U bent afgemeld
end-session-too = Meld u ook af bij { $issuer } als anderen dit apparaat gebruiken.
sign-in-away = { $issuer } is niet bereikbaar. Probeer het zo meteen opnieuw.
sign-in-refused = { $issuer } heeft u hier niet aangemeld.
sign-in-stale = Deze aanmelding is te lang geleden of in een andere browser begonnen. Begin opnieuw.
sign-in-nameless = { $issuer } zegt niet wie u bent. Wie de server beheert, moet een ander kenmerk (claim) noemen.
