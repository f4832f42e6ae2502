//go:build engines && yardstick

package engine

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/cgi"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"sluice/internal/conformancetest"
	"sluice/internal/seeds"
)

// omegaProgram is where Debian puts the search program of xapian-omega.
const omegaProgram = "/usr/lib/cgi-bin/omega/omega"

// phrases are those of the publication.
var phrases = []string{"computer science department", "computer science publications", "computer science technical reports"}

// TestRunningEngines asks engines that others wrote: xapian-omega over the real sites of the shared folder, through its HTML and through the JSON of Debian's
// searx, which asks omega itself. Both must give what omega's own command gives, page after page.
func TestRunningEngines(t *testing.T) {
	dir := t.TempDir()
	began := time.Now()
	config := indexSites(t, dir)
	fmt.Printf("ENGINES running engines: indexed in %s\n", time.Since(began).Round(time.Second))
	omega := serveOmega(t, config)
	searx := serveSearx(t, dir, omega)

	described, err := Parse([]byte("engines:\n  - {name: omega, kind: html, results: 'td > b > a', pages: 5, url: '" + omega + "/omega?P={phrase}&DEFAULTOP=or&HITSPERPAGE=10&TOPDOC={start}'}\n"))
	if err != nil {
		t.Fatal(err)
	}
	choices, err := Choices(described, func(name string) string { return map[string]string{"SEARXNG_URL": searx}[name] })
	if err != nil {
		t.Fatal(err)
	}
	var engines []seeds.Engine
	o := Options{Fetch: local.Fetch, Delay: time.Millisecond, Retries: 1, IgnoreRobots: false}
	for _, c := range choices {
		if c.Name != SearXNG && c.Name != "omega" {
			continue
		}
		w, err := Open(c, o)
		if err != nil {
			t.Fatal(err)
		}
		defer w.Close()
		engines = append(engines, w)
		for _, phrase := range phrases {
			checkPages(t, w, phrase, config)
		}
	}
	found, err := seeds.Find(t.Context(), seeds.Options{Phrases: phrases, Engines: engines, MaxPages: 5})
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range found.Engines {
		fmt.Printf("ENGINES running engine %s: %d pages, %d results, %d sites, %d shared, %d alone\n", e.Engine, e.Pages, e.Results, e.Sites, e.Shared, e.Alone)
		if e.Error != "" || e.Alone != 0 || e.Sites < 5 || e.Results != 3*5*10 {
			t.Errorf("%+v", e)
		}
	}
}

// checkPages compares five pages of an engine with what omega's command gives.
func checkPages(t *testing.T, e seeds.Engine, phrase, config string) {
	t.Helper()
	n := 0
	for p, err := range e.Search(t.Context(), phrase) {
		if err != nil {
			t.Fatalf("%s, %q, page %d: %v", e.Name(), phrase, n, err)
		}
		var got []string
		for _, r := range p.Results {
			got = append(got, r.URL)
		}
		if diff := cmp.Diff(omegaResults(t, config, phrase, 10*n), got); diff != "" {
			t.Errorf("%s, %q, page %d: -omega +engine\n%s", e.Name(), phrase, n, diff)
		}
		if n++; n == 5 {
			return
		}
	}
	t.Errorf("%s, %q: %d pages, want 5", e.Name(), phrase, n)
}

// indexSites fills a database with the pages of the real sites, and returns omega's configuration.
func indexSites(t *testing.T, dir string) string {
	t.Helper()
	sites := conformancetest.Path(t, "web", "sites")
	entries, err := os.ReadDir(sites)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		cmd := exec.Command("omindex", "--no-delete", "--db", filepath.Join(dir, "default"), "--url", "http://"+e.Name()+"/",
			"--mime-type=pdf:ignore", "--mime-type=ps:ignore", "--mime-type=gz:ignore", "--max-size=1M", e.Name())
		cmd.Dir = sites
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("omindex %s: %v\n%s", e.Name(), err, out[max(0, len(out)-500):])
		}
	}
	config := filepath.Join(dir, "omega.conf")
	text := fmt.Sprintf("database_dir %s\ntemplate_dir /usr/share/xapian-omega/templates\nlog_dir %[1]s\ncdb_dir %[1]s\n", dir)
	if err := os.WriteFile(config, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return config
}

// omegaLink matches the link of a result in omega's page.
var omegaLink = regexp.MustCompile(`<td><b><a href="([^"]*)">`)

// omegaResults returns what omega's command gives, from a place on.
func omegaResults(t *testing.T, config, phrase string, from int) (urls []string) {
	t.Helper()
	cmd := exec.Command(omegaProgram, "P="+phrase, "DEFAULTOP=or", "HITSPERPAGE=10", fmt.Sprint("TOPDOC=", from))
	cmd.Env = []string{"OMEGA_CONFIG_FILE=" + config}
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range omegaLink.FindAllSubmatch(out, -1) {
		urls = append(urls, string(m[1]))
	}
	if len(urls) != 10 {
		t.Fatalf("omega gives %d results for %q", len(urls), phrase)
	}
	return urls
}

// serveOmega serves omega's command on loopback, and returns the address.
func serveOmega(t *testing.T, config string) string {
	t.Helper()
	handler := &cgi.Handler{Path: omegaProgram, Env: []string{"OMEGA_CONFIG_FILE=" + config}}
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/omega" {
			http.NotFound(w, r)
			return
		}
		handler.ServeHTTP(w, r)
	}))
	t.Cleanup(s.Close)
	return s.URL
}

// serveSearx serves searx on loopback, with omega as its only engine, and returns the address.
func serveSearx(t *testing.T, dir, omega string) string {
	t.Helper()
	port := freePort(t)
	settings := filepath.Join(dir, "settings.yml")
	text := `general: {debug: false, instance_name: test, contact_url: false, enable_stats: false}
brand: {git_url: "", git_branch: "", issue_url: "", new_issue_url: "", docs_url: "", public_instances: "", wiki_url: "", twitter_url: ""}
search: {safe_search: 0, autocomplete: "", default_lang: "", prefer_configured_language: false, ban_time_on_fail: 0, max_ban_time_on_fail: 0, formats: [html, json]}
server: {port: ` + port + `, bind_address: 127.0.0.1, secret_key: only-for-this-test, base_url: false, image_proxy: false, http_protocol_version: "1.0", method: GET, default_http_headers: {}}
ui: {autofocus: true, archive_today: false, static_path: /usr/share/python3-searx/static, templates_path: /usr/share/python3-searx/templates, default_theme: oscar, default_locale: "", theme_args: {oscar_style: logicodev}}
outgoing: {request_timeout: 20.0, useragent_suffix: "", pool_connections: 10, pool_maxsize: 10}
checker: {off_when_debug: true}
locales: {en: English}
doi_resolvers: {doi: "https://doi.org/"}
default_doi_resolver: doi
enabled_plugins: [Hash plugin]
engines:
  - name: omega
    engine: xpath
    shortcut: om
    categories: general
    enable_http: true
    timeout: 20.0
    paging: true
    page_size: 10
    first_page_num: 0
    search_url: ` + omega + `/omega?P={query}&DEFAULTOP=or&HITSPERPAGE=10&TOPDOC={pageno}
    results_xpath: //td[b/a]
    url_xpath: b/a/@href
    title_xpath: b/a
    content_xpath: small[1]
`
	if err := os.WriteFile(settings, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	start(t, dir, []string{"SEARX_SETTINGS_PATH=" + settings, "HOME=" + dir}, "/usr/bin/python3", "-m", "searx.webapp")
	address := "http://127.0.0.1:" + port
	waitUntilServed(t, address+"/search?q=x&format=json")
	return address
}

// freePort returns a port of loopback on which nothing listens.
func freePort(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	_, port, _ := net.SplitHostPort(l.Addr().String())
	return port
}

// start starts a program until the end of the test, and shows what it wrote if the test failed.
func start(t *testing.T, dir string, env []string, name string, args ...string) {
	t.Helper()
	var out bytes.Buffer
	cmd := exec.Command(name, args...)
	cmd.Dir, cmd.Env, cmd.Stdout, cmd.Stderr = dir, append(env, "PATH=/usr/bin:/bin"), &out, &out
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) // with its children
		cmd.Wait()
		if t.Failed() {
			text := out.String()
			t.Logf("%s %s:\n%s", name, strings.Join(args, " "), text[max(0, len(text)-3000):])
		}
	})
}

// waitUntilServed waits until an address answers, at most a minute.
func waitUntilServed(t *testing.T, address string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	for ctx.Err() == nil {
		r, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
		if err != nil {
			t.Fatal(err)
		}
		if resp, err := http.DefaultClient.Do(r); err == nil {
			io.Copy(io.Discard, resp.Body)
			resp.Body.Close()
			if resp.StatusCode == http.StatusOK {
				return
			}
		}
		select {
		case <-ctx.Done():
		case <-time.After(100 * time.Millisecond):
		}
	}
	t.Fatalf("%s does not answer", address)
}
