package describe_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"sluice/document/content"
	"sluice/document/describe"
	"sluice/document/genre"
)

// sentence is two lines of running text, sentences are six.
var (
	sentence  = running("sieve")
	sentences = running("sieve") + running("colander") + running("trommel")
)

func running(thing string) string {
	return "The water runs through the " + thing + ", and what remains in it is called gold by those who\npaid for the " + thing + ", until the price of gravel is as high as it was before the flood.\n"
}

func TestAbstractOfAThesisIsItsText(t *testing.T) {
	const title = "Sediment in Shallow Rivers\nby\nMaria Keller\nA dissertation submitted to the University of Sandport\n2004\n\f"
	plain := strings.Join(strings.Fields(sentences), " ")
	for what, text := range map[string]string{
		"the page's number":                    "Abstract\n" + sentences + "iv\n\fTo my family, who sieved.\nv\n\f",
		"numbers where it goes on":             "Abstract\n" + strings.Replace(sentences, "who\npaid for the colander", "who\n- 4 -\n\fpaid for the colander", 1) + "5\n\fI thank my family.\n\f",
		"a page without a heading":             "Abstract\n" + sentences + "\fI hereby declare that this thesis is my own.\n\f",
		"a chapter on the page":                "Abstract\n" + sentences + "Chapter 1\nIntroduction\n" + sentence,
		"a note at the page's foot":            "Abstract\n" + sentences + "∗This thesis is superseded by another.\n" + sentence,
		"a notice at the page's foot":          "Abstract\n" + sentences + "[Copyright notice will appear here.]\n",
		"an acknowledgement":                   "Abstract\n" + sentences + "This research is supported by the Sandport Council.\n",
		"where it appears":                     "Abstract\n" + sentences + "In Proceedings of Sieves 2002, Sandport.\n",
		"a copyright line":                     "Abstract\n" + sentences + "c 2004 Sandport B.V. All rights reserved.\n",
		"the number of its words":              "Abstract\n" + strings.TrimSuffix(sentences, "\n") + " (150 words)\n1 Introduction\n",
		"a classification":                     "Abstract\n" + sentences + "2012 ACM Subject Classification Applied computing, Hydrology\n",
		"what breaks off":                      "Abstract\n" + sentences + "University of Sandport, Road of Gravel\n1 Introduction\n",
		"a footnote's mark":                    "Abstract\n" + sentences + "∗\nI thank my family, who sieved with me.\n1\n\f",
		"codes":                                "Abstract\n" + sentences + "JEL Codes: Q15, Q24.\n\f",
		"the work's own data":                  "Abstract\n" + sentences + "Title: Sediment in Shallow Rivers\nAuthor: Maria Keller\n\f",
		"keywords in the plural":               "Abstract\n" + sentences + "Palavras-chaves: rios; areia.\n\f",
		"a running head":                       "Abstract II\nAbstract\n" + sentences + "\f",
		"spaced letters":                       "A B S T R AC T\n" + sentences + "\f",
		"one in another language":              "RÉSUMÉ.\n" + sentences + "ABSTRACT. " + running("weir"),
		"one in another language, on its line": "Resumo. A água corre pelo crivo e o que fica nele é chamado de ouro por quem pagou o crivo, e o preço da\nareia sobe até que a cheia volte ao rio.\nAbstract. " + sentences + "1. Introduction\n",
		"a citation and a note":                "Abstract\n" + strings.TrimSuffix(sentences, "\n") + "[1]\n*Semester project, supervised by Jane Roe\n",
		"a line that is like a heading":        "Abstract\n" + strings.Replace(sentences, "who\npaid for the colander", "who\nclassification of paid", 1) + "Keywords: sieves\n",
		"the state of a memo":                  "Abstract\n" + sentences + "Status of This Memo\nThis is an Internet document.\n",
		"a publisher's notice":                 "Abstract\n" + strings.TrimSuffix(sentences, "\n") + "\n2012 Sandport Ltd. All rights reserved.\n1. Introduction\n",
		"a notice on its last line":            "Abstract\n" + strings.TrimSuffix(sentences, "\n") + " © 2012 Published by Sandport Science B.V. All rights reserved.\n1. Introduction\n",
		"what journals say beside":             "article info abstract\nArticle history:\nReceived 9 November 2010\nReceived in revised form 8 March 2012 and after that, available online\nKeywords:\nSieves\nRunning water\n" + sentences + "1. Introduction\n",
		"a heading with the work":              "Abstract of thesis entitled\nSediment in Shallow Rivers\nsubmitted by\nMaria Keller\nfor the degree of Master of Philosophy\n" + sentences + "\f",
		"the title block":                      "ABSTRACT\nSediment in Shallow Rivers\nby\nMaria Keller\nDoctor of Philosophy in Hydrology\nUniversity of Sandport, 2004\nProfessor Jane Roe, Chair\n" + sentences + "\f",
		"the title block, named":               "ABSTRACT OF THE DISSERTATION\nSediment in\nShallow Rivers\nby\nMaria Keller\n" + sentences + "\f",
		"keywords with a stop":                 "ABSTRACT\nKEYWORDS: sieves; running water;\nthe price of gravel.\n" + sentences + "\f",
		"keywords on a short line":             "ABSTRACT\nKEYWORDS: Sieves, Running Water\n" + sentences + "\f",
		"a second page":                        "Abstract\n" + sentences + "\f" + running("weir") + running("weir") + "\f",
		"the running head on every page": "Abstract\n" + strings.Replace(sentences, "who\npaid for the colander", "who\n\fRivers and Sediment 7\npaid for the colander", 1) +
			"\fRivers and Sediment 8\nOf beds\nOf banks\n\fRivers and Sediment 9\nOf stones\nOf sand\n",
	} {
		x := describe.Describe(&content.Document{Type: "pdf", Pages: 9, Text: title + text}, describe.Around{Genre: genre.Thesis})
		want := plain
		if what == "a second page" {
			want += " " + strings.Join(strings.Fields(running("weir")+running("weir")), " ")
		}
		if what == "a line that is like a heading" {
			want = strings.Replace(want, "who paid for the colander", "who classification of paid", 1)
		}
		if what == "a citation and a note" {
			want += "[1]"
		}
		if got := x.Get("abstract"); got != want {
			t.Errorf("%s: %q", what, got)
		}
	}
}

func TestAbstractIsInTheLanguageOfTheDocument(t *testing.T) {
	german := strings.Repeat("Das Wasser läuft durch das Sieb, und was in ihm bleibt, nennen die Leute Gold, die das Sieb bezahlt haben.\n", 6)
	d := &content.Document{Type: "pdf", Pages: 9, Text: "Sand in Flüssen\nMaria Keller\n\fAbstract\n" + sentences + "\fZusammenfassung\n" + german + "\f1 Einleitung\n" + strings.Repeat(german, 9)}
	if got := describe.Describe(d, describe.Around{}).Get("abstract"); !strings.HasPrefix(got, "Das Wasser") || strings.Contains(got, "gold") {
		t.Errorf("%q", got)
	}
}

func TestAbstractMayBeginWithWordsOfTheTitle(t *testing.T) {
	d := &content.Document{Type: "pdf", Pages: 9, Text: "A New Look at the Price of Gravel\nMaria Keller\nAbstract\nThe price of gravel\nhas risen since the flood, because water runs through sieves.\n" + sentences + "1 Introduction\n"}
	if got := describe.Describe(d, describe.Around{}).Get("abstract"); !strings.HasPrefix(got, "The price of gravel has risen") {
		t.Errorf("%q", got)
	}
}

func TestAbstractEndsBeforeAHeadingInLargerOrBoldType(t *testing.T) {
	for _, next := range []string{"12 72 Roman|The Price of Gravel", "9 72 Bold|The Price of Gravel"} {
		size, rest, _ := strings.Cut(next, " ")
		x, rest, _ := strings.Cut(rest, " ")
		page := []string{"52 72 14 Bold|A Survey of Sieves", "80 72 10 Roman|Roberta Stone", "100 72 9 Bold|Abstract"}
		for i := range 4 {
			page = append(page, fmt.Sprintf("%d 72 9 Roman|The water runs through many sieves, and what remains in each of them is gold.", 110+10*i))
		}
		page = append(page, "160 "+x+" "+size+" "+rest)
		got := describe.Describe(sheet(append(page, prose(200)...)...), describe.Around{}).Get("abstract")
		if !strings.HasSuffix(got, "is gold.") || len(got) > 400 {
			t.Errorf("before %s: %q", next, got)
		}
	}
}

func TestAbstractEndsBeforeFootnotes(t *testing.T) {
	page := []string{"52 72 14 Bold|A Survey of Sieves", "80 72 10 Roman|Roberta Stone", "100 72 11 Bold|Abstract"}
	for i := range 10 {
		page = append(page, fmt.Sprintf("%d 72 11 Roman|The water runs through many sieves, and what remains in each of them is gold.", 120+14*i))
	}
	page = append(page, "661 72 10 Roman|⇤We thank Emily Gravel, Brian Stone and the participants of the Sandport seminar for their helpful", "673 72 10 Roman|comments, and the Centre of Sand for its support.")
	d := sheet(page...)
	d.Text += "\f1 Introduction\n" + sentences
	if got := describe.Describe(d, describe.Around{}).Get("abstract"); !strings.HasSuffix(got, "is gold.") {
		t.Errorf("%q", got)
	}
}

func TestAbstractWithoutAHeadingIsTheFirstParagraphInSmallType(t *testing.T) {
	lines := []string{"52 72 14 Bold|A Survey of Sieves", "80 72 10 Roman|Roberta Stone"}
	var want []string
	for i := range 5 {
		l := "The water runs through many sieves, and what remains in each of them is gold."
		lines = append(lines, fmt.Sprintf("%d 90 8 Roman|%s", 110+10*i, l))
		want = append(want, l)
	}
	for _, next := range []string{"1 WHAT IS A “SIEVE”?", "CCS Concepts: Hydrology", "sieves; running water; gold"} {
		page := append(slices.Clone(lines), "175 72 9 Bold|"+next)
		x := describe.Describe(sheet(append(page, prose(200)...)...), describe.Around{})
		if got := x.Get("abstract"); got != strings.Join(want, " ") {
			t.Errorf("before %q: %q", next, got)
		}
	}
	if got := describe.Describe(sheet(append(slices.Clone(lines), prose(200)...)...), describe.Around{}).Get("abstract"); got != "" {
		t.Errorf("a note before running text: %q", got)
	}
}

func TestAbstractWithoutAHeadingIsTheParagraphBetweenWiderMargins(t *testing.T) {
	lines := []string{"52 72 14 Bold|A Survey of Sieves", "80 72 10 Roman|Roberta Stone"}
	for i := range 5 {
		lines = append(lines, fmt.Sprintf("%d 90 9 Roman|The water runs through a sieve, and what is in it is gold.", 110+10*i))
	}
	for what, c := range map[string]struct {
		next string
		want bool
	}{
		"before a section":         {"175 72 9 Bold|1 WHAT IS A “SIEVE”?", true},
		"with a notice":            {"160 90 9 Roman|© 2003 Institute of Sand.|175 72 9 Bold|I. INTRODUCTION", true},
		"before text of its width": {"175 90 9 Roman|The water runs through a sieve, and what is in it is gold.", false},
	} {
		page := slices.Clone(lines)
		parts := strings.Split(c.next, "|")
		for i := 0; i+1 < len(parts); i += 2 {
			page = append(page, parts[i]+"|"+parts[i+1])
		}
		x := describe.Describe(sheet(append(page, prose(200)...)...), describe.Around{})
		i := slices.IndexFunc(x.Fields, func(f describe.Field) bool { return f.Name == "abstract" && f.Confidence >= describe.Certain })
		if (i >= 0) != c.want || c.want && !strings.HasSuffix(x.Fields[i].Value, "gold.") {
			t.Errorf("%s: %q", what, x.Get("abstract"))
		}
	}
}

func TestSummaryIsAnAbstractInFront(t *testing.T) {
	const title = "Sediment in Shallow Rivers\nMaria Keller\n"
	for what, c := range map[string]struct {
		text   string
		isSure bool
	}{
		"on the first page":        {title + "Summary\n" + sentences + "1 Introduction\n" + sentences + "\f" + sentences, true},
		"on the first page, Greek": {title + "Περίληψη\n" + sentences + "1 Introduction\n" + sentences + "\f" + sentences, true},
		"on a page of its own":     {title + "\fExecutive Summary\n" + sentences + "\f1 Introduction\n" + sentences, true},
		"a numbered section":       {title + "\f5 Summary\n" + sentences + "\f6 Rivers\n" + sentences, false},
		"below text":               {title + "\f" + sentences + "Summary\n" + sentences + "\f" + sentences, false},
		"in a text without pages":  {title + "Summary: " + sentences + "1 Introduction\n" + sentences, false},
	} {
		x := describe.Describe(&content.Document{Type: "pdf", Pages: strings.Count(c.text, "\f"), Text: c.text}, describe.Around{})
		i := slices.IndexFunc(x.Fields, func(f describe.Field) bool { return f.Name == "abstract" && f.Confidence >= describe.Certain })
		if (i >= 0) != c.isSure || c.isSure && !strings.HasSuffix(x.Fields[i].Value, "before the flood.") {
			t.Errorf("%s: sure is to be %v: %q", what, c.isSure, x.Get("abstract"))
		}
	}
}

func TestAbstractIsSureIfItsEndIsFound(t *testing.T) {
	const title = "Sediment in Shallow Rivers\nMaria Keller\n\nAbstract\n"
	for what, c := range map[string]struct {
		text   string
		isSure bool
	}{
		"before a section":                   {sentences + "1 Introduction\n" + sentence, true},
		"with the document":                  {sentences, true},
		"with the document, in a sentence":   {sentences + "The rest of this", false},
		"longer than abstracts are":          {strings.Repeat(sentences, 20), false},
		"more lines than abstracts have":     {strings.Repeat("The water runs\nthrough the sieve, and what\nremains in it is gold.\n", 40), false},
		"before a section, of many sections": {sentences + strings.Repeat("1 Introduction\n"+sentences, 20), true},
	} {
		x := describe.Describe(&content.Document{Type: "pdf", Pages: 1, Text: title + c.text}, describe.Around{})
		i := slices.IndexFunc(x.Fields, func(f describe.Field) bool { return f.Name == "abstract" })
		if i < 0 || (x.Fields[i].Confidence >= describe.Certain) != c.isSure {
			t.Errorf("%s: sure is to be %v: %+v", what, c.isSure, x.Fields)
		}
	}
}

func TestAbstractThatATemplateLacks(t *testing.T) {
	d := &content.Document{Type: "pdf", Pages: 9, Text: "Sediment in Shallow Rivers\nMaria Keller\n\fAbstract\nAbstract/Summary text\n1. Introduction\n" + sentences + sentences}
	if got := describe.Describe(d, describe.Around{}).Get("abstract"); got != "" {
		t.Errorf("%q", got)
	}
}

func TestAbstractInJapanese(t *testing.T) {
	const text = "本研究では、川の水がふるいを通るときに残る砂金の量を測定し、\nその結果を過去の記録と比較した。測定は春から秋まで毎週行い、\n洪水の前と後の値を分けて集計した。" +
		"その結果、洪水の後には\n砂金の量が二倍になり、値段は半分になることを確認した。\n"
	want := strings.ReplaceAll(text, "\n", "")
	d := &content.Document{Type: "pdf", Pages: 9, Text: "川の砂金\n山田太郎\n\f概要\n" + text + "\f目次\n第 1 章 序論 1\n第 2 章 方法 3\n"}
	x := describe.Describe(d, describe.Around{})
	i := slices.IndexFunc(x.Fields, func(f describe.Field) bool { return f.Name == "abstract" })
	if i < 0 || x.Fields[i].Value != want || x.Fields[i].Confidence < describe.Certain {
		t.Errorf("%+v", x.Fields)
	}
}

func TestDrawingIsNoAbstract(t *testing.T) {
	d := &content.Document{Type: "pdf", Pages: 9, Text: "Sieves\nRoberta Stone\nAbstract\nRelational\nConcrete\nDesign\nEvaluation\nOperation\nOrganization\nSelection\nModel\nTask model\nUser model\n"}
	if got := describe.Describe(d, describe.Around{}).Get("abstract"); got != "" {
		t.Errorf("%q", got)
	}
}

func TestKeywordsEndWithTheirList(t *testing.T) {
	const title = "Sediment in Shallow Rivers\nMaria Keller\nUniversity of Sandport\n"
	want := []string{"Sieves", "Running Water", "Gold"}
	for what, text := range map[string]string{
		"before running text":     "ABSTRACT\nKEYWORDS: Sieves, Running Water, Gold\n" + sentences,
		"before the page's end":   "Abstract\n" + sentence + "Keywords: Sieves, Running\nWater, Gold\nx\n\fContents\n",
		"before a note":           "Abstract\n" + sentence + "Keywords: Sieves, Running Water, Gold\n∗Supported by the Sandport Council, Norway\n",
		"before a DOI":            "Abstract\n" + sentence + "Keywords: Sieves, Running Water, Gold\nDigital Object Identifier 10.5555/12\n",
		"an editor's word":        "Abstract\n" + sentence + "Keywords: Sieves, Running Water, Gold, [Printed Manuscript]\n\n",
		"some twice":              "Abstract\n" + sentence + "Keywords: Sieves, Running Water, Gold, sieves, gold\n\n",
		"under its heading alone": "Abstract\n" + sentence + "Keywords\nSieves, Running Water, Gold\n\n1 Introduction\n" + sentence,
	} {
		x := describe.Describe(&content.Document{Type: "pdf", Pages: 9, Text: title + text}, describe.Around{})
		if got := x.All("keyword"); !slices.Equal(got, want) {
			t.Errorf("%s: %q", what, got)
		}
	}
	d := &content.Document{Type: "pdf", Pages: 9, Text: title + "Abstract\n" + sentence + "Keywords: Sieves, Running Water, Gold\n\n", Fields: []content.Field{{Name: "keyword", Value: "gold; running water; sieves"}}}
	n := 0
	for _, f := range describe.Describe(d, describe.Around{}).Fields {
		if f.Name == "keyword" {
			n++
		}
	}
	if n != 3 {
		t.Errorf("the same list in another order: %d keywords", n)
	}
}

func TestSchoolIsTheUniversityOfTheTitlePage(t *testing.T) {
	for what, c := range map[string]struct{ page, venue, affiliations string }{
		"a department, broken over lines": {"(by Research)\nDEPARTMENT OF COMPUTER SCIENCE AND\nENGINEERING\nINDIAN INSTITUTE OF SAND, MADRAS.\nOctober 2007\n",
			"INDIAN INSTITUTE OF SAND, MADRAS", "DEPARTMENT OF COMPUTER SCIENCE AND ENGINEERING; INDIAN INSTITUTE OF SAND, MADRAS."},
		"a sentence over lines": {"Presented to the Faculty of the Graduate School\nof Sandport University\nin partial fulfillment of the requirements\n", "Sandport University", "Sandport University"},
		"within a line":         {"A DISSERTATION\nin\nMathematics\nPresented to the Faculties of the University of Sandport in\n2013\n", "University of Sandport", ""},
		"a department, a university and a town": {"Department of Mathematics, University of Sandport, Gravel Hill\nP.O. Box 321\nLondon, UK\n", "University of Sandport, Gravel Hill",
			"Department of Mathematics, University of Sandport, Gravel Hill, P.O. Box 321, London, UK"},
		"none": {"Department of Mathematics\n2001\n", "", "Department of Mathematics"},
	} {
		d := &content.Document{Type: "pdf", Pages: 90, Text: "Sediment in Shallow Rivers\nby\nMaria Keller\n" + c.page + "\f" + strings.Repeat(sentence, 30)}
		x := describe.Describe(d, describe.Around{Genre: genre.Thesis})
		if got := x.Get("venue"); got != c.venue {
			t.Errorf("%s: venue %q, want %q", what, got, c.venue)
		}
		if got := strings.Join(x.All("affiliation"), "; "); got != c.affiliations {
			t.Errorf("%s: affiliations %q, want %q", what, got, c.affiliations)
		}
	}
}

func TestDOIOfBookIsNotThatOfChapter(t *testing.T) {
	for text, want := range map[string]string{
		"DOI: 10.1007/978-3-16-148410-0":      "",
		"DOI: 10.1007/978-3-16-148410-0 22":   "10.1007/978-3-16-148410-0_22",
		"DOI: 10.1007/978-3-16-148410-0_22":   "10.1007/978-3-16-148410-0_22",
		"DOI: 10.1002/9783161484100.ch3":      "10.1002/9783161484100.ch3",
		"DOI: 10.1002/9783161484100":          "",
		"DOI: 10.1007/978-3-16-148410-1":      "10.1007/978-3-16-148410-1", // no ISBN
		"https://doi.org/10.1007/s00453-0123": "10.1007/s00453-0123",
	} {
		d := &content.Document{Type: "pdf", Pages: 1, Text: "A Title of Some Length\nJane Roe\n" + text + "\n"}
		x := describe.Describe(d, describe.Around{Genre: genre.Paper})
		if got := x.Get("doi"); got != want {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
		if got := x.Get("isbn"); want == "" && got != "9783161484100" {
			t.Errorf("%s: ISBN %q", text, got)
		}
		if got := describe.Describe(d, describe.Around{Genre: genre.Book}).Get("doi"); want == "" && got == "" {
			t.Errorf("%s: none of the book's", text)
		}
	}
}

func TestAHeadingIsNoName(t *testing.T) {
	d := &content.Document{Type: "pdf", Pages: 1, Fields: []content.Field{{Name: "author", Value: "III. Proof; VI. Results; V. Kumar"}}, Text: "A Title of Some Length\n" + sentence}
	if got := describe.Describe(d, describe.Around{}).All("author"); !slices.Equal(got, []string{"V. Kumar"}) {
		t.Errorf("%q", got)
	}
}

func TestHyphensOfCompoundsStayInAbstracts(t *testing.T) {
	page := append([]string{"60 150 18 Bold|Counting Steps in Sieves", "90 250 11 Roman|Jane Roe", "120 72 11 Bold|Abstract"},
		"134 72 10 Roman|The state of a sieve supports modular reasoning about imperative programs. Step-", "146 72 10 Roman|indexing comes with a cost: it restricts the ade-",
		"158 72 10 Roman|quacy of the sieve to a simple class of properties of gravel and of sand in rivers.", "190 72 12 Bold|1 Introduction")
	d := sheet(append(page, prose(210)...)...)
	d.Text = strings.NewReplacer("Step-\n", "Step-", "ade-\n", "ade").Replace(d.Text)
	const want = "The state of a sieve supports modular reasoning about imperative programs. Step-indexing comes with a cost: it restricts the adequacy of the sieve to a simple class of properties of gravel and of sand in rivers."
	if got := describe.Describe(d, describe.Around{}).Get("abstract"); got != want {
		t.Errorf("the abstract is %q, want %q", got, want)
	}
}

func TestCompoundsAreLookedForInABoundedPartOfTheText(t *testing.T) {
	page := append([]string{"60 150 18 Bold|Counting Steps in Sieves", "90 250 11 Roman|Jane Roe", "120 72 11 Bold|Abstract",
		"134 72 10 Roman|The state of a sieve supports modular reasoning about imperative programs. Step-", "146 72 10 Roman|indexing comes with a cost for all sieves of gravel and of sand in rivers.",
		"190 72 12 Bold|1 Introduction"}, prose(210)...)
	const pages = 1 << 20
	filling := strings.Repeat("The sieve is shaken.\n", pages/20)
	for _, c := range []struct{ name, text, want string }{
		{"a compound on the first pages", "Step-indexing\n" + filling, "Step-indexing"},
		{"a word that is printed both ways", "Step-indexing Stepindexing\n" + filling, "Stepindexing"},
		{"a compound behind hundreds of pages", filling + "Step-indexing\n", "Stepindexing"},
		{"a part of a longer word", "Step-indexings\n", "Stepindexing"},
		{"a part of a longer compound", "multi-Step-indexing-free\n", "Step-indexing"},
		{"two compounds of the same letters", "Step-indexing Stepin-dexing\n", "Step-indexing"},
		{"a compound at the end of the text", "Step-indexing", "Step-indexing"},
	} {
		d := sheet(page...)
		d.Text += c.text
		if got := describe.Describe(d, describe.Around{}).Get("abstract"); !strings.Contains(got, " "+c.want+" comes") {
			t.Errorf("%s: the abstract is %q, want %q in it", c.name, got, c.want)
		}
	}
}

// BenchmarkBrokenLines describes pages with more and more lines that end in a hyphen, and a long text that nearly has each word that is broken.
func BenchmarkBrokenLines(b *testing.B) {
	text := strings.Repeat("xso-called xso-called xso-called\n", 1<<24/33)
	for _, lines := range []int{1, 20, 400, 2000} {
		b.Run(fmt.Sprint(lines), func(b *testing.B) {
			d := sheet("60 150 18 Bold|Counting Steps in Sieves", "90 250 11 Roman|Jane Roe")
			for i := range 2000 {
				d.Lines = append(d.Lines, content.Line{Text: "A sieve that is the so", X: 72, Y: 120 + 12*float64(i), W: 300, H: 11, Size: 10})
				switch l := &d.Lines[len(d.Lines)-1].Text; {
				case i == 0:
					*l = "A sieve that is of sand and of gravel in rivers is the so-"
				case i < lines:
					*l = "called so-"
				}
			}
			d.Lines = append(d.Lines, content.Line{Text: "1 Introduction", X: 72, Y: 120 + 12*2001, W: 100, H: 13, Size: 12, Bold: true})
			d.Text += text
			for b.Loop() {
				describe.Describe(d, describe.Around{})
			}
		})
	}
}
