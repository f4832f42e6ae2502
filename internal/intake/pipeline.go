package intake

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/sync/errgroup"

	"sluice/internal/catalogue"
	"sluice/internal/intake/fairqueue"
	"sluice/library"
)

// underWay counts the bodies that feed has handed out. A body stays in the queue until it is filed.
type underWay struct {
	unread  sync.WaitGroup
	unfiled sync.WaitGroup // without those that a later round reads again
	read    chan struct{}  // has one if a body was read since

	ungathered atomic.Int64  // not in a batch yet
	isDraining atomic.Bool   // feed waits for unfiled
	drain      chan struct{} // has one when that begins
}

// waitUntilFiled waits until all bodies are filed that were handed out. The last batch does not wait for others.
func (u *underWay) waitUntilFiled() {
	u.isDraining.Store(true)
	select {
	case u.drain <- struct{}{}:
	default:
	}
	u.unfiled.Wait()
	u.isDraining.Store(false)
}

// isLast reports whether a batch that has all results so far is not to wait for others.
func (u *underWay) isLast() bool { return u.isDraining.Load() && u.ungathered.Load() == 0 }

// Run files what is in the queue until it is empty and last is closed, or ctx ends, which is no
// error: the rest stays in the queue.
func (in *Intake) Run(ctx context.Context, last <-chan struct{}) error {
	g, working := errgroup.WithContext(ctx)
	queue, ready := make(chan catalogue.Queued), make(chan *result)
	bodies := underWay{read: make(chan struct{}, 1), drain: make(chan struct{}, 1)}
	broken := make(chan struct{}) // closed when filing has failed
	g.Go(func() error {
		defer close(queue)
		return in.feed(working, queue, &bodies, last)
	})
	g.Go(func() error {
		defer close(ready)
		var readers errgroup.Group
		for range in.Workers {
			readers.Go(func() error {
				for q := range queue {
					begun := time.Now()
					t := in.process(working, q)
					in.accounts.End(&q, t.reading)
					bodies.unread.Done()
					select {
					case bodies.read <- struct{}{}:
					default:
					}
					worked := time.Since(begun)
					select {
					case ready <- t:
					case <-broken:
						bodies.unfiled.Done()
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
		return in.collect(working, ready, &bodies)
	})
	err := g.Wait()
	err = errors.Join(err, in.returnBegun(context.WithoutCancel(ctx)))
	if ctx.Err() != nil && (errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded)) {
		return nil
	}
	return err
}

// feed hands out the queue, host by host. It counts in bodies what it hands out.
func (in *Intake) feed(ctx context.Context, queue chan<- catalogue.Queued, bodies *underWay, last <-chan struct{}) error {
	fair := fairqueue.New(in.Queue, in.accounts)
	rounds := 0
	for {
		ended := isClosed(last) // before looking: what comes later is for the next look
		q, state, err := fair.Next(ctx)
		if err != nil {
			return err
		}
		switch {
		case state == fairqueue.Found:
			bodies.unread.Add(1)
			bodies.unfiled.Add(1)
			bodies.ungathered.Add(1)
			select {
			case queue <- q:
				continue
			case <-ctx.Done():
				in.accounts.End(&q, nil)
				bodies.unread.Done()
				bodies.unfiled.Done()
				bodies.ungathered.Add(-1)
				return ctx.Err()
			}
		case state == fairqueue.Deferred:
			in.wait(ctx, nil, bodies.read)
		default:
			if ended {
				bodies.unread.Wait() // only then it is known whether a body was passed over or deferred
			}
			switch {
			case in.deferred.Swap(false):
			case ended && rounds < lastRounds && in.left.Swap(false):
				fair.Restart() // the crawl is over, and what it had open is closed
				rounds++
				in.wait(ctx, nil, nil)
				bodies.waitUntilFiled() // or the next round would read them again
			case in.again.Swap(false):
				bodies.waitUntilFiled()
				fair.Restart()
			case ended:
				bodies.waitUntilFiled()
				if err := in.findAllRepeated(ctx); err != nil {
					return err
				}
				if !in.again.Load() {
					return in.describeAgain(ctx)
				}
			default:
				in.wait(ctx, last, nil)
			}
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
	}
}

// wait waits a while, or until the crawl is over, or a body is read.
func (in *Intake) wait(ctx context.Context, last, read <-chan struct{}) {
	timer := time.NewTimer(napTime)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-last:
	case <-read:
	case <-ctx.Done():
	}
}

// isClosed reports whether a channel is closed, without waiting.
func isClosed(c <-chan struct{}) bool {
	select {
	case <-c:
		return true
	default:
		return false
	}
}

// collect files the results of the readers, in batches, and counts them off in bodies, also those of a batch that cannot be filed.
func (in *Intake) collect(ctx context.Context, ready <-chan *result, bodies *underWay) error {
	for first := range ready {
		batch := in.gather(first, ready, bodies)
		err := in.file(ctx, batch)
		bodies.unfiled.Add(-len(batch))
		if err != nil {
			return err
		}
	}
	return nil
}

// gather returns the results that are ready. A body that an earlier run began is filed at
// once: if the program is killed repeatedly, its attempts must not count against other bodies
// that only wait to be filed.
func (in *Intake) gather(first *result, ready <-chan *result, bodies *underWay) []*result {
	batch := append(make([]*result, 0, batchSize), first)
	bodies.ungathered.Add(-1)
	if first.again {
		return batch
	}
	timer := time.NewTimer(batchTime)
	defer timer.Stop()
	for len(batch) < batchSize && !bodies.isLast() {
		select {
		case <-bodies.drain:
		case t, ok := <-ready:
			if !ok {
				return batch
			}
			bodies.ungathered.Add(-1)
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
	in.judging.RLock()
	defer in.judging.RUnlock()
	var filings []catalogue.Filing
	var pages []*pageText
	var passed []catalogue.Skipped
	var pageRows []int // of passed, one for each of pages
	var filed []int64
	turned, searchable := 0, 0
	for _, t := range batch {
		switch {
		case t.failed != nil:
			return t.failed
		case t.undone:
		case t.filing != nil:
			if t.topics != in.topics {
				t.filing.Relevance = nil
			}
			filings = append(filings, *t.filing)
			filed = append(filed, t.id)
			if t.likely && t.filing.State == library.Accepted {
				turned++
			}
		default:
			passed = append(passed, catalogue.Skipped{ID: t.id, Cause: t.none})
			if t.page == nil {
				continue
			}
			pages = append(pages, t.page)
			pageRows = append(pageRows, len(passed)-1)
			if t.page.isNew {
				searchable++
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
	indexed, err := in.withoutRepeated(ctx, pages)
	if err != nil {
		return err
	}
	if err := in.index(ctx, indexed.entries); err != nil {
		return err
	}
	for i, row := range pageRows {
		passed[row].Indexed = indexed.records[i]
	}
	again, err := in.Queue.Remove(ctx, indexed.samples, passed...)
	if err != nil {
		return err
	}
	in.noteAgain(again)
	for _, p := range passed {
		in.ended(p.ID)
	}
	in.counted.filed(filings, passed, turned, searchable)
	return nil
}
