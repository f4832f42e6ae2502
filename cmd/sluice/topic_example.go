package main

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"sluice/cmd/sluice/internal/screen"
	"sluice/crawl"
	"sluice/document"
	"sluice/internal/wiring"
	"sluice/library"
	"sluice/page"
	"sluice/search"
	"sluice/text"
	"sluice/text/vector"
	"sluice/topic"
	"sluice/weburl"
)

// example is a text that is about something.
type example struct {
	name   string // its URL or file
	fields []vector.Field
}

// fieldsOf returns the texts of examples.
func fieldsOf(examples []example) (all [][]vector.Field) {
	for _, e := range examples {
		all = append(all, e.fields)
	}
	return all
}

// maxExamples is how many examples one command reads.
const maxExamples = 1000

// examplesOf returns the URLs and files that arguments name, with those of files of bookmarks in their place. A bookmark in a folder named
// bad is bad, whatever flag names its file.
func examplesOf(goodArguments, badArguments []string) (good, bad []string, err error) {
	for i, arguments := range [][]string{goodArguments, badArguments} {
		for _, a := range arguments {
			all, err := bookmarksIn(a)
			if err != nil {
				return nil, nil, err
			}
			if all == nil {
				all = []topic.Bookmark{{URL: a}}
			}
			for _, b := range all {
				if i == 1 || b.IsBad() {
					bad = append(bad, b.URL)
				} else {
					good = append(good, b.URL)
				}
			}
		}
	}
	if len(good)+len(bad) > maxExamples {
		return nil, nil, usagef("%d examples; at most %d are read", len(good)+len(bad), maxExamples)
	}
	for _, e := range good {
		if slices.Contains(bad, e) {
			return nil, nil, usagef("%s is a good and a bad example; name it once", e)
		}
	}
	return good, bad, nil
}

// bookmarksIn returns the bookmarks in a file; nil for a URL and for a file without bookmarks.
func bookmarksIn(name string) ([]topic.Bookmark, error) {
	b, err := readUpTo(name, topic.MaxFile)
	if err != nil || !bytes.Contains(bytes.ToLower(b[:min(len(b), 1024)]), []byte("netscape-bookmark-file")) {
		return nil, nil // who reads it meets the error
	}
	all, err := topic.ReadBookmarks(bytes.NewReader(b))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return all, nil
}

// textSource reads examples: files, what a library has, and what has to be fetched.
type textSource struct {
	dir      string
	lib      *wiring.Library  // nil: there is none
	contents *wiring.Contents // of lib
	known    map[string][]vector.Field
}

// openSource opens the library in a folder to read from, if there is one.
func (c *console) openSource(ctx context.Context, dir string) (*textSource, error) {
	s := &textSource{dir: dir, known: map[string][]vector.Field{}}
	if found, err := wiring.Exists(ctx, dir); !found || err != nil {
		return s, err
	}
	var err error
	if s.lib, err = wiring.Open(dir); err != nil {
		return nil, err
	}
	if s.contents, err = s.lib.Contents(ctx); err != nil {
		return nil, errors.Join(err, s.lib.Close())
	}
	return s, nil
}

// close closes the library. It was only read, so that an error changes nothing.
func (s *textSource) close() {
	if s.lib != nil {
		s.lib.Close()
	}
}

// leastRelevance is the relevance to the words alone from which on a text teaches further terms.
const leastRelevance = 0.25

// search returns the n pages and documents of the library that are the most relevant to words, of those that a search for them finds.
func (s *textSource) search(ctx context.Context, words string, n int) ([]example, error) {
	if s.lib == nil || n == 0 {
		return nil, nil
	}
	d, err := topic.FromWords(words)
	if err != nil {
		return nil, usageError{err}
	}
	t, err := topic.New(d, nil)
	if err != nil {
		return nil, usageError{err}
	}
	type hit struct {
		example
		relevance float64
	}
	var hits []hit
	for _, kind := range []search.Kind{search.Documents, search.Pages} {
		query := strings.Join(slices.Collect(text.Words(words)), " ") // no word is an operator
		found, err := s.lib.Search(ctx, search.Query{Text: query, Kind: kind, Limit: 2 * n})
		if err != nil {
			return nil, err
		}
		for _, h := range found.Hits {
			fields, err := s.contents.Fields(ctx, h.URL)
			if err != nil { // its text is lost
				continue
			}
			if x := t.Relevance(fields...); x >= leastRelevance {
				hits = append(hits, hit{example{h.URL, fields}, x})
			}
		}
	}
	slices.SortStableFunc(hits, func(a, b hit) int { return cmp.Compare(b.relevance, a.relevance) })
	var best []example
	for _, h := range hits[:min(n, len(hits))] {
		best = append(best, h.example)
	}
	return best, nil
}

// sampled is how many pages, and how many documents, of the library are the background.
const sampled = 200

// background returns how frequent terms are in the library; nil without one.
func (s *textSource) background(ctx context.Context) (*topic.Background, error) {
	if s.lib == nil {
		return nil, nil
	}
	var b topic.Background
	q := library.Query{Where: "type = html and outcome = fetched and copy_of = null", Sort: "sha256", Limit: sampled} // at random
	for fetch, err := range s.lib.Pages(ctx, q) {
		if err != nil {
			return nil, err
		}
		if fields, err := s.contents.Fields(ctx, fetch.URL); err == nil {
			b.Add("", fields...)
		}
	}
	q.Where = "state = accepted"
	for d, err := range s.lib.Documents(ctx, q) {
		if err != nil {
			return nil, err
		}
		if fields, err := s.contents.Fields(ctx, d.SHA256); err == nil {
			b.Add("", fields...)
		}
	}
	return &b, nil
}

// read returns the texts of examples. One that cannot be read is named and left out.
func (s *textSource) read(ctx context.Context, c *console, names []string) ([]example, error) {
	var missing []string
	for _, name := range names {
		if s.known[name] != nil {
			continue
		}
		fields, err := s.local(ctx, name)
		switch {
		case ctx.Err() != nil:
			return nil, ctx.Err()
		case err != nil:
			fmt.Fprintf(c.err, "%s: %s; left out\n", screen.Escape(name), screen.Escape(err.Error()))
		case fields == nil:
			missing = append(missing, name)
		default:
			s.known[name] = fields
		}
	}
	if err := s.fetch(ctx, c, missing); err != nil {
		return nil, err
	}
	var all []example
	for _, name := range names {
		if fields := s.known[name]; fields != nil {
			all = append(all, example{name, fields})
		}
	}
	if len(names) > 0 && len(all) == 0 {
		return nil, fmt.Errorf("read %s: none has a text, for the reasons above", screen.Counted(int64(len(names)), "example"))
	}
	return all, nil
}

// local returns the text of a file, or of what the library has; nil for a URL that it lacks.
func (s *textSource) local(ctx context.Context, name string) ([]vector.Field, error) {
	isURL := strings.Contains(name, "://")
	if !isURL {
		if _, err := os.Stat(name); err == nil {
			return fileFields(ctx, name)
		}
	}
	if s.contents != nil {
		if fields, err := s.contents.Fields(ctx, name); err == nil {
			return fields, nil
		}
	}
	if _, err := weburl.ParseSeed(name); err != nil || !isURL {
		return nil, errors.New("neither a file nor a URL that begins with http:// or https://")
	}
	return nil, nil
}

// fileFields returns the text of a file: a page, or a document of any format.
func fileFields(ctx context.Context, name string) ([]vector.Field, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	head, err := io.ReadAll(io.LimitReader(f, 3072))
	if err = errors.Join(err, f.Close()); err != nil {
		return nil, err
	}
	if document.Sniff(head, "", name).Name == "html" {
		b, err := readUpTo(name, 64<<20)
		if err != nil {
			return nil, err
		}
		u, err := weburl.Parse("http://localhost/")
		if err != nil {
			return nil, err
		}
		var parser page.Parser
		p := parser.Parse(b, page.Source{URL: u})
		defer p.Release()
		return topic.Page(p, nil), nil
	}
	tmp, err := os.MkdirTemp("", "sluice-topic-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(tmp)
	reader := document.NewReader(document.Options{TempDir: tmp, Workers: 1})
	d, err := reader.Read(ctx, name, document.Hint{URL: filepath.Base(name)})
	if err = errors.Join(err, reader.Close()); err != nil {
		return nil, err
	}
	return topic.Text(d.Get("title"), d.Text), nil
}

// fetch fetches pages that the library does not have, each once, and no link of theirs. It is polite, and makes no change to the library.
func (s *textSource) fetch(ctx context.Context, c *console, urls []string) error {
	if len(urls) == 0 {
		return nil
	}
	cfg, err := fetchConfig(ctx, s.dir)
	if err != nil {
		return err
	}
	fmt.Fprintf(c.notes, "Fetching %s that the library does not have.\n", screen.Counted(int64(len(urls)), "page"))
	cfg.Seeds, cfg.Scope = urls, crawl.Scope{Kind: crawl.ScopeList, NoForeign: true, NoSitemaps: true}
	cfg.Limits.Pages, cfg.Limits.Time, cfg.Limits.Bytes = 0, 0, 0
	var mu sync.Mutex
	got, failed := map[string][]vector.Field{}, map[string]string{}
	cfg.Hooks.Link = func(weburl.URL, *page.Link) bool { return false }
	cfg.Hooks.Page = func(f *library.Fetch, p *page.Page) {
		mu.Lock()
		defer mu.Unlock()
		fields := topic.Page(p, nil)
		for _, u := range append(slices.Clone(f.Via), f.URL, f.Was) {
			got[u] = fields
		}
	}
	cfg.Hooks.Fetch = func(f *library.Fetch) {
		mu.Lock()
		defer mu.Unlock()
		failed[f.URL] = string(f.Cause)
	}
	running, err := wiring.NewMemoryCrawl(cfg)
	if err != nil {
		return err
	}
	if _, err := running.Run(ctx); err != nil {
		return err
	}
	if ctx.Err() != nil {
		return ctx.Err()
	}
	for _, name := range urls {
		u, err := weburl.ParseSeed(name)
		if err != nil {
			continue
		}
		if fields := got[u.String()]; fields != nil {
			s.known[name] = fields
			continue
		}
		why := failed[u.String()]
		if why == "" {
			why = "not an HTML page; add it to a library with `sluice add`, and name the library with -d"
		}
		fmt.Fprintf(c.err, "%s: %s; left out\n", screen.Escape(name), screen.Escape(why))
	}
	return nil
}
