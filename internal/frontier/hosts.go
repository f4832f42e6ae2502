package frontier

import (
	"encoding/binary"
	"fmt"
	"slices"

	"github.com/cockroachdb/pebble/v2"
)

// hostNamed finds a host, making it known. The caller holds mu.
func (f *Frontier) hostNamed(name string) (*host, error) {
	if h := f.names[name]; h != nil {
		return h, nil
	}
	for id := hostNumber(name); ; id++ {
		h, err := f.hostAt(id)
		switch {
		case err != nil:
			return nil, err
		case h == nil:
			h = f.addHost(id, name)
			f.dirty[h] = struct{}{}
			return h, nil
		case h.name == name:
			return h, nil
		}
	}
}

// hostNumbered finds a host that has links. The caller holds mu.
func (f *Frontier) hostNumbered(id uint32) (*host, error) {
	h, err := f.hostAt(id)
	if h == nil && err == nil {
		err = f.store.readError(fmt.Errorf("host %d: %w", id, errValue))
	}
	return h, err
}

// hostAt finds the host that has a number, nil for none. The caller holds mu.
func (f *Frontier) hostAt(id uint32) (*host, error) {
	if h := f.ids[id]; h != nil {
		return h, nil
	}
	v, err := f.store.get(nil, numberKey(keyHost, id))
	if v == nil || err != nil {
		return nil, err
	}
	return f.readHost(id, v)
}

// readHost makes known the host of a stored value. The caller holds mu.
func (f *Frontier) readHost(id uint32, v []byte) (*host, error) {
	d := decoder{rest: v}
	h := f.addHost(id, d.string())
	h.waiting, h.delay, h.until, h.cause = d.varint(), d.varint(), d.varint(), d.string()
	return h, f.store.readError(d.err)
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
			if err := f.bringOne(id, it.Value()); err != nil {
				return err
			}
		}
	}
	return f.store.readError(it.Error())
}

func (f *Frontier) bringOne(id uint32, v []byte) error {
	f.mu.Lock()
	defer f.unlock()
	if f.ids[id] != nil {
		return nil
	}
	_, err := f.readHost(id, v)
	return err
}

func (h *host) value() []byte {
	v := appendString(nil, h.name)
	v = binary.AppendVarint(v, h.waiting)
	v = binary.AppendVarint(v, h.delay)
	v = binary.AppendVarint(v, max(h.until, 0))
	return appendString(v, h.cause)
}

// forgetHosts forgets hosts in memory of which nothing but what is on disk is known.
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
