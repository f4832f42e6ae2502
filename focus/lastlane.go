package focus

// lastLane has the links that a strategy would not follow at all. They are visited when nothing else waits, so that every strategy
// visits the whole site in the end, and another strategy that continues the crawl has all links.
const lastLane Lane = 1 << 16

// patience holds lastLane back while other links wait whose hosts cannot be asked now. The zero value holds nothing back.
type patience struct {
	waits    bool // links of lane 0, at the last look
	declined int  // choices since
}

// maxDeclined bounds for how many choices lastLane is held back without a look. The engine makes twenty a second then.
const maxDeclined = 200

// look finds out whether other links wait. It is part of Tend.
func (p *patience) look(w Waiting) {
	links, _ := w.Links(0, "", 1)
	p.waits, p.declined = len(links) > 0, 0
}

// choose serves the lanes in order, lastLane only if there is no other.
func (p *patience) choose(lanes []LaneState, n int) []Share {
	others := make([]LaneState, 0, len(lanes))
	for _, l := range lanes {
		if l.Lane != lastLane {
			others = append(others, l)
		}
	}
	switch {
	case len(others) > 0:
		return inOrder(others, n)
	case p.waits && p.declined < maxDeclined:
		p.declined++
		return nil
	}
	return inOrder(lanes, n)
}
