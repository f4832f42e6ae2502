package focus_test

import (
	"math"
	"testing"

	"sluice/focus"
	"sluice/page"
)

// TestEvolvedRanksByItsFeatures: each feature alone puts the link that has more of it first.
func TestEvolvedRanksByItsFeatures(t *testing.T) {
	const plain = `<a href=/a/x>one</a>`
	for _, c := range []struct {
		feature, more, less string // the first links of two pages; or of one page, its last
		visit               focus.Visit
	}{
		{feature: "link-papers", more: `<a href=/a/x>my papers</a>`, less: plain},
		{feature: "link-people", more: `<a href=/a/x>people</a>`, less: plain},
		{feature: "link-words", more: `<a href=/a/x>one two three</a>`, less: plain},
		{feature: "link-similar", more: `<a href=/a/x>papers</a>`, less: plain},
		{feature: "url-papers", more: `<a href=/pubs/x>one</a>`, less: plain},
		{feature: "url-people", more: `<a href=/people/x>one</a>`, less: plain},
		{feature: "url-tilde", more: `<a href=/~ada/x>one</a>`, less: plain},
		{feature: "url-query", more: `<a href=/a/x?q=1>one</a>`, less: plain},
		{feature: "url-folder", more: `<a href=/a/x/>one</a>`, less: plain},
		{feature: "url-digits", more: `<a href=/a/x1>one</a>`, less: plain},
		{feature: "url-level", more: `<a href=/a/b/c/x>one</a>`, less: plain},
		{feature: "same-folder", more: `<a href=/x>one</a>`, less: plain},
		{feature: "deeper-folder", more: plain, less: `<a href=/x>one</a>`},
		{feature: "other-host", more: `<a href=http://b.example/x>one</a>`, less: plain},
		{feature: "document-links", more: plain + `<a href=1.pdf>1</a>`, less: plain},
		{feature: "page-links", more: plain + `<a href=2>2</a>`, less: plain},
		{feature: "page-papers", more: `<title>Papers</title>` + plain, less: plain},
		{feature: "page-similar", more: plain + ` papers`, less: plain},
		{feature: "new-documents", more: plain, less: plain, visit: focus.Visit{Documents: 2}},
		{feature: "distance", more: plain, less: plain, visit: focus.Visit{Depth: 3}},
	} {
		s := named(t, "evolved", 0).(*focus.Evolved)
		s.Weights = map[string]float64{c.feature: 1}
		score := func(html string, v focus.Visit) float64 {
			v.URL, v.Page = mustParse(t, "http://a.example/"), parse(t, html)
			s.Learn(&v)
			return s.Place(&v, &v.Page.Links[0]).Score
		}
		if more, less := score(c.more, c.visit), score(c.less, focus.Visit{}); !(more > less && more <= 1 && less >= 0) {
			t.Errorf("%s: scores %v and %v", c.feature, more, less)
		}
	}
}

func TestEvolvedRaisesLinksThatAreFoundAgain(t *testing.T) {
	s := &focus.Evolved{Weights: map[string]float64{"in-links": 2}}
	p := parse(t, `<a href=/x>x</a>`)
	v := &focus.Visit{URL: mustParse(t, "http://a.example/"), Page: p}
	at := s.Place(v, &p.Links[0])
	if again := s.Again(v, &p.Links[0], at); !(again.Score > at.Score) {
		t.Errorf("score %v after %v", again.Score, at.Score)
	}
}

func TestEvolvedServesSeedsFirst(t *testing.T) {
	weights := map[string]float64{}
	for name := range focus.EvolvedWeights() {
		weights[name] = focus.MaxFeatureWeight
	}
	s := &focus.Evolved{Weights: weights}
	p := parse(t, `<a href=/~papers/people/1/?q=2>papers people papers</a>`)
	v := &focus.Visit{URL: mustParse(t, "http://a.example/"), Page: p, Documents: math.MaxInt, Depth: math.MaxInt / 2}
	if seed, link := s.Place(nil, &page.Link{}).Score, s.Place(v, &p.Links[0]).Score; !(seed > link) {
		t.Errorf("a seed has the score %v, a link %v", seed, link)
	}
}

func TestEvolvedIgnoresWeightsThatAreNone(t *testing.T) {
	s := &focus.Evolved{Weights: map[string]float64{"link-papers": math.NaN(), "url-papers": math.Inf(1), "no-such-feature": 1}}
	p := parse(t, `<a href=/papers>papers</a>`)
	if at := s.Place(&focus.Visit{URL: mustParse(t, "http://a.example/"), Page: p}, &p.Links[0]); at.Score != 0 {
		t.Errorf("score %v, want 0", at.Score)
	}
}
