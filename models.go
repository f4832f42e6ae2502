package sluice

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"

	"sluice/document/genre"
	"sluice/internal/catalogue"
	"sluice/internal/repository"
)

// The models of a library. Where there is none, those count that come with the program.
const (
	trainedGenres = "genre.trained" // by `sluice train genre`
	learnedGenres = "genre.learned" // that, or the one that comes along, with the corrections of people on top
)

// filter gives the document filter that the library uses.
func (l *Library) filter() (*genre.Filter, error) {
	f, err := l.loadFilter(learnedGenres)
	if err != nil { // there is none, or it is broken: the next correction makes it anew
		f, err = l.untaught()
	}
	if err != nil {
		return nil, err
	}
	if len(l.Accept) > 0 {
		f = f.Accepting(l.Accept...)
	}
	return f, nil
}

// untaught gives the document filter without the corrections of people.
func (l *Library) untaught() (*genre.Filter, error) {
	f, err := l.loadFilter(trainedGenres)
	if errors.Is(err, fs.ErrNotExist) {
		return genre.Default(), nil
	}
	return f, err
}

func (l *Library) loadFilter(name string) (*genre.Filter, error) {
	b, err := os.ReadFile(l.path(modelsName, name))
	if err != nil {
		return nil, err
	}
	f := new(genre.Filter)
	if err := f.UnmarshalBinary(b); err != nil {
		return nil, fmt.Errorf("%s: %w (delete it, and the filter is the one that comes with the program)", l.path(modelsName, name), err)
	}
	return f, nil
}

// wants tells whether documents of a genre are accepted.
func (l *Library) wants(name string) bool {
	wanted := l.Accept
	if len(wanted) == 0 {
		wanted = genre.Wanted
	}
	return slices.Contains(wanted, genre.Genre(name))
}

// Trained makes a filter the one by which the library judges from now on, with the corrections of people on top; nil is the one that comes with
// the program.
func (c *Collection) Trained(ctx context.Context, f *genre.Filter) error {
	var err error
	if f != nil {
		err = c.lib.saveFilter(trainedGenres, f)
	} else if err = os.Remove(c.lib.path(modelsName, trainedGenres)); errors.Is(err, fs.ErrNotExist) {
		err = nil
	}
	if err != nil {
		return err
	}
	return c.learn(ctx)
}

func (l *Library) saveFilter(name string, f *genre.Filter) error {
	if err := os.MkdirAll(l.path(modelsName), 0o755); err != nil {
		return err
	}
	b, err := f.MarshalBinary()
	if err != nil {
		return err
	}
	tmp, err := os.CreateTemp(l.path(modelsName), name+".*.tmp")
	if err != nil {
		return err
	}
	defer os.Remove(tmp.Name())
	_, err = tmp.Write(b)
	if err := errors.Join(err, tmp.Chmod(0o644), tmp.Sync(), tmp.Close()); err != nil {
		return err
	}
	return os.Rename(tmp.Name(), l.path(modelsName, name))
}

// learn puts the corrections of people on top of the filter. Those of documents whose text is lost are passed over.
func (c *Collection) learn(ctx context.Context) error {
	base, err := c.lib.untaught()
	if err != nil {
		return err
	}
	corrections, err := c.Catalogue.Documents.Corrections(ctx)
	if err != nil {
		return err
	}
	var examples []genre.Example
	for _, said := range corrections {
		if !genre.Genre(said.Genre).Valid() {
			continue
		}
		d, err := c.Repository.Text(ctx, said.SHA256)
		if errors.Is(err, repository.ErrNoFile) || errors.Is(err, catalogue.ErrCorrupt) {
			continue
		}
		if err != nil {
			return err
		}
		e := genre.Example{Document: d, Genre: genre.Genre(said.Genre)}
		if about, ok, err := c.Catalogue.Documents.Get(ctx, said.SHA256); err == nil && ok {
			e.Clues = genre.Clues{Size: about.Size}
			if len(about.Locations) > 0 {
				e.Clues.URL = about.Locations[0].URL
			}
		}
		examples = append(examples, e)
	}
	f, err := base.Learn(examples)
	if err != nil {
		return fmt.Errorf("learn from corrections: %w", err)
	}
	return c.lib.saveFilter(learnedGenres, f)
}
