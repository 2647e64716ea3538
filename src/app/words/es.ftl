# Español.
#
# Glosario; se trata al lector de usted:
#   answer        respuesta
#   chat model    modelo de lenguaje
#   document      documento; archivo antes de leerse
#   note          nota
#   passage       pasaje
#   source        fuente
#   statement     afirmación
#   step          paso

## Words that many places share.

document = Documento
documents = Documentos
documents-counted = { $count ->
    [one] 1 documento
    [many] { $count } de documentos
   *[other] { $count } documentos
  }
page = Página
pages = Páginas
page-short = p. { $number }
page-spoken = página { $number }
slide = diapositiva { $number }
sheet = hoja { $number }
chapter = capítulo { $number }
message = mensaje { $number }
entry = entrada { $number }
source-at = { $path }, { $page }
pages-counted = { $count ->
    [one] 1 página
    [many] { $count } de páginas
   *[other] { $count } páginas
  }
passages = Pasajes
sources = Fuentes
conversations = Conversaciones
settings = Ajustes
ask-a-question = Hacer una pregunta
close = Cerrar
cancel = Cancelar
copied = Copiado
dismiss = Ocultar
remove = Quitar
save = Guardar
table = Tabla
try-again = Reintentar
undo = Deshacer
earlier = Anterior
further = Siguiente
and-also = { $one }, { $other }
and-more = y { $count } más
milliseconds = { $count } ms
seconds = { $count } s
thousands-sign = .
decimal-sign = ,

## Around the page.

description = Pregunte a sus propios documentos y lea respuestas en las que cada afirmación lleva su cita.
skip-to-question = Ir a la pregunta
skip-to-passage = Ir al pasaje citado
skip-to-document = Ir al documento
page-not-found = Página no encontrada
nothing-here = No hay ninguna página ni documento en esta dirección.
or = o
see-the-documents = ver los documentos

## The field for questions, and the keys.

your-question = Su pregunta
ask-your-documents = Pregunte a sus documentos
ask = Preguntar
stop = Detener
ask-in = Preguntar en:
all-documents = Todos los documentos
followup-questions = Preguntas siguientes
no-such-conversation = Esta conversación no existe aquí, o ya no existe.
not-kept-now = El servidor no puede guardar esta conversación ahora.
not-sent-yet = Su pregunta no se envió; espera aquí hasta que la haga. ({ $reason })
no-room = En este navegador ya no queda espacio: la conversación se perderá al cerrar la página.
keyboard-shortcuts = Atajos de teclado
keyboard-shortcuts-key = Atajos de teclado (?)
either-key = { $one } o { $other }
both-keys = { $one } y { $other }
key-write = Escribir una pregunta
key-stop = Detener la respuesta
key-close = Cerrar las fuentes
key-notes = Nota anterior y siguiente
key-questions = Pregunta siguiente y anterior
key-sources = Mostrar u ocultar las fuentes
key-shortcuts = Mostrar estos atajos

## The empty page, and the list of documents on it.

promise = Pregunte a sus documentos.
written-by = { $model } escribe las respuestas a partir de ellos, y cada afirmación lleva su fuente.
quoted-from-them = Las respuestas los citan palabra por palabra, y cada cita lleva su fuente.
examples = Ejemplos de preguntas
begin-with = Pregunte con sus propias palabras, o empiece por:
being-read = Se están leyendo los documentos; podrá preguntar en cuanto el primero esté listo.
none-yet = Todavía no hay documentos. Ponga algunos en la carpeta que lee Footnote y aparecerán aquí.
last-checked = { $documents } · última revisión a las { $time }
could-not-be-read = No se pudieron leer
find-document = Buscar un documento por su nombre
pages-of-list = Páginas de la lista
none-called-that = Ningún documento leído se llama así
in-all = { $count } en total
range = { $first } a { $last } de { $all }
images-without-text = { $count ->
    [one] 1 imagen sin texto
    [many] { $count } de imágenes sin texto
   *[other] { $count } imágenes sin texto
  }
files-not-read = { $count ->
    [one] 1 archivo en un formato que no se lee
    [many] { $count } de archivos en formatos que no se leen
   *[other] { $count } archivos en formatos que no se leen
  }

## The state of the documents, in one line.

no-documents-yet = Todavía no hay documentos
reading-documents = Leyendo documentos: { $done } de { $all }
preparing-meaning = Preparando la búsqueda por significado: { $done } de { $all }
unread-too = { $count ->
    [one] { $documents }, 1 no se pudo leer
    [many] { $documents }, { $count } no se pudieron leer
   *[other] { $documents }, { $count } no se pudieron leer
  }

## Conversations.

conversation = Conversación
new-conversation = Nueva conversación
find-conversation = Buscar una conversación
no-conversation-says = Ninguna conversación dice eso.
will-be-kept = Sus conversaciones se guardarán aquí.
will-be-kept-in-browser = Sus conversaciones se guardarán aquí, solo en este navegador.
close-conversations = Cerrar las conversaciones
download-conversation = Descargar la conversación
delete-all = Eliminar todas
conversations-deleted = { $count ->
    [one] Conversación eliminada.
    [many] { $count } de conversaciones eliminadas.
   *[other] { $count } conversaciones eliminadas.
  }
pin-conversation = Fijar la conversación
rename-conversation = Cambiar el nombre de la conversación
delete-conversation = Eliminar la conversación
name-of-conversation = Nombre de la conversación
newest-line = Última línea ↓
pinned = Fijadas
today = Hoy
yesterday = Ayer
last-week = Últimos 7 días
last-month = Últimos 30 días

## An answer.

edit = Editar
edit-question = Editar la pregunta
edit-your-question = Editar su pregunta
ask-again = Preguntar de nuevo
question-edited = { $count ->
    [0] Pregunta editada.
    [one] Pregunta editada; se quitó 1 respuesta posterior.
    [many] Pregunta editada; se quitaron { $count } respuestas posteriores.
   *[other] Pregunta editada; se quitaron { $count } respuestas posteriores.
  }
searching = Buscando en los documentos
reading-passages = { $count ->
    [one] Leyendo 1 pasaje
    [many] Leyendo { $count } pasajes
   *[other] Leyendo { $count } pasajes
  }
you-stopped = Usted detuvo esta respuesta.
copy = Copiar
could-not-copy = No se pudo copiar
regenerate = Reescribir
no-passages-found = no se encontraron pasajes
sources-counted = { $count ->
    [0] sin fuentes
    [one] 1 fuente
    [many] { $count } fuentes
   *[other] { $count } fuentes
  }
found = encontrado
may-not-answer = quizá no lo responde
not-found = no encontrado
notes = Notas
note = Nota { $number }: { $source }
more-rows = { $count ->
    [one] y 1 fila más
    [many] y { $count } filas más
   *[other] y { $count } filas más
  }
many-more-rows = y muchas filas más
no-such-source = esa fuente no existe

## An answer, read aloud.

read-aloud = Respuesta, leída en voz alta
answer-stopped = Respuesta detenida.
answer-broke-off = Respuesta interrumpida.
end-of-answer = { $count ->
    [one] Fin de la respuesta, con una fuente.
    [many] Fin de la respuesta, con { $count } fuentes.
   *[other] Fin de la respuesta, con { $count } fuentes.
  }

## An answer that broke off.

change-the-question = Cambie la pregunta y pregunte de nuevo.
begin-anew = Empiece una nueva conversación o haga una pregunta más corta.
kept-above = Lo que había llegado hasta entonces se conserva arriba.
nothing-lost = Su pregunta se conserva; no se ha perdido nada.
page-was-left = Se salió de la página antes de que la respuesta estuviera completa.
connection-broke = Se cortó la conexión con el servidor.
with-reason = { $sentence } ({ $reason })
is-refused = No se puede responder tal como se preguntó.
is-too-large = Es demasiado largo.
asked-too-often = Ha preguntado demasiadas veces en poco tiempo. Espere un momento.
model-failed = No se pudo contactar con el modelo de lenguaje, o se interrumpió.
server-unavailable = El servidor está ocupado o se está cerrando. Inténtelo de nuevo en un momento.
something-failed = Algo falló en el servidor.

## The check of an answer. Verdicts stand behind a statement.

not-found-in-source = no está en su fuente
contradicted = contradice su fuente
verdict = Comprobación: { $verdict }
quoted-word-for-word = Citado palabra por palabra.
all-supported = { $count ->
    [one] Comprobado: la afirmación está respaldada por su fuente.
    [many] Comprobado: las { $count } afirmaciones están respaldadas por sus fuentes.
   *[other] Comprobado: las { $count } afirmaciones están respaldadas por sus fuentes.
  }
some-supported = { $all ->
    [one] Comprobado: { $supported } de 1 afirmación respaldada.
    [many] Comprobado: { $supported } de { $all } afirmaciones respaldadas.
   *[other] Comprobado: { $supported } de { $all } afirmaciones respaldadas.
  }
found-by-check = { $count ->
    [one] La comprobación encontró la fuente de 1.
    [many] La comprobación encontró las fuentes de { $count }.
   *[other] La comprobación encontró las fuentes de { $count }.
  }
not-found-there = no aparece allí: { $words }
no-such-source-as = esa fuente no existe: { $names }

## What the reader says of an answer.

is-helpful = Esta respuesta es útil
is-wrong = Esta respuesta es incorrecta
marked-helpful = Marcada como útil.
marked-wrong = Marcada como incorrecta.
marked-wrong-for = Marcada como incorrecta: { $remark }
what-was-wrong = ¿Qué era incorrecto?
words-kept = Sus palabras y la pregunta se guardan para quienes gestionan este servidor.
words-not-kept = Sus palabras se quedan en este navegador y en lo que usted descargue; el servidor solo cuenta que una respuesta era incorrecta.

## The sources beside an answer.

steps = Pasos
close-sources = Cerrar las fuentes
width-of-sources = Anchura de las fuentes
drag-to-resize = Arrastre para cambiar la anchura; haga doble clic para la habitual
open-in-tab = Abrir en una pestaña nueva
no-passage-fits = Ningún pasaje se ajusta a esta pregunta.
best-match = mejor resultado
missing-a-source = ¿Falta una fuente?
where-did-it-fall-out = ¿Dónde se descartó?
any-page = todas
searched-for = Se buscó «{ $query }».
way-of = El recorrido de { $source }
went-on = , siguió adelante:
far-behind = , muy atrás:
fell-out = , se descartó:
stage-index = Índice
stage-filters = Filtros
stage-words = Palabras
stage-meaning = Significado
stage-choice = Selección
stage-quotation = Cita

## How an answer came about.

step-question = Lo que usted preguntó.
step-query = Lo que se buscó en los documentos.
step-query-prompt = Cómo se preguntó al modelo qué buscar.
step-results = Los pasajes encontrados, los mejores primero.
step-prompt = Lo que recibió el modelo de lenguaje.
step-audit = Cada afirmación comparada con lo que cita; se enumeran las que no se confirman.
step-quoted = Las frases elegidas y su procedencia.
tokens = { $read } tokens leídos, { $written } escritos
properties = Propiedades
show-text = Mostrar el texto
show-json = Mostrar como JSON
copy-text = Copiar el texto
searched-query = { $count ->
    [one] Se buscó «{ $query }»: 1 pasaje
    [many] Se buscó «{ $query }»: { $count } pasajes
   *[other] Se buscó «{ $query }»: { $count } pasajes
  }
read-document = Se leyó { $document }
read-pages = Se leyó { $document }, páginas { $pages }
listed-documents = { $count ->
    [one] Se listó 1 documento
    [many] Se listaron { $count } documentos
   *[other] Se listaron { $count } documentos
  }
computed-over = { $count ->
    [one] Se calculó sobre { $document }: 1 fila
    [many] Se calculó sobre { $document }: { $count } filas
   *[other] Se calculó sobre { $document }: { $count } filas
  }
call-failed = Una consulta con «{ $tool }» no dio resultado

## A document.

words-are-gone = Las palabras citadas ya no están en este documento.
described-image = La imagen que se describe abajo
attachments = Archivos adjuntos
text = Texto
passage-numbered = Pasaje { $number }
words-counted = { $count ->
    [one] 1 palabra
    [many] { $count } de palabras
   *[other] { $count } palabras
  }
cited-passage = El pasaje citado
cited-words = Las palabras citadas
download = Descargar
of-pages = de { $count }
page-before = Página anterior
next-page = Página siguiente
smaller = Reducir
larger = Ampliar
page-numbered = Página { $number }
search = Buscar
search-in-document = Buscar en el documento
match-before = Resultado anterior
next-match = Resultado siguiente
match-of = { $number } de { $all }
no-match = ninguno

## The page of documents.

size = Tamaño
state = Estado
actions = Acciones
none-here = No hay documentos aquí.
more-unread = y { $count } más que no se pudieron leer. Escriba arriba una parte de un nombre para encontrarlos.
find-by-name = Buscar por nombre
folders = Carpetas
sort-by = Ordenar por
by-name = nombre
by-change = última modificación
by-size = tamaño
by-pages = páginas
show = Mostrar
ready = Listo
unit-pages = { $count ->
    [one] página
    [many] páginas
   *[other] páginas
  }
unit-passages = { $count ->
    [one] pasaje
    [many] pasajes
   *[other] pasajes
  }
not-read = No leído: { $reason }
not-reachable = Inaccesible desde { $since } UTC
not-reachable-text = El archivo no se puede leer desde { $since } UTC. Este es su texto tal como se leyó por última vez.
waits = A la espera de leerse
is-read = Leyéndose…
is-read-at = Leyéndose: página { $page } de { $pages }
for-everybody = Para todos
for-group = Para { $group }
only-for-me = Solo para mí
about-document = { $action }: { $path }
add-documents = Añadir documentos
upload = Subir
upload-hint = Elija archivos, suéltelos en cualquier lugar de esta página o péguelos aquí: PDF, documentos de oficina, correos, libros, páginas web, texto, tablas y código, hasta 100 MB cada uno y { $room } en total. Un archivo con el nombre de otro anterior lo sustituye.
being-uploaded = Subiendo
drop-files = Suelte los archivos para añadirlos a los documentos
upload-not-allowed = Usted no puede subir documentos aquí.
connection-broke-for = Se cortó la conexión mientras se enviaba { $name }.
not-sent = No se pudo enviar { $name }.
not-taken = No se aceptó { $name }: { $reason }
uploaded-unread = { $path } está subido, pero no se puede leer: { $reason }.
fault-empty = el archivo está vacío
fault-mislabelled = el contenido del archivo no es lo que dice la extensión de su nombre
fault-not-text = el archivo no es texto, aunque su nombre lo diga
fault-protected = el archivo está protegido con una contraseña
fault-damaged = el archivo está dañado
fault-died = la lectura del archivo se interrumpió; lo más probable es que esté dañado
fault-no-text = el archivo no contiene texto; si es un escaneo, se lee en segundo plano donde tesseract-ocr está instalado
fault-too-slow = la lectura del archivo tardó más de 30 segundos
fault-out-of-memory = el archivo necesita más memoria de la permitida
fault-too-many = de los adjuntos de un archivo se leen los primeros 1.000; este y los siguientes no
fault-unsupported = el archivo tiene un formato que no se puede leer; si es un archivo antiguo de Office, guárdelo como .docx, .xlsx o .pptx
fault-old-word = el archivo es un documento antiguo de Word; guárdelo como .docx
fault-old-powerpoint = el archivo es una presentación antigua de PowerPoint; guárdela como .pptx
fault-outlook-message = el archivo es un mensaje en el formato propio de Outlook; guárdelo como .eml
fault-image = el archivo es una imagen sin texto
fault-not-started = el programa que lee el archivo no se pudo iniciar
fault-too-large = el archivo supera los 100 MB
fault-changed = el archivo se modificó mientras se leía
fault-of-file = { $reason }
no-model-sees = aquí no hay ningún modelo de chat que vea imágenes

## What was done with a document.

is-uploaded = { $path } está subido.
only-first-taken = Solo se aceptaron los primeros { $count } archivos.
is-removed = { $path } se ha quitado.
is-read-again = { $path } se lee de nuevo.
is-back = { $path } está de vuelta.
everybody-may-read = Ahora todos pueden leer { $path }.
group-may-read = Ahora el grupo { $group } puede leer { $path }.
only-you-may-read = Ahora solo usted puede leer { $path }.

## Settings.

language = Idioma
language-of-browser = El del navegador
change-language = Cambiar
passages-to-retrieve = Número de pasajes
look-further = Seguir buscando antes de responder
look-never = Nunca
look-twice = Hasta 2 rondas
look-freely = Según haga falta, hasta 6 rondas
search-by = Buscar por
by-keywords = Palabras clave
by-meaning = Significado
by-both = Palabras clave y significado
stream-answers = Mostrar las respuestas mientras llegan
reset = Restablecer
done = Listo
chat-model = Modelo de lenguaje
no-chat-model-yet = Las respuestas citan los documentos; estos ajustes tendrán efecto cuando se configure un modelo de lenguaje.
temperature = Temperatura
instructions-added = Instrucciones adicionales
instructions-instead = Instrucciones en lugar de las habituales

## Who writes the answers.

who-writes = Quién escribe las respuestas
look-for-models = Buscar modelos en este equipo
quote-instead = Citar en su lugar
model-of = Modelo de { $program }
write-with = Escribir las respuestas con { $model } en este equipo
another-endpoint = Otro punto de acceso
address = Dirección
address-hint = Por ejemplo https://api.openai.com/v1: cualquiera que hable el protocolo de OpenAI.
model = Modelo
model-hint = Su nombre, tal como lo muestra su servidor.
key = Clave
key-hint = Se guarda en la carpeta de datos y no vuelve a mostrarse. Deje el campo vacío si no hace falta ninguna, o para seguir con la guardada para esta dirección.
context = Contexto en tokens
context-hint = Déjelo vacío para que se pregunte al servidor.
endpoint-hint = Las preguntas, y los pasajes encontrados para ellas, se envían a esta dirección.
try-and-write = Probarlo y escribir con él
looking = Buscando en este equipo…
trying = Haciendo una pregunta a { $model }…
programs-found = { $count ->
    [0] No se encontró en este equipo ningún programa con un modelo de lenguaje. Inicie uno y busque de nuevo.
    [one] Se encontró un programa.
    [many] Se encontraron { $count } programas.
   *[other] Se encontraron { $count } programas.
  }
nobody-writes = Las respuestas citan los documentos palabra por palabra; no hay ningún modelo de lenguaje elegido.
writes-answers = { $model } en { $address } escribe las respuestas.
takes-tokens = Admite { $count } tokens a la vez.
key-is-kept = Se guarda una clave para él.
is-fixed = Así lo disponen los ajustes del servidor, que prevalecen.

## Files of a conversation.

attach-files = Adjuntar archivos
drop-to-ask = Suelte los archivos para preguntar por ellos en esta conversación
files-of-conversation = Archivos de esta conversación
remove-file = Quitar { $name }
keep-in-library = Guardar en los documentos
keep-file-in-library = Guardar { $name } en los documentos
file-is-read = se está leyendo
percent = { $count } %
hidden-left-out = { $count ->
    [one] se omitió 1 carácter oculto
    [many] se omitieron { $count } caracteres ocultos
   *[other] se omitieron { $count } caracteres ocultos
  }
asked-with = Con { $files }

## Documents that are chosen.

modified = Modificado
choose = Elegir { $path }
remove-chosen = Quitar los documentos elegidos
none-chosen = No se ha elegido ningún documento.

## The look of the page.

theme = Tema
theme-of-system = Como el sistema
light = Claro
dark = Oscuro
text-size = Tamaño del texto
size-of-browser = Como el navegador
small = Pequeño
large = Grande
very-large = Muy grande

## The choice of what is asked.

what-to-ask = A qué preguntar
scope-hint = Pregunte a todos los documentos o solo a los marcados. A lo adjunto a la conversación se le pregunta siempre.
folders-and-documents = Carpetas y documentos
folders-counted = { $count ->
    [one] 1 carpeta
    [many] { $count } de carpetas
   *[other] { $count } carpetas
  }
folders-unlisted = Ahora no se pueden mostrar las carpetas.
show-inside = Mostrar el contenido de { $name }
show-more = Mostrar más (quedan { $count })
more-found = y { $count } más: escriba una parte más larga del nombre
kinds = Tipos
from-day = Desde
to-day = Hasta
ask-this-document = Preguntar a este documento
asked-of = Preguntado en: { $scope }
ask-all-documents = Preguntar a todos los documentos

## A conversation that is taken away or shared.

print = Imprimir
share = Compartir…
share-conversation = Compartir esta conversación
who-sees = Quien tenga el enlace verá sus preguntas y aquellas respuestas cuyos documentos pueda leer. Verá la conversación tal como esté al abrir el enlace: también lo que usted pregunte después. Nadie puede cambiarla.
make-link = Crear un enlace
copy-link = Copiar el enlace
take-link-back = Retirar el enlace
link = Enlace
server-not-reached = No se pudo contactar con el servidor. Inténtelo de nuevo en un momento.
shared-by-link = Compartida por un enlace

## A conversation behind a link, or on paper.

skip-to-content = Ir al contenido
passage-lost = Este pasaje ya no se puede mostrar.
earlier-questions = Preguntas anteriores
newest-questions = Preguntas más recientes
shared-notice = Alguien compartió esta conversación. Se muestra tal como está ahora; las preguntas posteriores también aparecerán aquí. Usted ve las respuestas cuyos documentos puede leer.
link-to-nothing = Este enlace no lleva a nada: se retiró o nunca existió.
answer-withheld = Esta respuesta no se muestra: se basa en documentos que usted no puede leer o que ya no existen.
no-answer = No hay respuesta.
stopped-early = Esta respuesta se detuvo antes de terminar.
footnotes = Notas al pie
back-to-mark = Volver a la llamada { $number }
in-quotes = «{ $words }»
day-of = { $day } de { $month } de { $year }
# The twelve months with spaces between them, as they stand in a date.
months = enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre
footnote-numbered = Nota al pie { $number }
