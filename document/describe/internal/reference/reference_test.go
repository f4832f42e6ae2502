package reference

import (
	"reflect"
	"strings"
	"testing"

	"sluice/document/content"
)

// body is the text of a document before its list.
var body = "On Sieves\n\n" + strings.Repeat("running text of it\n", 30)

func TestPartsOfReferences(t *testing.T) {
	for raw, want := range map[string]content.Reference{
		"Caillou F., Galets T., « Sand-carrying sieves », Theoretical Sieving Science, vol. 364, n˚ 3, p. 273-291, 2006.":               {Authors: []string{"F. Caillou", "T. Galets"}, Title: "Sand-carrying sieves", Year: 2006},
		"Sands KW, Oe PL, Roo GC, et al. A cluster of grains in Sand Port. N Engl J Med 2003; 348:1977–85.":                             {Authors: []string{"KW Sands", "PL Oe", "GC Roo"}, Title: "A cluster of grains in Sand Port", Year: 2003},
		"Erik Sandander, A class of colanders that generalizes round sieves, Math. Scand. 106 (2010), no. 1, 50–66.":                    {Authors: []string{"Erik Sandander"}, Title: "A class of colanders that generalizes round sieves", Year: 2010},
		"Piedra, A. R. A Model-Based Sieve Development Environment. IEEE Software, July/August 1997, pp. 40-47.":                        {Authors: []string{"A. R. Piedra"}, Title: "A Model-Based Sieve Development Environment", Year: 1997},
		"G.-q. Li, M.-m. Roe, Granular strength and the interstitial sand type, J. Neurosci. 18 (1998) 10464–10472.":                    {Authors: []string{"G.-q. Li", "M.-m. Roe"}, Title: "Granular strength and the interstitial sand type", Year: 1998},
		"V. De Praia, DG Brook, C. Sandoravdi, and A. Zanden. 2007. Granular inference logic: Take two. Proceedings of a Workshop.":     {Authors: []string{"V. De Praia", "DG Brook", "C. Sandoravdi", "A. Zanden"}, Title: "Granular inference logic: Take two", Year: 2007},
		"Stonemann, Kay S and Gravell, Gary. Revised and Updated Sieves. Prentice-Hall, 2008.":                                          {Authors: []string{"Kay S Stonemann", "Gary Gravell"}, Title: "Revised and Updated Sieves", Year: 2008},
		"Christiane Sandbaum 1998. SandNet: an electronic granular database. MIT Press, Cambridge.":                                     {Authors: []string{"Christiane Sandbaum"}, Title: "SandNet: an electronic granular database", Year: 1998},
		"Helen M. Sandhees and Donna Gravel, editors. 2001. Proceedings of the Ninth Sieve Conference. Sandersburg, November, 2000.":    {Authors: []string{"Helen M. Sandhees", "Donna Gravel"}, Title: "Proceedings of the Ninth Sieve Conference", Year: 2001},
		"Sablouilli, J. (1771). Sur une nouvelle espèce de tamis. Recueil pour les meuniers, 1, 255–284.":                               {Authors: []string{"J. Sablouilli"}, Title: "Sur une nouvelle espèce de tamis", Year: 1771},
		"A. Møller og I. Sandska. A Shaking Method with Error Estimation. Sieving Methods 61, 1987.":                                    {Authors: []string{"A. Møller", "I. Sandska"}, Title: "A Shaking Method with Error Estimation", Year: 1987},
		"Paul T Pietra e Robert R McStone. «The revised new gravel inventory». In: The handbook of sieves (2008), pp. 179–198.":         {Authors: []string{"Paul T Pietra", "Robert R McStone"}, Title: "The revised new gravel inventory", Year: 2008},
		"Jane Smith et al. “Scalability of Sieving and Visualization Tools”. In: Sept. 2005, pp. 869–876.":                              {Authors: []string{"Jane Smith"}, Title: "Scalability of Sieving and Visualization Tools", Year: 2005},
		"Sandman, David, Jacob Kieselstein and Tyler Sandelen. 2014. Grain identity and fluvial variation. Journal 18: 135–160.":        {Authors: []string{"David Sandman", "Jacob Kieselstein", "Tyler Sandelen"}, Title: "Grain identity and fluvial variation", Year: 2014},
		"Kwon, Haesun, Carl Lee, Henry Park and Sue Stone. 2010. What is Sand, a moving network? In Proceedings.":                       {Authors: []string{"Haesun Kwon", "Carl Lee", "Henry Park", "Sue Stone"}, Title: "What is Sand, a moving network?", Year: 2010},
		"Côté, Anne-Hélène. 2004. Pebble cluster simplification in Québec Rivers. Probus 16: 151–201.":                                  {Authors: []string{"Anne-Hélène Côté"}, Title: "Pebble cluster simplification in Québec Rivers", Year: 2004},
		"Areol, Luciana ; Arenillo, Carlos ; Sassato, Debora: Temporal Analysis of the Sandgraph. Las Arenitas, 2006.":                  {Authors: []string{"Luciana Areol", "Carlos Arenillo", "Debora Sassato"}, Title: "Temporal Analysis of the Sandgraph", Year: 2006},
		"P. Pebble and B. Leskov. Reducing sand overhead using batched sieves. In Proc. of SIEVES ’94.":                                 {Authors: []string{"P. Pebble", "B. Leskov"}, Title: "Reducing sand overhead using batched sieves", Year: 1994},
		"Winskel, G.: An introduction to sieve structures (1989)":                                                                       {Authors: []string{"G. Winskel"}, Title: "An introduction to sieve structures", Year: 1989},
		"Sand Core Team. 2023. A Language for Sieves. Vienna, Austria.":                                                                 {Authors: []string{"Sand Core Team"}, Title: "A Language for Sieves", Year: 2023},
		"Anna Sand, Andrew W. Stein, and Karl Kies. 2010. Granular foundations of sieves. ACM Sieves 32, 3 (2010).":                     {Authors: []string{"Anna Sand", "Andrew W. Stein", "Karl Kies"}, Title: "Granular foundations of sieves", Year: 2010},
		"World Sieve Organization. Chronology of a sand dune. Geneva, Switzerland, 2003.":                                               {Title: "Chronology of a sand dune", Year: 2003},
		"Severe sand storm in Sandport, 2003. Morb Mortal Wkly Rep 2003;52:405–11.":                                                     {Title: "Severe sand storm in Sandport", Year: 2003},
		"Harald Sandinger and Andrei Peskov. 1999. Colander. In Automated Sieving, pages 674–674. Springer.":                            {Authors: []string{"Harald Sandinger", "Andrei Peskov"}, Title: "Colander", Year: 1999},
		", Acyclic orientations of sieves, Discrete Math. 5 (1973), 171–178.":                                                           {Authors: []string{"Jane Roe"}, Title: "Acyclic orientations of sieves", Year: 1973},
		"S. Brook and C. Stone, ‘‘Bounds on the time for parallel sieves,’’ Proc. 14th Symp. on Theory of Computing, pp. 31-233, 1982.": {Authors: []string{"S. Brook", "C. Stone"}, Title: "Bounds on the time for parallel sieves", Year: 1982},
	} {
		got, ok := parse(raw, []string{"Jane Roe"})
		if got.Raw != raw || !ok {
			t.Errorf("%s\n is not read: %+v", raw, got)
		}
		got.Raw = ""
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%s\n  got %+v\n want %+v", raw, got, want)
		}
	}
}

func TestBeginAndEndOfList(t *testing.T) {
	list := "[1] J. Roe. The mesh of sieves. In Roe’s\nSupplemental Proceedings, pages 69–70, 2001.\n[2] K. Brook. Where rivers keep gold. 2002.\n[3] M. Stone. How stones roll. 2003.\n[4] A. Hill. Why hills stand. 2004.\n"
	for name, text := range map[string]string{
		"a line that begins as an appendix does": "References\n" + list,
		"a heading of several sections":          "Citations\n" + list,
		"no heading":                             list,
		"German":                                 "7 Literaturliste\n" + list,
		"Dutch":                                  "Geraadpleegde literatuur\n" + list,
		"Portuguese":                             "Lista de referências\n" + list,
		"Swedish":                                "Källförteckning\n" + list,
		"Russian":                                "Список литературы\n" + list,
		"an appendix behind":                     "References\n" + list + "Appendix A\n" + body,
	} {
		got := List(&content.Document{Text: body + text})
		if len(got) != 4 || got[0].Year != 2001 || got[3].Title != "Why hills stand" {
			t.Errorf("%s: %+v", name, got)
		}
	}
	if got := List(&content.Document{Text: body + "Sources\nThe water comes from two wells.\nIt is clean.\n"}); len(got) > 0 {
		t.Errorf("a section that is no list: %+v", got)
	}
	for name, text := range map[string]string{
		"numbered lines":                    body + "[1] The water comes from two wells.\n[2] The sand comes from a river.\n[3] Nobody knows where the gold is.\n[4] The hills are made of stones.\n",
		"numbered paragraphs of a judgment": "The Court\n[1] J. Roe appealed in 2001 against the order.\n[2] K. Brook answered in 2002 to the court.\n[3] M. Stone was heard in 2003 as a witness.\n[4] A. Hill was heard in 2004, too.\n" + body,
	} {
		if got := List(&content.Document{Text: text}); len(got) > 0 {
			t.Errorf("%s: %+v", name, got)
		}
	}
}

// Lines that begin with a journal or a publisher, behind one that ends in a full stop, look as the
// beginning of a reference does.
func TestEntriesInOrderOfNames(t *testing.T) {
	list := "References\nde Lucca, A. (1997). Combinatorics of standard sieves.\nLecture Notes in Computing, 249–267.\nDunecq, S. (1990). Sur les facteurs des sables.\nTheoret. Comput. Sci., 71(3), 381–400.\n" +
		"Inti, L., & Kies, C. (2000). A gravity-based search mechanism.\nVision Res, 40(10-12), 1489-1506.\nJones, M. (2007). Representing sand grains and order.\n" +
		"Kies, C. (1985). Shifts in selective granular attention.\nHum Neurobiol, 4(4), 219-227.\n"
	var got []string
	for _, r := range List(&content.Document{Text: body + list}) {
		got = append(got, strings.Fields(r.Raw)[0])
	}
	if want := []string{"de", "Dunecq,", "Inti,", "Jones,", "Kies,"}; !reflect.DeepEqual(got, want) {
		t.Errorf("references begin with %q, want %q", got, want)
	}
}

// An entry that stands out of order is a reference nevertheless.
func TestEntryOutOfOrder(t *testing.T) {
	list := "References\nAdams, A. (1997). Combinatorics of standard words. Words, 2.\nBrook, S. (1990). Sur les facteurs des suites. Suites, 3.\n" +
		"Zeller, Z. (1995). A method out of order. Orders, 4.\nAcademic Press, New York.\nCooper, L. (2000). A saliency-based search mechanism. Search, 5.\nDeacon, M. (2007). Representing word meaning. Words, 6.\n" +
		"Evans, C. (1985). Shifts in selective visual attention. Attention, 7.\nFisher, C. (1986). Where rivers keep gold. Rivers, 8.\n"
	var got []string
	for _, r := range List(&content.Document{Text: body + list}) {
		got = append(got, strings.Fields(r.Raw)[0])
	}
	if want := []string{"Adams,", "Brook,", "Zeller,", "Cooper,", "Deacon,", "Evans,", "Fisher,"}; !reflect.DeepEqual(got, want) {
		t.Errorf("references begin with %q, want %q", got, want)
	}
}

// A list may have more entries than are read. The time for the rest is small.
func TestEntriesBeyondTheMostCostLittle(t *testing.T) {
	d := &content.Document{Text: body + "References\n" + strings.Repeat("Roe, J., 2001.\n", 35_000)}
	if n := testing.AllocsPerRun(1, func() { List(d) }); n > 500_000 {
		t.Errorf("%.0f allocations", n)
	}
}

// Addresses and DOIs lose what breaks them: the end of a line, and spaces around their signs.
func TestBrokenLinksAreJoined(t *testing.T) {
	for _, c := range []struct{ lines, doi, url string }{
		{"url: https://doi.org/\n10.1007/978-3-319-00000-6_4 (cit. on p. 1).", "10.1007/978-3-319-00000-6_4", "https://doi.org/10.1007/978-3-319-00000-6_4"},
		{"url: https://doi.\norg/10.1145/781131.781153 (visited on 2003).", "10.1145/781131.781153", "https://doi.org/10.1145/781131.781153"},
		{"doi:10.1371/journal.\npone.0001767)", "10.1371/journal.pone.0001767", ""},
		{"doi:10.1145/1291151.\n1291179", "10.1145/1291151.1291179", ""},
		{"doi:10.1145/1291151.1291179.\n2003.", "10.1145/1291151.1291179", ""},
		{"doi:10.1007/3-540-48329-2 21.", "10.1007/3-540-48329-2_21", ""},
		{"http : / / link . sand . example / 10 . 1007 / 978 - 3 - 642 - 11957 - 6 _ 21 (cit. on p. 5).", "10.1007/978-3-642-11957-6_21",
			"http://link.sand.example/10.1007/978-3-642-11957-6_21"},
		{"https: //doi.org /10.4204 /SANDS.129.11 (cit. on p. 25).", "10.4204/sands.129.11", "https://doi.org/10.4204/SANDS.129.11"},
		{"https://doi.org/10.1007/978-3-030-65474-0%5C_12", "10.1007/978-3-030-65474-0_12", "https://doi.org/10.1007/978-3-030-65474-0_12"},
		{"http://www.sand.example/view.cgi?\nname=sieve&no=5, 2008.", "", "http://www.sand.example/view.cgi?name=sieve&no=5"},
		{"http://www.sand.example/a-\nsieve/of-\ngold.pdf.", "", "http://www.sand.example/a-sieve/of-gold.pdf"},
		{"http://www.sand.example/sieves.\npdf). (Last accessed 2003).", "", "http://www.sand.example/sieves.pdf"},
		{"http://sand.example/~roe/\nsieves.", "", "http://sand.example/~roe/sieves"},
		{"http://www.sand.example. April 5, 2002.", "", "http://www.sand.example"},
		{"http://www.sand.example/ (accessed on 5 April 2002).", "", "http://www.sand.example/"},
		{"http://www.sand.example/ Accessed 2002-04-05.", "", "http://www.sand.example/"},
		{"http://www.sand.example/ 2002.", "", "http://www.sand.example/"},
		{"http://www.sand.example/one, http://www.sand.example/two", "", "http://www.sand.example/one"},
	} {
		got := List(&content.Document{Text: body + "References\n[1] J. Roe. The mesh of sieves. In Sand, pages 69–70, 2001.\n" + c.lines + "\n[2] K. Brook. Where rivers keep gold. 2002.\n"})
		if len(got) != 2 || got[0].DOI != c.doi || got[0].URL != c.url {
			t.Errorf("%q: %+v; want the DOI %q and the URL %q", c.lines, got, c.doi, c.url)
		}
	}
	const pages = "References\n[1] J. Roe. The mesh of sieves. 2001. doi:10.1103/Sand.10.\n230\n[2] K. Brook. Where rivers keep gold. 2002. doi:10.1103/Sand.11.\n7\n\f[3] M. Stone. How stones roll. 2003.\n"
	if got := List(&content.Document{Text: body + pages}); len(got) != 3 || got[0].DOI != "10.1103/sand.10.230" || got[1].DOI != "10.1103/sand.11" {
		t.Errorf("digits in a line of their own, and the number of the page: %+v", got)
	}
}

func FuzzJoinLinks(f *testing.F) {
	f.Add("url: https://doi. org/10.1145/ 781131.781153 (cit.)")
	f.Add("http : / / link . sand . example / 10 . 1007 / 978 - 3")
	f.Fuzz(func(t *testing.T, s string) {
		joined := joinLinks(s)
		if strings.ReplaceAll(strings.ReplaceAll(joined, " ", ""), "%5C_", "_") != strings.ReplaceAll(strings.ReplaceAll(s, " ", ""), "%5C_", "_") {
			t.Errorf("%q became %q", s, joined)
		}
	})
}
