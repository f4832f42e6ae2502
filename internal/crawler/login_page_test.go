package crawler_test

import (
	"fmt"
	"net/http"
	"testing"

	"sluice/crawl"
)

// TestLoginPagesMatchWholeWordsOnly: redirects that tell a page of the way back lead to
// one URL when it stands before others, and to one each when its name only has the
// letters of such a page's.
func TestLoginPagesMatchWholeWordsOnly(t *testing.T) {
	longTest(t)
	const items = 4
	for target, gate := range map[string]bool{
		"/professors/view": false, "/lessons/": false, "/authors": false, "/cases/show": false, "/obsession.php": false, "/assign/index": false,
		"/login": true, "/Login.aspx": true, "/userLogin": true, "/users/sign_in": true, "/sign-in/": true, "/logOn": true,
		"/cas/page": true, "/oauth2/start": true, "/idp/SSO": true, "/action/cookieAbsent": true,
	} {
		var refs []string
		for i := range items {
			refs = append(refs, fmt.Sprintf("/item/%d", i))
		}
		w := newWeb(t, pages{"a.test/": html("A", refs...), "a.test/robots.txt": status(404)})
		w.wildcard = func(rw http.ResponseWriter, r *http.Request) {
			if r.URL.Path == target {
				html("Seen")(rw, r)
				return
			}
			moved(target+"?path="+r.URL.Path)(rw, r)
		}
		run(t, crawl.Config{Seeds: []string{"http://a.test/"}, Network: crawl.Network{Proxy: w.URL}})
		want := 1 + items + items
		if gate {
			want = 1 + items + 1
		}
		if n := len(w.requests()); n != want {
			t.Errorf("%s: %d requests, want %d: %v", target, n, want, w.requests())
		}
	}
}
