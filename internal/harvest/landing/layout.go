package landing

import (
	"strings"

	"sluice/internal/lazyregexp"
	"sluice/page"
	"sluice/weburl"
)

// layout is the look of the addresses of one software: that of the page of a work, and those of its files.
type layout struct {
	rule   string
	mark   string             // a part of every link's path and query
	page   *lazyregexp.Regexp // on path and query of the page; the group is the identifier of the work. nil if the page's address does not have it
	link   *lazyregexp.Regexp // on path and query of a link; the second group is the identifier, if the page's address has it
	file   string             // template of the file's address, for regexp.Expand; empty if the link is that of the file
	isOpen bool               // the files have any ending or none; else they must have that of a paper
}

// layouts are those of repositories and journal systems, which stand at thousands of hosts.
var layouts = [...]layout{
	{rule: "OJS galley", mark: "/",
		page:   lazyregexp.New(`/(?:article|preprint|catalog/book|paper)/(?:view|abstract|viewArticle)/([\w.-]+)`),
		link:   lazyregexp.New(`^(.*)/(?:article|preprint|catalog|paper)/(?:view|viewPDFInterstitial|viewFile|download|view/pdf)/([\w.-]+)/(\w[\w.-]*(?:/\w+)?)(?:$|\?)`),
		isOpen: true},
	{rule: "OJS galley", mark: "op=",
		page:   lazyregexp.New(`[?&]page=article&op=view&path(?:%5B|\[)(?:%5D|\])=([\w.-]+)`),
		link:   lazyregexp.New(`^(.*)[?&]page=article&op=(?:view|download|viewFile)&path(?:%5B|\[)(?:%5D|\])=([\w.-]+)&path(?:%5B|\[)(?:%5D|\])=(\w+)`),
		isOpen: true},
	{rule: "DSpace bitstream", mark: "/bitstream/",
		page: lazyregexp.New(`/handle/([\w.]+/[\w.-]+)`),
		link: lazyregexp.New(`^(.*)/bitstream/(?:handle/|id/)?([\w.]+/[\w.-]+)/`)},
	{rule: "DSpace 7 bitstream", mark: "/bitstream",
		link:   lazyregexp.New(`^(.*)/bitstreams?/[0-9a-f]{8}-[0-9a-f-]{27}/(?:download|content|retrieve)`),
		isOpen: true},
	{rule: "EPrints document", mark: "/",
		page: lazyregexp.New(`^/(?:id/eprint/|archive/)?0*(\d+)/?$`),
		link: lazyregexp.New(`^()/(?:id/eprint/|archive/)?0*(\d+)/\d+/`)},
	{rule: "Pure file", mark: "files/",
		link: lazyregexp.New(`^(?:.*/(?:ws/portalfiles/portal|ws/files|portal/files)/\d+/|()/files/\d{5,}/)`)},
	{rule: "Invenio file", mark: "/record",
		page: lazyregexp.New(`/records?/([\w-]+)`),
		link: lazyregexp.New(`^(.*)/records?/([\w-]+)/files/`)},
	{rule: "Islandora datastream", mark: "/datastream/",
		page:   lazyregexp.New(`/islandora/object/([^/?]+)`),
		link:   lazyregexp.New(`^(.*)/islandora/object/([^/?]+)/datastream/(?:OBJ|PDF|FULL_?TEXT_PDF)/(?:download|view)`),
		isOpen: true},
	{rule: "Plone file", mark: "/",
		link: lazyregexp.New(`^(.+\.(?i:pdf|ps))/(?:view|at_download(?:/file)?|@@download(?:/file.*)?)$`), file: "$1", isOpen: true},
	{rule: "ETD-db file", mark: "/unrestricted/",
		page: lazyregexp.New(`/(?:available/)?(etd-[\w-]+)/?`),
		link: lazyregexp.New(`^(.*)/(etd-[\w-]+)/unrestricted/`)},
	{rule: "Digital Commons file", mark: "viewcontent.cgi",
		link: lazyregexp.New(`^(.*)/cgi/viewcontent\.cgi\?(?:.*&)?article=\d+`), isOpen: true},
	{rule: "OPUS file", mark: "/",
		page: lazyregexp.New(`/frontdoor/(?:index/index/)?(?:.*/)?docId/(\d+)`),
		link: lazyregexp.New(`^(.*)/(?:files/|frontdoor/deliver/index/docId/)(\d+)/`)},
	{rule: "HAL file", mark: "/",
		page:   lazyregexp.New(`^/([a-z]+-\d{6,9})(?:v\d+)?/?$`),
		link:   lazyregexp.New(`^()/([a-z]+-\d{6,9})(?:v\d+)?/(?:document|file/)`),
		isOpen: true},
	{rule: "MyCoRe file", mark: "/MCRFileNodeServlet/",
		link: lazyregexp.New(`^(.*)/servlets/MCRFileNodeServlet/`)},
	{rule: "dLibra content", mark: "/",
		page:   lazyregexp.New(`/edition/(\d+)`),
		link:   lazyregexp.New(`^(.*)/(?:Content|publication/\d+/edition)/(\d+)/(?:download|content|PDF)`),
		isOpen: true},
	{rule: "Hyrax download", mark: "/downloads/",
		link: lazyregexp.New(`^(.*)/downloads/[0-9a-z]{9,36}(?:$|\?(?:locale|file)=)`), isOpen: true},
	{rule: "VITAL download", mark: "/access/services/Download/",
		link: lazyregexp.New(`^(.*)/access/services/Download/[^/]+/SOURCE\d*`), isOpen: true},
}

// The confidence of a link of a layout, if its identifier is that of the page, and if the page's address has none.
const (
	confidenceSame    = 0.9
	confidenceUnknown = 0.72
)

// laid is a link that has the look of a layout, and how its address matches.
type laid struct {
	*page.Link
	uri   string
	match []int
}

// files finds the files of the work by the addresses of known software.
func (f *finder) files() {
	uri := unescapeSlash.Replace(f.URL.RequestURI())
	var found [len(layouts)][]laid
	for j := range f.pageLinks {
		l := &f.pageLinks[j]
		if l.Kind != page.KindA && l.Kind != page.KindIFrame && l.Kind != page.KindFrame || l.URL.Domain() != f.URL.Domain() {
			continue
		}
		uri := unescapeSlash.Replace(l.URL.RequestURI())
		for i := range layouts {
			if !strings.Contains(uri, layouts[i].mark) {
				continue
			}
			if m := layouts[i].link.FindStringSubmatchIndex(uri); m != nil {
				found[i] = append(found[i], laid{l, uri, m})
			}
		}
	}
	for i := range layouts {
		y, work := &layouts[i], ""
		if y.page != nil {
			if m := y.page.FindStringSubmatch(uri); m != nil {
				work = strings.ToLower(m[1])
			}
		}
		if work == "" && isListing(y, found[i]) {
			continue
		}
		for _, l := range found[i] {
			f.ofLayout(y, work, l)
		}
	}
}

// isListing reports whether links are of more than one work, or too many to be of one.
func isListing(y *layout, links []laid) bool {
	files, works := map[weburl.Key]bool{}, map[string]bool{}
	for _, l := range links {
		files[l.URL.Key()] = true
		if y.page != nil {
			works[l.uri[l.match[4]:l.match[5]]] = true
		}
	}
	return len(files) > maxListing || len(works) > 1
}

// unescapeSlash undoes the escapes in which the links of one page differ.
var unescapeSlash = strings.NewReplacer("%3A", ":", "%2F", "/")

// ofLayout adds a link that has the look of a layout, if it belongs to the work.
func (f *finder) ofLayout(y *layout, work string, l laid) {
	anchor := f.Page.Anchor(l.Link)
	says := find(anchor)
	at := sectionOf(l.Path)
	c := Candidate{URL: l.URL, Kind: Paper, Rule: y.rule, Confidence: confidenceUnknown}
	switch {
	case y.page == nil:
		if at&(inExcluded|inMenu) != 0 {
			return
		}
	case work == "":
		if says&saysPaper == 0 || at&(inExcluded|inOthers|inMenu|inProse) != 0 {
			return
		}
	case strings.ToLower(l.uri[l.match[4]:l.match[5]]) != work:
		f.others[l.URL.Key()] = true
		return
	default:
		c.Confidence = confidenceSame
	}
	isEnded := shapeOf(l.URL)&isEnding != 0
	switch {
	case f.isOther(l.URL, anchor) && !f.id.isTitle(anchor), !isEnded && isOtherEnding(l.URL, y.isOpen):
		return
	case !isEnded && says&(saysFormat|saysFile) == saysFormat:
		if y.rule != ruleGalley {
			return
		}
		c.Kind, c.Confidence = Text, 0.3
	case !isEnded && says&saysFile == 0:
		c.Confidence -= 0.1 // it may be another format
	}
	switch {
	case y.file != "":
		c.URL = f.expand(y, l)
		f.add(c)
	case y.rule == ruleGalley && c.Kind == Paper:
		f.galley(c, l.uri)
	default:
		f.add(c)
	}
}

// expand returns the address that a layout makes of that of a link.
func (f *finder) expand(y *layout, l laid) weburl.URL {
	u, err := f.base.Resolve(y.link.ExpandString(nil, y.file, l.uri, l.match))
	if err != nil {
		return weburl.URL{}
	}
	return u
}

const ruleGalley = "OJS galley"

// galleyView is the part of a galley's address that says to show it in a page.
var galleyView = lazyregexp.New(`/(?:view|viewPDFInterstitial)/|op=view&`)

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
