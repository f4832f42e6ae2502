package crawler

import (
	"context"
	"fmt"
	"time"

	"sluice/internal/catalogue"
	"sluice/internal/crawler/internal/unlinked"
	"sluice/library"
)

// patience is the number of groups for which an answer that is not recorded yet is expected. Two are in progress at a time.
const patience = 8

// lateAnswer is a soft 404 that was found to be one after it had been read.
type lateAnswer struct {
	unlinked.Earlier
	groups int // for which it was expected
}

// markSoft404s makes errors of the answers that turned out to be soft 404s: in this group, or in the catalogue. One that is still
// on its way is expected in a later group.
func (r *recorder) markSoft404s(ctx context.Context) error {
	var late []lateAnswer
	for _, a := range r.late {
		if r.markInGroup(&a.Earlier) {
			continue
		}
		was, ok, err := r.cfg.Catalogue.RecordedAs(ctx, a.URL, a.At)
		if err != nil {
			return fmt.Errorf("catalogue: %w", err)
		}
		if a.groups++; ok {
			r.rows.Soft404s = append(r.rows.Soft404s, catalogue.Soft404{URL: a.URL, At: a.At, Was: was})
		} else if a.groups < patience {
			late = append(late, a)
		}
	}
	r.late = late
	return nil
}

// markInGroup makes an error of an answer in this group. It reports whether the group has it.
func (r *recorder) markInGroup(e *unlinked.Earlier) bool {
	for i := range r.rows.Fetches {
		row := &r.rows.Fetches[i]
		if row.URL != e.URL || !row.At.Truncate(time.Millisecond).Equal(e.At.Truncate(time.Millisecond)) {
			continue
		}
		if row.Outcome == library.Fetched && !row.Document || row.Outcome == library.Redirected {
			row.Outcome, row.Cause, row.Intake, row.Unchanged = library.Failed, catalogue.CauseSoft404, 0, false
		}
		return true
	}
	return false
}
