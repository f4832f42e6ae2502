package crawler_test

import (
	"strings"
	"testing"
	"time"

	"sluice/crawl"
	"sluice/focus"
	"sluice/internal/crawler"
	"sluice/internal/frontier"
	"sluice/library"
	"sluice/topic"
)

// topicOf returns a topic of words.
func topicOf(t *testing.T, words string) *topic.Topic {
	t.Helper()
	d, err := topic.FromWords(words)
	if err != nil {
		t.Fatal(err)
	}
	about, err := topic.New(d, nil)
	if err != nil {
		t.Fatal(err)
	}
	return about
}

func TestCrawlWithoutTheTopicOfItsStrategyRequestsNothing(t *testing.T) {
	w := newWeb(t, pages{"a.test/": html("Home")})
	c, err := crawler.New(crawl.Config{Seeds: []string{"http://a.test/"}, Network: crawl.Network{Proxy: w.URL}, Strategy: &focus.BestFirst{}}, crawler.Parts{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := c.Run(t.Context()); err == nil || !strings.Contains(err.Error(), "best-first needs a topic") {
		t.Errorf("Run() error = %v", err)
	}
	wantRequests(t, w)
}

// topical notes the topics that it gets.
type topical struct {
	focus.BreadthFirst
	names []string
}

var _ focus.Topical = (*topical)(nil)

func (s *topical) SetTopic(t *topic.Topic) error {
	s.names = append(s.names, t.Name())
	return nil
}

func TestStrategyGetsTheTopicAndItsChange(t *testing.T) {
	w := newWeb(t, pages{"a.test/": html("Home")})
	s := &topical{}
	var c *crawler.Crawl
	cfg := crawl.Config{Seeds: []string{"http://a.test/"}, Network: crawl.Network{Proxy: w.URL}, Strategy: s, Topic: topicOf(t, "crawlers")}
	cfg.Hooks.Fetch = func(*library.Fetch) {
		if err := c.SetTopic(topicOf(t, "crawlers expanded")); err != nil {
			t.Error(err)
		}
	}
	c, err := crawler.New(cfg, crawler.Parts{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := c.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	if got := strings.Join(s.names, ", "); got != "crawlers, crawlers expanded" {
		t.Errorf("topics %q", got)
	}
}

// picky wants nothing the first few times.
type picky struct {
	focus.BreadthFirst
	asked int
}

func (s *picky) Choose(lanes []focus.LaneState, n int) []focus.Share {
	if s.asked++; s.asked < 4 {
		return nil
	}
	return s.BreadthFirst.Choose(lanes, n)
}

func TestStrategyThatWantsNothingIsAskedAgain(t *testing.T) {
	w := newWeb(t, pages{"a.test/": html("Home")})
	s := &picky{}
	run(t, crawl.Config{Seeds: []string{"http://a.test/"}, Network: crawl.Network{Proxy: w.URL}, Strategy: s})
	wantRequests(t, w, "a.test/")
	if s.asked < 4 || s.asked > 20 {
		t.Errorf("asked %d times", s.asked)
	}
}

const (
	crawledHosts = 2
	crawledPages = 30 // of each
)

// drops reports whether a strategy drops links, and so ends before it has visited all: the agents of InfoSpiders die.
func drops(name string) bool { return strings.HasPrefix(name, "infospiders") }

// crawled crawls two hosts, in virtual time, with one strategy after the other: with each but the last so many pages. It returns how
// often each page was fetched, and how long it took.
func crawled(t *testing.T, pages int64, names ...string) (fetched map[string]int, took time.Duration) {
	t.Helper()
	web := sitesWeb(t, generatedSites(crawledHosts, crawledPages), 1)
	defer web.Close()
	began := web.Clock().Now()
	fetched = map[string]int{}
	cfg := crawl.Config{Seeds: []string{"http://h0.example/", "http://h1.example/"}, Topic: topicOf(t, "host 1")}
	cfg.Hooks.Fetch = func(f *library.Fetch) {
		if f.Outcome == library.Fetched {
			fetched[f.URL]++
		}
	}
	parts := crawler.Parts{Exchange: web, Clock: web.Clock()}
	parts.Frontier = frontier.NewMemory(crawler.FrontierOptions(cfg, parts))
	for i, name := range names {
		var err error
		if cfg.Strategy, err = focus.Named(name, 1); err != nil {
			t.Fatal(err)
		}
		if cfg.Limits.Pages = pages; i == len(names)-1 {
			cfg.Limits.Pages = 0
		}
		c, err := crawler.New(cfg, parts)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := c.Run(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	return fetched, web.Clock().Now().Sub(began)
}

// wantEachOnce checks that each page was fetched once, or some of them.
func wantEachOnce(t *testing.T, name string, fetched map[string]int, all bool) {
	t.Helper()
	if want := crawledHosts * crawledPages; len(fetched) > want || all && len(fetched) < want {
		t.Errorf("%s: %d pages were fetched, want %d", name, len(fetched), want)
	}
	for u, n := range fetched {
		if n != 1 {
			t.Errorf("%s: %s was fetched %d times", name, u, n)
		}
	}
}

// TestEveryStrategyEndsTheCrawl: also one that would not follow some links.
func TestEveryStrategyEndsTheCrawl(t *testing.T) {
	for _, e := range focus.Strategies() {
		fetched, took := crawled(t, 0, e.Name)
		wantEachOnce(t, e.Name, fetched, !drops(e.Name))
		if most := crawledHosts * 2 * crawledPages * time.Second; took > most { // one host after the other, at worst
			t.Errorf("%s: took %v, want %v at most", e.Name, took, most)
		}
	}
}

// TestStrategyChangesInMidCrawl: a strategy continues what others have begun, and no link is lost. Agents live longer than their part of
// the crawl, unless they are the last: so the last strategy is one without.
func TestStrategyChangesInMidCrawl(t *testing.T) {
	var names []string
	for _, e := range focus.Strategies() {
		names = append(names, e.Name)
	}
	for i := range names {
		order := append(append([]string{}, names[i:]...), names[:i]...)
		if i > 0 && testing.Short() {
			break // the first order has every strategy in its turn
		}
		if last := order[len(order)-1]; i%3 == 0 && !drops(last) || drops(order[0]) {
			if drops(last) {
				order = append(order, "breadth-first")
			}
			fetched, _ := crawled(t, 3, order...)
			wantEachOnce(t, "beginning with "+order[0], fetched, true)
		}
	}
}

// TestAgentsDropNoLinksOfOthers: what a strategy with lanes of its own left is visited by agents, who drop what they found at most.
func TestAgentsDropNoLinksOfOthers(t *testing.T) {
	for _, name := range []string{"tree-frontier", "tag-path-bandit", "context-graph", "adaptive"} {
		fetched, _ := crawled(t, 20, name, "infospiders")
		wantEachOnce(t, name+" and infospiders", fetched, true)
	}
}
