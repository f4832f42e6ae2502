package main

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"

	"sluice/internal/pdf"
	"sluice/internal/removal"
	"sluice/internal/wiring"
	"sluice/library"
)

// secrets are words that only a removed host has, by where they are. No three letters of them are in the sample text, so that they are not torn by compression.
var secrets = map[string]string{
	"title of a page": "zqtitvxk", "author of a page": "zqautjwh", "text of a page": "zqbdykxq", "robots.txt": "zqrobwjx", "URL of a page": "zqurljkv",
	"URL that waits": "zqwaikjw", "header": "zqheajvx", "URL of a document": "zqdocvjk", "title of a document": "zqdtikwx", "text of a document": "zqdtxjqw",
	"correction": "zqedijkx", "text of a link": "zqanckvw", "refused URL": "zqrefxjk", "redirect": "zqredwvx", "URL of an error": "zqerrkxw",
	"host name": "zqhosjxw",
}

// serveSecrets is the removed host, and a host that stays. The page of the second names the first by its address alone.
func serveSecrets(w http.ResponseWriter, r *http.Request) {
	s := secrets
	gone := "http://" + s["host name"] + ".example"
	if !strings.HasPrefix(r.Host, "stays.") {
		w.Header().Set("X-Secret", s["header"])
	}
	page := func(format string, args ...any) {
		w.Header().Set("Content-Type", "text/html")
		fmt.Fprintf(w, format, args...)
	}
	switch at := r.Host + r.URL.Path; at {
	case "stays.example/":
		page(`<title>The host that stays</title><p>A page about walks on graphs and their speed.</p><a href="/other">other</a>`)
	case "stays.example/other", "stays.example/linked":
		page("<title>Other</title><p>Text of %s, of some words.</p>", r.URL.Path)
	case s["host name"] + ".example/":
		page(`<title>%s</title><meta name="author" content="%s"><p>Here is %s in a text.</p><a href="/%s.pdf">%s</a> <a href="/%s">x</a>
			<a href="/robots/%s">x</a> <a href="/moved">x</a> <a href="/%s">x</a> <a href="http://stays.example/linked">%s</a> <a href="http://stays.example/deep">y</a>`,
			s["title of a page"], s["author of a page"], s["text of a page"], s["URL of a document"], s["text of a link"], s["URL of a page"], s["refused URL"],
			s["URL of an error"], s["text of a link"])
	case s["host name"] + ".example/moved":
		http.Redirect(w, r, gone+"/"+s["redirect"], http.StatusFound)
	case s["host name"] + ".example/" + s["redirect"]:
		http.Redirect(w, r, "http://stays.example/linked", http.StatusFound)
	case s["host name"] + ".example/" + s["URL of a page"]:
		page("<title>%s</title>", s["title of a page"])
		for i := range 200 {
			fmt.Fprintf(w, `<a href="/%s/%d">%d</a> `, s["URL that waits"], i, i)
		}
	case s["host name"] + ".example/robots.txt":
		fmt.Fprintf(w, "User-agent: *\nDisallow: /robots/\nDisallow: /%s\n", s["robots.txt"])
	case s["host name"] + ".example/" + s["URL of a document"] + ".pdf":
		text := pdf.Stream("", fmt.Sprintf("BT /F1 20 Tf 72 700 Td (%s) Tj 0 -40 Td /F1 11 Tf (Abstract. %s is what this is about.) Tj %s ET", s["title of a document"], s["text of a document"],
			strings.Repeat("0 -14 Td (Walks on graphs are studied here, with their speed and the time until they return.) Tj ", 40)))
		w.Header().Set("Content-Type", "application/pdf")
		padding := pdf.Stream("", strings.Repeat("0123456789abcdef", 2000)) // files of a few hundred bytes are no documents
		w.Write(pdf.File("", "<< /Type /Catalog /Pages 2 0 R >>", "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
			"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> >> >>", text, padding))
	default:
		if strings.Contains(at, s["URL that waits"]) {
			page("<title>%s</title>", s["URL that waits"])
			return
		}
		http.NotFound(w, r)
	}
}

// secretLibrary crawls both hosts into a folder, and corrects a document of the host that is removed.
func secretLibrary(t *testing.T, dir, web, archive string) {
	t.Helper()
	host := secrets["host name"] + ".example"
	seeds := filepath.Join(t.TempDir(), "seeds") // seeds are named by the user and stay
	if err := os.WriteFile(seeds, []byte("http://stays.example/\nhttp://"+host+"/\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if code, out, errs := runCommand("crawl", "-d", dir, "--proxy", web, "--delay", "1ms", "--progress", "none", "--index", "all", "--warc", archive,
		"--max-pages", "30", "--seeds", seeds); code != exitStopped {
		t.Fatalf("sluice crawl: exit code %d\n%s%s", code, out, errs)
	}
	document := "http://" + host + "/" + secrets["URL of a document"] + ".pdf"
	succeed(t, "edit", "-d", dir, document, "--title", secrets["correction"])
	succeed(t, "judge", "-d", dir, document, "--genre", "paper")
	succeed(t, "edit", "-d", dir, document, "--title", secrets["title of a document"])
}

// succeed runs a command that must succeed.
func succeed(t *testing.T, args ...string) {
	t.Helper()
	if code, out, errs := runCommand(args...); code != exitDone {
		t.Fatalf("sluice %q: exit code %d\n%s%s", args, code, out, errs)
	}
}

// checkErased looks for the secrets in every byte of a library.
func checkErased(t *testing.T, dir string) {
	t.Helper()
	for where, secret := range secrets {
		for _, file := range filesWith(t, dir, secret) {
			if where == "host name" && mayName[file] {
				continue
			}
			t.Errorf("%s is still in %s", where, file)
		}
	}
}

// TestRemovalLeavesNoByte removes a host and looks for what it had in every byte of the library's folder, also in what is compressed.
func TestRemovalLeavesNoByte(t *testing.T) {
	t.Parallel()
	web := httptest.NewServer(http.HandlerFunc(serveSecrets))
	defer web.Close()
	for _, archive := range []string{"gzip", "plain"} {
		t.Run(archive, func(t *testing.T) {
			if archive == "plain" {
				longTest(t) // as with gzip, which has more goroutines
			}
			dir := filepath.Join(t.TempDir(), "lib")
			host := secrets["host name"] + ".example"
			secretLibrary(t, dir, web.URL, archive)
			for where, secret := range secrets {
				if files := filesWith(t, dir, secret); len(files) == 0 {
					t.Errorf("%s is nowhere before the removal", where)
				}
			}
			leftByKill(t, dir)
			before := t.TempDir()
			if err := os.CopyFS(before, os.DirFS(filepath.Join(dir, "documents"))); err != nil {
				t.Fatal(err)
			}
			succeed(t, "remove", "-d", dir, "--yes", host)
			checkErased(t, dir)
			checkSound(t, dir, true)
			succeed(t, "verify", "-d", dir)
			for _, name := range []string{"accepted", "trash", "text", "copies"} { // as a kill between the rows and the files leaves them
				kept := filepath.Join(dir, "documents", name)
				if err := errors.Join(os.MkdirAll(filepath.Join(before, name), 0o700), os.RemoveAll(kept), os.Rename(filepath.Join(before, name), kept)); err != nil {
					t.Fatal(err)
				}
			}
			if files := filesWith(t, dir, secrets["text of a document"]); len(files) == 0 {
				t.Error("the files of the removed document are not there again")
			}
			succeed(t, "remove", "-d", dir, "--yes", host)
			checkErased(t, dir)
			checkSound(t, dir, true)
			succeed(t, "crawl", "-d", dir, "--proxy", web.URL, "--delay", "1ms", "--progress", "none", "--max-pages", "100")
			checkSound(t, dir, true)
			if _, out, _ := runCommand("pages", "-d", dir); strings.Contains(out, host) || !strings.Contains(out, "stays.example/linked") {
				t.Errorf("pages after the next crawl:\n%s", out)
			}
		})
	}
}

// leftByKill makes the files that processes leave which are killed while they write.
func leftByKill(t *testing.T, dir string) {
	t.Helper()
	for _, name := range []string{"documents/tmp/store-1", "documents/tmp/view-1/view.pdf", "archive/.encode-1.tmp", "rebuild.tmp/catalog.db"} {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o700), os.WriteFile(path, []byte(secrets["text of a document"]), 0o600)); err != nil {
			t.Fatal(err)
		}
	}
}

// TestInterruptedRemovalIsCompletedByTheNext ends a removal at the beginning of each step, and runs it again.
func TestInterruptedRemovalIsCompletedByTheNext(t *testing.T) {
	longTest(t)
	t.Parallel()
	web := httptest.NewServer(http.HandlerFunc(serveSecrets))
	defer web.Close()
	crawled := filepath.Join(t.TempDir(), "lib")
	secretLibrary(t, crawled, web.URL, "gzip")
	host := secrets["host name"] + ".example"
	for _, step := range []removal.Step{
		removal.CopyBodies, removal.EraseArchive, removal.SearchRobots, removal.DeleteRows, removal.WriteIndex, removal.WriteCatalogue, removal.EraseFrontier,
	} {
		t.Run(string(step), func(t *testing.T) {
			dir := filepath.Join(t.TempDir(), "lib")
			if err := os.CopyFS(dir, os.DirFS(crawled)); err != nil {
				t.Fatal(err)
			}
			lib, err := open(t.Context(), dir)
			if err != nil {
				t.Fatal(err)
			}
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			_, err = lib.Remove(ctx, host, "", func(now wiring.RemovalStep, _ library.Removal) {
				if now == step {
					cancel()
				}
			})
			if err := lib.Close(); err != nil {
				t.Fatal(err)
			}
			if !errors.Is(err, context.Canceled) {
				t.Fatalf("Remove() = %v; want it to be interrupted", err)
			}
			succeed(t, "remove", "-d", dir, "--yes", host)
			checkErased(t, dir)
			checkSound(t, dir, false)
		})
	}
}

// mayName are the files that may have the name of a removed host: the list of removals, and the user's seeds.
var mayName = map[string]bool{"catalog.db": true, "sluice.yaml": true, "documents/hand.jsonl": true}

// filesWith returns the files below a folder that have a word, as it is or compressed with gzip or Zstandard.
func filesWith(t *testing.T, dir, word string) (files []string) {
	t.Helper()
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() {
			return err
		}
		b, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		if contains(b, word) {
			name, err := filepath.Rel(dir, path)
			files = append(files, filepath.ToSlash(name))
			return err
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// contains reports whether bytes have a word, as they are or in any member of them that is compressed.
func contains(b []byte, word string) bool {
	if bytes.Contains(bytes.ToLower(b), []byte(word)) {
		return true
	}
	for _, kind := range []struct {
		magic string
		open  func(io.Reader) (io.Reader, error)
	}{
		{"\x1f\x8b\x08", func(r io.Reader) (io.Reader, error) { return gzip.NewReader(r) }},
		{"\x28\xb5\x2f\xfd", func(r io.Reader) (io.Reader, error) { return zstd.NewReader(r, zstd.WithDecoderConcurrency(1)) }},
	} {
		for at := 0; ; at++ {
			next := bytes.Index(b[at:], []byte(kind.magic))
			if next < 0 {
				break
			}
			at += next
			r, err := kind.open(bytes.NewReader(b[at:]))
			if err != nil {
				continue
			}
			text, _ := io.ReadAll(io.LimitReader(r, 1<<20)) // a damaged member counts as far as it goes
			if bytes.Contains(bytes.ToLower(text), []byte(word)) {
				return true
			}
		}
	}
	return false
}
