package catalogue

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"
)

// WantedRound is what a harvest has done since it last recorded anything.
type WantedRound struct {
	At     time.Time
	Works  []WantedProgress
	Trials []WantedTrial // one that is known is left as it is
	Ended  []string      // addresses of [Wanted.Begin], of which nothing else is to be recorded
}

// WantedProgress is what a round has done for a work.
type WantedProgress struct {
	ID       int64
	Attempts []WantedAttempt // that are added to its history
	State    WantedState     // empty: state and outcome stay
	Outcome  WantedOutcome   // replaces the one before
}

// Begin notes addresses whose answers a harvest will use: those that it requests, or of which the library has the answer. They are noted until
// [Wanted.Record] ends them.
func (w *Wanted) Begin(ctx context.Context, addresses []string, isRequest bool) error {
	if len(addresses) == 0 {
		return nil
	}
	return w.change(ctx, "begin a round of a harvest", func(f *filing) error {
		for _, a := range addresses {
			if err := f.exec("INSERT INTO wanted_round (url, requested) VALUES ($1, $2) ON CONFLICT (url) DO NOTHING", word(a), isRequest); err != nil {
				return err
			}
		}
		return nil
	})
}

// Begun returns the addresses that are noted, and whether each was to be requested: those of a round that was interrupted.
func (w *Wanted) Begun(ctx context.Context) (map[string]bool, error) {
	const doing = "read the last round of a harvest"
	rows, err := w.reader.QueryContext(ctx, "SELECT url, requested FROM wanted_round")
	if err != nil {
		return nil, w.failed(doing, err)
	}
	defer rows.Close()
	begun := map[string]bool{}
	for rows.Next() {
		var url string
		var isRequest bool
		if err := rows.Scan(&url, &isRequest); err != nil {
			return nil, w.failed(doing, err)
		}
		begun[url] = isRequest
	}
	return begun, w.failed(doing, rows.Err())
}

// Record records what a round has done. It is one transaction.
func (w *Wanted) Record(ctx context.Context, r *WantedRound) error {
	if len(r.Works)+len(r.Trials)+len(r.Ended) == 0 {
		return nil
	}
	return w.change(ctx, "record a round of a harvest", func(f *filing) error {
		for i := range r.Works {
			if err := f.recordProgress(&r.Works[i], stamp(r.At)); err != nil {
				return fmt.Errorf("wanted work %d: %w", r.Works[i].ID, err)
			}
		}
		for i := range r.Trials {
			t := &r.Trials[i]
			err := f.exec("INSERT INTO wanted_trials (found, site, rule, page, url, paper) VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (page, rule, url) DO NOTHING",
				t.Found, word(t.Site), word(t.Rule), word(t.Page), word(t.URL), word(t.Paper))
			if err != nil {
				return err
			}
		}
		for _, url := range r.Ended {
			if err := f.exec("DELETE FROM wanted_round WHERE url = $1", word(url)); err != nil {
				return err
			}
		}
		return nil
	})
}

// recordProgress records what was done for one work.
func (f *filing) recordProgress(p *WantedProgress, at string) error {
	if len(p.Attempts) > 0 {
		if err := f.addAttempts(p.ID, p.Attempts); err != nil {
			return err
		}
	}
	if p.State == "" {
		return nil
	}
	var reasons any
	o := &p.Outcome
	if len(o.Reasons) > 0 {
		b, err := json.Marshal(o.Reasons)
		if err != nil {
			return err
		}
		reasons = string(b)
	}
	n, err := f.changed(`UPDATE wanted SET state_at = CASE WHEN state = $2 THEN state_at ELSE $3 END, state = $2, document = $4, url = $5, way = $6, version = $7,
		confidence = $8, reasons = $9, reached = $10, cause = $11 WHERE id = $1`, p.ID, word(string(p.State)), at, text(o.SHA256), text(o.URL), text(o.Way),
		text(o.Version), confidence(o.Confidence, o.SHA256), reasons, text(o.Reached), text(o.Cause))
	if err == nil && n == 0 {
		err = errors.New("there is none")
	}
	return err
}

// addAttempts adds attempts to the history of a work.
func (f *filing) addAttempts(id int64, attempts []WantedAttempt) error {
	var last int
	found, err := f.one("SELECT attempts FROM wanted WHERE id = $1", []any{id}, &last)
	if err == nil && !found {
		err = errors.New("there is none")
	}
	if err != nil {
		return err
	}
	for _, a := range attempts {
		last++
		err := f.exec("INSERT INTO wanted_attempts (wanted, position, requests, at, way, url, reached, cause) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
			id, last, a.Requests, stamp(a.At), word(a.Way), text(a.URL), text(a.Reached), text(a.Cause))
		if err != nil {
			return err
		}
	}
	return f.exec("UPDATE wanted SET attempts = $2 WHERE id = $1", id, last)
}
