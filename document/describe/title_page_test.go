package describe_test

import (
	"slices"
	"strings"
	"testing"

	"sluice/document/content"
	"sluice/document/describe"
)

var titlePages = []authoredPage{
	{"particles joined by an apostrophe, titles and roles of persons", append([]string{
		"90 100 17 Bold|On Sieves and Their Holes",
		"130 100 11 Roman|Dr.-Ing. P. Stone, MSc. L. Rivers, Rosa d’Avila (Engineering & Review)",
		"150 120 10 Italic|University of Sandport",
		"180 72 11 Bold|Abstract",
	}, prose(200)...), "On Sieves and Their Holes", []string{"P. Stone", "L. Rivers", "Rosa d’Avila"}},
	{"family names that are towns, and a list that breaks off within a name", append([]string{
		"90 100 12 Bold|Gravel in the City",
		"120 100 11 Roman|E. Pebble, G. Brook, K. Houston, J. Kies, A. Mond, S.",
		"134 100 11 Roman|Rivers, P. Rosario, L. Paris.",
		"160 72 11 Bold|1. Introduction",
	}, prose(180)...), "Gravel in the City", []string{"E. Pebble", "G. Brook", "K. Houston", "J. Kies", "A. Mond", "S. Rivers", "P. Rosario", "L. Paris"}},
	{"family names first", append([]string{
		"90 180 17 Roman|Maps of moving sand with R",
		"129 150 12 Roman|Stone, James", "144 140 12 Mono|j.stone@sand.example", "129 350 12 Roman|Pebble, Robin", "144 340 12 Mono|r.pebble@sand.example",
		"173 270 12 Roman|May 20, 2014",
		"220 72 14 Bold|Introduction",
	}, prose(250)...), "Maps of moving sand with R", []string{"James Stone", "Robin Pebble"}},
	{"a Dutch bachelor's thesis", []string{
		"182 74 16 Roman|De zeef aan de hand van klassieke korrels",
		"214 217 11 Italic|Een bachelorscriptie door",
		"227 233 11 Roman|Tim van der Zand",
		"254 223 11 Italic|Onder begeleiding van",
		"267 231 11 Roman|dr. Wim Beek",
		"658 74 11 Roman|Faculteit der Natuurwetenschappen",
	}, "De zeef aan de hand van klassieke korrels", []string{"Tim van der Zand"}},
	{"a Portuguese dissertation with its advisor behind the degree", append([]string{
		"82 195 17 Roman|Universidade Federal do Areal",
		"250 93 17 Roman|Um modelo para a detecção das mudanças",
		"283 228 17 Roman|dos rios de areia",
		"374 178 17 Roman|Victor Mário Praia de Seixas Areias",
		"443 133 12 Roman|Dissertação submetida à Coordenação do Curso de Geologia",
		"664 242 12 Roman|Leandro Duna",
		"686 276 12 Roman|(Orientador)",
	}, ""), "Um modelo para a detecção das mudanças dos rios de areia", []string{"Victor Mário Praia de Seixas Areias"}},
	{"a French thesis with its author before the title and a jury behind it", []string{
		"174 246 17 Roman|THÈSE",
		"217 256 11 Roman|présentée",
		"246 168 14 Roman|devant l'Université de Sablonville",
		"349 270 11 Roman|par",
		"376 231 12 Roman|Camille Rivière",
		"485 235 11 Roman|Titre de la thèse :",
		"519 129 14 Roman|Le tamis et la logique :",
		"537 168 14 Roman|extraction des grains certifiés",
		"609 132 11 Roman|Soutenue le 6 décembre 2005 devant la commission d'examen",
		"633 150 11 Roman|M. : Jean-Pierre Caillou",
		"646 150 11 Roman|Mme. : Christine Galet",
	}, "Le tamis et la logique : extraction des grains certifiés", []string{"Camille Rivière"}},
	{"a thesis with a supervisor in the next column", []string{
		"160 87 14 Roman|POLYTECHNIC UNIVERSITY OF SANDPORT",
		"240 235 12 Roman|MASTER THESIS",
		"299 104 21 Bold|Improving the management of sieves",
		"411 124 12 Italic|Author:", "425 124 12 Roman|Simón GUIJÁRREZ", "411 393 12 Italic|Supervisor:", "425 330 12 Roman|Dra. Rita Maria ARENA",
		"577 160 12 Italic|A thesis submitted in fulfillment of the requirements",
	}, "Improving the management of sieves", []string{"Simón GUIJÁRREZ"}},
	{"a dissertation with its committee on the page of the title", []string{
		"94 160 12 Bold|The Dissertation Committee for Ethan Aston Reed",
		"108 99 12 Bold|certifies that this is the approved version of the following dissertation:",
		"217 199 14 Bold|Probabilistic Models of Sand",
		"315 270 12 Bold|Committee:",
		"384 272 12 Roman|Jane Pebbleson, Supervisor",
		"430 272 12 Roman|James Brook",
	}, "Probabilistic Models of Sand", nil},
	{"a name with its family name in front, in capitals", append([]string{
		"134 178 14 Bold|COMPUTING THE STANDARD SIEVE",
		"216 312 10 Roman|by",
		"241 278 12 Bold|HOMOK Balázs",
		"557 179 10 Roman|A thesis submitted in partial fulfillment of the requirements for",
	}, ""), "Computing the Standard Sieve", []string{"Balázs HOMOK"}},
	{"a chapter with epigraphs before its heading", append([]string{
		"52 72 8 Italic|We must all hang together, gentlemen, or else we shall most assuredly",
		"63 72 8 Italic|hang separately, as was said before and will be said again by somebody",
		"74 72 8 Italic|who has not read it in the place where it was printed for the first time",
		"87 172 8 Roman|— Benjamin Franklin, at the signing",
		"290 399 51 Bold|7",
		"366 171 22 Bold|Minimum Spanning Sieves",
	}, prose(430)...), "Minimum Spanning Sieves", nil},
	{"a society at the head of the page, and a title that might be names", append([]string{
		"71 165 14 Roman|THE RIVER SOFTWARE SOCIETY (RSS)",
		"145 453 12 Roman|RSS-TN-2016-02",
		"325 176 25 Bold|Machine/Job Features",
		"426 92 12 Roman|M. Stone¹, T. Rivers², J.J. Sand³",
		"450 238 10 Italic|¹Sandport Institute of Technology",
		"531 289 11 Bold|Abstract",
	}, prose(550)...), "Machine/Job Features", []string{"M. Stone", "T. Rivers", "J.J. Sand"}},
	{"a journal's name over two lines, and the label of a section", append([]string{
		"33 235 24 Roman|American Journal of",
		"60 235 36 Roman|HYDROLOGY",
		"170 54 12 Bold|ORIGINAL CONTRIBUTIONS",
		"204 54 12 Bold|Different Curves for Severe Floods Reveal",
		"218 54 12 Bold|Similar Impacts of Sand",
		"282 54 10 Bold|Jaap Rivers and Peter Stone",
		"306 54 9 Roman|From the National Institute for Water, Sandport.",
	}, prose(340)...), "Different Curves for Severe Floods Reveal Similar Impacts of Sand", []string{"Jaap Rivers", "Peter Stone"}},
	{"a survey by its name", append([]string{
		"52 109 12 Bold|A Survey of Sieving Techniques",
		"76 109 8 Roman|ROBERTA STONE, River Lab, Sabbia University of Rome",
		"87 109 8 Roman|EMANUELE RIVERS, River Lab, Sabbia University of Rome",
	}, prose(120)...), "A Survey of Sieving Techniques", []string{"Roberta Stone", "Emanuele Rivers"}},
	{"a series label, a subtitle and an organization as author", append([]string{
		"130 260 16 Bold|Research Note",
		"171 139 17 Roman|Minimal Sieve Infrastructure",
		"196 136 12 Roman|A protocol for sieving in private",
		"251 250 12 Roman|July 10, 2024",
		"295 126 14 Bold|Contents",
	}, prose(320)...), "Minimal Sieve Infrastructure A protocol for sieving in private", nil},
	{"authors below the first heading", append([]string{
		"110 90 15 Bold|The Sieves: Programmatic Assessment Report",
		"135 90 8 Bold|Publication Date: August 3, 2018",
		"160 90 12 Bold|Introduction: The Sieves",
		"188 90 8 Bold|Authors: Maria Sand, Erin Beck",
	}, prose(210)...), "The Sieves: Programmatic Assessment Report", []string{"Maria Sand", "Erin Beck"}},
	{"a report that is one of a sequence", append([]string{
		"81 144 16 Roman|Monitoring Progress Report #1",
		"118 144 14 Roman|Numerical Representation of Dunes",
		"148 265 11 Roman|James Shore",
		"167 158 11 Roman|Supervisors: Hillary Stone, John Rivers",
		"187 265 11 Roman|11th June 2015",
		"201 265 11 Roman|Ny Sandgade",
		"215 265 11 Roman|DK-8099 Sandport C, Denmark",
	}, prose(248)...), "Monitoring Progress Report #1 Numerical Representation of Dunes", []string{"James Shore"}},
	{"a large title whose last line is a kind of report", append([]string{
		"156 61 28 Roman|Sandwell",
		"186 61 28 Roman|Audit",
		"215 61 28 Roman|Report",
	}, prose(400)...), "Sandwell Audit Report", nil},
	{"a title that begins with a word of French title pages", append([]string{
		"90 100 12 Bold|Mention Detection for Coreference in Long Texts",
		"130 100 11 Roman|Jane Roe",
		"150 120 10 Italic|University of Sandport",
		"180 72 11 Bold|Abstract",
	}, prose(200)...), "Mention Detection for Coreference in Long Texts", []string{"Jane Roe"}},
	{"a title with a full stop, no address", append([]string{
		"90 100 17 Bold|Node.js",
		"130 100 11 Roman|Jane Roe",
		"150 120 10 Italic|University of Sandport",
		"180 72 11 Bold|Abstract",
	}, prose(200)...), "Node.js", []string{"Jane Roe"}},
	{"names that only wide gaps part", append([]string{
		"90 100 17 Bold|Gravel in Slow Rivers",
		"130 100 11 Roman|Ann Quay-de la Vallee  Karl Stein", "145 100 11 Roman|Jane Q. Roe  Peter Sand  Maria Lopez",
		"160 120 10 Italic|University of Sandport",
		"180 72 11 Bold|Abstract",
	}, prose(200)...), "Gravel in Slow Rivers", []string{"Ann Quay-de la Vallee", "Karl Stein", "Jane Q. Roe", "Peter Sand", "Maria Lopez"}},
	{"a company below each name, in another font", append([]string{
		"90 100 17 Bold|Gravel in Slow Rivers",
		"111 158 12 Bold|Jane Roe", "125 152 12 Roman|Stoneham Commerce", "139 147 12 Roman|Sandport, CA, USA",
		"111 341 12 Bold|Karl Stein", "125 314 12 Roman|Department of Sand",
		"180 72 11 Bold|Abstract",
	}, prose(200)...), "Gravel in Slow Rivers", []string{"Jane Roe", "Karl Stein"}},
	{"a Catalan thesis and its programme", append([]string{
		"100 100 18 Bold|Teories dels Sedassos", "200 100 12 Roman|Memòria presentada per en Jaume Roca Sorra", "214 100 12 Roman|com a Treball de Recerca de Tercer Cicle de Doctorat", "228 100 12 Roman|en Física",
	}, prose(500)...), "Teories dels Sedassos", []string{"Jaume Roca Sorra"}},
	{"an author above the doctoral programme", append([]string{
		"100 100 18 Bold|Ríos de arena", "140 200 12 Roman|Juana Roca Arenas", "160 200 12 Roman|Programa de Doctorado en Geología", "200 200 12 Roman|Director: Pedro Piedra",
	}, prose(500)...), "Ríos de arena", []string{"Juana Roca Arenas"}},
	{"an author at the end of the notice of the degree", append([]string{
		"100 100 18 Bold|Sieves of Large Rivers", "200 100 12 Roman|A dissertation submitted in partial fulfilment of the requirements for the degree", "214 200 12 Roman|of Doctor of Philosophy by Jane Roe",
		"260 200 12 Roman|Supervisor: Dr. Karl Stein",
	}, prose(500)...), "Sieves of Large Rivers", []string{"Jane Roe"}},
	{"an author behind the kind of the thesis", append([]string{
		"100 100 18 Bold|Siebe in großen Flüssen", "130 200 12 Roman|Bachelorarbeit von Jana Stein", "160 200 12 Roman|an der Fakultät für Geologie", "260 200 12 Roman|Gutachter: Prof. Dr. Karl Kies",
	}, prose(500)...), "Siebe in großen Flüssen", []string{"Jana Stein"}},
	{"a deliverable below the name of its project", append([]string{
		"50 72 10 Roman|D5.4 Report on Sieves", "100 100 30 Bold|SandHub", "140 100 14 Roman|Sand Hub for Europe", "200 100 18 Bold|Deliverable D5.4", "230 100 18 Bold|Report on Sieves and Gravel",
		"300 72 10 Roman|Lead beneficiary: University of Sandport", "320 72 10 Roman|Author(s): Jane Roe, Karl Stein",
	}, prose(500)...), "Report on Sieves and Gravel", []string{"Jane Roe", "Karl Stein"}},
	{"a deliverable with its number in the title", append([]string{
		"100 100 30 Bold|SandHub", "140 100 14 Roman|H2020 - Grant agreement No 700000", "200 100 16 Bold|D5.4 – Report on Sieves and Gravel", "300 72 10 Roman|Work package: WP5", "310 72 10 Roman|Authors: Jane Roe (USP), Karl Stein (SIT)",
		"330 72 10 Roman|Dissemination level: public",
	}, prose(500)...), "D5.4 – Report on Sieves and Gravel", []string{"Jane Roe", "Karl Stein"}},
	{"a table with the titles of the project and of its report", append([]string{
		"100 100 30 Bold|SandHub", "200 72 10 Roman|Project title: Sand Hub for Europe", "220 72 10 Roman|Deliverable title: Report on Sieves and Gravel", "240 72 10 Roman|Deliverable number: D5.4",
		"310 72 10 Roman|Authors: Jane Roe (USP), Karl Stein (SIT)",
	}, prose(500)...), "Report on Sieves and Gravel", []string{"Jane Roe", "Karl Stein"}},
	{"who leads the work on a report, above its title", append([]string{
		"104 248 12 Bold|REPORT ON D1.2,", "118 189 12 Bold|LEAD BY Université de Sablonville (USV) :", "132 228 12 Bold|Sand Management Plan V1", "162 254 10 Roman|BENOÎT PIERRE", "199 234 12 Roman|Due on : 01/03/2016 (M6)",
	}, prose(500)...), "Sand Management Plan V1", []string{"Benoît Pierre"}},
	{"a title of one word that is also a label", append([]string{
		"90 100 17 Bold|Perspectives",
		"130 100 11 Roman|Jane Roe",
		"150 120 10 Italic|University of Sandport",
		"180 72 11 Bold|Abstract",
	}, prose(200)...), "Perspectives", []string{"Jane Roe"}},
}

func TestTitlePagesOfManyCountriesAndPublishersAreUnderstood(t *testing.T) {
	for _, c := range titlePages {
		t.Run(c.name, func(t *testing.T) {
			x := describe.Describe(sheet(slices.DeleteFunc(c.lines, func(l string) bool { return l == "" })...), describe.Around{})
			if got := x.Get("title"); got != c.title {
				t.Errorf("title %q, want %q", got, c.title)
			}
			if got := x.All("author"); !slices.Equal(got, c.authors) {
				t.Errorf("authors %q, want %q", got, c.authors)
			}
		})
	}
}

func TestAuthorOfTheFileIsUsedIfThePageRepeatsIt(t *testing.T) {
	d := sheet(append([]string{
		"90 100 17 Bold|Minimal Sieve Infrastructure",
		"130 100 12 Roman|Privacy & Sieving Explorations",
		"150 120 12 Roman|July 10, 2024",
	}, prose(200)...)...)
	d.Fields = []content.Field{{Name: "author", Value: "Privacy & Sieving Explorations"}}
	if got := describe.Describe(d, describe.Around{}).All("author"); !slices.Equal(got, []string{"Privacy & Sieving Explorations"}) {
		t.Errorf("authors %q", got)
	}
}

func TestLettersThatFontsLostAreTakenFromTheTitleOfTheFile(t *testing.T) {
	d := sheet(append([]string{"90 100 17 Bold|Extraction de tamis certi és", "130 100 12 Roman|Camille Rivière"}, prose(200)...)...)
	d.Fields = []content.Field{{Name: "title", Value: "Extraction de tamis certifiés"}}
	if got := describe.Describe(d, describe.Around{}).Get("title"); got != "Extraction de tamis certifiés" {
		t.Errorf("title %q", got)
	}
}

// Where the title is not seen, the line of the authors is not it.
func TestAuthorsAreNoTitle(t *testing.T) {
	const body = "\n\nJane Roe and Karl von Stein\n\nAbstract\n"
	running := strings.Repeat("running text of it\n", 30)
	for first, want := range map[string]string{"Perspectives": "Perspectives", "Working Paper No. 7": ""} {
		x := describe.Describe(&content.Document{Text: first + body + running}, describe.Around{})
		if got := x.Get("title"); got != want || !slices.Equal(x.All("author"), []string{"Jane Roe", "Karl von Stein"}) {
			t.Errorf("%s: title %q by %q, want %q", first, got, x.All("author"), want)
		}
	}
}
