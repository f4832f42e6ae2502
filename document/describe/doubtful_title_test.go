package describe_test

import (
	"testing"

	"sluice/document/describe"
)

func TestConfidenceOfTitlesByTheirWords(t *testing.T) {
	for _, c := range []struct {
		name, title string
		isCertain   bool
	}{
		{"a title", "Sieves of the River", true},
		{"a title with signs", "C++/Rust: Sieves & Rivers", true},
		{"a kind of work", "Technical Report", false},
		{"a kind of work in two words that are one", "Afstudeer scriptie", false},
		{"a part of a work", "Chapter 1", false},
		{"a part of a work with its title", "Chapter 1: Sieves of the River", true},
		{"the heading of a summary with its date", "Executive Summary, January 2014", false},
		{"a title that begins with a summary", "Summary Statistics of Sieves", true},
		{"letters that are misread", "”тс˘блл‡ˇ зк˜брм‡ˇ", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := sheet(append([]string{"160 100 28 Bold|" + c.title, "220 100 12 Roman|Jane Roe"}, prose(300)...)...)
			for _, f := range describe.Describe(d, describe.Around{}).Fields {
				if f.Name != "title" {
					continue
				}
				if f.Value != c.title || f.Confidence >= describe.Certain != c.isCertain {
					t.Errorf("title %q has the confidence %.2f", f.Value, f.Confidence)
				}
				return
			}
			t.Error("no title")
		})
	}
}

func TestHeadingsOfNoticesAreNoTitles(t *testing.T) {
	for _, heading := range []string{"Remerciements", "Acknowledgments", "List of Figures", "Contents"} {
		d := sheet(append([]string{"60 100 24 Bold|" + heading}, prose(200)...)...)
		if got := describe.Describe(d, describe.Around{}).Get("title"); got == heading {
			t.Errorf("title %q", got)
		}
	}
}
