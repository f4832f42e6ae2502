package wanted_test

import (
	"errors"
	"slices"
	"testing"

	"sluice/document/bibliography"
	"sluice/internal/harvest/identity"
	"sluice/internal/harvest/venue"
	"sluice/internal/harvest/wanted"
)

func TestRecordsAreChosenByVenueYearAndOtherLists(t *testing.T) {
	venues, err := venue.NewFilter([]string{"ICML"}, "1998-2004")
	if err != nil {
		t.Fatal(err)
	}
	all := func(yield func(bibliography.Record, error) bool) {
		for _, r := range []bibliography.Record{
			{Title: "A Theory of the Learnable Parts", Year: 2001, Venue: "International Conference on Machine Learning"},
			{Title: "Another Theory of Something Else", Year: 2005, Venue: "ICML"},
			{Title: "What the Other List Has Already", Year: 1999, Venue: "ICML"},
			{Title: "Of Another Venue Altogether", Year: 2001, Venue: "SIGIR"},
		} {
			if !yield(r, nil) {
				return
			}
		}
		yield(bibliography.Record{}, &bibliography.RecordError{Line: 7, Err: errors.New("broken")})
	}
	lists := identity.NewIndex()
	err = wanted.Index(lists, func(yield func(bibliography.Record, error) bool) {
		_ = yield(bibliography.Record{}, &bibliography.RecordError{Line: 1, Err: errors.New("broken")}) && yield(bibliography.Record{Title: "What the other list has already", Year: 1999}, nil)
	})
	if err != nil {
		t.Fatal(err)
	}
	s := wanted.Selection{Venues: venues, Lists: lists}
	var titles []string
	broken := 0
	for r, err := range s.Choose(all) {
		if err != nil {
			broken++
		} else {
			titles = append(titles, r.Title)
		}
	}
	if want := []string{"A Theory of the Learnable Parts"}; !slices.Equal(titles, want) || broken != 1 || s.LeftOut != 3 {
		t.Errorf("%q chosen, %d errors, %d left out; want %q, 1, 3", titles, broken, s.LeftOut, want)
	}
}
