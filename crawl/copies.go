package crawl

import (
	"fmt"
	"slices"

	"sluice/internal/library"
	"sluice/weburl"
)

type siteBody struct{ site, sum string }

// compare looks for earlier bodies that are equal: copies, and the two forms of a default page.
func (g *recorder) compare(v *visit) error {
	row := v.row
	key := siteBody{row.Site, row.SHA256}
	first, onSite, err := g.c.cfg.Catalogue.Copies(row.Site, row.SHA256)
	if err != nil {
		return fmt.Errorf("catalogue: %w", err)
	}
	earlier := slices.DeleteFunc(slices.Clone(g.bodies[key]), func(u string) bool { return u == row.URL })
	g.bodies[key] = append(g.bodies[key], row.URL)
	copies := onSite + len(earlier)
	if first != nil && first.URL != row.URL {
		earlier = append(earlier, first.URL)
	}
	if len(earlier) == 0 {
		return nil
	}
	row.CopyOf = earlier[len(earlier)-1]
	for _, e := range earlier {
		if named, ok := defaultPageOf(v.url, e); ok && copies < copiesKept { // a body that stands everywhere proves nothing
			g.c.hosts.fold(named)
		}
	}
	mirror, err := g.isMirror(row, copies)
	if mirror && v.page != nil {
		row.Cause = causeCopies
		v.links, v.outside = nil, nil
	}
	return err
}

// isMirror tells whether a body has so many copies that its links are not
// followed. What the catalogue has of the URL already is treated as it was then.
func (g *recorder) isMirror(row *library.Fetch, copies int) (bool, error) {
	if copies < copiesKept {
		return false, nil
	}
	own, ok, err := g.c.cfg.Catalogue.Validator(row.URL)
	if err != nil {
		return false, fmt.Errorf("catalogue: %w", err)
	}
	return !ok || own.Fetch.SHA256 != row.SHA256 || own.Fetch.Cause == causeCopies, nil
}

// defaultPageOf tells whether of two URLs one is the default page of the other, and gives that one.
func defaultPageOf(u weburl.URL, other string) (weburl.URL, bool) {
	o, err := weburl.NoRules().Parse(other)
	if err != nil {
		return weburl.URL{}, false
	}
	if folder, ok := u.DefaultPage(); ok && folder.Key() == o.Key() {
		return u, true
	}
	folder, ok := o.DefaultPage()
	return o, ok && folder.Key() == u.Key()
}
