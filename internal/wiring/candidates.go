package wiring

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"sluice/internal/capture"
	"sluice/internal/catalogue"
	"sluice/internal/cycle/candidate"
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
}

// Candidates returns the hosts that the library knows from links only, with their verdicts, at most 10,000: those to which most hosts link. The sites are
// those that were crawled; a host that differs from one of them only in a leading "www." is that site. Home pages are read from the archive; nothing is
// fetched, so a host whose home page the library does not have is unknown.
func (l *Library) Candidates(ctx context.Context, rule CandidateRule, sites []string) ([]candidate.Host, error) {
	cat, err := l.Catalogue(ctx)
	if err != nil {
		return nil, err
	}
	references, err := cat.Statistics.LinkedHosts(ctx, maxCandidates+2*len(sites)) // each site with and without www
	if err != nil {
		return nil, err
	}
	seeds, err := l.seedPages(ctx, cat)
	if err != nil {
		return nil, err
	}
	judge := candidate.NewJudge(rule.Keywords, candidate.Representative(seeds), rule.WithAmbiguous)
	all := newHosts(references, sites)
	for i := range all {
		home, reason, err := l.homePage(ctx, cat, "https://"+all[i].Host+"/")
		if err != nil {
			return nil, err
		}
		if all[i].Verdict, all[i].Reason = candidate.Unknown, reason; home == nil {
			continue
		}
		v := judge.Judge(home)
		all[i].Verdict, all[i].Reason, all[i].Keywords, all[i].Anchors = candidate.Refused, v.Reason, v.Keywords, v.Anchors
		if v.Accepted {
			all[i].Verdict = candidate.Accepted
		}
	}
	candidate.Sort(all)
	return all, nil
}

// newHosts returns the hosts that are no sites, each once with or without "www.".
func newHosts(references []catalogue.HostReferences, sites []string) (all []candidate.Host) {
	known := map[string]bool{}
	for _, site := range sites {
		known[withoutWWW(site)] = true
	}
	for _, r := range references {
		if name := withoutWWW(r.Host); !known[name] && len(all) < maxCandidates {
			known[name] = true
			all = append(all, candidate.Host{Host: r.Host, Hosts: r.Hosts, Links: r.Links})
		}
	}
	return all
}

// withoutWWW returns the name by which hosts are compared.
func withoutWWW(host string) string {
	if rest, ok := strings.CutPrefix(host, "www."); ok && strings.Contains(rest, ".") {
		return rest
	}
	return host
}

// seedPages returns the anchor texts of the pages of the library's seeds.
func (l *Library) seedPages(ctx context.Context, cat *catalogue.Catalogue) (all []candidate.HomePage, err error) {
	for f, err := range l.Pages(ctx, library.Query{Where: "kind = seed and type = html", Limit: maxSeedPages}) {
		if err != nil {
			return nil, err
		}
		home, _, err := l.homePage(ctx, cat, f.URL)
		if err != nil {
			return nil, err
		}
		if home != nil {
			all = append(all, candidate.HomePage{Anchors: home.Anchors})
		}
	}
	return all, nil
}

// homePage returns what is judged of a page, by either scheme, or the reason why the library does not have it.
func (l *Library) homePage(ctx context.Context, cat *catalogue.Catalogue, url string) (home *candidate.HomePage, reason string, err error) {
	u, err := weburl.NoRules().Parse(url)
	if err != nil {
		return nil, "its name is no host", nil
	}
	story, known, err := cat.Show(ctx, url)
	if err != nil {
		return nil, "", err
	}
	if !known {
		return nil, "its home page was not fetched", nil
	}
	html, err := l.readHomePage(ctx, cat, url)
	if cause := context.Cause(ctx); cause != nil {
		return nil, "", cause
	}
	if err != nil {
		return nil, missingReason(&story.Last, err), nil
	}
	var parser page.Parser
	p := parser.Parse(html, page.Source{URL: u, ContentType: "text/html"})
	defer p.Release()
	one := candidate.NewHomePage(p)
	return &one, "", nil
}

// readHomePage reads the beginning of the last body of a URL.
func (l *Library) readHomePage(ctx context.Context, cat *catalogue.Catalogue, url string) ([]byte, error) {
	body, err := capture.NewReader(l.dir, cat).Latest(ctx, url)
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
	case last.Outcome == library.Redirected:
		return "its home page redirects"
	case last.Status > 0:
		return fmt.Sprintf("its home page failed (%d)", last.Status)
	}
	return "its home page failed"
}
