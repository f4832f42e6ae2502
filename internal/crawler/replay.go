package crawler

import (
	"context"
	"errors"
	"fmt"
	"io"
	"runtime"
	"slices"
	"sync"
	"time"

	"sluice/crawl"
	"sluice/internal/archive"
	"sluice/internal/catalogue"
	"sluice/internal/fetch"
	"sluice/internal/frontier"
	"sluice/weburl"
)

const (
	batchVisits = 200      // that are recorded together
	batchBytes  = 16 << 20 // of their bodies
)

// Replay takes answers that came before, in the order in which they came. One goroutine
// uses it.
type Replay struct {
	c        *Crawl
	batch    *batch // takes more; nil: none was begun
	sent     *batch // the last one that was sent to the recorder
	toRead   chan replayedVisit
	toRecord chan *batch
}

// Answer is an answer that came before.
type Answer struct {
	Link     frontier.Link    // the URL and how it was found
	Known    *catalogue.Fetch // the body that was not modified since; nil: the response has its body
	Response *fetch.Response  // it belongs to the Replay
	Place    archive.Location // of its record
	Missing  bool             // a probe had shown that the host answers so when it has nothing
}

// batch is what is recorded together.
type batch struct {
	group
	bytes    int64
	read     sync.WaitGroup
	recorded chan struct{} // closed when it is
}

// replayedVisit is a visit of a replay with the batch that it belongs to.
type replayedVisit struct {
	*visit
	batch *batch
}

// Replay runs the crawl over recorded responses instead of the network. feed passes
// them to the Replay; ctx ends when the crawl is stopped. The catalogue and the
// frontier must be empty. The archive of the Config has the responses and is only
// read, and nothing is requested. Afterwards the links that Run would request wait
// in the frontier.
func (c *Crawl) Replay(ctx context.Context, feed func(ctx context.Context, r *Replay) error) (crawl.Stats, error) {
	defer c.client.Close()
	durable := context.WithoutCancel(ctx)
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	defer context.AfterFunc(c.shutdown.ctx, func() { cancel(context.Cause(c.shutdown.ctx)) })()
	if err := c.begin(durable); err != nil {
		return crawl.Stats{}, err
	}
	r := &Replay{c: c, toRead: make(chan replayedVisit), toRecord: make(chan *batch)}
	var others sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		others.Go(func() { r.read(durable) })
	}
	others.Go(func() { r.record(durable) })
	err := feed(ctx, r)
	r.Flush()
	if err == nil {
		err = context.Cause(ctx)
	}
	if err == nil {
		err = r.endForbidden(ctx)
	}
	if err == nil {
		err = r.seal(durable)
	}
	r.send()
	close(r.toRead)
	close(r.toRecord)
	others.Wait()
	if failure := c.shutdown.err(); failure != nil {
		err = failure
	}
	return c.Stats(), err
}

// read reads the answers as a crawl does.
func (r *Replay) read(ctx context.Context) {
	reader := newReader(r.c.readers)
	for v := range r.toRead {
		reader.read(ctx, v.visit)
		v.batch.read.Done()
	}
}

// record commits batches, each when all of it is read. After a failure it only releases
// what they hold.
func (r *Replay) record(ctx context.Context) {
	r.c.recorder.last = r.c.cfg.Clock.Now()
	for b := range r.toRecord {
		b.read.Wait()
		if r.c.shutdown.err() == nil {
			if err := r.c.recorder.commit(ctx, b.group); err != nil {
				r.c.shutdown.fail(err)
			}
		}
		for _, v := range b.visits {
			v.release()
		}
		close(b.recorded)
	}
}

// URLs returns the rules of the canonical form.
func (r *Replay) URLs() weburl.Rules { return r.c.rules.urls }

// Check returns the kind of a link to u, and reports whether the rules admit it.
func (r *Replay) Check(u weburl.URL) (frontier.Kind, bool) {
	judged := r.c.rules.check(u, weburl.URL{}, u.String(), weburl.DocumentEnding(u))
	return judged.kind, judged.cause == ""
}

// Known returns what the frontier knows of a URL. If it is new, that is after all
// answers so far are recorded.
func (r *Replay) Known(ctx context.Context, u weburl.URL) (frontier.Known, error) {
	known, err := r.c.recorder.knownURL(ctx, u.Key())
	if err == nil && known.State == frontier.New {
		r.Flush()
		known, err = r.c.recorder.knownURL(ctx, u.Key())
	}
	return known, err
}

// Reread makes the response of an answer from its HTTP header and its body as it came
// over the wire.
func (r *Replay) Reread(u weburl.URL, header []byte, body io.Reader) (*fetch.Response, error) {
	return r.c.client.Reread(&fetch.Request{URL: u, Limit: bodyLimit(u, &r.c.cfg)}, header, body)
}

// Add takes an answer to the request for a link.
func (r *Replay) Add(a Answer) {
	isSeed := a.Link.Kind == frontier.Seed
	if isSeed && a.Link.Parent == "" {
		r.c.rules.scope.add(a.Link.URL)
	}
	status := a.Response.Status
	if a.Link.Kind == frontier.Probe { // it is compared with all answers before it
		r.Flush()
	}
	b := r.begin()
	r.add(&visit{lease: frontier.Lease{Link: a.Link}, url: a.Link.URL, known: a.Known, resp: a.Response, replayed: &a.Place, missing: a.Missing})
	if isSeed && status >= 300 && status < 400 { // it may widen the scope for what is read next
		b.read.Wait()
	}
}

// AddRobots takes the answers to a request for robots.txt that began at a time. next
// returns the answer of each URL in turn; its error is returned.
func (r *Replay) AddRobots(ctx context.Context, u weburl.URL, at time.Time, next func(weburl.URL) (*fetch.Response, error)) error {
	answer, err := r.c.robots.Replay(ctx, u, at, next)
	if _, unknown := errors.AsType[*fetch.Error](err); err != nil && !unknown {
		return err
	}
	r.add(&visit{lease: frontier.Lease{Link: frontier.Link{URL: u}}, url: u, robots: answer, ending: unleased})
	return nil
}

// begin returns the batch that is being filled. It starts one if necessary.
func (r *Replay) begin() *batch {
	if r.batch == nil {
		r.batch = &batch{recorded: make(chan struct{})}
	}
	return r.batch
}

// add adds a visit to the batch; one with an answer is read meanwhile.
func (r *Replay) add(v *visit) {
	b := r.begin()
	b.visits = append(b.visits, v)
	if v.resp != nil {
		b.bytes += v.resp.Content.Len()
		b.read.Add(1)
		r.toRead <- replayedVisit{v, b}
	}
	if len(b.visits) >= batchVisits || b.bytes >= batchBytes {
		r.send()
	}
}

// send sends the batch to the recorder.
func (r *Replay) send() {
	if r.batch != nil {
		r.sent, r.batch = r.batch, nil
		r.toRecord <- r.sent
	}
}

// Flush waits until all answers so far are in the catalogue and the frontier.
func (r *Replay) Flush() {
	if r.send(); r.sent != nil {
		<-r.sent.recorded
	}
}

// endForbidden ends what waits although no request would follow: what a robots.txt that
// came later forbids, and default pages of folders that are in the library.
func (r *Replay) endForbidden(ctx context.Context) error {
	for _, lane := range r.c.cfg.Frontier.Lanes() {
		cursor := frontier.Cursor("")
		for more := true; more; more = cursor != "" {
			if ctx.Err() != nil {
				return context.Cause(ctx)
			}
			links, next, err := r.c.cfg.Frontier.Scan(ctx, lane, cursor, batchVisits)
			if err != nil {
				return fmt.Errorf("frontier: %w", err)
			}
			for _, l := range links {
				if err := r.endIfForbidden(ctx, l); err != nil {
					return err
				}
			}
			cursor = next
		}
	}
	return nil
}

// endIfForbidden ends a link for which nothing would be requested.
func (r *Replay) endIfForbidden(ctx context.Context, l frontier.Link) (err error) {
	v := &visit{lease: frontier.Lease{Link: l}}
	if v.url, err = r.c.hosts.Preferred(ctx, l.URL); err != nil {
		return err
	}
	folded, err := foldDefaultPage(ctx, v, r.c.hosts, r.c.bodies)
	if err != nil {
		return err
	}
	if folded {
		r.add(v)
		return nil
	}
	if r.c.robots.Ignores() {
		return nil
	}
	policy, ok, err := r.c.robots.Known(ctx, v.url)
	if err != nil || !ok {
		return err
	}
	if allowed, _ := policy.Allowed(v.url.RequestURI()); !allowed {
		v.refuse(causeRobots)
		r.add(v)
	}
	return nil
}

// seal records how far the archive goes.
func (r *Replay) seal(ctx context.Context) error {
	end, err := r.c.cfg.Archive.Sync(ctx)
	if err != nil {
		return fmt.Errorf("archive: %w", err)
	}
	r.begin().mark = catalogue.Mark{File: end.File, Offset: end.Offset}
	r.Flush()
	return nil
}

// addReplayed adds a visit of a replay to the frontier. No lease was taken
// for it: if it is to wait again, it waits already, unless nothing that is left of the
// archive has led there.
func (r *recorder) addReplayed(ctx context.Context, v *visit) error {
	if r.came = v.row.At; v.row.Was != "" { // both may have begun in one millisecond
		v.row.At = v.row.At.Add(time.Microsecond)
	}
	key := v.lease.URL.Key()
	isDone := slices.Contains(r.links.Done, key) // by an earlier fetch, of a crawl before this one
	if p := r.fresh[key]; p != nil {
		v.lease.Lane, v.lease.Score = r.links.Add[p.index].Lane, r.links.Add[p.index].Score
	} else {
		known, err := r.knownURL(ctx, key)
		if err != nil {
			return err
		}
		v.lease.Lane, v.lease.Score = known.Lane, known.Score
		isDone = isDone || known.State == frontier.Done
	}
	r.links.Requeue = slices.DeleteFunc(r.links.Requeue, func(l frontier.Link) bool { return l.URL.Key() == key })
	if v.ending != waitsAgain {
		return nil
	}
	v.again.Lane, v.again.Score = v.lease.Lane, v.lease.Score
	if v.ending = unleased; isDone {
		r.links.Requeue = append(r.links.Requeue, v.again)
	} else {
		r.links.Add = append(r.links.Add, v.again)
	}
	return nil
}
