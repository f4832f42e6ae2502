package timeline_test

import (
	"testing"
	"time"

	"pgregory.net/rapid"

	"sluice/internal/timeline"
)

const stamp = "2006-01-02T15:04:05.000000Z07:00"

func TestResolutionFollowsTheSpan(t *testing.T) {
	start := time.Date(2026, 11, 1, 8, 0, 0, 0, time.UTC)
	for _, test := range []struct {
		step time.Duration
		n    int
		want timeline.Unit
	}{
		{time.Second, 1, timeline.Second}, {time.Second, 100, timeline.Second}, {time.Second, 101, timeline.Minute},
		{time.Minute, 101, timeline.Hour}, {time.Hour, 101, timeline.Day}, {24 * time.Hour, 101, timeline.Month},
		{31 * 24 * time.Hour, 200, timeline.Year},
	} {
		line := timeline.New(1, 100)
		for i := range test.n {
			line.Add([]byte(start.Add(time.Duration(i)*test.step).Format(stamp)), 0, 1)
		}
		if got := line.Unit(); got != test.want {
			t.Errorf("%d events every %v are counted by %s, want %s", test.n, test.step, got, test.want)
		}
	}
}

func TestPointsSumUpAllEventsInOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		line := timeline.New(3, 10)
		want := make([]int64, 3)
		for _, at := range rapid.SliceOfN(rapid.Int64Range(0, 4e9), 1, 200).Draw(t, "times") {
			kind, n := rapid.IntRange(0, 2).Draw(t, "kind"), rapid.Int64Range(1, 5).Draw(t, "n")
			line.Add([]byte(time.Unix(at, 0).UTC().Format(stamp)), kind, n)
			want[kind] += n
		}
		points := line.Points()
		if len(points) > 10 && line.Unit() != timeline.Year {
			t.Fatalf("%d points by %s, want at most 10", len(points), line.Unit())
		}
		for i, p := range points {
			if i > 0 && !p.Start.After(points[i-1].Start) {
				t.Fatalf("point %d at %v follows %v", i, p.Start, points[i-1].Start)
			}
			for kind, sum := range p.Sums {
				if i > 0 && sum < points[i-1].Sums[kind] {
					t.Fatalf("the sum of kind %d falls from %d to %d", kind, points[i-1].Sums[kind], sum)
				}
			}
		}
		for kind, sum := range points[len(points)-1].Sums {
			if sum != want[kind] {
				t.Fatalf("the last sum of kind %d is %d, want %d", kind, sum, want[kind])
			}
		}
	})
}

func TestWhatIsNoTimeIsIgnored(t *testing.T) {
	line := timeline.New(1, 10)
	for _, at := range []string{"", "2026", "2026-11-01", "not a time at all, and long"} {
		line.Add([]byte(at), 0, 1)
	}
	if points := line.Points(); len(points) != 0 {
		t.Errorf("points %v, want none", points)
	}
}
