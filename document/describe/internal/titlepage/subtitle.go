package titlepage

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"sluice/document/describe/internal/phrase"
	"sluice/document/describe/internal/textline"
	"sluice/text"
)

// subtitle adds to a title the lines behind it that are a subtitle: set larger
// than the text or between dashes, and no names.
func (h *Head) subtitle(b block) block {
	title := b
	for b.to < len(h.Lines) && b.to-b.from < 10 && h.isSubtitle(title, b) {
		b.to++
	}
	if h.repeats(title, block{from: title.to, to: b.to}) {
		return title
	}
	if b.to > title.to {
		last := &h.Lines[title.to-1]
		last.Text = strings.TrimRight(last.Text, textline.Marks+"¹ ")
	}
	return b
}

// isSubtitle reports whether the line behind b, a title and the lines of its subtitle so far, is one, too.
func (h *Head) isSubtitle(title, b block) bool {
	l, prev := h.Lines[b.to], h.Lines[b.to-1]
	text := strings.TrimSpace(l.Text)
	if isEdition(text) || l.Kind == contact || l.Kind == closing || l.Kind == Byline || phrase.BeginsWithByline(text) {
		return false
	}
	if name, ok := strings.CutPrefix(text, "by "); ok && textline.Capitals(name) == 1 || h.isPersonWithPlace(text) {
		return false
	}
	if phrase.IsQuestions(h.text(b)) && (strings.HasSuffix(text, "?") || h.laid && l.Size < prev.Size) {
		return false // the first question, or the heading of some
	}
	if h.between(b) {
		return true
	}
	if h.laid && isPeriod(text, h.text(b)) && l.Y > prev.Y && l.Y-prev.Y < 3*max(prev.H, prev.Size) {
		return true
	}
	if strings.HasPrefix(text, "(") {
		return false
	}
	space := l.Y - prev.Y
	near := !h.laid || space < 2.6*max(prev.H, prev.Size)
	dashed := strings.HasPrefix(text, "—") || strings.HasPrefix(text, "– ") || strings.HasPrefix(text, "- ") || strings.HasPrefix(text, "--")
	switch {
	case dashed && textline.Letters(text) > 3, near && strings.HasSuffix(strings.TrimSpace(prev.Text), ":"), l.Style == "subtitle" && l.Kind != Date && textline.Letters(text) > 3, h.isReportKind(prev, l):
		return true
	case !h.laid:
		return l.Kind == plain && l.Style == prev.Style && l.Size > 1.3*h.body && l.Size < prev.Size && h.body > 0 && !l.gap && !phrase.HasLabel(text) && long(text) && !h.personAt(b.to)
	case l.Size <= 1.1*h.body || l.Size > prev.Size || space <= 0:
		return false
	case near && h.alike(prev, l) && (unfinished(prev.Text) && prev.Font == l.Font || l.Kind == plain && (textline.StartsLower(text) || phrase.IsQuestions(text))):
		return true
	case l.Kind != plain, isOccasion(text):
		return false
	case !near && !(space < 4.7*prev.Size && edged(prev.Line, l.Line) && isWording(text)):
		return false
	}
	isNextLine := near && prev.Font == l.Font && h.alike(prev, l) && space < 1.7*l.Size && aligned(prev.Line, l.Line)
	if isNextLine && b.to-b.from > 1 && (unfinished(prev.Text) || len(strings.Fields(text)) == 1) {
		return true
	}
	if strings.HasSuffix(prev.Text, ".") && len(strings.Fields(h.text(title))) > 6 {
		return false // a sentence; what follows is a running title
	}
	differs := l.Size < prev.Size || prev.Bold && !l.Bold || (b.to > title.to || l.Size > 1.5*h.body) && isNextLine
	return differs && long(text) && !h.personAt(b.to)
}

// isPersonWithPlace reports whether a line is a person and where he works: "Jane Roe, The Sand Project".
func (h *Head) isPersonWithPlace(s string) bool {
	name, _, ok := strings.Cut(s, ", ")
	return ok && len(strings.Fields(name)) > 1 && h.likely(name) && len(h.sure(name)) == 1
}

// long reports whether a line has more letters than a label: fewer where one of them is a word.
func long(s string) bool {
	n := textline.Letters(s)
	return n > 8 || n > 3 && len(s) > 2*utf8.RuneCountInString(s)
}

// repeats reports whether the lines behind a title are surely the same title in another language.
func (h *Head) repeats(title, second block) bool {
	a, b := h.text(title), h.text(second)
	return isTranslation(a, b) || h.isForeign(a, b) || isEnglish(a) && isAccented(b) || isAccented(a) && isEnglish(b)
}

// isEnglish reports whether a title has several words that only English has, and no accents.
func isEnglish(s string) bool { return englishWords(s) > 1 && accents(s) == 0 }

// isAccented reports whether a title has several letters with accents, and no word of English.
func isAccented(s string) bool { return englishWords(s) == 0 && accents(s) > 1 }

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

// isForeign reports whether the document uses most words of a title and none of those behind it, or the other way round: one of
// them is in a language that the document is not in.
func (h *Head) isForeign(title, subtitle string) bool {
	const least = 3 // words
	used, all := h.words.Used(title)
	usedBehind, allBehind := h.words.Used(subtitle)
	if all < least || allBehind < least {
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

// isAnnual reports whether line i names a kind of report, and the next the time that it is about.
func (h *Head) isAnnual(i int) bool {
	return h.laid && i+1 < len(h.Lines) && isPeriod(h.Lines[i+1].Text, h.Lines[i].Text)
}

// isReportKind reports whether a line below a title in large type says which report it is: "Annual Report 2015".
func (h *Head) isReportKind(prev, l line) bool {
	return h.laid && l.Kind == Banner && l.Size > 1.3*h.body && l.Size > 0.6*prev.Size && l.Y > prev.Y && l.Y-prev.Y < 2.6*max(prev.H, prev.Size) && aligned(prev.Line, l.Line) &&
		len(strings.Fields(l.Text)) < 6 && isReport(l.Text)
}

// isReport reports whether a line names a kind of report that is no series.
func isReport(s string) bool {
	return (reportWord.MatchString(s) || statements.MatchString(s)) && !reportSeries.MatchString(s) && !phrase.IsSeriesLabel(s) && !stamp.match(s)
}

// editionMark matches the beginning of a line that says which version of a work it is.
var editionMark = regexp.MustCompile(`(?i)^(?:version|versión|versão|versie|versione|draft|edition|edición|édition|revision|révision|revisión|revisão|v\.?)(?:\PL|$)`)

// numberedEdition matches which edition of a book it is: "Second Edition", "3. Auflage".
var numberedEdition = regexp.MustCompile(`(?i)^(?:\S+ ){1,3}(?:edition|auflage|édition|edición|edição|edizione|uitgave|druk|vydání|wydanie)$`)

// isEdition reports whether a line says which version of a work it is, with a number or alone, or has
// fields that bars part.
func isEdition(s string) bool {
	rest := s[len(editionMark.FindString(s)):]
	return numberedEdition.MatchString(s) || len(rest) < len(s) && (textline.Letters(rest) == 0 || strings.ContainsAny(s, "0123456789")) || strings.ContainsRune(s, '|')
}

// between reports whether the line behind a title can be nothing but a
// subtitle: it is aligned with the title, and persons, a date or the text follow it. A line that is no
// phrase must be set as the title is, and not as the persons are.
func (h *Head) between(b block) bool {
	if !h.laid {
		return false
	}
	prev, l := h.Lines[b.to-1], h.Lines[b.to]
	if l.Kind != plain || !edged(prev.Line, l.Line) || l.Y <= prev.Y || l.Y-prev.Y > 2.6*max(prev.H, prev.Size) || sameRow(prev.Line, l.Line) ||
		textline.Letters(l.Text) <= 8 || isOccasion(l.Text) || phrase.IsNoise(strings.Trim(l.Text, " ()")) || h.personAt(b.to) {
		return false
	}
	isPhrase := (textline.Capitals(l.Text) < 0.6 && (centred(prev.Line, l.Line) || l.Size < 0.8*prev.Size && len(strings.Fields(l.Text)) > 4) || isReport(l.Text) || isWording(l.Text) && !strings.Contains(h.text(b), ": ") || startsInside(l.Text)) && !degree(l.Text) && !unfinished(l.Text) && !textline.EndsSentence(l.Text) && len(strings.Fields(l.Text)) > 3 && l.Size >= 0.85*h.body
	after := b.to + 1
	for after < len(h.Lines) && after-b.to < 3 && h.Lines[after].Kind == plain && h.Lines[after].Font == l.Font && h.alike(h.Lines[after], l) && h.Lines[after].Y-h.Lines[after-1].Y < 1.6*l.Size && h.Lines[after].Y > h.Lines[after-1].Y {
		after++ // it goes on
	}
	if after == len(h.Lines) {
		return isPhrase && l.Size < prev.Size && (l.Size > 1.05*h.body || l.Italic || l.Bold)
	}
	next := h.Lines[after]
	switch next.Kind {
	case Names, Byline:
		return isPhrase || !degree(l.Text) && l.Font != next.Font && (l.Font == prev.Font || l.Bold && prev.Bold && !next.Bold) || startsInside(l.Text) || strings.HasPrefix(l.Text, "(")
	case Date:
		return isPhrase
	case plain:
		return isPhrase && next.gap && (centred(prev.Line, l.Line) || l.Size < prev.Size && isSpacedOut(prev, l, next))
	}
	return false
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

// isSpacedOut reports whether a line is nearer to the one before it than to the next.
func isSpacedOut(prev, l, next line) bool {
	return l.Y-prev.Y-prev.H < next.Y-l.Y-l.H
}
