package frontier

import (
	"encoding/binary"
	"fmt"
	"maps"
	"slices"

	"github.com/cockroachdb/pebble/v2"
)

// hostTable finds hosts, in memory or in the store.
type hostTable struct{ *core }

// Hosts are read without mu. The caller of find holds writing or reading, so no host is forgotten
// before it is used.

// named returns a host, which it makes known when it is new.
func (t *hostTable) named(name string) (*host, error) {
	if h := t.inMemory(name); h != nil {
		return h, nil
	}
	for id := hostNumber(name); ; {
		h, err := t.at(id)
		if err != nil {
			return nil, err
		}
		if h == nil {
			if h = t.addNew(id, name); h == nil {
				continue // another has got the number meanwhile
			}
		}
		if h.name == name {
			return h, nil
		}
		id++
	}
}

// inMemory returns a host that is in memory, else nil.
func (t *hostTable) inMemory(name string) *host {
	t.mu.Lock()
	defer t.unlock()
	return t.names[name]
}

// addNew adds a host that the store does not have. It returns nil when the number is not free.
func (t *hostTable) addNew(id uint32, name string) *host {
	t.mu.Lock()
	defer t.unlock()
	if t.ids[id] != nil {
		return nil
	}
	h := t.addHost(id, name)
	t.dirty[h] = struct{}{}
	t.applyPending(h)
	return h
}

// numbered returns a host that has links.
func (t *hostTable) numbered(id uint32) (*host, error) {
	h, err := t.at(id)
	if h == nil && err == nil {
		err = t.lost(id)
	}
	return h, err
}

// lost returns the error of a host that has links and no entry: the store is damaged.
func (t *hostTable) lost(id uint32) error {
	return t.store.ReadError(fmt.Errorf("host %d: %w", id, errValue))
}

// at returns the host that has a number, nil for none.
func (t *hostTable) at(id uint32) (*host, error) {
	t.mu.Lock()
	h := t.ids[id]
	t.unlock()
	if h != nil {
		return h, nil
	}
	v, err := t.store.Get(nil, numberKey(keyHost, id))
	if v == nil || err != nil {
		return nil, err
	}
	return t.addStored(id, v)
}

// addStored makes known the host of a stored value.
func (t *hostTable) addStored(id uint32, v []byte) (*host, error) {
	t.mu.Lock()
	defer t.unlock()
	if h := t.ids[id]; h != nil {
		return h, nil
	}
	d := decoder{rest: v}
	h := t.addHost(id, d.string())
	h.waiting, h.delay, h.until, h.cause = d.varint(), d.varint(), d.varint(), d.string()
	t.applyPending(h)
	return h, t.store.ReadError(d.err)
}

// applyPending makes the changes of a host that came while it was not in memory. The caller
// holds mu.
func (t *hostTable) applyPending(h *host) {
	changes := t.pending[h.name]
	delete(t.pending, h.name)
	for _, change := range changes {
		change(h)
	}
}

// alterPending brings the hosts into memory of which changes wait.
func (t *hostTable) alterPending() error {
	t.mu.Lock()
	names := slices.Sorted(maps.Keys(t.pending))
	t.unlock()
	for _, name := range names {
		if _, err := t.named(name); err != nil {
			return err
		}
	}
	return nil
}

// bring makes known those of the named hosts that have the number of their name.
func (t *hostTable) bring(names []string) error {
	var ids []uint32
	t.mu.Lock()
	for _, name := range names {
		if t.names[name] == nil {
			ids = append(ids, hostNumber(name))
		}
	}
	t.unlock()
	if len(ids) < 2 {
		return nil
	}
	slices.Sort(ids)
	ids = slices.Compact(ids)
	it, err := t.store.NewIter(&pebble.IterOptions{LowerBound: []byte{keyHost}, UpperBound: []byte{keyHost + 1}})
	if err != nil {
		return t.store.ReadError(err)
	}
	defer it.Close()
	for _, id := range ids {
		if it.SeekPrefixGE(numberKey(keyHost, id)) {
			if _, err := t.addStored(id, it.Value()); err != nil {
				return err
			}
		}
	}
	return t.store.ReadError(it.Error())
}

// value encodes what is stored of a host. Its clock is not: a crawl that resumes waits one delay
// before the first request to each host, see [Options].
func (h *host) value() []byte {
	v := appendString(nil, h.name)
	v = binary.AppendVarint(v, h.waiting)
	v = binary.AppendVarint(v, h.delay)
	v = binary.AppendVarint(v, max(h.until, 0))
	return appendString(v, h.cause)
}

// forget forgets hosts in memory of which nothing but what is on disk is known. The
// caller holds writing, reading and mu.
func (t *hostTable) forget() {
	now, looks := t.clock(), 4096
	for name, h := range t.names {
		if looks--; looks < 0 || len(t.names) <= t.limits.hosts {
			return
		}
		if _, dirty := t.dirty[h]; dirty || len(h.queues) > 0 || len(h.held) > 0 {
			continue
		}
		if at, _ := t.readyAt(h); at > max(now, h.until) {
			continue // its clock is in memory only
		}
		delete(t.names, name)
		delete(t.ids, h.id)
	}
}
