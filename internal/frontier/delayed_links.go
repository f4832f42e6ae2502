package frontier

import (
	"github.com/cockroachdb/pebble/v2"
)

// duesACall bounds the links that one call of Next brings into their lanes, as their time
// has come.
const duesACall = 256

// promoteDue brings links into their lanes whose time has come. While a commit
// is under way it does nothing: the waiting caller is notified when it ends.
func (f *Frontier) promoteDue() error {
	f.mu.Lock()
	due := f.nextDue <= f.clock()
	f.unlock()
	if !due || f.readOnly || !f.writing.TryLock() {
		return nil
	}
	defer f.writing.Unlock()
	c := f.begin()
	c.dueGone = true
	if err := c.promote(); err != nil {
		f.store.Fail(err)
		return err
	}
	// Not synced: after a crash their time has come again.
	if err := c.write(pebble.NoSync); err != nil {
		return err
	}
	return c.finish()
}

// promote moves links that are due from the queue of times into their lanes, up to duesACall.
func (c *commit) promote() error {
	it, err := c.store.NewIter(&pebble.IterOptions{
		LowerBound: []byte{keyDelayed}, UpperBound: delayedKey(nil, c.clock()+1, 0),
	})
	if err != nil {
		return c.store.ReadError(err)
	}
	defer it.Close()
	for ok, n := it.First(), 0; ok && n < duesACall; ok, n = it.Next(), n+1 {
		l, err := parseLink(it.Value())
		if err != nil {
			return c.store.ReadError(err)
		}
		k := l.URL.Key()
		was, err := c.look(k)
		if err != nil {
			return err
		}
		now := record{state: Dropped}
		if !was.gone {
			now = was
			now.due, now.seq = 0, c.serial()
		}
		if err := c.enter(k, was, now, nil); err != nil {
			return err
		}
	}
	return c.store.ReadError(it.Error())
}
