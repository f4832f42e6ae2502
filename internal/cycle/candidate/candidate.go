// Package candidate judges hosts that a library only knows from links: whether they may be sites of the next cycle.
//
// A candidate is judged by its home page: the number K of distinct keywords of the subject on it, and the number A of its anchor texts that are
// representative, those which many home pages of seeds have ([Representative]). It is accepted if K > 0 and A > 0, or K > 1, or A > 1.
// The rule is that of C. Zhou, CNDROBOT: a robot for the CINDI digital library, Concordia University 2005, sections 3.4.1, 4.4 and 5.4. In its test
// 55.55 % of the accepted hosts were valid, and 93.10 % after ambiguous keywords were removed. A [Classifier] learns from the sites of a library instead. It also
// recognizes hosts that are too broad, and finds their part that may fit. [Learner] learns the keywords of any subject. No request is made here.
package candidate

import (
	"fmt"
	"slices"
	"strings"

	"sluice/internal/phrases"
	"sluice/page"
	"sluice/weburl"
)

// HomePage is what is judged of a home page.
type HomePage struct {
	Keywords string // of its meta element
	Text     string // its title and its visible text
	Title    string
	Anchors  []string
	Targets  []weburl.URL // of the links with these anchors; nil: not known
}

// NewHomePage returns what is judged of a parsed page.
func NewHomePage(p *page.Page) HomePage {
	h := HomePage{Keywords: p.Keywords, Text: p.Title + "\n" + string(p.Text), Title: p.Title}
	for i := range p.Links {
		h.Anchors = append(h.Anchors, p.Anchor(&p.Links[i]))
		h.Targets = append(h.Targets, p.Links[i].URL.Clone())
	}
	return h
}

// anchors returns the distinct anchor texts, in one writing each.
func (h *HomePage) anchors() []string {
	var all []string
	for _, anchor := range h.Anchors {
		if text := normal(anchor); text != "" && len(text) <= maxKeyword {
			all = append(all, text)
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// normal returns a text in lower case, without punctuation, with one space between words.
func normal(s string) string { return string(phrases.Append(nil, s)) }

// An anchor text must be on a quarter of the home pages, rounded down (7 of 30), and on two at least: what one page has represents no others, and of
// few pages a quarter would be one.
const (
	representativeShare = 4
	representativeLeast = 2
)

// Representative returns the anchor texts that represent the home pages of seeds: those on at least a quarter of them, rounded down, and on two at least.
func Representative(pages []HomePage) []string {
	counts := map[string]int{}
	for i := range pages {
		for _, anchor := range pages[i].anchors() {
			counts[anchor]++
		}
	}
	var all []string
	for anchor, n := range counts {
		if n >= max(len(pages)/representativeShare, representativeLeast) {
			all = append(all, anchor)
		}
	}
	slices.Sort(all)
	return all
}

// Accepts reports whether a host with K keywords and A representative anchor texts is accepted.
func Accepts(k, a int) bool { return k > 0 && a > 0 || k > 1 || a > 1 }

// Judge judges home pages.
type Judge struct {
	keywords []keyword
	anchors  map[string]bool
}

// NewJudge returns a judge by the keywords of a subject and the representative anchor texts. Ambiguous keywords count only if withAmbiguous is true, as in
// the first rule of the publication.
func NewJudge(k *Keywords, representative []string, withAmbiguous bool) *Judge {
	j := &Judge{anchors: map[string]bool{}}
	for _, word := range k.all {
		if withAmbiguous || !word.isAmbiguous {
			j.keywords = append(j.keywords, word)
		}
	}
	for _, anchor := range representative {
		j.anchors[normal(anchor)] = true
	}
	return j
}

// Verdict is what a judge says of a home page.
type Verdict struct {
	Accepted bool
	Reason   string
	Keywords []string // that are on it: K
	Anchors  []string // that are representative: A
}

// Judge judges a home page. Keywords are looked for in its meta element, its text and its anchors.
func (j *Judge) Judge(h *HomePage) Verdict {
	var v Verdict
	text := phrases.Append(phrases.Append(nil, h.Keywords), h.Text)
	for _, anchor := range h.Anchors {
		text = phrases.Append(text, anchor)
	}
	all := " " + string(text) + " "
	for _, word := range j.keywords {
		if strings.Contains(all, word.normal) {
			v.Keywords = append(v.Keywords, word.text)
		}
	}
	for _, anchor := range h.anchors() {
		if j.anchors[anchor] {
			v.Anchors = append(v.Anchors, anchor)
		}
	}
	k, a := len(v.Keywords), len(v.Anchors)
	v.Accepted = Accepts(k, a)
	v.Reason = fmt.Sprintf("K = %d, A = %d", k, a)
	return v
}
