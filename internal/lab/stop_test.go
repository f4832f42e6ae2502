package lab_test

import (
	"errors"
	"fmt"
	"testing"

	"sluice/crawl"
	"sluice/internal/earlystop"
	"sluice/internal/lab"
	"sluice/internal/sparseweb"
)

// published are the rules by which a crawl stops sites by default, and with a price.
func published(price int64) earlystop.Options {
	o := crawl.Defaults().EarlyStop
	return earlystop.Options{Pages: o.Pages, Recheck: o.Recheck, Share: o.Share, Price: price}
}

// TestStopsOfLargeSites walks through sites of more than ten thousand pages by the published rules (CNDROBOT, section 4.2.3), and with a price besides. A site is stopped where
// these say, and of what is missed the estimate says enough, unless documents begin where nothing has announced them.
func TestStopsOfLargeSites(t *testing.T) {
	if testing.Short() {
		t.Skip("more than two hundred thousand requests")
	}
	type stop struct {
		rule  string
		pages int64
	}
	for _, test := range []struct {
		strategy string
		price    int64
		want     map[string]stop
	}{
		{"breadth-first", 0, map[string]stop{"none.example": {"share", 11_000}, "few.example": {"share", 11_000}, "large.example": {"share", 11_000}, "too-late.example": {"share", 11_000},
			"beginning.example": {"share", 21_000}}},
		{"adaptive", 20, map[string]stop{"none.example": {"price", 10_000}, "few.example": {"share", 11_000}, "large.example": {"share", 11_000}, "too-late.example": {"price", 10_000},
			"beginning.example": {"price", 10_000}}},
	} {
		for _, s := range sparseweb.Sites() {
			web, err := lab.OpenSites(s.Host, sparseweb.FS([]sparseweb.Site{s}), lab.Options{})
			if err != nil {
				t.Fatal(err)
			}
			e, err := lab.StopEarly(t.Context(), s.Host, web, test.strategy, lab.Documents(web, nil), published(test.price))
			if err := errors.Join(err, web.Close()); err != nil {
				t.Fatal(err)
			}
			if e.Requests != int64(s.Pages) || e.Documents != int64(s.Documents()) {
				t.Errorf("%s, %s: %d requests, %d documents; want all %d and %d", test.strategy, s.Host, e.Requests, e.Documents, s.Pages, s.Documents())
			}
			want, isStopped := test.want[s.Host]
			if !isStopped {
				if len(e.Stops) > 0 {
					t.Errorf("%s, price %d: stopped %+v", test.strategy, test.price, e.Stops)
				}
				continue
			}
			if len(e.Stops) != 1 || e.Stops[0].Rule != want.rule || e.Stops[0].Pages != want.pages {
				t.Errorf("%s, price %d, %s: stops %+v, want %+v", test.strategy, test.price, s.Host, e.Stops, want)
				continue
			}
			one := e.Stops[0]
			if one.Saved != int64(s.Pages)-one.Pages || one.Found+one.Missed != e.Documents {
				t.Errorf("%s: %+v does not add up to %d pages and %d documents", test.strategy, one, s.Pages, e.Documents)
			}
			if holds := one.MissedLow <= one.Missed && one.Missed <= one.MissedHigh; holds != (s.Host != "too-late.example") {
				t.Errorf("%s, price %d: the estimate of %+v holds: %t", test.strategy, test.price, one, holds)
			}
		}
	}
}

// TestStopsOfASiteAmongOthers: a site is examined by its own pages and documents, and one without a link that waits ends by itself.
func TestStopsOfASiteAmongOthers(t *testing.T) {
	files := map[string]string{"rich.example/index.html": "<!doctype html><a href=http://dry.example/>dry</a>", "dry.example/index.html": "<!doctype html>", "small.example/index.html": "<!doctype html>"}
	for i := range 40 {
		files["rich.example/index.html"] += fmt.Sprintf(" <a href=%d.html>x</a>", i)
		files[fmt.Sprintf("rich.example/%d.html", i)] = fmt.Sprintf("<!doctype html><p>%d <a href=%[1]d.pdf>paper</a>", i)
		files[fmt.Sprintf("rich.example/%d.pdf", i)] = fmt.Sprint("%PDF-1.4 ", i)
		files["dry.example/index.html"] += fmt.Sprintf(" <a href=%d.html>x</a>", i)
		files[fmt.Sprintf("dry.example/%d.html", i)] = fmt.Sprintf("<!doctype html><p>%d", i)
	}
	files["dry.example/39.html"] += "<a href=late.pdf>paper</a> <a href=dead.pdf>not there</a>"
	files["dry.example/late.pdf"] = "%PDF-1.4 late"
	web := open(t, lab.Options{}, files)
	e, err := lab.StopEarly(t.Context(), "three", web, "breadth-first", lab.Documents(web, nil), earlystop.Options{Pages: 10, Recheck: 5, Share: 0.1})
	if err != nil {
		t.Fatal(err)
	}
	want := lab.EarlyStop{Host: "dry.example", Rule: "share", Pages: 15, Waiting: 26, MissedHigh: e.Stops[0].MissedHigh, Missed: 1, Saved: 26}
	if e.Sites != 3 || len(e.Stops) != 1 || e.Stops[0] != want || e.Documents != 41 {
		t.Errorf("%+v, want one stop %+v", e, want)
	}
	if saved, missed, covered := e.Total(); saved != 26 || missed != 1 || covered != min(1, want.MissedHigh) {
		t.Errorf("totals %d, %d, %d", saved, missed, covered)
	}
}
