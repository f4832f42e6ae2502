package crawler

import (
	"context"
	"fmt"
	"sync"
	"time"

	"sluice/internal/archive"
	"sluice/internal/catalogue"
	"sluice/internal/clock"
)

const (
	groupSize = 200                    // visits, after which a group is written; it bounds what a crash may leave in the archive
	groupTime = 500 * time.Millisecond // a group is written so long after its first visit
)

// group is what is made durable together.
type group struct {
	visits []*visit
	mark   catalogue.Mark // the archive is good up to here once they are recorded
}

// committer makes visits durable, in groups: it appends one group to the archive while
// the recorder writes the one before.
type committer struct {
	archive  Archive
	frontier Frontier
	clock    clock.Clock
	recorder *recorder
	pipeline *pipeline
	counters *counters
	shutdown *shutdown
}

// run commits visits until there are no more.
func (c *committer) run(ctx context.Context) {
	archived := make(chan group)
	var recording sync.WaitGroup
	recording.Go(func() { c.record(ctx, archived) })
	for v := range c.pipeline.toCommit {
		g := group{visits: c.gather(v)}
		if c.shutdown.err() == nil {
			var err error
			if g.mark, err = c.append(ctx, g.visits); err != nil {
				c.shutdown.fail(fmt.Errorf("archive: %w", err))
			}
		}
		for _, v := range g.visits {
			v.releaseRecords()
		}
		c.pipeline.recording.Add(int64(len(g.visits)))
		archived <- g
	}
	close(archived)
	recording.Wait()
}

// gather waits for the other visits of a group, unless nothing else is in progress: then
// the next visit depends on this group. Each visit but one releases its hold of the
// clock; the group keeps that of the last one, or of the timer.
func (c *committer) gather(first *visit) []*visit {
	visits := append(make([]*visit, 0, groupSize), first)
	timer := c.clock.NewTimer(groupTime)
	defer timer.Stop()
	for len(visits) < groupSize {
		if c.frontier.Counts().Leased <= int64(len(visits))+c.pipeline.recording.Load() {
			return visits
		}
		c.clock.Release()
		select {
		case v, ok := <-c.pipeline.toCommit:
			if !ok {
				c.clock.Hold()
				return visits
			}
			visits = append(visits, v)
		case <-timer.C():
			return visits
		}
	}
	return visits
}

// append appends the records of visits to the archive and makes them durable.
func (c *committer) append(ctx context.Context, visits []*visit) (catalogue.Mark, error) {
	defer c.counters.measureStore(storeArchive, c.clock.Now())
	var records []*archive.Encoded
	for _, v := range visits {
		if v.robots != nil {
			records = append(records, v.robots.Records...)
		}
		if v.record != nil {
			records = append(records, v.record)
		}
	}
	at, err := c.archive.Append(ctx, records...)
	if err != nil {
		return catalogue.Mark{}, err
	}
	for _, v := range visits {
		if v.robots != nil {
			at = at[len(v.robots.Records):]
		}
		if v.record != nil {
			v.row.File, v.row.Offset, v.row.Length = at[0].File, at[0].Offset, at[0].Length
			at = at[1:]
		}
	}
	p, err := c.archive.Sync(ctx)
	return catalogue.Mark{File: p.File, Offset: p.Offset}, err
}

// record writes groups to catalogue and frontier. After a failure it only releases what
// they hold.
func (c *committer) record(ctx context.Context, archived <-chan group) {
	if err := c.recorder.begin(ctx); err != nil {
		c.shutdown.fail(err)
	}
	for g := range archived {
		if c.shutdown.err() == nil {
			if err := c.recorder.commit(ctx, g); err != nil {
				c.shutdown.fail(err)
			}
		}
		for _, v := range g.visits {
			c.counters.endStage(v, stageCommit)
			v.release()
			if !c.shutdown.isStopped() { // then no page follows another: to record many takes longer than a stop may
				c.pipeline.dismiss(v)
			}
		}
		c.pipeline.recording.Add(-int64(len(g.visits)))
		c.clock.Release()
	}
}
