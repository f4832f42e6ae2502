package titlepage

import (
	"math"
	"regexp"
	"slices"
	"strings"

	"sluice/document/content"
	"sluice/document/describe/internal/phrase"
	"sluice/document/describe/internal/textline"
)

// Title finds the title of a head: its lines, how sure that is from 0 to 1, and
// the index behind its last line.
func (h *Head) Title(hint func(text string) bool) (text string, confidence float64, end int) {
	var best block
	best.score = math.Inf(-1)
	var second float64 = math.Inf(-1)
	for _, b := range h.blocks() {
		b.score = h.titleScore(b, hint)
		if b.score > best.score {
			best, second = b, best.score
		} else if b.score > second {
			second = b.score
		}
	}
	if best.to == 0 || best.score < 0 || h.isAuthorLine(best) && (hint == nil || !hint(h.text(best))) {
		return "", 0, 0
	}
	best = h.subtitle(h.reportName(h.withoutTranslation(h.withoutInstitution(best))))
	text = textline.CutAt(textline.TidyTitle(h.text(best)), textline.MaxTitle)
	confidence = 0.5 + 0.4*min(1, max(0, best.score-second)/3)
	if !h.laid {
		confidence -= 0.1
	}
	return text, confidence, best.to
}

// withoutTranslation removes from a title the lines that repeat it in another language. The two are about as long.
func (h *Head) withoutTranslation(b block) block {
	best, least := b, len(h.text(b))/3
	for i := b.from + 1; i < b.to; i++ {
		first, second := block{from: b.from, to: i}, block{from: i, to: b.to}
		if more := len(h.text(first)) - len(h.text(second)); max(more, -more) < least && h.repeats(first, second) {
			best, least = first, max(more, -more)
		}
	}
	return best
}

// withoutInstitution removes from a title the lines at its top that name an institution
// in the same type.
func (h *Head) withoutInstitution(b block) block {
	for i := min(b.to-2, b.from+1); i >= b.from; i-- {
		l, next := h.Lines[i], h.Lines[i+1]
		if l.Kind == Affiliation && Organised(l.Text) && h.Lines[b.from].Kind != Names && !unfinished(l.Text) && !textline.StartsLower(l.Text) && !textline.StartsLower(next.Text) && !startsInside(next.Text) &&
			len(strings.Fields(h.text(block{from: i + 1, to: b.to}))) > 2 {
			b.from = i + 1
			break
		}
	}
	return b
}

// reportName adds to a title the line above it that says which report it is, in
// type as large, "Monitoring Committee Progress Report #1", or in the same font: "Audit Report".
func (h *Head) reportName(b block) block {
	if !h.laid || b.from == 0 {
		return b
	}
	l, first := h.Lines[b.from-1], h.Lines[b.from]
	asLarge := l.Size >= 0.95*first.Size && first.Y-l.Y < 3.5*l.Size && len(strings.Fields(l.Text)) > 2
	sameFont := l.Font == first.Font && strings.Contains(l.Text, " ") && first.Y-l.Y < 2*l.Size && !isReport(h.text(b))
	if (asLarge || sameFont) && l.Size > 1.3*h.body && aligned(l.Line, first.Line) && isReport(l.Text) && l.Kind != contact && l.Kind != closing {
		b.from--
	}
	return b
}

// reportWord matches the kind of a report in its name.
var reportWord = regexp.MustCompile(`(?i)\b(?:report|rapport|bericht|informe|relatório|relazione|verslag|assessment|review)\b|bericht\b`)

// statements matches the other name of a company's annual report.
var statements = regexp.MustCompile(`(?i)\bfinancial statements\b`)

// reportSeries matches the series of an institution's reports, which is no part of a title.
var reportSeries = regexp.MustCompile(`(?i)\b(?:(?:research|technical|tech|internal|working) report|rapport (?:de recherche|technique|interne)|(?:forschungs|arbeits)bericht|informe técnico|relatório técnico|technisch rapport)`)

// isAuthorLine reports whether a block is a line of several persons in the type of the text, which is
// left where the title above it was not seen.
func (h *Head) isAuthorLine(b block) bool {
	l := h.Lines[b.from]
	if b.to-b.from > 1 || l.Kind != Names || l.Style == "title" || h.laid && l.Size > 1.2*h.body {
		return false
	}
	n := 0
	for _, p := range h.words.People(l.Text) {
		if p.Score > 2 {
			n++
		}
	}
	return n > 1
}

// blocks are the runs of lines that may be the title: one below the other,
// alike in type.
func (h *Head) blocks() []block {
	var found []block
	for i := 0; i < len(h.Lines); {
		if !h.mayTitle(i) {
			i++
			continue
		}
		b := block{from: i, to: i + 1}
		for b.to < len(h.Lines) && b.to-b.from < 9 && h.continues(b) {
			b.to++
		}
		found = append(found, b)
		i = b.to
	}
	return found
}

// mayTitle reports whether a title may begin with line i.
func (h *Head) mayTitle(i int) bool {
	if h.Lines[i].isLabelled {
		return true
	}
	if i > 0 && h.Lines[i].Kind == Names && h.Lines[i-1].Kind == Byline && len(strings.Fields(h.Lines[i-1].Text)) < 3 {
		return false // the author, in whatever type
	}
	if i > 0 && h.Lines[i].Font == h.Lines[i-1].Font && phrase.IsDegree(h.Lines[i-1].Text) && phrase.IsDegree(h.Lines[i-1].Text+" "+h.Lines[i].Text) {
		return false // the kind of a thesis goes on
	}
	if i > 0 && h.laid && h.Lines[i].Font == h.Lines[i-1].Font && h.Lines[i].Size == h.Lines[i-1].Size && doctoralSchool.MatchString(h.Lines[i-1].Text) && centred(h.Lines[i-1].Line, h.Lines[i].Line) {
		return false // the name of a school goes on
	}
	if spaced.MatchString(h.Lines[i].Text) || templateMark.MatchString(h.Lines[i].Text) || !h.laid && (listNumber.MatchString(h.Lines[i].Text) || h.asks(i)) || h.Lines[i].isMasthead || phrase.IsDegree(h.Lines[i].Text) || phrase.IsSeriesLabel(h.Lines[i].Text) {
		return false
	}
	switch h.Lines[i].Kind {
	case plain, Names, Affiliation:
		return textline.Letters(h.Lines[i].Text) > 1
	case Banner, Others, Date:
		return h.isAnnual(i) || h.Lines[i].Style == "title" || h.laid && h.Lines[i].Size > 1.35*h.body && textline.Letters(h.Lines[i].Text) > 8 && !stamp.match(h.Lines[i].Text)
	case closing:
		return h.Lines[i].Style == "title" && i == 0 && len(strings.Fields(h.Lines[i].Text)) > 2
	}
	return false
}

// doctoralSchool matches the beginning of the name of a school by which French theses are defended. The names are long.
var doctoralSchool = regexp.MustCompile(`(?i)^[ée]cole doctorale `)

// spaced matches letters that are set apart, as in logos and ornaments.
var spaced = regexp.MustCompile(`^(?:\PZ\s+)+\PZ$`)

// asks reports whether line i is one of several questions.
func (h *Head) asks(i int) bool {
	const several = 3
	if !strings.HasSuffix(h.Lines[i].Text, "?") {
		return false
	}
	n := 0
	for _, lines := range [][]line{h.Lines, h.rest} {
		for _, l := range lines {
			if strings.HasSuffix(l.Text, "?") {
				n++
			}
		}
	}
	return n >= several
}

// listNumber matches the number of the first section, question or item of a list.
var listNumber = regexp.MustCompile(`^1\. +\PZ`)

// templateMark matches a line of a template's commands, or of a style sheet.
var templateMark = regexp.MustCompile(`^(?:\{[%{#]|<[?%!])|\{ *[\w-]+: [^{}]*; *\}$`)

// stamp is what is never a title, however large.
var stamp = prefixes{"arxiv:", "proceedings of", "technical report", "tech report", "doctor of", "master of", "bachelor of", "journal of"}

// prefixes are the beginnings of lines, in lower case.
type prefixes []string

// match reports whether s begins with one of the prefixes.
func (p prefixes) match(s string) bool {
	s = strings.ToLower(s)
	return slices.ContainsFunc(p, func(prefix string) bool { return strings.HasPrefix(s, prefix) })
}

// continues reports whether the line behind a block continues with it.
func (h *Head) continues(b block) bool {
	prev, l := h.Lines[b.to-1], h.Lines[b.to]
	if prev.Style != l.Style && (prev.Style != "" || l.Style != "") {
		return false
	}
	switch {
	case h.Lines[b.from].isLabelled && phrase.HasLabel(l.Text) && !unfinished(prev.Text):
		return false
	case l.Kind == Date && dateLabel.MatchString(l.Text) && !unfinished(prev.Text), phrase.BeginsWithByline(l.Text) && !unfinished(prev.Text):
		return false
	case l.isLabelled, prev.isLabelled && h.laid && l.Y-prev.Y > 1.6*l.Size:
		return false
	case phrase.IsQuestions(h.text(b)) && (strings.HasSuffix(l.Text, "?") || h.laid && l.Size < 1.1*h.body):
		return false // the first question
	}
	if !h.laid {
		return h.alike(prev, l) && h.continuesText(prev, l, b)
	}
	if !h.alike(prev, l) || (prev.Bold != l.Bold || prev.Italic != l.Italic) && prev.Font != l.Font && !h.isPoster(prev, l) {
		return false
	}
	widest := 2.1
	if l.Kind == plain && l.Size > 1.15*h.body && prev.Font == l.Font && !h.personAt(b.to) {
		widest = 3.2 // title pages are set wide
	}
	if unfinished(prev.Text) && prev.Font == l.Font {
		widest = 3.2
	}
	leading := l.Y - prev.Y
	if leading > widest*max(l.Size, prev.H) || leading < 0 {
		return false
	}
	if b.to-b.from > 1 && leading > 1.8*(prev.Y-h.Lines[b.to-2].Y) && prev.Kind != plain && !unfinished(prev.Text) {
		return false // set apart from the institution above
	}
	if sameRow(prev.Line, l.Line) {
		return false
	}
	large := l.Size > 1.12*h.body
	if l.Font == prev.Font && b.to-b.from > 1 && prev.Kind == plain && h.evenly(b.to) && l.Kind == Banner && l.Size > 1.2*h.body {
		return true // the last word of a title, "Survey", may be a label elsewhere
	}
	if l.Size > 1.5*h.body && l.Font == prev.Font && l.Y-prev.Y < 1.6*l.Size && l.Kind != contact && l.Kind != closing && l.Kind != Byline && l.Kind != Names && !phrase.IsDegree(l.Text) && !phrase.IsSeriesLabel(l.Text) && !stamp.match(l.Text) {
		return true // one paragraph in large type
	}
	switch l.Kind {
	case plain:
		return true
	case Names:
		return large && l.Font == prev.Font && l.Size > 1.2*h.body && !h.listed(b.to) || unfinished(prev.Text)
	case Affiliation, Date, Others:
		return large || unfinished(prev.Text)
	case Banner:
		return unfinished(prev.Text) || l.Text == "&" || l.Text == "+"
	}
	return false
}

// isPoster reports whether two lines are set so large and close that they are one title, although in two weights of a font.
func (h *Head) isPoster(a, b line) bool {
	family := func(l line) string {
		name, _, _ := strings.Cut(l.Font, "-")
		return name
	}
	return a.Kind == plain && b.Kind == plain && b.Size > 2*h.body && b.Y-a.Y < 1.1*b.Size && family(a) == family(b) && aligned(a.Line, b.Line)
}

// startsInside reports whether a line begins with a preposition or the like, in small letters or
// in a line of capitals.
func startsInside(s string) bool {
	first, _, _ := strings.Cut(s, " ")
	lower := strings.ToLower(first)
	return (first == lower || s == strings.ToUpper(s)) && (phrase.FunctionWords[lower] || lineEnds[lower])
}

// evenly reports whether line i follows the two before it in the same type, at the same distance and edge.
func (h *Head) evenly(i int) bool {
	a, b, c := h.Lines[i-2], h.Lines[i-1], h.Lines[i]
	return a.Size == b.Size && b.Size == c.Size && math.Abs(c.Y-2*b.Y+a.Y) < 0.1*c.Size && c.Y-b.Y < 1.5*c.Size && aligned(b.Line, c.Line)
}

// listed reports whether a line is surely names: two persons and more.
func (h *Head) listed(i int) bool {
	n := 0
	for _, p := range h.words.People(h.Lines[i].Text) {
		if p.Score > 2 {
			n++
		}
	}
	return n > 1 || n == 1 && i+1 < len(h.Lines) && (h.Lines[i+1].Kind == Affiliation || h.Lines[i+1].Kind == contact)
}

// continuesText is continues for text without looks, where only words decide.
func (h *Head) continuesText(prev, l line, b block) bool {
	if unfinished(prev.Text) {
		return l.Kind != contact && l.Kind != closing
	}
	if l.Style == "title" && prev.Style == "title" && (l.Kind == plain || l.Kind == Affiliation) {
		return true
	}
	if l.Kind != plain {
		return false
	}
	if l.gap {
		return false
	}
	if textline.StartsLower(l.Text) {
		return true
	}
	return !h.nameBelow(b.to)
}

// nameBelow reports whether line i, just below what may be the title, is rather
// a name: every part of it is of two words or more that the text never writes
// small, and what follows is short, or no running text.
func (h *Head) nameBelow(i int) bool {
	list := h.words.People(h.Lines[i].Text)
	if n := len(list); n > 2 && !strings.Contains(list[n-1].Name, " ") {
		list = list[:n-1] // the line breaks off within a name
	}
	if first, rest, ok := strings.Cut(h.Lines[i].Text, ","); ok && len(list) > 0 && list[0].Score > 2.5 && !mixed(first) && mixed(rest) {
		return true // a person and an institution
	}
	for _, p := range list {
		if n := len(strings.Fields(p.Name)); p.Score < 0.4 || n < 2 || n > 4 {
			return false
		}
	}
	if len(list) == 0 {
		return false
	}
	if len(list) > 1 || i+1 >= len(h.Lines) {
		return true
	}
	next := h.Lines[i+1]
	return next.Kind != plain || next.gap || len(strings.Fields(next.Text)) < 5
}

// aligned reports whether two lines have the same left edge or the same middle.
func aligned(a, b content.Line) bool { return math.Abs(a.X-b.X) < slack || centred(a, b) }

// centred reports whether two lines have the same middle and not the same left edge.
func centred(a, b content.Line) bool {
	return math.Abs(a.X+a.W/2-b.X-b.W/2) < slack && math.Abs(a.X-b.X) > slack
}

// edged reports whether two lines have the same left or right edge or the same middle.
func edged(a, b content.Line) bool {
	return aligned(a, b) || math.Abs(a.X+a.W-b.X-b.W) < slack
}

// slack is how far lines that are aligned may be apart, in points.
const slack = 4

// personAt reports whether a line may be one person's name or more: no word
// that names never hold, and few words.
func (h *Head) personAt(i int) bool {
	if isWording(h.Lines[i].Text) {
		return false
	}
	for _, p := range h.words.People(h.Lines[i].Text) {
		if p.Score > -0.5 {
			return true
		}
	}
	return false
}

// isWording reports whether a line has a word in small letters that names never have: "of", "sand"; or, in a line of capitals, a
// word that none ever has.
func isWording(s string) bool {
	isCapital := s == strings.ToUpper(s)
	for w := range strings.FieldsSeq(s) {
		if isCapital && nameless[strings.ToLower(w)] {
			return true
		}
		if phrase.FunctionWords[w] && !phrase.Particles[w] && !conjunctions[w] || textline.StartsLower(w) && textline.Letters(w) > 3 && !phrase.Particles[w] {
			return true
		}
	}
	return false
}

// nameless are words that no name has in capitals, as "an" or "do" may be one.
var nameless = phrase.WordSet("of the for from to into with für über pour dans para")

// conjunctions join names, too.
var conjunctions = phrase.WordSet("und et")
