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
not-cited = Trovati, ma non citati
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
ask-in = Cerca in:
all-documents = Tutti i documenti
waits-in-line = Poi: { $question }
followup-questions = Domande successive
no-such-conversation = Conversazione non trovata.
not-kept-now = Il server al momento non può salvare questa conversazione.
not-sent-yet = La domanda non è stata inviata. Resta qui finché non la poni. ({ $reason })
keyboard-shortcuts = Scorciatoie da tastiera
keyboard-shortcuts-key = Scorciatoie da tastiera (?)
either-key = { $one } o { $other }
both-keys = { $one } e { $other }
key-write = Scrivi una domanda
key-leave = Lasciare il campo della domanda
key-stop = Ferma la risposta
key-close = Chiudi le fonti
key-notes = Nota precedente e successiva
key-questions = Domanda successiva e precedente
key-sources = Mostra o nascondi le fonti
key-shortcuts = Mostra queste scorciatoie

## The empty page, and the list of documents on it.

promise = Interroga i tuoi documenti.
written-by = Le risposte sono scritte da { $model } e i loro dati sono verificati nelle fonti.
passages-are-shown = Sono mostrati i brani più adatti alla tua domanda, ognuno con la sua fonte.
examples = Esempi di domande
sample-documents = Documenti di esempio
add-your-own = Aggiungi i tuoi
begin-with = Chiedi con parole tue, oppure comincia con:
ask-about = Che cosa devo sapere su «{ $topic }»?
being-read = I documenti sono in lettura. Puoi fare domande appena il primo è pronto.
none-yet = Non ci sono ancora documenti.
none-yet-attach = Non ci sono ancora documenti. Li aggiunge chi gestisce questo server; può anche allegare i suoi file a una domanda.
none-yet-open-link = Non ci sono ancora documenti: li aggiunge chi gestisce questo server, con il link mostrato all’avvio.
drop-them-here = Trascina qui i file oppure sceglili.
or-add-to-folder = Oppure mettili in { $folder }.
last-checked = { $documents } · ultimo controllo alle { $time }
could-not-be-read = Non leggibili: { $count }
find-document = Trova un documento per nome
pages-of-list = Pagine dell’elenco
none-called-that = Nessun documento corrispondente
in-all = { $count } in tutto
range = da { $first } a { $last } di { $all }
images-without-text = { $count ->
    [one] 1 immagine senza testo
    [many] { $count } di immagini senza testo
   *[other] { $count } immagini senza testo
  }
files-not-read = { $count ->
    [one] 1 file in un formato non supportato
    [many] { $count } di file in formati non supportati
   *[other] { $count } file in formati non supportati
  }

## The state of the documents, in one line.

no-documents-yet = Ancora nessun documento
are-being-read = I documenti sono in lettura.
reading-documents = Lettura dei documenti: { $done } di { $all }
preparing-meaning = Preparazione della ricerca per significato: { $done } di { $all }
preparing-meaning-for = Preparazione della ricerca per significato: { $done } di { $all } (circa { $minutes } min)
unread-too = { $count ->
    [one] { $documents }, 1 non leggibile
    [many] { $documents }, { $count } non leggibili
   *[other] { $documents }, { $count } non leggibili
  }

## Conversations.

conversation = Conversazione
new-conversation = Nuova conversazione
temporary = Temporanea
temporary-hint = Conversazione temporanea: non viene conservata da nessuna parte e sparisce appena ricarichi o lasci questa pagina.
temporary-takes-no-files = Non si possono allegare file a una conversazione temporanea, perché il server li conserverebbe.
find-conversation = Trova una conversazione
no-conversation-says = Nessuna conversazione corrispondente
will-be-kept = Le tue conversazioni saranno conservate qui.
kept-for-everybody = Conservate su questo server: tutti quelli che lo aprono qui vedono tutte le conversazioni.
close-conversations = Chiudi le conversazioni
download-conversation = Scarica la conversazione
delete-all = Elimina tutte
delete-all-sure = Eliminare tutte le conversazioni?
delete-all-common = Eliminare le conversazioni di tutti quelli che usano questo server?
conversations-deleted = { $count ->
    [one] Conversazione eliminata.
    [many] { $count } di conversazioni eliminate.
   *[other] { $count } conversazioni eliminate.
  }
pin-conversation = Fissa la conversazione
rename-conversation = Rinomina la conversazione
delete-conversation = Elimina la conversazione
name-of-conversation = Nome della conversazione
newest-line = Vai al più recente
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
regenerate = Rigenera
hear-answer = Leggi ad alta voce
stop-reading = Interrompi la lettura
no-voice = Questo dispositivo non ha una voce per la lingua di questa risposta.
no-passages-found = nessun brano trovato
sources-counted = { $count ->
    [0] nessuna fonte
    [one] 1 fonte
    [many] { $count } fonti
   *[other] { $count } fonti
  }
notes = Note
note = Nota { $number }: { $source }
more-rows = { $count ->
    [one] e un’altra riga
    [many] e altre { $count } righe
   *[other] e altre { $count } righe
  }
many-more-rows = e molte altre righe
no-such-source = fonte inesistente

## The passages that are shown where no model writes an answer.

no-model-set-up = Nessun modello linguistico è configurato.
passages-fit-best = { $count ->
    [one] Questo brano è il più adatto alla domanda.
    [many] Questi brani sono i più adatti alla domanda.
   *[other] Questi brani sono i più adatti alla domanda.
  }
passages-nearest = { $count ->
    [one] Il brano qui sotto è il più vicino e può parlare d’altro.
    [many] I brani qui sotto sono i più vicini e possono parlare d’altro.
   *[other] I brani qui sotto sono i più vicini e possono parlare d’altro.
  }
passages-fit-conversation = { $count ->
    [one] Questo brano è il più adatto alle domande fatte finora.
    [many] Questi brani sono i più adatti alle domande fatte finora.
   *[other] Questi brani sono i più adatti alle domande fatte finora.
  }
nothing-matches = Niente nei documenti corrisponde a questa domanda.
nothing-matches-chosen = Niente nei documenti scelti corrisponde a questa domanda.
search-all = Cerca in tutti i documenti
nothing-mentions = Niente menziona { $words }.
nothing-mentions-chosen = Niente nei documenti scelti menziona { $words }.
unread-for-question = Non è stato possibile leggere { $path }: { $reason }
also-in = Anche in: { $documents }
model-would-add = Un modello linguistico scriverebbe una risposta, farebbe ricerche e calcoli.
set-up-model = Configura un modello linguistico

## An answer, read aloud.

read-aloud = Risposta, letta ad alta voce
answer-stopped = Risposta fermata.
answer-broke-off = Risposta interrotta.
end-of-answer = { $count ->
    [one] Fine della risposta, con una fonte.
    [many] Fine della risposta, con { $count } fonti.
   *[other] Fine della risposta, con { $count } fonti.
  }
passages-shown = { $count ->
    [one] È mostrato 1 brano.
    [many] Sono mostrati { $count } di brani.
   *[other] Sono mostrati { $count } brani.
  }

## An answer that broke off.

change-the-question = Cambia la domanda e ponila di nuovo.
begin-anew = Comincia una nuova conversazione, o fai una domanda più breve.
kept-above = La parte arrivata resta qui sopra.
nothing-lost = La domanda è conservata.
page-was-left = La pagina è stata chiusa prima che la risposta fosse completa.
connection-broke = La connessione al server si è interrotta.
with-reason = { $sentence } ({ $reason })
is-refused = Così com’è, non è possibile rispondere alla domanda.
is-too-large = La domanda è troppo lunga.
asked-too-often = Troppe domande in poco tempo. Aspetta un momento.
model-failed = Il modello linguistico non era raggiungibile, o si è interrotto.
model-gone-wrong = Errore del modello di chat.
server-unavailable = Il server è occupato o si sta chiudendo. Riprova tra un momento.
something-failed = Si è verificato un errore sul server.

## The check of an answer. Verdicts stand behind a statement.

not-found-in-source = non trovato nella fonte: { $words }
found-in-no-source = in nessuna fonte: { $words }
no-source = nessuna fonte
quoted-word-for-word = Citato parola per parola.
all-supported = { $count ->
    [one] Verificato: i dati di 1 affermazione sono nella sua fonte.
    [many] Verificato: i dati di { $count } affermazioni sono nelle loro fonti.
   *[other] Verificato: i dati di { $count } affermazioni sono nelle loro fonti.
  }
some-supported = Verificato: dati in { $count } di { $all } affermazioni, tutti trovati nelle fonti.
not-confirmed = Non confermata dalla fonte.
some-not-confirmed = Non confermate dalle fonti: { $without } su { $all } affermazioni.
found-by-check = { $count ->
    [one] La verifica ha aggiunto 1 citazione mancante.
    [many] La verifica ha aggiunto { $count } citazioni mancanti.
   *[other] La verifica ha aggiunto { $count } citazioni mancanti.
  }
no-such-source-as = fonte inesistente: { $names }

## What the reader says of an answer.

is-helpful = Questa risposta è utile
is-wrong = Questa risposta è sbagliata
marked-helpful = Segnata come utile.
marked-wrong = Segnata come sbagliata.
marked-wrong-for = Segnata come sbagliata: { $remark }
what-was-wrong = Che cosa era sbagliato?
words-kept = Il tuo commento e la domanda vengono conservati per chi gestisce questo server.
words-not-kept = Il tuo commento è conservato con questa conversazione e nei suoi download. Per il resto il server conta soltanto che una risposta era sbagliata.

## The sources beside an answer.

steps = Passi
close-sources = Chiudi le fonti
width-of-sources = Larghezza delle fonti
drag-to-resize = Trascina per cambiare la larghezza, fai doppio clic per ripristinarla
open-in-tab = Apri in una nuova scheda
no-passage-fits = Nessun brano è adatto a questa domanda.
best-match = miglior risultato

## How an answer came about.

title-question = La tua domanda
title-query = Query di ricerca
context-counted = Anche il contesto ha contato, con un peso minore: domande precedenti, ultima risposta o testo incollato.
title-query-prompt = Richiesta di una query di ricerca
title-results = Brani trovati per primi
title-prompt = Prompt
title-audit = Verifica
title-quoted = Citazioni
tokens = { $read } token letti, { $written } scritti
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
    [one] Calcolato da { $document }: 1 riga
    [many] Calcolato da { $document }: { $count } righe
   *[other] Calcolato da { $document }: { $count } righe
  }
call-failed = «{ $tool }» non ha restituito nulla

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
no-match = Nessun risultato
rows-of = Righe da { $first } a { $last } di { $all }
sort-and-filter = Ordina e filtra
go-to-row = Vai alla riga
filter-rows = Filtra le righe
any-column = Tutte le colonne
section = Sezione
count-is = Conteggio: { $count }
sum-is = Somma: { $sum }
mean-is = Media: { $mean }
totals-left-out = Righe di totali escluse: { $count }
rows-missing = Alcune righe non sono state lette.

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
left-out = Tralasciato: { $parts }
waits = In attesa
is-read = In lettura…
is-read-at = In lettura: pagina { $page } di { $pages }
for-everybody = Per tutti
for-group = Per { $group }
only-for-me = Solo per me
about-document = { $action }: { $path }
add-documents = Aggiungi documenti
upload = Carica
upload-choose = Scegli dei file, trascinali ovunque in questa pagina o incollali qui.
upload-hint = PDF, documenti d’ufficio, e-mail, libri, pagine web, testo, tabelle e codice, fino a 100 MB ciascuno e { $room } in tutto. Un file con il nome di uno precedente lo sostituisce.
being-uploaded = In caricamento
drop-files = Rilascia i file per aggiungerli ai documenti
upload-not-allowed = Qui non puoi caricare documenti.
connection-broke-for = La connessione si è interrotta durante l’invio di { $name }.
not-sent = Non è stato possibile inviare { $name }.
not-taken = { $name } non è stato accettato: { $reason }
uploaded-unread = { $path } è stato caricato, ma non può essere letto: { $reason }.
fault-empty = il file è vuoto
fault-mislabelled = il contenuto del file non corrisponde alla sua estensione
fault-not-text = il file non è testo, benché il nome lo dica
fault-protected = il file è protetto da una password
fault-damaged = il file è danneggiato
fault-died = la lettura del file si è interrotta; con ogni probabilità è danneggiato
fault-no-text = il file non contiene testo; se è una scansione, viene letto in background dove tesseract-ocr è installato
fault-no-words = il file non contiene testo
fault-no-characters = i caratteri tipografici del file non dicono quali lettere contiene il testo; il riconoscimento del testo (OCR) lo rende leggibile
fault-too-slow = la lettura del file ha richiesto più di 30 secondi
fault-out-of-memory = il file richiede più memoria di quella consentita
fault-too-many = il file è stato saltato: degli allegati di un file si leggono solo i primi 1.000
fault-unsupported = il formato del file non è supportato; se è un vecchio file di Office, salvalo come .docx, .xlsx o .pptx
fault-image = il file è un’immagine senza testo
fault-not-started = non è stato possibile avviare il programma che legge il file
fault-too-large = il file supera i 100 MB
fault-changed = il file è stato modificato durante la lettura
fault-of-file = { $reason }
no-model-sees = nessun modello linguistico qui può vedere le immagini

## What was done with a document.

is-uploaded = { $path } è stato caricato.
files-uploaded = { $count ->
    [one] È stato caricato 1 file.
    [many] Sono stati caricati { $count } di file.
   *[other] Sono stati caricati { $count } file.
  }
only-first-taken = Sono stati accettati solo i primi { $count } file.
is-removed = { $path } è stato rimosso.
is-read-again = Nuova lettura di { $path }.
is-back = { $path } è stato ripristinato.
everybody-may-read = Ora tutti possono leggere { $path }.
group-may-read = Ora il gruppo { $group } può leggere { $path }.
only-you-may-read = Ora solo tu puoi leggere { $path }.

## Settings.

language = Lingua
language-of-browser = Lingua del browser
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
insights = Statistiche
no-chat-model-yet = Al posto delle risposte sono mostrati brani. Queste impostazioni avranno effetto quando sarà configurato un modello linguistico.
model-settings = Impostazioni del modello
answers-and-search = Risposte e ricerca
temperature = Temperatura
instructions-added = Istruzioni aggiuntive

## The chat model.

who-writes = Modello linguistico
look-for-models = Cerca modelli su questo computer
quote-instead = Non usare più un modello
model-of = Modello di { $program }
write-with = Usa { $model } su questo computer
another-endpoint = Altro server compatibile con OpenAI
address = Indirizzo
address-hint = Per esempio https://api.openai.com/v1: qualsiasi API compatibile con OpenAI.
model = Modello
model-hint = Lascia vuoto per scegliere dall’elenco del server.
key = Chiave API
key-hint = Conservata nella cartella dei dati e mai più mostrata. Lascia vuoto se non serve, o per mantenere quella di questo indirizzo.
context = Finestra di contesto (token)
context-hint = Lascia vuoto per rilevarla automaticamente.
endpoint-hint = Le domande e i brani trovati per esse vengono inviati a questo indirizzo.
try-and-write = Prova e usa
looking = Ricerca su questo computer…
trying = Prova di { $model }…
programs-found = { $count ->
    [0] Su questo computer non è stato trovato nessun modello linguistico. Avvia un programma che ne offra uno, come Ollama o LM Studio, e riprova.
    [one] È stato trovato 1 programma.
    [many] Sono stati trovati { $count } programmi.
   *[other] Sono stati trovati { $count } programmi.
  }
nobody-writes = Nessun modello linguistico è selezionato. Al posto delle risposte sono mostrati i brani più adatti.
writes-answers = Le risposte sono scritte da { $model } a { $address }.
takes-tokens = Finestra di contesto: { $count } token.
key-is-kept = È salvata una chiave API.
is-fixed = Impostato dal server; non modificabile qui.
open-operator-link = Può farlo solo chi gestisce il server: apra il link che il server ha stampato all’avvio. Il comando «footnote operator» ne stampa un altro.
open-link-to-add = I documenti li aggiunge chi gestisce questo server, con il link mostrato all’avvio.
operator-chooses-model = Il modello lo sceglie chi gestisce questo server, con il link mostrato all’avvio.
you-run-this = Gestisci questo server in questo browser.
operator-link-used = Questo link è già stato usato o è scaduto. Il comando «footnote operator» ne stampa un altro.
sign-in = Accedi
sign-out = Esci
signed-in-as = Accesso effettuato come { $name }
sign-in-again = L’accesso è terminato. Ricarichi questa pagina per accedere.

## Files of a conversation.

attach-files = Allega file
dictate = Dettatura
stop-dictating = Fatto
writing-down = Trascrizione in corso…
no-microphone = Il microfono non è disponibile. Consentilo nel browser e riprova.
not-understood = Non è stato capito nulla. Riprova.
drop-to-ask = Rilascia i file per fare domande su di essi in questa conversazione
files-of-conversation = File di questa conversazione
remove-file = Rimuovi { $name }
keep-in-library = Aggiungi ai documenti
keep-file-in-library = Aggiungi ai documenti: { $name }
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
choose = Seleziona { $path }
remove-chosen = Rimuovi i documenti selezionati
none-chosen = Nessun documento selezionato.

## The look of the page.

theme = Tema
theme-of-system = Sistema
light = Chiaro
dark = Scuro
text-size = Dimensione del testo
single-keys = Scorciatoie a un tasto
keys-on = Attive
keys-off = Disattivate
size-of-browser = Predefinita
small = Piccola
large = Grande
very-large = Molto grande

## The choice of what is asked.

what-to-ask = Scegli i documenti
scope-hint = Si cerca in tutti i documenti, o solo in quelli selezionati. Nei file allegati si cerca sempre.
folders-and-documents = Cartelle e documenti
folders-counted = { $count ->
    [one] 1 cartella
    [many] { $count } di cartelle
   *[other] { $count } cartelle
  }
folders-unlisted = Al momento non è possibile mostrare le cartelle.
show-inside = Mostra il contenuto di { $name }
show-more = Mostra altri (ancora { $count })
more-found = e altri { $count }: scrivi di più del nome
kinds = Tipi di file
from-day = Dal
to-day = Al
ask-this-document = Chiedi a questo documento
asked-of = Cercato in: { $scope }

## A conversation that is taken away or shared.

print = Stampa
share = Condividi…
share-conversation = Condividi questa conversazione
who-sees = Chi ha il link può leggere questa conversazione, tranne le risposte da documenti che non può aprire. Appariranno anche le nuove domande. Nessuno può modificarla.
make-link = Crea un link
copy-link = Copia il link
take-link-back = Rimuovi il link
link-is-local = Questo indirizzo funziona solo su questo computer. Apri la pagina con il suo nome di rete per condividerla con altri.
link = Link
server-not-reached = Impossibile raggiungere il server. Riprova tra un momento.
shared-by-link = Condivisa con un link

## A conversation behind a link, or on paper.

skip-to-content = Vai al contenuto
passage-lost = Questo brano non può più essere mostrato.
earlier-questions = Domande precedenti
newest-questions = Domande più recenti
shared-notice = Qualcuno ha condiviso questa conversazione. Le nuove domande appariranno qui. Vedi le risposte da documenti che puoi aprire.
link-to-nothing = Questo link non funziona più.
answer-withheld = Questa risposta è nascosta: si basa su documenti che non puoi aprire o che non esistono più.
no-answer = Non c’è risposta.
stopped-early = Questa risposta è stata fermata prima della fine.
footnotes = Note a piè di pagina
back-to-mark = Torna al richiamo { $number }
in-quotes = «{ $words }»
day-of = { $day } { $month } { $year }
# The twelve months with spaces between them, as they stand in a date.
months = gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre
footnote-numbered = Nota a piè di pagina { $number }

## The page of insights, for whoever runs the server.

nothing-is-kept = non si conserva nulla
kept-for-days = conservazione in giorni: { $count }
insights-are-off = Gli esiti delle domande non sono conservati. FOOTNOTE_INSIGHTS_DAYS stabilisce per quanti giorni.
period = Periodo
days-counted = { $count } giorni
questions-in-period = Domande in questo periodo: { $count }
outcomes-of-questions = Esiti delle domande
outcome = Esito
questions = Domande
share-of-all = Quota
outcome-answered = Risposta di un modello, con fonti
outcome-doubted = Risposta di un modello, con un’affermazione assente dalla fonte
outcome-passages = Passaggi mostrati
outcome-uncited = Risposte di un modello, senza fonti
outcome-nothing = Nulla trovato
outcome-failed = Il modello ha avuto un errore
outcome-cancelled = Interrotta da chi chiedeva
day = Giorno
without-answer = Domande senza risposta
got-no-answer = Senza risposta in questo periodo: { $count }.
questions-not-kept = Il testo delle domande non è conservato. FOOTNOTE_INSIGHTS_TEXTS=true conserva da allora quello delle domande senza risposta.
question = Domanda
what-readers-said = Giudizi dei lettori
marked-counted = Segnate come utili: { $helpful }; come errate: { $wrong }.
remarks-not-kept = Ciò che i lettori segnalano come errato non è conservato.
never-cited = Documenti mai citati
cites-none-of = Nessuna risposta di questo periodo cita { $count } documenti su { $all }.
cites-none-of-first = Nessuna risposta di questo periodo cita { $count } dei primi { $all } documenti.
signed-out = Ha effettuato l’uscita
end-session-too = Esca anche da { $issuer } se altri usano questo dispositivo.
sign-in-away = { $issuer } non è raggiungibile. Riprovi tra un momento.
sign-in-refused = { $issuer } non ha consentito l’accesso.
sign-in-stale = Questo accesso è iniziato troppo tempo fa o in un altro browser. Ricominci.
sign-in-nameless = { $issuer } non indica chi è Lei. Chi gestisce il server deve indicare un altro attributo (claim).
