package sites

import (
	"context"
	"fmt"

	"sluice/internal/cycle/candidate"
	"sluice/internal/cycle/stats"
	"sluice/weburl"
)

// What a site of the library is for the classifier of hosts.
const (
	leastVisited    = 20    // URLs of a site without an accepted document, before it is unfit
	leastOfBroad    = 500   // visited URLs of a site that is too broad
	broadShare      = 0.005 // of its visited URLs are accepted documents at most
	leastOfOneClass = 5     // sites of each of the classes fitting and unfit
	sitesOfVersion  = 20    // hosts are judged again when the classifier has learned from so many more sites
)

// hostJudge judges hosts by their home pages.
type hostJudge struct {
	rule       *candidate.Judge
	classifier *candidate.Classifier // nil: the rule decides
	texts      candidate.LinkTexts   // of links from the pages of seeds and the home pages of sites
	name       string                // tells the judge from others; a verdict lasts as long as it is the same
}

// newHostJudge returns the judge of a rule. A rule that has learned needs sites of the library; while they are too few, the improved rule of the publication decides.
func (r *reader) newHostJudge(ctx context.Context, rule CandidateRule) (*hostJudge, error) {
	seeds, err := r.seedPages(ctx)
	if err != nil {
		return nil, err
	}
	pages := make([]candidate.HomePage, len(seeds))
	for i := range seeds {
		pages[i] = seeds[i].page
	}
	j := &hostJudge{rule: candidate.NewJudge(rule.Keywords, candidate.Representative(pages), rule.WithAmbiguous), name: rule.name()}
	if !rule.IsLearned {
		return j, nil
	}
	j.texts = candidate.LinkTexts{}
	for i := range seeds {
		j.texts.Add(seeds[i].host, &seeds[i].page)
	}
	sites, err := r.labelledSites(ctx)
	if err != nil || sites == nil {
		return j, err
	}
	hosts := candidate.Published()
	for i := range sites {
		found, err := r.homePage(ctx, "https://"+sites[i].Host+"/")
		if err != nil {
			return nil, err
		}
		if found.page == nil {
			continue
		}
		j.texts.Add(sites[i].Host, found.page)
		v := j.rule.Judge(found.page)
		sites[i].Home, sites[i].Keywords, sites[i].Anchors = found.page, len(v.Keywords), len(v.Anchors)
		hosts = append(hosts, sites[i])
	}
	for i := range hosts {
		hosts[i].Words = j.texts[hosts[i].Host]
	}
	j.classifier, err = candidate.NewClassifier(rule.Keywords, hosts)
	j.name = fmt.Sprintf("learned %d %s", len(sites)/sitesOfVersion, rule.Keywords.Sum())
	return j, err
}

// labelledSites returns the sites of the library whose class follows from what they have yielded; nil if they are too few to learn from.
func (r *reader) labelledSites(ctx context.Context) (all []candidate.Labelled, err error) {
	last, _, err := r.catalogue.Crawls.LastOfSites(ctx)
	if err != nil {
		return nil, err
	}
	sites, err := stats.Sites(ctx, r.catalogue.Statistics, last.Started)
	if err != nil {
		return nil, err
	}
	counts := map[candidate.Class]int{}
	for i := range sites {
		class := classOf(&sites[i])
		if class == "" {
			continue
		}
		counts[class]++
		x := candidate.Labelled{Class: class, Weight: candidate.SiteWeight}
		x.Host = sites[i].Host
		all = append(all, x)
	}
	if len(all) < candidate.LeastSites || counts[candidate.Fitting] < leastOfOneClass || counts[candidate.Unfit] < leastOfOneClass {
		return nil, nil
	}
	return all, nil
}

// classOf returns the class of a site; empty if it has yielded too little to say.
func classOf(s *stats.Site) candidate.Class {
	switch {
	case !s.Crawled:
		return ""
	case s.Accepted == 0 && s.Visited < leastVisited:
		return ""
	case s.Accepted == 0:
		return candidate.Unfit
	case s.Visited >= leastOfBroad && float64(s.Accepted) < broadShare*float64(s.Visited):
		return candidate.TooBroad
	}
	return candidate.Fitting
}

// judge judges a host by its home page.
func (j *hostJudge) judge(h *candidate.Host, home *candidate.HomePage) {
	v := j.rule.Judge(home)
	h.Verdict, h.Reason, h.Keywords, h.Anchors = candidate.Refused, v.Reason, v.Keywords, v.Anchors
	isAccepted := v.Accepted
	if j.classifier != nil {
		e := candidate.Evidence{Host: h.Host, Keywords: len(v.Keywords), Anchors: len(v.Anchors), Home: home, Words: j.texts[h.Host]}
		a := j.classifier.Classify(&e)
		h.Reason, isAccepted = a.Reason, a.Class == candidate.Fitting
		if a.Class == candidate.TooBroad {
			if part, ok := j.classifier.Part(&e); ok {
				h.Part = part.String()
				h.Reason += "; its part " + h.Part + " may fit"
			}
		}
	}
	if isAccepted {
		h.Verdict = candidate.Accepted
	}
}

// seedPage is the page of a seed.
type seedPage struct {
	host string
	page candidate.HomePage
}

// hostOf returns the host of a URL.
func hostOf(url string) string {
	u, err := weburl.NoRules().Parse(url)
	if err != nil {
		return ""
	}
	return u.Host()
}
