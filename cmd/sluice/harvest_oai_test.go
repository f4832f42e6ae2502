package main

import (
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// oaiWeb has two repositories, one of which is closed.
func oaiWeb(w http.ResponseWriter, r *http.Request) {
	if r.Host == "closed.example" {
		w.WriteHeader(http.StatusForbidden)
		return
	}
	if q := r.URL.Query(); q.Get("verb") != "ListRecords" || q.Get("set") != "theses" {
		http.NotFound(w, r)
		return
	}
	record := func(id, title, author string) string {
		return `<record><header><identifier>oai:` + id + `</identifier></header><metadata><oai_dc:dc><dc:title>` + title + `</dc:title><dc:creator>` + author +
			`</dc:creator><dc:date>2001</dc:date><dc:identifier>http://papers.example/direct.pdf</dc:identifier></oai_dc:dc></metadata></record>`
	}
	fmt.Fprint(w, `<OAI-PMH xmlns="http://www.openarchives.org/OAI/2.0/"><ListRecords>`, record("1", "A Study of Direct Ways to Knowledge", "Direct, Ada"), record("2", "Something Nobody Wants", "Else, Sam"),
		`<record><header status="deleted"><identifier>oai:3</identifier></header></record></ListRecords></OAI-PMH>`)
}

// TestRepositoriesSayWhereWantedWorksAre reads a list of repositories with and without works that nobody wants.
func TestRepositoriesSayWhereWantedWorksAre(t *testing.T) {
	t.Parallel()
	dir, lib := harvestFolder(t, http.HandlerFunc(oaiWeb))
	list := filepath.Join(dir, "repositories.txt")
	closed := filepath.Join(dir, "closed.txt")
	bib := filepath.Join(dir, "one.bib")
	for path, text := range map[string]string{
		list:   "# ours\nhttp://open.example/oai theses\nhttp://closed.example/oai\n",
		closed: "http://closed.example/oai\nhttp://closed.example/oai theses\n",
		bib:    "@article{direct, title={A Study of Direct Ways to Knowledge}, author={Direct, Ada}, year=2001}\n",
	} {
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	sluice := func(want int, args ...string) (out, notes string) {
		t.Helper()
		var o, n strings.Builder
		if code := run(t.Context(), append(args, "-d", lib), strings.NewReader(""), &o, &n); code != want {
			t.Fatalf("sluice %s exits with %d:\n%s", strings.Join(args, " "), code, n.String())
		}
		return o.String(), n.String()
	}
	sluice(exitDone, "harvest", "--bib", bib, "--engine", "none")
	out, notes := sluice(exitDone, "harvest", "oai", list, "--wanted-only")
	for _, line := range []string{`(?m)^success +http://open.example/oai theses: 2 records, 1 deleted$`, `(?m)^blocked +http://closed.example/oai: it answers with status 403$`} {
		if !regexp.MustCompile(line).MatchString(out) {
			t.Errorf("no line %s in:\n%s", line, out)
		}
	}
	if want := "2 repositories: 1 success, 1 blocked.\n2 records: 0 new to the list of wanted works, 1 of works on it, 1 left out."; !strings.Contains(notes, want) {
		t.Errorf("notes %q, want %q", notes, want)
	}
	if out, _ := sluice(exitDone, "harvest", "report", "--json"); strings.Contains(out, "Nobody") || !strings.Contains(out, "oai:http://open.example/oai:theses") {
		t.Errorf("report:\n%s", out)
	}
	out, notes = sluice(exitDone, "harvest", "oai", list, "--json")
	if !strings.Contains(out, `{"url":"http://open.example/oai","set":"theses","status":"success","records":2,"deleted":1,"pages":1,"stored":1}`) || !strings.Contains(notes, "2 records: 1 new") {
		t.Errorf("%s%s", out, notes)
	}
	for _, test := range []struct {
		code int
		args []string
	}{
		{exitUsage, []string{list, "--from", "2026-13-01"}}, {exitUsage, []string{list, "--until", "soon"}}, {exitUsage, []string{list, "--from", "2026-10-02", "--until", "2026-10-01"}},
		{exitError, []string{closed}}, {exitError, []string{bib}}, {exitError, []string{filepath.Join(dir, "none.txt")}},
	} {
		if _, notes := sluice(test.code, append([]string{"harvest", "oai"}, test.args...)...); notes == "" {
			t.Errorf("%s: nothing is said", test.args)
		}
	}
}
