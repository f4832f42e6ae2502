// Package elsewhere says which documents of a library others do not have: bibliographies, other libraries, and services that are asked for each document.
//
// [Choose] the documents, and compare them with each list by [InIndex] or [InService]. It is the question of CNDROBOT (Zhou, Concordia University, 2005, section 5.5): how much of what
// was collected is found nowhere else.
package elsewhere

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"math/rand/v2"

	"sluice/document/bibliography"
	"sluice/internal/harvest/identity"
	"sluice/internal/harvest/source"
	"sluice/library"
)

// Document is one document, and who has it.
type Document struct {
	SHA256  string   `json:"document"`
	Title   string   `json:"title"`
	Authors []string `json:"authors,omitempty"`
	Year    string   `json:"year,omitempty"`
	In      []string `json:"in"`     // the lists that have it
	NotIn   []string `json:"not_in"` // those that do not

	work identity.Work
}

// MaxDocuments is the most documents that are compared at once.
const MaxDocuments = 1_000_000

// Choose returns n of the documents, chosen at random by a seed; all for 0. Versions of other documents and those without a title are left out.
func Choose(all iter.Seq2[library.Document, error], n int, seed uint64) (chosen []*Document, err error) {
	random := rand.New(rand.NewPCG(seed, 0))
	seen := 0
	for d, err := range all {
		if err != nil {
			return nil, err
		}
		if d.Work != "" || d.Get("title") == "" {
			continue
		}
		seen++
		at := len(chosen)
		if n > 0 && at == n { // reservoir sampling (Vitter 1985, algorithm R)
			if at = random.IntN(seen); at >= n {
				continue
			}
		}
		if at == MaxDocuments {
			return nil, fmt.Errorf("more than %d documents; choose some at random", MaxDocuments)
		}
		if at == len(chosen) {
			chosen = append(chosen, nil)
		}
		r := source.OfDocument(&d)
		chosen[at] = &Document{SHA256: d.SHA256, Title: d.Get("title"), Authors: d.All("author"), Year: d.Get("year"), In: []string{}, NotIn: []string{}, work: identity.Of(&r)}
	}
	return chosen, nil
}

// note notes whether a list has the document.
func (d *Document) note(list string, has bool) {
	if has {
		d.In = append(d.In, list)
	} else {
		d.NotIn = append(d.NotIn, list)
	}
}

// InIndex notes which of the documents a list has, whose works are in an index.
func InIndex(documents []*Document, list string, works *identity.Index) {
	for _, d := range documents {
		_, has := works.Find(d.work, identity.Fuzzy)
		d.note(list, has)
	}
}

// maxAnswers is the most works of a service that are compared with one document.
const maxAnswers = 25

// InService notes which of the documents a service has, which find asks for works with the words of a title.
func InService(ctx context.Context, documents []*Document, list string, find func(ctx context.Context, title string) iter.Seq2[bibliography.Record, error]) error {
	for _, d := range documents {
		works := identity.NewIndex()
		for r, err := range find(ctx, d.Title) {
			if _, isOne := errors.AsType[*bibliography.RecordError](err); isOne {
				continue
			}
			if err != nil {
				return err
			}
			if works.Add(identity.Of(&r)); works.Len() == maxAnswers {
				break
			}
		}
		_, has := works.Find(d.work, identity.Fuzzy)
		d.note(list, has)
	}
	return nil
}
