package main

import (
	"encoding/csv"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode"

	"sluice/cmd/sluice/internal/screen"
	"sluice/document/content"
	"sluice/document/describe"
	"sluice/document/genre"
	"sluice/internal/catalogue"
	"sluice/internal/catalogue/catalogtest"
	"sluice/library"
)

// evil holds terminal sequences, C1 controls, marks of direction, wide and combining characters, and is a formula.
const evil = "=\x1b]0;title\x07\x1b[2J\u009b31m\u202efdp.\u2066\u200f\u061c\x7f\tthe very long 漢字漢字漢字漢字漢字 e\u0301e\u0301e\u0301 title\r\n+1"

// displayWidth returns the columns that a terminal uses for a line.
func displayWidth(line string) int { return screen.Width(line) }

// slicesBegin reports whether a slice begins with another.
func slicesBegin(s, beginning []string) bool {
	return len(s) >= len(beginning) && slices.Equal(s[:len(beginning)], beginning)
}

// hostileLibrary makes a library in which every text that comes from the Web is evil.
func hostileLibrary(t *testing.T) (dir string) {
	t.Helper()
	dir = filepath.Join(t.TempDir(), "library")
	if code, _, complaints := runCommand("crawl", "-d", dir, "--proxy", "http://127.0.0.1:1", "--retries", "0", "--delay", "1ms", "--progress", "none",
		"http://www.site.example/"); code == exitUsage {
		t.Fatal(complaints)
	}
	cat, err := catalogue.Open(t.Context(), filepath.Join(dir, "catalog.db"), catalogue.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer cat.Close()
	serial, err := cat.LastSerial(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	const page, paper = "http://host.example/page?", "http://other.example/paper?"
	g := &catalogue.Group{Serial: serial + 1}
	for i, url := range []string{page + evil, paper + evil} {
		f := catalogtest.NewFetch(i)
		f.URL, f.Title, f.Cause, f.Language, f.Charset, f.Parent, f.Location = url, evil, library.Cause("document: "+evil), evil, evil, evil, evil
		f.ETag, f.LastModified, f.Truncated, f.Protocol, f.Site, f.Domain = evil, evil, evil, evil, "host.example"+evil, evil
		f.Via = []string{evil}
		g.Fetches = append(g.Fetches, f)
	}
	g.Fetches[1].Document = true
	g.Refused = []catalogue.Count{{Site: "host.example" + evil, Cause: evil, N: 2}}
	g.HostLinks = []catalogue.HostLink{{From: "host.example" + evil, To: evil, N: 3, First: g.Fetches[0].At}}
	g.DocumentAnchors = []catalogue.Anchor{{URL: paper + evil, Page: page + evil, Text: evil, Sure: true}}
	if err := cat.Commit(t.Context(), g); err != nil {
		t.Fatal(err)
	}
	var filings []catalogue.Filing
	for i, state := range []library.State{library.Accepted, library.Rejected, library.Waiting} {
		d := catalogtest.Paper("document "+string(state), paper+evil+strings.Repeat("x", i))
		d.State, d.Cause, d.Name, d.Language, d.Cut = state, library.Cause(evil), evil, evil, evil
		d.Verdict.Reasons = []genre.Reason{{Feature: evil, Weight: 1}}
		d.Fields = nil
		for _, name := range []string{"title", "author", "venue", "doi", "abstract", "keyword", "language", evil} {
			d.Fields = append(d.Fields, describe.Field{Name: name, Value: evil + name, Source: evil, Confidence: 0.5})
		}
		d.References = []content.Reference{{Raw: evil, Title: evil, Authors: []string{evil}, DOI: evil, URL: evil}}
		d.Candidates = []catalogue.Candidate{{Kind: "reference", Value: evil, Reference: 1}}
		filings = append(filings, d)
	}
	if _, err := cat.Documents.File(t.Context(), filings...); err != nil {
		t.Fatal(err)
	}
	return dir
}

// hostileCommands are the commands that print what comes from the Web.
func hostileCommands() [][]string {
	hash := catalogtest.Sum("document accepted")
	commands := [][]string{
		{"report"}, {"report", "--json"}, {"status"}, {"status", "--json"}, {"verify"}, {"verify", "--json"}, {"trash", "list"}, {"trash", "list", "--json"},
		{"show", hash}, {"show", hash, "--json"}, {"show", "http://host.example/page?" + evil}, {"show", evil}, {"show", "http://other.example/paper?" + evil, "--json"},
		{"search"}, {"search", "--json"}, {"search", evil}, {"search", "--title", evil},
		{"check", "http://www.site.example/" + evil}, {"check", evil}, {"cat", evil}, {"cat", "http://host.example/page?" + evil},
		{"judge", evil, "paper"}, {"edit", hash, "--title", evil}, {"edit", hash, "--json"}, {"trash", "restore", evil}, {"restore", evil}, {"convert", evil},
		{"remove", "--list"}, {"doctor"}, {"doctor", "--json"}, {evil}, {"pages", "--" + evil}, {"pages", "--limit", evil},
		{"pages", "--where", evil}, {"pages", "--sort", evil}, {"pages", "--columns", evil}, {"export", evil}, {"crawl", evil}, {"add", evil},
		{"export", "urls", "--where", evil}, {"export", "catalogue"}, {"export", "markdown", "-o", "/nonexistent/" + evil}, {"links", "--json", "--where", "count = " + evil},
	}
	for _, list := range [][]string{{"pages"}, {"documents"}, {"sites"}, {"links"}, {"links", "--documents"}, {"links", "--candidates"}} {
		commands = append(commands, list, append(slices.Clip(list), "--csv"), append(slices.Clip(list), "--json"))
	}
	return commands
}

// TestNoCommandPrintsControlCharactersOfTheWeb: what a terminal obeys, and marks that change the direction of writing.
func TestNoCommandPrintsControlCharactersOfTheWeb(t *testing.T) {
	longTest(t)
	t.Parallel()
	lib := hostileLibrary(t)
	for _, args := range hostileCommands() {
		_, out, complaints := runCommand(append([]string{args[0]}, append(slices.Clip(args[1:]), "-d", lib)...)...)
		for _, text := range []string{out, complaints} {
			at := strings.IndexFunc(text, func(r rune) bool {
				return unicode.IsControl(r) && r != '\n' || unicode.Is(unicode.Bidi_Control, r)
			})
			if at >= 0 {
				t.Errorf("%q prints a control character: %q", args, text[max(0, at-60):min(len(text), at+30)])
			}
		}
	}
}

// TestCSVCellsAreHarmless: as a spreadsheet and as a terminal read them; --csv=raw has them unchanged.
func TestCSVCellsAreHarmless(t *testing.T) {
	longTest(t)
	t.Parallel()
	lib := hostileLibrary(t)
	titles := func(flag string) (titles []string) {
		code, out, complaints := runCommand("documents", "-d", lib, flag, "--columns", "title,authors", "--where", "state != skipped")
		if code != exitDone {
			t.Fatal(complaints)
		}
		rows, err := csv.NewReader(strings.NewReader(out)).ReadAll()
		if err != nil {
			t.Fatal(err)
		}
		for _, row := range rows[1:] {
			titles = append(titles, row...)
		}
		return titles
	}
	cells, raw := titles("--csv"), titles("--csv=raw")
	if len(cells) != 6 || len(raw) != 6 {
		t.Fatalf("%d cells, %d raw; want 6", len(cells), len(raw))
	}
	for i := range cells {
		if !strings.HasPrefix(cells[i], "'=") || strings.ContainsAny(cells[i], "\x1b\u202e\u009b\x07\t") {
			t.Errorf("cell %q", cells[i])
		}
		if !strings.HasPrefix(raw[i], "=\x1b]0;") {
			t.Errorf("raw cell %q", raw[i])
		}
	}
	if code, _, complaints := runCommand("documents", "-d", lib, "--csv=cooked"); code != exitUsage || !strings.Contains(complaints, "--csv=raw") {
		t.Errorf("--csv=cooked exits with %d: %s", code, complaints)
	}
}
