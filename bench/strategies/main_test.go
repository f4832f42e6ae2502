//go:build linux

package main

import (
	"os"
	"path/filepath"
	"testing"

	"sluice/internal/webboxtest"
)

// TestTablesAreReplaced: all of them, or only the sections that were made anew.
func TestTablesAreReplaced(t *testing.T) {
	const head = "# Title\n\n## Before\n\n"
	for _, tt := range []struct {
		tables string
		all    bool
		want   string
	}{
		{"## B\n\nnew\n\n", true, "## B\n\nnew\n"},
		{"## B\n\nnew\n\n", false, "## A\n\nold\n\n## B\n\nnew\n\n## B two\n\nold\n"},
		{"## C\n\nnew\n\n## A\n\nnew\n", false, "## A\n\nnew\n\n## B\n\nold\n\n## B two\n\nold\n\n## C\n\nnew\n"},
	} {
		name := filepath.Join(t.TempDir(), "page.md")
		if err := os.WriteFile(name, []byte(head+mark+"\n## A\n\nold\n\n## B\n\nold\n\n## B two\n\nold\n"), 0o644); err != nil {
			t.Fatal(err)
		}
		if err := replaceTables(name, tt.tables, tt.all); err != nil {
			t.Fatal(err)
		}
		if b, err := os.ReadFile(name); err != nil || string(b) != head+mark+"\n"+tt.want {
			t.Errorf("all %v: %q, %v", tt.all, b, err)
		}
	}
}

func TestUnknownWebsAreNamed(t *testing.T) {
	webs := []webboxtest.Web{{Name: "sites"}}
	for name, known := range map[string]bool{"sites": true, "processor": true, "process": false} {
		if err := (&options{webs: []string{name}}).check(webs); (err == nil) != known {
			t.Errorf("-webs %s: %v", name, err)
		}
	}
}
