package text_test

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"sluice/text"
)

func TestSpellingsOfATitleAreEqual(t *testing.T) {
	for _, c := range [][]string{
		{"On-line Learning", "Online learning", "ON LINE LEARNING.", "On‐line learning∗", "“On-line Learning”"},
		{`Learning $\alpha$-stable laws`, "Learning α-Stable Laws", "Learning alpha-stable laws", `Learning {$\alpha$}-Stable {Laws}`},
		{"Efficient fields", "Eﬃcient ﬁelds", `\emph{Efficient} Fields`, `\textbf{E}fficient fields`},
		{`G\"odel's proof`, `G{\"o}del's Proof`, "Gödel’s proof", "Go\u0308del's proof"},
		{"Research & Development", "Research and development", `Research \& Development`, "Research &amp; Development"},
		{`The $\ell_2$ norm`, "The ℓ₂ norm", "The L2 norm"},
	} {
		for _, other := range c[1:] {
			if a, b := text.NormalTitle(c[0]), text.NormalTitle(other); a != b || a == "" {
				t.Errorf("%q is %q, %q is %q", c[0], a, other, b)
			}
		}
	}
	if text.NormalTitle("Part I") == text.NormalTitle("Part II") {
		t.Error("two titles are one")
	}
	if got := text.NormalTitle(strings.Repeat("é!", 1<<20)); len(got) > 4<<10 {
		t.Errorf("%d bytes of a title", len(got))
	}
}

func TestNormalName(t *testing.T) {
	for in, want := range map[string]string{
		"":                       "",
		"∗†":                     "",
		"Plato":                  "plato",
		"Knuth, D. E.":           "knuth de",
		"Donald E. Knuth":        "knuth de",
		"Knuth DE":               "knuth de",
		"DE Knuth":               "knuth de",
		"J.R.R. Tolkien":         "tolkien jrr",
		"KNUTH, DONALD":          "knuth d",
		"DON KNUTH":              "knuth d",
		"Jan van der Berg":       "vanderberg j",
		"van der Berg, J.":       "vanderberg j",
		"Dr. Guy L. Steele, Jr.": "steele gl",
		"Steele, Guy L., Jr.":    "steele gl",
		`G{\"o}del, Kurt`:        "godel k",
		"Kurt Gödel":             "godel k",
		"Jean-Pierre Serre":      "serre jp",
		"J.-P. Serre":            "serre jp",
		"Patrick O’Neil":         "oneil p",
		"Wei Wang 0001":          "wang w",
		"José María Álvarez∗":    "alvarez jm",
		"李明":                     "李明",
	} {
		if got := text.NormalName(in); got != want {
			t.Errorf("NormalName(%q) = %q, want %q", in, got, want)
		}
	}
}

func TestVersionsShareAuthors(t *testing.T) {
	const title = "A theory of everything that is known"
	for _, c := range []struct {
		a, b string
		want bool
	}{
		{"D. Knuth", "Donald E. Knuth", true},
		{"Knuth, Donald E.", "D. E. Knuth", true},
		{"E. Knuth", "Donald E. Knuth", false},
		{"Donald Knuth", "Donald Duck", false},
		{"Knuth", "Donald Knuth", false},
		{"Plato", "plato", true},
		{"", "", false},
	} {
		a, b := text.NewPrint(title, []string{c.a}, ""), text.NewPrint(title, []string{c.b}, "")
		if got := a.Like(&b) >= text.Versions; got != c.want || b.Like(&a) >= text.Versions != c.want {
			t.Errorf("works of %q and of %q with one title: versions %v", c.a, c.b, got)
		}
	}
}

func TestNamesAnyoneHas(t *testing.T) {
	letters := rapid.StringMatching(`[A-Z][a-z]{3,9}`)
	rapid.Check(t, func(t *rapid.T) {
		given, middle, surname := letters.Draw(t, "given"), letters.Draw(t, "middle"), letters.Draw(t, "surname")
		want := text.NormalName(given + " " + middle + " " + surname)
		for _, name := range []string{
			surname + ", " + given + " " + middle,
			surname + ", " + given[:1] + ". " + middle[:1] + ".",
			given[:1] + "." + middle[:1] + ". " + surname,
			strings.ToUpper(surname) + ", " + given + " " + middle,
		} {
			if got := text.NormalName(name); got != want && !honour(given, middle, surname, given[:1]+middle[:1]) {
				t.Fatalf("%q is %q, want %q", name, got, want)
			}
		}
	})
}

// honour reports whether one of the drawn names is a title or a particle, or their initials are: "M.D. Knuth" is a doctor.
func honour(words ...string) bool {
	for _, w := range words {
		if strings.Contains(" prof professor dphil md della ", " "+strings.ToLower(w)+" ") {
			return true
		}
	}
	return false
}
