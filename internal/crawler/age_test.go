package crawler_test

import (
	"io"
	"net/http"
	"testing"
	"time"

	"sluice/crawl"
	"sluice/focus"
	"sluice/internal/crawler"
)

// ages records how old pages were.
type ages struct {
	focus.BreadthFirst
	of map[string]time.Duration
}

func (s *ages) Learn(v *focus.Visit) { s.of[v.URL.Path()] = v.Age }

// TestStrategyLearnsHowOldAPageIs: by the header, if there is one.
func TestStrategyLearnsHowOldAPageIs(t *testing.T) {
	const old = 400 * 24 * time.Hour
	w := newWeb(t, pages{
		"a.test/": html("Home", "/old"),
		"a.test/old": func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "text/html")
			w.Header().Set("Last-Modified", time.Now().Add(-old).UTC().Format(http.TimeFormat))
			io.WriteString(w, "<title>Old</title>")
		},
	})
	s := &ages{of: map[string]time.Duration{}}
	run(t, crawl.Config{Seeds: []string{"a.test"}, Network: crawl.Network{Proxy: w.URL}, Strategy: s}, crawler.Parts{})
	if got := s.of["/old"]; got < old || got > old+time.Hour || s.of["/"] != 0 || len(s.of) != 2 {
		t.Errorf("ages %v; want 0 of the home page and %v of the other one", s.of, old)
	}
}
