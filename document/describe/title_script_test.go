package describe_test

import (
	"slices"
	"strings"
	"testing"

	"sluice/document/content"
	"sluice/document/describe"
)

// han is running text in Chinese.
func han(y string) []string {
	return []string{y + " 72 10 Song|本文提出一种新的筛分方法，并且在多个河流的沙子上进行了实验，结果说明这种方法比以前的方法更快，也更可靠。"}
}

// titlesOfScripts are pages whose titles and authors are in other letters than Latin ones, or twice in different ones.
var titlesOfScripts = []authoredPage{
	{"a label before the title, and a letter of it on a line of its own", append([]string{
		"164 226 26 Li|沙 港 大 学", "329 108 26 Hei|题目：河流沙子的筛分方法研", "370 162 26 Hei|究", "544 161 16 Song|姓 名：王小石",
	}, han("700")...), "河流沙子的筛分方法研究", nil},
	{"a ministry above a Russian thesis", []string{
		"57 242 12 Bold|МИНОБРНАУКИ РОССИИ", "87 130 14 Bold|Федеральное государственное автономное образовательное", "103 211 14 Bold|учреждение высшего образования",
		"119 199 14 Bold|«Песчаный федеральный университет»", "152 140 14 Bold|Институт песка, гравия и каменных наук", "317 129 18 Bold|ИССЛЕДОВАНИЕ СВОЙСТВ РЕЧНОГО ПЕСКА",
		"391 152 14 Bold|ВЫПУСКНАЯ КВАЛИФИКАЦИОННАЯ РАБОТА",
	}, "Исследование Свойств Речного Песка", nil},
	{"the kind of a thesis before a colon", []string{
		"270 211 12 Roman|FACULTEIT WETENSCHAPPEN", "380 237 21 Bold|Bachelorproef:", "411 104 21 Bold|Zeven van zand en kleine elementen", "494 126 12 Italic|Auteur", "508 127 12 Roman|Bas Zandman",
	}, "Zeven van zand en kleine elementen", []string{"Bas Zandman"}},
}

func TestTitlesInOtherScripts(t *testing.T) {
	for _, c := range titlesOfScripts {
		t.Run(c.name, func(t *testing.T) {
			d := describe.Describe(sheet(c.lines...), describe.Around{})
			if got := d.Get("title"); got != c.title {
				t.Errorf("title %q, want %q", got, c.title)
			}
			if got := d.All("author"); c.authors != nil && !slices.Equal(got, c.authors) {
				t.Errorf("authors %q, want %q", got, c.authors)
			}
		})
	}
}

func TestTitleThatIsPrintedTwiceIsGivenOnce(t *testing.T) {
	d := &content.Document{Type: "docx", Lines: []content.Line{
		{Text: "THE MESH OF SIEVES AND THEIR SAND", Bold: true}, {Text: "THE MESH OF SIEVES AND THEIR SAND", Bold: true, Size: 14}, {Text: "Jane Roe", Style: "author"},
		{Text: "ABSTRACT", Bold: true}, {Text: strings.Repeat("The water runs through the sieve and what remains in it is gold. ", 5)},
	}}
	for _, l := range d.Lines {
		d.Text += l.Text + "\n\n"
	}
	if got := describe.Describe(d, describe.Around{}).Get("title"); got != "The Mesh of Sieves and Their Sand" {
		t.Errorf("title %q", got)
	}
}
