package docx

import (
	"strconv"
	"strings"

	"sluice/document/internal/draft"
	"sluice/document/internal/ooxml"
	"sluice/document/internal/sax"
	"sluice/document/internal/zipdoc"
)

// The limits of the definitions that are read. A real document has some hundreds.
const (
	maxLists  = 20_000
	maxLevels = 9 // of a list in Word
)

// numbering counts the lists of a Word document, and so finds for each of their
// paragraphs the label that a reader sees.
type numbering struct {
	lists map[string]*list     // by the id that paragraphs name
	kinds map[string]*listKind // the definitions behind them
}

// list is a use of a definition. Uses count on together, unless one starts
// again.
type list struct {
	kind   string
	starts map[int]int
	own    map[int]level // levels that it defines itself
	begun  bool
}

// listKind is the definition of a list, with the counts of its levels so far.
type listKind struct {
	levels [maxLevels]level
	counts [maxLevels]int
	begun  [maxLevels]bool
}

// level is how one level of a list counts and looks.
type level struct {
	start        int
	format, text string
	restart      int // the level, from 1, whose advance sets this one back; 0: any above, -1: none
	legal        bool
}

// readNumbering reads how a document counts. A document without lists has no
// such part.
func readNumbering(p *zipdoc.File, d *draft.Draft, rels map[string]ooxml.Relation) (*numbering, error) {
	n := &numbering{lists: map[string]*list{}, kinds: map[string]*listKind{}}
	r := &numberingReader{n: n}
	for _, rel := range ooxml.OfKind(rels, "numbering") {
		if err := p.Optional(d, rel.Target, sax.Handler{Start: r.start}); err != nil {
			return nil, err
		}
	}
	return n, nil
}

// numberingReader reads the definitions of lists; kind or list is the one that
// is open.
type numberingReader struct {
	n    *numbering
	kind *listKind
	list *list
	at   int
}

// start handles the beginning of an element.
func (r *numberingReader) start(name string, a sax.Attrs) bool {
	val := a.Get("val")
	number, _ := strconv.Atoi(val)
	switch name {
	case "Fallback":
		return false
	case "abstractNum":
		if r.kind, r.list = nil, nil; len(r.n.kinds) < maxLists {
			r.kind = &listKind{}
			r.n.kinds[a.Get("abstractNumId")] = r.kind
		}
	case "num":
		if r.kind, r.list = nil, nil; len(r.n.lists) < maxLists {
			r.list = &list{starts: map[int]int{}, own: map[int]level{}}
			r.n.lists[a.Get("numId")] = r.list
		}
	case "abstractNumId":
		if r.list != nil {
			r.list.kind = val
		}
	case "lvl", "lvlOverride":
		r.at, _ = strconv.Atoi(a.Get("ilvl"))
		if r.at < 0 || r.at >= maxLevels {
			return false
		}
		r.set(func(l *level) {
			if name == "lvl" {
				*l = level{format: "decimal"} // from 0, where no start is set
			}
		})
	case "startOverride":
		if r.list != nil {
			r.list.starts[r.at] = number
		}
	case "start":
		r.set(func(l *level) { l.start = number })
	case "numFmt":
		r.set(func(l *level) { l.format = val })
	case "lvlText":
		r.set(func(l *level) { l.text = val })
	case "isLgl":
		r.set(func(l *level) { l.legal = isOn(val) })
	case "lvlRestart":
		r.set(func(l *level) {
			if l.restart = number; number == 0 {
				l.restart = -1
			}
		})
	}
	return true
}

// set changes the level that is open, of a definition or of a list's own.
func (r *numberingReader) set(change func(*level)) {
	switch {
	case r.kind != nil:
		change(&r.kind.levels[r.at])
	case r.list != nil:
		l, has := r.list.own[r.at]
		before := l
		if change(&l); has || l != before {
			r.list.own[r.at] = l
		}
	}
}

// next counts a paragraph and returns its label: "2.1", "b)", "•"; "" where it
// has none.
func (n *numbering) next(id string, at int) string {
	l := n.lists[id]
	if l == nil || at < 0 || at >= maxLevels {
		return ""
	}
	k := n.kinds[l.kind]
	if k == nil {
		return ""
	}
	if !l.begun {
		l.begun = true
		for lower := range l.starts {
			if 0 <= lower && lower < maxLevels {
				k.begun[lower] = false
			}
		}
	}
	start := func(i int) int {
		if s, ok := l.starts[i]; ok {
			return s
		}
		return l.level(k, i).start
	}
	if k.begun[at] {
		k.counts[at]++
	} else {
		k.counts[at], k.begun[at] = start(at), true
	}
	// Word shows "1.1" also where no paragraph of the first level came before.
	for i := range at { // levels that were skipped count as begun
		if !k.begun[i] {
			k.counts[i], k.begun[i] = start(i), true
		}
	}
	for i := at + 1; i < maxLevels; i++ {
		if r := l.level(k, i).restart; r == 0 || r == at+1 {
			k.begun[i] = false
		}
	}
	here := l.level(k, at)
	if here.format == "bullet" {
		return "•"
	}
	return l.label(k, here, at)
}

// level returns level i of the list: its own definition, or that of its kind.
func (l *list) level(k *listKind, i int) level {
	if own, ok := l.own[i]; ok {
		return own
	}
	return k.levels[i]
}

// label writes the counts into the level's text: "%1.%2".
func (l *list) label(k *listKind, here level, deepest int) string {
	var b strings.Builder
	for i := 0; i < len(here.text); i++ {
		if here.text[i] != '%' || i+1 >= len(here.text) || here.text[i+1] < '1' || here.text[i+1] > '9' {
			b.WriteByte(here.text[i])
			continue
		}
		i++
		at := int(here.text[i] - '1')
		// A level below the paragraph's own has no count yet, and Word prints nothing for it.
		if at > deepest {
			continue
		}
		format := l.level(k, at).format
		if here.legal {
			format = "decimal"
		}
		b.WriteString(inFormat(format, k.counts[at]))
	}
	return strings.TrimSpace(b.String())
}

// inFormat writes a count the way that a format says; one that is not known
// counts in digits.
func inFormat(format string, n int) string {
	switch format {
	case "none":
		return ""
	case "lowerLetter":
		return strings.ToLower(letters(n))
	case "upperLetter":
		return letters(n)
	case "lowerRoman":
		return strings.ToLower(roman(n))
	case "upperRoman":
		return roman(n)
	case "decimalZero":
		if 0 <= n && n < 10 {
			return "0" + strconv.Itoa(n)
		}
	case "ordinal":
		return strconv.Itoa(n) + ordinalEnding(n)
	}
	return strconv.Itoa(n)
}

// letters counts A, B, … Z, AA, BB, … as Word does.
func letters(n int) string {
	// Word repeats the letter, unlike a spreadsheet: 27 is AA, 53 is AAA.
	if n < 1 || n > 26*20 {
		return strconv.Itoa(n)
	}
	return strings.Repeat(string(rune('A'+(n-1)%26)), (n-1)/26+1)
}

// roman returns n in Roman numerals, in digits where they end.
func roman(n int) string {
	if n < 1 || n > 3999 {
		return strconv.Itoa(n)
	}
	var b strings.Builder
	for _, d := range romanDigits {
		for ; n >= d.value; n -= d.value {
			b.WriteString(d.digits)
		}
	}
	return b.String()
}

// romanDigits are the digits from the greatest down, with those that subtract.
var romanDigits = []struct {
	value  int
	digits string
}{
	{1000, "M"}, {900, "CM"}, {500, "D"}, {400, "CD"}, {100, "C"}, {90, "XC"}, {50, "L"}, {40, "XL"}, {10, "X"}, {9, "IX"},
	{5, "V"}, {4, "IV"}, {1, "I"},
}

// ordinalEnding returns the English ending of an ordinal number: 1st, 2nd,
// 11th.
func ordinalEnding(n int) string {
	switch {
	case n%100 >= 11 && n%100 <= 13:
	case n%10 == 1:
		return "st"
	case n%10 == 2:
		return "nd"
	case n%10 == 3:
		return "rd"
	}
	return "th"
}
