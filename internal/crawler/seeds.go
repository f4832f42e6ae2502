package crawler

import (
	"context"
	"fmt"
	"strings"

	"sluice/crawl"
	"sluice/internal/crawler/internal/host"
	"sluice/internal/crawler/internal/seedrecord"
	"sluice/internal/fetch"
	"sluice/internal/frontier"
	"sluice/library"
)

// missedSeedsKey is the key under which the frontier keeps the seeds of a crawl that could reach none of them.
const missedSeedsKey = "crawl/missed-seeds"

// reasonNoSeed is why a crawl has failed.
const reasonNoSeed = "no seed could be reached"

// addSeeds adds the seeds, and the first of what is due besides. It returns what is wrong with seeds that cannot be used.
func (c *Crawl) addSeeds(ctx context.Context, group *frontier.Group) (bad []error, err error) {
	asked := map[string]bool{} // hosts: one seed of each is requested whether it is due or not, so that the site counts as crawled and waits again
	for _, s := range c.cfg.Seeds {
		u, err := c.rules.urls.ParseSeed(s)
		if err != nil {
			c.cfg.Log.Warn("seed skipped", "err", err)
			bad = append(bad, fmt.Errorf("seed: %w", err))
			continue
		}
		if c.cfg.Revisits != nil && asked[u.Host()] {
			if due, err := isDue(ctx, c.cfg.Revisits, u); err != nil {
				return nil, err
			} else if !due {
				continue
			}
		}
		asked[u.Host()] = true
		at := c.strategy.PlaceSeed(u)
		group.Add = append(group.Add, frontier.Link{URL: u, Kind: frontier.Seed, Lane: at.Lane, Score: at.Score})
		if !c.revisits.isContinued {
			c.revisits.takeForSeed(u)
		}
	}
	if c.cfg.Revisits == nil || c.revisits.isContinued {
		return bad, nil
	}
	next, err := c.revisits.portion(ctx)
	group.Add = append(group.Add, next...)
	c.revisits.saveState(group.State)
	return bad, err
}

// recordSeed records what came of a visit if it is that of a seed, or of a URL to which a seed was redirected.
func (r *recorder) recordSeed(v *visit) {
	if v.lease.Kind != frontier.Seed || v.ending == abandoned {
		return
	}
	seed := v.lease.URL.String()
	if len(v.lease.Via) > 0 {
		seed = v.lease.Via[0]
	}
	o := seedrecord.Outcome{Last: v.lease.URL.String()}
	switch {
	case v.ending == refused && v.cause == causeFolded: // its folder is in the library
	case v.ending == refused:
		if before, ok := r.seeds.Get(seed); ok && before.Cause != "" {
			return // the failure for which its host was given up says more
		}
		o.Cause, o.Reached = library.Cause(v.cause), !isUnreachable(library.Cause(v.cause))
	case v.row == nil: // it waits again, and was not requested
		return
	case v.row.Outcome == library.Failed, v.row.Outcome == library.Retried, v.row.Outcome == library.Challenged:
		o.Cause, o.Reached = v.row.Cause, v.row.Status > 0
	}
	r.seeds.Set(seed, o)
}

// isUnreachable reports whether a URL was refused because its host cannot, or must not, be connected to.
func isUnreachable(why library.Cause) bool {
	switch why.Class() {
	case string(fetch.Guard), string(host.GivenUp), "dns":
		return true
	}
	return false
}

// concludeSeeds adds the seeds that failed to the result. A crawl that could reach none of its seeds has failed: the next run requests them again.
func (c *Crawl) concludeSeeds(ctx context.Context, result *crawl.Result) error {
	seeds := &c.recorder.seeds
	failed := seeds.Failed()
	for _, o := range failed {
		result.FailedSeeds = append(result.FailedSeeds, crawl.FailedSeed{URL: o.Seed, Cause: o.Cause, Reached: o.Reached})
	}
	if result.State != crawl.Done || !seeds.AllMissed() || result.Stats.Run.Pages+result.Stats.Run.Documents > 0 {
		return nil
	}
	result.State, result.Reason = crawl.Failed, reasonNoSeed
	var urls strings.Builder
	for _, o := range failed {
		urls.WriteString(o.Last + "\n")
	}
	if err := c.cfg.Frontier.Commit(ctx, &frontier.Group{State: map[string][]byte{missedSeedsKey: []byte(urls.String())}}); err != nil {
		return fmt.Errorf("frontier: %w", err)
	}
	return nil
}

// addMissedSeeds adds the seeds that the run before could not reach to a group, with which they wait again.
func (c *Crawl) addMissedSeeds(ctx context.Context, group *frontier.Group) error {
	missed, err := c.cfg.Frontier.State(ctx, missedSeedsKey)
	if err != nil {
		return fmt.Errorf("frontier: %w", err)
	}
	if len(missed) == 0 {
		return nil
	}
	for s := range strings.FieldsSeq(string(missed)) {
		if u, err := c.rules.urls.Parse(s); err == nil { // the rules of URLs may have changed
			at := c.strategy.PlaceSeed(u)
			l := frontier.Link{URL: u, Kind: frontier.Seed, Lane: at.Lane, Score: at.Score}
			group.Requeue, group.Add = append(group.Requeue, l), append(group.Add, l) // the one is for what failed, the other for what was refused
		}
	}
	group.State[missedSeedsKey] = []byte{}
	return nil
}
