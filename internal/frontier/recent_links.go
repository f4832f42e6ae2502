package frontier

import (
	"github.com/hashicorp/golang-lru/v2/simplelru"

	"sluice/weburl"
)

const (
	maxRecentLinks = 1 << 13
	maxRecentValue = 1 << 10 // bytes; a longer one is read where it is stored, so that the values take 8 MB at most
)

// recentLinks has links that wait, of those lanes in which links are preferred: the ones that were found or preferred last. Most that are preferred are
// among them, and need not be read, which would cost two looks into the store. It is guarded by writing.
type recentLinks struct {
	links *simplelru.LRU[weburl.Key, waitingLink]
	lanes map[Lane]struct{}
}

// waitingLink is a link and where it waits.
type waitingLink struct {
	position
	lane  Lane
	value []byte
}

func newRecentLinks() *recentLinks {
	links, err := simplelru.NewLRU[weburl.Key, waitingLink](maxRecentLinks, nil)
	if err != nil {
		panic(err) // the bound is not positive
	}
	return &recentLinks{links, map[Lane]struct{}{}}
}

// prefersIn records that links of a lane are preferred.
func (r *recentLinks) prefersIn(l Lane) { r.lanes[l] = struct{}{} }

// add adds a link that waits, if links of its lane are preferred.
func (r *recentLinks) add(k weburl.Key, at record, value []byte) {
	if len(value) > maxRecentValue {
		r.remove(k)
	} else if _, ok := r.lanes[at.lane]; ok {
		r.links.Add(k, waitingLink{position{at.rank, at.seq}, at.lane, value})
	}
}

// entry returns a link that waits in a lane, nil if it is not among the recent ones.
func (r *recentLinks) entry(k weburl.Key, lane Lane) *entry {
	l, ok := r.links.Get(k)
	if !ok || l.lane != lane {
		return nil
	}
	return &entry{position: l.position, value: l.value, pos: -1}
}

// remove removes a link that does not wait there any more.
func (r *recentLinks) remove(k weburl.Key) { r.links.Remove(k) }

// clear removes all links.
func (r *recentLinks) clear() {
	r.links.Purge()
	clear(r.lanes)
}
