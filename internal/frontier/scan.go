package frontier

import (
	"context"

	"github.com/cockroachdb/pebble/v2"
)

// place is the position of a link in the order of a lane.
type place struct {
	host uint32
	position
}

// cursor returns the cursor behind a place. The lane in it is always 0: Scan has its own.
func (p place) cursor() Cursor { return Cursor(waitingKey(nil, 0, p.host, p.rank, p.seq)) }

// parse returns the place of a cursor. It takes any text, since callers store cursors.
func (c Cursor) parse() (p place, err error) {
	if c != "" {
		p.host, p.rank, p.seq, err = parseWaitingKey([]byte(c))
	}
	return p, err
}

// scanSlice is how many links Scan looks at while it holds reading, for which calls of Next wait.
const scanSlice = 256

// Scan returns up to n links that wait in a lane, host by host, and where to go
// on; the cursor is empty at the end. It looks at a bounded number of links a
// call, and may return fewer than n before the end. Other calls, which may change
// the lane, continue between slices of it.
func (f *Frontier) Scan(ctx context.Context, id Lane, from Cursor, n int) ([]Link, Cursor, error) {
	after, err := from.parse()
	if err != nil {
		return nil, "", err
	}
	s := &scan{f: f, lane: id, n: n, begun: from != "", after: after}
	for looked := 0; looked < slice; looked += scanSlice {
		if err := context.Cause(ctx); err != nil {
			return nil, "", err
		}
		more, err := s.slice()
		switch {
		case err != nil:
			return nil, "", f.store.ReadError(err)
		case !more:
			return s.links, "", nil
		case len(s.links) == n:
			return s.links, s.after.cursor(), nil
		}
	}
	return s.links, s.after.cursor(), nil
}

// scan is a call of Scan under way.
type scan struct {
	f     *Frontier
	lane  Lane
	n     int
	begun bool
	after place // the last link that was looked at, once begun
	links []Link
}

// slice looks at the next links, with an iterator of its own: that of the slice before would show links that commits have
// ended since. It reports whether there are more.
func (s *scan) slice() (more bool, err error) {
	s.f.reading.Lock() // no commit shows meanwhile what it has written since the iterator was made
	defer s.f.unlockReading()
	if err := s.f.store.Err(); err != nil || s.n <= 0 {
		return false, err
	}
	low := waitingKey(nil, s.lane, 0, 0, 0)
	if s.begun {
		low = waitingKey(nil, s.lane, s.after.host, s.after.rank, s.after.seq+1)
	}
	it, err := s.f.store.NewIter(&pebble.IterOptions{LowerBound: low, UpperBound: laneEnd(s.lane)})
	if err != nil {
		return false, err
	}
	defer it.Close()
	for ok, looks := it.First(), 0; ok; ok, looks = it.Next(), looks+1 {
		host, rank, seq, err := parseWaitingKey(it.Key())
		if err != nil {
			return false, err
		}
		if len(s.links) == s.n || looks == scanSlice {
			return true, nil
		}
		s.begun, s.after = true, place{host, position{rank, seq}}
		if !s.f.waits(s.lane, seq) {
			continue
		}
		e := entry{position: s.after.position, value: it.Value()}
		link, err := e.link(s.lane)
		if err != nil {
			return false, err
		}
		s.links = append(s.links, link)
	}
	return false, it.Error()
}

// waits reports whether a link that the store has in a lane may still be leased.
func (f *Frontier) waits(id Lane, seq uint64) bool {
	f.mu.Lock()
	defer f.unlock()
	l := f.lanes[id]
	_, taken := f.taken[seq]
	return l != nil && !taken && seq >= l.cut
}
