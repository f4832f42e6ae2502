package crawl

import (
	"sluice/internal/frontier"
	"sluice/page"
	"sluice/weburl"
)

// checkLink judges a link of a page.
func (r *rules) checkLink(l *page.Link, from weburl.URL, ref string) verdict {
	if l.Kind == page.KindResource {
		return r.checkRequisite(l.URL)
	}
	return r.checkAs(l.URL, from, ref, isDocument(l))
}

// checkRequisite judges what a page needs to be shown: neither its host nor its ending tells against it.
func (r *rules) checkRequisite(u weburl.URL) verdict {
	if p, ok := r.ignore.Match(u); ok {
		return verdict{cause: causeIgnored, detail: p}
	}
	if cause := r.traps.Check(u, weburl.URL{}, ""); cause != "" {
		return verdict{cause: cause}
	}
	if cause := r.closedAddress(u); cause != "" {
		return verdict{cause: cause}
	}
	return verdict{kind: frontier.Requisite}
}

// maxSheetDepth bounds how far style sheets are followed that load one another.
const maxSheetDepth = 4

// requisiteScore counts down how far a requisite is from its page.
func requisiteScore(v *visit) float64 {
	if v.lease.Kind == frontier.Requisite {
		return v.lease.Score - 1
	}
	return 0
}

// requisite takes what a style sheet loads: pictures, fonts and other style sheets. Everything else needs nothing.
func (r *reader) requisite(v *visit) {
	if v.row.Type != "css" || v.lease.Score <= -maxSheetDepth {
		return
	}
	sheet, err := readAll(&v.resp.Content, r.c.cfg.MaxPage)
	if err != nil || v.row.NotModified {
		return
	}
	base := r.c.rules.url.NewBase(v.url)
	seen := map[weburl.Key]bool{v.url.Key(): true}
	for ref := range page.StyleReferences(sheet) {
		u, err := base.Resolve(ref)
		if err != nil || seen[u.Key()] {
			continue
		}
		seen[u.Key()] = true
		judged := r.c.rules.checkRequisite(u)
		v.links = append(v.links, link{
			Link: page.Link{URL: u, Kind: page.KindResource}, kind: judged.kind, parent: v.url.String(), depth: v.lease.Depth,
			cause: judged.cause, soft: judged.soft,
		})
	}
}
