package crawler

import (
	"fmt"

	"sluice/page"
	"sluice/weburl"
)

// maxSheetDepth bounds how far style sheets are followed that load one another.
const maxSheetDepth = 4

// styleSheet makes links of what a style sheet loads: pictures, fonts and other style
// sheets. No other requisite loads anything. The score of a requisite is how far it
// is from its page.
func (r *reader) styleSheet(v *visit) error {
	if v.row.Type != "css" || v.lease.Score <= -maxSheetDepth || v.row.NotModified {
		return nil
	}
	sheet, err := readUpTo(&v.resp.Content, r.cfg.Limits.PageSize)
	if err != nil {
		return fmt.Errorf("read body of %s: %w", v.url, err)
	}
	base := r.rules.urls.NewBase(v.url)
	seen := map[weburl.Key]bool{v.url.Key(): true}
	for ref := range page.StyleReferences(sheet) {
		u, err := base.Resolve(ref)
		if err != nil || seen[u.Key()] {
			continue
		}
		seen[u.Key()] = true
		l := link{Link: page.Link{URL: u, Kind: page.KindResource}, parent: v.url.String(), depth: v.lease.Depth}
		l.apply(r.rules.checkRequisite(u))
		v.links = append(v.links, l)
	}
	return nil
}
