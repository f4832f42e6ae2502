// Package webtext fetches the texts of single URLs, politely and without following links.
//
// [Fetch] fetches the pages of a list, to learn from them: an [Answer] says by the rules of Chung, "Topic-oriented collaborative web
// crawling" (University of Waterloo, 2001), which of them are texts to learn from ([Answer.Unfit]). [Get] fetches one page or document
// with its bytes.
package webtext

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"

	"sluice/cmd/sluice/internal/corpus"
	"sluice/crawl"
	"sluice/internal/wiring"
	"sluice/learn/classifier"
	"sluice/library"
	"sluice/page"
	"sluice/text"
	"sluice/text/english"
	"sluice/weburl"
)

// Answer is what came of a URL.
type Answer struct {
	URL    string // as it was asked for
	Status int    // HTTP status of the last answer; 0 without one
	Cause  library.Cause
	Text   corpus.Text // of a page
}

// Preclass returns whether the answer can be classified.
func (a *Answer) Preclass() classifier.Preclass {
	return classifier.PreclassOf(a.Status, a.Text.String())
}

// minWords is the number of words up to which a page is no example (section 5.2 of the source).
const minWords = 50

// Unfit returns why an answer is no example to learn from; empty if it is one: a page with a status of 2xx and more than 50 words in
// English.
func (a *Answer) Unfit() string {
	if a.Cause != "" && (a.Status == 0 || a.Status/100 == 2) {
		return "not fetched: " + kindOf(a.Cause)
	}
	if class := a.Preclass(); class == classifier.Empty || class == classifier.Invalid {
		return string(class)
	}
	if a.Text.Type != "html" {
		return "no page in HTML"
	}
	words, all := 0, a.Text.String()
	for range text.Words(all) {
		if words++; words > minWords {
			break
		}
	}
	switch {
	case words <= minWords:
		return fmt.Sprintf("at most %d words", minWords)
	case !english.Is(all):
		return "not in English"
	}
	return ""
}

// kindOf returns the class of a cause, or all of a cause without one, so that causes can be counted.
func kindOf(c library.Cause) string {
	if class := c.Class(); class != "" {
		return class
	}
	return string(c)
}

// single returns the configuration of a crawl that fetches URLs and what they redirect to, and nothing else.
func single(cfg crawl.Config, urls []string) crawl.Config {
	cfg.Seeds, cfg.Documents, cfg.Again = urls, nil, false
	cfg.Scope = crawl.Scope{Kind: crawl.ScopeAny, Rules: cfg.Scope.Rules, NoSitemaps: true}
	cfg.Limits.Pages, cfg.Limits.Time, cfg.Limits.Bytes, cfg.Limits.Depth = 0, 0, 0, 0
	cfg.Hooks = crawl.Hooks{Link: func(_ weburl.URL, l *page.Link) bool { return l.Kind == page.KindRedirect }}
	return cfg
}

// asked returns the URL that led to a fetch, as isAsked knows it.
func asked(f *library.Fetch, isAsked func(string) bool) string {
	for _, url := range slices.Concat(f.Via, []string{f.Was, f.URL}) {
		if isAsked(url) {
			return url
		}
	}
	return ""
}

// answers collects what comes of URLs. The hooks of a crawl are called one at a time.
type answers struct {
	index map[string][]int // of each URL that is awaited, by its canonical form
	use   func(i int, a Answer) error
	urls  []string
	err   error // of use
}

// give ends the wait for a URL.
func (w *answers) give(url string, a Answer) {
	indices := w.index[url]
	delete(w.index, url)
	for _, i := range indices {
		if a.URL = w.urls[i]; w.err == nil {
			w.err = w.use(i, a)
		}
	}
}

// isAsked reports whether a URL is awaited.
func (w *answers) isAsked(url string) bool {
	_, ok := w.index[url]
	return ok
}

// Fetch fetches URLs and calls use with the index of each and its answer, once for each URL, in the order in which answers come. URLs
// that are the same in canonical form are fetched once. An error of use ends it.
func Fetch(ctx context.Context, cfg crawl.Config, urls []string, use func(i int, a Answer) error) error {
	w := &answers{index: map[string][]int{}, use: use, urls: urls}
	var seeds []string
	for i, raw := range urls {
		u, err := weburl.ParseSeed(raw)
		if err != nil {
			if err := use(i, Answer{URL: raw, Cause: "malformed URL"}); err != nil {
				return err
			}
			continue
		}
		url := u.String()
		if !w.isAsked(url) {
			seeds = append(seeds, url)
		}
		w.index[url] = append(w.index[url], i)
	}
	if len(seeds) == 0 {
		return nil
	}
	cfg = single(cfg, seeds)
	var c *wiring.MemoryCrawl
	cfg.Hooks.Page = func(f *library.Fetch, p *page.Page) {
		if url := asked(f, w.isAsked); url != "" && f.Outcome == library.Fetched {
			w.give(url, Answer{Status: f.Status, Text: corpus.Text{Type: f.Type, Fields: corpus.Page(p)}})
		}
	}
	cfg.Hooks.Fetch = func(f *library.Fetch) {
		url := asked(f, w.isAsked)
		if url == "" || f.Outcome == library.Redirected || f.Outcome == library.Retried {
			return
		}
		w.give(url, Answer{Status: f.Status, Cause: f.Cause, Text: corpus.Text{Type: f.Type}})
		if w.err != nil {
			c.Stop("an error of its user")
		}
	}
	c, err := wiring.NewMemoryCrawl(cfg)
	if err != nil {
		return err
	}
	if _, err := c.Run(ctx); err != nil || w.err != nil {
		return errors.Join(w.err, err)
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	for _, url := range seeds { // such as those whose redirect a rule refused
		if w.isAsked(url) {
			w.give(url, Answer{Cause: "refused by a rule"})
		}
	}
	return w.err
}

// Get fetches one URL and calls use with its answer and the bytes of the page or document, nil if there are none. The text of the
// answer has no fields: they are in the bytes.
func Get(ctx context.Context, cfg crawl.Config, url string, use func(a Answer, body io.Reader) error) (err error) {
	dir, err := os.MkdirTemp("", "sluice-classify-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	lib, err := wiring.Open(dir)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, lib.Close()) }()
	var last *library.Fetch
	cfg = single(cfg, []string{url})
	cfg.Storage.Index = crawl.IndexDocuments
	cfg.Hooks.Fetch = func(f *library.Fetch) {
		kept := *f
		last = &kept
	}
	running, err := lib.Crawl(ctx, cfg)
	if err != nil {
		return err
	}
	if _, err := running.Run(ctx); err != nil {
		return err
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	if last == nil {
		return use(Answer{URL: url, Cause: "refused by a rule"}, nil)
	}
	a := Answer{URL: url, Status: last.Status, Cause: last.Cause, Text: corpus.Text{Type: last.Type}}
	body, err := lib.Body(ctx, last.URL)
	if errors.Is(err, wiring.ErrNoBody) {
		return use(a, nil)
	}
	if err != nil {
		return err
	}
	defer body.Close()
	return use(a, body)
}
