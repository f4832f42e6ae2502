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
	"sluice/internal/fetch"
	"sluice/internal/frontier"
	"sluice/internal/library"
	"sluice/weburl"
)

// Replayed is what a replay came to.
type Replayed struct {
	Exchanges   int64    // taken from the archive, those of robots.txt included
	Damaged     int64    // records, or exchanges of which a part is missing, that were passed over
	Damages     []string // the first of them: where, and what is wrong
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
// record, so that its URL waits again.
//
// A damaged record is passed over and counted; an archive that cannot be read at all, or a store that cannot be
// written, is an error.
func (c *Crawl) Replay(ctx context.Context, records iter.Seq2[*archive.Record, error]) (Replayed, error) {
	defer c.client.Close()
	if err := c.begin(); err != nil {
		return Replayed{}, err
	}
	p := &player{c: c, seeds: map[weburl.Key]bool{}, toRead: make(chan toBeRead), toRecord: make(chan *batch)}
	var others sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		others.Go(p.read)
	}
	others.Go(p.record)
	err := p.play(ctx, records)
	if err == nil {
		err = p.sweep()
	}
	if err == nil {
		err = p.seal()
	}
	p.send()
	close(p.toRead)
	close(p.toRecord)
	others.Wait()
	p.result.Stats = c.Stats()
	if failure := c.failure.Load(); failure != nil {
		err = *failure
	}
	return p.result, err
}

// player hands the exchanges of an archive to readers, and what they made of them to the recorder, in order.
type player struct {
	c        *Crawl
	at       *taken   // the exchange whose records are being read
	robots   []*taken // answers for robots.txt, up to one that leads no further
	batch    *batch
	seeds    map[weburl.Key]bool
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
func (p *player) read() {
	r := p.c.newReader()
	for v := range p.toRead {
		r.read(v.visit)
		v.batch.read.Done()
	}
}

// record enters batches, each when all of it is read. After a failure it only gives back what they hold.
func (p *player) record() {
	r := &recorder{c: p.c, last: time.Now()}
	for b := range p.toRecord {
		b.read.Wait()
		if p.c.failure.Load() == nil {
			if err := r.commit(b.group); err != nil {
				p.c.fatal(err)
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
func (p *player) send() (sent *batch) {
	sent, p.batch = p.batch, nil
	if sent != nil {
		p.toRecord <- sent
	}
	return sent
}

// drain waits until all that was taken is in the catalogue.
func (p *player) drain() {
	p.begin()
	<-p.send().recorded
}

// stopped tells why to go on no further.
func (p *player) stopped(ctx context.Context) error {
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	return context.Cause(p.c.stopped)
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
			p.end()
			p.open(rec)
		case rec.Type == "metadata" && p.at != nil:
			p.at.describe(rec)
		}
	}
	p.end()
	p.askRobots()
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

// end makes a visit of the exchange whose records have been read.
func (p *player) end() {
	x := p.at
	if p.at = nil; x == nil {
		return
	}
	if !x.described {
		if !x.broken {
			p.damaged(fmt.Errorf("%s: the exchange at byte %d lacks its metadata record", x.place.File, x.place.Offset))
		}
		x.resp.Release()
		return
	}
	p.result.Exchanges++
	if p.result.First.IsZero() || x.resp.Start.Before(p.result.First) {
		p.result.First = x.resp.Start
	}
	if x.resp.End.After(p.result.Last) {
		p.result.Last = x.resp.End
	}
	if !x.robots {
		p.askRobots()
		p.visit(x)
		return
	}
	if p.robots = append(p.robots, x); x.resp.Status < 300 || x.resp.Status >= 400 {
		p.askRobots()
	}
}

// visit goes the way of a lease from its answer on.
func (p *player) visit(x *taken) {
	if l := &x.lease; l.Kind == frontier.Seed && l.Parent == "" {
		p.c.rules.widen(l.URL)
		if len(l.Via) == 0 && !p.seeds[l.URL.Key()] {
			p.seeds[l.URL.Key()] = true
			p.result.Seeds = append(p.result.Seeds, l.URL.String())
		}
	}
	p.take(&visit{lease: x.lease, url: x.lease.URL, known: x.known, resp: x.resp, replayed: &x.place})
}

// askRobots goes the way of the requests for robots.txt, from one answer to the next.
func (p *player) askRobots() {
	book := p.c.robots
	for len(p.robots) > 0 {
		first := p.robots[0]
		u := first.lease.URL
		if u.String() != u.Origin()+"/robots.txt" { // what led here is damaged
			p.robots = p.robots[1:]
			first.resp.Release()
			continue
		}
		answer := &robotsAnswer{row: library.Robots{Origin: u.Origin(), At: first.resp.Start}}
		fail := book.follow(answer, p.nextRobots)
		if fail != nil && errors.Is(fail, errNotTaken) { // to be asked for anew
			continue
		}
		if fail == nil {
			book.remember(u.Origin(), book.settle(u, answer))
		}
		p.take(&visit{lease: frontier.Lease{Link: frontier.Link{URL: u}}, url: u, robots: answer, ending: unleased})
	}
}

var errNotTaken = errors.New("not in the archive")

// nextRobots gives the next answer if it is the target's.
func (p *player) nextRobots(target weburl.URL) (*fetch.Response, *fetch.Error) {
	if len(p.robots) == 0 || p.robots[0].lease.URL.String() != target.String() {
		return nil, &fetch.Error{Cause: errNotTaken.Error(), Err: errNotTaken}
	}
	x := p.robots[0]
	p.robots = p.robots[1:]
	return x.resp, nil
}

// sweep ends what waits although no request would follow: what a robots.txt that came later forbids, and default
// pages of folders that are in the library.
func (p *player) sweep() error {
	for _, lane := range p.c.cfg.Frontier.Lanes() {
		cursor := frontier.Cursor("")
		for more := true; more; more = cursor != "" {
			links, next, err := p.c.cfg.Frontier.Scan(lane, cursor, batchVisits)
			if err != nil {
				return fmt.Errorf("frontier: %w", err)
			}
			for _, l := range links {
				if v := (&visit{lease: frontier.Lease{Link: l}, url: p.c.hosts.preferred(l.URL)}); p.ruledOut(v) {
					p.take(v)
				}
			}
			cursor = next
		}
	}
	return nil
}

// ruledOut ends a visit for which nothing would be asked.
func (p *player) ruledOut(v *visit) bool {
	if p.c.foldedAway(v) {
		return true
	}
	if p.c.cfg.IgnoreRobots {
		return false
	}
	policy, ok := p.c.robots.held(v.url)
	if !ok {
		return false
	}
	allowed, _ := policy.rules.Allowed(v.url.RequestURI())
	if !allowed {
		v.refuse(causeRobots)
	}
	return !allowed
}

// seal records how far the archive goes.
func (p *player) seal() error {
	end, err := p.c.cfg.Archive.Sync()
	if err != nil {
		return fmt.Errorf("archive: %w", err)
	}
	p.begin().mark = library.Mark{File: end.File, Offset: end.Offset}
	p.drain()
	return nil
}

// replayed gives a visit out of an archive its place in the frontier. No lease was taken for it: what is to wait
// again waits already, unless nothing that is left of the archive has led there.
func (g *recorder) replayed(v *visit) error {
	if g.came = v.row.At; v.row.Was != "" { // both may have begun in one millisecond
		v.row.At = v.row.At.Add(time.Microsecond)
	}
	key := v.lease.URL.Key()
	if p := g.fresh[key]; p != nil {
		v.lease.Lane, v.lease.Score = g.links.Add[p.index].Lane, g.links.Add[p.index].Score
	} else {
		var known [1]frontier.Known
		if err := g.c.cfg.Frontier.Known([]weburl.Key{key}, known[:]); err != nil {
			return fmt.Errorf("frontier: %w", err)
		}
		v.lease.Lane, v.lease.Score = known[0].Lane, known[0].Score
	}
	if v.ending == again {
		v.again.Lane, v.again.Score = v.lease.Lane, v.lease.Score
		g.links.Add = append(g.links.Add, v.again)
		v.ending = unleased
	}
	return nil
}
