package archive_test

import (
	"io"
	"slices"
	"strings"
	"testing"

	"sluice/internal/archive"
	"sluice/internal/archive/archivetest"
)

func TestOriginsAreErasedAndRecordsStay(t *testing.T) {
	const gone = "http://gone.example/secret"
	kinds(t, func(t *testing.T, o archive.Options) {
		dir := t.TempDir()
		a := mustOpen(t, dir, o, archive.Position{})
		page := func(name, via string) *archive.Exchange {
			x := archivetest.Page("http://stays.example/"+name, []byte("the body of "+name))
			x.Metadata = []archive.Field{{Name: "via", Value: via}, {Name: "hopsFromSeed", Value: "LL"}}
			return x
		}
		var made []*archive.Encoded
		for _, x := range []*archive.Exchange{page("a", gone), page("b", "http://stays.example/"), page("c", gone), page("last", gone)} {
			e, err := a.Encode(t.Context(), x)
			if err != nil {
				t.Fatal(err)
			}
			defer e.Release()
			made = append(made, e)
		}
		at, err := a.Append(t.Context(), made[:3]...)
		if err != nil {
			t.Fatal(err)
		}
		end, err := a.Sync(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		last, err := a.Append(t.Context(), made[3]) // after end: a crawl may be writing there
		if err != nil {
			t.Fatal(err)
		}
		if err := a.Close(); err != nil {
			t.Fatal(err)
		}
		all := slices.Concat(at, last)
		matches := func(url string) bool { return url == gone }
		missing := archive.Location{File: "sluice-20200101000000-00000.warc", Offset: 0, Length: 10}
		for range 2 { // a removal may run again
			if err := archive.EraseOrigins(t.Context(), dir, end, matches, slices.Concat([]archive.Location{missing, at[2], at[0]}, last)...); err != nil {
				t.Fatal(err)
			}
		}
		for i, want := range []string{"a", "b", "c", "last"} {
			x, err := archive.ExchangeAt(t.Context(), dir, all[i])
			if err != nil {
				t.Fatalf("%s: %v", want, err)
			}
			named := slices.ContainsFunc(x.Metadata, func(f archive.Field) bool { return strings.Contains(f.Value, gone) })
			if wantNamed := want == "last"; named != wantNamed {
				t.Errorf("%s: the metadata %v names the removed URL: %t; want %t", want, x.Metadata, named, wantNamed)
			}
			if want == "b" && (len(x.Metadata) != 2 || x.Metadata[0].Value != "http://stays.example/") {
				t.Errorf("%s: the metadata is %v", want, x.Metadata)
			}
			rec, err := archive.ReadFrom(t.Context(), dir, all[i])
			if err != nil {
				t.Fatal(err)
			}
			body, err := io.ReadAll(rec.Body)
			if err != nil || string(body) != "the body of "+want {
				t.Errorf("%s: body %q, %v", want, body, err)
			}
			rec.Close()
		}
	})
}
