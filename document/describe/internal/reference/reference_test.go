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
		"Besson F., Jensen T., « Proof-carrying code », Theoretical Computer Science, vol. 364, n˚ 3, p. 273-291, 2006.":                 {Authors: []string{"F. Besson", "T. Jensen"}, Title: "Proof-carrying code", Year: 2006},
		"Tsang KW, Ho PL, Ooi GC, et al. A cluster of cases in Hong Kong. N Engl J Med 2003; 348:1977–85.":                               {Authors: []string{"KW Tsang", "PL Ho", "GC Ooi"}, Title: "A cluster of cases in Hong Kong", Year: 2003},
		"Eric Emtander, A class of hypergraphs that generalizes chordal graphs, Math. Scand. 106 (2010), no. 1, 50–66.":                  {Authors: []string{"Eric Emtander"}, Title: "A class of hypergraphs that generalizes chordal graphs", Year: 2010},
		"Puerta, A. R. A Model-Based Interface Development Environment. IEEE Software, July/August 1997, pp. 40-47.":                     {Authors: []string{"A. R. Puerta"}, Title: "A Model-Based Interface Development Environment", Year: 1997},
		"G.-q. Bi, M.-m. Poo, Synaptic strength and the postsynaptic cell type, J. Neurosci. 18 (1998) 10464–10472.":                     {Authors: []string{"G.-q. Bi", "M.-m. Poo"}, Title: "Synaptic strength and the postsynaptic cell type", Year: 1998},
		"V. De Paiva, DG Bobrow, C. Condoravdi, and A. Zaenen. 2007. Textual inference logic: Take two. Proceedings of a Workshop.":      {Authors: []string{"V. De Paiva", "DG Bobrow", "C. Condoravdi", "A. Zaenen"}, Title: "Textual inference logic: Take two", Year: 2007},
		"Horstmann, Cay S and Cornell, Gary. Revised and Updated Java. Prentice-Hall, 2008.":                                             {Authors: []string{"Cay S Horstmann", "Gary Cornell"}, Title: "Revised and Updated Java", Year: 2008},
		"Christiane Fellbaum 1998. WordNet: an electronic lexical database. MIT Press, Cambridge.":                                       {Authors: []string{"Christiane Fellbaum"}, Title: "WordNet: an electronic lexical database", Year: 1998},
		"Ellen M. Voorhees and Donna Harman, editors. 2001. Proceedings of the Ninth Text Conference. Gaithersburg, November, 2000.":     {Authors: []string{"Ellen M. Voorhees", "Donna Harman"}, Title: "Proceedings of the Ninth Text Conference", Year: 2001},
		"Bernouilli, J. (1771). Sur une nouvelle espèce de calcul. Recueil pour les astronomes, 1, 255–284.":                             {Authors: []string{"J. Bernouilli"}, Title: "Sur une nouvelle espèce de calcul", Year: 1771},
		"A. Miller og I. Babuska. A Feedback Method with Error Estimation. Computer Methods 61, 1987.":                                   {Authors: []string{"A. Miller", "I. Babuska"}, Title: "A Feedback Method with Error Estimation", Year: 1987},
		"Paul T Costa e Robert R McCrae. «The revised neo personality inventory». In: The handbook of theory (2008), pp. 179–198.":       {Authors: []string{"Paul T Costa", "Robert R McCrae"}, Title: "The revised neo personality inventory", Year: 2008},
		"Jane Smith et al. “Scalability of Tracing and Visualization Tools”. In: Sept. 2005, pp. 869–876.":                               {Authors: []string{"Jane Smith"}, Title: "Scalability of Tracing and Visualization Tools", Year: 2005},
		"Bamman, David, Jacob Eisenstein and Tyler Schnoebelen. 2014. Gender identity and lexical variation. Journal 18: 135–160.":       {Authors: []string{"David Bamman", "Jacob Eisenstein", "Tyler Schnoebelen"}, Title: "Gender identity and lexical variation", Year: 2014},
		"Kwak, Haewoon, Carl Lee, Henry Park and Sue Moon. 2010. What is Twitter, a social network? In Proceedings.":                     {Authors: []string{"Haewoon Kwak", "Carl Lee", "Henry Park", "Sue Moon"}, Title: "What is Twitter, a social network?", Year: 2010},
		"Côté, Marie-Hélène. 2004. Consonant cluster simplification in Québec French. Probus 16: 151–201.":                               {Authors: []string{"Marie-Hélène Côté"}, Title: "Consonant cluster simplification in Québec French", Year: 2004},
		"Buriol, Luciana ; Castillo, Carlos ; Donato, Debora: Temporal Analysis of the Wikigraph. Los Alamitos, 2006.":                   {Authors: []string{"Luciana Buriol", "Carlos Castillo", "Debora Donato"}, Title: "Temporal Analysis of the Wikigraph", Year: 2006},
		"P. Bogle and B. Liskov. Reducing call overhead using batched futures. In Proc. of OOPSLA ’94.":                                  {Authors: []string{"P. Bogle", "B. Liskov"}, Title: "Reducing call overhead using batched futures", Year: 1994},
		"World Health Organization. Chronology of a serial killer. Geneva, Switzerland, 2003.":                                           {Title: "Chronology of a serial killer", Year: 2003},
		"Severe respiratory syndrome in Singapore, 2003. Morb Mortal Wkly Rep 2003;52:405–11.":                                           {Title: "Severe respiratory syndrome in Singapore", Year: 2003},
		"Harald Ganzinger and Andrei Voronkov. 1999. Vampire. In Automated Deduction, pages 674–674. Springer.":                          {Authors: []string{"Harald Ganzinger", "Andrei Voronkov"}, Title: "Vampire", Year: 1999},
		", Acyclic orientations of graphs, Discrete Math. 5 (1973), 171–178.":                                                            {Authors: []string{"Jane Roe"}, Title: "Acyclic orientations of graphs", Year: 1973},
		"S. Cook and C. Dwork, ‘‘Bounds on the time for parallel machines,’’ Proc. 14th Symp. on Theory of Computing, pp. 31-233, 1982.": {Authors: []string{"S. Cook", "C. Dwork"}, Title: "Bounds on the time for parallel machines", Year: 1982},
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
	list := "References\nde Luca, A. (1997). Combinatorics of standard words.\nLecture Notes in Computing, 249–267.\nDulucq, S. (1990). Sur les facteurs des suites.\nTheoret. Comput. Sci., 71(3), 381–400.\n" +
		"Itti, L., & Koch, C. (2000). A saliency-based search mechanism.\nVision Res, 40(10-12), 1489-1506.\nJones, M. (2007). Representing word meaning and order.\n" +
		"Koch, C. (1985). Shifts in selective visual attention.\nHum Neurobiol, 4(4), 219-227.\n"
	var got []string
	for _, r := range List(&content.Document{Text: body + list}) {
		got = append(got, strings.Fields(r.Raw)[0])
	}
	if want := []string{"de", "Dulucq,", "Itti,", "Jones,", "Koch,"}; !reflect.DeepEqual(got, want) {
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
