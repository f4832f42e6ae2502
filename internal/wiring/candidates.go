package wiring

import (
	"context"
	"errors"
	"io"
	"slices"

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

// Candidates returns the hosts that the library knows from links only, with their verdicts. Home pages are read from the archive; nothing is fetched, so a
// host whose home page the library does not have is unknown. isCrawled reports whether a host is a site already.
func (l *Library) Candidates(ctx context.Context, rule CandidateRule, isCrawled func(host string) bool) ([]candidate.Host, error) {
	cat, err := l.Catalogue(ctx)
	if err != nil {
		return nil, err
	}
	references, err := cat.Statistics.References(ctx)
	if err != nil {
		return nil, err
	}
	references = slices.DeleteFunc(references, func(r catalogue.HostReferences) bool { return isCrawled(r.Host) })
	all := make([]candidate.Host, len(references))
	for i, r := range references {
		all[i] = candidate.Host{Host: r.Host, Hosts: r.Hosts, Links: r.Links, Verdict: candidate.Unknown, Reason: "its home page was not fetched"}
	}
	candidate.Sort(all)
	all = all[:min(len(all), maxCandidates)]
	seeds, err := l.seedPages(ctx)
	if err != nil {
		return nil, err
	}
	judge := candidate.NewJudge(rule.Keywords, candidate.Representative(seeds), rule.WithAmbiguous)
	for i := range all {
		home, err := l.hostPage(ctx, all[i].Host)
		if err != nil {
			return nil, err
		}
		if home == nil {
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

// seedPages returns the pages of the library's seeds.
func (l *Library) seedPages(ctx context.Context) (all []candidate.HomePage, err error) {
	for f, err := range l.Pages(ctx, library.Query{Where: "kind = seed and type = html", Limit: maxSeedPages}) {
		if err != nil {
			return nil, err
		}
		home, err := l.homePage(ctx, f.URL)
		if err != nil {
			return nil, err
		}
		if home != nil {
			all = append(all, *home)
		}
	}
	return all, nil
}

// hostPage returns the home page of a host, nil if the library does not have it.
func (l *Library) hostPage(ctx context.Context, host string) (*candidate.HomePage, error) {
	for _, scheme := range []string{"https", "http"} {
		if home, err := l.homePage(ctx, scheme+"://"+host+"/"); home != nil || err != nil {
			return home, err
		}
	}
	return nil, nil
}

// homePage returns what is judged of a page, nil if the library does not have it or it is damaged.
func (l *Library) homePage(ctx context.Context, url string) (*candidate.HomePage, error) {
	u, err := weburl.NoRules().Parse(url)
	if err != nil {
		return nil, nil
	}
	body, err := l.Body(ctx, url)
	if errors.Is(err, capture.ErrNoBody) || errors.Is(err, capture.ErrDamaged) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	defer body.Close()
	html, err := io.ReadAll(io.LimitReader(body, maxHomePage))
	if err != nil {
		return nil, context.Cause(ctx) // damaged: as if it were not there
	}
	var parser page.Parser
	p := parser.Parse(html, page.Source{URL: u, ContentType: "text/html"})
	defer p.Release()
	home := candidate.NewHomePage(p)
	return &home, nil
}
