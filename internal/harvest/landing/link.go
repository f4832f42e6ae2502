package landing

import (
	"strings"

	"sluice/page"
	"sluice/weburl"
)

// The weights of what speaks for a link of the page. A link is a candidate from least on.
const (
	weightEnding   = 2.5  // the address ends like a paper
	weightFormat   = 2.0  // the address names the format, or the text does
	weightPDF      = 0.25 // the address names PDF, which goes before other formats
	weightText     = 1.0  // the text says full text, or names a version
	weightDownload = 1.0  // the address or text says download
	weightTitle    = 2.0  // the text is the title of the work
	weightWork     = 2.0  // the address has an identifier of the work
	weightLike     = 1.0  // the address has a short one
	weightFiles    = 1.0  // the link stands among files or tools
	weightStranger = -1.5 // the address is at another site, without an identifier of the work
	weightMenu     = -2.0 // the link stands in the navigation of the site
	weightProse    = -1.0 // the link stands in running text

	least = 3.0
)

const (
	maxLabel  = 12  // words of a link text that says what the link does; longer ones are titles or sentences
	longBlock = 150 // bytes of text around a link to another site, as an entry of a bibliography has
)

// evidence is what a link of the page says of its target.
type evidence struct {
	url      weburl.URL
	inViewer bool
	address  shape
	says     uint32  // groups of phrases in its text
	isTitle  bool    // its text is the title of the work
	at       section // where it stands
	like     int     // how like its address is to the identity of the work
	beside   int     // how near it is to the title of the wanted work, in a list
	distance int32   // bytes after it
	isNear   bool    // its target is at the site of the page
	inProse  bool
	row      string // its text and tag path, which the entries of a listing have in common
}

// links finds the links of the page that may lead to the paper, by their texts and addresses.
func (f *finder) links() {
	type judged struct {
		Candidate
		evidence
	}
	var all []judged
	var files census
	for i := range f.pageLinks {
		e, ok := f.evidence(&f.pageLinks[i])
		if !ok {
			continue
		}
		c, ok := e.candidate()
		files.count(&e, ok && c.Kind != Text)
		if ok {
			all = append(all, judged{c, e})
		}
	}
	for _, j := range all {
		if j.Kind == Text || !files.isOfOthers(&j.evidence) {
			f.add(j.Candidate)
		}
	}
}

// evidence returns what a link says, and reports whether it may lead to a file of the work at all.
func (f *finder) evidence(l *page.Link) (e evidence, ok bool) {
	if l.Kind != page.KindA && l.Kind != page.KindArea || l.URL.Key() == f.URL.Key() || f.others[l.URL.Key()] || weburl.NeverPage(l.URL) {
		return e, false
	}
	e.url, e.inViewer = viewed(l.URL)
	e.address = shapeOf(e.url)
	anchor := f.Page.Anchor(l)
	e.says = find(anchor)
	if e.address == 0 && e.says&saysPaper == 0 {
		return e, false
	}
	if e.isTitle = f.id.isTitle(anchor); !e.isTitle && countWords(anchor) > maxLabel {
		e.says &^= saysPaper
	}
	if f.isOther(e.url, anchor) && !e.isTitle {
		return e, false
	}
	e.at = sectionOf(l.Path)
	e.like = f.id.of(e.url)
	if e.beside, e.distance = f.beside(l); e.beside != notBeside {
		e.like = isOfWork
	}
	if e.at&inExcluded != 0 || (e.at&inOthers != 0 || e.says&saysWhole != 0) && e.like != isOfWork {
		return e, false
	}
	if e.isTitle {
		e.like = max(e.like, isLike)
	}
	e.row = anchor + "\n" + l.Path
	e.isNear = e.url.Domain() == f.URL.Domain()
	e.inProse = e.at&inProse != 0 && e.says&saysPaper == 0 && !e.isTitle || e.like == isOther && !e.isNear && f.around(l) > longBlock
	return e, true
}

// isOther reports whether the text of a link or the name of its file says that it is something else than the paper. Words
// of the title say nothing.
func (f *finder) isOther(u weburl.URL, anchor string) bool {
	says := find(anchor)
	if f.id.hasTitle(anchor) {
		says &^= f.id.says
	}
	return (says|find(fileName(u))&^f.id.says)&saysOther != 0 || isWall(u) || isPart(u) && !f.id.endsWithKey(u)
}

// candidate returns the candidate that a link is, and reports whether enough speaks for it.
func (e *evidence) candidate() (Candidate, bool) {
	score := e.score()
	c := Candidate{URL: e.url, Kind: Paper, Rule: e.rule(), Confidence: min(0.5+0.04*(score-least), 0.85)}
	namesFormat := e.address&(isEnding|isFormat) != 0 || e.says&saysFile != 0
	switch {
	case score < least:
		return c, false
	case e.inViewer:
		c.Rule = "viewer"
	case e.address&isReader != 0:
		c.Kind, c.Rule = Wrapper, "link to a reader"
	case namesFormat && (e.address&isEnding != 0 || e.says&saysFile != 0 || e.says&saysFormat == 0):
	case e.address&isFetch != 0 && e.like != isOther && e.says&saysFormat == 0:
		c.Rule = "link to download"
	case namesFormat || e.says&saysText != 0 && !e.isTitle:
		c.Kind, c.Rule, c.Confidence = Text, "link to the full text", 0.3
	default:
		return c, false
	}
	return c, true
}

// score adds up what speaks for a link.
func (e *evidence) score() float64 {
	score := 0.0
	switch {
	case e.address&isEnding != 0:
		score += weightEnding
	case e.address&isFormat != 0 && (e.isNear || formatWord.MatchString(e.url.Path())):
		score += weightFormat
	case e.address&isDownload != 0:
		score += weightDownload
	}
	switch {
	case e.isTitle:
		score += weightTitle
	case e.like == isOfWork:
		score += weightWork
	case e.like == isLike:
		score += weightLike
	}
	for _, w := range [...]struct {
		applies bool
		weight  float64
	}{
		{strings.Contains(strings.ToLower(e.url.RequestURI()), "pdf"), weightPDF},
		{e.says&saysFile != 0, weightFormat},
		{e.says&(saysText|saysVersion) != 0, weightText},
		{e.says&saysDownload != 0, weightDownload},
		{e.at&inFiles != 0, weightFiles},
		{e.at&inMenu != 0, weightMenu},
		{e.inProse, weightProse},
		{e.like == isOther && !e.isNear, weightStranger},
	} {
		if w.applies {
			score += w.weight
		}
	}
	return score
}

// rule returns the name of the strongest reason for a link.
func (e *evidence) rule() string {
	switch {
	case e.beside != notBeside:
		return "link beside the title"
	case e.isTitle:
		return "link text is the title"
	case e.like == isOfWork:
		return "link has the identifier"
	case e.says&(saysText|saysVersion) != 0:
		return "link text names the full text"
	case e.says&saysFile != 0:
		return "link text names the format"
	}
	return "link to a file"
}
