package weburl_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"sluice/weburl"
	"sluice/weburl/trap"
)

func mustParse(t testing.TB, s string) weburl.URL {
	t.Helper()
	u, err := weburl.Parse(s)
	if err != nil {
		t.Fatal(err)
	}
	return u
}

func TestCanonicalForm(t *testing.T) {
	tests := []struct{ name, in, want string }{
		{"scheme and host in lower case", "HTTP://WWW.Lib.Example.ORG/Path", "http://www.lib.example.org/Path"},
		{"default port off", "http://h.org:80/", "http://h.org/"},
		{"default port of https off", "https://h.org:443/x", "https://h.org/x"},
		{"port of the other scheme stays", "https://h.org:80/x", "https://h.org:80/x"},
		{"port with zeros", "http://h.org:0080/x", "http://h.org/x"},
		{"empty port", "http://h.org:/x", "http://h.org/x"},
		{"empty path", "http://h.org", "http://h.org/"},
		{"empty path before a query", "http://h.org?q=1", "http://h.org/?q=1"},
		{"dot segments", "http://h.org/a/./b/../c/", "http://h.org/a/c/"},
		{"escaped dot segments", "http://h.org/a/%2e%2E/b/%2e/c", "http://h.org/b/c"},
		{"dot segments above the root", "http://h.org/../../a", "http://h.org/a"},
		{"dot segments over empty segments", "http://h.org/a//../b", "http://h.org/a/b"},
		{"dot segment at the end", "http://h.org/a/b/..", "http://h.org/a/"},
		{"three dots are a name", "http://h.org/a/.../b", "http://h.org/a/.../b"},
		{"fragment off", "http://h.org/a#b?c", "http://h.org/a"},
		{"credentials off", "http://me:secret@h.org/a", "http://h.org/a"},
		{"needless escapes decoded", "http://h.org/%7Euser/%61%2Db", "http://h.org/~user/a-b"},
		{"needless escapes in the query decoded", "http://h.org/?%61=%7e", "http://h.org/?a=~"},
		{"needed escapes in upper case", "http://h.org/a%2fb%c3%a9", "http://h.org/a%2Fb%C3%A9"},
		{"escapes are decoded once", "http://h.org/%2561", "http://h.org/%2561"},
		{"lone percent", "http://h.org/100%/a%2%35?%zz", "http://h.org/100%25/a%2525?%25zz"},
		{"space", "http://h.org/my paper.pdf?a b", "http://h.org/my%20paper.pdf?a%20b"},
		{"plus stays", "http://h.org/a+b?c+d", "http://h.org/a+b?c+d"},
		{"reserved characters stay as they are", "http://h.org/a!$&'()*,;=:@b", "http://h.org/a!$&'()*,;=:@b"},
		{"characters out of place", "http://h.org/{a}|^`", "http://h.org/%7Ba%7D|%5E%60"},
		{"case, double slashes and last slash stay", "http://h.org/A//b/", "http://h.org/A//b/"},
		{"non-ASCII path", "http://h.org/é?ü", "http://h.org/%C3%A9?%C3%BC"},
		{"bytes that are no UTF-8", "http://h.org/caf\xe9", "http://h.org/caf%E9"},
		{"IDN", "http://Bücher.example/", "http://xn--bcher-kva.example/"},
		{"IDN, escaped", "http://B%C3%BCCHER.example/", "http://xn--bcher-kva.example/"},
		{"IDN with a sharp S", "http://FUẞ.example/", "http://xn--fu-hia.example/"},
		{"IDN with signs", "http://a≠b.example/", "http://xn--ab-miv.example/"},
		{"IDN with fillers", "http://a\u00adb\u2060c\u3164.example/", "http://abc.example/"},
		{"www stays", "http://www.h.org/", "http://www.h.org/"},
		{"dot at the end of the host", "http://h.org./a", "http://h.org/a"},
		{"IPv4 in other clothes", "http://0x7f.1/", "http://127.0.0.1/"},
		{"IPv6", "http://[2001:DB8::0:1]:8080/", "http://[2001:db8::1]:8080/"},
		{"order of the query stays", "http://h.org/?b=1&a=2&b=0", "http://h.org/?b=1&a=2&b=0"},
		{"empty query", "http://h.org/a?", "http://h.org/a"},
		{"default page stays", "http://h.org/index.html", "http://h.org/index.html"},
		{"session in the path", "http://h.org/a;jsessionid=0A1B2C?x=1", "http://h.org/a?x=1"},
		{"session in the middle of the path", "http://h.org/a;jsessionid=0A1B2C/b", "http://h.org/a/b"},
		{"other path parameters", "http://h.org/a;v=1/b;w", "http://h.org/a;v=1/b;w"},
		{"session in the query", "http://h.org/a?x=1&PHPSESSID=abc&y=2", "http://h.org/a?x=1&y=2"},
		{"only a session", "http://h.org/a?phpsessid=abc", "http://h.org/a"},
		{"session first", "http://h.org/a?sessionid=abc&x=1", "http://h.org/a?x=1"},
		{"session by semicolon in the query", "http://h.org/a?x=1;jsessionid=0A1B2C", "http://h.org/a?x=1"},
		{"sid like an identifier", "http://h.org/a?sid=0f47e61b9c2d8a35", "http://h.org/a"},
		{"sid that is a number", "http://h.org/a?sid=1234", "http://h.org/a?sid=1234"},
		{"campaign", "http://h.org/a?utm_source=x&id=3&UTM_Medium=y&gclid=Z&fbclid=Q", "http://h.org/a?id=3"},
		{"a name that begins like a campaign", "http://h.org/a?utmost=1", "http://h.org/a?utmost=1"},
		{"odd queries stay", "http://h.org/a?&&x==&=y", "http://h.org/a?&&x==&=y"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			u := mustParse(t, tt.in)
			if u.String() != tt.want {
				t.Errorf("Parse(%q) = %q, want %q", tt.in, u, tt.want)
			}
			if again := mustParse(t, u.String()); again != u {
				t.Errorf("Parse(%q) = %q: not canonical", u, again)
			}
		})
	}
}

func TestRepair(t *testing.T) {
	tests := []struct{ in, want string }{
		{`http:\\h.org\a\b`, "http://h.org/a/b"},
		{"http:/h.org/a", "http://h.org/a"},
		{"http:///h.org/a", "http://h.org/a"},
		{"https:////h.org/a", "https://h.org/a"},
		{"http//www.h.org/a", "http://www.h.org/a"},
		{"http:://h.org/a", "http://h.org/a"},
		{"http;//h.org/a", "http://h.org/a"},
		{"http.//h.org/a", "http://h.org/a"},
		{"htp://h.org/a", "http://h.org/a"},
		{"ttps://h.org/a", "https://h.org/a"},
		{"http://http://h.org/a", "http://h.org/a"},
		{"http://https//h.org/a", "https://h.org/a"},
		{"http:// www.h.org/a", "http://www.h.org/a"},
		{"  http://h.org/a\n", "http://h.org/a"},
		{"http://h.org/a\n      /b\tc", "http://h.org/a/bc"},
		{"\u00a0http://h.org/a\u200b", "http://h.org/a"},
		{`"http://h.org/a"`, "http://h.org/a"},
		{`http://h.org/a"`, "http://h.org/a"},
		{`\"http://h.org/a\"`, "http://h.org/a"},
		{"'http://h.org/a'", "http://h.org/a"},
		{"http://h.org/o'brien", "http://h.org/o'brien"},
		{"http://h.org/?q='a'", "http://h.org/?q=%27a%27"},
		{"“http://h.org/a”", "http://h.org/a"},
		{"%22http://h.org/a%22", "http://h.org/a"},
		{"<http://h.org/a>", "http://h.org/a"},
		{"http://h.org/?a=1&amp;b=2&amp;amp;c=3&#38;d=4", "http://h.org/?a=1&b=2&c=3&d=4"},
		{"www.example.org/a", "http://www.example.org/a"},
		{"//h.org/a", ""},
		{"example.org/a", ""},
	}
	for _, tt := range tests {
		u, err := weburl.Parse(tt.in)
		if u.String() != tt.want || (err == nil) != (tt.want != "") {
			t.Errorf("Parse(%q) = %q, %v, want %q", tt.in, u, err, tt.want)
		}
	}
}

func TestResolve(t *testing.T) {
	const page = "http://h.org/a/b/c.html?x=1"
	tests := []struct{ ref, want string }{
		{"", page},
		{"#top", page},
		{"  ", page},
		{"d.html", "http://h.org/a/b/d.html"},
		{"d.html#e", "http://h.org/a/b/d.html"},
		{"./d", "http://h.org/a/b/d"},
		{"../d", "http://h.org/a/d"},
		{"../../../d", "http://h.org/d"},
		{"..", "http://h.org/a/"},
		{".", "http://h.org/a/b/"},
		{"/d", "http://h.org/d"},
		{"/", "http://h.org/"},
		{"//o.org/d", "http://o.org/d"},
		{"//O.org", "http://o.org/"},
		{"?y=2", "http://h.org/a/b/c.html?y=2"},
		{"?", "http://h.org/a/b/c.html"},
		{"d?e=f#g", "http://h.org/a/b/d?e=f"},
		{"HTTP://O.org/d", "http://o.org/d"},
		{"http:d", "http://h.org/a/b/d"},
		{"http:/d/e.html", "http://h.org/d/e.html"},
		{"http:/www.o.org/d", "http://www.o.org/d"},
		{`\d\e`, "http://h.org/d/e"},
		{`..\d`, "http://h.org/a/d"},
		{"www.example.org/x.html", "http://www.example.org/x.html"},
		{"www.html", "http://h.org/a/b/www.html"},
		{"www.d/x", "http://h.org/a/b/www.d/x"},
		{"example.org/x", "http://h.org/a/b/example.org/x"},
		{"my paper.pdf", "http://h.org/a/b/my%20paper.pdf"},
		{"b;jsessionid=1F", "http://h.org/a/b/b"},
		{"a//b", "http://h.org/a/b/a//b"},
	}
	b := weburl.DefaultRules.NewBase(mustParse(t, page))
	for _, tt := range tests {
		u, err := b.Resolve([]byte(tt.ref))
		if err != nil || u.String() != tt.want {
			t.Errorf("Resolve(%q) = %q, %v, want %q", tt.ref, u, err, tt.want)
		}
	}
}

func TestReasonsOfRefusal(t *testing.T) {
	b := weburl.DefaultRules.NewBase(mustParse(t, "http://h.org/"))
	tests := []struct{ ref, reason string }{
		{"mailto:me@h.org", "mailto"},
		{"MailTo:me@h.org", "mailto"},
		{"javascript:void(0)", "javascript"},
		{"ftp://h.org/a", "ftp"},
		{"tel:+1", "tel"},
		{"c:/documents/a.doc", "other scheme"},
		{"http://", "host"},
		{"http://?q", "host"},
		{"http://a b/", "host"},
		{"http://a..b/", "host"},
		{"http://[::1/", "host"},
		{"http://1.2.3.256/", "host"},
		{"http://h.org%00/", "host"},
		{"http://a,b!/", "host"},
		{"http://" + strings.Repeat("a", 64) + ".org/", "host"},
		{"http://" + strings.Repeat("a.", 130) + "org/", "host"},
		{"http://xn--a.ß/", "host"},
		{"http://h.org:0/", "port"},
		{"http://h.org:65536/", "port"},
		{"http://h.org:x/", "port"},
		{strings.Repeat("a", weburl.MaxLength+1), "too long"},
		{strings.Repeat("é", weburl.MaxLength/2), "too long"},
	}
	for _, tt := range tests {
		u, err := b.Resolve([]byte(tt.ref))
		if err == nil || weburl.Reason(err) != tt.reason {
			t.Errorf("Resolve(%.60q) = %q, %v, want an error for %q", tt.ref, u, err, tt.reason)
		}
	}
	if _, err := weburl.Parse("x"); !errors.Is(err, weburl.ErrMalformed) || !strings.Contains(err.Error(), `"x"`) {
		t.Errorf("Parse(x) = %v, want ErrMalformed with the URL", err)
	}
}

func TestParts(t *testing.T) {
	u := mustParse(t, "https://[::1]:8443/a/b%20c/d.PS.gz?q=1&r")
	for _, part := range []struct{ name, got, want string }{
		{"Scheme", u.Scheme(), "https"},
		{"Host", u.Host(), "[::1]:8443"},
		{"Hostname", u.Hostname(), "::1"},
		{"Path", u.Path(), "/a/b%20c/d.PS.gz"},
		{"Query", u.Query(), "q=1&r"},
		{"RequestURI", u.RequestURI(), "/a/b%20c/d.PS.gz?q=1&r"},
		{"Origin", u.Origin(), "https://[::1]:8443"},
		{"Ending", u.Ending(), ".ps.gz"},
		{"Domain", u.Domain(), "::1"},
	} {
		if part.got != part.want {
			t.Errorf("%s of %s = %q, want %q", part.name, u, part.got, part.want)
		}
	}
	if u.Port() != 8443 || u.Level() != 2 || !slices.Equal(slices.Collect(u.Directories()), []string{"a", "b%20c"}) {
		t.Errorf("port %d, level %d, directories %q", u.Port(), u.Level(), slices.Collect(u.Directories()))
	}
	if p := mustParse(t, "http://h.org/").Port(); p != 80 {
		t.Errorf("port of http is %d", p)
	}
}

func TestZeroURLHasNoParts(t *testing.T) {
	var u weburl.URL
	if !u.IsZero() || u.String()+u.Scheme()+u.Host()+u.Hostname()+u.Path()+u.Query()+u.RequestURI()+u.Origin()+u.Domain()+u.SURT()+u.Ending()+u.Shape() != "" {
		t.Error("the zero URL has parts")
	}
	if u.Port() != 0 || u.Level() != 0 || len(slices.Collect(u.Directories())) != 0 || !u.WithScheme("http").IsZero() || u.Key() == (weburl.Key{}) {
		t.Error("the zero URL has a port, a level, directories or another scheme")
	}
	if _, folded := u.DefaultPage(); folded || weburl.NeverPage(u) || weburl.DocumentEnding(u) || (trap.Rules{}).Check(u, u, "") != "" {
		t.Error("the zero URL is something")
	}
}

func TestKeysOfAHostBeginAlike(t *testing.T) {
	prefix := func(s string) string {
		k := mustParse(t, s).Key()
		return string(k[:4])
	}
	host := prefix("http://h.org:81/a")
	if prefix("https://h.org:81/b?c") != host || prefix("http://h.org/a") == host || prefix("http://i.org:81/a") == host {
		t.Error("the first four bytes of a key are not those of its host")
	}
}

func TestKeyJoinsHTTPAndHTTPS(t *testing.T) {
	tests := []struct {
		a, b string
		same bool
	}{
		{"http://h.org/a?b", "https://h.org/a?b", true},
		{"http://h.org:80/a", "https://h.org:443/a", true},
		{"http://h.org:443/a", "https://h.org/a", false},
		{"http://h.org/a", "http://h.org/A", false},
		{"http://h.org/a", "http://h.org/a/", false},
		{"http://h.org/a", "http://www.h.org/a", false},
		{"http://h.org/%7Ea", "http://h.org/~a", true},
		{"http://h.org/a%2Fb", "http://h.org/a/b", false},
	}
	for _, tt := range tests {
		if same := mustParse(t, tt.a).Key() == mustParse(t, tt.b).Key(); same != tt.same {
			t.Errorf("keys of %s and %s: same is %v, want %v", tt.a, tt.b, same, tt.same)
		}
	}
}

func TestWithScheme(t *testing.T) {
	tests := []struct{ in, scheme, want string }{
		{"http://h.org/a?b", "https", "https://h.org/a?b"},
		{"https://h.org/a?b", "http", "http://h.org/a?b"},
		{"http://h.org:8080/", "https", "https://h.org:8080/"},
		{"http://h.org:443/", "https", "http://h.org:443/"},
		{"http://h.org/", "ftp", "http://h.org/"},
	}
	for _, tt := range tests {
		u := mustParse(t, tt.in)
		v := u.WithScheme(tt.scheme)
		if v.String() != tt.want || v.Key() != u.Key() || v.Path() != u.Path() || v.Query() != u.Query() {
			t.Errorf("%s with %s is %s, want %s", u, tt.scheme, v, tt.want)
		}
	}
}

func TestDomain(t *testing.T) {
	for in, want := range map[string]string{
		"http://www.cs.cornell.edu/": "cornell.edu", "http://a.b.example.co.uk/": "example.co.uk", "http://localhost/": "localhost",
		"http://127.0.0.1/": "127.0.0.1", "http://me.github.io/": "me.github.io", "http://co.uk/": "co.uk",
	} {
		if got := mustParse(t, in).Domain(); got != want {
			t.Errorf("domain of %s is %q, want %q", in, got, want)
		}
	}
}

func TestLevel(t *testing.T) {
	for in, want := range map[string]int{
		"http://h.org/": 0, "http://h.org/x.html": 0, "http://h.org/a/": 1, "http://h.org/a/x.html": 1, "http://h.org/a/b/?x=/": 2,
	} {
		if got := mustParse(t, in).Level(); got != want {
			t.Errorf("level of %s is %d, want %d", in, got, want)
		}
	}
}

func TestParseSeed(t *testing.T) {
	for in, want := range map[string]string{
		"example.org": "http://example.org/", " Example.org/x ": "http://example.org/x", "https://h.org/a": "https://h.org/a",
		"localhost:8080/x": "http://localhost:8080/x", "127.0.0.1": "http://127.0.0.1/", "[::1]:80": "http://[::1]/",
		"www.h.org?x": "http://www.h.org/?x", "bücher.example": "http://xn--bcher-kva.example/",
		"mailto:me@h.org": "", "": "", "/etc/passwd": "", "file:///x": "", "ftp://h.org/": "", "?x": "",
	} {
		u, err := weburl.ParseSeed(in)
		if u.String() != want || (err == nil) != (want != "") {
			t.Errorf("ParseSeed(%q) = %q, %v, want %q", in, u, err, want)
		}
	}
}

func TestDefaultPage(t *testing.T) {
	for in, want := range map[string]string{
		"http://h.org/index.html": "http://h.org/", "http://h.org/a/Default.ASP": "http://h.org/a/", "http://h.org/a/": "",
		"http://h.org/a/index.php?x=1": "", "http://h.org/a/paper.html": "", "http://h.org/index.html/": "",
	} {
		u, ok := mustParse(t, in).DefaultPage()
		if ok != (want != "") || ok && u != mustParse(t, want) {
			t.Errorf("default page of %s: %q, %v, want %q", in, u, ok, want)
		}
	}
}

func TestSURT(t *testing.T) {
	for in, want := range map[string]string{
		"http://www.Example.org/":          "org,example)/",
		"http://www2.example.org/A/?b=2&a": "org,example)/a?a&b=2",
		"https://a.example.org:8080/x/":    "org,example,a:8080)/x",
		"http://127.0.0.1/x":               "127.0.0.1)/x",
		"http://www.org/":                  "org,www)/",
		"http://wwwx.example.org/":         "org,example,wwwx)/",
	} {
		if got := mustParse(t, in).SURT(); got != want {
			t.Errorf("SURT of %s is %q, want %q", in, got, want)
		}
	}
}

func TestShape(t *testing.T) {
	for in, want := range map[string]string{
		"http://h.org/events/2031-05-01.html?view=day&cal=7&cal=8": "/events/0-0-0.html?cal&view",
		"http://h.org/f/9e107d9d372bb6826bd81d3542a419d6/a1b22":    "/f/x/a0b0",
		"http://h.org/": "/",
	} {
		if got := mustParse(t, in).Shape(); got != want {
			t.Errorf("shape of %s is %q, want %q", in, got, want)
		}
	}
}

func TestEndings(t *testing.T) {
	tests := []struct {
		name            string
		ending          string
		never, document bool
	}{
		{"paper.pdf", ".pdf", false, true},
		{"paper.PDF", ".pdf", false, true},
		{"paper.ps.gz", ".ps.gz", false, true},
		{"paper.ps.Z", ".ps.z", false, true},
		{"paper.tex.bz2", ".tex.bz2", false, true},
		{"talk.pptx", ".pptx", false, true},
		{"book.epub", ".epub", false, true},
		{"data.tar.gz", ".tar.gz", true, false},
		{"data.gz", ".gz", true, false},
		{"text.txt.gz", ".txt.gz", false, false},
		{"photo.JPG", ".jpg", true, false},
		{"style.css", ".css", true, false},
		{"film.mp4", ".mp4", true, false},
		{"setup.exe", ".exe", true, false},
		{"page.html", ".html", false, false},
		{"notes.txt", ".txt", false, false},
		{"feed.xml", ".xml", false, false},
		{"page.php", ".php", false, false},
		{"page.cgi", ".cgi", false, false},
		{"v1.2", "", false, false},
		{".htaccess", "", false, false},
		{"name.", "", false, false},
		{"README", "", false, false},
		{"", "", false, false},
	}
	for _, tt := range tests {
		u := mustParse(t, "http://h.org/a.b/"+tt.name)
		if u.Ending() != tt.ending || weburl.NeverPage(u) != tt.never || weburl.DocumentEnding(u) != tt.document {
			t.Errorf("%s: ending %q, never a page %v, document %v; want %q, %v, %v",
				u, u.Ending(), weburl.NeverPage(u), weburl.DocumentEnding(u), tt.ending, tt.never, tt.document)
		}
	}
}
