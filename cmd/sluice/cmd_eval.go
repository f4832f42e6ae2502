package main

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"slices"
	"time"

	"sluice/cmd/sluice/internal/corpus"
	"sluice/cmd/sluice/internal/screen"
	"sluice/learn"
	"sluice/learn/classifier"
)

// evalCmd measures a classifier.
type evalCmd struct {
	Corpus string `arg:"" name:"file|dir" help:"The corpus."`
	Model  string `required:"" placeholder:"MODEL" help:"The file with the classifier."`
	corpusFlags
	JSON bool `name:"json" help:"Print JSON."`
}

// Help returns the long text of `sluice eval`.
func (evalCmd) Help() string {
	return `Measures a classifier of ` + "`sluice train classifier`" + ` on labelled texts that it was not trained on: how often the label that it finds
most probable is the right one. A label that the classifier does not know counts as never found.
` + corpusHelp + `
FIGURES

` + "`accuracy`: The share of texts whose label was found; of texts with several, whose labels were found and no other.\n\n" +
		"`micro_f1`: F1 of all labels that were found, together. With one label a text it is the accuracy.\n\n" +
		"`macro_f1`: The mean of F1 over all labels that texts have or that were found: each counts the same, however rare. One that was found and that\nno text has counts as 0, as in scikit-learn.\n\n" +
		"`n`: The number of texts.\n\n" +
		"`docs_per_s`: Texts that one processor classifies in a second, once they are read.\n" + `
EXAMPLES

    sluice eval --model news.model test.jsonl.gz
    sluice eval --model news.model --where split=test --json news.jsonl.gz`
}

// Run classifies the corpus and writes the figures.
func (cmd *evalCmd) Run(ctx context.Context, c *console) error {
	model, err := readModel(cmd.Model)
	if err != nil {
		return err
	}
	o, err := cmd.options(ctx, c)
	if err != nil {
		return err
	}
	ctx, stop := untilSignal(ctx)
	defer stop()
	e := newExamples("classifying")
	view := e.show(c.notes)
	r, err := cmd.measure(ctx, e, corpusIn(cmd.Corpus, o), model)
	view.Close()
	if isInterrupted(ctx, err) {
		fmt.Fprintln(c.notes, "Stopped; nothing was measured.")
		return errStopped
	}
	if err != nil {
		return err
	}
	if cmd.JSON {
		return screen.WriteJSON(c.out, r, "")
	}
	if err := r.write(c.out); err != nil {
		return err
	}
	if what := e.leftOut(); what != "" {
		fmt.Fprintf(c.notes, "Left out: %s.\n", what)
	}
	return nil
}

// measure classifies each example of the corpus.
func (cmd *evalCmd) measure(ctx context.Context, e *examples, from source, model *classifier.Model) (*evaluation, error) {
	var (
		found    learn.Assignments
		confused learn.Confusion // of the texts with one label
		spent    time.Duration   // without reading
	)
	err := e.read(ctx, from, func(x corpus.Example) error {
		begun := time.Now()
		got := model.Assign(x.Fields...)
		spent += time.Since(begun)
		found.Add(x.Labels, got)
		if len(x.Labels) == 1 && !slices.Contains(got, x.Labels[0]) {
			confused.Add(x.Labels[0], got[0])
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return newEvaluation(&found, &confused, model.Labels(), spent), nil
}

// evaluation is how good a classifier is.
type evaluation struct {
	Accuracy float64        `json:"accuracy"`
	MicroF1  float64        `json:"micro_f1"`
	MacroF1  float64        `json:"macro_f1"`
	N        int            `json:"n"`
	DocsPerS float64        `json:"docs_per_s"`
	Labels   []labelMeasure `json:"labels"`
	Confused []confusedPair `json:"confused"` // the most frequent errors first
	Unknown  []string       `json:"unknown_labels"`
}

// labelMeasure is how well one label is found.
type labelMeasure struct {
	Label     string  `json:"label"`
	N         int     `json:"n"`
	Precision float64 `json:"precision"`
	Recall    float64 `json:"recall"`
	F1        float64 `json:"f1"`
}

// confusedPair is how often a label was taken for another one.
type confusedPair struct {
	Label string `json:"label"`
	Found string `json:"found"`
	N     int    `json:"n"`
}

// maxConfused is the most pairs that are listed.
const maxConfused = 10

// newEvaluation returns the figures of verdicts, by a model that knows some labels.
func newEvaluation(found *learn.Assignments, confused *learn.Confusion, known []string, spent time.Duration) *evaluation {
	exact, n := found.Accuracy()
	r := &evaluation{
		Accuracy: float64(exact) / float64(max(n, 1)), MicroF1: found.Micro().F1, MacroF1: found.Macro().F1, N: n, DocsPerS: float64(n) / max(spent.Seconds(), 1e-9),
		Labels: []labelMeasure{}, Confused: []confusedPair{}, Unknown: []string{},
	}
	for _, l := range found.Labels() {
		m := found.Measure(l)
		r.Labels = append(r.Labels, labelMeasure{l, m.Examples, m.Precision, m.Recall, m.F1})
		if _, ok := slices.BinarySearch(known, l); !ok {
			r.Unknown = append(r.Unknown, l)
		}
	}
	for _, l := range confused.Labels() {
		for _, other := range confused.Labels() {
			if n := confused.Count(l, other); n > 0 {
				r.Confused = append(r.Confused, confusedPair{l, other, n})
			}
		}
	}
	slices.SortStableFunc(r.Confused, func(a, b confusedPair) int { return cmp.Compare(b.N, a.N) })
	r.Confused = r.Confused[:min(len(r.Confused), maxConfused)]
	return r
}

// write writes the figures for people.
func (r *evaluation) write(w io.Writer) error {
	figure := func(f float64) string { return fmt.Sprintf("%.3f", f) }
	number := func(title string) screen.Column { return screen.Column{Title: title, Right: true} }
	width := screen.TerminalWidth(w, 0)
	sums := screen.Table{Columns: []screen.Column{{}, {}}, Width: width, Rows: [][]string{
		{"accuracy", figure(r.Accuracy)}, {"micro F1", figure(r.MicroF1)}, {"macro F1", figure(r.MacroF1)},
		{"documents", screen.Count(int64(r.N))}, {"a second", screen.Rate(r.DocsPerS)},
	}}
	labels := screen.Table{Columns: []screen.Column{{Title: "label", Shrink: true}, number("documents"), number("precision"), number("recall"), number("F1")}, Width: width}
	for _, l := range r.Labels {
		labels.Rows = append(labels.Rows, []string{l.Label, screen.Count(int64(l.N)), figure(l.Precision), figure(l.Recall), figure(l.F1)})
	}
	confused := screen.Table{Columns: []screen.Column{{Title: "label", Shrink: true}, {Title: "taken for", Shrink: true}, number("documents")}, Width: width}
	for _, p := range r.Confused {
		confused.Rows = append(confused.Rows, []string{p.Label, p.Found, screen.Count(int64(p.N))})
	}
	tables := []screen.Table{sums, labels}
	if len(r.Confused) > 0 {
		tables = append(tables, confused)
	}
	for i := range tables {
		if i > 0 {
			fmt.Fprintln(w)
		}
		if err := tables[i].Write(w); err != nil {
			return err
		}
	}
	if len(r.Unknown) > 0 {
		_, err := fmt.Fprintf(w, "\nnot known to the classifier: %s\n", screen.Escape(fmt.Sprintf("%q", r.Unknown)))
		return err
	}
	return nil
}
