package trap_test

import (
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

func TestTraps(t *testing.T) {
	traps := trap.Rules{Year: 2026}
	tests := []struct{ name, from, ref, want string }{
		{"a common page", "/", "research/papers.html", ""},
		{"level 20", "/", "1/2/3/4/5/6/7/8/9/10/11/12/13/14/15/16/17/18/19/20/x", ""},
		{"level 21", "/", "1/2/3/4/5/6/7/8/9/10/11/12/13/14/15/16/17/18/19/20/21/x", "level"},

		{"segment three times in a row", "/aa/aa/", "aa/x.html", "trap: repeated segment"},
		{"two segments three times", "/a/b/", "/a/b/a/b/a/b", ""},
		{"two named segments three times", "/docs/api/docs/api/", "docs/api/x", "trap: repeated segment"},
		{"three segments twice", "/en/docs/api/", "en/docs/api/x", "trap: repeated segment"},
		{"a segment four times anywhere", "/", "/img/a1/img/b2/img/c3/img/x", "trap: repeated segment"},
		{"two segments twice, without the first slash", "/docs/api/", "docs/api/x", "trap: repeated segment"},
		{"honest: two segments twice, with it", "/docs/api/", "/docs/api/docs/api/x", ""},
		{"honest: en/en", "/en/", "en/", ""},
		{"honest: dates", "/", "/2005/01/2005-01/x.html", ""},
		{"honest: dates in a row", "/", "/01/01/01/x.html", ""},
		{"honest: hashed folders", "/", "/a/a/a/x.html", ""},
		{"honest: sources", "/", "/jabref/src/main/java/org/jabref/gui/main/x.html", ""},

		{"own name", "/x/foo.html/", "foo.html", "trap: self link"},
		{"pages below pages", "/x/foo.html/", "bar.html/", "trap: self link"},
		{"honest: a directory named like a page", "/x/foo.html/", "bar.html", ""},
		{"honest: a front controller", "/", "/index.php/about/", ""},
		{"honest: itself", "/x/foo.html", "foo.html", ""},

		{"ASP.NET session", "/", "/(S(4hqa0555fwsecu455xqckv45))/a.aspx", "trap: session id in path"},
		{"inside a session", "/(S(4hqa0555fwsecu455xqckv45))/a.aspx", "b.aspx", ""},
		{"session as a segment", "/", "/sid=0f47e61b9c2d8a35/a", "trap: session id in path"},
		{"honest: brackets", "/", "/wiki/(disambiguation)/a", ""},

		{"pipermail, entry", "/", "/pipermail/announce/", ""},
		{"pipermail, month", "/", "/pipermail/announce/2005-March/thread.html", "trap: mail archive"},
		{"pipermail, message", "/", "/mailman/pipermail/announce/2005-March/000123.html", "trap: mail archive"},
		{"hypermail, message", "/", "/hypermail/0042.html", "trap: mail archive"},
		{"MHonArc, message", "/", "/lists/talk/msg00012.html", "trap: mail archive"},
		{"MHonArc, thread view", "/", "/lists/talk/thrd2.html", "trap: mail archive"},
		{"honest: a page for authors", "/", "/conference/author.html", ""},
		{"honest: numbers", "/", "/reports/0042.html", ""},

		{"calendar far ahead", "/", "/calendar.php?month=5&year=2031", "trap: calendar"},
		{"calendar far back", "/", "/events/1893/05/", "trap: calendar"},
		{"calendar by date", "/", "/cal?date=20310501", "trap: calendar"},
		{"calendar by ISO date", "/", "/cal?date=2031-05-01", "trap: calendar"},
		{"calendar this year", "/", "/calendar.php?month=5&year=2026", ""},
		{"honest: old years elsewhere", "/", "/history/1893/05/", ""},
		{"honest: numbers in a calendar", "/", "/events/talk?id=2050", ""},
		{"honest: a number of an event", "/", "/events/2050", ""},
		{"calendar by path", "/", "/calendar/2050", "trap: calendar"},
		{"calendar by date in the path", "/", "/events/2050-11-02/", "trap: calendar"},

		{"forum, posting", "/", "/forum/posting.php?mode=reply&t=3", "trap: forum view"},
		{"forum, next thread", "/", "/forum/viewtopic.php?t=3&view=next", "trap: forum view"},
		{"blog comment", "/", "/2005/01/post/?replytocom=7", "trap: forum view"},
		{"honest: thread", "/", "/forum/viewtopic.php?f=1&t=3", ""},

		{"directory listing", "/", "/pub/?C=N;O=D", "trap: query space"},
		{"old directory listing", "/", "/pub/?M=A", "trap: query space"},
		{"wiki history", "/", "/w/index.php?title=A&action=history", "trap: query space"},
		{"wiki revision", "/", "/w/index.php?title=A&oldid=77", "trap: query space"},
		{"nested escapes", "/", "/login?to=%2525252F", "trap: query space"},
		{"many parameters", "/", "/s?" + strings.Join(strings.Split("abcdefghijklmnopqr", ""), "=1&"), "trap: query space"},
		{"a parameter again", "/", "/s?tag=x&tag=y&tag=x", "trap: query space"},
		{"another sort order", "/list?page=2", "?page=2&sort=name&order=desc", "trap: query space"},
		{"honest: next page", "/list?page=2&sort=name", "?page=3&sort=name", ""},
		{"honest: parameters", "/", "/s?a=1&b=2&c=3&d=4&e=5&f=6", ""},
		{"honest: itself", "/list?page=2", "?page=2", ""},
		{"honest: another view", "/list", "?view=publications", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			from := mustParse(t, "http://h.org"+tt.from)
			link, err := weburl.DefaultRules.Without("session").NewBase(from).Resolve([]byte(tt.ref))
			if err != nil {
				t.Fatal(err)
			}
			if got := traps.Check(link, from, tt.ref); got != tt.want {
				t.Errorf("Check(%s from %s) = %q, want %q", link, from, got, tt.want)
			}
		})
	}
}

func TestTrapsCanBeDisabledByName(t *testing.T) {
	link, from := mustParse(t, "http://h.org/a1/a1/a1/x?C=N;O=D"), mustParse(t, "http://h.org/")
	traps, err := trap.Rules{MaxLevel: 2}.Without("repeated-segment")
	if err != nil || traps.Check(link, from, "") != "level" {
		t.Errorf("want level, got %q, %v", traps.Check(link, from, ""), err)
	}
	traps.MaxLevel = -1
	if got := traps.Check(link, from, ""); got != "" {
		t.Errorf("want nothing, got %q", got)
	}
	if traps, err = traps.With("repeated-segment"); err != nil || traps.Check(link, from, "") != "trap: repeated segment" {
		t.Errorf("want repeated segment, got %q, %v", traps.Check(link, from, ""), err)
	}
	if _, err = traps.Without("no-such"); err == nil || !strings.Contains(err.Error(), "query-space") {
		t.Errorf("an unknown name: %v", err)
	}
	if !slices.Contains(trap.Names(), "calendar") {
		t.Errorf("names %q", trap.Names())
	}
}

func TestTrapsStopEndlessPaths(t *testing.T) {
	// A site that answers every URL with a page of the same relative links.
	site := []string{"a1/x.html", "b2/y.html", "../c3/"}
	seen := map[weburl.Key]bool{}
	queue := []weburl.URL{mustParse(t, "http://h.org/")}
	for ; len(queue) > 0 && len(seen) < 100_000; queue = queue[1:] {
		base := weburl.DefaultRules.NewBase(queue[0])
		for _, ref := range site {
			u, err := base.Resolve([]byte(ref))
			if err != nil || seen[u.Key()] || (trap.Rules{}).Check(u, queue[0], ref) != "" {
				continue
			}
			seen[u.Key()] = true
			queue = append(queue, u)
		}
	}
	if len(queue) > 0 {
		t.Errorf("%d URLs and no end", len(seen))
	}
	t.Logf("%d URLs", len(seen))
}

func FuzzTraps(f *testing.F) {
	f.Add("http://h.org/a/b/a/b/?C=N;O=D", "http://h.org/a", "b")
	f.Add("http://h.org/(S(x))/((/2005/calendar?date=2031&&=;", "http://h.org/a?b", "")
	f.Fuzz(func(t *testing.T, link, from, ref string) {
		u, err := weburl.Parse(link)
		if err != nil {
			return
		}
		v, _ := weburl.Parse(from)
		trap.Rules{}.Check(u, v, ref)
		u.Shape()
		u.SURT()
		u.DefaultPage()
		u.Domain()
		weburl.NeverPage(u)
		weburl.DocumentEnding(u)
	})
}

func BenchmarkTraps(b *testing.B) {
	link, from := mustParse(b, "http://h.org/courses/cs101/2004fa/lectures/lecture12.html?id=3"), mustParse(b, "http://h.org/courses/")
	b.ReportAllocs()
	for b.Loop() {
		trap.Rules{}.Check(link, from, "cs101/2004fa/lectures/lecture12.html?id=3")
	}
}
