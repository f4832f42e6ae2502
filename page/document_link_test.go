package page_test

import (
	"testing"

	"sluice/page"
)

func TestLinkMayDeclareDocument(t *testing.T) {
	tests := []struct {
		link string
		want bool
	}{
		{`<a href="/p/heaps.pdf">Sorting by heaps</a>`, true},
		{`<a href="/pdf/1234.5678">Sorting by heaps</a>`, true},
		{`<a href="/download?id=5">Sorting by heaps</a>`, true},
		{`<a href="/get.php?type=PDF&id=5">Sorting by heaps</a>`, true},
		{`<a href="/viewcontent.cgi?article=5">Sorting by heaps</a>`, true},
		{`<a href="/5">Sorting by heaps [PDF, 20 KB]</a>`, true},
		{`<a href="/5" title="Download the paper">*</a>`, true},
		{`<a href="/5"><img src="/icon" alt="pdf"></a>`, true},
		{`<link rel="item" type="application/pdf" href="/5">`, true},
		{`<a href="/5">Sorting by heaps</a>`, false},
		{`<a href="/pdf/about.html">PDF</a>`, false},
		{`<a href="/pdf/icon.png">PDF</a>`, false},
		{`<a href="/upside">pdfish ups</a>`, false},
	}
	for _, test := range tests {
		p := parse(t, test.link)
		if len(p.Links) != 1 {
			t.Fatalf("%s: %d links", test.link, len(p.Links))
		}
		if got := p.MayBeDocument(&p.Links[0]); got != test.want {
			t.Errorf("MayBeDocument of %s = %v", test.link, got)
		}
	}
}

func TestLinkDeclaresFormatOfDocument(t *testing.T) {
	tests := []struct {
		link string
		want bool
	}{
		{`<a href="/pdf/1234.5678">Sorting by heaps</a>`, true},
		{`<a href="/pdf/1234.5678v2">Sorting by heaps</a>`, true},
		{`<a href="/download?file=x.pdf">Sorting by heaps</a>`, true},
		{`<a href="/get.php?type=PS&id=5">Sorting by heaps</a>`, true},
		{`<a href="/5">Sorting by heaps [PDF, 20 KB]</a>`, true},
		{`<a href="/5"><img src="/icon" alt="pdf"></a>`, true},
		{`<a href="/5">Sorting by heaps</a>`, false},
		{`<a href="/download?id=5">Download</a>`, false},
		{`<a href="/5">PDF Reader</a>`, false},
		{`<a href="/pdf/about.html">PDF</a>`, false},
		{`<a href="/5" type="text/html">PDF</a>`, false},
	}
	for _, test := range tests {
		p := parse(t, test.link)
		if got := p.NamesFormat(&p.Links[0]); got != test.want {
			t.Errorf("NamesFormat of %s = %v", test.link, got)
		}
	}
}

func TestLinkElementsOfAWork(t *testing.T) {
	p := parse(t, `<head><link rel="cite-as" href="https://doi.org/10.5555/1"><link rel="author me" href="https://orcid.org/0000-0002-1825-0097">
		<link rel="item" type="application/pdf" href="/5"><link rel="describedby" type="application/x-bibtex" href="/5.bib"><link rel=stylesheet href=x.css></head>`)
	want := []page.Meta{{Name: "link.cite-as", Content: "https://doi.org/10.5555/1"}, {Name: "link.author", Content: "https://orcid.org/0000-0002-1825-0097"},
		{Name: "link.item", Content: "/5"}, {Name: "link.describedby", Content: "/5.bib"}}
	if len(p.Citations) != len(want) {
		t.Fatalf("Citations = %v, want %v", p.Citations, want)
	}
	for i, m := range p.Citations {
		if m != want[i] {
			t.Errorf("Citations[%d] = %v, want %v", i, m, want[i])
		}
	}
	if len(p.Links) != 2 || p.Links[0].URL.String() != "http://h.example/5" || p.Links[0].Kind != page.KindItem || p.Links[1].Kind != page.KindAlternate {
		t.Errorf("links %v, want the item and its metadata", p.Links)
	}
}
