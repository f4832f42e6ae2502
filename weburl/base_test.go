package weburl_test

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"sluice/weburl"
)

// pieces are what references are made of; words of them reach every branch sooner than random bytes do.
var pieces = []string{"http", "https", "HTTP", "ftp", "htp", "mailto", "javascript", ":", ":", "/", "/", "//", "\\", "?", "#", ".", "..",
	"%2e", "%2E%2e", "%41", "%zz", "%", "%2", "%25", "%2f", "a", "B", "index.html", "www", "www.", "example.org", "h.org", "xn--a", "0x7f", "1.2.3.4",
	"localhost", "@", "user:pass@", ":80", ":443", ":8080", ":0", ":99999", "[::1]", " ", "  ", "\n", "\t", "\r\n ", "\x00", "\x1f", "\x7f", "\"", "'", "`",
	"http://h.org", "https://h.org", "http://http/", "10.0.0.1", "256.1.1.1", "1.2.3.04", "127.0.0.1", "h-o--st.org", "H.ORG", "<", ">", "^", "{", "}", "|", "é", "ü.example", "\xff", "\u00a0", "\u200b", "&", "&amp;", "&#38;", "&#", "=", ";", ";jsessionid=1", "PHPSESSID=1", "utm_a=b",
	"sid=0123456789abcdef0", "&x=1", "+", "~", "-", "_", "!", "$", "*", "%22", "%27", "\\\"", "“", "”", "«"}

func reference(t *rapid.T) []byte {
	words := rapid.SliceOfN(rapid.OneOf(rapid.SampledFrom(pieces), rapid.SampledFrom(pieces), rapid.StringN(0, 3, 8)), 0, 12)
	return []byte(strings.Join(words.Draw(t, "words"), ""))
}

var bases = []string{"http://h.org/", "http://xn--bcher-kva.example:8080/a", "https://h.org/a/b/c.html?x=1", "http://[::1]:81/a//b/", "http://h.org/a?b/c/d", "http://127.0.0.1/x/..;/y"}

func TestFastPathAgreesWithFullParser(t *testing.T) {
	all := make([]*weburl.Base, 0, len(bases)+1)
	for _, s := range bases {
		all = append(all, weburl.DefaultRules.NewBase(mustParse(t, s)))
	}
	all = append(all, weburl.DefaultRules.NewBase(weburl.URL{}))
	rapid.Check(t, func(t *rapid.T) {
		checkReference(t, rapid.SampledFrom(all).Draw(t, "base"), reference(t))
	})
}

// checkReference checks what holds for every reference: both ways agree, and what comes back is canonical.
func checkReference(t interface {
	Helper()
	Fatalf(string, ...any)
}, b *weburl.Base, ref []byte) {
	t.Helper()
	got, err := b.Resolve(ref)
	want, wantErr := b.ResolveFull(ref)
	if got != want || (err == nil) != (wantErr == nil) || err != nil && weburl.Reason(err) != weburl.Reason(wantErr) {
		t.Fatalf("Resolve(%q) on %q = %q, %v; the full parser: %q, %v", ref, b.URL(), got, err, want, wantErr)
	}
	if err != nil {
		return
	}
	again, err := weburl.Parse(got.String())
	if again != got {
		t.Fatalf("Resolve(%q) on %q = %q, which is not canonical: %q, %v", ref, b.URL(), got, again, err)
	}
	for i := range len(got.String()) {
		if c := got.String()[i]; c <= ' ' || c >= 0x7f {
			t.Fatalf("Resolve(%q) = %q holds byte %#x", ref, got, c)
		}
	}
	if got.Host() == "" || got.Path()[0] != '/' || got.Port() == 0 || len(got.String()) > weburl.MaxLength {
		t.Fatalf("Resolve(%q) = %q: host %q, path %q, port %d", ref, got, got.Host(), got.Path(), got.Port())
	}
}

func FuzzResolve(f *testing.F) {
	for _, seed := range []string{"a", "../b?c#d", "http://h.org/", "//h.org:80\\x", "http:/www.example.org", "%2e%2e/", "ht tp://é/", "?a=1&amp;PHPSESSID=2", "\"x", "//-0",
		"//r:.\x04" + strings.Repeat("a", 1100), "//r:." + strings.Repeat("\xff", 400)} {
		f.Add([]byte(seed))
	}
	b := weburl.DefaultRules.NewBase(mustParse(f, "http://h.org/a/b/c.html?x=1"))
	none := weburl.DefaultRules.NewBase(weburl.URL{})
	f.Fuzz(func(t *testing.T, ref []byte) {
		checkReference(t, b, ref)
		checkReference(t, none, ref)
	})
}

// links are references as a page of a university has them.
var links = strings.Fields(`index.html ../index.html #top /people/ /people/faculty.html /research/areas/theory.php?group=3
	http://www.cs.cornell.edu/Info/People/csd.html papers/2004/focused-crawling.pdf papers/2004/focused-crawling.ps.gz
	https://arxiv.org/abs/1706.03762 mailto:webmaster@cs.cornell.edu ?sort=year&page=2 #publications /courses/cs101/
	/courses/cs101/2004fa/lectures/lecture12.pdf ../../images/ ../talks/index.html http://www.acm.org/ http://www.acm.org/dl/
	https://doi.org/10.1145/1031171.1031208 /~smith/ /~smith/papers.html /~jones/thesis/chapter-1.html slides%20final.pdf
	/seminar/ /seminar/spring/ /seminar/fall/ /contact.html /about /news /news/2004/10/award.html /news/2004/09/
	https://www.example.org/a/rather/long/path/to/some/document/in/a/repository/document-000123.html
	javascript:void(0) /search?q=crawler&lang=en&start=10 people/a.html people/b.html people/c.html people/d.html
	people/e.html people/f.html people/g.html people/h.html people/i.html people/j.html people/k.html people/l.html
	people/m.html people/n.html #a #b`)

func TestFastPathTakesUsualLinks(t *testing.T) {
	b := weburl.DefaultRules.NewBase(mustParse(t, "http://www.cs.example.edu/research/index.html"))
	for _, link := range links {
		if !b.IsQuick([]byte(link)) {
			t.Errorf("%s goes to the full parser", link)
		}
	}
}

func TestAddAndTakeAgreeWithResolve(t *testing.T) {
	page := mustParse(t, bases[1])
	b, other := weburl.DefaultRules.NewBase(page), weburl.DefaultRules.NewBase(page)
	urls := make([]weburl.URL, len(bases))
	for i, s := range bases {
		urls[i] = mustParse(t, s)
	}
	rapid.Check(t, func(t *rapid.T) {
		base := rapid.SampledFrom(urls).Draw(t, "base")
		b.Reset(base)
		other.Reset(base)
		var want []weburl.URL
		for range rapid.IntRange(0, 9).Draw(t, "references") {
			ref := reference(t)
			u, wantErr := other.Resolve(ref)
			if wantErr == nil {
				want = append(want, u)
			}
			if err := b.Add(ref); (err == nil) != (wantErr == nil) || err != nil && err.Error() != wantErr.Error() {
				t.Fatalf("Add(%q) on %q: %v, want %v", ref, base, err, wantErr)
			}
		}
		got := b.Take(nil)
		if !slices.Equal(got, want) {
			t.Fatalf("Take() = %q, want %q", got, want)
		}
		for _, u := range got {
			if u.Clone() != u {
				t.Fatalf("Clone() of %q is %q", u, u.Clone())
			}
		}
	})
}

func TestReferencesOfAPageTakeOneString(t *testing.T) {
	b := weburl.DefaultRules.NewBase(mustParse(t, "http://www.cs.example.edu/research/index.html"))
	refs := make([][]byte, len(links))
	for i, link := range links {
		refs[i] = []byte(link)
	}
	var urls []weburl.URL
	got := testing.AllocsPerRun(100, func() {
		for _, ref := range refs {
			b.Add(ref)
		}
		urls = b.Take(urls[:0])
	})
	if got > 1 {
		t.Errorf("%d references take %v allocations, want 1", len(refs), got)
	}
}

func TestResolveAllocatesOneString(t *testing.T) {
	b := weburl.DefaultRules.NewBase(mustParse(t, "http://www.cs.example.edu/research/index.html"))
	for ref, most := range map[string]float64{"papers/a.pdf": 1, "https://h.org/x?y=1&sid=2": 1, "#top": 0, "mailto:me@h.org": 0, "index.html": 0} {
		bytes := []byte(ref)
		if got := testing.AllocsPerRun(100, func() { b.Resolve(bytes) }); got > most {
			t.Errorf("Resolve(%q) allocates %v times, want %v", ref, got, most)
		}
	}
}

// BenchmarkAddPage is the work of BenchmarkResolvePage, with one string for all.
func BenchmarkAddPage(b *testing.B) {
	page := mustParse(b, "http://www.cs.example.edu/research/index.html")
	base := weburl.DefaultRules.NewBase(page)
	var urls []weburl.URL
	b.ReportAllocs()
	for b.Loop() {
		base.Reset(page)
		for _, link := range links[:51] {
			base.Add([]byte(link))
		}
		urls = base.Take(urls[:0])
	}
}

func BenchmarkResolvePage(b *testing.B) {
	base := weburl.DefaultRules.NewBase(mustParse(b, "http://www.cs.example.edu/research/index.html"))
	page := mustParse(b, "http://www.cs.example.edu/research/index.html")
	var refs [][]byte
	size := 0
	for _, link := range links[:51] {
		refs = append(refs, []byte(link))
		size += len(link)
	}
	b.SetBytes(int64(size))
	b.ReportAllocs()
	for b.Loop() {
		base.Reset(page)
		for _, ref := range refs {
			base.Resolve(ref)
		}
	}
}

func BenchmarkResolveFull(b *testing.B) {
	base := weburl.DefaultRules.NewBase(mustParse(b, "http://www.cs.example.edu/research/index.html"))
	ref := []byte("/courses/cs101/2004fa/lectures/lecture12.pdf")
	b.ReportAllocs()
	for b.Loop() {
		base.ResolveFull(ref)
	}
}

func BenchmarkKey(b *testing.B) {
	u := mustParse(b, "http://www.cs.example.edu/courses/cs101/2004fa/lectures/lecture12.pdf")
	for b.Loop() {
		u.Key()
	}
}
