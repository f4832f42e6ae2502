package archive_test

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"sluice/internal/archive"
	"sluice/internal/archive/archivetest"
	"sluice/internal/archive/cdxj"
)

// sizes are bodies whose records fill less than one gzip member, about one, and several.
var sizes = []int{0, 1, 900, 3000, 65_000, 65_535, 66_000, 131_000, 400_000}

// secret is a body that does not compress, with a mark in it.
func secret(i, n int) []byte {
	r := rand.New(rand.NewPCG(uint64(i), 7))
	b := make([]byte, n)
	for i := range b {
		b[i] = byte(r.Uint32())
	}
	return append(b, "secret"...)
}

// mixedSizes appends a page of each size, and a revisit of the second one.
func mixedSizes(t *testing.T, o archive.Options, sizes []int) (dir string, at []archive.Location) {
	t.Helper()
	dir = t.TempDir()
	a := mustOpen(t, dir, o, archive.Position{})
	defer a.Close()
	put := func(x *archive.Exchange) {
		e, err := a.Encode(t.Context(), x)
		if err != nil {
			t.Fatal(err)
		}
		defer e.Release()
		ls, err := a.Append(t.Context(), e)
		if err != nil {
			t.Fatal(err)
		}
		at = append(at, ls...)
	}
	for i, n := range sizes {
		put(archivetest.Page(fmt.Sprintf("http://example.org/%d", i), secret(i, n)))
	}
	again := archivetest.Page("http://example.org/again", nil)
	again.Revisit = &archive.Original{Profile: archive.SamePayload, URL: "http://example.org/1", Time: again.Time}
	put(again)
	if _, err := a.Sync(t.Context()); err != nil {
		t.Fatal(err)
	}
	return dir, at
}

// readable returns the URLs of the responses and revisits that can be read whole, and how many broken records there are.
func readable(t *testing.T, dir string) (urls []string, broken int) {
	t.Helper()
	for _, path := range files(t, dir) {
		for rec, err := range archive.Records(t.Context(), path) {
			if err != nil {
				broken++
				continue
			}
			if rec.Type != "response" && rec.Type != "revisit" {
				continue
			}
			if _, err := rec.Verify(t.Context()); err == nil {
				urls = append(urls, rec.URL)
			}
		}
	}
	return urls, broken
}

func TestEraseKeepsOtherRecordsInPlace(t *testing.T) {
	kinds(t, func(t *testing.T, o archive.Options) {
		o.MaxFile = 300_000
		for _, level := range []int{1, 9} {
			o.Level = level
			dir, at := mixedSizes(t, o, sizes)
			whole, _ := readable(t, dir)
			for i, l := range at {
				before := totalSize(t, dir)
				erased, err := archive.Erase(t.Context(), dir, archive.Position{}, l)
				if err != nil || len(erased) != 1 || erased[0].URL != whole[i] || erased[0].Location != l || erased[0].Bytes <= l.Length {
					t.Fatalf("Erase(%+v) = %+v, %v; want that of %s", l, erased, err, whole[i])
				}
				if after := totalSize(t, dir); after != before {
					t.Errorf("%d bytes became %d", before, after)
				}
				for _, path := range files(t, dir) {
					for _, r := range checkStrict(t, path) {
						if r.fields["warc-target-uri"] == whole[i] || r.kind == "response" && bytes.Contains(r.block, secret(i, 0)) && r.fields["warc-target-uri"] == whole[i] {
							t.Fatalf("%s record of %s is still there", r.kind, whole[i])
						}
					}
				}
				if got, broken := readable(t, dir); broken > 0 || !slices.Equal(got, whole[i+1:]) {
					t.Fatalf("without %s there are %q, %d broken", whole[i], got, broken)
				}
				for j, l := range at[i+1:] {
					rec, err := archive.ReadFrom(t.Context(), dir, l)
					if err != nil || rec.URL != whole[i+1+j] {
						t.Fatalf("%+v holds %v, %v; want %s", l, rec, err, whole[i+1+j])
					}
					rec.Close()
				}
			}
			for _, b := range bytesOf(t, dir) {
				if strings.Contains(b, "secret") || strings.Contains(b, "example.org") {
					t.Error("something of what was erased is in the file")
				}
			}
			for _, path := range files(t, dir) {
				for e, err := range cdxj.Index(t.Context(), path, strings.ToUpper) {
					t.Errorf("the index has %+v, %v", e, err)
				}
			}
		}
	})
}

func totalSize(t *testing.T, dir string) (n int64) {
	t.Helper()
	for _, f := range files(t, dir) {
		info, err := os.Stat(f)
		if err != nil {
			t.Fatal(err)
		}
		n += info.Size()
	}
	return n
}

func TestEraseTwiceChangesNothing(t *testing.T) {
	kinds(t, func(t *testing.T, o archive.Options) {
		dir, at := mixedSizes(t, o, sizes)
		some := []archive.Location{at[7], at[1], at[2], at[1]}
		if erased, err := archive.Erase(t.Context(), dir, archive.Position{}, some...); err != nil || len(erased) != 3 {
			t.Fatalf("Erase = %+v, %v; want three", erased, err)
		}
		before := bytesOf(t, dir)
		erased, err := archive.Erase(t.Context(), dir, archive.Position{}, some...)
		if err != nil || len(erased) != 3 || erased[0].Bytes != 0 || erased[0].URL != "" {
			t.Errorf("a second Erase = %+v, %v", erased, err)
		}
		if !slices.Equal(bytesOf(t, dir), before) {
			t.Error("a second Erase changed the archive")
		}
	})
}

func TestArchiveContinuesAfterErasure(t *testing.T) {
	kinds(t, func(t *testing.T, o archive.Options) {
		dir := t.TempDir()
		a := mustOpen(t, dir, o, archive.Position{})
		at, p := add(t, a, 0, 4)
		a.Close()
		if _, err := archive.Erase(t.Context(), dir, p, at[3]); err != nil { // its end is the archive's
			t.Fatal(err)
		}
		if err := archive.Check(t.Context(), dir, o, p); err != nil {
			t.Error(err)
		}
		a = mustOpen(t, dir, o, p)
		add(t, a, 4, 2)
		a.Close()
		a = mustOpen(t, dir, o, archive.Position{})
		add(t, a, 6, 1)
		want := slices.Delete(urls(7), 3, 4)
		if got := responses(t, dir); !slices.Equal(got, want) || len(files(t, dir)) != 1 {
			t.Errorf("%d files with %q; want one with %q", len(files(t, dir)), got, want)
		}
	})
}

func TestCrashDuringErasureDamagesNothingElse(t *testing.T) {
	kinds(t, func(t *testing.T, o archive.Options) {
		for _, sizes := range [][]int{{10, 301, 20}, {10, 140_000, 20}} {
			dir, at := mixedSizes(t, o, sizes)
			path := files(t, dir)[0]
			whole, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			others := []string{"http://example.org/0", "http://example.org/2", "http://example.org/again"}
			stopped := false
			for n := 0; !stopped; n += step(n, at[1].Length) {
				if err := os.WriteFile(path, whole, 0o666); err != nil {
					t.Fatal(err)
				}
				stopped = archive.EraseUntil(n, dir, at[1]) == nil
				got, _ := readable(t, dir)
				if i := slices.Index(got, "http://example.org/1"); i >= 0 {
					got = slices.Delete(got, i, i+1)
				}
				if !slices.Equal(got, others) {
					t.Fatalf("after %d bytes %q can be read, want %q", n, got, others)
				}
				if err := archive.EraseUntil(math.MaxInt, dir, at[1]); err != nil {
					t.Fatalf("after %d bytes: %v", n, err)
				}
				for _, r := range checkStrict(t, path) {
					if r.fields["warc-target-uri"] == "http://example.org/1" {
						t.Fatalf("after %d bytes and once more: a %s record is there", n, r.kind)
					}
				}
				if got, broken := readable(t, dir); broken > 0 || !slices.Equal(got, others) {
					t.Fatalf("after %d bytes and once more: %q, %d broken", n, got, broken)
				}
			}
		}
	})
}

// step continues slowly where records and their members begin, and fast within what fills them up, where one byte is as
// another. Of a small record all is looked at, of a large one only what it has beside.
func step(n int, length int64) int {
	const member, begun = 65_558, 3 * 32 // bytes of a member, and those that are written before
	switch {
	case length < member && n < begun+50:
		return 1
	case length < member:
		return 11
	case int64(n)-begun >= length%member && (int64(n)-begun-length%member)%member < 20:
		return 1
	}
	return 4999
}

func TestBrokenRecordIsErased(t *testing.T) {
	kinds(t, func(t *testing.T, o archive.Options) {
		dir, at := mixedSizes(t, o, []int{10, 2000, 20})
		path := files(t, dir)[0]
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		copy(data[at[1].Offset:], "W?RC/")
		if err := os.WriteFile(path, data, 0o666); err != nil {
			t.Fatal(err)
		}
		if _, err := archive.Erase(t.Context(), dir, archive.Position{}, at[1]); err != nil {
			t.Fatal(err)
		}
		checkStrict(t, path)
		if got, broken := readable(t, dir); broken > 0 || len(got) != 3 {
			t.Errorf("%q, %d broken", got, broken)
		}
	})
}

func TestEraseRefusesFileOfCrawl(t *testing.T) {
	kinds(t, func(t *testing.T, o archive.Options) {
		dir, at := mixedSizes(t, o, []int{10, 2000, 20})
		before := bytesOf(t, dir)
		l := at[1]
		for _, c := range []struct {
			end  archive.Position
			want string
		}{
			{archive.Position{File: l.File, Offset: l.Offset + 5}, "not within"},
			{archive.Position{File: strings.Replace(l.File, "-00001.", "-00000.", 1), Offset: 5}, "not durable"},
		} {
			if got, err := archive.Erase(t.Context(), dir, c.end, at[0], l); err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("Erase before %+v = %v, %v; want an error with %q", c.end, got, err, c.want)
			}
		}
		if !slices.Equal(bytesOf(t, dir), before) {
			t.Error("a refused erasure changed the archive")
		}
	})
}

// TestMissingRecordDoesNotStopErasure names places at which there is no answer beside one at which there is.
func TestMissingRecordDoesNotStopErasure(t *testing.T) {
	kinds(t, func(t *testing.T, o archive.Options) {
		for _, c := range []struct {
			file           string // with %s for the serial number
			offset, length func(at []archive.Location, first int64) int64
			want           string
		}{
			{"../x", zero, number(5), "no file of an archive"},
			{"-00009.", zero, number(5), "is missing"},
			{"", func(at []archive.Location, _ int64) int64 { return at[1].Offset + 1 }, func(at []archive.Location, _ int64) int64 { return at[1].Length }, "damaged"},
			{"", func(at []archive.Location, _ int64) int64 { return at[1].Offset }, func(at []archive.Location, _ int64) int64 { return at[1].Length - 1 }, "the record has"},
			{"", func(at []archive.Location, _ int64) int64 { return at[1].Offset }, number(1 << 40), "not within"},
			{"", func(at []archive.Location, _ int64) int64 { return at[1].Offset }, number(math.MaxInt64), "not within"},
			{"", number(-1), number(10), "not within"},
			{"", zero, func(_ []archive.Location, first int64) int64 { return first }, "warcinfo record"},
			{"", zero, func(at []archive.Location, _ int64) int64 { return at[0].Offset + 1 }, "another record"},
		} {
			dir, at := mixedSizes(t, o, []int{10, 2000, 20})
			whole, _ := readable(t, dir)
			first := recordLength(t, dir, at[0].File)
			bad := archive.Location{File: at[1].File, Offset: c.offset(at, first), Length: c.length(at, first)}
			if strings.HasPrefix(c.file, "-") {
				bad.File = strings.Replace(bad.File, "-00001.", c.file, 1)
			} else if c.file != "" {
				bad.File = c.file
			}
			got, err := archive.Erase(t.Context(), dir, archive.Position{}, at[0], bad)
			if err != nil || len(got) != 2 {
				t.Fatalf("Erase(%+v) = %v, %v", bad, got, err)
			}
			for _, x := range got {
				if x.Location == bad && (x.Lost == nil || !strings.Contains(x.Lost.Error(), c.want) || x.Bytes != 0) || x.Location == at[0] && x.Lost != nil {
					t.Errorf("Erase(%+v) = %+v; want %q of it", bad, x, c.want)
				}
			}
			if urls, broken := readable(t, dir); broken > 0 || !slices.Equal(urls, whole[1:]) {
				t.Errorf("after Erase(%+v) there are %q, %d broken", bad, urls, broken)
			}
		}
	})
}

func number(n int64) func([]archive.Location, int64) int64 {
	return func([]archive.Location, int64) int64 { return n }
}

func zero([]archive.Location, int64) int64 { return 0 }

func TestErasedPageThatLooksErasedIsReported(t *testing.T) {
	kinds(t, func(t *testing.T, o archive.Options) {
		for _, body := range []string{"padding: of a dress", ".........", "\r\n\r\n\r\n\r\n\r\n", "note: taken out of the garden"} {
			dir := t.TempDir()
			a := mustOpen(t, dir, o, archive.Position{})
			e, err := a.Encode(t.Context(), archivetest.Page("http://example.org/", []byte(body)))
			if err != nil {
				t.Fatal(err)
			}
			at, err := a.Append(t.Context(), e)
			if err != nil {
				t.Fatal(err)
			}
			a.Close()
			if erased, err := archive.Erase(t.Context(), dir, archive.Position{}, at...); err != nil || len(erased) != 1 || erased[0].URL != "http://example.org/" || erased[0].Time.IsZero() {
				t.Errorf("Erase of %q = %+v, %v", body, erased, err)
			}
		}
	})
}

// recordLength returns the length of the first record.
func recordLength(t *testing.T, dir, file string) int64 {
	t.Helper()
	for rec, err := range archive.Records(t.Context(), filepath.Join(dir, file)) {
		if err != nil {
			t.Fatal(err)
		}
		l, err := rec.Location(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		return l.Length
	}
	return 0
}

// TestSmallestExchangeCanBeErased tries exchanges with as little in them as there can be.
func TestSmallestExchangeCanBeErased(t *testing.T) {
	kinds(t, func(t *testing.T, o archive.Options) {
		o.Level = 9
		dir := t.TempDir()
		a := mustOpen(t, dir, o, archive.Position{})
		var at []archive.Location
		for n := 0; n < 3000; n += 61 {
			// A host on the Web has a dot. Record IDs are random, and gzip makes some records of shorter URLs smaller than a placeholder.
			e, err := a.Encode(t.Context(), &archive.Exchange{URL: "http://a.co/", Time: time.Unix(0, 0), Header: []byte("HTTP/1.1 200 OK\r\n\r\n"),
				Body: bytes.NewReader(make([]byte, n)), Len: int64(n)})
			if err != nil {
				t.Fatal(err)
			}
			ls, err := a.Append(t.Context(), e)
			if err != nil {
				t.Fatal(err)
			}
			at = append(at, ls...)
		}
		a.Close()
		if _, err := archive.Erase(t.Context(), dir, archive.Position{}, at...); err != nil {
			t.Fatal(err)
		}
		if got := responses(t, dir); len(got) > 0 {
			t.Errorf("%q are left", got)
		}
	})
}

func TestAFullDiskOrBadOneIsTold(t *testing.T) {
	dir, at := mixedSizes(t, archive.Options{}, []int{10})
	err := archive.EraseUntil(40, dir, at[0])
	if err == nil || !strings.Contains(err.Error(), at[0].File) || !strings.Contains(err.Error(), "erase again") || errors.Is(err, os.ErrNotExist) {
		t.Errorf("error %v, want one that says where and what to do", err)
	}
}
