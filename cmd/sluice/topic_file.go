package main

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"sluice/cmd/sluice/internal/infile"
	"sluice/internal/lazyregexp"
	"sluice/internal/shell"
	"sluice/topic"
)

// topicOf returns the topic that an argument means: that in a file of this name, or that of words. An error is wrong use.
func topicOf(argument string) (*topic.Topic, error) {
	t, err := topicIn(argument)
	switch {
	case err == nil:
		return t, nil
	case !errors.Is(err, fs.ErrNotExist):
		return nil, usagef("--topic %s: %w", shell.Quote(argument), err)
	case strings.Contains(argument, "://"):
		return nil, usagef("--topic: a URL is an example; `sluice topic suggest --good %s` makes a topic of it", shell.Quote(argument))
	case strings.ContainsAny(argument, `/\`), isFileName.MatchString(argument): // no words
		return nil, usagef("--topic: there is no file %s; `sluice topic suggest` writes one", shell.Quote(argument))
	}
	d, err := topic.FromWords(argument)
	if err != nil {
		return nil, usagef("--topic: %w", err)
	}
	if t, err = topic.New(d, nil); err != nil {
		return nil, usagef("--topic: %w", err)
	}
	return t, nil
}

// isFileName matches a name of a file that may be meant for a topic: not node.js, which is a word.
var isFileName = lazyregexp.New(`^\S+\.(ya?ml|html?|model)$`)

// taxonomyIn returns the definition in a file, in which no class need be good. The names of its examples are as they are here.
func taxonomyIn(path string) (topic.Definition, error) {
	b, err := infile.Read(path, topic.MaxFile)
	if err != nil {
		return topic.Definition{}, err
	}
	d, err := topic.ParseTaxonomy(b)
	if err != nil {
		return d, usagef("%s: %w", path, err)
	}
	return withExamples(d, func(name string) (string, error) { return exampleIn(filepath.Dir(path), name), nil })
}

// topicIn returns the topic in a file. The names of a classifier and of examples in it are relative to the folder of the file. Those of examples
// are absolute in the topic, which a library keeps in another folder.
func topicIn(path string) (*topic.Topic, error) {
	b, err := infile.Read(path, topic.MaxFile)
	if err != nil {
		return nil, cmp.Or(notTopic(path), err)
	}
	d, err := topic.Parse(b)
	if err != nil {
		return nil, cmp.Or(notTopic(path), err)
	}
	d, err = withExamples(d, func(name string) (string, error) {
		if name = exampleIn(filepath.Dir(path), name); isPathless(name) || !exists(name) {
			return name, nil
		}
		return filepath.Abs(name)
	})
	if err != nil {
		return nil, err
	}
	if d.Model == "" {
		return topic.New(d, nil)
	}
	name := d.Model
	if !filepath.IsAbs(name) {
		name = filepath.Join(filepath.Dir(path), name)
	}
	m, err := readModel(name)
	if err != nil {
		return nil, err
	}
	return topic.New(d, m)
}

// notTopic returns the error for a file that is not a topic, but from which one can be made; nil for another file.
func notTopic(path string) error {
	if bookmarks, err := bookmarksIn(path); err == nil && bookmarks != nil {
		return fmt.Errorf("it has bookmarks; `sluice topic suggest --good %s` makes a topic of them", shell.Quote(path))
	}
	if info, err := os.Stat(path); err != nil || !info.Mode().IsRegular() {
		return nil
	}
	if _, err := readModel(path); err == nil {
		return fmt.Errorf("it is a classifier; `sluice topic place --classifier %s --good LABEL` makes a topic of it", shell.Quote(path))
	}
	return nil
}
