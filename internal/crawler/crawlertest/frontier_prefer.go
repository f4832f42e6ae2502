package crawlertest

import (
	"fmt"
	"slices"

	"sluice/internal/frontier"
	"sluice/weburl"
)

// startLong starts with a host of a thousand links, best first, more than are in memory, and one of another host.
func (t *frontierTest) startLong() {
	t.start(frontier.Options{PerHost: 1000})
	g := frontier.Group{Add: []frontier.Link{t.link("b/1", 0, -2.5)}}
	for i := range 1000 {
		g.Add = append(g.Add, t.link(fmt.Sprintf("a/%03d", i), 0, float64(-i)))
	}
	t.commit(g)
	t.wantNext(1, "a/000")
}

// preference returns links of host a that are served with the scores -2, -3 and so on.
func (t *frontierTest) preference(names ...string) []frontier.Preference {
	p := frontier.Preference{Host: "a.example"}
	for i, name := range names {
		p.Links = append(p.Links, frontier.Preferred{URL: t.url(name), Score: float64(-2 - i)})
	}
	return []frontier.Preference{p}
}

// frontierPrefer: preferred links are served before the others of their host, with their own scores among the hosts, and nothing of it is written.
func frontierPrefer(t *frontierTest) {
	t.startLong()
	t.commit(frontier.Group{Prefer: t.preference("a/900", "a/002", "b/1", "a/unknown", "a/900")})
	if got := t.known("a/900"); got.Score != -900 {
		t.Errorf("Known = %+v, want the score with which it waits", got)
	}
	t.wantNext(4, "a/900", "b/1", "a/002", "a/001")
	t.wantNext(1, "a/003")

	t.commit(frontier.Group{Prefer: t.preference("a/700", "a/800")})
	t.commit(frontier.Group{Prefer: t.preference("a/005")}) // in place of them
	t.wantNext(2, "a/005", "a/004")
	t.commit(frontier.Group{Prefer: t.preference("a/600")})
	t.commit(frontier.Group{Prefer: t.preference()})
	t.wantNext(1, "a/006")
	t.commit(frontier.Group{Prefer: t.preference("a/500", "a/501")})
	t.wantNext(1, "a/500")
	t.wantRest(1001 - 10)
}

// wantRest expects so many links, each of them once.
func (t *frontierTest) wantRest(n int) {
	t.Helper()
	rest := t.drain()
	slices.Sort(rest)
	if each := len(slices.Compact(slices.Clone(rest))); len(rest) != n || each != n {
		t.Errorf("%d different links of %d came, want %d", each, len(rest), n)
	}
}

// frontierPreferChanged: a preferred link that is moved, dropped, ended or leased is preferred no more, and served once.
func frontierPreferChanged(t *frontierTest) {
	t.startLong()
	t.commit(frontier.Group{Prefer: t.preference("a/900", "a/901", "a/902", "a/903")})
	t.commit(frontier.Group{
		Move: []frontier.Move{{URL: t.url("a/900"), Score: -1.5}, {URL: t.url("a/901"), Lane: 1}},
		Done: []weburl.Key{t.url("a/902").Key()},
	})
	t.wantNext(2, "b/1", "a/903")
	t.wantNext(2, "a/001", "a/900")
	t.commit(frontier.Group{Prefer: t.preference("a/903", "a/900", "a/901", "a/902")}) // leased, in another lane, done
	t.wantNext(1, "a/002")
	t.commit(frontier.Group{Prefer: t.preference("a/950"), Drop: []frontier.Lane{0}})
	t.wantNext(2, "a/901")
}

// frontierPreferCrash: after a crash links are served as they wait.
func frontierPreferCrash(t *frontierTest) {
	t.startLong()
	t.commit(frontier.Group{Prefer: t.preference("a/900", "a/800")})
	t.wantNext(1, "a/900")
	t.crash()
	t.wantNext(3, "a/000", "a/001", "a/002")
	t.wantRest(1001 - 3)
}

// frontierPreferBudget: what waits behind preferred links is worth no more than they are.
func frontierPreferBudget(t *frontierTest) {
	t.start(frontier.Options{})
	t.commit(frontier.Group{Add: []frontier.Link{
		t.link("a/1", 0, 9), t.link("a/2", 0, 8), t.link("a/3", 0, 1), t.link("b/1", 0, 3), t.link("b/2", 0, 3),
	}, Prefer: []frontier.Preference{{Host: "a.example", Links: []frontier.Preferred{{URL: t.url("a/3"), Score: 2}}}}})
	t.f.SetBudget(2)
	t.wantNext(2, "b/1")
}

// frontierPreferBarred: a host that waits for its turn at an address does not lose it when its links are preferred.
func frontierPreferBarred(t *frontierTest) {
	t.start(frontier.Options{PerAddress: 1})
	for _, host := range "abcdefghijklx" {
		t.f.SetAddresses(string(host)+".example", []string{"192.0.2.1"})
	}
	t.add("x/1")
	under := t.wantNext(1, "x/1")
	for _, host := range "abcdefghijkl" {
		t.add(string(host) + "/1")
	}
	t.commit(frontier.Group{Prefer: []frontier.Preference{{Host: "a.example", Links: []frontier.Preferred{{URL: t.url("a/1")}}}}})
	t.f.Release(under[0], t.now)
	t.wantNext(1, "a/1")
}
