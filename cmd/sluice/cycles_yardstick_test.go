//go:build yardstick

package main

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"sluice/internal/cycle"
	"sluice/internal/webboxtest"
)

// cycleSeeds are the sites from which the cycles begin. They link to others of the set.
var cycleSeeds = []string{"http://2014.ruleml.org/", "http://jeannin.github.io/", "http://alonefrat.github.io/", "http://jgalenson.github.io/"}

// cycleSubject are the keywords by which hosts are judged.
const cycleSubject = "computer science\nRuleML\nrules\nlogic\nprogramming languages\nresearch\npublications\nsoftware\n"

// TestThreeCyclesOverRealSites runs three cycles from four seeds over the real sites. Before the second one pages and documents are added, changed, moved
// and removed, with a 404 and with a soft 404, and a sitemap lies. What has changed is noticed, sites are found through links, and those that are refused
// have a reason.
func TestThreeCyclesOverRealSites(t *testing.T) {
	shared, err := webboxtest.Shared()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	sites := filepath.Join(dir, "sites")
	copySites(t, filepath.Join(shared, "web", "sites"), sites)
	program := buildSluice(t, dir)
	boxProgram, err := webboxtest.Build(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", dir) // what is judged does not depend on the programs of the machine
	c := &realCycles{program: program, box: boxProgram, sites: sites, library: filepath.Join(dir, "library"), ca: filepath.Join(dir, "ca.pem")}
	if err := os.Mkdir(c.library, 0o700); err != nil {
		t.Fatal(err)
	}

	first := c.run(t, cycleSeeds...)
	changed := c.change(t)
	second := c.run(t)
	third := c.run(t)

	for i, want := range []struct {
		of       *cycle.Details
		new, old int64 // at least
	}{{first, 4, 0}, {second, 4, 4}, {third, 1, 8}} {
		if want.of.NewSites < want.new || want.of.Revisited < want.old {
			t.Errorf("cycle %d: %d new sites and %d visited again, want at least %d and %d", i+1, want.of.NewSites, want.of.Revisited, want.new, want.old)
		}
	}
	if second.Accepted == 0 || first.Accepted == 0 {
		t.Errorf("documents accepted: %d in the first cycle, %d in the second", first.Accepted, second.Accepted)
	}
	for _, refused := range append(second.Refused, third.Refused...) {
		if refused.Reason == "" {
			t.Errorf("%s was refused without a reason", refused.Host)
		}
	}
	c.checkChanges(t, changed)
	if third.Pages.Changed > second.Pages.Changed || third.Pages.Gone > 0 {
		t.Errorf("nothing had changed before the third cycle, and it says that %d pages did and %d are gone", third.Pages.Changed, third.Pages.Gone)
	}
}

// realCycles runs cycles of one library over the sites in a folder.
type realCycles struct {
	program, box, sites, library, ca string
}

// run runs one cycle on a web box that is started for it, and prints what came of it.
func (c *realCycles) run(t *testing.T, urls ...string) *cycle.Details {
	t.Helper()
	box, err := webboxtest.Start(t.Context(), c.box, "-root", c.sites, "-ca", c.ca)
	if err != nil {
		t.Fatal(err)
	}
	defer box.Close()
	settings := fmt.Sprintf("proxy: %s\nca-file: %s\ndelay: 5ms\nretries: 0\nprogress: none\ncontact: https://yardstick.example/\nrules: [-document-small]\nindex: documents\nwait-days: [0, 0, 0, 0]\nhome-pages: 60\nplaces: 24\nkeywords: subject.txt\n",
		box.Proxy, c.ca)
	if err := os.WriteFile(filepath.Join(c.library, "sluice.yaml"), []byte(settings), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(c.library, "subject.txt"), []byte(cycleSubject), 0o600); err != nil {
		t.Fatal(err)
	}
	var d cycle.Details
	if err := json.Unmarshal(runSluice(t, c.program, append([]string{"run", "-d", c.library, "--json"}, urls...)...), &d); err != nil {
		t.Fatal(err)
	}
	stats, err := box.Stats()
	if err != nil {
		t.Fatal(err)
	}
	fmt.Printf("CYCLE %d %d new sites, %d visited again, %d hosts refused; %d requests, %d answered as not modified; documents accepted %d, rejected %d; pages %d new, %d changed, %d unchanged, %d gone; documents %d changed, %d gone\n",
		d.ID, d.NewSites, d.Revisited, d.RefusedHosts, stats.Total.Requests, stats.Total.NotModified, d.Accepted, d.Rejected, d.Pages.New, d.Pages.Changed, d.Pages.Unchanged, d.Pages.Gone,
		d.Documents.Changed, d.Documents.Gone)
	c.printLeftOut(t)
	for _, s := range d.Sites {
		t.Logf("cycle %d: %s (%s: %s): %s", d.ID, s.Host, s.Class, s.Reason, s.Outcome)
	}
	for _, h := range d.Refused {
		t.Logf("cycle %d: %s is refused: %s", d.ID, h.Host, h.Reason)
	}
	return &d
}

// printLeftOut prints how many links of the last crawl what was learned has left out, by cause.
func (c *realCycles) printLeftOut(t *testing.T) {
	t.Helper()
	var report struct {
		Refused []struct {
			Cause string
			Links int64
		}
	}
	if err := json.Unmarshal(runSluice(t, c.program, "report", "-d", c.library, "--json"), &report); err != nil {
		t.Fatal(err)
	}
	for _, r := range report.Refused {
		if strings.HasPrefix(r.Cause, "knowledge") {
			fmt.Printf("CYCLES left out %d links: %s\n", r.Links, r.Cause)
		}
	}
}

// changedWeb are the URLs of what was changed.
type changedWeb struct{ added, moved, changed, removed, softRemoved, changedDocument, removedDocument string }

// change changes the sites: pages of one, and documents of another.
func (c *realCycles) change(t *testing.T) changedWeb {
	t.Helper()
	pages := c.fetched(t, "pages", "2014.ruleml.org")
	documents := c.fetched(t, "documents", "jeannin.github.io")
	if len(pages) < 5 || len(documents) < 2 {
		t.Fatalf("%d pages and %d documents to be changed: %v %v", len(pages), len(documents), pages, documents)
	}
	w := changedWeb{changed: pages[0], removed: pages[1], softRemoved: pages[2], added: "http://2014.ruleml.org/added.html", moved: "http://2014.ruleml.org/moved.html",
		changedDocument: documents[0], removedDocument: documents[1]}
	c.write(t, w.added, "<title>Added</title><p>This page was added after the first cycle, and has words of its own.")
	c.write(t, w.moved, string(c.read(t, pages[3])))
	c.remove(t, pages[3])
	c.write(t, w.changed, string(c.read(t, w.changed))+"<p>A paragraph that was added after the first cycle.")
	c.remove(t, w.removed)
	c.write(t, w.softRemoved, "<title>404 Not Found</title><h1>Page not found</h1><p>The page that you requested does not exist.")
	home := "http://2014.ruleml.org/index.html"
	c.write(t, home, string(c.read(t, home))+`<p><a href="/added.html">Added</a> <a href="/moved.html">Moved</a>`)
	c.write(t, "http://2014.ruleml.org/sitemap.xml", `<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
		<url><loc>http://2014.ruleml.org/never-there.html</loc><lastmod>2099-01-01</lastmod></url>
		<url><loc>`+pages[4]+`</loc><lastmod>2099-01-01</lastmod></url></urlset>`)
	c.write(t, w.changedDocument, string(c.read(t, "http://gretay.github.io/"+c.anyDocument(t, "gretay.github.io")))+"\n% another version\n")
	c.remove(t, w.removedDocument)
	return w
}

// fetched returns the URLs of a kind that a host has, without those of folders.
func (c *realCycles) fetched(t *testing.T, what, host string) (urls []string) {
	t.Helper()
	for _, row := range rows(t, c.program, c.library, what) {
		u, err := url.Parse(row.URL)
		if err != nil {
			t.Fatal(err)
		}
		if file := c.disk().file(u); u.Host == host && row.Status == 200 && file != "" && !strings.Contains(file, "index.htm") && !strings.HasSuffix(file, ".xml") {
			u.Scheme = "http"
			urls = append(urls, u.String())
		}
	}
	slices.Sort(urls)
	return urls
}

// anyDocument returns the path of a PDF of a host.
func (c *realCycles) anyDocument(t *testing.T, host string) (path string) {
	t.Helper()
	err := filepath.WalkDir(filepath.Join(c.sites, host), func(name string, d fs.DirEntry, err error) error {
		if err == nil && path == "" && strings.HasSuffix(name, ".pdf") {
			path, err = filepath.Rel(filepath.Join(c.sites, host), name)
		}
		return err
	})
	if err != nil || path == "" {
		t.Fatalf("a document of %s: %q, %v", host, path, err)
	}
	return path
}

// file returns the file of a URL.
func (c *realCycles) file(t *testing.T, of string) string {
	t.Helper()
	u, err := url.Parse(of)
	if err != nil {
		t.Fatal(err)
	}
	if name := c.disk().file(u); name != "" {
		return filepath.Join(c.sites, name)
	}
	return filepath.Join(c.sites, u.Host, filepath.FromSlash(u.Path))
}

// disk is the folder of sites as a web of files.
func (c *realCycles) disk() *diskWeb { return &diskWeb{root: c.sites} }

// read returns the body of a URL.
func (c *realCycles) read(t *testing.T, of string) []byte {
	t.Helper()
	body, err := os.ReadFile(c.file(t, of))
	if err != nil {
		t.Fatal(err)
	}
	return body
}

// write sets the body of a URL.
func (c *realCycles) write(t *testing.T, of, body string) {
	t.Helper()
	if err := os.WriteFile(c.file(t, of), []byte(body), 0o644); err != nil {
		t.Fatal(err)
	}
}

// remove removes the file of a URL.
func (c *realCycles) remove(t *testing.T, of string) {
	t.Helper()
	if err := os.Remove(c.file(t, of)); err != nil {
		t.Fatal(err)
	}
}

// copySites makes a folder of sites that can be changed.
func copySites(t *testing.T, from, to string) {
	t.Helper()
	if err := os.CopyFS(to, os.DirFS(from)); err != nil {
		t.Fatal(err)
	}
}

// checkChanges compares what the library noticed of the changes.
func (c *realCycles) checkChanges(t *testing.T, w changedWeb) {
	t.Helper()
	got := map[string]string{}
	for _, what := range []string{"pages", "documents"} {
		for line := range strings.Lines(string(runSluice(t, c.program, what, "-d", c.library, "--since", "cycle:2", "--json"))) {
			var row struct{ URL, Change string }
			if err := json.Unmarshal([]byte(line), &row); err != nil {
				t.Fatal(err)
			}
			u, err := url.Parse(row.URL)
			if err != nil {
				t.Fatal(err)
			}
			u.Scheme = "http"
			got[u.String()] = row.Change
		}
	}
	noticed := 0
	all := map[string]string{w.added: "new", w.moved: "new", w.changed: "changed", w.removed: "gone", w.softRemoved: "gone", w.changedDocument: "changed", w.removedDocument: "gone"}
	for of, want := range all {
		if got[of] == want {
			noticed++
		} else {
			t.Errorf("%s is %q, want %q", of, got[of], want)
		}
	}
	fmt.Printf("CYCLES noticed %d of %d changes\n", noticed, len(all))
}
