package shell_test

import (
	"os/exec"
	"testing"

	"sluice/internal/shell"
)

func TestQuotedWordIsOneWordToAShell(t *testing.T) {
	for word, want := range map[string]string{
		"lib": "lib", "/srv/my-lib_2": "/srv/my-lib_2", "bücher": "bücher", "": "''", "my lib": "'my lib'", "it's": `'it'\''s'`,
		"$HOME`x`": "'$HOME`x`'", "~": "'~'", "a\nb": "'a\nb'", "-d": "-d",
	} {
		got := shell.Quote(word)
		if got != want {
			t.Errorf("%q: %s; want %s", word, got, want)
		}
		if out, err := exec.Command("sh", "-c", "printf %s "+got).Output(); word != "-d" && (err != nil || string(out) != word) {
			t.Errorf("a shell takes %s for %q, %v; want %q", got, out, err, word)
		}
	}
}
