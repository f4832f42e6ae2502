package eta

import (
	"testing"
	"time"
)

// course is how a crawl changes from sample to sample.
type course struct {
	samples        int
	waiting        int64 // at the start
	found, dropped int64 // in a second
	ended, same    int64 // in a second; same: of the ended, those that do not count against the limit
	bytes          int64 // in a second
	atLeast        time.Duration
}

func TestEstimate(t *testing.T) {
	for _, test := range []struct {
		name   string
		course course
		limits Limits
		want   time.Duration
	}{
		{"no samples", course{}, Limits{}, 0},
		{"window too short", course{samples: 6, waiting: 10_000, ended: 10}, Limits{}, 0},
		{"shortest window", course{samples: 7, waiting: 1_300, ended: 10}, Limits{}, 100 * time.Second},
		{"fetched URLs bring new ones", course{samples: 13, waiting: 1_120, ended: 10, found: 8}, Limits{}, 500 * time.Second},
		{"queue grows", course{samples: 13, waiting: 1_000, ended: 10, found: 11}, Limits{}, 0},
		{"queue stays as long as it is", course{samples: 13, waiting: 1_000, ended: 10, found: 10}, Limits{}, 0},
		{"nothing ends", course{samples: 13, waiting: 1_000, dropped: 5}, Limits{}, 0},
		{"strategy drops URLs", course{samples: 7, waiting: 1_200, ended: 10, dropped: 20}, Limits{}, 30 * time.Second},
		{"slowest host needs longer than the rate says", course{samples: 13, waiting: 1_000, ended: 10, atLeast: time.Hour}, Limits{}, time.Hour},
		{"slowest host while the queue grows", course{samples: 13, waiting: 1_000, found: 20, ended: 10, atLeast: time.Hour}, Limits{}, 0},
		{"very slow", course{samples: 61, waiting: 1e15, ended: 1}, Limits{}, farthest},
		{"limit of pages before the queue is empty", course{samples: 13, waiting: 100_000, ended: 10}, Limits{Pages: 2_600}, 200 * time.Second},
		{"limit of pages after the queue is empty", course{samples: 7, waiting: 1_300, ended: 10}, Limits{Pages: 100_000}, 100 * time.Second},
		{"limit of pages while the queue grows", course{samples: 13, waiting: 1_000, found: 50, ended: 10}, Limits{Pages: 2_600}, 200 * time.Second},
		{"unchanged pages do not count against the limit", course{samples: 13, waiting: 100_000, ended: 10, same: 5}, Limits{Pages: 2_600}, 460 * time.Second},
		{"limit of pages, window too short", course{samples: 2, waiting: 100_000, ended: 10}, Limits{Pages: 2_600}, 0},
		{"limit of time is known at once", course{samples: 1, waiting: 1_000}, Limits{Time: time.Hour}, time.Hour},
		{"limit of time before the queue is empty", course{samples: 13, waiting: 100_000, ended: 10}, Limits{Time: 10 * time.Minute}, 9 * time.Minute},
		{"limit of time after the queue is empty", course{samples: 7, waiting: 1_300, ended: 10}, Limits{Time: time.Hour}, 100 * time.Second},
		{"limit of bytes", course{samples: 13, waiting: 1_000, found: 50, ended: 10, bytes: 1e6}, Limits{Bytes: 100e6}, 40 * time.Second},
		{"old samples have left the window", course{samples: 1_000, waiting: 100_000, ended: 10}, Limits{}, (100_000 - 49_950) / 10 * time.Second},
	} {
		t.Run(test.name, func(t *testing.T) {
			e := New(test.limits)
			test.course.run(t, e)
			if got := e.Left(); got != test.want {
				t.Errorf("%v left; want %v", got, test.want)
			}
			if n := int(maxSpan/every) + 1; len(e.samples) > n {
				t.Errorf("%d samples; want at most %d", len(e.samples), n)
			}
			if e.Reset(); e.Left() != 0 {
				t.Errorf("%v left after a pause; want no estimate", e.Left())
			}
		})
	}
}

// run adds the samples of a course.
func (c course) run(t *testing.T, e *Estimator) {
	t.Helper()
	now := time.Unix(1_800_000_000, 0)
	for i := range c.samples {
		d := time.Duration(i) * every
		n := int64(d / time.Second)
		if !e.Due(now.Add(d)) {
			t.Errorf("no sample is due after %v", d)
		}
		e.Add(Sample{
			At: now.Add(d), Waiting: c.waiting + n*(c.found-c.ended-c.dropped), Ended: n * c.ended, Counted: n * (c.ended - c.same), Bytes: n * c.bytes,
			Active: d, AtLeast: c.atLeast,
		})
		if e.Due(now.Add(d + every - 1)) {
			t.Errorf("a sample is due less than %v after the last one", every)
		}
	}
}
