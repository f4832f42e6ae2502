package page_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"sluice/page"
	"sluice/weburl"
)

// parse reads HTML as the page http://h.example/dir/page.html.
func parse(t *testing.T, html string) *page.Page {
	t.Helper()
	u, err := weburl.Parse("http://h.example/dir/page.html")
	if err != nil {
		t.Fatal(err)
	}
	return new(page.Parser).Parse([]byte(html), page.Source{URL: u})
}

// listed writes the links as "kind URL".
func listed(pg *page.Page) string {
	var list []string
	for _, l := range pg.Links {
		list = append(list, l.Kind.String()+" "+l.URL.String())
	}
	return strings.Join(list, "\n")
}

func lines(s ...string) string { return strings.Join(s, "\n") }

func TestLinks(t *testing.T) {
	tests := []struct{ name, html, want string }{
		{"of each kind", `<link rel=canonical href=/c><link rel="alternate nofollow" href=/al><link rel=next href=/n><link rel=prev href=/p>
			<a href=/a>A</a><map><area href=/ar></map><iframe src=/if></iframe>`,
			lines("canonical http://h.example/c", "alternate http://h.example/al", "next http://h.example/n", "prev http://h.example/p",
				"a http://h.example/a", "area http://h.example/ar", "iframe http://h.example/if")},
		{"frames and what stands for them", `<frameset><frame src=f1><frame src=f2/><noframes><body><a href=nf>x</a></noframes></frameset>`,
			lines("frame http://h.example/dir/f1", "frame http://h.example/dir/f2/", "a http://h.example/dir/nf")},
		{"in noscript", `<head><noscript><link rel=stylesheet href=s></noscript></head><noscript><a href=x>`, "a http://h.example/dir/x"},
		{"not images, styles and scripts", `<link rel=stylesheet href=s><link rel=icon href=i><link rel=preload href=p>
			<img src=i srcset="j 2x"><script src=s></script><video src=v></video><object data=o></object><embed src=e>`, ""},
		{"not in comments, scripts, styles, titles and templates", `<title><a href=1></title><!-- <a href=2> --><script>"<a href=3>"</script>
			<style><a href=4></style><textarea><a href=5></textarea><template><a href=6></template><xmp><a href=7></xmp>`, ""},
		{"empty reference", `<a href="">self</a>`, "a http://h.example/dir/page.html"},
		{"no reference", `<a name=x>`, ""},
		{"entities", `<a href="?a=1&amp;b=2&copy=3&#47;">`, "a http://h.example/dir/page.html?a=1&b=2&copy=3/"},
		{"attribute quirks", "<A\nHREF\t=\n'x y' href=other><a href=a/b/ ><a/href=c><a title='>' href=d>",
			lines("a http://h.example/dir/x%20y", "a http://h.example/dir/a/b/", "a http://h.example/dir/c", "a http://h.example/dir/d")},
		{"broken off", `<a href="whole"`, "a http://h.example/dir/whole"},
		{"broken off in the value", `<a href=good>x</a><a href="bad`, "a http://h.example/dir/good"},
		{"refresh", `<meta http-equiv=Refresh content="0; url=next">`, "refresh http://h.example/dir/next"},
		{"SVG", `<svg><a xlink:href=s1 /><a href=s2></a><title><a href=s3></title></svg>`, lines("a http://h.example/dir/s1", "a http://h.example/dir/s2")},
		{"CDATA is a comment in HTML and text in SVG", `<![CDATA[<a href=1>]]>x<svg><![CDATA[<a href=2>]]></svg>`, ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if diff := cmp.Diff(test.want, listed(parse(t, test.html))); diff != "" {
				t.Errorf("%s: (-want +got)\n%s", test.html, diff)
			}
		})
	}
}

func TestResourcesAreListedOnRequest(t *testing.T) {
	u, _ := weburl.Parse("http://h.example/")
	p := page.Parser{Resources: true}
	pg := p.Parse([]byte(`<link rel=stylesheet href=s><img src=i srcset="j 2x, k 3x" data-src=l><script src=c></script><a href=x>`), page.Source{URL: u})
	want := lines("resource http://h.example/s", "resource http://h.example/i", "resource http://h.example/j", "resource http://h.example/k",
		"resource http://h.example/l", "resource http://h.example/c", "a http://h.example/x")
	if diff := cmp.Diff(want, listed(pg)); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
	pg = p.Parse([]byte(`<meta property="og:image:url" content=o><meta name="twitter:image" content=t><meta property="og:title" content=u>
		<link rel=preload href=l imagesrcset="m 2x"><body background=b><svg><image xlink:href=v /><use href=w /></svg><image src=i>`), page.Source{URL: u})
	want = lines("resource http://h.example/o", "resource http://h.example/t", "resource http://h.example/l", "resource http://h.example/m",
		"resource http://h.example/b", "resource http://h.example/v", "resource http://h.example/i")
	if diff := cmp.Diff(want, listed(pg)); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

func TestText(t *testing.T) {
	tests := []struct{ name, html, want string }{
		{"white space is folded", " a\n\tb&nbsp; c\u2003d\u3000\n", "a b c d"},
		{"blocks, cells, items and breaks are apart", "<p>a<p>b<br>c<ul><li>d<li>e</ul>f<table><tr><td>g<td>h</table><div>i</div>j", "a b c d e f g h i j"},
		{"inline elements are not", "<b>a</b>b<span>c</span><i> d</i>", "abc d"},
		{"links that touch are", "<a href=1>a</a><a href=2>b</a>c <a name=x>d</a><a name=y>e</a>", "a bc de"},
		{"what is not seen", "a<script>b</script><style>c</style><!--d--><template>e</template><title>f</title><img alt=g><svg><title>h</title>i</svg>", "ai"},
		{"form fields", "<select><option>a<option>b</select><textarea>c &amp; d</textarea><button>e</button><input value=f>", "a b c & d e"},
		{"entities", "&lt;a&gt; &eacute;&#233;&#xE9; &#150; &notit; &unknown; &amp &am", "<a> ééé – ¬it; &unknown; & &am"},
		{"odd comments", "a<!-->b<!--->c<!-- x --!>d<!-- x -- y -->e<!x>f<?x?>g</ x>h</>i", "abcdefghi"},
		{"no markup", "a < b <3 c <", "a < b <3 c <"},
		{"NUL", "a\x00b<p\x00>c", "abc"},
		{"xmp and plaintext", "<xmp><b>&amp;</b></xmp><plaintext><i></plaintext>&lt;", "<b>&amp;</b> <i></plaintext>&lt;"},
		{"script that hides its end", "<script><!--<script></script>x--></script>y", "y"},
		{"unclosed script", "a<script>b", "a"},
		{"iframe and noembed", "a<iframe><p>b</iframe><noembed>c</noembed>d", "a d"},
		{"frameset", "<frameset>a<noframes>b</noframes></frameset>", "b"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if got := string(parse(t, test.html).Text); got != test.want {
				t.Errorf("text of %q is %q, want %q", test.html, got, test.want)
			}
		})
	}
}

func TestAnchorTextAndSurroundings(t *testing.T) {
	pg := parse(t, `<h1>One</h1><p>a b c <a href=1 title="The title">text <img alt="picture one"><img alt="picture two"></a> d e f
		<h2>Two <a href=2>in it</a></h2> g <a href=3>text<p>goes on</a> h <table><tr><td><a href=4>cell<td>next</table>
		<map><area href=5 alt=Area></map><a href=6 title=same>same</a>`)
	type view struct{ Anchor, Around, Heading string }
	want := []view{
		{"text picture one picture two The title", "b c d e", "One"},
		{"in it", "f Two g text", "Two in it"},
		{"text goes on", "it g h cell", "Two in it"},
		{"cell", "on h next same", "Two in it"},
		{"Area", "cell next same", "Two in it"},
		{"same", "cell next", "Two in it"},
	}
	var got []view
	for i := range pg.Links {
		l := &pg.Links[i]
		got = append(got, view{pg.Anchor(l), pg.Around(l, 2), pg.Heading(l)})
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

func TestTagPaths(t *testing.T) {
	pg := parse(t, `<html class=no-js><link rel=next href=0><body id=top><div class="main  wide"><ul><li><a href=1>x<li class=cur><b><a class=more href=2>y</a></b></ul>
		<p><x-card><a href=3></x-card><p><a href=4>z</a></p></div><area href=5><iframe id=f src=6></iframe>`)
	want := []string{
		"html.no-js link",
		"html.no-js body#top div.main.wide ul li a",
		"html.no-js body#top div.main.wide ul li.cur b a.more",
		"html.no-js body#top div.main.wide p x-card a",
		"html.no-js body#top div.main.wide p a",
		"html.no-js body#top area",
		"html.no-js body#top iframe#f",
	}
	var got []string
	for _, l := range pg.Links {
		got = append(got, l.Path)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

func TestRelationsAndReferences(t *testing.T) {
	pg := parse(t, `<a href=" page.html " rel="External  NoFollow">a</a><a href=mailto:x>m</a><a href="http://[">b</a><a href="/q?x=&auml;" rel=nofollower>c</a>`)
	if len(pg.Links) != 2 {
		t.Fatalf("%d links, want 2: %s", len(pg.Links), listed(pg))
	}
	first, second := &pg.Links[0], &pg.Links[1]
	if first.Rel != "external nofollow" || !first.NoFollow || pg.Raw(first) != "page.html" || first.Position != 0 {
		t.Errorf("first link: rel %q, nofollow %v, raw %q, position %d", first.Rel, first.NoFollow, pg.Raw(first), first.Position)
	}
	if second.NoFollow || pg.Raw(second) != "/q?x=ä" || second.Position != 1 {
		t.Errorf("second link: nofollow %v, raw %q, position %d", second.NoFollow, pg.Raw(second), second.Position)
	}
	if want := map[string]int{"mailto": 1, "host": 1}; !cmp.Equal(pg.BadLinks, want) {
		t.Errorf("bad links %v, want %v", pg.BadLinks, want)
	}
}

func TestHeadFields(t *testing.T) {
	pg := parse(t, `<html xml:lang="de-AT"><title> A
		&amp; B </title><title>second</title><meta name=KEYWORDS content="k1,  k2"><meta name=description content="d &lt; e">
		<meta name=robots content="NOARCHIVE, NoFollow"><meta name=somebot content="noindex"><meta name=generator content="all hand made">
		<base href="http://b.example/x/"><base href="http://c.example/"><link rel=canonical href=self><meta http-equiv=refresh content="3;url=on">
		<a href=y>`)
	if pg.Title != "A & B" || pg.Lang != "de-at" || pg.Keywords != "k1, k2" || pg.Description != "d < e" {
		t.Errorf("title %q, language %q, keywords %q, description %q", pg.Title, pg.Lang, pg.Keywords, pg.Description)
	}
	if pg.NoIndex || !pg.NoFollow || !slices.Equal(pg.Robots, []page.Meta{{"robots", "NOARCHIVE, NoFollow"}, {"somebot", "noindex"}}) {
		t.Errorf("robots %v, noindex %v, nofollow %v", pg.Robots, pg.NoIndex, pg.NoFollow)
	}
	if pg.Base.String() != "http://b.example/x/" || pg.Canonical.String() != "http://b.example/x/self" {
		t.Errorf("base %s, canonical %s", pg.Base, pg.Canonical)
	}
	if r := pg.Refresh; r == nil || r.Delay != 3 || r.URL.String() != "http://b.example/x/on" || r.NoScript {
		t.Errorf("refresh %+v", pg.Refresh)
	}
}

func TestBaseCountsForLinksBeforeIt(t *testing.T) {
	pg := parse(t, `<a href=x>x</a><base href=/other/>`)
	if got := listed(pg); got != "a http://h.example/other/x" {
		t.Errorf("links: %s", got)
	}
}

func TestQueryIsEscapedInTheEncodingOfThePage(t *testing.T) {
	pg := parse(t, "<meta charset=windows-1252><a href='/\xe9?q=\xe9#\xe9'>")
	if got := listed(pg); got != "a http://h.example/%C3%A9?q=%E9" {
		t.Errorf("links: %s", got)
	}
}

func TestHeadingsAndEmphasis(t *testing.T) {
	pg := parse(t, `<h1>Title <i>x</i></h1><p>plain <b>bold <em>both</em></b> <strong>st<p>rong</strong> end<h2>Last`)
	texts := func(spans []page.Span) (list []string) {
		for _, s := range spans {
			list = append(list, pg.Excerpt(s))
		}
		return list
	}
	if got, want := texts(pg.Headings), []string{"Title x", "Last"}; !slices.Equal(got, want) {
		t.Errorf("headings %q, want %q", got, want)
	}
	if got, want := texts(pg.Emphasis), []string{"x", "bold both", "st rong"}; !slices.Equal(got, want) {
		t.Errorf("emphasis %q, want %q", got, want)
	}
}

func TestCitations(t *testing.T) {
	pg := parse(t, `<meta name=citation_title content="On &quot;it&quot;"><meta name=citation_author content="A. One"><meta name="DC.Creator" content="B">
		<script type="application/ld+json">{"@context":"https://schema.org","@graph":[{"@type":"BreadcrumbList","name":"no"},
		{"@type":["ScholarlyArticle"],"headline":"H","author":[{"@type":"Person","name":"C"},"D"],"datePublished":"2020-01-02","pageStart":7}]}</script>
		<script type="application/ld+json">{"@type":"Thesis","name":</script>
		<div itemscope itemtype="https://schema.org/Thesis"><span itemprop=name>The <b>name</b></span><time itemprop=datePublished datetime=1999>99</time>
		<p itemprop=author itemscope itemtype="https://schema.org/Person"><a href=x itemprop=name>E</a><i itemprop=jobTitle>no</i></p><meta itemprop=genre content=g></div>
		<span itemprop=name>no</span>`)
	want := []page.Meta{
		{"citation_title", `On "it"`}, {"citation_author", "A. One"}, {"dc.creator", "B"},
		{"schema.type", "ScholarlyArticle"}, {"schema.headline", "H"}, {"schema.author", "C"}, {"schema.author", "D"},
		{"schema.datePublished", "2020-01-02"}, {"schema.pageStart", "7"},
		{"schema.type", "Thesis"}, {"schema.name", "The name"}, {"schema.datePublished", "1999"}, {"schema.author", "E"}, {"schema.genre", "g"},
	}
	if diff := cmp.Diff(want, pg.Citations); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

func TestForms(t *testing.T) {
	pg := parse(t, `<form action=/search method=GET name=s><table><tr><td><label for=q>Query</label><input id=q name=q placeholder=no></td></tr>
		<tr><td><label><input type=CHECKBOX name=c value=1 checked> Only theses</label>
		<select name=lang><option value=de>German<option selected>English</select><button name=go>Go</button></td></tr></table>
		<textarea name=t> a &lt; b</textarea><input type=hidden name=h value=v></form><input name=outside><form method=post><input type=submit>`)
	u := func(s string) weburl.URL {
		v, err := weburl.Parse(s)
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
	want := []page.Form{
		{Action: u("http://h.example/search"), Method: "get", Name: "s", Fields: []page.Field{
			{Type: "text", Name: "q", Label: "Query"},
			{Type: "checkbox", Name: "c", Value: "1", Label: "Only theses", Checked: true},
			{Type: "select", Name: "lang", Value: "English", Options: []page.Option{{Value: "de", Text: "German"}, {Value: "English", Text: "English", Selected: true}}},
			{Type: "button", Name: "go", Label: "Go"},
			{Type: "textarea", Name: "t", Value: "a < b"},
			{Type: "hidden", Name: "h", Value: "v"},
		}},
		{Action: u("http://h.example/dir/page.html"), Method: "post", Fields: []page.Field{{Type: "submit"}}},
	}
	if diff := cmp.Diff(want, pg.Forms, cmp.Comparer(func(a, b weburl.URL) bool { return a == b })); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

func TestPageSurvivesNextParse(t *testing.T) {
	var p page.Parser
	u, _ := weburl.Parse("http://h.example/")
	body := []byte("<title>first</title><h1>Head</h1><a class=c href=one title=t>anchor</a> after")
	first := p.Parse(body, page.Source{URL: u})
	clear(body)
	p.Parse([]byte("<title>other</title><h1>Else</h1><a class=d href=two title=s>second</a> words"), page.Source{URL: u})
	l := &first.Links[0]
	got := []string{first.Title, string(first.Text), first.Anchor(l), first.Heading(l), first.Raw(l), l.Path, first.Around(l, 1)}
	want := []string{"first", "Head anchor after", "anchor t", "Head", "one", "html body a.c", "Head after"}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}
