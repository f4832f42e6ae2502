package harvest

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"

	"sluice/internal/harvest/landing"
	"sluice/page"
	"sluice/text"
	"sluice/weburl"
)

// home is a homepage that is crawled.
type home struct {
	person *person
	isHome bool   // else only its links that are like a wanted title are followed
	folder string // of the homepage: pages below it are the person's
	host   string
	pages  int // that were asked
	barren int // of them, since something promising was found
}

// newHome returns the home of a page.
func newHome(p *person, root *Body, isHome bool) *home {
	path := root.URL.Path()
	return &home{person: p, isHome: isHome, host: root.URL.Host(), folder: root.URL.Origin() + path[:strings.LastIndexByte(path, '/')+1]}
}

// The limits of the crawl of one home.
const (
	maxPages  = 60 // that are asked
	maxBarren = 12 // in a row, without a link that is like a wanted title
	maxDepth  = 4  // links from the homepage
	maxLinks  = 5000
	atOnce    = 3 // links of a home in a round
)

// lead is a link that waits to be followed.
type lead struct {
	url    string
	home   *home
	score  float64
	depth  int
	target *work // that it seems to lead to; nil: none
	file   bool  // it seems to lead to a document
}

// crawl is the crawl of all homes.
type crawl struct {
	h      *Harvest
	titles *titles
	leads  []lead
	seen   map[weburl.Key]bool  // links
	homes  map[weburl.Key]*home // by their pages
}

// maxWaves is how often homepages are looked for: first of one author of each work, then of others of those that are not found.
const maxWaves = 3

// crawlHomes looks for homepages, and crawls them. Links that are like the title of a wanted work are followed first, also to other hosts; then pages that
// list publications. One author of each work comes first: the queries for the others are needless when it is found. Works that no homepage has led to
// are searched for by their titles.
func (h *Harvest) crawlHomes(ctx context.Context) error {
	c := &crawl{h: h, seen: map[weburl.Key]bool{}, homes: map[weburl.Key]*home{}}
	people := h.people()
	c.titles = newTitles(h.works)
	for range maxWaves {
		if err := c.wave(ctx, covering(people)); err != nil {
			return err
		}
	}
	if len(h.o.Engines) > 0 && !h.o.Published {
		if err := c.wave(ctx, h.byTitle()); err != nil {
			return err
		}
	}
	for _, p := range people {
		for _, w := range p.open() {
			if len(p.homes) == 0 {
				w.note(Miss{Cause: NoHomepage, Way: WayHomepage})
			} else {
				w.note(Miss{Cause: NotThere, Way: WayCrawl, URL: p.homes[0].folder})
			}
		}
	}
	return nil
}

// wave looks for the homepages of people and crawls them.
func (c *crawl) wave(ctx context.Context, people []*person) error {
	if len(people) == 0 {
		return nil
	}
	if err := c.findHomepages(ctx, people); err != nil {
		return err
	}
	for {
		leads := c.choose()
		if len(leads) == 0 {
			return nil
		}
		if err := c.follow(ctx, leads); err != nil {
			return err
		}
		if err := c.h.endRound(ctx, WayCrawl); err != nil {
			return err
		}
		if err := c.h.nearby(ctx); err != nil { // what landing pages have named
			return err
		}
	}
}

// isNew reports whether a URL was not met before, and marks it.
func (c *crawl) isNew(u weburl.URL) bool {
	if c.seen[u.Key()] {
		return false
	}
	c.seen[u.Key()] = true
	return true
}

// read adds the links of a page to the leads, and returns how many seem to lead to a wanted work.
func (c *crawl) read(home *home, b *Body, depth int) (targets int) {
	p := b.Page
	texts := entries(p)
	for i := range p.Links[:min(len(p.Links), maxLinks)] {
		l := &p.Links[i]
		if !isFollowed(l) {
			continue
		}
		ld := c.judge(home, p, l, texts[i], depth+1)
		if ld.score <= 0 || !c.isNew(l.URL) {
			continue
		}
		if ld.target != nil {
			targets++
			home.barren = 0
		}
		c.leads = append(c.leads, ld)
	}
	return targets
}

// isFollowed reports whether a link is one that people follow.
func isFollowed(l *page.Link) bool {
	switch l.Kind {
	case page.KindA, page.KindArea, page.KindFrame, page.KindIFrame, page.KindRefresh, page.KindItem:
		return !l.NoFollow
	}
	return false
}

// The scores of links without the title of a wanted work.
const (
	scoreFile  = 0.4 // a document whose link says nothing of it
	scoreList  = 0.6 // a page of publications
	scoreBelow = 0.3 // a page below the homepage
)

// judge says how promising a link is.
func (c *crawl) judge(home *home, p *page.Page, l *page.Link, entry string, depth int) lead {
	ld := lead{url: l.URL.String(), home: home, depth: depth, file: isFile(p, l)}
	var share float64
	if ld.target, share = c.titles.target(p, l, entry); ld.target != nil {
		ld.score = 1 + share
		if ld.file {
			ld.score++
		}
		return ld
	}
	if ld.file {
		if home.isHome && isLabel(p.Anchor(l)) && isLabel(entry) { // nothing names another work
			ld.score = scoreFile
		}
		return ld
	}
	if !home.isHome || depth > maxDepth || l.URL.Host() != home.host || weburl.NeverPage(l.URL) {
		return ld
	}
	switch {
	case isList(p.Anchor(l)), isList(fileName(l.URL)):
		ld.score = scoreList
	case strings.HasPrefix(l.URL.String(), home.folder):
		ld.score = scoreBelow
	}
	ld.score -= float64(depth) / 50
	return ld
}

// lists are the words of links to lists of publications.
var lists = []string{"proceedings", "program", "programme", "accepted", "publications", "publication", "papers", "paper", "pubs", "research", "articles", "reports", "preprints", "bibliography", "theses", "thesis",
	"publikationen", "veröffentlichungen", "publicaciones", "travaux", "pubblicazioni"}

// isList reports whether a text names a list of publications.
func isList(s string) bool {
	for word := range text.Words(s) {
		if slices.Contains(lists, word) {
			return true
		}
	}
	return false
}

// choose takes the best leads of each home, and drops those that are not worth a request any more.
func (c *crawl) choose() (chosen []lead) {
	c.leads = slices.DeleteFunc(c.leads, func(l lead) bool { return !l.isWorth() })
	slices.SortStableFunc(c.leads, func(a, b lead) int { return cmp.Compare(b.score, a.score) })
	taken := map[*home]int{}
	targets := map[*work]bool{}
	c.leads = slices.DeleteFunc(c.leads, func(l lead) bool {
		if taken[l.home] == atOnce || l.target != nil && targets[l.target] {
			return false
		}
		taken[l.home]++
		if l.target != nil {
			targets[l.target] = true
		}
		chosen = append(chosen, l)
		return true
	})
	return chosen
}

// isWorth reports whether a lead is worth a request.
func (l *lead) isWorth() bool {
	if l.target != nil {
		return l.target.found == nil
	}
	return l.home.person.wants() && l.home.pages < maxPages && l.home.barren < maxBarren
}

// follow requests leads. A document may be any wanted work; a page that is like one is a landing page; other pages lead on.
func (c *crawl) follow(ctx context.Context, leads []lead) error {
	steps := make([]step, len(leads))
	for i, l := range leads {
		steps[i] = step{url: l.url, way: WayCrawl, rule: "list of publications", works: l.home.person.open()}
		switch {
		case l.target != nil:
			steps[i].rule, steps[i].works = "title of the link", []*work{l.target}
		case l.file:
			steps[i].rule = "file on a homepage"
		}
		if len(steps[i].works) == 0 {
			steps[i].works = l.home.person.works
		}
		l.home.pages++
		l.home.barren++
	}
	replies, err := c.h.ask(ctx, steps)
	if err != nil {
		return err
	}
	for i := range replies {
		if err := c.take(ctx, &leads[i], &replies[i]); err != nil {
			return err
		}
	}
	return nil
}

// take takes the answer of a lead.
func (c *crawl) take(ctx context.Context, l *lead, r *reply) error {
	a := r.answer
	switch {
	case a != nil && a.Document != "" && a.Type != "html":
		if l.target == nil {
			r.works = nil // that it is none of them is no miss
		}
		return c.h.consider(ctx, a.Document, r)
	case a == nil || !a.isPage():
		if l.target != nil {
			l.target.note(r.miss())
		}
		return nil
	}
	body, err := c.h.lib.Body(ctx, a.URL)
	if errors.Is(err, ErrNoBody) || err == nil && body.Page == nil {
		return nil
	}
	if err != nil {
		return err
	}
	if l.target != nil && r.hops < landing.MaxHops {
		if err := c.h.readLanding(ctx, r); err != nil {
			return err
		}
	}
	if body.URL.Host() == l.home.host {
		c.read(l.home, body, l.depth)
	}
	return nil
}
