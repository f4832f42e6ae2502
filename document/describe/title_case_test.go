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
		{"the Roman number I", "A THEORY OF SIEVES: PART I", []string{"The theory of sieves is in the part that I wrote."}, "A theory of sieves: Part I"},
		{"I before a slash", "EFFICIENT I/O FOR SIEVES", nil, "Efficient I/O for Sieves"},
		{"I before a word", "TYPE I ERRORS OF GOLD WASHING", []string{"The errors of a type in washing gold."}, "Type I errors of gold washing"},
		{"A before a function word", "VITAMIN A AND THE WASHING OF GOLD", []string{"The vitamin of a river, and washing gold."}, "Vitamin A and the washing of gold"},
		{"A behind and before a slash", "A/B TESTING OF A SIEVE WITH B/A TESTING", nil, "A/B Testing of a Sieve with B/A Testing"},
		{"A before a hyphen", "VITAMIN A-RICH SAND", nil, "Vitamin A-Rich Sand"},
		{"a prefix that is a word of another language", "SIEVES IN A NON-LINEAR RIVER", nil, "Sieves in a Non-Linear River"},
		{"A at the end", "THE GOLD OF SERIES A", nil, "The Gold of Series A"},
		{"the article before a quotation", "WASHING GOLD WITH A \"ROBUST\" SIEVE", nil, "Washing Gold with a \"Robust\" Sieve"},
		{"a Roman number and an enumeration", "WASHING GOLD WITH SIEVES: PART II", []string{"In this part washing gold has (i) a sieve, (ii) two sieves and (iii) more, or", "ii) none, or", "sieves . . . ii"},
			"Washing gold with sieves: Part II"},
		{"letters that are also a word in small letters", "WASHING GOLD IN THE XI RIVER", []string{"We are washing the gold of the xi river in a river."}, "Washing gold in the xi river"},
		{"contractions", "WE'VE GOLD: YOU'LL SEE WHAT THEY’RE WASHING", nil, "We've Gold: You'll See what they’re Washing"},
		{"ordinal numbers", "THE 2ND AND THE 21ST SIEVE OF GOLD", nil, "The 2nd and the 21st Sieve of Gold"},
		{"abbreviations", "ST. GALLEN VS. MRS. ROE: GOLD VS SAND", nil, "St. Gallen vs. Mrs. Roe: Gold vs Sand"},
		{"the full stop of an abbreviation", "GOLD VS. SAND IN RIVERS", []string{"We have gold or sand in all rivers."}, "Gold vs. sand in rivers"},
		{"an acronym with the letters of an abbreviation", "WASHING GOLD WITH DR SIEVES", nil, "Washing Gold with DR Sieves"},
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
	const (
		german  = "Wir haben die Wäsche von Gold aus den Flüssen, und es ist so, dass die Wäsche in den Flüssen nicht ohne ein Sieb und auch nicht ohne Gold ist."
		french  = "Nous avons une analyse pour les rivières du Klondike, et elle est dans la même forme que celle des autres rivières qui sont ici avec nous."
		turkish = "Bu çalışmada biz, bütün ırmakların kırmızı altını için çok iyi bir yöntem öneriyoruz ve sonuçları daha önce yapılan çalışmalarla karşılaştırıyoruz."
		italian = "Noi abbiamo una parte del fiume con la sabbia, e questa è la sabbia che non ha più oro di quella degli altri fiumi che sono nelle valli."
	)
	for _, c := range []struct{ title, running, want string }{
		{"DIE WÄSCHE VON GOLD IN FLÜSSEN", german, "Die Wäsche von Gold in Flüssen"},
		{"WASHING THE GOLD OF RIVERS", german, "Washing the Gold of Rivers"},
		{"L'ANALYSE DES RIVIÈRES DU KLONDIKE", french, "L'analyse des rivières du Klondike"},
		{"ANALYSE VIS-À-VIS DES RIVIÈRES: TYPE A", french, "Analyse Vis-à-Vis des Rivières: Type A"},
		{"IRMAKLARIN KIRMIZI ALTINI", turkish, "Irmakların kırmızı altını"},
		{"İYİ IŞIK", turkish, "İyi Işık"},
		{"WASHING THE FINE MINERALS OF RIVERS", turkish, "Washing the Fine Minerals of Rivers"},
		{"FINE MINERALS", turkish, "Fine Minerals"},
		{"LA SABBIA DEL FIUME: PARTE I", italian, "La sabbia del fiume: Parte I"},
		{"LA SABBIA E I FIUMI", italian, "La sabbia e i fiumi"},
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
