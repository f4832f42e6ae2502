package archive_test

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"sluice/internal/archive"
	"sluice/internal/archive/archivetest"
	"sluice/internal/archive/cdxj"
)

func TestIndexFindsEveryResponse(t *testing.T) {
	kinds(t, func(t *testing.T, o archive.Options) {
		dir := t.TempDir()
		a := mustOpen(t, dir, o, archive.Position{})
		want, _ := add(t, a, 0, 5)
		again := archivetest.Page("http://example.org/again", nil)
		again.Revisit = &archive.Original{Profile: archive.NotModified, URL: again.URL, Time: again.Time}
		e, err := a.Encode(t.Context(), again)
		if err != nil {
			t.Fatal(err)
		}
		ls, err := a.Append(t.Context(), e)
		if err != nil {
			t.Fatal(err)
		}
		want = append(want, ls...)
		var got []archive.Location
		for e, err := range cdxj.Index(t.Context(), filepath.Join(dir, want[0].File), strings.ToUpper) {
			if err != nil {
				t.Fatal(err)
			}
			got = append(got, e.Location)
			mime := "text/html"
			if len(got) == len(want) {
				mime = "warc/revisit"
			}
			if e.Key != strings.ToUpper(e.URL) || e.MIME != mime || e.Status != 200 || !strings.HasPrefix(e.Digest, "sha256:") {
				t.Errorf("entry %+v", e)
			}
			if r, err := a.Read(t.Context(), e.Location); err != nil || r.URL != e.URL {
				t.Errorf("Read(%v) = %v, %v, want %s", e.Location, r, err, e.URL)
			}
		}
		if !slices.Equal(got, want) {
			t.Errorf("indexed %v, want %v", got, want)
		}
	})
}
