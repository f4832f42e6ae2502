//go:build yardstick

package describe_test

import (
	"fmt"
	"strconv"
	"testing"

	"sluice/document/describe"
	"sluice/internal/labelledtest"
)

// The bars for documents that nobody had looked at when the rules were written, in hundredths.
const (
	unseenAbstractBar = 85 // right, of those given
	unseenYearBar     = 90 // right, of those given, and given, of those printed
)

// TestQualityOnUnseenDocuments holds years and abstracts against a table that a person wrote who has no part in the rules, when
// they were finished: of 80 documents of owners that had been set aside.
func TestQualityOnUnseenDocuments(t *testing.T) {
	table := rows(t, "unseen.tsv")
	for i, row := range table {
		table[i] = append([]string{"documents", row[0]}, row[1:]...)
	}
	read := sources(t, table)
	years := measureYears(t, table, read, nil)
	years.report("QUALITY unseen years:")
	printed, found, given, right := 0, 0, 0, 0
	for _, row := range table {
		from := source{row[0], row[1]}
		if read[from] == nil {
			continue
		}
		first, last, want := row[3], row[4], ""
		if first != "-" {
			words, err := strconv.Atoi(row[5])
			if err != nil {
				t.Fatal(err)
			}
			if want = between(read[from].Text, first, last, words); want == "" {
				t.Logf("%s: the words of the table are not in the text", from.name) // counts as not found, and what is given as wrong
			}
			printed++
		}
		got := ""
		for _, f := range describe.Describe(read[from], describe.Around{URL: from.url()}).Fields {
			if f.Name == "abstract" && f.Confidence >= describe.Certain {
				got = f.Value
			}
		}
		if got == "" {
			if first != "-" {
				t.Logf("%s: no abstract", from.name)
			}
			continue
		}
		given++
		if first != "-" {
			found++
		}
		if isAbstract(t, from.name, got, want) {
			right++
		}
	}
	share := func(n, of int) float64 { return 100 * float64(n) / float64(max(1, of)) }
	fmt.Printf("QUALITY unseen abstracts: %d documents print one: %.1f %% of them are given one; %d given, %.1f %% of these are right\n", printed, share(found, printed), given, share(right, given))
	if labelledtest.CheckCount(t, "unseen documents that print a year", years.printed, 40) && (years.rightRate() < unseenYearBar || years.givenRate() < unseenYearBar) {
		t.Errorf("%.1f %% are given a year, %.1f %% of these are right; the bar of both is %d %%", years.givenRate(), years.rightRate(), unseenYearBar)
	}
	if labelledtest.CheckCount(t, "abstracts given of unseen documents", given, 15) && share(right, given) < unseenAbstractBar {
		t.Errorf("%.1f %% of the abstracts given are right; the bar is %d %%", share(right, given), unseenAbstractBar)
	}
}
