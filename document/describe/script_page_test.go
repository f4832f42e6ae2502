package describe_test

import (
	"slices"
	"strings"
	"testing"

	"sluice/document/content"
	"sluice/document/describe"
)

var scriptPages = []authoredPage{
	{"a Russian paper whose authors have their initials behind the family names", append([]string{
		"60 78 14 Bold|УДК 004", "84 186 14 Bold|ПРОСЕИВАНИЕ ПЕСКА В", "108 160 14 Bold|ГОРНЫХ РЕКАХ", "132 237 14 Roman|Песков И.А., Камнева О.П.",
	}, russianProse(170)...), "Просеивание Песка в Горных Реках", []string{"Песков И.А.", "Камнева О.П."}},
	{"a Russian report by a student of a group", append([]string{
		"60 114 14 Roman|Институт горных рек", "200 150 18 Bold|Просеивание песка", "300 300 14 Roman|Выполнил: студент группы ПС-341 Песков И.А.", "330 300 14 Roman|Проверил: Камнев О.П.",
	}, russianProse(600)...), "Просеивание песка", []string{"Песков И.А."}},
	{"a Korean thesis with the number of the student", []string{
		"90 245 18 Bold|학사학위논문", "154 101 24 Bold|모래를 이용한 강의 흐름 분석", "320 231 18 Roman|지도교수 박경모", "523 239 24 Roman|모래대학교", "641 222 18 Roman|정서윤 2020104123", "731 248 18 Roman|2024년 12월",
	}, "모래를 이용한 강의 흐름 분석", []string{"정서윤"}},
	{"a Chinese thesis with the title and the author in two languages", []string{
		"84 118 18 Roman|國立沙灘大學地質學研究所", "117 262 18 Roman|碩士論文", "337 154 18 Roman|基於沙粒的河流流動模型分析", "385 112 17 Roman|Models of Rivers that Carry Grains of Sand",
		"486 272 18 Roman|李仲翊", "522 256 17 Roman|Chung-yi Li", "577 209 18 Roman|指導教授：李宏毅 教授",
	}, "基於沙粒的河流流動模型分析", []string{"李仲翊"}},
	{"a Japanese thesis with the author in two scripts", []string{
		"291 216 17 Gothic|砂粒を用いた", "328 166 17 Gothic|河川の流れ解析アルゴリズムの実証実験", "368 90 17 Bold|Implementation and Evaluation of an Algorithm", "405 185 17 Bold|for the Flow of Rivers that Carry Sand",
		"440 266 17 Gothic|砂田 健汰", "480 242 17 Bold|Kenta Sunada", "538 139 17 Gothic|砂浜大学工学部",
	}, "砂粒を用いた河川の流れ解析アルゴリズムの実証実験", []string{"砂田健汰"}},
	{"a name of four words, one with a particle, in a column of names", []string{
		"60 353 22 Bold|Peneiras no Rio", "102 413 22 Bold|de Areia Fina", "689 29 12 Roman|Lucas de Almeida Pedra", "705 29 12 Roman|Marcelo Raimundo de Araújo Júnior", "722 29 12 Roman|Matheus João Bernardo dos Santos",
	}, "Peneiras no Rio de Areia Fina", []string{"Lucas de Almeida Pedra", "Marcelo Raimundo de Araújo Júnior", "Matheus João Bernardo dos Santos"}},
	{"the editor of a deliverable without authors", []string{
		"100 72 14 Roman|Sand Platform for Sieves", "200 72 24 Bold|Exploitation Plan for Wet Sieves", "300 72 11 Roman|Edited by: Jane Roe (Sand Group)", "320 72 11 Roman|Date: 09/03/2015",
	}, "Exploitation Plan for Wet Sieves", []string{"Jane Roe"}},
}

// russianProse is a paragraph of running text from y down.
func russianProse(y int) []string {
	lines := prose(y)
	for i, l := range lines {
		looks, _, _ := strings.Cut(l, "|")
		lines[i] = looks + "|так что вода течёт сквозь сито, а то, что остаётся в нём, и есть золото"
	}
	return lines
}

func TestPagesInSeveralScriptsAreUnderstood(t *testing.T) {
	for _, c := range scriptPages {
		t.Run(c.name, func(t *testing.T) {
			x := describe.Describe(sheet(c.lines...), describe.Around{})
			if got := x.Get("title"); got != c.title {
				t.Errorf("title %q, want %q", got, c.title)
			}
			if got := x.All("author"); !slices.Equal(got, c.authors) {
				t.Errorf("authors %q, want %q", got, c.authors)
			}
		})
	}
}

// sheets is a document of several pages.
func sheets(pages ...[]string) *content.Document {
	all := sheet(pages[0]...)
	all.Text += "\f"
	for i, lines := range pages[1:] {
		d := sheet(lines...)
		for _, l := range d.Lines {
			l.Page = i + 1
			all.Lines = append(all.Lines, l)
		}
		all.Text += d.Text + "\f"
	}
	all.Pages = len(pages)
	return all
}

func TestTitlesBehindCoversAndBelowRunningHeads(t *testing.T) {
	page := append([]string{"86 54 23 Bold|What Remains in the Sieve of the River", "153 153 11 Roman|Jane Roe, Karl Stein"}, prose(200)...)
	head := []string{"30 82 14 Bold|Geology of the Rivers"}
	for _, c := range []struct {
		name  string
		pages [][]string
		file  string
		title string
	}{
		{"a cover that names the kind of work alone", [][]string{{"339 206 36 Bold|PREPRINT"}, page}, "", "What Remains in the Sieve of the River"},
		{"a running head in large type", [][]string{append(slices.Clone(head), page...), append(slices.Clone(head), prose(60)...), append(slices.Clone(head), prose(60)...)}, "", "What Remains in the Sieve of the River"},
		{"the stamp of a server on pages without text", [][]string{{"1 51 8 Roman|medRxiv preprint doi: https://doi.org/10.1101/2023.11.04; this version posted November 6, 2023."},
			{"1 51 8 Roman|medRxiv preprint doi: https://doi.org/10.1101/2023.11.04; this version posted November 6, 2023."}}, "What Remains in the Sieve", "What Remains in the Sieve"},
		{"the mark of a footnote as a letter", [][]string{append([]string{"86 54 23 Bold|What Remains in the Sieve of the River q", "153 153 11 Roman|Jane Roe, Karl Stein"}, prose(200)...)},
			"What Remains in the Sieve of the River", "What Remains in the Sieve of the River"},
		{"space between two lines in the title of the file", [][]string{append([]string{"86 54 17 Bold|What Remains in the Sieve", "120 54 14 Bold|Grains of Sand in Rivers", "153 153 11 Roman|Jane Roe, Karl Stein"}, prose(200)...)},
			"What Remains in the Sieve[5mm]Grains of Sand in Rivers", "What Remains in the Sieve Grains of Sand in Rivers"},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := sheets(c.pages...)
			if c.file != "" {
				d.Fields = []content.Field{{Name: "title", Value: c.file}}
			}
			if got := describe.Describe(d, describe.Around{}).Get("title"); got != c.title {
				t.Errorf("title %q, want %q", got, c.title)
			}
		})
	}
}

func TestTutorBelowANameIsNoAuthor(t *testing.T) {
	d := &content.Document{Type: "docx", Text: "Juan Piedra\nPENEIRAS APLICADAS\nRicardo Luis Roca Arena, Ing.\nTutor\n", Lines: []content.Line{
		{Text: "Juan Carlos Piedra", Bold: true, Size: 11}, {Text: "CRIBAS APLICADAS A LOS RÍOS DE ARENA", Bold: true, Size: 14}, {Text: "Ricardo Luis Roca Arena, Ing.", Size: 11}, {Text: "Tutor", Size: 11}}}
	if got, want := describe.Describe(d, describe.Around{}).All("author"), []string{"Juan Carlos Piedra"}; !slices.Equal(got, want) {
		t.Errorf("authors %q, want %q", got, want)
	}
}
