# Français.
#
# Glossaire ; on vouvoie :
#   answer        réponse
#   chat model    modèle de langage
#   document      document ; fichier avant d’être lu
#   note          note
#   passage       passage
#   source        source
#   statement     affirmation
#   step          étape

## Words that many places share.

document = Document
documents = Documents
documents-counted = { $count ->
    [one] { $count } document
    [many] { $count } de documents
   *[other] { $count } documents
  }
page = Page
pages = Pages
page-short = p. { $number }
page-spoken = page { $number }
slide = diapositive { $number }
sheet = feuille { $number }
chapter = chapitre { $number }
message = message { $number }
entry = entrée { $number }
source-at = { $path }, { $page }
pages-counted = { $count ->
    [one] { $count } page
    [many] { $count } de pages
   *[other] { $count } pages
  }
passages = Passages
not-cited = Trouvés, mais non cités
sources = Sources
conversations = Conversations
settings = Paramètres
ask-a-question = Poser une question
close = Fermer
cancel = Annuler
copied = Copié
dismiss = Masquer
remove = Retirer
save = Enregistrer
table = Tableau
try-again = Réessayer
undo = Annuler
earlier = Précédent
further = Suivant
and-also = { $one }, { $other }
and-more = et { $count } de plus
milliseconds = { $count } ms
seconds = { $count } s
thousands-sign = {"\u202F"}
decimal-sign = ,

## Around the page.

description = Interrogez vos propres documents et lisez des réponses dont chaque affirmation est sourcée.
skip-to-question = Aller à la question
skip-to-passage = Aller au passage cité
skip-to-document = Aller au document
page-not-found = Page introuvable
nothing-here = Il n’y a ni page ni document à cette adresse.
or = ou
see-the-documents = voir les documents

## The field for questions, and the keys.

your-question = Votre question
ask-your-documents = Interrogez vos documents
ask = Demander
stop = Arrêter
ask-in = Rechercher dans :
all-documents = Tous les documents
waits-in-line = Ensuite : { $question }
followup-questions = Questions suivantes
no-such-conversation = Conversation introuvable.
not-kept-now = Le serveur ne peut pas enregistrer cette conversation pour l’instant.
not-sent-yet = Votre question n’a pas été envoyée. Elle reste ici jusqu’à ce que vous la posiez. ({ $reason })
keyboard-shortcuts = Raccourcis clavier
keyboard-shortcuts-key = Raccourcis clavier (?)
either-key = { $one } ou { $other }
both-keys = { $one } et { $other }
key-write = Écrire une question
key-leave = Quitter le champ de la question
key-stop = Arrêter la réponse
key-close = Fermer les sources
key-notes = Note précédente et suivante
key-questions = Question suivante et précédente
key-sources = Afficher ou masquer les sources
key-shortcuts = Afficher ces raccourcis

## The empty page, and the list of documents on it.

promise = Interrogez vos documents.
written-by = Les réponses sont rédigées par { $model }, et leurs faits sont vérifiés dans les sources.
passages-are-shown = Les passages qui correspondent le mieux à votre question sont affichés, chacun avec sa source.
examples = Exemples de questions
sample-documents = Documents d’exemple
add-your-own = Ajouter les vôtres
begin-with = Demandez avec vos propres mots, ou commencez par :
ask-about = Que faut-il savoir sur « { $topic } » ?
being-read = Les documents sont en cours de lecture. Vous pourrez poser des questions dès que le premier sera prêt.
none-yet = Il n’y a pas encore de documents.
none-yet-attach = Il n’y a pas encore de documents. La personne qui gère ce serveur les ajoute ; vous pouvez aussi joindre vos propres fichiers à une question.
none-yet-open-link = Il n’y a pas encore de documents : la personne qui gère ce serveur les ajoute par le lien qu’il a affiché au démarrage.
drop-them-here = Déposez des fichiers ici ou choisissez-les.
or-add-to-folder = Ou placez-les dans { $folder }.
last-checked = { $documents } · vérifié à { $time }
could-not-be-read = Illisibles : { $count }
find-document = Trouver un document par son nom
pages-of-list = Pages de la liste
none-called-that = Aucun document correspondant
in-all = { $count } au total
range = { $first } à { $last } sur { $all }
images-without-text = { $count ->
    [one] { $count } image sans texte
    [many] { $count } d’images sans texte
   *[other] { $count } images sans texte
  }
files-not-read = { $count ->
    [one] { $count } fichier dans un format non pris en charge
    [many] { $count } de fichiers dans des formats non pris en charge
   *[other] { $count } fichiers dans des formats non pris en charge
  }

## The state of the documents, in one line.

no-documents-yet = Pas encore de documents
are-being-read = Les documents sont en cours de lecture.
reading-documents = Lecture des documents : { $done } sur { $all }
preparing-meaning = Préparation de la recherche par le sens : { $done } sur { $all }
preparing-meaning-for = Préparation de la recherche par le sens : { $done } sur { $all } (environ { $minutes } min)
unread-too = { $count ->
    [one] { $documents }, { $count } illisible
    [many] { $documents }, { $count } illisibles
   *[other] { $documents }, { $count } illisibles
  }

## Conversations.

conversation = Conversation
new-conversation = Nouvelle conversation
temporary = Temporaire
temporary-hint = Conversation temporaire : elle n’est conservée nulle part et disparaît dès que vous rechargez ou quittez cette page.
temporary-takes-no-files = On ne peut pas joindre de fichiers à une conversation temporaire, car le serveur les conserverait.
find-conversation = Trouver une conversation
no-conversation-says = Aucune conversation trouvée
will-be-kept = Vos conversations seront conservées ici.
kept-for-everybody = Conservées sur ce serveur : tous ceux qui l’ouvrent ici voient toutes les conversations.
close-conversations = Fermer les conversations
download-conversation = Télécharger la conversation
delete-all = Tout supprimer
delete-all-sure = Supprimer toutes les conversations ?
delete-all-common = Supprimer les conversations de tous ceux qui utilisent ce serveur ?
conversations-deleted = { $count ->
    [one] Conversation supprimée.
    [many] { $count } de conversations supprimées.
   *[other] { $count } conversations supprimées.
  }
pin-conversation = Épingler la conversation
rename-conversation = Renommer la conversation
delete-conversation = Supprimer la conversation
name-of-conversation = Nom de la conversation
newest-line = Aller au plus récent
pinned = Épinglées
today = Aujourd’hui
yesterday = Hier
last-week = 7 derniers jours
last-month = 30 derniers jours

## An answer.

edit = Modifier
edit-question = Modifier la question
edit-your-question = Modifier votre question
ask-again = Poser à nouveau
question-edited = { $count ->
    [0] Question modifiée.
    [one] Question modifiée ; { $count } réponse suivante retirée.
    [many] Question modifiée ; { $count } réponses suivantes retirées.
   *[other] Question modifiée ; { $count } réponses suivantes retirées.
  }
searching = Recherche dans les documents
reading-passages = { $count ->
    [one] Lecture de { $count } passage
    [many] Lecture de { $count } passages
   *[other] Lecture de { $count } passages
  }
you-stopped = Vous avez arrêté cette réponse.
copy = Copier
could-not-copy = Copie impossible
regenerate = Régénérer
hear-answer = Lire à voix haute
stop-reading = Arrêter la lecture
no-voice = Cet appareil n’a pas de voix pour la langue de cette réponse.
no-passages-found = aucun passage trouvé
sources-counted = { $count ->
    [0] aucune source
    [one] { $count } source
    [many] { $count } sources
   *[other] { $count } sources
  }
notes = Notes
note = Note { $number } : { $source }
more-rows = { $count ->
    [one] et { $count } ligne de plus
    [many] et { $count } lignes de plus
   *[other] et { $count } lignes de plus
  }
many-more-rows = et bien d’autres lignes
no-such-source = source inexistante

## The passages that are shown where no model writes an answer.

no-model-set-up = Aucun modèle de langage n’est configuré.
passages-fit-best = { $count ->
    [one] Ce passage correspond le mieux à votre question.
    [many] Ces passages correspondent le mieux à votre question.
   *[other] Ces passages correspondent le mieux à votre question.
  }
passages-nearest = { $count ->
    [one] Le passage ci-dessous est le plus proche et peut parler d’autre chose.
    [many] Les passages ci-dessous sont les plus proches et peuvent parler d’autre chose.
   *[other] Les passages ci-dessous sont les plus proches et peuvent parler d’autre chose.
  }
passages-fit-conversation = { $count ->
    [one] Ce passage correspond le mieux à vos questions jusqu’ici.
    [many] Ces passages correspondent le mieux à vos questions jusqu’ici.
   *[other] Ces passages correspondent le mieux à vos questions jusqu’ici.
  }
nothing-matches = Rien dans vos documents ne correspond à cette question.
nothing-matches-chosen = Rien dans les documents choisis ne correspond à cette question.
search-all = Chercher dans tous les documents
nothing-mentions = Rien ne mentionne { $words }.
nothing-mentions-chosen = Rien dans les documents choisis ne mentionne { $words }.
unread-for-question = { $path } n’a pas pu être lu : { $reason }
also-in = Également dans : { $documents }
model-would-add = Un modèle de langage rédigerait une réponse, ferait des recherches et des calculs.
set-up-model = Configurer un modèle de langage

## An answer, read aloud.

read-aloud = Réponse, lue à voix haute
answer-stopped = Réponse arrêtée.
answer-broke-off = Réponse interrompue.
end-of-answer = { $count ->
    [one] Fin de la réponse, avec { $count } source.
    [many] Fin de la réponse, avec { $count } sources.
   *[other] Fin de la réponse, avec { $count } sources.
  }
passages-shown = { $count ->
    [one] { $count } passage est affiché.
    [many] { $count } de passages sont affichés.
   *[other] { $count } passages sont affichés.
  }

## An answer that broke off.

change-the-question = Modifiez la question et posez-la à nouveau.
begin-anew = Commencez une nouvelle conversation, ou posez une question plus courte.
kept-above = La partie reçue est conservée ci-dessus.
nothing-lost = Votre question est conservée.
page-was-left = La page a été fermée avant que la réponse soit complète.
connection-broke = La connexion au serveur a été interrompue.
with-reason = { $sentence } ({ $reason })
is-refused = Impossible de répondre à la question telle quelle.
is-too-large = La question est trop longue.
asked-too-often = Trop de questions en peu de temps. Patientez un instant.
model-failed = Le modèle de langage était injoignable ou s’est interrompu.
model-gone-wrong = Le modèle de chat a échoué.
server-unavailable = Le serveur est occupé ou s’arrête. Réessayez dans un instant.
something-failed = Une erreur s’est produite sur le serveur.

## The check of an answer. Verdicts stand behind a statement.

not-found-in-source = introuvable dans la source : { $words }
found-in-no-source = dans aucune source : { $words }
no-source = sans source
quoted-word-for-word = Cité mot pour mot.
all-supported = { $count ->
    [one] Vérifié : les données de { $count } affirmation figurent dans sa source.
    [many] Vérifié : les données de { $count } affirmations figurent dans leurs sources.
   *[other] Vérifié : les données de { $count } affirmations figurent dans leurs sources.
  }
some-supported = Vérifié : données dans { $count } affirmations sur { $all }, toutes trouvées dans les sources.
not-confirmed = Non confirmé par la source.
some-not-confirmed = Non confirmé par les sources : { $without } sur { $all } affirmations.
found-by-check = { $count ->
    [one] La vérification a ajouté { $count } source manquante.
    [many] La vérification a ajouté { $count } sources manquantes.
   *[other] La vérification a ajouté { $count } sources manquantes.
  }
no-such-source-as = source inexistante : { $names }

## What the reader says of an answer.

is-helpful = Cette réponse est utile
is-wrong = Cette réponse est fausse
marked-helpful = Signalée comme utile.
marked-wrong = Signalée comme fausse.
marked-wrong-for = Signalée comme fausse : { $remark }
what-was-wrong = Qu’est-ce qui était faux ?
words-kept = Votre commentaire et la question sont conservés pour les responsables de ce serveur.
words-not-kept = Votre commentaire est conservé avec cette conversation et dans ses téléchargements. Sinon, le serveur compte seulement qu’une réponse était fausse.

## The sources beside an answer.

steps = Étapes
close-sources = Fermer les sources
width-of-sources = Largeur des sources
drag-to-resize = Faites glisser pour changer la largeur, double-cliquez pour la rétablir
open-in-tab = Ouvrir dans un nouvel onglet
no-passage-fits = Aucun passage ne convient à cette question.
best-match = meilleur résultat

## How an answer came about.

title-question = Votre question
title-query = Requête de recherche
context-counted = Son contexte a compté aussi, avec un poids moindre : questions précédentes, dernière réponse ou texte collé.
title-query-prompt = Demande d’une requête de recherche
title-results = Passages trouvés d’abord
title-prompt = Prompt
title-audit = Vérification
title-quoted = Citations
tokens = { $read } jetons lus, { $written } écrits
show-text = Afficher le texte
show-json = Afficher en JSON
copy-text = Copier le texte
searched-query = { $count ->
    [one] Recherche de « { $query } » : { $count } passage
    [many] Recherche de « { $query } » : { $count } passages
   *[other] Recherche de « { $query } » : { $count } passages
  }
read-document = { $document } lu
read-pages = { $document } lu, pages { $pages }
listed-documents = { $count ->
    [one] { $count } document listé
    [many] { $count } documents listés
   *[other] { $count } documents listés
  }
computed-over = { $count ->
    [one] Calculé à partir de { $document } : { $count } ligne
    [many] Calculé à partir de { $document } : { $count } lignes
   *[other] Calculé à partir de { $document } : { $count } lignes
  }
call-failed = « { $tool } » n’a rien renvoyé

## A document.

words-are-gone = Les mots cités ne sont plus dans ce document.
described-image = L’image décrite ci-dessous
attachments = Pièces jointes
text = Texte
passage-numbered = Passage { $number }
words-counted = { $count ->
    [one] { $count } mot
    [many] { $count } de mots
   *[other] { $count } mots
  }
cited-passage = Le passage cité
cited-words = Les mots cités
download = Télécharger
of-pages = sur { $count }
page-before = Page précédente
next-page = Page suivante
smaller = Réduire
larger = Agrandir
page-numbered = Page { $number }
search = Rechercher
search-in-document = Rechercher dans le document
match-before = Résultat précédent
next-match = Résultat suivant
match-of = { $number } sur { $all }
no-match = Aucun résultat
rows-of = Lignes { $first } à { $last } sur { $all }
sort-and-filter = Trier et filtrer
go-to-row = Aller à la ligne
filter-rows = Filtrer les lignes
any-column = Toutes les colonnes
section = Section
count-is = Nombre : { $count }
sum-is = Somme : { $sum }
mean-is = Moyenne : { $mean }
totals-left-out = Lignes de totaux laissées de côté : { $count }
rows-missing = Certaines lignes n’ont pas pu être lues.

## The page of documents.

size = Taille
state = État
actions = Actions
none-here = Il n’y a pas de documents ici.
more-unread = et { $count } de plus qui n’ont pas pu être lus. Saisissez une partie d’un nom ci-dessus pour les trouver.
find-by-name = Trouver par nom
folders = Dossiers
sort-by = Trier par
by-name = nom
by-change = dernière modification
by-size = taille
by-pages = pages
show = Afficher
ready = Prêt
unit-pages = { $count ->
    [one] page
    [many] pages
   *[other] pages
  }
unit-passages = { $count ->
    [one] passage
    [many] passages
   *[other] passages
  }
not-read = Non lu : { $reason }
not-reachable = Inaccessible depuis le { $since } UTC
not-reachable-text = Le fichier est illisible depuis le { $since } UTC. Voici son texte tel qu’il a été lu la dernière fois.
left-out = Laissé de côté : { $parts }
waits = En attente
is-read = Lecture en cours…
is-read-at = Lecture en cours : page { $page } sur { $pages }
for-everybody = Pour tous
for-group = Pour { $group }
only-for-me = Pour moi seulement
about-document = { $action } : { $path }
add-documents = Ajouter des documents
upload = Importer
upload-choose = Choisissez des fichiers, déposez-les n’importe où sur cette page ou collez-les ici.
upload-hint = PDF, documents bureautiques, e-mails, livres, pages web, textes, tableaux et code, jusqu’à 100 Mo chacun et { $room } en tout. Un fichier qui porte le nom d’un fichier précédent le remplace.
being-uploaded = Importation en cours
drop-files = Déposez les fichiers pour les ajouter aux documents
upload-not-allowed = Vous n’êtes pas autorisé à importer des documents ici.
connection-broke-for = La connexion a été interrompue pendant l’envoi de { $name }.
not-sent = { $name } n’a pas pu être envoyé.
not-taken = { $name } n’a pas été accepté : { $reason }
uploaded-unread = { $path } a été importé, mais ne peut pas être lu : { $reason }.
fault-empty = le fichier est vide
fault-mislabelled = le contenu du fichier ne correspond pas à son extension
fault-not-text = le fichier n’est pas du texte, bien que son nom l’indique
fault-protected = le fichier est protégé par un mot de passe
fault-damaged = le fichier est endommagé
fault-died = la lecture du fichier s’est interrompue ; il est sans doute endommagé
fault-no-text = le fichier ne contient pas de texte ; s’il s’agit d’un document numérisé, il est lu en arrière-plan là où tesseract-ocr est installé
fault-no-words = le fichier ne contient pas de texte
fault-no-characters = les polices du fichier n’indiquent pas les caractères de son texte ; la reconnaissance de texte (OCR) le rend lisible
fault-too-slow = la lecture du fichier a duré plus de 30 secondes
fault-out-of-memory = le fichier demande plus de mémoire que permis
fault-too-many = le fichier a été ignoré : seules les 1 000 premières pièces jointes d’un fichier sont lues
fault-unsupported = le format du fichier n’est pas pris en charge ; s’il s’agit d’un ancien fichier Office, enregistrez-le en .docx, .xlsx ou .pptx
fault-image = le fichier est une image sans texte
fault-not-started = le programme qui lit le fichier n’a pas pu démarrer
fault-too-large = le fichier dépasse 100 Mo
fault-changed = le fichier a été modifié pendant sa lecture
fault-of-file = { $reason }
no-model-sees = aucun modèle de langage ici ne peut voir les images

## What was done with a document.

is-uploaded = { $path } a été importé.
files-uploaded = { $count ->
    [one] { $count } fichier a été importé.
    [many] { $count } de fichiers ont été importés.
   *[other] { $count } fichiers ont été importés.
  }
only-first-taken = Seuls les { $count } premiers fichiers ont été acceptés.
is-removed = { $path } a été retiré.
is-read-again = Nouvelle lecture de { $path }.
is-back = { $path } a été restauré.
everybody-may-read = Tout le monde peut maintenant lire { $path }.
group-may-read = Le groupe { $group } peut maintenant lire { $path }.
only-you-may-read = Vous seul pouvez maintenant lire { $path }.

## Settings.

language = Langue
language-of-browser = Langue du navigateur
change-language = Changer
passages-to-retrieve = Nombre de passages
look-further = Poursuivre la recherche avant de répondre
look-never = Jamais
look-twice = Jusqu’à 2 tours
look-freely = Au besoin, jusqu’à 6 tours
search-by = Chercher par
by-keywords = Mots-clés
by-meaning = Sens
by-both = Mots-clés et sens
stream-answers = Afficher les réponses au fil de l’eau
reset = Réinitialiser
done = Terminé
insights = Statistiques
no-chat-model-yet = Des passages sont affichés au lieu de réponses. Ces réglages prendront effet une fois un modèle de langage configuré.
model-settings = Paramètres du modèle
answers-and-search = Réponses et recherche
temperature = Température
instructions-added = Instructions supplémentaires

## The chat model.

who-writes = Modèle de langage
look-for-models = Chercher des modèles sur cette machine
quote-instead = Ne plus utiliser de modèle
model-of = Modèle de { $program }
write-with = Utiliser { $model } sur cette machine
another-endpoint = Autre serveur compatible OpenAI
address = Adresse
address-hint = Par exemple https://api.openai.com/v1 : toute API compatible OpenAI.
model = Modèle
model-hint = Laisser vide pour choisir dans la liste du serveur.
key = Clé d’API
key-hint = Conservée dans le dossier de données et jamais réaffichée. Laissez vide si aucune n’est nécessaire, ou pour garder celle de cette adresse.
context = Fenêtre de contexte (jetons)
context-hint = Laissez vide pour une détection automatique.
endpoint-hint = Les questions et les passages trouvés pour elles sont envoyés à cette adresse.
try-and-write = Tester et utiliser
looking = Recherche sur cette machine…
trying = Test de { $model }…
programs-found = { $count ->
    [0] Aucun modèle de langage n’a été trouvé sur cette machine. Lancez un programme qui en propose un, comme Ollama ou LM Studio, et réessayez.
    [one] { $count } programme a été trouvé.
    [many] { $count } programmes ont été trouvés.
   *[other] { $count } programmes ont été trouvés.
  }
nobody-writes = Aucun modèle de langage n’est sélectionné. Les passages qui correspondent le mieux sont affichés au lieu de réponses.
writes-answers = Les réponses sont rédigées par { $model } à { $address }.
takes-tokens = Fenêtre de contexte : { $count } jetons.
key-is-kept = Une clé d’API est enregistrée.
is-fixed = Défini par le serveur ; non modifiable ici.
open-operator-link = Seul l’exploitant du serveur peut faire cela : ouvrez le lien que le serveur a affiché au démarrage. La commande « footnote operator » en affiche un autre.
open-link-to-add = La personne qui gère ce serveur ajoute les documents par le lien qu’il a affiché au démarrage.
operator-chooses-model = La personne qui gère ce serveur choisit le modèle par le lien qu’il a affiché au démarrage.
you-run-this = Vous exploitez ce serveur dans ce navigateur.
operator-link-used = Ce lien a déjà servi ou a expiré. La commande « footnote operator » en affiche un autre.
sign-in = Se connecter
sign-out = Se déconnecter
signed-in-as = Session ouverte : { $name }
sign-in-again = Votre session a pris fin. Rechargez cette page pour vous connecter.

## Files of a conversation.

attach-files = Joindre des fichiers
dictate = Dicter
stop-dictating = Terminer
writing-down = Transcription en cours…
no-microphone = Le microphone n’est pas disponible. Autorisez-le dans le navigateur, puis réessayez.
not-understood = Rien n’a été compris. Réessayez.
drop-to-ask = Déposez les fichiers pour poser des questions à leur sujet dans cette conversation
files-of-conversation = Fichiers de cette conversation
remove-file = Retirer { $name }
keep-in-library = Ajouter aux documents
keep-file-in-library = Ajouter aux documents : { $name }
file-is-read = en cours de lecture
percent = { $count } %
hidden-left-out = { $count ->
    [one] { $count } caractère caché a été omis
    [many] { $count } caractères cachés ont été omis
   *[other] { $count } caractères cachés ont été omis
  }
asked-with = Avec { $files }

## Documents that are chosen.

modified = Modifié
choose = Sélectionner { $path }
remove-chosen = Retirer les documents sélectionnés
none-chosen = Aucun document n’est sélectionné.

## The look of the page.

theme = Thème
theme-of-system = Système
light = Clair
dark = Sombre
text-size = Taille du texte
single-keys = Raccourcis à une touche
keys-on = Activés
keys-off = Désactivés
size-of-browser = Par défaut
small = Petite
large = Grande
very-large = Très grande

## The choice of what is asked.

what-to-ask = Choisir les documents
scope-hint = La recherche porte sur tous les documents, ou seulement sur ceux que vous cochez. Les fichiers joints sont toujours inclus.
folders-and-documents = Dossiers et documents
folders-counted = { $count ->
    [one] { $count } dossier
    [many] { $count } de dossiers
   *[other] { $count } dossiers
  }
folders-unlisted = Les dossiers ne peuvent pas être affichés pour le moment.
show-inside = Afficher le contenu de { $name }
show-more = Afficher plus (encore { $count })
more-found = et { $count } de plus : précisez le nom
kinds = Types de fichiers
from-day = Du
to-day = Au
ask-this-document = Interroger ce document
asked-of = Recherche dans : { $scope }

## A conversation that is taken away or shared.

print = Imprimer
share = Partager…
share-conversation = Partager cette conversation
who-sees = Toute personne disposant du lien peut lire cette conversation, sauf les réponses tirées de documents qu’elle ne peut pas ouvrir. Les nouvelles questions apparaîtront aussi. Personne ne peut la modifier.
make-link = Créer un lien
copy-link = Copier le lien
take-link-back = Supprimer le lien
link-is-local = Cette adresse ne fonctionne que sur cet ordinateur. Ouvrez la page par son nom sur le réseau pour la partager.
link = Lien
server-not-reached = Le serveur n’a pas pu être joint. Réessayez dans un instant.
shared-by-link = Partagée par un lien

## A conversation behind a link, or on paper.

skip-to-content = Aller au contenu
passage-lost = Ce passage ne peut plus être affiché.
earlier-questions = Questions précédentes
newest-questions = Questions les plus récentes
shared-notice = Quelqu’un a partagé cette conversation. Les nouvelles questions apparaîtront ici. Vous voyez les réponses tirées de documents que vous pouvez ouvrir.
link-to-nothing = Ce lien ne fonctionne plus.
answer-withheld = Cette réponse est masquée : elle s’appuie sur des documents que vous ne pouvez pas ouvrir, ou qui n’existent plus.
no-answer = Il n’y a pas de réponse.
stopped-early = Cette réponse a été arrêtée avant la fin.
footnotes = Notes de bas de page
back-to-mark = Retour à l’appel de note { $number }
in-quotes = « { $words } »
day-of = { $day } { $month } { $year }
# The twelve months with spaces between them, as they stand in a date.
months = janvier février mars avril mai juin juillet août septembre octobre novembre décembre
footnote-numbered = Note de bas de page { $number }

## The page of insights, for whoever runs the server.

nothing-is-kept = rien n’est conservé
kept-for-days = durée de conservation en jours : { $count }
insights-are-off = Les résultats des questions ne sont pas conservés. FOOTNOTE_INSIGHTS_DAYS fixe le nombre de jours.
period = Période
days-counted = { $count } jours
questions-in-period = Questions pendant cette période : { $count }
outcomes-of-questions = Résultats des questions
outcome = Résultat
questions = Questions
share-of-all = Part
outcome-answered = Réponse d’un modèle, avec sources
outcome-doubted = Réponse d’un modèle, avec une affirmation absente de sa source
outcome-passages = Passages affichés
outcome-uncited = Répondues par un modèle, sans sources
outcome-nothing = Rien trouvé
outcome-failed = Le modèle a échoué
outcome-cancelled = Arrêtée par la personne
day = Jour
without-answer = Questions sans réponse
got-no-answer = Sans réponse pendant cette période : { $count }.
questions-not-kept = Le texte des questions n’est pas conservé. FOOTNOTE_INSIGHTS_TEXTS=true conserve désormais celui des questions sans réponse.
question = Question
what-readers-said = Avis des lecteurs
marked-counted = Marquées utiles : { $helpful } ; fausses : { $wrong }.
remarks-not-kept = Ce que les lecteurs signalent comme faux n’est pas conservé.
never-cited = Documents jamais cités
cites-none-of = Aucune réponse de cette période ne cite { $count } documents sur { $all }.
cites-none-of-first = Aucune réponse de cette période ne cite { $count } des { $all } premiers documents.
signed-out = Déconnexion effectuée
end-session-too = Déconnectez-vous aussi de { $issuer } si d’autres utilisent cet appareil.
sign-in-away = { $issuer } est injoignable. Réessayez dans un instant.
sign-in-refused = { $issuer } n’a pas ouvert de session ici.
sign-in-stale = Cette connexion a été commencée il y a trop longtemps ou dans un autre navigateur. Recommencez.
sign-in-nameless = { $issuer } n’indique pas qui vous êtes. La personne qui exploite le serveur doit nommer une autre revendication (claim).
