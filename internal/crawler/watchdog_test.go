package crawler

import (
	"testing"

	"sluice/internal/crawler/internal/robotscache"
	"sluice/internal/frontier"
	"sluice/weburl"
)

// TestReplacedVisitIsUnchanged: a reader that hangs may continue at any moment, and then changes its own visit.
func TestReplacedVisitIsUnchanged(t *testing.T) {
	const ticks = 3
	u, err := weburl.Parse("http://a.test/")
	if err != nil {
		t.Fatal(err)
	}
	lateAfter := func(task *task) (n int, v *visit) {
		for v == nil && n < 10*ticks {
			v, n = task.takeLate(ticks), n+1
		}
		return n, v
	}
	answer := &robotscache.Answer{}
	v := &visit{lease: frontier.Lease{Link: frontier.Link{URL: u}, Host: "a.test"}, url: u, robots: answer}
	var r task
	for range 2 { // each task has its own time
		if !r.end(r.begin(v)) {
			t.Error("a task that was not taken away does not end")
		}
		r.begin(v)
		if r.takeLate(ticks); r.takeLate(ticks) != nil {
			t.Error("late before its time")
		}
	}
	replacement := r.begin(v)
	v.lease.URL, v.url, v.robots = weburl.URL{}, weburl.URL{}, nil
	n, taken := lateAfter(&r)
	if taken != replacement || n != 1+ticks {
		t.Fatalf("taken away: %v after %d ticks; want it after %d", taken != nil, n, 1+ticks)
	}
	if taken.lease.URL != u || taken.url != u || taken.robots != answer {
		t.Errorf("taken away: %+v", taken)
	}
	if r.end(replacement) {
		t.Error("what was taken away ended as the reader's")
	}
	if _, again := lateAfter(&r); again != nil {
		t.Error("taken away twice")
	}
}
