package crawler

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"

	"sluice/text"
	"sluice/topic"
)

// judging sets the relevance of pages to the topic of the crawl.
type judging struct {
	topic    atomic.Pointer[topic.Topic] // nil: there is none
	repeated func(ctx context.Context, host string) (text.BlockSet, error)

	mu    sync.Mutex
	known map[string]text.BlockSet // what hosts repeat, as it was when this run met them; at most maxKnownHosts
}

// maxKnownHosts bounds the hosts whose repeated blocks are in memory.
const maxKnownHosts = 4096

func newJudging(cfg *config) *judging {
	j := &judging{repeated: cfg.Repeated, known: map[string]text.BlockSet{}}
	j.topic.Store(cfg.Topic)
	return j
}

// judge sets the relevance of a visit's page, if it has one and there is a topic.
func (j *judging) judge(ctx context.Context, v *visit) error {
	if v.topic = j.topic.Load(); v.topic == nil || v.page == nil {
		return nil
	}
	repeated, err := j.repeatedOn(ctx, v.url.Host())
	if err != nil {
		return err
	}
	x := v.topic.Relevance(topic.Page(v.page, repeated)...)
	v.row.Relevance = &x
	return nil
}

// repeatedOn returns what a host repeats on its pages.
func (j *judging) repeatedOn(ctx context.Context, host string) (text.BlockSet, error) {
	if j.repeated == nil {
		return nil, nil
	}
	j.mu.Lock()
	defer j.mu.Unlock()
	blocks, ok := j.known[host]
	if ok {
		return blocks, nil
	}
	blocks, err := j.repeated(ctx, host)
	if err != nil {
		return nil, fmt.Errorf("catalogue: %w", err)
	}
	if len(j.known) >= maxKnownHosts {
		clear(j.known)
	}
	j.known[host] = blocks
	return blocks, nil
}

// SetTopic makes a topic judge from now on: every page that is recorded after a call by a hook, and no later than those whose reading begins
// after any other call. Pages that were recorded before keep their relevance. The error says why the strategy cannot work with it.
func (c *Crawl) SetTopic(t *topic.Topic) error {
	c.judging.topic.Store(t)
	return c.strategy.SetTopic(t)
}
