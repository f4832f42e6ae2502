package text_test

import (
	"strings"
	"testing"

	"sluice/text"
)

func TestLanguageOfAPhrase(t *testing.T) {
	for phrase, want := range map[string]string{
		"histoire de la philosophie":               "fr",
		"historia de la filosofía":                 "es",
		"história da filosofia e das ciências":     "pt",
		"storia della filosofia e della scienza":   "it",
		"Geschichte der Philosophie und der Logik": "de",
		"geschiedenis van de filosofie":            "nl",
		"filosofiens historie i Danmark og Norge":  "da",
		"история и философия науки в России":       "ru",
		"history of the book":                      "",
		"art in America, war on terror":            "",
		"die casting":                              "", // one stop word is no evidence
		"machine learning":                         "",
		"réseaux":                                  "",
		"机器学习":                                     "",
		"":                                         "",
	} {
		if got := text.PhraseLanguage(phrase); got != want {
			t.Errorf("%q: %q, want %q", phrase, got, want)
		}
	}
}

func TestLanguage(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"We show that the problem is hard even when the graph is known in advance to the player.", "en"},
		{"Wir zeigen, dass das Problem auch dann schwer ist, wenn der Graph dem Spieler schon bekannt ist.", "de"},
		{"Nous montrons que le problème est difficile même quand le graphe est connu à l'avance du joueur.", "fr"},
		{"En este artículo mostramos que el problema sigue siendo difícil aunque el jugador conozca todo el grafo desde el principio.", "es"},
		{"Мы показываем, что эта задача остаётся трудной даже тогда, когда весь граф заранее известен игроку, и приводим быстрый алгоритм.", "ru"},
		{"グラフがあらかじめ知られているときでも、この問題は難しい。", "ja"},
		{"PyTorch 与 TensorFlow 的比较 (Machine Learning Workshop, Spring 2019): 深度学习 Deep Learning 框架 frameworks 教程", "zh"},
		{"C++ 템플릿 meta programming 기초와 응용 (lecture notes)", "ko"},
		{"", ""},
		{"12.5 + 3 = 15.5; 7 / 9", ""},
		{"Fig. 1", ""},
		{"\xff\xfe\x00", ""},
	} {
		if got, confidence := text.Language(c.in); got != c.want || (got == "") != (confidence == 0) || confidence > 1 {
			t.Errorf("Language(%q) = %q, %v, want %q", c.in, got, confidence, c.want)
		}
	}
}

func TestLanguageReadsABoundedPart(t *testing.T) {
	long := strings.Repeat("Wir zeigen, dass das Problem schwer ist. Österreich und die Schweiz, naïve Überlegung. ", 100_000)
	if got, _ := text.Language(long); got != "de" {
		t.Errorf("got %q", got)
	}
	some := testing.AllocsPerRun(1, func() { text.Language(long[:8<<10]) })
	if all := testing.AllocsPerRun(1, func() { text.Language(long) }); all > 2*some {
		t.Errorf("%v allocations for %d bytes, %v for 8 KB", all, len(long), some)
	}
}
