package crawler

import (
	"context"
	"runtime"
	"sync/atomic"

	"golang.org/x/sync/semaphore"

	"sluice/internal/clock"
	"sluice/internal/frontier"
)

const (
	maxUncommitted = 32 // visits that may be read while a group is written

	// A page with very many links takes tens of megabytes until it is recorded, so only
	// a few are in the pipeline at a time.
	heavyPage   = 1_000   // links from which on a page counts
	maxInFlight = 200_000 // links of such pages between a reader and the stores
)

// pipeline joins the stages of a crawl. Its channels are short: when one stage is slow,
// those before it wait.
type pipeline struct {
	toFetch  chan frontier.Lease
	toRead   chan *visit
	toCommit chan *visit
	freed    chan struct{} // signalled when a fetcher is free

	fetching  atomic.Int64 // leases with fetchers
	recording atomic.Int64 // visits that the archive has and the recorder does not have yet
	links     *semaphore.Weighted
	clock     clock.Clock
}

// newPipeline returns a pipeline without goroutines.
func newPipeline(c clock.Clock) *pipeline {
	return &pipeline{
		clock:    c,
		toFetch:  make(chan frontier.Lease),
		toRead:   make(chan *visit, runtime.GOMAXPROCS(0)),
		toCommit: make(chan *visit, maxUncommitted),
		freed:    make(chan struct{}, 1),
		links:    semaphore.NewWeighted(maxInFlight),
	}
}

// admit waits until there is room for a page that was read. When ctx has ended, it does not wait.
func (p *pipeline) admit(ctx context.Context, v *visit) error {
	if v.page == nil || len(v.page.Links) < heavyPage {
		return nil
	}
	weight := min(int64(len(v.page.Links)), maxInFlight)
	if !p.links.TryAcquire(weight) {
		p.clock.Release() // the pages before this one are recorded in time
		err := p.links.Acquire(ctx, weight)
		p.clock.Hold()
		if err != nil {
			return err
		}
	}
	v.weight = weight
	return nil
}

// dismiss frees the room of a visit that is recorded.
func (p *pipeline) dismiss(v *visit) {
	p.links.Release(v.weight)
	v.weight = 0
}

// fetched records that a fetcher is free.
func (p *pipeline) fetched() {
	p.fetching.Add(-1)
	select {
	case p.freed <- struct{}{}:
	default: // the dispatcher knows already
	}
}
