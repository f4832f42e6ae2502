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
	best = h.subtitle(h.reportName(best))
	text = textline.CutAt(textline.TidyTitle(h.text(best)), textline.MaxTitle)
	confidence = 0.5 + 0.4*min(1, max(0, best.score-second)/3)
	if !h.laid {
		confidence -= 0.1
	}
	return text, confidence, best.to
}

// reportName adds to a title the line above it that says which report it is, in
// type as large: "Monitoring Committee Progress Report #1".
func (h *Head) reportName(b block) block {
	if !h.laid || b.from == 0 {
		return b
	}
	l, first := h.Lines[b.from-1], h.Lines[b.from]
	if l.Size >= 0.95*first.Size && l.Size > 1.3*h.body && first.Y-l.Y < 3.5*l.Size && aligned(l.Line, first.Line) && len(strings.Fields(l.Text)) > 2 &&
		reportWord.MatchString(l.Text) && !reportSeries.MatchString(l.Text) && !phrase.IsSeriesLabel(l.Text) && !stamp.match(l.Text) && l.Kind != contact && l.Kind != closing {
		b.from--
	}
	return b
}

// reportWord matches the kind of a report in its name.
var reportWord = regexp.MustCompile(`(?i)\b(?:report|rapport|bericht|informe|relatório|relazione|verslag|assessment|review)\b|bericht\b`)

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

// Label returns the first line that is a label of one word, "Perspectives", and the index behind it: the
// title of a document that has no other.
func (h *Head) Label() (text string, confidence float64, end int) {
	for i, l := range h.Lines {
		if phrase.IsSeriesLabel(l.Text) && len(strings.Fields(l.Text)) == 1 {
			return textline.TidyTitle(l.Text), 0.4, i + 1
		}
	}
	return "", 0, 0
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
	if spaced.MatchString(h.Lines[i].Text) || h.Lines[i].isMasthead || phrase.IsDegree(h.Lines[i].Text) || phrase.IsSeriesLabel(h.Lines[i].Text) {
		return false
	}
	switch h.Lines[i].Kind {
	case plain, Names, Affiliation:
		return textline.Letters(h.Lines[i].Text) > 1
	case Banner, Others, Date:
		return h.Lines[i].Style == "title" || h.laid && h.Lines[i].Size > 1.35*h.body && textline.Letters(h.Lines[i].Text) > 8 && !stamp.match(h.Lines[i].Text)
	case closing:
		return false
	}
	return false
}

// spaced matches letters that are set apart, as in logos and ornaments.
var spaced = regexp.MustCompile(`^(?:\PZ\s+)+\PZ$`)

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
	if !h.laid {
		return h.goesOn(prev, l, b)
	}
	if !h.alike(prev, l) || (prev.Bold != l.Bold || prev.Italic != l.Italic) && prev.Font != l.Font {
		return false
	}
	widest := 2.1
	if l.Kind == plain && l.Size > 1.15*h.body && prev.Font == l.Font && !h.personAt(b.to) {
		widest = 3.2 // title pages are set wide
	}
	if unfinished(prev.Text) && prev.Font == l.Font {
		widest = 3.2
	}
	if leading := l.Y - prev.Y; leading > widest*max(l.Size, prev.H) || leading < 0 {
		return false
	}
	if sameRow(prev.Line, l.Line) {
		return false
	}
	large := l.Size > 1.12*h.body
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
		return unfinished(prev.Text)
	}
	return false
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

// goesOn is continues for text without looks, where only words decide.
func (h *Head) goesOn(prev, l line, b block) bool {
	if unfinished(prev.Text) {
		return l.Kind != contact && l.Kind != closing
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

// subtitle adds to a title the lines behind it that are a subtitle: set larger
// than the text or between dashes, and no names.
func (h *Head) subtitle(b block) block {
	for b.to < len(h.Lines) && b.to-b.from < 10 {
		l, prev := h.Lines[b.to], h.Lines[b.to-1]
		text := strings.TrimSpace(l.Text)
		dashed := strings.HasPrefix(text, "—") || strings.HasPrefix(text, "– ") || strings.HasPrefix(text, "- ") || strings.HasPrefix(text, "--")
		colon := strings.HasSuffix(strings.TrimSpace(prev.Text), ":")
		near := !h.laid || l.Y-prev.Y < 2.6*max(prev.H, prev.Size)
		larger := h.laid && l.Size > 1.1*h.body && l.Size < prev.Size && l.Kind == plain && near && textline.Letters(text) > 8 && !h.personAt(b.to)
		styled := l.Style == "subtitle"
		if l.Kind == contact || l.Kind == closing || l.Kind == Byline || strings.HasPrefix(text, "(") && !h.between(b) || !(dashed && textline.Letters(text) > 3 || colon && near || larger || styled || h.between(b)) {
			break
		}
		b.to++
	}
	return b
}

// between reports whether the line behind a title can be nothing but a
// subtitle: it is aligned with the title, and persons follow it.
func (h *Head) between(b block) bool {
	if !h.laid || b.to+1 >= len(h.Lines) {
		return false
	}
	prev, l, next := h.Lines[b.to-1], h.Lines[b.to], h.Lines[b.to+1]
	isPhrase := centred(prev.Line, l.Line) && textline.Capitals(l.Text) < 0.6 && !textline.EndsSentence(l.Text) && len(strings.Fields(l.Text)) > 3 && (next.gap || next.Kind != plain) && l.Size >= h.body
	return l.Kind == plain && (isPhrase || next.Kind == Names || next.Kind == Byline) && aligned(prev.Line, l.Line) && l.Y-prev.Y < 2.6*max(prev.H, prev.Size) && !sameRow(prev.Line, l.Line) &&
		(isPhrase || l.Font != next.Font || !h.alike(l, next)) && textline.Letters(l.Text) > 8 && !phrase.IsNoise(strings.Trim(l.Text, " ()")) && !h.personAt(b.to)
}

// aligned reports whether two lines have the same left edge or the same middle.
func aligned(a, b content.Line) bool { return math.Abs(a.X-b.X) < slack || centred(a, b) }

// centred reports whether two lines have the same middle and not the same left edge.
func centred(a, b content.Line) bool {
	return math.Abs(a.X+a.W/2-b.X-b.W/2) < slack && math.Abs(a.X-b.X) > slack
}

// slack is how far lines that are aligned may be apart, in points.
const slack = 4

// personAt reports whether a line may be one person's name or more: no word
// that names never hold, and few words.
func (h *Head) personAt(i int) bool {
	for _, p := range h.words.People(h.Lines[i].Text) {
		if p.Score > -0.5 {
			return true
		}
	}
	return false
}
