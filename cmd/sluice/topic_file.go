package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"sluice/internal/shell"
	"sluice/internal/system"
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
	case strings.ContainsAny(argument, `/\`), strings.HasSuffix(argument, ".yaml"), strings.HasSuffix(argument, ".yml"): // no words
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

// topicIn returns the topic in a file. The name of a classifier in it is relative to the folder of the file.
func topicIn(path string) (*topic.Topic, error) {
	b, err := readUpTo(path, topic.MaxFile)
	if err != nil {
		return nil, err
	}
	d, err := topic.Parse(b)
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

// readUpTo returns what is in a regular file of at most so many bytes.
func readUpTo(path string, limit int64) ([]byte, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if info.Size() > limit {
		return nil, fmt.Errorf("%s: larger than %d bytes", path, limit)
	}
	return system.ReadRegular(path)
}
