package sluice

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"strings"

	"golang.org/x/sys/unix"

	"sluice/internal/catalogue"
	"sluice/internal/fulltext"
	"sluice/internal/health"
	"sluice/internal/repository"
	"sluice/internal/shell"
)

// documents sees whether the folder of documents can be used, and whether its files are those that the catalogue tells of.
func (x *examiner) documents(ctx context.Context, cat *catalogue.Catalogue) {
	f := health.Finding{Name: "documents", Verdict: health.OK}
	defer func() { x.add(f) }()
	dir := x.lib.path(documentsName)
	if !exists(dir) {
		n, err := cat.Documents.CountKept(ctx)
		switch {
		case err != nil:
			x.failed(&f, err)
		case n == 0:
			f.Verdict, f.Found = health.Note, "there are none yet"
		default:
			f.Found = fmt.Sprintf("the folder is missing, and the catalogue knows of %d", n)
			f.Worsen(health.Fail, x.getAgain())
		}
		return
	}
	x.usable(&f, dir)
	repo, err := repository.Open(dir, cat)
	if err != nil {
		x.failed(&f, err)
		return
	}
	step, cancel := x.step(ctx)
	defer cancel()
	look := repo.Look(step)
	if x.Full {
		look = repo.Verify(step, nil)
	}
	f.Found, err = x.compareFiles(step, &f, cat, look)
	if err != nil && f.Verdict != health.Fail { // what cannot be read was told
		f.Found = err.Error()
		f.Worsen(health.Fail, "look at the rights of the folder, and at the disk")
		return
	}
	if free, v, remedy, err := health.Free(dir); err == nil {
		f.Found += fmt.Sprintf("; %d MB free for them", free/1e6)
		f.Worsen(v, remedy)
	}
}

// compareFiles adds what is missing, damaged or stray, and says how many documents there are.
func (x *examiner) compareFiles(ctx context.Context, f *health.Finding, cat *catalogue.Catalogue, look func(func(repository.Finding, error) bool)) (string, error) {
	n, err := cat.Documents.CountKept(ctx)
	if err != nil {
		return "", err
	}
	for found, err := range look {
		if ctx.Err() != nil {
			return fmt.Sprintf("%d; looked at as far as could be in %v (--full goes on)", n, stepTime), nil
		}
		if err != nil {
			return fmt.Sprintf("%d", n), err
		}
		what := strings.TrimSpace(found.SHA256 + " " + found.Path)
		f.Wrong("%s %s: %s (%s)", found.Fault, found.What, what, found.Detail)
		switch {
		case found.Fault == repository.Stray:
			f.Worsen(health.Note, "")
		case found.What == "document":
			f.Worsen(health.Fail, x.getAgain())
		default:
			f.Worsen(health.Warn, x.getAgain())
		}
	}
	if x.Full {
		return fmt.Sprintf("%d, each read and compared with its hash", n), nil
	}
	return fmt.Sprintf("%d with their files, which only --full reads", n), nil
}

func (x *examiner) getAgain() string {
	return fmt.Sprintf("run `sluice restore -d %s`, which gets files again from the archive, else from where they were found", shell.Quote(x.lib.dir))
}

// usable sees whether a folder can be read and written to.
func (x *examiner) usable(f *health.Finding, dir string) {
	if err := unix.Access(dir, unix.R_OK|unix.X_OK); err != nil {
		f.Wrong("%s cannot be read: %v", dir, err)
		f.Worsen(health.Fail, "look at the rights of the folder")
	} else if err := unix.Access(dir, unix.W_OK); err != nil {
		f.Wrong("%s cannot be written to: %v", dir, err)
		f.Worsen(health.Warn, "look at the rights of the folder; as it is, the library can only be read")
	}
}

// index sees whether the full-text index can be used, and whether it has what the catalogue tells of.
func (x *examiner) index(ctx context.Context, cat *catalogue.Catalogue) {
	f := health.Finding{Name: "index", Verdict: health.OK}
	defer func() { x.add(f) }()
	anew := fmt.Sprintf("run `sluice rebuild --index -d %s`, which makes it anew from the documents", shell.Quote(x.lib.dir))
	step, cancel := x.step(ctx)
	defer cancel()
	told, err := cat.Documents.IndexState(step)
	if err != nil {
		x.failed(&f, err)
		return
	}
	index, err := fulltext.OpenReadOnly(x.lib.path(indexName, indexFile))
	switch {
	case errors.Is(err, fs.ErrNotExist) && len(told) == 0:
		f.Verdict, f.Found = health.Note, "there is none yet"
		return
	case errors.Is(err, fs.ErrNotExist):
		f.Found = fmt.Sprintf("it is missing; %d documents cannot be searched", len(told))
		f.Worsen(health.Fail, anew)
		return
	case err != nil:
		f.Found = err.Error()
		f.Worsen(health.Fail, anew)
		return
	}
	defer index.Close()
	x.usable(&f, x.lib.path(indexName))
	if err = x.compareIndex(step, &f, cat, index, told); err == nil {
		err = index.Check(step)
	}
	switch {
	case step.Err() != nil:
		f.Found += fmt.Sprintf("; looked at as far as could be in %v (--full goes on)", stepTime)
	case err != nil:
		f.Found = err.Error()
		f.Worsen(health.Fail, anew)
	case len(f.Examples) > 0:
		f.Worsen(health.Warn, anew)
	}
}

// compareIndex adds what the index has and should not, and the other way round.
func (x *examiner) compareIndex(ctx context.Context, f *health.Finding, cat *catalogue.Catalogue, index *fulltext.Index, told map[string]bool) error {
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
				f.Wrong("it has the page %s, which the catalogue does not know", key)
			}
			continue
		}
		documents++
		if _, known := told[key]; !known && x.by == nil {
			f.Wrong("it has %s, which is no accepted document", key)
		}
		delete(told, key)
	}
	late := 0
	for sum, is := range told {
		switch {
		case !is || x.by != nil:
			late++
		default:
			f.Wrong("it lacks %s, an accepted document", sum)
		}
	}
	f.Found = fmt.Sprintf("%d documents and %d pages can be searched", documents, pages)
	if late > 0 {
		f.Found += fmt.Sprintf("; %d changes wait to be taken up", late)
	}
	return nil
}
