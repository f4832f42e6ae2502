package landing

import (
	"regexp"
	"strings"

	"sluice/page"
	"sluice/weburl"
)

// layout is the look of the addresses of one software: that of the page of a work, and those of its files.
type layout struct {
	rule   string
	mark   string         // a part of every link's path and query
	page   *regexp.Regexp // on path and query of the page; the group is the identifier of the work. nil if the page's address does not have it
	link   *regexp.Regexp // on path and query of a link; the first group is the identifier, if the page's address has it
	file   string         // template of the file's address, for regexp.Expand; empty if the link is that of the file
	isOpen bool           // the files have any ending or none; else they must have that of a paper
}

// layouts are those of repositories and journal systems, which stand at thousands of hosts.
var layouts = [...]layout{
	{rule: "OJS galley", mark: "/",
		page:   regexp.MustCompile(`/(?:article|preprint|catalog/book|paper)/(?:view|abstract|viewArticle)/([\w.-]+)`),
		link:   regexp.MustCompile(`^(.*)/(?:article|preprint|catalog|paper)/(?:view|viewPDFInterstitial|viewFile|download|view/pdf)/([\w.-]+)/(\w[\w.-]*(?:/\w+)?)(?:$|\?)`),
		isOpen: true},
	{rule: "OJS galley", mark: "op=",
		page:   regexp.MustCompile(`[?&]page=article&op=view&path(?:%5B|\[)(?:%5D|\])=([\w.-]+)`),
		link:   regexp.MustCompile(`^(.*)[?&]page=article&op=(?:view|download|viewFile)&path(?:%5B|\[)(?:%5D|\])=([\w.-]+)&path(?:%5B|\[)(?:%5D|\])=(\w+)`),
		isOpen: true},
	{rule: "DSpace bitstream", mark: "/bitstream/",
		page: regexp.MustCompile(`/handle/([\w.]+/[\w.-]+)`),
		link: regexp.MustCompile(`^(.*)/bitstream/(?:handle/|id/)?([\w.]+/[\w.-]+)/`)},
	{rule: "DSpace 7 bitstream", mark: "/bitstream",
		link:   regexp.MustCompile(`^(.*)/bitstreams?/[0-9a-f]{8}-[0-9a-f-]{27}/(?:download|content|retrieve)`),
		isOpen: true},
	{rule: "EPrints document", mark: "/",
		page: regexp.MustCompile(`^/(?:id/eprint/|archive/)?0*(\d+)/?$`),
		link: regexp.MustCompile(`^()/(?:id/eprint/|archive/)?0*(\d+)/\d+/`)},
	{rule: "Pure file", mark: "files/",
		page: nil,
		link: regexp.MustCompile(`^(.*)/(?:(?:ws/)?(?:portal)?files(?:/portal)?|ws/portalfiles/portal)/\d+/`)},
	{rule: "Invenio file", mark: "/record",
		page: regexp.MustCompile(`/records?/([\w-]+)`),
		link: regexp.MustCompile(`^(.*)/records?/([\w-]+)/files/`)},
	{rule: "Islandora datastream", mark: "/datastream/",
		page:   regexp.MustCompile(`/islandora/object/([^/?]+)`),
		link:   regexp.MustCompile(`^(.*)/islandora/object/([^/?]+)/datastream/(?:OBJ|PDF|FULL_?TEXT_PDF)/(?:download|view)`),
		isOpen: true},
	{rule: "Plone file", mark: "/",
		link: regexp.MustCompile(`^(.+\.(?i:pdf|ps))/(?:view|at_download(?:/file)?|@@download(?:/file.*)?)$`), file: "$1", isOpen: true},
	{rule: "ETD-db file", mark: "/unrestricted/",
		page: regexp.MustCompile(`/(?:available/)?(etd-[\w-]+)/?`),
		link: regexp.MustCompile(`^(.*)/(etd-[\w-]+)/unrestricted/`)},
	{rule: "Digital Commons file", mark: "viewcontent.cgi",
		link: regexp.MustCompile(`^(.*)/cgi/viewcontent\.cgi\?(?:.*&)?article=\d+`), isOpen: true},
	{rule: "OPUS file", mark: "/",
		page: regexp.MustCompile(`/frontdoor/(?:index/index/)?(?:.*/)?docId/(\d+)`),
		link: regexp.MustCompile(`^(.*)/(?:files/|frontdoor/deliver/index/docId/)(\d+)/`)},
	{rule: "HAL file", mark: "/",
		page:   regexp.MustCompile(`^/([a-z]+-\d{6,9})(?:v\d+)?/?$`),
		link:   regexp.MustCompile(`^()/([a-z]+-\d{6,9})(?:v\d+)?/(?:document|file/)`),
		isOpen: true},
	{rule: "MyCoRe file", mark: "/MCRFileNodeServlet/",
		link: regexp.MustCompile(`^(.*)/servlets/MCRFileNodeServlet/`)},
	{rule: "dLibra content", mark: "/",
		page:   regexp.MustCompile(`/edition/(\d+)`),
		link:   regexp.MustCompile(`^(.*)/(?:Content|publication/\d+/edition)/(\d+)/(?:download|content|PDF)`),
		isOpen: true},
	{rule: "Hyrax download", mark: "/downloads/",
		link: regexp.MustCompile(`^(.*)/downloads/[0-9a-z]{9,36}(?:$|\?(?:locale|file)=)`), isOpen: true},
	{rule: "VITAL download", mark: "/access/services/Download/",
		link: regexp.MustCompile(`^(.*)/access/services/Download/[^/]+/SOURCE\d*`), isOpen: true},
}

// The confidence of a link of a layout, if its identifier is that of the page, and if the page's address has none.
const (
	confidenceSame    = 0.9
	confidenceUnknown = 0.72
)

// files finds the files of the work by the addresses of known software.
func (f *finder) files() {
	uri := unescapeSlash(f.URL.RequestURI())
	var works [len(layouts)]string // the identifier of the work for each layout
	for i := range layouts {
		if y := &layouts[i]; y.page != nil {
			if m := y.page.FindStringSubmatch(uri); m != nil {
				works[i] = strings.ToLower(m[1])
			}
		}
	}
	for j := range f.pageLinks {
		l := &f.pageLinks[j]
		if l.Kind != page.KindA && l.Kind != page.KindIFrame && l.Kind != page.KindFrame || l.URL.Domain() != f.URL.Domain() {
			continue
		}
		uri := unescapeSlash(l.URL.RequestURI())
		for i := range layouts {
			if y := &layouts[i]; strings.Contains(uri, y.mark) {
				if m := y.link.FindStringSubmatchIndex(uri); m != nil {
					f.ofLayout(y, works[i], l, uri, m)
				}
			}
		}
	}
}

// unescapeSlash returns an address with the escapes that differ between the links of one page undone.
func unescapeSlash(uri string) string {
	return strings.NewReplacer("%3A", ":", "%2F", "/").Replace(uri)
}

// ofLayout adds a link that has the look of a layout, if it belongs to the work. m is the match of its address.
func (f *finder) ofLayout(y *layout, work string, l *page.Link, uri string, m []int) {
	anchor := f.Page.Anchor(l)
	says := find(anchor)
	c := Candidate{URL: l.URL, Kind: Paper, Rule: y.rule, Confidence: confidenceUnknown}
	if y.page != nil {
		switch {
		case work == "":
			if says&saysPaper == 0 || sectionOf(l.Path)&(inExcluded|inOthers|inProse) != 0 {
				return
			}
		case len(m) < 6 || strings.ToLower(uri[m[4]:m[5]]) != work:
			f.others[l.URL.Key()] = true
			return
		default:
			c.Confidence = confidenceSame
		}
	}
	s := shapeOf(l.URL)
	switch {
	case f.isOther(l.URL, anchor) && !f.id.isTitle(anchor), s&isEnding == 0 && isOtherEnding(l.URL, y.isOpen):
		return
	case says&saysFormat != 0 && says&saysFile == 0 && s&isEnding == 0:
		c.Kind, c.Confidence = Text, 0.3
	case says&saysFile == 0 && s&isEnding == 0:
		c.Confidence -= 0.1 // it may be another format
	}
	switch {
	case y.file != "":
		c.URL = f.expand(y, uri, m)
	case y.rule == ruleGalley && c.Kind == Paper:
		f.galley(c, uri)
		return
	}
	f.add(c)
}

// expand returns the address that a layout makes of that of a link.
func (f *finder) expand(y *layout, uri string, m []int) weburl.URL {
	u, err := f.base.Resolve(y.link.ExpandString(nil, y.file, uri, m))
	if err != nil {
		return weburl.URL{}
	}
	return u
}

const ruleGalley = "OJS galley"

// galleyView is the part of a galley's address that says to show it in a page.
var galleyView = regexp.MustCompile(`/(?:view|viewPDFInterstitial)/|op=view&`)

// galley adds the file of a galley. Its page shows the file in a frame, and is the second choice.
func (f *finder) galley(c Candidate, uri string) {
	if !galleyView.MatchString(uri) {
		f.add(c)
		return
	}
	ref := galleyView.ReplaceAllStringFunc(uri, func(s string) string {
		if s[0] == '/' {
			return "/download/"
		}
		return "op=download&"
	})
	if u, err := f.base.Resolve([]byte(ref)); err == nil {
		file := c
		file.URL = u
		f.add(file)
	}
	c.Kind, c.Confidence = Wrapper, c.Confidence-0.25
	f.add(c)
}

// isOtherEnding reports whether an address ends like what is no paper. Without isOpen it must end like one.
func isOtherEnding(u weburl.URL, isOpen bool) bool {
	switch u.Ending() {
	case ".doc", ".docx", ".rtf", ".odt":
		return false
	case "":
		return !isOpen
	case ".txt", ".xml", ".html", ".htm", ".zip", ".gz", ".tar.gz", ".csv", ".xls", ".xlsx", ".ppt", ".pptx", ".epub", ".mp3", ".mp4", ".json", ".bib", ".ris":
		return true
	}
	return !isOpen || weburl.NeverPage(u)
}
