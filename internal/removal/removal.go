// Package removal removes URLs and documents from a library, at the wish of their owners, and keeps them out.
//
// What a removal concerns is deleted from catalogue, documents and index, and overwritten in the archive. The order makes it safe to
// interrupt: first other URLs get bodies of their own that they shared with what goes, then archive and index are erased, and last the
// rows, which say where everything is. At the end index, catalogue and frontier are written again without the text that was deleted. The pattern itself
// stays in the catalogue, so that no crawl fetches it again.
//
// The catalogue is read through interfaces, and package repository changes it. Only where other URLs get bodies of their own are archive
// and catalogue opened here to write, through package stores, because most removals write no record.
package removal

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"sluice/internal/archive"
	"sluice/internal/capture"
	"sluice/internal/catalogue"
	"sluice/internal/collection"
	"sluice/internal/folder"
	"sluice/internal/intake"
	"sluice/internal/query"
	"sluice/library"
	"sluice/weburl"
)

const maxLosses = 20

// Library are the parts of a library that a removal changes.
type Library struct {
	Dir        folder.Dir
	Catalogue  Catalogue
	Documents  Documents
	Removals   Removals
	Captures   capture.Captures
	Repository Repository
	Index      Index
	Collection Collection
	Bodies     Bodies

	// EraseLinks erases the URLs that match from the frontier.
	EraseLinks func(ctx context.Context, matches func(url string) bool) error

	// Progress, if it is not nil, is called when a step begins, and from time to time while one runs, with what has been removed so far.
	Progress func(step Step, removed library.Removal)
}

// Catalogue has the queries of a removal to the catalogue. The Repository deletes the rows. The suite Removal in catalogtest holds the contract of this
// interface, of Documents and of Removals.
type Catalogue interface {
	capture.Progress
	// Site returns what was learned about a host, such as the names of its default pages.
	Site(ctx context.Context, host string) (catalogue.Site, bool, error)
}

// Documents are the catalogue's documents.
type Documents interface {
	// Get returns a document with its locations; false when it was never filed.
	Get(ctx context.Context, sha256 string) (library.Document, bool, error)
	// Identify returns the documents that a person may mean by a hash, its first digits, a URL or a name.
	Identify(ctx context.Context, name string) (hashes []string, err error)
}

// Removals finds what a pattern concerns.
type Removals interface {
	// URLs yields the URLs that a pattern concerns, with all their answers and documents.
	URLs(ctx context.Context, pattern string) iter.Seq2[catalogue.RemovedURL, error]
	// Origins returns the origins that a pattern concerns and whose robots.txt is kept.
	Origins(ctx context.Context, pattern string) ([]string, error)
	// Sharing yields the answers of other URLs with a body that is removed too, those of one body in a row, the earliest first.
	Sharing(ctx context.Context, pattern string) iter.Seq2[catalogue.Capture, error]
	// Mentioning returns the answers of URLs that stay and may have been found on a URL that a pattern concerns.
	Mentioning(ctx context.Context, pattern string) ([]catalogue.Capture, error)
	// All returns the removals in force.
	All(ctx context.Context) ([]catalogue.Removal, error)
	// Compact erases what was deleted from the file.
	Compact(ctx context.Context) error
}

// Repository records removals, and deletes rows and files of what they concern.
type Repository interface {
	Remove(ctx context.Context, pattern, reason string) error
	Allow(ctx context.Context, pattern string) error
	// DeleteRemains deletes temporary files and files of removed documents, and returns the hashes of files that were stored and not filed,
	// as a crash leaves them.
	DeleteRemains(ctx context.Context) (unfiled map[string]bool, err error)
	// DeleteUnfiled deletes such a file, with what was made of it.
	DeleteUnfiled(ctx context.Context, sha256 string) error
}

// Index is the full-text index.
type Index interface {
	Delete(ctx context.Context, keys ...string) error
	Tidy(ctx context.Context) error
}

// Collection describes documents again that lose a URL.
type Collection interface {
	Redescribe(ctx context.Context, hashes ...string) error
	Refresh(ctx context.Context) error
}

// Bodies reads records of the archive.
type Bodies interface {
	Record(ctx context.Context, url, sha256 string) (*archive.Record, error)
}

// Remove removes a URL, all URLs that begin with one, or a host from the library; see [query.Pattern] for the forms. A document may also be
// named by its hash, or at least eight digits of that, and goes with all URLs where it was found; one that a person added also by its path.
// What is not in the library is kept out of it all the same. The caller holds the lock of the library. If a removal is interrupted, the
// same call continues with it.
func (l *Library) Remove(ctx context.Context, what, reason string) (removed library.Removal, err error) {
	sum, err := l.hash(ctx, what)
	if err != nil {
		return removed, err
	}
	patterns, err := l.patterns(ctx, what, sum)
	if err != nil {
		return removed, err
	}
	if removed.Repeated, err = l.isRemoved(ctx, patterns); err != nil {
		return removed, err
	}
	if err := l.cutTail(ctx); err != nil {
		return removed, err
	}
	unfiled, err := l.Repository.DeleteRemains(ctx)
	if err != nil {
		return removed, err
	}
	for _, pattern := range patterns {
		if err := l.remove(ctx, pattern, reason, unfiled, &removed); err != nil {
			return removed, err
		}
	}
	if err := l.Collection.Refresh(ctx); err != nil {
		return removed, err
	}
	return removed, l.eraseDeleted(ctx, &removed)
}

// isRemoved reports whether all patterns are removed already.
func (l *Library) isRemoved(ctx context.Context, patterns []string) (bool, error) {
	all, err := l.Removals.All(ctx)
	if err != nil {
		return false, err
	}
	for _, text := range patterns {
		pattern, err := query.ParsePattern(text)
		if err != nil {
			return false, err
		}
		if !slices.ContainsFunc(all, func(r catalogue.Removal) bool { return r.Pattern == pattern }) {
			return false, nil
		}
	}
	return true, nil
}

// eraseDeleted erases from index, catalogue and frontier what was deleted: their files keep it otherwise. It is done once for all patterns, and also if
// nothing was found, since a removal that was interrupted may have deleted the rows. From the frontier it erases what matches any removal: a document that is
// named by its hash again has lost the URLs that were its patterns. Another process that reads the catalogue keeps only its log from being erased.
func (l *Library) eraseDeleted(ctx context.Context, removed *library.Removal) error {
	if err := l.begin(ctx, WriteIndex, removed); err != nil {
		return err
	}
	if err := l.Index.Tidy(ctx); err != nil {
		return err
	}
	if err := l.begin(ctx, WriteCatalogue, removed); err != nil {
		return err
	}
	busy := l.Removals.Compact(ctx)
	if busy != nil && !errors.Is(busy, catalogue.ErrBusy) {
		return busy
	}
	if err := l.begin(ctx, EraseFrontier, removed); err != nil {
		return errors.Join(busy, err)
	}
	all, err := l.Removals.All(ctx)
	if err != nil {
		return errors.Join(busy, err)
	}
	patterns := make([]query.Pattern, len(all))
	for i, r := range all {
		patterns[i] = r.Pattern
	}
	out := query.NewMatcher(patterns...)
	return errors.Join(busy, l.EraseLinks(ctx, func(url string) bool {
		_, is := out.Match(url)
		return is
	}))
}

// patterns returns the patterns of what a person names, given the hash of the document that it names by a hash.
func (l *Library) patterns(ctx context.Context, what, sum string) ([]string, error) {
	if sum != "" {
		return l.locations(ctx, sum)
	}
	added, err := l.isAdded(ctx, what)
	if err != nil {
		return nil, err
	}
	if !added {
		return l.withFolder(ctx, what)
	}
	address, err := intake.FileURL(what)
	return []string{address}, err
}

// hash returns the hash of a document that is named by its hash or the first digits of it, and "" for any other name.
func (l *Library) hash(ctx context.Context, what string) (sum string, err error) {
	what = strings.ToLower(strings.TrimSpace(what))
	if len(what) < 8 || len(what) > 64 || strings.Trim(what, "0123456789abcdef") != "" {
		return "", nil
	}
	d, err := collection.Find(ctx, l.Documents, what)
	if errors.Is(err, collection.ErrNoDocument) && len(what) == 64 {
		return what, nil
	}
	return d.SHA256, err
}

// locations returns the patterns that remove a document: the URLs where it was found, and last its hash, so that it stays out wherever it
// comes from.
func (l *Library) locations(ctx context.Context, sum string) (patterns []string, err error) {
	d, _, err := l.Documents.Get(ctx, sum)
	for _, at := range d.Locations {
		patterns = append(patterns, at.URL)
	}
	return append(patterns, string(query.HashPattern(sum))), err
}

// isAdded reports whether a path names a file that a person added, or may add.
func (l *Library) isAdded(ctx context.Context, path string) (bool, error) {
	if strings.Contains(path, "://") {
		return false, nil
	}
	address, err := intake.FileURL(path)
	if err != nil {
		return false, nil
	}
	sums, err := l.Documents.Identify(ctx, address)
	if err != nil {
		return false, err
	}
	if len(sums) == 0 && strings.ContainsRune(path, filepath.Separator) { // it may be removed before it is added
		_, err := os.Stat(path)
		if errors.Is(err, os.ErrNotExist) {
			return false, nil
		}
		return err == nil, err
	}
	return len(sums) > 0, nil
}

// withFolder returns a URL and, if it is that of a default page, the folder that has the same page on its site.
func (l *Library) withFolder(ctx context.Context, what string) ([]string, error) {
	u, err := weburl.Parse(what)
	folder, ok := u.DefaultPage()
	if err != nil || !ok {
		return []string{what}, nil
	}
	site, _, err := l.Catalogue.Site(ctx, u.Host())
	if name := strings.TrimPrefix(u.String(), folder.String()); !slices.Contains(strings.Fields(site.Fold), strings.ToLower(name)) {
		return []string{what}, err
	}
	return []string{what, folder.String()}, err
}

// remove removes what matches a pattern. It may be interrupted and called again. unfiled are the hashes of files without a row.
func (l *Library) remove(ctx context.Context, pattern, reason string, unfiled map[string]bool, removed *library.Removal) error {
	if err := l.begin(ctx, CopyBodies, removed); err != nil {
		return err
	}
	if err := l.keepShared(ctx, pattern); err != nil {
		return err
	}
	if err := l.begin(ctx, EraseArchive, removed); err != nil {
		return err
	}
	mark, err := l.Catalogue.LastMark(ctx)
	if err != nil {
		return err
	}
	e := &eraser{lib: l, end: archive.Position{File: mark.File, Offset: mark.Offset}, unfiled: unfiled, left: map[string]bool{}, removed: removed}
	if err := e.matching(ctx, pattern); err != nil {
		return err
	}
	if err := l.begin(ctx, DeleteRows, removed); err != nil {
		return err
	}
	for sum := range e.left {
		if err := l.Repository.DeleteUnfiled(ctx, sum); err != nil {
			return err
		}
	}
	if err := l.Repository.Remove(ctx, pattern, reason); err != nil { // last: it deletes the rows that say where everything is
		return err
	}
	// The rows are gone that say which documents these are, so this is not interrupted.
	return l.Collection.Redescribe(context.WithoutCancel(ctx), e.shared...)
}

const erasedAtOnce = 200

// eraser deletes answers from archive and index.
type eraser struct {
	lib     *Library
	end     archive.Position
	at      []archive.Location // to erase
	urls    []string           // to delete from the index
	shared  []string           // hashes of documents that were found at the URLs
	unfiled map[string]bool    // hashes of files without a row
	left    map[string]bool    // those of them that are bodies of the URLs
	removed *library.Removal
}

// matching erases the answers of the URLs that a pattern matches.
func (e *eraser) matching(ctx context.Context, pattern string) error {
	for t, err := range e.lib.Removals.URLs(ctx, pattern) {
		if err != nil {
			return err
		}
		e.removed.URLs++
		e.urls, e.shared = append(e.urls, t.URL), append(e.shared, t.Documents...)
		for _, capture := range t.Captures {
			e.at = append(e.at, placeOf(capture))
			if e.unfiled[capture.SHA256] {
				e.left[capture.SHA256] = true
			}
		}
		if len(e.at) >= erasedAtOnce {
			if err := e.erase(ctx); err != nil {
				return err
			}
			if err := e.lib.begin(ctx, EraseArchive, e.removed); err != nil {
				return err
			}
		}
	}
	if err := e.erase(ctx); err != nil {
		return err
	}
	if err := e.origins(ctx, pattern); err != nil {
		return err
	}
	return e.unlisted(ctx, pattern)
}

// origins erases from the records of other URLs that they were found on the URLs that a pattern matches.
func (e *eraser) origins(ctx context.Context, pattern string) error {
	matches, err := query.URLMatcher(pattern)
	if err != nil {
		return err
	}
	captures, err := e.lib.Removals.Mentioning(ctx, pattern)
	if err != nil {
		return err
	}
	at := make([]archive.Location, len(captures))
	for i, c := range captures {
		at[i] = placeOf(c)
	}
	return archive.EraseOrigins(ctx, e.lib.Dir.Archive(), e.end, matches, at...)
}

// unlisted erases what the archive has and the catalogue does not list: robots.txt, and where the catalogue names no end of the archive, the
// responses that a crawl stored before it was killed in its first group. All of the archive is read.
func (e *eraser) unlisted(ctx context.Context, pattern string) error {
	origins, err := e.lib.Removals.Origins(ctx, pattern)
	if err != nil || len(origins) == 0 && e.end != (archive.Position{}) {
		return err
	}
	if err := e.lib.begin(ctx, SearchRobots, e.removed); err != nil {
		return err
	}
	concerns, err := query.URLMatcher(pattern)
	if err != nil {
		return err
	}
	files, missing, err := capture.Files(ctx, e.lib.Dir, e.lib.Catalogue, e.lib.Captures)
	if err == nil && e.end == (archive.Position{}) {
		files, err = e.allFiles(ctx)
	}
	if err != nil {
		return err
	}
	for _, name := range missing { // a robots.txt may be in it
		e.lose(fmt.Errorf("erase robots.txt: %s: %w", name, fs.ErrNotExist))
	}
	for _, f := range files {
		dir, name := filepath.Split(f.Path)
		err := archive.Walk(ctx, dir, name, f.Size, func(rec *archive.Record, err error) bool {
			if err == nil && (rec.Type == "response" || rec.Type == "revisit") && concerns(rec.URL) {
				e.locate(ctx, rec)
			}
			return ctx.Err() == nil
		})
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err != nil {
			e.lose(err)
		}
		if err := e.erase(ctx); err != nil {
			return err
		}
	}
	return nil
}

// allFiles returns all files of the archive. Where the catalogue names no end, each counts to its own end.
func (e *eraser) allFiles(ctx context.Context) (files []capture.File, err error) {
	dir := e.lib.Dir.Archive()
	names, err := archive.Files(ctx, dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	for _, name := range names {
		info, err := os.Stat(filepath.Join(dir, name))
		if err != nil {
			return nil, err
		}
		files = append(files, capture.File{Path: filepath.Join(dir, name), Size: info.Size()})
	}
	return files, err
}

// locate notes the place of a record that is to be erased. One that is damaged, or shares a gzip member with others, is lost. Any other error
// is of the file, and [archive.Walk] returns it.
func (e *eraser) locate(ctx context.Context, rec *archive.Record) {
	at, err := rec.Location(ctx)
	_, damaged := errors.AsType[*archive.DamageError](err)
	switch {
	case err == nil:
		e.at = append(e.at, at)
	case damaged || errors.Is(err, archive.ErrShared):
		e.lose(err)
	}
}

// erase erases the records that have been collected, and then their URLs in the index.
func (e *eraser) erase(ctx context.Context) error {
	erased, err := archive.Erase(ctx, e.lib.Dir.Archive(), e.end, e.at...)
	for _, one := range erased {
		e.count(one)
	}
	if err == nil {
		err = e.lib.Index.Delete(ctx, e.urls...)
	}
	e.at, e.urls = e.at[:0], e.urls[:0]
	return err
}

// count counts an erased exchange.
func (e *eraser) count(one archive.Erased) {
	if one.Lost == nil {
		e.removed.Answers++
		e.removed.Bytes += one.Bytes
		return
	}
	e.lose(one.Lost)
}

// lose counts an exchange that could not be found, and keeps the first causes.
func (e *eraser) lose(why error) {
	if e.removed.Lost++; len(e.removed.Losses) < maxLosses {
		e.removed.Losses = append(e.removed.Losses, why)
	}
}

// Allow ends a removal, which has the name that [Library.Remove] was called with: what it concerned may be fetched again. For a document that
// was removed by its hash, its URLs are allowed one by one, too.
func (l *Library) Allow(ctx context.Context, what string) error {
	sum, err := l.hash(ctx, what)
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
	return l.Repository.Allow(ctx, what)
}
