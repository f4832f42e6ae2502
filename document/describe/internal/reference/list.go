package reference

import (
	"regexp"
	"slices"
	"strings"

	"sluice/document/content"
	"sluice/document/describe/internal/phrase"
	"sluice/document/describe/internal/textline"
)

// The most of references that is read.
const (
	maxReferences    = 2000
	maxReference     = 1500      // bytes of one
	maxReferenceText = 600 << 10 // bytes of the section
	maxLines         = 30        // of one
)

// Headings that begin the section of references in several languages, those that may also begin
// another section, and those that end it.
var (
	referencesHeading = regexp.MustCompile(`^(?i)` + sectionNumber + `(?:r\s?e\s?f\s?e\s?r\s?e\s?n\s?c\s?e\s?s(?: and notes| cited| and further reading)?|(?:selected|list of|notes and|bibliographic(?:al)?|cited) references|reference list|(?:(?:selected?|annotated) )?b\s?i\s?b\s?l\s?i\s?o\s?g\s?r\s?a\s?p\s?h\s?y|works cited|literature(?: cited)?|cited literature|` +
		`(?:verwendete |zitierte )?literatur(?:verzeichnis|angaben|liste)?|quellenverzeichnis|(?:quellen|literatur)- und (?:literatur|quellen)verzeichnis|` +
		`(?:liste des )?références(?: (?:bibliographiques|citées|et notes))?|bibliographie|ouvrages cités|` +
		`bibliografía|(?:lista de )?referencias(?: bibliográficas)?|(?:lista de )?referências(?: bibliográficas)?|bibliografia|riferimenti(?: bibliografici)?|literatura(?: citada)?|` +
		`referenties|(?:geraadpleegde )?literatuur(?:lijst|opgave)?|bronvermelding|bronnenlijst|referenser|referenslista|litteratur(?:förteckning|liste)?|källförteckning|referanser|kildeliste|` +
		`lähteet|lähdeluettelo|kaynakça|kaynaklar|irodalomjegyzék|(?:použitá |seznam )literatur[ay]|piśmiennictwo|список литературы|литература|(?:список )?використан\p{L}+ літератур\p{L}+|参考文献|參考文獻|引用文献)\s*[.:]?$`)
	sourcesHeading = regexp.MustCompile(`^(?i)` + sectionNumber + `(?:citations|sources(?: cited)?|works consulted|quellen|sources et bibliographie|obras citadas|fuentes|fontes|bronnen|källor|kilder|fonti)\s*[.:]?$`)
	referencesEnd  = regexp.MustCompile(`^(?i)(?:appendix|appendices|annex|anhang|annexe|anexo|apéndice|apêndice|appendice|bijlage|supplementary|supplemental|supporting information|about the authors?|author biograph|biograph(?:y|ies|ical)|curriculum vitae|index$|vita$|acknowledge?ments?$|[A-H]\.?\d?\s+(?:proofs?|appendix|additional|details|omitted|supplement)|figures?$|tables?$|list of publications|publications$)`)
)

// sectionNumber is what may stand before the words of a heading.
const sectionNumber = `(?:(?:chapter |appendix )?(?:\d{1,2}(?:\.\d)?|[A-Z]|[IVX]{1,5})[.:]?\s+)?`

// IsHeading reports whether a line is the heading of a list of references.
func IsHeading(l string) bool {
	return len(l) < 90 && mayHeadReferences(l) && strings.ToLower(l) != l && referencesHeading.MatchString(textline.Clean(l, 100))
}

// List finds the list of references and splits it.
func List(d *content.Document) []content.Reference {
	text := d.Text
	if n := len(text); n > 4*maxReferenceText {
		// Only the end of a long text is searched, where the list is; the cut may split a
		// character.
		text = strings.ToValidUTF8(text[n-4*maxReferenceText:], "")
	}
	pages := strings.Split(text, "\f")
	repeated := textline.RunningHeads(pages)
	// A heading that other sections have, too, and a list without a heading count if they lead to
	// several references.
	if list := read(referenceLines(pages, repeated, referencesHeading)); len(list) > 0 {
		return list
	}
	if list := read(referenceLines(pages, repeated, sourcesHeading)); len(list) >= leastReferences {
		return list
	}
	if list := read(numberedTail(pages, repeated)); len(list) >= leastReferences && 2*dated(list) >= len(list) {
		return list
	}
	return nil
}

// dated returns how many references have a year.
func dated(list []content.Reference) int {
	n := 0
	for _, r := range list {
		if r.Year > 0 {
			n++
		}
	}
	return n
}

// leastReferences are evidence that lines are a list of references, whatever stands above them.
const leastReferences = 4

// read splits lines into references and parses them.
func read(lines []string) []content.Reference {
	var list []content.Reference
	var before []string // the authors of the one before
	all, marked := split(lines)
	for _, raw := range all {
		if len(list) == maxReferences {
			break
		}
		if r, ok := parse(raw, before); ok {
			list = append(list, r)
			before = r.Authors
		}
	}
	// Many lines without a mark, and hardly a reference among them, are not a list of references,
	// nor are several items without a year.
	if len(list) < 2 && len(lines) > 8 && !marked || len(list) > leastReferences && dated(list) == 0 {
		return nil
	}
	return list
}

// numberedTail are the lines from the last that begins with the mark [1] on, if that is in the second
// half of the text. The numbered paragraphs of a judgment begin with it further in front.
func numberedTail(pages []string, repeated map[string]bool) []string {
	var lines []string
	size, begin := 0, 0 // bytes up to here, and up to the list
	for _, p := range pages {
		for l := range strings.SplitSeq(p, "\n") {
			size += len(l) + 1
			l = textline.Clean(l, 4000)
			if m := bracketStart.FindStringSubmatch(l); m != nil && m[1] == "1" {
				lines, begin = lines[:0], size
			} else if len(lines) == 0 {
				continue
			}
			if !isFurniture(l, repeated) {
				lines = append(lines, l)
			}
		}
	}
	if 2*begin < size || len(lines) == 0 || len(numbered(lines, bracketStart)) < leastReferences {
		return nil
	}
	return lines
}

// isFurniture reports whether a line belongs to the page and not to the list: a running head, the
// page's number, or a footnote that is an address.
func isFurniture(l string, repeated map[string]bool) bool {
	return repeated[textline.WithoutDigits(l)] || textline.PageNumber.MatchString(l) || footnote.MatchString(l)
}

var footnote = regexp.MustCompile(`^\d{1,2}\s?(?:https?://|www\.)\S+$`)

// referenceLines are the lines of the last section of references with such a heading, without
// running heads and page numbers. Pages are separated by an empty line.
func referenceLines(pages []string, repeated map[string]bool, heading *regexp.Regexp) []string {
	var lines []string
	found := false
	size, headed := 0, 0 // bytes of the section, and its last page that has the heading or repeats it
	for number, p := range pages {
		top := true // nothing but the page's number came before
		if found && len(lines) > 0 && lines[len(lines)-1] != "" {
			lines = append(lines, "")
		}
		for l := range strings.SplitSeq(p, "\n") {
			first := top
			top = top && (len(l) < 20 && (strings.TrimSpace(l) == "" || textline.PageNumber.MatchString(strings.TrimSpace(l))))
			if !found && (len(l) > 90 || !mayHeadReferences(l)) {
				continue
			}
			indent := len(l) - len(strings.TrimLeft(l, " "))
			l = textline.Clean(l, 4000)
			if len(l) < 60 && strings.ToLower(l) != l && heading.MatchString(l) {
				if !found || !first || number > headed+2 { // else the page's head repeats it
					lines, found, size = lines[:0], true, 0
				}
				headed = number
				continue
			}
			if !found || isFurniture(l, repeated) {
				continue
			}
			if len(lines) > 2 && endsList(l, lines[len(lines)-1]) {
				found = false // a later section of references replaces this one
				if size > 2000 {
					return lines
				}
				continue
			}
			if size += len(l); size > maxReferenceText {
				return lines
			}
			if l != "" && indent > 0 {
				l = strings.Repeat(" ", min(indent, 40)) + l
			}
			lines = append(lines, l)
		}
	}
	return lines
}

// endsList reports whether a line is the heading of what follows the list: it has the words of one,
// does not continue the line before, and does not end as a reference does.
func endsList(l, before string) bool {
	return len(l) < 80 && referencesEnd.MatchString(l) && ended(before) && !textline.EndsSentence(l) && !phrase.YearMark.MatchString(l) && !strings.Contains(l, "–")
}

// mayHeadReferences is a quick look whether a line can match referencesHeading.
func mayHeadReferences(l string) bool {
	l = strings.ToLower(strings.ReplaceAll(l, " ", ""))
	for _, part := range [...]string{"eferen", "éféren", "eferên", "ibliogra", "iterat", "itterat", "workscited", "riferiment", "quellen", "参考", "參考", "引用", "itation", "sources", "works", "ouvrages", "obras", "fuentes", "fontes", "bronnen", "bronver",
		"källor", "källf", "kilde", "fonti", "referan", "lähte", "lähde", "kaynak", "irodalom", "piśmien", "литерат", "літерат"} {
		if strings.Contains(l, part) {
			return true
		}
	}
	return false
}

// How the entries of a list begin: with a mark in brackets, a number and a full stop, a number
// alone, or a name.
var (
	bracketStart = regexp.MustCompile(`^\s*\[([^\[\]℄]{1,25}|[^\[\]℄]{1,80}\d\d[a-z]?)[\]℄]\s*`) // some fonts have ℄ in the bracket's place
	numberStart  = regexp.MustCompile(`^\s*(\d{1,3})\.\s+\S`)
	numberBare   = regexp.MustCompile(`^\s*(\d{1,3})\s+\p{Lu}`)
	authorStart  = regexp.MustCompile(`^\s*(?:[\p{Lu}][\p{L}'’\-]+(?: [\p{Lu}][\p{L}'’\-]+)?,? (?:\p{Lu}\.|[\p{Lu}][\p{L}]+)|\p{Lu}\.(?:-\p{Ll}\.)?[ \-]?(?:\p{Lu}\.[ \-]?)*(?:(?:van|von|de|der|den|di|da|del|la|le|dos) ){0,3}[\p{Lu}][\p{L}'’\-]+|(?:van|von|de|der|di|da|del|la|le) [\p{Lu}]|[—–_-]{2,}[ ,.&])`)
)

// split splits a section's lines into references, by the marks that begin them:
// [1], [Roe99], 1., 1; else by empty lines, hanging indents, or lines that
// begin with a name behind one that ends a reference. The marks are removed.
func split(lines []string) (references []string, marked bool) {
	// The marks are tried from the surest to the least sure: a bare number may also begin a line of
	// a page range.
	for _, mark := range []*regexp.Regexp{bracketStart, numberStart, numberBare} {
		if starts := numbered(lines, mark); len(starts) > 1 || len(starts) == 1 && mark == bracketStart {
			references = cut(lines, starts)
			for i, s := range references {
				references[i] = strings.TrimLeft(s[mark.FindStringSubmatchIndex(s)[3]:], "]℄. ")
			}
			return references, true
		}
	}
	if starts := bulleted(lines); starts != nil {
		references = cut(lines, starts)
		for i, s := range references {
			references[i] = strings.TrimSpace(bulletStart.ReplaceAllString(s, ""))
		}
		return references, true
	}
	references = cut(lines, byShape(lines))
	if len(references) == 1 {
		references[0] = strings.TrimPrefix(references[0], "1. ")
	}
	return references, false
}

var bulletStart = regexp.MustCompile(`^\s*[•▪■●◦‣∙·➢❖]\s*`)

// bulleted returns the lines that begin with a bullet; none where the first line does not.
func bulleted(lines []string) []int {
	var starts []int
	for i, l := range lines {
		if bulletStart.MatchString(l) {
			starts = append(starts, i)
		} else if len(starts) == 0 && l != "" {
			return nil
		}
	}
	if len(starts) < 3 {
		return nil
	}
	return starts
}

// numbered returns the lines that begin a reference by a mark; none when too
// few do. Numbers must go up.
func numbered(lines []string, mark *regexp.Regexp) []int {
	var starts []int
	last, full, between := 0, 0, 0 // full lines: up to here, and from the first start to the last
	for i, l := range lines {
		if l != "" {
			full++
		}
		m := mark.FindStringSubmatch(l)
		if m == nil {
			continue
		}
		if n, ok := number(m[1]); ok {
			if n <= last && last > 0 || n > last+3 && last > 0 {
				continue
			}
			last = n
		} else if mark != bracketStart {
			continue
		}
		if len(starts) == 0 {
			if full > 10 {
				return nil
			}
			full = 1
		}
		starts = append(starts, i)
		between = full
	}
	if between > 14*len(starts)+10 {
		return nil
	}
	return starts
}

// number returns the number that a text is, and whether it is one.
func number(s string) (int, bool) {
	n := 0
	for _, r := range s {
		if r < '0' || r > '9' || n > 9999 {
			return 0, false
		}
		n = 10*n + int(r-'0')
	}
	return n, s != ""
}

// byShape returns the lines that begin a reference where no marks do.
func byShape(lines []string) []int {
	least, gaps := 1000, 0
	for i, l := range lines {
		if l == "" {
			if i > 0 && lines[i-1] != "" {
				gaps++
			}
			continue
		}
		least = min(least, len(l)-len(strings.TrimLeft(l, " ")))
	}
	hanging := 0
	for _, l := range lines {
		if l != "" && len(l)-len(strings.TrimLeft(l, " ")) > least+1 {
			hanging++
		}
	}
	full := len(lines) - gaps
	var starts []int
	before := ""
	for i, l := range lines {
		indent := len(l) - len(strings.TrimLeft(l, " "))
		switch {
		case l == "":
			continue
		case before == "", 3*hanging > full && indent <= least+1,
			3*hanging <= full && beginsWithName(l) && ended(before) && (!yearAlone.MatchString(before) || invertedName.MatchString(l)) &&
				(phrase.YearMark.MatchString(before) || i > 0 && lines[i-1] == "" || textline.EndsSentence(before) || urlLast.MatchString(before)):
			starts = append(starts, i)
		}
		if len(starts) == maxReferences {
			break
		}
		before = l
	}
	if 3*hanging > full {
		return starts
	}
	return inAlphabet(lines, starts)
}

// inAlphabet drops the starts that break the order of a list whose entries are in the order of their
// first authors' names, as nearly all lists without marks are: such a line begins with a journal or a
// publisher. A start that has authors and a year is a reference, out of order or not. A list in
// another order is left as it is.
func inAlphabet(lines []string, starts []int) []int {
	// Particles count for the order in some lists, "de Lucca" before "Dunecq", and not in others.
	with, without := make([]string, len(starts)), make([]string, len(starts))
	for n, i := range starts {
		with[n], without[n] = familyName(lines[i])
	}
	kept := longestAscent(with)
	if other := longestAscent(without); len(other) > len(kept) {
		kept = other
	}
	if len(kept) == len(starts) || 10*len(kept) < 7*len(starts) {
		return starts
	}
	var ordered []int
	for n, i := range starts {
		end := len(lines)
		if n+1 < len(starts) {
			end = starts[n+1]
		}
		if len(kept) > 0 && kept[0] == n {
			kept = kept[1:]
		} else if !isReference(lines[i:min(end, i+maxLines)]) {
			continue
		}
		ordered = append(ordered, i)
	}
	return ordered
}

// isReference reports whether lines are a reference by themselves: they begin with authors, and have
// a year.
func isReference(lines []string) bool {
	r, ok := parse(textline.Clean(textline.JoinLines(lines), maxReference), nil)
	return ok && len(r.Authors) > 0 && r.Year > 0
}

// familyName returns the first author's family name in the form for comparison, with its particles
// and without; "" where the line repeats the author before by a dash.
func familyName(l string) (with, without string) {
	words := strings.Fields(l)
	if authors, _ := leadingAuthors(strings.TrimSpace(l)); len(authors) > 0 {
		words = strings.Fields(authors[0])
		from := len(words) - 1
		for from > 0 && phrase.Particles[strings.ToLower(words[from-1])] {
			from--
		}
		return plainName(strings.Join(words[from:], "")), plainName(words[len(words)-1])
	}
	if len(words) == 0 || textline.Letters(words[0]) == 0 {
		return "", ""
	}
	return plainName(words[0]), plainName(words[0])
}

func plainName(s string) string { return strings.Join(textline.PlainWords(s), "") }

// longestAscent returns the places of the longest run of names, with gaps, that never descends. An
// empty name fits everywhere.
func longestAscent(names []string) []int {
	var ends []int // ends[n] is the place of the least name that ends a run of n+1
	before := make([]int, len(names))
	for i, name := range names {
		if name == "" && len(ends) > 0 {
			names[i] = names[ends[len(ends)-1]]
			name = names[i]
		}
		n, _ := slices.BinarySearchFunc(ends, name, func(at int, name string) int {
			if names[at] <= name {
				return -1
			}
			return 1
		})
		before[i] = -1
		if n > 0 {
			before[i] = ends[n-1]
		}
		if n == len(ends) {
			ends = append(ends, i)
		} else {
			ends[n] = i
		}
	}
	var run []int
	if len(ends) > 0 {
		for i := ends[len(ends)-1]; i >= 0; i = before[i] {
			run = append(run, i)
		}
	}
	slices.Reverse(run)
	return run
}

var (
	yearAlone   = regexp.MustCompile(`\.\s+\(?(?:19|20)\d\d[a-z]?\)?\.$`) // authors. 2019. The title follows
	urlLast     = regexp.MustCompile(`(?i)(?:https?://|doi[:. ]|10\.\d{4,}/|arxiv:)\S+$`)
	sectionHead = regexp.MustCompile(`^(?:(?:[A-Z]|\d{1,2})(?:\.\d{1,2})*\.?\s+\p{Lu}[\p{L} \-]{3,60}|(?:Appendix|Figure|Table|Lemma|Theorem|Proof|Proposition|Definition|Algorithm)\b.*)$`)
)

// beginsWithName reports whether a line begins as an author's name does, or
// with the dash that repeats those of the entry before.
func beginsWithName(l string) bool {
	if !authorStart.MatchString(l) {
		return false
	}
	first := strings.ToLower(strings.TrimRight(strings.Fields(l)[0], ".,"))
	return !phrase.FunctionWords[first] && !phrase.OrganisationWords[first] && first != "proceedings" || phrase.Particles[first]
}

// ended reports whether a reference may end with a line.
func ended(l string) bool {
	l = strings.TrimRight(l, " ")
	if l == "" {
		return true
	}
	if textline.EndsSentence(l) {
		words := strings.Fields(l)
		if len(words) > 1 && words[len(words)-1] == "." {
			return true
		}
		last := strings.TrimSuffix(words[len(words)-1], ".")
		return len([]rune(last)) > 1 && !phrase.FunctionWords[strings.ToLower(last)] || strings.ContainsAny(last, "0123456789")
	}
	c := l[len(l)-1]
	return '0' <= c && c <= '9' || strings.Contains(l, "http")
}

// cut joins the lines from each start to the next.
func cut(lines []string, starts []int) []string {
	var raw []string
	longest := 3 // lines
	for n, i := range starts[:max(0, len(starts)-1)] {
		longest = max(longest, min(starts[n+1]-i, maxLines))
	}
	for n, i := range starts {
		end := len(lines)
		if n+1 < len(starts) {
			end = starts[n+1]
		}
		part := lines[i:min(end, i+maxLines)]
		if n+1 == len(starts) {
			part = lastOf(part, longest)
		}
		if s := textline.Clean(textline.JoinLines(part), maxReference); s != "" {
			raw = append(raw, s)
		}
	}
	return raw
}

// lastOf removes from the last reference what follows the list: it ends with its
// paragraph, before a heading, and is not much longer than any before it.
func lastOf(part []string, longest int) []string {
	for j := 1; j < len(part); j++ {
		if ended(part[j-1]) && (part[j] == "" || sectionHead.MatchString(part[j])) {
			return part[:j]
		}
	}
	if longest++; len(part) <= longest {
		return part
	}
	for j := longest; j > 0; j-- {
		if ended(part[j-1]) {
			return part[:j]
		}
	}
	return part[:longest]
}
