package screen

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// Count returns 1234567 as 1,234,567.
func Count(n int64) string {
	s := strconv.FormatInt(n, 10)
	sign := ""
	if s[0] == '-' {
		sign, s = "-", s[1:]
	}
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return sign + s
}

// Counted returns a number with its noun: 1 page, 1,234 pages.
func Counted(n int64, noun string) string {
	switch stem, isY := strings.CutSuffix(noun, "y"); {
	case n == 1:
	case isY && !strings.ContainsAny(stem[len(stem)-1:], "aeou"):
		noun = stem + "ies"
	default:
		noun += "s"
	}
	return Count(n) + " " + noun
}

// Bytes returns a number of bytes with three digits: 12.3 MB. Units are powers of ten, as in flags.
func Bytes(n int64) string {
	v, unit := float64(n), 0
	for v >= 999.5 && unit < len(byteUnits)-1 {
		v, unit = v/1000, unit+1
	}
	switch {
	case unit == 0:
		return fmt.Sprintf("%d B", n)
	case v < 9.995:
		return fmt.Sprintf("%.2f %s", v, byteUnits[unit])
	case v < 99.95:
		return fmt.Sprintf("%.1f %s", v, byteUnits[unit])
	}
	return fmt.Sprintf("%.0f %s", v, byteUnits[unit])
}

// byteUnits are the units of [Bytes], each a thousand times the one before.
var byteUnits = []string{"B", "kB", "MB", "GB", "TB", "PB"}

// Rate returns a number per second with at most three digits.
func Rate(v float64) string {
	switch {
	case v >= 99.95:
		return Count(int64(v + 0.5))
	case v >= 9.995:
		return fmt.Sprintf("%.1f", v)
	}
	return fmt.Sprintf("%.2f", v)
}

// Span returns a duration as people write it: 400 ms, 1.2 s, 12 s, 3 min 20 s, 2 h 05 min.
func Span(d time.Duration) string {
	switch {
	case d < time.Second:
		return fmt.Sprintf("%d ms", d.Milliseconds())
	case d < 10*time.Second:
		return fmt.Sprintf("%.1f s", d.Seconds())
	case d < time.Minute:
		return fmt.Sprintf("%d s", int(d.Seconds()))
	case d < time.Hour:
		return fmt.Sprintf("%d min %02d s", int(d.Minutes()), int(d.Seconds())%60)
	case d < 48*time.Hour:
		return fmt.Sprintf("%d h %02d min", int(d.Hours()), int(d.Minutes())%60)
	}
	return fmt.Sprintf("%d days %d h", int(d.Hours())/24, int(d.Hours())%24)
}

// About returns a duration that is only estimated: less than a minute, about 12 min, about 3 h, more than a day.
func About(d time.Duration) string {
	switch minutes, hours := d.Round(time.Minute), d.Round(time.Hour); {
	case d < time.Minute:
		return "less than a minute"
	case minutes < time.Hour:
		return fmt.Sprintf("about %d min", minutes/time.Minute)
	case d <= 24*time.Hour:
		return fmt.Sprintf("about %d h", hours/time.Hour)
	}
	return "more than a day"
}

// Time returns a moment in the zone of the machine, with the zone: 2026-11-01 08:30:00Z, or 2026-11-01 09:30:00+01:00.
func Time(t time.Time) string { return t.Local().Format("2006-01-02 15:04:05Z07:00") }

// Clock returns a duration as a running clock: 0:07, 3:20, 2:05:00.
func Clock(d time.Duration) string {
	s := int64(d / time.Second)
	if s < 3600 {
		return fmt.Sprintf("%d:%02d", s/60, s%60)
	}
	return fmt.Sprintf("%d:%02d:%02d", s/3600, s/60%60, s%60)
}

// Bar returns a share (0 to 1) as a bar of at most n columns. A share above zero is never invisible.
func Bar(share float64, n int) string {
	eighths := int(min(1, max(0, share))*float64(n)*8 + 0.5)
	if share > 0 && eighths == 0 {
		eighths = 1
	}
	bar := strings.Repeat("█", eighths/8)
	if rest := eighths % 8; rest > 0 {
		bar += string([]rune("▏▎▍▌▋▊▉")[rest-1])
	}
	return bar
}

// Spark returns values as a line of small columns; the largest value is a full column.
func Spark(values []float64) string {
	top := 0.0
	for _, v := range values {
		top = max(top, v)
	}
	var b strings.Builder
	for _, v := range values {
		level := 0
		if top > 0 {
			level = int(min(max(v/top, 0), 1)*7 + 0.5)
		}
		b.WriteRune([]rune("▁▂▃▄▅▆▇█")[level])
	}
	return b.String()
}
