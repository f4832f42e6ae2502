package main

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"sluice/cmd/sluice/internal/manual"
)

// completions are lines as a user types them, up to the cursor, with what a shell offers. The folder has the file list.txt
// and the folder library.
var completions = []struct {
	name, line string
	want       string
}{
	{"commands", "sluice st", "status stop"},
	{"commands of a command", "sluice trash ", "empty list restore"},
	{"command as an argument", "sluice help tra", "train trash"},
	{"flags", "sluice crawl --max-p", "--max-page-size --max-pages"},
	{"flags of a command below a command", "sluice trash empty --old", "--older"},
	{"flag of every command", "sluice trash list --qu", "--quiet"},
	{"flag of commands that fetch", "sluice fetch --ver", "--verbose"},
	{"negated flag", "sluice crawl --no-s", "--no-sitemaps"},
	{"values of a flag", "sluice crawl --scope ", "any domain host list prefix"},
	{"values of a flag after an equals sign", "sluice crawl --scope=h", "host"},
	{"values of an argument", "sluice export w", "wacz warc"},
	{"values of a flag after an argument", "sluice crawl http://localhost/ --robots ", "ignore obey"},
	{"folders", "sluice search -d ", "library"},
	{"folders after the long flag", "sluice report --dir lib", "library"},
	{"files", "sluice export bibtex -o ", "library list.txt"},
	{"files as arguments", "sluice add l", "library list.txt"},
	{"any text", "sluice crawl --delay ", ""},
	{"value named as a command", "sluice report -d stop --js", "--json"},
}

// TestCompletionOffersCommandsFlagsValuesAndFiles asks each shell, through its own completion, what it offers for a line.
func TestCompletionOffersCommandsFlagsValuesAndFiles(t *testing.T) {
	for _, shell := range manual.Shells {
		t.Run(shell, func(t *testing.T) {
			t.Parallel()
			program := installed(t, shell)
			harness, err := filepath.Abs(filepath.Join("testdata", "shells", "complete."+shell))
			if err != nil {
				t.Fatal(err)
			}
			var out, messages bytes.Buffer
			if code := run(context.Background(), []string{"completion", shell}, nil, &out, &messages); code != 0 {
				t.Fatalf("sluice completion %s: %s", shell, &messages)
			}
			script := filepath.Join(t.TempDir(), "sluice")
			if err := os.WriteFile(script, out.Bytes(), 0o644); err != nil {
				t.Fatal(err)
			}
			for _, c := range completions {
				t.Run(c.name, func(t *testing.T) {
					t.Parallel()
					cmd := exec.Command(program, append([]string{harness, script}, strings.Split(c.line, " ")...)...)
					cmd.Dir = folderToComplete(t)
					cmd.Env = append(os.Environ(), "TMPDIR="+t.TempDir(), "HOME="+t.TempDir())
					answer, err := cmd.Output()
					if err != nil {
						t.Fatalf("%v\n%s", err, err.(*exec.ExitError).Stderr)
					}
					if got := offered(string(answer)); got != c.want {
						t.Errorf("%q offers %q, want %q", c.line, got, c.want)
					}
				})
			}
		})
	}
}

// installed returns the path of a shell. In CI all shells must be there: `make shells` installs them.
func installed(t *testing.T, shell string) string {
	t.Helper()
	program, err := exec.LookPath(shell)
	if err == nil {
		return program
	}
	if os.Getenv("CI") != "" {
		t.Fatalf("%s is not installed; `make shells` installs it", shell)
	}
	t.Skipf("%s is not installed; `make shells` installs it", shell)
	return ""
}

// folderToComplete returns a new folder with a file and a folder.
func folderToComplete(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, "library"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "list.txt"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	return dir
}

// offered returns the words of an answer, sorted. Shells differ in the order, in whether a folder ends with a slash and in
// whether the flag before an equals sign is repeated.
func offered(answer string) string {
	var words []string
	for _, word := range strings.Fields(answer) {
		word = strings.TrimSuffix(word, "/")
		if _, value, ok := strings.Cut(word, "="); ok && value != "" {
			word = value
		}
		words = append(words, strings.TrimSuffix(word, "="))
	}
	slices.Sort(words)
	return strings.Join(slices.Compact(words), " ")
}
