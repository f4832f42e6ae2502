package frontier

import (
	"context"
	"fmt"

	"github.com/cockroachdb/pebble/v2"

	"sluice/weburl"
)

// Commit makes a group durable, all or nothing. After an error the store takes
// no more: open it again.
func (f *Frontier) Commit(ctx context.Context, g *Group) error {
	if err := context.Cause(ctx); err != nil {
		return err
	}
	if f.readOnly {
		return fmt.Errorf("frontier %s: opened to read only", f.store.Dir)
	}
	if err := f.promoteDue(); err != nil {
		return err
	}
	f.writing.Lock()
	defer f.writing.Unlock()
	c := f.begin()
	if err := f.table.alterPending(); err != nil {
		return err
	}
	if err := c.gather(g); err != nil {
		f.store.Fail(err) // memory has seen half of the group
		return err
	}
	if err := c.write(pebble.Sync); err != nil {
		return err
	}
	return c.finish()
}

// gather works out all that a group changes. It changes memory only so far as nothing is leased
// any more that is about to go.
func (c *commit) gather(g *Group) error {
	if err := c.foresee(g); err != nil {
		return err
	}
	if err := g.enterInto(c); err != nil {
		return err
	}
	for k, v := range g.State {
		if err := c.set(stateKey(k), v); err != nil {
			return err
		}
	}
	for _, s := range g.Split {
		c.addJob(&job{kind: splitting, from: s.From, to: s.To, portion: portion{share: s.Share}, cut: c.cut})
	}
	for _, l := range g.Drop {
		c.addJob(&job{kind: dropping, from: l})
	}
	if err := c.runJobs(); err != nil {
		return err
	}
	for i := range g.Prefer {
		if err := c.resolve(&g.Prefer[i]); err != nil {
			return err
		}
	}
	return nil
}

// foresee reads the records of the URLs in a group, and of the hosts of new ones,
// all at once and in key order.
func (c *commit) foresee(g *Group) (err error) {
	var keys []weburl.Key
	fresh := make([]string, 0, len(g.Done)) // hosts of links that are surely new
	for i := range g.Add {
		switch k := g.Add[i].URL.Key(); {
		case c.seen.familiar(k):
		case c.seen.filter.Excludes(k):
			fresh = append(fresh, g.Add[i].URL.Host())
		default:
			keys = append(keys, k)
		}
	}
	for i := range g.Move {
		keys = append(keys, g.Move[i].URL.Key())
	}
	for i := range g.Refuse {
		if k := g.Refuse[i].URL.Key(); !c.seen.familiar(k) && !c.seen.filter.Excludes(k) {
			keys = append(keys, k)
		}
	}
	expected := len(fresh) + len(g.Done) + len(g.Again) + len(g.Move)
	c.index, c.changes = make(map[weburl.Key]int, expected), make([]change, 0, expected)
	if len(keys) > 1 {
		if c.found, err = c.seen.storedOf(keys); err != nil {
			return err
		}
	}
	return c.table.bring(fresh)
}
