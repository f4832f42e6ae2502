package wiring_test

import (
	"bytes"
	"compress/gzip"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"sluice/document/content"
	"sluice/internal/archive"
	"sluice/internal/wiring"
)

// TestRemovalErasesWhatACrashLeftInTheArchive appends a response behind the place that the catalogue knows, as a kill between archive and catalogue leaves it.
func TestRemovalErasesWhatACrashLeftInTheArchive(t *testing.T) {
	const secret = "zqtailxk"
	dir := t.TempDir()
	crawlArchived(t, dir, config(alwaysTheSame(t)), true)
	mark := archiveMark(t, dir)
	a, err := archive.Open(t.Context(), filepath.Join(dir, "archive"), archive.Options{Plain: true}, mark)
	if err != nil {
		t.Fatal(err)
	}
	made, err := a.Encode(t.Context(), &archive.Exchange{
		URL: "http://long.example/tail", Time: time.Now(), Request: []byte("GET /tail HTTP/1.1\r\nHost: long.example\r\n\r\n"),
		Header: []byte("HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n\r\n"), Body: strings.NewReader(secret), Len: int64(len(secret)),
	})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := a.Append(t.Context(), made); err != nil {
		t.Fatal(err)
	}
	_, err = a.Sync(t.Context())
	spool := filepath.Join(dir, "archive", ".encode-1.tmp")
	if err := errors.Join(err, a.Close(), os.WriteFile(spool, []byte(secret), 0o600)); err != nil {
		t.Fatal(err)
	}
	if len(filesHolding(t, dir, secret)) != 2 {
		t.Fatal("the response is not in the archive before the removal")
	}
	removePattern(t, dir, "long.example")
	if files := filesHolding(t, dir, secret); len(files) > 0 {
		t.Errorf("the response is still in %q", files)
	}
}

// TestRemovalErasesWhatAKillInTheFirstGroupLeft stores a response, and the beginning of a second one, in the archive of a library whose catalogue has no
// group yet.
func TestRemovalErasesWhatAKillInTheFirstGroupLeft(t *testing.T) {
	const secret, torn, other = "zqfirstk", "zqtornxk", "zqotherk"
	for _, plain := range []bool{false, true} {
		dir := t.TempDir()
		if err := open(t, dir).Begin(t.Context()); err != nil {
			t.Fatal(err)
		}
		a, err := archive.Open(t.Context(), filepath.Join(dir, "archive"), archive.Options{Plain: plain}, archive.Position{})
		if err != nil {
			t.Fatal(err)
		}
		for url, body := range map[string]string{"http://long.example/": secret, "http://stays.example/": other} {
			made, err := a.Encode(t.Context(), &archive.Exchange{
				URL: url, Time: time.Now(), Request: []byte("GET / HTTP/1.1\r\nX-Name: " + body + "\r\n\r\n"),
				Header: []byte("HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n\r\n"), Body: strings.NewReader(body), Len: int64(len(body)),
			})
			if err != nil {
				t.Fatal(err)
			}
			if _, err := a.Append(t.Context(), made); err != nil {
				t.Fatal(err)
			}
			made.Release()
		}
		end, err := a.Sync(t.Context())
		if err := errors.Join(err, a.Close()); err != nil {
			t.Fatal(err)
		}
		f, err := os.OpenFile(filepath.Join(dir, "archive", end.File), os.O_WRONLY|os.O_APPEND, 0)
		if err != nil {
			t.Fatal(err)
		}
		head := "WARC/1.1\r\nWARC-Type: response\r\nWARC-Target-URI: http://long.example/" + torn
		if !plain {
			head = "\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\x03\x00\xff\x00\x00\xff" + torn // a stored block that is cut short
		}
		_, err = f.WriteString(head)
		if err := errors.Join(err, f.Close()); err != nil {
			t.Fatal(err)
		}
		if mark := archiveMark(t, dir); mark != (archive.Position{}) {
			t.Fatalf("the catalogue names the end %v", mark)
		}
		removed := removePattern(t, dir, "long.example")
		if removed.Answers != 1 || removed.Lost != 0 {
			t.Errorf("plain %t: removed %+v; want one response", plain, removed)
		}
		left, err := archiveText(t, filepath.Join(dir, "archive", end.File))
		if err != nil || strings.Contains(left, secret) || strings.Contains(left, torn) || !strings.Contains(left, other) {
			t.Errorf("plain %t: the archive has %q, %v; want only the response of the other host", plain, left, err)
		}
	}
}

// archiveText returns the text of an archive's file.
func archiveText(t *testing.T, path string) (string, error) {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil || !bytes.HasPrefix(b, []byte("\x1f\x8b")) {
		return string(b), err
	}
	z, err := gzip.NewReader(bytes.NewReader(b))
	if err != nil {
		return "", err
	}
	text, err := io.ReadAll(z)
	return string(text), err
}

// archiveMark returns the end of the archive as the catalogue of a library knows it.
func archiveMark(t *testing.T, dir string) archive.Position {
	t.Helper()
	lib, err := wiring.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer lib.Close()
	c, err := lib.Catalogue(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	mark, err := c.LastMark(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return archive.Position{File: mark.File, Offset: mark.Offset}
}

// filesHolding returns the files below a folder that hold a word.
func filesHolding(t *testing.T, dir, word string) (files []string) {
	t.Helper()
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() {
			return err
		}
		b, err := os.ReadFile(path)
		if bytes.Contains(b, []byte(word)) {
			files = append(files, path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// TestRemovalDeletesFilesThatACrashLeftUnfiled stores the body of a page as a reader does before a kill: the file and its text, and no row.
func TestRemovalDeletesFilesThatACrashLeftUnfiled(t *testing.T) {
	dir := t.TempDir()
	crawlWhole(t, dir, config(alwaysTheSame(t)))
	docs, err := open(t, dir).Collection(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	var paths []string
	for i, text := range []string{`<title>One</title>Always the same. <a href="/2">on</a> <a href="/3">on</a>`, "of another host"} {
		s, err := docs.Repository.Store(t.Context(), strings.NewReader(text), "html")
		if err != nil {
			t.Fatal(err)
		}
		if err := docs.Repository.StoreText(t.Context(), s.SHA256, &content.Document{Text: text}); err != nil {
			t.Fatal(err)
		}
		if paths = append(paths, s.Path); i > 0 {
			continue
		}
		paths = append(paths, filepath.Join(dir, "documents", "text", s.SHA256[:2], s.SHA256+".json.zst"))
	}
	if err := docs.Close(); err != nil {
		t.Fatal(err)
	}
	removePattern(t, dir, "long.example")
	for i, isGone := range []bool{true, true, false} {
		if _, err := os.Stat(paths[i]); errors.Is(err, fs.ErrNotExist) != isGone {
			t.Errorf("%s after the removal: %v; want it gone: %t", paths[i], err, isGone)
		}
	}
}
