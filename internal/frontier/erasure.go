package frontier

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/cockroachdb/pebble/v2"

	"sluice/weburl"
)

// erasedAtOnce is the number of URLs whose entries change in one batch of an erasure.
const erasedAtOnce = 1024

// Erase erases the text of URLs from the frontier in a folder, which must not be open: links to them are refused with the cause, and as parents, redirects,
// state and names of hosts they are deleted. Their fingerprints stay. At the end the store is written again as far as it may hold deleted text, which takes as
// long as reading all of it. If Erase is interrupted, the same call continues with it.
func Erase(ctx context.Context, dir string, matches func(url string) bool, cause string) error {
	f, err := Open(ctx, dir, Options{})
	if err != nil {
		return err
	}
	<-f.seen.filterDone // it holds old tables
	e := &erasure{f, matches, cause}
	err = e.run(ctx)
	if err := errors.Join(err, f.Close()); err != nil {
		return err
	}
	// The logs of the store hold what was written last. Opening it again deletes them.
	if f, err = Open(ctx, dir, Options{}); err != nil {
		return err
	}
	return f.Close()
}

// erasure erases URLs from a frontier.
type erasure struct {
	*Frontier
	matches func(url string) bool
	cause   string
}

// run erases entry by entry, and last what was deleted from the files.
func (e *erasure) run(ctx context.Context) error {
	for _, step := range []struct {
		kind byte
		do   func(c *commit, k, v []byte) error
	}{
		{keyWaiting, e.link}, {keyDelayed, e.link}, {keySeen, e.refusal}, {keyState, e.state},
	} {
		if err := e.each(ctx, step.kind, step.do); err != nil {
			return err
		}
	}
	if err := e.hosts(ctx); err != nil {
		return err
	}
	if err := e.store.Flush(); err != nil {
		return e.store.ReadError(err)
	}
	return e.store.ReadError(e.store.Compact(ctx, []byte{0}, []byte{0xff}, false))
}

// each calls do for the entries of one kind as they were at the beginning, some of them in each commit.
func (e *erasure) each(ctx context.Context, kind byte, do func(c *commit, k, v []byte) error) error {
	it, err := e.store.NewIter(&pebble.IterOptions{LowerBound: []byte{kind}, UpperBound: []byte{kind + 1}})
	if err != nil {
		return e.store.ReadError(err)
	}
	ok := it.First()
	for ok && err == nil {
		if err = context.Cause(ctx); err != nil {
			break
		}
		err = e.change(func(c *commit) error {
			for looked := 0; ok && looked < entriesAStep && len(c.changes) < erasedAtOnce; ok, looked = it.Next(), looked+1 {
				if err := do(c, it.Key(), it.Value()); err != nil {
					return err
				}
			}
			return nil
		})
	}
	return e.store.ReadError(errors.Join(err, it.Error(), it.Close()))
}

// entriesAStep is the number of entries that are looked at for one batch.
const entriesAStep = 1 << 16

// change makes changes in a batch of their own.
func (e *erasure) change(enter func(c *commit) error) error {
	e.writing.Lock()
	defer e.writing.Unlock()
	c := e.begin()
	if err := enter(c); err != nil {
		e.store.Fail(err) // memory has seen half of it
		return err
	}
	if err := c.write(pebble.Sync); err != nil {
		return err
	}
	return c.finish()
}

// link refuses a link to a URL that is erased, and enters one that came from there again, without its origin.
func (e *erasure) link(c *commit, key, value []byte) error {
	l, err := parseLink(value)
	if err != nil {
		return err
	}
	k := l.URL.Key()
	isErased, clean := e.matches(l.URL.String()), e.withoutOrigin(l)
	if !isErased && clean {
		return nil
	}
	was, err := c.look(k)
	if err != nil || !was.waits() && !was.gone || !bytes.Equal(was.key(nil), key) { // left by a drop in progress
		return err
	}
	if isErased {
		return c.enter(k, was, Refusal{URL: l.URL, Cause: e.cause}.record(), nil)
	}
	if e.matches(l.Parent) {
		l.Parent = ""
	}
	via := l.Via
	l.Via = nil
	for _, hop := range via {
		if !e.matches(hop) {
			l.Via = append(l.Via, hop)
		}
	}
	now := record{state: Waiting, lane: was.lane, host: was.host, rank: was.rank, due: was.due, seq: c.serial()}
	if was.gone {
		now = record{state: Dropped}
	}
	return c.enter(k, was, now, &l)
}

// withoutOrigin reports whether a link came neither from nor through a URL that is erased.
func (e *erasure) withoutOrigin(l Link) bool {
	for _, hop := range append(l.Via, l.Parent) {
		if e.matches(hop) {
			return false
		}
	}
	return true
}

// refusal deletes the page on which a refused link was found.
func (e *erasure) refusal(c *commit, key, value []byte) error {
	was, err := parseRecord(value)
	if err != nil || was.state != Refused || !e.matches(was.why.Parent) {
		return err
	}
	now, why := was, *was.why
	why.Parent, now.why = "", &why
	return c.enter(weburl.Key(key[1:]), was, now, nil)
}

// state deletes the lines of a value that are URLs, and the value of a key that names a host.
func (e *erasure) state(c *commit, key, value []byte) error {
	for name := range strings.SplitSeq(string(key[1:]), "/") {
		if name != "" && e.matches("http://"+name+"/?") {
			return c.set(bytes.Clone(key), nil)
		}
	}
	var left []byte
	for line := range bytes.Lines(value) {
		if !e.matches(string(bytes.TrimSpace(line))) {
			left = append(left, line...)
		}
	}
	if len(left) == len(value) {
		return nil
	}
	return c.set(bytes.Clone(key), left)
}

// hosts replaces the names of hosts of which all URLs are erased. The entries stay: the search for the number of another host may pass them.
func (e *erasure) hosts(ctx context.Context) error {
	b := e.store.NewBatch()
	err := e.store.Each(ctx, keyHost, func(k, v []byte) error {
		d := decoder{rest: v}
		name, waiting := d.string(), d.varint()
		if d.err != nil || waiting > 0 || !e.matches("http://"+name+"/?") {
			return d.err
		}
		return b.Set(bytes.Clone(k), (&host{name: fmt.Sprintf("removed.%x", k[1:])}).value(), nil)
	})
	if err != nil || b.Empty() {
		return errors.Join(err, b.Close())
	}
	if err := e.store.Write(b, pebble.Sync); err != nil {
		return err // the batch may still be in use
	}
	return b.Close()
}
