package stats

import (
	"cmp"
	"context"
	"hash/maphash"
	"maps"
	"slices"
	"strings"

	"sluice/internal/catalogue"
	"sluice/library"
	"sluice/weburl"
)

// Limits of what is kept while the statistics of directories are made. What exceeds them is left out: nothing is avoided that was not counted.
const (
	maxNames       = 1_000_000 // of directories with documents
	maxURLs        = 4_000_000 // of one site
	maxDirectories = 1_000_000 // of one site
	maxDepth       = 32        // of a directory
	maxPatterns    = 200_000   // of one site
)

// StopDirectory is a name of a directory under which every document was rejected, over all sites (CNDROBOT, section 4.5, tables 16 and 24).
// A document counts for the directory that it lies in. The second pair counts it for the directory of the page that links to it, as the prose of
// the publication has it.
type StopDirectory struct {
	Name             string `json:"name"`
	Documents        int64  `json:"documents"`
	Rejected         int64  `json:"rejected"`
	OfPagesDocuments int64  `json:"of_pages_documents"`
	OfPagesRejected  int64  `json:"of_pages_rejected"`
}

// Directory is a directory of a site in which, and below which, nothing led to a document in any crawl (CNDROBOT, section 4.5, table 17).
type Directory struct {
	Site   string `json:"site"`
	Name   string `json:"name"`   // the last part of the URL
	URL    string `json:"url"`    // ends in a slash
	Pages  int64  `json:"pages"`  // in it and below it
	Crawls int    `json:"crawls"` // that have visited it
}

// Pattern is a pattern of URLs of a site that never led to a document, as [weburl.URL.Shape] has it: a number is 0, a query has the names of its
// parameters.
type Pattern struct {
	Site    string `json:"site"`
	Pattern string `json:"pattern"`
	Pages   int64  `json:"pages"`
	Crawls  int    `json:"crawls"` // that have visited them
}

// Learned is what the visits of a library say of directories.
type Learned struct {
	Stop       []StopDirectory // those with most documents first
	Avoided    []Directory     // by site
	Patterns   []Pattern       // those with most pages first
	Levels     map[string]int  // the deepest level of a document on a site, of sites that have enough of them
	LevelLimit int             // of other sites: the deepest level of any document; -1 if too few sites have taught it
}

// Learn returns what the visits of a library say of directories.
func Learn(ctx context.Context, records Visits, settings Settings) (*Learned, error) {
	d := newDirectories(settings.WithDefaults())
	if err := d.read(ctx, records); err != nil {
		return nil, err
	}
	l := &Learned{Stop: d.stopDirectories(), Avoided: d.avoided, Patterns: d.sortedPatterns(), Levels: d.limits(), LevelLimit: -1}
	if len(l.Levels) >= d.settings.LevelSites {
		for _, level := range d.levels {
			l.LevelLimit = max(l.LevelLimit, level.deepest)
		}
	}
	return l, nil
}

// limits returns the level limits of the sites that have enough documents for one of their own.
func (d *directories) limits() map[string]int {
	limits := map[string]int{}
	for site, level := range d.levels {
		if level.documents >= d.settings.LevelDocuments {
			limits[site] = level.deepest
		}
	}
	return limits
}

// directories learns where no document is found. Visits come site by site.
type directories struct {
	settings Settings
	seed     maphash.Seed
	fruitful map[uint64]bool // pages that have led to a document
	names    map[string]*StopDirectory
	levels   map[string]siteLevel
	avoided  []Directory
	patterns []Pattern

	site  string
	pages []visitedPage
	isCut bool // the site has more URLs than are kept
}

// siteLevel is where the documents of a site lie.
type siteLevel struct {
	documents int64
	deepest   int
}

// visitedPage is what is kept of a URL until its site ends.
type visitedPage struct {
	url     string
	crawls  int
	isPage  bool
	isFruit bool // it, or what it leads to, has brought a document
}

// newDirectories returns an empty collection.
func newDirectories(s Settings) *directories {
	return &directories{settings: s, seed: maphash.MakeSeed(), fruitful: map[uint64]bool{}, names: map[string]*StopDirectory{}, levels: map[string]siteLevel{}, avoided: []Directory{}, patterns: []Pattern{}}
}

// key returns the key of a URL.
func (d *directories) key(url string) uint64 { return maphash.String(d.seed, url) }

// read reads the documents and the pages that lead to them, also by way of other hosts, then all visits.
func (d *directories) read(ctx context.Context, records Visits) error {
	for v, err := range records.DocumentVisits(ctx) {
		if err != nil {
			return err
		}
		if v.Class == catalogue.VisitDocument {
			d.count(v)
		}
	}
	for url, err := range records.FruitfulPages(ctx) {
		if err != nil {
			return err
		}
		d.fruitful[d.key(url)] = true
	}
	for v, err := range records.Visits(ctx) {
		if err != nil {
			return err
		}
		d.add(v)
	}
	d.endSite()
	return nil
}

// count counts a document for its level, for its directory, and for that of the page that links to it. What was never judged, or is no part of the
// library any more, says nothing of directories.
func (d *directories) count(v *catalogue.Visit) {
	level := d.levels[v.Site]
	d.levels[v.Site] = siteLevel{level.documents + 1, max(level.deepest, v.Level)}
	rejected := int64(0)
	switch v.State {
	case library.Rejected:
		rejected = 1
	case library.Accepted, library.Waiting:
	default:
		return
	}
	if s := d.name(v.URL); s != nil {
		s.Documents++
		s.Rejected += rejected
	}
	if s := d.name(v.Parent); s != nil {
		s.OfPagesDocuments++
		s.OfPagesRejected += rejected
	}
}

// name returns the counts for the name of the directory of a URL, nil if it has none.
func (d *directories) name(url string) *StopDirectory {
	u, err := weburl.NoRules().Parse(url)
	if err != nil {
		return nil
	}
	name := ""
	for directory := range u.Directories() {
		name = directory
	}
	if name == "" {
		return nil
	}
	s := d.names[name]
	if s == nil && len(d.names) < maxNames {
		s = &StopDirectory{Name: name}
		d.names[name] = s
	}
	return s
}

// stopDirectories returns the names under which every document was rejected.
func (d *directories) stopDirectories() []StopDirectory {
	all := []StopDirectory{}
	for _, name := range slices.Sorted(maps.Keys(d.names)) {
		if s := d.names[name]; s.Documents >= d.settings.StopDocuments && s.Rejected == s.Documents {
			all = append(all, *s)
		}
	}
	slices.SortStableFunc(all, func(a, b StopDirectory) int { return cmp.Compare(b.Documents, a.Documents) })
	return all
}

// add adds a visit of a site.
func (d *directories) add(v *catalogue.Visit) {
	if v.Site != d.site {
		d.endSite()
		d.site = v.Site
	}
	if v.Class == catalogue.VisitWaiting || !isWanted(v) || d.isCut {
		return
	}
	if len(d.pages) == maxURLs {
		d.isCut = true
		return
	}
	d.pages = append(d.pages, visitedPage{url: v.URL, crawls: v.Crawls, isPage: v.Class == catalogue.VisitPage,
		isFruit: v.Class == catalogue.VisitDocument || d.fruitful[d.key(v.URL)]})
}

// endSite judges the directories and the patterns of the site whose visits have come.
func (d *directories) endSite() {
	if len(d.pages) > 0 && !d.isCut {
		d.judgeDirectories()
		d.judgePatterns()
	}
	d.pages, d.isCut = nil, false
}

// directoryCount is what was counted of a directory and all below it.
type directoryCount struct {
	pages   int64
	crawls  int
	isFruit bool
}

// judgeDirectories finds the directories to be avoided, the outermost of each branch. The root is none: a site without documents is left to the schedule.
func (d *directories) judgeDirectories() {
	all := map[string]*directoryCount{}
	for i := range d.pages {
		p := &d.pages[i]
		for directory := range parentDirectories(p.url) {
			c := all[directory]
			if c == nil {
				if len(all) == maxDirectories {
					return
				}
				c = &directoryCount{}
				all[directory] = c
			}
			c.isFruit = c.isFruit || p.isFruit
			if p.isPage {
				c.pages++
				c.crawls = max(c.crawls, p.crawls)
			}
		}
	}
	avoided := ""
	for _, url := range slices.Sorted(maps.Keys(all)) {
		c := all[url]
		if c.isFruit || c.pages == 0 || c.crawls <= d.settings.AvoidRevisits || avoided != "" && strings.HasPrefix(url, avoided) {
			continue
		}
		avoided = url
		d.avoided = append(d.avoided, Directory{Site: d.site, Name: url[strings.LastIndexByte(url[:len(url)-1], '/')+1 : len(url)-1], URL: url, Pages: c.pages, Crawls: c.crawls})
	}
}

// parentDirectories yields the URLs of the directories that a URL lies in, from the first level down.
func parentDirectories(url string) func(func(string) bool) {
	return func(yield func(string) bool) {
		path, _, _ := strings.Cut(url, "?")
		_, rest, ok := strings.Cut(path, "://")
		if !ok {
			return
		}
		at := len(path) - len(rest)
		slash := strings.IndexByte(rest, '/')
		if slash < 0 {
			return
		}
		at += slash + 1
		for range maxDepth {
			n := strings.IndexByte(path[at:], '/')
			if n < 0 {
				return
			}
			at += n + 1
			if !yield(path[:at]) {
				return
			}
		}
	}
}

// judgePatterns finds the patterns of URLs that never led to a document.
func (d *directories) judgePatterns() {
	all := map[string]*directoryCount{}
	for i := range d.pages {
		p := &d.pages[i]
		if !p.isPage && !p.isFruit {
			continue
		}
		pattern := patternOf(p.url)
		c := all[pattern]
		if c == nil {
			if len(all) == maxPatterns {
				continue
			}
			c = &directoryCount{}
			all[pattern] = c
		}
		c.pages++
		c.crawls = max(c.crawls, p.crawls)
		c.isFruit = c.isFruit || p.isFruit
	}
	for pattern, c := range all {
		if !c.isFruit && c.pages >= d.settings.PatternPages {
			d.patterns = append(d.patterns, Pattern{Site: d.site, Pattern: pattern, Pages: c.pages, Crawls: c.crawls})
		}
	}
}

// patternOf returns the pattern of a URL, itself if it cannot be read.
func patternOf(url string) string {
	u, err := weburl.NoRules().Parse(url)
	if err != nil {
		return url
	}
	return u.Origin() + u.Shape()
}

// sortedPatterns returns the patterns with most pages first.
func (d *directories) sortedPatterns() []Pattern {
	slices.SortFunc(d.patterns, func(a, b Pattern) int {
		return cmp.Or(cmp.Compare(b.Pages, a.Pages), strings.Compare(a.Site, b.Site), strings.Compare(a.Pattern, b.Pattern))
	})
	return d.patterns
}
