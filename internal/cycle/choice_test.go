package cycle_test

import (
	"fmt"
	"reflect"
	"testing"
	"time"

	"sluice/internal/catalogue"
	"sluice/internal/cycle"
	"sluice/internal/cycle/candidate"
	"sluice/internal/cycle/stats"
)

// TestChosenSitesHaveReasonsAndSeeds: new sites stand first; a site without a seed is crawled from its home page, and no site from more than twenty URLs.
func TestChosenSitesHaveReasonsAndSeeds(t *testing.T) {
	at := time.Date(2026, 11, 1, 0, 0, 0, 0, time.UTC)
	var many []string
	for n := range 30 {
		many = append(many, fmt.Sprintf("http://many.example/%d", n))
	}
	candidates := []cycle.NewSite{{Host: "named.example", Seeds: []string{"http://named.example/cs/"}, Reason: "named by a person"}}
	known := []cycle.Site{{Host: "many.example", Level: 1, ADR: 20, SSRC: 3}, {Host: "late.example", Level: 1, ADR: 10}, {Host: "young.example", Level: 1, Finished: at}}
	p := cycle.NewPlan(cycle.Hosts(candidates), known, 0, at, cycle.Defaults())
	want := []catalogue.CycleSite{
		{Host: "named.example", Class: catalogue.ClassNew, Reason: "named by a person", Seeds: []string{"http://named.example/cs/"}},
		{Host: "many.example", Class: cycle.Good, Reason: "rank 1 of 2: ADR 20 %, SSRC 3, level 1", Seeds: many[:20]},
		{Host: "late.example", Class: cycle.Rest, Reason: "rank 2 of 2: ADR 10 %, SSRC 0, level 1", Seeds: []string{"http://late.example/"}},
	}
	if got := p.Chosen(candidates, map[string][]string{"many.example": many}); !reflect.DeepEqual(got, want) {
		t.Errorf("Chosen() = %+v, want %+v", got, want)
	}
}

// TestWhatCameOfSites: where a site has moved to, why it was not reached, or what it gave since the crawl before.
func TestWhatCameOfSites(t *testing.T) {
	begun := time.Date(2026, 11, 1, 0, 0, 0, 0, time.UTC)
	seed := func(host, class string, status int, cause, location string) catalogue.Seed {
		return catalogue.Seed{Host: host, URL: "http://" + host + "/", Class: class, Status: status, Cause: cause, Location: location}
	}
	seeds := []catalogue.Seed{
		seed("page.example", catalogue.VisitError, 404, "", ""), seed("page.example", catalogue.VisitPage, 200, "", ""), seed("moved.example", catalogue.VisitRedirect, 301, "", "https://else.example/x"),
		seed("strange.example", catalogue.VisitRedirect, 301, "", "%"), seed("gone.example", catalogue.VisitError, 410, "", ""), seed("dead.example", catalogue.VisitError, 0, "dns: no such host", ""),
		seed("silent.example", catalogue.VisitError, 0, "", ""), seed("first.example", catalogue.VisitPage, 200, "", ""), seed("unasked.example", catalogue.VisitPage, 200, "", ""),
	}
	requests := []catalogue.SiteRequests{{Host: "page.example", Requested: 9, Pages: 7}, {Host: "first.example", Requested: 3, Pages: 3}}
	for _, host := range []string{"moved", "strange", "gone", "dead", "silent"} {
		requests = append(requests, catalogue.SiteRequests{Host: host + ".example", Requested: 1})
	}
	record := func(begun time.Time, accepted int64) catalogue.SiteRecord {
		return catalogue.SiteRecord{Begun: begun, Accepted: accepted}
	}
	all := []stats.Site{{Host: "page.example", History: []catalogue.SiteRecord{record(begun.AddDate(0, -1, 0), 5), record(begun, 8)}},
		{Host: "first.example", History: []catalogue.SiteRecord{record(begun, 2)}}, {Host: "unasked.example", History: []catalogue.SiteRecord{record(begun.AddDate(0, -1, 0), 5)}}}
	want := map[string]string{"page.example": "9 URLs, 3 documents accepted", "first.example": "3 URLs, 2 documents accepted", "moved.example": "moved to else.example", "strange.example": "moved to %",
		"gone.example": "not reached: status 410", "dead.example": "not reached: dns: no such host", "silent.example": "not reached", "unasked.example": "nothing was requested", "unknown.example": "nothing was requested"}
	var sites []catalogue.CycleSite
	for host := range want {
		sites = append(sites, catalogue.CycleSite{Host: host})
	}
	cycle.Describe(sites, requests, seeds, all, catalogue.Crawl{Started: begun})
	for _, s := range sites {
		if s.Outcome != want[s.Host] {
			t.Errorf("%s: %q, want %q", s.Host, s.Outcome, want[s.Host])
		}
	}
}

// TestDetailsHaveTheRefusedHostsOfTheCycle: not those that were accepted, or refused in another cycle.
func TestDetailsHaveTheRefusedHostsOfTheCycle(t *testing.T) {
	d := cycle.Details{Cycle: catalogue.Cycle{ID: 2}}
	d.AddCandidates([]catalogue.CandidateHost{{Host: "a.example", Verdict: candidate.Refused, Cycle: 1}, {Host: "b.example", Verdict: candidate.Refused, Reason: "K = 0, A = 0", Cycle: 2},
		{Host: "c.example", Verdict: candidate.Accepted, Cycle: 2}})
	if want := []candidate.Host{{Host: "b.example", Verdict: candidate.Refused, Reason: "K = 0, A = 0", Cycle: 2}}; !reflect.DeepEqual(d.Refused, want) {
		t.Errorf("refused are %+v, want %+v", d.Refused, want)
	}
}
