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
func (p *player) end() error {
	x := p.at
	if p.at = nil; x == nil {
		return nil
	}
	if !x.described {
		if ok, err := p.derive(x); err != nil || !ok {
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
		p.askRobots()
		p.visit(x)
		return nil
	}
	if p.robots = append(p.robots, x); !x.leadsOn() {
		p.askRobots()
	}
	return nil
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
	b, widens := p.begin(), x.lease.Kind == frontier.Seed && x.leadsOn()
	p.take(&visit{lease: x.lease, url: x.lease.URL, known: x.known, resp: x.resp, replayed: &x.place})
	if widens { // perhaps, and what is read next may count on it
		b.read.Wait()
	}
}

// askRobots goes the way of the requests for robots.txt, from one answer to the next.
func (p *player) askRobots() {
	book := p.c.robots
	for len(p.robots) > 0 {
		first := p.robots[0]
		u := first.lease.URL
		own, err := p.c.rules.url.Parse(u.Origin() + "/robots.txt")
		if err != nil || own.String() != u.String() { // what led here is damaged, or the rules of URLs have changed
			p.robots = p.robots[1:]
			first.resp.Release()
			continue
		}
		answer := &robotsAnswer{row: catalogue.Robots{Origin: u.Origin(), At: first.resp.Start}}
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
	end, err := p.c.cfg.Archive.Sync(context.TODO())
	if err != nil {
		return fmt.Errorf("archive: %w", err)
	}
	p.begin().mark = catalogue.Mark{File: end.File, Offset: end.Offset}
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
	over := slices.Contains(g.links.Done, key) // by an earlier fetch, of a crawl before this one
	if p := g.fresh[key]; p != nil {
		v.lease.Lane, v.lease.Score = g.links.Add[p.index].Lane, g.links.Add[p.index].Score
	} else {
		var known [1]frontier.Known
		if err := g.c.cfg.Frontier.Known(context.TODO(), []weburl.Key{key}, known[:]); err != nil {
			return fmt.Errorf("frontier: %w", err)
		}
		v.lease.Lane, v.lease.Score = known[0].Lane, known[0].Score
		over = over || known[0].State == frontier.Done
	}
	g.links.Anew = slices.DeleteFunc(g.links.Anew, func(l frontier.Link) bool { return l.URL.Key() == key })
	if v.ending != again {
		return nil
	}
	v.again.Lane, v.again.Score = v.lease.Lane, v.lease.Score
	if v.ending = unleased; over {
		g.links.Anew = append(g.links.Anew, v.again)
	} else {
		g.links.Add = append(g.links.Add, v.again)
	}
	return nil
}
