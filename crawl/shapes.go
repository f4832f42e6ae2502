package crawl

import (
	"hash/maphash"
	"sync"

	"sluice/weburl"
)

// shapes bounds what is asked of one endless space: the URLs of a host that
// differ only in the values of their query. A calendar or a search that links to
// ever new views of itself runs into the bound; what it had shown until then is kept.
type shapes struct {
	mu    sync.Mutex
	seed  maphash.Seed
	count map[uint64]int
}

const (
	maxOfShape = 5_000
	maxShapes  = 200_000 // after that the table is begun anew
)

func newShapes() *shapes { return &shapes{seed: maphash.MakeSeed(), count: map[uint64]int{}} }

// full counts a new URL and tells whether its space has had enough.
func (s *shapes) full(u weburl.URL) bool {
	if u.Query() == "" {
		return false
	}
	h := maphash.String(s.seed, u.Host()+u.Shape())
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.count) >= maxShapes {
		clear(s.count)
	}
	s.count[h]++
	return s.count[h] > maxOfShape
}
