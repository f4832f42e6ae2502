package frontier

import (
	"context"
	"fmt"
)

// Verify reads the whole store, which compares every checksum with its block, and
// checks that each URL that waits has its link and that the counters are right. It
// reports each fault to wrong. The error is for a store that cannot be read on, or a
// ctx that has ended. There must be no writes meanwhile.
func (f *Frontier) Verify(ctx context.Context, wrong func(what string)) error {
	if err := f.verifySeen(ctx, wrong); err != nil {
		return err
	}
	links := 0
	for _, kind := range []byte{keyWaiting, keyDelayed} {
		err := f.store.Each(ctx, kind, func(_, v []byte) error {
			links++
			_, err := parseLink(v)
			return err
		})
		if err != nil {
			return err
		}
	}
	if len(f.jobs) == 0 && int64(links) != f.waiting { // a drop in progress still has links
		wrong(fmt.Sprintf("%d links wait, but the counter is %d", links, f.waiting))
	}
	return nil
}

// verifySeen reads what is known of each URL.
func (f *Frontier) verifySeen(ctx context.Context, wrong func(what string)) error {
	known, waiting, lost := int64(0), int64(0), int64(0)
	var key []byte
	err := f.store.Each(ctx, keySeen, func(_, v []byte) error {
		known++
		r, err := parseRecord(v)
		if err != nil || r.state != Waiting {
			return err
		}
		if l := f.lanes[r.lane]; l != nil && r.seq < l.cut {
			return nil // dropped
		}
		waiting++
		key = r.key(key)
		link, err := f.store.Get(nil, key)
		if link == nil && err == nil {
			lost++
		}
		return err
	})
	if err != nil {
		return err
	}
	if known != f.known {
		wrong(fmt.Sprintf("%d URLs are known, but the counter is %d", known, f.known))
	}
	if waiting != f.waiting {
		wrong(fmt.Sprintf("%d URLs wait, but the counter is %d", waiting, f.waiting))
	}
	if lost > 0 {
		wrong(fmt.Sprintf("%d URLs wait, but their links are missing", lost))
	}
	return nil
}
