package frontier

import (
	"bytes"
	"encoding/binary"
	"slices"

	"github.com/cockroachdb/pebble/v2"
)

// write makes the batch durable; one with nothing in it need not wait for the disk.
func (c *commit) write(o *pebble.WriteOptions) error {
	if err := c.store.Err(); err != nil {
		return err
	}
	idle, err := c.encode()
	if err != nil {
		c.store.Fail(err)
		return err
	}
	if !idle {
		if err := c.store.Write(c.batch, o); err != nil {
			return err // the batch may still be in use
		}
	}
	return c.batch.Close()
}

// encode fills the batch, unless nothing has changed (idle true). The changes are
// sorted, links first: neighbouring keys are found faster.
func (c *commit) encode() (idle bool, err error) {
	order := make([]int32, len(c.changes))
	for i := range order {
		order[i] = int32(i)
	}
	slices.SortFunc(order, func(a, b int32) int { return bytes.Compare(c.changes[a].key[:], c.changes[b].key[:]) })
	for _, i := range order {
		if err := c.encodeLink(&c.changes[i]); err != nil {
			return false, err
		}
	}
	for _, i := range order {
		ch := &c.changes[i]
		c.key, c.value = seenKey(c.key, ch.key), ch.now.encode(c.value)
		if err := c.batch.Set(c.key, c.value, nil); err != nil {
			return false, err
		}
	}
	facts := c.facts()
	for _, f := range facts {
		if err := c.set(f.key, f.value); err != nil {
			return false, err
		}
	}
	return len(facts) == 0, nil
}

// fact is a key and its value, nil to be deleted.
type fact struct{ key, value []byte }

// facts returns what has changed of hosts, lanes, jobs and counters, nothing when nothing at
// all is to be written.
func (c *commit) facts() (facts []fact) {
	c.mu.Lock()
	defer c.unlock()
	if c.idle() {
		return nil
	}
	for h := range c.dirty {
		facts = append(facts, fact{numberKey(keyHost, h.id), h.value()})
	}
	clear(c.dirty)
	for _, l := range c.lanes {
		if !l.dirty {
			continue
		}
		l.dirty = false
		facts = append(facts, fact{numberKey(keyLane, uint32(l.id)), binary.AppendVarint(binary.AppendVarint(nil, l.waiting), l.served)})
	}
	return append(c.jobFacts(facts), fact{[]byte{keyMeta}, c.metaValue()})
}

// idle reports whether nothing is to be written. The caller holds mu.
func (c *commit) idle() bool {
	for _, l := range c.lanes {
		if l.dirty {
			return false
		}
	}
	return c.batch.Empty() && len(c.dirty) == 0 && len(c.jobs) == 0
}

// encodeLink takes a link away from where it waited, and puts it where it waits now.
func (c *commit) encodeLink(ch *change) error {
	if ch.was.waits() || ch.was.gone {
		c.key = ch.was.key(c.key)
		if err := c.batch.SingleDelete(c.key, nil); err != nil {
			return err
		}
	}
	if !ch.now.waits() {
		return nil
	}
	c.key = ch.now.key(c.key)
	return c.batch.Set(c.key, ch.value, nil)
}

// jobFacts adds what the store is to know of jobs. The caller holds mu.
func (c *commit) jobFacts(facts []fact) []fact {
	for _, j := range c.jobs {
		if !j.done {
			facts = append(facts, fact{jobKey(j.number), j.value()})
			continue
		}
		if l := c.lane(j.from); j.kind == dropping && l.waiting == 0 {
			facts = append(facts, fact{numberKey(keyLane, uint32(l.id)), nil})
		}
		facts = append(facts, fact{jobKey(j.number), nil})
	}
	return facts
}

// metaValue encodes the counters of the whole and the clock. The clock is stored so that one that
// was set back between two runs continues from where the first run ended. The caller holds mu.
func (f *Frontier) metaValue() []byte {
	v := binary.AppendUvarint(nil, format)
	v = binary.AppendUvarint(v, f.seq)
	v = binary.AppendUvarint(v, f.nextJob)
	v = binary.AppendVarint(v, f.waiting)
	v = binary.AppendVarint(v, f.known)
	v = binary.AppendVarint(v, f.hosts)
	return binary.AppendVarint(v, f.clock())
}
