package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"slices"
	"strings"

	"sluice/cmd/sluice/internal/corpus"
	"sluice/cmd/sluice/internal/infile"
	"sluice/cmd/sluice/internal/screen"
	"sluice/cmd/sluice/internal/webtext"
	"sluice/document"
	"sluice/learn/classifier"
	"sluice/page/article"
	"sluice/text"
	"sluice/text/vector"
)

// classifyCmd says of texts which label they have.
type classifyCmd struct {
	What  []string `arg:"" name:"url|file" help:"URLs of pages or documents, or files of any format; - is standard input."`
	Model string   `required:"" placeholder:"MODEL" help:"The file with the classifier."`
	JSON  bool     `name:"json" help:"Print a JSON object for each text, with all labels."`
	folder
}

// Help returns the long text of `sluice classify`.
func (classifyCmd) Help() string {
	return `Says which label of a classifier a text has, how probable that is, and which terms of the text speak for it and against it. ` +
		"`sluice train\nclassifier`" + ` trains classifiers.

A URL is fetched once, politely, as a crawl would: robots.txt is obeyed, and nothing else is fetched. The settings of the library that -d names
are used (contact, proxy and others); the page is not kept. A file may have any format that Sluice reads. The main text of a page counts
twice: once with its menus, and once alone.

Each text has a class before its label:

` + "`classifiable`: It has words. Only such a text gets a label.\n\n`empty`: The server gave no answer, or the file has no byte.\n\n`invalid`: The status of the answer is not 2xx.\n\n`no-text`: There are no words in it.\n" + `
EXAMPLES

    sluice classify --model news.model https://www.example.org/story.html
    sluice classify --model news.model --json *.pdf
    pandoc story.docx -t plain | sluice classify --model news.model -`
}

// Run classifies one text after the other. What cannot be read is an error; the others are classified all the same.
func (cmd *classifyCmd) Run(ctx context.Context, c *console) error {
	model, err := readModel(cmd.Model)
	if err != nil {
		return err
	}
	ctx, stop := untilSignal(ctx)
	defer stop()
	reader := document.NewReader(document.Options{Workers: runtime.NumCPU()})
	defer reader.Close()
	var errs []error
	for _, what := range cmd.What {
		v, err := cmd.verdict(ctx, c, reader, model, what)
		if isInterrupted(ctx, err) {
			return errStopped
		}
		if err != nil {
			errs = append(errs, err)
			continue
		}
		if cmd.JSON {
			err = screen.WriteJSON(c.out, v, "")
		} else {
			err = v.write(c.out)
		}
		if err != nil {
			return err
		}
	}
	return errors.Join(errs...)
}

// verdict reads and classifies one text.
func (cmd *classifyCmd) verdict(ctx context.Context, c *console, reader *document.Reader, model *classifier.Model, what string) (*textVerdict, error) {
	v := &textVerdict{What: what}
	switch {
	case what == "-":
		return v, v.classifyBytes(ctx, c.in, reader, model, document.Hint{})
	case strings.HasPrefix(what, "http://"), strings.HasPrefix(what, "https://"):
		cfg, err := fetchConfig(ctx, cmd.path(ctx))
		if err != nil {
			return nil, err
		}
		err = webtext.Get(ctx, cfg, what, func(a webtext.Answer, body io.Reader) error {
			v.Status, v.Cause, v.Type = a.Status, string(a.Cause), a.Text.Type
			if v.Preclass = classifier.PreclassOf(a.Status, ""); body == nil || v.Preclass != classifier.NoText {
				return nil
			}
			return v.classifyBytes(ctx, body, reader, model, document.Hint{URL: what})
		})
		return v, err
	}
	return v, v.classifyFile(ctx, what, reader, model, document.Hint{})
}

// textVerdict is what a text is, with the labels that a classifier gives it, the most probable first.
type textVerdict struct {
	What        string              `json:"what"`
	Preclass    classifier.Preclass `json:"preclass"`
	Status      int                 `json:"status,omitempty"` // of a URL
	Cause       string              `json:"cause,omitempty"`  // why there is no text
	Type        string              `json:"type,omitempty"`
	Language    string              `json:"language,omitempty"`
	Words       int                 `json:"words"`
	Label       string              `json:"label,omitempty"`
	Probability float64             `json:"probability,omitempty"`
	Assigned    []string            `json:"assigned,omitempty"` // the label; the likely ones, if texts can have several
	Labels      []labelProbability  `json:"labels,omitempty"`
	Terms       []termWeight        `json:"terms,omitempty"` // that count most for the label, or against it
}

// labelProbability is the probability of a label.
type labelProbability struct {
	Label       string  `json:"label"`
	Probability float64 `json:"probability"`
}

// termWeight is what a term adds to the score of the label, beyond what it adds to those of others.
type termWeight struct {
	Term   string  `json:"term"`
	Weight float64 `json:"weight"`
}

// maxInput is the most bytes of a text that are kept to be read.
const maxInput = 200_000_000

// classifyBytes classifies what a reader returns, by way of a file, which the readers of documents need.
func (v *textVerdict) classifyBytes(ctx context.Context, in io.Reader, reader *document.Reader, model *classifier.Model, h document.Hint) error {
	f, err := os.CreateTemp("", "sluice-classify-")
	if err != nil {
		return err
	}
	defer os.Remove(f.Name())
	n, err := io.Copy(f, io.LimitReader(in, maxInput+1))
	if err = errors.Join(err, f.Close()); err != nil {
		return fmt.Errorf("%s: %w", v.What, err)
	}
	if n > maxInput {
		return fmt.Errorf("%s: more than %s", v.What, screen.Bytes(maxInput))
	}
	return v.classifyFile(ctx, f.Name(), reader, model, h)
}

// classifyFile classifies the text of a file.
func (v *textVerdict) classifyFile(ctx context.Context, path string, reader *document.Reader, model *classifier.Model, h document.Hint) error {
	t, err := corpus.File(ctx, reader, path, h)
	switch {
	case errors.Is(err, document.ErrEmpty):
		v.Preclass = classifier.Empty
		return nil
	case errors.Is(err, document.ErrNoText):
		v.Preclass, v.Cause = classifier.NoText, err.Error()
		return nil
	case err != nil && ctx.Err() == nil:
		return fmt.Errorf("%s: %w", v.What, err)
	case err != nil:
		return err
	}
	v.Type = t.Type
	all := t.String()
	for range text.Words(all) {
		v.Words++
	}
	v.Language, _ = text.Language(all)
	const ok = 200 // the status of what was read
	if v.Preclass = classifier.PreclassOf(ok, all); v.Preclass != classifier.Classifiable {
		return nil
	}
	if t.Type == "html" {
		t.Fields = append(t.Fields, mainText(path, h.ContentType)...)
	}
	for i, p := range model.Classify(t.Fields...) {
		v.Labels = append(v.Labels, labelProbability{model.Labels()[i], p})
	}
	slices.SortStableFunc(v.Labels, func(a, b labelProbability) int { return cmp.Compare(b.Probability, a.Probability) })
	v.Assigned = model.Assign(t.Fields...)
	v.Label, v.Probability = v.Labels[0].Label, v.Labels[0].Probability
	v.Terms = strongest(model, v.Label, t.Fields)
	return nil
}

// mainText returns the main text of a page in a file, apart from its menus, as a part of the text that counts besides the whole; nothing if the
// page has none.
func mainText(path, contentType string) []vector.Field {
	body, err := infile.Read(path, maxInput)
	if err != nil {
		return nil
	}
	main, ok := article.Text(body, contentType)
	if !ok {
		return nil
	}
	return []vector.Field{{Text: main}}
}

// The terms that are listed, and those among which they are looked for.
const (
	shownTerms = 10
	seenTerms  = 1000
)

// strongest returns the terms that count most for a label, or against it. Parts of words repeat what the words say, and are listed only if
// the classifier knows no words.
func strongest(model *classifier.Model, label string, fields []vector.Field) (terms []termWeight) {
	all := model.Explain(label, seenTerms, fields...)
	words := slices.DeleteFunc(slices.Clone(all), func(t classifier.Contribution) bool { return t.Kind == vector.Chars })
	if len(words) == 0 {
		words = all
	}
	for _, t := range words[:min(len(words), shownTerms)] {
		if t.Weight != 0 {
			terms = append(terms, termWeight{t.Term, t.Weight})
		}
	}
	return terms
}

// shownLabels is the number of labels that people see.
const shownLabels = 5

// write writes the verdict for people.
func (v *textVerdict) write(w io.Writer) error {
	facts := screen.NonEmpty(v.Type, v.Language)
	if v.Words > 0 {
		facts = append(facts, screen.Counted(int64(v.Words), "word"))
	}
	if v.Preclass != classifier.Classifiable {
		facts = screen.NonEmpty(string(v.Preclass), v.Cause)
	}
	if _, err := fmt.Fprintf(w, "%s: %s\n", screen.Escape(v.What), screen.Escape(strings.Join(facts, ", "))); err != nil {
		return err
	}
	t := screen.Table{Columns: []screen.Column{{Shrink: true}, {Right: true}, {}}, Indent: 2, Width: screen.TerminalWidth(w, 0)}
	for _, l := range v.Labels[:min(len(v.Labels), shownLabels)] {
		t.Rows = append(t.Rows, []string{l.Label, fmt.Sprintf("%.1f %%", 100*l.Probability), screen.Bar(l.Probability, 20)})
	}
	if err := t.Write(w); err != nil {
		return err
	}
	if len(v.Assigned) > 1 {
		if _, err := fmt.Fprintf(w, "  labels: %s\n", screen.Escape(strings.Join(v.Assigned, ", "))); err != nil {
			return err
		}
	}
	if len(v.Labels) > 0 && len(v.Terms) == 0 {
		if _, err := fmt.Fprintln(w, "  nothing in the text speaks for a label: the classifier knows none of its terms, or all labels have them alike"); err != nil {
			return err
		}
	}
	for _, side := range []struct {
		title string
		sign  float64
	}{{"for", 1}, {"against", -1}} {
		var terms []string
		for _, t := range v.Terms {
			if t.Weight*side.sign > 0 {
				terms = append(terms, strings.TrimSpace(t.Term))
			}
		}
		if len(terms) > 0 {
			if _, err := fmt.Fprintf(w, "  %s %s: %s\n", side.title, screen.Escape(v.Label), screen.Escape(strings.Join(terms, ", "))); err != nil {
				return err
			}
		}
	}
	return nil
}
