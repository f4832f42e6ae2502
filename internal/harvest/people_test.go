package harvest

import (
	"slices"
	"testing"

	"sluice/internal/harvest/homepage"
)

// TestPeopleOfManyWorksAreSearchedForFirst chooses the people of five works, until each work has had two searches.
func TestPeopleOfManyWorksAreSearchedForFirst(t *testing.T) {
	works := make([]*work, 5)
	for i := range works {
		works[i] = &work{id: int64(i)}
	}
	works[4].found = new(Finding)
	var people []*person
	for _, p := range []struct {
		name  string
		works []int
	}{{"one", []int{0}}, {"three", []int{0, 1, 2}}, {"two", []int{2, 3}}, {"found", []int{4}}} {
		one := &person{Author: homepage.Author{Name: p.name}, queries: []string{"first", "second"}}
		for _, n := range p.works {
			one.works = append(one.works, works[n])
		}
		people = append(people, one)
	}
	for _, wave := range []struct {
		most, n int
		want    []string
	}{
		{1, 1, []string{"three"}},
		{1, 9, []string{"two"}}, // for its other work
		{1, 9, nil},
		{2, 9, []string{"three", "two"}}, // the only work of "one" has had two searches then
		{2, 9, nil},
	} {
		var got []string
		for _, p := range covering(people, wave.most, wave.n) {
			got = append(got, p.Name)
			p.mayAsk, p.isSearched, p.queries = false, true, p.queries[1:]
		}
		if !slices.Equal(got, wave.want) {
			t.Errorf("with %d searches a work: %v, want %v", wave.most, got, wave.want)
		}
	}
}
