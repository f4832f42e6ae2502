package demo_test

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"go.uber.org/goleak"

	"sluice/document"
	"sluice/internal/demo"
	"sluice/internal/robots"
)

func TestMain(m *testing.M) {
	if document.Serve() {
		return
	}
	goleak.VerifyTestMain(m)
}

// visitor asks the web through its proxy.
type visitor struct {
	t      *testing.T
	client *http.Client
}

func visit(t *testing.T) (*demo.Web, *visitor) {
	web, err := demo.Start()
	if err != nil {
		t.Fatal(err)
	}
	proxy, err := url.Parse(web.Proxy())
	if err != nil {
		t.Fatal(err)
	}
	transport := &http.Transport{Proxy: http.ProxyURL(proxy)}
	t.Cleanup(func() {
		transport.CloseIdleConnections()
		if err := web.Close(); err != nil {
			t.Error(err)
		}
	})
	return web, &visitor{t, &http.Client{Transport: transport, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}}
}

func (v *visitor) get(u string) (*http.Response, []byte) {
	resp, err := v.client.Get(u)
	if err != nil {
		v.t.Fatal(err)
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	if err != nil {
		v.t.Fatal(err)
	}
	return resp, body
}

var (
	hrefs = regexp.MustCompile(`(?i)href="?([^">\s]+)|<loc>([^<]+)`)
	hosts = regexp.MustCompile(`(^|\.)northbridge\.example$`)
)

// walk follows every link from the seeds and the sitemaps, the calendar's but for its first page,
// and returns what came for each URL.
func walk(t *testing.T, web *demo.Web, v *visitor) map[string]*http.Response {
	seen := map[string]*http.Response{}
	bodies := map[string][]byte{}
	queue := web.Seeds()
	for _, s := range web.Seeds() {
		_, body := v.get(s + "robots.txt")
		queue = append(queue, robots.Parse(body, "sluice").Sitemaps(s+"robots.txt")...)
	}
	for len(queue) > 0 {
		u := queue[0]
		queue = queue[1:]
		base, err := url.Parse(u)
		if err != nil {
			t.Fatal(err)
		}
		if seen[u] != nil || !hosts.MatchString(base.Host) || strings.Contains(u, "calendar?") {
			continue
		}
		seen[u], bodies[u] = v.get(u)
		links := []string{seen[u].Header.Get("Location")}
		if kind := seen[u].Header.Get("Content-Type"); strings.HasPrefix(kind, "text/html") || kind == "application/xml" {
			for _, m := range hrefs.FindAllSubmatch(bodies[u], -1) {
				links = append(links, strings.ReplaceAll(string(m[1])+string(m[2]), "&amp;", "&"))
			}
		}
		for _, l := range links {
			ref, err := base.Parse(l)
			if err != nil {
				t.Fatalf("%s links to %q: %v", u, l, err)
			}
			ref.Fragment = ""
			if l != "" {
				queue = append(queue, ref.String())
			}
		}
	}
	return seen
}

func TestEverythingCanBeReached(t *testing.T) {
	web, v := visit(t)
	seen := walk(t, web, v)
	var missing []string
	pages := 0
	for u, resp := range seen {
		switch {
		case resp.StatusCode == http.StatusNotFound:
			missing = append(missing, u)
		case resp.StatusCode == http.StatusOK && strings.HasPrefix(resp.Header.Get("Content-Type"), "text/html"):
			pages++
		case resp.StatusCode >= 400:
			t.Errorf("%s: %s", u, resp.Status)
		}
	}
	if want := []string{"http://www.cs.northbridge.example/teaching/old/ai-1998.html"}; !slices.Equal(missing, want) {
		t.Errorf("broken links %q, want %q", missing, want)
	}
	documents := web.Documents()
	for _, u := range documents {
		if seen[u] == nil {
			t.Errorf("%s is not linked", u)
		}
	}
	t.Logf("%d URLs, %d pages, %d documents", len(seen), pages, len(documents))
	if pages < 60 || len(documents) < 20 {
		t.Errorf("%d pages, %d documents", pages, len(documents))
	}
}

func TestDocumentsAreWhatTheySay(t *testing.T) {
	web, v := visit(t)
	kinds := map[string]int{}
	for _, u := range web.Documents() {
		resp, body := v.get(u)
		kind := document.Sniff(body, resp.Header.Get("Content-Type"), u)
		if !kind.Document {
			t.Errorf("%s: %+v", u, kind)
		}
		kinds[kind.Name]++
		if kind.Compressed == "gzip" {
			z, err := gzip.NewReader(bytes.NewReader(body))
			if err != nil {
				t.Fatal(err)
			}
			if body, err = io.ReadAll(z); err != nil {
				t.Errorf("%s: %v", u, err)
			}
		}
		switch kind.Name {
		case "pdf":
			checkPDF(t, u, body)
		case "ps":
			if bytes.Count(body, []byte("\nshowpage\n")) != bytes.Count(body, []byte("\n%%Page: ")) {
				t.Errorf("%s: pages and showpages differ", u)
			}
		case "rtf":
			if bytes.Count(body, []byte("{")) != bytes.Count(body, []byte("}")) {
				t.Errorf("%s: braces do not pair", u)
			}
		case "tex":
			if !bytes.Contains(body, []byte("\\end{document}")) {
				t.Errorf("%s: no end", u)
			}
		}
	}
	for _, name := range []string{"pdf", "ps", "tex", "rtf"} {
		if kinds[name] == 0 {
			t.Errorf("no %s", name)
		}
	}
}

var objectHead = regexp.MustCompile(`^(\d+) 0 obj\n`)

// checkPDF follows a PDF from its end: startxref, the table, every object in its place.
func checkPDF(t *testing.T, u string, b []byte) {
	tail := regexp.MustCompile(`startxref\n(\d+)\n%%EOF\n$`).FindSubmatch(b)
	if tail == nil {
		t.Errorf("%s: no startxref", u)
		return
	}
	at, _ := strconv.Atoi(string(tail[1]))
	var n int
	if _, err := fmt.Sscanf(string(b[at:]), "xref\n0 %d\n", &n); err != nil {
		t.Errorf("%s: no table: %v", u, err)
		return
	}
	rows := strings.Split(string(b[at:]), "\n")[3:]
	for i := 1; i < n; i++ {
		offset, err := strconv.Atoi(rows[i-1][:10])
		if err != nil || len(rows[i-1]) != 19 {
			t.Fatalf("%s: row %q", u, rows[i-1])
		}
		m := objectHead.FindSubmatch(b[offset:])
		if m == nil || string(m[1]) != strconv.Itoa(i) {
			t.Errorf("%s: object %d is not at %d", u, i, offset)
		}
	}
	for _, m := range regexp.MustCompile(`(?s)/Length (\d+) >>\nstream\n(.*?)\nendstream`).FindAllSubmatch(b, -1) {
		if strconv.Itoa(len(m[2])) != string(m[1]) {
			t.Errorf("%s: a stream of %d bytes says %s", u, len(m[2]), m[1])
		}
	}
}

func TestOddities(t *testing.T) {
	_, v := visit(t)
	const cs = "http://www.cs.northbridge.example"
	_, rules := v.get(cs + "/robots.txt")
	if ok, _ := robots.Parse(rules, "sluice").Allowed("/internal/rooms.html"); ok {
		t.Error("the internal folder is open")
	}
	_, a := v.get(cs + "/about.html")
	_, b := v.get(cs + "/department/about.html")
	if !bytes.Equal(a, b) {
		t.Error("the page that is there twice differs")
	}
	_, year := v.get(cs + "/seminars/calendar?year=2900")
	if !bytes.Contains(year, []byte("calendar?year=2901")) {
		t.Error("the calendar ends")
	}
	for u, want := range map[string]string{
		"http://northbridge.example/":                "http://www.northbridge.example/",
		cs + "/groups":                               "/groups/",
		cs + "/research/":                            "/groups/",
		"http://people.cs.northbridge.example/~weil": "/~weil/",
	} {
		resp, _ := v.get(u)
		if resp.StatusCode != http.StatusMovedPermanently || resp.Header.Get("Location") != want {
			t.Errorf("%s: %s to %q, want %q", u, resp.Status, resp.Header.Get("Location"), want)
		}
	}
	if resp, _ := v.get("http://www.elsewhere.example/"); resp.StatusCode != http.StatusBadGateway {
		t.Errorf("another host: %s", resp.Status)
	}
}

func TestConditionalRequests(t *testing.T) {
	web, v := visit(t)
	resp, _ := v.get(web.Seeds()[0])
	req, _ := http.NewRequest("GET", web.Seeds()[0], nil)
	req.Header.Set("If-None-Match", resp.Header.Get("ETag"))
	again, err := v.client.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	again.Body.Close()
	if again.StatusCode != http.StatusNotModified {
		t.Errorf("%s with ETag %s", again.Status, resp.Header.Get("ETag"))
	}
}
