package crawl

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"sluice/internal/catalogue"
	"sluice/internal/fetch"
	"sluice/internal/frontier"
	"sluice/weburl"
)

// end makes a visit of the exchange whose records have been read.
func (p *player) end(ctx context.Context) error {
	x := p.at
	if p.at = nil; x == nil {
		return nil
	}
	if !x.described {
		if ok, err := p.derive(ctx, x); err != nil || !ok {
			x.resp.Release()
			return err
		}
	}
	p.result.Exchanges++
	if p.result.First.IsZero() || x.resp.Start.Before(p.result.First) {
		p.result.First = x.resp.Start
	}
	if x.resp.End.After(p.result.Last) {
		p.result.Last = x.resp.End
	}
	if !x.robots {
		if err := p.askRobots(ctx); err != nil {
			x.resp.Release()
			return err
		}
		p.visit(x)
		return nil
	}
	if p.robots = append(p.robots, x); !x.leadsOn() {
		return p.askRobots(ctx)
	}
	return nil
}

// visit goes the way of a lease from its answer on.
func (p *player) visit(x *taken) {
	if l := &x.lease; l.Kind == frontier.Seed && l.Parent == "" {
		p.c.rules.scope.add(l.URL)
		if len(l.Via) == 0 && !p.seeds[l.URL.Key()] {
			p.seeds[l.URL.Key()] = true
			p.result.Seeds = append(p.result.Seeds, l.URL.String())
		}
	}
	b, widens := p.begin(), x.lease.Kind == frontier.Seed && x.leadsOn()
	p.take(&visit{lease: x.lease, url: x.lease.URL, known: x.known, resp: x.resp, replayed: &x.place})
	if widens { // perhaps, and what is read next may count on it
		b.read.Wait()
	}
}

// askRobots goes the way of the requests for robots.txt, from one answer to the next.
func (p *player) askRobots(ctx context.Context) error {
	for len(p.robots) > 0 {
		first := p.robots[0]
		u := first.lease.URL
		own, err := p.c.rules.urls.Parse(u.Origin() + "/robots.txt")
		if err != nil || own.String() != u.String() { // what led here is damaged, or the rules of URLs have changed
			p.robots = p.robots[1:]
			first.resp.Release()
			continue
		}
		answer, err := p.c.robots.Replay(ctx, u, first.resp.Start, p.nextRobots)
		if errors.Is(err, errNotArchived) { // to be requested again
			continue
		}
		if _, unknown := errors.AsType[*fetch.Error](err); err != nil && !unknown {
			return err
		}
		p.take(&visit{lease: frontier.Lease{Link: frontier.Link{URL: u}}, url: u, robots: answer, ending: unleased})
	}
	return nil
}

var errNotArchived = errors.New("not in the archive")

// nextRobots returns the next answer if it is the target's.
func (p *player) nextRobots(target weburl.URL) (*fetch.Response, error) {
	if len(p.robots) == 0 || p.robots[0].lease.URL.String() != target.String() {
		return nil, errNotArchived
	}
	x := p.robots[0]
	p.robots = p.robots[1:]
	return x.resp, nil
}

// sweep ends what waits although no request would follow: what a robots.txt that came later forbids, and default
// pages of folders that are in the library.
func (p *player) sweep(ctx context.Context) error {
	for _, lane := range p.c.cfg.Frontier.Lanes() {
		cursor := frontier.Cursor("")
		for more := true; more; more = cursor != "" {
			if err := p.stopped(ctx); err != nil {
				return err
			}
			links, next, err := p.c.cfg.Frontier.Scan(ctx, lane, cursor, batchVisits)
			if err != nil {
				return fmt.Errorf("frontier: %w", err)
			}
			for _, l := range links {
				v := &visit{lease: frontier.Lease{Link: l}}
				if v.url, err = p.c.hosts.Preferred(ctx, l.URL); err != nil {
					return err
				}
				if out, err := p.ruledOut(ctx, v); err != nil {
					return err
				} else if out {
					p.take(v)
				}
			}
			cursor = next
		}
	}
	return nil
}

// ruledOut ends a visit for which nothing would be requested.
func (p *player) ruledOut(ctx context.Context, v *visit) (bool, error) {
	if folded, err := foldDefaultPage(ctx, v, p.c.hosts, p.c.bodies); folded || err != nil {
		return folded, err
	}
	if p.c.robots.Ignores() {
		return false, nil
	}
	policy, ok, err := p.c.robots.Known(ctx, v.url)
	if err != nil || !ok {
		return false, err
	}
	allowed, _ := policy.Allowed(v.url.RequestURI())
	if !allowed {
		v.refuse(causeRobots)
	}
	return !allowed, nil
}

// seal records how far the archive goes.
func (p *player) seal(ctx context.Context) error {
	end, err := p.c.cfg.Archive.Sync(ctx)
	if err != nil {
		return fmt.Errorf("archive: %w", err)
	}
	p.begin().mark = catalogue.Mark{File: end.File, Offset: end.Offset}
	p.drain()
	return nil
}

// addReplayed gives a visit of a replay its place in the frontier. No lease was taken for it: if it is to wait again, it waits
// already, unless nothing that is left of the archive has led there.
func (r *recorder) addReplayed(ctx context.Context, v *visit) error {
	if r.came = v.row.At; v.row.Was != "" { // both may have begun in one millisecond
		v.row.At = v.row.At.Add(time.Microsecond)
	}
	key := v.lease.URL.Key()
	over := slices.Contains(r.links.Done, key) // by an earlier fetch, of a crawl before this one
	if p := r.fresh[key]; p != nil {
		v.lease.Lane, v.lease.Score = r.links.Add[p.index].Lane, r.links.Add[p.index].Score
	} else {
		known, err := r.knownURL(ctx, key)
		if err != nil {
			return err
		}
		v.lease.Lane, v.lease.Score = known.Lane, known.Score
		over = over || known.State == frontier.Done
	}
	r.links.Anew = slices.DeleteFunc(r.links.Anew, func(l frontier.Link) bool { return l.URL.Key() == key })
	if v.ending != waitsAgain {
		return nil
	}
	v.again.Lane, v.again.Score = v.lease.Lane, v.lease.Score
	if v.ending = unleased; over {
		r.links.Anew = append(r.links.Anew, v.again)
	} else {
		r.links.Add = append(r.links.Add, v.again)
	}
	return nil
}
