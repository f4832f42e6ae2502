package describe_test

import (
	"strconv"
	"testing"

	"sluice/document/content"
	"sluice/document/describe"
)

var titleLinePages = []titledPage{
	{"a dash at the end of a line and again before the next", append([]string{
		"60 150 20 Bold|Sieves in Running Water –", "84 140 20 Bold|– a Possibility for Gold", "140 250 11 Roman|Jane Roe and Karl Stein", "156 220 10 Roman|University of Sandport",
	}, prose(220)...), "Sieves in Running Water – a Possibility for Gold"},
	{"a line that ends in a preposition", append([]string{
		"155 195 17 Bold|Revisiter le mythe du sable", "177 184 17 Roman|Le personnage du tamis chez", "199 157 17 Roman|Raoul Pierre et Marie-Lili Rivière", "286 260 12 Roman|par Élise Sablon",
	}, prose(560)...), "Revisiter le mythe du sable Le personnage du tamis chez Raoul Pierre et Marie-Lili Rivière"},
	{"a line of capitals that begins with one", append([]string{
		"380 94 14 Bold|A CORRENTEZA E SUAS RELAÇÕES COM O CONHECIMENTO", "404 90 14 Bold|DA AREIA: UM ESTUDO NO CURSO DE ENGENHARIA", "428 197 14 Bold|DE PENEIRAMENTO DO CEPEN-SP", "500 436 12 Roman|Taís Areias Silva",
		"548 72 10 Roman|uma pesquisa sobre a correnteza e suas relações com o conhecimento da areia, um estudo no curso de engenharia",
	}, prose(560)...), "A correnteza e suas relações com o conhecimento da areia: Um estudo no curso de engenharia de Peneiramento do Cepen-SP"},
	{"a title that begins as a heading does", append([]string{
		"300 235 24 Roman|Introduction to", "328 146 24 Roman|Deep Sand Verification",
	}, prose(560)...), "Introduction to Deep Sand Verification"},
	{"institutions above the title in its type", append([]string{
		"299 194 18 Bold|Office of Sand Programs", "320 192 18 Bold|U.S. Department of Sieves", "342 77 18 Bold|Report to the Committees on Sand", "363 90 18 Bold|and its Transparency",
	}, prose(560)...), "Report to the Committees on Sand and its Transparency"},
	{"a subtitle far below, at the title's right edge", append([]string{
		"156 150 21 Bold|Situation des tamis après l'orage", "240 241 14 Roman|Rapport sur le département des Sables",
	}, prose(560)...), "Situation des tamis après l'orage Rapport sur le département des Sables"},
	{"a subtitle in the type of the text, before the authors", append([]string{
		"95 73 12 Bold|Putting the Count Back Into Sand", "114 73 10 Roman|An Audit of Disclosures About the Sieving of Gravel", "140 73 10 Roman|Robin Stone",
	}, prose(200)...), "Putting the Count Back Into Sand An Audit of Disclosures About the Sieving of Gravel"},
	{"which report it is, in small type", append([]string{
		"263 150 14 Bold|Source Code Audit on the Sieve Framework", "288 150 10 Bold|Final Report and Management Summary", "347 150 10 Roman|2022-09-09",
	}, prose(560)...), "Source Code Audit on the Sieve Framework Final Report and Management Summary"},
	{"a heading larger than the title", append([]string{
		"85 30 16 Bold|Sieve V3 - Sand Contracts", "167 60 27 Bold|Executive Summary", "218 60 10 Roman|This report was prepared by Sand, the leader in sieves.", "400 60 27 Bold|Summary of Findings",
	}, prose(500)...), "Sieve V3 - Sand Contracts"},
	{"a list of questions below its sections' type", append([]string{
		"72 72 12 Roman|FAQs", "108 72 18 Bold|General", "141 72 14 Bold|What is sand?",
	}, prose(170)...), "FAQs"},
	{"words that institutions have, too", append([]string{
		"117 241 14 Bold|Software Evolution", "154 297 10 Roman|TBD", "196 163 10 Roman|Abstract. Sieving plays an ever-increasing role in sand.",
	}, prose(220)...), "Software Evolution"},
	{"a heading that could be a label elsewhere", append([]string{
		"73 72 26 Roman|Technical report", "135 72 16 Roman|Motivation",
	}, prose(169)...), "Technical report"},
	{"the notes of a committee", append([]string{
		"138 175 17 Roman|Academic Programmes Committee notes", "172 270 12 Roman|Robin Stone", "241 92 14 Bold|1 Report on new level 2 subjects", "285 92 12 Bold|1.1 First year",
	}, prose(300)...), "Academic Programmes Committee notes"},
	{"a mark before the subtitle, which is set in italics", append([]string{
		"79 79 14 Bold|Sand Network¹", "97 79 12 Italic|A Novel, Scalable Architecture for a General Sieve",
	}, prose(120)...), "Sand Network A Novel, Scalable Architecture for a General Sieve"},
	{"a running title", append([]string{
		"118 119 18 Bold|Sieves as an overlooked source for understanding old and novel sand.", "160 151 15 Bold|Sieves to understand sand", "200 151 12 Roman|Robin Stone",
	}, prose(300)...), "Sieves as an overlooked source for understanding old and novel sand"},
	{"numbers of lines", numbered(), "Grain studies as an overlooked source for understanding old and novel sand"},
	{"a number that runs down the margin, letter by letter", append(append([]string{
		"96 271 24 Sans|Vérification des tamis de", "124 234 24 Sans|l’inférence du langage", "151 491 24 Sans|SableML", "360 438 16 Bold|Pierre Galet",
	}, margin("2018SACLY08")...), prose(560)...), "Vérification des tamis de l’inférence du langage SableML"},
}

func TestLinesThatBelongToATitleAndThoseThatDoNot(t *testing.T) {
	for _, c := range titleLinePages {
		t.Run(c.name, func(t *testing.T) {
			if got := describe.Describe(sheet(c.lines...), describe.Around{}).Get("title"); got != c.title {
				t.Errorf("title %q, want %q", got, c.title)
			}
		})
	}
}

func TestCoverOfARepositoryIsNotTheTitlePage(t *testing.T) {
	d := sheet("103 57 20 Bold|Sandport Research Portal", "202 57 12 Bold|Diagnosing Sand", "223 57 12 Roman|Stone, Robin", "402 57 10 Bold|Link to publication in Sandport Research Portal", "472 57 10 Bold|citation for published version (APA)")
	d.Text += "\f"
	second := sheet(append([]string{"121 112 14 Roman|Diagnosing Sand", "179 218 11 Roman|Robin Stone"}, prose(300)...)...)
	for _, l := range second.Lines {
		l.Page = 1
		d.Lines = append(d.Lines, l)
	}
	d.Text += second.Text
	d.Pages = 2
	if got := describe.Describe(d, describe.Around{}).Get("title"); got != "Diagnosing Sand" {
		t.Errorf("title %q", got)
	}
}

func TestTitleOfTheFileIsFoundBehindACover(t *testing.T) {
	d := sheet("642 57 24 Roman|Behavioural ecology", "672 57 15 Roman|Stone et al.")
	d.Text += "\f"
	second := sheet(append([]string{"124 57 24 Roman|Mapping the social sieve: tracking sand in a wild river", "206 57 11 Roman|Robin Stone and James Pebble"}, prose(300)...)...)
	for _, l := range second.Lines {
		l.Page = 1
		d.Lines = append(d.Lines, l)
	}
	d.Text += second.Text
	d.Pages = 2
	d.Fields = []content.Field{{Name: "title", Value: "Mapping the social sieve: tracking sand in a wild river"}}
	x := describe.Describe(d, describe.Around{})
	if got := x.Get("title"); got != "Mapping the social sieve: tracking sand in a wild river" {
		t.Errorf("title %q", got)
	}
}

// margin are the letters of a text on lines of their own, one below the other at the left edge.
func margin(text string) []string {
	var lines []string
	for i, r := range text {
		lines = append(lines, strconv.Itoa(130+8*i)+" 21 7 Vertical|"+string(r))
	}
	return lines
}

// numbered is a page whose lines have numbers.
func numbered() []string {
	lines := []string{"118 47 18 Bold|1 Grain studies as an overlooked source for", "166 47 12 Roman|2", "162 119 18 Bold|understanding old and novel sand"}
	for i := 3; i < 12; i++ {
		lines = append(lines, strconv.Itoa(200+30*i)+" 47 12 Roman|"+strconv.Itoa(i)+" Sieves are globally distributed reservoirs of known and novel sand, and few")
	}
	return lines
}

// titledDocuments are documents without layout, with their titles.
var titledDocuments = []struct {
	name  string
	d     *content.Document
	title string
}{
	{"the commands of a template", &content.Document{Type: "html", Text: "{% extends \"base.html\" %} {% block content %}\nBecome a Provider of Sand\nBe a part of it.\n", Lines: []content.Line{
		{Text: "{% extends \"base.html\" %} {% block content %}"}, {Text: "Become a Provider of Sand", Style: "heading 1"}, {Text: "Be a part of it."}}}, "Become a Provider of Sand"},
	{"a title that begins with the name of an abstract", &content.Document{Type: "markdown", Text: "Resumen Total — Literatura de arena\nDocumento de síntesis generado a partir de 32 resúmenes\n", Lines: []content.Line{
		{Text: "Resumen Total — Literatura de arena", Style: "title"}, {Text: "Documento de síntesis generado a partir de 32 resúmenes"}}}, "Resumen Total — Literatura de arena"},
	{"a heading that is not the title of the head block", &content.Document{Type: "markdown", Text: "Pass the Sand 2022 conference report\nPass the Sand is a conference on sieves.\n", Lines: []content.Line{
		{Text: "Pass the Sand 2022 conference report", Style: "title"}, {Text: "Pass the Sand is a conference on sieves."}}, Fields: []content.Field{{Name: "title", Value: "Feedback"}}}, "Pass the Sand 2022 conference report"},
	{"questions", &content.Document{Type: "markdown", Text: "How can I sieve?\nWith sand.\nWhere is sand?\nHere.\nWhy sand?\nSo.\n", Lines: []content.Line{
		{Text: "How can I sieve?", Style: "heading 2"}, {Text: "With sand."}, {Text: "Where is sand?", Style: "heading 2"}, {Text: "Here."}, {Text: "Why sand?", Style: "heading 2"}, {Text: "So."}}, Fields: []content.Field{{Name: "title", Value: "My FAQ of sand"}}}, "My FAQ of sand"},
	{"sizes of an office file whose text names none", &content.Document{Type: "docx", Text: "Bank of Sand, Project P1\nAssessment of Blue Sand\nNational Sieving Framework\n", Lines: []content.Line{
		{Text: "Bank of Sand, Project P1", Size: 8, Bold: true}, {Text: "Assessment of Blue Sand", Size: 22, Bold: true}, {Text: "National Framework for Sieving", Size: 16, Bold: true},
		{Text: "The sand of this river is known to few, and the sieves for it to fewer."}}}, "Assessment of Blue Sand National Framework for Sieving"},
	{"authors below a label", &content.Document{Text: "Working Paper No. 7" + authorsBelow}, ""},
	{"a conference above the title", &content.Document{Text: "2012 International Conference on Principles of Sieves\nA Title of Some Length" + authorsBelow}, "A Title of Some Length"},
	{"a workshop above the title", &content.Document{Text: "Sandport Workshop on Sieves, 2003, pp. 1-9\nWhat Remains in the Sieve" + authorsBelow}, "What Remains in the Sieve"},
	{"authors below a label that may be a title", &content.Document{Text: "Perspectives" + authorsBelow}, "Perspectives"},
	{"a paragraph in smaller type", &content.Document{Type: "docx", Text: "Sieve Review Report\nConclusion: no more sieves\n", Lines: []content.Line{
		{Text: "Sieve Review Report", Size: 26, Bold: true}, {Text: "Stop all work on sieves", Size: 11, Bold: true}, {Text: "I have been looking at sieves for twenty years and have seen too many of them.", Size: 11}}}, "Sieve Review Report"},
	{"an institution in the title", &content.Document{Type: "pdf", Pages: 90, Text: "Leadership at Colleges in Crisis:\nUniversity Teaching Revisited\nMaria Keller\nA thesis submitted for the degree of Doctor of Philosophy\nUniversity of Sandby\n2004\n\fContents\n"},
		"Leadership at Colleges in Crisis: University Teaching Revisited"},
}

const authorsBelow = "\n\nJane Roe and Karl von Stein\n\nAbstract\nrunning text of it\nrunning text of it\nrunning text of it\nrunning text of it\nrunning text of it\nrunning text of it\n"

func TestTitlesOfDocumentsWithoutLayout(t *testing.T) {
	for _, c := range titledDocuments {
		if got := describe.Describe(c.d, describe.Around{}).Get("title"); got != c.title {
			t.Errorf("%s: title %q, want %q", c.name, got, c.title)
		}
	}
}
