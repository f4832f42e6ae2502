package frontier

import (
	"cmp"
	"iter"
	"slices"

	"sluice/weburl"
)

// Preference names links of a host in a lane that are served before its others, as if they waited with other scores. It replaces the one before for
// that host and lane. It is not written, and costs far less than a [Move]: after a restart, and when the host has been out of memory, its links are
// served as they wait. A host that is out of memory is passed over.
type Preference struct {
	Lane  Lane
	Host  string
	Links []Preferred // those that do not wait there are passed over, and so are all behind the first 256; of a link named twice the first counts
}

// maxPreferred bounds the links of a preference, which are in memory beside the others of their queue.
const maxPreferred = 256

// Preferred is a link and the score with which it is served.
type Preferred struct {
	URL   weburl.URL
	Score float64
}

// preferred is a link that is served before the others of its queue, with a rank of its own.
type preferred struct {
	*entry
	servedRank uint64
}

// isEmpty reports whether nothing of a queue is in memory.
func (q *queue) isEmpty() bool { return len(q.preferred) == 0 && len(q.links) == 0 }

// first returns the link that is served next. There must be one.
func (q *queue) first() *entry {
	if len(q.preferred) > 0 {
		return q.preferred[0].entry
	}
	return q.links[0]
}

// best returns where the link that is served next stands among those of other queues. There must be one.
func (q *queue) best() position {
	if len(q.preferred) > 0 {
		return position{q.preferred[0].servedRank, q.preferred[0].seq}
	}
	return q.links[0].position
}

// ranks yields the ranks with which the links in memory are served: not before the preferred ones.
func (q *queue) ranks() iter.Seq[uint64] {
	return func(yield func(uint64) bool) {
		last := uint64(0)
		for _, p := range q.preferred {
			if last = p.servedRank; !yield(last) {
				return
			}
		}
		for _, e := range q.links {
			if !yield(max(last, e.rank)) {
				return
			}
		}
	}
}

// entryAt returns the link that waits at a position, nil if it is not in memory.
func (q *queue) entryAt(at position) *entry {
	if i := slices.IndexFunc(q.preferred, func(p preferred) bool { return p.position == at }); i >= 0 {
		return q.preferred[i].entry
	}
	if q.more && q.tail.before(at) {
		return nil
	}
	if i := q.index(at, 0); i >= 0 {
		return q.links[i]
	}
	return nil
}

// firstLinks is how many of the first links of a queue are looked through for one that is preferred.
const firstLinks = 7

// entryTo returns the link to a URL, nil if it is not among the first in memory.
func (q *queue) entryTo(url string) *entry {
	for _, p := range q.preferred {
		if isLinkTo(p.value, url) {
			return p.entry
		}
	}
	for _, e := range q.links[:min(len(q.links), firstLinks)] {
		if isLinkTo(e.value, url) {
			return e
		}
	}
	return nil
}

// remove takes a link out of a queue.
func (q *queue) remove(e *entry) {
	if i := slices.IndexFunc(q.preferred, func(p preferred) bool { return p.entry == e }); i >= 0 {
		q.preferred = slices.Delete(q.preferred, i, i+1)
		return
	}
	q.links.remove(e)
}

// prefer puts links before the others of a queue, in place of the preferred ones before.
func (s *schedule) prefer(q *queue, links []preferred) {
	before, wasEmpty := q.preferred, q.isEmpty()
	q.preferred = nil
	for _, p := range before {
		q.links.push(p.entry)
	}
	for _, p := range links {
		if slices.ContainsFunc(q.preferred, func(o preferred) bool { return o.position == p.position }) {
			continue
		}
		if i := q.index(p.position, 0); i >= 0 {
			p.entry = q.links[i]
			q.links.remove(p.entry)
		}
		q.preferred = append(q.preferred, p)
	}
	for _, p := range before {
		if q.more && q.tail.before(p.position) && p.pos >= 0 { // it is read again when its turn comes
			q.links.remove(p.entry)
		}
	}
	slices.SortFunc(q.preferred, func(a, b preferred) int {
		return cmp.Or(cmp.Compare(a.servedRank, b.servedRank), cmp.Compare(a.seq, b.seq))
	})
	switch {
	case q.isEmpty() && q.more:
		s.drain(q)
	case q.isEmpty():
		s.unlink(q)
	case q.pos >= 0:
		q.lane.ready.fix(q)
	case wasEmpty: // else its host waits for its time, or its turn, and must not lose its place
		s.settle(q.host)
	}
}

// queueOf returns the queue of a host in a lane, nil if it is not in memory.
func (s *schedule) queueOf(id Lane, host string) *queue {
	if l, h := s.lanes[id], s.names[host]; l != nil && h != nil {
		return l.queues[h]
	}
	return nil
}

// resolved is a preference whose links were found.
type resolved struct {
	*Preference
	links []preferred
}

// resolve finds the links of a preference after all other changes of its group.
func (c *commit) resolve(p *Preference) error {
	c.links.prefersIn(p.Lane)
	r := resolved{Preference: p}
	for i := range p.Links[:min(len(p.Links), maxPreferred)] {
		l := &p.Links[i]
		e, err := c.waitingAt(p, l.URL)
		if err != nil {
			return err
		}
		if e != nil {
			r.links = append(r.links, preferred{e, rankOf(l.Score)})
		}
	}
	c.preferences = append(c.preferences, r)
	return nil
}

// waitingAt returns a link that waits at the host and in the lane of a preference; nil if it does not.
func (c *commit) waitingAt(p *Preference, u weburl.URL) (*entry, error) {
	if u.Host() != p.Host {
		return nil, nil
	}
	k := u.Key()
	i, changed := c.index[k]
	if !changed {
		if e := c.links.entry(k, p.Lane); e != nil {
			return e, nil
		}
		if e, resident := c.inMemory(p, u); e != nil || !resident {
			return e, nil
		}
	}
	r, err := c.look(k)
	if err != nil || r.state != Waiting || r.lane != p.Lane || r.due != 0 {
		return nil, err
	}
	e := &entry{position: position{r.rank, r.seq}, pos: -1}
	if changed {
		e.value = c.changes[i].value
		return e, nil
	}
	if e.value = c.queuedLink(r); e.value == nil {
		e.value, err = c.store.Get(nil, r.key(nil))
	}
	if err != nil || e.value == nil {
		return nil, err
	}
	c.links.add(k, r, e.value)
	return e, nil
}

// inMemory returns a link of a preference if it is among the first in memory, as it mostly is when it was preferred before, else nil; and whether
// its host is in memory.
func (c *commit) inMemory(p *Preference, u weburl.URL) (e *entry, resident bool) {
	c.mu.Lock()
	defer c.unlock()
	q := c.queueOf(p.Lane, p.Host)
	if q == nil {
		return nil, false
	}
	return q.entryTo(u.String()), true
}

// prefer shows some preferences to memory at once, after all changes.
func (c *commit) prefer(part []resolved) {
	defer c.lockToShow()()
	for _, r := range part {
		q := c.queueOf(r.Lane, r.Host)
		if q == nil {
			continue
		}
		c.schedule.prefer(q, slices.DeleteFunc(r.links, func(p preferred) bool {
			_, leased := c.taken[p.seq]
			return leased || p.seq < q.lane.cut
		}))
	}
}

// prefer finds the links of a preference, and puts them before the others of their queue.
func (m *Memory) prefer(p *Preference) {
	q := m.queueOf(p.Lane, p.Host)
	if q == nil {
		return
	}
	var links []preferred
	for _, l := range p.Links[:min(len(p.Links), maxPreferred)] {
		n := m.seen[l.URL.Key()]
		if n == nil || n.state != Waiting || n.lane != p.Lane || n.due != 0 || m.ids[n.host] != q.host {
			continue
		}
		if _, leased := m.leases[n.key]; !leased {
			links = append(links, preferred{n.entry, rankOf(l.Score)})
		}
	}
	m.schedule.prefer(q, links)
}
