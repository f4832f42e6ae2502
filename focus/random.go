package focus

import (
	"encoding/binary"
	"math/rand/v2"

	"sluice/page"
)

// Random visits links in an order that depends on nothing but their URLs and
// Seed: one lane, the score is a pseudo-random number. It is the baseline that
// every other strategy has to beat. A resumed crawl continues in the same order,
// because a link's score does not depend on when it was found.
type Random struct {
	Seed uint64
}

var _ Strategy = Random{}

// Place implements [Strategy].
func (r Random) Place(_ *Visit, l *page.Link) Placement {
	key := l.URL.Key()
	high, low := binary.BigEndian.Uint64(key[:8]), binary.BigEndian.Uint64(key[8:])
	return Placement{Score: rand.New(rand.NewPCG(high^r.Seed, low)).Float64()}
}

// Choose implements [Strategy].
func (Random) Choose(lanes []LaneState, n int) []Share { return inOrder(lanes, n) }

// Learn implements [Strategy].
func (Random) Learn(*Visit) {}
