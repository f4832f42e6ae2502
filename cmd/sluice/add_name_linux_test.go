package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"
)

// TestAddTakesNamesThatAreNotUTF8 adds, shows and removes files whose names are any bytes, in a library with such a name.
func TestAddTakesNamesThatAreNotUTF8(t *testing.T) {
	dir := t.TempDir()
	lib := filepath.Join(dir, "lib\xfe")
	for name, ending := range map[string]string{"th\xe8se.txt": "/th%E8se.txt", "\xff\xfe.txt": "/%FF%FE.txt", "two\nlines\x1b[1m.txt": "/two%0Alines%1B%5B1m.txt"} {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte("A note on names\n\nThis is the text of "+ending), 0o600); err != nil {
			t.Fatal(err)
		}
		if code, out, errs := runCommand("add", "-d", lib, path); code != exitDone || !utf8.ValidString(out) || strings.Contains(out, "\x1b") {
			t.Fatalf("sluice add %q: exit code %d\n%q\n%q", name, code, out, errs)
		}
		code, out, errs := runCommand("show", "-d", lib, "--json", path)
		if code != exitDone || !json.Valid([]byte(out)) || !utf8.ValidString(out) || !strings.Contains(out, ending) {
			t.Errorf("sluice show --json %q: exit code %d\n%s%s", name, code, out, errs)
		}
		if _, out, _ := runCommand("documents", "-d", lib); !strings.Contains(out, ending) || !utf8.ValidString(out) || strings.Contains(out, "\x1b") {
			t.Errorf("sluice documents after %q:\n%q", name, out)
		}
		if code, _, errs := runCommand("remove", "-d", lib, "--yes", path); code != exitDone {
			t.Errorf("sluice remove %q: exit code %d\n%s", name, code, errs)
		}
	}
}
