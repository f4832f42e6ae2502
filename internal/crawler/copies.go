package crawler

import (
	"context"
	"fmt"
	"slices"

	"sluice/internal/catalogue"
	"sluice/weburl"
)

const copiesKept = 3 // from the third copy of a body on a host on, links are not followed

// siteBody is a body on a site; without a site, anywhere.
type siteBody struct{ site, sum string }

// compareCopies looks for equal bodies that came earlier: copies, and the two URLs of a
// default page.
func (r *recorder) compareCopies(ctx context.Context, v *visit) error {
	row := v.row
	first, onSite, err := r.cfg.Catalogue.Copies(ctx, row.Site, row.SHA256)
	if err != nil {
		return fmt.Errorf("catalogue: %w", err)
	}
	earlier := r.addBody(siteBody{row.Site, row.SHA256}, row.URL)
	anywhere := r.addBody(siteBody{sum: row.SHA256}, row.URL)
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
		if u, ok := defaultPageOf(v.url, e); ok && copies < copiesKept { // a body that comes everywhere proves nothing
			if err := r.hosts.SetDefaultPage(ctx, u); err != nil {
				return err
			}
		}
	}
	mirror, err := r.isMirror(ctx, row, copies)
	if mirror && v.page != nil {
		row.Cause = causeCopies
		v.links, v.outside = nil, nil
	}
	return err
}

// addBody adds a URL to those of the group with a body, and returns the others.
func (r *recorder) addBody(body siteBody, url string) []string {
	others := slices.DeleteFunc(slices.Clone(r.urls[body]), func(u string) bool { return u == url })
	r.urls[body] = append(r.urls[body], url)
	return others
}

// isMirror reports whether a body has so many copies that its links are not followed. A
// body that the catalogue has of the URL already is treated as it was then.
func (r *recorder) isMirror(ctx context.Context, row *catalogue.Fetch, copies int) (bool, error) {
	if copies < copiesKept {
		return false, nil
	}
	own, ok, err := r.cfg.Catalogue.Validator(ctx, row.URL)
	if err != nil {
		return false, fmt.Errorf("catalogue: %w", err)
	}
	return !ok || own.Fetch.SHA256 != row.SHA256 || own.Fetch.Cause == causeCopies, nil
}

// defaultPageOf reports whether one of two URLs is the default page of the other, and
// returns that one.
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
