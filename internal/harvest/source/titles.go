package source

import (
	"context"
	"fmt"
	"iter"
	"strings"
	"unicode"

	"sluice/document/bibliography"
)

// Catalogue is a service that is asked for one work after the other, by one client: all requests wait for the delay and the limits of the service.
type Catalogue struct {
	kind    Kind
	client  *client
	o       Options
	answers *pages // of all titles, in one folder; nil: they are not kept
	kept    int    // of this run
}

// The bounds of the answers to titles that are kept.
const (
	maxAnswers = 20_000
	trimAfter  = 1000 // answers
)

// IsCatalogue reports whether a service can be asked for a title.
func IsCatalogue(k Kind) bool {
	return k == DBLP || k == OpenAlex || k == Crossref || k == SemanticScholar
}

// OpenCatalogue returns a service to be asked. The caller closes it.
func OpenCatalogue(k Kind, o Options) (*Catalogue, error) {
	if !IsCatalogue(k) {
		return nil, fmt.Errorf("%s cannot be asked for a title", k)
	}
	s, err := Name{Kind: k, Value: "a"}.Open(o)
	if err != nil {
		return nil, err
	}
	answers, err := openAnswers(&s.o)
	if err != nil {
		s.Close()
		return nil, fmt.Errorf("answers of %s: %w", k, err)
	}
	return &Catalogue{kind: k, client: s.client, o: s.o, answers: answers}, nil
}

// Close closes the connections.
func (c *Catalogue) Close() { c.client.Close() }

// Titled yields works that have the words of a title, the best first as the service sees it: those of one page of its answer, which is kept for
// a day, unless 20,000 others follow.
func (c *Catalogue) Titled(ctx context.Context, title string) iter.Seq2[bibliography.Record, error] {
	n := titleQuery(c.kind, title)
	return func(yield func(bibliography.Record, error) bool) {
		if n.Value == "" {
			return // no word to ask for
		}
		o := c.o
		service, err := newService(n, &o)
		if err != nil {
			yield(bibliography.Record{}, err)
			return
		}
		s := &Source{name: n, service: service, client: c.client, o: o}
		p, isStored, err := s.page(ctx, c.answers, service.first)
		if err == nil && !isStored {
			if c.kept++; c.kept%trimAfter == 0 {
				err = c.answers.trim(o.Clock.Now())
			}
		}
		if err != nil {
			yield(bibliography.Record{}, fmt.Errorf("bibliography %s: %w", c.kind, err))
			return
		}
		p.records(yield)
	}
}

// maxQuery is the most words of a title that are asked for.
const maxQuery = 20

// titleQuery returns the list of works with the words of a title. What has a meaning in the query languages ("-", "|", ":" and others) is left out.
func titleQuery(k Kind, title string) Name {
	all := strings.FieldsFunc(title, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r) })
	words := strings.Join(all[:min(len(all), maxQuery)], " ")
	if k == OpenAlex && words != "" {
		words = "title.search:" + words
	}
	return Name{Kind: k, Value: words}
}
