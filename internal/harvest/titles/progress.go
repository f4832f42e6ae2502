package titles

// Progress says which links of a site are still worth a request.
//
// The expected yield of a link is the mean of a beta distribution: what links of its class have brought at this site, and before that
// what such links bring in general. So a site that brings nothing is left soon, and one that leads to papers is followed further.
// The zero Progress knows no request.
type Progress struct{ classes [4]class }

// class counts the requests of links of like value.
type class struct{ requests, useful float64 }

// The prior of each class: what share of its requests is useful, and how many requests that knowledge is worth. They were set by hand.
var priors = [4]struct{ share, requests float64 }{
	{0.06, 5}, // other links
	{0.12, 3}, // people, groups and topics
	{0.2, 3},  // lists
	{0.5, 4},  // like a wanted title
}

// least is the expected yield below which a link is not worth a request.
const least = 0.045

// classOf returns the class of a link's value.
func classOf(value float64) int {
	switch {
	case value >= Like:
		return 3
	case value >= List:
		return 2
	case value >= group:
		return 1
	}
	return 0
}

// Request adds a request: the value of its link, and whether it brought a wanted paper, or a page with links that are like a wanted title.
func (p *Progress) Request(value float64, useful bool) {
	c := &p.classes[classOf(value)]
	c.requests++
	if useful {
		c.useful++
	}
}

// Expected returns the expected yield of a link, from 0 to 1.
func (p *Progress) Expected(value float64) float64 {
	c, prior := p.classes[classOf(value)], priors[classOf(value)]
	return (c.useful + prior.share*prior.requests) / (c.requests + prior.requests)
}

// IsWorth reports whether a link is worth a request.
func (p *Progress) IsWorth(value float64) bool { return p.Expected(value) >= least }
