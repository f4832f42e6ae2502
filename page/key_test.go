package page_test

import (
	"strings"
	"testing"

	"sluice/page"
)

func TestNamesAreKnownInAnyCaseAndLength(t *testing.T) {
	var p page.Parser
	for _, name := range []string{"p", "div", "section", "fieldset", "blockquote", "figcaption", "x-y", "longer-than-any", "a:b", "xé", "x_", "q\x01"} {
		for _, written := range []string{name, strings.ToUpper(name[:1]) + name[1:], strings.ToUpper(name)} {
			body := "<" + written + "\nCLASS=c iD='i'><a HREF=x></" + written + "><a href=y>"
			pg := p.Parse([]byte(body), page.Source{URL: sampleURL(), ContentType: "text/html; charset=utf-8"})
			if len(pg.Links) != 2 || pg.Links[0].Path != "html body "+name+"#i.c a" || !strings.HasPrefix(pg.Links[1].Path, "html body a") {
				t.Errorf("%q: %+v", body, pg.Links)
			}
			pg.Release()
		}
	}
}

func TestNamesWithCommonPrefixAreDistinct(t *testing.T) {
	var p page.Parser
	for _, body := range []string{"<a\x00 href=x>", "<ab href=x>", "<a= href=x>", "<a href\x00=x>", "<a hre=x>", "<a href-=x>", "<a hrefhref=x>", "<a =href=x>",
		"<aé href=x>", "<a hrefé=x>"} {
		for _, rest := range []string{"", " and some more text"} {
			pg := p.Parse([]byte(body+rest), page.Source{URL: sampleURL(), ContentType: "text/html; charset=utf-8"})
			if len(pg.Links) != 0 {
				t.Errorf("%q has a link: %+v", body, pg.Links)
			}
			pg.Release()
		}
	}
}

func TestFirstOfTwoAttributesCounts(t *testing.T) {
	pg := new(page.Parser).Parse([]byte("<p class class=c><a href=x href=y id=i id=j>"), page.Source{URL: sampleURL()})
	if len(pg.Links) != 1 || pg.Raw(&pg.Links[0]) != "x" || pg.Links[0].Path != "html body p a#i" {
		t.Errorf("%+v", pg.Links)
	}
}

func TestAPageTakesFewAllocations(t *testing.T) {
	body, u := samplePage(1), sampleURL()
	var p page.Parser
	got := testing.AllocsPerRun(100, func() {
		p.Parse(body, page.Source{URL: u, ContentType: "text/html; charset=utf-8"}).Release()
	})
	if most := 10.0; got > most {
		t.Errorf("a page of 51 links takes %v allocations, want at most %v", got, most)
	}
}
