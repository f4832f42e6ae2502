package landing

import (
	"regexp"
	"strings"

	"sluice/page"
	"sluice/weburl"
)

// The weights of what speaks for a link of the page. A link is a candidate from least on.
const (
	weightPDF      = 0.25 // the address or text names PDF, before other formats
	weightEnding   = 2.5  // the address ends like a paper
	weightFormat   = 2.0  // the address or text names the format
	weightText     = 1.0  // the text says full text, or names a version
	weightDownload = 1.0  // the address or text says download
	weightTitle    = 2.0  // the text is the title of the work
	weightWork     = 2.0  // the address has an identifier of the work
	weightLike     = 1.0  // the address has a short one
	weightFiles    = 1.0  // the link stands among files or tools
	weightStranger = -1.5 // the address is at another site, without an identifier of the work
	weightMenu     = -2.0
	weightProse    = -1.0

	least = 3.0
)

// maxListing is how many links of the page may be files without an identifier of the work. More are a listing of works.
const maxListing = 4

// judged is a link of the page with what speaks for it.
type judged struct {
	Candidate
	like, beside int
	isTitle      bool
}

// links finds the links of the page that may lead to the paper, by their texts and addresses.
func (f *finder) links() {
	var all []judged
	others, own := map[weburl.Key]bool{}, map[string]bool{}
	nearest := notBeside
	for i := range f.pageLinks {
		l := &f.pageLinks[i]
		if l.Kind != page.KindA && l.Kind != page.KindArea || f.others[l.URL.Key()] {
			continue
		}
		j, ok := f.judge(l)
		if !ok {
			continue
		}
		all = append(all, j)
		nearest = max(nearest, j.beside)
		switch {
		case j.Kind == Text || j.isTitle || j.beside != notBeside:
		case j.like == isOther:
			others[j.URL.Key()] = true
		default:
			own[fileName(j.URL)] = true
		}
	}
	// Many files with the identifier of the page are those of a directory, of a course perhaps.
	isDirectory := len(own) > maxListing
	isListing := len(others) > maxListing || nearest != notBeside
	for _, j := range all {
		if isDirectory && j.Kind != Text && !j.isTitle && j.beside == notBeside {
			continue
		}
		if isListing && (j.like == isOther && j.Kind != Text || j.beside != notBeside && j.beside < nearest) {
			continue
		}
		f.add(j.Candidate)
	}
}

// judge returns what a link of the page is, and reports whether it is a candidate.
func (f *finder) judge(l *page.Link) (judged, bool) {
	if l.URL.Key() == f.URL.Key() || weburl.NeverPage(l.URL) {
		return judged{}, false
	}
	u, inViewer := viewed(l.URL)
	address := shapeOf(u)
	anchor := f.Page.Anchor(l)
	isTitle := f.id.isTitle(anchor)
	says := find(anchor)
	if address == 0 && says&(saysFile|saysText|saysVersion|saysDownload) == 0 {
		return judged{}, false
	}
	if f.isOther(u, anchor) && !isTitle {
		return judged{}, false
	}
	at := sectionOf(l.Path)
	like := f.id.of(u)
	beside := f.beside(l)
	if beside != notBeside {
		like = isOfWork
	}
	if at&inExcluded != 0 || (at&inOthers != 0 || says&saysWhole != 0) && like != isOfWork {
		return judged{}, false
	}
	if isTitle {
		like = max(like, isLike)
	}
	score, rule := f.score(u, address, says, at, like, isTitle)
	kind := Paper
	if beside != notBeside {
		rule = "link beside the title"
	}
	switch {
	case inViewer:
		rule = "viewer"
	case address&isReader != 0:
		kind, rule = Wrapper, "link to a reader"
	case address&(isEnding|isFormat) == 0 && says&saysFile == 0 && address&isFetch != 0 && like != isOther && says&saysFormat == 0:
		rule = "link to download"
	case address&(isEnding|isFormat) == 0 && says&saysFile == 0:
		if says&saysText == 0 || isTitle {
			return judged{}, false
		}
		kind, rule = Text, "link to the full text"
	case address&isEnding == 0 && says&saysFormat != 0 && says&saysFile == 0:
		kind, rule = Text, "link to the full text"
	}
	if score < least {
		return judged{}, false
	}
	confidence := min(0.5+0.04*(score-least), 0.85)
	if kind == Text {
		confidence = min(confidence, 0.3)
	}
	return judged{Candidate{URL: u, Kind: kind, Rule: rule, Confidence: confidence}, like, beside, isTitle}, true
}

// isOther reports whether the text of a link or the name of its file says that it is something else than the paper. Words of the
// title say nothing.
func (f *finder) isOther(u weburl.URL, anchor string) bool {
	says := find(anchor)
	if f.id.hasTitle(anchor) {
		says &^= f.id.says
	}
	return (says|find(fileName(u))&^f.id.says)&saysOther != 0 || isPart(u) && !f.id.endsWithKey(u)
}

// score adds up what speaks for a link, and returns the name of the strongest reason.
func (f *finder) score(u weburl.URL, address shape, says uint32, at section, like int, isTitle bool) (float64, string) {
	score, rule := 0.0, "link to a file"
	isNear := u.Domain() == f.URL.Domain()
	switch {
	case address&isEnding != 0:
		score += weightEnding
	case address&isFormat != 0 && (isNear || formatWord.MatchString(u.Path())):
		score += weightFormat
	case address&isDownload != 0:
		score += weightDownload
	}
	if pdfWord.MatchString(u.RequestURI()) {
		score += weightPDF
	}
	if says&saysFile != 0 {
		score += weightFormat
		rule = "link text names the format"
	}
	if says&(saysText|saysVersion) != 0 {
		score += weightText
		rule = "link text names the full text"
	}
	if says&saysDownload != 0 {
		score += weightDownload
	}
	switch {
	case isTitle:
		score += weightTitle
		rule = "link text is the title"
	case like == isOfWork:
		score += weightWork
		rule = "link has the identifier"
	case like == isLike:
		score += weightLike
	}
	if at&inFiles != 0 {
		score += weightFiles
	}
	if at&inMenu != 0 {
		score += weightMenu
	}
	if at&inProse != 0 && says&saysPaper == 0 && !isTitle {
		score += weightProse
	}
	if like == isOther && !isNear {
		score += weightStranger
	}
	return score, rule
}

// shape is what an address says by its look.
type shape uint8

const (
	isEnding   shape = 1 << iota // it ends like a paper
	isFormat                     // it names the format
	isDownload                   // it says download, file or the like
	isReader                     // it is a page that shows a file
	isFetch                      // it is the address of a download, of whatever format
)

var (
	pdfWord      = regexp.MustCompile(`(?i)pdf`)
	formatWord   = regexp.MustCompile(`(?i)pdf|postscript|(?:^|[^a-z])ps(?:$|[^a-z])|type=printable`)
	downloadWord = regexp.MustCompile(`(?i)download|bitstream|fulltext|full-text|viewcontent|viewfile|getfile|sendfile|retrieve|attachment|datastream|/files?/|document`)
	fetchWord    = regexp.MustCompile(`(?i)download|bitstream|viewcontent|viewfile|getfile|sendfile|retrieve|attachment|/purl/|/document/?$|ft_gateway`)
	otherFetch   = regexp.MustCompile(`(?i)citation|citmgr|export|bibtex|endnote|refman|ris\b|figure|image|powerpoint|/citing|metadata|thumbnail|downloads?/?$`)
	readerWord   = regexp.MustCompile(`(?i)/e?pdf/.*\.html?$|/epdf/|/doi/reader/|pdf(?:\+|%2b| )html|stamp\.jsp|pdfviewer|viewer\.html|interstitial|/pdf-?view/|\.pdf/view$|/preview/|readcube|flipbook|issuu`)
)

// shapeOf returns what an address says.
func shapeOf(u weburl.URL) shape {
	var s shape
	uri := u.RequestURI()
	ending := u.Ending()
	switch ending {
	case ".pdf", ".ps", ".ps.gz", ".ps.z", ".djvu", ".dvi", ".dvi.gz":
		s |= isEnding
	case ".doc", ".docx", ".rtf", ".odt", ".epub":
		s |= isDownload
	}
	if formatWord.MatchString(uri) {
		s |= isFormat
	}
	if downloadWord.MatchString(uri) {
		s |= isDownload
	}
	if fetchWord.MatchString(uri) && !otherFetch.MatchString(uri) && !isOtherEnding(u, true) {
		s |= isFetch
	}
	if readerWord.MatchString(uri) {
		s |= isReader
		s &^= isEnding
	}
	return s
}

// fileName returns the words in the name of the file of an address.
func fileName(u weburl.URL) string {
	path := unescape(u.Path())
	name := stem(path[strings.LastIndexByte(path, '/')+1:])
	if name == "index" || name == "default" {
		return ""
	}
	return strings.Map(func(r rune) rune {
		if r == '-' || r == '_' || r == '.' || r == '+' {
			return ' '
		}
		return r
	}, strings.ToLower(name))
}

// partName are the names of files that belong to a work and are not it. A work in a supplement of a journal may have such a
// name too, as its identifier.
var partName = regexp.MustCompile(`(?i)[-_./](?:supp?|suppl|moesm|esm|mmc)\d{1,3}(?:[._-]|$)|[-_](?:s\d{1,3}|SI|ESM)(?:\.\w+)?$|_text_s\d+|\.[stfg]\d{3}$|/(?:supplementary|suppl_file|suppdata|suppl|extref|supplemental)/`)

// isPart reports whether an address is that of a supplement by its look.
func isPart(u weburl.URL) bool { return partName.MatchString(u.Path()) }
