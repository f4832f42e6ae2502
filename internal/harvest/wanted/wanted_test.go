package wanted_test

import (
	"errors"
	"iter"
	"strings"
	"testing"

	"sluice/document/bibliography"
	"sluice/internal/catalogue"
	"sluice/internal/catalogue/catalogtest"
	"sluice/internal/harvest/wanted"
)

const first = `@article{a, title={Learning to Crawl the Hidden Web}, author={Jane Roe and John Doe}, year=2001}
@article{broken, title={Never closed
@inproceedings{b, title={Learning to crawl the hidden web.}, author={Roe, J. and Doe, J.}, year=2001, doi={10.1000/182}}
@article{c, title={Editorial}, journal={J}, year=2001, pages={1}}
@article{d, title={Editorial}, journal={J}, year=2001, pages={77}}`

const second = `@article{x, title={Lerning to Crawl the Hidden Web}, author={Jane Roe and others}, year=2001}
@article{y, title={Ranking Crawlers by their Yield}, author={Jane Roe}, year=2003}`

// open returns the list of a catalogue.
func open(t *testing.T, c *catalogue.Catalogue) *wanted.List {
	t.Helper()
	l, err := wanted.Open(t.Context(), c.Wanted)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// read returns the records of a bibliography.
func read(text string) iter.Seq2[bibliography.Record, error] {
	return bibliography.Read(strings.NewReader(text))
}

func TestRecordsOfBibliographiesAreAddedOnce(t *testing.T) {
	c := catalogtest.Memory(t)
	l := open(t, c)
	var broken []int
	a, err := l.Add(t.Context(), "first.bib", read(first), func(e *bibliography.RecordError) { broken = append(broken, e.Line) })
	if err != nil || a != (wanted.Added{Records: 4, New: 3, Known: 1, Broken: 1}) || len(broken) != 1 || broken[0] != 2 {
		t.Fatalf("Add() = %+v, %v, broken in lines %v", a, err, broken)
	}
	for _, l := range []*wanted.List{l, open(t, c)} {
		if a, err := l.Add(t.Context(), "first.bib", read(first), nil); err != nil || a.New != 0 || a.Records != 4 {
			t.Errorf("Add() of the same bibliography = %+v, %v", a, err)
		}
	}
	if a, err := open(t, c).Add(t.Context(), "second.bib", read(second), nil); err != nil || a.New != 1 {
		t.Errorf("Add() of another bibliography = %+v, %v; want 1 new work", a, err)
	}
	works, err := c.Wanted.List(t.Context(), catalogue.WantedQuery{})
	if err != nil || len(works) != 4 {
		t.Fatalf("%d works, %v; want 4", len(works), err)
	}
	if w := works[0]; w.Record.DOI != "10.1000/182" || len(w.Record.Authors) != 2 || strings.Join(w.Sources, " ") != "first.bib second.bib" {
		t.Errorf("first work %+v", w)
	}
}

func TestOnlyRecordsOfWantedWorksAreUsed(t *testing.T) {
	c := catalogtest.Memory(t)
	if _, err := open(t, c).Add(t.Context(), "first.bib", read(first), nil); err != nil {
		t.Fatal(err)
	}
	l := open(t, c)
	l.KnownOnly = true
	a, err := l.Add(t.Context(), "oai:x", read(strings.ReplaceAll(second, "year=2001}", "year=2001, url={http://a.example/1.pdf}}")), nil)
	if err != nil || a != (wanted.Added{Records: 2, Known: 1}) {
		t.Errorf("Add() = %+v, %v; want one of two records known, and none new", a, err)
	}
	works, err := c.Wanted.List(t.Context(), catalogue.WantedQuery{})
	if err != nil || len(works) != 3 || strings.Join(works[0].Record.URLs, " ") != "http://a.example/1.pdf" {
		t.Errorf("%d works, %v, the first at %v", len(works), err, works[0].Record.URLs)
	}
}

func TestRecordsBeforeAnErrorAreKept(t *testing.T) {
	c := catalogtest.Memory(t)
	failed := errors.New("the server is down")
	records := func(yield func(bibliography.Record, error) bool) {
		if yield(bibliography.Record{Title: "Learning to Crawl"}, nil) {
			yield(bibliography.Record{}, failed)
		}
	}
	if a, err := open(t, c).Add(t.Context(), "dblp:x", records, nil); !errors.Is(err, failed) || a.New != 1 {
		t.Errorf("Add() = %+v, %v; want the error and 1 new work", a, err)
	}
	if works, err := c.Wanted.List(t.Context(), catalogue.WantedQuery{}); err != nil || len(works) != 1 {
		t.Errorf("%d works, %v; want 1", len(works), err)
	}
}
