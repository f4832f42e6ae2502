package titlepage

import (
	"regexp"
	"strings"
	"unicode"

	"sluice/document/describe/internal/phrase"
	"sluice/document/describe/internal/textline"
	"sluice/text"
)

// isPersonWithPlace reports whether a line is a person and where he works: "Jane Roe, The Sand Project".
func (h *Head) isPersonWithPlace(s string) bool {
	name, _, ok := strings.Cut(s, ", ")
	return ok && len(strings.Fields(name)) > 1 && h.likely(name) && len(h.sure(name)) == 1
}

// repeats reports whether the lines behind a title are surely the same title in another language.
func (h *Head) repeats(title, second block) bool {
	a, b := h.text(title), h.text(second)
	return areScripts(a, b) || isTranslation(a, b) || h.isForeign(a, b) || isEnglish(a) && isAccented(b) || isAccented(a) && isEnglish(b)
}

// isEnglish reports whether a title has several words that only English has, and no accents.
func isEnglish(s string) bool { return englishWords(s) > 1 && accents(s) == 0 }

// isAccented reports whether a title has several letters with accents, and no word of English.
func isAccented(s string) bool { return englishWords(s) == 0 && accents(s) > 1 }

// onlyEnglish reports whether a text has a word that of the languages of many titles only English has.
func onlyEnglish(s string) bool {
	for w := range text.Words(s) {
		switch w {
		case "of", "the", "and", "with", "from":
			return true
		}
	}
	return false
}

// englishWords returns how many stop words of English a text has.
func englishWords(s string) int {
	n := 0
	for w := range text.Words(s) {
		if text.Stop(w, "en") {
			n++
		}
	}
	return n
}

// accents returns how many letters a text has that English lacks.
func accents(s string) int {
	n := 0
	for _, r := range s {
		if r >= 0x80 && unicode.IsLetter(r) {
			n++
		}
	}
	return n
}

// isTranslation reports whether what follows a title is surely in another language, as the title
// is that many theses repeat.
func isTranslation(title, subtitle string) bool {
	const enough = 28 // bytes that show a language
	if len(title) < enough || len(subtitle) < enough {
		return false
	}
	a, sureA := text.Language(title)
	b, sureB := text.Language(subtitle)
	isEnglish := b == "en" && sureB > 0.6 && englishWords(title) == 0 && englishWords(subtitle) > 0
	return a != b && sureA == 1 && (sureB == 1 || isEnglish)
}

// isForeign reports whether the document uses most words of a title and none of those behind it, or the other way round, and not both are
// English: one of them is in a language that the document is not in. A subtitle may have no word that the text writes small.
func (h *Head) isForeign(title, subtitle string) bool {
	const least = 3 // words
	used, all := h.words.Used(title)
	usedBehind, allBehind := h.words.Used(subtitle)
	if all < least || allBehind < least || onlyEnglish(title) && onlyEnglish(subtitle) {
		return false
	}
	return usedBehind == 0 && 2*used >= all || used == 0 && 2*usedBehind >= allBehind
}

// periodMark matches the time that a report is about: "For the year ended 31 December 2022".
var periodMark = regexp.MustCompile(`(?i)^(?:for |as of |as at )?(?:the )?(?:financial |fiscal |(?:three|six|nine|twelve)[ -])?(?:year|period|quarter|months?) end(?:ed|ing)\b.{4,30}$|^(?:19|20)\d\d(?:\s?[/–-]\s?(?:\d\d){1,2})?$|^(?:exercice clos|geschäftsjahr|ejercicio|exercício|esercizio|année|boekjaar) .{0,20}\d{4}$`)

// yearsAlone matches years and nothing else, which a report may also have as its date; yearly the kinds of reports that are named
// by their year.
var (
	yearsAlone = regexp.MustCompile(`^[\d\s/–-]+$`)
	yearly     = regexp.MustCompile(`(?i)(?:^|\PL)(?:annual|yearly|biennial|annuel|annuale|anual|årsrapport|jaarverslag|jahresbericht|geschäftsbericht)(?:\PL|$)|financial statements`)
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
var editionMark = regexp.MustCompile(`(?i)^(?:version|versión|versão|versie|versione|draft|edition|edición|édition|revision|révision|revisión|revisão|v\.?)(?:\PL|$)`)

// numberedEdition matches which edition of a book it is: "Second Edition", "3. Auflage".
var numberedEdition = regexp.MustCompile(`(?i)^(?:\S+ ){1,3}(?:edition|auflage|édition|edición|edição|edizione|uitgave|druk|vydání|wydanie)$`)

// versionNumber matches a line that is the number of a version and nothing else: "Version 1.0.3".
var versionNumber = regexp.MustCompile(`(?i)^[(\[]?(?:version|versión|versão|versione|versie|verze|verzija|verzió|versiune|versjon|versio|wersja|sürüm|версия|версія|верзија|έκδοση|release|revision|révision|rev\.?|v\.?)\s*[\d.]+[a-z]?[)\]]?$`)

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
var term = regexp.MustCompile(`(?i)semester\b|semestre\b|\b(?:fall|autumn|winter|spring|summer|term|automne|hiver|printemps|otoño|invierno|primavera|herbst|frühjahr|sommer|[wsh]s) (?:term |of )?(?:19|20)\d\d`)

// deliverer matches what precedes those who hand a work in or to whom it is handed in.
var deliverer = regexp.MustCompile(`(?i)^\pL+(?: \pL+)? (?:by|von|par|por|door|to) ?:`)

// degree reports whether a line begins with the name of a thesis: "Masterarbeit im Fach …".
func degree(s string) bool {
	first, _, _ := strings.Cut(s, " ")
	return phrase.IsDegree(first)
}
