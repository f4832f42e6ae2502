package knowledge

import (
	"context"
	"strconv"
	"strings"

	"github.com/zeebo/xxh3"

	"sluice/internal/catalogue"
	"sluice/internal/cycle/stats"
	"sluice/weburl"
)

// The causes with which a crawl leaves links out.
const (
	CauseLevel   = "knowledge: level"
	CauseStop    = "knowledge: stop directory"
	CauseAvoided = "knowledge: avoided directory"
	CausePage    = "knowledge: avoided page"
	CausePattern = "knowledge: pattern"
)

// Options say how rules are applied.
type Options struct {
	Crawl     int64   // the number of the crawl: each crawl tests other URLs
	TestShare float64 // of the URLs left out that is requested, as a test, 0 to 1
	Settings  stats.Settings
	Floors    map[string]int64 // by type of documents: the size in bytes under which none was accepted
}

// maxPages bounds the pages that rules have in memory, with 16 bytes each. Of a larger library the pages of the sites that were crawled last are not avoided.
const maxPages = 20_000_000

// Rules decide which links a crawl leaves out. They never change, and may be used by many goroutines at a time.
type Rules struct {
	o        Options
	fruitful map[weburl.Key]struct{} // pages that have led to a document
	avoided  map[weburl.Key]struct{} // pages that were visited in three crawls and have led to none
	levels   map[string]int          // the deepest level of a document, by site
	deepest  int                     // of all documents; -1: too few sites have taught it
	entries  map[catalogue.KnowledgeKey]rule
}

// rule is an entry as rules apply it.
type rule struct {
	isLocked bool
	hasPages bool // of a stop directory: it concerns pages, too
}

// Load makes the rules of a crawl.
func Load(ctx context.Context, records stats.Visits, store Store, o Options) (*Rules, error) {
	entries, err := store.Entries(ctx)
	if err != nil {
		return nil, err
	}
	l, err := stats.Learn(ctx, records, o.Settings)
	if err != nil {
		return nil, err
	}
	r := &Rules{o: o, fruitful: map[weburl.Key]struct{}{}, avoided: map[weburl.Key]struct{}{}, levels: l.Levels, deepest: l.LevelLimit,
		entries: map[catalogue.KnowledgeKey]rule{}}
	for _, e := range entries {
		if e.State != catalogue.KnowledgeDeleted {
			r.entries[e.KnowledgeKey] = rule{isLocked: e.State == catalogue.KnowledgeLocked, hasPages: e.Linked == e.LinkedRejected}
		}
	}
	return r, r.loadPages(ctx, records)
}

// loadPages reads which pages have led to documents, and which were visited often enough and have not.
func (r *Rules) loadPages(ctx context.Context, records stats.Visits) error {
	for s, err := range records.FruitfulPages(ctx) {
		if err != nil {
			return err
		}
		if u, err := weburl.NoRules().Parse(s); err == nil && len(r.fruitful) < maxPages {
			r.fruitful[u.Key()] = struct{}{}
		}
	}
	revisits := r.o.Settings.WithDefaults().AvoidRevisits
	for v, err := range records.Visits(ctx) {
		if err != nil {
			return err
		}
		if v.Class != catalogue.VisitPage || v.Crawls <= revisits || len(r.avoided) >= maxPages {
			continue
		}
		if u, err := weburl.NoRules().Parse(v.URL); err == nil {
			r.avoided[u.Key()] = struct{}{}
		}
	}
	return nil
}

// Check returns the cause for which a crawl leaves a link to a URL out, empty if it does not, and what decided. A document is left out only in a stop
// directory: one request tells what it is.
func (r *Rules) Check(u weburl.URL, isDocument bool) (cause, detail string) {
	if cause, detail, isLocked := r.check(u, isDocument); cause != "" && (isLocked || !r.isTest(u)) {
		return cause, detail
	}
	return "", ""
}

// IsSmall reports whether a document is under the floor of its type, unless it is a test; false for ok if the type has no floor. The size is in bytes.
func (r *Rules) IsSmall(u weburl.URL, typ string, size int64) (small, ok bool) {
	floor, ok := r.o.Floors[typ]
	return ok && size < floor && !r.isTest(u), ok
}

// check applies the rules without tests.
func (r *Rules) check(u weburl.URL, isDocument bool) (cause, detail string, isLocked bool) {
	if _, isFruitful := r.fruitful[u.Key()]; isFruitful && !isDocument {
		return "", "", false
	}
	if name := lastDirectory(u); name != "" {
		if e, ok := r.entries[catalogue.KnowledgeKey{Kind: catalogue.StopDirectory, Value: name}]; ok && (isDocument || e.hasPages) {
			return CauseStop, name, e.isLocked
		}
	}
	if isDocument {
		return "", "", false
	}
	if limit := r.levelLimit(u.Host()); limit >= 0 && u.Level() > limit {
		return CauseLevel, strconv.Itoa(limit), false
	}
	for directory := range parents(withoutScheme(u.String())) {
		if e, ok := r.entries[catalogue.KnowledgeKey{Kind: catalogue.AvoidedDirectory, Site: u.Host(), Value: directory}]; ok {
			return CauseAvoided, directory, e.isLocked
		}
	}
	if _, isAvoided := r.avoided[u.Key()]; isAvoided {
		return CausePage, "", false
	}
	pattern := withoutScheme(u.Origin() + u.Shape())
	if e, ok := r.entries[catalogue.KnowledgeKey{Kind: catalogue.FruitlessPattern, Site: u.Host(), Value: pattern}]; ok {
		return CausePattern, pattern, e.isLocked
	}
	return "", "", false
}

// levelLimit returns the deepest level of a page of a site, -1 for any.
func (r *Rules) levelLimit(site string) int {
	if level, ok := r.levels[site]; ok {
		return level
	}
	return r.deepest
}

// isTest reports whether a URL that is left out is among those that the crawl requests as a test.
func (r *Rules) isTest(u weburl.URL) bool {
	key := u.Key()
	const all = 1 << 53
	return float64(xxh3.HashSeed(key[:], uint64(r.o.Crawl))%all) < r.o.TestShare*all
}

// lastDirectory returns the name of the directory that a URL lies in; empty for the root.
func lastDirectory(u weburl.URL) (name string) {
	for name = range u.Directories() {
	}
	return name
}

// withoutScheme returns a URL without its scheme: http and https are one place.
func withoutScheme(url string) string {
	_, rest, _ := strings.Cut(url, "://")
	return rest
}

// maxDepth bounds the directories of one URL that are looked up.
const maxDepth = 32

// parents yields the directories that a URL without its scheme lies in, from the first level down.
func parents(url string) func(func(string) bool) {
	return func(yield func(string) bool) {
		path, _, _ := strings.Cut(url, "?")
		at := strings.IndexByte(path, '/') + 1
		for range maxDepth {
			n := strings.IndexByte(path[at:], '/')
			if at == 0 || n < 0 {
				return
			}
			at += n + 1
			if !yield(path[:at]) {
				return
			}
		}
	}
}
