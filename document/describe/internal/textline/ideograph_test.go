package textline

import "testing"

func TestWithoutLayoutSpaces(t *testing.T) {
	for printed, want := range map[string]string{
		"沙 的 研 究":        "沙的研究",
		"沙の 研究 入門":       "沙の 研究 入門",
		"沙 の 研 究 Part 1": "沙の研究 Part 1",
		"The 沙 of Sand":  "The 沙 of Sand",
		"모래 의 체":         "모래 의 체",
		"":               "",
	} {
		if got := WithoutLayoutSpaces(printed); got != want {
			t.Errorf("WithoutLayoutSpaces(%q) = %q, want %q", printed, got, want)
		}
	}
}

func TestIdeographsAreJoinedWithoutSpace(t *testing.T) {
	for want, lines := range map[string][]string{
		"沙の研究":     {"沙の", "研究"},
		"沙，研究":     {"沙，", "研究"},
		"沙 Sieve":  {"沙", "Sieve"},
		"Sieve 沙":  {"Sieve", "沙"},
		"모래의 체":    {"모래의", "체"},
		"Sand 2 沙": {"Sand 2", "沙"},
		"Sand-沙":   {"Sand-", "沙"},
	} {
		if got := JoinLines(lines); got != want {
			t.Errorf("JoinLines(%q) = %q, want %q", lines, got, want)
		}
	}
}
