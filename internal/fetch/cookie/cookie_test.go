package cookie_test

import (
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"sluice/internal/fetch/cookie"
	"sluice/weburl"
)

func parse(t testing.TB, url string) weburl.URL {
	t.Helper()
	u, err := weburl.Parse(url)
	if err != nil {
		t.Fatal(err)
	}
	return u
}

func set(t testing.TB, j *cookie.Jar, url string, lines ...string) {
	t.Helper()
	j.Store(parse(t, url), http.Header{"Set-Cookie": lines})
}

// openJar returns a jar with a file of these lines.
func openJar(t testing.TB, lines ...string) (j *cookie.Jar, file string) {
	t.Helper()
	file = filepath.Join(t.TempDir(), "cookies.txt")
	if err := os.WriteFile(file, []byte(strings.Join(lines, "\n")), 0o600); err != nil {
		t.Fatal(err)
	}
	j, err := cookie.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	return j, file
}

func TestCookiesOfOneHost(t *testing.T) {
	for _, c := range []struct{ name, from, set, to, want string }{
		{"back to the host", "http://a.example/x/y", "k=v", "http://a.example/x/z", "k=v"},
		{"default path", "http://a.example/x/y", "k=v", "http://a.example/z", ""},
		{"path", "http://a.example/x/y", "k=v; Path=/x", "http://a.example/x", "k=v"},
		{"path that is a prefix of a name", "http://a.example/x/y", "k=v; Path=/x", "http://a.example/xy", ""},
		{"relative path", "http://a.example/y", "k=v; Path=x", "http://a.example/", "k=v"},
		{"another port", "http://a.example/", "k=v", "http://a.example:8080/", "k=v"},
		{"secure", "https://a.example/", "k=v; Secure", "http://a.example/", ""},
		{"secure, by TLS", "https://a.example/", "k=v; Secure", "https://a.example/", "k=v"},
		{"expired", "http://a.example/", "k=v; Max-Age=0", "http://a.example/", ""},
		{"expires in the past", "http://a.example/", "k=v; Expires=Sat, 01 Jan 2000 00:00:00 GMT", "http://a.example/", ""},
		{"long age", "http://a.example/", "k=v; Max-Age=9223372036854775807", "http://a.example/", "k=v"},
		{"domain of others", "http://a.example/", "k=v; Domain=b.example", "http://a.example/", ""},
		{"domain that is a public suffix", "http://a.co.uk/", "k=v; Domain=co.uk", "http://a.co.uk/", ""},
		{"domain of the host", "http://a.example/", "k=v; Domain=.A.example", "http://a.example/", "k=v"},
		{"domain above", "http://www.a.example/", "k=v; Domain=a.example", "http://www.a.example/", "k=v"},
		{"domain that is part of a label", "http://www.ba.example/", "k=v; Domain=a.example", "http://www.ba.example/", ""},
		{"domain of an address", "http://10.0.0.1/", "k=v; Domain=0.0.1", "http://10.0.0.1/", ""},
		{"address", "http://10.0.0.1/", "k=v", "http://10.0.0.1/", "k=v"},
		{"quotes", "http://a.example/", `k="v w"`, "http://a.example/", `k="v w"`},
		{"control character", "http://a.example/", "k=v\x01w", "http://a.example/", ""},
		{"no name", "http://a.example/", "=v", "http://a.example/", ""},
		{"too long", "http://a.example/", "k=" + strings.Repeat("v", 5000), "http://a.example/", ""},
		{"another host", "http://a.example/", "k=v", "http://b.example/", ""},
		{"host below", "http://a.example/", "k=v", "http://www.a.example/", ""},
	} {
		file, _ := openJar(t)
		for kind, j := range map[string]*cookie.Jar{"host": cookie.New(), "jar": file} {
			set(t, j, c.from, c.set)
			if got := j.Header(parse(t, c.to), nil); got != c.want {
				t.Errorf("%s, mode %s: %q, want %q", c.name, kind, got, c.want)
			}
		}
	}
}

// TestDomainCookiesGoToOtherHostsInAChainOnly: a host must not be able to make requests to all others of its domain fail.
func TestDomainCookiesGoToOtherHostsInAChainOnly(t *testing.T) {
	const login, page, other = "http://login.a.example/", "http://www.a.example/", "http://other.a.example/"
	lines := []string{"k=v; Domain=a.example", "own=1"}
	host := cookie.New()
	set(t, host, login, lines...)
	if got := host.Header(parse(t, page), nil); got != "" {
		t.Errorf("outside a chain: %q", got)
	}
	if got := host.Header(parse(t, page), []string{page, login}); got != "k=v" {
		t.Errorf("in a chain: %q, want the cookie for the domain", got)
	}
	if got := host.Header(parse(t, page+"next"), nil); got != "k=v" {
		t.Errorf("after the chain: %q", got)
	}
	if got := host.Header(parse(t, "http://b.example/"), []string{login}); got != "" {
		t.Errorf("another domain in a chain: %q", got)
	}
	if got := host.Header(parse(t, other), nil); got != "" {
		t.Errorf("a host that was in no chain: %q", got)
	}
	jar, _ := openJar(t)
	set(t, jar, login, lines...)
	if got := jar.Header(parse(t, other), nil); got != "k=v" {
		t.Errorf("with a jar: %q", got)
	}
}

func TestLaterCookieReplacesEarlier(t *testing.T) {
	j := cookie.New()
	set(t, j, "http://a.example/", "k=1", "l=2; Path=/deep", "k=3")
	if got := j.Header(parse(t, "http://a.example/deep/x"), nil); got != "l=2; k=3" {
		t.Errorf("got %q, want the longer path first", got)
	}
	set(t, j, "http://a.example/", "k=; Max-Age=-1")
	if got := j.Header(parse(t, "http://a.example/deep/x"), nil); got != "l=2" {
		t.Errorf("after deletion: %q", got)
	}
}

func TestCookiesOfAHostAreBounded(t *testing.T) {
	j := cookie.New()
	for i := range 1000 {
		set(t, j, "http://a.example/", fmt.Sprintf("k%d=%s", i, strings.Repeat("v", i%3000)))
	}
	got := j.Header(parse(t, "http://a.example/"), nil)
	if n := strings.Count(got, "="); n > 50 || len(got) > 9<<10 || !strings.Contains(got, "k999=") {
		t.Errorf("%d cookies of %d bytes", n, len(got))
	}
}

func TestCookiesOfManyHostsAreBounded(t *testing.T) {
	j := cookie.New()
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	for i := range 40_000 {
		set(t, j, fmt.Sprintf("http://h%d.example/", i), "k="+strings.Repeat("v", 3500), "l="+strings.Repeat("v", 3500))
	}
	runtime.GC()
	runtime.ReadMemStats(&after)
	if grown := int64(after.HeapAlloc) - int64(before.HeapAlloc); grown > 64<<20 {
		t.Errorf("the jar takes %d MB", grown>>20)
	}
	if j.Header(parse(t, "http://h39999.example/"), nil) == "" || j.Header(parse(t, "http://h0.example/"), nil) != "" {
		t.Error("the last host is forgotten, or the first one is not")
	}
}

func TestHasNews(t *testing.T) {
	j := cookie.New()
	u := parse(t, "http://a.example/")
	if j.HasNews(u, nil) {
		t.Error("news in an empty jar")
	}
	j.RecordRedirect(u, j.Header(u, nil))
	set(t, j, "http://a.example/", "k=1")
	if !j.HasNews(u, nil) {
		t.Error("no news after a cookie came")
	}
	j.RecordRedirect(u, j.Header(u, nil))
	set(t, j, "http://a.example/", "k=1")
	if j.HasNews(u, nil) {
		t.Error("news after the same cookie came again")
	}
	set(t, j, "http://a.example/", "k=2")
	if !j.HasNews(u, nil) {
		t.Error("no news after another value came")
	}
	var none *cookie.Jar
	none.Store(u, http.Header{"Set-Cookie": {"k=v"}})
	none.RecordRedirect(u, "")
	if none.HasNews(u, nil) || none.Header(u, nil) != "" || none.Save() != nil {
		t.Error("the nil jar keeps cookies")
	}
}

func TestJarIsReadAndWritten(t *testing.T) {
	soon := fmt.Sprint(time.Now().Add(time.Hour).Unix())
	j, file := openJar(t, "# a comment", "", ".a.example\tTRUE\t/\tFALSE\t"+soon+"\twide\t1", "#HttpOnly_a.example\tFALSE\t/\tTRUE\t0\tnarrow\t2", "a.example\tFALSE\t/\tFALSE\t1\tpast\t3")
	before, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if err := j.Save(); err != nil {
		t.Fatal(err)
	}
	if after, _ := os.ReadFile(file); string(after) != string(before) {
		t.Errorf("written although nothing changed: %q", after)
	}
	if got := j.Header(parse(t, "https://a.example/"), nil); got != "wide=1; narrow=2" {
		t.Errorf("read %q", got)
	}
	if got := j.Header(parse(t, "http://www.a.example/"), nil); got != "wide=1" {
		t.Errorf("read for a host below: %q", got)
	}
	set(t, j, "https://a.example/", "session=4; HttpOnly", "wide=5; Domain=a.example; Max-Age=3600", "narrow=; Max-Age=-1")
	if err := os.Chmod(file, 0o640); err != nil {
		t.Fatal(err)
	}
	if err := j.Save(); err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(file); err != nil || info.Mode().Perm() != 0o640 {
		t.Errorf("mode %v, %v; want that of before", info.Mode(), err)
	}
	again, err := cookie.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	if got := again.Header(parse(t, "https://a.example/"), nil); got != "session=4; wide=5" {
		t.Errorf("read again: %q", got)
	}
	if names, _ := filepath.Glob(filepath.Join(filepath.Dir(file), "*")); len(names) != 1 {
		t.Errorf("files %q", names)
	}
}

func TestJarBehindALinkIsReplacedAtItsPlace(t *testing.T) {
	_, file := openJar(t, "a.example\tFALSE\t/\tFALSE\t0\tk\t1")
	link := filepath.Join(t.TempDir(), "link")
	if err := os.Symlink(file, link); err != nil {
		t.Fatal(err)
	}
	j, err := cookie.Open(link)
	if err != nil {
		t.Fatal(err)
	}
	set(t, j, "http://a.example/", "k=2")
	if err := j.Save(); err != nil {
		t.Fatal(err)
	}
	if target, err := os.Readlink(link); target != file {
		t.Errorf("the link leads to %q, %v; want %q", target, err, file)
	}
	if text, err := os.ReadFile(file); err != nil || !strings.Contains(string(text), "\tk\t2\n") {
		t.Errorf("the file has %q, %v", text, err)
	}
}

func TestMalformedJarIsRefusedWithoutItsText(t *testing.T) {
	for _, line := range []string{"a.example\thidden", "a.example\tTRUE\t/\tFALSE\thidden\tk\tv", "a.example TRUE / FALSE 0 k hidden"} {
		file := filepath.Join(t.TempDir(), "cookies.txt")
		if err := os.WriteFile(file, []byte("# x\n"+line), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := cookie.Open(file); err == nil || !strings.Contains(err.Error(), "line 2") || strings.Contains(err.Error(), "hidden") {
			t.Errorf("%q: error %v", line, err)
		}
	}
	if _, err := cookie.Open(filepath.Join(t.TempDir(), "none")); err == nil {
		t.Error("a missing file is opened")
	}
}

func TestPlainHTTPLeavesSecureCookiesAlone(t *testing.T) {
	const secure, plain = "https://www.a.example/", "http://www.a.example/"
	for _, c := range []struct{ name, url, set, to, want string }{
		{"replace", plain, "k=evil; Path=/", secure, "k=good"},
		{"delete", plain, "k=; Path=/; Max-Age=0", secure, "k=good"},
		{"shadow by a longer path", plain, "k=evil; Path=/deep", secure + "deep", "k=good"},
		{"shadow for the whole domain", plain, "k=evil; Path=/; Domain=a.example", secure, "k=good"},
		{"set a secure cookie", plain, "l=evil; Path=/; Secure", secure, "k=good"},
		{"another name", plain, "l=1; Path=/", secure, "k=good; l=1"},
		{"replace by TLS", secure, "k=new; Path=/", plain, "k=new"},
	} {
		file, _ := openJar(t)
		loaded, _ := openJar(t, "www.a.example\tFALSE\t/\tTRUE\t0\tk\tgood")
		for kind, j := range map[string]*cookie.Jar{"host": cookie.New(), "jar": file, "loaded jar": loaded} {
			set(t, j, secure, "k=good; Path=/; Secure")
			set(t, j, c.url, c.set)
			if got := j.Header(parse(t, c.to), nil); got != c.want {
				t.Errorf("%s, mode %s: %q, want %q", c.name, kind, got, c.want)
			}
		}
	}
}

func TestChainOfRedirectsLeavesSecureCookiesAlone(t *testing.T) {
	const evil, page = "http://evil.a.example/", "https://www.a.example/"
	j := cookie.New()
	set(t, j, page, "k=good; Path=/; Domain=a.example; Secure")
	set(t, j, evil, "k=evil; Path=/; Domain=a.example")
	if got := j.Header(parse(t, page), []string{evil}); got != "k=good" {
		t.Errorf("after a redirect from plain http: %q", got)
	}
}

func TestPrefixOfCookieNameIsChecked(t *testing.T) {
	const url = "https://www.a.example/"
	for _, c := range []struct {
		set  string
		kept bool
	}{
		{"__Secure-k=v; Secure", true},
		{"__Secure-k=v", false},
		{"__secure-k=v", false},
		{"__Host-k=v; Secure; Path=/", true},
		{"__Host-k=v; Path=/", false},
		{"__Host-k=v; Secure", false},
		{"__Host-k=v; Secure; Path=/x", false},
		{"__Host-k=v; Secure; Path=/; Domain=a.example", false},
		{"__HOST-k=v; Secure; Path=/; Domain=www.a.example", false},
	} {
		j := cookie.New()
		set(t, j, url, c.set)
		if got := j.Header(parse(t, url+"x"), nil); (got != "") != c.kept {
			t.Errorf("%s: sent %q", c.set, got)
		}
	}
}

// TestCookiesOfAHostDoNotEvictThoseOfOthers: one host of a domain must not log the user out of the others.
func TestCookiesOfAHostDoNotEvictThoseOfOthers(t *testing.T) {
	const evil, www = "https://evil.a.example/", "https://www.a.example/"
	const login = "www.a.example\tFALSE\t/\tTRUE\t4102444800\tlogin\t1"
	for name, lines := range map[string]func(i int) string{
		"many cookies":         func(i int) string { return fmt.Sprintf("k%d=v", i) },
		"large cookies":        func(i int) string { return fmt.Sprintf("k%d=%s", i, strings.Repeat("v", 3000)) },
		"cookies of a domain":  func(i int) string { return fmt.Sprintf("k%d=v; Domain=a.example", i) },
		"cookies that replace": func(i int) string { return "k=" + strings.Repeat("v", 40*i) + "; Domain=a.example" },
	} {
		j, file := openJar(t, login)
		set(t, j, www, "session=2; Max-Age=3600")
		for i := range 100 {
			set(t, j, evil, lines(i))
		}
		if got := j.Header(parse(t, www), nil); !strings.Contains(got, "login=1; session=2") {
			t.Errorf("%s of another host: %q", name, got)
		}
		if err := j.Save(); err != nil {
			t.Fatal(err)
		}
		if text, err := os.ReadFile(file); err != nil || !strings.Contains(string(text), login) {
			t.Errorf("%s of another host: the file has %q, %v", name, text, err)
		}
	}
}

func TestManyHostsDoNotEvictCookiesOfTheFile(t *testing.T) {
	var file []string
	for i := range 50 {
		file = append(file, fmt.Sprintf("www.a.example\tFALSE\t/\tFALSE\t0\tf%d\tv", i))
	}
	j, _ := openJar(t, file...)
	for i := range 60 {
		set(t, j, fmt.Sprintf("http://h%d.a.example/", i), "k=v; Domain=a.example")
	}
	if got := j.Header(parse(t, "http://www.a.example/"), nil); strings.Count(got, "f") != 50 || strings.Contains(got, "k=") {
		t.Errorf("sent %q", got)
	}
}

func TestCookieOfNewHostEvictsThatOfTheHostWithMost(t *testing.T) {
	j, _ := openJar(t)
	for i := range 100 {
		set(t, j, "http://evil.a.example/", fmt.Sprintf("k%d=v", i))
	}
	set(t, j, "http://www.a.example/", "session=1")
	for i := range 100 {
		set(t, j, "http://evil.a.example/", fmt.Sprintf("l%d=v", i))
	}
	if got := j.Header(parse(t, "http://www.a.example/"), nil); got != "session=1" {
		t.Errorf("sent %q", got)
	}
}
