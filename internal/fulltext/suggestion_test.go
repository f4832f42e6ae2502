package fulltext_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"sluice/internal/fulltext"
	"sluice/search"
)

func TestMisspeltWordIsCorrected(t *testing.T) {
	x := shelfIndex(t)
	for _, c := range []struct{ query, want, note, corrected string }{
		{"gradeint", "nets", "nothing found for gradeint; showing gradient", "gradient"},
		{"sortng", "art http://uni.example/ nets", "nothing found for sortng; showing sorting", "sorting"},
		{"Sortng type:ps", "nets", "nothing found for sortng; showing sorting", "sorting type:ps"},
		{`"gradeint"`, "", "", ""},
		{"+gradeint", "", "", ""},
		{"gradient", "nets", "", ""},
		{"xyzzy", "", "", ""},
		{"ours gradient", "nets", "", ""}, // a stop word
	} {
		r := find(t, x, search.Query{Text: c.query})
		if got := strings.Join(r.Notes, "; "); keys(r) != c.want || got != c.note || r.Corrected != c.corrected {
			t.Errorf("%s: found %q with the note %q, corrected %q; want %q with %q, %q", c.query, keys(r), got, r.Corrected, c.want, c.note, c.corrected)
		}
	}
}

func TestWordsOfOtherLanguagesAreNotMisspelt(t *testing.T) {
	english := []fulltext.Entry{{Key: "user", Text: "the user just finds an older property of the word", Language: "en"}}
	german := fulltext.Entry{Key: "de", Text: "Übersicht über die Größe der Wörter", Language: "de"}
	polish := fulltext.Entry{Key: "pl", Text: "słownik jest dla języka przez wiele lat", Language: "pl"}
	for _, c := range []struct {
		name, query     string
		entries         []fulltext.Entry
		want, corrected string
	}{
		{"a function word with a diacritic, in a library without its language", "über user", english, "user", ""},
		{"a function word with a diacritic beside others of its language", "Übersicht über Regeln", append(english, german), "de", ""},
		{"a function word whose diacritic is a character of its own", "u\u0308ber Wo\u0308rter", append(english, german), "de", ""},
		{"a word whose diacritic the near word does not have", "propérti user", english, "user", ""},
		{"a word that a text has with the same diacritic", "Übersciht user", append(english, german), "de user", "übersicht user"},
		{"function words of the language of the query", "oder word wenn", english, "user", ""},
		{"a function word of a language without a stemmer", "jest słownik", append(english, polish), "pl", ""},
		{"a misspelt word without diacritics", "prperty", english, "user", "property"},
	} {
		t.Run(c.name, func(t *testing.T) {
			x := openIndex(t)
			if err := x.Put(t.Context(), c.entries); err != nil {
				t.Fatal(err)
			}
			r := find(t, x, search.Query{Text: c.query})
			found := strings.Fields(strings.ReplaceAll(keys(r), "|", " "))
			slices.Sort(found)
			if got := strings.Join(found, " "); got != c.want || r.Corrected != c.corrected {
				t.Errorf("%s: found %q with the notes %q, corrected %q; want %q, %q", c.query, got, r.Notes, r.Corrected, c.want, c.corrected)
			}
		})
	}
}

func TestOnlyPlainWordsAreRespelt(t *testing.T) {
	x := shelfIndex(t)
	for query, want := range map[string]string{
		"gradeint Gradeint":       "gradient gradient",
		"Gradeint,sortng!":        "gradient,sorting!",
		`"gradeint" gradeint`:     `"gradeint" gradient`,
		"“gradeint” gradeint":     `"gradeint" gradient`,
		"+gradeint gradeint":      "+gradeint gradient",
		"gradeint -gradeint":      "gradient -gradeint",
		"gradeint title:gradeint": "gradient title:gradeint",
		"gradeint gradeint*":      "gradient gradeint*",
	} {
		r := find(t, x, search.Query{Text: query})
		if r.Corrected != want {
			t.Errorf("%s: corrected %q; want %q", query, r.Corrected, want)
		}
		if n := strings.Count(strings.Join(r.Notes, "; "), "showing gradient"); n != 1 {
			t.Errorf("%s: the notes %q say %d times what is shown", query, r.Notes, n)
		}
	}
}

func TestRareWordGetsASuggestion(t *testing.T) {
	x := openIndex(t)
	all := []fulltext.Entry{
		{Key: "misspelt", Text: "a distribued system"},
		{Key: "name", Authors: []string{"Ann Systema"}, Text: "Systema wrote it"},
	}
	for i := range 40 {
		all = append(all, fulltext.Entry{Key: fmt.Sprint(i), Text: "a distributed system", Language: "en"})
	}
	if err := x.Put(t.Context(), all); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ query, want string }{
		{"Distribued locks", "distributed locks"},
		{"+distribued", ""},
		{`"distribued"`, ""},
		{"systema", ""},
		{"distributed", ""},
		{"distribuèd", ""}, // written with its accent
		{"distribued sistem", "distributed system"},
		{`distribued "distribued"`, `distributed "distribued"`},
	} {
		r := find(t, x, search.Query{Text: c.query})
		if r.Suggestion != c.want || strings.Contains(strings.Join(r.Notes, "; "), "did you mean distributed? 40 texts have it; distribued is in 1") != (c.want != "") {
			t.Errorf("%s: suggested %q, notes %q; want %q", c.query, r.Suggestion, r.Notes, c.want)
		}
		if c.query == "Distribued locks" && r.Total != 1 {
			t.Errorf("%s: %d found; a suggestion is not searched", c.query, r.Total)
		}
	}
}

func TestRareWordWithDiacriticsGetsASuggestion(t *testing.T) {
	for _, c := range []struct{ language, rare, frequent, want string }{
		{"de", "übersetzungg", "Übersetzung", "übersetzung"},
		{"de", "größsen", "Größen", "größen"},
		{"de", "Vergröerung", "Vergrößerung", "vergrößerung"},
		{"de", "verteillte", "verteilte", "verteilte"},
		{"ru", "англиский", "английский", "английский"},
		{"ru", "самолт", "самолёт", "самолет"}, // as the index has it: the query has no diacritics
		{"ru", "счётчк", "счётчик", "счётчик"},
		{"el", "γλώσας", "γλώσσας", "γλώσσας"},
		{"fr", "biblothèque", "bibliothèque", "bibliothèque"},
		{"fr", "bibliothèqe", "bibliothèque", "bibliothèque"},
		{"de", "vrehältnisen", "Verhältnissen", "verhältnissen"},
		{"de", "vrefügbarkiet", "Verfügbarkeit", "verfügbarkeit"},
		{"de", "unbahängigkiet", "Unabhängigkeit", "unabhängigkeit"},
		{"de", "vergröserung", "Vergrößerung", "vergrößerung"}, // one letter for two
		{"fr", "acélératoin", "accélération", "accélération"},
		{"fr", "acélérration", "accélération", "accélération"},
		{"fr", "biblothèqe", "bibliothèque", "bibliothèque"},
		{"fr", "crér", "créer", "créer"},                        // the letter before é may be missing, or that after it
		{"fr", "hétrognéité", "hétérogénéité", "hétérogénéité"}, // two letters with diacritics
		{"vi", "đưng", "đường", "đường"},
		{"el", "ἀρχαολογα", "ἀρχαιολογία", "ἀρχαιολογία"},
		{"en", "distribuèd", "distributed", ""}, // no text has its accent
		{"en", "resumé", "resume", ""},          // only the accent differs
		{"de", "über", "user", ""},
		{"de", "dürfte", "dirigte", ""},
	} {
		x := openIndex(t)
		all := []fulltext.Entry{{Key: "rare", Text: "a " + c.rare, Language: c.language}}
		for i := range 40 {
			all = append(all, fulltext.Entry{Key: fmt.Sprint(i), Text: "a " + c.frequent, Language: c.language})
		}
		if err := x.Put(t.Context(), all); err != nil {
			t.Fatal(err)
		}
		if r := find(t, x, search.Query{Text: c.rare}); r.Suggestion != c.want || strings.Contains(strings.Join(r.Notes, "; "), "? 40 texts have it") != (c.want != "") {
			t.Errorf("%s: suggested %q, notes %q; want %q", c.rare, r.Suggestion, r.Notes, c.want)
		}
	}
}

func TestAllWordsOfALongQueryAreCorrected(t *testing.T) {
	x := openIndex(t)
	words := map[string]string{"hétrognéité": "hétérogénéité", "Verögerng": "verzögerung", "acélératoin": "accélération", "unbahängigkiet": "unabhängigkeit"}
	var texts, misspelt, want []string
	for _, from := range slices.Sorted(maps.Keys(words)) {
		texts, misspelt, want = append(texts, words[from]), append(misspelt, from), append(want, words[from])
	}
	for i := range 16 { // with many ways to insert a letter
		w := fmt.Sprintf("ö%c%[1]c%[1]coooooooo", 'a'+i)
		texts, misspelt, want = append(texts, w), append(misspelt, w[:len(w)-1]), append(want, w)
	}
	if err := x.Put(t.Context(), []fulltext.Entry{{Key: "all", Text: strings.Join(texts, " ")}}); err != nil {
		t.Fatal(err)
	}
	if r := find(t, x, search.Query{Text: strings.Join(misspelt, " ")}); r.Corrected != strings.Join(want, " ") {
		t.Errorf("corrected %q; want %q", r.Corrected, strings.Join(want, " "))
	}
}

func TestOnlyTheRarestWordsGetSuggestions(t *testing.T) {
	x := openIndex(t)
	rare := []string{"galaxxy", "harbuor", "invoise", "jornal"} // in one more text each than the word before
	var all []fulltext.Entry
	for i := range rare {
		all = append(all, fulltext.Entry{Key: "rare" + fmt.Sprint(i), Text: strings.Join(rare[i:], " ")})
	}
	for i := range 100 {
		all = append(all, fulltext.Entry{Key: fmt.Sprint(i), Text: "galaxy harbour invoice journal", Language: "en"})
	}
	if err := x.Put(t.Context(), all); err != nil {
		t.Fatal(err)
	}
	r := find(t, x, search.Query{Text: "jornal invoise harbuor galaxxy"})
	if want := "jornal invoice harbour galaxy"; r.Suggestion != want {
		t.Errorf("suggested %q; want %q: the near words of three", r.Suggestion, want)
	}
}
