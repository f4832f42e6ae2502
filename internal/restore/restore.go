// Package restore gets files of documents again that are missing, damaged or were deleted from the trash.
//
// A [Restorer] takes the file of a document from the archive or, if the archive does not have it, from the URLs where it was found. What is
// made of a document (its text, its viewing copy, its picture) is made again from the file. Nothing else is changed in the library.
//
// The catalogue is used through interfaces. The one exception is a catalogue in memory, which is made here for the crawl that fetches a
// document and is discarded with it.
package restore

import (
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"net/http"
	"slices"
	"strings"
	"syscall"

	"sluice/crawl"
	"sluice/internal/archive"
	"sluice/internal/capture"
	"sluice/internal/catalogue"
	"sluice/internal/crawler"
	"sluice/internal/fetch"
	"sluice/internal/repository"
	"sluice/library"
)

// Parts are what a Restorer works with.
type Parts struct {
	Documents  Documents
	Stories    Stories
	Repository Repository
	Bodies     Bodies
	Maker      Maker
}

// Documents are the catalogue's documents.
type Documents interface {
	Get(ctx context.Context, sha256 string) (library.Document, bool, error)
}

// Stories returns the fetches of a URL.
type Stories interface {
	Show(ctx context.Context, url string) (*catalogue.Details, bool, error)
}

// Repository has the files.
type Repository interface {
	Verify(ctx context.Context, progress func(repository.Progress)) iter.Seq2[repository.Finding, error]
	ReplaceFile(ctx context.Context, sha256 string, from io.Reader) error
	DeleteStray(ctx context.Context, f repository.Finding) error
}

// Bodies reads bodies out of the archive.
type Bodies interface {
	Body(ctx context.Context, f *catalogue.Fetch) (io.ReadCloser, http.Header, error)
}

// Maker makes what is kept with the file of a document.
type Maker interface {
	ReadText(ctx context.Context, d *library.Document) error
	Picture(ctx context.Context, d *library.Document) error
	Copy(ctx context.Context, d *library.Document) error
}

// A Restorer restores files.
type Restorer struct{ Parts }

// New returns a restorer for a library.
func New(p Parts) *Restorer { return &Restorer{p} }

// Selection is the set of files that are restored.
type Selection struct {
	Documents    map[string]bool // by their hashes, also if their files were deleted from the trash; nil: all but those
	DeleteStrays bool            // delete files that belong to no document; else they are only reported
}

// A Result is what became of one file.
type Result struct {
	repository.Finding
	From string // "the archive", "the document" or a URL
	Err  error  // why the file could not be restored
}

// Restore restores files that are missing or damaged, and calls report with each result. URLs are fetched by the rules of cfg.
func (r *Restorer) Restore(ctx context.Context, cfg crawl.Config, s Selection, report func(Result)) error {
	for sum := range s.Documents {
		from, err := r.Deleted(ctx, cfg, sum)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if from != "" || err != nil {
			report(Result{repository.Finding{Fault: repository.Missing, What: "document", SHA256: sum}, from, err})
		}
	}
	for f, err := range r.Repository.Verify(ctx, nil) {
		if err != nil {
			return err
		}
		if s.Documents != nil && (f.Fault == repository.Stray || !s.Documents[f.SHA256]) {
			continue
		}
		from := ""
		switch {
		case f.Fault != repository.Stray:
			from, err = r.finding(ctx, cfg, f)
		case s.DeleteStrays:
			err = r.Repository.DeleteStray(ctx, f)
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
		report(Result{f, from, err})
	}
	return nil
}

// finding restores the file of a finding, and returns where it came from.
func (r *Restorer) finding(ctx context.Context, cfg crawl.Config, f repository.Finding) (from string, err error) {
	d, ok, err := r.Documents.Get(ctx, f.SHA256)
	if err != nil {
		return "", err
	}
	if !ok {
		return "", fmt.Errorf("%s: the catalogue has no such document", f.SHA256)
	}
	if f.What != "document" {
		return "the document", r.make(ctx, &d, f.What)
	}
	return r.document(ctx, cfg, &d)
}

// Deleted restores the file of a document that was deleted from the trash, and returns where it came from. For any other document it does
// nothing and returns "".
func (r *Restorer) Deleted(ctx context.Context, cfg crawl.Config, sha256 string) (from string, err error) {
	d, ok, err := r.Documents.Get(ctx, sha256)
	if err != nil || !ok || d.Kept || d.State == library.Removed {
		return "", err
	}
	return r.document(ctx, cfg, &d)
}

// document restores the files of one document, from the archive if possible. from is where they came from.
func (r *Restorer) document(ctx context.Context, cfg crawl.Config, d *library.Document) (from string, err error) {
	for _, l := range d.Locations {
		err := r.fromArchive(ctx, d, l.URL)
		switch {
		case err == nil:
			return "the archive", nil
		case ctx.Err() != nil:
			return "", ctx.Err()
		case !notArchived(err): // else the Web may still have it
			return "", err
		}
	}
	var errs []error
	for _, l := range d.Locations {
		if strings.HasPrefix(l.URL, "file:") {
			continue
		}
		err := r.fromWeb(ctx, cfg, d, l.URL)
		if err == nil {
			return l.URL, nil
		}
		errs = append(errs, err)
	}
	if len(errs) == 0 {
		return "", fmt.Errorf("%s: its file was deleted or lost, the archive does not have it, and no URL is known", d.SHA256[:8])
	}
	return "", errors.Join(errs...)
}

// make makes again what is made of a document.
func (r *Restorer) make(ctx context.Context, d *library.Document, what string) error {
	switch what {
	case "text":
		return r.Maker.ReadText(ctx, d)
	case "thumbnail":
		return r.Maker.Picture(ctx, d)
	}
	return r.Maker.Copy(ctx, d)
}

var errNotArchived = errors.New("the archive does not have it")

// notArchived reports whether the archive does not have a body, or only a damaged one. Other faults of this machine may pass.
func notArchived(err error) bool {
	errno, machine := errors.AsType[syscall.Errno](err)
	if errors.Is(err, capture.ErrDamaged) && machine {
		return errno == syscall.ENOENT || errno == syscall.EIO
	}
	return slices.ContainsFunc([]error{errNotArchived, capture.ErrDamaged, capture.ErrNoBody, archive.ErrRevisitLoop, repository.ErrWrongHash},
		func(one error) bool { return errors.Is(err, one) })
}

// source is a body that keeps the error of reading it, to distinguish damage of the archive from a failed write.
type source struct {
	io.ReadCloser
	err error
}

// Read implements [io.Reader].
func (s *source) Read(p []byte) (int, error) {
	n, err := s.ReadCloser.Read(p)
	if err != nil && err != io.EOF {
		s.err = err
	}
	return n, err
}

// fromArchive restores the file of a document from the body that a URL had.
func (r *Restorer) fromArchive(ctx context.Context, d *library.Document, url string) error {
	story, ok, err := r.Stories.Show(ctx, url)
	if err != nil {
		return err
	}
	if !ok {
		return errNotArchived
	}
	err = errNotArchived
	for i := range story.Fetches {
		f := &story.Fetches[i]
		if f.SHA256 != d.SHA256 || f.File == "" {
			continue
		}
		if err = r.fromFetch(ctx, d, f); err == nil || ctx.Err() != nil || !notArchived(err) { // else another fetch may have brought the same
			return err
		}
	}
	return err
}

// fromFetch restores the file of a document from the body that a fetch brought.
func (r *Restorer) fromFetch(ctx context.Context, d *library.Document, f *catalogue.Fetch) error {
	body, _, err := r.Bodies.Body(ctx, f)
	if _, broken := errors.AsType[*fetch.Error](err); broken { // its encoding
		return fmt.Errorf("%w: %w", errNotArchived, err)
	}
	if err != nil {
		return err
	}
	from := &source{ReadCloser: body}
	err = errors.Join(r.Repository.ReplaceFile(ctx, d.SHA256, from), body.Close())
	if from.err != nil {
		return fmt.Errorf("%w: %w", errNotArchived, err)
	}
	return err
}

// fromWeb fetches a document from a URL by a crawl in memory, so that robots.txt and all limits hold, and nothing else is fetched.
func (r *Restorer) fromWeb(ctx context.Context, cfg crawl.Config, d *library.Document, url string) error {
	cat, err := catalogue.NewMemory()
	if err != nil {
		return err
	}
	defer cat.Close()
	store := archive.NewMemory()
	cfg.Seeds, cfg.Documents = nil, []string{url}
	cfg.Scope.DocumentsOnly, cfg.Again, cfg.Scope.Rules = true, false, append(slices.Clone(cfg.Scope.Rules), "-document-small", "-document-names")
	run, err := crawler.New(cfg, crawler.Parts{Catalogue: cat, Archive: store})
	if err != nil {
		return err
	}
	if _, err := run.Run(ctx); err != nil {
		return err
	}
	v, ok, err := cat.Validator(ctx, url)
	if err != nil {
		return err
	}
	if !ok {
		return fmt.Errorf("fetch %s: it could not be fetched; `sluice check` says whether it may be", url)
	}
	record, err := store.Read(ctx, archive.Location{File: v.Fetch.File, Offset: v.Fetch.Offset, Length: v.Fetch.Length})
	if err != nil {
		return err
	}
	defer record.Close()
	body, err := fetch.Decode(record.Body, record.HTTPHeader())
	if err != nil {
		return err
	}
	defer body.Close()
	err = r.Repository.ReplaceFile(ctx, d.SHA256, body)
	if errors.Is(err, repository.ErrWrongHash) {
		return fmt.Errorf("fetch %s: the document has changed since; `sluice crawl --again` adds the new version", url)
	}
	return err
}
