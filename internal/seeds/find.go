package seeds

import (
	"context"
	"strings"
	"sync"

	"sluice/internal/seeds/answer"
)

// Outcome is what an engine gave in a search, over all phrases.
type Outcome struct {
	Engine    string `json:"engine"`
	Pages     int    `json:"pages"`     // answers
	Cached    int    `json:"cached"`    // of these, asked for in an earlier search
	Results   int    `json:"results"`   // organic ones, with repeats
	Sponsored int    `json:"sponsored"` // left out
	Sites     int    `json:"sites"`
	Shared    int    `json:"shared"` // sites that another engine gave, too
	Alone     int    `json:"alone"`  // sites that no other engine gave
	New       int    `json:"new"`    // sites that the library does not know
	Error     string `json:"error,omitempty"`
	Note      string `json:"note,omitempty"`
}

// hit is a result with the engine, the phrase and the place at which it was found.
type hit struct {
	answer.Result
	phrase string
	rank   int // from 1, in the list of its phrase
}

// asked is what one engine gave.
type asked struct {
	Outcome
	hits  []hit
	notes int // in Note
}

// maxNotes is the most notes of an engine that are kept.
const maxNotes = 5

// Find asks all engines, each for one phrase after the other, and merges what they give. The error is that of a search that was cancelled; what was
// found before is returned, too.
func Find(ctx context.Context, o Options) (*Found, error) {
	var all []*asked
	var wait sync.WaitGroup
	var turn sync.Mutex // of OnPage
	notify := func(engine, phrase string, p *Page) {
		if o.OnPage != nil {
			turn.Lock()
			defer turn.Unlock()
			o.OnPage(engine, phrase, p)
		}
	}
	begin := func(e Engine, phrases []string) {
		a := &asked{Outcome: Outcome{Engine: e.Name()}}
		all = append(all, a)
		wait.Go(func() { a.ask(ctx, e, phrases, o.MaxPages, notify) })
	}
	for _, e := range o.Engines {
		begin(e, o.Phrases)
	}
	for _, e := range o.Lists {
		begin(e, []string{""})
	}
	wait.Wait()
	return merge(all), context.Cause(ctx)
}

// maxFailures is the number of phrases in a row that an engine may fail at, before it is asked for no other.
const maxFailures = 2

// ask asks an engine for phrases. The report has its first error.
func (a *asked) ask(ctx context.Context, e Engine, phrases []string, maxPages int, notify func(engine, phrase string, p *Page)) {
	failures := 0
	for _, phrase := range phrases {
		if failures == maxFailures || ctx.Err() != nil {
			return
		}
		if err := a.askPhrase(ctx, e, phrase, maxPages, notify); err == nil {
			failures = 0
			continue
		} else if a.Error == "" {
			a.Error = err.Error()
		}
		failures++
	}
}

// askPhrase asks an engine for one phrase. What came before an error counts.
func (a *asked) askPhrase(ctx context.Context, e Engine, phrase string, maxPages int, notify func(engine, phrase string, p *Page)) error {
	pages, rank := 0, 0
	for page, err := range e.Search(ctx, phrase) {
		if err != nil {
			return err
		}
		pages++
		a.add(&page, phrase, &rank)
		notify(a.Engine, phrase, &page)
		if pages == maxPages || len(a.hits) >= maxResults {
			return nil
		}
	}
	return nil
}

// add adds a page of results.
func (a *asked) add(p *Page, phrase string, rank *int) {
	a.Pages++
	if p.Cached {
		a.Cached++
	}
	a.Sponsored += p.Sponsored
	a.Results += len(p.Results)
	if p.Note != "" && a.notes < maxNotes && !strings.Contains(a.Note, p.Note) {
		if a.Note != "" {
			a.Note += "; "
		}
		a.Note += p.Note
		a.notes++
	}
	for _, r := range p.Results {
		*rank++
		a.hits = append(a.hits, hit{r, phrase, *rank})
	}
}
