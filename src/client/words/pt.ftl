# Português, como no Brasil.
#
# Glossário; trata-se o leitor por você:
#   answer        resposta
#   chat model    modelo de linguagem
#   document      documento; arquivo antes de ser lido
#   note          nota
#   passage       trecho
#   source        fonte
#   statement     afirmação
#   step          etapa

## Words that many places share.

document = Documento
documents = Documentos
documents-counted = { $count ->
    [one] { $count } documento
    [many] { $count } de documentos
   *[other] { $count } documentos
  }
page = Página
pages = Páginas
page-short = p. { $number }
page-spoken = página { $number }
slide = slide { $number }
sheet = planilha { $number }
chapter = capítulo { $number }
message = mensagem { $number }
entry = entrada { $number }
source-at = { $path }, { $page }
pages-counted = { $count ->
    [one] { $count } página
    [many] { $count } de páginas
   *[other] { $count } páginas
  }
passages = Trechos
not-cited = Encontrados, mas não citados
sources = Fontes
conversations = Conversas
settings = Configurações
ask-a-question = Fazer uma pergunta
close = Fechar
cancel = Cancelar
copied = Copiado
dismiss = Dispensar
remove = Remover
save = Salvar
table = Tabela
try-again = Tentar novamente
undo = Desfazer
earlier = Anterior
further = Próximo
and-also = { $one }, { $other }
and-more = e mais { $count }
milliseconds = { $count } ms
seconds = { $count } s
thousands-sign = .
decimal-sign = ,

## Around the page.

description = Pergunte aos seus próprios documentos e leia respostas em que cada afirmação traz sua citação.
skip-to-question = Ir para a pergunta
skip-to-passage = Ir para o trecho citado
skip-to-document = Ir para o documento
page-not-found = Página não encontrada
nothing-here = Não há página nem documento neste endereço.
or = ou
see-the-documents = ver os documentos

## The field for questions, and the keys.

your-question = Sua pergunta
ask-your-documents = Pergunte aos seus documentos
ask = Perguntar
stop = Parar
ask-in = Buscar em:
all-documents = Todos os documentos
waits-in-line = A seguir: { $question }
followup-questions = Perguntas seguintes
no-such-conversation = Conversa não encontrada.
not-kept-now = O servidor não pode salvar esta conversa agora.
not-sent-yet = Sua pergunta não foi enviada. Ela fica aqui até que você a faça. ({ $reason })
keyboard-shortcuts = Atalhos de teclado
keyboard-shortcuts-key = Atalhos de teclado (?)
either-key = { $one } ou { $other }
both-keys = { $one } e { $other }
key-write = Escrever uma pergunta
key-leave = Sair do campo da pergunta
key-stop = Parar a resposta
key-close = Fechar as fontes
key-notes = Nota anterior e seguinte
key-questions = Pergunta seguinte e anterior
key-sources = Mostrar ou ocultar as fontes
key-shortcuts = Mostrar estes atalhos

## The empty page, and the list of documents on it.

promise = Pergunte aos seus documentos.
written-by = As respostas são escritas por { $model }, e seus dados são conferidos com as fontes.
passages-are-shown = São mostrados os trechos que melhor correspondem à sua pergunta, cada um com sua fonte.
examples = Exemplos de perguntas
sample-documents = Documentos de exemplo
add-your-own = Adicione os seus
begin-with = Pergunte com suas próprias palavras, ou comece com:
ask-about = O que devo saber sobre “{ $topic }”?
being-read = Os documentos estão sendo lidos. Você poderá perguntar assim que o primeiro estiver pronto.
none-yet = Ainda não há documentos.
none-yet-attach = Ainda não há documentos. Quem administra este servidor os adiciona; você também pode anexar seus próprios arquivos a uma pergunta.
none-yet-open-link = Ainda não há documentos: quem administra este servidor os adiciona pelo link que ele exibiu ao iniciar.
drop-them-here = Solte arquivos aqui ou escolha-os.
or-add-to-folder = Ou coloque-os em { $folder }.
last-checked = { $documents } · última verificação às { $time }
could-not-be-read = Não puderam ser lidos: { $count }
find-document = Encontrar um documento pelo nome
pages-of-list = Páginas da lista
none-called-that = Nenhum documento correspondente
in-all = { $count } ao todo
range = { $first } a { $last } de { $all }
images-without-text = { $count ->
    [one] { $count } imagem sem texto
    [many] { $count } de imagens sem texto
   *[other] { $count } imagens sem texto
  }
files-not-read = { $count ->
    [one] { $count } arquivo em um formato não compatível
    [many] { $count } de arquivos em formatos não compatíveis
   *[other] { $count } arquivos em formatos não compatíveis
  }

## The state of the documents, in one line.

no-documents-yet = Ainda não há documentos
are-being-read = Os documentos estão sendo lidos.
reading-documents = Lendo documentos: { $done } de { $all }
preparing-meaning = Preparando a busca por significado: { $done } de { $all }
preparing-meaning-for = Preparando a busca por significado: { $done } de { $all } (cerca de { $minutes } min)
unread-too = { $count ->
    [one] { $documents }, { $count } não pôde ser lido
    [many] { $documents }, { $count } não puderam ser lidos
   *[other] { $documents }, { $count } não puderam ser lidos
  }

## Conversations.

conversation = Conversa
new-conversation = Nova conversa
temporary = Temporária
temporary-hint = Conversa temporária: não é guardada em lugar nenhum e desaparece assim que você recarregar ou deixar esta página.
temporary-takes-no-files = Não é possível anexar arquivos a uma conversa temporária, porque o servidor os guardaria.
find-conversation = Encontrar uma conversa
no-conversation-says = Nenhuma conversa correspondente
will-be-kept = Suas conversas serão guardadas aqui.
kept-for-everybody = Guardadas neste servidor: todos que o abrem aqui veem todas as conversas.
close-conversations = Fechar as conversas
download-conversation = Baixar a conversa
delete-all = Excluir todas
delete-all-sure = Excluir todas as conversas?
delete-all-common = Excluir as conversas de todos que usam este servidor?
conversations-deleted = { $count ->
    [one] Conversa excluída.
    [many] { $count } de conversas excluídas.
   *[other] { $count } conversas excluídas.
  }
pin-conversation = Fixar a conversa
rename-conversation = Renomear a conversa
delete-conversation = Excluir a conversa
name-of-conversation = Nome da conversa
newest-line = Ir para o mais recente
pinned = Fixadas
today = Hoje
yesterday = Ontem
last-week = Últimos 7 dias
last-month = Últimos 30 dias

## An answer.

edit = Editar
edit-question = Editar a pergunta
edit-your-question = Editar sua pergunta
ask-again = Perguntar de novo
question-edited = { $count ->
    [0] Pergunta editada.
    [one] Pergunta editada; { $count } resposta posterior removida.
    [many] Pergunta editada; { $count } respostas posteriores removidas.
   *[other] Pergunta editada; { $count } respostas posteriores removidas.
  }
searching = Procurando nos documentos
reading-passages = { $count ->
    [one] Lendo { $count } trecho
    [many] Lendo { $count } trechos
   *[other] Lendo { $count } trechos
  }
you-stopped = Você parou esta resposta.
copy = Copiar
could-not-copy = Não foi possível copiar
regenerate = Gerar novamente
hear-answer = Ler em voz alta
stop-reading = Parar a leitura
no-voice = Este dispositivo não tem voz para o idioma desta resposta.
no-passages-found = nenhum trecho encontrado
sources-counted = { $count ->
    [0] nenhuma fonte
    [one] { $count } fonte
    [many] { $count } fontes
   *[other] { $count } fontes
  }
notes = Notas
note = Nota { $number }: { $source }
more-rows = { $count ->
    [one] e mais { $count } linha
    [many] e mais { $count } linhas
   *[other] e mais { $count } linhas
  }
many-more-rows = e muitas outras linhas
no-such-source = fonte inexistente

## The passages that are shown where no model writes an answer.

no-model-set-up = Nenhum modelo de linguagem está configurado.
passages-fit-best = { $count ->
    [one] Este trecho é o que melhor corresponde à sua pergunta.
    [many] Estes trechos são os que melhor correspondem à sua pergunta.
   *[other] Estes trechos são os que melhor correspondem à sua pergunta.
  }
passages-nearest = { $count ->
    [one] O trecho abaixo é o mais próximo e pode tratar de outra coisa.
    [many] Os trechos abaixo são os mais próximos e podem tratar de outra coisa.
   *[other] Os trechos abaixo são os mais próximos e podem tratar de outra coisa.
  }
passages-fit-conversation = { $count ->
    [one] Este trecho é o que melhor corresponde às suas perguntas até agora.
    [many] Estes trechos são os que melhor correspondem às suas perguntas até agora.
   *[other] Estes trechos são os que melhor correspondem às suas perguntas até agora.
  }
nothing-matches = Nada nos seus documentos corresponde a esta pergunta.
nothing-matches-chosen = Nada nos documentos escolhidos corresponde a esta pergunta.
search-all = Pesquisar em todos os documentos
nothing-mentions = Nada menciona { $words }.
nothing-mentions-chosen = Nada nos documentos escolhidos menciona { $words }.
unread-for-question = Não foi possível ler { $path }: { $reason }
also-in = Também em: { $documents }
model-would-add = Um modelo de linguagem escreveria uma resposta, faria consultas e cálculos.
set-up-model = Configurar um modelo de linguagem

## An answer, read aloud.

read-aloud = Resposta, lida em voz alta
answer-stopped = Resposta parada.
answer-broke-off = Resposta interrompida.
end-of-answer = { $count ->
    [one] Fim da resposta, com { $count } fonte.
    [many] Fim da resposta, com { $count } fontes.
   *[other] Fim da resposta, com { $count } fontes.
  }
passages-shown = { $count ->
    [one] { $count } trecho é mostrado.
    [many] { $count } de trechos são mostrados.
   *[other] { $count } trechos são mostrados.
  }

## An answer that broke off.

change-the-question = Mude a pergunta e faça-a de novo.
begin-anew = Comece uma nova conversa, ou faça uma pergunta mais curta.
kept-above = A parte que chegou está guardada acima.
nothing-lost = Sua pergunta está guardada.
page-was-left = A página foi fechada antes de a resposta estar completa.
connection-broke = A conexão com o servidor caiu.
with-reason = { $sentence } ({ $reason })
is-refused = Não é possível responder à pergunta como está.
is-too-large = A pergunta é longa demais.
asked-too-often = Perguntas demais em pouco tempo. Espere um momento.
model-failed = Não foi possível acessar o modelo de linguagem, ou ele foi interrompido.
model-gone-wrong = O modelo de chat falhou.
server-unavailable = O servidor está ocupado ou encerrando. Tente de novo daqui a pouco.
something-failed = Ocorreu um erro no servidor.

## The check of an answer. Verdicts stand behind a statement.

not-found-in-source = não encontrado na fonte: { $words }
found-in-no-source = em nenhuma das fontes: { $words }
no-source = sem fonte
quoted-word-for-word = Citado palavra por palavra.
all-supported = { $count ->
    [one] Verificado: os dados de 1 afirmação estão em sua fonte.
    [many] Verificado: os dados de { $count } afirmações estão em suas fontes.
   *[other] Verificado: os dados de { $count } afirmações estão em suas fontes.
  }
some-supported = Verificado: dados em { $count } de { $all } afirmações, todos encontrados nas fontes.
not-confirmed = Não confirmada pela fonte.
some-not-confirmed = Não confirmadas pelas fontes: { $without } de { $all } afirmações.
found-by-check = { $count ->
    [one] A verificação adicionou { $count } citação que faltava.
    [many] A verificação adicionou { $count } citações que faltavam.
   *[other] A verificação adicionou { $count } citações que faltavam.
  }
no-such-source-as = fonte inexistente: { $names }

## What the reader says of an answer.

is-helpful = Esta resposta é útil
is-wrong = Esta resposta está errada
marked-helpful = Marcada como útil.
marked-wrong = Marcada como errada.
marked-wrong-for = Marcada como errada: { $remark }
what-was-wrong = O que estava errado?
words-kept = Seu comentário e a pergunta são guardados para quem mantém este servidor.
words-not-kept = Seu comentário fica guardado com esta conversa e nos downloads dela. Fora isso, o servidor só conta que uma resposta estava errada.

## The sources beside an answer.

steps = Etapas
close-sources = Fechar as fontes
width-of-sources = Largura das fontes
drag-to-resize = Arraste para mudar a largura, clique duas vezes para restaurá-la
open-in-tab = Abrir em uma nova guia
no-passage-fits = Nenhum trecho corresponde a esta pergunta.
best-match = melhor resultado

## How an answer came about.

title-question = Sua pergunta
title-query = Consulta de busca
context-counted = O contexto também contou, com peso menor: perguntas anteriores, a última resposta ou texto colado.
title-query-prompt = Pedido de uma consulta de busca
title-results = Trechos encontrados primeiro
title-prompt = Prompt
title-audit = Verificação
title-quoted = Citações
tokens = { $read } tokens lidos, { $written } escritos
show-text = Mostrar o texto
show-json = Mostrar como JSON
copy-text = Copiar o texto
searched-query = { $count ->
    [one] Busca por “{ $query }”: { $count } trecho
    [many] Busca por “{ $query }”: { $count } trechos
   *[other] Busca por “{ $query }”: { $count } trechos
  }
read-document = { $document } lido
read-pages = { $document } lido, páginas { $pages }
listed-documents = { $count ->
    [one] { $count } documento listado
    [many] { $count } documentos listados
   *[other] { $count } documentos listados
  }
computed-over = { $count ->
    [one] Calculado a partir de { $document }: { $count } linha
    [many] Calculado a partir de { $document }: { $count } linhas
   *[other] Calculado a partir de { $document }: { $count } linhas
  }
call-failed = “{ $tool }” não retornou nada

## A document.

words-are-gone = As palavras citadas não estão mais neste documento.
described-image = A imagem descrita abaixo
attachments = Anexos
text = Texto
passage-numbered = Trecho { $number }
words-counted = { $count ->
    [one] { $count } palavra
    [many] { $count } de palavras
   *[other] { $count } palavras
  }
cited-passage = O trecho citado
cited-words = As palavras citadas
download = Baixar
of-pages = de { $count }
page-before = Página anterior
next-page = Próxima página
smaller = Diminuir
larger = Aumentar
page-numbered = Página { $number }
search = Buscar
search-in-document = Buscar no documento
match-before = Resultado anterior
next-match = Próximo resultado
match-of = { $number } de { $all }
no-match = Nenhum resultado
rows-of = Linhas { $first } a { $last } de { $all }
sort-and-filter = Ordenar e filtrar
go-to-row = Ir para a linha
filter-rows = Filtrar linhas
any-column = Todas as colunas
section = Secção
count-is = Contagem: { $count }
sum-is = Soma: { $sum }
mean-is = Média: { $mean }
totals-left-out = Linhas de totais omitidas: { $count }
rows-missing = Não foi possível ler algumas linhas.

## The page of documents.

size = Tamanho
state = Estado
actions = Ações
none-here = Não há documentos aqui.
more-unread = e mais { $count } que não puderam ser lidos. Digite acima uma parte de um nome para encontrá-los.
find-by-name = Encontrar por nome
folders = Pastas
sort-by = Ordenar por
by-name = nome
by-change = última alteração
by-size = tamanho
by-pages = páginas
show = Mostrar
ready = Pronto
unit-pages = { $count ->
    [one] página
    [many] páginas
   *[other] páginas
  }
unit-passages = { $count ->
    [one] trecho
    [many] trechos
   *[other] trechos
  }
not-read = Não lido: { $reason }
not-reachable = Inacessível desde { $since } UTC
left-out = Omitido: { $parts }
not-reachable-text = O arquivo não pode ser lido desde { $since } UTC. Este é o texto tal como foi lido pela última vez.
waits = Aguardando
is-read = Lendo…
is-read-at = Lendo: página { $page } de { $pages }
for-everybody = Para todos
for-group = Para { $group }
only-for-me = Só para mim
about-document = { $action }: { $path }
add-documents = Adicionar documentos
upload = Enviar
upload-choose = Escolha arquivos, solte-os em qualquer lugar desta página ou cole-os aqui.
upload-hint = PDF, documentos de escritório, e-mails, livros, páginas da web, texto, tabelas e código, até 100 MB cada e { $room } ao todo. Um arquivo com o nome de um anterior o substitui.
being-uploaded = Enviando
drop-files = Solte os arquivos para adicioná-los aos documentos
upload-not-allowed = Você não tem permissão para enviar documentos aqui.
connection-broke-for = A conexão caiu enquanto { $name } era enviado.
not-sent = Não foi possível enviar { $name }.
not-taken = { $name } não foi aceito: { $reason }
uploaded-unread = { $path } foi enviado, mas não pode ser lido: { $reason }.
fault-empty = o arquivo está vazio
fault-mislabelled = o conteúdo do arquivo não corresponde à sua extensão
fault-not-text = o arquivo não é texto, embora o nome o diga
fault-protected = o arquivo está protegido por uma senha
fault-damaged = o arquivo está danificado
fault-died = a leitura do arquivo foi interrompida; é provável que ele esteja danificado
fault-no-text = o arquivo não contém texto; se for uma digitalização, é lido em segundo plano onde o tesseract-ocr está instalado
fault-no-words = o arquivo não contém texto
fault-no-characters = as fontes do arquivo não dizem quais caracteres o texto tem; o reconhecimento de texto (OCR) torna-o legível
fault-too-slow = a leitura do arquivo demorou mais de 30 segundos
fault-out-of-memory = o arquivo precisa de mais memória do que o permitido
fault-too-many = o arquivo foi ignorado: dos anexos de um arquivo só são lidos os primeiros 1.000
fault-unsupported = o formato do arquivo não é compatível; se for um arquivo antigo do Office, salve-o como .docx, .xlsx ou .pptx
fault-image = o arquivo é uma imagem sem texto
fault-not-started = o programa que lê o arquivo não pôde ser iniciado
fault-too-large = o arquivo tem mais de 100 MB
fault-changed = o arquivo foi alterado enquanto era lido
fault-of-file = { $reason }
no-model-sees = nenhum modelo de linguagem aqui pode ver imagens

## What was done with a document.

is-uploaded = { $path } foi enviado.
files-uploaded = { $count ->
    [one] { $count } arquivo foi enviado.
    [many] { $count } de arquivos foram enviados.
   *[other] { $count } arquivos foram enviados.
  }
only-first-taken = Só os primeiros { $count } arquivos foram aceitos.
is-removed = { $path } foi removido.
is-read-again = Lendo { $path } de novo.
is-back = { $path } foi restaurado.
everybody-may-read = Agora todos podem ler { $path }.
group-may-read = Agora o grupo { $group } pode ler { $path }.
only-you-may-read = Agora só você pode ler { $path }.

## Settings.

language = Idioma
language-of-browser = Idioma do navegador
change-language = Mudar
passages-to-retrieve = Número de trechos
look-further = Buscar mais antes de responder
look-never = Nunca
look-twice = Até 2 rodadas
look-freely = Conforme necessário, até 6 rodadas
search-by = Buscar por
by-keywords = Palavras-chave
by-meaning = Significado
by-both = Palavras-chave e significado
stream-answers = Mostrar as respostas enquanto chegam
reset = Restaurar
done = Concluir
insights = Estatísticas
no-chat-model-yet = São mostrados trechos em vez de respostas. Estas opções valem quando um modelo de linguagem for configurado.
model-settings = Configurações do modelo
answers-and-search = Respostas e busca
temperature = Temperatura
instructions-added = Instruções adicionais

## The chat model.

who-writes = Modelo de linguagem
look-for-models = Procurar modelos nesta máquina
quote-instead = Parar de usar um modelo
model-of = Modelo de { $program }
write-with = Usar { $model } nesta máquina
another-endpoint = Outro servidor compatível com a OpenAI
address = Endereço
address-hint = Por exemplo https://api.openai.com/v1: qualquer API compatível com a OpenAI.
model = Modelo
model-hint = Deixe em branco para escolher da lista do servidor.
key = Chave de API
key-hint = Guardada na pasta de dados e nunca mais mostrada. Deixe vazio se não for necessária, ou para manter a deste endereço.
context = Janela de contexto (tokens)
context-hint = Deixe vazio para detectar automaticamente.
endpoint-hint = As perguntas e os trechos encontrados para elas são enviados a este endereço.
try-and-write = Testar e usar
looking = Procurando nesta máquina…
trying = Testando { $model }…
programs-found = { $count ->
    [0] Nenhum modelo de linguagem foi encontrado nesta máquina. Inicie um programa que ofereça um, como Ollama ou LM Studio, e tente de novo.
    [one] { $count } programa foi encontrado.
    [many] { $count } programas foram encontrados.
   *[other] { $count } programas foram encontrados.
  }
nobody-writes = Nenhum modelo de linguagem está selecionado. São mostrados os trechos que melhor correspondem em vez de respostas.
writes-answers = As respostas são escritas por { $model } em { $address }.
takes-tokens = Janela de contexto: { $count } tokens.
key-is-kept = Há uma chave de API guardada.
is-fixed = Definido pelo servidor; não pode ser alterado aqui.
open-operator-link = Só quem administra o servidor pode fazer isto: abra o link que o servidor exibiu ao iniciar. O comando “footnote operator” exibe outro.
open-link-to-add = Quem administra este servidor adiciona os documentos pelo link que ele exibiu ao iniciar.
operator-chooses-model = Quem administra este servidor escolhe o modelo pelo link que ele exibiu ao iniciar.
you-run-this = Você administra este servidor neste navegador.
operator-link-used = Este link já foi usado ou expirou. O comando “footnote operator” exibe outro.
sign-in = Iniciar sessão
sign-out = Terminar sessão
signed-in-as = Sessão iniciada como { $name }
sign-in-again = A sua sessão terminou. Recarregue esta página para iniciar sessão.

## Files of a conversation.

attach-files = Anexar arquivos
dictate = Ditar
stop-dictating = Concluir
writing-down = Transcrevendo o que foi dito…
no-microphone = Não é possível usar o microfone. Permita-o no navegador e tente de novo.
not-understood = Não foi possível entender. Tente de novo.
drop-to-ask = Solte os arquivos para perguntar sobre eles nesta conversa
files-of-conversation = Arquivos desta conversa
remove-file = Remover { $name }
keep-in-library = Adicionar aos documentos
keep-file-in-library = Adicionar aos documentos: { $name }
file-is-read = lendo…
percent = { $count } %
hidden-left-out = { $count ->
    [one] { $count } caractere oculto foi omitido
    [many] { $count } caracteres ocultos foram omitidos
   *[other] { $count } caracteres ocultos foram omitidos
  }
asked-with = Com { $files }

## Documents that are chosen.

modified = Modificado
choose = Selecionar { $path }
remove-chosen = Remover os documentos selecionados
none-chosen = Nenhum documento selecionado.

## The look of the page.

theme = Tema
theme-of-system = Sistema
light = Claro
dark = Escuro
text-size = Tamanho do texto
single-keys = Atalhos de uma tecla
keys-on = Ativados
keys-off = Desativados
size-of-browser = Padrão
small = Pequeno
large = Grande
very-large = Muito grande

## The choice of what is asked.

what-to-ask = Escolher documentos
scope-hint = A busca abrange todos os documentos, ou só os marcados. Os arquivos anexados são sempre incluídos.
folders-and-documents = Pastas e documentos
folders-counted = { $count ->
    [one] { $count } pasta
    [many] { $count } de pastas
   *[other] { $count } pastas
  }
folders-unlisted = Não é possível mostrar as pastas agora.
show-inside = Mostrar o conteúdo de { $name }
show-more = Mostrar mais (faltam { $count })
more-found = e mais { $count }: digite mais do nome
kinds = Tipos de arquivo
from-day = De
to-day = Até
ask-this-document = Perguntar a este documento
asked-of = Busca em: { $scope }

## A conversation that is taken away or shared.

print = Imprimir
share = Compartilhar…
share-conversation = Compartilhar esta conversa
who-sees = Quem tem o link pode ler esta conversa, exceto as respostas de documentos que não pode abrir. As novas perguntas também aparecerão. Ninguém pode alterá-la.
make-link = Criar um link
copy-link = Copiar o link
take-link-back = Remover o link
link-is-local = Este endereço só funciona neste computador. Abra a página pelo nome dela na rede para compartilhá-la.
link = Link
server-not-reached = Não foi possível acessar o servidor. Tente de novo daqui a pouco.
shared-by-link = Compartilhada por um link

## A conversation behind a link, or on paper.

skip-to-content = Ir para o conteúdo
passage-lost = Este trecho não pode mais ser mostrado.
earlier-questions = Perguntas anteriores
newest-questions = Perguntas mais recentes
shared-notice = Alguém compartilhou esta conversa. As novas perguntas aparecerão aqui. Você vê as respostas de documentos que pode abrir.
link-to-nothing = Este link não funciona mais.
answer-withheld = Esta resposta está oculta: ela se baseia em documentos que você não pode abrir ou que não existem mais.
no-answer = Não há resposta.
stopped-early = Esta resposta foi parada antes do fim.
footnotes = Notas de rodapé
back-to-mark = Voltar à chamada { $number }
in-quotes = “{ $words }”
day-of = { $day } de { $month } de { $year }
# The twelve months with spaces between them, as they stand in a date.
months = janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro
footnote-numbered = Nota de rodapé { $number }

## The page of insights, for whoever runs the server.

nothing-is-kept = nada é guardado
kept-for-days = guardado por dias: { $count }
insights-are-off = Os resultados das perguntas não são guardados. FOOTNOTE_INSIGHTS_DAYS define por quantos dias.
period = Período
days-counted = { $count } dias
questions-in-period = Perguntas neste período: { $count }
outcomes-of-questions = Resultados das perguntas
outcome = Resultado
questions = Perguntas
share-of-all = Proporção
outcome-answered = Respondida por um modelo, com fontes
outcome-doubted = Respondida por um modelo, com uma afirmação ausente da fonte
outcome-passages = Passagens mostradas
outcome-uncited = Respondidas por um modelo, sem fontes
outcome-nothing = Nada encontrado
outcome-failed = O modelo falhou
outcome-cancelled = Interrompida por quem perguntou
day = Dia
without-answer = Perguntas sem resposta
got-no-answer = Sem resposta neste período: { $count }.
questions-not-kept = O texto das perguntas não é guardado. FOOTNOTE_INSIGHTS_TEXTS=true guarda desde então o das perguntas sem resposta.
question = Pergunta
what-readers-said = Opiniões dos leitores
marked-counted = Marcadas como úteis: { $helpful }; como erradas: { $wrong }.
remarks-not-kept = O que os leitores apontam como errado não é guardado.
never-cited = Documentos nunca citados
cites-none-of = Nenhuma resposta deste período cita { $count } de { $all } documentos.
cites-none-of-first = Nenhuma resposta deste período cita { $count } dos primeiros { $all } documentos.
signed-out = Terminou a sessão
end-session-too = Termine também a sessão em { $issuer } se outras pessoas usarem este dispositivo.
sign-in-away = Não é possível contactar { $issuer }. Tente de novo dentro de momentos.
sign-in-refused = { $issuer } não iniciou a sua sessão aqui.
sign-in-stale = Este início de sessão começou há demasiado tempo ou noutro navegador. Comece de novo.
sign-in-nameless = { $issuer } não indica quem é. Quem gere o servidor tem de indicar outro atributo (claim).
