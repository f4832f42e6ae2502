package crawl

import (
	"testing"

	"sluice/internal/frontier"
	"sluice/weburl"
)

// TestWhatIsTakenAwayFromAReaderIsAsItWasBegun: its reader may come back at any moment, and goes on changing its own.
func TestWhatIsTakenAwayFromAReaderIsAsItWasBegun(t *testing.T) {
	const ticks = 3
	u, err := weburl.Parse("http://a.test/")
	if err != nil {
		t.Fatal(err)
	}
	lateAfter := func(task *task) (n int, v *visit) {
		for v == nil && n < 10*ticks {
			v, n = task.late(ticks), n+1
		}
		return n, v
	}
	answer := &robotsAnswer{}
	v := &visit{lease: frontier.Lease{Link: frontier.Link{URL: u}, Host: "a.test"}, url: u, robots: answer}
	var r task
	for range 2 { // each task has its own time
		if !r.end(r.begin(v)) {
			t.Error("a task that nobody took away does not end")
		}
		r.begin(v)
		if r.late(ticks); r.late(ticks) != nil {
			t.Error("late before its time")
		}
	}
	instead := r.begin(v)
	v.lease.URL, v.url, v.robots = weburl.URL{}, weburl.URL{}, nil
	n, taken := lateAfter(&r)
	if taken != instead || n != 1+ticks {
		t.Fatalf("taken away: %v after %d ticks; want it after %d", taken != nil, n, 1+ticks)
	}
	if taken.lease.URL != u || taken.url != u || taken.robots != answer {
		t.Errorf("taken away: %+v", taken)
	}
	if r.end(instead) {
		t.Error("what was taken away ended as the reader's")
	}
	if _, again := lateAfter(&r); again != nil {
		t.Error("taken away twice")
	}
}
