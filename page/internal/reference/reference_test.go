package reference_test

import (
	"testing"

	"sluice/page/internal/reference"
)

func TestUnusualRefreshesAreReadAsInBrowsers(t *testing.T) {
	for content, want := range map[string]string{
		"0; url=/x": "/x", "0;URL='/x'": "/x", "0;url=\"/x": "/x", "0 url=/x": "/x", "0,/x": "/x", "0;/x": "/x", " 5.5 ; url = /x ": "/x", ".5;url=/x": "/x",
		"0;url": "url", "0;u": "u", "0;url=": "", "0": "", "0;": "", "": "none", ";url=/x": "none", "x;url=/x": "none", "-1;url=/x": "none", "0x;url=/x": "none",
		"99999999999999999999;url=/x": "/x", ".": "", "..": "", "0;url='": "", "0;url='/x' y": "/x",
	} {
		_, target, ok := reference.Refresh(content)
		if got := string(target); ok != (want != "none") || ok && got != want {
			t.Errorf("%q: %q %v, want %q", content, got, ok, want)
		}
	}
}

func FuzzRefresh(f *testing.F) {
	f.Add("1.5; url='x'")
	f.Fuzz(func(t *testing.T, content string) {
		if delay, _, ok := reference.Refresh(content); ok && !(delay >= 0 && delay <= 1<<31) {
			t.Fatalf("delay %g", delay)
		}
	})
}

func FuzzSrcset(f *testing.F) {
	f.Add("a 1x, b 2x(,), c 1w 2h,,")
	f.Fuzz(func(t *testing.T, srcset string) {
		for c := range reference.Srcset(srcset) {
			if c.URL == "" {
				t.Fatalf("empty candidate of %q", srcset)
			}
		}
	})
}
