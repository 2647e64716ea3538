//! Questions in twelve languages, each about one of eight sentences that has its words in other forms.

use footnote_documents::{FileState, Passage, Record, Stamp};

use crate::contract_tests;
use crate::index::Index;

/// Name of a language, its sentences, and questions with the index of their sentence.
struct Texts(&'static str, [&'static str; 8], &'static [(&'static str, u32)]);

const TEXTS: [Texts; 12] = [
    Texts(
        "german",
        [
            "Das alte Haus am Marktplatz wurde im Jahr 1742 von einem Kaufmann gebaut.",
            "Die Bibliothek verleiht jedes Buch für höchstens vier Wochen.",
            "Der Arzt verschrieb dem Kranken ein Mittel gegen den Husten.",
            "Im Winter fährt der Zug zwischen den Städten nur jede zweite Stunde.",
            "Ein Apfelbaum trägt nach fünf Jahren die ersten Früchte.",
            "Die Versicherung zahlt den Schaden, wenn das Fahrrad gestohlen wird.",
            "Der Lehrer erklärte den Schülern die Bewegung der Planeten.",
            "Die Fabrik stellt Gläser und Flaschen aus altem Glas her.",
        ],
        &[
            ("Häuser", 0),
            ("Bücher", 1),
            ("Wie lange verleihen die Bibliotheken etwas?", 1),
            ("Welche Züge fahren im Winter?", 3),
            ("Wann gibt es eine Frucht?", 4),
            ("Gestohlene Fahrräder", 5),
            ("Wer erklärt die Bewegungen eines Planeten?", 6),
            ("Flasche", 7),
        ],
    ),
    Texts(
        "french",
        [
            "La vieille maison de la place fut construite par un marchand en 1742.",
            "La bibliothèque prête chaque livre pendant quatre semaines au plus.",
            "Le médecin a prescrit au malade un remède contre la toux.",
            "En hiver, le train circule entre les villes toutes les deux heures.",
            "Un pommier donne ses premiers fruits après cinq ans.",
            "L'assurance rembourse le dommage lorsque le vélo est volé.",
            "Le professeur expliquait aux élèves le mouvement des planètes.",
            "L'usine fabrique des bouteilles avec du verre ancien.",
        ],
        &[
            ("Combien de semaines prêtent les bibliothèques ?", 1),
            ("Que prescrivent les médecins contre la toux ?", 2),
            ("Quand circulent les trains ?", 3),
            ("Les pommiers", 4),
            ("Les assurances remboursent-elles les vélos volés ?", 5),
            ("eleve", 6),
            ("bouteille", 7),
        ],
    ),
    Texts(
        "spanish",
        [
            "La casa antigua de la plaza fue construida por un comerciante en 1742.",
            "La biblioteca presta cada libro durante cuatro semanas como máximo.",
            "El médico recetó al enfermo un remedio contra la tos.",
            "En invierno el tren circula entre las ciudades cada dos horas.",
            "Un manzano da sus primeros frutos después de cinco años.",
            "El seguro paga el daño cuando la bicicleta es robada.",
            "El profesor explicaba a los alumnos la rotación de los planetas.",
            "La fábrica produce botellas con vidrio viejo.",
        ],
        &[
            ("¿Quién construyó las casas antiguas?", 0),
            ("¿Cuánto tiempo prestan libros las bibliotecas?", 1),
            ("medicos", 2),
            ("¿Cuándo circulan los trenes?", 3),
            ("rotaciones", 6),
            ("rotacion", 6),
            ("¿Qué fábricas producen una botella?", 7),
        ],
    ),
    Texts(
        "italian",
        [
            "La vecchia casa sulla piazza fu costruita da un mercante nel 1742.",
            "La biblioteca presta ogni libro per quattro settimane al massimo.",
            "Il medico prescrisse al malato un rimedio contro la tosse.",
            "D'inverno il treno viaggia tra le città ogni due ore.",
            "Un melo dà i primi frutti dopo cinque anni.",
            "L'assicurazione paga il danno quando la bicicletta viene rubata.",
            "Il professore spiegava agli studenti il movimento dei pianeti.",
            "La fabbrica produce bottiglie con il vetro vecchio.",
        ],
        &[
            ("Per quanto tempo prestano libri le biblioteche?", 1),
            ("Quali malati hanno rimedi?", 2),
            ("I treni viaggiano?", 3),
            ("frutto", 4),
            ("Le assicurazioni pagano i danni?", 5),
            ("pianeta", 6),
            ("bottiglia", 7),
        ],
    ),
    Texts(
        "portuguese",
        [
            "A casa antiga da praça foi construída por um comerciante em 1742.",
            "A biblioteca empresta cada livro durante quatro semanas no máximo.",
            "O médico receitou ao doente um remédio contra a tosse.",
            "No inverno o comboio circula entre as cidades de duas em duas horas.",
            "Uma macieira dá os primeiros frutos depois de cinco anos.",
            "O seguro paga o prejuízo quando a bicicleta é roubada.",
            "O professor explicava aos alunos a rotação dos planetas.",
            "A fábrica produz garrafas com vidro velho.",
        ],
        &[
            ("Quanto tempo emprestam livros as bibliotecas?", 1),
            ("remedios", 2),
            ("Quando circulam os comboios?", 3),
            ("fruto", 4),
            ("Os seguros pagam bicicletas roubadas?", 5),
            ("planeta", 6),
            ("garrafa", 7),
        ],
    ),
    Texts(
        "dutch",
        [
            "Het oude huis aan het plein werd in 1742 door een koopman gebouwd.",
            "De bibliotheek leent elk boek voor hoogstens vier weken uit.",
            "De arts schreef de zieke een middel tegen de hoest voor.",
            "In de winter rijdt de trein tussen de steden om de twee uur.",
            "Een appelboom draagt na vijf jaar de eerste vruchten.",
            "De verzekering betaalt de schade wanneer de fiets gestolen wordt.",
            "De leraar verklaarde de leerlingen de beweging van de planeten.",
            "De fabriek maakt flessen van oud glas.",
        ],
        &[
            ("Hoeveel weken lenen bibliotheken boeken uit?", 1),
            ("Welke middelen helpen zieken?", 2),
            ("Wanneer rijden de treinen?", 3),
            ("Betalen verzekeringen gestolen fietsen?", 5),
            ("planeet", 6),
            ("bewegingen", 6),
            ("fabrieken", 7),
        ],
    ),
    Texts(
        "swedish",
        [
            "Det gamla huset vid torget byggdes av en köpman år 1742.",
            "Biblioteket lånar ut varje bok i högst fyra veckor.",
            "Läkaren skrev ut ett medel mot hosta åt den sjuke.",
            "På vintern går tåget mellan städerna varannan timme.",
            "Ett äppelträd bär sina första frukter efter fem år.",
            "Försäkringen betalar skadan när cykeln blir stulen.",
            "Läraren förklarade planeternas rörelse för eleverna.",
            "Fabriken tillverkar flaskor av gammalt glas.",
        ],
        &[
            ("Vem byggde hus?", 0),
            ("Vilka bibliotek lånar ut?", 1),
            ("När går tågen?", 3),
            ("Betalar försäkringar skador på cyklar?", 5),
            ("planeter", 6),
            ("elev", 6),
            ("flaska", 7),
        ],
    ),
    Texts(
        "russian",
        [
            "Старый дом на площади был построен купцом в 1742 году.",
            "Библиотека выдаёт каждую книгу не более чем на четыре недели.",
            "Врач прописал больному лекарство от кашля.",
            "Зимой поезд ходит между городами каждые два часа.",
            "Яблоня приносит первые плоды через пять лет.",
            "Страховка возмещает ущерб, если велосипед украден.",
            "Учитель объяснял ученикам движение планет.",
            "Завод делает бутылки из старого стекла.",
        ],
        &[
            ("На сколько недель библиотеки выдают книги?", 1),
            ("Какие лекарства прописали врачи?", 2),
            ("Когда ходят поезда?", 3),
            ("яблони", 4),
            ("Украли велосипеды", 5),
            ("планета", 6),
            ("бутылка", 7),
        ],
    ),
    Texts(
        "turkish",
        [
            "Meydandaki eski evi 1742 yılında bir tüccar yaptırdı.",
            "Kütüphane her kitabı en fazla dört haftalığına ödünç verir.",
            "Doktor hastaya öksürük için bir ilaç yazdı.",
            "Kışın tren şehirler arasında iki saatte bir çalışır.",
            "Elma ağacı ilk meyvelerini beş yıl sonra verir.",
            "Sigorta, bisiklet çalındığında zararı karşılar.",
            "Öğretmen öğrencilere gezegenlerin hareketini anlattı.",
            "Fabrika eski camdan şişeler üretir.",
        ],
        &[
            ("Kütüphaneler kitapları ne kadar ödünç verir?", 1),
            ("ilaçlar", 2),
            ("Trenler hangi şehirlerde çalışıyor?", 3),
            ("meyve", 4),
            ("sigortalar", 5),
            ("gezegen", 6),
            ("Fabrikalar", 7),
        ],
    ),
    Texts(
        "arabic",
        [
            "بنى تاجر البيت القديم في الساحة عام 1742.",
            "تعير المكتبة كل كتاب لمدة أربعة أسابيع على الأكثر.",
            "وصف الطبيب للمريض دواء ضد السعال.",
            "في الشتاء يسير القطار بين المدن كل ساعتين.",
            "تحمل شجرة التفاح ثمارها الأولى بعد خمس سنوات.",
            "يدفع التأمين قيمة الضرر إذا سرقت الدراجة.",
            "شرح المعلم للتلاميذ حركة الكواكب.",
            "يصنع المصنع الزجاجات من الزجاج القديم.",
        ],
        &[
            ("كم أسبوعا تعير المكتبات؟", 1),
            ("مكتبة", 1),
            ("متى تسير القطارات؟", 3),
            ("تفاح", 4),
            ("دراجات", 5),
            ("المعلمون", 6),
            ("زجاجة", 7),
        ],
    ),
    Texts(
        "thai",
        [
            "บ้านเก่าที่จัตุรัสสร้างโดยพ่อค้าในปี 1742",
            "ห้องสมุดให้ยืมหนังสือแต่ละเล่มไม่เกินสี่สัปดาห์",
            "แพทย์สั่งยาแก้ไอให้ผู้ป่วย",
            "ในฤดูหนาวรถไฟวิ่งระหว่างเมืองทุกสองชั่วโมง",
            "ต้นแอปเปิลออกผลครั้งแรกหลังจากห้าปี",
            "ประกันภัยจ่ายค่าเสียหายเมื่อจักรยานถูกขโมย",
            "ครูอธิบายการเคลื่อนที่ของดาวเคราะห์ให้นักเรียนฟัง",
            "โรงงานผลิตขวดจากแก้วเก่า",
        ],
        &[
            ("ห้องสมุดให้ยืมหนังสือนานเท่าไร", 1),
            ("รถไฟวิ่งเมื่อไร", 3),
            ("จักรยานที่ถูกขโมย", 5),
            ("ใครอธิบายการเคลื่อนที่ของดาวเคราะห์", 6),
            ("ขวดจากแก้ว", 7),
        ],
    ),
    Texts(
        "chinese",
        [
            "广场上的老房子是1742年由一位商人建造的。",
            "图书馆的每本书最多借四个星期。",
            "医生给病人开了治咳嗽的药。",
            "冬天火车每两小时在城市之间行驶一次。",
            "苹果树五年后结出第一批果实。",
            "自行车被偷时，保险公司赔偿损失。",
            "老师向学生讲解行星的运动。",
            "工厂用旧玻璃制造瓶子。",
        ],
        &[
            ("图书馆的书可以借多久？", 1),
            ("冬天的火车多久一班？", 3),
            ("自行车被偷了怎么办？", 5),
            ("谁讲解了行星？", 6),
            ("瓶子", 7),
        ],
    ),
];

/// An index of the texts, with one document per language.
fn index_of<'a>(texts: impl Iterator<Item = &'a Texts>) -> Index {
    let index = Index::in_memory().unwrap();
    for Texts(language, sentences, _) in texts {
        let path = format!("{language}.md");
        let passage = |(ordinal, text): (u32, &&str)| Passage {
            id: format!("{path}#{ordinal}"),
            path: path.clone(),
            ordinal,
            text: (*text).to_owned(),
            ..Passage::default()
        };
        let passages: Vec<Passage> = (0..).zip(sentences).map(passage).collect();
        let record = Record {
            path: path.clone(),
            stamp: Stamp::default(),
            title: String::new(),
            state: FileState::Ready { passages: 8, pages: 1 },
            ..Record::default()
        };
        index.replace(&path, &record, &passages).unwrap();
    }
    index.commit().unwrap();
    index
}

/// The questions whose first hit is not their sentence.
fn missed(index: &Index, Texts(language, _, questions): &Texts) -> Vec<String> {
    let missed = |(question, place): &&(&str, u32)| {
        let found = index.search(&contract_tests::query(question)).unwrap();
        let first = found.hits.first().map(|hit| hit.passage.id.clone());
        first != Some(format!("{language}.md#{place}"))
    };
    let missed = questions.iter().filter(missed);
    missed.map(|(question, _)| format!("{language}: {question}")).collect()
}

#[test]
fn other_forms_of_words_are_found_in_each_language() {
    let alone = |texts| missed(&index_of(std::iter::once(texts)), texts);
    let missed: Vec<String> = TEXTS.iter().flat_map(alone).collect();
    assert!(missed.is_empty(), "{missed:#?}");
}

#[test]
fn languages_beside_one_another_are_told_apart() {
    let index = index_of(TEXTS.iter());
    let missed = TEXTS.iter().flat_map(|texts| missed(&index, texts));
    // A single word may belong to several languages.
    let missed: Vec<String> =
        missed.filter(|question| question.split_whitespace().count() > 3).collect();
    assert!(missed.is_empty(), "{missed:#?}");
}

#[test]
fn the_forms_of_a_word_that_stand_in_the_hits_are_told() {
    let index = index_of(TEXTS.iter().take(1));
    let found = index.search(&contract_tests::query("Wer baute Häuser?")).unwrap();
    let term = found.terms.iter().find(|term| term.word == "Häuser");
    assert_eq!(term.unwrap().forms, ["haus"]);
}
