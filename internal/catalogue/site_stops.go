package catalogue

import (
	"context"
	"fmt"
	"time"
)

// SiteStop is why a crawl has stopped a site early, and what it expects to have missed.
type SiteStop struct {
	Host       string    `json:"host"`
	At         time.Time `json:"at"`
	Rule       string    `json:"rule"`       // share: documents found ÷ pages; price: documents expected
	Pages      int64     `json:"pages"`      // requested
	Found      int64     `json:"found"`      // documents to which these link
	Waiting    int64     `json:"waiting"`    // links to pages that were not requested
	MissedLow  int64     `json:"missed_low"` // documents that are expected behind them: from
	MissedHigh int64     `json:"missed_high"`
}

// stops writes the sites that a group stops. A crawl stops a site once: a stop that is recorded again replaces the one before.
func (w *writing) stops(g *Group) error {
	for i := range g.Stops {
		s := &g.Stops[i]
		_, err := w.tx.Exec(`INSERT OR REPLACE INTO site_stops (host, begun, at, rule, pages, found, waiting, missed_low, missed_high)
			VALUES ($1, COALESCE((SELECT started FROM crawls WHERE id = $2), ''), $3, $4, $5, $6, $7, $8, $9)`,
			word(s.Host), g.Crawl, stamp(s.At), s.Rule, s.Pages, s.Found, s.Waiting, s.MissedLow, s.MissedHigh)
		if err != nil {
			return fmt.Errorf("stop of %s: %w", s.Host, err)
		}
	}
	return nil
}

// Stops returns the sites that crawls have stopped early, by host, the oldest stop first.
func (s *Statistics) Stops(ctx context.Context) ([]SiteStop, error) {
	all, err := selectAll(ctx, s.reader, func(row scanner) (t SiteStop, err error) {
		var at string
		err = row.Scan(&t.Host, &at, &t.Rule, &t.Pages, &t.Found, &t.Waiting, &t.MissedLow, &t.MissedHigh)
		t.At = timeOf(at)
		return t, err
	}, "SELECT host, at, rule, pages, found, waiting, missed_low, missed_high FROM site_stops ORDER BY host, at")
	return all, s.failed("read the sites that were stopped early", err)
}
