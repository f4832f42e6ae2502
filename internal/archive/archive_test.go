package archive_test

import (
	"net/netip"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"sluice/internal/archive"
	"sluice/internal/archive/archivetest"
)

func TestContract(t *testing.T) {
	for name, open := range map[string]func(t *testing.T) archivetest.Store{
		"memory": func(t *testing.T) archivetest.Store { return archive.NewMemory() },
		"gzip": func(t *testing.T) archivetest.Store {
			return mustOpen(t, t.TempDir(), archive.Options{}, archive.Position{})
		},
		"plain": func(t *testing.T) archivetest.Store {
			return mustOpen(t, t.TempDir(), archive.Options{Plain: true}, archive.Position{})
		},
	} {
		t.Run(name, func(t *testing.T) { archivetest.Test(t, open) })
	}
}

func mustOpen(t testing.TB, dir string, o archive.Options, at archive.Position) *archive.Archive {
	t.Helper()
	a, err := archive.Open(t.Context(), dir, o, at)
	if err != nil {
		t.Fatalf("Open(%s, %+v, %v): %v", dir, o, at, err)
	}
	t.Cleanup(func() { a.Close() })
	return a
}

func TestExchangeIsDecodedAsEncoded(t *testing.T) {
	kinds(t, func(t *testing.T, o archive.Options) {
		dir := t.TempDir()
		a := mustOpen(t, dir, o, archive.Position{})
		defer a.Close()
		page, again := archivetest.Page("http://example.org/", []byte("body")), archivetest.Page("http://example.org/again", nil)
		again.Revisit = &archive.Original{Profile: archive.SamePayload, URL: page.URL, Time: page.Time.UTC().Truncate(time.Millisecond)}
		bare := &archive.Exchange{URL: "http://example.org/bare", Time: page.Time, Header: []byte("HTTP/1.1 204 No Content\r\n\r\n")}
		for _, x := range []*archive.Exchange{page, again, bare} {
			e, err := a.Encode(t.Context(), x)
			if err != nil {
				t.Fatal(err)
			}
			at, err := a.Append(t.Context(), e)
			if err != nil {
				t.Fatal(err)
			}
			want := *x
			want.Body, want.Len, want.Time = nil, 0, x.Time.UTC().Truncate(time.Millisecond)
			got, err := archive.ExchangeAt(t.Context(), dir, at[0])
			if diff := cmp.Diff(&want, got, cmp.Comparer(func(a, b netip.Addr) bool { return a == b })); err != nil || diff != "" {
				t.Errorf("ExchangeAt(%s) = %v (-want +got):\n%s", x.URL, err, diff)
			}
		}
		if _, err := archive.ExchangeAt(t.Context(), dir, archive.Location{File: "../x"}); err == nil {
			t.Error("a file outside is read")
		}
	})
}
