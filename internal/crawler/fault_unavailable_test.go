package crawler_test

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"sluice/crawl"
	"sluice/internal/crawler"
	"sluice/internal/fetch"
	"sluice/internal/recordedweb"
)

// unavailableWeb is a recorded web of which one host asks to come back later.
type unavailableWeb struct {
	*recordedweb.Web
	after    string // Retry-After
	between  int    // every so many requests are answered; 0: none
	requests int
}

func (w *unavailableWeb) Do(ctx context.Context, r *fetch.Request) (*fetch.Response, error) {
	resp, err := w.Web.Do(ctx, r)
	if err != nil || r.URL.Host() != "busy.test" || !strings.HasPrefix(r.URL.Path(), "/p") {
		return resp, err
	}
	if w.requests++; w.between == 0 || w.requests%w.between != 0 {
		resp.Status = http.StatusServiceUnavailable
		resp.Header.Set("Retry-After", w.after)
	}
	return resp, err
}

func TestHostThatIsAlwaysUnavailableIsGivenUp(t *testing.T) {
	for name, c := range map[string]struct {
		after    string
		between  int
		requests int // at most
		took     time.Duration
	}{
		"after an hour":                  {"3600", 0, 5, 5 * time.Hour},
		"after a second":                 {"1", 0, 10, time.Hour},
		"after an hour, between answers": {"3600", 2, 9, 5 * time.Hour},
	} {
		t.Run(name, func(t *testing.T) {
			var links strings.Builder
			sites := siteFolder{}
			for i := range 50 {
				fmt.Fprintf(&links, "<a href=/p%d.html>%[1]d</a> ", i)
				sites[fmt.Sprintf("busy.test/p%d.html", i)] = fmt.Sprintf("<title>Page %d</title>", i)
			}
			sites["busy.test/index.html"] = "<title>Busy</title>" + links.String()
			recorded := sitesWeb(t, sites, 1)
			defer recorded.Close()
			web := &unavailableWeb{Web: recorded, after: c.after, between: c.between}
			began := web.Clock().Now()
			o := run(t, crawl.Config{Seeds: []string{"http://busy.test/"}, Politeness: crawl.Politeness{Delay: time.Second}}, crawler.Parts{Exchange: web})
			if took := web.Clock().Now().Sub(began); o.State != crawl.Done || took > c.took {
				t.Errorf("state %s after %v, want done within %v", o.State, took, c.took)
			}
			if web.requests > c.requests {
				t.Errorf("%d requests, want %d at most", web.requests, c.requests)
			}
			if o.refused["busy.test: host given up: status 503"] == 0 {
				t.Errorf("refused %v, want a host that was given up", o.refused)
			}
		})
	}
}
