package landing

import (
	"strings"

	"sluice/internal/harvest/place"
	"sluice/internal/lazyregexp"
)

var (
	dspaceItem   = lazyregexp.New(`^(?:.*)/(?:items|entities/\w+)/([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})`)
	dspaceServer = lazyregexp.New(`https?://[\w.:-]+(?:/[\w-]+)*/api/core`)
	dspaceLooks  = lazyregexp.New(`(?i)<ds-app|content="DSpace|/xmlui/|/jspui/|dspace`)
	handlePage   = lazyregexp.New(`/handle/([\w.]+/[\w.-]+)`)
	rdmRecord    = lazyregexp.New(`^/records/([\w-]+)/?$`)
	rdmLooks     = lazyregexp.New(`(?i)invenio`)
	dataversePID = lazyregexp.New(`[?&]persistentId=([^&]+)`)
	dataverseID  = lazyregexp.New(`[?&]fileId=(\d+)`)
)

// guesses adds addresses that the page does not name, if it names no file: those of the REST interface of its software, and those
// that follow from its own address by the rules of known sites.
func (f *finder) guesses() {
	for _, c := range f.found {
		if c.Kind == Paper || c.Kind == Wrapper {
			return
		}
	}
	path := f.URL.Path()
	body := f.Body[:min(len(f.Body), maxScripts)]
	if m := dspaceItem.FindStringSubmatch(path); m != nil {
		server := "/server/api/core"
		if s := dspaceServer.Find(body); s != nil {
			server = string(s)
		}
		f.guess(server+"/items/"+m[1]+"/bundles?embed=bitstreams", Interface, "DSpace 7 REST", 0.4)
	} else if m := handlePage.FindStringSubmatch(path); m != nil && dspaceLooks.Match(body) {
		f.guess("/rest/handle/"+m[1]+"?expand=bitstreams", Interface, "DSpace REST", 0.3)
	}
	if m := rdmRecord.FindStringSubmatch(path); m != nil && rdmLooks.Match(body) {
		f.guess("/api/records/"+m[1]+"/files", Interface, "Invenio REST", 0.4)
	}
	f.guessDataverse()
	for _, p := range place.Rewrites(f.URL) {
		if p.Kind == place.File {
			f.add(Candidate{URL: p.URL, Kind: Paper, Rule: "address: " + p.Rule, Confidence: 0.3, Guessed: true})
		}
	}
}

// guessDataverse adds the interface that lists the files of a data set, or the file that a page of Dataverse describes. Pages of files have their names in their
// titles.
func (f *finder) guessDataverse() {
	query := "?" + f.URL.Query()
	id := dataversePID.FindStringSubmatch(query)
	switch {
	case strings.HasSuffix(f.URL.Path(), "/dataset.xhtml") && id != nil:
		f.guess("/api/datasets/:persistentId/?persistentId="+id[1], Interface, "Dataverse REST", 0.4)
	case !strings.HasSuffix(f.URL.Path(), "/file.xhtml") || !strings.Contains(strings.ToLower(f.Page.Title), ".pdf"):
	case id != nil:
		f.guess("/api/access/datafile/:persistentId?persistentId="+id[1], Paper, ruleDataverse, 0.4)
	default:
		if id = dataverseID.FindStringSubmatch(query); id != nil {
			f.guess("/api/access/datafile/"+id[1], Paper, ruleDataverse, 0.4)
		}
	}
}

const ruleDataverse = "Dataverse file"

// guess adds a candidate that is guessed.
func (f *finder) guess(ref string, kind Kind, rule string, confidence float64) {
	if u, err := f.base.Resolve([]byte(ref)); err == nil {
		f.add(Candidate{URL: u, Kind: kind, Rule: rule, Confidence: confidence, Guessed: true})
	}
}
