package match

import (
	"strings"

	"sluice/internal/lazyregexp"
)

// The signs of versions on the first pages, in the order in which they decide.
var (
	extendedSign  = lazyregexp.New(`(?i)\b(?:(?:extended|full|long(?:er)?|complete|revised and extended|expanded) version\b|(?:an? )?(?:preliminary|short(?:er)?|conference|earlier|abridged) version (?:of (?:this|the present) (?:paper|article|work|report) )?(?:has |have )?(?:appeared|appears|was (?:published|presented)|were|been|will appear|is published))`)
	arXivStamp    = lazyregexp.New(`(?i)\barxiv:\s?(?:\d{4}\.\d{4,5}|[a-z-]+(?:\.[a-z]{2})?/\d{7})(?:v\d+)?\b`)
	preprintSign  = lazyregexp.New(`(?i)\b(?:pre-?print|working paper|draft (?:of|version|manuscript)|submitted (?:to|for publication)|under (?:review|submission)|to appear in|accepted (?:for publication|manuscript|version|by|to appear)|(?:author|authors)['’]?s? (?:version|manuscript|copy|accepted)|post-?print|camera-ready|manuscript No\.)`)
	technicalSign = lazyregexp.New(`(?i)\b(?:technical (?:report|note|memorandum)|tech\.? report|research report|rapport (?:de recherche|technique)|technischer bericht|internal report|report no\.?|TR[- ]?\d{2,4}[-/.]\d+)\b`)
	finalSign     = lazyregexp.New(`(?i)(?:\bproceedings of\b|\bin proc\.|©|\(c\) ?(?:19|20)\d\d|\bcopyright (?:19|20|©|is held|\(c\))|\bpermission to (?:make|copy)\b|\bISSN\b|\bISBN\b|\b(?:journal|transactions|annals|letters|revista|zeitschrift)\b[^\n]{0,80}\b(?:19|20)\d\d\b|\bvol(?:ume|\.)? ?\d+[^\n]{0,30}\b(?:no\.?|number|issue|pp?\.|pages?) ?\d+|\b\d{1,3} ?\((?:19|20)\d\d\) ?\d+ ?[-–—] ?\d+)`)
)

// muchLonger is how many times as many pages as the publication an extended version has at least.
const muchLonger = 1.6

// version returns which version of the work a document is.
func (w *wanted) version(d *Document) Version {
	first := d.opening
	if end := pageEnd(first, 0); end > 0 {
		first = first[:end]
	}
	switch {
	case extendedSign.MatchString(first) && !strings.Contains(strings.ToLower(first), "full version of this paper is available"):
		return Extended
	case w.isOf == thesis && d.isThesis, w.isOf == report && (d.isReport || technicalSign.MatchString(first)):
		return Final
	case arXivStamp.MatchString(first) && !w.isIn(first):
		return Preprint
	case technicalSign.MatchString(first) || d.isReport && w.isOf == article:
		return Technical
	case w.isIn(first):
		return Final
	case preprintSign.MatchString(first):
		return Preprint
	case w.pages > 0 && float64(d.pages) >= muchLonger*float64(w.pages) && d.pages > w.pages+3:
		return Extended
	case finalSign.MatchString(first):
		return Final
	}
	return Unknown
}

// isIn reports whether a first page says that it is the publication of the record: it has the number of its first page at the beginning or
// end of a line, and names the venue or is marked as published.
func (w *wanted) isIn(page string) bool {
	if w.doi != "" && strings.Contains(strings.ToLower(page), w.doi) {
		return true
	}
	if w.first == "" {
		return false
	}
	for line := range strings.Lines(page) {
		words := strings.Fields(line)
		if len(words) == 0 || len(words) > 20 {
			continue
		}
		from, _, _ := strings.Cut(strings.ReplaceAll(words[len(words)-1], "–", "-"), "-")
		if strings.Trim(words[0], ",.;") == w.first || strings.Trim(from, ",.;") == w.first {
			return finalSign.MatchString(page)
		}
	}
	return false
}
