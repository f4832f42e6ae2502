// Package phrase holds the words and patterns by which the parts of a title
// page and of a list of references are known, in several languages.
package phrase

import (
	_ "embed"
	"strings"
	"sync"
	"unicode"

	"sluice/internal/lazyregexp"

	"golang.org/x/text/unicode/norm"
)

// Lists of words in lower case, separated by white space. They hold single
// words of common knowledge: given names of many countries, words of titles
// that no person is called by, and countries, towns and parts of addresses.
var (
	//go:embed given.txt
	givenText string
	//go:embed common.txt
	commonText string
	//go:embed place.txt
	placeText string

	GivenNames  = sync.OnceValue(func() map[string]bool { return WordSet(givenText) })
	CommonWords = sync.OnceValue(func() map[string]bool { return WordSet(commonText) })
	Places      = sync.OnceValue(func() map[string]bool { return WordSet(placeText) })
)

// WordSet returns the words of a text, separated by white space, as a set.
func WordSet(text string) map[string]bool {
	set := map[string]bool{}
	for _, w := range strings.Fields(text) {
		set[w] = true
	}
	return set
}

// FunctionWords occur in titles, affiliations and prose, never in a name.
var FunctionWords = WordSet(`the of for in on with to from by an is are be as at or that this these we our its their it into under over
	via using towards toward through without within between among can do does how why what when which not new some für und der die das
	des dem den ein eine im zur zum bei mit über sur les aux une pour dans par avec et du en los las para por con una della delle degli
	nel nella dei per sull un`)

// Particles join the words of a family name. Some of them are function words
// outside of names.
var Particles = WordSet(`van von de der den del della di da dos das du la le ter ten zu zur af av al el bin ibn ben bint abu dello degli
	dalla san santa st st. mac mc y e 't op vander vom zum o d' des`)

// NumberedParts name parts of a work or a course that are numbered, as files of them are:
// "chapter05.pdf".
var NumberedParts = WordSet(`chapter chap part section sec appendix app volume vol issue number num page pages unit module topic lesson lecture lec lect
	class session day week month slides slide talk tutorial seminar note notes handout sheet worksheet homework assignment assn exercise exercises problem problems pset
	solution solutions lab quiz figure fig figures table tab version ver rev draft paper file doc document test sample example
	kapitel kap teil abschnitt anhang band heft seite vorlesung folien blatt uebung übung aufgabe aufgaben loesung lösung woche
	chapitre partie annexe tome fascicule cours leçon lecon séance seance fiche feuille exercice
	capitulo capítulo parte anexo tomo tema clase unidad leccion lección sesion sesión practica práctica ejercicio hoja aula lista ficha exercicio exercício
	hoofdstuk deel bijlage college les oefening opgave capitolo lezione appendice esercizio kapittel forelesning föreläsning forelæsning øvelse övning`)

// OrganisationWords name institutions and their parts.
var OrganisationWords = WordSet(`university universität universitaet universitat université universite universidad universita università
	universidade universiteit univ univ. uni institute institut instituto istituto inst inst. institution department departement département
	departamento dipartimento dept dept. depts school schools faculty fakultät facultad faculté facoltà college colleges laboratory
	laboratories laboratoire laboratorio lab labs lab. center centre centres centers zentrum centro research company corporation corp corp.
	inc inc. ltd ltd. llc gmbh ag s.a. academy académie academia hospital ministry society gesellschaft foundation division section unit group
	team project programme program association consortium agency bureau office council library museum observatory polytechnic polytechnique
	politecnico politécnica technische technical technological technology technologies engineering science sciences informatics informatik
	informatique informatica mathematics mathematik mathématiques physics psychology economics statistics computing computer electrical
	mechanical nicta csiro inria cnrs irisa ibm microsoft google yahoo yahoo! facebook amazon intel nasa mit eth epfl ucla cmu nec ntt at&t
	mcgill rmit anu tu iit mpi max-planck fraunhofer liceo conservatorio conservatory collegio collège collegium colegio colégio facoltà faculdade fakulteit faculteit hochschule fachhochschule escuela escola école ecole
	chair lehrstuhl universitatea universiteti universitas uniwersytetu universität universitat universitatis facultatea facultate fakultatea fakulta fakulteta fakultet fakültesi wydziału katedra katedry
	catedra cátedra katedrasi zakład politechnika politechniki politehnica technická technologická technický vysoká školu škola școala školy sveučilište sveučilišta univerzitet univerzitetu univerzity univerze ülikool universitāte
	universitetas departamentul departemen departament bölümü enstitüsü instituut instituttet institutt instituutti laitos tiedekunta teknillinen korkeakoulu tekniska tekniske kungliga karlstads
	факультет кафедра университет институт академия école ecole campus institutionen högskola universitetet universitet yliopisto egyetem uniwersytet wydział fakulta univerzita katedra ústav üniversitesi akademia instytut nauk akademie akademija akademien comunidad comunidade communauté ministerio ministério ministère ministerium fundación fundação fondazione stiftung stichting verein scuola gruppe grupo gruppo groep universitário universitario reitoria pró-reitoria diretoria secretaria prefeitura ministero asociación associação systems software solutions partners press publishing publishers bank army navy air force government national
	institutet institutets institutionen högskolan handelshögskolan yrkeshøgskolen høgskolen høgskole πανεπιστήμιο πολυτεχνείο σχολή τμήμα ινστιτούτο εργαστήριο
	international state federal royal`)

var (
	EmailMark  = lazyregexp.New(`[\w.+\-}\])]\s?(?:@|\[at\]|\(at\)| at (?:cs|math|ee|cse|ics)\.)\s?[\w\-]+(?:\.[\w\-]+)*`)
	UrlMark    = lazyregexp.New(`(?i)\b(?:https?://|www\.|ftp://)\S+`)
	YearMark   = lazyregexp.New(`\b(?:19[3-9]\d|20[0-4]\d)\b`)
	PostalMark = lazyregexp.New(`\b\d{4,6}\b|\b[A-Z]{1,2}\d{1,2}[A-Z]? ?\d[A-Z]{2}\b|\bP\.? ?O\.? Box\b`)
	DateMark   = lazyregexp.New(`(?i)\b(?:jan(?:uary|\.)?|feb(?:ruary|\.)?|mar(?:ch|\.)?|apr(?:il|\.)?|may|june?|july?|aug(?:ust|\.)?|sept?(?:ember|\.)?|oct(?:ober|\.)?|nov(?:ember|\.)?|dec(?:ember|\.)?|januar|februar|märz|mai|juni|juli|oktober|dezember|janvier|février|avril|juin|juillet|août|septembre|octobre|novembre|décembre|enero|febrero|abril|mayo|agosto|octubre|noviembre|diciembre|spring|summer|fall|autumn|winter)\b`)
)

// AbstractHeading matches a line that begins an abstract; group 1 is the part of
// the abstract on that line.
var AbstractHeading = lazyregexp.New(`^(?i:\d{0,2}\.?\s?(?:(?:extended |executive |short )?abstract|a\s?b\s?s\s?t\s?r\s?a\s?c\s?t|executive summary|abstract of (?:(?:the|this|a) )?(?:thesis|dissertation)(?: (?:entitled|titled))?|management summary|summary|zusammenfassung|kurzfassung|résumé|resumé|resumen|resumo|riassunto|sommario|samenvatting|sammanfattning|sammendrag|tiivistelmä|streszczenie|abstrakt|synopsis|anotace|kivonat|összefoglaló|rezumat|resum|sažetak|povzetek|сажетак|аннотация|анотація|реферат|резюме|περίληψη|özet|öz|sammandrag|samandrag|laburpena|abstrak|tóm tắt|santrauka|anotācija|lühikokkuvõte|要\s?旨|摘\s?要|概\s?要|抄\s?録|要\s?約|초\s?록|요\s?약|ملخص|الملخص))(?:\s*[.:—–\-]+\s*(.*)|\s+([\p{Lu}"“(].*)|\s*)$`)

// BodyHeading matches a line that ends the head of a document or its abstract.
var BodyHeading = lazyregexp.New(`^(?i)(?:(?:(?:chapter )?[1iI0]\.?\d?\.?:?\s+)?(?:introduction|einleitung|einführung|introducción|introdução|introduzione|motivation)\b.{0,40}|(?:table of )?contents|inhaltsverzeichnis|table des matières|índice|preface|vorwort|acknowledge?ments?|list of (?:figures|tables)|1\.?\s+\p{Lu}[\p{L} \-]{3,60}|categories and subject descriptors.*|ccs concepts.*|general terms.*|acm reference format.*|(?:\d{4} )?(?:mathematics|ams|acm|msc)?.{0,20}subject classif.*|(?:acm )?(?:computing )?classification.*|pvldb reference format.*|artifact availability.*|jel (?:classification|codes?).*|pacs.{0,12}:.*|permission to (?:make|copy).*)$`)

// KeywordHeading matches the beginning of a list of keywords.
var KeywordHeading = lazyregexp.New(`^(?i)(?:(?:author |and |additional )?key\s?-?\s?words?(?: and phrases)?|keywords and phrases|index terms|schlüsselwörter|schlüsselbegriffe|schlagw(?:örter|orte)|stichw(?:örter|orte)|mots[ -]cl(?:é|e)(?:s|fs)?|palabras[ -]claves?|palavras[ -]chaves?|parole[ -]chiave|trefwoorden|sleutelwoorden|kernwoorden|nyckelord|nøkkelord|emneord|avainsanat|asiasanat|słowa kluczowe|klíčová slova|kulcsszavak|paraules clau|anahtar kelimeler|ключевые слова|关键词|關鍵詞|キーワード|핵심어|주제어)\s*(?:[.:：—–\-]+\s*|\s+|$)(.*)$`)

// frontHeadings are the headings of the parts that follow a title page or a
// title, without spaces and accents.
var frontHeadings = WordSet(`introduction introductions einleitung einfuhrung introduccion introducao introduzione inleiding innledning inledning indledning johdanto wstep uvod bevezetes
	introducere giris forord esipuhe preface foreword vorwort avantpropos voorwoord prologo prefacio prefazione resume resumen
	resumo riassunto sommario samenvatting sammanfattning sammendrag tiivistelma streszczenie abstrakt zusammenfassung kurzfassung abstract glossary aboutthisbook aboutthisdocument`)

// noticeHeadings are the headings of notices that precede a work, or follow it, written as frontHeadings are.
var noticeHeadings = WordSet(`acknowledgements acknowledgments acknowledgement acknowledgment remerciements danksagung dankwoord agradecimientos agradecimentos ringraziamenti podziekowania
	dedication widmung dedicatoria dedicace erklarung eidesstattlicheerklarung declaration abbreviations listoffigures listoftables listofabbreviations statusofthismemo copyrightnotice
	funding fundinginformation authornote abouttheauthor abouttheauthors abbildungsverzeichnis tabellenverzeichnis listedesfigures listedestableaux`)

// contentsHeadings are the headings of tables of contents, written as frontHeadings are.
var contentsHeadings = WordSet(`contents tableofcontents listofcontents inhalt inhaltsverzeichnis tabledesmatieres sommaire indice indicegeneral indicedecontenidos
	tabladecontenido contenido sumario inhoud inhoudsopgave innehall innehallsforteckning innhold innholdsfortegnelse indhold indholdsfortegnelse sisallys sisallysluettelo
	spistresci obsah tartalom tartalomjegyzek cuprins icindekiler kazalo sadrzaj содержание оглавление зміст садржај περιεχομενα 目次 目录 目錄 daftarisi`)

// IsNoticeHeading reports whether a line is the heading of a table of contents, of acknowledgments or of another notice, which is never a title.
func IsNoticeHeading(s string) bool {
	if len(s) > 60 {
		return false
	}
	letters := headingLetters(s)
	return contentsHeadings[letters] || noticeHeadings[letters]
}

// headingNumber matches the number before a heading.
var headingNumber = lazyregexp.New(`^(?:(?i:chapter|kapitel|chapitre|capítulo|capitolo|section)\s+)?(?:\d{1,2}(?:\.\d{0,2})*|[IVX]{1,4})?[.:)]?\s+`)

// IsFrontHeading reports whether a line is the heading of a part that follows
// the title, whatever stands between its letters: "I NTRODUCTION", "Introduç ão".
func IsFrontHeading(s string) bool {
	if len(s) > 60 {
		return false
	}
	whole, bare := headingLetters(s), headingLetters(headingNumber.ReplaceAllString(s, ""))
	return frontHeadings[whole] || frontHeadings[bare] || contentsHeadings[whole] || contentsHeadings[bare] || noticeHeadings[whole] || noticeHeadings[bare]
}

// headingLetters returns the letters of a heading in lower case, without accents.
func headingLetters(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, norm.NFD.String(s))
}
