package progress

import (
	"encoding/json"
	"testing"
	"time"

	"sluice/crawl"
)

func TestProgressAsJSONIsOneObjectALine(t *testing.T) {
	line := jsonLine(crawl.Stats{Totals: crawl.Totals{Active: 3 * time.Second}, Library: crawl.Totals{Pages: 7, Documents: 2}, Queue: 5, ETA: 90 * time.Second, Paused: "a \"quoted\"\nline"})
	var got map[string]any
	if err := json.Unmarshal([]byte(line), &got); err != nil {
		t.Fatal(err)
	}
	for key, want := range map[string]any{"msg": "progress", "pages": 7.0, "documents": 2.0, "queue": 5.0, "seconds": 3.0, "eta_seconds": 90.0, "waiting": "paused: a \"quoted\"\nline"} {
		if got[key] != want {
			t.Errorf("%s is %v; want %v", key, got[key], want)
		}
	}
	for i := range line {
		if line[i] == '\n' {
			t.Fatalf("several lines: %q", line)
		}
	}
}
