package sitemap

import (
	"fmt"
	"strings"
	"time"
)

// The forms in which sitemaps and feeds write times: W3C's in all its precisions, and
// that of mail with two or four digits of year, with or without the day's name. A time
// of day without its zone is no time.
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
		"2 Jan 2006 15:04:05 -0700",
		"2 Jan 2006 15:04:05 MST",
		"2 Jan 2006 15:04 -0700",
		"2 Jan 2006 15:04 MST",
		"2 Jan 06 15:04:05 -0700",
		"2 Jan 06 15:04:05 MST",
		"2 Jan 06 15:04 -0700",
		"2 Jan 06 15:04 MST",
	}
)

// mailZones are the zones that mail has names for, in hours (RFC 5322, section 4.3).
var mailZones = map[string]int{
	"UT": 0, "UTC": 0, "GMT": 0, "Z": 0, "EST": -5, "EDT": -4, "CST": -6, "CDT": -5, "MST": -7, "MDT": -6, "PST": -8, "PDT": -7,
}

// parseTime returns the time in UTC, zero when it is not understood.
func parseTime(s string) time.Time {
	s = strings.TrimSpace(s)
	switch {
	case len(s) > 64:
		return time.Time{}
	case dayLayouts[len(s)] != "":
		return parseLayouts(s, dayLayouts[len(s)])
	case len(s) > 4 && s[4] == '-':
		return parseLayouts(s, timeLayouts...)
	}
	return parseMailTime(s)
}

// parseLayouts parses a time in the first layout that fits; zero if none does.
func parseLayouts(s string, layouts ...string) time.Time {
	for _, layout := range layouts {
		if t, err := time.ParseInLocation(layout, s, time.UTC); err == nil {
			return t.UTC()
		}
	}
	return time.Time{}
}

// parseMailTime reads a time as mail has it, whose day of the week adds nothing. A
// zone by name that mail does not know is read as UTC.
func parseMailTime(s string) time.Time {
	if _, rest, ok := strings.Cut(s, ","); ok {
		s = strings.TrimSpace(rest)
	}
	if i := strings.LastIndexByte(s, ' '); i > 0 {
		if hours, ok := mailZones[strings.ToUpper(s[i+1:])]; ok {
			return parseLayouts(s[:i]+fmt.Sprintf(" %+03d00", hours), mailLayouts...)
		}
	}
	return parseLayouts(s, mailLayouts...)
}
