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
not-cited = Encontrados, pero no citados
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
ask-in = Buscar en:
all-documents = Todos los documentos
waits-in-line = Después: { $question }
followup-questions = Preguntas siguientes
no-such-conversation = Conversación no encontrada.
not-kept-now = El servidor no puede guardar esta conversación ahora.
not-sent-yet = Su pregunta no se envió. Se queda aquí hasta que la haga. ({ $reason })
keyboard-shortcuts = Atajos de teclado
keyboard-shortcuts-key = Atajos de teclado (?)
either-key = { $one } o { $other }
both-keys = { $one } y { $other }
key-write = Escribir una pregunta
key-leave = Salir del campo de la pregunta
key-stop = Detener la respuesta
key-close = Cerrar las fuentes
key-notes = Nota anterior y siguiente
key-questions = Pregunta siguiente y anterior
key-sources = Mostrar u ocultar las fuentes
key-shortcuts = Mostrar estos atajos

## The empty page, and the list of documents on it.

promise = Pregunte a sus documentos.
written-by = Las respuestas las escribe { $model }, y sus datos se comprueban con las fuentes.
passages-are-shown = Se muestran los pasajes que mejor se ajustan a su pregunta, cada uno con su fuente.
examples = Ejemplos de preguntas
sample-documents = Documentos de ejemplo
add-your-own = Añada los suyos
begin-with = Pregunte con sus propias palabras, o empiece por:
ask-about = ¿Qué debo saber sobre «{ $topic }»?
being-read = Se están leyendo los documentos. Podrá preguntar en cuanto el primero esté listo.
none-yet = Todavía no hay documentos.
none-yet-attach = Todavía no hay documentos. Los añade quien administra este servidor; también puede adjuntar sus propios archivos a una pregunta.
none-yet-open-link = Todavía no hay documentos: los añade quien administra este servidor, con el enlace que mostró al iniciarse.
drop-them-here = Suelte archivos aquí o elíjalos.
or-add-to-folder = O colóquelos en { $folder }.
last-checked = { $documents } · última revisión a las { $time }
could-not-be-read = No se pudieron leer: { $count }
find-document = Buscar un documento por su nombre
pages-of-list = Páginas de la lista
none-called-that = No hay documentos coincidentes
in-all = { $count } en total
range = { $first } a { $last } de { $all }
images-without-text = { $count ->
    [one] 1 imagen sin texto
    [many] { $count } de imágenes sin texto
   *[other] { $count } imágenes sin texto
  }
files-not-read = { $count ->
    [one] 1 archivo en un formato no admitido
    [many] { $count } de archivos en formatos no admitidos
   *[other] { $count } archivos en formatos no admitidos
  }

## The state of the documents, in one line.

no-documents-yet = Todavía no hay documentos
are-being-read = Se están leyendo los documentos.
reading-documents = Leyendo documentos: { $done } de { $all }
preparing-meaning = Preparando la búsqueda por significado: { $done } de { $all }
preparing-meaning-for = Preparando la búsqueda por significado: { $done } de { $all } (unos { $minutes } min)
unread-too = { $count ->
    [one] { $documents }, 1 no se pudo leer
    [many] { $documents }, { $count } no se pudieron leer
   *[other] { $documents }, { $count } no se pudieron leer
  }

## Conversations.

conversation = Conversación
new-conversation = Nueva conversación
temporary = Temporal
temporary-hint = Conversación temporal: no se guarda en ningún sitio y desaparece en cuanto recargue o abandone esta página.
temporary-takes-no-files = No se pueden adjuntar archivos a una conversación temporal, porque el servidor los guardaría.
find-conversation = Buscar una conversación
no-conversation-says = No hay conversaciones coincidentes
will-be-kept = Sus conversaciones se guardarán aquí.
kept-for-everybody = Se guardan en este servidor: todos los que lo abran aquí ven todas las conversaciones.
close-conversations = Cerrar las conversaciones
download-conversation = Descargar la conversación
delete-all = Eliminar todas
delete-all-sure = ¿Eliminar todas las conversaciones?
delete-all-common = ¿Eliminar las conversaciones de todos los que usan este servidor?
conversations-deleted = { $count ->
    [one] Conversación eliminada.
    [many] { $count } de conversaciones eliminadas.
   *[other] { $count } conversaciones eliminadas.
  }
pin-conversation = Fijar la conversación
rename-conversation = Cambiar el nombre de la conversación
delete-conversation = Eliminar la conversación
name-of-conversation = Nombre de la conversación
newest-line = Ir a lo más reciente
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
regenerate = Regenerar
hear-answer = Leer en voz alta
stop-reading = Detener la lectura
no-voice = Este dispositivo no tiene ninguna voz para el idioma de esta respuesta.
no-passages-found = no se encontraron pasajes
sources-counted = { $count ->
    [0] sin fuentes
    [one] 1 fuente
    [many] { $count } fuentes
   *[other] { $count } fuentes
  }
notes = Notas
note = Nota { $number }: { $source }
more-rows = { $count ->
    [one] y 1 fila más
    [many] y { $count } filas más
   *[other] y { $count } filas más
  }
many-more-rows = y muchas filas más
no-such-source = esa fuente no existe

## The passages that are shown where no model writes an answer.

no-model-set-up = No hay ningún modelo de lenguaje configurado.
passages-fit-best = { $count ->
    [one] Este pasaje es el que mejor se ajusta a su pregunta.
    [many] Estos pasajes son los que mejor se ajustan a su pregunta.
   *[other] Estos pasajes son los que mejor se ajustan a su pregunta.
  }
passages-nearest = { $count ->
    [one] El pasaje de abajo es el más cercano y puede tratar de otra cosa.
    [many] Los pasajes de abajo son los más cercanos y pueden tratar de otra cosa.
   *[other] Los pasajes de abajo son los más cercanos y pueden tratar de otra cosa.
  }
passages-fit-conversation = { $count ->
    [one] Este pasaje es el que mejor se ajusta a sus preguntas hasta ahora.
    [many] Estos pasajes son los que mejor se ajustan a sus preguntas hasta ahora.
   *[other] Estos pasajes son los que mejor se ajustan a sus preguntas hasta ahora.
  }
nothing-matches = Nada en sus documentos coincide con esta pregunta.
nothing-matches-chosen = Nada en los documentos elegidos coincide con esta pregunta.
search-all = Buscar en todos los documentos
nothing-mentions = Nada menciona { $words }.
nothing-mentions-chosen = Nada en los documentos elegidos menciona { $words }.
unread-for-question = No se pudo leer { $path }: { $reason }
also-in = También en: { $documents }
model-would-add = Un modelo de lenguaje escribiría una respuesta, consultaría los documentos y haría cálculos.
set-up-model = Configurar un modelo de lenguaje

## An answer, read aloud.

read-aloud = Respuesta, leída en voz alta
answer-stopped = Respuesta detenida.
answer-broke-off = Respuesta interrumpida.
end-of-answer = { $count ->
    [one] Fin de la respuesta, con una fuente.
    [many] Fin de la respuesta, con { $count } fuentes.
   *[other] Fin de la respuesta, con { $count } fuentes.
  }
passages-shown = { $count ->
    [one] Se muestra 1 pasaje.
    [many] Se muestran { $count } de pasajes.
   *[other] Se muestran { $count } pasajes.
  }

## An answer that broke off.

change-the-question = Cambie la pregunta y vuelva a hacerla.
begin-anew = Empiece una nueva conversación o haga una pregunta más corta.
kept-above = La parte recibida se conserva arriba.
nothing-lost = Su pregunta se conserva.
page-was-left = La página se cerró antes de que la respuesta estuviera completa.
connection-broke = Se cortó la conexión con el servidor.
with-reason = { $sentence } ({ $reason })
is-refused = La pregunta no se puede responder tal como está.
is-too-large = La pregunta es demasiado larga.
asked-too-often = Demasiadas preguntas en poco tiempo. Espere un momento.
model-failed = No se pudo contactar con el modelo de lenguaje, o se interrumpió.
model-gone-wrong = El modelo de chat ha fallado.
server-unavailable = El servidor está ocupado o se está cerrando. Inténtelo de nuevo en un momento.
something-failed = Se produjo un error en el servidor.

## The check of an answer. Verdicts stand behind a statement.

not-found-in-source = no se encontró en la fuente: { $words }
found-in-no-source = no aparece en ninguna fuente: { $words }
no-source = sin fuente
quoted-word-for-word = Citado palabra por palabra.
all-supported = { $count ->
    [one] Comprobado: los datos de 1 afirmación están en su fuente.
    [many] Comprobado: los datos de { $count } afirmaciones están en sus fuentes.
   *[other] Comprobado: los datos de { $count } afirmaciones están en sus fuentes.
  }
some-supported = Comprobado: datos en { $count } de { $all } afirmaciones, todos encontrados en las fuentes.
not-confirmed = Sin confirmar por su fuente.
some-not-confirmed = Sin confirmar por las fuentes: { $without } de { $all } afirmaciones.
found-by-check = { $count ->
    [one] La comprobación añadió 1 cita que faltaba.
    [many] La comprobación añadió { $count } citas que faltaban.
   *[other] La comprobación añadió { $count } citas que faltaban.
  }
no-such-source-as = esa fuente no existe: { $names }

## What the reader says of an answer.

is-helpful = Esta respuesta es útil
is-wrong = Esta respuesta es incorrecta
marked-helpful = Marcada como útil.
marked-wrong = Marcada como incorrecta.
marked-wrong-for = Marcada como incorrecta: { $remark }
what-was-wrong = ¿Qué era incorrecto?
words-kept = Su comentario y la pregunta se guardan para quienes gestionan este servidor.
words-not-kept = Su comentario se guarda con esta conversación y en sus descargas. Por lo demás, el servidor solo cuenta que una respuesta era incorrecta.

## The sources beside an answer.

steps = Pasos
close-sources = Cerrar las fuentes
width-of-sources = Anchura de las fuentes
drag-to-resize = Arrastre para cambiar la anchura; haga doble clic para restablecerla
open-in-tab = Abrir en una pestaña nueva
no-passage-fits = Ningún pasaje se ajusta a esta pregunta.
best-match = mejor resultado

## How an answer came about.

title-question = Su pregunta
title-query = Consulta de búsqueda
context-counted = Su contexto también contó, con menos peso: preguntas anteriores, la última respuesta o texto pegado.
title-query-prompt = Petición de una consulta de búsqueda
title-results = Pasajes encontrados primero
title-prompt = Prompt
title-audit = Comprobación
title-quoted = Citas
tokens = { $read } tokens leídos, { $written } escritos
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
    [one] Calculado a partir de { $document }: 1 fila
    [many] Calculado a partir de { $document }: { $count } filas
   *[other] Calculado a partir de { $document }: { $count } filas
  }
call-failed = «{ $tool }» no devolvió nada

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
no-match = Sin resultados
rows-of = Filas { $first } a { $last } de { $all }
sort-and-filter = Ordenar y filtrar
go-to-row = Ir a la fila
filter-rows = Filtrar filas
any-column = Todas las columnas
section = Sección
count-is = Recuento: { $count }
sum-is = Suma: { $sum }
mean-is = Media: { $mean }
totals-left-out = Filas de totales omitidas: { $count }
rows-missing = Algunas filas no se pudieron leer.

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
left-out = Omitido: { $parts }
waits = En espera
is-read = Leyéndose…
is-read-at = Leyéndose: página { $page } de { $pages }
for-everybody = Para todos
for-group = Para { $group }
only-for-me = Solo para mí
about-document = { $action }: { $path }
add-documents = Añadir documentos
upload = Subir
upload-choose = Elija archivos, suéltelos en cualquier lugar de esta página o péguelos aquí.
upload-hint = PDF, documentos de oficina, correos, libros, páginas web, texto, tablas y código, hasta 100 MB cada uno y { $room } en total. Un archivo con el nombre de otro anterior lo sustituye.
being-uploaded = Subiendo
drop-files = Suelte los archivos para añadirlos a los documentos
upload-not-allowed = No tiene permiso para subir documentos aquí.
connection-broke-for = Se cortó la conexión mientras se enviaba { $name }.
not-sent = No se pudo enviar { $name }.
not-taken = No se aceptó { $name }: { $reason }
uploaded-unread = Se subió { $path }, pero no se puede leer: { $reason }.
fault-empty = el archivo está vacío
fault-mislabelled = el contenido del archivo no corresponde a su extensión
fault-not-text = el archivo no es texto, aunque su nombre lo diga
fault-protected = el archivo está protegido con una contraseña
fault-damaged = el archivo está dañado
fault-died = la lectura del archivo se interrumpió; lo más probable es que esté dañado
fault-no-text = el archivo no contiene texto; si es un escaneo, se lee en segundo plano donde tesseract-ocr está instalado
fault-no-words = el archivo no contiene texto
fault-no-characters = las fuentes del archivo no dicen qué caracteres tiene su texto; el reconocimiento de texto (OCR) lo hace legible
fault-too-slow = la lectura del archivo tardó más de 30 segundos
fault-out-of-memory = el archivo necesita más memoria de la permitida
fault-too-many = el archivo se omitió: solo se leen los primeros 1.000 adjuntos de un archivo
fault-unsupported = el formato del archivo no es compatible; si es un archivo antiguo de Office, guárdelo como .docx, .xlsx o .pptx
fault-image = el archivo es una imagen sin texto
fault-not-started = el programa que lee el archivo no se pudo iniciar
fault-too-large = el archivo supera los 100 MB
fault-changed = el archivo se modificó mientras se leía
fault-of-file = { $reason }
no-model-sees = ningún modelo de lenguaje de aquí puede ver imágenes

## What was done with a document.

is-uploaded = Se subió { $path }.
files-uploaded = { $count ->
    [one] Se subió 1 archivo.
    [many] Se subieron { $count } de archivos.
   *[other] Se subieron { $count } archivos.
  }
only-first-taken = Solo se aceptaron los primeros { $count } archivos.
is-removed = Se quitó { $path }.
is-read-again = Leyendo { $path } de nuevo.
is-back = Se restauró { $path }.
everybody-may-read = Ahora todos pueden leer { $path }.
group-may-read = Ahora el grupo { $group } puede leer { $path }.
only-you-may-read = Ahora solo usted puede leer { $path }.

## Settings.

language = Idioma
language-of-browser = Idioma del navegador
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
insights = Estadísticas
no-chat-model-yet = Se muestran pasajes en lugar de respuestas. Estos ajustes tendrán efecto cuando se configure un modelo de lenguaje.
model-settings = Ajustes del modelo
answers-and-search = Respuestas y búsqueda
temperature = Temperatura
instructions-added = Instrucciones adicionales

## The chat model.

who-writes = Modelo de lenguaje
look-for-models = Buscar modelos en este equipo
quote-instead = Dejar de usar un modelo
model-of = Modelo de { $program }
write-with = Usar { $model } en este equipo
another-endpoint = Otro servidor compatible con OpenAI
address = Dirección
address-hint = Por ejemplo https://api.openai.com/v1: cualquier API compatible con OpenAI.
model = Modelo
model-hint = Déjelo vacío para elegir de la lista del servidor.
key = Clave de API
key-hint = Se guarda en la carpeta de datos y no vuelve a mostrarse. Deje el campo vacío si no hace falta ninguna, o para conservar la de esta dirección.
context = Ventana de contexto (tokens)
context-hint = Déjelo vacío para detectarla automáticamente.
endpoint-hint = Las preguntas y los pasajes encontrados para ellas se envían a esta dirección.
try-and-write = Probar y usar
looking = Buscando en este equipo…
trying = Probando { $model }…
programs-found = { $count ->
    [0] No se encontró ningún modelo de lenguaje en este equipo. Inicie un programa que ofrezca uno, como Ollama o LM Studio, e inténtelo de nuevo.
    [one] Se encontró 1 programa.
    [many] Se encontraron { $count } programas.
   *[other] Se encontraron { $count } programas.
  }
nobody-writes = No hay ningún modelo de lenguaje seleccionado. Se muestran los pasajes que mejor se ajustan en lugar de respuestas.
writes-answers = Las respuestas las escribe { $model } en { $address }.
takes-tokens = Ventana de contexto: { $count } tokens.
key-is-kept = Hay una clave de API guardada.
is-fixed = Definido por el servidor; no se puede cambiar aquí.
open-operator-link = Esto solo puede hacerlo quien administra el servidor: abra el enlace que el servidor mostró al iniciarse. La orden «footnote operator» muestra otro.
open-link-to-add = Los documentos los añade quien administra este servidor, con el enlace que mostró al iniciarse.
operator-chooses-model = El modelo lo elige quien administra este servidor, con el enlace que mostró al iniciarse.
you-run-this = Usted administra este servidor en este navegador.
operator-link-used = Este enlace ya se usó o ha caducado. La orden «footnote operator» muestra otro.
sign-in = Iniciar sesión
sign-out = Cerrar sesión
signed-in-as = Sesión iniciada como { $name }
sign-in-again = Su sesión ha terminado. Vuelva a cargar esta página para iniciar sesión.

## Files of a conversation.

attach-files = Adjuntar archivos
dictate = Dictar
stop-dictating = Terminar
writing-down = Transcribiendo lo dicho…
no-microphone = No se puede usar el micrófono. Permítalo en el navegador e inténtelo de nuevo.
not-understood = No se ha entendido nada. Inténtelo de nuevo.
drop-to-ask = Suelte los archivos para preguntar por ellos en esta conversación
files-of-conversation = Archivos de esta conversación
remove-file = Quitar { $name }
keep-in-library = Añadir a los documentos
keep-file-in-library = Añadir a los documentos: { $name }
file-is-read = leyendo…
percent = { $count } %
hidden-left-out = { $count ->
    [one] se omitió 1 carácter oculto
    [many] se omitieron { $count } caracteres ocultos
   *[other] se omitieron { $count } caracteres ocultos
  }
asked-with = Con { $files }

## Documents that are chosen.

modified = Modificado
choose = Seleccionar { $path }
remove-chosen = Quitar los documentos seleccionados
none-chosen = No hay ningún documento seleccionado.

## The look of the page.

theme = Tema
theme-of-system = Sistema
light = Claro
dark = Oscuro
text-size = Tamaño del texto
single-keys = Atajos de una sola tecla
keys-on = Activados
keys-off = Desactivados
size-of-browser = Predeterminado
small = Pequeño
large = Grande
very-large = Muy grande

## The choice of what is asked.

what-to-ask = Elegir documentos
scope-hint = Se busca en todos los documentos, o solo en los marcados. En los archivos adjuntos se busca siempre.
folders-and-documents = Carpetas y documentos
folders-counted = { $count ->
    [one] 1 carpeta
    [many] { $count } de carpetas
   *[other] { $count } carpetas
  }
folders-unlisted = Ahora no se pueden mostrar las carpetas.
show-inside = Mostrar el contenido de { $name }
show-more = Mostrar más (quedan { $count })
more-found = y { $count } más: escriba más del nombre
kinds = Tipos de archivo
from-day = Desde
to-day = Hasta
ask-this-document = Preguntar a este documento
asked-of = Se buscó en: { $scope }

## A conversation that is taken away or shared.

print = Imprimir
share = Compartir…
share-conversation = Compartir esta conversación
who-sees = Quien tenga el enlace puede leer esta conversación, salvo las respuestas de documentos que no pueda abrir. También aparecerán las preguntas nuevas. Nadie puede cambiarla.
make-link = Crear un enlace
copy-link = Copiar el enlace
take-link-back = Quitar el enlace
link-is-local = Esta dirección solo funciona en este equipo. Abra la página por su nombre en la red para compartirla con otras personas.
link = Enlace
server-not-reached = No se pudo contactar con el servidor. Inténtelo de nuevo en un momento.
shared-by-link = Compartida por un enlace

## A conversation behind a link, or on paper.

skip-to-content = Ir al contenido
passage-lost = Este pasaje ya no se puede mostrar.
earlier-questions = Preguntas anteriores
newest-questions = Preguntas más recientes
shared-notice = Alguien compartió esta conversación. Las preguntas nuevas aparecerán aquí. Usted ve las respuestas de documentos que puede abrir.
link-to-nothing = Este enlace ya no funciona.
answer-withheld = Esta respuesta está oculta: se basa en documentos que usted no puede abrir o que ya no existen.
no-answer = No hay respuesta.
stopped-early = Esta respuesta se detuvo antes de terminar.
footnotes = Notas al pie
back-to-mark = Volver a la llamada { $number }
in-quotes = «{ $words }»
day-of = { $day } de { $month } de { $year }
# The twelve months with spaces between them, as they stand in a date.
months = enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre
footnote-numbered = Nota al pie { $number }

## The page of insights, for whoever runs the server.

nothing-is-kept = no se guarda nada
kept-for-days = se guarda, en días: { $count }
insights-are-off = Los resultados de las preguntas no se guardan. FOOTNOTE_INSIGHTS_DAYS fija durante cuántos días.
period = Periodo
days-counted = { $count } días
questions-in-period = Preguntas en este periodo: { $count }
outcomes-of-questions = Resultados de las preguntas
outcome = Resultado
questions = Preguntas
share-of-all = Proporción
outcome-answered = Respondida por un modelo, con fuentes
outcome-doubted = Respondida por un modelo, con una afirmación que no está en su fuente
outcome-passages = Pasajes mostrados
outcome-uncited = Respondidas por un modelo, sin fuentes
outcome-nothing = Nada encontrado
outcome-failed = El modelo falló
outcome-cancelled = Detenida por la persona
day = Día
without-answer = Preguntas sin respuesta
got-no-answer = Sin respuesta en este periodo: { $count }.
questions-not-kept = El texto de las preguntas no se guarda. FOOTNOTE_INSIGHTS_TEXTS=true guarda desde entonces el de las preguntas sin respuesta.
question = Pregunta
what-readers-said = Opiniones de los lectores
marked-counted = Marcadas como útiles: { $helpful }; como erróneas: { $wrong }.
remarks-not-kept = Lo que los lectores señalan como erróneo no se guarda.
never-cited = Documentos nunca citados
cites-none-of = Ninguna respuesta de este periodo cita { $count } de { $all } documentos.
cites-none-of-first = Ninguna respuesta de este periodo cita { $count } de los primeros { $all } documentos.
signed-out = Ha cerrado la sesión
end-session-too = Cierre también la sesión en { $issuer } si otras personas usan este dispositivo.
sign-in-away = No se puede acceder a { $issuer }. Inténtelo de nuevo en un momento.
sign-in-refused = { $issuer } no ha iniciado su sesión aquí.
sign-in-stale = Este inicio de sesión empezó hace demasiado tiempo o en otro navegador. Empiece de nuevo.
sign-in-nameless = { $issuer } no indica quién es usted. Quien administra el servidor debe nombrar otro atributo (claim).
