package main

import (
	"archive/zip"
	"bytes"
	"compress/gzip"
	"encoding/base64"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// The secrets of the tests share a word, so that one search finds each of them.
const (
	hiddenWord   = "hidden"
	hiddenHeader = "hidden-header"
	hiddenUser   = "hidden-user"
	hiddenProxy  = "hidden-proxy"
)

// sluice runs a command and returns its exit code and all that it wrote.
func sluice(t *testing.T, args ...string) (int, string) {
	t.Helper()
	var out, errs bytes.Buffer
	code := run(t.Context(), args, strings.NewReader(""), &out, &errs)
	return code, out.String() + errs.String()
}

// serveSecretWeb serves two hosts behind a proxy with a password: key.example wants a header, basic.example a user.
func serveSecretWeb(t *testing.T) (proxy string) {
	t.Helper()
	basic := func(password string) string {
		return "Basic " + base64.StdEncoding.EncodeToString([]byte("me:"+password))
	}
	s := httptest.NewServer(http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
		switch {
		case r.Header.Get("Proxy-Authorization") != basic(hiddenProxy):
			rw.WriteHeader(http.StatusProxyAuthRequired)
		case r.URL.Path == "/robots.txt":
			http.NotFound(rw, r)
		case r.URL.Host == "key.example" && r.Header.Get("X-Api-Key") != hiddenHeader, r.URL.Host == "basic.example" && r.Header.Get("Authorization") != basic(hiddenUser):
			rw.WriteHeader(http.StatusUnauthorized)
		default:
			rw.Header().Set("Content-Type", "text/html")
			fmt.Fprintf(rw, "<title>Inside %s</title><a href=/one>one</a><a href=/two>two</a>", r.URL)
		}
	}))
	t.Cleanup(s.Close)
	return "http://me:" + hiddenProxy + "@" + strings.TrimPrefix(s.URL, "http://")
}

// TestSecretsAreShownAndExportedNowhere crawls with a secret header, a user in a seed and a proxy with a password, stops, and
// continues. Only the catalogue holds the secrets.
func TestSecretsAreShownAndExportedNowhere(t *testing.T) {
	longTest(t)
	dir := filepath.Join(t.TempDir(), "lib")
	proxy := serveSecretWeb(t)
	code, text := sluice(t, "crawl", "-d", dir, "--proxy", proxy, "--header", "X-Api-Key: "+hiddenHeader, "--delay", "1ms", "--max-pages", "2", "--index", "all",
		"http://key.example/", "http://me:"+hiddenUser+"@basic.example/")
	if code != exitStopped {
		t.Fatalf("crawl: exit code %d\n%s", code, text)
	}
	findInFolder(t, dir, hiddenWord, "catalog.db")
	all := text
	for _, args := range [][]string{
		{"crawl", "-d", dir, "--max-pages", "0"},
		{"status", "-d", dir, "--json"}, {"report", "-d", dir}, {"report", "-d", dir, "--json"}, {"pages", "-d", dir}, {"sites", "-d", dir}, {"documents", "-d", dir},
		{"show", "-d", dir, "http://basic.example/"}, {"show", "-d", dir, "--json", "http://key.example/"}, {"show", "-d", dir, "http://me:" + hiddenUser + "@basic.example/"},
		{"check", "-d", dir, "http://me:" + hiddenUser + "@basic.example/one"}, {"cat", "-d", dir, "http://basic.example/"}, {"verify", "-d", dir}, {"doctor", "-d", dir},
		{"export", "catalogue", "-d", dir}, {"export", "urls", "-d", dir}, {"export", "cdxj", "-d", dir}, {"export", "jsonl", "-d", dir},
		{"export", "warc", "-d", dir, "-o", filepath.Join(dir, "export.warc.gz")}, {"export", "wacz", "-d", dir, "-o", filepath.Join(dir, "export.wacz")},
		{"rebuild", "-d", dir},
	} {
		code, text := sluice(t, args...)
		if code == exitUsage {
			t.Errorf("%q: exit code %d\n%s", args, code, text)
		}
		if strings.Contains(text, hiddenWord) {
			t.Errorf("%q shows a secret:\n%s", args, text)
		}
		all += text
	}
	for _, host := range []string{"key.example", "basic.example"} {
		for _, path := range []string{"/", "/one", "/two"} {
			if page := "Inside http://" + host + path; !strings.Contains(all, page) {
				t.Errorf("no output shows the page %q", page)
			}
		}
	}
	if strings.Contains(all, hiddenWord) {
		t.Errorf("shown: %s", all)
	}
	findInFolder(t, dir, hiddenWord, "catalog.db")
	if text := plainText(t, filepath.Join(dir, "export.warc.gz")); !strings.Contains(text, "X-Api-Key: [redacted]") || !strings.Contains(text, "Authorization: [redacted]") {
		t.Errorf("exported archive lacks redacted fields")
	}
}

// findInFolder reports each file with a word in it, but for those whose names begin like the given ones.
func findInFolder(t *testing.T, dir, word string, but ...string) {
	t.Helper()
	err := filepath.WalkDir(dir, func(name string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() {
			return err
		}
		for _, prefix := range but {
			if strings.HasPrefix(d.Name(), prefix) {
				return nil
			}
		}
		if strings.Contains(plainText(t, name), word) {
			t.Errorf("%s holds %q", name, word)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// plainText returns a file without compression, and the files in it if it is a ZIP file.
func plainText(t *testing.T, name string) string {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return expand(t, name, data)
}

func expand(t *testing.T, name string, data []byte) string {
	t.Helper()
	switch filepath.Ext(name) {
	case ".gz":
		z, err := gzip.NewReader(bytes.NewReader(data))
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		plain, err := io.ReadAll(z)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		return string(plain)
	case ".wacz":
		z, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		var all strings.Builder
		for _, part := range z.File {
			r, err := part.Open()
			if err != nil {
				t.Fatal(err)
			}
			data, err := io.ReadAll(r)
			if err != nil {
				t.Fatal(err)
			}
			all.WriteString(expand(t, part.Name, data))
		}
		return all.String()
	}
	return string(data)
}

// TestMistakesShowNoSecret has malformed proxies, headers and seeds, in flags and in sluice.yaml.
func TestMistakesShowNoSecret(t *testing.T) {
	longTest(t)
	for _, args := range [][]string{
		{"--proxy", "http://me:hidden@h:99999"}, {"--proxy", "http://me:hid den@h"}, {"--proxy", "http://me:hid%zden@h"}, {"--proxy", "ftp://me:hidden@h"},
		{"--proxy", "http:/me:hidden@h"}, {"--proxy", "me:hid/den@h:1"}, {"--proxy", "socks5://me:hid#den@h:1"},
		{"--header", "Authorization Bearer hidden"}, {"--header", "Authori zation: hidden"}, {"--header", "hidden"}, {"--header", "Cookie: hid\nden"},
		{"https://me:hidden@h:port/"}, {"https://me:hid/den@h/"}, {"ftp://me:hidden@h/"}, {"me:hidden@h/"},
		{"--no-such-flag", "https://me:hidden@h/"},
	} {
		dir := filepath.Join(t.TempDir(), "lib")
		commands := [][]string{append([]string{"crawl", "-d", dir}, args...)}
		if strings.HasPrefix(args[0], "--") {
			commands[0] = append(commands[0], "http://h.example/")
		} else {
			commands = append(commands, append([]string{"crawl", "-d", dir, "--seeds", "-"}, args...),
				append([]string{"check", "-d", dir}, args...), append([]string{"show", "-d", dir}, args...), append([]string{"status"}, args...))
		}
		for _, command := range commands {
			code, text := sluice(t, command...)
			if command[0] == "crawl" && code != exitUsage || strings.Contains(text, "hid") || strings.Contains(text, "den@") {
				t.Errorf("%q: exit code %d\n%s", command, code, text)
			}
		}
		if len(args) != 2 || args[0] == "--no-such-flag" {
			continue
		}
		if err := os.MkdirAll(dir, 0o755); err != nil {
			t.Fatal(err)
		}
		file := fmt.Sprintf("%s: %q\n", strings.TrimPrefix(args[0], "--"), args[1])
		if err := os.WriteFile(filepath.Join(dir, "sluice.yaml"), []byte(file), 0o600); err != nil {
			t.Fatal(err)
		}
		if code, text := sluice(t, "crawl", "-d", dir, "http://h.example/"); code != exitUsage || strings.Contains(text, "hid") {
			t.Errorf("sluice.yaml with %s exit code %d\n%s", file, code, text)
		}
	}
}
