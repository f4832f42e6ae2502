package landing

import (
	"regexp"

	"sluice/internal/harvest/place"
)

var (
	dspaceItem   = regexp.MustCompile(`^(?:.*)/(?:items|entities/\w+)/([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})`)
	dspaceServer = regexp.MustCompile(`https?://[\w.:-]+(?:/[\w-]+)*/api/core`)
	dspaceLooks  = regexp.MustCompile(`(?i)<ds-app|content="DSpace|/xmlui/|/jspui/|dspace`)
	handlePage   = regexp.MustCompile(`/handle/([\w.]+/[\w.-]+)`)
	rdmRecord    = regexp.MustCompile(`^/records/([\w-]+)/?$`)
	rdmLooks     = regexp.MustCompile(`(?i)invenio`)
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
	for _, p := range place.Rewrites(f.URL) {
		if p.Kind == place.File {
			f.add(Candidate{URL: p.URL, Kind: Paper, Rule: "address: " + p.Rule, Confidence: 0.3, Guessed: true})
		}
	}
}

// guess adds a candidate that is guessed.
func (f *finder) guess(ref string, kind Kind, rule string, confidence float64) {
	if u, err := f.base.Resolve([]byte(ref)); err == nil {
		f.add(Candidate{URL: u, Kind: kind, Rule: rule, Confidence: confidence, Guessed: true})
	}
}
