package titles

// Progress says when the crawl of a site for wanted titles ends: when all are found, or when the best link that waits is not expected to bring
// one.
//
// The expected yield of a link is the mean of a beta distribution: what links of its class have brought at this site, and before that
// what such links bring in general. So a site that brings nothing is left after some fifty requests, and one that brings papers is
// followed further.
type Progress struct {
	wanted, found int
	classes       [3]class
}

// class counts the requests of links of like value.
type class struct{ requests, useful float64 }

// The prior of each class: what share of its requests is useful, and how many requests that knowledge is worth. They were set by hand.
var priors = [3]struct{ share, requests float64 }{
	{0.02, 50}, // other links
	{0.1, 10},  // lists, documents and groups
	{0.5, 4},   // like a wanted title
}

// least is the expected yield below which a link is not worth a request.
const least = 0.01

// NewProgress returns the progress of a crawl for a number of titles.
func NewProgress(wanted int) *Progress { return &Progress{wanted: wanted} }

// classOf returns the class of a link's value.
func classOf(value float64) int {
	switch {
	case value >= Like:
		return 2
	case value >= group:
		return 1
	}
	return 0
}

// Request adds a request: the value of its link, how many of the wanted titles were found by it, and whether its page has links that are like
// a wanted title.
func (p *Progress) Request(value float64, found int, leads bool) {
	c := &p.classes[classOf(value)]
	c.requests++
	if found > 0 || leads {
		c.useful++
	}
	p.found += max(0, found)
}

// Expected returns the expected yield of a link, from 0 to 1.
func (p *Progress) Expected(value float64) float64 {
	c, prior := p.classes[classOf(value)], priors[classOf(value)]
	return (c.useful + prior.share*prior.requests) / (c.requests + prior.requests)
}

// Done reports whether the crawl ends, and why, given the value of the best link that waits; a value below 0 says that none waits.
func (p *Progress) Done(best float64) (done bool, why string) {
	switch {
	case p.found >= p.wanted:
		return true, "all wanted papers are found"
	case best < 0:
		return true, "no links are left"
	case p.Expected(best) < least:
		return true, "the links that are left are not expected to lead to a wanted paper"
	}
	return false, ""
}
