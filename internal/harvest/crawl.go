package harvest

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"

	"sluice/internal/harvest/landing"
	"sluice/internal/harvest/titles"
	"sluice/internal/lazyregexp"
	"sluice/page"
	"sluice/weburl"
)

// home is a homepage that is crawled.
type home struct {
	person   *person
	isHome   bool // else only its links that are like a wanted title are followed
	host     string
	origin   string // with the scheme
	folder   string // path of the folder of the homepage: pages below it are the person's
	pages    int    // that were asked
	progress titles.Progress
}

// newHome returns the home of a page.
func newHome(p *person, root *Body) *home {
	path := root.URL.Path()
	return &home{person: p, host: root.URL.Host(), origin: root.URL.Origin(), folder: path[:strings.LastIndexByte(path, '/')+1]}
}

// The limits of the crawl of one home.
const (
	maxPages = 60 // that are asked
	maxDepth = 4  // links from the homepage
	maxLinks = 5000
	atOnce   = 3 // links of a home in a round
)

// maxLike is the most links like the title of a work that are followed for it.
const maxLike = 8

// lead is a link that waits to be followed.
type lead struct {
	url    weburl.URL
	home   *home
	score  titles.Score
	order  float64 // the highest first
	depth  int
	target *work // that it seems to lead to; nil: none
}

// crawl is the crawl of all homes.
type crawl struct {
	h      *Harvest
	titles *titles.Wanted // of h.works
	named  *named         // links of the names of authors
	leads  []lead
	seen   map[weburl.Key]float64 // the highest order of the leads of a URL
	homes  map[weburl.Key]*home   // by their pages
}

// maxAuthors is of how many authors of a work the homepages are looked for.
const maxAuthors = 3

// crawlHomes looks for homepages, and crawls them: first those that records and the library's own pages name, then of one author of each work, then of
// others of works that are not found. In between, pages that have the title of a work are searched for. Each wave is for a part of the works only, because
// a homepage or a list of papers that is found for one work often leads to others, too.
func (h *Harvest) crawlHomes(ctx context.Context) error {
	c := &crawl{h: h, seen: map[weburl.Key]float64{}, homes: map[weburl.Key]*home{}}
	all := make([]string, len(h.works))
	for i, w := range h.works {
		all[i] = w.record.Title
	}
	c.titles = titles.New(all)
	people := h.people()
	if c.named = newNamed(people); !h.o.Published {
		if err := c.named.readLibrary(ctx, h.lib); err != nil {
			return err
		}
	}
	if err := c.waves(ctx, c.nextNamed); err != nil {
		return err
	}
	if err := c.waves(ctx, func(n int) []*person { return covering(people, 1, n) }); err != nil {
		return err
	}
	if len(h.o.Engines) > 0 && !h.o.Published {
		if err := c.waves(ctx, h.byTitle); err != nil {
			return err
		}
	}
	if err := c.waves(ctx, func(n int) []*person { return covering(people, maxAuthors, n) }); err != nil {
		return err
	}
	for _, p := range people {
		for _, w := range p.open() {
			switch {
			case len(p.homes) == 0 && !p.isAnswered && h.engineError != "":
				w.note(Miss{Cause: NoEngine, Way: WayHomepage, Detail: h.engineError})
			case len(p.homes) == 0 && len(h.o.Engines) > 0:
				w.note(Miss{Cause: NoHomepage, Way: WayHomepage})
			case len(p.homes) > 0:
				w.note(Miss{Cause: NotThere, Way: WayCrawl, URL: p.homes[0].origin + p.homes[0].folder})
			}
		}
	}
	h.noteSearches()
	return nil
}

// noteSearches notes of works without an author that a search for their titles has not led to them.
func (h *Harvest) noteSearches() {
	for _, w := range h.works {
		switch {
		case w.found != nil || w.search == nil || w.miss.Cause != NoPlace:
		case !w.search.isAnswered && h.engineError != "":
			w.note(Miss{Cause: NoEngine, Way: WayHomepage, Detail: h.engineError})
		default:
			w.note(Miss{Cause: NoHomepage, Way: WayHomepage, Detail: "the record names no author, and a search for the title has not led to the paper"})
		}
	}
}

// The size of a wave: a part of the works that are not found, so that many works do not need many rounds.
const (
	waveShare = 16
	leastWave = 4
)

// waves calls wave with what next returns, until that is nothing.
func (c *crawl) waves(ctx context.Context, next func(n int) []*person) error {
	for {
		open := 0
		for _, w := range c.h.works {
			if w.found == nil {
				open++
			}
		}
		people := next(max(leastWave, open/waveShare))
		if len(people) == 0 {
			return nil
		}
		if err := c.wave(ctx, people); err != nil {
			return err
		}
	}
}

// wave looks for the homepages of people and crawls them.
func (c *crawl) wave(ctx context.Context, people []*person) error {
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

// read adds the links of a page to the leads, and returns how many seem to lead to a wanted work.
func (c *crawl) read(home *home, b *Body, depth int) (targets int) {
	p := b.Page
	if !c.h.o.Published {
		c.named.read(p)
	}
	for i, w := range c.h.works {
		if w.found != nil {
			c.titles.Found(i)
		}
	}
	scores := c.titles.Scores(p)
	for i := range p.Links[:min(len(p.Links), maxLinks)] {
		l := &p.Links[i]
		if !isFollowed(l) {
			continue
		}
		ld := lead{url: l.URL.Clone(), home: home, score: scores[i], depth: depth + 1}
		if n := scores[i].Title; n >= 0 {
			ld.target = c.h.works[n]
			targets++
		}
		if ld.order = ld.orderOn(p, l); ld.order <= c.seen[l.URL.Key()] {
			continue
		}
		c.seen[l.URL.Key()] = ld.order
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

// orderOn returns how soon a link of a page is followed; 0: not at all. Links like a wanted title come first, documents before pages. Of other
// links only those to pages of a homepage count: a document whose link is like no wanted title is another work.
func (l *lead) orderOn(p *page.Page, link *page.Link) float64 {
	const file, below, level = 0.2, 0.2, 0.02
	isFile := weburl.DocumentEnding(link.URL) || p.MayBeDocument(link)
	switch {
	case l.target != nil && isFile:
		return 1 + l.score.Value + file
	case l.target != nil:
		return 1 + l.score.Value
	case isFile, !l.home.isHome, l.depth > maxDepth, link.URL.Host() != l.home.host, !pageEnding.MatchString(link.URL.Ending()):
		return 0
	case noPapers.MatchString(p.Anchor(link)), noPapers.MatchString(strings.TrimPrefix(link.URL.Path(), l.home.folder)):
		return 0
	case l.score.Value >= titles.List, strings.HasPrefix(link.URL.Path(), l.home.folder):
		return below + l.score.Value - level*float64(l.depth)
	}
	return 0
}

// pageEnding matches the endings of the URLs of pages.
var pageEnding = lazyregexp.New(`(?i)^(?:|\.(?:[sx]?html?|php\d?|aspx?|jsp|cfm|cgi|pl))$`)

// noPapers matches the links of a homepage to matter that is no list of papers, for which the publication has an ignore list (table 2).
var noPapers = lazyregexp.New(`(?i)\b(?:courses?|teaching|lectures?|slides?|photos?|photography|pictures?|gallery|blog|news|contact|location|registration|sponsors?)\b`)

// choose takes the best leads of each home, and drops those that are not worth a request any more.
func (c *crawl) choose() (chosen []lead) {
	c.leads = slices.DeleteFunc(c.leads, func(l lead) bool { return l.order < c.seen[l.url.Key()] || !c.isWorth(&l) })
	slices.SortStableFunc(c.leads, func(a, b lead) int { return cmp.Compare(b.order, a.order) })
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
func (c *crawl) isWorth(l *lead) bool {
	if l.target != nil {
		return l.target.found == nil && l.target.likes < maxLike
	}
	return l.home.person.wants() && l.home.pages < maxPages && l.home.progress.IsWorth(l.score.Value)
}

// The rules by which links are followed.
const (
	ruleTitle = "title of the link"
	ruleList  = "list of publications"
)

// follow requests leads. A document may be any wanted work; a page that is like one is a landing page; other pages lead on.
func (c *crawl) follow(ctx context.Context, leads []lead) error {
	steps := make([]step, len(leads))
	for i, l := range leads {
		steps[i] = step{url: l.url.String(), way: WayCrawl, rule: ruleList, works: l.home.person.open()}
		if l.target != nil {
			steps[i].rule, steps[i].works = ruleTitle, []*work{l.target}
			l.target.likes++
		}
		if len(steps[i].works) == 0 {
			steps[i].works = l.home.person.works
		}
		l.home.pages++
	}
	replies, err := c.h.ask(ctx, steps)
	if err != nil {
		return err
	}
	for i := range replies {
		l, r := &leads[i], &replies[i]
		isUseful, err := c.take(ctx, l, r)
		if err != nil {
			return err
		}
		l.home.progress.Request(l.score.Value, isUseful)
	}
	return nil
}

// take takes the answer of a lead, and reports whether it brought a work or links that are like the title of one.
func (c *crawl) take(ctx context.Context, l *lead, r *reply) (isUseful bool, err error) {
	a := r.answer
	switch {
	case a != nil && a.Document != "" && a.Type != "html":
		if l.target == nil {
			r.works = nil // that it is none of them is no miss
		}
		err := c.h.consider(ctx, a.Document, r)
		return l.target != nil && l.target.found != nil, err
	case a == nil || !a.isPage():
		if l.target != nil {
			l.target.note(r.miss())
			c.addMoved(l)
		}
		return false, nil
	}
	body, err := c.h.lib.Body(ctx, a.URL)
	if errors.Is(err, ErrNoBody) || err == nil && body.Page == nil {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	if l.target != nil && a.Document != "" {
		l.target.fullTexts = append(l.target.fullTexts, *r)
	}
	if l.target != nil && r.hops < landing.MaxHops {
		if _, err := c.h.readLanding(ctx, r); err != nil {
			return false, err
		}
	}
	if body.URL.Host() != l.home.host {
		return false, nil
	}
	return c.read(l.home, body, l.depth) > 0, nil
}

// addMoved adds to a lead that led nowhere the same place on the host of its homepage: the links of a homepage that has moved often name its old host.
func (c *crawl) addMoved(l *lead) {
	path, ok := l.home.moved(l.url)
	if !ok {
		return
	}
	u, err := weburl.Parse(l.home.origin + path)
	if err != nil || l.order <= c.seen[u.Key()] {
		return
	}
	c.seen[u.Key()] = l.order
	c.leads = append(c.leads, lead{url: u, home: l.home, score: l.score, order: l.order, depth: l.depth, target: l.target})
}

// moved returns the path that a URL of another host has at the host of a homepage, if it is one below the homepage: in a folder of the same name, or in that of
// a user ("/~lee/"), if the homepage has a host of its own now.
func (h *home) moved(u weburl.URL) (path string, ok bool) {
	path = u.Path()
	switch {
	case u.Host() == h.host:
		return "", false
	case h.folder != "/":
		return path, strings.HasPrefix(path, h.folder)
	}
	_, below, ok := strings.Cut(strings.TrimPrefix(path, "/"), "/")
	return "/" + below, ok && strings.HasPrefix(path, "/~")
}
