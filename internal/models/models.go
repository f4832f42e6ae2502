// Package models keeps the models of a library: its topic, what strategies have learned from its crawls, and its document filter
// as far as that was trained or corrected there.
//
// A [Store] is a folder. [Store.SetTopic] and [Store.Topic] are for the topic, [Store.SetAnchors], [Store.SetContext] and so on for the
// strategies. Up to two files are of the document filter: the filter that was trained for the library ([Store.SetTrained]), and that filter, or the one
// of the program, after it has learned from the corrections of people ([Store.Learn]). [Store.Filter] returns the one in use.
package models

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"sluice/document/genre"
	"sluice/internal/permission"
	"sluice/internal/system"
	"sluice/learn/classifier"
	"sluice/topic"
)

// The files.
const (
	trained = "genre.trained" // by `sluice train genre`
	learned = "genre.learned" // trained, or the program's, with what people have corrected
)

// without says which filter is used without a file. The next correction makes the learned one again.
var without = map[string]string{trained: "that comes with the program", learned: "without the corrections until the next one"}

// Store is a folder of models.
type Store struct {
	Dir    string
	Accept []genre.Genre // genres of documents that are accepted; empty: those of [genre.Wanted]
}

// Filter returns the document filter in use.
func (s Store) Filter(ctx context.Context) (*genre.Filter, error) {
	f, err := s.load(ctx, learned)
	if errors.Is(err, fs.ErrNotExist) {
		f, err = s.base(ctx)
	}
	if err != nil {
		return nil, err
	}
	if len(s.Accept) > 0 {
		f = f.Accepting(s.Accept...)
	}
	return f, nil
}

// base returns the document filter without the corrections of people.
func (s Store) base(ctx context.Context) (*genre.Filter, error) {
	f, err := s.load(ctx, trained)
	if errors.Is(err, fs.ErrNotExist) {
		return genre.Default(), nil
	}
	return f, err
}

// Accepts reports whether documents of a genre are accepted.
func (s Store) Accepts(name string) bool {
	accepted := s.Accept
	if len(accepted) == 0 {
		accepted = genre.Wanted
	}
	return slices.Contains(accepted, genre.Genre(name))
}

// SetTrained makes a filter the one that the library learns on from now on; nil is the program's own. The caller calls [Store.Learn] next.
func (s Store) SetTrained(ctx context.Context, f *genre.Filter) error {
	if f != nil {
		return s.save(ctx, trained, f)
	}
	if err := context.Cause(ctx); err != nil {
		return err
	}
	err := os.Remove(filepath.Join(s.Dir, trained))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

// Learn makes the filter in use again, from the one without corrections and all examples that people have corrected.
func (s Store) Learn(ctx context.Context, examples []genre.Example) error {
	base, err := s.base(ctx)
	if err != nil {
		return err
	}
	f, err := base.Learn(examples)
	if err != nil {
		return fmt.Errorf("learn from corrections: %w", err)
	}
	return s.save(ctx, learned, f)
}

// The files of the topic.
const (
	topicFile  = "topic.yaml"
	topicModel = "topic.model" // the classifier that topicFile names, if it names one
)

// Topic returns the topic of the library; nil if it has none.
func (s Store) Topic(ctx context.Context) (*topic.Topic, error) {
	b, err := s.read(ctx, topicFile)
	if b == nil || err != nil {
		return nil, err
	}
	t, err := s.readTopic(b)
	if err != nil {
		return nil, fmt.Errorf("topic of the library %s: %w (correct the file, or set another topic with `sluice topic use`)", filepath.Join(s.Dir, topicFile), err)
	}
	return t, nil
}

// readTopic returns the topic in a file, with its classifier.
func (s Store) readTopic(b []byte) (*topic.Topic, error) {
	d, err := topic.Parse(b)
	if err != nil {
		return nil, err
	}
	if d.Model == "" {
		return topic.New(d, nil)
	}
	b, err = system.ReadRegular(filepath.Join(s.Dir, topicModel))
	if err != nil {
		return nil, err
	}
	m := new(classifier.Model)
	if err := m.UnmarshalBinary(b); err != nil {
		return nil, err
	}
	return topic.New(d, m)
}

// SetTopic makes a topic that of the library; nil removes it.
func (s Store) SetTopic(ctx context.Context, t *topic.Topic) error {
	if t == nil {
		err := os.Remove(filepath.Join(s.Dir, topicFile))
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		return err
	}
	d := t.Definition()
	if m := t.Model(); m != nil { // first: a topic without its model cannot be read
		b, err := m.MarshalBinary()
		if err == nil {
			err = s.write(ctx, topicModel, b)
		}
		if err != nil {
			return fmt.Errorf("topic of the library: %w", err)
		}
		d.Model = topicModel
	}
	if err := s.write(ctx, topicFile, d.Marshal()); err != nil {
		return fmt.Errorf("topic of the library: %w", err)
	}
	return nil
}

func (s Store) load(ctx context.Context, name string) (*genre.Filter, error) {
	if err := context.Cause(ctx); err != nil {
		return nil, err
	}
	path := filepath.Join(s.Dir, name)
	b, err := system.ReadRegular(path)
	if err != nil {
		return nil, err
	}
	f := new(genre.Filter)
	if err := f.UnmarshalBinary(b); err != nil {
		return nil, fmt.Errorf("read document filter %s: %w (delete it to use the filter %s)", path, err, without[name])
	}
	return f, nil
}

// save writes a filter.
func (s Store) save(ctx context.Context, name string, f *genre.Filter) error {
	b, err := f.MarshalBinary()
	if err != nil {
		return err
	}
	return s.write(ctx, name, b)
}

// write replaces a file as a whole, so that a crash leaves the old one or the new one.
func (s Store) write(ctx context.Context, name string, b []byte) error {
	if err := context.Cause(ctx); err != nil {
		return err
	}
	lib := permission.Library(filepath.Dir(s.Dir))
	if err := lib.MkdirAll(s.Dir); err != nil {
		return err
	}
	tmp, err := lib.CreateTemp(s.Dir, name+".tmp-")
	if err != nil {
		return err
	}
	defer os.Remove(tmp.Name())
	_, err = tmp.Write(b)
	if err := errors.Join(err, tmp.Sync(), tmp.Close()); err != nil {
		return err
	}
	return os.Rename(tmp.Name(), filepath.Join(s.Dir, name))
}

// read returns the bytes of a file of the folder; nil if there is none.
func (s Store) read(ctx context.Context, name string) ([]byte, error) {
	if err := context.Cause(ctx); err != nil {
		return nil, err
	}
	b, err := system.ReadRegular(filepath.Join(s.Dir, name))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err == nil && b == nil {
		b = []byte{} // an empty file is there
	}
	return b, err
}

// remove removes a file of the folder, if it is there.
func (s Store) remove(name string) error {
	if err := os.Remove(filepath.Join(s.Dir, name)); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}
