// Package example reads texts that are examples of a topic: files, pages and documents of a library, and pages that have to be fetched.
//
// [Open] a source, and [Source.Read] texts by their names. [Source.Search] finds those of the library that have some words, and [Source.Background]
// says how common words are in it.
package example

import (
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

	"sluice/cmd/sluice/internal/infile"
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

// Text is an example.
type Text struct {
	Name   string // its URL or file
	Fields []vector.Field
}

// Fields returns the fields of texts.
func Fields(texts []Text) (all [][]vector.Field) {
	for _, t := range texts {
		all = append(all, t.Fields)
	}
	return all
}

// Source reads texts: files, what a library has, and what has to be fetched.
type Source struct {
	dir      string
	options  Options
	lib      *wiring.Library  // nil: there is none
	contents *wiring.Contents // of lib
	known    map[string][]vector.Field
}

// Options are how a [Source] fetches, and where it says so.
type Options struct {
	// Config returns the configuration with which single pages are fetched.
	Config func(ctx context.Context, dir string) (crawl.Config, error)
	Notes  io.Writer // what is being fetched
	Err    io.Writer // which texts are left out, and why
}

// Open opens the library in a folder to read from, if there is one.
func Open(ctx context.Context, dir string, o Options) (*Source, error) {
	s := &Source{dir: dir, options: o, known: map[string][]vector.Field{}}
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

// Close closes the library. It was only read, so that an error changes nothing.
func (s *Source) Close() {
	if s.lib != nil {
		s.lib.Close()
	}
}

// leastRelevance is the relevance to the words alone from which on a text teaches further terms.
const leastRelevance = 0.25

// Search returns the n pages and documents of the library that are the most relevant to a topic of words, of those that a search for these finds.
func (s *Source) Search(ctx context.Context, d topic.Definition, n int) ([]Text, error) {
	if s.lib == nil || n == 0 {
		return nil, nil
	}
	t, err := topic.New(d, nil)
	if err != nil {
		return nil, err
	}
	query := strings.Join(slices.Collect(text.Words(d.Classes[0].Words)), " ") // no word is an operator
	type hit struct {
		Text
		relevance float64
	}
	var hits []hit
	for _, kind := range []search.Kind{search.Documents, search.Pages} {
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
				hits = append(hits, hit{Text{h.URL, fields}, x})
			}
		}
	}
	slices.SortStableFunc(hits, func(a, b hit) int { return cmp.Compare(b.relevance, a.relevance) })
	var best []Text
	for _, h := range hits[:min(n, len(hits))] {
		best = append(best, h.Text)
	}
	return best, nil
}

// sampled is how many pages, and how many documents, of the library are the background.
const sampled = 200

// Background returns how frequent terms of a language (ISO 639-1) are in the library; nil without one. "" is English.
func (s *Source) Background(ctx context.Context, language string) (*topic.Background, error) {
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
			b.Add(language, fields...)
		}
	}
	q.Where = "state = accepted"
	for d, err := range s.lib.Documents(ctx, q) {
		if err != nil {
			return nil, err
		}
		if fields, err := s.contents.Fields(ctx, d.SHA256); err == nil {
			b.Add(language, fields...)
		}
	}
	return &b, nil
}

// Read returns the texts of examples, by their names. One that cannot be read is named and left out.
func (s *Source) Read(ctx context.Context, names []string) ([]Text, error) {
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
			fmt.Fprintf(s.options.Err, "%s: %s; left out\n", screen.Escape(name), screen.Escape(err.Error()))
		case fields == nil:
			missing = append(missing, name)
		default:
			s.known[name] = fields
		}
	}
	if err := s.fetch(ctx, missing); err != nil {
		return nil, err
	}
	var all []Text
	for _, name := range names {
		if fields := s.known[name]; fields != nil {
			all = append(all, Text{name, fields})
		}
	}
	if len(names) > 0 && len(all) == 0 {
		return nil, fmt.Errorf("read %s: none has a text, for the reasons above", screen.Counted(int64(len(names)), "example"))
	}
	return all, nil
}

// local returns the text of a file, or of what the library has; nil for a URL that it lacks.
func (s *Source) local(ctx context.Context, name string) ([]vector.Field, error) {
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
		b, err := infile.Read(name, 64<<20)
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
func (s *Source) fetch(ctx context.Context, urls []string) error {
	if len(urls) == 0 {
		return nil
	}
	cfg, err := s.options.Config(ctx, s.dir)
	if err != nil {
		return err
	}
	fmt.Fprintf(s.options.Notes, "Fetching %s that the library does not have.\n", screen.Counted(int64(len(urls)), "page"))
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
		fmt.Fprintf(s.options.Err, "%s: %s; left out\n", screen.Escape(name), screen.Escape(why))
	}
	return nil
}
