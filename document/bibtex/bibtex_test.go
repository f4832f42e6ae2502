package bibtex_test

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"sluice/document/bibtex"
)

func TestParseReadsWhatPeopleWrite(t *testing.T) {
	const source = `A note before the first entry, mail me@example.org.
@string{acm = "ACM " # {Press}}
@comment{ignored}
@preamble{"\newcommand{\x}{y}"}
@InProceedings{ roe99,
  author    = {Jane Roe and Ludwig van {der Berg} and M{\"u}ller, Karl and {The Example Group}},
  title     = "The {Sieve} of {\'E}cole: a {"}quoted{"} word --- and more",
  year      = 1999, month = mar,
  publisher = acm # ", New York",
  pages = {1--9},
}
@article(doe2001,
  title = {In parentheses},
  year = "2001"
)
@misc{nofields}
@book{broken, title = {never closed,
  year = 1990
@article{after, title={After the fault}, year={1991}}
@article{cut, title={Cut off`
	entries := bibtex.Parse([]byte(source))
	var keys []string
	for _, e := range entries {
		keys = append(keys, e.Type+" "+e.Key)
	}
	want := []string{"inproceedings roe99", "article doe2001", "misc nofields", "book broken", "article after", "article cut"}
	if !slices.Equal(keys, want) {
		t.Fatalf("entries %q, want %q", keys, want)
	}
	roe := entries[0]
	for name, want := range map[string]string{
		"title": "The Sieve of École: a \"quoted\" word — and more", "year": "1999", "month": "March",
		"publisher": "ACM Press, New York", "pages": "1–9", "absent": "",
	} {
		if got := roe.Get(name); got != want {
			t.Errorf("%s %q, want %q", name, got, want)
		}
	}
	var names []string
	for _, n := range roe.Names("author") {
		names = append(names, n.Given+"|"+n.Particle+"|"+n.Family)
	}
	if want := []string{"Jane||Roe", "Ludwig|van|der Berg", "Karl||Müller", "||The Example Group"}; !slices.Equal(names, want) {
		t.Errorf("names %q, want %q", names, want)
	}
	if got := entries[4].Get("title"); got != "After the fault" {
		t.Errorf("title after a fault %q", got)
	}
	if got := entries[5].Get("title"); got != "Cut off" {
		t.Errorf("title at the cut %q", got)
	}
}

func TestValuesWithoutDelimitersAreReadWhole(t *testing.T) {
	const source = "@misc{k, year = c. 1998, month = nov 1998, note = in press\nvenue = acm and others, pages = 7 number = 3, title = {Sieves}}"
	entries := bibtex.Parse([]byte("@string{acm={ACM}}\n" + source))
	if len(entries) != 1 {
		t.Fatalf("%d entries; want 1", len(entries))
	}
	for name, want := range map[string]string{
		"year": "c. 1998", "month": "November 1998", "note": "in press", "venue": "ACM and others", "pages": "7", "number": "3", "title": "Sieves",
	} {
		if got := entries[0].Get(name); got != want {
			t.Errorf("%s: %q; want %q", name, got, want)
		}
	}
}

func TestMacroExpansionIsBounded(t *testing.T) {
	long := strings.Repeat("x", bibtex.MaxValue)
	for name, source := range map[string]string{
		"fields": "@string{a={" + long + "}}" + strings.Repeat("@a{k"+strings.Repeat(",a=a", 100)+"}", 100),
		"macros": "@string{a={" + long + "}}" + strings.Repeat("@string{b=a}@string{a=b}", 1000) + "@a{k,a=a # b}",
		"joined": "@string{a={" + long[:1000] + "}}" + strings.Repeat("@a{k,a=a"+strings.Repeat("#a", 60)+"}", 1000),
	} {
		size := 0
		for _, e := range bibtex.Parse([]byte(source)) {
			for _, f := range e.Fields {
				size += len(f.Value)
			}
		}
		if most := 1<<20 + 9*len(source); size > most {
			t.Errorf("%s: %d bytes give %d bytes of values, want at most %d", name, len(source), size, most)
		}
	}
	entries := bibtex.Parse([]byte("@string{acm={ACM Press}}" + strings.Repeat("@a{k,title={Sieves},publisher=acm}", 10_000)))
	if got := entries[len(entries)-1].Get("publisher"); len(entries) != 10_000 || got != "ACM Press" {
		t.Errorf("%d entries, the last by %q: a macro may be used often", len(entries), got)
	}
}

func TestNamesAreSplitAtAndAndSemicolons(t *testing.T) {
	for list, want := range map[string][]string{
		"Roe, Jane and Doe, John":             {"Roe, Jane", "Doe, John"},
		"Roe, Jane; Doe, John":                {"Roe, Jane", "Doe, John"},
		"Roe, Jane; Doe, John; and Hill, Sam": {"Roe, Jane", "Doe, John", "Hill, Sam"},
		"{Sand and Sons; Builders} and Roe":   {"{Sand and Sons; Builders}", "Roe"},
	} {
		if got := bibtex.SplitNames(list); !slices.Equal(got, want) {
			t.Errorf("SplitNames(%q) = %q, want %q", list, got, want)
		}
	}
	if got := bibtex.SplitNames("x" + strings.Repeat("é", bibtex.MaxValue)); len(got) != 1 || !utf8.ValidString(got[0]) {
		t.Error("a list that is too long is cut within a letter")
	}
}

func TestParseNameSplitsEachWayOfWriting(t *testing.T) {
	for _, c := range []struct {
		in   string
		want bibtex.Name
	}{
		{"Jane Roe", bibtex.Name{Given: "Jane", Family: "Roe"}},
		{"Roe, Jane", bibtex.Name{Given: "Jane", Family: "Roe"}},
		{"Roe", bibtex.Name{Family: "Roe"}},
		{"J. Q. Public", bibtex.Name{Given: "J. Q.", Family: "Public"}},
		{"Johan van der Velde", bibtex.Name{Given: "Johan", Particle: "van der", Family: "Velde"}},
		{"van der Velde, Johan", bibtex.Name{Given: "Johan", Particle: "van der", Family: "Velde"}},
		{"de la Cruz, Jr., Ana", bibtex.Name{Given: "Ana", Particle: "de la", Family: "Cruz", Suffix: "Jr."}},
		{"Sam Hill, Jr.", bibtex.Name{Given: "Sam", Family: "Hill", Suffix: "Jr."}},
		{"Sam Hill III", bibtex.Name{Given: "Sam", Family: "Hill", Suffix: "III"}},
		{"von Neustadt", bibtex.Name{Particle: "von", Family: "Neustadt"}},
		{`Erd{\H o}s, P{\'a}l`, bibtex.Name{Given: "Pál", Family: "Erdős"}},
		{`Jos\'e Garc\'{\i}a`, bibtex.Name{Given: "José", Family: "García"}},
		{"{Example Corp., Inc.}", bibtex.Name{Family: "Example Corp., Inc."}},
		{"", bibtex.Name{}},
	} {
		if got := bibtex.ParseName(c.in); got != c.want {
			t.Errorf("ParseName(%q) = %+v, want %+v", c.in, got, c.want)
		}
	}
}

func TestTextTurnsCommandsIntoLetters(t *testing.T) {
	for in, want := range map[string]string{
		`\"{o}\'a\~n\c{c}`:          "öáñç",
		`{\o}re {\AA}se Stra{\ss}e`: "øre Åse Straße",
		`$O(n \log n)$ \emph{fast}`: "O(n n) fast",
		"``a''--`b'":                "\"a\"–`b'",
		`50\% \& more~here`:         "50% & more here",
		`\v{S}koda \u{g} \k{a}`:     "Škoda ğ ą",
		`trailing \`:                "trailing",
		"plain text":                "plain text",
	} {
		if got := bibtex.Text(in); got != want {
			t.Errorf("Text(%q) = %q, want %q", in, got, want)
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add([]byte(`@article{a, author={A and B, C}, title="x" # y}`))
	f.Add([]byte("@string(x={y})@misc{\\"))
	f.Add([]byte("@book{k, t={{{}"))
	f.Add([]byte("@0(0=\x90"))
	f.Fuzz(func(t *testing.T, data []byte) {
		for _, e := range bibtex.Parse(data) {
			for _, field := range e.Fields {
				if text := bibtex.Text(field.Value); !utf8.ValidString(text) || strings.Contains(text, "  ") {
					t.Errorf("text %q of %q", text, field.Value)
				}
			}
			e.Names("author")
		}
	})
}
