package sitemap

import (
	"strings"
	"time"
)

// The forms in which sitemaps and feeds write times: W3C's in all its precisions, and that of mail
// with two or four digits of year, with or without the day's name. A time of day without its zone
// is no time.
var (
	dayLayouts  = map[int]string{4: "2006", 7: "2006-01", 10: "2006-01-02"}
	timeLayouts = []string{
		"2006-01-02T15:04:05Z07:00",
		"2006-01-02T15:04:05Z0700",
		"2006-01-02T15:04Z07:00",
		"2006-01-02 15:04:05Z07:00",
		"2006-01-02 15:04:05 Z0700",
	}
	mailLayouts = []string{
		"Mon, 2 Jan 2006 15:04:05 -0700",
		"Mon, 2 Jan 2006 15:04:05 MST",
		"Mon, 2 Jan 06 15:04:05 -0700",
		"Mon, 2 Jan 06 15:04:05 MST",
		"Mon, 2 Jan 2006 15:04 -0700",
		"Mon, 2 Jan 2006 15:04 MST",
		"2 Jan 2006 15:04:05 -0700",
		"2 Jan 2006 15:04:05 MST",
		"2 Jan 06 15:04:05 -0700",
		"2 Jan 06 15:04:05 MST",
	}
)

// parseTime returns the time in UTC, zero when it is not understood.
func parseTime(s string) time.Time {
	s = strings.TrimSpace(s)
	layouts := mailLayouts
	switch {
	case len(s) > 64:
		return time.Time{}
	case dayLayouts[len(s)] != "":
		layouts = []string{dayLayouts[len(s)]}
	case len(s) > 4 && s[4] == '-':
		layouts = timeLayouts
	}
	for _, layout := range layouts {
		if t, err := time.Parse(layout, s); err == nil {
			return t.UTC()
		}
	}
	return time.Time{}
}
