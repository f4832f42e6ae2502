package author_test

import (
	"testing"

	"sluice/document/bibtex"
	"sluice/internal/harvest/author"
)

func TestSame(t *testing.T) {
	for _, c := range []struct {
		a, b string
		same bool
	}{
		{"Donald E. Knuth", "Knuth, D. E.", true},
		{"Donald Knuth", "D. E. Knuth", true},
		{"Donald Ervin Knuth", "D.E. Knuth", true},
		{"Knuth", "Donald Knuth", true},
		{"E. Knuth", "Donald Ervin Knuth", false},
		{"Daniel Knuth", "Donald Knuth", false},
		{"Dan Suciu", "Daniel Suciu", true},
		{"Jan van der Berg", "van der Berg, J.", true},
		{"J.-P. Serre", "Jean-Pierre Serre", true},
		{"JP Serre", "Jean-Pierre Serre", true},
		{"Jürgen Müller", "Juergen Mueller", true},
		{"Gabriel García Márquez", "Márquez, Gabriel", true},
		{"Zhang Wei", "Wei Zhang", true},
		{"Zhang Wei", "Li Wei", false},
		{"Li, Wei", "Li, Jun", false},
		{"Иван Петров", "Петров, И.", true},
		{"张伟", "张伟", true},
		{"张伟", "李伟", false},
		{"", "", false},
		{"---", "Donald Knuth", false},
	} {
		a, b := author.Parse(c.a), author.Parse(c.b)
		if a.Same(b) != c.same || b.Same(a) != c.same {
			t.Errorf("%q and %q: same %v and %v, want %v", c.a, c.b, a.Same(b), b.Same(a), c.same)
		}
	}
}

func TestNameInOneField(t *testing.T) {
	for _, s := range []string{"Donald E. Knuth", "Knuth, Donald E.", " Donald  Knuth "} {
		if n := author.Of(bibtex.Name{Family: s}); n.Family() != "knuth" || !n.Same(author.Parse("D. Knuth")) || n.Same(author.Parse("Georg Knuth")) {
			t.Errorf("%q: family name %q, given names %q", s, n.Family(), n.Given())
		}
	}
	if n := author.Of(bibtex.Name{Given: "Gabriel", Family: "García Márquez"}); len(n.Given()) != 1 {
		t.Errorf("the given names are %q", n.Given())
	}
	if n := author.Of(bibtex.Name{Family: "张伟"}); n.Family() != "张伟" {
		t.Errorf("a name without spaces is %q", n.Family())
	}
}

func TestListLeavesOutWhatIsNoName(t *testing.T) {
	names := []bibtex.Name{{Given: "Ann", Family: "Miller"}, {Family: "others"}, {Given: "et", Family: "al."}, {Family: "..."}}
	if got := author.List(names); len(got) != 1 || got[0].Family() != "miller" {
		t.Errorf("%v", got)
	}
}

func TestTextHasName(t *testing.T) {
	for _, c := range []struct {
		text, name string
		has        bool
	}{
		{"by Donald E. Knuth and others", "Knuth, Donald", true},
		{"DONALD E. KNUTH", "Donald Knuth", true},
		{"Knuth, D.E.: The Art", "Donald Knuth", true},
		{"George Knuth wrote", "Donald Knuth", false},
		{"Welcome to Donald Knuth's page", "Donald Knuth", true},
		{"Martı́n Hötzel Escardó", "Martín Escardó", true},
		{"Mart´ın H¨otzel Escard´o-Rodr´ıguez", "Rodríguez", true},
		{"张伟，李娜", "张伟", true},
		{"Vanderberg J", "Jan van der Berg", true},
		{"Jan van der Berg", "Jan van der Berg", true},
		{"Smith JD, Miller A", "John David Smith", true},
		{"", "Donald Knuth", false},
	} {
		if got := author.WordsOf(c.text).Has(author.Parse(c.name)); got != c.has {
			t.Errorf("%q has %q: %v, want %v", c.text, c.name, got, c.has)
		}
	}
}

func FuzzNames(f *testing.F) {
	f.Add("Donald E. Knuth", "Knuth, D. E.", "by D. E. Knuth")
	f.Add("van der Berg, Jan", "张伟", "\xff'’")
	f.Fuzz(func(t *testing.T, s, other, text string) {
		a, b := author.Parse(s), author.Parse(other)
		if a.Same(b) != b.Same(a) {
			t.Errorf("%q and %q are the same in one order only", s, other)
		}
		if a.Same(a) == a.IsZero() {
			t.Errorf("%q: the same as itself: %v", s, a.Same(a))
		}
		if w := author.WordsOf(text); w.Has(a) && a.IsZero() {
			t.Errorf("%q has nobody's name", text)
		}
	})
}
