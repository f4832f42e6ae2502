package report

import (
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"fmt"
	"html/template"
	"io"
	"strings"
	"time"

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

	pageTemplate = template.Must(template.New("page").Funcs(template.FuncMap{"safe": screen.Escape, "code": code}).Parse(pageText))
)

// About has what a page says about itself.
type About struct {
	Library string    // its name
	Date    time.Time // of the report
}

// page is what the template shows. Outside text is escaped twice: the template makes it harmless as HTML, its function
// safe as text, without marks of writing direction and control characters.
type page struct {
	About
	Policy   string // content security policy
	Style    template.CSS
	Period   string
	Version  string
	Figures  []figure
	Balance  []line
	Sections []section
}

// figure is one of the key figures.
type figure struct{ Value, Label string }

// section is a chart with the table of its numbers, or a table alone.
type section struct {
	ID, Title    string
	Note         string // below the table
	Wide, Narrow template.HTML
	Columns      []column
	Parts        [][][]string // of the table, side by side: a long list is divided
}

// column is a column of a table. The first one has the names of the rows.
type column struct {
	Title  string
	Number bool
}

// WriteHTML writes the report as one HTML page with charts. It has no script and loads nothing.
func WriteHTML(out io.Writer, r *catalogue.Report, about About) error {
	style := chart.Style + pageStyle
	sum := sha256.Sum256([]byte(style))
	p := page{
		About:   about,
		Policy:  "default-src 'none'; style-src 'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'; base-uri 'none'; form-action 'none'",
		Style:   template.CSS(style), // text of this program only
		Period:  period(r),
		Version: version.Number,
		Figures: keyFigures(r),
		Balance: balance(r),
	}
	for _, s := range []section{
		genreSection(r), sizeSection(r), formatSection(r), yearSection(r), languageSection(r), metadataSection(r), siteSection(r), relevanceSection(r), growthSection(r), pageGrowthSection(r), changeSection(r),
		errorSection(r), rejectedSection(r), waitingSection(r), totalSection(r), visitedSection(r), challengeSection(r), withoutTLSSection(r), refusedSection(r), crawlSection(r), cycleSection(r),
	} {
		if len(s.Parts) > 0 {
			p.Sections = append(p.Sections, s)
		}
	}
	return pageTemplate.Execute(out, p)
}

// period returns the days of the first and the last fetch.
func period(r *catalogue.Report) string {
	if r.Rates.First == nil || r.Rates.Last == nil {
		return "nothing fetched yet"
	}
	first, last := r.Rates.First.Local().Format("2 January 2006"), r.Rates.Last.Local().Format("2 January 2006")
	if first == last {
		return "crawled on " + first
	}
	return "crawled from " + first + " to " + last
}

// keyFigures returns the numbers that stand at the top.
func keyFigures(r *catalogue.Report) []figure {
	figures := []figure{
		{screen.Count(r.Library.Accepted), noun(r.Library.Accepted, "accepted document")},
		{screen.Bytes(r.Library.Bytes), "of documents"},
	}
	if h := &r.Holdings; len(h.Years) > 0 {
		span := fmt.Sprint(h.Years[0].Year)
		if last := h.Years[len(h.Years)-1].Year; last != h.Years[0].Year {
			span += fmt.Sprintf("–%d", last)
		}
		figures = append(figures, figure{span, "years of publication"})
	}
	known := int64(0)
	for _, l := range r.Holdings.Languages {
		if l.Language != "" {
			known++
		}
	}
	if known > 0 {
		figures = append(figures, figure{screen.Count(known), noun(known, "language")})
	}
	return append(figures,
		figure{screen.Count(r.Totals.Pages), noun(r.Totals.Pages, "page") + " crawled"},
		figure{screen.Count(r.Totals.Sites), noun(r.Totals.Sites, "site") + " visited"})
}

// noun returns a noun in the number that fits.
func noun(n int64, name string) string {
	if n == 1 {
		return name
	}
	return name + "s"
}

// The widths of a chart beside its table, and on a narrow screen.
const (
	wide   = 560
	narrow = 330
)

// drawing is a chart in the width that its figure says.
type drawing interface{ SVG() string }

// draw adds a chart in both widths, of which a style shows one.
func (s section) draw(description string, make func(chart.Figure) drawing) section {
	f := chart.Figure{ID: s.ID, Title: s.Title, Description: description, Class: "wide", Width: wide}
	s.Wide = template.HTML(make(f).SVG()) // package chart escapes every text
	f.ID, f.Class, f.Width = s.ID+"-narrow", "narrow", narrow
	s.Narrow = template.HTML(make(f).SVG())
	return s
}

// longTable is the most rows of a table that is not divided.
const longTable = 12

// table adds the rows of the table. A long list of names with one number each is divided into two parts.
func (s section) table(rows [][]string, columns ...column) section {
	s.Columns = columns
	if len(rows) == 0 {
		return s
	}
	parts := 1
	if len(columns) == 2 && columns[1].Number && len(rows) > longTable {
		parts = 2
	}
	each := (len(rows) + parts - 1) / parts
	for start := 0; start < len(rows); start += each {
		s.Parts = append(s.Parts, rows[start:min(start+each, len(rows))])
	}
	return s
}

// safe returns a label for a chart without what could act on a reader.
func safe(label string) string { return strings.TrimSpace(screen.Escape(label)) }

// code returns a text of this program as HTML, with what stands between backquotes as code.
func code(text string) template.HTML {
	var b strings.Builder
	for i, part := range strings.Split(text, "`") {
		part = template.HTMLEscapeString(screen.Escape(part))
		if i%2 == 1 {
			part = "<code>" + part + "</code>"
		}
		b.WriteString(part)
	}
	return template.HTML(b.String())
}
