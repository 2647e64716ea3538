# Italiano.
#
# Glossario; si dà del tu al lettore:
#   answer        risposta
#   chat model    modello linguistico
#   document      documento; file prima che sia letto
#   note          nota
#   passage       brano
#   source        fonte
#   statement     affermazione
#   step          passo

## Words that many places share.

document = Documento
documents = Documenti
documents-counted = { $count ->
    [one] 1 documento
    [many] { $count } di documenti
   *[other] { $count } documenti
  }
page = Pagina
pages = Pagine
page-short = p. { $number }
page-spoken = pagina { $number }
slide = diapositiva { $number }
sheet = foglio { $number }
chapter = capitolo { $number }
message = messaggio { $number }
entry = voce { $number }
source-at = { $path }, { $page }
pages-counted = { $count ->
    [one] 1 pagina
    [many] { $count } di pagine
   *[other] { $count } pagine
  }
passages = Brani
sources = Fonti
conversations = Conversazioni
settings = Impostazioni
ask-a-question = Fai una domanda
close = Chiudi
cancel = Annulla
copied = Copiato
dismiss = Nascondi
remove = Rimuovi
save = Salva
table = Tabella
try-again = Riprova
undo = Annulla
earlier = Precedente
further = Successivo
and-also = { $one }, { $other }
and-more = e altri { $count }
milliseconds = { $count } ms
seconds = { $count } s
thousands-sign = .
decimal-sign = ,

## Around the page.

description = Interroga i tuoi documenti e leggi risposte in cui ogni affermazione ha la sua citazione.
skip-to-question = Vai alla domanda
skip-to-passage = Vai al brano citato
skip-to-document = Vai al documento
page-not-found = Pagina non trovata
nothing-here = A questo indirizzo non c’è nessuna pagina e nessun documento.
or = o
see-the-documents = vedi i documenti

## The field for questions, and the keys.

your-question = La tua domanda
ask-your-documents = Interroga i tuoi documenti
ask = Chiedi
stop = Ferma
ask-in = Chiedi in:
all-documents = Tutti i documenti
followup-questions = Domande successive
no-such-conversation = Questa conversazione qui non esiste, o non esiste più.
not-kept-now = Il server ora non può conservare questa conversazione.
not-sent-yet = La domanda non è stata inviata; resta qui finché non viene posta. ({ $reason })
no-room = In questo browser non c’è più spazio: la conversazione andrà persa alla chiusura della pagina.
keyboard-shortcuts = Scorciatoie da tastiera
keyboard-shortcuts-key = Scorciatoie da tastiera (?)
either-key = { $one } o { $other }
both-keys = { $one } e { $other }
key-write = Scrivi una domanda
key-stop = Ferma la risposta
key-close = Chiudi le fonti
key-notes = Nota precedente e successiva
key-questions = Domanda successiva e precedente
key-sources = Mostra o nascondi le fonti
key-shortcuts = Mostra queste scorciatoie

## The empty page, and the list of documents on it.

promise = Interroga i tuoi documenti.
written-by = { $model } ne ricava le risposte, e ogni affermazione indica la sua fonte.
quoted-from-them = Le risposte li citano parola per parola, e ogni citazione indica la sua fonte.
examples = Esempi di domande
begin-with = Chiedi con parole tue, oppure comincia con:
being-read = I documenti sono in lettura; si può chiedere appena il primo è pronto.
none-yet = Non ci sono ancora documenti. Mettine qualcuno nella cartella che Footnote legge, e appariranno qui.
last-checked = { $documents } · ultimo controllo alle { $time }
could-not-be-read = Non leggibili
find-document = Trova un documento per nome
pages-of-list = Pagine dell’elenco
none-called-that = Nessun documento letto si chiama così
in-all = { $count } in tutto
range = da { $first } a { $last } di { $all }
images-without-text = { $count ->
    [one] 1 immagine senza testo
    [many] { $count } di immagini senza testo
   *[other] { $count } immagini senza testo
  }
files-not-read = { $count ->
    [one] 1 file in un formato che non viene letto
    [many] { $count } di file in formati che non vengono letti
   *[other] { $count } file in formati che non vengono letti
  }

## The state of the documents, in one line.

no-documents-yet = Ancora nessun documento
reading-documents = Lettura dei documenti: { $done } di { $all }
preparing-meaning = Preparazione della ricerca per significato: { $done } di { $all }
unread-too = { $count ->
    [one] { $documents }, 1 non leggibile
    [many] { $documents }, { $count } non leggibili
   *[other] { $documents }, { $count } non leggibili
  }

## Conversations.

conversation = Conversazione
new-conversation = Nuova conversazione
find-conversation = Trova una conversazione
no-conversation-says = Nessuna conversazione lo dice.
will-be-kept = Le tue conversazioni saranno conservate qui.
will-be-kept-in-browser = Le tue conversazioni saranno conservate qui, solo in questo browser.
close-conversations = Chiudi le conversazioni
download-conversation = Scarica la conversazione
delete-all = Elimina tutte
conversations-deleted = { $count ->
    [one] Conversazione eliminata.
    [many] { $count } di conversazioni eliminate.
   *[other] { $count } conversazioni eliminate.
  }
pin-conversation = Fissa la conversazione
rename-conversation = Rinomina la conversazione
delete-conversation = Elimina la conversazione
name-of-conversation = Nome della conversazione
newest-line = Ultima riga ↓
pinned = Fissate
today = Oggi
yesterday = Ieri
last-week = Ultimi 7 giorni
last-month = Ultimi 30 giorni

## An answer.

edit = Modifica
edit-question = Modifica la domanda
edit-your-question = Modifica la tua domanda
ask-again = Chiedi di nuovo
question-edited = { $count ->
    [0] Domanda modificata.
    [one] Domanda modificata; 1 risposta successiva rimossa.
    [many] Domanda modificata; { $count } risposte successive rimosse.
   *[other] Domanda modificata; { $count } risposte successive rimosse.
  }
searching = Ricerca nei documenti
reading-passages = { $count ->
    [one] Lettura di 1 brano
    [many] Lettura di { $count } brani
   *[other] Lettura di { $count } brani
  }
you-stopped = Hai fermato questa risposta.
copy = Copia
could-not-copy = Impossibile copiare
regenerate = Riscrivi
no-passages-found = nessun brano trovato
sources-counted = { $count ->
    [0] nessuna fonte
    [one] 1 fonte
    [many] { $count } fonti
   *[other] { $count } fonti
  }
found = trovato
may-not-answer = forse non risponde
not-found = non trovato
notes = Note
note = Nota { $number }: { $source }
more-rows = { $count ->
    [one] e un’altra riga
    [many] e altre { $count } righe
   *[other] e altre { $count } righe
  }
many-more-rows = e molte altre righe
no-such-source = fonte inesistente

## An answer, read aloud.

read-aloud = Risposta, letta ad alta voce
answer-stopped = Risposta fermata.
answer-broke-off = Risposta interrotta.
end-of-answer = { $count ->
    [one] Fine della risposta, con una fonte.
    [many] Fine della risposta, con { $count } fonti.
   *[other] Fine della risposta, con { $count } fonti.
  }

## An answer that broke off.

change-the-question = Cambia la domanda e chiedi di nuovo.
begin-anew = Comincia una nuova conversazione, o fai una domanda più breve.
kept-above = Quanto era già arrivato resta qui sopra.
nothing-lost = La domanda resta; non è andato perso nulla.
page-was-left = La pagina è stata lasciata prima che la risposta fosse completa.
connection-broke = La connessione al server si è interrotta.
with-reason = { $sentence } ({ $reason })
is-refused = Così come è stato chiesto, non è possibile rispondere.
is-too-large = È troppo lungo.
asked-too-often = Hai chiesto troppo spesso in poco tempo. Aspetta un momento.
model-failed = Il modello linguistico non era raggiungibile, o si è interrotto.
server-unavailable = Il server è occupato o si sta chiudendo. Riprova tra un momento.
something-failed = Qualcosa è andato storto sul server.

## The check of an answer. Verdicts stand behind a statement.

not-found-in-source = non si trova nella fonte
contradicted = contraddetto dalla fonte
verdict = Verifica: { $verdict }
quoted-word-for-word = Citato parola per parola.
all-supported = { $count ->
    [one] Verificato: l’affermazione è confermata dalla sua fonte.
    [many] Verificato: tutte le { $count } affermazioni sono confermate dalle loro fonti.
   *[other] Verificato: tutte le { $count } affermazioni sono confermate dalle loro fonti.
  }
some-supported = { $all ->
    [one] Verificato: { $supported } di 1 affermazione confermata.
    [many] Verificato: { $supported } di { $all } affermazioni confermate.
   *[other] Verificato: { $supported } di { $all } affermazioni confermate.
  }
found-by-check = { $count ->
    [one] La fonte di 1 è stata trovata dalla verifica.
    [many] Le fonti di { $count } sono state trovate dalla verifica.
   *[other] Le fonti di { $count } sono state trovate dalla verifica.
  }
not-found-there = non si trova lì: { $words }
no-such-source-as = fonte inesistente: { $names }

## What the reader says of an answer.

is-helpful = Questa risposta è utile
is-wrong = Questa risposta è sbagliata
marked-helpful = Segnata come utile.
marked-wrong = Segnata come sbagliata.
marked-wrong-for = Segnata come sbagliata: { $remark }
what-was-wrong = Che cosa era sbagliato?
words-kept = Le tue parole e la domanda vengono conservate per chi gestisce questo server.
words-not-kept = Le tue parole restano in questo browser e in ciò che scarichi; il server conta soltanto che una risposta era sbagliata.

## The sources beside an answer.

steps = Passi
close-sources = Chiudi le fonti
width-of-sources = Larghezza delle fonti
drag-to-resize = Trascina per cambiare la larghezza, fai doppio clic per quella abituale
open-in-tab = Apri in una nuova scheda
no-passage-fits = Nessun brano è adatto a questa domanda.
best-match = miglior risultato
missing-a-source = Manca una fonte?
where-did-it-fall-out = Dove è stata scartata?
any-page = tutte
searched-for = Cercato «{ $query }».
way-of = Il percorso di { $source }
went-on = , andata avanti:
far-behind = , molto indietro:
fell-out = , scartata:
stage-index = Indice
stage-filters = Filtri
stage-words = Parole
stage-meaning = Significato
stage-choice = Scelta
stage-quotation = Citazione

## How an answer came about.

step-question = Ciò che hai chiesto.
step-query = Ciò che è stato cercato nei documenti.
step-query-prompt = Come si è chiesto al modello che cosa cercare.
step-results = I brani trovati, i migliori per primi.
step-prompt = Ciò che ha ricevuto il modello linguistico.
step-audit = Ogni affermazione confrontata con ciò che cita; sono elencate quelle non confermate.
step-quoted = Le frasi scelte, e da dove vengono.
tokens = { $read } token letti, { $written } scritti
properties = Proprietà
show-text = Mostra il testo
show-json = Mostra come JSON
copy-text = Copia il testo
searched-query = { $count ->
    [one] Cercato «{ $query }»: 1 brano
    [many] Cercato «{ $query }»: { $count } brani
   *[other] Cercato «{ $query }»: { $count } brani
  }
read-document = Letto { $document }
read-pages = Letto { $document }, pagine { $pages }
listed-documents = { $count ->
    [one] Elencato 1 documento
    [many] Elencati { $count } documenti
   *[other] Elencati { $count } documenti
  }
computed-over = { $count ->
    [one] Calcolato su { $document }: 1 riga
    [many] Calcolato su { $document }: { $count } righe
   *[other] Calcolato su { $document }: { $count } righe
  }
call-failed = Una chiamata di «{ $tool }» non ha dato risultati

## A document.

words-are-gone = Le parole citate non sono più in questo documento.
described-image = L’immagine descritta qui sotto
attachments = Allegati
text = Testo
passage-numbered = Brano { $number }
words-counted = { $count ->
    [one] 1 parola
    [many] { $count } di parole
   *[other] { $count } parole
  }
cited-passage = Il brano citato
cited-words = Le parole citate
download = Scarica
of-pages = di { $count }
page-before = Pagina precedente
next-page = Pagina successiva
smaller = Riduci
larger = Ingrandisci
page-numbered = Pagina { $number }
search = Cerca
search-in-document = Cerca nel documento
match-before = Risultato precedente
next-match = Risultato successivo
match-of = { $number } di { $all }
no-match = nessuno

## The page of documents.

size = Dimensione
state = Stato
actions = Azioni
none-here = Qui non ci sono documenti.
more-unread = e altri { $count } che non è stato possibile leggere. Scrivi sopra una parte di un nome per trovarli.
find-by-name = Trova per nome
folders = Cartelle
sort-by = Ordina per
by-name = nome
by-change = ultima modifica
by-size = dimensione
by-pages = pagine
show = Mostra
ready = Pronto
unit-pages = { $count ->
    [one] pagina
    [many] pagine
   *[other] pagine
  }
unit-passages = { $count ->
    [one] brano
    [many] brani
   *[other] brani
  }
not-read = Non letto: { $reason }
not-reachable = Non raggiungibile dal { $since } UTC
not-reachable-text = Il file non è leggibile dal { $since } UTC. Questo è il testo dell’ultima lettura.
waits = In attesa di lettura
is-read = In lettura…
is-read-at = In lettura: pagina { $page } di { $pages }
for-everybody = Per tutti
for-group = Per { $group }
only-for-me = Solo per me
about-document = { $action }: { $path }
add-documents = Aggiungi documenti
upload = Carica
upload-hint = Scegli dei file, trascinali ovunque in questa pagina o incollali qui: PDF, documenti d’ufficio, e-mail, libri, pagine web, testo, tabelle e codice, fino a 100 MB ciascuno e { $room } in tutto. Un file con il nome di uno precedente lo sostituisce.
being-uploaded = In caricamento
drop-files = Rilascia i file per aggiungerli ai documenti
upload-not-allowed = Qui non puoi caricare documenti.
connection-broke-for = La connessione si è interrotta durante l’invio di { $name }.
not-sent = Non è stato possibile inviare { $name }.
not-taken = { $name } non è stato accettato: { $reason }
uploaded-unread = { $path } è caricato, ma non si può leggere: { $reason }.
fault-empty = il file è vuoto
fault-mislabelled = il contenuto del file non è quello che dice l’estensione del nome
fault-not-text = il file non è testo, benché il nome lo dica
fault-protected = il file è protetto da una password
fault-damaged = il file è danneggiato
fault-died = la lettura del file si è interrotta; con ogni probabilità è danneggiato
fault-no-text = il file non contiene testo; se è una scansione, viene letto in background dove tesseract-ocr è installato
fault-too-slow = la lettura del file ha richiesto più di 30 secondi
fault-out-of-memory = il file richiede più memoria di quella consentita
fault-too-many = degli allegati di un file si leggono i primi 1.000; questo e i successivi no
fault-unsupported = il file ha un formato che non si può leggere; se è un vecchio file di Office, salvalo come .docx, .xlsx o .pptx
fault-old-word = il file è un vecchio documento Word; salvalo come .docx
fault-old-powerpoint = il file è una vecchia presentazione PowerPoint; salvala come .pptx
fault-outlook-message = il file è un messaggio nel formato proprio di Outlook; salvalo come .eml
fault-image = il file è un’immagine senza testo
fault-not-started = non è stato possibile avviare il programma che legge il file
fault-too-large = il file supera i 100 MB
fault-changed = il file è stato modificato durante la lettura
fault-of-file = { $reason }
no-model-sees = qui non c’è nessun modello di chat che veda le immagini

## What was done with a document.

is-uploaded = { $path } è caricato.
only-first-taken = Sono stati accettati solo i primi { $count } file.
is-removed = { $path } è stato rimosso.
is-read-again = { $path } viene letto di nuovo.
is-back = { $path } è tornato.
everybody-may-read = Ora tutti possono leggere { $path }.
group-may-read = Ora il gruppo { $group } può leggere { $path }.
only-you-may-read = Ora solo tu puoi leggere { $path }.

## Settings.

language = Lingua
language-of-browser = Quella del browser
change-language = Cambia
passages-to-retrieve = Numero di brani
look-further = Cercare ancora prima di rispondere
look-never = Mai
look-twice = Fino a 2 giri
look-freely = Se serve, fino a 6 giri
search-by = Cerca per
by-keywords = Parole chiave
by-meaning = Significato
by-both = Parole chiave e significato
stream-answers = Mostra le risposte mentre arrivano
reset = Ripristina
done = Fatto
chat-model = Modello linguistico
no-chat-model-yet = Le risposte citano i documenti; queste impostazioni avranno effetto quando sarà configurato un modello linguistico.
temperature = Temperatura
instructions-added = Istruzioni da aggiungere
instructions-instead = Istruzioni al posto di quelle abituali

## Who writes the answers.

who-writes = Chi scrive le risposte
look-for-models = Cerca modelli su questo computer
quote-instead = Cita invece
model-of = Modello di { $program }
write-with = Scrivi le risposte con { $model } su questo computer
another-endpoint = Un altro endpoint
address = Indirizzo
address-hint = Per esempio https://api.openai.com/v1: qualunque parli il protocollo di OpenAI.
model = Modello
model-hint = Il suo nome, come lo elenca il suo server.
key = Chiave
key-hint = Conservata nella cartella dei dati e mai più mostrata. Lascia vuoto se non serve, o per continuare con quella conservata per questo indirizzo.
context = Contesto in token
context-hint = Lascia vuoto perché si chieda al server.
endpoint-hint = Le domande, e i brani trovati per esse, vengono inviati a questo indirizzo.
try-and-write = Provalo e scrivi con esso
looking = Ricerca su questo computer…
trying = Si fa una domanda a { $model }…
programs-found = { $count ->
    [0] Su questo computer non è stato trovato nessun programma con un modello linguistico. Avviane uno e cerca di nuovo.
    [one] È stato trovato un programma.
    [many] Sono stati trovati { $count } programmi.
   *[other] Sono stati trovati { $count } programmi.
  }
nobody-writes = Le risposte citano i documenti parola per parola; nessun modello linguistico è stato scelto.
writes-answers = { $model } a { $address } scrive le risposte.
takes-tokens = Accetta { $count } token alla volta.
key-is-kept = Per esso è conservata una chiave.
is-fixed = Così dicono le impostazioni del server, che prevalgono.

## Files of a conversation.

attach-files = Allega file
drop-to-ask = Rilascia i file per fare domande su di essi in questa conversazione
files-of-conversation = File di questa conversazione
remove-file = Rimuovi { $name }
keep-in-library = Conserva nei documenti
keep-file-in-library = Conserva { $name } nei documenti
file-is-read = in lettura
percent = { $count } %
hidden-left-out = { $count ->
    [one] 1 carattere nascosto è stato omesso
    [many] { $count } caratteri nascosti sono stati omessi
   *[other] { $count } caratteri nascosti sono stati omessi
  }
asked-with = Con { $files }

## Documents that are chosen.

modified = Modificato
choose = Scegli { $path }
remove-chosen = Rimuovi i documenti scelti
none-chosen = Nessun documento scelto.

## The look of the page.

theme = Tema
theme-of-system = Come il sistema
light = Chiaro
dark = Scuro
text-size = Dimensione del testo
size-of-browser = Come il browser
small = Piccola
large = Grande
very-large = Molto grande

## The choice of what is asked.

what-to-ask = A cosa chiedere
scope-hint = Interroga tutti i documenti o quelli selezionati. Ciò che è allegato alla conversazione viene sempre interrogato.
folders-and-documents = Cartelle e documenti
folders-counted = { $count ->
    [one] 1 cartella
    [many] { $count } di cartelle
   *[other] { $count } cartelle
  }
folders-unlisted = Al momento non è possibile elencare le cartelle.
show-inside = Mostra il contenuto di { $name }
show-more = Mostra altri (ancora { $count })
more-found = e altri { $count }: scrivi una parte più lunga del nome
kinds = Tipi
from-day = Dal
to-day = Al
ask-this-document = Chiedi a questo documento
asked-of = Chiesto in: { $scope }
ask-all-documents = Chiedi a tutti i documenti

## A conversation that is taken away or shared.

print = Stampa
share = Condividi…
share-conversation = Condividi questa conversazione
who-sees = Chi ha il link vede le tue domande e quelle risposte i cui documenti può leggere. Vede la conversazione com’è quando apre il link: anche ciò che chiederai in seguito. Nessuno può modificarla.
make-link = Crea un link
copy-link = Copia il link
take-link-back = Revoca il link
link = Link
server-not-reached = Impossibile raggiungere il server. Riprova tra un momento.
shared-by-link = Condivisa con un link

## A conversation behind a link, or on paper.

skip-to-content = Vai al contenuto
passage-lost = Questo passaggio non può più essere mostrato.
earlier-questions = Domande precedenti
newest-questions = Domande più recenti
shared-notice = Qualcuno ha condiviso questa conversazione. È mostrata com’è ora; anche le domande successive appariranno qui. Vedi le risposte di cui puoi leggere i documenti.
link-to-nothing = Questo link non porta a nulla: è stato revocato o non è mai esistito.
answer-withheld = Questa risposta non è mostrata: si basa su documenti che non puoi leggere o che non ci sono più.
no-answer = Non c’è risposta.
stopped-early = Questa risposta è stata fermata prima della fine.
footnotes = Note a piè di pagina
back-to-mark = Torna al richiamo { $number }
in-quotes = «{ $words }»
day-of = { $day } { $month } { $year }
# The twelve months with spaces between them, as they stand in a date.
months = gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre
footnote-numbered = Nota a piè di pagina { $number }
