//go:build yardstick

package describe_test

import (
	"maps"
	"slices"
	"testing"

	"sluice/document/describe"
	"sluice/internal/labelledtest"
)

// The bars for all labelled documents, in hundredths.
const (
	labelledTitleBar  = 88
	labelledAuthorBar = 95
)

// TestQualityOfDescriptionsOfLabelledDocuments compares title and authors of
// the labelled documents with what their first pages show. Nothing but the
// files is known: no page links to them.
func TestQualityOfDescriptionsOfLabelledDocuments(t *testing.T) {
	var all score
	for _, part := range []struct {
		part labelledtest.Part
		set  string
	}{{labelledtest.Work, "labelled"}, {labelledtest.SetAside, "labelled, set aside once"}, {labelledtest.Reserve, "labelled, reserve"}} {
		var sum score
		byGenre := map[string]*score{}
		for _, d := range labelledtest.Documents(t, part.part) {
			if d.Title == "" {
				continue
			}
			x := describe.Describe(d.Read, describe.Around{URL: d.URL()})
			title, authors := x.Get("title"), x.All("author")
			if byGenre[d.Genre] == nil {
				byGenre[d.Genre] = &score{}
			}
			byGenre[d.Genre].add(title, d.Title, authors, d.Authors)
			sum.add(title, d.Title, authors, d.Authors)
			all.count(t, d.Genre+" "+d.Name, title, d.Title, authors, d.Authors)
		}
		sum.report(part.set)
		for _, genre := range slices.Sorted(maps.Keys(byGenre)) {
			byGenre[genre].report(part.set + ", " + genre)
		}
	}
	if labelledtest.CheckCount(t, "labelled documents with a title", all.documents, 120) && (all.titleRate() < labelledTitleBar || all.f1() < labelledAuthorBar) {
		t.Errorf("labelled: title %.1f %%, authors F1 %.1f %%; the bars are %d %% and %d %%", all.titleRate(), all.f1(), labelledTitleBar, labelledAuthorBar)
	}
}
