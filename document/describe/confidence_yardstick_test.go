//go:build yardstick

package describe_test

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"sluice/document/content"
	"sluice/document/describe"
	"sluice/document/genre"
	"sluice/internal/conformancetest"
	"sluice/internal/labelledtest"
)

// exportedBar is the least share of the values of a name that are right where exports take them, in hundredths.
const exportedBar = 90

// leastValues is the number of values from which a share of them is held against the bar.
const leastValues = 15

// truth is what people have read of a document, by name. A name that it does not have is not judged.
type truth map[string]func(value string) bool

// TestQualityOfConfidence counts how often a value is right at its confidence, by name: the titles and authors, years, abstracts,
// subjects, languages, and what fields.tsv has of other names, of the documents of which somebody has noted them. Only the file
// and its address are known of a document.
func TestQualityOfConfidence(t *testing.T) {
	known, read, genres := knownFields(t)
	score := map[string]*confidenceScore{}
	for from, right := range known {
		x := describe.Describe(read[from], describe.Around{URL: from.url(), Genre: genres[from]})
		for name, isRight := range right {
			if score[name] == nil {
				score[name] = &confidenceScore{}
			}
			source := ""
			for _, f := range x.Fields {
				if f.Name != name || source != "" && f.Source != source {
					continue
				}
				if source != "" && !slices.Contains(listNames, name) {
					break // the best one is exported
				}
				source = f.Source
				if !score[name].count(f.Confidence, isRight(f.Value)) && f.Confidence >= describe.Certain {
					t.Logf("%s: %s %.2f %.100q", from.name, name, f.Confidence, f.Value)
				}
			}
		}
	}
	for _, name := range describe.FieldNames() {
		if score[name] != nil {
			score[name].report(t, name)
		}
	}
}

// listNames are the names with several values.
var listNames = []string{"author", "affiliation", "keyword", "subject"}

// confidenceScore counts values, and those that are right, by confidence.
type confidenceScore [len(confidenceSteps)]struct{ given, right int }

// confidenceSteps are the least confidences of the columns.
var confidenceSteps = [...]float64{0, 0.5, 0.8, describe.Certain, 0.95}

func (s *confidenceScore) count(confidence float64, isRight bool) bool {
	step := len(confidenceSteps) - 1
	for step > 0 && confidence < confidenceSteps[step] {
		step--
	}
	s[step].given++
	if isRight {
		s[step].right++
	}
	return isRight
}

func (s *confidenceScore) report(t *testing.T, name string) {
	t.Helper()
	var line strings.Builder
	given, right := 0, 0
	for i, step := range s {
		if step.given > 0 {
			fmt.Fprintf(&line, ", from %.2f %d of %d", confidenceSteps[i], step.right, step.given)
		}
		// Each entry is exported with its title, whatever the confidence.
		if confidenceSteps[i] >= describe.Certain || name == "title" {
			given, right = given+step.given, right+step.right
		}
	}
	fmt.Printf("QUALITY confidence: %-11s exported %d, %.1f %% right%s\n", name, given, rate(right, given), line.String())
	if given >= leastValues && rate(right, given) < exportedBar {
		t.Errorf("%s: %.1f %% of %d exported values right; the bar is %d %%", name, rate(right, given), given, exportedBar)
	}
	for i, step := range s {
		if confidenceSteps[i] >= describe.Certain && step.given >= leastValues && rate(step.right, step.given) < exportedBar-5 {
			t.Errorf("%s: %d of %d values right from the confidence %.2f", name, step.right, step.given, confidenceSteps[i])
		}
	}
}

// knownFields joins the tables of truth, and returns what is known of each document, the document, and its genre.
func knownFields(t *testing.T) (map[source]truth, map[source]*content.Document, map[source]genre.Genre) {
	known, genres := map[source]truth{}, map[source]genre.Genre{}
	add := func(from source, name string, isRight func(string) bool) {
		if known[from] == nil {
			known[from] = truth{}
		}
		known[from][name] = isRight
	}
	oneOf := func(normal func(string) string, values ...string) func(string) bool {
		for i := range values {
			values[i] = normal(values[i])
		}
		return func(value string) bool { return slices.Contains(values, normal(value)) }
	}
	split := func(s string) []string { return strings.Split(s, "; ") }
	same := func(s string) string { return s }
	for _, row := range rows(t, "truth.tsv") {
		from := source{"web", row[0] + row[1]}
		add(from, "title", oneOf(normalTitle, row[2]))
		add(from, "author", oneOf(normalName, split(row[3])...))
	}
	labelled := labelledtest.Documents(t, labelledtest.Work)
	for _, d := range labelled {
		from := source{"work", d.Name}
		genres[from] = genre.Genre(d.Genre)
		if !slices.Contains(genre.Wanted, genres[from]) {
			continue // is not exported
		}
		add(from, "language", oneOf(same, d.Language))
		if d.Title != "" {
			add(from, "title", oneOf(normalTitle, d.Title))
			add(from, "author", oneOf(normalName, d.Authors...))
		}
	}
	for id, name := range labels(t, conformancetest.Path(t, "web", "labels.tsv")) {
		genres[source{"web", id}] = genre.Genre(name)
	}
	for _, row := range rows(t, "years.tsv") {
		if row[2] != "-" {
			add(source{row[0], row[1]}, "year", oneOf(same, strings.Split(row[2], "|")...))
		}
	}
	for _, row := range rows(t, "subjects.tsv") {
		add(source{"web", row[0] + row[1]}, "subject", func(value string) bool {
			_, second, _ := strings.Cut(value, " > ")
			return slices.Contains(split(row[2]), second)
		})
	}
	for _, row := range rows(t, "fields.tsv") {
		add(source{row[0], row[1]}, row[2], oneOf(normalTitle, split(row[3])...))
	}
	var table [][]string
	for from := range known {
		table = append(table, []string{from.set, from.name})
	}
	abstracts := rows(t, "abstracts.tsv")
	for _, row := range abstracts {
		table = append(table, []string{abstractSet(labelled, row[0]), row[0]})
	}
	read := sources(t, table)
	for _, row := range abstracts {
		from := source{abstractSet(labelled, row[0]), row[0]}
		words, err := strconv.Atoi(row[3])
		if err != nil {
			t.Fatal(err)
		}
		if read[from] == nil {
			continue
		}
		want := joinedLetters(between(read[from].Text, row[1], row[2], words))
		add(from, "abstract", func(value string) bool { return ratcliff([]rune(joinedLetters(value)), []rune(want)) >= alike })
	}
	for from := range known {
		if read[from] == nil {
			delete(known, from)
		}
	}
	labelledtest.CheckCount(t, "documents of which something is known", len(known), 200)
	return known, read, genres
}

// abstractSet returns the set of a document in the table of abstracts.
func abstractSet(labelled []labelledtest.Document, name string) string {
	if slices.ContainsFunc(labelled, func(d labelledtest.Document) bool { return d.Name == name }) {
		return "work"
	}
	return "web"
}
