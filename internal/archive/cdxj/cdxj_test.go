package cdxj_test

import (
	"path/filepath"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"sluice/internal/archive"
	"sluice/internal/archive/cdxj"
)

func TestEntryIsLineOfPywb(t *testing.T) {
	e := cdxj.Entry{
		Key: "org,example)/a?b=c", Time: time.Date(2026, 3, 1, 12, 30, 15, 0, time.UTC), URL: "http://example.org/a?b=c&d=<e>",
		MIME: "text/html", Status: 200, Digest: "sha256:00ff",
		Location: archive.Location{File: "x.warc.gz", Offset: 333, Length: 1043},
	}
	want := `org,example)/a?b=c 20260301123015 {"url":"http://example.org/a?b=c&d=<e>","mime":"text/html","status":"200",` +
		`"digest":"sha256:00ff","length":"1043","offset":"333","filename":"x.warc.gz"}`
	if got := e.String(); got != want {
		t.Errorf("String() = %s\nwant       %s", got, want)
	}
	if got, err := cdxj.Parse(want + "\r\n"); err != nil || got != e {
		t.Errorf("Parse = %+v, %v, want %+v", got, err, e)
	}
	e.Status, e.MIME, e.Digest = 0, "", ""
	if got, err := cdxj.Parse(e.String()); err != nil || got != e {
		t.Errorf("Parse(%s) = %+v, %v, want %+v", e, got, err, e)
	}
}

func TestParseKeepsNumbersAndUnknownKeys(t *testing.T) {
	got, err := cdxj.Parse(`a)/ 20200102030405 {"offset": 7, "length": 9, "status": "-", "filename": "f", "extra": [1, {}]}`)
	want := cdxj.Entry{Key: "a)/", Time: time.Date(2020, 1, 2, 3, 4, 5, 0, time.UTC), Location: archive.Location{File: "f", Offset: 7, Length: 9}}
	if err != nil || got != want {
		t.Errorf("Parse = %+v, %v, want %+v", got, err, want)
	}
}

func TestParseRefuses(t *testing.T) {
	for _, line := range []string{"", "\n", "a)/", "a)/ 20200102030405", "a)/ 2020 {}", "a)/ 20201302030405 {}", "a)/ 20200102030405 {",
		"a)/ 20200102030405 []", `a)/ 20200102030405 {"offset":"x"}`, `a)/ 20200102030405 {"length":-1}`,
		`a)/ 20200102030405 {"offset":99999999999999999999}`, " CDX N b a m s k r M S V g", "!OpenWayback-CDXJ 1.0"} {
		if e, err := cdxj.Parse(line); err == nil {
			t.Errorf("Parse(%q) = %+v, want an error", line, e)
		}
	}
}

func TestEveryEntryComesBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		e := cdxj.Entry{
			Key:    rapid.StringMatching(`[a-z,]{1,9}\)/[!-~]{0,20}`).Draw(t, "key"),
			Time:   time.Unix(rapid.Int64Range(0, 4e9).Draw(t, "time"), 0).UTC(),
			URL:    rapid.String().Draw(t, "url"),
			MIME:   rapid.String().Draw(t, "mime"),
			Status: rapid.IntRange(0, 999).Draw(t, "status"),
			Digest: rapid.String().Draw(t, "digest"),
			Location: archive.Location{File: rapid.String().Draw(t, "file"),
				Offset: rapid.Int64Min(0).Draw(t, "offset"), Length: rapid.Int64Min(0).Draw(t, "length")},
		}
		line := e.String()
		if strings.ContainsAny(line, "\r\n") {
			t.Fatalf("%q is more than a line", line)
		}
		if got, err := cdxj.Parse(line); err != nil || got != e {
			t.Fatalf("Parse(%q) = %+v, %v, want %+v", line, got, err, e)
		}
	})
}

func TestIndexOfNoFileIsAnError(t *testing.T) {
	n := 0
	for _, err := range cdxj.Index(t.Context(), filepath.Join(t.TempDir(), "none.warc"), strings.ToUpper) {
		if n++; err == nil {
			t.Error("no error")
		}
	}
	if n != 1 {
		t.Errorf("%d entries, want one error", n)
	}
}

func FuzzParse(f *testing.F) {
	f.Add(`a)/ 20200102030405 {"url":"u","offset":"7","length":9,"filename":"f"}`)
	f.Add("a)/ 20200102030405 {")
	f.Fuzz(func(t *testing.T, line string) {
		e, err := cdxj.Parse(line)
		if err != nil {
			return
		}
		if again, err := cdxj.Parse(e.String()); err != nil || again.Location != e.Location || again.Status != e.Status {
			t.Fatalf("%q became %+v, then %+v, %v", line, e, again, err)
		}
	})
}
