//go:build yardstick

package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	tree "golang.org/x/net/html"
	"golang.org/x/net/html/charset"

	"sluice/internal/robots"
	"sluice/internal/webboxtest"
)

// TestRealSitesAreCrawledWhole crawls all real sites through the web box and holds
// what was got against what can be reached by following links on disk, counted here
// with a tree parser and net/url, none of which the program uses.
func TestRealSitesAreCrawledWhole(t *testing.T) {
	shared, err := webboxtest.Shared()
	if err != nil {
		t.Fatal(err)
	}
	disk := &diskWeb{root: filepath.Join(shared, "web", "sites"), robots: map[string]*robots.Rules{}}
	seeds := disk.seeds(t, filepath.Join(shared, "web", "seeds.tsv"))
	reachable := disk.reach(t, seeds)

	dir := t.TempDir()
	program := buildSluice(t, dir)
	boxProgram, err := webboxtest.Build(dir)
	if err != nil {
		t.Fatal(err)
	}
	ca := filepath.Join(dir, "ca.pem")
	box, err := webboxtest.Start(t.Context(), boxProgram, "-root", disk.root, "-ca", ca)
	if err != nil {
		t.Fatal(err)
	}
	defer box.Close()
	list := filepath.Join(dir, "seeds.txt")
	if err := os.WriteFile(list, []byte(strings.Join(seeds, "\n")), 0o644); err != nil {
		t.Fatal(err)
	}
	library := filepath.Join(dir, "library")
	// What is fetched does not depend on the programs that read scans, PostScript and old formats, which have yardsticks of their own.
	t.Setenv("PATH", dir)
	runSluice(t, program, "crawl", "-d", library, "--seeds", list, "--proxy", box.Proxy, "--ca-file", ca,
		"--scope", "list", "--delay", "20ms", "--progress", "none", "--contact", "https://yardstick.example/",
		"--rules=-document-names", "--rules=-document-small", "--index", "documents") // all that can be reached is wanted here

	got := map[string]string{} // file on disk to the URL that brought it
	var twice, forbidden []string
	for _, what := range []string{"pages", "documents"} {
		for _, row := range rows(t, program, library, what) {
			if row.Status != 200 {
				continue
			}
			u, err := url.Parse(row.URL)
			if err != nil {
				t.Fatal(err)
			}
			file := disk.file(u)
			if file == "" {
				continue // not of the set, or made by the server
			}
			if !disk.allowed(u) {
				forbidden = append(forbidden, row.URL)
			}
			got[file] = row.URL
		}
	}
	var missing, extra []string
	for file, kind := range reachable {
		if got[file] == "" {
			missing = append(missing, kind+" "+file)
		}
	}
	for file, u := range got {
		if reachable[file] == "" {
			extra = append(extra, u)
		}
	}
	seen := map[string]bool{}
	for _, u := range requested(t, program, library) {
		if key := strings.TrimPrefix(strings.TrimPrefix(u, "https://"), "http://"); seen[key] {
			twice = append(twice, u)
		} else {
			seen[key] = true
		}
	}
	pages, documents := countKinds(reachable)
	fmt.Printf("REALWEB reachable %d pages and %d documents; got %d of these %d files; %d more by sitemaps and spellings; %d URLs asked for twice; %d against robots.txt\n",
		pages, documents, len(reachable)-len(missing), len(reachable), len(extra), len(twice), len(forbidden))
	report := func(what string, list []string) {
		slices.Sort(list)
		for _, s := range list[:min(len(list), 40)] {
			t.Logf("%s: %s", what, s)
		}
	}
	report("missing", missing)
	report("more", extra)
	report("twice", twice)
	report("against robots.txt", forbidden)
	if len(missing)*200 > len(reachable) {
		t.Errorf("%d of %d reachable files are missing, more than one in 200", len(missing), len(reachable))
	}
	if len(twice) > 0 || len(forbidden) > 0 {
		t.Errorf("%d URLs were asked for twice, %d against robots.txt", len(twice), len(forbidden))
	}
	stats, err := box.Stats()
	if err != nil {
		t.Fatal(err)
	}
	if stats.RobotsLate+stats.NoRobots > 0 {
		t.Errorf("%d hosts were asked for pages before robots.txt", stats.RobotsLate+stats.NoRobots)
	}
	if err := checkSums(runSluice(t, program, "report", "-d", library, "--json")); err != nil {
		t.Errorf("the report does not add up: %v", err)
	}
}

func countKinds(files map[string]string) (pages, documents int) {
	for _, kind := range files {
		if kind == "page" {
			pages++
		} else {
			documents++
		}
	}
	return pages, documents
}

// diskWeb is the folder of sites as a web of files.
type diskWeb struct {
	root   string
	robots map[string]*robots.Rules
}

func (d *diskWeb) seeds(t *testing.T, name string) []string {
	t.Helper()
	b, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	var list []string
	for line := range strings.Lines(string(b)) {
		if host, path, ok := strings.Cut(strings.TrimSpace(line), "\t"); ok {
			list = append(list, "http://"+host+path)
		}
	}
	return list
}

// reach walks the files that chains of links lead to: page or document, by file.
func (d *diskWeb) reach(t *testing.T, seeds []string) map[string]string {
	t.Helper()
	found := map[string]string{}
	hosts := map[string]bool{}
	var queue []*url.URL
	add := func(u *url.URL) {
		file := d.file(u)
		if !hosts[u.Host] || file == "" || found[file] != "" || !d.allowed(u) || notAPage(u.Path) {
			return
		}
		found[file] = "document"
		if isHTML(file) {
			found[file] = "page"
			queue = append(queue, u)
		}
	}
	for _, s := range seeds {
		u, err := url.Parse(s)
		if err != nil {
			t.Fatal(err)
		}
		hosts[u.Host] = true
	}
	for _, s := range seeds {
		u, _ := url.Parse(s)
		add(u)
	}
	for len(queue) > 0 {
		u := queue[0]
		queue = queue[1:]
		body, err := os.ReadFile(filepath.Join(d.root, d.file(u)))
		if err != nil {
			t.Fatal(err)
		}
		for _, l := range linksOf(u, d.isFolder(u), body) {
			add(l)
		}
	}
	return found
}

// file is what the web box answers a URL with, relative to the root; empty for nothing.
func (d *diskWeb) file(u *url.URL) string {
	if u.Scheme != "http" && u.Scheme != "https" || u.Host == "" || strings.Contains(u.Host, ":") {
		return ""
	}
	p := path.Clean("/" + u.Path)
	if strings.HasSuffix(u.Path, "/") && p != "/" {
		p += "/"
	}
	names := []string{p}
	if u.RawQuery != "" {
		q, _ := url.QueryUnescape(u.RawQuery)
		names = []string{p + "?" + u.RawQuery, p + "?" + q, p}
	}
	for _, name := range names {
		name = filepath.FromSlash(u.Host + name)
		for _, try := range []string{name, filepath.Join(name, "index.html"), filepath.Join(name, "index.htm"), name + ".html"} {
			if info, err := os.Stat(filepath.Join(d.root, try)); err == nil && info.Mode().IsRegular() && len(try) < 4096 {
				return filepath.Clean(try)
			}
		}
	}
	return ""
}

func (d *diskWeb) isFolder(u *url.URL) bool {
	info, err := os.Stat(filepath.Join(d.root, u.Host, filepath.FromSlash(path.Clean("/"+u.Path))))
	return err == nil && info.IsDir()
}

// allowed asks the host's robots.txt on disk.
func (d *diskWeb) allowed(u *url.URL) bool {
	r, ok := d.robots[u.Host]
	if !ok {
		if body, err := os.ReadFile(filepath.Join(d.root, u.Host, "robots.txt")); err == nil {
			r = robots.Parse(body, "Sluice")
		}
		d.robots[u.Host] = r
	}
	allowed, _ := r.Allowed(u.RequestURI())
	return allowed
}

func isHTML(file string) bool {
	switch strings.ToLower(path.Ext(file)) {
	case ".html", ".htm", ".xhtml", ".shtml", ".php", "":
		return true
	}
	return false
}

// notAPage matches the endings that a crawl does not request.
func notAPage(p string) bool {
	switch strings.ToLower(path.Ext(p)) {
	case ".gif", ".jpg", ".jpeg", ".png", ".svg", ".ico", ".webp", ".css", ".js", ".zip", ".mp3", ".mp4", ".avi", ".mov",
		".wav", ".au", ".exe", ".tar", ".tgz", ".json", ".xls", ".xlsx", ".csv", ".jar", ".bib", ".py", ".ipynb", ".whl":
		return true
	}
	return strings.HasSuffix(strings.ToLower(p), ".tar.gz")
}

// linksOf returns the links of a page by its tree.
func linksOf(page *url.URL, folder bool, body []byte) []*url.URL {
	base := *page
	if folder && !strings.HasSuffix(base.Path, "/") {
		base.Path += "/"
	}
	r, err := charset.NewReader(bytes.NewReader(body), "text/html")
	if err != nil {
		return nil
	}
	root, err := tree.Parse(r)
	if err != nil {
		return nil
	}
	var refs []string
	var nofollow, based bool
	for n := range root.Descendants() {
		if n.Type != tree.ElementNode {
			continue
		}
		a := map[string]string{}
		for _, attr := range n.Attr {
			if _, twice := a[attr.Key]; !twice {
				a[attr.Key] = attr.Val
			}
		}
		rel := strings.ToLower(a["rel"])
		switch n.Data {
		case "base":
			if href := a["href"]; href != "" && !based {
				if u, err := page.Parse(strings.TrimSpace(href)); err == nil {
					base, based = *u, true
				}
			}
		case "a", "area":
			if href, ok := a["href"]; ok && !strings.Contains(rel, "nofollow") {
				refs = append(refs, href)
			}
		case "frame", "iframe":
			refs = append(refs, a["src"])
		case "link":
			if rel == "canonical" || rel == "alternate" || rel == "next" || rel == "prev" {
				refs = append(refs, a["href"])
			}
		case "meta":
			if strings.EqualFold(a["name"], "robots") && strings.Contains(strings.ToLower(a["content"]), "nofollow") {
				nofollow = true
			}
			if strings.EqualFold(a["http-equiv"], "refresh") {
				if _, target, ok := strings.Cut(strings.ToLower(a["content"]), "url="); ok {
					refs = append(refs, strings.Trim(a["content"][len(a["content"])-len(target):], ` "'`))
				}
			}
		}
	}
	if nofollow {
		return nil
	}
	var links []*url.URL
	for _, ref := range refs {
		ref = strings.Map(func(c rune) rune {
			if c == '\n' || c == '\r' || c == '\t' {
				return -1
			}
			return c
		}, strings.TrimSpace(ref))
		if u, err := base.Parse(ref); err == nil {
			u.Fragment = ""
			links = append(links, u)
		}
	}
	return links
}

func buildSluice(t *testing.T, dir string) string {
	t.Helper()
	program := filepath.Join(dir, "sluice")
	if out, err := exec.Command("go", "build", "-o", program, ".").CombinedOutput(); err != nil {
		t.Fatalf("build: %v\n%s", err, out)
	}
	return program
}

// runSluice runs the program and returns what it prints.
func runSluice(t *testing.T, program string, args ...string) []byte {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, program, args...)
	var errs bytes.Buffer
	cmd.Stderr = &errs
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("sluice %s: %v\n%s", strings.Join(args, " "), err, errs.String())
	}
	return out
}

type listed struct {
	URL    string `json:"url"`
	Status int    `json:"status"`
}

func rows(t *testing.T, program, library, what string) []listed {
	t.Helper()
	var list []listed
	lines := bufio.NewScanner(bytes.NewReader(runSluice(t, program, what, "-d", library, "--json")))
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var row listed
		if err := json.Unmarshal(lines.Bytes(), &row); err != nil {
			t.Fatalf("%s: %v", lines.Text(), err)
		}
		list = append(list, row)
	}
	return list
}

// requested returns the target URIs of all answers in the archive, robots.txt left out.
func requested(t *testing.T, program, library string) []string {
	t.Helper()
	var list []string
	lines := bufio.NewScanner(bytes.NewReader(runSluice(t, program, "export", "cdxj", "-d", library)))
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		i := strings.IndexByte(lines.Text(), '{')
		var entry struct{ URL string }
		if err := json.Unmarshal(lines.Bytes()[i:], &entry); err != nil {
			t.Fatalf("%s: %v", lines.Text(), err)
		}
		if !strings.HasSuffix(entry.URL, "/robots.txt") {
			list = append(list, entry.URL)
		}
	}
	return list
}
