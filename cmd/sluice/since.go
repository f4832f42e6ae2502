package main

import (
	"context"
	"errors"
	"time"

	"sluice/internal/catalogue"
)

// sinceHelp is the part of the long texts that the commands with --since share.
const sinceHelp = `
--since takes a date (2026-11-01, local time), a time (2026-11-01T08:30:00Z), 'last', the number of a crawl,
as ` + "`sluice report`" + ` lists them, or cycle:3 for the start of the third cycle. 'last' is the start of the last crawl of sites, or of the cycle that has
made it; a harvest, ` + "`sluice fetch` and `sluice add`" + ` do not count. A page or document is new if its first response is of that
time, changed if its bytes are other ones (if only by a date on the page), and gone if its URL responds that it
has nothing any more (404, 410, soft 404) or its host cannot be reached. One to which no page links any more is not gone. Lists say which of the three in the column change.
`

// sinceFlag is the flag --since.
type sinceFlag struct {
	Since string `placeholder:"DATE|last|N|cycle:N" help:"Only what is new, changed or gone since a date, the start of the last crawl of sites, that of crawl N, or that of cycle N."`
}

// moment returns the moment of the flag; zero without the flag.
func (f *sinceFlag) moment(ctx context.Context, cat records) (time.Time, error) {
	if f.Since == "" {
		return time.Time{}, nil
	}
	at, err := cat.Since(ctx, f.Since)
	if errors.Is(err, catalogue.ErrSince) {
		return at, usagef("--since: %w", err)
	}
	return at, err
}
