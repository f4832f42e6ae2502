package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"sluice/internal/catalogue"
)

// harbourFAQ is a text that is accepted as a document.
const harbourFAQ = `Frequently Asked Questions about the Harbour

1. When does the harbour open?

The harbour opens at six in the morning and closes when the last boat is in, which in summer may be late.

2. May I moor my own boat?

Yes, if it is shorter than the jetty. Boats that are longer than the jetty have to lie across its end, and pay twice.

3. Who pays for the lights?

The town pays for the lights, and the fishermen for the lamps in them. It has always been so, and nobody remembers why.

4. Where do I find the harbour master?

In the house with the blue door, in the mornings. In the afternoons ask at the inn.
`

// TestCommandsAcceptTheShortHash: the hash that search and documents show, in every command that takes a document.
func TestCommandsAcceptTheShortHash(t *testing.T) {
	t.Setenv("DISPLAY", "")
	t.Setenv("WAYLAND_DISPLAY", "")
	dir := filepath.Join(t.TempDir(), "library")
	file := filepath.Join(t.TempDir(), "faq.txt")
	if err := os.WriteFile(file, []byte(harbourFAQ), 0o600); err != nil {
		t.Fatal(err)
	}
	mustRun := func(args ...string) string {
		t.Helper()
		code, out, complaints := runCommand(append(args, "-d", dir)...)
		if code != exitDone {
			t.Fatalf("sluice %s: exit code %d: %s", strings.Join(args, " "), code, complaints)
		}
		return out
	}
	mustRun("add", file)
	found := regexp.MustCompile(`(?m)^   document ([0-9a-f]{8})$`).FindStringSubmatch(mustRun("search", "harbour"))
	if found == nil {
		t.Fatalf("search shows no short hash:\n%s", mustRun("search", "harbour"))
	}
	short := found[1]
	if list := mustRun("documents", "--columns", "hash"); !strings.Contains(list, short) {
		t.Errorf("search shows %s, documents:\n%s", short, list)
	}
	for _, args := range [][]string{
		{"show", short}, {"show", short, "--json"}, {"open", short}, {"cat", short}, {"edit", short, "--title", "On Harbours"}, {"judge", short, "--reject"},
		{"trash", "restore", short}, {"restore", short}, {"remove", short, "--dry-run"},
	} {
		mustRun(args...)
	}
	if out := mustRun("cat", short); out != harbourFAQ {
		t.Errorf("cat %s prints %q", short, out)
	}
	if out := mustRun("show", short); !strings.Contains(out, "On Harbours") {
		t.Errorf("the edited document:\n%s", out)
	}
}

// TestShowNamesCitingDocumentsApart: cited_by is hosts that link to a URL, citing_documents the documents whose references cite it.
func TestShowNamesCitingDocumentsApart(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "library")
	file := filepath.Join(t.TempDir(), "faq.txt")
	if err := os.WriteFile(file, []byte(harbourFAQ), 0o600); err != nil {
		t.Fatal(err)
	}
	if code, _, complaints := runCommand("add", file, "-d", dir); code != exitDone {
		t.Fatal(complaints)
	}
	cat, err := catalogue.Open(t.Context(), filepath.Join(dir, "catalog.db"), catalogue.Options{})
	if err != nil {
		t.Fatal(err)
	}
	_, err = cat.Documents.File(t.Context(), synthetic(0, 1), synthetic(1, 1))
	if closed := cat.Close(); err != nil || closed != nil {
		t.Fatal(err, closed)
	}
	code, out, complaints := runCommand("show", "--json", synthetic(0, 1).SHA256, "-d", dir)
	if code != exitDone || !strings.Contains(out, `"citing_documents":[{"sha256":"`+synthetic(1, 1).SHA256) || strings.Contains(out, "cited_by") {
		t.Errorf("exit code %d, %s\n%s", code, complaints, out)
	}
}
