package describe_test

import (
	"slices"
	"testing"

	"sluice/document/content"
	"sluice/document/describe"
)

func TestAuthorsAreToldFromThoseWhoSign(t *testing.T) {
	for _, c := range []struct {
		name    string
		lines   []string
		authors []string
	}{
		{"supervisors in a column to the right of the author", []string{
			"362 154 20 Bold|Sieves and Machines", "442 253 12 Roman|Spring 2016", "510 108 12 Italic|Author:", "524 108 12 Roman|Cedric Sand",
			"482 396 12 Italic|Supervisors:", "496 368 12 Roman|Dr. Carlos Stone", "510 342 12 Roman|Dr. Emanuele Gravel", "524 345 12 Roman|Prof. Johan Kiesel", "734 249 12 Roman|May 28, 2016",
		}, []string{"Cedric Sand"}},
		{"an author above the title, and professors who sign below it", []string{
			"84 85 14 Roman|Dissertação apresentada ao Instituto Tecnológico da Areia,", "106 85 14 Roman|como parte dos requisitos para obtenção do título de Mestre.", "232 186 14 Bold|Wellington Vieira Areias de Castro",
			"313 99 17 Bold|PENEIRAS DISTRIBUÍDAS PARA A RECONSTRUÇÃO", "339 134 17 Bold|DAS PRAIAS DE AREIA E CASCALHO", "447 146 12 Roman|Dissertação aprovada em sua versão final pelos abaixo assinados:",
			"551 220 12 Roman|Prof. Dr. Jacques Pedra", "572 260 12 Roman|Orientador", "654 222 12 Roman|Profa. Dra. Emília Cascalho", "676 216 12 Roman|Pró-Reitora de Pós-Graduação",
		}, []string{"Wellington Vieira Areias de Castro"}},
		{"four names of one person before an address and a number", []string{
			"61 79 20 Bold|UnSieve: uma peneira de ficheiros", "157 79 13 Bold|Autoria", "187 100 10 Bold|Autor: Pedro Henrique Areial Perruci | pedro.perruci@sand.example | 14/0158596",
			"202 100 10 Roman|Professor: Marcos F. Areia | marcos@sand.example", "218 100 10 Roman|Monitoras:", "233 122 10 Roman|Camila Pedra | 130104868@sand.example", "249 122 10 Roman|Mariana Pedreira | mari@sand.example", "279 79 13 Bold|1. Objetivos",
		}, []string{"Pedro Henrique Areial Perruci"}},
		{"names with a dash between", []string{"367 90 21 Bold|Équation du sable et du tamis", "479 178 14 Bold|Adib TAMISIER - Alae SABLON"}, []string{"Adib TAMISIER", "Alae SABLON"}},
		{"names without spaces", append([]string{"56 43 21 Roman|Compte-rendu du projet Tamis Embarqués", "104 42 11 Roman|HadrienSableux,ClémentGravier"}, prose(130)...), []string{"Hadrien Sableux", "Clément Gravier"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := describe.Describe(sheet(c.lines...), describe.Around{}).All("author"); !slices.Equal(got, c.authors) {
				t.Errorf("authors %q, want %q", got, c.authors)
			}
		})
	}
}

func TestAuthorsInATableOfAnotherPage(t *testing.T) {
	d := sheet("147 84 15 Roman|Sands of the World", "246 84 22 Roman|Tools for Sieving Sand of Many Sizes", "286 84 22 Roman|and Origins")
	second := sheet("252 70 15 Roman|Author List", "285 70 11 Roman|Organisation", "285 154 11 Roman|Name", "285 311 11 Roman|Contact Information",
		"303 70 11 Roman|FhG", "303 154 11 Roman|Christiane Sand", "303 311 11 Roman|christiane.sand@sand.example", "321 70 11 Roman|USAND", "321 154 11 Roman|Jakub Kies", "321 311 11 Roman|kies@sand.example")
	addPage(d, second)
	want := []string{"Christiane Sand", "Jakub Kies"}
	if got := describe.Describe(d, describe.Around{}).All("author"); !slices.Equal(got, want) {
		t.Errorf("authors %q, want %q", got, want)
	}
}

func TestANameAloneBetweenTitleAndDegree(t *testing.T) {
	d := sheet("155 70 14 Bold|Um modelo baseado em dados históricos para peneiras", "227 210 14 Roman|Jandisson Areias de Jesus", "305 135 14 Caps|Texto da Tese de Doutorado apresentada", "322 281 14 Caps|ao", "335 147 14 Caps|Instituto de Areia e Estatística",
		"508 136 14 Roman|Orientadora: Profa. Dra. Ana Cristina V. da Pedra", "586 231 11 Roman|Areal, Maio de 2019")
	addPage(d, sheet(prose(100)...))
	want := []string{"Jandisson Areias de Jesus"}
	if got := describe.Describe(d, describe.Around{}).All("author"); !slices.Equal(got, want) {
		t.Errorf("authors %q, want %q", got, want)
	}
}

// addPage adds the only page of another document as the second one.
func addPage(d, second *content.Document) {
	for _, l := range second.Lines {
		l.Page = 1
		d.Lines = append(d.Lines, l)
	}
	d.Text += "\f" + second.Text
	d.Pages = 2
}

func TestMarksBetweenCaretsAreNoPartOfNames(t *testing.T) {
	d := &content.Document{Type: "docx", Lines: []content.Line{{Text: "Expert sievers make specific sand", Style: "title"}, {Text: "Atsuko Sunahara^1,*^, Günther Kies1, & Natalie Stein1", Style: "author"},
		{Text: "1 Department of Sand, University of Sandport", Style: "author"}, {Text: "Abstract", Style: "heading 1"}}}
	want := []string{"Atsuko Sunahara", "Günther Kies", "Natalie Stein"}
	if got := describe.Describe(d, describe.Around{}).All("author"); !slices.Equal(got, want) {
		t.Errorf("authors %q, want %q", got, want)
	}
}
