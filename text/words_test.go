package text_test

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"

	"sluice/text"
)

func TestWords(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"", ""},
		{" \t\n...!", ""},
		{"The Quick brown-fox", "the quick brown fox"},
		{"Don't; we’ll see O'Neil's l'algorithme d’un", "don't we'll see o neil's l algorithme d un"},
		{"e.g. 3.14 C++ www.example.org snake_case", "e g 3 14 c www example org snake case"},
		{"Eﬃcient ﬁsh ＡＢＣ Ünïcode", "efficient fish abc ünïcode"},
		{"e\u0301cole", "école"},
		{"日本語 한국어", "日 本 語 한국어"},
		{"bro\xffken \xc3", "bro ken"},
		{"x\x00y", "x y"},
	} {
		if got := strings.Join(slices.Collect(text.Words(c.in)), " "); got != c.want {
			t.Errorf("Words(%q) = %q, want %q", c.in, got, c.want)
		}
	}
}

func TestLongWordIsCut(t *testing.T) {
	for _, in := range []string{strings.Repeat("a", 10_000), strings.Repeat("é", 10_000), strings.Repeat("a\u0301", 10_000)} {
		for w := range text.Words(in) {
			if len(w) > text.MaxWord || !utf8.ValidString(w) {
				t.Errorf("a word of %d bytes, valid %v", len(w), utf8.ValidString(w))
			}
		}
	}
}

func TestTokensSayWhereWordsStand(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := rapid.String().Draw(t, "text")
		end := 0
		for token := range text.Tokens(s) {
			if token.Start < end || token.End <= token.Start || token.End > len(s) {
				t.Fatalf("%+v after %d in %q", token, end, s)
			}
			end = token.End
			if token.Word == "" || len(token.Word) > text.MaxWord || strings.ContainsAny(token.Word, " \t\n.,-_\x00\"*") {
				t.Fatalf("word %q in %q", token.Word, s)
			}
			if again := slices.Collect(text.Words(token.Word)); len(token.Word) < text.MaxWord && strings.Join(again, "") != strings.Join(slices.Collect(text.Words(strings.Join(again, ""))), "") {
				t.Fatalf("word %q is the words %q", token.Word, again)
			}
		}
	})
}

func TestFoldingTwiceChangesNothing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := rapid.String().Draw(t, "text")
		for name, fold := range map[string]func(string) string{"Fold": text.Fold, "Plain": text.Plain, "NormalTitle": text.NormalTitle} {
			if once := fold(s); fold(once) != once {
				t.Fatalf("%s(%q) = %q, then %q", name, s, once, fold(once))
			}
		}
	})
}

func TestPlain(t *testing.T) {
	for in, want := range map[string]string{
		"Erdős": "erdos", "Straße": "strasse", "Ærøskøbing": "aeroskobing", "ŁÓDŹ": "lodz", "Ελλάδα": "ελλαδα",
		"ёлка": "елка", "がく": "がく", "हिन्दी": "हिन्दी", "ﬁn": "fin",
	} {
		if got := text.Plain(in); got != want {
			t.Errorf("Plain(%q) = %q, want %q", in, got, want)
		}
	}
}

func TestStem(t *testing.T) {
	for _, c := range []struct{ language, a, b string }{
		{"en", "networks", "networking"}, {"en", "knuth's", "knuth"}, {"de", "häuser", "haus"}, {"fr", "nationales", "national"},
		{"es", "bibliotecas", "biblioteca"}, {"ru", "книги", "книга"}, {"sv", "flickorna", "flickor"},
	} {
		if a, b := text.Stem(c.a, c.language), text.Stem(c.b, c.language); a != b || a == "" {
			t.Errorf("stems of %q and %q in %s: %q and %q", c.a, c.b, c.language, a, b)
		}
	}
	if got := text.Stem("networks", ""); got != "networks" {
		t.Errorf("stem in no language: %q", got)
	}
}

func TestStop(t *testing.T) {
	for _, c := range []struct {
		word, language string
		want           bool
	}{{"the", "en", true}, {"the", "", true}, {"network", "en", false}, {"und", "de", true}, {"und", "en", false}, {"the", "zz", false}} {
		if got := text.Stop(c.word, c.language); got != c.want {
			t.Errorf("Stop(%q, %q) = %v", c.word, c.language, got)
		}
	}
}

func FuzzText(f *testing.F) {
	for _, s := range []string{"Don't panic", "ﷺ İ ŉ", "日本語", "\\emph{x} \\\"o &amp;", "a\u0301\u0301", "\xff'\xff", "'’s", "ß", "van der Berg, J.-P."} {
		f.Add(s)
	}
	languages := []string{"ar", "da", "de", "en", "es", "fi", "fr", "ga", "hu", "it", "nl", "no", "pt", "ro", "ru", "sv", "ta", "tr"}
	f.Fuzz(func(t *testing.T, s string) {
		for w := range text.Words(s) {
			for _, language := range languages {
				if stem := text.Stem(w, language); !utf8.ValidString(stem) || stem == "" {
					t.Errorf("stem of %q in %s: %q", w, language, stem)
				}
			}
		}
		text.Language(s)
		text.NormalTitle(s)
		text.NormalName(s)
	})
}
