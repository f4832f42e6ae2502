// Package replay runs a crawl over the answers in an archive instead of the network.
//
// [Run] makes of an archive's records what the crawl made of the answers when they
// came: rows, links, and what waits. It reads the exchanges in their order and finds
// out how each URL was found; the rules, and everything after an answer, are the
// crawl's.
package replay

import (
	"context"
	"errors"
	"fmt"

	"sluice/internal/archive"
	"sluice/internal/crawler"
	"sluice/internal/fetch"
	"sluice/internal/frontier"
	"sluice/weburl"
)

// Run replays an archive. The crawl is new, its catalogue and frontier are empty, and
// it is not run otherwise.
//
// All rules are those of the crawl's Config: a link waits that they admit and that no
// exchange answers, unless a robots.txt in the archive forbids it. Failed requests have
// left no record, so their URLs wait again. An answer without a metadata record, as
// other programs write none or as damage leaves it, is used if a link leads to it or
// the scope has it.
//
// A damaged record is skipped and counted. It is an error if the archive cannot be read
// at all, or a store cannot be written.
func Run(ctx context.Context, c *crawler.Crawl, s Source) (Result, error) {
	p := &player{source: s, seeds: map[weburl.Key]bool{}}
	var err error
	p.result.Stats, err = c.Replay(ctx, p.play)
	return p.result, err
}

// play adds all exchanges to a crawl.
func (p *player) play(ctx context.Context, r *crawler.Replay) error {
	defer p.release()
	p.crawl, p.given = r, map[weburl.Key]bool{}
	for _, s := range p.source.Seeds {
		if u, err := r.URLs().ParseSeed(s); err == nil { // the crawl reports the others
			p.given[u.Key()] = true
		}
	}
	for rec, err := range p.source.Archive.Records(ctx) {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		if err := p.add(ctx, rec, err); err != nil {
			return err
		}
	}
	if err := p.end(ctx); err != nil {
		return err
	}
	return p.addRobots(ctx)
}

// add reads one record.
func (p *player) add(ctx context.Context, rec *archive.Record, err error) error {
	switch {
	case isDamage(err):
		p.addDamage(err)
		if p.at != nil {
			p.at.broken = true
		}
	case err != nil:
		return fmt.Errorf("archive: %w", err)
	case rec.Type == "response" || rec.Type == "revisit":
		if err := p.end(ctx); err != nil {
			return err
		}
		return p.open(ctx, rec)
	case rec.Type == "metadata" && p.at != nil:
		p.at.describe(ctx, rec)
	}
	return nil
}

// end adds the exchange whose records have been read to the crawl.
func (p *player) end(ctx context.Context) error {
	x := p.at
	if p.at = nil; x == nil {
		return nil
	}
	if !x.described {
		if ok, err := p.derive(ctx, x); err != nil || !ok {
			x.response.Release()
			return err
		}
	}
	p.count(x)
	if x.isRobots {
		if p.robots = append(p.robots, x); x.isRedirect() {
			return nil // its target follows
		}
		return p.addRobots(ctx)
	}
	if err := p.addRobots(ctx); err != nil {
		x.response.Release()
		return err
	}
	p.addSeed(x)
	p.crawl.Add(crawler.Answer{Link: x.link, Known: x.known, Response: x.response, Place: x.place, Missing: x.missing})
	return nil
}

// count counts an exchange that is added to the crawl.
func (p *player) count(x *exchange) {
	p.result.Exchanges++
	if p.result.First.IsZero() || x.response.Start.Before(p.result.First) {
		p.result.First = x.response.Start
	}
	if x.response.End.After(p.result.Last) {
		p.result.Last = x.response.End
	}
}

// addSeed records the URL of an exchange if it was a seed.
func (p *player) addSeed(x *exchange) {
	if x.link.Kind == frontier.Seed && x.link.Parent == "" && len(x.link.Via) == 0 && !p.seeds[x.link.URL.Key()] {
		p.seeds[x.link.URL.Key()] = true
		p.result.Seeds = append(p.result.Seeds, x.link.URL.String())
	}
}

// addRobots adds the answers for robots.txt to the crawl, from one to the next that
// it redirects to.
func (p *player) addRobots(ctx context.Context) error {
	for len(p.robots) > 0 {
		first := p.robots[0]
		u := first.link.URL
		own, err := p.crawl.URLs().Parse(u.Origin() + "/robots.txt")
		if err != nil || own.String() != u.String() { // what led here is damaged, or the rules of URLs have changed
			p.robots = p.robots[1:]
			first.response.Release()
			continue
		}
		err = p.crawl.AddRobots(ctx, u, first.response.Start, p.nextRobots)
		if err != nil && !errors.Is(err, errNotArchived) { // without its target it is requested again
			return err
		}
	}
	return nil
}

var errNotArchived = errors.New("not in the archive")

// nextRobots returns the next answer if it is the target's.
func (p *player) nextRobots(target weburl.URL) (*fetch.Response, error) {
	if len(p.robots) == 0 || p.robots[0].link.URL.String() != target.String() {
		return nil, errNotArchived
	}
	x := p.robots[0]
	p.robots = p.robots[1:]
	return x.response, nil
}
