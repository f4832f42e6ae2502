package crawler

import (
	"fmt"
	"strings"
	"time"
)

// idleHours is the part of each day, in local time, in which a crawl does nothing. The
// zero value is no part. An end before its beginning lies on the next day.
type idleHours struct {
	from, to time.Duration // since midnight
}

// parseIdleHours parses hours of the form 08:00-18:00; none when s is empty.
func parseIdleHours(s string) (idleHours, error) {
	if s == "" {
		return idleHours{}, nil
	}
	from, to, ok := strings.Cut(s, "-")
	f, err1 := time.Parse("15:04", strings.TrimSpace(from))
	t, err2 := time.Parse("15:04", strings.TrimSpace(to))
	if !ok || err1 != nil || err2 != nil {
		return idleHours{}, fmt.Errorf("idle %q is not of the form 08:00-18:00", s)
	}
	return idleHours{sinceMidnight(f), sinceMidnight(t)}, nil
}

// sinceMidnight returns the time of day.
func sinceMidnight(t time.Time) time.Duration {
	return time.Duration(t.Hour())*time.Hour + time.Duration(t.Minute())*time.Minute + time.Duration(t.Second())*time.Second
}

// left returns how long the idle hours still last, 0 outside of them.
func (i idleHours) left(now time.Time) time.Duration {
	t := sinceMidnight(now)
	switch {
	case i.from == i.to:
		return 0
	case i.from < i.to && i.from <= t && t < i.to:
		return i.to - t
	case i.from > i.to && t >= i.from:
		return 24*time.Hour - t + i.to
	case i.from > i.to && t < i.to:
		return i.to - t
	}
	return 0
}
