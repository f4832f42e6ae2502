package freshness

import (
	"math"
	"slices"
	"time"
)

// Visit is one visit of a page.
type Visit struct {
	At        time.Time
	IsChanged bool // since the visit before
}

// Trust says how far the announcements of a site are trusted: the times of last changes that its sitemaps and feeds state. The zero value knows nothing yet.
type Trust struct {
	right, wrong  int // announced, and changed or not
	missed, still int // not announced, and changed or not
	announcements int
	first         time.Time
	differs       bool // not all times are equal
}

// Before anything is known of a site, its announcements count as right four times of five: a fifth of the sitemaps that state times state wrong ones. As many
// of its changes count as announced as not.
const (
	assumedRight  = 4
	assumedWrong  = 1
	assumedMissed = 1
)

// leastEqual is the number of announcements from which on equal times are no signal: a site writes the time at which its sitemap was made.
const leastEqual = 3

// Announced counts the time that the site announces for a page now. Only the latest time of each page counts: call it once for a page of a sitemap.
func (t *Trust) Announced(at time.Time) {
	if t.announcements++; t.announcements == 1 {
		t.first = at
	}
	t.differs = t.differs || !at.Equal(t.first)
}

// Visited counts a visit of a page that the site announces changes of: whether it announced one since the visit before, and whether there was one.
func (t *Trust) Visited(isAnnounced, isChanged bool) {
	switch {
	case isAnnounced && isChanged:
		t.right++
	case isAnnounced:
		t.wrong++
	case isChanged:
		t.missed++
	default:
		t.still++
	}
}

// Add compares the announcements of a page, the oldest first, with its visits. Visits before the first announcement that is known say nothing, and
// neither does a day without a time on which the page was visited: the change may have come before or after the visit.
func (t *Trust) Add(announced []time.Time, visits []Visit) {
	if len(announced) == 0 {
		return
	}
	t.Announced(announced[len(announced)-1])
	for i := 1; i < len(visits); i++ {
		from, until := visits[i-1].At, visits[i].At
		if until.Before(announced[0]) || slices.ContainsFunc(announced, func(at time.Time) bool { return isUnclear(at, from) || isUnclear(at, until) }) {
			continue
		}
		isAnnounced := slices.ContainsFunc(announced, func(at time.Time) bool { return at.After(from) && !at.After(until) })
		t.Visited(isAnnounced, visits[i].IsChanged)
	}
}

// isUnclear reports whether a change that is announced may lie before a visit or after it.
func isUnclear(announced, visit time.Time) bool {
	return !visit.Before(announced) && visit.Before(endOf(announced))
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

// IsSignal reports whether announcements are followed by visits: they are right more often than not.
func (t *Trust) IsSignal() bool { return t.Share() > leastTrust }

// leastTrust is the trust from which on an announced change is due at once.
const leastTrust = 0.5

// Recall returns the share of the changes that the site announces, beyond chance: a site that writes new times every day announces all changes, and tells none. It is
// the share of the changed visits before which a change was announced, less that of the unchanged ones; 0 if announcements are no signal.
func (t *Trust) Recall() float64 {
	if !t.IsSignal() {
		return 0
	}
	changed := float64(t.right+1) / float64(t.right+t.missed+1+assumedMissed)
	unchanged := float64(t.wrong+assumedWrong) / float64(t.wrong+t.still+assumedWrong+assumedRight)
	return max(0, changed-unchanged)
}

// ChangeRate returns the changes a day of a page by two estimates: that of its visits alone, and one by which the site has announced every change. The second
// one counts as far as the site does.
func (t *Trust) ChangeRate(visited, announced float64) float64 {
	recall := t.Recall()
	return recall*announced + (1-recall)*visited
}

// Notices returns how often the site announces a change of a page with a change rate, true or not.
func (t *Trust) Notices(changeRate float64) float64 {
	if !t.IsSignal() {
		return 0
	}
	return changeRate * t.Recall() / t.Share()
}

// Follow decides whether the announcements of a sitemap or feed are followed, and of which of the pages. It returns the pages as they are divided among others: those that
// are followed with the changes that their site announces taken from those that only visits can find. The sitemap or feed is returned as a page that stands for all of
// them: to read it finds what visits to each would find. lambda is what a request is worth ([Value]). A page is followed if that lowers the cost of [Divide] and its
// requests, and any page is only if that lowers those of all by more than the requests for the sitemap cost. Then isWorth is true.
func (t *Trust) Follow(pages []Page, lambda float64) (followed []Page, sitemap Page, isWorth bool) {
	recall := t.Recall()
	if recall <= 0 || !(lambda > 0) || math.IsInf(lambda, 0) {
		return pages, Page{}, false
	}
	followed = slices.Clone(pages)
	for i := range followed {
		followed[i].Notices = t.Notices(pages[i].ChangeRate)
		followed[i].ChangeRate *= 1 - recall
	}
	sitemap = standFor(followed, lambda)
	reads := sitemap.rate(lambda).Visits
	gain := 0.0
	for i := range followed {
		if g := pages[i].cost(lambda, 0) - followed[i].cost(lambda, reads); g > 0 {
			gain += g
		} else {
			followed[i] = pages[i]
		}
	}
	sitemap = standFor(followed, lambda)
	if gain <= lambda*sitemap.rate(lambda).Visits {
		return pages, Page{}, false
	}
	return followed, sitemap, true
}

// standFor returns a page that costs as much as all pages that are followed while they wait to be announced, and changes as often as one of them.
func standFor(pages []Page, lambda float64) (one Page) {
	changes := 0.0
	for i := range pages {
		if p := &pages[i]; p.Notices > 0 {
			one.Importance += p.Importance
			changes += p.Importance * p.rate(lambda).Notices
			one.Host = p.Host
		}
	}
	if one.Importance > 0 {
		one.ChangeRate = changes / one.Importance
	}
	return one
}

// cost returns what a page costs with the rate for λ: by the changes that it misses, and by its requests. Announcements are read so many times a day.
func (p *Page) cost(lambda, reads float64) float64 {
	r := p.rate(lambda)
	missed := math.Log1p(p.ChangeRate / r.Requests())
	if p.Notices > 0 {
		missed += math.Log(p.Notices/r.Notices) + math.Log1p(r.Notices/reads)
	}
	return p.Importance*missed + lambda*r.Requests()
}
