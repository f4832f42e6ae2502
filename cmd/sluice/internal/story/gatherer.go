package story

import (
	"context"
	"errors"
	"fmt"
	"net/url"

	"sluice/internal/capture"
	"sluice/internal/catalogue"
	"sluice/internal/frontier"
	"sluice/internal/wiring"
	"sluice/internal/wiring/monitor"
	"sluice/library"
	"sluice/weburl"
)

// ErrUnknown says that a library has never found a URL.
var ErrUnknown = errors.New("not in this library")

// A Catalogue has what is known of fetched URLs and of documents.
type Catalogue interface {
	Removed(ctx context.Context, url string) (catalogue.Removal, bool, error)
	Show(ctx context.Context, url string) (*catalogue.Details, bool, error)
	ShowDocument(ctx context.Context, sha256 string) (*catalogue.Details, bool, error)
	ShortHash(ctx context.Context, sha256 string) (string, error)
}

// gatherer reads a story from its two sources.
type gatherer struct {
	lib *wiring.Library
	cat Catalogue
}

// Of returns the story of a URL, or of a document by its path, hash or name. The error is
// [ErrUnknown] if what is a URL that the library has never found, and
// [wiring.ErrNoDocument] if it cannot be a URL and names no document.
func Of(ctx context.Context, lib *wiring.Library, cat Catalogue, what string) (*Story, error) {
	g := gatherer{lib, cat}
	if at, err := url.Parse(what); err == nil && (at.Scheme == "http" || at.Scheme == "https") {
		return g.url(ctx, what)
	}
	d, err := lib.Find(ctx, what)
	if err == nil {
		return g.document(ctx, &d)
	}
	if _, notURL := capture.Forms(what); notURL != nil || !errors.Is(err, wiring.ErrNoDocument) {
		return nil, err
	}
	return g.url(ctx, what)
}

// url gathers what is known of a URL.
func (g gatherer) url(ctx context.Context, url string) (*Story, error) {
	forms, err := capture.Forms(url)
	if err != nil {
		return nil, err
	}
	for _, form := range forms {
		if r, removed, err := g.cat.Removed(ctx, form); err != nil || removed {
			return &Story{URL: form, State: Removed, Cause: r.Reason, Removed: r.At, documentOnly: true}, err
		}
	}
	// Without a readable frontier the catalogue still has the story, so this error counts only
	// if the catalogue knows nothing.
	known, unknown := monitor.Known(ctx, g.lib, url)
	u, err := weburl.Parse(forms[0])
	if err != nil {
		return nil, err
	}
	s := &Story{URL: forms[0], Level: u.Level(), Cause: known.Cause, Parent: known.Parent, Depth: known.Depth}
	for _, form := range forms {
		rows, ok, err := g.cat.Show(ctx, form)
		if err != nil {
			return nil, err
		}
		if ok {
			s.fill(rows)
			s.setState(known.State)
			return s, g.addFiles(ctx, s.Stored)
		}
	}
	if unknown != nil {
		return nil, unknown
	}
	if known.State == frontier.New {
		return nil, fmt.Errorf("%s: %w", url, ErrUnknown)
	}
	s.setState(known.State)
	return s, g.addPath(ctx, s)
}

// addPath fills in the path to a URL that was not fetched: that of the page on which it was found.
func (g gatherer) addPath(ctx context.Context, s *Story) error {
	if s.Parent == "" {
		return nil
	}
	parent, ok, err := g.cat.Show(ctx, s.Parent)
	if err != nil {
		return err
	}
	if ok {
		s.Path = parent.Path
	}
	s.Path = append(s.Path, s.Parent)
	return nil
}

// document gathers what is known of a document, and of its original URL if that still has it.
func (g gatherer) document(ctx context.Context, d *library.Document) (*Story, error) {
	s := &Story{State: State(d.State), Title: d.Get("title"), Type: d.Type, Document: true, Language: d.Language, Relevance: d.Relevance, Size: d.Size, SHA256: d.SHA256, documentOnly: true}
	if len(d.Locations) > 0 {
		original := &d.Locations[0]
		rows, ok, err := g.cat.Show(ctx, original.URL)
		if err != nil {
			return nil, err
		}
		if ok && rows.Document != nil && rows.Document.SHA256 == d.SHA256 {
			return g.url(ctx, original.URL)
		}
		s.URL, s.State = original.URL, Fetched
		if original.Added {
			s.State = Added
		}
	}
	rows, _, err := g.cat.ShowDocument(ctx, d.SHA256)
	if err != nil {
		return nil, err
	}
	s.Stored = documentOf(rows)
	return s, g.addFiles(ctx, s.Stored)
}

// addFiles fills in the paths of a document's files, and the short hashes of the documents that it names.
func (g gatherer) addFiles(ctx context.Context, d *document) error {
	if d == nil {
		return nil
	}
	paths, err := g.lib.Files(ctx, d.sum)
	if err != nil {
		return err
	}
	d.Files = files(paths)
	return g.addShortHashes(ctx, d)
}

// addShortHashes fills in the short hashes of the documents that a document names.
func (g gatherer) addShortHashes(ctx context.Context, d *document) (err error) {
	sums := []string{d.ReplacedBy}
	for _, v := range d.Versions {
		sums = append(sums, v.SHA256)
	}
	for _, c := range d.CitedBy {
		sums = append(sums, c.SHA256)
	}
	d.short = map[string]string{}
	for _, sum := range sums {
		if d.short[sum], err = g.cat.ShortHash(ctx, sum); err != nil {
			return err
		}
	}
	return nil
}
