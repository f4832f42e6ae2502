package sites

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"time"

	"sluice/internal/capture"
	"sluice/internal/catalogue"
	"sluice/internal/cycle/candidate"
	"sluice/internal/folder"
	"sluice/internal/wiring"
	"sluice/library"
	"sluice/page"
	"sluice/weburl"
)

// Limits of what is read to judge candidates.
const (
	maxSeedPages  = 1000
	maxCandidates = 10_000 // those to which most hosts link
	maxHomePage   = 1 << 20
)

// CandidateRule says by what candidates are judged.
type CandidateRule struct {
	Keywords      *candidate.Keywords
	WithAmbiguous bool // ambiguous keywords count, too
	IsLearned     bool // a classifier decides, once the library has taught it enough
	// Waits is how long a home page that has failed is not requested again, after its first failure, its second and so on; then it is given up.
	Waits []time.Duration
}

// name tells a rule of the publication from others.
func (r *CandidateRule) name() string {
	kind := "improved"
	if r.WithAmbiguous {
		kind = "first"
	}
	return kind + " " + r.Keywords.Sum()
}

// Candidates returns the hosts that a library knows from links only, of pages and of accepted documents, with their verdicts, at most 10,000: those to which most
// hosts link, and those that a person has named. The sites are those that were crawled; a host that differs from one of them only in a leading "www." is that site. A host that was judged in a cycle under the same
// rule keeps its verdict, and so does one on which a person has decided; one whose home page failed is due again after a wait. Where a host has
// moved to is a candidate, too. Home pages are read from the archive; nothing is fetched, so a host whose
// home page the library does not have is unknown.
func Candidates(ctx context.Context, lib *wiring.Library, rule CandidateRule, sites []string) ([]candidate.Host, error) {
	cat, err := lib.Catalogue(ctx)
	if err != nil {
		return nil, err
	}
	references, err := cat.Statistics.LinkedHosts(ctx, maxCandidates+2*len(sites)) // each site with and without www
	if err != nil {
		return nil, err
	}
	cited, err := citedHosts(ctx, cat)
	if err != nil {
		return nil, err
	}
	remembered, err := cat.Cycles.Candidates(ctx)
	if err != nil {
		return nil, err
	}
	moved, err := movedTo(ctx, cat, remembered)
	if err != nil {
		return nil, err
	}
	r := &reader{lib, cat, capture.NewReader(folder.Dir(lib.Dir()), cat)}
	judge, err := r.newHostJudge(ctx, rule)
	if err != nil {
		return nil, err
	}
	all := newHosts(append(references, moved...), cited, remembered, sites)
	known := map[string]*catalogue.CandidateHost{}
	for i := range remembered {
		if name := siteName(remembered[i].Host); known[name] == nil || remembered[i].Rule == "" {
			known[name] = &remembered[i]
		}
	}
	for i := range all {
		h := &all[i]
		if k := known[siteName(h.Host)]; k != nil && (k.Rule == "" || k.Rule == judge.name) {
			if isSince, err := r.isRequestedSince(ctx, k); err != nil {
				return nil, err
			} else if !isSince {
				h.Seeds, h.Verdict, h.Reason, h.Cycle, h.Failures, h.IsNamed = k.Seeds, k.Verdict, k.Reason, k.Cycle, k.Failures, k.Rule == ""
				if h.IsRequested = !rule.isDue(k, time.Now()); !h.IsRequested {
					h.Verdict, h.Reason = candidate.Unknown, h.Reason+", and is due again"
				}
				continue
			}
			h.Failures = k.Failures
		}
		h.Rule = judge.name
		if err := r.judge(ctx, judge, h); err != nil {
			return nil, err
		}
	}
	candidate.Sort(all)
	return all, nil
}

// isDue reports whether the home page of a host has failed and is to be requested again. A failure in the future was recorded while the clock was wrong.
func (r *CandidateRule) isDue(h *catalogue.CandidateHost, now time.Time) bool {
	if h.Rule == "" || h.Failures < 1 || h.Failures > int64(len(r.Waits)) {
		return false
	}
	return h.At.After(now) || now.After(h.At.Add(r.Waits[h.Failures-1]))
}

// reader reads what the library has of hosts.
type reader struct {
	lib       *wiring.Library
	catalogue *catalogue.Catalogue
	bodies    *capture.Reader
}

// isRequestedSince reports whether a home page that had failed was requested after that.
func (r *reader) isRequestedSince(ctx context.Context, h *catalogue.CandidateHost) (bool, error) {
	if h.Rule == "" || h.Failures == 0 {
		return false, nil
	}
	found, err := r.homePage(ctx, "https://"+h.Host+"/")
	return found.at.After(h.At), err
}

// judge judges a host by its home page.
func (r *reader) judge(ctx context.Context, judge *hostJudge, h *candidate.Host) error {
	found, err := r.homePage(ctx, "https://"+h.Host+"/")
	if err != nil {
		return err
	}
	h.Seeds, h.IsRequested = []string{"http://" + h.Host + "/"}, found.isRequested
	if found.url != "" {
		h.Seeds = []string{found.url}
	}
	if h.Verdict, h.Reason = candidate.Unknown, found.reason; found.page == nil {
		switch {
		case found.movedTo != "":
			h.Seeds, h.Failures = []string{found.movedTo}, 0
		case found.isRequested:
			h.Failures++
		}
		return nil
	}
	h.Failures = 0
	judge.judge(h, found.page)
	return nil
}

// newHosts returns the hosts that are no sites, each once with or without "www.": at most 10,000, and those that a person has named.
func newHosts(references []catalogue.HostReferences, cited map[string]int64, remembered []catalogue.CandidateHost, sites []string) (all []candidate.Host) {
	known := map[string]bool{}
	for _, site := range sites {
		known[siteName(site)] = true
	}
	add := func(h candidate.Host) {
		if name := siteName(h.Host); !known[name] {
			known[name] = true
			all = append(all, h)
		}
	}
	counts := map[string]int64{} // of documents, by the name of the site
	for host, n := range cited {
		counts[siteName(host)] += n
	}
	for _, r := range references {
		add(candidate.Host{Host: r.Host, Hosts: r.Hosts, Links: r.Links, Cited: counts[siteName(r.Host)]})
	}
	for _, host := range slices.Sorted(maps.Keys(cited)) {
		add(candidate.Host{Host: host, Cited: counts[siteName(host)]})
	}
	candidate.Sort(all)
	for len(all) > maxCandidates {
		delete(known, siteName(all[len(all)-1].Host))
		all = all[:len(all)-1]
	}
	for i := range remembered { // that a person has named, and no page links to
		if remembered[i].Rule == "" {
			add(candidate.Host{Host: remembered[i].Host})
		}
	}
	return all
}

// movedTo returns the hosts to which seeds, and home pages of refused hosts, redirect. Each counts as if one host linked to it.
func movedTo(ctx context.Context, cat *catalogue.Catalogue, remembered []catalogue.CandidateHost) (all []catalogue.HostReferences, err error) {
	add := func(from, url string) {
		if to := hostOf(url); to != "" && siteName(to) != siteName(from) {
			all = append(all, catalogue.HostReferences{Host: to, Hosts: 1, Links: 1})
		}
	}
	seeds, err := cat.Cycles.Seeds(ctx)
	for _, s := range seeds {
		if s.Class == catalogue.VisitRedirect {
			add(s.Host, s.Location)
		}
	}
	for _, h := range remembered {
		if h.Verdict == candidate.Refused && h.Rule != "" && len(h.Seeds) == 1 {
			add(h.Host, h.Seeds[0])
		}
	}
	return all, err
}

// siteName returns the name by which hosts are compared: one that differs from another only in a leading "www." is the same site.
func siteName(host string) string {
	host = strings.ToLower(host)
	if rest, ok := strings.CutPrefix(host, "www."); ok && strings.Contains(rest, ".") {
		return rest
	}
	return host
}

// seedPages returns the anchor texts and links of the pages of the library's seeds.
func (r *reader) seedPages(ctx context.Context) (all []seedPage, err error) {
	for f, err := range r.lib.Pages(ctx, library.Query{Where: "kind = seed and type = html", Limit: maxSeedPages}) {
		if err != nil {
			return nil, err
		}
		home, err := r.homePage(ctx, f.URL)
		if err != nil {
			return nil, err
		}
		if home.page != nil {
			all = append(all, seedPage{hostOf(f.URL), candidate.HomePage{Anchors: home.page.Anchors, Targets: home.page.Targets}})
		}
	}
	return all, nil
}

// homePage is a home page that was looked for.
type homePage struct {
	page        *candidate.HomePage // nil: the library does not have it
	url         string              // at which it is; empty if it is not known
	reason      string              // why the library does not have it
	movedTo     string              // the URL on another site to which it redirects
	at          time.Time           // of the last request
	isRequested bool
}

// maxHomeHops is the most redirects that are followed to the home page of a host, within its site.
const maxHomeHops = 5

// homePage returns the page at a URL, by either scheme, or at that to which it redirects on the same site.
func (r *reader) homePage(ctx context.Context, url string) (homePage, error) {
	var h homePage
	u, err := weburl.NoRules().Parse(url)
	if err != nil {
		return homePage{reason: "its name is no host"}, nil
	}
	for range maxHomeHops {
		story, known, err := r.catalogue.Show(ctx, url)
		if err != nil {
			return h, err
		}
		if !known {
			if h.reason == "" {
				h.reason = "its home page was not fetched"
			}
			return h, nil
		}
		h.isRequested, h.url, h.at = true, story.Last.URL, story.Last.At
		if target, err := weburl.NoRules().Parse(story.Last.Location); err == nil && story.Last.Outcome == library.Redirected {
			if siteName(target.Host()) != siteName(u.Host()) {
				h.reason, h.movedTo = "its home page redirects to "+target.Host(), target.String()
				return h, nil
			}
			h.reason, url = "its home page redirects", target.String()
			continue
		}
		html, err := r.readHomePage(ctx, url)
		if cause := context.Cause(ctx); cause != nil {
			return h, cause
		}
		if err != nil {
			h.reason = missingReason(&story.Last, err)
			return h, nil
		}
		var parser page.Parser
		p := parser.Parse(html, page.Source{URL: u, ContentType: "text/html"})
		defer p.Release()
		one := candidate.NewHomePage(p)
		h.page = &one
		return h, nil
	}
	h.reason = "its home page redirects too often"
	return h, nil
}

// readHomePage reads the beginning of the last body of a URL.
func (r *reader) readHomePage(ctx context.Context, url string) ([]byte, error) {
	body, err := r.bodies.Latest(ctx, url)
	if err != nil {
		return nil, err
	}
	defer body.Close()
	return io.ReadAll(io.LimitReader(body, maxHomePage))
}

// missingReason says why a home page that was requested cannot be judged. What is damaged or cannot be decoded ends no plan.
func missingReason(last *catalogue.Fetch, err error) string {
	switch {
	case !errors.Is(err, capture.ErrNoBody):
		return "its home page cannot be read"
	case last.Outcome == library.Refused && last.Cause != "":
		return "its home page may not be fetched: " + string(last.Cause)
	case last.Status > 0:
		return fmt.Sprintf("its home page failed (%d)", last.Status)
	}
	return "its home page failed"
}
