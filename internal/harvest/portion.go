package harvest

import (
	"context"
	"iter"
	"slices"

	"sluice/internal/catalogue"
)

// portions yields the works that are not found, a portion at a time: first those that no run has looked for to the end, then those that were missed by
// earlier runs.
func (h *Harvest) portions(ctx context.Context) iter.Seq2[[]*work, error] {
	return func(yield func([]*work, error) bool) {
		var works []*work
		var done []int64 // works that were open, in ascending order: most of them are missed now
		for _, state := range []catalogue.WantedState{catalogue.WantedOpen, catalogue.WantedMissed} {
			for row, err := range h.inState(ctx, state) {
				if err != nil {
					yield(nil, err)
					return
				}
				if _, isDone := slices.BinarySearch(done, row.ID); isDone {
					continue
				}
				if state == catalogue.WantedOpen {
					done = append(done, row.ID)
				}
				if works = append(works, newWork(row)); len(works) < h.portion {
					continue
				}
				if !yield(works, nil) {
					return
				}
				works = nil
			}
		}
		if len(works) > 0 {
			yield(works, nil)
		}
	}
}

// inState yields the works in a state, in the order in which they were added. Their states may be changed meanwhile.
func (h *Harvest) inState(ctx context.Context, state catalogue.WantedState) iter.Seq2[*catalogue.WantedWork, error] {
	return func(yield func(*catalogue.WantedWork, error) bool) {
		for q := (catalogue.WantedQuery{State: state}); ; {
			rows, err := h.wanted.List(ctx, q)
			if err != nil {
				yield(nil, err)
				return
			}
			if len(rows) == 0 {
				return
			}
			for i := range rows {
				if q.After = rows[i].ID; !yield(&rows[i], nil) {
					return
				}
			}
		}
	}
}
