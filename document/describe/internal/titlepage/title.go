package titlepage

import (
	"math"
	"regexp"
	"slices"
	"strings"

	"sluice/document/content"
	"sluice/document/describe/internal/phrase"
	"sluice/document/describe/internal/textline"
	"sluice/text"
)

// surest is how likely a title is at most by the page alone: the confidence grows when another source agrees.
const surest = 0.95

// Title finds the title of a head by the model of titles. It returns the title, how likely it is from 0 to 1, and the index behind its
// last line; an empty title if it is likeliest that the head has none. Page is the number of the page in the document, from 0.
func (h *Head) Title(elsewhere *Elsewhere, page int) (title string, probability float64, end int) {
	e := h.Evidence(elsewhere, page)
	p := titleModel().probabilities(e)
	h.weighCited(e, p)
	best := slices.Index(p, slices.Max(p))
	if best == len(e.Runs) {
		return "", 0, 0
	}
	best = h.namedElsewhere(e, best, elsewhere)
	best = h.inOwnScript(e, p, best)
	title, end = h.TitleOf(e.Runs[best])
	return title, min(p[best], surest), end
}

// namedElsewhere returns the end of the likeliest run if another source has it as the title. Where nothing is known of the layout, as in
// HTML, the likeliest run may begin with a menu. What stands behind the title may be its subtitle.
func (h *Head) namedElsewhere(e *Evidence, best int, elsewhere *Elsewhere) int {
	const least = 12 // letters
	whole := e.Runs[best]
	if h.laid || elsewhere == nil {
		return best
	}
	named := func(r Run) bool {
		title, _ := h.TitleOf(r)
		normal := text.NormalTitle(title)
		return len(normal) >= least && elsewhere.Titles[normal]
	}
	if named(whole) {
		return best
	}
	for i, r := range e.Runs {
		if whole.From < r.From && r.To == whole.To && named(r) {
			return i
		}
	}
	return best
}

// weighCited raises the probabilities of the runs by which other documents cite this one. The model was not taught by citations, and
// they are made by people who have read the title elsewhere: that a line of the head is one by chance is a hundred times rarer.
func (h *Head) weighCited(e *Evidence, p []float64) {
	const odds = 100
	if len(h.cited) == 0 {
		return
	}
	sum := 0.0
	for i := range p {
		if i < len(e.Runs) {
			if title, _ := h.TitleOf(e.Runs[i]); h.cited[text.NormalTitle(title)] {
				p[i] *= odds
			}
		}
		sum += p[i]
	}
	for i := range p {
		p[i] /= sum
	}
}

// sentence matches the end of a sentence and the beginning of another.
var sentence = regexp.MustCompile(`\p{Ll}{3}[.!?] +\p{Lu}\pL* \p{Ll}`)

// isProse reports whether lines hold at least three sentences: what is set small and without headings may look like a title else.
func isProse(s string) bool { return len(sentence.FindAllStringIndex(s, 2)) > 1 }

// TitleOf returns the title that a run of lines makes, and the index behind the last line that it is made of.
func (h *Head) TitleOf(r Run) (title string, end int) {
	b := h.withoutTranslation(h.withoutRepetition(block{r.From, r.To}))
	for b.to-b.from > 1 && versionNumber.MatchString(h.Lines[b.to-1].Text) {
		b.to--
	}
	return textline.CutAt(textline.TidyTitle(h.text(b)), textline.MaxTitle), b.to
}

// withoutRepetition removes from a title the same words printed again below it.
func (h *Head) withoutRepetition(b block) block {
	const least = 12 // letters
	for i := b.from + 1; i < b.to; i++ {
		if first := text.NormalTitle(h.text(block{b.from, i})); len(first) >= least && first == text.NormalTitle(h.text(block{i, b.to})) {
			return block{b.from, i}
		}
	}
	return b
}

// withoutTranslation removes from a title the lines that repeat it in another language. The two are about as long, and none ends in a
// colon or in a word that needs another.
func (h *Head) withoutTranslation(b block) block {
	best, least := b, len(h.text(b))/3
	for i := b.from + 1; i < b.to; i++ {
		first, second := block{from: b.from, to: i}, block{from: i, to: b.to}
		if more := len(h.text(first)) - len(h.text(second)); max(more, -more) < least && !endsInFunctionWord(h.Lines[i-1].Text) && !strings.HasSuffix(h.Lines[i-1].Text, ":") && h.repeats(first, second) {
			best, least = first, max(more, -more)
		}
	}
	return best
}

// reportWord matches the kind of a report in its name.
var reportWord = regexp.MustCompile(`(?i)\b(?:report|rapport|bericht|informe|relatório|relazione|verslag|assessment|review)\b|bericht\b`)

// statements matches the other name of a company's annual report.
var statements = regexp.MustCompile(`(?i)\bfinancial statements\b`)

// reportSeries matches the series of an institution's reports, which is no part of a title.
var reportSeries = regexp.MustCompile(`(?i)\b(?:(?:research|technical|tech|internal|working) report|rapport (?:de recherche|technique|interne)|(?:forschungs|arbeits)bericht|informe técnico|relatório técnico|technisch rapport)`)

// doctoralSchool matches the beginning of the name of a school by which French theses are defended. The names are long.
var doctoralSchool = regexp.MustCompile(`(?i)^[ée]cole doctorale `)

// spaced matches letters that are set apart, as in logos and ornaments.
var spaced = regexp.MustCompile(`^(?:\PZ\s+)+\PZ$`)

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

// isPoster reports whether two lines are set so large and close that they are one title, although in two weights of a font.
func (h *Head) isPoster(a, b line) bool {
	return a.Kind == plain && b.Kind == plain && b.Size > 2*h.body && b.Y-a.Y < 1.1*b.Size && family(a.Font) == family(b.Font) && aligned(a.Line, b.Line)
}

// startsInside reports whether a line begins with a preposition or the like, in small letters or
// in a line of capitals.
func startsInside(s string) bool {
	first, _, _ := strings.Cut(s, " ")
	lower := strings.ToLower(first)
	return (first == lower || s == strings.ToUpper(s)) && (phrase.FunctionWords[lower] || lineEnds[lower])
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
	const longest = 5 // letters of a name in Chinese or Japanese, without a space
	for w := range strings.FieldsSeq(s) {
		if ideographsOf(w) > longest {
			return true
		}
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

// sectionNumber matches the number of a section before its heading.
var sectionNumber = regexp.MustCompile(`^\d{1,2}(?:\.\d{1,2})*\.? +\p{Lu}`)

// block is lines of a head that belong together by their looks, a title or a part of it.
type block struct {
	from, to int // lines[from:to]
}

// text returns the lines of a block as one title.
func (h *Head) text(b block) string {
	var parts []string
	for _, l := range h.Lines[b.from:b.to] {
		parts = append(parts, l.Text)
	}
	for i := range parts[:len(parts)-1] {
		parts[i] = strings.TrimRight(parts[i], textline.Marks+"¹ ") // marks of footnotes behind the title, before its subtitle
	}
	return joinTitle(parts)
}

// joinTitle joins a title's lines. A hyphen at a line's end stays: in titles it
// is rather a compound's than a syllable's.
func joinTitle(parts []string) string {
	s := ""
	for _, p := range parts {
		if strings.HasSuffix(s, "-") && !strings.HasSuffix(s, " -") && len(s) > 1 {
			s += p
		} else if textline.IsUnspaced(s, p) {
			s += p
		} else {
			s += " " + p
		}
	}
	return textline.WithoutLayoutSpaces(strings.TrimSpace(s))
}
