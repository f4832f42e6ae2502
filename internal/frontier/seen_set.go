package frontier

import (
	"bytes"
	"fmt"
	"slices"
	"sync/atomic"

	"github.com/cockroachdb/pebble/v2"

	"sluice/internal/frontier/urlset"
	"sluice/weburl"
)

// seenSet is the set of all URLs that are known, on disk. In memory before it are a few of late, and a filter.
type seenSet struct {
	*core
	recent *urlset.Recent
	filter *urlset.Filter

	filterDone chan struct{} // closed when the filter is filled, or filling has stopped
	closing    atomic.Bool
}

// newSeenSet returns a set that keeps about so many keys in memory.
func newSeenSet(c *core, keys int) *seenSet {
	return &seenSet{core: c, recent: urlset.NewRecent(keys), filter: urlset.NewFilter(), filterDone: make(chan struct{})}
}

// knownOf finds what is known of one URL. It looks in memory, reads, and looks in memory again: if a
// commit has shown it something meanwhile, the two may not agree, and all is done once more. found has records that were read when memory had been
// shown as much as foundShown; a URL that it lacks is read.
func (s *seenSet) knownOf(key weburl.Key, found map[weburl.Key]record, foundShown uint64) (k Known, err error) {
	for {
		if err := s.store.Err(); err != nil {
			return k, err
		}
		if s.filter.Excludes(key) {
			return k, nil
		}
		r, shown := s.leaseOf(key)
		if r.state == New && shown == foundShown {
			r = found[key]
		}
		value, err := s.readKnown(key, &r)
		if err != nil {
			return k, err
		}
		s.mu.Lock()
		same := s.shown == shown
		r = s.judge(r)
		if _, leased := s.leases[key]; leased && r.state == Waiting {
			r.state = Leased
		}
		s.unlock()
		if same {
			return k, s.store.ReadError(r.fillKnown(&k, value))
		}
	}
}

// leaseOf returns the lease of a URL, or a record in state New, and how much memory has been shown.
func (s *seenSet) leaseOf(key weburl.Key) (lease record, shown uint64) {
	s.mu.Lock()
	defer s.unlock()
	return s.leases[key], s.shown
}

// readKnown reads the record of a URL, unless it is leased, and the link of one that waits.
func (s *seenSet) readKnown(key weburl.Key, r *record) (value []byte, err error) {
	if r.state == New {
		if *r, err = s.stored(key); err != nil {
			return nil, err
		}
	}
	value, err = s.linkOf(*r)
	if r.waits() && value == nil && err == nil { // a commit that memory does not show yet has taken it away
		if *r, err = s.stored(key); err == nil {
			value, err = s.linkOf(*r)
		}
	}
	return value, err
}

// linkOf reads the link of a URL that waits. It returns nil for any other URL.
func (s *seenSet) linkOf(r record) ([]byte, error) {
	if !r.waits() {
		return nil, nil
	}
	return s.store.Get(nil, r.key(nil))
}

// familiar reports whether a URL is known and not vacant, by what is in memory.
func (s *seenSet) familiar(k weburl.Key) bool { return s.recent.Has(k) }

// judge returns what a stored record means: one whose lane was dropped does not
// wait any more. The caller holds mu.
func (s *seenSet) judge(r record) record {
	if l := s.lanes[r.lane]; r.state == Waiting && l != nil && r.seq < l.cut {
		r.state, r.gone = Dropped, true
	}
	return r
}

// stored reads the record of a URL on disk. An unknown URL has the state New.
func (s *seenSet) stored(k weburl.Key) (record, error) {
	v, err := s.store.Get(nil, seenKey(nil, k))
	if v == nil || err != nil {
		return record{}, err
	}
	r, err := parseRecord(v)
	return r, s.store.ReadError(err)
}

// storedOf reads the records of many URLs in the order in which they lie, where
// those of a host are neighbours: so a page's links cost few blocks. It sorts keys.
func (s *seenSet) storedOf(keys []weburl.Key) (map[weburl.Key]record, error) {
	if err := s.store.Err(); err != nil {
		return nil, err
	}
	it, err := s.store.NewIter(seenBounds)
	if err != nil {
		return nil, s.store.ReadError(err)
	}
	defer it.Close()
	slices.SortFunc(keys, func(a, b weburl.Key) int { return bytes.Compare(a[:], b[:]) })
	found := make(map[weburl.Key]record, len(keys))
	var buf []byte
	for _, k := range keys {
		buf = seenKey(buf, k)
		if !it.SeekPrefixGE(buf) {
			found[k] = record{}
			continue
		}
		r, err := parseRecord(it.Value())
		if err != nil {
			return nil, s.store.ReadError(err)
		}
		found[k] = r
	}
	return found, s.store.ReadError(it.Error())
}

var seenBounds = &pebble.IterOptions{LowerBound: []byte{keySeen}, UpperBound: []byte{keySeen + 1}}

// fillFilter reads all known URLs, in a goroutine of its own, until it is done or closing. Damage that took some away
// from between others shows in their number.
func (s *seenSet) fillFilter(it *pebble.Iterator, known int64) {
	defer close(s.filterDone)
	defer it.Close()
	found := int64(0)
	for ok := it.First(); ok; ok = it.Next() {
		if s.closing.Load() {
			return
		}
		if k := it.Key(); len(k) == 1+len(weburl.Key{}) {
			s.filter.Add(weburl.Key(k[1:]))
			found++
		}
	}
	switch {
	case it.Error() != nil: // the store returns it to the next caller
	case found != known:
		s.store.Damaged(fmt.Errorf("%d URLs are known, but the counter is %d", found, known))
	default:
		s.filter.SetFilled()
	}
}

// judgeAll sets out for the keys of which a record was found. It does nothing, and reports
// false, when a drop has ended since: then the records may list a link as waiting which
// is gone.
func (s *seenSet) judgeAll(found map[weburl.Key]record, cutsEnded uint64, keys []weburl.Key, out []bool) bool {
	s.mu.Lock()
	defer s.unlock()
	if s.cutsEnded != cutsEnded {
		return false
	}
	for i, k := range keys {
		if r, ok := found[k]; ok && !out[i] {
			_, leased := s.leases[k]
			out[i] = leased || !s.judge(r).vacant()
		}
	}
	return true
}
