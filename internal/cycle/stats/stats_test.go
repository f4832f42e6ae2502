package stats_test

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"sluice/internal/catalogue"
	"sluice/internal/cycle/stats"
	"sluice/library"
)

// records are the records of a library in a test.
type records struct {
	visits     []catalogue.Visit
	found      []catalogue.HostCount
	references []catalogue.HostReferences
	stops      []catalogue.SiteStop
	history    []catalogue.SiteRecord
	recorded   []catalogue.SiteRecord
	err        error
}

var _ stats.Recorder = (*records)(nil)

func (r *records) Visits(context.Context) iter.Seq2[*catalogue.Visit, error] {
	return func(yield func(*catalogue.Visit, error) bool) {
		for i := range r.visits {
			if !yield(&r.visits[i], nil) {
				return
			}
		}
		if r.err != nil {
			yield(nil, r.err)
		}
	}
}

func (r *records) FruitfulPages(context.Context) iter.Seq2[string, error] {
	return func(yield func(string, error) bool) {
		parents, known := map[string]string{}, map[string]bool{"": true}
		for _, v := range r.visits {
			parents[v.URL] = v.Parent
		}
		for _, v := range r.visits {
			for url := v.Parent; v.Class == catalogue.VisitDocument && !known[url]; url = parents[url] {
				known[url] = true
				if !yield(url, nil) {
					return
				}
			}
		}
	}
}

func (r *records) DocumentVisits(ctx context.Context) iter.Seq2[*catalogue.Visit, error] {
	return r.Visits(ctx)
}

func (r *records) VisitCounts(_ context.Context, since, until time.Time) (all []catalogue.VisitCount, err error) {
	for _, v := range r.visits {
		c := catalogue.VisitCount{Visit: v, N: 1, IsEmpty: v.Size == 0}
		switch {
		case v.Last.After(until):
			c.Last = time.Time{}
		case !v.Last.Before(since):
			c.First = v.Last
		}
		all = append(all, c)
	}
	return all, r.err
}

func (r *records) FoundDocuments(context.Context) ([]catalogue.HostCount, error) { return r.found, nil }

func (r *records) References(context.Context) ([]catalogue.HostReferences, error) {
	return r.references, nil
}

func (r *records) CitedDocuments(context.Context, int) ([]catalogue.CitedDocument, error) {
	return nil, nil
}

func (r *records) Acceptance(context.Context) (catalogue.Acceptance, error) {
	return catalogue.Acceptance{}, nil
}

func (r *records) Stops(context.Context) ([]catalogue.SiteStop, error) { return r.stops, nil }

func (r *records) History(context.Context) ([]catalogue.SiteRecord, error) { return r.history, nil }

func (r *records) Record(_ context.Context, all []catalogue.SiteRecord) error {
	r.recorded = all
	return nil
}

var day = time.Date(2005, 6, 1, 0, 0, 0, 0, time.UTC)

// page adds a page of a site that was requested in some crawls.
func (r *records) page(url, parent string, crawls int) {
	r.visits = append(r.visits, catalogue.Visit{URL: url, Site: hostOf(url), Parent: parent, Kind: "page", Class: catalogue.VisitPage, Status: 200, Size: 1, Crawls: crawls, Last: day})
}

// document adds a document.
func (r *records) document(url, parent string, level int, state library.State) {
	r.visits = append(r.visits, catalogue.Visit{URL: url, Site: hostOf(url), Parent: parent, FoundBy: hostOf(parent), Kind: "page", Class: catalogue.VisitDocument,
		Status: 200, Level: level, Size: 1, State: state, Crawls: 1, Last: day})
}

func hostOf(url string) string {
	_, rest, _ := strings.Cut(url, "://")
	host, _, _ := strings.Cut(rest, "/")
	return host
}

func (r *records) analyse(t *testing.T) *stats.Statistics {
	t.Helper()
	slices.SortStableFunc(r.visits, func(a, b catalogue.Visit) int { return strings.Compare(a.Site, b.Site) })
	s, err := stats.Analyse(t.Context(), r, time.Time{}, stats.Settings{})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// TestRatesOfSites: table 10 of the publication. Rates are cut off: 674 of 3,794 is 17.76 %.
func TestRatesOfSites(t *testing.T) {
	for _, test := range []struct{ pages, downloaded, accepted, rejected, ddr, adr, rdr int }{
		{18468, 3437, 665, 2772, 18, 19, 80}, {15045, 2042, 137, 1905, 13, 6, 93}, {39679, 3794, 674, 3120, 9, 17, 82}, {10, 0, 0, 0, 0, 0, 0}, {0, 0, 0, 0, 0, 0, 0},
	} {
		r := &records{}
		for i := range test.pages {
			r.page(fmt.Sprintf("http://a.example/%d", i), "", 1)
		}
		for i := range test.downloaded {
			state := library.Rejected
			if i < test.accepted {
				state = library.Accepted
			}
			r.document(fmt.Sprintf("http://other.example/%d.pdf", i), "http://a.example/0", 1, state)
		}
		s := r.analyse(t)
		if test.pages == 0 {
			if len(s.Sites) != 0 || s.LevelLimit != -1 {
				t.Errorf("an empty library has statistics %+v", s)
			}
			continue
		}
		a := s.Sites[0]
		if a.Host != "a.example" || a.Visited != int64(test.pages) || a.Rejected != int64(test.rejected) || a.DDR != test.ddr || a.ADR != test.adr || a.RDR != test.rdr {
			t.Errorf("site %+v, want %+v", a, test)
		}
		if len(s.Sites) > 1 && (s.Sites[1].Crawled || s.Sites[1].Downloaded != 0) {
			t.Errorf("the host of the documents is %+v, want it without documents", s.Sites[1])
		}
	}
}

// TestLevelLimit: table 11 of the publication.
func TestLevelLimit(t *testing.T) {
	r := &records{}
	want := []stats.Level{{1, 260, 0}, {2, 10789, 10}, {3, 32703, 31}, {4, 33911, 32}, {5, 25121, 24}, {6, 3537, 3}, {7, 95, 0}}
	for _, level := range want {
		for i := range level.Documents {
			r.document(fmt.Sprintf("http://a.example/%d", i), "", level.Level, library.Waiting)
		}
	}
	r.page("http://a.example/", "", 1)
	r.visits[len(r.visits)-1].Level = 9 // a page is no document
	s := r.analyse(t)
	if !slices.Equal(s.Levels, want) || s.LevelLimit != 7 {
		t.Errorf("levels %v, limit %d, want %v and 7", s.Levels, s.LevelLimit, want)
	}
}

// TestStopDirectories: tables 24 and 16 of the publication. The names that are there twice are of two sites.
func TestStopDirectories(t *testing.T) {
	table24 := []struct {
		name                string
		rejected, documents int
	}{
		{"papers", 46, 105}, {"previous tests", 51, 102}, {"pdf", 54, 62}, {"willie", 44, 44}, {"techreports", 71, 252}, {"ranveer", 63, 87}, {"public_pdfs", 61, 88},
		{"2005", 68, 90}, {"handouts", 42, 42}, {"handouts", 41, 41}, {"concepts", 45, 78}, {"2003sp", 46, 49}, {"documents", 41, 97}, {"Lectures", 44, 44}, {"Lectures", 45, 45},
	}
	table16 := map[string]int{"images": 36, "nlp2004a": 25, "lectureNotesWeb": 76, "msi": 16, "pdf-6up": 42, "pdf-color": 69, "puzzle": 18, "review": 37, "sections": 20}
	r := &records{}
	add := func(site, name string, rejected, documents int) {
		for i := range documents {
			state := library.Accepted
			if i < rejected {
				state = library.Rejected
			}
			r.document(fmt.Sprintf("http://%s.example/x/%s/%d.pdf", site, strings.ReplaceAll(name, " ", "%20"), i), fmt.Sprintf("http://%s.example/lists/", site), 2, state)
		}
	}
	for i, row := range table24 {
		add(fmt.Sprint("s", i), row.name, row.rejected, row.documents)
	}
	for name, n := range table16 {
		add("all", name, n, n)
	}
	add("few", "four", 4, 4)
	want := map[string]int{"willie": 44, "handouts": 83, "Lectures": 89}
	for name, n := range table16 {
		want[name] = n
	}
	s := r.analyse(t)
	for _, d := range s.StopDirectories {
		if want[d.Name] != int(d.Documents) || d.Rejected != d.Documents {
			t.Errorf("stop directory %+v, want %d documents", d, want[d.Name])
		}
		delete(want, d.Name)
	}
	if len(want) > 0 {
		t.Errorf("no stop directories are %v", want)
	}
}

func TestWaitingDocumentKeepsDirectoryFromStopping(t *testing.T) {
	r := &records{}
	for i := range 9 {
		r.document(fmt.Sprintf("http://a.example/notes/%d.pdf", i), "http://a.example/old/x.html", 1, library.Rejected)
	}
	r.document("http://a.example/notes/new.pdf", "http://a.example/", 1, library.Waiting)
	if s := r.analyse(t); len(s.StopDirectories) != 0 {
		t.Errorf("stop directories %+v", s.StopDirectories)
	}
	r.visits[len(r.visits)-1].State = library.Removed
	s := r.analyse(t)
	if len(s.StopDirectories) != 1 || s.StopDirectories[0] != (stats.StopDirectory{Name: "notes", Documents: 9, Rejected: 9}) && s.StopDirectories[0].OfPagesDocuments != 0 {
		t.Errorf("stop directories %+v, want notes with 9", s.StopDirectories)
	}
}

// TestAvoidedDirectories: table 17 of the publication. A directory is avoided after three crawls, and never the one on the way to a document.
func TestAvoidedDirectories(t *testing.T) {
	names := []string{"Academics", "Calendar", "Contacts", "Courses", "Facilities", "People", "Research", "Resources"}
	for crawls, want := range map[int][]string{1: nil, 2: nil, 3: names} {
		r := &records{}
		home := "http://www.cs.example/"
		r.page(home, "", crawls)
		for _, name := range names {
			directory := home + name + "/"
			r.page(directory, home, crawls)
			r.page(directory+"more/1.html", directory, 1) // new in the last crawl
		}
		r.page(home+"alumni/", home, crawls)
		r.page(home+"news/2005/7.html", home+"alumni/", crawls)
		r.document("http://ftp.example/tr.ps", home+"news/2005/7.html", 0, library.Rejected)
		r.page(home+"links/", home, crawls) // leads to a document by way of another host
		r.page("http://lab.example/", home+"links/", crawls)
		r.document("http://lab.example/x.pdf", "http://lab.example/", 0, library.Accepted)
		r.page(home+"images/logo.png", home, crawls) // belongs to a page
		r.visits[len(r.visits)-1].Kind = "requisite"
		r.page(home+"faculty/", home, crawls)
		r.page(home+"faculty/staff/", home+"faculty/", crawls)
		r.document(home+"faculty/x.pdf", home, 1, library.Accepted)
		var got []string
		for _, d := range r.analyse(t).Avoided {
			got = append(got, d.Name)
			if d.Crawls != crawls || d.Pages != 2 && d.Name != "staff" || d.URL != home+d.Name+"/" && d.Name != "staff" {
				t.Errorf("avoided %+v", d)
			}
		}
		if crawls == 3 {
			want = append(slices.Clone(want), "staff") // a part of a directory with documents
		}
		slices.Sort(got)
		if !slices.Equal(got, want) {
			t.Errorf("after %d crawls avoided are %q, want %q", crawls, got, want)
		}
	}
}

// TestPagesWhoseParentsFormACircle: parents that were fetched again may lead to each other.
func TestPagesWhoseParentsFormACircle(t *testing.T) {
	r := &records{}
	r.page("http://a.example/a/", "http://a.example/b/", 9)
	r.page("http://a.example/b/", "http://a.example/a/", 9)
	r.document("http://a.example/x.pdf", "http://a.example/a/", 0, library.Accepted)
	if s := r.analyse(t); len(s.Avoided) > 0 {
		t.Errorf("avoided %+v", s.Avoided)
	}
}

func TestPatternsThatGaveNothing(t *testing.T) {
	r := &records{}
	for i := range 60 {
		r.page(fmt.Sprintf("http://a.example/cal%d/day.php?year=%d&month=7", i%7, 1990+i), "http://a.example/", 1)
		r.page(fmt.Sprintf("http://a.example/paper/%d", i), "http://a.example/", 1)
		r.page(fmt.Sprintf("http://b.example/paper/%d", i), "http://b.example/", 1)
		if i < 49 {
			r.page(fmt.Sprintf("http://a.example/few/%d", i), "", 1)
		}
	}
	r.document("http://a.example/p.pdf", "http://a.example/paper/3", 0, library.Rejected)
	want := []stats.Pattern{{"a.example", "http://a.example/cal0/day.php?month&year", 60, 1}, {"b.example", "http://b.example/paper/0", 60, 1}}
	if got := r.analyse(t).Patterns; !slices.Equal(got, want) {
		t.Errorf("patterns %+v, want %+v", got, want)
	}
}

// TestErrorClasses: the classes of table 26 of the publication, and those that crawls of today meet.
func TestErrorClasses(t *testing.T) {
	want := map[string]int64{"moved (redirect)": 1, "not there (404, 410, soft 404)": 3, "permission denied (401, 403, 407, 451)": 1, "other request error (4xx)": 1,
		"server error (5xx)": 1, "no answer": 1, "no content": 2, "challenge instead of the page": 1}
	r := &records{}
	r.visits = []catalogue.Visit{
		{Class: catalogue.VisitRedirect, Status: 301}, {Class: catalogue.VisitError, Status: 404}, {Class: catalogue.VisitError, Status: 410},
		{Class: catalogue.VisitError, Status: 200, Cause: "soft 404"}, {Class: catalogue.VisitError, Status: 403}, {Class: catalogue.VisitError, Status: 429},
		{Class: catalogue.VisitError, Status: 503}, {Class: catalogue.VisitError}, {Class: catalogue.VisitError, Status: 204}, {Class: catalogue.VisitPage, Status: 200},
		{Class: catalogue.VisitChallenge, Status: 403}, {Class: catalogue.VisitWaiting}, {Class: catalogue.VisitPage, Status: 200, Size: 1},
	}
	s := r.analyse(t)
	shares := 0.0
	for _, c := range s.Errors {
		if want[c.Class] != c.URLs {
			t.Errorf("%d URLs in class %q, want %d", c.URLs, c.Class, want[c.Class])
		}
		delete(want, c.Class)
		shares += c.ShareOfErrors
	}
	if len(want) > 0 || s.Visited != 12 || math.Abs(shares-1) > 1e-9 {
		t.Errorf("%d visited, shares sum up to %v, no errors of %v", s.Visited, shares, want)
	}
}

// TestRecordOfCrawl: a crawl records the sites of which it requested a page, with the time of these requests. A document, a redirect of another site,
// a sitemap and an added page are no crawl of a site.
func TestRecordOfCrawl(t *testing.T) {
	r := &records{}
	for i, v := range []catalogue.Visit{
		{Site: "a.example", Class: catalogue.VisitPage, Kind: "seed", Last: day.Add(time.Hour)}, {Site: "a.example", Class: catalogue.VisitPage, Kind: "page", Last: day.Add(3 * time.Hour)},
		{Site: "a.example", Class: catalogue.VisitError, Kind: "page", Last: day.Add(4 * time.Hour)}, {Site: "a.example", Class: catalogue.VisitPage, Kind: "page", Last: day.Add(-time.Hour)},
		{Site: "before.example", Class: catalogue.VisitPage, Kind: "page", Last: day.Add(-time.Hour)}, {Site: "down.example", Class: catalogue.VisitError, Kind: "seed", Last: day.Add(time.Hour)},
		{Site: "before.example", Class: catalogue.VisitDocument, Kind: "seed", Last: day.Add(time.Hour)}, {Site: "before.example", Class: catalogue.VisitPage, Kind: "foreign", Last: day.Add(time.Hour)},
		{Site: "before.example", Class: catalogue.VisitPage, Kind: "sitemap", Last: day.Add(time.Hour)}, {Site: "before.example", Class: catalogue.VisitPage, Kind: "page", Last: day.AddDate(200, 0, 0)},
		{Site: "alias.example", Class: catalogue.VisitRedirect, Kind: "seed", Last: day.Add(time.Hour)}, {Site: "a.example", Class: catalogue.VisitPage, Kind: "requisite", Last: day.Add(9 * time.Hour)},
		{Site: "moved.example", Class: catalogue.VisitRedirect, Kind: "seed", Last: day.Add(time.Hour)}, {Site: "moved.example", Class: catalogue.VisitPage, Kind: "page", Last: day.Add(-time.Hour)},
		{Site: "ftp.example", FoundBy: "a.example", Class: catalogue.VisitDocument, Kind: "foreign", State: library.Accepted, Last: day.Add(time.Hour)},
	} {
		v.URL = fmt.Sprintf("http://%s/%d", v.Site, i)
		r.visits = append(r.visits, v)
	}
	if err := stats.Record(t.Context(), r, day); err != nil {
		t.Fatal(err)
	}
	want := []catalogue.SiteRecord{{Host: "a.example", Begun: day, Started: day.Add(time.Hour), Finished: day.Add(4 * time.Hour), Visited: 4, Pages: 3, Downloaded: 1, Accepted: 1},
		{Host: "down.example", Begun: day, Started: day.Add(time.Hour), Finished: day.Add(time.Hour), Visited: 1},
		{Host: "moved.example", Begun: day, Started: day.Add(time.Hour), Finished: day.Add(time.Hour), Visited: 2, Pages: 1}}
	if !slices.Equal(r.recorded, want) {
		t.Errorf("recorded %+v, want %+v", r.recorded, want)
	}
}

func TestErrorOfTheCatalogueEndsTheAnalysis(t *testing.T) {
	failed := errors.New("disk")
	r := &records{err: failed}
	if _, err := stats.Analyse(t.Context(), r, day, stats.Settings{}); !errors.Is(err, failed) {
		t.Errorf("Analyse = %v", err)
	}
	if err := stats.Record(t.Context(), r, day); !errors.Is(err, failed) {
		t.Errorf("Record = %v", err)
	}
}

func TestPercent(t *testing.T) {
	for _, test := range []struct {
		part, whole int64
		want        int
	}{{674, 3794, 17}, {0, 0, 0}, {1, 0, 0}, {-1, 5, 0}, {5, 5, 100}, {9, 5, 100}, {math.MaxInt64, math.MaxInt64, 100}, {1, math.MaxInt64, 0}} {
		if got := stats.Percent(test.part, test.whole); got != test.want {
			t.Errorf("Percent(%d, %d) = %d, want %d", test.part, test.whole, got, test.want)
		}
	}
}
