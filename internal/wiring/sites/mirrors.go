package sites

import (
	"context"
	"errors"
	"io/fs"
	"slices"
	"strings"
	"time"

	"sluice/internal/capture"
	"sluice/internal/catalogue"
	"sluice/internal/cycle/mirror"
	"sluice/internal/folder"
	"sluice/internal/wiring"
)

// Mirrors finds the sites of a library that are whole copies of others, and keeps them as other addresses of these. One that is kept remains until
// it was crawled again and differs then. They are not kept, only returned, while another process uses the library, or if it may not be changed.
func Mirrors(ctx context.Context, lib *wiring.Library) ([]catalogue.Mirror, error) {
	cat, err := lib.Catalogue(ctx)
	if err != nil {
		return nil, err
	}
	known, err := cat.Cycles.Mirrors(ctx)
	if err != nil {
		return nil, err
	}
	last := map[string]time.Time{} // request of a site
	for b, err := range cat.Statistics.Bodies(ctx) {
		if err != nil {
			return nil, err
		}
		if b.At.After(last[b.Site]) {
			last[b.Site] = b.At
		}
	}
	bodies := capture.NewReader(folder.Dir(lib.Dir()), cat)
	words := func(ctx context.Context, url string) (string, error) {
		fields, err := bodies.Text(ctx, url)
		var parts []string
		for _, f := range fields {
			parts = append(parts, f.Text)
		}
		return strings.Join(parts, "\n"), err
	}
	all, err := mirror.Find(ctx, cat.Statistics.Bodies, words, mirror.Settings{})
	if err != nil {
		return nil, err
	}
	all = merge(known, all, last)
	if slices.Equal(all, known) {
		return all, nil
	}
	err = lib.ChangeCycles(ctx, func(c *catalogue.Cycles) error { return c.SetMirrors(ctx, all) })
	if _, isInUse := errors.AsType[*wiring.InUseError](err); isInUse || errors.Is(err, fs.ErrPermission) {
		err = nil
	}
	return all, err
}

// merge returns the mirrors that were found, and those that are known and were not crawled since, by their names. What is known of a mirror stays while it is one of the
// same site.
func merge(known, found []catalogue.Mirror, last map[string]time.Time) []catalogue.Mirror {
	now := time.Now().UTC().Truncate(time.Microsecond)
	for i := range found {
		found[i].Found = now
	}
	for _, k := range known {
		isSince := last[k.Host].After(k.Found)
		at := slices.IndexFunc(found, func(m catalogue.Mirror) bool { return m.Host == k.Host })
		isOriginal := slices.ContainsFunc(found, func(m catalogue.Mirror) bool { return m.Original == k.Host })
		switch {
		case at >= 0 && !isSince:
			found[at] = k
		case at < 0 && !isSince && !isOriginal:
			found = append(found, k)
		}
	}
	slices.SortFunc(found, func(a, b catalogue.Mirror) int { return strings.Compare(a.Host, b.Host) })
	return found
}
