package person

import (
	"slices"
	"testing"
)

// Degrees and titles surround names; some family names are written as they are.
func TestPeopleAndDegrees(t *testing.T) {
	for line, want := range map[string][]string{
		"Meng Zhang, Wei Liu":                 {"Meng Zhang", "Wei Liu"},
		"Wei Liu and Meng Li":                 {"Wei Liu", "Meng Li"},
		"MENG ZHANG, WEI LIU":                 {"Meng Zhang", "Wei Liu"},
		"MEng Jane Roe, MSc John Smith":       {"Jane Roe", "John Smith"},
		"Bc Jane Roe":                         {"Jane Roe"},
		"MgA. Jane Roe, BcA. Karl Stein":      {"Jane Roe", "Karl Stein"},
		"M.Eng. Jane Roe":                     {"Jane Roe"},
		"Roe, Jane Maria":                     {"Jane Maria Roe"},
		"Jane Roe Senior Auditing Engineer":   {"Jane Roe"},
		"Jane Roe - 900001":                   {"Jane Roe"},
		"Jane RoeB, John SmithB":              {"Jane Roe", "John Smith"},
		"Jane Roe, MEng, Peter Miller, Ph.D.": {"Jane Roe", "Peter Miller"},
	} {
		var got []string
		for _, p := range Anyone.People(line) {
			got = append(got, p.Name)
		}
		if !slices.Equal(got, want) {
			t.Errorf("%q: %q, want %q", line, got, want)
		}
	}
}
