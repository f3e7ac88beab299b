"""Words that decide whether two names belong to one document, grouped by meaning.

Data only, in lower case and without accents (``fold``). English, German, French, Spanish, Italian, Portuguese, Dutch,
Polish and Russian, and the commonest of Japanese and Chinese. Words for copies, backups, drafts and versions are in
``version_words``.
"""

from __future__ import annotations

import unicodedata
from functools import lru_cache

from simfinder.actions.file_names.version_words import MONTHS


@lru_cache(maxsize=1 << 14)
def fold(text: str) -> str:
    """Remove the accents of a text, for comparing words that people type with or without them."""
    if text.isascii():
        return text
    bare = "".join(c for c in unicodedata.normalize("NFKD", text) if not unicodedata.combining(c))
    return unicodedata.normalize("NFC", bare.replace("ł", "l").replace("ß", "ss"))


def words_of(text: str) -> frozenset[str]:
    """Return the words of a text, folded."""
    return frozenset(fold(word) for word in text.split())


GENERIC = words_of("""
    a agenda agreement album analysis answer answers app application archive article artifact
    assignment attachment audio author authors backup base bill bin block blog board book booking brief brochure
    budget build calculation call card cert certificate changelog changes chapter chart check
    chapitre cmakelists code common component conf config configuration confirmation constants
    content contents contract contributing copying core cover credits csv customer cv dashboard data database
    default delivery demo description design details diagram dist doc docs document documents dossier
    download draft dsc dscf dscn dump email entry error errors essay estimate evaluation event exam example
    examples exercise expense expenses export exports extract faq favicon feedback figure file files final
    flyer folder font footer form foto fotos function functions global graph guide handout handler header
    health hello help helper helpers history home homework icon image images img import imports inbox index
    info information init input install interface interview introduction invitation invite invoice
    invoices item items job label labels layout lecture lesson letter letters lib license licence
    licenses link list listing lists local log logo logs mail main make makefile manifest map master
    media meeting memo menu message messages metadata minutes misc mod model models module modules movie mov
    mvi music name names new news newsletter note notebook notes notice notification number offer offers old
    options order orders other out outline output overview owners package page pages panorama paper part path
    pattern payment payroll payslip pdf photo photos pic pics picture pictures plan plans poster presentation
    preview price prices privacy product profile program project proposal protocol public purchase pxl question
    questionnaire questions quiz quotation quote readme rec receipt receipts recipe record recording
    records reference references register registration release reminder reply report reports request
    requirements response result results resume results review root run sale sales sample scan scans schedule
    schema screen screenshot screenshots script search section security sent server service services session
    settings setup shared sheet sheets shot sign slide slides snapshot song sound source spec specification
    speech start statement statements statistics stats status stock store story style styles summary survey svg
    table tables tag talk target task tasks tax team temp template templates terms test testing tests text
    theme thumb thumbnail thumbs ticket time timesheet tmp token tool tools topic track tracker training
    transcript transfer translation translations type types unit unknown unnamed untitled update upload url
    usage user users util utilities utils value values vertrag video videos view views voice voucher web
    website week wiki word work workbook worksheet worksheets world yearbook
    src static assets js css scripts java python resources fonts bin

    abrechnung absage angebot angebote anhang anlage anmeldung anschreiben antrag
    antwort arbeitsblatt aufgabe aufgaben aufnahme aufsatz auftrag ausgabe auswertung ausweis befund beispiel
    bericht berichte bescheid bescheinigung bestatigung bestellung bewerbung bild bilder blatt brief briefe
    buch darstellung datei daten deckblatt dokument dokumente einkauf einladung einleitung einstellungen
    ergebnis ergebnisse erinnerung erklarung formular fragebogen gehaltsabrechnung grafik gutschein gutschrift
    haushalt hausaufgabe inhalt jahresbericht kalkulation kapitel karte kasse klausur konto
    kontoauszug kopie kosten kostenvoranschlag kundigung kunde lager lebenslauf leer leistungsnachweis
    lieferschein liste listen lohnabrechnung mahnung mappe meldung mietvertrag mitteilung monatsbericht
    motivationsschreiben muster nachricht name namenlos notiz notizen ordner plan plane praesentation
    prasentation preisliste probe programm projekt protokoll protokolle prufung quittung rechnung rechnungen
    referat rundschreiben sammlung schreiben seite sitzung spesen steuer steuererklarung stundenplan
    stundenzettel tabelle teil termine test text titel ubersicht ubung umfrage unbenannt unterlagen urkunde
    verein vertrag vollmacht vorlage vorschlag vortrag woche wochenbericht zahlung zeichnung zeugnis
    zusammenfassung

    annexe attestation avis bilan brouillon bulletin cahier capture carte certificat chapitre commande compte
    compterendu contrat convention convocation cours courrier cv demande devis devoir diapositive dossier
    donnees ecran exemple exercice exposee facture factures fiche fichier formulaire image impots lettre
    lettres liste livre loyer modele nouveau note notes ordonnance page paie paiement photo plan proces
    quittance rapport rapports recette recu releve rendu resume reunion sans tableau texte titre verbal

    acta adjunto anexo aviso balance carta cartas certificado cliente contrato correo cuaderno cuenta cuestionario
    curriculo curriculum datos diapositiva dibujo documento documentos ejemplo ejercicio encuesta ensayo
    escrito escaneo examen extracto factura facturas ficha formulario foto fotos gastos hoja horario imagen
    imagenes informe informes libro lista memoria muestra nomina nota notas oferta orden pagina pago pedido
    plano plantilla prueba presentacion presupuesto propuesta proyecto recibo resultado resultados resumen
    reunion sin tabla tarea texto titulo trabajo

    allegato appunti attestato avviso bilancio bolletta bozza busta capitolo cartella certificazione circolare
    cliente compito contratto dati documento documenti domanda elenco esame esempio esercizio estratto fattura
    fatture fattura foglio fotografia immagine immagini invito lettera lettere libro lista modello modulo nome
    nota offerta ordine paga pagamento pagina preventivo presentazione progetto prova relazione ricetta
    ricevuta riunione riassunto risultati scheda senza scansione stipendio tabella tema tesina testo titolo verbale

    anexo apresentacao arquivo ata aviso caderno carta cartas comprovante contrato curriculo dados documento
    documentos encomenda exame exemplo exercicio extrato fatura faturas ficheiro folha foto fotos imagem
    imagens lista livro modelo nota oferta orcamento pagamento pagina pedido plano planilha projeto proposta
    prova recibo relatorio relatorios resultado resumo reuniao sem tabela tarefa teste texto titulo trabalho

    aanvraag aanmaning afbeelding afschrift antwoord bestand bijlage boek brief brieven contract cursus document
    factuur facturen foto gegevens hoofdstuk kwitantie les lijst loonstrook map naamloos
    nieuwsbrief notitie notities notulen offerte opdracht overeenkomst overzicht pagina presentatie rapport
    rekening samenvatting scriptie spreekbeurt tabel taak tekst toets uitnodiging vergadering verslag verslagen
    voorbeeld voorstel werkstuk

    arkusz aneks dane dokument dokumenty egzamin faktura faktury formularz zdjecie zdjecia ksiazka list listy lista
    notatka notatki oferta obraz odpowiedz paragon pismo plik podanie podsumowanie praca prezentacja projekt
    protokol przyklad rachunek raport raporty rozdzial skan spis sprawozdanie strona tabela tekst umowa umowy
    wniosek wyciag wynik wyniki wypracowanie zadanie zalacznik zamowienie zaproszenie zaswiadczenie zdjecie
    zestawienie

    анкета акт бланк введение глава график данные диплом договор документ документы доклад заказ заметка заметки
    заявка заявление изображение квитанция книга контракт копия курсовая лекция лист отчет отчеты письмо
    план презентация предложение приказ приложение пример проект протокол резюме реферат рецепт скан смета снимок
    справка список статья счет таблица текст тест файл фото фотография экзамен без имени

    資料 報告書 議事録 請求書 見積書 領収書 契約書 写真 画像 文書 無題 新規 履歴書 名簿 案内 手紙 企画書
    文件 文档 报告 报表 发票 合同 照片 图片 会议纪要 简历 未命名 新建 信 扫描 通知 清单
    報告 發票 照片 圖片 會議記錄 履歷 未命名
""")
"""Names of kinds of documents, and names that cameras, scanners and programs give: no evidence by themselves."""

CAMERA = words_of("""
    img dsc dscf dscn dcim pxl mvi mov vid gopr gp dji p pic pict image photo foto scan scans skan scansione
    escaneo screenshot screenshots bildschirmfoto capture captura screen screenrecording whatsapp signal
    telegram snapchat fb recording rec audio ptt voice burst panorama pano skype zoom received cimg sam imag
    kodak hpim imgp r snap snapshot スクリーンショット 截屏 截图
""")
"""Words that cameras, scanners and phones put before their running numbers."""

PERSONAL = words_of("""
    cv resume lebenslauf curriculum vitae curriculo curriculovitae zyciorys резюме 履歴書 简历
""")
"""Names of papers of which a person has one, and keeps it up to date."""

EDITS = words_of("""
    vf vdef vfinal letzte letzter letztes letzten last derniere dernier ultima ultimo laatste ostatnia последняя
    comment comments commented commentary reviewed review edited edit edits corrections correction corrected
    proofread proofreading redlined tracked track changes changed revised revision annotated annotations
    annotation amended rectified marked merged combined
    kommentar kommentare kommentiert kommentaren durchgesehen bearbeitet anmerkungen
    anmerkung korrektur korrekturen korrigiert lektorat lektoriert anderungen geandert redigiert uberarbeitung
    berichtigt berichtigung
    commentaire commentaires commente commentee relu relue relecture corrections modifie modifiee modifications
    annote annotee remarques rectifie rectifiee rectification
    comentario comentarios comentado comentada revisado revisada editado editada correccion correcciones modificado
    modificada anotado cambios anotaciones rectificado rectificada
    commento commenti commentato revisionato rivisto rivista modificato modificata correzioni correzione annotato
    revisione modifiche rettificato rettificata
    comentarios revisto revista correcoes correcao alteracoes alterado alterada anotado
    opmerking opmerkingen commentaar nagekeken bewerkt gecorrigeerd correcties wijzigingen gewijzigd aangepast
    komentarz komentarze komentarzami uwagi uwagami poprawki poprawkami edytowane edytowany zmiany zmianami
    recenzja комментарии комментариями замечания замечаниями правки правками исправления отредактировано
    редактировано
""")
"""Words that reviewers add to the name of a document; they are marks at the end of a name."""

STOPWORDS = words_of("""
    the an of to for and in on at by with from my our
    der die das den dem des und von vom zu zum zur fur im am mit mein meine unser ein eine
    le la les l de du d et en un une avec pour mon ma mes au aux sur
    el los las y con del para mi mis por lo una
    il gli di da con per il mio mia della dello dei un
    os as um uma do dos das com por meu minha no na
    het een van met voor en mijn op te
    ze dla do na od moj moja
    из на для от по мой моя
""")

CALENDAR: dict[str, str] = {
    **{fold(month): "month" for month in MONTHS if len(month) > 2},
    **dict.fromkeys(
        words_of("""
            monday tuesday wednesday thursday friday saturday sunday mon tue tues wed thu thurs fri sat sun
            montag dienstag mittwoch donnerstag freitag samstag sonnabend sonntag mo di mi do fr sa so
            lundi mardi mercredi jeudi vendredi samedi dimanche
            lunes martes miercoles jueves viernes sabado domingo
            lunedi martedi mercoledi giovedi venerdi sabato domenica
            segunda terca quarta quinta sexta maandag dinsdag woensdag donderdag vrijdag zaterdag zondag
            poniedzialek wtorek sroda czwartek piatek sobota niedziela
            понедельник вторник среда четверг пятница суббота воскресенье
        """),
        "weekday",
    ),
    **dict.fromkeys(
        words_of("""
            spring summer autumn fall winter fruhling fruhjahr sommer herbst printemps ete automne hiver primavera
            verano otono invierno estate autunno inverno verao outono lente zomer herfst wiosna lato jesien zima
            весна лето осень зима
        """),
        "season",
    ),
    **dict.fromkeys(
        words_of("""
            one two three four five six seven eight nine ten first second third fourth fifth
            eins zwei drei vier funf sechs sieben acht neun zehn erste zweite dritte vierte erster zweiter dritter
            un deux trois quatre cinq premier deuxieme troisieme uno dos tres cuatro cinco primero segundo tercero
            due tre quattro cinque primo secondo terzo um dois quatro een twee drie vier vijf jeden dwa trzy cztery
            один два три четыре первый второй третий
            ii iii iv vi vii viii ix xi xii
        """),
        "number",
    ),
}
"""Words that count or name a part of a year, a week or a row."""

VARIANTS = words_of("""
    de en fr es it pt nl pl ru ja jp zh cn ko cs sv da fi nb tr ar he el hu ro uk us gb at ch br mx ca
    deutsch german englisch english francais franzosisch french espanol spanisch spanish italiano italienisch
    italian portugues portuguese nederlands dutch polski polish russian russisch русский английский немецкий
    anglais allemand espagnol italien ingles aleman frances inglese tedesco engels duits angielski niemiecki
    esm cjs umd amd mjs commonjs iife es5 es6 esnext node browser bundle min dev prod debug release legacy modern
    production development staging linux linux32 linux64 win windows win32 win64 mac macos osx darwin android ios
    x86 x64 x32 amd64 arm arm64 armhf aarch64 i386 i686 noarch ppc64 ppc64le s390x riscv riscv64 mips sparc
    small medium large thumb thumbs thumbnail preview full hires lowres big tiny xs sm md lg xl xxl mini print web
    klein gross mittel petit grand pequeno grande piccolo left right links rechts gauche droite front back
    light dark black white color colour bw internal external intern extern public private client server
    male female men women mobile desktop tablet a b c d red blue green yellow gold silver
    en-us en-gb de-de de-at de-ch fr-fr fr-ca pt-br zh-cn zh-tw
""")
"""Words of things that are kept side by side: languages, platforms, builds, sizes, colours, sides."""

PLATFORMS = words_of("""
    32 64 linux linux32 linux64 win windows win32 win64 win64a mac macos osx darwin darwin64 android ios bsd freebsd
    openbsd netbsd solaris solaris64 aix aix64 vc x86 x64 x32 amd64 arm arm64 armhf armv4 armv5 armv6 armv7 armv7l armv8
    aarch64 i386 i586 i686 noarch ppc ppc64 ppc64le powerpc s390 s390x riscv riscv32 riscv64 mips mips64 sparc
    sparc64 loongarch64 elf cc gcc clang msvc mingw musl gnu glibc gnueabi gnueabihf universal
    as asm no avx avx2 sse sse2 neon
""")
"""Parts of the names of folders with builds for one platform each: "linux-x86_64", "BSD-x86"."""

SERIES_FOLDERS = words_of("""
    letters invoices offers quotes receipts certificates reports minutes protocols contracts statements bills
    orders customers clients students pupils patients members employees applicants participants guests invitations
    applications submissions forms essays exams payslips cvs resumes badges labels cards mailmerge serial recipes
    briefe rechnungen angebote quittungen urkunden berichte protokolle vertrage kontoauszuge auftrage bestellungen
    kunden mandanten schuler studenten patienten mitglieder mitarbeiter bewerber teilnehmer gaste einladungen
    bewerbungen abgaben formulare aufsatze klausuren zeugnisse lohnabrechnungen serienbriefe serienbrief
    ausweise rezepte bescheide lettres factures devis recus certificats rapports contrats clients eleves
    etudiants patients membres employes invitations copies fiches recettes
    cartas facturas presupuestos recibos certificados informes contratos clientes alumnos estudiantes pacientes
    socios empleados invitaciones examenes recetas
    lettere fatture preventivi ricevute certificati relazioni contratti clienti studenti pazienti soci dipendenti
    inviti esami ricette
    faturas orcamentos relatorios alunos estudantes funcionarios convites provas receitas
    brieven facturen offertes verslagen contracten klanten leerlingen patienten leden medewerkers uitnodigingen
    listy faktury oferty paragony raporty umowy klienci uczniowie studenci pacjenci czlonkowie pracownicy
    zaproszenia письма счета отчеты договоры клиенты ученики студенты пациенты сотрудники приглашения
""")
"""Folders that by their name hold one paper for each of many people or occasions."""

COUNTED_PARTS = words_of("""
    chapter section part lesson page volume vol book episode season act scene unit module week day exercise step
    schritt etape paso passo stap krok шаг course kurs cours corso curso cursus курс class klasse classe clase klas
    klasa группа group gruppe groupe grupo gruppo groep grupa semester semestre term quarter quartal trimestre trimester
    year jahr annee ano anno jaar rok round runde
    kapitel abschnitt teil lektion seite band folge staffel akt szene woche tag ubung aufgabe
    chapitre partie lecon tome semaine jour capitulo parte leccion semana dia capitolo lezione settimana
    hoofdstuk deel les week dag rozdzial czesc lekcja tydzien глава часть урок неделя том
""")
"""Words before numbers that count parts: "Chapter 1.2" is no release."""

SHORT_COUNTS = words_of("no nr num vol bd tom art sec ex fig tab kap ch cap pt pag abt sem rev ver opt alt")
"""Short words before a number that counts something."""

INTERFACES = words_of("api apis rest schema schemas proto protos protocol types graphql rpc k8s spec specs")
"""Versions below these are kept side by side: "api/v1"."""
