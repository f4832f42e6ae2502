package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"sluice/cmd/sluice/internal/corpus"
	"sluice/cmd/sluice/internal/outfile"
	"sluice/cmd/sluice/internal/screen"
	"sluice/learn"
	"sluice/learn/classifier"
	"sluice/text"
	"sluice/text/vector"
)

// trainClassifierCmd trains a classifier of texts.
type trainClassifierCmd struct {
	Corpus      string `arg:"" optional:"" name:"file|dir" help:"The corpus."`
	FromLibrary bool   `help:"Learn from the accepted documents of the library. --label names a column of 'sluice documents', by default genre; --where has a condition on its columns, such as 'language = en'."`
	Out         string `short:"o" required:"" placeholder:"MODEL" help:"The file to write the classifier to."`
	Method      string `enum:"best,nb,lewis,rocchio,svm" default:"best" help:"How to learn."`
	Folds       int    `placeholder:"N" help:"Measure the classifier by cross-validation: divide the corpus into N parts, train on all but one and test on that, N times. It takes N times as long as the training."`
	corpusFlags
	JSON bool `name:"json" help:"Print JSON."`
}

// Help returns the long text of `sluice train classifier`.
func (trainClassifierCmd) Help() string {
	return `Trains a classifier on labelled texts and writes it to a file. ` + "`sluice classify`" + ` then says of other texts
which label they would have, and ` + "`sluice eval`" + ` measures how often that is right.

The same corpus results in the same classifier, byte for byte on one kind of processor. Texts without words teach
nothing and are counted, as are texts that are equal, and equal texts with different labels: they count as often as they occur.
` + corpusHelp + `
METHODS

` + "`best`: A linear support vector machine over words, punctuation and parts of words. Their weights and the penalty are chosen by\ncross-validation on the corpus. The most accurate method, and the slowest.\n\n" +
		"`nb`: Multinomial Naive Bayes, over words.\n\n" +
		"`lewis`: The probabilistic model of Lewis (1992), over words.\n\n" +
		"`rocchio`: The class whose mean vector is nearest, by words weighted by TF and IDF.\n\n" +
		"`svm`: A linear support vector machine, by words weighted by TF and IDF.\n\n" +
		"Except with `best`, many short texts, such as sentences, are compared by parts of words of up to four characters, too.\n" + `
EXAMPLES

    sluice train classifier --out news.model news.jsonl.gz
    sluice train classifier --out topics.model --method nb --label topics --text title,text --where split=train reuters.jsonl.gz
    sluice train classifier --out topics.model --fetch topics.tsv
    sluice train classifier --out language.model -d mylib --from-library --label language`
}

// Sentences share too few words to be compared by them.
const (
	firstTexts   = 500 // by how many of them a corpus is known to have short texts
	shortText    = 250 // characters of a short text, at most
	longestParts = 4   // characters of the parts of words that short texts are compared by
)

// training returns how the method is trained on texts such as the first ones.
func (cmd *trainClassifierCmd) training(first []corpus.Example) classifier.Options {
	if cmd.Method == "best" {
		return classifier.Options{Method: classifier.SVM, Analyzer: classifier.Rich(), Tune: true}
	}
	terms := vector.Analyzer{Rules: text.Rules{Least: 2}}
	characters := 0
	for _, x := range first {
		for _, f := range x.Fields {
			characters += utf8.RuneCountInString(f.Text)
		}
	}
	if len(first) == firstTexts && characters <= shortText*len(first) { // a handful of texts says nothing of a corpus
		terms = vector.Analyzer{MinChars: 1, MaxChars: longestParts}
	}
	return classifier.Options{Method: classifier.Method(cmd.Method), Analyzer: terms}
}

// Run trains the classifier, writes it and then what it was trained on.
func (cmd *trainClassifierCmd) Run(ctx context.Context, c *console) error {
	if err := outfile.Check(cmd.Out); err != nil { // now, not after the training
		return usagef("--out: %w", err)
	}
	from, err := cmd.source(ctx, c)
	if err != nil {
		return err
	}
	ctx, stop := untilSignal(ctx)
	defer stop()
	e := newExamples("reading")
	view := e.show(c.notes)
	r, err := cmd.learn(ctx, e, from)
	view.Close()
	if r != nil {
		if err := cmd.report(c, e, r); err != nil {
			return err
		}
	}
	switch {
	case !isInterrupted(ctx, err):
		return err
	case r == nil:
		fmt.Fprintln(c.notes, "Stopped; no classifier was trained.")
	default:
		fmt.Fprintln(c.notes, "Stopped before the classifier was measured.")
	}
	return errStopped
}

// learn trains the classifier, writes it, and measures it if that was asked for. A classifier that was written has a result, even if it cannot
// be measured.
func (cmd *trainClassifierCmd) learn(ctx context.Context, e *examples, from source) (*trainingResult, error) {
	l := learner{training: cmd.training}
	model, summary, err := cmd.train(ctx, e, from, &l)
	if err != nil {
		return nil, err
	}
	file, err := model.MarshalBinary()
	if err != nil {
		return nil, err
	}
	err = outfile.Write(ctx, cmd.Out, func(w io.Writer) error {
		_, err := w.Write(file)
		return err
	})
	if err != nil {
		return nil, err
	}
	r := &trainingResult{
		Model: cmd.Out, Method: cmd.Method, Settings: model.Settings(), Documents: int(e.documents.Load()) - summary.Empty, Empty: summary.Empty,
		Duplicates: summary.Duplicates, Contradictions: summary.Contradictions, Several: e.several, Unlabelled: e.Unlabelled, Textless: e.Textless,
		Terms: model.Terms(), Bytes: len(file),
	}
	for _, label := range model.Labels() {
		r.Labels = append(r.Labels, labelCount{label, summary.Documents[label]})
	}
	r.Validation, err = cmd.crossValidate(ctx, e, &l)
	r.Seconds = time.Since(e.begun).Seconds()
	return r, err
}

// report writes what a classifier was trained on, and where it is.
func (cmd *trainClassifierCmd) report(c *console, e *examples, r *trainingResult) error {
	if cmd.JSON {
		return screen.WriteJSON(c.out, r, "")
	}
	if err := r.write(c.out); err != nil {
		return err
	}
	if what := e.leftOut(); what != "" {
		fmt.Fprintf(c.notes, "Left out: %s.\n", what)
	}
	fmt.Fprintf(c.notes, "Written to %s (%s) after %s.\n", screen.Escape(r.Model), screen.Bytes(int64(r.Bytes)), screen.Span(time.Since(e.begun)))
	return nil
}

// source returns what the classifier learns from.
func (cmd *trainClassifierCmd) source(ctx context.Context, c *console) (source, error) {
	if cmd.Folds < 0 || cmd.Folds == 1 {
		return nil, usagef("--folds: %d parts; at least 2 are needed", cmd.Folds)
	}
	if cmd.FromLibrary == (cmd.Corpus != "") {
		return nil, usagef("name a corpus, a file or folder, or use --from-library")
	}
	if cmd.FromLibrary {
		if cmd.Fetch {
			return nil, usagef("--fetch works only with a corpus, not with --from-library")
		}
		return libraryCorpus(cmd.path(ctx), cmp.Or(cmd.Label, "genre"), all(cmd.Where))
	}
	o, err := cmd.options(ctx, c)
	return corpusIn(cmd.Corpus, o), err
}

// maxKept is the bytes of text that are kept for a cross-validation.
const maxKept = 1 << 30

// learner keeps what a classifier learns from.
type learner struct {
	training func(first []corpus.Example) classifier.Options
	first    []corpus.Example // that wait until it is known how to train
	options  classifier.Options
	trainer  *classifier.Trainer  // nil until then
	kept     []classifier.Example // for a cross-validation
	bytes    int                  // of their texts
}

// add adds an example.
func (l *learner) add(x corpus.Example) error {
	if l.trainer != nil {
		return l.trainer.AddSeveral(x.Labels, x.Fields...)
	}
	if l.first = append(l.first, x); len(l.first) < firstTexts {
		return nil
	}
	return l.begin()
}

// begin begins the training with the first examples.
func (l *learner) begin() (err error) {
	l.options = l.training(l.first)
	if l.trainer, err = classifier.New(l.options); err != nil {
		return err
	}
	for _, x := range l.first {
		if err := l.trainer.AddSeveral(x.Labels, x.Fields...); err != nil {
			return exampleError{x.At, err} // of this one, not of the last that was read
		}
	}
	l.first = nil
	return nil
}

// keep keeps an example for a cross-validation. Equal texts are never divided between training and test.
func (l *learner) keep(x corpus.Example) error {
	if len(x.Labels) > 1 {
		return errors.New("the text has several labels, and --folds needs texts with one")
	}
	group := fnv.New64a()
	for _, f := range x.Fields {
		l.bytes += len(f.Text)
		io.WriteString(group, f.Text)
	}
	if l.bytes > maxKept {
		return fmt.Errorf("more than %s of text, which is the most for --folds (choose rows with --where)", screen.Bytes(maxKept))
	}
	l.kept = append(l.kept, classifier.Example{Label: x.Labels[0], Group: strconv.FormatUint(group.Sum64(), 16), Document: x.Fields})
	return nil
}

// train reads the corpus and trains a model.
func (cmd *trainClassifierCmd) train(ctx context.Context, e *examples, from source, l *learner) (*classifier.Model, classifier.Summary, error) {
	err := e.read(ctx, from, func(x corpus.Example) error {
		if cmd.Folds > 0 {
			if err := l.keep(x); err != nil {
				return err
			}
		}
		return l.add(x)
	})
	if err == nil && l.trainer == nil {
		err = l.begin()
	}
	if err != nil {
		return nil, classifier.Summary{}, err
	}
	summary := l.trainer.Summary()
	if err := checkLabels(summary); err != nil {
		if what := e.leftOut(); what != "" {
			err = fmt.Errorf("%w; left out: %s", err, what)
		}
		return nil, summary, fmt.Errorf("%s: %w", cmp.Or(cmd.Corpus, cmd.path(ctx)), err)
	}
	e.begin("training")
	model, err := await(ctx, l.trainer.Train)
	return model, summary, err
}

// crossValidate measures how good classifiers of the corpus are, if that was asked for.
func (cmd *trainClassifierCmd) crossValidate(ctx context.Context, e *examples, l *learner) (*validation, error) {
	if cmd.Folds == 0 {
		return nil, nil
	}
	e.begin("cross-validating")
	found, err := await(ctx, func() (*learn.Confusion, error) { return classifier.CrossValidate(cmd.Folds, l.options, l.kept) })
	if err != nil {
		return nil, fmt.Errorf("the classifier is written, but could not be measured with --folds %d: %w", cmd.Folds, err)
	}
	return &validation{Folds: cmd.Folds, Accuracy: found.Micro().F1, MacroF1: found.Macro().F1}, nil
}

// await returns what work returns, or the error of the context if that ends first: a training has no context, and one that is stopped ends
// with the program.
func await[T any](ctx context.Context, work func() (T, error)) (result T, err error) {
	done := make(chan struct{})
	var (
		out    T
		failed error
	)
	go func() {
		out, failed = work()
		close(done)
	}()
	select {
	case <-done:
		return out, failed
	case <-ctx.Done():
		return result, ctx.Err()
	}
}

// checkLabels returns an error for examples that have less than two labels.
func checkLabels(s classifier.Summary) error {
	switch labels := slices.Collect(maps.Keys(s.Documents)); len(labels) {
	case 0:
		return errors.New("no document has words, and a classifier needs two labels (check --text and --where)")
	case 1:
		return fmt.Errorf("all documents have the label %q, and a classifier needs two labels (check --label and --where)", labels[0])
	}
	return nil
}

// labelCount is a label with the number of its documents.
type labelCount struct {
	Label     string `json:"label"`
	Documents int    `json:"documents"`
}

// trainingResult is what a classifier was trained on, and what came of it.
type trainingResult struct {
	Model          string       `json:"model"`
	Method         string       `json:"method"`
	Settings       string       `json:"settings,omitempty"`
	Labels         []labelCount `json:"labels"`
	Documents      int          `json:"documents"`
	Empty          int          `json:"empty"`          // documents without words
	Duplicates     int          `json:"duplicates"`     // documents equal to an earlier one
	Contradictions int          `json:"contradictions"` // documents equal to an earlier one that has another label
	Several        int          `json:"several_labels"`
	Unlabelled     int          `json:"unlabelled"`
	Textless       int          `json:"textless"`
	Terms          int          `json:"terms"`
	Bytes          int          `json:"bytes"`
	Seconds        float64      `json:"seconds"`
	Validation     *validation  `json:"cross_validation,omitempty"`
}

// validation is what a cross-validation has measured.
type validation struct {
	Folds    int     `json:"folds"`
	Accuracy float64 `json:"accuracy"`
	MacroF1  float64 `json:"macro_f1"`
}

// write writes the result for people: the labels with most documents first.
func (r *trainingResult) write(w io.Writer) error {
	t := screen.Table{Columns: []screen.Column{{Title: "label", Shrink: true}, {Title: "documents", Right: true}, {}}, Width: screen.TerminalWidth(w, 0)}
	most := 0
	for _, l := range r.Labels {
		most = max(most, l.Documents)
	}
	slices.SortStableFunc(r.Labels, func(a, b labelCount) int { return cmp.Compare(b.Documents, a.Documents) })
	for _, l := range r.Labels {
		t.Rows = append(t.Rows, []string{l.Label, screen.Count(int64(l.Documents)), screen.Bar(float64(l.Documents)/float64(max(most, 1)), 20)})
	}
	if err := t.Write(w); err != nil {
		return err
	}
	facts := []string{
		screen.Counted(int64(len(r.Labels)), "label") + ", " + screen.Counted(int64(r.Documents), "document") + ", " + screen.Counted(int64(r.Terms), "term"),
		"method: " + strings.Join(screen.NonEmpty(r.Method, r.Settings), ", "),
	}
	if v := r.Validation; v != nil {
		facts = append(facts, fmt.Sprintf("cross-validation in %d parts: accuracy %.3f, macro F1 %.3f", v.Folds, v.Accuracy, v.MacroF1))
	}
	for _, p := range []struct {
		n    int
		what string
	}{
		{r.Several, "with several labels"}, {r.Empty, "without words"}, {r.Duplicates, "equal to an earlier one with the same label"}, {r.Contradictions, "equal to an earlier one with another label"},
	} {
		if p.n > 0 {
			facts = append(facts, screen.Counted(int64(p.n), "document")+" "+p.what)
		}
	}
	_, err := fmt.Fprintf(w, "\n%s\n", strings.Join(facts, "\n"))
	return err
}
