package focus

import "sluice/internal/linkvalue"

// credits remembers the pages visited last, and gives them credit for what their links brought: a page whose links bring more a request
// than requests do on the whole is worth the difference for each of its links that was requested. This is known link by link. So the page
// is learned again whenever it turns out to be worth more, and the page on which its own link was found gets credit for that.
type credits struct {
	pages []creditor // a ring
	last  uint64     // number of the page added last; the first one has 1
	going float64    // what a request brings on the whole, of late
}

// creditor is a visited page.
type creditor struct {
	number   uint64
	on       uint64 // the number of the page on which its link was found; 0: none
	features linkvalue.Features
	sum      float64 // what it and its links brought so far, less what as many other requests bring
	worth    float64 // with which it was learned
}

const (
	maxCreditors = 1 << 13
	creditLevels = 3
	firstGoing   = 0.2
	goingMemory  = 200  // requests
	leastCredit  = 0.1  // of what a page was worth, by which it must be worth more to be learned again
	leastMore    = 0.01 // and by this much
)

// add remembers a page. It returns the page's number.
func (c *credits) add(features linkvalue.Features, own float64, on uint64) uint64 {
	if c.last == 0 {
		c.going = firstGoing
	}
	c.last++
	p := creditor{number: c.last, on: on, features: features, sum: own, worth: own}
	if len(c.pages) < maxCreditors {
		c.pages = append(c.pages, p)
	} else {
		c.pages[(c.last-1)%maxCreditors] = p
	}
	return c.last
}

// requested learns what the request for a link brought that was found on a page.
func (c *credits) requested(m *linkvalue.Model, on uint64, worth float64) {
	c.going += (worth - c.going) / goingMemory
	more := worth - c.going
	for range creditLevels {
		if on == 0 || on > c.last || c.pages[(on-1)%maxCreditors].number != on {
			return
		}
		p := &c.pages[(on-1)%maxCreditors]
		p.sum += more
		if p.sum <= (1+leastCredit)*p.worth+leastMore {
			return
		}
		more, p.worth = p.sum-p.worth, p.sum
		m.LearnWorth(p.features, p.worth)
		on = p.on
	}
}
