// Package intake takes into the library what was fetched: each document is read, judged, described and filed, beside the crawl that
// fetches on.
//
// [New] one over the parts of a library, and [Intake.Run] it while a crawl runs: it takes bodies out of the catalogue's queue,
// which the crawl's commits fill, and reads them out of the archive, a few at a time. It never holds up the fetching, and a crash
// costs nothing: what is not filed waits in the queue. [Intake.Add] takes in a file that a person submits, by the same judging.
//
// A document that cannot be read is filed all the same, with its cause: 'waiting' where another program, or a
// reader of scans, could help, else 'rejected'. One over whose reading the program has died five times is given up.
package intake

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"maps"
	"net/http"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/sync/errgroup"

	"sluice/document"
	"sluice/document/genre"
	"sluice/internal/catalogue"
	"sluice/internal/fulltext"
	"sluice/internal/repository"
)

// ErrLost is the error of an answer that the archive does not have, or damaged. Any other one may pass.
var ErrLost = errors.New("the archive does not have it, or damaged")

const (
	handful    = 64                     // bodies looked at in the queue at a time
	batchSize  = 32                     // documents filed in one transaction
	batchTime  = 500 * time.Millisecond // or so long after its first one
	lastRounds = 3                      // through the queue, at the end, for what was passed over
	napTime    = time.Second            // after which the queue is looked at again though nothing told of it
)

// Config are the parts that an intake works with.
type Config struct {
	Catalogue  *catalogue.Catalogue
	Repository *repository.Repository
	Index      *fulltext.Index
	Reader     *document.Reader
	Filter     *genre.Filter // knows what the library wants

	Answer func(ctx context.Context, f *catalogue.Fetch) (*Body, error) // what a fetch brought, out of the archive; see ErrLost
	Page   func(ctx context.Context, url string) (*Body, error)         // what a URL has, out of the archive

	Workers int // documents read at a time; 0: 1
	Log     *slog.Logger
}

// Body is what was got, with its header.
type Body struct {
	io.ReadCloser
	ContentType string
	Header      http.Header // nil where it is not known
}

// Intake takes documents in. Its methods may be called from many goroutines, but for one Run at a time.
type Intake struct {
	Config
	pages    pages
	throttle throttle

	mu    sync.Mutex
	begun map[int64]bool // rows of the queue that count as tried and are not filed yet

	counted counters

	left atomic.Bool // a body was passed over for a fault that may be over by now
}

// New makes an intake.
func New(c Config) *Intake {
	if c.Log == nil {
		c.Log = slog.New(slog.DiscardHandler)
	}
	c.Workers = max(c.Workers, 1)
	return &Intake{Config: c, begun: map[int64]bool{}}
}

// Run files what is in the queue until it is empty and last is closed, or ctx ends, which is no error: the rest stays in the queue.
func (in *Intake) Run(ctx context.Context, last <-chan struct{}) error {
	g, working := errgroup.WithContext(ctx)
	queue, ready := make(chan catalogue.Queued), make(chan *result)
	broken := make(chan struct{}) // nobody files any more
	g.Go(func() error {
		defer close(queue)
		return in.feed(working, queue, last)
	})
	g.Go(func() error {
		defer close(ready)
		var readers errgroup.Group
		for range in.Workers {
			readers.Go(func() error {
				for q := range queue {
					begun := time.Now()
					t := in.process(working, q)
					worked := time.Since(begun)
					select {
					case ready <- t:
					case <-broken:
					}
					in.throttle.pause(working, worked, last)
				}
				return nil
			})
		}
		return readers.Wait()
	})
	g.Go(func() error {
		defer close(broken)
		return in.collect(working, ready)
	})
	err := g.Wait()
	err = errors.Join(err, in.returnBegun(context.WithoutCancel(ctx)))
	if ctx.Err() != nil && (errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded)) {
		return nil
	}
	return err
}

// feed hands out the queue, in order.
func (in *Intake) feed(ctx context.Context, queue chan<- catalogue.Queued, last <-chan struct{}) error {
	var after int64
	rounds := 0
	for {
		ended := isClosed(last) // before looking: what comes later is for the next look
		next, err := in.Catalogue.Queue.Next(ctx, after, handful)
		if err != nil {
			return err
		}
		if len(next) == 0 {
			switch {
			case ended && rounds < lastRounds && in.left.Swap(false):
				after, rounds = 0, rounds+1 // the crawl is over, and what it had open is closed
				in.wait(ctx, nil)
			case ended:
				return nil
			default:
				in.wait(ctx, last)
			}
			if ctx.Err() != nil {
				return ctx.Err()
			}
			continue
		}
		for _, q := range next {
			select {
			case queue <- q:
				after = q.ID
			case <-ctx.Done():
				return ctx.Err()
			}
		}
	}
}

// begin counts a body as tried: should its reading end the program, that is known.
func (in *Intake) begin(ctx context.Context, id int64) error {
	in.mu.Lock()
	again := in.begun[id]
	in.begun[id] = true
	in.mu.Unlock()
	if again {
		return nil
	}
	return in.Catalogue.Queue.Begin(ctx, id)
}

// ended forgets what was begun: it is filed.
func (in *Intake) ended(ids ...int64) {
	in.mu.Lock()
	defer in.mu.Unlock()
	for _, id := range ids {
		delete(in.begun, id)
	}
}

// giveBack lets what was begun and not filed count as never tried.
func (in *Intake) returnBegun(ctx context.Context) error {
	in.mu.Lock()
	ids := slices.Collect(maps.Keys(in.begun))
	clear(in.begun)
	in.mu.Unlock()
	return in.Catalogue.Queue.Return(ctx, ids...)
}

func (in *Intake) wait(ctx context.Context, last <-chan struct{}) {
	timer := time.NewTimer(napTime)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-last:
	case <-ctx.Done():
	}
}

func isClosed(c <-chan struct{}) bool {
	select {
	case <-c:
		return true
	default:
		return false
	}
}

// taken is what became of one body.
type result struct {
	id     int64             // of its row in the queue
	filing *catalogue.Filing // nil for what is not filed: pages
	likely bool              // it was fetched as a page
	none   string            // why it is no document though it looked like one
	page   *fulltext.Entry
	failed error // the library's own failure, which ends the intake
	again  bool  // an earlier run began with it and came to no end
	undone bool  // it stays in the queue for the next run: ctx ended first, or a fault of this machine may pass
}

// collect files what the readers give, in batches.
func (in *Intake) collect(ctx context.Context, ready <-chan *result) error {
	for first := range ready {
		if err := in.file(ctx, in.gather(first, ready)); err != nil {
			return err
		}
	}
	return nil
}

// gather takes what is ready. What was begun with before is filed at once: a program that somebody kills again and again must not hold it
// against bodies that only waited to be filed.
func (in *Intake) gather(first *result, ready <-chan *result) []*result {
	batch := append(make([]*result, 0, batchSize), first)
	if first.again {
		return batch
	}
	timer := time.NewTimer(batchTime)
	defer timer.Stop()
	for len(batch) < batchSize {
		select {
		case t, ok := <-ready:
			if !ok {
				return batch
			}
			if batch = append(batch, t); t.again {
				return batch
			}
		case <-timer.C:
			return batch
		}
	}
	return batch
}

// file makes a batch durable: the documents, then the index, which is one of what is filed.
func (in *Intake) file(ctx context.Context, batch []*result) error {
	var filings []catalogue.Filing
	var entries []fulltext.Entry
	var passed []catalogue.Skipped
	var filed []int64
	turned := 0
	for _, t := range batch {
		switch {
		case t.failed != nil:
			return t.failed
		case t.undone:
		case t.filing != nil:
			filings = append(filings, *t.filing)
			filed = append(filed, t.id)
			if t.likely && t.filing.State == catalogue.Accepted {
				turned++
			}
		default:
			passed = append(passed, catalogue.Skipped{ID: t.id, Indexed: t.page != nil, Cause: t.none})
			if t.page != nil {
				entries = append(entries, *t.page)
			}
		}
	}
	ctx = context.WithoutCancel(ctx) // what is read is filed: there is little of it
	for i := range filings {
		if err := in.relate(ctx, &filings[i], filings[:i]); err != nil {
			return err
		}
	}
	if err := in.Repository.File(ctx, filings); err != nil {
		return err
	}
	in.ended(filed...)
	if err := in.index(ctx, entries); err != nil {
		return err
	}
	if err := in.Catalogue.Queue.Remove(ctx, passed...); err != nil {
		return err
	}
	for _, p := range passed {
		in.ended(p.ID)
	}
	in.counted.filed(filings, passed, turned, len(entries))
	return nil
}
