package reference

import (
	"strings"

	"sluice/document/describe/internal/phrase"
	"sluice/document/describe/internal/textline"
	"sluice/internal/lazyregexp"
)

// Headings that begin the section of references in several languages, those that may also begin
// another section, and those that end it.
var (
	referencesHeading = lazyregexp.New(`^(?i)` + sectionNumber + `(?:r\s?e\s?f\s?e\s?r\s?e\s?n\s?c\s?e\s?s(?: and notes| cited| and further reading)?|(?:selected|list of|notes and|bibliographic(?:al)?|cited) references|reference list|(?:(?:selected?|annotated) )?b\s?i\s?b\s?l\s?i\s?o\s?g\s?r\s?a\s?p\s?h\s?y|works cited|literature(?: cited)?|cited literature|` +
		`(?:verwendete |zitierte )?literatur(?:verzeichnis|angaben|liste)?|quellenverzeichnis|(?:quellen|literatur)- und (?:literatur|quellen)verzeichnis|` +
		`(?:liste des )?références(?: (?:bibliographiques|citées|et notes))?|bibliographie|ouvrages cités|` +
		`bibliografía|(?:lista de )?referencias(?: bibliográficas)?|(?:lista de )?referências(?: bibliográficas)?|bibliografia|riferimenti(?: bibliografici)?|literatura(?: citada)?|` +
		`referenties|(?:geraadpleegde )?literatuur(?:lijst|opgave)?|bronvermelding|bronnenlijst|referenser|referenslista|litteratur(?:förteckning|liste)?|källförteckning|referanser|kildeliste|` +
		`lähteet|lähdeluettelo|kaynakça|kaynaklar|irodalomjegyzék|(?:použitá |seznam )literatur[ay]|piśmiennictwo|список литературы|литература|(?:список )?використан\p{L}+ літератур\p{L}+|参考文献|參考文獻|引用文献)\s*[.:]?$`)
	sourcesHeading = lazyregexp.New(`^(?i)` + sectionNumber + `(?:citations|sources(?: cited)?|works consulted|quellen|sources et bibliographie|obras citadas|fuentes|fontes|bronnen|källor|kilder|fonti)\s*[.:]?$`)
	referencesEnd  = lazyregexp.New(`^(?i)(?:appendix|appendices|annex|anhang|annexe|anexo|apéndice|apêndice|appendice|bijlage|supplementary|supplemental|supporting information|about the authors?|author biograph|biograph(?:y|ies|ical)|curriculum vitae|index$|vita$|acknowledge?ments?$|[A-H]\.?\d?\s+(?:proofs?|appendix|additional|details|omitted|supplement)|figures?$|tables?$|list of publications|publications$)`)
)

// sectionNumber is what may stand before the words of a heading.
const sectionNumber = `(?:(?:chapter |appendix )?(?:\d{1,2}(?:\.\d)?|[A-Z]|[IVX]{1,5})[.:]?\s+)?`

// IsHeading reports whether a line is the heading of a list of references.
func IsHeading(l string) bool {
	return len(l) < 90 && mayHeadReferences(l) && strings.ToLower(l) != l && referencesHeading.MatchString(textline.Clean(l, 100))
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

var footnote = lazyregexp.New(`^\d{1,2}\s?(?:https?://|www\.)\S+$`)

// referenceLines are the lines of the last section of references with such a heading, without
// running heads and page numbers. Pages are separated by an empty line.
func referenceLines(pages []string, repeated map[string]bool, heading *lazyregexp.Regexp) []string {
	var lines []string
	found := false
	size, headed := 0, 0 // bytes of the section, and its last page that has the heading or repeats it
	for number, p := range pages {
		body := strings.TrimSpace(p)
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
			isInLink := !first && !strings.HasSuffix(body, l) && len(lines) > 0 && isBrokenLink(lines[len(lines)-1]) // its last digits may look like a page's number
			if !found || isFurniture(l, repeated) && !isInLink {
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
