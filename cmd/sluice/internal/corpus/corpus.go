// Package corpus reads labelled texts, from which classifiers learn and by which they are measured.
//
// [Read] yields the [Example]s of a file with one row each: JSON Lines, also compressed with gzip. Its [Options] say which fields of
// a row have the labels and the texts, and which rows count. [HTML] reduces a page to its texts, as it does for rows.
//
// Rows come from anywhere: their length is limited, and an error names the file, the line and what to do.
package corpus

import (
	"context"
	"errors"
	"fmt"
	"maps"
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

// Options say what the examples of a corpus are. The zero value takes the field "label", and the fields "text", "title" and "html".
type Options struct {
	Label string   // the field with the label, or with a list of labels; empty: "label"
	Text  []string // the fields with text; nil: those of DefaultText
	Where []string // conditions on fields, FIELD=VALUE or FIELD!=VALUE, which all must be met
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
	Textless   int // without any of the fields with text
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

// example returns the example of a row, and whether it is one.
func (s *selection) example(r row, at string) (Example, bool) {
	for _, c := range s.conditions {
		if !c.meets(r) {
			s.counts.Refused++
			return Example{}, false
		}
	}
	s.counts.Rows++
	e := Example{At: at}
	for _, label := range r.values(s.label) {
		if label = strings.TrimSpace(label); label != "" && !slices.Contains(e.Labels, label) {
			e.Labels = append(e.Labels, label)
		}
	}
	if len(e.Labels) == 0 {
		s.counts.Unlabelled++
		s.note(r)
		return e, false
	}
	for _, name := range s.text {
		if texts := r.values(name); len(texts) > 0 {
			e.Fields = append(e.Fields, fields(name, strings.Join(texts, "\n"))...)
		}
	}
	if len(e.Fields) == 0 {
		s.counts.Textless++
		s.note(r)
		return e, false
	}
	return e, true
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
func (s *selection) check(name string) error {
	c := s.counts
	known := strings.Join(slices.Sorted(maps.Keys(s.lacking)), ", ")
	switch {
	case c.Rows+c.Refused == 0:
		return fmt.Errorf("%s: it is empty", name)
	case c.Rows == 0:
		return fmt.Errorf("%s: no row meets the conditions", name)
	case c.Unlabelled == c.Rows:
		return fmt.Errorf("%s: no row has a label in the field %q; the fields are %s (name one with --label)", name, s.label, known)
	case c.Unlabelled+c.Textless == c.Rows:
		return fmt.Errorf("%s: no row has a text in the fields %s; the fields are %s (name them with --text)", name, strings.Join(s.text, ", "), known)
	}
	return nil
}

// Read calls use with each example of a file, in order, until that returns an error. The counts are those of the rows until then. It is
// an error if no row is an example.
func Read(ctx context.Context, name string, o Options, use func(Example) error) (Counts, error) {
	s, err := newSelection(o)
	if err != nil {
		return Counts{}, err
	}
	err = eachRow(ctx, name, func(r row, at string) error {
		if e, ok := s.example(r, at); ok {
			return use(e)
		}
		return nil
	})
	if err == nil {
		err = s.check(name)
	}
	return s.counts, err
}
