package frontier

import (
	"encoding/binary"
	"fmt"
	"maps"
	"slices"

	"github.com/cockroachdb/pebble/v2"
)

// Hosts are read without mu. Their finder holds writing or reading, so that none is forgotten
// before it is used.

// hostNamed returns a host, which it makes known when it is new.
func (f *Frontier) hostNamed(name string) (*host, error) {
	if h := f.hostInMemory(name); h != nil {
		return h, nil
	}
	for id := hostNumber(name); ; {
		h, err := f.hostAt(id)
		if err != nil {
			return nil, err
		}
		if h == nil {
			if h = f.addNew(id, name); h == nil {
				continue // another has got the number meanwhile
			}
		}
		if h.name == name {
			return h, nil
		}
		id++
	}
}

func (f *Frontier) hostInMemory(name string) *host {
	f.mu.Lock()
	defer f.unlock()
	return f.names[name]
}

// addNew makes a new host known, and returns nil when the number is not free.
func (f *Frontier) addNew(id uint32, name string) *host {
	f.mu.Lock()
	defer f.unlock()
	if f.ids[id] != nil {
		return nil
	}
	h := f.addHost(id, name)
	f.dirty[h] = struct{}{}
	f.applyPending(h)
	return h
}

// hostNumbered returns a host that has links.
func (f *Frontier) hostNumbered(id uint32) (*host, error) {
	h, err := f.hostAt(id)
	if h == nil && err == nil {
		err = f.lostHost(id)
	}
	return h, err
}

func (f *Frontier) lostHost(id uint32) error {
	return f.store.readError(fmt.Errorf("host %d: %w", id, errValue))
}

// hostAt returns the host that has a number, nil for none.
func (f *Frontier) hostAt(id uint32) (*host, error) {
	f.mu.Lock()
	h := f.ids[id]
	f.unlock()
	if h != nil {
		return h, nil
	}
	v, err := f.store.get(nil, numberKey(keyHost, id))
	if v == nil || err != nil {
		return nil, err
	}
	return f.addStored(id, v)
}

// addStored makes known the host of a stored value.
func (f *Frontier) addStored(id uint32, v []byte) (*host, error) {
	f.mu.Lock()
	defer f.unlock()
	if h := f.ids[id]; h != nil {
		return h, nil
	}
	d := decoder{rest: v}
	h := f.addHost(id, d.string())
	h.waiting, h.delay, h.until, h.cause = d.varint(), d.varint(), d.varint(), d.string()
	f.applyPending(h)
	return h, f.store.readError(d.err)
}

// applyPending makes the changes of a host that came while it was not in memory. The caller
// holds mu.
func (f *Frontier) applyPending(h *host) {
	changes := f.pending[h.name]
	delete(f.pending, h.name)
	for _, change := range changes {
		change(h)
	}
}

// alterPending brings the hosts into memory of which changes wait.
func (f *Frontier) alterPending() error {
	f.mu.Lock()
	names := slices.Sorted(maps.Keys(f.pending))
	f.unlock()
	for _, name := range names {
		if _, err := f.hostNamed(name); err != nil {
			return err
		}
	}
	return nil
}

// bring makes known those of the named hosts that lie where their names say.
func (f *Frontier) bring(names []string) error {
	var ids []uint32
	f.mu.Lock()
	for _, name := range names {
		if f.names[name] == nil {
			ids = append(ids, hostNumber(name))
		}
	}
	f.unlock()
	if len(ids) < 2 {
		return nil
	}
	slices.Sort(ids)
	ids = slices.Compact(ids)
	it, err := f.store.NewIter(&pebble.IterOptions{LowerBound: []byte{keyHost}, UpperBound: []byte{keyHost + 1}})
	if err != nil {
		return f.store.readError(err)
	}
	defer it.Close()
	for _, id := range ids {
		if it.SeekPrefixGE(numberKey(keyHost, id)) {
			if _, err := f.addStored(id, it.Value()); err != nil {
				return err
			}
		}
	}
	return f.store.readError(it.Error())
}

func (h *host) value() []byte {
	v := appendString(nil, h.name)
	v = binary.AppendVarint(v, h.waiting)
	v = binary.AppendVarint(v, h.delay)
	v = binary.AppendVarint(v, max(h.until, 0))
	return appendString(v, h.cause)
}

// forgetHosts forgets hosts in memory of which nothing but what is on disk is known. The
// caller holds writing, reading and mu.
func (f *Frontier) forgetHosts() {
	now, looks := f.clock(), 4096
	for name, h := range f.names {
		if looks--; looks < 0 || len(f.names) <= f.limits.hosts {
			return
		}
		if _, dirty := f.dirty[h]; dirty || len(h.queues) > 0 || len(h.held) > 0 {
			continue
		}
		if at, _ := f.readyAt(h); at > max(now, h.until) {
			continue // its clock is in memory only
		}
		delete(f.names, name)
		delete(f.ids, h.id)
	}
}
