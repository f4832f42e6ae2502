package demo

import (
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"
)

// library is the host of the report archive.
const library = "library.northbridge.example"

// addArchive adds the pages of the report archive: one for each report, one for each year, and
// the list of years.
func (s *site) addArchive(papers []paper) {
	years := map[string][]*paper{}
	for i := range papers {
		p := &papers[i]
		if p.number != "" {
			years[p.year] = append(years[p.year], p)
			s.page(library+p.page(), p.number+": "+p.title, p.description(), p.metas(p.file)...)
		}
	}
	list := "<p>The technical reports of the Department of Computer Science, by year. Paper copies of those before 2018 are in the basement.</p>\n<ul>\n"
	for _, year := range slices.Backward(slices.Sorted(maps.Keys(years))) {
		list += fmt.Sprintf("<li><a href=\"/reports/%s/\">Reports of %s</a> (%d)</li>\n", year, year, len(years[year]))
		var rows strings.Builder
		for _, p := range years[year] {
			fmt.Fprintf(&rows, "<li><a href=\"%s\">%s</a>, %s</li>\n", p.page(), escaped(p.title), escaped(p.author()))
		}
		s.page(library+"/reports/"+year+"/", "Reports of "+year, "<ul>\n"+rows.String()+"</ul>\n<p><a href=\"../\">All years</a></p>\n")
	}
	s.page(library+"/reports/", "Technical reports", list+"</ul>\n")
}

// page adds a page of the library.
func (s *site) page(key, title, body string, metas ...meta) {
	s.resources[key] = &resource{body: frame(library, title, body, metas...), kind: framed}
}

// page returns the path of the page that describes a report.
func (p *paper) page() string {
	return "/reports/" + p.year + "/" + strings.ToLower(p.number) + ".html"
}

// description returns the body of the page that describes a report.
func (p *paper) description() string {
	full := "<a href=\"http://" + p.file + "\">Full text</a> (" + strings.TrimPrefix(path.Ext(strings.TrimSuffix(p.file, ".gz")), ".") + ")"
	for _, alias := range p.aliases {
		if strings.Contains(alias, "?") {
			full += ", or <a href=\"http://" + escaped(alias) + "\">as a download</a>"
		}
	}
	return fmt.Sprintf("<p>By %s, %s.</p>\n<h2>Abstract</h2>\n<p>%s</p>\n<p>%s</p>\n<p>See the other <a href=\"./\">reports of %s</a>.</p>\n",
		escaped(p.author()), p.year, escaped(p.abstract()), full, p.year)
}
