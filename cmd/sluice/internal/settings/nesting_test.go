package settings_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"sluice/cmd/sluice/internal/settings"
)

// TestHostileSettingsFileIsRefused loads files that take a parser a very long time, or all memory. Without bounds each takes minutes, or ends the program.
func TestHostileSettingsFileIsRefused(t *testing.T) {
	var laughs strings.Builder
	laughs.WriteString("a0: &a0 [lol]\n")
	for range 30 {
		laughs.WriteString("a1: &a1 [*a0, *a0, *a0, *a0, *a0, *a0, *a0, *a0, *a0]\n")
	}
	const n = 200_000
	for name, c := range map[string]struct{ text, want string }{
		"lists in lists":             {"allow: " + strings.Repeat("[", n), "sluice.yaml:1: nested more than"},
		"closed lists in lists":      {"allow: " + strings.Repeat("[", n) + strings.Repeat("]", n), "sluice.yaml:1: nested more than"},
		"mappings in mappings":       {"allow: " + strings.Repeat("{a: ", n), "sluice.yaml:1: nested more than"},
		"entries in entries":         {"allow:\n  " + strings.Repeat("- ", n) + "x", "sluice.yaml:2: nested more than"},
		"keys in keys":               {strings.Repeat("? ", n), "sluice.yaml:1: nested more than"},
		"aliases":                    {laughs.String(), "sluice.yaml:1: & is not supported"},
		"tags":                       {"allow: " + strings.Repeat("!!str ", n), "sluice.yaml:1: !!str is not supported"},
		"more than the largest file": {strings.Repeat("# a comment\n", 400_000), "larger than"},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			if err := os.WriteFile(filepath.Join(dir, settings.FileName), []byte(c.text), 0o600); err != nil {
				t.Fatal(err)
			}
			ended := make(chan error, 1)
			go func() {
				_, err := settings.Load(dir)
				ended <- err
			}()
			select {
			case err := <-ended:
				if err == nil || !strings.Contains(err.Error(), c.want) {
					t.Errorf("Load() = %v; want %q", err, c.want)
				}
			case <-time.After(5 * time.Minute):
				t.Fatal("Load() has not ended after five minutes")
			}
		})
	}
}

func TestOrdinaryNestingIsRead(t *testing.T) {
	for _, text := range []string{
		"allow: ['*.pdf', [x]]\n", "allow:\n    - a\n    - b\n", "allow:\n- a\n- b\n", "seeds: [ http://a.example/,\n  http://b.example/ ]\ndelay: 2s\n",
		strings.Repeat("# a comment\n", 1000) + "delay: 2s\n", "ignore:\n" + strings.Repeat("  - pattern\n", 10_000),
	} {
		if _, err := settings.Parse([]byte(text)); err != nil && strings.Contains(err.Error(), "nested") {
			t.Errorf("%.40q: %v", text, err)
		}
	}
}
