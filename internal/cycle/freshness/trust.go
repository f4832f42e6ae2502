package freshness

import "time"

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
// time, and wrong if it had not. One from before the first visit, or after the last one, says nothing yet.
func (t *Trust) Add(announced time.Time, visits []Visit) {
	if t.announcements++; t.announcements == 1 {
		t.first = announced
	}
	t.differs = t.differs || !announced.Equal(t.first)
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

// Share returns the probability with which an announced change is one, 0 if the announcements of the site are no signal.
func (t *Trust) Share() float64 {
	if t.announcements >= leastEqual && !t.differs {
		return 0
	}
	return float64(t.right+assumedRight) / float64(t.right+t.wrong+assumedRight+assumedWrong)
}
