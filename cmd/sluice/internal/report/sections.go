package report

import (
	"fmt"
	"time"

	"sluice/cmd/sluice/internal/screen"
	"sluice/internal/catalogue"
	"sluice/internal/chart"
	"sluice/internal/timeline"
)

const (
	maxBars  = 15 // of one chart; the others are summed up in one bar
	maxYears = 40 // columns of the chart of years
	maxTimes = 12 // rows of the table of a growth
)

// bars returns a chart of bars.
func bars(rows []chart.Row, series ...string) func(chart.Figure) drawing {
	return func(f chart.Figure) drawing { return &chart.Bars{Figure: f, Series: series, Rows: rows} }
}

// genreSection shows the documents by genre.
func genreSection(r *catalogue.Report) section {
	var rows []chart.Row
	var cells [][]string
	for _, g := range r.Library.Genres {
		name := genreName(g.Genre)
		rows = append(rows, chart.Row{Label: safe(name), Values: []float64{float64(g.Accepted), float64(g.Documents - g.Accepted)}})
		cells = append(cells, []string{name, screen.Count(g.Documents), screen.Count(g.Accepted), screen.Bytes(g.Bytes)})
	}
	return section{ID: "genres", Title: "Documents by genre"}.
		draw("Bars: the documents of each genre, divided into accepted and not accepted ones.", bars(rows, "accepted", "not accepted")).
		table(cells, column{"genre", false}, column{"documents", true}, column{"accepted", true}, column{"size", true})
}

// sizeSection shows which documents were accepted by their size.
func sizeSection(r *catalogue.Report) section {
	var rows []chart.Row
	var cells [][]string
	sizes := r.Acceptance.Sizes
	for i, c := range sizes {
		if c.Accepted+c.Rejected == 0 {
			continue
		}
		label := "from " + screen.Bytes(c.From)
		if i == 0 && len(sizes) > 1 {
			label = "under " + screen.Bytes(sizes[1].From)
		}
		rows = append(rows, chart.Row{Label: label, Values: []float64{float64(c.Accepted), float64(c.Rejected)}})
		cells = append(cells, []string{label, screen.Count(c.Accepted), screen.Count(c.Rejected), percent(float64(c.Accepted) / float64(c.Accepted+c.Rejected))})
	}
	return section{ID: "sizes", Title: "Accepted documents by size"}.
		draw("Bars: the documents of each size, divided into accepted and rejected ones.", bars(rows, "accepted", "rejected")).
		table(cells, column{"size", false}, column{"accepted", true}, column{"rejected", true}, column{"share accepted", true})
}

// formatSection shows which documents were accepted by their type, and the size under which none of the type was.
func formatSection(r *catalogue.Report) section {
	var rows []chart.Row
	var cells [][]string
	for _, t := range r.Acceptance.Types {
		smallest := ""
		if t.Accepted > 0 {
			smallest = screen.Bytes(t.Floor)
		}
		if len(rows) < maxBars {
			rows = append(rows, chart.Row{Label: safe(t.Type), Values: []float64{float64(t.Accepted), float64(t.Rejected)}})
		}
		cells = append(cells, []string{t.Type, screen.Count(t.Accepted), screen.Count(t.Rejected), percent(float64(t.Accepted) / float64(max(t.Accepted+t.Rejected, 1))), smallest})
	}
	return section{ID: "formats", Title: "Accepted documents by type"}.
		draw("Bars: the documents of each type, divided into accepted and rejected ones.", bars(rows, "accepted", "rejected")).
		table(cells, column{"type", false}, column{"accepted", true}, column{"rejected", true}, column{"share accepted", true}, column{"smallest accepted", true})
}

// yearSection shows the accepted documents by year of publication.
func yearSection(r *catalogue.Report) section {
	var rows []chart.Row
	var cells [][]string
	note := ""
	for _, y := range years(&r.Holdings, maxYears) {
		if y.Unknown {
			note = fmt.Sprintf("Not in the chart: %s whose year is not known, or uncertain.", screen.Counted(y.N, "document"))
		} else {
			rows = append(rows, chart.Row{Label: y.Name, Values: []float64{float64(y.N)}})
		}
		if y.N > 0 {
			cells = append(cells, []string{y.Name, screen.Count(y.N)})
		}
	}
	s := section{ID: "years", Title: "Accepted documents by year of publication", Note: note}
	return s.draw("Columns: the accepted documents of each year.", func(f chart.Figure) drawing {
		return &chart.Columns{Figure: f, Rows: rows, Unit: "documents"}
	}).table(cells, column{"year", false}, column{"documents", true})
}

// languageSection shows the accepted documents by language.
func languageSection(r *catalogue.Report) section {
	s := section{ID: "languages", Title: "Accepted documents by language"}
	return s.counts(languages(&r.Holdings), "language", "documents", "Bars: the accepted documents in each language.")
}

// counts adds a chart of counts by name and its table.
func (s section) counts(counts []count, name, counted, description string) section {
	var rows []chart.Row
	var cells [][]string
	for _, c := range counts {
		rows = append(rows, chart.Row{Label: safe(c.Name), Values: []float64{float64(c.N)}})
		cells = append(cells, []string{c.Name, screen.Count(c.N)})
	}
	return s.draw(description, bars(rows)).table(cells, column{name, false}, column{counted, true})
}

// metadataSection shows how complete the metadata are.
func metadataSection(r *catalogue.Report) section {
	var rows []chart.Row
	var cells [][]string
	for _, f := range r.Holdings.Metadata {
		uncertain := float64(f.Uncertain) / float64(max(r.Library.Accepted, 1))
		rows = append(rows, chart.Row{Label: fieldName(f.Field), Values: []float64{f.Share - uncertain, uncertain}})
		cells = append(cells, []string{fieldName(f.Field), screen.Count(f.Documents), percent(f.Share), screen.Count(f.Uncertain), confidence(&f)})
	}
	s := section{ID: "metadata", Title: "Completeness of metadata",
		Note: "Accepted documents that have a field. Uncertain: such values are right less than nine times in ten, and exports leave it out unless it is the title. Confidence: the mean, from 0 to 1."}
	return s.draw("Bars: the share of accepted documents that have each field, divided into certain and uncertain values.", func(f chart.Figure) drawing {
		return &chart.Bars{Figure: f, Series: []string{"certain", "uncertain"}, Rows: rows, Format: percent, Most: 1}
	}).table(cells, column{"field", false}, column{"documents", true}, column{"share", true}, column{"uncertain", true}, column{"confidence", true})
}

// siteSection shows the sites with the most accepted documents.
func siteSection(r *catalogue.Report) section {
	var rows []chart.Row
	var cells [][]string
	for _, s := range sites(&r.Holdings, maxBars+1) {
		rows = append(rows, chart.Row{Label: safe(s.Host), Values: []float64{float64(s.Accepted), float64(s.Documents - s.Accepted)}})
		cells = append(cells, []string{s.Host, screen.Count(s.Accepted), screen.Count(s.Documents)})
	}
	s := section{ID: "sites", Title: "Documents by site"}
	return s.draw("Bars: the documents fetched from each site, divided into accepted and other ones.", bars(rows, "accepted", "other")).
		table(cells, column{"site", false}, column{"accepted", true}, column{"fetched", true})
}

// growthSection shows how the documents have grown.
func growthSection(r *catalogue.Report) section {
	return growth(r, section{ID: "growth", Title: "Growth: documents"}, "documents", []string{"fetched", "accepted"}, func(p *catalogue.GrowthPoint) []int64 {
		return []int64{p.Documents, p.Accepted}
	})
}

// pageGrowthSection shows how the pages have grown, which are so many more that they need a chart of their own.
func pageGrowthSection(r *catalogue.Report) section {
	return growth(r, section{ID: "pages", Title: "Growth: pages"}, "pages", []string{"pages"}, func(p *catalogue.GrowthPoint) []int64 { return []int64{p.Pages} })
}

// timeLayouts are the layouts of the times of a growth.
var timeLayouts = map[timeline.Unit]string{
	timeline.Second: "2 Jan 2006 15:04:05", timeline.Minute: "2 Jan 2006 15:04", timeline.Hour: "2 Jan 2006 15:04", timeline.Day: "2 Jan 2006",
	timeline.Month: "Jan 2006", timeline.Year: "2006",
}

// growth shows sums over time.
func growth(r *catalogue.Report, s section, counted string, names []string, values func(*catalogue.GrowthPoint) []int64) section {
	g := &r.Holdings.Growth
	series := make([]chart.Series, len(names))
	for i, name := range names {
		series[i].Name = name
	}
	var cells [][]string
	points := g.Points
	for k := range points {
		for i, v := range values(&points[k]) {
			series[i].Points = append(series[i].Points, chart.Point{X: float64(points[k].Time.Unix()), Y: float64(v)})
		}
	}
	coarse := g.Unit == timeline.Day || g.Unit == timeline.Month || g.Unit == timeline.Year
	label, layout := "date", timeLayouts[g.Unit]
	if len(points) > 0 && !coarse {
		label = "time in UTC"
		if first, last := points[0].Time.Format(time.DateOnly), points[len(points)-1].Time.Format(time.DateOnly); first == last {
			label, layout = points[0].Time.Format("2 January 2006")+", UTC", time.TimeOnly
		}
	}
	for _, k := range spread(len(points), maxTimes) {
		row := []string{points[k].Time.Format(layout)}
		for _, v := range values(&points[k]) {
			row = append(row, screen.Count(v))
		}
		cells = append(cells, row)
	}
	if len(points) > maxTimes {
		s.Note = fmt.Sprintf("The table has %d of %d times.", maxTimes, len(points))
	}
	columns := []column{{label, false}}
	for _, name := range names {
		columns = append(columns, column{name, true})
	}
	return s.draw("Lines: the sum of "+counted+" over time.", func(f chart.Figure) drawing {
		return &chart.Lines{Figure: f, X: chart.Axis{Time: true, Label: label}, Y: chart.Axis{Label: counted}, Series: series, Area: true, Step: coarse}
	}).table(cells, columns...)
}

// spread returns at most so many of the numbers below n, evenly spread, with the first and the last.
func spread(n, most int) []int {
	var all []int
	if n <= most {
		for i := range n {
			all = append(all, i)
		}
		return all
	}
	for i := range most {
		all = append(all, i*(n-1)/(most-1))
	}
	return all
}

// topped returns the greatest counts and the sum of the others.
func topped(counts []count) []count {
	if len(counts) <= maxBars {
		return counts
	}
	rest := count{Name: fmt.Sprintf("(%d more)", len(counts)-maxBars+1)}
	for _, c := range counts[maxBars-1:] {
		rest.N += c.N
	}
	return append(counts[:maxBars-1:maxBars-1], rest)
}

// errorSection shows the URLs that failed by cause.
func errorSection(r *catalogue.Report) section {
	var counts []count
	for _, e := range r.Errors {
		counts = append(counts, count{Name: e.Name, N: e.Errors})
	}
	return section{ID: "errors", Title: "Errors by cause"}.counts(topped(counts), "cause", "URLs", "Bars: the URLs that failed for each cause.")
}

// rejectedSection shows the rejected documents by cause.
func rejectedSection(r *catalogue.Report) section {
	return section{ID: "rejected", Title: "Rejected documents by cause"}.
		counts(topped(causes(r.Library.RejectedBy)), "cause", "documents", "Bars: the documents that were rejected for each cause.")
}

// waitingSection shows the waiting documents by cause.
func waitingSection(r *catalogue.Report) section {
	return section{ID: "waiting", Title: "Waiting documents by cause", Note: "They were not read yet; `sluice convert` tries again."}.
		counts(topped(causes(r.Library.WaitingFor)), "cause", "documents", "Bars: the documents that wait for each cause.")
}

// causes returns counts of causes.
func causes(sums []catalogue.CauseCount) []count {
	var counts []count
	for _, s := range sums {
		counts = append(counts, count{Name: s.Cause, N: s.Documents})
	}
	return counts
}

// visitedSection lists the sites with the most URLs.
func visitedSection(r *catalogue.Report) section {
	var cells [][]string
	rows := r.Sites
	if r.Others != nil {
		others := *r.Others
		others.Name = "(" + others.Name + ")"
		rows = append(rows[:len(rows):len(rows)], others)
	}
	columns := []column{{"site", false}, {"pages", true}, {"documents", true}, {"redirects", true}, {"errors", true}}
	challenged := hasChallenges(rows)
	if challenged {
		columns = append(columns, column{"challenges", true})
	}
	for _, s := range rows {
		row := []string{s.Name, screen.Count(s.Pages), screen.Count(s.Documents), screen.Count(s.Redirects), screen.Count(s.Errors)}
		if challenged {
			row = append(row, screen.Count(s.Challenges))
		}
		cells = append(cells, append(row, screen.Bytes(s.Bytes)))
	}
	return section{ID: "visited", Title: "Sites by URLs visited"}.table(cells, append(columns, column{"size", true})...)
}

// totalSection has what was visited, its size, and how long it took.
func totalSection(r *catalogue.Report) section {
	if r.Totals.Visited == 0 {
		return section{}
	}
	var cells [][]string
	for _, l := range totals(r) {
		cells = append(cells, []string{l.Name, l.Text()})
	}
	return section{ID: "totals", Title: "Crawling in numbers"}.table(cells, column{}, column{})
}

// challengeSection lists the hosts that answered with a challenge instead of what was asked for.
func challengeSection(r *catalogue.Report) section {
	var cells [][]string
	for _, c := range shortenChallenges(r.Challenges) {
		cells = append(cells, []string{c.Host, c.Kind, screen.Count(c.URLs)})
	}
	return section{ID: "challenges", Title: "Challenges by host"}.table(cells, column{"host", false}, column{"kind", false}, column{"URLs", true})
}

// withoutTLSSection lists the hosts that were fetched over http, because TLS failed.
func withoutTLSSection(r *catalogue.Report) section {
	return section{ID: "without-tls", Title: titleWithoutTLS}.table(hostRows(r.WithoutTLS), column{"host", false}, column{"cause", false})
}

// refusedSection lists the links that were not followed.
func refusedSection(r *catalogue.Report) section {
	var cells [][]string
	for _, c := range r.Refused[:min(len(r.Refused), maxRows)] {
		cells = append(cells, []string{c.Cause, screen.Count(c.Links), screen.Count(c.Hosts)})
	}
	return section{ID: "refused", Title: "Links refused by cause"}.table(cells, column{"cause", false}, column{"links", true}, column{"hosts", true})
}

// cycleSection lists the latest cycles.
func cycleSection(r *catalogue.Report) section {
	return section{ID: "cycles", Title: "Cycles"}.table(cycleCells(r.Cycles[max(0, len(r.Cycles)-maxRows):]), column{"cycle", true}, column{"begun", false}, column{"new sites", true},
		column{"revisited", true}, column{"refused", true}, column{"requested", true}, column{"accepted", true}, column{"rejected", true}, column{"pages changed", true}, column{"pages gone", true})
}

// crawlSection lists the latest crawls.
func crawlSection(r *catalogue.Report) section {
	var cells [][]string
	crawls := r.Crawls[max(0, len(r.Crawls)-maxRows):]
	for _, c := range crawls {
		state := c.State
		if c.Reason != "" {
			state += " (" + c.Reason + ")"
		}
		cells = append(cells, []string{fmt.Sprint(c.ID), c.Started.Local().Format("2 Jan 2006 15:04 MST"), screen.Span(seconds(c.Active)), state})
	}
	s := section{ID: "crawls", Title: "Crawls"}
	if len(crawls) < len(r.Crawls) {
		s.Note = fmt.Sprintf("The last %d of %s.", len(crawls), screen.Counted(int64(len(r.Crawls)), "crawl"))
	}
	return s.table(cells, column{"crawl", false}, column{"started", false}, column{"active for", true}, column{"state", false})
}
