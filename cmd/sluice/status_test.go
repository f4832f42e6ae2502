package main

import (
	"strings"
	"testing"

	"sluice/crawl"
)

func TestStatusShowsTimeLeftWhileItIsKnown(t *testing.T) {
	for seconds, want := range map[float64]string{0: "", 45: "less than a minute", 725: "about 12 min", 10_000: "about 3 h", 1e6: "more than a day"} {
		var out strings.Builder
		c := &console{out: &out}
		if err := c.writeStatus(crawl.Status{Running: true, State: crawl.Running, ETA: seconds}); err != nil {
			t.Fatal(err)
		}
		got := ""
		for line := range strings.Lines(out.String()) {
			if left, ok := strings.CutPrefix(line, "time left"); ok {
				got = strings.TrimSpace(left)
			}
		}
		if got != want {
			t.Errorf("%v s left: %q; want %q", seconds, got, want)
		}
	}
}

func TestStatusCountsDocumentsThatWait(t *testing.T) {
	s := crawl.Status{Documents: 6, Found: 7, Accepted: 1, Rejected: 2, Unread: 3}
	s.RejectedBy = map[string]int64{"genre: other": 2}
	if got, want := documentsOf(&s), "6 fetched, of 7 found; 1 accepted, 2 rejected (other 2); 3 waiting"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}
