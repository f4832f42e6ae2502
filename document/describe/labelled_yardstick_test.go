//go:build yardstick

package describe_test

import (
	"flag"
	"maps"
	"slices"
	"testing"

	"sluice/document/describe"
	"sluice/internal/labelledtest"
)

// setAside has the documents measured that nobody has looked at. What is
// wrong with each of them is not shown, lest it be learned from.
var setAside = flag.Bool("set-aside", false, "measure on the owners that are set aside")

// The bars for the documents to work on, in hundredths.
const (
	labelledTitleBar  = 85
	labelledAuthorBar = 96
)

// TestQualityOfDescriptionsOfLabelledDocuments compares title and authors of
// the labelled documents with what their first pages show. Nothing but the
// files is known: no page links to them.
func TestQualityOfDescriptionsOfLabelledDocuments(t *testing.T) {
	part, set := labelledtest.Work, "labelled"
	if *setAside {
		part, set = labelledtest.SetAside, "set aside"
	}
	var all score
	byGenre := map[string]*score{}
	for _, d := range labelledtest.Documents(t, part) {
		if d.Title == "" {
			continue
		}
		x := describe.Describe(d.Read, describe.Around{URL: d.URL()})
		title, authors := x.Get("title"), x.All("author")
		if byGenre[d.Genre] == nil {
			byGenre[d.Genre] = &score{}
		}
		byGenre[d.Genre].add(title, d.Title, authors, d.Authors)
		if *setAside {
			all.add(title, d.Title, authors, d.Authors)
		} else {
			all.count(t, d.Genre+" "+d.Name, title, d.Title, authors, d.Authors)
		}
	}
	all.report(set)
	for _, genre := range slices.Sorted(maps.Keys(byGenre)) {
		byGenre[genre].report(set + ", " + genre)
	}
	if !*setAside && (all.titleRate() < labelledTitleBar || all.f1() < labelledAuthorBar) {
		t.Errorf("%s: title %.1f %%, authors F1 %.1f %%; the bars are %d %% and %d %%", set, all.titleRate(), all.f1(), labelledTitleBar, labelledAuthorBar)
	}
}
