package frontier

import (
	"context"

	"sluice/weburl"
)

// Known reports of each key whether and how it is known. out has the length of keys.
func (f *Frontier) Known(ctx context.Context, keys []weburl.Key, out []Known) error {
	if err := context.Cause(ctx); err != nil {
		return err
	}
	f.mu.Lock()
	shown := f.shown
	f.unlock()
	var asked []weburl.Key
	for _, k := range keys {
		if !f.seen.filter.Excludes(k) {
			asked = append(asked, k)
		}
	}
	var found map[weburl.Key]record
	var err error
	if len(asked) > 1 { // all at once costs less
		if found, err = f.seen.storedOf(asked); err != nil {
			return err
		}
	}
	for i, k := range keys {
		if out[i], err = f.seen.knownOf(k, found, shown); err != nil {
			return err
		}
	}
	return nil
}

// Seen reports of each key whether an Add would pass it over; it is cheaper than
// Known. out has the length of keys.
func (f *Frontier) Seen(ctx context.Context, keys []weburl.Key, out []bool) error {
	if err := context.Cause(ctx); err != nil {
		return err
	}
	var asked []weburl.Key
	for i, k := range keys {
		if out[i] = f.seen.familiar(k); !out[i] && !f.seen.filter.Excludes(k) {
			asked = append(asked, k)
		}
	}
	if len(asked) == 0 {
		return f.store.Err()
	}
	for {
		f.mu.Lock()
		cutsEnded := f.cutsEnded
		f.unlock()
		found, err := f.seen.storedOf(asked)
		if err != nil {
			return err
		}
		if f.seen.judgeAll(found, cutsEnded, keys, out) {
			return nil
		}
	}
}
