# Polski.
#
# Słowniczek; bez zwrotów „Pan” i „Pani”, w drugiej osobie:
#   answer        odpowiedź
#   chat model    model językowy
#   document      dokument; plik, zanim zostanie odczytany
#   note          przypis
#   passage       fragment
#   source        źródło
#   statement     stwierdzenie
#   step          krok

## Words that many places share.

document = Dokument
documents = Dokumenty
documents-counted = { $count ->
    [one] 1 dokument
    [few] { $count } dokumenty
    [many] { $count } dokumentów
   *[other] { $count } dokumentu
  }
page = Strona
pages = Strony
page-short = s. { $number }
page-spoken = strona { $number }
slide = slajd { $number }
sheet = arkusz { $number }
chapter = rozdział { $number }
message = wiadomość { $number }
entry = wpis { $number }
source-at = { $path }, { $page }
pages-counted = { $count ->
    [one] 1 strona
    [few] { $count } strony
    [many] { $count } stron
   *[other] { $count } strony
  }
passages = Fragmenty
not-cited = Znalezione, ale niecytowane
sources = Źródła
conversations = Rozmowy
settings = Ustawienia
ask-a-question = Zadaj pytanie
close = Zamknij
cancel = Anuluj
copied = Skopiowano
dismiss = Ukryj
remove = Usuń
save = Zapisz
table = Tabela
try-again = Spróbuj ponownie
undo = Cofnij
earlier = Poprzednia
further = Następna
and-also = { $one }, { $other }
and-more = i { $count } więcej
milliseconds = { $count } ms
seconds = { $count } s
thousands-sign = {"\u00A0"}
decimal-sign = ,

## Around the page.

description = Pytaj własne dokumenty i czytaj odpowiedzi, w których każde stwierdzenie ma swój przypis.
skip-to-question = Przejdź do pytania
skip-to-passage = Przejdź do cytowanego fragmentu
skip-to-document = Przejdź do dokumentu
page-not-found = Nie znaleziono strony
nothing-here = Pod tym adresem nie ma strony ani dokumentu.
or = lub
see-the-documents = zobacz dokumenty

## The field for questions, and the keys.

your-question = Twoje pytanie
ask-your-documents = Zapytaj swoje dokumenty
ask = Zapytaj
stop = Zatrzymaj
ask-in = Szukaj w:
all-documents = Wszystkie dokumenty
waits-in-line = Następne: { $question }
followup-questions = Dalsze pytania
no-such-conversation = Nie znaleziono rozmowy.
not-kept-now = Serwer nie może teraz zapisać tej rozmowy.
not-sent-yet = Pytanie nie zostało wysłane. Pozostanie tutaj, aż je zadasz. ({ $reason })
keyboard-shortcuts = Skróty klawiszowe
keyboard-shortcuts-key = Skróty klawiszowe (?)
either-key = { $one } lub { $other }
both-keys = { $one } i { $other }
key-write = Napisz pytanie
key-leave = Opuść pole pytania
key-stop = Zatrzymaj odpowiedź
key-close = Zamknij źródła
key-notes = Poprzedni i następny przypis
key-questions = Następne i poprzednie pytanie
key-sources = Pokaż lub ukryj źródła
key-shortcuts = Pokaż te skróty

## The empty page, and the list of documents on it.

promise = Zapytaj swoje dokumenty.
written-by = Odpowiedzi pisze { $model }, a ich fakty są porównywane ze źródłami.
passages-are-shown = Pokazywane są fragmenty, które najlepiej pasują do pytania, każdy ze swoim źródłem.
examples = Przykłady pytań
sample-documents = Przykładowe dokumenty
add-your-own = Dodaj własne
begin-with = Zapytaj własnymi słowami albo zacznij od:
ask-about = Co warto wiedzieć na temat „{ $topic }”?
being-read = Dokumenty są odczytywane. Możesz pytać, gdy tylko pierwszy będzie gotowy.
none-yet = Nie ma jeszcze dokumentów.
none-yet-attach = Nie ma jeszcze dokumentów. Dodaje je osoba prowadząca ten serwer; do pytania można też dołączyć własne pliki.
none-yet-open-link = Nie ma jeszcze dokumentów: dodaje je osoba prowadząca ten serwer, przez link wyświetlony przy jego starcie.
drop-them-here = Upuść pliki tutaj albo je wybierz.
or-add-to-folder = Albo umieść je w folderze { $folder }.
last-checked = { $documents } · ostatnio sprawdzono o { $time }
could-not-be-read = Nie udało się odczytać: { $count }
find-document = Znajdź dokument po nazwie
pages-of-list = Strony listy
none-called-that = Brak pasujących dokumentów
in-all = łącznie { $count }
range = od { $first } do { $last } z { $all }
images-without-text = { $count ->
    [one] 1 obraz bez tekstu
    [few] { $count } obrazy bez tekstu
    [many] { $count } obrazów bez tekstu
   *[other] { $count } obrazu bez tekstu
  }
files-not-read = { $count ->
    [one] 1 plik w nieobsługiwanym formacie
    [few] { $count } pliki w nieobsługiwanych formatach
    [many] { $count } plików w nieobsługiwanych formatach
   *[other] { $count } pliku w nieobsługiwanych formatach
  }

## The state of the documents, in one line.

no-documents-yet = Nie ma jeszcze dokumentów
are-being-read = Trwa czytanie dokumentów.
reading-documents = Odczytywanie dokumentów: { $done } z { $all }
preparing-meaning = Przygotowywanie wyszukiwania według znaczenia: { $done } z { $all }
preparing-meaning-for = Przygotowywanie wyszukiwania według znaczenia: { $done } z { $all } (około { $minutes } min)
unread-too = { $count ->
    [one] { $documents }, 1 nieodczytany
    [few] { $documents }, { $count } nieodczytane
    [many] { $documents }, { $count } nieodczytanych
   *[other] { $documents }, { $count } nieodczytanego
  }

## Conversations.

conversation = Rozmowa
new-conversation = Nowa rozmowa
temporary = Tymczasowa
temporary-hint = Rozmowa tymczasowa: nie jest nigdzie zapisywana i znika, gdy odświeżysz lub opuścisz tę stronę.
temporary-takes-no-files = Do rozmowy tymczasowej nie można załączać plików, ponieważ serwer by je przechowywał.
find-conversation = Znajdź rozmowę
no-conversation-says = Brak pasujących rozmów
will-be-kept = Tutaj będą przechowywane twoje rozmowy.
kept-for-everybody = Przechowywane na tym serwerze: każdy, kto go tu otwiera, widzi wszystkie rozmowy.
close-conversations = Zamknij rozmowy
download-conversation = Pobierz rozmowę
delete-all = Usuń wszystkie
delete-all-sure = Usunąć wszystkie rozmowy?
delete-all-common = Usunąć rozmowy wszystkich, którzy korzystają z tego serwera?
conversations-deleted = { $count ->
    [one] Rozmowa usunięta.
    [few] Usunięto { $count } rozmowy.
    [many] Usunięto { $count } rozmów.
   *[other] Usunięto { $count } rozmowy.
  }
pin-conversation = Przypnij rozmowę
rename-conversation = Zmień nazwę rozmowy
delete-conversation = Usuń rozmowę
name-of-conversation = Nazwa rozmowy
newest-line = Przejdź do najnowszego
pinned = Przypięte
today = Dzisiaj
yesterday = Wczoraj
last-week = Ostatnie 7 dni
last-month = Ostatnie 30 dni

## An answer.

edit = Edytuj
edit-question = Edytuj pytanie
edit-your-question = Edytuj swoje pytanie
ask-again = Zapytaj ponownie
question-edited = { $count ->
    [0] Pytanie zmienione.
    [one] Pytanie zmienione; usunięto 1 późniejszą odpowiedź.
    [few] Pytanie zmienione; usunięto { $count } późniejsze odpowiedzi.
    [many] Pytanie zmienione; usunięto { $count } późniejszych odpowiedzi.
   *[other] Pytanie zmienione; usunięto { $count } późniejszej odpowiedzi.
  }
searching = Przeszukiwanie dokumentów
reading-passages = { $count ->
    [one] Czytanie 1 fragmentu
    [few] Czytanie { $count } fragmentów
    [many] Czytanie { $count } fragmentów
   *[other] Czytanie { $count } fragmentu
  }
you-stopped = Ta odpowiedź została przez ciebie zatrzymana.
copy = Kopiuj
could-not-copy = Nie udało się skopiować
regenerate = Wygeneruj ponownie
hear-answer = Przeczytaj na głos
stop-reading = Przerwij czytanie
no-voice = To urządzenie nie ma głosu dla języka tej odpowiedzi.
no-passages-found = nie znaleziono fragmentów
sources-counted = { $count ->
    [0] brak źródeł
    [one] 1 źródło
    [few] { $count } źródła
    [many] { $count } źródeł
   *[other] { $count } źródła
  }
notes = Przypisy
note = Przypis { $number }: { $source }
more-rows = { $count ->
    [one] i jeszcze 1 wiersz
    [few] i jeszcze { $count } wiersze
    [many] i jeszcze { $count } wierszy
   *[other] i jeszcze { $count } wiersza
  }
many-more-rows = i wiele innych wierszy
no-such-source = nie ma takiego źródła

## The passages that are shown where no model writes an answer.

no-model-set-up = Nie skonfigurowano modelu językowego.
passages-fit-best = { $count ->
    [one] Ten fragment najlepiej pasuje do pytania.
    [few] Te fragmenty najlepiej pasują do pytania.
    [many] Te fragmenty najlepiej pasują do pytania.
   *[other] Te fragmenty najlepiej pasują do pytania.
  }
passages-nearest = { $count ->
    [one] Fragment poniżej jest najbliższy i może dotyczyć czegoś innego.
    [few] Fragmenty poniżej są najbliższe i mogą dotyczyć czegoś innego.
    [many] Fragmenty poniżej są najbliższe i mogą dotyczyć czegoś innego.
   *[other] Fragmenty poniżej są najbliższe i mogą dotyczyć czegoś innego.
  }
passages-fit-conversation = { $count ->
    [one] Ten fragment najlepiej pasuje do dotychczasowych pytań.
    [few] Te fragmenty najlepiej pasują do dotychczasowych pytań.
    [many] Te fragmenty najlepiej pasują do dotychczasowych pytań.
   *[other] Te fragmenty najlepiej pasują do dotychczasowych pytań.
  }
nothing-matches = Nic w dokumentach nie pasuje do tego pytania.
nothing-matches-chosen = Nic w wybranych dokumentach nie pasuje do tego pytania.
search-all = Szukaj we wszystkich dokumentach
nothing-mentions = Nic nie wspomina o: { $words }.
nothing-mentions-chosen = Nic w wybranych dokumentach nie wspomina o: { $words }.
unread-for-question = Nie udało się odczytać { $path }: { $reason }
also-in = Także w: { $documents }
model-would-add = Model językowy napisałby odpowiedź, sprawdził informacje i wykonał obliczenia.
set-up-model = Skonfiguruj model językowy

## An answer, read aloud.

read-aloud = Odpowiedź czytana na głos
answer-stopped = Odpowiedź zatrzymana.
answer-broke-off = Odpowiedź przerwana.
end-of-answer = { $count ->
    [one] Koniec odpowiedzi, z jednym źródłem.
    [few] Koniec odpowiedzi, z { $count } źródłami.
    [many] Koniec odpowiedzi, z { $count } źródłami.
   *[other] Koniec odpowiedzi, z { $count } źródła.
  }
passages-shown = { $count ->
    [one] Pokazano 1 fragment.
    [few] Pokazano { $count } fragmenty.
    [many] Pokazano { $count } fragmentów.
   *[other] Pokazano { $count } fragmentu.
  }

## An answer that broke off.

change-the-question = Zmień pytanie i zadaj je ponownie.
begin-anew = Zacznij nową rozmowę albo zadaj krótsze pytanie.
kept-above = Część, która nadeszła, jest zachowana powyżej.
nothing-lost = Twoje pytanie jest zachowane.
page-was-left = Strona została zamknięta, zanim odpowiedź była pełna.
connection-broke = Połączenie z serwerem zostało przerwane.
with-reason = { $sentence } ({ $reason })
is-refused = Na tak zadane pytanie nie można odpowiedzieć.
is-too-large = Pytanie jest za długie.
asked-too-often = Zbyt wiele pytań w krótkim czasie. Odczekaj chwilę.
model-failed = Model językowy był nieosiągalny lub przerwał pracę.
model-gone-wrong = Wystąpił błąd modelu czatu.
server-unavailable = Serwer jest zajęty lub kończy pracę. Spróbuj ponownie za chwilę.
something-failed = Na serwerze wystąpił błąd.

## The check of an answer. Verdicts stand behind a statement.

not-found-in-source = nie znaleziono w źródle: { $words }
found-in-no-source = w żadnym ze źródeł: { $words }
no-source = brak źródła
quoted-word-for-word = Cytat słowo w słowo.
all-supported = { $count ->
    [one] Sprawdzono: dane z 1 stwierdzenia są w jego źródle.
    [few] Sprawdzono: dane z { $count } stwierdzeń są w ich źródłach.
    [many] Sprawdzono: dane z { $count } stwierdzeń są w ich źródłach.
   *[other] Sprawdzono: dane z { $count } stwierdzenia są w ich źródłach.
  }
some-supported = Sprawdzono: dane w { $count } z { $all } stwierdzeń, wszystkie znalezione w źródłach.
not-confirmed = Niepotwierdzone przez źródło.
some-not-confirmed = Niepotwierdzone przez źródła: { $without } z { $all } stwierdzeń.
found-by-check = { $count ->
    [one] Kontrola dodała 1 brakujący przypis.
    [few] Kontrola dodała { $count } brakujące przypisy.
    [many] Kontrola dodała { $count } brakujących przypisów.
   *[other] Kontrola dodała { $count } brakującego przypisu.
  }
no-such-source-as = nie ma takiego źródła: { $names }

## What the reader says of an answer.

is-helpful = Ta odpowiedź jest pomocna
is-wrong = Ta odpowiedź jest błędna
marked-helpful = Oznaczono jako pomocną.
marked-wrong = Oznaczono jako błędną.
marked-wrong-for = Oznaczono jako błędną: { $remark }
what-was-wrong = Co było błędne?
words-kept = Twój komentarz i pytanie są przechowywane dla osób prowadzących ten serwer.
words-not-kept = Twój komentarz jest przechowywany z tą rozmową i w jej pobranych plikach. Poza tym serwer liczy tylko, że odpowiedź była błędna.

## The sources beside an answer.

steps = Kroki
close-sources = Zamknij źródła
width-of-sources = Szerokość źródeł
drag-to-resize = Przeciągnij, aby zmienić szerokość; kliknij dwukrotnie, aby ją przywrócić
open-in-tab = Otwórz w nowej karcie
no-passage-fits = Żaden fragment nie pasuje do tego pytania.
best-match = najlepsze trafienie

## How an answer came about.

title-question = Twoje pytanie
title-query = Zapytanie
context-counted = Kontekst też się liczył, z mniejszą wagą: wcześniejsze pytania, ostatnia odpowiedź lub wklejony tekst.
title-query-prompt = Prośba o zapytanie
title-results = Fragmenty znalezione najpierw
title-prompt = Prompt
title-audit = Kontrola
title-quoted = Cytaty
tokens = przeczytano { $read } tokenów, napisano { $written }
show-text = Pokaż tekst
show-json = Pokaż jako JSON
copy-text = Kopiuj tekst
searched-query = { $count ->
    [one] Szukano „{ $query }”: 1 fragment
    [few] Szukano „{ $query }”: { $count } fragmenty
    [many] Szukano „{ $query }”: { $count } fragmentów
   *[other] Szukano „{ $query }”: { $count } fragmentu
  }
read-document = Przeczytano { $document }
read-pages = Przeczytano { $document }, strony { $pages }
listed-documents = { $count ->
    [one] Wymieniono 1 dokument
    [few] Wymieniono { $count } dokumenty
    [many] Wymieniono { $count } dokumentów
   *[other] Wymieniono { $count } dokumentu
  }
computed-over = { $count ->
    [one] Obliczono z { $document }: 1 wiersz
    [few] Obliczono z { $document }: { $count } wiersze
    [many] Obliczono z { $document }: { $count } wierszy
   *[other] Obliczono z { $document }: { $count } wiersza
  }
call-failed = „{ $tool }” nie zwróciło wyniku

## A document.

words-are-gone = Cytowanych słów nie ma już w tym dokumencie.
described-image = Obraz opisany poniżej
attachments = Załączniki
text = Tekst
passage-numbered = Fragment { $number }
words-counted = { $count ->
    [one] 1 słowo
    [few] { $count } słowa
    [many] { $count } słów
   *[other] { $count } słowa
  }
cited-passage = Cytowany fragment
cited-words = Cytowane słowa
download = Pobierz
of-pages = z { $count }
page-before = Poprzednia strona
next-page = Następna strona
smaller = Mniejsze
larger = Większe
page-numbered = Strona { $number }
search = Szukaj
search-in-document = Szukaj w dokumencie
match-before = Poprzednie trafienie
next-match = Następne trafienie
match-of = { $number } z { $all }
no-match = Brak wyników
rows-of = Wiersze od { $first } do { $last } z { $all }
sort-and-filter = Sortuj i filtruj
go-to-row = Przejdź do wiersza
filter-rows = Filtruj wiersze
any-column = Wszystkie kolumny
section = Sekcja
count-is = Liczba: { $count }
sum-is = Suma: { $sum }
mean-is = Średnia: { $mean }
totals-left-out = Pominięte wiersze sum: { $count }
rows-missing = Niektórych wierszy nie udało się odczytać.

## The page of documents.

size = Rozmiar
state = Stan
actions = Działania
none-here = Nie ma tu dokumentów.
more-unread = i { $count } więcej, których nie udało się odczytać. Wpisz powyżej część nazwy, aby je znaleźć.
find-by-name = Znajdź po nazwie
folders = Foldery
sort-by = Sortuj według
by-name = nazwy
by-change = ostatniej zmiany
by-size = rozmiaru
by-pages = liczby stron
show = Pokaż
ready = Gotowy
unit-pages = { $count ->
    [one] strona
    [few] strony
    [many] stron
   *[other] strony
  }
unit-passages = { $count ->
    [one] fragment
    [few] fragmenty
    [many] fragmentów
   *[other] fragmentu
  }
not-read = Nie odczytano: { $reason }
not-reachable = Niedostępny od { $since } UTC
not-reachable-text = Pliku nie można odczytać od { $since } UTC. Oto jego tekst z ostatniego odczytu.
left-out = Pominięto: { $parts }
waits = Oczekuje
is-read = Odczytywanie…
is-read-at = Odczytywanie: strona { $page } z { $pages }
for-everybody = Dla wszystkich
for-group = Dla { $group }
only-for-me = Tylko dla mnie
about-document = { $action }: { $path }
add-documents = Dodaj dokumenty
upload = Prześlij
upload-choose = Wybierz pliki, upuść je w dowolnym miejscu tej strony albo wklej je tutaj.
upload-hint = PDF, dokumenty biurowe, e-maile, książki, strony internetowe, tekst, tabele i kod, do 100 MB każdy i { $room } łącznie. Plik o nazwie wcześniejszego zastępuje go.
being-uploaded = Przesyłanie
drop-files = Upuść pliki, aby dodać je do dokumentów
upload-not-allowed = Nie możesz tu przesyłać dokumentów.
connection-broke-for = Połączenie zostało przerwane podczas wysyłania pliku { $name }.
not-sent = Nie udało się wysłać pliku { $name }.
not-taken = Plik { $name } nie został przyjęty: { $reason }
uploaded-unread = Przesłano plik { $path }, ale nie można go odczytać: { $reason }.
fault-empty = plik jest pusty
fault-mislabelled = zawartość pliku nie odpowiada jego rozszerzeniu
fault-not-text = plik nie jest tekstem, choć wskazuje na to jego nazwa
fault-protected = plik jest chroniony hasłem
fault-damaged = plik jest uszkodzony
fault-died = odczyt pliku został przerwany; najprawdopodobniej jest uszkodzony
fault-no-text = plik nie zawiera tekstu; jeśli to skan, zostanie odczytany w tle tam, gdzie zainstalowano tesseract-ocr
fault-no-words = plik nie zawiera tekstu
fault-no-characters = czcionki pliku nie mówią, jakie znaki ma jego tekst; rozpoznawanie tekstu (OCR) uczyni go czytelnym
fault-too-slow = odczyt pliku trwał dłużej niż 30 sekund
fault-out-of-memory = plik wymaga więcej pamięci, niż jest dozwolone
fault-too-many = plik został pominięty: z załączników pliku odczytuje się tylko pierwsze 1000
fault-unsupported = format pliku nie jest obsługiwany; jeśli to stary plik pakietu Office, zapisz go jako .docx, .xlsx lub .pptx
fault-image = plik jest obrazem bez tekstu
fault-not-started = nie udało się uruchomić programu, który odczytuje plik
fault-too-large = plik jest większy niż 100 MB
fault-changed = plik zmienił się podczas odczytu
fault-of-file = { $reason }
no-model-sees = żaden model językowy tutaj nie widzi obrazów

## What was done with a document.

is-uploaded = Przesłano plik { $path }.
files-uploaded = { $count ->
    [one] Przesłano 1 plik.
    [few] Przesłano { $count } pliki.
    [many] Przesłano { $count } plików.
   *[other] Przesłano { $count } pliku.
  }
only-first-taken = Przyjęto tylko { $count } pierwszych plików.
is-removed = Usunięto plik { $path }.
is-read-again = Ponowny odczyt pliku { $path }.
is-back = Przywrócono plik { $path }.
everybody-may-read = Plik { $path } mogą teraz czytać wszyscy.
group-may-read = Grupa { $group } może teraz czytać plik { $path }.
only-you-may-read = Plik { $path } możesz teraz czytać tylko ty.

## Settings.

language = Język
language-of-browser = Język przeglądarki
change-language = Zmień
passages-to-retrieve = Liczba fragmentów
look-further = Szukaj dalej przed odpowiedzią
look-never = Nigdy
look-twice = Do 2 rund
look-freely = W razie potrzeby, do 6 rund
search-by = Szukaj według
by-keywords = Słów kluczowych
by-meaning = Znaczenia
by-both = Słów kluczowych i znaczenia
stream-answers = Pokazuj odpowiedzi na bieżąco
reset = Resetuj
done = Gotowe
insights = Statystyki
no-chat-model-yet = Zamiast odpowiedzi pokazywane są fragmenty. Te ustawienia zadziałają po skonfigurowaniu modelu językowego.
model-settings = Ustawienia modelu
answers-and-search = Odpowiedzi i wyszukiwanie
temperature = Temperatura
instructions-added = Dodatkowe instrukcje

## The chat model.

who-writes = Model językowy
look-for-models = Znajdź modele na tym komputerze
quote-instead = Przestań używać modelu
model-of = Model programu { $program }
write-with = Użyj modelu { $model } na tym komputerze
another-endpoint = Inny serwer zgodny z OpenAI
address = Adres
address-hint = Na przykład https://api.openai.com/v1: dowolne API zgodne z OpenAI.
model = Model
model-hint = Pozostaw puste, aby wybrać z listy serwera.
key = Klucz API
key-hint = Przechowywany w folderze danych i nigdy więcej niepokazywany. Pozostaw puste, jeśli nie jest potrzebny albo jeśli ma zostać klucz dla tego adresu.
context = Okno kontekstu (tokeny)
context-hint = Pozostaw puste, aby wykryć je automatycznie.
endpoint-hint = Pytania i znalezione do nich fragmenty są wysyłane na ten adres.
try-and-write = Przetestuj i użyj
looking = Przeszukiwanie tego komputera…
trying = Testowanie modelu { $model }…
programs-found = { $count ->
    [0] Na tym komputerze nie znaleziono modelu językowego. Uruchom program z modelem, na przykład Ollama lub LM Studio, i spróbuj ponownie.
    [one] Znaleziono 1 program.
    [few] Znaleziono { $count } programy.
    [many] Znaleziono { $count } programów.
   *[other] Znaleziono { $count } programu.
  }
nobody-writes = Nie wybrano modelu językowego. Zamiast odpowiedzi pokazywane są najlepiej pasujące fragmenty.
writes-answers = Odpowiedzi pisze { $model } pod adresem { $address }.
takes-tokens = Okno kontekstu (tokeny): { $count }.
key-is-kept = Klucz API jest zapisany.
is-fixed = Ustawione przez serwer; nie można tego tutaj zmienić.
open-operator-link = Może to zrobić tylko osoba, która prowadzi serwer: otwórz link, który serwer wyświetlił przy uruchomieniu. Polecenie „footnote operator” wyświetla nowy.
open-link-to-add = Dokumenty dodaje osoba prowadząca ten serwer, przez link wyświetlony przy jego starcie.
operator-chooses-model = Model wybiera osoba prowadząca ten serwer, przez link wyświetlony przy jego starcie.
you-run-this = Prowadzisz ten serwer w tej przeglądarce.
operator-link-used = Ten link został już użyty albo wygasł. Polecenie „footnote operator” wyświetla nowy.
sign-in = Zaloguj się
sign-out = Wyloguj się
signed-in-as = Zalogowano jako { $name }
sign-in-again = Sesja wygasła. Załaduj tę stronę ponownie, aby się zalogować.

## Files of a conversation.

attach-files = Dołącz pliki
dictate = Podyktuj
stop-dictating = Gotowe
writing-down = Zamienianie mowy na tekst…
no-microphone = Nie można użyć mikrofonu. Zezwól na jego użycie w przeglądarce i spróbuj ponownie.
not-understood = Nie rozpoznano mowy. Spróbuj ponownie.
drop-to-ask = Upuść pliki, aby pytać o nie w tej rozmowie
files-of-conversation = Pliki tej rozmowy
remove-file = Usuń { $name }
keep-in-library = Dodaj do dokumentów
keep-file-in-library = Dodaj do dokumentów: { $name }
file-is-read = odczytywanie…
percent = { $count } %
hidden-left-out = { $count ->
    [one] pominięto 1 ukryty znak
    [few] pominięto { $count } ukryte znaki
    [many] pominięto { $count } ukrytych znaków
   *[other] pominięto { $count } ukrytego znaku
  }
asked-with = Z plikami: { $files }

## Documents that are chosen.

modified = Zmieniono
choose = Wybierz { $path }
remove-chosen = Usuń wybrane dokumenty
none-chosen = Nie wybrano żadnego dokumentu.

## The look of the page.

theme = Motyw
theme-of-system = Systemowy
light = Jasny
dark = Ciemny
text-size = Rozmiar tekstu
single-keys = Skróty jednoklawiszowe
keys-on = Włączone
keys-off = Wyłączone
size-of-browser = Domyślny
small = Mały
large = Duży
very-large = Bardzo duży

## The choice of what is asked.

what-to-ask = Wybierz dokumenty
scope-hint = Przeszukiwane są wszystkie dokumenty albo tylko zaznaczone. Dołączone pliki są przeszukiwane zawsze.
folders-and-documents = Foldery i dokumenty
folders-counted = { $count ->
    [one] 1 folder
    [few] { $count } foldery
    [many] { $count } folderów
   *[other] { $count } folderu
  }
folders-unlisted = Nie można teraz wyświetlić folderów.
show-inside = Pokaż zawartość folderu { $name }
show-more = Pokaż więcej (jeszcze { $count })
more-found = i { $count } więcej: wpisz więcej z nazwy
kinds = Typy plików
from-day = Od
to-day = Do
ask-this-document = Pytaj ten dokument
asked-of = Przeszukano: { $scope }

## A conversation that is taken away or shared.

print = Drukuj
share = Udostępnij…
share-conversation = Udostępnij tę rozmowę
who-sees = Każdy, kto ma link, może czytać tę rozmowę, oprócz odpowiedzi z dokumentów, których nie może otworzyć. Pojawią się też nowe pytania. Nikt nie może jej zmienić.
make-link = Utwórz link
copy-link = Kopiuj link
take-link-back = Usuń link
link-is-local = Ten adres działa tylko na tym komputerze. Aby udostępnić rozmowę innym, otwórz stronę pod jej nazwą w sieci.
link = Link
server-not-reached = Nie udało się połączyć z serwerem. Spróbuj ponownie za chwilę.
shared-by-link = Udostępniona przez link

## A conversation behind a link, or on paper.

skip-to-content = Przejdź do treści
passage-lost = Tego fragmentu nie można już pokazać.
earlier-questions = Wcześniejsze pytania
newest-questions = Najnowsze pytania
shared-notice = Ktoś udostępnił tę rozmowę. Nowe pytania pojawią się tutaj. Widzisz odpowiedzi z dokumentów, które możesz otworzyć.
link-to-nothing = Ten link już nie działa.
answer-withheld = Ta odpowiedź jest ukryta: opiera się na dokumentach, których nie możesz otworzyć albo których już nie ma.
no-answer = Nie ma odpowiedzi.
stopped-early = Ta odpowiedź została zatrzymana przed końcem.
footnotes = Przypisy
back-to-mark = Powrót do odsyłacza { $number }
in-quotes = „{ $words }”
day-of = { $day } { $month } { $year }
# The twelve months with spaces between them, as they stand in a date.
months = stycznia lutego marca kwietnia maja czerwca lipca sierpnia września października listopada grudnia
footnote-numbered = Przypis { $number }

## The page of insights, for whoever runs the server.

nothing-is-kept = nic nie jest przechowywane
kept-for-days = okres przechowywania w dniach: { $count }
insights-are-off = Wyniki pytań nie są przechowywane. FOOTNOTE_INSIGHTS_DAYS określa, przez ile dni.
period = Okres
days-counted = { $count } dni
questions-in-period = Pytania w tym okresie: { $count }
outcomes-of-questions = Wyniki pytań
outcome = Wynik
questions = Pytania
share-of-all = Udział
outcome-answered = Odpowiedź modelu, ze źródłami
outcome-doubted = Odpowiedź modelu ze stwierdzeniem, którego nie ma w źródle
outcome-passages = Pokazano fragmenty
outcome-uncited = Odpowiedź modelu bez źródeł
outcome-nothing = Nic nie znaleziono
outcome-failed = Model zawiódł
outcome-cancelled = Zatrzymane przez pytającego
day = Dzień
without-answer = Pytania bez odpowiedzi
got-no-answer = Bez odpowiedzi w tym okresie: { $count }.
questions-not-kept = Treść pytań nie jest przechowywana. FOOTNOTE_INSIGHTS_TEXTS=true zachowuje odtąd treść pytań bez odpowiedzi.
question = Pytanie
what-readers-said = Opinie czytelników
marked-counted = Oznaczone jako pomocne: { $helpful }; jako błędne: { $wrong }.
remarks-not-kept = Uwagi czytelników o błędach nie są przechowywane.
never-cited = Dokumenty nigdy niecytowane
cites-none-of = Żadna odpowiedź z tego okresu nie cytuje { $count } z { $all } dokumentów.
cites-none-of-first = Żadna odpowiedź z tego okresu nie cytuje { $count } z pierwszych { $all } dokumentów.
signed-out = Wylogowano
end-session-too = Wyloguj się także z { $issuer }, jeśli inni korzystają z tego urządzenia.
sign-in-away = { $issuer } jest nieosiągalny. Spróbuj ponownie za chwilę.
sign-in-refused = { $issuer } nie zalogował Cię tutaj.
sign-in-stale = To logowanie rozpoczęto zbyt dawno temu lub w innej przeglądarce. Zacznij od nowa.
sign-in-nameless = { $issuer } nie podaje, kim jesteś. Osoba prowadząca serwer musi wskazać inny atrybut (claim).
