package titlepage

import (
	"slices"
	"strings"

	"sluice/document/describe/internal/phrase"
	"sluice/document/describe/internal/textline"
	"sluice/internal/lazyregexp"
)

// reportWord matches the kind of a report in its name.
var reportWord = lazyregexp.New(`(?i)\b(?:report|rapport|bericht|informe|relatório|relazione|verslag|assessment|review)\b|bericht\b`)

// statements matches the other name of a company's annual report.
var statements = lazyregexp.New(`(?i)\bfinancial statements\b`)

// reportSeries matches the series of an institution's reports, which is no part of a title.
var reportSeries = lazyregexp.New(`(?i)\b(?:(?:research|technical|tech|internal|working) report|rapport (?:de recherche|technique|interne)|(?:forschungs|arbeits)bericht|informe técnico|relatório técnico|technisch rapport)`)

// doctoralSchool matches the beginning of the name of a school by which French theses are defended. The names are long.
var doctoralSchool = lazyregexp.New(`(?i)^[ée]cole doctorale `)

// spaced matches letters that are set apart, as in logos and ornaments.
var spaced = lazyregexp.New(`^(?:\PZ\s+)+\PZ$`)

// listNumber matches the number of the first section, question or item of a list.
var listNumber = lazyregexp.New(`^1\. +\PZ`)

// templateMark matches a line of a template's commands, or of a style sheet.
var templateMark = lazyregexp.New(`^(?:\{[%{#]|<[?%!])|\{ *[\w-]+: [^{}]*; *\}$`)

// stamp is what is never a title, however large.
var stamp = prefixes{"arxiv:", "proceedings of", "technical report", "tech report", "doctor of", "master of", "bachelor of", "journal of"}

// prefixes are the beginnings of lines, in lower case.
type prefixes []string

// match reports whether s begins with one of the prefixes.
func (p prefixes) match(s string) bool {
	s = strings.ToLower(s)
	return slices.ContainsFunc(p, func(prefix string) bool { return strings.HasPrefix(s, prefix) })
}

// startsInside reports whether a line begins with a preposition or the like, in small letters or
// in a line of capitals.
func startsInside(s string) bool {
	first, _, _ := strings.Cut(s, " ")
	lower := strings.ToLower(first)
	return (first == lower || s == strings.ToUpper(s)) && (phrase.FunctionWords[lower] || lineEnds[lower])
}

// sectionNumber matches the number of a section before its heading.
var sectionNumber = lazyregexp.New(`^\d{1,2}(?:\.\d{1,2})*\.? +\p{Lu}`)

// periodMark matches the time that a report is about: "For the year ended 31 December 2022".
var periodMark = lazyregexp.New(`(?i)^(?:for |as of |as at )?(?:the )?(?:financial |fiscal |(?:three|six|nine|twelve)[ -])?(?:year|period|quarter|months?) end(?:ed|ing)\b.{4,30}$|^(?:19|20)\d\d(?:\s?[/–-]\s?(?:\d\d){1,2})?$|^(?:exercice clos|geschäftsjahr|ejercicio|exercício|esercizio|année|boekjaar) .{0,20}\d{4}$`)

// yearsAlone matches years and nothing else, which a report may also have as its date; yearly the kinds of reports that are named
// by their year.
var (
	yearsAlone = lazyregexp.New(`^[\d\s/–-]+$`)
	yearly     = lazyregexp.New(`(?i)(?:^|\PL)(?:annual|yearly|biennial|annuel|annuale|anual|årsrapport|jaarverslag|jahresbericht|geschäftsbericht)(?:\PL|$)|financial statements`)
)

// isPeriod reports whether a line is the time that a report is about, as part of the report's name.
func isPeriod(s, report string) bool {
	return isReport(report) && periodMark.MatchString(s) && (!yearsAlone.MatchString(s) || yearly.MatchString(report))
}

// isReport reports whether a line names a kind of report that is no series.
func isReport(s string) bool {
	return (reportWord.MatchString(s) || statements.MatchString(s)) && !reportSeries.MatchString(s) && !phrase.IsSeriesLabel(s) && !stamp.match(s)
}

// editionMark matches the beginning of a line that says which version of a work it is.
var editionMark = lazyregexp.New(`(?i)^(?:version|versión|versão|versie|versione|draft|edition|edición|édition|revision|révision|revisión|revisão|v\.?)(?:\PL|$)`)

// numberedEdition matches which edition of a book it is: "Second Edition", "3. Auflage".
var numberedEdition = lazyregexp.New(`(?i)^(?:\S+ ){1,3}(?:edition|auflage|édition|edición|edição|edizione|uitgave|druk|vydání|wydanie)$`)

// versionNumber matches a line that is the number of a version and nothing else: "Version 1.0.3".
var versionNumber = lazyregexp.New(`(?i)^[(\[]?(?:version|versión|versão|versione|versie|verze|verzija|verzió|versiune|versjon|versio|wersja|sürüm|версия|версія|верзија|έκδοση|release|revision|révision|rev\.?|v\.?)\s*[\d.]+[a-z]?[)\]]?$`)

// isEdition reports whether a line says which version of a work it is, with a number or alone, or has
// fields that bars part.
func isEdition(s string) bool {
	rest := s[len(editionMark.FindString(s)):]
	return numberedEdition.MatchString(s) || len(rest) < len(s) && (textline.Letters(rest) == 0 || strings.ContainsAny(s, "0123456789")) || strings.ContainsRune(s, '|')
}

// isOccasion reports whether a line says when a work was made or is due, for which degree, or from whom it is:
// "Seminar im Wintersemester 2023/24", "Remis par : …".
func isOccasion(s string) bool {
	return !isReport(s) && phrase.YearMark.MatchString(s) && (phrase.DateMark.MatchString(s) || term.MatchString(s)) || degreeNotice.MatchString(s) || deliverer.MatchString(s)
}

// term matches a part of an academic year.
var term = lazyregexp.New(`(?i)semester\b|semestre\b|\b(?:fall|autumn|winter|spring|summer|term|automne|hiver|printemps|otoño|invierno|primavera|herbst|frühjahr|sommer|[wsh]s) (?:term |of )?(?:19|20)\d\d`)

// deliverer matches what precedes those who hand a work in or to whom it is handed in.
var deliverer = lazyregexp.New(`(?i)^\pL+(?: \pL+)? (?:by|von|par|por|door|to) ?:`)

// workNouns are what a work is called that is handed in at a school or to who has ordered it. A line that ends in one names the work, and
// what it is about only if nothing else does.
var workNouns = phrase.WordSet(`report reports project projects assignment assignments coursework homework proposal essay thesis dissertation submission deliverable
	bericht projekt projektarbeit ausarbeitung seminararbeit hausarbeit abschlussbericht projektbericht endbericht aufgabe übung belegarbeit
	rapport projet mémoire devoir dossier relatório relatorio projeto trabalho projecto informe proyecto trabajo memoria práctica practica tarea
	relazione progetto tesina elaborato verslag opdracht rapporten uppsats oppgave opgave prosjekt prosjektrapport
	zpráva správa praca práce sprawozdanie raport отчет отчёт проект работа звіт робота raporu rapor ödevi ödev projesi laporan tugas`)

// namesWork reports whether a line ends in the name of a work: "Compilers Final Project".
func namesWork(s string) bool {
	return workNouns[strings.ToLower(strings.Trim(lastWord(s), " .:!?()[]\"“”"))]
}

// courseCode matches the code of a course: "CS4250", "ECE 590-03", "15-418".
var courseCode = lazyregexp.New(`(?:^|[\s(/])(?:\d?\p{Lu}{2,5}[ .\-]?\d{3,4}|\d{2}-\d{3})(?:\PL|$)`)

// degree reports whether a line begins with the name of a thesis: "Masterarbeit im Fach …".
func degree(s string) bool {
	first, _, _ := strings.Cut(s, " ")
	return phrase.IsDegree(first)
}
