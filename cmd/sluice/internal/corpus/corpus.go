// Package corpus reads labelled texts, from which classifiers learn and by which they are measured.
//
// [Read] yields the [Example]s of a file with one row each (JSON Lines, comma- or tab-separated values, also compressed with gzip), or
// of a folder of files, in which each folder has the files of one label. Its [Options] say which fields of a row have the labels and
// the texts, which rows count, and whether the texts are the pages of URLs. [File], [HTML] and [Page] return the texts of files and
// pages, as examples have them.
//
// Rows come from anywhere: their length is limited, and an error names the file, the line and what to do.
package corpus

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"

	"sluice/text/vector"
)

// Example is a text with its labels.
type Example struct {
	At     string   // where it is: file and line
	Labels []string // each once, at least one
	Fields []vector.Field
}

// Text is a text of a file or a page.
type Text struct {
	Type   string // format by content, as package document names it
	Fields []vector.Field
}

// String returns all parts of the text.
func (t Text) String() string {
	var parts []string
	for _, f := range t.Fields {
		parts = append(parts, f.Text)
	}
	return strings.Join(parts, "\n")
}

// Options say what the examples of a corpus are. The zero value takes the field "label", and the fields "text", "title" and "html".
type Options struct {
	Label string   // the field with the label, or with a list of labels; empty: "label"
	Text  []string // the fields with text; nil: those of DefaultText
	Where []string // conditions on fields, FIELD=VALUE or FIELD!=VALUE, which all must be met

	// Fetch, if not nil, fetches the pages whose URLs the rows have in the field "url": they are the texts. It calls use with the index of
	// each URL and its text, or the reason why that is no text to learn from.
	Fetch func(ctx context.Context, urls []string, use func(i int, t Text, reason string) error) error
	// Skipped is called with each file that cannot be read. Nil: they are only counted.
	Skipped func(path string, why error)
}

// DefaultLabel is the field that has the label of a row, unless another one is named.
const DefaultLabel = "label"

// DefaultText are the fields that have the text of a row, unless others are named.
var DefaultText = []string{"text", "title", "html"}

// Counts are the rows of a corpus, and those of them that are no examples.
type Counts struct {
	Rows       int // that meet the conditions
	Refused    int // that do not meet a condition
	Unlabelled int // without a label
	Textless   int // without any of the fields with text, or without a URL to fetch
	Unreadable int // files that could not be read

	Excluded map[string]int // pages that are no texts to learn from, by the reason
}

// ErrCondition is the error of a condition that cannot be understood.
var ErrCondition = errors.New("write FIELD=VALUE or FIELD!=VALUE, such as split=train")

// condition is a condition on the value of a field.
type condition struct {
	field, value string
	isNot        bool
}

// selection is what is taken of each row.
type selection struct {
	label      string
	text       []string
	conditions []condition
	counts     Counts
	lacking    map[string]bool // fields of rows without label or text, to name them
}

// newSelection returns the selection of options. It is an error if a condition cannot be understood.
func newSelection(o Options) (*selection, error) {
	s := &selection{label: o.Label, text: o.Text, lacking: map[string]bool{}}
	if s.label == "" {
		s.label = DefaultLabel
	}
	if len(s.text) == 0 {
		s.text = DefaultText
	}
	for _, text := range o.Where {
		field, value, ok := strings.Cut(text, "=")
		c := condition{value: strings.Trim(strings.TrimSpace(value), `"'`)}
		field, c.isNot = strings.CutSuffix(field, "!")
		c.field = strings.TrimSpace(field)
		if !ok || c.field == "" {
			return nil, fmt.Errorf("%q is no condition: %w", text, ErrCondition)
		}
		s.conditions = append(s.conditions, c)
	}
	return s, nil
}

// row is a row of a file: the values of a field, and the names of all fields.
type row interface {
	values(field string) []string
	names() []string
}

// meets reports whether a row meets a condition.
func (c condition) meets(r row) bool { return slices.Contains(r.values(c.field), c.value) != c.isNot }

// accepts reports whether a row meets the conditions.
func (s *selection) accepts(r row) bool {
	for _, c := range s.conditions {
		if !c.meets(r) {
			s.counts.Refused++
			return false
		}
	}
	s.counts.Rows++
	return true
}

// labels returns the labels of a row, each once.
func (s *selection) labels(r row) (labels []string) {
	for _, label := range r.values(s.label) {
		if label = strings.TrimSpace(label); label != "" && !slices.Contains(labels, label) {
			labels = append(labels, label)
		}
	}
	if len(labels) == 0 {
		s.counts.Unlabelled++
		s.note(r)
	}
	return labels
}

// fields returns the texts of a row.
func (s *selection) fields(r row) (all []vector.Field) {
	for _, name := range s.text {
		if texts := r.values(name); len(texts) > 0 {
			all = append(all, fields(name, strings.Join(texts, "\n"))...)
		}
	}
	if len(all) == 0 {
		s.counts.Textless++
		s.note(r)
	}
	return all
}

// maxNoted is the most names of fields that a message lists.
const maxNoted = 20

// note keeps the names of a row's fields for a message.
func (s *selection) note(r row) {
	for _, name := range r.names() {
		if len(s.lacking) < maxNoted {
			s.lacking[name] = true
		}
	}
}

// check returns an error for a corpus in which no row is an example, with what is wrong with the names of fields.
func (s *selection) check(name string, isFolder bool) error {
	c := s.counts
	known := strings.Join(slices.Sorted(maps.Keys(s.lacking)), ", ")
	switch {
	case c.Rows+c.Refused == 0:
		return fmt.Errorf("%s: it is empty", name)
	case c.Rows == 0:
		return fmt.Errorf("%s: no row meets the conditions", name)
	case c.Unlabelled == c.Rows && isFolder:
		return fmt.Errorf("%s: no folder in it has files (each label needs a folder of its own)", name)
	case c.Unreadable == c.Rows:
		return fmt.Errorf("%s: no file can be read", name)
	case c.Unlabelled == c.Rows:
		return fmt.Errorf("%s: no row has a label in %q; the fields are %s (name one with --label)", name, s.label, known)
	case c.Unlabelled+c.Textless == c.Rows:
		return fmt.Errorf("%s: no row has a text in %s; the fields are %s (name them with --text, or fetch the pages of their URLs with --fetch)", name, strings.Join(s.text, ", "), known)
	}
	return nil
}

// Read calls use with each example of a file or a folder, in order, until that returns an error. The counts are those of the rows until
// then. It is an error if no row is an example.
func Read(ctx context.Context, name string, o Options, use func(Example) error) (Counts, error) {
	s, err := newSelection(o)
	if err != nil {
		return Counts{}, err
	}
	info, err := os.Stat(name)
	switch {
	case err != nil:
	case info.IsDir():
		err = s.eachFile(ctx, name, o, use)
	case o.Fetch != nil:
		err = s.eachPage(ctx, name, o, use)
	default:
		err = s.eachRow(ctx, name, func(r row, labels []string, at string) error {
			if fields := s.fields(r); len(fields) > 0 {
				return use(Example{At: at, Labels: labels, Fields: fields})
			}
			return nil
		})
	}
	if err == nil {
		err = s.check(name, info.IsDir())
	}
	return s.counts, err
}

// maxURLs is the number of rows whose pages are fetched.
const maxURLs = 1_000_000

// eachPage calls use with the examples of a list of URLs, in the order in which their pages come. Rows with the same URL share its page.
func (s *selection) eachPage(ctx context.Context, name string, o Options, use func(Example) error) error {
	s.text = []string{urlColumn} // for messages
	var urls []string
	rows := map[string][]Example{} // by URL
	err := s.eachRow(ctx, name, func(r row, labels []string, at string) error {
		addresses := r.values(urlColumn)
		if len(addresses) != 1 || !isURL(addresses[0]) {
			s.counts.Textless++
			s.note(r)
			return nil
		}
		url := addresses[0]
		if rows[url] == nil {
			urls = append(urls, url)
		}
		if len(urls) > maxURLs {
			return fmt.Errorf("%s: more than a million URLs (divide the file)", at)
		}
		rows[url] = append(rows[url], Example{At: at, Labels: labels})
		return nil
	})
	if err != nil || len(urls) == 0 {
		return err
	}
	s.counts.Excluded = map[string]int{}
	return o.Fetch(ctx, urls, func(i int, t Text, reason string) error {
		for _, e := range rows[urls[i]] {
			if reason != "" {
				s.counts.Excluded[reason]++
				continue
			}
			e.Fields = t.Fields
			if err := use(e); err != nil {
				return err
			}
		}
		return nil
	})
}
