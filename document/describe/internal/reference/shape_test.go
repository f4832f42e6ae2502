package reference

import (
	"slices"
	"strings"
	"testing"

	"sluice/document/content"
)

func TestListsWithoutMarksAreCutWhereEntriesBegin(t *testing.T) {
	for name, c := range map[string]struct {
		list   string
		starts []string
	}{
		"behind an address that is broken over lines": {
			"Louis Caillou and Frank Stone. 2010. Sieves as Linear Propositions.\nIn SIEVE (Vol. 6269). https://doi.example/10.1007/\n978-3-642-15375-4_16\nMarco Carbon, Karl Stein, and Nora Sand. 2017.\nMultiparty sieves as coherence proofs. Acta Arenae 54, 3 (2017).\n",
			[]string{"Louis Caillou", "Marco Carbon"}},
		"behind a year in brackets": {
			"Dodge, C., Jones, J.: Sieves: Theory and Performance, 2nd edn.\nSandmer, New York (1997)\nLazarini, V. et al.: A Sound Sieve System. Sandspringer (2016)\nLorrain, D.: A panoply of stochastic sieves. Sieve Journal 4(1), 53–81 (1980)\n",
			[]string{"Dodge", "Lazarini", "Lorrain"}},
		"behind pages without a year": {
			"Ong, J. K. & Kiesl, R. (2008). Conditional sand acts like gravel.\nJournal of Sand Movement Research, 2(1):3, 1-7\nPynte, J., New, B. & Kennedy, A. (2008). A multiple analysis of sieves.\nJournal of Sand Movement Research, 2(1):4, 1-11\n",
			[]string{"Ong", "Pynte"}},
		"a title on the line below its authors and year": {
			"Cascade MM, Lerch JP, Collins DL (2009)\nSymmetric Sieving: An Application to Older Dunes. Sand Press.\nThompson PM, Stein JL (2014)\nThe Sand Consortium: Large Analyses of Dunes. Sand Press.\n",
			[]string{"Cascade", "Thompson"}},
		"groups": {
			"Akka Team. 2021. The Sand Project. Sandport.\nBrook, L. 2001. Where rivers keep their gold. Sandport Press.\nSand Core Team. 2023. A Language for Sieves. Vienna, Austria.\n",
			[]string{"Akka Team", "Brook", "Sand Core Team"}},
		"a licence behind the last": {
			"Brook, L. 2001. Where rivers keep their gold. Sandport Press.\nWinskel, G.: An introduction to sieve structures (1989)\nOpen Access This chapter is licensed under the terms of a licence, which\npermits use, sharing and adaptation.\n",
			[]string{"Brook", "Winskel"}},
		"addresses behind the last": {
			"Brook, L. 2001. Where rivers keep their gold. Sandport Press.\nYuzo Wang and Xiao Sand, A class of sieves, preprint, 2023.\nDEPARTAMENTO DE ARENAS, FACULTAD DE CIENCIAS, UNIVERSIDAD DE PIEDRA\nEmail address: sand@piedra.example\n",
			[]string{"Brook", "Yuzo Wang"}},
	} {
		t.Run(name, func(t *testing.T) {
			list := List(&content.Document{Text: body + "References\n" + c.list})
			if !slices.EqualFunc(list, c.starts, func(r content.Reference, start string) bool { return strings.HasPrefix(r.Raw, start) }) {
				t.Errorf("%+v, want %q", list, c.starts)
			}
			if last := list[len(list)-1].Raw; strings.Contains(last, "Open Access") || strings.Contains(last, "DEPARTAMENTO") {
				t.Errorf("the last is %q", last)
			}
		})
	}
}
