package doctor

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"strings"

	"sluice/internal/fulltext"
	"sluice/internal/health"
	"sluice/library"
)

// index examines whether the full-text index can be used, and whether it has the documents of the catalogue.
func (x *examiner) index(ctx context.Context, cat *Catalogue) {
	f := health.Finding{Finding: library.Finding{Name: "index", Verdict: health.OK}}
	defer func() { x.add(f) }()
	remedy := "run " + x.command("sluice rebuild --index") + ", which makes it again from the documents"
	step, cancel := x.step(ctx)
	defer cancel()
	searchable, err := cat.Documents.IndexState(step)
	if err != nil {
		x.failed(ctx, &f, err)
		return
	}
	index, err := fulltext.OpenReadOnly(context.WithoutCancel(ctx), x.Dir.Index())
	switch {
	case errors.Is(err, fs.ErrNotExist) && len(searchable) == 0:
		f.Verdict, f.Found = health.Note, "not created yet"
		return
	case errors.Is(err, fs.ErrNotExist):
		f.Found = fmt.Sprintf("it is missing; %d documents cannot be searched", len(searchable))
		f.Worsen(health.Fail, remedy)
		return
	case err != nil:
		f.Found = err.Error()
		f.Worsen(health.Fail, remedy)
		return
	}
	defer index.Close()
	checkPermissions(&f, filepath.Dir(x.Dir.Index()))
	if err = x.compareIndex(step, &f, cat, index, searchable); err == nil {
		err = index.Check(step)
	}
	switch {
	case step.Err() != nil:
		f.Found += "; the check was " + atTimeout
	case err != nil:
		f.Found = err.Error()
		f.Worsen(health.Fail, remedy)
	case len(f.Examples) > 0:
		f.Worsen(health.Warn, remedy)
	}
}

// compareIndex adds to a finding what the index should not have, and what it lacks. searchable are the documents that it should have; they are
// true if the index has been brought up to date with them.
func (x *examiner) compareIndex(ctx context.Context, f *health.Finding, cat *Catalogue, index *fulltext.Index, searchable map[string]bool) error {
	documents, pages := 0, 0
	for key, err := range index.Keys(ctx) {
		if err != nil {
			return err
		}
		if strings.Contains(key, "://") {
			pages++
			if _, known, err := cat.Validator(ctx, key); err != nil {
				return err
			} else if !known && x.by == nil {
				f.Wrong("it has the page %s, which is not in the catalogue", key)
			}
			continue
		}
		documents++
		if _, known := searchable[key]; !known && x.by == nil {
			f.Wrong("it has %s, which is not an accepted document", key)
		}
		delete(searchable, key)
	}
	late := 0
	for sum, is := range searchable {
		switch {
		case !is || x.by != nil:
			late++
		default:
			f.Wrong("it lacks %s, an accepted document", sum)
		}
	}
	f.Found = fmt.Sprintf("%d documents and %d pages can be searched", documents, pages)
	if late > 0 {
		f.Found += fmt.Sprintf("; %d changes are not indexed yet", late)
	}
	return nil
}
