package engine

import (
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"
)

func TestQuotaOfADay(t *testing.T) {
	s := serve(t, func(w http.ResponseWriter, r *http.Request, _ int) {
		n, _ := strconv.Atoi(r.FormValue("p"))
		io.WriteString(w, jsonPage(n, 1, true))
	})
	dir, now := t.TempDir(), newFastClock()
	open := func() *Web {
		o := local.with(now)
		o.Usage = NewUsage(dir, dir)
		return openDescribed(t, strings.ReplaceAll(described, "URL", s.URL)+"    quota: 3\n", o)
	}
	if pages, err := ask(t, open(), "x"); len(pages) != 3 || err == nil || !strings.Contains(err.Error(), "quota of 3 requests a day is used up") {
		t.Errorf("%q, %v", pages, err)
	}
	if pages, err := ask(t, open(), "x"); len(pages) != 0 || err == nil {
		t.Errorf("the next search of the day: %q, %v", pages, err)
	}
	now.Wait(t.Context(), 24*time.Hour)
	if pages, _ := ask(t, open(), "x"); len(pages) != 3 {
		t.Errorf("the next day: %q", pages)
	}
	if err := os.WriteFile(filepath.Join(dir, "usage.json"), []byte("null"), 0o600); err != nil {
		t.Fatal(err)
	}
	if pages, _ := ask(t, open(), "x"); len(pages) != 3 {
		t.Errorf("with a damaged count: %q", pages)
	}
}

// The day of a quota begins when that of the engine does.
func TestDayOfAQuota(t *testing.T) {
	for _, test := range []struct {
		zone   *time.Location
		second time.Time
		want   string // empty: the next day
	}{
		{nil, time.Date(2026, 11, 26, 23, 59, 0, 0, time.UTC), "again at 2026-11-27 00:00:00 UTC"},
		{nil, time.Date(2026, 11, 27, 0, 0, 0, 0, time.UTC), ""},
		{pacific, time.Date(2026, 11, 27, 7, 59, 0, 0, time.UTC), "again at 2026-11-27 08:00:00 UTC"},
		{pacific, time.Date(2026, 11, 27, 8, 0, 0, 0, time.UTC), ""},
	} {
		dir := t.TempDir()
		g := NewUsage(dir, dir)
		if err := g.take("x", 1, test.zone, time.Date(2026, 11, 26, 12, 0, 0, 0, time.UTC)); err != nil {
			t.Fatal(err)
		}
		if err := g.take("x", 1, test.zone, test.second); (err == nil) != (test.want == "") || !strings.Contains(fmt.Sprint(err), test.want) {
			t.Errorf("%v, %v: %v, want %q", test.zone, test.second, err, test.want)
		}
	}
}
