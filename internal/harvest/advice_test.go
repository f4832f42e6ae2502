package harvest

import (
	"os"
	"strings"
	"testing"
)

// TestEachCauseHasAdviceInTheManual compares what a report advises with docs/harvest.md.
func TestEachCauseHasAdviceInTheManual(t *testing.T) {
	text, err := os.ReadFile("../../docs/harvest.md")
	if err != nil {
		t.Fatal(err)
	}
	manual := strings.ReplaceAll(string(text), "`", "'")
	for _, c := range furthest[1:] {
		if row := "\n| " + string(c) + " | " + c.Advice() + " |\n"; c.Advice() == "" || !strings.Contains(manual, row) {
			t.Errorf("docs/harvest.md lacks the row %s", strings.TrimSpace(row))
		}
	}
	if len(advice) != len(furthest)-1 {
		t.Errorf("advice for %d causes, of %d", len(advice), len(furthest)-1)
	}
}
