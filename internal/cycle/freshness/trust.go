package freshness

import (
	"slices"
	"time"
)

// Visit is one visit of a page.
type Visit struct {
	At        time.Time
	IsChanged bool // since the visit before
}

// Trust says how far the announcements of a site are trusted: the times of last changes that its sitemaps and feeds state.
type Trust struct {
	right, wrong  int
	announcements int
	first         time.Time
	differs       bool // not all times are equal
}

// Before anything is known of a site, its announcements count as right four times of five: a fifth of the sitemaps that state times state wrong ones.
const (
	assumedRight = 4
	assumedWrong = 1
)

// leastEqual is the number of announcements from which on equal times are no signal: a site writes the time at which its sitemap was made.
const leastEqual = 3

// Add compares the announcement of a page with its visits, the oldest first. It is right if the page had changed at the first visit after the announced
// time, and wrong if it had not. One from before the first visit, or after the last one, says nothing yet, and neither does a day without a time on
// which the page was visited: the change may have come before or after the visit.
func (t *Trust) Add(announced time.Time, visits []Visit) {
	if t.announcements++; t.announcements == 1 {
		t.first = announced
	}
	t.differs = t.differs || !announced.Equal(t.first)
	if end := endOf(announced); slices.ContainsFunc(visits, func(v Visit) bool { return !v.At.Before(announced) && v.At.Before(end) }) {
		return
	}
	for i := 1; i < len(visits); i++ {
		if !announced.After(visits[i-1].At) || announced.After(visits[i].At) {
			continue
		}
		if visits[i].IsChanged {
			t.right++
		} else {
			t.wrong++
		}
	}
}

// endOf returns the last moment that an announcement may mean. A time of midnight in UTC is that of a day without a time, or as good as one.
func endOf(announced time.Time) time.Time {
	const day = 24 * time.Hour
	if announced.Equal(announced.Truncate(day)) {
		return announced.Add(day)
	}
	return announced
}

// Share returns the probability with which an announced change is one, 0 if the announcements of the site are no signal.
func (t *Trust) Share() float64 {
	if t.announcements >= leastEqual && !t.differs {
		return 0
	}
	return float64(t.right+assumedRight) / float64(t.right+t.wrong+assumedRight+assumedWrong)
}
