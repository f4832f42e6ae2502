package frontier

import (
	"bytes"
	"context"
	"slices"

	"github.com/cockroachdb/pebble/v2"

	"sluice/weburl"
)

// Known tells of each key whether and how it is known. out has the length of keys.
func (f *Frontier) Known(ctx context.Context, keys []weburl.Key, out []Known) error {
	if err := context.Cause(ctx); err != nil {
		return err
	}
	for i, k := range keys {
		var err error
		if out[i], err = f.knownOf(k); err != nil {
			return err
		}
	}
	return nil
}

// knownOf finds what is known of one URL. It asks memory, reads, and asks memory again: if a
// commit has shown it something meanwhile, the two may not agree, and all is done once more.
func (f *Frontier) knownOf(key weburl.Key) (k Known, err error) {
	for {
		if err := f.store.err(); err != nil {
			return k, err
		}
		if f.filter.excludes(key) {
			return k, nil
		}
		r, shown := f.leaseOf(key)
		value, err := f.readKnown(key, &r)
		if err != nil {
			return k, err
		}
		f.mu.Lock()
		same := f.shown == shown
		r = f.judge(r)
		if _, leased := f.leases[key]; leased && r.state == Waiting {
			r.state = Leased
		}
		f.unlock()
		if same {
			return k, f.store.readError(r.tell(&k, value))
		}
	}
}

// leaseOf returns the lease of a URL, New when there is none, and how much memory has been shown.
func (f *Frontier) leaseOf(key weburl.Key) (lease record, shown uint64) {
	f.mu.Lock()
	defer f.unlock()
	return f.leases[key], f.shown
}

// readKnown reads the record of a URL, unless it is leased, and the link of one that waits.
func (f *Frontier) readKnown(key weburl.Key, r *record) (value []byte, err error) {
	if r.state == New {
		if *r, err = f.stored(key); err != nil {
			return nil, err
		}
	}
	value, err = f.linkOf(*r)
	if r.waits() && value == nil && err == nil { // a commit that memory does not show yet has taken it away
		if *r, err = f.stored(key); err == nil {
			value, err = f.linkOf(*r)
		}
	}
	return value, err
}

// linkOf reads the link of a URL that waits, nil when there is none.
func (f *Frontier) linkOf(r record) ([]byte, error) {
	if !r.waits() {
		return nil, nil
	}
	return f.store.get(nil, r.key(nil))
}

// Seen tells of each key whether an Add would pass it over; it is cheaper than
// Known. out has the length of keys.
func (f *Frontier) Seen(ctx context.Context, keys []weburl.Key, out []bool) error {
	if err := context.Cause(ctx); err != nil {
		return err
	}
	var asked []weburl.Key
	for i, k := range keys {
		if out[i] = f.familiar(k); !out[i] && !f.filter.excludes(k) {
			asked = append(asked, k)
		}
	}
	if len(asked) == 0 {
		return f.store.err()
	}
	for {
		f.mu.Lock()
		cutsEnded := f.cutsEnded
		f.unlock()
		found, err := f.storedOf(asked)
		if err != nil {
			return err
		}
		if f.judgeAll(found, cutsEnded, keys, out) {
			return nil
		}
	}
}

// judgeAll sets out for the keys of which a record was found. It does nothing, and reports
// false, when a drop has ended since: then the records may say of a link that it waits which
// is gone.
func (f *Frontier) judgeAll(found map[weburl.Key]record, cutsEnded uint64, keys []weburl.Key, out []bool) bool {
	f.mu.Lock()
	defer f.unlock()
	if f.cutsEnded != cutsEnded {
		return false
	}
	for i, k := range keys {
		if r, ok := found[k]; ok && !out[i] {
			_, leased := f.leases[k]
			out[i] = leased || !f.judge(r).vacant()
		}
	}
	return true
}

// familiar reports that a URL is known and not vacant, as far as memory tells.
func (f *Frontier) familiar(k weburl.Key) bool { return f.recent.has(k) }

// judge tells what a stored record means: one whose lane was dropped does not
// wait any more. The caller holds mu.
func (f *Frontier) judge(r record) record {
	if l := f.lanes[r.lane]; r.state == Waiting && l != nil && r.seq < l.cut {
		r.state, r.gone = Dropped, true
	}
	return r
}

// stored reads the record of a URL as it is on disk; New when there is none.
func (f *Frontier) stored(k weburl.Key) (record, error) {
	v, err := f.store.get(nil, seenKey(nil, k))
	if v == nil || err != nil {
		return record{}, err
	}
	r, err := parseRecord(v)
	return r, f.store.readError(err)
}

// storedOf reads the records of many URLs in the order in which they lie, where
// those of a host are neighbours: so a page's links cost few blocks. It sorts keys.
func (f *Frontier) storedOf(keys []weburl.Key) (map[weburl.Key]record, error) {
	if err := f.store.err(); err != nil {
		return nil, err
	}
	it, err := f.store.NewIter(seenBounds)
	if err != nil {
		return nil, f.store.readError(err)
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
			return nil, f.store.readError(err)
		}
		found[k] = r
	}
	return found, f.store.readError(it.Error())
}

var seenBounds = &pebble.IterOptions{LowerBound: []byte{keySeen}, UpperBound: []byte{keySeen + 1}}
