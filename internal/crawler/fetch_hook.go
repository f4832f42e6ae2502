package crawler

import (
	"cmp"

	"sluice/library"
)

// callFetch calls the hook Fetch for the visits of a group that is recorded.
func (r *recorder) callFetch(visits []*visit) {
	if r.cfg.Hooks.Fetch == nil {
		return
	}
	for _, v := range visits {
		if row := r.ended(v); row != nil {
			r.cfg.Hooks.Fetch(row)
		}
	}
}

// ended returns the result of a visit; nil if it has none, because the URL waits again unrequested.
func (r *recorder) ended(v *visit) *library.Fetch {
	switch {
	case v.ending == abandoned:
		return nil
	case v.row != nil:
		return &v.row.Fetch
	case v.ending != refused:
		return nil
	}
	if v.url.IsZero() { // refused before its scheme was chosen
		v.url = v.lease.URL
	}
	row := &v.newRow().Fetch // no row is stored for it: the frontier and the counts of its site have the refusal
	row.At, row.Outcome, row.Cause = cmp.Or(v.began, r.cfg.Clock.Now()), library.Refused, library.Cause(v.cause)
	return row
}
