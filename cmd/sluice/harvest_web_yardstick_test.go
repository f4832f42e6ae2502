//go:build yardstick

package main

import (
	"bufio"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"net/http/cgi"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"sluice/page"
	"sluice/weburl"
)

// harvestTruth is a document of the real sites, and what its first page says.
type harvestTruth struct {
	host, path string
	title      string
	authors    []string
	year       int    // 0: not printed, or not read by a person
	venue      string // empty as the year
	sha256     string
	others     []string // hashes of other documents with the title
	reachable  bool     // by links from the home page of its site
}

func write(t *testing.T, name, text string) {
	t.Helper()
	if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// scans are documents without text, which are left out: to read their pages by OCR takes more time than all others together.
var scans = map[string]bool{
	"adcs-conference.github.io/2007/papers/1N.PDF": true,
	"dogfishbar.github.io/assets/MWhosc.pdf":       true,
	"dogfishbar.github.io/assets/hutr0490.pdf":     true,
	"dogfishbar.github.io/assets/hutr0692.pdf":     true,
	"dogfishbar.github.io/assets/hutr0891.pdf":     true,
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
	years, venues := printedFields(t)
	at := map[string]int{}
	for line := range strings.Lines(string(table)) {
		f := strings.Split(strings.TrimRight(line, "\n"), "\t")
		if len(f) < 4 || f[0] == "host" || f[2] == "" || f[3] == "" || scans[f[0]+f[1]] {
			continue
		}
		body, err := os.ReadFile(filepath.Join(web, "sites", f[0], filepath.FromSlash(f[1])))
		if err != nil {
			t.Fatal(err)
		}
		sum := sha256.Sum256(body)
		d := harvestTruth{host: f[0], path: f[1], title: f[2], authors: strings.Split(f[3], "; "), sha256: hex.EncodeToString(sum[:]), reachable: reach[f[0]+f[1]],
			year: years[f[0]+f[1]], venue: venues[f[0]+f[1]]}
		if i, twice := at[d.title]; twice {
			all[i].others = append(all[i].others, d.sha256)
			all[i].reachable = all[i].reachable || d.reachable
			continue
		}
		at[d.title] = len(all)
		all = append(all, d)
	}
	return all
}

// printedFields returns the years and venues that people have read on the documents, by host and path.
func printedFields(t *testing.T) (years map[string]int, venues map[string]string) {
	t.Helper()
	years, venues = map[string]int{}, map[string]string{}
	for _, name := range []string{"years.tsv", "fields.tsv"} {
		table, err := os.ReadFile("../../document/describe/testdata/" + name)
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(string(table)) {
			switch f := strings.Split(strings.TrimRight(line, "\n"), "\t"); {
			case f[0] != "web":
			case name == "years.tsv":
				year, _, _ := strings.Cut(f[2], "|") // the first of those that are right
				years[f[1]], _ = strconv.Atoi(year)  // "-": not printed
			case f[2] == "venue":
				venues[f[1]], _, _ = strings.Cut(f[3], "; ")
			}
		}
	}
	return years, venues
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

// cslOf returns works as a bibliography in CSL-JSON: titles, authors, and years where they are known.
func cslOf(works []harvestTruth) string {
	type name struct {
		Literal string `json:"literal"`
	}
	type date struct {
		Parts [][]int `json:"date-parts"`
	}
	type record struct {
		ID     string `json:"id"`
		Type   string `json:"type"`
		Title  string `json:"title"`
		Author []name `json:"author"`
		Issued *date  `json:"issued,omitempty"`
	}
	var all []record
	for i, w := range works {
		r := record{ID: fmt.Sprint("w", i), Type: "document", Title: w.title}
		if w.year > 0 {
			r.Issued = &date{[][]int{{w.year}}}
		}
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
		case r.Method == http.MethodConnect:
			tunnel(t, w, r, next.Host)
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

// tunnel passes a request for a tunnel on to another proxy.
func tunnel(t *testing.T, w http.ResponseWriter, r *http.Request, proxy string) {
	to, err := net.Dial("tcp", proxy)
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadGateway)
		return
	}
	defer to.Close()
	from, buffered, err := http.NewResponseController(w).Hijack()
	if err != nil {
		t.Error(err)
		return
	}
	defer from.Close()
	fmt.Fprintf(to, "CONNECT %s HTTP/1.1\r\nHost: %s\r\n\r\n", r.Host, r.Host)
	go func() {
		io.Copy(to, buffered)
		to.Close()
	}()
	io.Copy(from, to)
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

// breadthFirstCrawl is what a crawl breadth-first over sites requests, in its order.
type breadthFirstCrawl struct {
	urls   []string
	hashes []string // of the files at these URLs; empty where there is none
}

// crawlBreadthFirst follows the links of recorded sites breadth-first: from the home pages of the hosts to all URLs of these hosts, and to what is linked as a
// document elsewhere. Images, styles and scripts are not requested.
func crawlBreadthFirst(t *testing.T, sites string, seeds []string, hosts map[string]bool) (c breadthFirstCrawl) {
	t.Helper()
	seen := map[weburl.Key]bool{}
	var queue []weburl.URL
	add := func(u weburl.URL) {
		if !seen[u.Key()] {
			seen[u.Key()] = true
			queue = append(queue, u)
		}
	}
	for _, s := range seeds {
		u, err := weburl.Parse(s)
		if err != nil {
			t.Fatal(err)
		}
		add(u)
	}
	var parser page.Parser
	for len(queue) > 0 {
		u := queue[0]
		queue = queue[1:]
		c.urls, c.hashes = append(c.urls, u.String()), append(c.hashes, "")
		name := filepath.Join(sites, u.Hostname(), filepath.FromSlash(path.Clean(unescapedPath(u))))
		if info, err := os.Stat(name); err == nil && info.IsDir() {
			name = filepath.Join(name, "index.html")
		}
		body, err := os.ReadFile(name)
		if err != nil {
			continue // not found: a request as well
		}
		sum := sha256.Sum256(body)
		c.hashes[len(c.hashes)-1] = hex.EncodeToString(sum[:])
		if !strings.Contains(strings.ToLower(filepath.Ext(name)), "htm") {
			continue
		}
		pg := parser.Parse(body, page.Source{URL: u, ContentType: "text/html"})
		for i := range pg.Links {
			l := &pg.Links[i]
			switch l.Kind {
			case page.KindA, page.KindArea, page.KindFrame, page.KindIFrame, page.KindRefresh:
			default:
				continue
			}
			if !l.NoFollow && !weburl.NeverPage(l.URL) && (hosts[l.URL.Host()] || pg.MayBeDocument(l)) {
				add(l.URL)
			}
		}
		pg.Release()
	}
	return c
}

// requestsUntil returns after how many requests the crawl has the documents that it finds at all, and how many it does not find.
func (c *breadthFirstCrawl) requestsUntil(documents []string) (requests, missing int) {
	for _, sum := range documents {
		if i := slices.Index(c.hashes, sum); i >= 0 {
			requests = max(requests, i+1)
		} else {
			missing++
		}
	}
	return requests, missing
}

// harvestLabels reads the classes of the documents of the sites, by host and path.
func harvestLabels(t *testing.T, web string) map[string]string {
	t.Helper()
	f, err := os.Open(filepath.Join(web, "labels.tsv"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	labels := map[string]string{}
	for lines := bufio.NewScanner(f); lines.Scan(); {
		if row := strings.Split(lines.Text(), "\t"); len(row) >= 3 {
			labels[row[0]+row[1]] = row[2]
		}
	}
	return labels
}

// composition counts the publications (papers, reports, theses) and the other documents among the first 500 documents that were requested.
func composition(urls []string, labels map[string]string) (publications, others int) {
	const first = 500
	for _, s := range urls {
		u, err := weburl.Parse(s)
		if err != nil || publications+others == first {
			continue
		}
		switch labels[u.Hostname()+unescapedPath(u)] {
		case "":
		case "paper", "report", "thesis":
			publications++
		default:
			others++
		}
	}
	return publications, others
}

// unescapedPath returns the path of a URL as files are named.
func unescapedPath(u weburl.URL) string {
	if s, err := url.PathUnescape(u.Path()); err == nil {
		return s
	}
	return u.Path()
}
