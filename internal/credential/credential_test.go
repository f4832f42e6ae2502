package credential_test

import (
	"encoding/base64"
	"net/http"
	"strings"
	"testing"

	"sluice/internal/credential"
	"sluice/weburl"
)

func TestNamesOfSecretHeaders(t *testing.T) {
	for name, want := range map[string]bool{
		"Authorization": true, "Proxy-Authorization": true, "Cookie": true, "COOKIE2": true, "X-Auth": true, "X-Api-Key": true,
		"X-Amz-Security-Token": true, "X-Passphrase": true, "X-PASSWORD": true, "Session-Id": true, "X-My-Credentials": true,
		"Client-Secret": true, "X-CSRF-Token": true,
		"Accept": false, "Accept-Language": false, "User-Agent": false, "From": false, "Host": false, "Referer": false, "X-Project": false,
	} {
		if got := credential.IsSecretName(name); got != want {
			t.Errorf("IsSecretName(%q) = %t, want %t", name, got, want)
		}
	}
}

func parse(t *testing.T, url string) weburl.URL {
	t.Helper()
	u, err := weburl.Parse(url)
	if err != nil {
		t.Fatal(err)
	}
	return u
}

func TestSecretsAreBoundToOriginsOfSeeds(t *testing.T) {
	s := credential.New(http.Header{"Authorization": {"Bearer x"}, "X-Api-Key": {"k"}, "Accept-Language": {"de"}},
		[]string{"https://a.example/start", "b.example:8080/x", "://"}, []string{"https://document.example/x.pdf"})
	const lines = "Authorization: Bearer x\r\nX-Api-Key: k\r\n"
	for url, want := range map[string]string{
		"https://a.example/": lines, "https://a.example:443/other?q": lines, "http://b.example:8080/": lines,
		"http://a.example/": "", "https://a.example:8443/": "", "https://www.a.example/": "", "http://b.example/": "", "https://b.example:8080/": "",
		"http://a.example:443/": "", "https://other.example/": "",
		"https://document.example/x.pdf": "",
	} {
		u := parse(t, url)
		if got := s.Lines(u); got != want || s.Binds(u) != (want != "") {
			t.Errorf("Lines(%s) = %q, Binds %t, want %q", url, got, s.Binds(u), want)
		}
	}
	var none *credential.Set
	if none.Binds(parse(t, "http://a.example/")) {
		t.Error("the nil Set binds a URL")
	}
}

func TestCookiesThatAPersonNamesAreBoundToOrigins(t *testing.T) {
	s := credential.New(http.Header{"Cookie": {"a=1", "b=2"}}, []string{"https://a.example/"}, nil)
	for url, want := range map[string]string{"https://a.example/x": "a=1; b=2", "http://a.example/": "", "https://a.example:444/": "", "https://b.example/": ""} {
		u := parse(t, url)
		if got := s.Cookies(u); got != want || s.Binds(u) != (want != "") || s.Lines(u) != "" {
			t.Errorf("%s: cookies %q, bound %t, lines %q, want %q", url, got, s.Binds(u), s.Lines(u), want)
		}
	}
}

func TestUserOfSeedIsBasicAuthenticationAtItsOriginOnly(t *testing.T) {
	basic := func(user string) string {
		return "Authorization: Basic " + base64.StdEncoding.EncodeToString([]byte(user)) + "\r\n"
	}
	s := credential.New(http.Header{"X-Key": {"k"}}, []string{"https://me:p%40ss@a.example/", "https://b.example/", "https://you@a.example/x"}, []string{"c:d@c.example"})
	for url, want := range map[string]string{
		"https://a.example/": "X-Key: k\r\n" + basic("me:p@ss"), "https://b.example/": "X-Key: k\r\n", "http://a.example/": "",
		"http://c.example/": basic("c:d"),
	} {
		if got := s.Lines(parse(t, url)); got != want {
			t.Errorf("Lines(%s) = %q, want %q", url, got, want)
		}
	}
	s = credential.New(http.Header{"authorization": {"Bearer x"}}, []string{"https://me:pw@a.example/"}, nil)
	if got, want := s.Lines(parse(t, "https://a.example/")), "authorization: Bearer x\r\n"; got != want {
		t.Errorf("with a header of the user's: %q, want %q", got, want)
	}
}

func TestCutUser(t *testing.T) {
	for _, c := range []struct{ url, rest, user string }{
		{"https://me:pw@a.example/x@y", "https://a.example/x@y", "me:pw"},
		{"https://a.example/x@y", "https://a.example/x@y", ""},
		{"https://a.example?x@y", "https://a.example?x@y", ""},
		{"HTTPS:me:pw@a.example/", "HTTPS:a.example/", "me:pw"},
		{`https:\\me:pw@a.example\x`, `https:\\a.example\x`, "me:pw"},
		{"https://m@e:p@w@a.example/", "https://a.example/", "m@e:p@w"},
		{"socks5://me:pw@a.example:1080", "socks5://a.example:1080", "me:pw"},
		{"me:pw@a.example/", "a.example/", "me:pw"},
		{" me@a.example", " a.example", "me"},
		{"a.example", "a.example", ""},
		{"", "", ""},
	} {
		if rest, user := credential.CutUser(c.url); rest != c.rest || user != c.user {
			t.Errorf("CutUser(%q) = %q, %q, want %q, %q", c.url, rest, user, c.rest, c.user)
		}
	}
}

func TestRedactRequest(t *testing.T) {
	const head = "GET http://a.example/key:x HTTP/1.1\r\nHost: a.example\r\nAuthorization: Bearer x\r\nCookie: a=b\r\nAccept: */*\r\nX-API-KEY: k\r\n\r\n"
	const want = "GET http://a.example/key:x HTTP/1.1\r\nHost: a.example\r\nAuthorization: [redacted]\r\nCookie: [redacted]\r\nAccept: */*\r\nX-API-KEY: [redacted]\r\n\r\n"
	if got := string(credential.RedactRequest(nil, []byte(head))); got != want {
		t.Errorf("RedactRequest() = %q, want %q", got, want)
	}
}

func TestRedactField(t *testing.T) {
	for field, want := range map[string]string{
		"Bad Name: x": "Bad Name: x", "X-Api Key: hidden": "X-Api Key: [redacted]", "Authorization Bearer hidden": "Authorization [redacted]",
		"hidden": "[redacted]", "": "[redacted]", ": hidden": ": hidden",
	} {
		if got := credential.RedactField(field); got != want {
			t.Errorf("RedactField(%q) = %q, want %q", field, got, want)
		}
	}
}

func TestRedactText(t *testing.T) {
	for text, want := range map[string]string{
		`seed "https://me:pw@a.example/x": invalid host`:        `seed "https://a.example/x": invalid host`,
		"proxy http://me:p@w@p.example:3128 and socks5://u@h:1": "proxy http://p.example:3128 and socks5://h:1",
		"http://a.example/@me and me@example.org":               "http://a.example/@me and me@example.org",
		"http://a.example, me@example.org":                      "http://a.example, me@example.org",
		`<http://a.example>"me@example.org`:                     `<http://a.example>"me@example.org`,
		`http://me:a"b<c>'d@a.example/`:                         "http://a.example/",
		`parse "http://me:a\"b\\c@a.example/": no`:              `parse "http://a.example/": no`,
	} {
		if got := credential.RedactText(text); got != want {
			t.Errorf("RedactText(%q) = %q, want %q", text, got, want)
		}
	}
	if got := credential.RedactText("https://" + strings.Repeat("a@", 1000) + "h/"); got != "https://h/" {
		t.Errorf("many at signs: %q", got)
	}
}
