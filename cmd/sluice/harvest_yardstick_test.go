//go:build yardstick

package main

import (
	"bytes"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/http/cgi"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"sluice/internal/catalogue"
	"sluice/internal/webboxtest"
)

// harvestTruth is a document of the real sites, and what its first page says.
type harvestTruth struct {
	host, path string
	title      string
	authors    []string
	sha256     string
	reachable  bool // by links from the home page of its site
}

// TestHarvestFindsThePapersOfRealSites looks for the accepted documents of the real sites by their titles and authors alone, among them a fifth of works that
// do not exist. A search engine that others wrote, xapian-omega, answers the queries if it is installed.
func TestHarvestFindsThePapersOfRealSites(t *testing.T) {
	shared, err := webboxtest.Shared()
	if err != nil {
		t.Fatal(err)
	}
	truth := harvestTruths(t, filepath.Join(shared, "web"))
	fakes := fakeWorks(truth, len(truth)/5)
	dir := t.TempDir()
	program := buildSluice(t, dir)
	boxProgram, err := webboxtest.Build(dir)
	if err != nil {
		t.Fatal(err)
	}
	sites := filepath.Join(shared, "web", "sites")
	box, err := webboxtest.Start(t.Context(), boxProgram, "-root", sites)
	if err != nil {
		t.Fatal(err)
	}
	defer box.Close()
	proxy := harvestProxy(t, box.Proxy, omega(t, dir, sites))
	lib := filepath.Join(dir, "lib")
	if err := os.MkdirAll(lib, 0o755); err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(lib, "sluice.yaml"), "proxy: "+proxy+"\ndelay: 5ms\nretries: 0\ncontact: https://yardstick.example/\n")
	write(t, filepath.Join(lib, "engines.yaml"), "engines:\n  - {name: omega, kind: html, results: 'td > b > a', pages: 1, url: 'http://omega.example/omega?P={phrase}&DEFAULTOP=or&HITSPERPAGE=10&TOPDOC={start}'}\n")
	bib := filepath.Join(dir, "wanted.json")
	write(t, bib, cslOf(append(slices.Clone(truth), fakes...)))

	began := time.Now()
	cmd := exec.CommandContext(t.Context(), program, "harvest", "-d", lib, "--bib", bib, "--engine", "omega")
	var notes bytes.Buffer
	cmd.Stderr = &notes
	if err := cmd.Run(); err != nil {
		t.Fatalf("harvest: %v\n%s", err, notes.String())
	}
	t.Log(notes.String())
	if os.Getenv("KEEP_LIB") != "" {
		os.CopyFS(os.Getenv("KEEP_LIB"), os.DirFS(lib))
	}
	took := time.Since(began)

	found := map[string]string{} // titles to documents
	causes := map[string]int{}
	requests := 0
	for line := range strings.Lines(string(runSluice(t, program, "harvest", "report", "-d", lib, "--json"))) {
		var w catalogue.WantedWork
		if err := json.Unmarshal([]byte(line), &w); err != nil {
			t.Fatal(err)
		}
		if w.State == catalogue.WantedFound {
			found[w.Record.Title] = w.Outcome.SHA256
		} else {
			causes[w.Outcome.Cause]++
		}
	}
	requests = attempts(t, lib)
	reachable, got, right := 0, 0, 0
	for _, d := range truth {
		sum, ok := found[d.title]
		if d.reachable {
			reachable++
			if ok {
				got++
			} else {
				t.Logf("missed: %s/%s %s (%s)", d.host, d.path, d.title, strings.Join(d.authors, "; "))
			}
		}
		if ok && slices.ContainsFunc(truth, func(o harvestTruth) bool { return o.title == d.title && o.sha256 == sum }) {
			right++
		} else if ok {
			t.Logf("another document: %s/%s %s: %s", d.host, d.path, d.title, sum)
		}
	}
	wrong := 0
	for _, f := range fakes {
		if found[f.title] != "" {
			wrong++
			t.Logf("fake found: %s: %s", f.title, found[f.title])
		}
	}
	precision := float64(right) / float64(max(len(found), 1))
	fmt.Printf("HARVEST %d works, %d fakes; reachable %d, found %d (%.3f); precision %.3f; fakes found %d; %d requests, %.1f a paper; %s\n",
		len(truth), len(fakes), reachable, got, float64(got)/float64(reachable), precision, wrong, requests, float64(requests)/float64(max(len(found), 1)), took.Round(time.Second))
	for cause, n := range causes {
		fmt.Printf("HARVEST missed %d: %s\n", n, cause)
	}
}

// attempts returns the requests of all attempts.
func attempts(t *testing.T, lib string) (n int) {
	t.Helper()
	db, err := sql.Open("sqlite", "file:"+filepath.Join(lib, "catalog.db")+"?mode=ro")
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if err := db.QueryRow("SELECT COALESCE(SUM(requests), 0) FROM wanted_attempts").Scan(&n); err != nil {
		t.Fatal(err)
	}
	rows, err := db.Query("SELECT way, SUM(requests), COUNT(*) FROM wanted_attempts GROUP BY way ORDER BY 2 DESC")
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	for rows.Next() {
		var way string
		var requests, count int
		if err := rows.Scan(&way, &requests, &count); err != nil {
			t.Fatal(err)
		}
		fmt.Printf("HARVEST %s: %d requests\n", way, requests)
	}
	return n
}

func write(t *testing.T, name, text string) {
	t.Helper()
	if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// harvestTruths reads what the first pages of the documents say.
func harvestTruths(t *testing.T, web string) (all []harvestTruth) {
	t.Helper()
	reach := map[string]bool{}
	depths, err := os.ReadFile(filepath.Join(web, "depth.tsv"))
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(depths)) {
		if f := strings.Split(strings.TrimSpace(line), "\t"); len(f) == 3 && f[2] != "-" {
			reach[f[0]+f[1]] = true
		}
	}
	table, err := os.ReadFile("../../document/describe/testdata/truth.tsv")
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for line := range strings.Lines(string(table)) {
		f := strings.Split(strings.TrimRight(line, "\n"), "\t")
		if len(f) < 4 || f[0] == "host" || f[2] == "" || f[3] == "" || seen[f[2]] {
			continue
		}
		seen[f[2]] = true
		body, err := os.ReadFile(filepath.Join(web, "sites", f[0], filepath.FromSlash(f[1])))
		if err != nil {
			t.Fatal(err)
		}
		sum := sha256.Sum256(body)
		all = append(all, harvestTruth{host: f[0], path: f[1], title: f[2], authors: strings.Split(f[3], "; "), sha256: hex.EncodeToString(sum[:]), reachable: reach[f[0]+f[1]]})
	}
	return all
}

// fakeWorks returns works of the same authors that do not exist: halves of two titles each.
func fakeWorks(truth []harvestTruth, n int) (fakes []harvestTruth) {
	random := rand.New(rand.NewPCG(1, 2))
	for range n {
		a, b := truth[random.IntN(len(truth))], truth[random.IntN(len(truth))]
		x, y := strings.Fields(a.title), strings.Fields(b.title)
		fakes = append(fakes, harvestTruth{title: strings.Join(append(slices.Clone(x[:(len(x)+1)/2]), y[len(y)/2:]...), " ") + " Revisited", authors: a.authors})
	}
	return fakes
}

// cslOf returns works as a bibliography in CSL-JSON.
func cslOf(works []harvestTruth) string {
	type name struct {
		Literal string `json:"literal"`
	}
	type record struct {
		ID     string `json:"id"`
		Type   string `json:"type"`
		Title  string `json:"title"`
		Author []name `json:"author"`
	}
	var all []record
	for i, w := range works {
		r := record{ID: fmt.Sprint("w", i), Type: "document", Title: w.title}
		for _, a := range w.authors {
			r.Author = append(r.Author, name{a})
		}
		all = append(all, r)
	}
	text, _ := json.Marshal(all)
	return string(text)
}

// harvestProxy serves the engine as omega.example and all other hosts through another proxy, and returns the address.
func harvestProxy(t *testing.T, others string, engine http.Handler) string {
	t.Helper()
	next, err := url.Parse(others)
	if err != nil {
		t.Fatal(err)
	}
	forward := &httputil.ReverseProxy{Rewrite: func(*httputil.ProxyRequest) {}, Transport: &http.Transport{Proxy: http.ProxyURL(next)}}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch {
		case r.Host != "omega.example":
			forward.ServeHTTP(w, r)
		case r.URL.Path == "/omega":
			engine.ServeHTTP(w, r)
		default:
			http.NotFound(w, r)
		}
	}))
	t.Cleanup(server.Close)
	return server.URL
}

// omega fills a database of xapian-omega with the pages of the sites, and returns what answers its queries. Without the program the test fails.
func omega(t *testing.T, dir, sites string) http.Handler {
	t.Helper()
	const program = "/usr/lib/cgi-bin/omega/omega"
	if _, err := os.Stat(program); err != nil {
		t.Fatalf("%v: install xapian-omega, as bench/engines.sh does", err)
	}
	hosts, err := os.ReadDir(sites)
	if err != nil {
		t.Fatal(err)
	}
	if d := os.Getenv("OMEGA_DIR"); d != "" {
		dir = d
	}
	if _, err := os.Stat(filepath.Join(dir, "default")); err == nil {
		hosts = nil
	}
	for _, h := range hosts {
		cmd := exec.Command("omindex", "--no-delete", "--db", filepath.Join(dir, "default"), "--url", "http://"+h.Name()+"/",
			"--mime-type=pdf:ignore", "--mime-type=ps:ignore", "--mime-type=gz:ignore", "--max-size=1M", h.Name())
		cmd.Dir = sites
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("omindex %s: %v\n%s", h.Name(), err, out[max(0, len(out)-500):])
		}
	}
	config := filepath.Join(dir, "omega.conf")
	write(t, config, fmt.Sprintf("database_dir %s\ntemplate_dir /usr/share/xapian-omega/templates\nlog_dir %[1]s\ncdb_dir %[1]s\n", dir))
	return &cgi.Handler{Path: program, Env: []string{"OMEGA_CONFIG_FILE=" + config}}
}
