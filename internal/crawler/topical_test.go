package crawler_test

import (
	"strings"
	"testing"

	"sluice/crawl"
	"sluice/focus"
	"sluice/internal/crawler"
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
