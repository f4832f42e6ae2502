package crawl

import (
	"context"
	"fmt"
	"slices"

	"sluice/internal/catalogue"
	"sluice/weburl"
)

// siteBody is a body on a site; without one, wherever it is.
type siteBody struct{ site, sum string }

// compare looks for earlier bodies that are equal: copies, and the two forms of a default page.
func (g *recorder) compare(v *visit) error {
	row := v.row
	key := siteBody{row.Site, row.SHA256}
	first, onSite, err := g.c.cfg.Catalogue.Copies(context.TODO(), row.Site, row.SHA256)
	if err != nil {
		return fmt.Errorf("catalogue: %w", err)
	}
	earlier, anywhere := g.earlier(key, row.URL), g.earlier(siteBody{sum: row.SHA256}, row.URL)
	copies := onSite + len(earlier)
	row.CopyOf = ""
	switch {
	case first != nil && first.URL != row.URL:
		row.CopyOf = first.URL
		earlier = append(earlier, first.URL)
	case first == nil && len(anywhere) > 0:
		row.CopyOf = anywhere[0]
	}
	if len(earlier) == 0 {
		return nil
	}
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

// earlier gives the other URLs of the group with a body, and adds one.
func (g *recorder) earlier(body siteBody, url string) []string {
	others := slices.DeleteFunc(slices.Clone(g.bodies[body]), func(u string) bool { return u == url })
	g.bodies[body] = append(g.bodies[body], url)
	return others
}

// isMirror tells whether a body has so many copies that its links are not
// followed. What the catalogue has of the URL already is treated as it was then.
func (g *recorder) isMirror(row *catalogue.Fetch, copies int) (bool, error) {
	if copies < copiesKept {
		return false, nil
	}
	own, ok, err := g.c.cfg.Catalogue.Validator(context.TODO(), row.URL)
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
