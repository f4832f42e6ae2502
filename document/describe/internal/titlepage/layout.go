package titlepage

import (
	"cmp"
	"math"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"sluice/document/content"
	"sluice/document/describe/internal/person"
	"sluice/document/describe/internal/phrase"
	"sluice/document/describe/internal/textline"
)

// HeadOf returns the head of one of the first pages. It has no lines if there is no
// such page.
func HeadOf(d *content.Document, page int, x person.Lexicon) Head {
	if laidOut(d) {
		if h := laidHead(d, page, x); !h.rough || strings.TrimSpace(d.Page(page)) == "" {
			return h
		}
	}
	return textHead(d, page, x)
}

// laidOut reports whether the lines have positions.
func laidOut(d *content.Document) bool {
	n := 0
	for _, l := range d.Lines[:min(len(d.Lines), 50)] {
		if l.H > 0 {
			n++
		}
	}
	return n > 3 || n > 0 && n == len(d.Lines)
}

// laidHead returns the head of a page whose lines have positions. If most sizes
// of type are missing they are estimated from the lines' heights.
func laidHead(d *content.Document, page int, x person.Lexicon) Head {
	h := Head{body: BodySize(d.Lines), height: cmp.Or(d.Height, 800), laid: true, script: scriptOf(d.Text[:min(len(d.Text), repeatedText)]), words: x}
	guessed := 0
	heads := newRunningHeads(d, page)
	for _, l := range d.Lines {
		if l.Page == page && upright(l) && len(h.Lines) < 4*headLines {
			if l.Text = textline.Clean(h.withCommas(l.Text), 1000); l.Text == "" || strings.Trim(l.Text, "·•. ") == "" {
				continue // nothing, or dots of a drawing
			}
			if l.Size < minSize {
				l.Size = 0.75 * l.H
				guessed++
			}
			running := heads.pages(l)
			l.Text = capitalized(l)
			h.Lines = append(h.Lines, line{Line: l, running: running})
		}
	}
	h.rough = guessed > len(h.Lines)/2
	h.Lines = h.labelled(withJoinedNames(withoutLineNumbers(h.rows(withoutMarginText(h.Lines)))))
	all := h.Lines
	h.end()
	h.rest = all[len(h.Lines):]
	return h
}

// columns matches the white between the columns of a line.
var columns = regexp.MustCompile(` {2,}`)

// withCommas returns a line with commas between names that only wide gaps part: "Jane Roe  Karl Stein".
func (h *Head) withCommas(s string) string {
	names := columns.Split(strings.TrimSpace(s), -1)
	for _, name := range names {
		if len(names) < 2 || !strings.Contains(name, " ") || len(h.sure(name)) != 1 {
			return s
		}
	}
	return strings.Join(names, ", ")
}

// smallCapitals matches the name of a font whose small letters look like capitals.
var smallCapitals = regexp.MustCompile(`(?i)(?:-|\b|[a-z])(?:SC|Caps|SmallCaps)$`)

// capitalized returns the text of a line; of a name in small capitals that was typed in small letters, with capitals.
func capitalized(l content.Line) string {
	words := strings.Fields(l.Text)
	if len(words) < 2 || len(words) > 4 || !smallCapitals.MatchString(l.Font) || l.Text != strings.ToLower(l.Text) || !person.OpensName(words[0]) {
		return l.Text
	}
	for i, w := range words {
		r, n := utf8.DecodeRuneInString(w)
		words[i] = string(unicode.ToUpper(r)) + w[n:]
	}
	return strings.Join(words, " ")
}

// labelled marks the line behind a label such as "Title:", or "RE:" in a memorandum, and drops the
// label. The title may stand on the label's line or the next.
func (h *Head) labelled(lines []line) []line {
	for i := 0; i < min(len(lines), headLines); i++ {
		rest, ok := phrase.AfterTitleLabel(lines[i].Text)
		if ok && phrase.IsProjectLabel(lines[i].Text) && slices.ContainsFunc(lines[i+1:], func(l line) bool { _, more := phrase.AfterTitleLabel(l.Text); return more }) {
			continue // the title of the report itself follows
		}
		if subject, is := phrase.AfterSubjectLabel(lines[i].Text); is && h.isMemo(lines, i) {
			rest, ok = subject, true
		}
		switch {
		case ok && textline.Letters(rest) > 3:
			lines[i].Text, lines[i].isLabelled = rest, true
			return lines
		case ok && rest == "" && i+1 < len(lines):
			lines[i+1].isLabelled = true
			return slices.Delete(lines, i, i+1)
		}
	}
	return lines
}

// isMemo reports whether the subject on line i is the title: the document says near it whom it is to or
// from, and has no title in large type above.
func (h *Head) isMemo(lines []line, i int) bool {
	const near = 6 // lines
	for _, l := range lines[:i] {
		if h.laid && l.Size > 1.3*h.body {
			return false
		}
	}
	return slices.ContainsFunc(lines[max(0, i-near):min(len(lines), i+near)], func(l line) bool { return phrase.IsCorrespondent(l.Text) })
}

// minSize is the smallest size of type, in points. A smaller one is wrong, as of
// fonts that are drawn as pictures, and estimated from the height of the line.
const minSize = 3

// upright reports whether a line is horizontal and on the page. Stamps of archives
// run up the margin.
func upright(l content.Line) bool {
	n := utf8.RuneCountInString(l.Text)
	return !(n > 3 && l.W > 0 && l.H > 2.5*l.W) && l.X > -50 && l.Y > -50
}

// BodySize returns the size that most letters have.
func BodySize(lines []content.Line) float64 {
	weight := map[int]int{}
	for _, l := range lines {
		if l.Size < minSize && l.H > 0 {
			l.Size = 0.75 * l.H
		}
		if len(l.Text) > 20 {
			weight[int(math.Round(l.Size*2))] += len(l.Text)
		}
	}
	best, most := 0, 0
	for size, n := range weight {
		if n > most || n == most && size < best {
			best, most = size, n
		}
	}
	return float64(best) / 2
}

// end finds the kinds of the lines and cuts them off where the running text
// begins.
func (h *Head) end() {
	for i := range h.Lines {
		h.kinds(i + 1)
		if i == 0 || i < headLines && !h.ends(i) {
			continue
		}
		h.Lines = h.Lines[:i]
		break
	}
	h.brokenNames()
	h.persons()
	h.invertedNames()
	h.besideNames()
	h.mastheads()
	h.others()
}

// brokenNames joins a family name that stands alone to the given names in the line above it, in narrow columns.
func (h *Head) brokenNames() {
	if !h.laid {
		return
	}
	for i := 0; i < len(h.Lines); i++ {
		l := h.Lines[i]
		given := strings.Fields(person.Bare(l.Text))
		if len(given) == 0 || len(given) > 3 || l.Kind == closing || l.Kind == Byline || !areGiven(given) {
			continue
		}
		for j := i + 1; j < len(h.Lines) && h.Lines[j].Y-l.Y < 1.4*l.Size; j++ {
			next := h.Lines[j]
			family := strings.TrimRight(next.Text, textline.Marks+" ,")
			if len(given) > 1 && (family == strings.ToUpper(family) || !centred(l.Line, next.Line)) {
				continue // an institution, "Jane Roe" and "MIT", or one name a line
			}
			if next.Font == l.Font && h.alike(l, next) && next.Y > l.Y+0.5*l.Size && aligned(l.Line, next.Line) && h.words.FamilyName(family) && next.Kind != closing && next.Kind != Others {
				h.Lines[i].Text = strings.Join(given, " ") + " " + next.Text
				h.Lines[i].W = max(l.W, next.W)
				h.Lines[i].Kind = KindOf(h.words, h.Lines[i].Text)
				h.Lines = slices.Delete(h.Lines, j, j+1)
				h.classified--
				break
			}
		}
	}
}

// areGiven reports whether words end with given names, but for one at most.
func areGiven(words []string) bool {
	n := 0
	for _, w := range words {
		if person.OpensName(w) {
			n++
		}
	}
	last := words[len(words)-1]
	return n >= max(1, len(words)-1) && person.OpensName(last) && !person.Initials.MatchString(last)
}

// others marks the names under a heading of people who did not write the work:
// "Supervisors:", "Committee".
func (h *Head) others() {
	largest := 0.0
	for _, l := range h.Lines {
		largest = max(largest, l.Size)
	}
	under := map[int]bool{} // lines under a heading
	for i, heading := range h.Lines {
		if heading.Kind != Others || under[i] || h.laid && heading.Size > 1.5*h.body && heading.Size > 0.8*largest || len(h.sure(phrase.OthersMark.ReplaceAllString(heading.Text, ""))) > 0 {
			continue
		}
		if Organised(phrase.OthersMark.ReplaceAllString(heading.Text, "")) {
			continue // an institution on the same line: "Led by the University of Sandport"
		}
		if h.isRoleOf(i) {
			h.Lines[i-1].Kind = Others
			continue
		}
		column := heading.Line
		for j := i + 1; j < len(h.Lines) && h.Lines[j].Kind != closing; j++ {
			l := &h.Lines[j]
			if h.laid && j == i+1 && sameRow(heading.Line, l.Line) && l.Kind != Byline {
				column = l.Line // a table: the heading on the left, the names on the right
			}
			if h.laid && (l.X > column.X+column.W || column.X > l.X+l.W) {
				if column != heading.Line && column.X > l.X && l.Kind != Names && !h.personAt(j) && l.Y > column.Y+column.H/2 {
					break // the next heading of the table
				}
				continue // another column
			}
			if l.Kind == Byline || !h.laid && l.Kind != Names || h.laid && l.Size > 1.25*heading.Size && textline.Letters(l.Text) > 8 {
				break // the title follows, perhaps
			}
			if l.Kind == Names || l.Kind == plain && h.personAt(j) || h.laid && j == i+1 && sameRow(heading.Line, l.Line) {
				l.Kind, under[j] = Others, true
			}
		}
	}
}

// isRoleOf reports whether line i, which has no colon, says what the person on the line above it is: "Jane Roe" and "Supervisor",
// nearer to it than to the line below, as where people sign.
func (h *Head) isRoleOf(i int) bool {
	l := h.Lines[i]
	if !h.laid {
		return i > 0 && h.Lines[i-1].Kind == Names && (i+1 == len(h.Lines) || h.Lines[i+1].Kind != Names && !h.personAt(i+1)) && textline.Letters(phrase.OthersMark.ReplaceAllString(l.Text, "")) == 0 && !strings.HasSuffix(l.Text, ":")
	}
	if i == 0 || strings.HasSuffix(l.Text, ":") || textline.Letters(phrase.OthersMark.ReplaceAllString(l.Text, "")) > 0 || !centred(h.Lines[i-1].Line, l.Line) || h.Lines[i-1].Kind != Names && !h.personAt(i-1) {
		return false
	}
	above := l.Y - h.Lines[i-1].Y
	return above < 2.5*l.Size && (i+1 == len(h.Lines) || h.Lines[i+1].Y-l.Y > 1.3*above)
}

// mastheads marks a journal's name that is broken over two lines.
func (h *Head) mastheads() {
	for i := 0; i+1 < len(h.Lines); i++ {
		l, next := &h.Lines[i], &h.Lines[i+1]
		if h.laid && masthead.MatchString(l.Text) && unfinished(l.Text) && next.Size >= l.Size && len(strings.Fields(next.Text)) < 4 && aligned(l.Line, next.Line) {
			l.Kind, next.Kind = Banner, Banner
			l.isMasthead, next.isMasthead = true, true
		}
	}
}

// kinds finds the kinds of the lines before line n. Kinds are found as they are
// needed: the head mostly ends long before the page does.
func (h *Head) kinds(n int) {
	for ; h.classified < min(n, len(h.Lines)); h.classified++ {
		h.Lines[h.classified].Kind = KindOf(h.words, h.Lines[h.classified].Text)
	}
}

// ends reports whether the running text begins with line i.
func (h *Head) ends(i int) bool {
	return (h.Lines[i].Kind == closing || h.prose(i)) && h.titled(i) && !h.surpassed(i)
}

// surpassed reports whether a line behind line i is set so much larger than it and all
// before it that what precedes it is no title: an epigraph, a notice.
func (h *Head) surpassed(i int) bool {
	if !h.laid || h.rough {
		return false
	}
	largest := h.body
	for _, l := range h.Lines[:i+1] {
		largest = max(largest, l.Size)
	}
	return slices.ContainsFunc(h.Lines[i:], func(l line) bool { return l.Size > 1.4*largest && textline.Letters(l.Text) > 4 })
}

// persons marks lines that may be names as names when what follows them says
// so: an address or an institution.
func (h *Head) persons() {
	for i := 1; i < len(h.Lines); i++ {
		if prev, l := h.Lines[i-1], &h.Lines[i]; prev.Kind == Byline && l.Kind == plain && len(strings.Fields(prev.Text)) < 3 && !h.alike(prev, *l) && h.isName(l.Text) {
			l.Kind = Names
		}
	}
	for i := 1; i+1 < len(h.Lines); i++ {
		if next := h.Lines[i+1].Kind; h.Lines[i].Kind != plain || next != Affiliation && next != contact && next != Names {
			continue
		}
		if unfinished(h.Lines[i-1].Text) || textline.StartsLower(h.Lines[i].Text) || h.Lines[i-1].Kind == plain && !h.apart(i) {
			continue
		}
		all := true
		list := h.words.People(h.Lines[i].Text)
		for _, p := range list {
			all = all && p.Score > 0.2
		}
		if all && len(list) > 0 {
			h.Lines[i].Kind = Names
		}
	}
}

// isName reports whether a line may be one name of two words to four and is nothing else.
func (h *Head) isName(s string) bool {
	const doubtful = -2
	list := h.words.People(s)
	n := len(strings.Fields(s))
	return len(list) == 1 && list[0].Score > doubtful && n > 1 && n < 5
}

// apart reports whether line i differs in looks from the one before it, or
// is separated from it.
func (h *Head) apart(i int) bool {
	prev, l := h.Lines[i-1], h.Lines[i]
	return l.gap || h.laid && (!h.alike(prev, l) || prev.Font != l.Font || prev.Bold != l.Bold)
}

// titled reports whether something before line i can be a title, so that line i
// may end the head.
func (h *Head) titled(i int) bool {
	for _, l := range h.Lines[:i] {
		if (l.Kind == plain || l.Kind == Names) && textline.Letters(l.Text) > 5 {
			return true
		}
	}
	return false
}

// prose reports whether line i begins a paragraph of running text: three lines
// of body size, long, mostly in lower case; or one line that is a paragraph.
func (h *Head) prose(i int) bool {
	if !h.laid && textline.IsProse(h.Lines[i].Text) {
		return true // the whole paragraph is one line
	}
	n, capitals := 0, 0.0
	for j := i; j < min(len(h.Lines), i+8) && n < 3; j++ {
		l := h.Lines[j]
		if h.laid && n > 0 && sameRow(l.Line, h.Lines[j-1].Line) {
			continue // the other column
		}
		share := textline.Capitals(l.Text)
		if h.laid && l.Size > 1.15*h.body || len(l.Text) < 38 || share > 0.42 && (n == 0 || !h.laid) || share > 0.6 {
			return false
		}
		capitals += share
		if h.kinds(j + 1); h.Lines[j].Kind == Affiliation || h.Lines[j].Kind == contact || h.Lines[j].Kind == Names {
			return false
		}
		if n > 0 && !h.laid && l.gap {
			return false
		}
		n++
	}
	return n == 3 && capitals < 3*0.42
}
