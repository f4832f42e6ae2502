package pdfchar_test

import (
	"strings"
	"testing"

	"sluice/document/internal/pdfchar"
)

func TestBrokenWordsAreJoinedAsTheTextPrintsThem(t *testing.T) {
	for what, c := range map[string]struct{ in, want string }{
		"printed joined":                  {"A prob\u00adlem. Problem.", "A problem. Problem."},
		"printed with a hyphen":           {"A re\u00adexecution of re-execution", "A re-execution of re-execution"},
		"printed more often joined":       {"A multi\u00adcore of multicore, multi-core, multicore", "A multicore of multicore, multi-core, multicore"},
		"printed more often hyphenated":   {"A multi\u00adcore of multicore, multi-core, Multi-Core", "A multi-core of multicore, multi-core, Multi-Core"},
		"chain of hyphens":                {"the state-of-the\u00adart, as state-of-the-art", "the state-of-the-art, as state-of-the-art"},
		"halves that are words":           {"a security\u00adsensitive system: sensitive for security, sensitive security", "a security-sensitive system: sensitive for security, sensitive security"},
		"half that is printed once":       {"a net\u00adwork of networks of nets, by net, net and the work", "a network of networks of nets, by net, net and the work"},
		"half that is no word":            {"an interpre\u00adtation of the station", "an interpretation of the station"},
		"short half":                      {"an in\u00advaluable thing in valuable in valuable", "an invaluable thing in valuable in valuable"},
		"halves of a German compound":     {"Die Daten\u00adträger der Daten sind die Träger, und sie werden nicht von der Zahl der anderen, sondern durch die eigene Zahl und die der einen bestimmt.", "Die Datenträger der Daten sind die Träger, und sie werden nicht von der Zahl der anderen, sondern durch die eigene Zahl und die der einen bestimmt."},
		"capital letter":                  {"the Bayes\u00adNash equilibrium", "the Bayes-Nash equilibrium"},
		"capitals":                        {"INTRO\u00adDUCTION to the Introduction", "INTRODUCTION to the Introduction"},
		"broken twice":                    {"an un\u00adbeliev\u00adable thing", "an unbelievable thing"},
		"other broken word is no witness": {"a re\u00adexecution, re\u00adexecution", "a reexecution, reexecution"},
		"marks at the ends":               {"\u00adword\u00ad", "word"},
		"accents":                         {"la déci\u00adsion – décision", "la décision – décision"},
	} {
		if got := pdfchar.JoinWords(c.in); got != c.want {
			t.Errorf("%s: %q, want %q", what, got, c.want)
		}
	}
}

func FuzzJoinWords(f *testing.F) {
	f.Add("a re\u00adexecution of re-execution, \u00ad\u00ad")
	f.Add("bytes that are no letter: \xc2\u00ad\xad")
	f.Fuzz(func(t *testing.T, s string) {
		s = strings.ToValidUTF8(s, "\ufffd")
		got := pdfchar.JoinWords(s)
		if strings.Contains(got, pdfchar.Break) || strings.ReplaceAll(got, "-", "") != strings.ReplaceAll(strings.ReplaceAll(s, pdfchar.Break, ""), "-", "") {
			t.Errorf("%q of %q", got, s)
		}
	})
}
