package harvestreport

import (
	"cmp"
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"html/template"
	"io"
	"strings"
	"time"

	"sluice/cmd/sluice/internal/screen"
	"sluice/internal/catalogue"
	"sluice/internal/chart"
	"sluice/internal/harvest"
	"sluice/internal/version"
)

var (
	//go:embed page.gohtml
	pageText string
	//go:embed page.css
	pageStyle string

	pageTemplate = template.Must(template.New("page").Funcs(template.FuncMap{"safe": screen.Escape, "percent": percent, "moment": moment, "link": link, "title": func(s string) string { return screen.Escape(cmp.Or(s, untitled)) }}).Parse(pageText))
)

// table is a table of the page; the first column has the names of the rows.
type table struct {
	Title   string
	Columns []string
	Rows    [][]string
	Note    string // below the table
	IsText  bool   // the last column is no number
}

// page is what the template shows. The template makes outside text harmless as HTML, its function safe as text.
type page struct {
	*Report
	Policy  string // content security policy
	Style   template.CSS
	Version string
	Tables  []table
}

// WriteHTML writes the report as one HTML page. It has no script and loads nothing.
func WriteHTML(out io.Writer, r *Report) error {
	style := chart.Style + pageStyle
	sum := sha256.Sum256([]byte(style))
	p := page{
		Report:  r,
		Policy:  "default-src 'none'; style-src 'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'; base-uri 'none'; form-action 'none'",
		Style:   template.CSS(style), // text of this program only
		Version: version.Number,
	}
	for _, t := range []table{
		{"How works were found", []string{"way", "found", "requests", "requests a paper"}, wayRows(r.Summary), wayNote(r.Summary), false},
		{"Why works were missed", []string{"cause", "works", "what you can do"}, causeRows(r.Summary), "", true},
		{"By venue", []string{"venue", "wanted", "in the library before", "found", "recall", "of the missing"}, venueRows(r.Summary.Venues), "", false},
		{"By year", []string{"year", "wanted", "in the library before", "found", "recall", "of the missing"}, groupRows(r.Summary.Years), "", false},
	} {
		if len(t.Rows) > 0 {
			p.Tables = append(p.Tables, t)
		}
	}
	return pageTemplate.Execute(out, &p)
}

// wayNote says what the ways are that were used.
func wayNote(s *harvest.Summary) string {
	words := map[harvest.Way]string{
		harvest.WayPlace:    "an address that the record names or that follows from its identifiers",
		harvest.WayLanding:  "a link on the page of the paper",
		harvest.WayHomepage: "a search for the authors' homepages",
		harvest.WayCrawl:    "a link on an author's homepage or a list of publications",
		harvest.WayPattern:  "an address like those of other papers of the site",
	}
	var all []string
	for _, w := range s.Ways {
		if words[w.Way] != "" {
			all = append(all, string(w.Way)+" is "+words[w.Way])
		}
	}
	if len(all) == 0 {
		return ""
	}
	note := strings.Join(all, "; ") + "."
	note = strings.ToUpper(note[:1]) + note[1:]
	if s.Homepages > 0 {
		note += " " + screen.Counted(int64(s.Homepages), "homepage") + " of authors found."
	}
	return note
}

// moment returns a time for people.
func moment(t time.Time) string { return t.UTC().Format("2 January 2006, 15:04 UTC") }

// link returns a URL that a page may link to, empty for one of another scheme than http and https.
func link(url string) string {
	if strings.HasPrefix(url, "http://") || strings.HasPrefix(url, "https://") {
		return url
	}
	return ""
}

// state is the works of one state.
type state struct {
	Title  string
	Groups []group
	N      int // of works
}

// group is the works of a state that have a cause; all of a state that has none.
type group struct {
	Cause  string
	Advice string
	Works  []*Work
}

// States returns the works by their states: what was missed comes first, because people have to look at it, by the causes, the commonest first.
func (p *page) States() (all []state) {
	missed := state{Title: "Missed"}
	for _, c := range p.Summary.Causes {
		missed.add(group{Cause: c.Name, Advice: harvest.Cause(c.Name).Advice(), Works: p.works(func(w *Work) bool { return w.State == string(catalogue.WantedMissed) && w.Cause == c.Name })})
	}
	isFound := func(w *Work) bool { return w.State == string(catalogue.WantedFound) }
	isHeld := func(w *Work) bool { return isFound(w) && harvest.WayOf(w.Way) == harvest.WayHeld }
	found, held, open := state{Title: "Found"}, state{Title: "In the library before"}, state{Title: "Not looked for yet"}
	found.add(group{Works: p.works(func(w *Work) bool { return isFound(w) && !isHeld(w) })})
	held.add(group{Works: p.works(isHeld)})
	open.add(group{Works: p.works(func(w *Work) bool { return w.State == string(catalogue.WantedOpen) })})
	for _, s := range []state{missed, found, held, open} {
		if s.N > 0 {
			all = append(all, s)
		}
	}
	return all
}

// add adds a group that has works.
func (s *state) add(g group) {
	if len(g.Works) > 0 {
		s.Groups, s.N = append(s.Groups, g), s.N+len(g.Works)
	}
}

// works returns the works that are chosen.
func (p *page) works(isChosen func(*Work) bool) (some []*Work) {
	for i := range p.Works {
		if w := &p.Works[i]; isChosen(w) {
			some = append(some, w)
		}
	}
	return some
}
