package wiring

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"sync"

	"sluice/crawl"
	"sluice/internal/collection"
	"sluice/internal/models"
	"sluice/library"
	"sluice/topic"
)

// feedback expands the topic of a crawl by its first relevant pages, if it is words: once, as soon as there are enough. The expanded topic is
// that of the library, and all that was judged before is judged again while the crawl goes on. After a crash the next run judges what is left.
type feedback struct {
	words    *topic.Topic // nil: the topic is no words, or was expanded
	relevant int          // pages recorded
	enough   int          // of them to try
	isBehind bool         // pages that were recorded may have no relevance

	judging sync.WaitGroup
	mu      sync.Mutex
	err     error // of judging
}

// keepTopic makes the topic of a crawl that of the library. Without one, the crawl has the topic of the library. The same words as before
// mean the topic to which they were expanded.
func (c *Crawl) keepTopic(ctx context.Context, cfg *crawl.Config) error {
	store := models.Store{Dir: c.lib.dir.Models()}
	old, err := store.Topic(ctx)
	if err != nil && cfg.Topic == nil {
		return err
	}
	switch t := cfg.Topic; {
	case t == nil:
		cfg.Topic = old
	case old == nil || t.Model() != nil || old.Model() != nil:
		err = store.SetTopic(ctx, t)
	default:
		is, was := t.Definition(), old.Definition()
		if was.Expands(&is) {
			cfg.Topic = old
		} else if !bytes.Equal(is.Marshal(), was.Marshal()) {
			if !judgeAlike(is, was) {
				c.feedback.isBehind = true
				err = c.stores.Catalogue.Relevances.Clear(ctx) // first: no moment has rows of two topics
			}
			if err == nil {
				err = store.SetTopic(ctx, t)
			}
		}
	}
	if err != nil || cfg.Topic == nil {
		return err
	}
	if d := cfg.Topic.Definition(); d.IsWords() {
		c.feedback.words = cfg.Topic
		first, err := c.stores.Catalogue.Relevances.JudgedPages(ctx, cfg.Topic.Threshold(), math.Inf(1), collection.FirstRelevant)
		if err != nil {
			return err
		}
		c.feedback.relevant, c.feedback.enough = len(first), collection.FirstRelevant
		c.feedback.watch(c, cfg)
	}
	return nil
}

// judgeAlike reports whether two topics differ in nothing but the names of their examples, which judge no page: they change when files are moved.
func judgeAlike(a, b topic.Definition) bool {
	var all [2][]byte
	for i, d := range [...]topic.Definition{a, b} {
		d.Classes = slices.Clone(d.Classes)
		for n := range d.Classes {
			d.Classes[n].Examples = nil
		}
		all[i] = d.Marshal()
	}
	return bytes.Equal(all[0], all[1])
}

// watch expands the topic as soon as enough relevant pages are recorded.
func (f *feedback) watch(c *Crawl, cfg *crawl.Config) {
	next := cfg.Hooks.Fetch
	cfg.Hooks.Fetch = func(fetch *library.Fetch) {
		if f.words != nil && fetch.Relevance != nil && fetch.CopyOf == "" && *fetch.Relevance >= f.words.Threshold() {
			f.relevant++
			f.expand(c)
		}
		if next != nil {
			next(fetch)
		}
	}
}

// expand expands the topic if there are enough relevant pages. The crawl records nothing meanwhile.
func (f *feedback) expand(c *Crawl) {
	if f.words == nil || f.relevant < f.enough {
		return
	}
	t, err := c.documents.ExpandTopic(c.processing, f.words)
	switch {
	case c.processing.Err() != nil:
	case err != nil:
		f.fail(c, fmt.Errorf("expand the topic: %w", err))
	case t == nil:
		f.enough = f.relevant + collection.FirstRelevant // some have the words in a menu
	default:
		f.words = nil
		if err := c.SetTopic(t); err != nil {
			f.fail(c, fmt.Errorf("expand the topic: %w", err))
		}
		f.judgeRest(c)
	}
}

// judgeRest judges what has no relevance, while the crawl goes on.
func (f *feedback) judgeRest(c *Crawl) {
	f.judging.Go(func() {
		if err := c.documents.JudgeRest(c.processing); err != nil && c.processing.Err() == nil {
			f.fail(c, fmt.Errorf("judge by the topic: %w", err))
		}
	})
}

// fail stops the crawl.
func (f *feedback) fail(c *Crawl, err error) {
	f.mu.Lock()
	f.err = errors.Join(f.err, err)
	f.mu.Unlock()
	c.Crawl.Stop(err.Error())
}

// begin does what an earlier run has left. It is called before anything is recorded.
func (f *feedback) begin(c *Crawl) {
	f.expand(c)
	if f.isBehind {
		f.judgeRest(c)
	}
}

// end waits until everything is judged, and returns why not.
func (f *feedback) end() error {
	f.judging.Wait()
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.err
}
