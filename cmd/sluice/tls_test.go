package main

import (
	"crypto/tls"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"

	"sluice/internal/catalogue"
)

// untrustedProxy starts a proxy whose hosts answer over http, and over https with a certificate that nobody trusts.
func untrustedProxy(t *testing.T) *httptest.Server {
	t.Helper()
	secure := httptest.NewTLSServer(http.NotFoundHandler())
	t.Cleanup(secure.Close)
	proxy := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch {
		case r.Method == http.MethodConnect:
			// The answer follows the hijacking: what the client sends after it could else be in the server's buffer already.
			nc, _, err := http.NewResponseController(w).Hijack()
			if err != nil {
				t.Error(err)
				return
			}
			defer nc.Close()
			fmt.Fprint(nc, "HTTP/1.1 200 OK\r\n\r\n")
			tls.Server(nc, &tls.Config{Certificates: secure.TLS.Certificates}).Handshake()
		case r.URL.Path == "/":
			fmt.Fprint(w, `<title>Home</title><a href="/a">A</a>`)
		default:
			http.NotFound(w, r)
		}
	}))
	t.Cleanup(proxy.Close)
	return proxy
}

// TestHostsFetchedOverHTTPAreNamed: a host whose certificate is not trusted is fetched over http, which the end of the crawl and the
// report say.
func TestHostsFetchedOverHTTPAreNamed(t *testing.T) {
	lib, web := filepath.Join(t.TempDir(), "lib"), untrustedProxy(t)
	crawl := func(args ...string) string {
		t.Helper()
		return crawlThrough(t, exitDone, web.URL, append([]string{"-d", lib}, args...)...)
	}
	const cause = "tls: wrong name"
	first := crawl("https://self.example/", "http://plain.example/")
	want := "1 host fetched over http, because https failed: self.example (" + cause + ")."
	if !strings.Contains(first, want) || !strings.Contains(first, "\n2 pages, ") && !strings.HasPrefix(first, "2 pages, ") {
		t.Errorf("the crawl ends without the line %q:\n%s", want, first)
	}

	report := func(args ...string) string {
		var out, errs strings.Builder
		if code := run(t.Context(), append([]string{"report", "-d", lib}, args...), strings.NewReader(""), &out, &errs); code != exitDone {
			t.Fatalf("report exits with %d: %s", code, errs.String())
		}
		return out.String()
	}
	if got := report(); !strings.Contains(got, "\nHosts fetched over http, because https failed\n") || !strings.Contains(got, "  self.example  "+cause+"\n") {
		t.Errorf("the report does not name the host:\n%s", got)
	}
	var r catalogue.Report
	if err := json.Unmarshal([]byte(report("--json")), &r); err != nil {
		t.Fatal(err)
	}
	if len(r.WithoutTLS) != 1 || r.WithoutTLS[0] != (catalogue.HostWithoutTLS{Host: "self.example", Cause: cause}) {
		t.Errorf("report --json has %v", r.WithoutTLS)
	}
	if got := crawl("--log-format", "json", "https://other.example/"); !strings.Contains(got, `"hosts_without_tls":[{"host":"other.example","cause":"`+cause+`"}]`) {
		t.Errorf("the summary in JSON does not name the host:\n%s", got)
	}
}

// crawlThrough crawls through a proxy at once, and returns what is written to stderr.
func crawlThrough(t *testing.T, want int, proxy string, args ...string) string {
	t.Helper()
	args = append([]string{"crawl", "--proxy", proxy, "--delay", "1ms", "--retries", "0", "--progress", "none"}, args...)
	var out, errs strings.Builder
	if code := run(t.Context(), args, strings.NewReader(""), &out, &errs); code != want {
		t.Errorf("crawl exits with %d, want %d:\n%s", code, want, errs.String())
	}
	return errs.String()
}
