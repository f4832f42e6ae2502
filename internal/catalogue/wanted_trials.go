package catalogue

import (
	"context"
	"iter"
)

// WantedTrial is what came of a request that a rule has proposed at a landing page.
type WantedTrial struct {
	Site  string // host of the page
	Rule  string
	Page  string // address of the landing page
	URL   string // that was proposed
	Paper string // where its redirects ended
	Found bool   // it was the wanted work

	id int64
}

// Trials yields all trials in the order in which they were made.
func (w *Wanted) Trials(ctx context.Context) iter.Seq2[WantedTrial, error] {
	const some = 1000
	return func(yield func(WantedTrial, error) bool) {
		for after := int64(0); ; {
			trials, err := selectAll(ctx, w.reader, scanTrial, "SELECT id, found, site, rule, page, url, paper FROM wanted_trials WHERE id > $1 ORDER BY id LIMIT $2", after, some)
			if err != nil {
				yield(WantedTrial{}, w.failed("read what rules have found", err))
				return
			}
			for _, t := range trials {
				if after = t.id; !yield(t, nil) {
					return
				}
			}
			if len(trials) < some {
				return
			}
		}
	}
}

// scanTrial reads a WantedTrial.
func scanTrial(row scanner) (t WantedTrial, err error) {
	err = row.Scan(&t.id, &t.Found, &t.Site, &t.Rule, &t.Page, &t.URL, &t.Paper)
	return t, err
}
