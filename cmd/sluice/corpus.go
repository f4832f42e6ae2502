package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"sluice/cmd/sluice/internal/corpus"
	"sluice/cmd/sluice/internal/progress"
	"sluice/cmd/sluice/internal/screen"
	"sluice/cmd/sluice/internal/webtext"
	"sluice/learn/classifier"
)

// corpusFlags say what the examples of a corpus are.
type corpusFlags struct {
	folder
	Label string   `placeholder:"FIELD" help:"The field of a row that has its label. Default: label."`
	Text  []string `placeholder:"FIELD,..." default:"text,title,html" help:"The fields of a row that have its text, as far as it has them. The words of a title count twice; of html the visible text counts."`
	Where []string `sep:"none" placeholder:"CONDITION" help:"Only rows whose field has a value, such as split=train; FIELD!=VALUE is the opposite. If repeated, rows must meet all."`
	Fetch bool     `help:"The text of a row is the page of the URL in its field url, which is fetched."`
}

// options returns the flags as package corpus needs them.
func (f *corpusFlags) options(ctx context.Context, c *console) (corpus.Options, error) {
	o := corpus.Options{Label: f.Label, Text: f.Text, Where: f.Where, Skipped: func(path string, why error) {
		fmt.Fprintf(c.err, "skipped: %s: %s\n", screen.Escape(path), screen.Escape(why.Error()))
	}}
	if !f.Fetch {
		return o, nil
	}
	cfg, err := fetchConfig(ctx, f.path(ctx))
	if err != nil {
		return o, err
	}
	o.Fetch = func(ctx context.Context, urls []string, use func(int, corpus.Text, string) error) error {
		return webtext.Fetch(ctx, cfg, urls, func(i int, a webtext.Answer) error { return use(i, a.Text, a.Unfit()) })
	}
	return o, nil
}

// corpusHelp is the part of the long texts that the commands with a corpus share.
const corpusHelp = `
CORPORA

A corpus is a file with a row for each text, also compressed with gzip: a JSON object on each line, or comma- or tab-separated values
(.csv, .tsv) whose first row has the names of the fields. --label and --text name the fields with the label and the text. The label
can be a list: if a text has several labels, each label is judged by itself.

A folder is a corpus, too: each folder in it has the files of one label, of any format and in folders below it. Hidden files and symbolic
links are skipped.

With --fetch a corpus is a list of URLs, such as those of a web directory: rows with a label and a url, or in .csv and .tsv just a topic
and a URL without names. The pages are fetched politely, with the settings of the library that -d names, and not kept. A page counts if
its status is 2xx, its type text/html, and its text has more than 50 words and is English.
`

// examples are the counts of a corpus while it is read.
type examples struct {
	corpus.Counts
	several int // with several labels

	documents atomic.Int64 // that were used
	begun     time.Time
	phase     atomic.Pointer[string] // what is done with the documents now
}

// newExamples returns counts of nothing, in a phase of the work.
func newExamples(phase string) *examples {
	e := &examples{begun: time.Now()}
	e.begin(phase)
	return e
}

// begin begins the next phase of the work.
func (e *examples) begin(phase string) { e.phase.Store(&phase) }

// line returns the progress in a line.
func (e *examples) line() string {
	n, spent := e.documents.Load(), time.Since(e.begun)
	return fmt.Sprintf("%s: %s, %s", *e.phase.Load(), screen.Counted(n, "document"), screen.Clock(spent))
}

// show starts a view of the progress.
func (e *examples) show(errs io.Writer) progress.View { return progress.ShowLine(errs, e.line) }

// source is a corpus that calls use with each of its examples.
type source func(ctx context.Context, use func(corpus.Example) error) (corpus.Counts, error)

// corpusIn returns the corpus in a file or folder.
func corpusIn(name string, o corpus.Options) source {
	return func(ctx context.Context, use func(corpus.Example) error) (corpus.Counts, error) {
		return corpus.Read(ctx, name, o, use)
	}
}

// exampleError is an error of an example, with its place in the corpus.
type exampleError struct {
	at  string
	err error
}

// Error returns the place and the text of the cause.
func (e exampleError) Error() string { return e.at + ": " + e.err.Error() }

// Unwrap returns the cause.
func (e exampleError) Unwrap() error { return e.err }

// read calls use with each example of a corpus. The error has the place of the example at which use returned it, unless it is an exampleError.
func (e *examples) read(ctx context.Context, from source, use func(x corpus.Example) error) (err error) {
	e.Counts, err = from(ctx, func(x corpus.Example) error {
		if err := use(x); err != nil {
			if _, isLocated := errors.AsType[exampleError](err); isLocated {
				return err
			}
			return exampleError{x.At, err}
		}
		if len(x.Labels) > 1 {
			e.several++
		}
		e.documents.Add(1)
		return nil
	})
	if errors.Is(err, corpus.ErrCondition) {
		return usagef("--where: %w", err)
	}
	return err
}

// leftOut returns what was not used of the corpus, in words; empty if all was.
func (e *examples) leftOut() string {
	var parts []string
	for _, p := range []struct {
		n    int
		what string
	}{{e.Refused, "not meeting the conditions"}, {e.Unlabelled, "without a label"}, {e.Textless, "without text"}, {e.Unreadable, "not readable"}} {
		if p.n > 0 {
			parts = append(parts, screen.Counted(int64(p.n), "text")+" "+p.what)
		}
	}
	for _, reason := range slices.Sorted(maps.Keys(e.Excluded)) {
		parts = append(parts, screen.Counted(int64(e.Excluded[reason]), "page")+" "+reason)
	}
	return strings.Join(parts, "; ")
}

// maxModel is the size of a model file in bytes; no trainer makes a larger one.
const maxModel = 1 << 30

// readModel returns the classifier in a file.
func readModel(name string) (*classifier.Model, error) {
	const remedy = "`sluice train classifier --out FILE` makes one"
	f, err := os.Open(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("--model: no file %s (%s)", name, remedy)
	}
	if err != nil {
		return nil, fmt.Errorf("--model: %w", err)
	}
	defer f.Close()
	b, err := io.ReadAll(io.LimitReader(f, maxModel+1))
	if err != nil {
		return nil, fmt.Errorf("--model: %w", err)
	}
	if len(b) > maxModel {
		return nil, fmt.Errorf("--model: %s has more than %s: not a classifier (%s)", name, screen.Bytes(maxModel), remedy)
	}
	var m classifier.Model
	if err := m.UnmarshalBinary(b); err != nil {
		return nil, fmt.Errorf("--model: %s: %w (%s)", name, err, remedy)
	}
	return &m, nil
}
