package titlepage

import (
	"strings"

	"sluice/document/describe/internal/textline"
	"sluice/internal/lazyregexp"
	"sluice/text"
)

// titleText makes titles of the lines of a head.
type titleText struct {
	lines []line
	names nameFinder
}

// of returns the title that a run of lines makes, and the index behind the last line that it is made of.
func (t titleText) of(r Run) (title string, end int) {
	b := t.withoutTranslation(t.withoutRepetition(block{r.From, r.To}))
	for b.to-b.from > 1 && versionNumber.MatchString(t.lines[b.to-1].Text) {
		b.to--
	}
	return textline.CutAt(textline.TidyTitle(t.text(b)), textline.MaxTitle), b.to
}

// withoutRepetition removes from a title the same words printed again below it.
func (t titleText) withoutRepetition(b block) block {
	const least = 12 // letters
	for i := b.from + 1; i < b.to; i++ {
		if first := text.NormalTitle(t.text(block{b.from, i})); len(first) >= least && first == text.NormalTitle(t.text(block{i, b.to})) {
			return block{b.from, i}
		}
	}
	return b
}

// withoutTranslation removes from a title the lines that repeat it in another language. The two are about as long, and none ends in a
// colon or in a word that needs another.
func (t titleText) withoutTranslation(b block) block {
	best, least := b, len(t.text(b))/3
	for i := b.from + 1; i < b.to; i++ {
		first, second := block{from: b.from, to: i}, block{from: i, to: b.to}
		if more := len(t.text(first)) - len(t.text(second)); max(more, -more) < least && !endsInFunctionWord(t.lines[i-1].Text) && !strings.HasSuffix(t.lines[i-1].Text, ":") && t.repeats(first, second) {
			best, least = first, max(more, -more)
		}
	}
	return best
}

// repeats reports whether the lines behind a title are surely the same title in another language.
func (t titleText) repeats(title, second block) bool {
	a, b := t.text(title), t.text(second)
	return areScripts(a, b) || isTranslation(a, b) || t.isForeign(a, b) || isEnglish(a) && isAccented(b) || isAccented(a) && isEnglish(b)
}

// isForeign reports whether the document uses most words of a title and none of those behind it, or the other way round, and not both are
// English: one of them is in a language that the document is not in. A subtitle may have no word that the text writes small.
func (t titleText) isForeign(title, subtitle string) bool {
	const least = 3 // words
	used, all := t.names.Used(title)
	usedBehind, allBehind := t.names.Used(subtitle)
	if all < least || allBehind < least || onlyEnglish(title) && onlyEnglish(subtitle) {
		return false
	}
	return usedBehind == 0 && 2*used >= all || used == 0 && 2*usedBehind >= allBehind
}

// block is lines of a head that belong together by their looks, a title or a part of it.
type block struct {
	from, to int // lines[from:to]
}

// text returns the lines of a block as one title.
func (t titleText) text(b block) string {
	var parts []string
	for _, l := range t.lines[b.from:b.to] {
		parts = append(parts, l.Text)
	}
	for i := range parts[:len(parts)-1] {
		parts[i] = strings.TrimRight(parts[i], textline.Marks+"¹ ") // marks of footnotes behind the title, before its subtitle
	}
	return joinTitle(parts)
}

// joinTitle joins a title's lines. A hyphen at a line's end stays: in titles it
// is rather a compound's than a syllable's. A dash that ends a line and begins the
// next is one dash.
func joinTitle(parts []string) string {
	s := ""
	for _, p := range parts {
		for _, dash := range [...]string{"–", "—"} {
			if strings.HasSuffix(s, " "+dash) {
				p = strings.TrimPrefix(p, dash+" ")
			}
		}
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

// sentence matches the end of a sentence and the beginning of another.
var sentence = lazyregexp.New(`\p{Ll}{3}[.!?] +\p{Lu}\pL* \p{Ll}`)

// isProse reports whether lines hold at least three sentences: what is set small and without headings may look like a title else.
func isProse(s string) bool { return len(sentence.FindAllStringIndex(s, 2)) > 1 }
