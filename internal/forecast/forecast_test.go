package forecast

import (
	"bytes"
	"math"
	"testing"
)

// after returns an estimator after so many requests, each of which brought what found says.
func after(requests int, found func(i int) int) *Estimator {
	var e Estimator
	for i := range requests {
		e.Request(found(i), 3)
	}
	return &e
}

func TestForecastsOfCrawlsOfEveryKind(t *testing.T) {
	for _, test := range []struct {
		name     string
		e        *Estimator
		waiting  int64
		low, mid int64 // Low is at least the first, and the second is within the interval
		high     int64 // at most
	}{
		{"no request yet", &Estimator{}, 1, 0, 500, 1000},
		{"nothing waits", after(500, func(int) int { return 1 }), 0, 0, 0, 0},
		{"a steady rate", after(1000, func(i int) int { return i % 2 }), 5000, 20, 400, 600},
		{"half of the requests bring a document, then none", after(3000, func(i int) int { return max(0, 1000-i) % 2 }), 5000, 0, 0, 30},
		{"no document in many requests", after(5000, func(int) int { return 0 }), 5000, 0, 0, 15},
		{"a rate that falls", after(2000, func(i int) int { return int(5*math.Exp(-float64(i)/300) + float64(i*7%10)/10) }), 5000, 0, 20, 450},
	} {
		in := test.e.Next(test.waiting)
		if in.Low < test.low || in.Low > test.mid || in.High < test.mid || in.High > test.high {
			t.Errorf("%s: %d to %d, want at least %d, %d within, and %d at most", test.name, in.Low, in.High, test.low, test.mid, test.high)
		}
	}
}

func TestFewWaitingLinksBoundTheForecast(t *testing.T) {
	e := &Estimator{}
	for i := range 1000 {
		e.Request(i%2, 0) // no new links
	}
	var last int64
	for _, waiting := range []int64{1, 10, 100, 1000} {
		in := e.Next(waiting)
		if in.High < last || in.High > waiting {
			t.Errorf("%d links wait: %d to %d, before it was up to %d", waiting, in.Low, in.High, last)
		}
		last = in.High
	}
}

func TestDocumentsThatAreNotThereDoNotCount(t *testing.T) {
	there, dead := after(300, func(int) int { return 1 }), after(300, func(int) int { return 1 })
	for range 300 {
		there.Document(true)
		dead.Document(false)
	}
	if a, b := there.Next(1000), dead.Next(1000); b.High > a.High/10 {
		t.Errorf("up to %d of documents that are there, %d of dead links", a.High, b.High)
	}
}

// TestNoInputBreaksForecast gives the numbers of a page made to mislead, and of damaged callers.
func TestNoInputBreaksForecast(t *testing.T) {
	for _, n := range []int{math.MaxInt, math.MinInt, -1, 1 << 40} {
		e := after(1000, func(int) int { return n })
		e.Request(n, n)
		for _, waiting := range []int64{math.MaxInt64, math.MinInt64, 0, 1} {
			if in := e.Next(waiting); in.Low < 0 || in.High < in.Low || in.High > 1_000_000 {
				t.Errorf("%d a request, %d wait: %d to %d", n, waiting, in.Low, in.High)
			}
		}
	}
}

func TestStateIsRestored(t *testing.T) {
	e := after(70, func(i int) int { return i % 5 })
	e.Document(true)
	e.Document(false)
	state := e.Append(nil)
	var got Estimator
	if !got.Restore(state) || got != *e {
		t.Errorf("restored %+v, want %+v", got, *e)
	}
	negative, none, infinite := bytes.Clone(state), bytes.Clone(state), bytes.Clone(state)
	negative[1] |= 0x80
	copy(none[1:], []byte{0x7f, 0xf8, 0, 0, 0, 0, 0, 1})
	copy(infinite[1:], []byte{0x7f, 0xf0, 0, 0, 0, 0, 0, 0})
	for name, b := range map[string][]byte{
		"nothing": nil, "truncated": state[:len(state)-1], "too long": append(bytes.Clone(state), 0), "another version": append([]byte{9}, state[1:]...),
		"negative number": negative, "no number": none, "infinite number": infinite,
	} {
		if got.Restore(b) || got != *e {
			t.Errorf("%s: restored", name)
		}
	}
}

func FuzzRestore(f *testing.F) {
	f.Add(after(7, func(i int) int { return i }).Append(nil), int64(5))
	f.Fuzz(func(t *testing.T, state []byte, waiting int64) {
		var e Estimator
		e.Restore(state)
		e.Request(1, 1)
		if in := e.Next(waiting); in.Low < 0 || in.High < in.Low {
			t.Errorf("%d to %d", in.Low, in.High)
		}
	})
}

func BenchmarkRequest(b *testing.B) {
	var e Estimator
	for i := 0; b.Loop(); i++ {
		e.Request(i%3, 5)
	}
}
