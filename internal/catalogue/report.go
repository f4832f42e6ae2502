package catalogue

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"time"

	"sluice/internal/timeline"
	"sluice/library"
)

// Report has the figures of a library. Sizes are in bytes.
type Report struct {
	Totals  Totals     `json:"totals"`
	Rates   Rates      `json:"rates"`
	Sites   []Tally    `json:"sites"`       // by host, the greatest first
	Others  *Tally     `json:"other_sites"` // the sum of the sites that are not listed; null when all are
	Status  []Tally    `json:"status"`      // by HTTP status; 0: no answer
	Types   []Tally    `json:"types"`       // by sniffed type; "": none
	Depths  []Tally    `json:"depths"`      // by links followed from a seed
	Levels  []Tally    `json:"levels"`      // by directory level
	Errors  []Tally    `json:"errors"`      // by cause
	Refused []Refused  `json:"refused"`     // links that were not followed, by cause
	Crawls  []CrawlRun `json:"crawls"`      // oldest first
	Cycles  []Cycle    `json:"cycles"`      // oldest first

	Changes    *library.Changes `json:"changes,omitempty"` // since the moment that was asked for, or since the last crawl began if there were others
	Challenges []ChallengeCount `json:"challenges"`        // by host and kind
	WithoutTLS []HostWithoutTLS `json:"without_tls"`       // by name
	Library    DocumentCounts   `json:"library"`
	Acceptance Acceptance       `json:"acceptance"`
	Holdings   Holdings         `json:"holdings"`
	Relevance  *Relevance       `json:"relevance,omitempty"` // without a topic there is none
	Forecast   *Forecast        `json:"forecast,omitempty"`  // of the next run, if links wait for it; the catalogue leaves it nil
}

// Forecast is how many more documents the next requests of a crawl find: Low to High, with a probability of nine in ten. The frontier has it.
type Forecast struct {
	Requests int64 `json:"requests"`
	Low      int64 `json:"low"`
	High     int64 `json:"high"`
}

// Totals are sums over the whole catalogue. Every URL that was fetched counts once, by its last answer: as a page, a document, a redirect, an
// error or a challenge.
type Totals struct {
	Visited     int64 `json:"visited"` // all of them
	Pages       int64 `json:"pages"`   // answers with a body that are no documents
	Documents   int64 `json:"documents"`
	Fetches     int64 `json:"fetches"` // repeats and those of waiting URLs included
	Errors      int64 `json:"errors"`  // URLs that failed for good
	Redirects   int64 `json:"redirects"`
	Challenges  int64 `json:"challenges"` // URLs that only brought a challenge
	Waiting     int64 `json:"waiting"`    // never got, failed so far and to be tried again; neither pages nor documents
	Copies      int64 `json:"copies"`
	NotModified int64 `json:"not_modified"`
	Truncated   int64 `json:"truncated"`
	Refused     int64 `json:"refused"` // links
	Sites       int64 `json:"sites"`
	Bytes       int64 `json:"bytes"` // of the bodies, content encoding removed
	Wire        int64 `json:"wire"`  // bytes that came over the wire, robots.txt included
}

// Rates are measured over the time that crawls ran.
type Rates struct {
	First          *time.Time `json:"first_fetched"` // null before the first fetch
	Last           *time.Time `json:"last_fetched"`
	Active         float64    `json:"active_seconds"`
	URLsPerSecond  float64    `json:"urls_per_second"`  // fetches, repeats included
	BytesPerSecond float64    `json:"bytes_per_second"` // over the wire
	DDR            float64    `json:"ddr"`              // document download rate: documents ÷ the other URLs visited
}

// Tally counts the URLs that have something in common.
type Tally struct {
	Name       string `json:"name"`
	Pages      int64  `json:"pages"`
	Documents  int64  `json:"documents"`
	Redirects  int64  `json:"redirects"`
	Errors     int64  `json:"errors"`
	Challenges int64  `json:"challenges"`
	Bytes      int64  `json:"bytes"` // of the others: the body of a challenge is not counted
}

// Refused counts links that were not followed for one cause.
type Refused struct {
	Cause string `json:"cause"`
	Links int64  `json:"links"`
	Hosts int64  `json:"hosts"`
}

// HostWithoutTLS is a host that is fetched over http, because TLS failed.
type HostWithoutTLS struct {
	Host  string `json:"host"`
	Cause string `json:"cause"` // such as "tls: expired"
}

// CrawlRun is one crawl of the report.
type CrawlRun struct {
	ID       int64      `json:"id"`
	State    string     `json:"state"`
	Reason   string     `json:"reason"`
	Started  time.Time  `json:"started"`
	Ended    *time.Time `json:"ended"` // null while it runs or when it was cut off
	Active   float64    `json:"active_seconds"`
	Sessions int        `json:"sessions"`
}

// The most that a report lists of sites and crawls.
const (
	maxReportSites  = 20
	maxReportCrawls = 1000
)

// Report counts everything in one pass over the pages. On a large library it takes seconds.
func (c *Catalogue) Report(ctx context.Context) (*Report, error) {
	r := &reporter{c.database, &Report{}, timeline.New(growthKinds, maxGrowthPoints)}
	for _, part := range []struct {
		name string
		fill func(context.Context) error
	}{{"pages", r.pages}, {"times", r.times}, {"refused links", r.refused}, {"challenges", r.fillChallenges}, {"hosts without TLS", r.withoutTLS}, {"crawls", r.crawls}, {"cycles", r.cycles}, {"documents", r.documents},
		{"balance", r.balance}, {"acceptance", r.acceptance}, {"holdings", r.holdings}, {"growth", r.growth}, {"relevance", r.relevance}} {
		if err := part.fill(ctx); err != nil {
			return nil, c.failed("report "+part.name, err)
		}
	}
	r.rate()
	return r.Report, nil
}

// reporter fills in a report, part by part.
type reporter struct {
	*database
	*Report
	grown *timeline.Timeline
}

// tallies adds up one pass over the pages.
type tallies struct {
	totals                 Totals
	sites                  map[int64]*Tally
	status, depths, levels map[int]*Tally
	types, causes          map[string]*Tally
	grown                  *timeline.Timeline
}

// row is what the report reads of a page.
type row struct {
	site                         int64
	document, copied, unmodified bool
	truncated, got               bool
	outcome                      library.Outcome
	status, depth, level         int
	size, wire                   int64
	kind, cause, first           []byte
}

// pages reads the pages once and counts them in every way that the report shows. A query for
// each table of the report would read them six times. Bytes, not strings, are scanned: a string
// a row would be garbage.
func (r *reporter) pages(ctx context.Context) error {
	rows, err := r.reader.QueryContext(ctx, `SELECT site, document, outcome, status, depth, level, size, wire, not_modified,
			copy_of IS NOT NULL, truncated IS NOT NULL, got_at IS NOT NULL, type, CASE WHEN outcome = 3 THEN cause ELSE NULL END,
			CASE WHEN fetches > 1 THEN (SELECT MIN(f.fetched_at) FROM fetches f WHERE f.page = pages.id) ELSE fetched_at END
		FROM pages WHERE outcome <> 5 OR got_at IS NOT NULL`)
	if err != nil {
		return err
	}
	defer rows.Close()
	t := tallies{sites: map[int64]*Tally{}, status: map[int]*Tally{}, depths: map[int]*Tally{}, levels: map[int]*Tally{},
		types: map[string]*Tally{}, causes: map[string]*Tally{}, grown: r.grown}
	var p row
	for rows.Next() {
		if err := rows.Scan(&p.site, &p.document, &p.outcome, &p.status, &p.depth, &p.level, &p.size, &p.wire,
			&p.unmodified, &p.copied, &p.truncated, &p.got, &p.kind, &p.cause, &p.first); err != nil {
			return err
		}
		t.add(&p)
	}
	if err := rows.Err(); err != nil {
		return err
	}
	return r.fillTallies(ctx, &t)
}

// add counts one page. A URL that never got an answer and is tried again is neither page nor
// document.
func (t *tallies) add(p *row) {
	t.totals.Fetches++
	t.totals.Wire += p.wire
	class := classOf(p.outcome, p.document, p.got)
	if class == classWaiting {
		t.totals.Waiting++
		return
	}
	if class == classChallenge {
		t.totals.Visited++
		t.totals.Challenges++
		t.group(p, Tally{Challenges: 1})
		return
	}
	one := Tally{Bytes: p.size}
	switch class {
	case classDocument:
		one.Documents = 1
	case classRedirect:
		one.Redirects = 1
	case classError:
		one.Errors = 1
		tally(t.causes, errorCause(p)).add(one)
	default:
		one.Pages = 1
	}
	t.totals.add(p, one)
	t.grown.Add(p.first, growthPages, one.Pages)
	t.grown.Add(p.first, growthDocuments, one.Documents)
	t.group(p, one)
}

// group adds one page, whose tally is one, to the tallies of what it has in common with others.
func (t *tallies) group(p *row, one Tally) {
	tally(t.sites, p.site).add(one)
	tally(t.status, p.status).add(one)
	tally(t.depths, p.depth).add(one)
	tally(t.levels, p.level).add(one)
	tally(t.types, string(p.kind)).add(one)
}

// errorCause returns the name of an error: its cause, or its status if it has none.
func errorCause(p *row) string {
	if len(p.cause) == 0 {
		return "status " + strconv.Itoa(p.status)
	}
	return string(p.cause)
}

// tally returns the tally of a key and creates it on first use.
func tally[K comparable](m map[K]*Tally, key K) *Tally {
	t := m[key]
	if t == nil {
		t = &Tally{}
		m[key] = t
	}
	return t
}

// add adds another tally.
func (t *Tally) add(o Tally) {
	t.Pages += o.Pages
	t.Documents += o.Documents
	t.Redirects += o.Redirects
	t.Errors += o.Errors
	t.Challenges += o.Challenges
	t.Bytes += o.Bytes
}

// add adds one page, whose tally is one.
func (t *Totals) add(p *row, one Tally) {
	t.Visited++
	t.Pages += one.Pages
	t.Documents += one.Documents
	t.Redirects += one.Redirects
	t.Errors += one.Errors
	t.Bytes += p.size
	t.Copies += flag(p.copied)
	t.NotModified += flag(p.unmodified)
	t.Truncated += flag(p.truncated)
}

// fillTallies fills in the tables of the report. The table of fetches has what the rows of
// pages do not count: earlier fetches of the same URLs.
func (r *reporter) fillTallies(ctx context.Context, t *tallies) error {
	r.Totals = t.totals
	var other, again, earlier int64
	if err := r.reader.QueryRowContext(ctx, "SELECT other_wire FROM progress WHERE id = 1").Scan(&other); err != nil {
		return err
	}
	err := r.reader.QueryRowContext(ctx, `SELECT COUNT(*), COALESCE(SUM(f.wire), 0) FROM fetches f JOIN pages p ON p.id = f.page
		WHERE f.fetched_at <> p.fetched_at`).Scan(&again, &earlier)
	if err != nil {
		return err
	}
	r.Totals.Wire += other + earlier
	r.Totals.Fetches += again
	r.Totals.Sites = int64(len(t.sites))
	r.Status, r.Depths, r.Levels = byNumber(t.status), byNumber(t.depths), byNumber(t.levels)
	r.Types, r.Errors = byCount(t.types), byCount(t.causes)
	return r.fillSites(ctx, t.sites)
}

// fillSites lists the greatest sites and adds up the others.
func (r *reporter) fillSites(ctx context.Context, sites map[int64]*Tally) error {
	r.Sites = []Tally{}
	ids := slices.SortedFunc(maps.Keys(sites), func(a, b int64) int {
		return cmp.Or(cmp.Compare(sites[b].URLs(), sites[a].URLs()), cmp.Compare(a, b))
	})
	for i, id := range ids {
		if i >= maxReportSites {
			if r.Others == nil {
				r.Others = &Tally{Name: fmt.Sprintf("%d others", len(ids)-maxReportSites)}
			}
			r.Others.add(*sites[id])
			continue
		}
		if err := r.reader.QueryRowContext(ctx, "SELECT host FROM sites WHERE id = $1", id).Scan(&sites[id].Name); err != nil {
			return err
		}
		r.Sites = append(r.Sites, *sites[id])
	}
	return nil
}

// URLs returns the number of URLs.
func (t *Tally) URLs() int64 { return t.Pages + t.Documents + t.Redirects + t.Errors + t.Challenges }

// byNumber returns tallies in the order of their keys, which become their names.
func byNumber(m map[int]*Tally) []Tally {
	out := []Tally{}
	for _, n := range slices.Sorted(maps.Keys(m)) {
		m[n].Name = strconv.Itoa(n)
		out = append(out, *m[n])
	}
	return out
}

// byCount returns tallies, the greatest first.
func byCount(m map[string]*Tally) []Tally {
	out := []Tally{}
	for name, t := range m {
		t.Name = name
		out = append(out, *t)
	}
	slices.SortFunc(out, func(a, b Tally) int {
		return cmp.Or(cmp.Compare(b.URLs(), a.URLs()), cmp.Compare(a.Name, b.Name))
	})
	return out
}

// times fills in the first and the last fetch.
func (r *reporter) times(ctx context.Context) error {
	var first, last string
	err := r.reader.QueryRowContext(ctx, "SELECT COALESCE(MIN(fetched_at), ''), COALESCE(MAX(fetched_at), '') FROM pages").Scan(&first, &last)
	r.Rates.First, r.Rates.Last = optional(timeOf(first)), optional(timeOf(last))
	return err
}

// optional returns nil for the zero time, which JSON shows as null.
func optional(t time.Time) *time.Time {
	if t.IsZero() {
		return nil
	}
	return &t
}

// refused fills in the links that were not followed, by cause.
func (r *reporter) refused(ctx context.Context) error {
	rows, err := r.reader.QueryContext(ctx, "SELECT cause, links, hosts FROM v_refused_by_cause")
	if err != nil {
		return err
	}
	defer rows.Close()
	r.Refused = []Refused{}
	for rows.Next() {
		var n Refused
		if err := rows.Scan(&n.Cause, &n.Links, &n.Hosts); err != nil {
			return err
		}
		r.Totals.Refused += n.Links
		r.Refused = append(r.Refused, n)
	}
	return rows.Err()
}

// withoutTLS fills in the hosts that answer over http, and whose TLS failed.
func (r *reporter) withoutTLS(ctx context.Context) error {
	rows, err := r.reader.QueryContext(ctx, `SELECT s.host, MAX(f.cause) FROM fetches f JOIN pages p ON p.id = f.page JOIN sites s ON s.id = p.site
		WHERE f.cause LIKE $1 AND s.scheme = 'http' GROUP BY s.host ORDER BY s.host`, failedTLS.With("%"))
	if err != nil {
		return err
	}
	defer rows.Close()
	r.WithoutTLS = []HostWithoutTLS{}
	for rows.Next() {
		var h HostWithoutTLS
		if err := rows.Scan(&h.Host, &h.Cause); err != nil {
			return err
		}
		r.WithoutTLS = append(r.WithoutTLS, h)
	}
	return rows.Err()
}

// crawls fills in the crawls and adds up the time that they ran.
func (r *reporter) crawls(ctx context.Context) error {
	rows, err := r.reader.QueryContext(ctx, "SELECT "+crawlColumns+" FROM crawls ORDER BY id LIMIT $1", maxReportCrawls)
	if err != nil {
		return err
	}
	defer rows.Close()
	r.Crawls = []CrawlRun{}
	for rows.Next() {
		crawl, err := scanCrawl(rows)
		if err != nil {
			return err
		}
		r.Rates.Active += crawl.Active.Seconds()
		r.Crawls = append(r.Crawls, CrawlRun{ID: crawl.ID, State: crawl.State, Reason: crawl.Reason, Started: crawl.Started,
			Ended: optional(crawl.Ended), Active: crawl.Active.Seconds(), Sessions: crawl.Sessions})
	}
	return rows.Err()
}

// cycles fills in the cycles.
func (r *reporter) cycles(ctx context.Context) (err error) {
	r.Cycles, err = (&Cycles{r.database}).All(ctx)
	return err
}

// rate fills in the rates; a rate without a divisor is 0.
func (r *Report) rate() {
	if r.Rates.Active > 0 {
		r.Rates.URLsPerSecond = float64(r.Totals.Fetches) / r.Rates.Active
		r.Rates.BytesPerSecond = float64(r.Totals.Wire) / r.Rates.Active
	}
	if others := r.Totals.Visited - r.Totals.Documents; others > 0 {
		r.Rates.DDR = float64(r.Totals.Documents) / float64(others)
	}
}
