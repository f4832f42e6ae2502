package focus

// guard decides how many requests go to the links that have waited longest, as breadth-first would have it. These are few when other
// requests bring more. Under a topic they are many at the beginning: what pages are worth to it is not known yet.
type guard struct {
	requests      int // so far; under a topic those before a restart count, too
	step          int // requests since the last turn
	chosen, turns yield
}

// yield is a mean that forgets.
type yield struct{ requests, worth float64 }

const (
	oftenTurn  = 24  // requests between turns, while turns bring as much as other requests
	seldomTurn = 64  // when other requests bring more
	firstTurn  = 8   // at the beginning, under a topic
	beginning  = 800 // requests
	memory     = .99 // of a yield, after another request
)

func (y *yield) add(worth float64) {
	y.requests = memory*y.requests + 1
	y.worth = memory*y.worth + worth
}

// mean begins at nothing.
func (y *yield) mean() float64 { return y.worth / (y.requests + 1) }

// learn adds a request.
func (g *guard) learn(turn bool, worth float64) {
	worth = min(max(worth, 0), 10) // one page says little
	if turn {
		g.turns.add(worth)
	} else {
		g.chosen.add(worth)
	}
}

// due reports whether the next request goes to the link that has waited longest.
func (g *guard) due(topical bool) bool {
	g.requests++
	g.step++
	every := oftenTurn
	switch {
	case topical && g.requests <= beginning:
		every = firstTurn
	case g.chosen.mean() > 2*g.turns.mean():
		every = seldomTurn
	}
	if g.step < every {
		return false
	}
	g.step = 0
	return true
}
