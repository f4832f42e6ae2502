// Package stats makes the statistics of a library from which the next cycle is planned.
//
// [Analyse] returns them: what came of each site, on which directory levels documents lie, which documents are accepted, and where no document was
// ever found. [Record] keeps the figures of the sites that a crawl has visited, when it has ended, so that later cycles can compare.
//
// The rates are those of C. Zhou, CNDROBOT: a robot for the CINDI digital library, Concordia University 2005, sections 3.2, 3.4.2, 4.4 and 4.5.
// They are whole percents, cut off, as in its table 10. Memory grows with the number of URLs of one site, up to a limit.
package stats

import (
	"cmp"
	"context"
	"iter"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"sluice/internal/catalogue"
	"sluice/library"
)

// Records is what the statistics are made of. [catalogue.Statistics] is one; the suite Statistics in catalogtest has its contract.
type Records interface {
	Visits
	// VisitCounts counts the visits in groups, with the times of those between two moments.
	VisitCounts(ctx context.Context, since, until time.Time) ([]catalogue.VisitCount, error)
	// FoundDocuments returns for each site how many documents were found on its pages, fetched or not.
	FoundDocuments(ctx context.Context) ([]catalogue.HostCount, error)
	// References returns the links to each site from other hosts.
	References(ctx context.Context) ([]catalogue.HostReferences, error)
	// CitedDocuments returns the documents that most pages of other hosts link to, at most limit.
	CitedDocuments(ctx context.Context, limit int) ([]catalogue.CitedDocument, error)
	// Acceptance counts accepted and rejected documents by size and type.
	Acceptance(ctx context.Context) (catalogue.Acceptance, error)
	// Stops returns the sites that crawls have stopped early.
	Stops(ctx context.Context) ([]catalogue.SiteStop, error)
	// History returns the records of all crawls, by host, the oldest first.
	History(ctx context.Context) ([]catalogue.SiteRecord, error)
}

// Visits are the URLs that the crawls of a library have requested.
type Visits interface {
	// Visits returns all URLs that were requested: those of a site one after the other.
	Visits(ctx context.Context) iter.Seq2[*catalogue.Visit, error]
	// DocumentVisits returns those of documents.
	DocumentVisits(ctx context.Context) iter.Seq2[*catalogue.Visit, error]
	// FruitfulPages returns the pages that have led to a document: it was found on them, or on a page that was found on them, and so on.
	FruitfulPages(ctx context.Context) iter.Seq2[string, error]
}

// Settings are the rules of what is learned of directories. The zero value has the defaults.
type Settings struct {
	// StopDocuments is the least number of documents under a name before it is a stop directory. Default: 5.
	StopDocuments int64
	// AvoidRevisits is how often a directory must have been revisited before it is avoided. Default: 2, which is three crawls.
	AvoidRevisits int
	// PatternPages is the least number of pages of a pattern of URLs before it counts as one that never gave anything. Default: 50.
	PatternPages int64
	// LevelDocuments is the least number of documents of a site before it has a level limit of its own. Default: 5.
	LevelDocuments int64
	// LevelSites is the least number of sites that have a level limit of their own before the deepest level of all documents limits other sites. Default: 10.
	// Of n sites and another one that is like them, the other is the only one with the deepest document once in n + 1 times, at most: with 10 sites the limit
	// costs fewer than one new site in ten anything.
	LevelSites int
}

// WithDefaults returns the settings with the default in place of each zero.
func (s Settings) WithDefaults() Settings {
	s.StopDocuments = cmp.Or(s.StopDocuments, 5)
	s.AvoidRevisits = cmp.Or(s.AvoidRevisits, 2)
	s.PatternPages = cmp.Or(s.PatternPages, 50)
	s.LevelDocuments = cmp.Or(s.LevelDocuments, 5)
	s.LevelSites = cmp.Or(s.LevelSites, 10)
	return s
}

// Statistics are those of a library.
type Statistics struct {
	Sites           []Site                    `json:"sites"`            // by ADR, then SSRC, the best first
	Stops           []catalogue.SiteStop      `json:"early_stops"`      // sites that crawls have stopped, by host
	Levels          []Level                   `json:"levels"`           // the highest first
	LevelLimit      int                       `json:"level_limit"`      // the deepest level with a document; -1 if there is none
	LevelSites      int                       `json:"level_sites"`      // sites with enough documents for a level limit of their own
	Errors          []ErrorClass              `json:"errors"`           // the most frequent first
	Visited         int64                     `json:"visited"`          // URLs
	Acceptance      catalogue.Acceptance      `json:"acceptance"`       // by size and type
	Cited           []catalogue.CitedDocument `json:"cited_documents"`  // the most cited first
	StopDirectories []StopDirectory           `json:"stop_directories"` // those with most documents first
	Avoided         []Directory               `json:"avoided_directories"`
	Patterns        []Pattern                 `json:"fruitless_patterns"`
	ByCycle         []catalogue.CycleCount    `json:"by_cycle"` // levels, errors, sizes and types at the end of each cycle, the oldest first
}

// Site is what came of a host. Documents belong to the site of the page on which they were found, also those on other hosts.
type Site struct {
	Host       string                 `json:"host"`
	Crawled    bool                   `json:"crawled"` // pages of it were requested; false for a host with documents or redirects only
	Visited    int64                  `json:"visited"` // URLs that are no documents: pages, redirects, errors, challenges; no images, style sheets and sitemaps
	Pages      int64                  `json:"pages"`
	Errors     int64                  `json:"errors"`
	Found      int64                  `json:"found"`      // documents, fetched or not
	Downloaded int64                  `json:"downloaded"` // documents
	Accepted   int64                  `json:"accepted"`
	Rejected   int64                  `json:"rejected"`
	DDR        int                    `json:"ddr"`     // document download rate in percent: downloaded ÷ visited
	ADR        int                    `json:"adr"`     // accepted document rate in percent: accepted ÷ (accepted + rejected)
	RDR        int                    `json:"rdr"`     // rejected document rate in percent
	SSRC       int64                  `json:"ssrc"`    // seed site reference count: links from other hosts
	Seconds    float64                `json:"seconds"` // from the first to the last request of a page in the last crawl that requested one
	Finished   time.Time              `json:"finished"`
	History    []catalogue.SiteRecord `json:"history,omitempty"` // by crawl, the oldest first

	started, ended time.Time // first and last request of a page in the crawl that began last
}

// Percent returns the share of a part in whole percents, cut off; 0 of nothing.
func Percent(part, whole int64) int {
	if whole <= 0 || part <= 0 {
		return 0
	}
	return int(float64(min(part, whole)) * 100 / float64(whole)) // a product of integers may overflow
}

// rate sets the rates.
func (s *Site) rate() {
	s.DDR = Percent(s.Downloaded, s.Visited)
	s.ADR, s.RDR = Percent(s.Accepted, s.Accepted+s.Rejected), Percent(s.Rejected, s.Accepted+s.Rejected)
}

// mostCited is the most documents that are listed as cited.
const mostCited = 20

// Analyse makes the statistics of a library. The last crawl began at begun; the zero time if there was none.
func Analyse(ctx context.Context, records Records, begun time.Time, settings Settings) (*Statistics, error) {
	a := newAnalysis(begun)
	settings = settings.WithDefaults()
	d := newDirectories(settings)
	if err := a.read(ctx, records); err != nil {
		return nil, err
	}
	if err := a.readFound(ctx, records); err != nil {
		return nil, err
	}
	if err := d.read(ctx, records); err != nil {
		return nil, err
	}
	s := &Statistics{Sites: a.ranked(), Errors: a.errorClasses(), Visited: a.visited, StopDirectories: d.stopDirectories(), Avoided: d.avoided, Patterns: d.sortedPatterns()}
	s.Levels, s.LevelLimit = levelTable(a.levels)
	s.LevelSites = len(d.limits())
	var errCited, errAccepted, errStops error
	s.Stops, errStops = records.Stops(ctx)
	s.Cited, errCited = records.CitedDocuments(ctx, mostCited)
	s.Acceptance, errAccepted = records.Acceptance(ctx)
	return s, cmp.Or(errCited, errAccepted, errStops)
}

// Summarize makes those statistics that are counted without reading the single visits: sites, levels, errors and acceptance.
func Summarize(ctx context.Context, records Records, begun time.Time) (*Statistics, error) {
	a := newAnalysis(begun)
	if err := a.read(ctx, records); err != nil {
		return nil, err
	}
	s := &Statistics{Sites: a.ranked(), Errors: a.errorClasses(), Visited: a.visited}
	s.Levels, s.LevelLimit = levelTable(a.levels)
	var err error
	s.Acceptance, err = records.Acceptance(ctx)
	return s, err
}

// Counts returns the figures of a summary that are compared from cycle to cycle.
func (s *Statistics) Counts() (all []catalogue.CycleCount) {
	for _, l := range s.Levels {
		all = append(all, catalogue.CycleCount{Kind: catalogue.CountLevel, Name: strconv.Itoa(l.Level), URLs: l.Documents})
	}
	for _, c := range s.Errors {
		all = append(all, catalogue.CycleCount{Kind: catalogue.CountError, Name: c.Class, URLs: c.URLs})
	}
	for _, c := range s.Acceptance.Sizes {
		all = append(all, catalogue.CycleCount{Kind: catalogue.CountSize, Name: strconv.FormatInt(c.From, 10), Accepted: c.Accepted, Rejected: c.Rejected})
	}
	for _, c := range s.Acceptance.Types {
		all = append(all, catalogue.CycleCount{Kind: catalogue.CountType, Name: c.Type, Accepted: c.Accepted, Rejected: c.Rejected})
	}
	return all
}

// Sites returns the sites of a library alone, which is what a plan needs: the single visits are not read, and Found is 0. The order is that of
// [Statistics].
func Sites(ctx context.Context, records Records, begun time.Time) ([]Site, error) {
	a := newAnalysis(begun)
	if err := a.read(ctx, records); err != nil {
		return nil, err
	}
	return a.ranked(), nil
}

// Recorder counts visits and keeps the records of a crawl.
type Recorder interface {
	VisitCounts(ctx context.Context, since, until time.Time) ([]catalogue.VisitCount, error)
	Record(ctx context.Context, records []catalogue.SiteRecord) error
}

// Record keeps the figures of the sites of which the crawl that began at a time has requested a page, also those that did not answer any more: they
// have to wait for their next crawl, too. It reads only counts, because the crawl ends after it.
func Record(ctx context.Context, records Recorder, begun time.Time) error {
	a := newAnalysis(begun)
	if err := a.count(ctx, records); err != nil {
		return err
	}
	var all []catalogue.SiteRecord
	for _, s := range a.ranked() {
		if s.Crawled && !s.ended.IsZero() {
			all = append(all, catalogue.SiteRecord{Host: s.Host, Begun: begun, Started: s.started, Finished: s.ended, Visited: s.Visited, Pages: s.Pages,
				Downloaded: s.Downloaded, Accepted: s.Accepted, Rejected: s.Rejected})
		}
	}
	return records.Record(ctx, all)
}

// analysis adds up the visits of a library.
type analysis struct {
	begun   time.Time
	sites   map[string]*Site
	levels  map[int]int64 // documents
	errors  map[string]int64
	visited int64
}

// newAnalysis returns an empty analysis.
func newAnalysis(begun time.Time) *analysis {
	return &analysis{begun: begun, sites: map[string]*Site{}, levels: map[int]int64{}, errors: map[string]int64{}}
}

// site returns the site of a host.
func (a *analysis) site(host string) *Site {
	s := a.sites[host]
	if s == nil {
		s = &Site{Host: host}
		a.sites[host] = s
	}
	return s
}

// count adds up the counts of visits. A visit in the future was made while the clock was wrong: when it was is not known.
func (a *analysis) count(ctx context.Context, records interface {
	VisitCounts(ctx context.Context, since, until time.Time) ([]catalogue.VisitCount, error)
}) error {
	counts, err := records.VisitCounts(ctx, a.begun, time.Now())
	for i := range counts {
		a.add(&counts[i])
	}
	return err
}

// read reads the counts of visits, the links between hosts and the history.
func (a *analysis) read(ctx context.Context, records Records) error {
	if err := a.count(ctx, records); err != nil {
		return err
	}
	references, err := records.References(ctx)
	if err != nil {
		return err
	}
	for _, r := range references {
		if s := a.sites[r.Host]; s != nil { // others were not visited
			s.SSRC = r.Links
		}
	}
	history, err := records.History(ctx)
	for _, r := range history {
		if s := a.sites[r.Host]; s != nil {
			s.History = append(s.History, r)
		}
	}
	return err
}

// readFound reads how many documents were found.
func (a *analysis) readFound(ctx context.Context, records Records) error {
	found, err := records.FoundDocuments(ctx)
	for _, f := range found {
		a.site(f.Host).Found = f.Count
	}
	return err
}

// add adds visits of one kind.
func (a *analysis) add(v *catalogue.VisitCount) {
	if v.Class == catalogue.VisitWaiting || !isWanted(&v.Visit) {
		return
	}
	a.visited += v.N
	if class := errorClass(v); class != "" {
		a.errors[class] += v.N
	}
	s := a.site(v.Site)
	if v.Class == catalogue.VisitDocument {
		a.levels[v.Level] += v.N
		a.addDocuments(a.site(v.FoundBy), v)
	} else {
		s.Visited += v.N
	}
	switch v.Class {
	case catalogue.VisitPage:
		s.Pages += v.N
	case catalogue.VisitError:
		s.Errors += v.N
	}
	if isCrawl := v.Kind == kindPage || v.Kind == kindSeed; isCrawl && v.Class != catalogue.VisitDocument {
		s.Crawled = s.Crawled || v.Class != catalogue.VisitRedirect
		s.addTimes(v)
	}
}

// The kinds of URLs that a crawl of a site requests for their links. Others are documents, requested alone, and what belongs to a page or a host.
const (
	kindPage = "page"
	kindSeed = "seed"
)

// isWanted reports whether a URL was requested for what it has: it is no image or style sheet of a page, no sitemap, and no test of what a host answers.
func isWanted(v *catalogue.Visit) bool {
	switch v.Kind {
	case "requisite", "sitemap", "probe":
		return v.Class == catalogue.VisitDocument
	}
	return true
}

// addTimes adds the times of requests of pages. One that fails counts, because a site that is gone would never have been crawled.
func (s *Site) addTimes(v *catalogue.VisitCount) {
	if v.Last.After(s.Finished) {
		s.Finished = v.Last
	}
	if v.First.IsZero() {
		return
	}
	if s.started.IsZero() || v.First.Before(s.started) {
		s.started = v.First
	}
	if v.Last.After(s.ended) {
		s.ended = v.Last
	}
}

// addDocuments counts documents for the site on which they were found.
func (a *analysis) addDocuments(s *Site, v *catalogue.VisitCount) {
	s.Downloaded += v.N
	switch v.State {
	case library.Accepted:
		s.Accepted += v.N
	case library.Rejected:
		s.Rejected += v.N
	}
}

// ranked returns the sites in the order of the publication: ADR first, SSRC at equal ADR, and those that were not crawled last.
func (a *analysis) ranked() []Site {
	all := make([]Site, 0, len(a.sites))
	for _, host := range slices.Sorted(maps.Keys(a.sites)) {
		s := a.sites[host]
		s.rate()
		if !s.ended.IsZero() {
			s.Seconds = s.ended.Sub(s.started).Seconds()
		} else if n := len(s.History); n > 0 {
			s.Seconds = s.History[n-1].Finished.Sub(s.History[n-1].Started).Seconds()
		}
		all = append(all, *s)
	}
	slices.SortStableFunc(all, func(a, b Site) int {
		if a.Crawled != b.Crawled {
			return map[bool]int{true: -1, false: 1}[a.Crawled]
		}
		return cmp.Or(cmp.Compare(b.ADR, a.ADR), cmp.Compare(b.SSRC, a.SSRC), strings.Compare(a.Host, b.Host))
	})
	return all
}

// Level counts the documents on a directory level.
type Level struct {
	Level     int   `json:"level"`
	Documents int64 `json:"documents"`
	Share     int   `json:"share"` // in percent, rounded
}

// levelTable returns the levels and the deepest one with a document, -1 if there is none (CNDROBOT, section 3.2, table 11).
func levelTable(documents map[int]int64) (levels []Level, limit int) {
	limit = -1
	total := int64(0)
	for level, n := range documents {
		total += n
		if n > 0 {
			limit = max(limit, level)
		}
	}
	levels = []Level{}
	for _, level := range slices.Sorted(maps.Keys(documents)) {
		n := documents[level]
		levels = append(levels, Level{Level: level, Documents: n, Share: int(float64(n)*100/float64(max(total, 1)) + 0.5)})
	}
	return levels, limit
}
