package sniff

import "testing"

func TestCompressionEndingIsRemoved(t *testing.T) {
	for name, want := range map[string]string{
		"a.tex.gz": "a.tex", "A.PS.Z": "A.PS", "a.Tex.BZ2": "a.Tex", "a.tex": "a.tex", ".gz": "", "a#1.tex.gz": "a#1.tex",
		"http://Example.org/A.Tex.GZ?Key=aB.gz": "http://Example.org/A.Tex?Key=aB.gz",
		"http://example.org/a?file=B.ps.gz":     "http://example.org/a?file=B.ps.gz",
		"http://example.org/A.ps.gz#Page":       "http://example.org/A.ps#Page",
	} {
		if got := WithoutWrapping(name); got != want {
			t.Errorf("%q: %q, want %q", name, got, want)
		}
	}
}
