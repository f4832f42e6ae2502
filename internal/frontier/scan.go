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

// Scan returns up to n links that wait in a lane, host by host, and where to go
// on; the cursor is empty at the end. It looks at a bounded number of links a
// call, and may return fewer than n before the end.
func (f *Frontier) Scan(ctx context.Context, id Lane, from Cursor, n int) ([]Link, Cursor, error) {
	if err := context.Cause(ctx); err != nil {
		return nil, "", err
	}
	low := waitingKey(nil, id, 0, 0, 0)
	if from != "" {
		after, err := from.parse()
		if err != nil {
			return nil, "", err
		}
		low = waitingKey(nil, id, after.host, after.rank, after.seq+1)
	}
	f.reading.Lock() // no commit shows meanwhile what it has written since the iterator was made
	defer f.reading.Unlock()
	if err := f.store.Err(); err != nil || n <= 0 {
		return nil, "", err
	}
	it, err := f.store.NewIter(&pebble.IterOptions{LowerBound: low, UpperBound: laneEnd(id)})
	if err != nil {
		return nil, "", f.store.ReadError(err)
	}
	defer it.Close()
	var out []Link
	for ok, looks := it.First(), 0; ok; ok, looks = it.Next(), looks+1 {
		host, rank, seq, err := parseWaitingKey(it.Key())
		if err != nil {
			return nil, "", f.store.ReadError(err)
		}
		if len(out) == n || looks == slice {
			return out, from, nil
		}
		from = place{host, position{rank, seq}}.cursor()
		if !f.waits(id, seq) {
			continue
		}
		e := entry{position: position{rank, seq}, value: it.Value()}
		link, err := e.link(id)
		if err != nil {
			return nil, "", f.store.ReadError(err)
		}
		out = append(out, link)
	}
	return out, "", f.store.ReadError(it.Error())
}

// waits reports whether a link that the store has in a lane is there to be given out.
func (f *Frontier) waits(id Lane, seq uint64) bool {
	f.mu.Lock()
	defer f.unlock()
	l := f.lanes[id]
	_, taken := f.taken[seq]
	return l != nil && !taken && seq >= l.cut
}
