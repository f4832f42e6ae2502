package replay

import (
	"context"
	"errors"
	"iter"
	"time"

	"sluice/crawl"
	"sluice/internal/archive"
	"sluice/internal/catalogue"
	"sluice/internal/crawler"
	"sluice/weburl"
)

// maxDamages bounds Result.Damages.
const maxDamages = 20

// Result is what a replay has done.
type Result struct {
	Exchanges   int64    // read from the archive, those of robots.txt included
	Damaged     int64    // records, or exchanges of which a part is missing, that were skipped
	Damages     []string // the first of them: where, and what is wrong
	Bare        int64    // exchanges without a whole metadata record: how they were found is derived
	Outside     int64    // exchanges without one that are out of scope, and were skipped
	Seeds       []string // URLs that were seeds, by the archive
	First, Last time.Time
	Stats       crawl.Stats
}

// Archive is what a replay reads.
type Archive interface {
	Records(ctx context.Context) iter.Seq2[*archive.Record, error]
	Read(ctx context.Context, l archive.Location) (*archive.Record, error)
}

// Catalogue is where a replay finds what revisit records refer to.
type Catalogue interface {
	Fetched(ctx context.Context, url string, at time.Time) (catalogue.Fetch, bool, error)
	Validator(ctx context.Context, url string) (catalogue.Validator, bool, error)
}

// Source is what a replay needs besides the crawl.
type Source struct {
	Archive   Archive   // of the crawl; it is not written
	Catalogue Catalogue // of the crawl
	Seeds     []string  // of the crawl's Config
}

// player reads the exchanges of an archive and adds them to a crawl, in order.
type player struct {
	source Source
	crawl  *crawler.Replay
	given  map[weburl.Key]bool // seeds of the settings
	seeds  map[weburl.Key]bool // of the archive
	at     *exchange           // whose records are being read; nil between two exchanges
	robots []*exchange         // answers for robots.txt, up to one that is no redirect
	result Result
}

// release releases what a replay that ends early has not passed on.
func (p *player) release() {
	if p.at != nil {
		p.robots = append(p.robots, p.at)
	}
	for _, x := range p.robots {
		x.response.Release()
	}
}

// isDamage reports whether an error concerns one place of the archive, so that reading can continue.
func isDamage(err error) bool {
	var damage *archive.DamageError
	return errors.As(err, &damage) || errors.Is(err, archive.ErrNotWARC) || errors.Is(err, archive.ErrARC)
}

// addDamage counts what is skipped.
func (p *player) addDamage(err error) {
	if p.result.Damaged++; len(p.result.Damages) < maxDamages {
		p.result.Damages = append(p.result.Damages, err.Error())
	}
}
