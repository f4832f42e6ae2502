package crawl

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"runtime"
	"sync"
	"time"

	"sluice/internal/archive"
	"sluice/weburl"
)

// Replayed is what a replay came to.
type Replayed struct {
	Exchanges   int64    // taken from the archive, those of robots.txt included
	Damaged     int64    // records, or exchanges of which a part is missing, that were passed over
	Damages     []string // the first of them: where, and what is wrong
	Bare        int64    // of the exchanges: without a whole metadata record, so that how they were found is derived
	Outside     int64    // answers without one that are outside of the scope, and were passed over
	Seeds       []string // URLs that the archive says were seeds
	First, Last time.Time
	Stats       Stats
}

const (
	damagesTold = 20       // that Replayed names
	batchVisits = 200      // that are recorded together
	batchBytes  = 16 << 20 // of their bodies
)

// Replay makes of an archive's records what the crawl would have made of the answers when they came: rows, links,
// what waits. It is run once, in the place of Run, over an empty catalogue and an empty frontier, and asks for
// nothing. The archive of the Config is read and not written.
//
// The exchanges are taken in their order. All rules are those of the Config: a link waits that they let pass and
// that no exchange answers, unless a robots.txt in the archive forbids it. What no answer came of has left no
// record, so that its URL waits again. An answer without a metadata record, as other programs write none or as
// damage leaves it, is taken when a link leads to it or the scope holds it.
//
// A damaged record is passed over and counted; an archive that cannot be read at all, or a store that cannot be
// written, is an error.
func (c *Crawl) Replay(ctx context.Context, records iter.Seq2[*archive.Record, error]) (Replayed, error) {
	defer c.client.Close()
	if err := c.begin(ctx); err != nil {
		return Replayed{}, err
	}
	durable := context.WithoutCancel(ctx)
	p := &player{c: c, given: c.givenSeeds(), seeds: map[weburl.Key]bool{}, toRead: make(chan toBeRead), toRecord: make(chan *batch)}
	var others sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		others.Go(func() { p.read(durable) })
	}
	others.Go(func() { p.record(durable) })
	err := p.play(ctx, records)
	if err == nil {
		err = p.sweep(ctx)
	}
	if err == nil {
		err = p.seal(ctx)
	}
	p.send()
	p.letGo()
	close(p.toRead)
	close(p.toRecord)
	others.Wait()
	p.result.Stats = c.Stats()
	if failure := c.shutdown.err(); failure != nil {
		err = failure
	}
	return p.result, err
}

// player hands the exchanges of an archive to readers, and what they made of them to the recorder, in order.
type player struct {
	c        *Crawl
	at       *taken              // the exchange whose records are being read
	robots   []*taken            // answers for robots.txt, up to one that leads no further
	batch    *batch              // takes more; nil: none was begun
	sent     *batch              // the last one that was given to be recorded
	given    map[weburl.Key]bool // seeds of the settings
	seeds    map[weburl.Key]bool // of the archive
	toRead   chan toBeRead
	toRecord chan *batch
	result   Replayed
}

type toBeRead struct {
	*visit
	batch *batch
}

// batch is what is recorded together.
type batch struct {
	group
	bytes    int64
	read     sync.WaitGroup
	recorded chan struct{}
}

// read has the answers read, as they are in a crawl.
func (p *player) read(ctx context.Context) {
	r := newReader(p.c.readers)
	for v := range p.toRead {
		r.read(ctx, v.visit)
		v.batch.read.Done()
	}
}

// record enters batches, each when all of it is read. After a failure it only gives back what they hold.
func (p *player) record(ctx context.Context) {
	r := p.c.recorder
	r.last = time.Now()
	for b := range p.toRecord {
		b.read.Wait()
		if p.c.shutdown.err() == nil {
			if err := r.commit(ctx, b.group); err != nil {
				p.c.shutdown.fail(err)
			}
		}
		for _, v := range b.visits {
			v.release()
		}
		close(b.recorded)
	}
}

// begin gives the batch that takes more, a new one when there is none.
func (p *player) begin() *batch {
	if p.batch == nil {
		p.batch = &batch{recorded: make(chan struct{})}
	}
	return p.batch
}

// take puts a visit into the batch; one with an answer is read meanwhile.
func (p *player) take(v *visit) {
	b := p.begin()
	b.visits = append(b.visits, v)
	if v.resp != nil {
		b.bytes += v.resp.Content.Len()
		b.read.Add(1)
		p.toRead <- toBeRead{v, b}
	}
	if len(b.visits) >= batchVisits || b.bytes >= batchBytes {
		p.send()
	}
}

// send gives the batch to be recorded.
func (p *player) send() {
	if p.batch != nil {
		p.sent, p.batch = p.batch, nil
		p.toRecord <- p.sent
	}
}

// drain waits until all that was taken is in the catalogue.
func (p *player) drain() {
	if p.send(); p.sent != nil {
		<-p.sent.recorded
	}
}

// stopped tells why to go on no further.
func (p *player) stopped(ctx context.Context) error {
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	return context.Cause(p.c.shutdown.ctx)
}

// play takes all exchanges.
func (p *player) play(ctx context.Context, records iter.Seq2[*archive.Record, error]) error {
	for rec, err := range records {
		if err := p.stopped(ctx); err != nil {
			return err
		}
		switch {
		case isDamage(err):
			p.damaged(err)
			if p.at != nil {
				p.at.broken = true
			}
		case err != nil:
			return fmt.Errorf("archive: %w", err)
		case rec.Type == "response" || rec.Type == "revisit":
			if err := p.end(ctx); err != nil {
				return err
			}
			p.open(ctx, rec)
		case rec.Type == "metadata" && p.at != nil:
			p.at.describe(rec)
		}
	}
	if err := p.end(ctx); err != nil {
		return err
	}
	if err := p.askRobots(ctx); err != nil {
		return err
	}
	p.drain()
	return p.stopped(ctx)
}

func isDamage(err error) bool {
	var damage *archive.DamageError
	return errors.As(err, &damage) || errors.Is(err, archive.ErrNotWARC) || errors.Is(err, archive.ErrARC)
}

// damaged counts what is passed over.
func (p *player) damaged(err error) {
	if p.result.Damaged++; len(p.result.Damages) < damagesTold {
		p.result.Damages = append(p.result.Damages, err.Error())
	}
}

// letGo gives back what a replay that ends early has in its hands.
func (p *player) letGo() {
	if p.at != nil {
		p.robots = append(p.robots, p.at)
	}
	for _, x := range p.robots {
		x.resp.Release()
	}
}
