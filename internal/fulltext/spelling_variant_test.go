package fulltext_test

import (
	"strings"
	"testing"

	"sluice/internal/fulltext"
	"sluice/search"
)

func TestEitherSpellingIsFound(t *testing.T) {
	x := openIndex(t)
	var all []fulltext.Entry
	for key, text := range map[string]string{
		"optimisation": "discrete optimisation of plans", "optimization": "discrete optimization of plans", "colour": "colouring maps", "color": "a map in four colors",
		"centre": "two centres of gravity", "center": "the center of the town", "catalogue": "an old catalogue", "catalog": "the catalogs of libraries",
		"defence": "a thesis defence", "defense": "defense in depth", "modelling": "labelled models", "modeling": "a labeled model",
		"analyse": "we analyse soil", "analyze": "we analyze soil", "programme": "the programme of the spring school", "program": "a program in Pascal", "programmer": "programmers in a team",
		"prize": "a prize for four of them", "prise": "to prise it open", "size": "sizes of shoes", "for": "made for us",
	} {
		all = append(all, fulltext.Entry{Key: key, Text: text, Language: "en"})
	}
	if err := x.Put(t.Context(), all); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ query, want string }{
		{"optimisation", "optimisation optimization"},
		{"optimizing", "optimisation optimization"},
		{"colour", "color colour"},
		{"colors", "color colour"},
		{"center", "center centre"},
		{"centre", "center centre"},
		{"dialogue catalogue", "| catalog catalogue"},
		{"catalog", "catalog catalogue"},
		{"defense", "defence defense"},
		{"labelled", "modeling modelling"},
		{"analysing", "analyse analyze"},
		{"programme", "program programme"},
		{"programs", "program programme"},
		{"programmer", "programme programmer"}, // of one stem: the shorter word is not told apart
		{"prise", "prise"},
		{"size", "size"},
		{`"optimisation"`, "optimisation"},
		{"+colour map", "color colour"},
	} {
		if got := keys(find(t, x, search.Query{Text: c.query, Limit: 100})); got != c.want {
			t.Errorf("%s: found %q, want %q", c.query, got, c.want)
		}
	}
}

func TestSnippetMarksEitherSpelling(t *testing.T) {
	x := openIndex(t)
	if err := x.Put(t.Context(), []fulltext.Entry{{Key: "k", Language: "en", Text: "Programmers speak of program optimization and of color."}}); err != nil {
		t.Fatal(err)
	}
	r := find(t, x, search.Query{Text: "programme optimisation colour"})
	if len(r.Hits) != 1 || len(r.Hits[0].Snippets) != 1 {
		t.Fatalf("found %+v", r)
	}
	var marked []string
	for _, m := range r.Hits[0].Snippets[0].Marks {
		marked = append(marked, r.Hits[0].Snippets[0].Text[m.Start:m.End])
	}
	if got, want := strings.Join(marked, " "), "program optimization color"; got != want {
		t.Errorf("marked %q, want %q", got, want)
	}
}
