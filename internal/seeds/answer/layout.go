package answer

import (
	"sync"
	"time"

	"golang.org/x/net/html"

	"sluice/weburl"
)

// Layout is the description of the result pages of an engine that people use in a browser.
type Layout struct {
	Name string
	Home string // URL that the links of a saved page are relative to
	Page string // selects an element that only pages of this layout have
	Description
}

// Layouts are the result pages that are known, in the order in which they are tried. Engines change them from time to time: a layout that
// does not fit any more yields no results, never wrong ones.
var Layouts = []Layout{
	{"duckduckgo", "https://html.duckduckgo.com/html/", `a.result-link, form[action*="duckduckgo"] , #links .web-result, link[href*="duckduckgo"]`, Description{
		Results: ".web-result, a.result-link", Link: "a.result__a, a.large", Sponsored: ".result--ad, .result-sponsored, .results_links_ad",
		Next: `form:has(input[type="submit"][value*="Next"])`}},
	{"startpage", "https://www.startpage.com/", `a.wgl-site-title, form[action*="startpage"], a.result-title, a.result-link`, Description{
		Results: "#main .result", Link: "a.result-title, a.result-link, a.wgl-site-title, a.w-gl__result-title", Title: "h2, h3",
		Sponsored: `[data-testid*="ad"]:has(a[rel*="sponsored"]), .a-bg, #adBlock, .sponsored`}},
	{"ecosia", "https://www.ecosia.org/", `article.web-result, [data-test-id="mainline-result-web"]`, Description{
		Results: `article.web-result, [data-test-id="mainline-result-web"]`, Link: "a.result__link, .result__title a", Sponsored: `.ad-result, [data-test-id*="result-ad"]`}},
	{"brave", "https://search.brave.com/", `#results .snippet[data-type]`, Description{
		Results: `#results > .snippet[data-type="web"]`, Link: ".result-content > a, a.l1, a.heading-serpresult, a.h", Title: ".title",
		Sponsored: `.snippet[data-type="ad"]`, Next: `#pagination a[href*="offset"]`}},
	{"mojeek", "https://www.mojeek.com/", `ul.results-standard, form[action*="mojeek"]`, Description{
		Results: "ul.results-standard > li", Link: "h2 a, a.title", Next: `.pagination a:contains("Next"), .pagination a.next`}},
	{"bing", "https://www.bing.com/", `#b_results`, Description{
		Results: "#b_results > li.b_algo", Link: "h2 a", Sponsored: ".b_ad, .sb_add", Next: "a.sb_pagN"}},
	{"yahoo", "https://search.yahoo.com/", `#web ol.searchCenterMiddle, #web div.res h3 a.yschttl, #web .algo`, Description{
		Results: "#web div.res:not(.sc), #web .algo", Link: "h3 a, .compTitle > a", Title: "h3",
		Sponsored: ".ads, .spns, .searchCenterTopAds, .searchCenterBottomAds, .searchRightTopAds", Next: "a.next, #pg-next, #pg strong + a, .compPagination strong + a"}},
	{"yandex", "https://yandex.ru/", `.serp-list .serp-item, form[action*="yandsearch"]`, Description{
		Results: ".serp-list .serp-item", Link: "a.serp-item__title-link, h2 a.organic__url, h2 a", Sponsored: ".serp-adv, .serp-adv__item",
		Next: `.pager a:contains("следующая"), .pager .button_checked_yes + a, .pager__group .pager__item_current_yes + a`}},
	{"baidu", "https://www.baidu.com/", `#content_left > .c-container`, Description{
		Results: "#content_left > .c-container", Link: "h3 a", Sponsored: ".ec_wise_ad, [cmatchid], [data-tuiguang]", Next: `#page a.n`}},
	{"ask", "https://www.ask.com/", `#teoma-results, .PartialSearchResults-item`, Description{
		Results: "#teoma-results .tsrc_tled, #rightblock .tsrc_tled, .PartialSearchResults-item", Link: "a.title, a.PartialSearchResults-item-title-link, h2 a", Sponsored: ".spl_shd_plus, .PartialAds"}},
	{"google", "https://www.google.com/", `#ires, #rso, #search .g, form[action="/search"] input[name="q"]`, Description{
		Results:   `#ires h3.r > a:not([href^="/search"]), #rso h3.r > a:not([href^="/search"]), #search h3.r > a:not([href^="/search"]), #rso a._Olt, .sld h3 a.l, #rso .yuRUbf > a, #rso .yuRUbf a:has(h3), #rso .g a:has(h3), #rso a.C8nzq`,
		Sponsored: "#tads, #tadsb, #bottomads, #mbEnd, .ads-ad, .ads-container, .commercial-unit-desktop-top, .commercial-unit-desktop-rhs, .pla-unit, [data-text-ad]",
		Next:      "a#pnnext, #nav td.cur + td a, #nav td:has(b) + td a"}},
}

// compiled are the readers of Layouts and what recognizes their pages.
var compiled = sync.OnceValue(func() []compiledLayout {
	var all []compiledLayout
	for i := range Layouts {
		l := &Layouts[i]
		l.Format = HTML
		reader, err := newHTML(l.Description)
		if err != nil {
			panic("layout " + l.Name + ": " + err.Error()) // a wrong table above: every test finds it
		}
		page, err := newHTML(Description{Results: l.Page})
		if err != nil {
			panic("layout " + l.Name + ": " + err.Error())
		}
		home, err := weburl.Parse(l.Home)
		if err != nil {
			panic("layout " + l.Name + ": " + err.Error())
		}
		all = append(all, compiledLayout{l, home, page, reader})
	}
	return all
})

// compiledLayout is a layout that was compiled.
type compiledLayout struct {
	*Layout
	home         weburl.URL
	page, reader *htmlReader
}

// Recognize reads a result page of an engine whose layout is known: the one that finds most results. From may be the zero URL for a page from a file.
// Name is that of the layout, empty if none fits.
func Recognize(body []byte, contentType string, from weburl.URL) (name string, p *Page, err error) {
	if len(body) > MaxBytes {
		return "", nil, ErrTooLarge
	}
	root, err := parse(body, contentType)
	if err != nil {
		return "", nil, err
	}
	for _, l := range compiled() {
		if !l.fits(root) {
			continue
		}
		base := l.Home
		if !from.IsZero() {
			base = from.String()
		}
		found := l.reader.readTree(root, base, time.Now().Add(longestRead))
		if p == nil || len(found.Results) > len(p.Results) {
			name, p = l.Name, found
		}
	}
	return name, p, nil
}

// IsEngine reports whether a URL is a page of a known engine itself, such as a redirect of which the target cannot be read (Baidu's). It leads to
// no site that the engine has found.
func IsEngine(u weburl.URL) bool {
	for _, l := range compiled() {
		if bareHost(l.home) == bareHost(u) {
			return true
		}
	}
	return false
}

// fits reports whether a page has the layout.
func (l *compiledLayout) fits(root *html.Node) bool { return l.page.results.MatchFirst(root) != nil }
