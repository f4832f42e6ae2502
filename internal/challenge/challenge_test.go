package challenge_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"sluice/internal/challenge"
	"sluice/page"
	"sluice/weburl"
)

// own makes a page with a title and a body.
func own(title, body string) string {
	return "<html><head><title>" + title + "</title></head><body>" + body + "</body></html>"
}

// recognize returns what an answer is, "page" if it is none of the challenges.
func recognize(t *testing.T, status int, header, html string) string {
	t.Helper()
	u, err := weburl.Parse("http://www.example.org/paper.html")
	if err != nil {
		t.Fatal(err)
	}
	h := http.Header{}
	if name, value, ok := strings.Cut(header, ": "); ok {
		h.Set(name, value)
	}
	parser := page.Parser{Rules: weburl.NoRules()}
	c, ok := challenge.Recognize(challenge.Answer{Status: status, Header: h, Page: parser.Parse([]byte(html), page.Source{URL: u}), Body: []byte(html)})
	if !ok {
		return "page"
	}
	return c.String()
}

// prose is the text of an ordinary page.
var prose = strings.Repeat("The lecture treats the history of the steam engine and of those who built the first of them. ", 40)

func TestRecognizeNamesKindAndVendor(t *testing.T) {
	for _, test := range []struct {
		name, header, html string
		status             int
		want               string
	}{
		{"Cloudflare header", "Cf-Mitigated: challenge", own("Example", ""), 403, "check for robots (Cloudflare)"},
		{"Cloudflare page", "", own("Just a moment...", `<script>window._cf_chl_opt={}</script>`), 403, "check for robots (Cloudflare)"},
		{"Anubis", "", own("Making sure you&#39;re not a bot!", `<script id="anubis_challenge" type="application/json">{}</script>`), 200, "check for robots (Anubis)"},
		{"DataDome", "", own("example.org", `<p>Please enable JS and disable any ad blocker</p><script>var dd={'rt':'c'}</script><script src="https://ct.captcha-delivery.com/c.js"></script>`), 403, "check for robots (DataDome)"},
		{"Imperva", "", own("", `<iframe src="/_Incapsula_Resource?CWUDNSAI=9">Request unsuccessful. Incapsula incident ID: 1-2</iframe>`), 200, "check for robots (Imperva)"},
		{"HUMAN", "", own("Access to this page has been denied", `<div id="px-captcha"></div>Press &amp; Hold to confirm you are a human`), 403, "check for robots (HUMAN)"},
		{"Akamai", "", own("Access Denied", `<h1>Access Denied</h1>Reference #18.1 https://errors.edgesuite.net/18.1`), 403, "access blocked (Akamai)"},
		{"AWS WAF", "X-Amzn-Waf-Action: challenge", "", 202, "check for robots (AWS WAF)"},
		{"Sucuri", "", own("Sucuri WebSite Firewall - Access Denied", `Your IP: 192.0.2.1`), 403, "check for robots (Sucuri)"},
		{"DDoS-Guard", "", own("DDoS-Guard", `<script src="/.well-known/ddos-guard/js-challenge/index.js"></script>Checking your browser before accessing`), 403, "check for robots (DDoS-Guard)"},
		{"Azure Front Door", "X-Azure-Ref: 0a", own("", "The request is blocked."), 403, "access blocked (Azure Front Door)"},
		{"Kasada", "X-Kpsdk-Ct: 0a", own("", ""), 429, "check for robots (Kasada)"},
		{"unknown check", "", own("One second", `<noscript>Enable JavaScript</noscript><p>We are checking if you are human. Verify you are human</p><form method=post><input type=hidden name=t></form>`), 200, "check for robots"},
		{"German check", "", own("Sicherheitsüberprüfung", `Bitte bestätigen Sie, dass Sie kein Roboter sind.<div class="h-captcha"></div>`), 200, "check for robots"},
		{"Chinese check", "", own("安全验证", `请完成验证`), 200, "check for robots"},
		{"script that sets a cookie", "", own("", `<script>document.cookie="a=b";location.reload()</script>`), 200, "check for robots"},
		{"frame of a network filter", "", own("M4-7", `<iframe src="http://10.10.34.34?type=Invalid Site"></iframe>`), 200, "access blocked"},
		{"block page in Turkish", "", own("Erişim Engellendi", `Bu siteye erişim mahkeme kararı ile engellenmiştir.`), 200, "access blocked"},
		{"block page in English", "", own("Notice", `Your requested URL has been blocked as per the directions received from the Department of Telecommunications.`), 200, "access blocked"},
		{"login form", "", own("Anmelden", `<form method=post><input name=u><input type=password name=p></form>`), 200, "login form"},
		{"status 401 with a login", "", own("", `Please log in to continue`), 401, "login form"},
		{"cookie wall", "", own("Cookies Required", `This site needs cookies. Please enable cookies in your browser.`), 200, "cookie wall"},
		{"parked domain", "", own("example.org", `This domain is for sale! <a href="//sale.example">Buy this domain</a>`), 200, "parked domain"},
		{"parked domain in German", "", own("example.org", `Diese Domain steht zum Verkauf.`), 200, "parked domain"},
		{"status 429", "", own("", ""), 429, "rate limit"},
		{"rate limit with status 200", "", own("Too Many Requests", `You have sent too many requests.`), 200, "rate limit"},
		{"maintenance with status 200", "", own("Wartungsarbeiten", `Unsere Seite ist gleich wieder da.`), 200, "maintenance"},
		{"browser required", "", own("Library", `Please enable JavaScript to view this site.`), 200, "script required"},

		{"page about captchas", "", own("How a captcha works", prose+"A captcha proves that you are human. Verify you are human. <div class=g-recaptcha></div>"), 200, "page"},
		{"page with a login form", "", own("The steam engine", prose+"Log in <form method=post><input name=u><input type=password name=p></form>"), 200, "page"},
		{"short page about access", "", own("Reading room", "The reading room is open from nine to five. It is restricted to members on Mondays."+strings.Repeat(`<a href=/x>more</a> `, 9)), 200, "page"},
		{"page of a customer of Imperva", "", own("The steam engine", prose+`<script src="/_Incapsula_Resource?SWJIYLWA=7"></script>`), 200, "page"},
		{"page of a customer of Cloudflare", "", own("Index", `<a href=/a>A</a> <a href=/b>B</a><script src="/cdn-cgi/challenge-platform/scripts/jsd/main.js"></script>`), 200, "page"},
		{"Apache's 403", "", own("403 Forbidden", `<h1>Forbidden</h1>You don't have permission to access this resource.`), 403, "page"},
		{"403 of a customer of Azure", "X-Azure-Ref: 0a", own("Members only", prose[:1200]+strings.Repeat("<a href=/x>more</a> ", 9)), 403, "page"},
		{"403 of a customer of DDoS-Guard", "Server: ddos-guard", own("Members only", prose[:1200]+strings.Repeat("<a href=/x>more</a> ", 9)), 403, "page"},
		{"status 404", "", own("Access denied", `access denied`), 404, "page"},
		{"old page that has moved", "", own("Moved", `<meta http-equiv=refresh content="0; url=/new.html">`), 200, "page"},
		{"page of pictures", "", own("Holiday", `<img src=a.jpg><img src=b.jpg><script>document.cookie="a=b"; if (top != self) top.location.href = "x"</script>`), 200, "page"},
	} {
		t.Run(test.name, func(t *testing.T) {
			if got := recognize(t, test.status, test.header, test.html); got != test.want {
				t.Errorf("got %q, want %q", got, test.want)
			}
		})
	}
}

func TestFramesWithinAPrivateNetworkAreNoFilter(t *testing.T) {
	const text = `<html><title>Machines</title><iframe src="http://10.1.2.3/menu"></iframe></html>`
	for _, c := range []struct {
		url     string
		isLocal bool
		want    bool
	}{{"http://www.example.org/", false, true}, {"http://10.1.2.4/", false, false}, {"http://wiki.example.org/", true, false}} {
		u, err := weburl.Parse(c.url)
		if err != nil {
			t.Fatal(err)
		}
		parser := page.Parser{Rules: weburl.NoRules()}
		p := parser.Parse([]byte(text), page.Source{URL: u})
		if got, is := challenge.Recognize(challenge.Answer{Status: 200, Page: p, Body: []byte(text), IsLocal: c.isLocal}); is != c.want {
			t.Errorf("%s, local %t: %v, %t; want %t", c.url, c.isLocal, got, is, c.want)
		}
	}
}

func TestAnswerWithoutHTMLIsJudgedByStatusAndHeader(t *testing.T) {
	for status, want := range map[int]string{200: "none", 404: "none", 418: "access blocked", 429: "rate limit", 503: "none", 999: "rate limit"} {
		got := "none"
		if c, ok := challenge.Recognize(challenge.Answer{Status: status}); ok {
			got = c.String()
		}
		if got != want {
			t.Errorf("status %d: %s, want %s", status, got, want)
		}
	}
}

func Example() {
	header := http.Header{"Cf-Mitigated": {"challenge"}}
	fmt.Println(challenge.Recognize(challenge.Answer{Status: 403, Header: header}))
	// Output: check for robots (Cloudflare) true
}

func BenchmarkRecognize(b *testing.B) {
	u, err := weburl.Parse("http://www.example.org/")
	if err != nil {
		b.Fatal(err)
	}
	short := own("Projects", `<h1>Projects</h1><p>`+prose[:1500]+`</p>`+strings.Repeat(`<a href="/project/of/some/name.html" class="link">A project</a> `, 40))
	long := own("The steam engine", prose+prose)
	for name, html := range map[string]string{"short": short, "long": long} {
		b.Run(name, func(b *testing.B) {
			parser := page.Parser{Rules: weburl.NoRules()}
			a := challenge.Answer{Status: 200, Page: parser.Parse([]byte(html), page.Source{URL: u}), Body: []byte(html)}
			b.SetBytes(int64(len(html)))
			b.ReportAllocs()
			for b.Loop() {
				challenge.Recognize(a)
			}
		})
	}
}
