package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"
	"sync/atomic"
	"time"

	"sluice/cmd/sluice/internal/corpus"
	"sluice/cmd/sluice/internal/progress"
	"sluice/cmd/sluice/internal/screen"
	"sluice/learn/classifier"
)

// corpusFlags say what the examples of a corpus are.
type corpusFlags struct {
	Label string   `placeholder:"FIELD" default:"label" help:"The field of a row that has its label."`
	Text  []string `placeholder:"FIELD,..." default:"text,title,html" help:"The fields of a row that have its text, as far as it has them. The words of a title count twice; of html the visible text counts."`
	Where []string `sep:"none" placeholder:"FIELD=VALUE" help:"Only rows whose field has a value, such as split=train; FIELD!=VALUE is the opposite. If repeated, rows must meet all."`
}

// options returns the flags as package corpus needs them.
func (f *corpusFlags) options() corpus.Options {
	return corpus.Options{Label: f.Label, Text: f.Text, Where: f.Where}
}

// corpusHelp is the part of the long texts that the commands with a corpus share.
const corpusHelp = `
A corpus is a file of JSON Lines, also compressed with gzip: a JSON object for each text, with its label and its text in fields of
their own. --label and --text name the fields. A label can be a list: texts with several labels are counted and left out.`

// examples are the counts of a corpus while it is read.
type examples struct {
	corpus.Counts
	several int // with several labels, which are left out

	documents atomic.Int64 // that were used
	begun     time.Time
	phase     atomic.Pointer[string] // what is done with the documents now
}

// newExamples returns counts of nothing, in a phase of the work.
func newExamples(phase string) *examples {
	e := &examples{begun: time.Now()}
	e.phase.Store(&phase)
	return e
}

// line returns the progress in a line.
func (e *examples) line() string {
	n, spent := e.documents.Load(), time.Since(e.begun)
	return fmt.Sprintf("%s: %s, %s", *e.phase.Load(), screen.Counted(n, "document"), screen.Clock(spent))
}

// show starts a view of the progress.
func (e *examples) show(errs io.Writer) progress.View { return progress.ShowLine(errs, e.line) }

// read calls use with each example of a corpus that has one label.
func (e *examples) read(ctx context.Context, name string, o corpus.Options, use func(label string, x corpus.Example) error) (err error) {
	e.Counts, err = corpus.Read(ctx, name, o, func(x corpus.Example) error {
		if len(x.Labels) > 1 {
			e.several++
			return nil
		}
		if err := use(x.Labels[0], x); err != nil {
			return fmt.Errorf("%s: %w", x.At, err)
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
	}{{e.Refused, "not meeting the conditions"}, {e.Unlabelled, "without a label"}, {e.several, "with several labels"}, {e.Textless, "without text"}} {
		if p.n > 0 {
			parts = append(parts, screen.Counted(int64(p.n), "row")+" "+p.what)
		}
	}
	return strings.Join(parts, ", ")
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
