package engine

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"sluice/internal/permission"
)

// A key is sent to its engine, and is in no file.
func TestKeys(t *testing.T) {
	s := serve(t, func(w http.ResponseWriter, _ *http.Request, n int) { io.WriteString(w, jsonPage(n, 1, false)) })
	dir := t.TempDir()
	cache, err := NewCache(dir, dir)
	if err != nil {
		t.Fatal(err)
	}
	text := strings.ReplaceAll(described, "URL", s.URL)
	for _, more := range []string{"    key-header: X-Test-Key\n", "    key-parameter: key\n"} {
		o := local.with(newFastClock())
		o.Cache, o.Fresh = cache, true
		if _, err := ask(t, openDescribed(t, text+more, o), "x"); err != nil {
			t.Fatal(err)
		}
	}
	if s.keys[0] != "open-sesame" || s.asked[0] != "/s?q=x&p=1" || s.keys[1] != "" || s.asked[1] != "/s?q=x&p=1&key=open-sesame" {
		t.Errorf("asked %q with keys %q", s.asked, s.keys)
	}
	files, _ := filepath.Glob(filepath.Join(dir, "*"))
	if len(files) == 0 {
		t.Error("nothing is kept")
	}
	for _, file := range files {
		f, err := os.Open(file)
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		plain, err := gzip.NewReader(f)
		if err != nil {
			t.Fatal(err)
		}
		if content, _ := io.ReadAll(plain); bytes.Contains(content, []byte("sesame")) {
			t.Errorf("%s has the key", file)
		}
	}
}

// A key that the engine repeats in links, redirects and messages is in nothing that is stored or shown, and is sent once.
func TestKeysThatEnginesRepeat(t *testing.T) {
	const key = "open-sesame"
	inHTML := func(url string) string {
		return "engines:\n  - {name: x, kind: html, results: li, next: a.next, key-parameter: 'api key', url: '" + url + "/s?q={phrase}'}\n"
	}
	inJSON := func(url string) string {
		return "engines:\n  - {name: x, kind: json, results: results, link: url, next: next, key-parameter: 'api key', url: '" + url + "/s?q={phrase}'}\n"
	}
	for _, test := range []struct {
		name        string
		description func(string) string
		respond     func(w http.ResponseWriter, r *http.Request)
		asked       []string
		err         string
	}{
		{"link to the next page in HTML", inHTML, func(w http.ResponseWriter, r *http.Request) {
			switch r.URL.Path {
			case "/robots.txt":
				http.NotFound(w, r)
			case "/s":
				fmt.Fprintf(w, `<li><a href="http://s1.example/?from=%s">x</a></li><a class=next href="/more?%s&amp;p=2">on</a>`, r.FormValue("api key"), r.URL.RawQuery)
			default:
				io.WriteString(w, `<li><a href="http://s2.example/">x</a></li>`)
			}
		}, []string{"/robots.txt", "/s?q=x&api+key=open-sesame", "/more?q=x&p=2&api+key=open-sesame"}, ""},
		{"link to the next page in JSON", inJSON, func(w http.ResponseWriter, r *http.Request) {
			fmt.Fprintf(w, `{"results": [{"url": "http://s1.example%s/"}], "next": %q}`, r.URL.Path, map[bool]string{true: "more?api%20key=" + r.FormValue("api key")}[r.URL.Path == "/s"])
		}, []string{"/s?q=x&api+key=open-sesame", "/more?api+key=open-sesame"}, ""},
		{"redirect to itself", inJSON, func(w http.ResponseWriter, r *http.Request) {
			if r.URL.Path == "/s" {
				http.Redirect(w, r, "/t?"+r.URL.RawQuery, http.StatusFound)
				return
			}
			io.WriteString(w, jsonPage(0, 1, false))
		}, []string{"/s?q=x&api+key=open-sesame", "/t?q=x&api+key=open-sesame"}, ""},
		{"redirect to another host", inJSON, func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, "http://other.example/?"+r.URL.RawQuery, http.StatusFound)
		}, []string{"/s?q=x&api+key=open-sesame"}, "redirects to http://other.example/?q=x&api+key=[redacted]"},
		{"redirect to another port", inJSON, func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, "http://127.0.0.1:1/"+r.FormValue("api key"), http.StatusFound)
		}, []string{"/s?q=x&api+key=open-sesame"}, "redirects to http://127.0.0.1:1/[redacted]"},
		{"long message", inJSON, func(w http.ResponseWriter, r *http.Request) {
			w.WriteHeader(http.StatusUnauthorized)
			fmt.Fprintf(w, `{"error": "%sno key open\u002dsesame"}`, strings.Repeat("x", maxMessage-14))
		}, []string{"/s?q=x&api+key=open-sesame"}, "xno key [redac"},
	} {
		t.Run(test.name, func(t *testing.T) {
			s := serve(t, func(w http.ResponseWriter, r *http.Request, _ int) { test.respond(w, r) })
			dir := t.TempDir()
			cache, err := NewCache(dir, dir)
			if err != nil {
				t.Fatal(err)
			}
			o := local.with(newFastClock())
			o.Cache = cache
			w := openDescribed(t, test.description(s.URL), o)
			pages, err := ask(t, w, "x")
			if (err == nil) != (test.err == "") || !strings.Contains(fmt.Sprint(err), test.err) || strings.Contains(fmt.Sprint(pages, err), "sesame") {
				t.Errorf("%q, %v; want %q", pages, err, test.err)
			}
			if diff := cmp.Diff(test.asked, s.asked); diff != "" {
				t.Errorf("asked: -want +got\n%s", diff)
			}
			if test.err != "" {
				return
			}
			if again, err := ask(t, w, "x"); err != nil || len(again) != len(pages) || len(s.asked) != len(test.asked) {
				t.Errorf("from the cache: %q, %v, asked %q", again, err, s.asked)
			}
			checkStored(t, dir, key)
		})
	}
}

// checkStored reports answers in a folder that have a key, by its plain form.
func checkStored(t *testing.T, dir, key string) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "*"+suffix))
	if err != nil || len(files) == 0 {
		t.Error("nothing is kept", err)
	}
	for _, file := range files {
		content, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		plain, err := gzip.NewReader(bytes.NewReader(content))
		if err != nil {
			t.Fatal(err)
		}
		var kept stored
		if err := json.NewDecoder(plain).Decode(&kept); err != nil {
			t.Fatal(err)
		}
		if strings.Contains(kept.URL, key) || bytes.Contains(kept.Content, []byte(key)) {
			t.Errorf("%s has the key: %s, %s", file, kept.URL, kept.Content)
		}
	}
}

// A short key may be a part of other words: it is replaced in messages alone, and an answer that has it is not kept. One that everybody may use is no secret.
func TestShortAndSharedKeys(t *testing.T) {
	for _, test := range []struct {
		choice        Choice
		text, message string
		kept          bool
	}{
		{Choice{key: "abc"}, "abcd", "[redacted]d", false},
		{Choice{key: "public", isShared: true}, "publications", "publications", true},
		{Choice{}, "abcd", "abcd", true},
	} {
		dir := t.TempDir()
		w := &Web{choice: test.choice, key: newSecret(&test.choice), o: Options{Cache: &Cache{library: permission.Library(dir), dir: dir, now: time.Now}}}
		err := w.keep(&stored{Engine: "x", At: time.Now(), Content: []byte(test.text)})
		_, kept := w.o.Cache.get("x", "")
		if got := string(w.key.redactBytes([]byte(test.text))); err != nil || kept != test.kept || got != test.text || w.key.redact(test.text) != test.message {
			t.Errorf("%+v: kept %v, %q, %q, %v", test, kept, got, w.key.redact(test.text), err)
		}
	}
}

// The variable of a key names its host, so a description from another person cannot have it sent elsewhere, nor over a way on which it can be read.
func TestKeysAreBoundToHosts(t *testing.T) {
	for _, test := range []struct{ url, missing string }{
		{"https://search.example.org/?q={phrase}", ""},
		{"https://SEARCH.example.org/?q={phrase}", ""},
		{"http://search.example.org/?q={phrase}", "https"},
		{"https://search-example.org/?q={phrase}", "SLUICE_KEY_SEARCH__EXAMPLE_ORG"},
		{"https://evil.example/?q={phrase}", "SLUICE_KEY_EVIL_EXAMPLE"},
		{"https://search_example.org/?q={phrase}", "a host of letters"},
		{"https://search.exampl\u0435.org/?q={phrase}", "SLUICE_KEY_SEARCH_XN____EXAMPL__"},
	} {
		described, err := Parse([]byte("engines:\n  - name: x\n    kind: json\n    link: url\n    key-header: X-Key\n    url: " + test.url + "\n"))
		if err != nil {
			t.Fatal(err)
		}
		choices, err := Choices(described, func(name string) string {
			if name == "SLUICE_KEY_SEARCH_EXAMPLE_ORG" {
				return "secret"
			}
			return ""
		})
		if err != nil {
			t.Fatal(err)
		}
		if c := choices[len(choices)-1]; (c.Missing == "") != (test.missing == "") || !strings.Contains(c.Missing, test.missing) || (c.key != "") != (c.Missing == "") {
			t.Errorf("%s: misses %q, key %q; want %q", test.url, c.Missing, c.key, test.missing)
		}
	}
}
