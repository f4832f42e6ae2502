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

// knownOf holds the lock for one key only: a page may have a hundred thousand links.
func (f *Frontier) knownOf(key weburl.Key) (k Known, err error) {
	f.mu.Lock()
	defer f.unlock()
	r, err := f.lookup(key)
	if err != nil {
		return k, err
	}
	value, err := f.linkOf(r)
	if r.waits() && value == nil && err == nil { // a commit that memory does not show yet has taken it away
		if r, err = f.stored(key); err == nil {
			value, err = f.linkOf(r)
		}
	}
	if err != nil {
		return k, err
	}
	return k, f.store.readError(r.tell(&k, value))
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
	found, err := f.storedOf(asked)
	if err != nil {
		return err
	}
	f.mu.Lock()
	defer f.unlock()
	for i, k := range keys {
		if r, ok := found[k]; ok && !out[i] {
			_, leased := f.leases[k]
			out[i] = leased || !f.judge(r).vacant()
		}
	}
	return nil
}

// familiar reports that a URL is known and not vacant, as far as memory tells.
func (f *Frontier) familiar(k weburl.Key) bool { return f.recent.has(k) }

// lookup finds where a URL stands. The caller holds mu.
func (f *Frontier) lookup(k weburl.Key) (record, error) {
	if err := f.store.err(); err != nil {
		return record{}, err
	}
	if f.filter.excludes(k) {
		return record{}, nil
	}
	if r, ok := f.leases[k]; ok {
		return r, nil
	}
	r, err := f.stored(k)
	return f.judge(r), err
}

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
