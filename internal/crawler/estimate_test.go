package crawler_test

import (
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

	"sluice/crawl"
	"sluice/internal/crawler"
)

// TestTimeLeftIsNearTheTimeThatTheCrawlTakes crawls hosts with many and with few pages in virtual time.
func TestTimeLeftIsNearTheTimeThatTheCrawlTakes(t *testing.T) {
	folder := siteFolder{}
	for host, pages := range map[string]int{"large": 400, "small": 60} {
		var b strings.Builder
		fmt.Fprintf(&b, "<title>Host %s</title>", host)
		for p := range pages {
			fmt.Fprintf(&b, "<a href=/p%d.html>Page %[1]d</a>\n", p)
			folder[fmt.Sprintf("%s.example/p%d.html", host, p)] = fmt.Sprintf("<title>Page %d of the host %s</title><p>What page %[1]d says.", p, host)
		}
		folder[host+".example/index.html"] = b.String()
	}
	for _, test := range []struct {
		name    string
		limits  crawl.Limits
		exact   bool          // the end is known from the delay or from the limit
		unknown time.Duration // at the beginning
	}{
		{"until the queue is empty", crawl.Limits{}, true, 31 * time.Second},
		{"until the limit of pages", crawl.Limits{Pages: 250}, false, 31 * time.Second},
		{"until the limit of time", crawl.Limits{Time: 3 * time.Minute}, true, 0},
	} {
		t.Run(test.name, func(t *testing.T) {
			type moment struct{ elapsed, left time.Duration }
			var moments []moment
			cfg := crawl.Config{Seeds: []string{"http://large.example/", "http://small.example/"}, Limits: test.limits}
			done := simulate(t, sitesWeb(t, folder, 1), cfg, func(c *crawler.Crawl, _ *crawl.Config) {
				s := c.Stats()
				moments = append(moments, moment{s.Elapsed, s.ETA})
			})
			known := 0
			for _, m := range moments {
				if m.elapsed < test.unknown && m.left > 0 {
					t.Errorf("after %v, %v are left; want no estimate yet", m.elapsed, m.left)
				}
				if m.left == 0 {
					continue
				}
				known++
				left := done.result.Stats.Elapsed - m.elapsed
				tolerance := left/4 + 10*time.Second
				if !test.exact { // the small host ends earlier
					tolerance = left + 10*time.Second
				}
				if math.Abs(float64(left-m.left)) > float64(tolerance) {
					t.Errorf("after %v, %v are left; %v were", m.elapsed, m.left, left)
				}
			}
			if known < len(moments)/2 {
				t.Errorf("%d estimates at %d moments", known, len(moments))
			}
			if done.result.Stats.ETA != 0 {
				t.Errorf("%v are left when the crawl has ended", done.result.Stats.ETA)
			}
		})
	}
}
