package archive_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"sluice/internal/archive"
	"sluice/internal/archive/archivetest"
)

// add appends n pages, whose URLs go on from the number first, and syncs.
func add(t testing.TB, a *archive.Archive, first, n int) ([]archive.Location, archive.Position) {
	t.Helper()
	ls, err := a.Append(t.Context(), pages(t, a, first, n)...)
	if err != nil {
		t.Fatal(err)
	}
	p, err := a.Sync(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return ls, p
}

func pages(t testing.TB, a *archive.Archive, first, n int) []*archive.Encoded {
	t.Helper()
	var es []*archive.Encoded
	for i := first; i < first+n; i++ {
		e, err := a.Encode(t.Context(), archivetest.Page(fmt.Sprintf("http://example.org/%d", i), fmt.Appendf(nil, "page %d", i)))
		if err != nil {
			t.Fatal(err)
		}
		es = append(es, e)
	}
	return es
}

func files(t testing.TB, dir string) []string {
	t.Helper()
	fs, err := filepath.Glob(filepath.Join(dir, "*"))
	if err != nil {
		t.Fatal(err)
	}
	return fs
}

// responses returns the URLs of the response records in the folder, by strict reading.
func responses(t *testing.T, dir string) []string {
	t.Helper()
	var urls []string
	for _, f := range files(t, dir) {
		for _, r := range checkStrict(t, f) {
			if r.kind == "response" {
				urls = append(urls, r.fields["warc-target-uri"])
			}
		}
	}
	return urls
}

func urls(n int) []string {
	var us []string
	for i := range n {
		us = append(us, fmt.Sprintf("http://example.org/%d", i))
	}
	return us
}

func kinds(t *testing.T, test func(t *testing.T, o archive.Options)) {
	t.Run("gzip", func(t *testing.T) { test(t, archive.Options{}) })
	t.Run("plain", func(t *testing.T) { test(t, archive.Options{Plain: true}) })
}

func TestFilesFollowTheStandard(t *testing.T) {
	kinds(t, func(t *testing.T, o archive.Options) {
		dir := t.TempDir()
		o.MaxFile = 4000
		o.Info = []archive.Field{{Name: "software", Value: "test"}, {Name: "operator", Value: "Me\nand you"}}
		a := mustOpen(t, dir, o, archive.Position{})
		add(t, a, 0, 30)
		again := archivetest.Page("http://example.org/30", nil)
		again.Revisit = &archive.Original{Profile: archive.SamePayload, URL: "http://example.org/3", Time: again.Time}
		e, err := a.Encode(t.Context(), again)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := a.Append(t.Context(), e); err != nil {
			t.Fatal(err)
		}
		if got := responses(t, dir); !slices.Equal(got, urls(30)) {
			t.Errorf("responses %q, want 30 in order", got)
		}
		if n := len(files(t, dir)); n < 3 {
			t.Errorf("%d files, want several of at most 4000 bytes", n)
		}
		for _, f := range files(t, dir) {
			if info, _ := os.Stat(f); info.Size() > o.MaxFile {
				t.Errorf("%s has %d bytes", f, info.Size())
			}
		}
	})
}

func TestOpenGoesOnInTheLastFile(t *testing.T) {
	kinds(t, func(t *testing.T, o archive.Options) {
		dir := t.TempDir()
		var p archive.Position
		for i := range 3 {
			a := mustOpen(t, dir, o, p)
			_, p = add(t, a, i*5, 5)
			a.Close()
		}
		if n := len(files(t, dir)); n != 1 {
			t.Errorf("%d files, want one", n)
		}
		if got := responses(t, dir); !slices.Equal(got, urls(15)) {
			t.Errorf("responses %q, want 15", got)
		}
	})
}

func TestOpenTruncatesToPosition(t *testing.T) {
	kinds(t, func(t *testing.T, o archive.Options) {
		o.MaxFile = 4000
		for _, n := range []int{1, 4, 5, 9} {
			dir := t.TempDir()
			a := mustOpen(t, dir, o, archive.Position{})
			_, p := add(t, a, 0, n)
			add(t, a, 100, 20) // in this file and in more
			a.Close()
			os.WriteFile(filepath.Join(dir, "notes.txt"), []byte("mine"), 0o666)
			os.WriteFile(filepath.Join(dir, ".encode-1.tmp"), []byte("left by a crash"), 0o666)

			a = mustOpen(t, dir, o, p)
			if q, err := a.Sync(t.Context()); q != p || err != nil {
				t.Errorf("after the cut Sync = %v, %v, want %v", q, err, p)
			}
			add(t, a, n, 3)
			if err := os.Remove(filepath.Join(dir, "notes.txt")); err != nil {
				t.Error(err)
			}
			if _, err := os.Stat(filepath.Join(dir, ".encode-1.tmp")); err == nil {
				t.Error("a temporary file was left")
			}
			if got := responses(t, dir); !slices.Equal(got, urls(n+3)) {
				t.Errorf("responses %q, want %d", got, n+3)
			}
		}
	})
}

func TestOpenCutsTornRecordAtEveryByte(t *testing.T) {
	kinds(t, func(t *testing.T, o archive.Options) {
		dir := t.TempDir()
		a := mustOpen(t, dir, o, archive.Position{})
		_, one := add(t, a, 0, 1)
		add(t, a, 1, 1)
		a.Close()
		path := files(t, dir)[0]
		whole, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for n := 0; n < len(whole); n += 1 + n%37 {
			if err := os.WriteFile(path, whole[:n], 0o666); err != nil {
				t.Fatal(err)
			}
			a := mustOpen(t, dir, o, archive.Position{})
			_, p := add(t, a, 7, 1)
			a.Close()
			got := responses(t, dir)
			if int64(n) >= one.Offset && got[0] != urls(1)[0] || got[len(got)-1] != "http://example.org/7" {
				t.Fatalf("cut at byte %d: responses %q", n, got)
			}
			os.Remove(filepath.Join(dir, p.File))
		}
	})
}

func TestOpenKeepsDamagedFile(t *testing.T) {
	kinds(t, func(t *testing.T, o archive.Options) {
		dir := t.TempDir()
		a := mustOpen(t, dir, o, archive.Position{})
		ls, _ := add(t, a, 0, 5)
		a.Close()
		path := files(t, dir)[0]
		data, _ := os.ReadFile(path)
		copy(data[ls[2].Offset+20:], "damage!")
		copy(data[ls[2].Offset:], "WERC/")
		os.WriteFile(path, data, 0o666)

		a = mustOpen(t, dir, o, archive.Position{})
		add(t, a, 5, 1)
		if after, _ := os.ReadFile(path); !bytes.Equal(after, data) {
			t.Error("the damaged file was changed")
		}
		if n := len(files(t, dir)); n != 2 {
			t.Errorf("%d files, want a second one", n)
		}
		var got []string
		damaged := 0
		for r, err := range archive.Records(t.Context(), path) {
			if d := (*archive.DamageError)(nil); errors.As(err, &d) {
				damaged++
			} else if err != nil {
				t.Fatal(err)
			} else if r.Type == "response" {
				got = append(got, r.URL)
			}
		}
		if want := slices.Delete(urls(5), 2, 3); damaged == 0 || !slices.Equal(got, want) {
			t.Errorf("read %q with %d broken, want %q", got, damaged, want)
		}
	})
}

func TestOpenRefuses(t *testing.T) {
	dir := t.TempDir()
	a := mustOpen(t, dir, archive.Options{}, archive.Position{})
	_, p := add(t, a, 0, 3)
	a.Close()
	for _, c := range []struct {
		o    archive.Options
		at   archive.Position
		want string
	}{
		{at: archive.Position{File: "sluice-20260101000000-00009.warc.gz", Offset: 10}, want: "is missing"},
		{at: archive.Position{File: p.File, Offset: p.Offset + 1}, want: "restore it from a copy"},
		{at: archive.Position{File: "../etc/passwd", Offset: 1}, want: "no location in an archive"},
		{at: archive.Position{File: p.File, Offset: -1}, want: "no location in an archive"},
		{o: archive.Options{Level: 11}, at: p, want: "gzip level"},
		{o: archive.Options{MaxFile: -1}, at: p, want: "largest file"},
	} {
		if a, err := archive.Open(t.Context(), dir, c.o, c.at); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("Open(%+v, %v) = %v, %v, want an error with %q", c.o, c.at, a, err, c.want)
		}
	}
	if got := responses(t, dir); !slices.Equal(got, urls(3)) {
		t.Errorf("a refused Open changed the archive to %q", got)
	}
	file := filepath.Join(t.TempDir(), "file")
	os.WriteFile(file, nil, 0o666)
	if _, err := archive.Open(t.Context(), file, archive.Options{}, archive.Position{}); err == nil {
		t.Error("Open of a file as a folder gave no error")
	}
}

func TestOpenTruncatesOnlyWhatACrashLeft(t *testing.T) {
	kinds(t, func(t *testing.T, o archive.Options) {
		other := t.TempDir()
		a := mustOpen(t, other, o, archive.Position{})
		add(t, a, 100, 3)
		a.Close()
		foreign, err := os.ReadFile(files(t, other)[0])
		if err != nil {
			t.Fatal(err)
		}
		ending := filepath.Ext(files(t, other)[0])
		for what, change := range map[string]func(t *testing.T, dir, last string){
			"a file of another crawl": func(t *testing.T, dir, last string) {
				os.WriteFile(filepath.Join(dir, "sluice-20991231235959-00002.warc"+strings.TrimSuffix(ending, ".warc")), foreign, 0o666)
			},
			"a file of another crawl, with a gap before it": func(t *testing.T, dir, last string) {
				os.WriteFile(filepath.Join(dir, "sluice-20991231235959-00007.warc"+strings.TrimSuffix(ending, ".warc")), foreign, 0o666)
			},
			"zeros, with a gap before them": func(t *testing.T, dir, last string) {
				os.WriteFile(filepath.Join(dir, "sluice-20991231235959-00007.warc.gz"), make([]byte, 5000), 0o666)
			},
			"zeros, and then something": func(t *testing.T, dir, last string) {
				os.WriteFile(filepath.Join(dir, "sluice-20991231235959-00002.warc.gz"), append(make([]byte, 100_000), 'x'), 0o666)
			},
			"a file that cannot be read": func(t *testing.T, dir, last string) {
				os.WriteFile(filepath.Join(dir, "sluice-20991231235959-00002.warc.gz"), []byte("a note of mine"), 0o666)
			},
			"more exchanges than a crash leaves": func(t *testing.T, dir, last string) {
				f, err := os.OpenFile(last, os.O_WRONLY|os.O_APPEND, 0)
				if err != nil {
					t.Fatal(err)
				}
				defer f.Close()
				for range 1001 { // of three exchanges each
					f.Write(foreign)
				}
			},
		} {
			t.Run(what, func(t *testing.T) {
				dir := filepath.Join(t.TempDir(), "my library", "archive")
				a := mustOpen(t, dir, o, archive.Position{})
				_, p := add(t, a, 0, 1)
				a.Close()
				change(t, dir, files(t, dir)[0])
				before := bytesOf(t, dir)
				var unknown *archive.UnknownError
				if _, err := archive.Open(t.Context(), dir, o, p); !errors.As(err, &unknown) || unknown.Files != 1 || !strings.Contains(err.Error(), "sluice rebuild -d '"+filepath.Dir(dir)+"'") {
					t.Errorf("Open: %v; want an UnknownError of one file", err)
				}
				if err := archive.Check(t.Context(), dir, o, p); !errors.As(err, &unknown) {
					t.Errorf("Check: %v; want what Open says", err)
				}
				if after := bytesOf(t, dir); !slices.Equal(after, before) {
					t.Error("the archive was changed")
				}
			})
		}
	})
}

func TestFileOfZerosIsTakenForPowerLoss(t *testing.T) {
	dir := t.TempDir()
	a := mustOpen(t, dir, archive.Options{}, archive.Position{})
	_, p := add(t, a, 0, 3)
	a.Close()
	blank := filepath.Join(dir, "sluice-20991231235959-00002.warc.gz")
	if err := os.WriteFile(blank, make([]byte, 100_000), 0o666); err != nil {
		t.Fatal(err)
	}
	a = mustOpen(t, dir, archive.Options{}, p)
	add(t, a, 3, 2)
	if got := responses(t, dir); !slices.Equal(got, urls(5)) || len(files(t, dir)) != 1 {
		t.Errorf("%d files with responses %q; want one with five", len(files(t, dir)), got)
	}
}

// bytesOf returns the contents of all files.
func bytesOf(t *testing.T, dir string) []string {
	t.Helper()
	var all []string
	for _, f := range files(t, dir) {
		b, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, f+string(b))
	}
	return all
}

func TestReadOnlyStoreIsUnchanged(t *testing.T) {
	dir := t.TempDir()
	a := mustOpen(t, dir, archive.Options{}, archive.Position{})
	_, p := add(t, a, 0, 3)
	es := pages(t, a, 3, 1)
	a.Close()
	f, err := os.OpenFile(files(t, dir)[0], os.O_WRONLY|os.O_APPEND, 0)
	if err != nil {
		t.Fatal(err)
	}
	f.WriteString("\x1f\x8b\x08\x00") // torn
	f.Close()
	before := bytesOf(t, dir)
	r, err := archive.OpenReadOnly(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	if got, err := r.Sync(t.Context()); err != nil || got != p {
		t.Errorf("Sync = %v, %v; want the end of the last whole record, %v", got, err, p)
	}
	if _, err := r.Append(t.Context(), es...); err == nil {
		t.Error("Append to what is only read")
	}
	if err := r.Close(); err != nil {
		t.Error(err)
	}
	if !slices.Equal(bytesOf(t, dir), before) {
		t.Error("the archive was changed")
	}
}

func TestChangedSettingStartsNewFile(t *testing.T) {
	dir := t.TempDir()
	a := mustOpen(t, dir, archive.Options{}, archive.Position{})
	_, p := add(t, a, 0, 2)
	a.Close()
	a = mustOpen(t, dir, archive.Options{Plain: true}, p)
	add(t, a, 2, 2)
	if got := responses(t, dir); !slices.Equal(got, urls(4)) || len(files(t, dir)) != 2 {
		t.Errorf("%d files with responses %q", len(files(t, dir)), got)
	}
}

func TestFullDiskLeavesNoTornRecord(t *testing.T) {
	kinds(t, func(t *testing.T, o archive.Options) {
		for _, max := range []int64{4000, 0} {
			for left := int64(0); left < 9000; left += 1201 {
				o.MaxFile = max
				testFullDisk(t, o, left)
			}
		}
	})
}

func testFullDisk(t *testing.T, o archive.Options, left int64) {
	t.Helper()
	dir := t.TempDir()
	a := mustOpen(t, dir, o, archive.Position{})
	var err error
	a.FailWrites(&left, syscall.ENOSPC)
	n := 0
	for ; err == nil && n < 20; n += 2 {
		_, err = a.Append(t.Context(), pages(t, a, n, 2)...)
	}
	if err == nil {
		t.Fatal("no error from a full disk")
	}
	n -= 2
	if !errors.Is(err, syscall.ENOSPC) || !strings.Contains(err.Error(), dir) || !strings.Contains(err.Error(), "make room") {
		t.Errorf("error %q, want one that says where and what to do", err)
	}
	if got := responses(t, dir); !slices.Equal(got, urls(n)) {
		t.Errorf("on the full disk %d pages, want %d", len(got), n)
	}
	left = 1 << 30 // there is space again
	add(t, a, n, 2)
	if got := responses(t, dir); !slices.Equal(got, urls(n+2)) {
		t.Errorf("after the full disk %d pages, want %d", len(got), n+2)
	}
}

func TestFailedSyncEndsWriting(t *testing.T) {
	a := mustOpen(t, t.TempDir(), archive.Options{}, archive.Position{})
	add(t, a, 0, 1)
	a.FailSync(syscall.EIO)
	if _, err := a.Append(t.Context(), pages(t, a, 1, 1)...); err != nil {
		t.Fatal(err)
	}
	if _, err := a.Sync(t.Context()); !errors.Is(err, syscall.EIO) {
		t.Errorf("Sync gave %v, want EIO", err)
	}
	if _, err := a.Append(t.Context(), pages(t, a, 2, 1)...); !errors.Is(err, syscall.EIO) {
		t.Errorf("Append after a failed Sync gave %v, want EIO", err)
	}
}

func TestReadOnlyFolderIsAClearError(t *testing.T) {
	if os.Getuid() == 0 {
		t.Skip("root may write everywhere")
	}
	dir := t.TempDir()
	os.Chmod(dir, 0o555)
	a := mustOpen(t, dir, archive.Options{}, archive.Position{})
	if _, err := a.Append(t.Context(), pages(t, a, 0, 1)...); err == nil || !strings.Contains(err.Error(), dir) {
		t.Errorf("Append gave %v, want an error that names the folder", err)
	}
}

func TestALargeBodyLeavesNoFile(t *testing.T) {
	dir := t.TempDir()
	a := mustOpen(t, dir, archive.Options{Plain: true}, archive.Position{})
	body := bytes.Repeat([]byte("large "), 1<<20)
	e, err := a.Encode(t.Context(), archivetest.Page("http://example.org/", body))
	if err != nil {
		t.Fatal(err)
	}
	defer e.Release()
	if fs := files(t, dir); len(fs) > 0 {
		t.Errorf("the folder shows %q", fs)
	}
	for range 2 { // the same Encoded may be appended again, after an error
		ls, err := a.Append(t.Context(), e)
		if err != nil {
			t.Fatal(err)
		}
		r, err := a.Read(t.Context(), ls[0])
		if err != nil {
			t.Fatal(err)
		}
		if got, err := io.ReadAll(r.Body); err != nil || !bytes.Equal(got, body) {
			t.Errorf("%d bytes, %v, want %d", len(got), err, len(body))
		}
		r.Close()
	}
}
