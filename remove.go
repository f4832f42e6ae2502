package sluice

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"sluice/internal/archive"
	"sluice/internal/intake"
	"sluice/internal/lock"
	"sluice/internal/query"
	"sluice/weburl"
)

// A Removed tells what was taken out of a library.
type Removed struct {
	URLs    int
	Answers int      // of the archive that were overwritten
	Bytes   int64    // of them
	Lost    int      // answers that were not found in the archive, as it lacks files or is damaged
	Losses  []error  // the first of them: where, and why
	Aside   []string // stores that a rebuild has replaced and kept, which may tell of it still
}

const lossesTold = 20

// Remove takes a URL, the beginning of URLs, or a host out of catalogue, documents, index and archive, and keeps it out: see
// [catalogue.Removal] for the patterns. A document may also be named by its hash, of which four digits do, and goes with all URLs that had
// it; one that a person added also by its path. What is not there is kept out all the same. No crawl may run meanwhile. Cut off by
// something, it is gone on with by the same call.
func (l *Library) Remove(ctx context.Context, what, reason string) (removed Removed, err error) {
	locked, err := lock.Acquire(ctx, l.dir, lock.Removal)
	if err != nil {
		return removed, err
	}
	defer func() { err = errors.Join(err, locked.Release()) }()
	c, err := l.Collection(ctx, nil)
	if err != nil {
		return removed, err
	}
	defer func() { err = errors.Join(err, c.Close()) }()
	sum, err := c.named(ctx, what)
	if err != nil {
		return removed, err
	}
	patterns := []string{what}
	switch {
	case sum != "":
		patterns, err = c.places(ctx, sum)
	case c.isAdded(ctx, what):
		patterns[0], err = intake.FileURL(what)
	default:
		patterns, err = c.folded(what)
	}
	if err != nil {
		return removed, err
	}
	if removed.Aside, err = l.aside(); err != nil {
		return removed, err
	}
	for _, pattern := range patterns {
		if err := c.remove(ctx, pattern, reason, &removed); err != nil {
			return removed, err
		}
	}
	if err := c.intake.Refresh(ctx); err != nil {
		return removed, err
	}
	return removed, c.Index.Tidy(ctx) // which keeps traces of what was deleted
}

// named gives the hash of the document that is named by it; empty when what is named is none.
func (c *Collection) named(ctx context.Context, what string) (sum string, err error) {
	what = strings.ToLower(strings.TrimSpace(what))
	if len(what) < 8 || len(what) > 64 || strings.Trim(what, "0123456789abcdef") != "" {
		return "", nil
	}
	d, err := c.Find(ctx, what)
	if errors.Is(err, ErrNoDocument) && len(what) == 64 {
		return what, nil
	}
	return d.SHA256, err
}

// places gives what removes a document: the URLs that have it or had it, and last its hash, so that it stays out wherever it comes from.
func (c *Collection) places(ctx context.Context, sum string) (patterns []string, err error) {
	d, _, err := c.Catalogue.Documents.Get(ctx, sum)
	for _, l := range d.Locations {
		patterns = append(patterns, l.URL)
	}
	return append(patterns, string(query.HashPattern(sum))), err
}

// isAdded tells whether a path names a file that a person added.
func (c *Collection) isAdded(ctx context.Context, path string) bool {
	if strings.Contains(path, "://") {
		return false
	}
	address, err := intake.FileURL(path)
	if err != nil {
		return false
	}
	sums, err := c.Catalogue.Documents.Identify(ctx, address)
	if len(sums) == 0 && strings.ContainsRune(path, filepath.Separator) { // it may be to stay out
		_, err := os.Stat(path)
		return err == nil
	}
	return err == nil && len(sums) > 0
}

// folded adds to the URL of a default page the folder that the site has it for.
func (c *Collection) folded(what string) ([]string, error) {
	u, err := weburl.Parse(what)
	folder, ok := u.DefaultPage()
	if err != nil || !ok {
		return []string{what}, nil
	}
	site, _, err := c.Catalogue.Site(context.TODO(), u.Host())
	if name := strings.TrimPrefix(u.String(), folder.String()); !slices.Contains(strings.Fields(site.Fold), strings.ToLower(name)) {
		return []string{what}, err
	}
	return []string{what, folder.String()}, err
}

func (c *Collection) remove(ctx context.Context, pattern, reason string, removed *Removed) error {
	if err := c.inherit(ctx, pattern); err != nil {
		return err
	}
	w, err := c.wiping(removed)
	if err != nil {
		return err
	}
	if err := w.wipe(ctx, pattern); err != nil {
		return err
	}
	if err := c.Repository.Remove(ctx, pattern, reason); err != nil { // last: it forgets where all of it lies
		return err
	}
	return c.tellAnew(ctx, w.shared...)
}

// tellAnew describes documents anew, by what people say and from the places that are left of them.
func (c *Collection) tellAnew(ctx context.Context, sums ...string) error {
	slices.Sort(sums)
	for _, sum := range slices.Compact(sums) {
		d, ok, err := c.Catalogue.Documents.Get(ctx, sum)
		if err != nil {
			return err
		}
		if !ok || len(d.Locations) == 0 || d.Read.IsZero() {
			continue
		}
		if _, err := c.reread(ctx, &d); ctx.Err() != nil {
			return ctx.Err()
		} else if err != nil {
			c.log.Warn("a document could not be described anew", "sha256", sum, "err", err)
		}
	}
	return nil
}

const erasedAtOnce = 200

// wiping takes answers out of archive and index.
type wiping struct {
	c       *Collection
	end     archive.Position
	at      []archive.Location // to be erased
	urls    []string           // to be taken out of the index
	shared  []string           // hashes of documents that stood at what goes
	removed *Removed
}

func (c *Collection) wiping(removed *Removed) (*wiping, error) {
	mark, err := c.Catalogue.LastMark(context.TODO())
	return &wiping{c: c, end: archive.Position{File: mark.File, Offset: mark.Offset}, removed: removed}, err
}

// wipe takes out what a pattern concerns.
func (w *wiping) wipe(ctx context.Context, pattern string) error {
	for t, err := range w.c.Catalogue.Removals.URLs(ctx, pattern) {
		if err != nil {
			return err
		}
		w.removed.URLs++
		w.urls, w.shared = append(w.urls, t.URL), append(w.shared, t.Documents...)
		for _, capture := range t.Captures {
			w.at = append(w.at, placeOf(capture))
		}
		if len(w.at) >= erasedAtOnce {
			if err := w.erase(ctx); err != nil {
				return err
			}
		}
	}
	if err := w.erase(ctx); err != nil {
		return err
	}
	return w.rules(ctx, pattern)
}

// rules takes out robots.txt. The catalogue does not know where the archive has it, so that is read whole.
func (w *wiping) rules(ctx context.Context, pattern string) error {
	origins, err := w.c.Catalogue.Removals.Origins(ctx, pattern)
	if err != nil || len(origins) == 0 {
		return err
	}
	concerns, err := query.URLMatcher(pattern)
	if err != nil {
		return err
	}
	files, _, err := w.c.lib.ArchiveFiles(ctx)
	if err != nil {
		return err
	}
	for _, f := range files {
		dir, name := filepath.Split(f.Path)
		err := archive.Walk(dir, name, f.Size, func(rec *archive.Record, err error) bool {
			if err == nil && (rec.Type == "response" || rec.Type == "revisit") && concerns(rec.URL) {
				if at, err := rec.Location(); err == nil {
					w.at = append(w.at, at)
				}
			}
			return ctx.Err() == nil
		})
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err != nil && !errors.Is(err, os.ErrNotExist) {
			w.removed.lose(err)
		}
		if err := w.erase(ctx); err != nil {
			return err
		}
	}
	return nil
}

func (w *wiping) erase(ctx context.Context) error {
	erased, err := archive.Erase(ctx, w.c.lib.path(archiveName), w.end, w.at...)
	for _, e := range erased {
		w.removed.count(e)
	}
	if err == nil {
		err = w.c.Index.Delete(ctx, w.urls...)
	}
	w.at, w.urls = w.at[:0], w.urls[:0]
	return err
}

func (r *Removed) count(e archive.Erased) {
	if e.Lost == nil {
		r.Answers++
		r.Bytes += e.Bytes
		return
	}
	r.lose(e.Lost)
}

func (r *Removed) lose(why error) {
	if r.Lost++; len(r.Losses) < lossesTold {
		r.Losses = append(r.Losses, why)
	}
}

// Allow ends a removal, which is named as [Library.Remove] took it: what it concerned may be fetched again. A document that was removed by
// its hash is allowed by that, and each of its URLs, too.
func (l *Library) Allow(ctx context.Context, what string) error {
	c, err := l.Collection(ctx, nil)
	if err != nil {
		return err
	}
	defer c.Close()
	sum, err := c.named(ctx, what)
	switch {
	case err != nil:
		return err
	case sum != "":
		what = string(query.HashPattern(sum))
	case !strings.Contains(what, "://") && strings.ContainsRune(what, filepath.Separator):
		if what, err = intake.FileURL(what); err != nil {
			return err
		}
	}
	return c.Repository.Allow(ctx, what)
}
