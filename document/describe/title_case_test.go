package describe_test

import (
	"testing"

	"sluice/document/describe"
)

// printed is a document whose title is followed by running text.
func printed(title string, running ...string) []string {
	lines := append([]string{"90 100 18 Bold|" + title, "130 180 11 Roman|Jane Roe"}, prose(230)...)
	for _, s := range running {
		lines = append(lines, "400 72 10 Roman|"+s)
	}
	return lines
}

func TestTitlesInCapitalsHaveTheLettersOfTheText(t *testing.T) {
	for _, c := range []struct {
		name, title string
		running     []string
		want        string
	}{
		{"words in small letters, and a full stop behind the initials of a country", "A METHOD FOR WASHING GOLD: U.S. RIVERS AND THEIR SIEVES",
			[]string{"We give a method for washing the gold of rivers with a sieve and other sieves."}, "A method for washing gold: U.S. rivers and their sieves"},
		{"names and acronyms", "WASHING SAND OF THE KLONDIKE WITH XML AND WEBBASE",
			[]string{"For washing we had the sand of the Klondike river in XML, which WebBase has, and WebBase keeps sand."}, "Washing sand of the Klondike with XML and WebBase"},
		{"capitals of headings and of the beginning of sentences", "ROBUST SIEVES FOR GOLD",
			[]string{"Robust Sieves for Gold", "ROBUST SIEVES FOR GOLD", "Sieves are used. Sieves keep it.", "We want a robust sieve, and two sieves for gold."}, "Robust sieves for gold"},
		{"a word with another ending", "EFFICIENT WASHING OF GOLD", []string{"It is efficient as we washed the gold."}, "Efficient washing of gold"},
		{"letters, hyphens and apostrophes", "K-MEANS, VITAMIN C AND STEIN'S NON-LINEAR SIEVE", []string{"By k-means and the vitamin we have what Stein calls a non-linear sieve; c is k."},
			"K-means, vitamin C and Stein's non-linear sieve"},
		{"a function word that is a name", "TRENDS OF IT SECURITY IN GOLD WASHING", []string{"The trends of security: it is the IT of the mines, and the IT of those washing gold."},
			"Trends of IT security in gold washing"},
		{"a text without the words", "BETTER PANNING PARAMETERS FROM THE API OF HTTP: PART II", nil, "Better Panning Parameters from the API of HTTP: Part II"},
		{"a title with small letters", "ON p-ADIC SIEVES", []string{"on sieves"}, "ON p-ADIC SIEVES"},
		{"a title in Greek", "ΑΝΑΛΥΣΗ ΤΩΝ ΠΟΤΑΜΩΝ", nil, "ΑΝΑΛΥΣΗ ΤΩΝ ΠΟΤΑΜΩΝ"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := describe.Describe(sheet(printed(c.title, c.running...)...), describe.Around{}).Get("title"); got != c.want {
				t.Errorf("%q is %q, want %q", c.title, got, c.want)
			}
		})
	}
}

func TestTitlesInCapitalsFollowTheLanguage(t *testing.T) {
	for _, c := range []struct{ title, running, want string }{
		{"DIE WÄSCHE VON GOLD IN FLÜSSEN", "Wir haben die Wäsche von Gold aus den Flüssen, und es ist so, dass die Wäsche in den Flüssen nicht ohne ein Sieb und auch nicht ohne Gold ist.",
			"Die Wäsche von Gold in Flüssen"},
		{"L'ANALYSE DES RIVIÈRES DU KLONDIKE", "Nous avons une analyse pour les rivières du Klondike, et elle est dans la même forme que celle des autres rivières qui sont ici avec nous.",
			"L'analyse des rivières du Klondike"},
		{"IRMAKLARIN KIRMIZI ALTINI", "Bu çalışmada biz, bütün ırmakların kırmızı altını için çok iyi bir yöntem öneriyoruz ve sonuçları daha önce yapılan çalışmalarla karşılaştırıyoruz.",
			"Irmakların kırmızı altını"},
	} {
		d := sheet("90 100 18 Bold|"+c.title, "130 180 11 Roman|Jane Roe")
		for range 20 {
			d.Text += c.running + "\n"
		}
		if got := describe.Describe(d, describe.Around{}).Get("title"); got != c.want {
			t.Errorf("%q is %q, want %q", c.title, got, c.want)
		}
	}
}

func TestTitlesInCapitalsAreThoseOfAnotherSource(t *testing.T) {
	for _, c := range []struct{ name, title, anchor, want string }{
		{"capitals that the rules do not give", "WASHING THE SAND OF KLONDIKE RIVER", "Washing the sand of Klondike river", "Washing the sand of Klondike river"},
		{"capitals alone", "WASHING THE SAND OF KLONDIKE RIVER", "WASHING THE SAND OF KLONDIKE RIVER", "Washing the Sand of Klondike River"},
		{"lost signs", "C++ SIEVES FOR GOLD", "C Sieves for Gold", "C++ sieves for gold"},
		{"lost accents", "ÉTUDES OF THE SAND OF RIVERS", "Etudes of the sand of rivers", "Études of the Sand of Rivers"},
		{"accents of two characters", "ÉTUDES OF THE SAND OF RIVERS", "E\u0301tudes of the sand of rivers", "Études of the sand of rivers"},
		{"a lost colon", "GOLD SIEVES: A STUDY OF RIVERS", "Gold sieves a study of rivers", "Gold Sieves: A Study of Rivers"},
	} {
		x := describe.Describe(sheet(printed(c.title)...), describe.Around{URL: "http://sand.example/a.pdf",
			Links: []describe.Link{{Page: "http://sand.example/", Anchor: c.anchor}}})
		if got := x.Get("title"); got != c.want {
			t.Errorf("%s: with the link %q the title is %q, want %q", c.name, c.anchor, got, c.want)
		}
	}
}
