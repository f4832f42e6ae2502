package main

import (
	"context"
	"fmt"
	"io"
	"os"

	"sluice/internal/lab"
	"sluice/topic"
	"sluice/weburl"
)

// labWeb is the flags of what a recorded web is.
type labWeb struct {
	Hosts   []string `placeholder:"HOST,…" help:"Request pages of these hosts only; by default of all recorded ones."`
	Seeds   []string `placeholder:"URL,…" help:"Where to begin; at one page of each host by default."`
	AllHTML bool     `name:"all-html" help:"Read every file of a folder of sites as HTML, whatever its name."`
}

// open opens a recorded web.
func (f *labWeb) open(ctx context.Context, dir string) (*lab.Web, error) {
	return lab.Open(ctx, dir, lab.Options{Hosts: f.Hosts, Seeds: f.Seeds, HTML: f.AllHTML})
}

// labTargets is the flags of what is looked for.
type labTargets struct {
	Targets string `default:"documents" placeholder:"documents|topic|FILE" help:"What is looked for: the recorded documents, pages that are relevant to --topic, or the URLs in FILE."`
	Pages   bool   `help:"The URLs in FILE are pages, which are known when they are requested; without it, documents."`
	Topic   string `placeholder:"FILE|WORDS" help:"What strategies with a topic look for: words, such as 'machine learning', or a file that 'sluice topic' writes."`
}

// read reads what the flags name, and returns the targets in a web.
func (f *labTargets) read() (of func(*lab.Web) lab.Targets, err error) {
	var about *topic.Topic
	if f.Topic != "" {
		if about, err = topicOf(f.Topic); err != nil {
			return nil, err
		}
	}
	var list map[weburl.Key]bool
	switch f.Targets {
	case "documents":
	case "topic":
		if about == nil {
			return nil, usagef("--targets topic needs --topic")
		}
		return func(*lab.Web) lab.Targets { return lab.Relevant(about) }, nil
	default:
		if list, err = readURLs("--targets", f.Targets, lab.ReadList); err != nil {
			return nil, err
		}
	}
	if f.Pages && list == nil {
		return nil, usagef("--pages needs --targets FILE")
	}
	return func(w *lab.Web) lab.Targets {
		targets := lab.Documents(w, list)
		if f.Pages {
			targets = lab.Pages(list)
		}
		targets.Topic = about
		return targets
	}, nil
}

// readURLs reads the file that a flag names.
func readURLs[T any](flag, name string, read func(io.Reader) (T, error)) (t T, err error) {
	f, err := os.Open(name)
	if err != nil {
		return t, fmt.Errorf("%s: %w", flag, err)
	}
	defer f.Close()
	if t, err = read(f); err != nil {
		return t, fmt.Errorf("%s %s: %w", flag, name, err)
	}
	return t, nil
}
