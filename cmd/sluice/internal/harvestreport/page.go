package harvestreport

import (
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"html/template"
	"io"
	"strings"

	"sluice/cmd/sluice/internal/screen"
	"sluice/internal/catalogue"
	"sluice/internal/chart"
	"sluice/internal/version"
)

var (
	//go:embed page.gohtml
	pageText string
	//go:embed page.css
	pageStyle string

	pageTemplate = template.Must(template.New("page").Funcs(template.FuncMap{"safe": screen.Escape, "percent": percent, "link": link}).Parse(pageText))
)

// table is a table of the page; the first column has the names of the rows.
type table struct {
	Title   string
	Columns []string
	Rows    [][]string
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
	groups := []string{"", "wanted", "held before", "found"}
	for _, t := range []table{
		{"How they were found", []string{"way", "found", "requests", "requests a paper"}, wayRows(r.Summary)},
		{"Why works were missed", []string{"cause", "works"}, causeRows(r.Summary)},
		{"By venue", groups, groupRows(r.Summary.Venues)},
		{"By year", groups, groupRows(r.Summary.Years)},
	} {
		if len(t.Rows) > 0 {
			p.Tables = append(p.Tables, t)
		}
	}
	return pageTemplate.Execute(out, &p)
}

// link returns a URL that a page may link to, empty for one of another scheme than http and https.
func link(url string) string {
	if strings.HasPrefix(url, "http://") || strings.HasPrefix(url, "https://") {
		return url
	}
	return ""
}

// state is the works of one state.
type state struct {
	Title string
	Works []*Work
}

// States returns the works by their states: what was missed comes first, because people have to look at it.
func (p *page) States() (all []state) {
	for _, s := range []struct {
		state catalogue.WantedState
		title string
	}{{catalogue.WantedMissed, "Missed"}, {catalogue.WantedFound, "Found"}, {catalogue.WantedOpen, "Not looked for yet"}} {
		one := state{Title: s.title}
		for i := range p.Works {
			if p.Works[i].State == string(s.state) {
				one.Works = append(one.Works, &p.Works[i])
			}
		}
		if len(one.Works) > 0 {
			all = append(all, one)
		}
	}
	return all
}
