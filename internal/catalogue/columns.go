package catalogue

import (
	"encoding/json"
	"math"
	"strings"
	"time"
	"unicode/utf8"

	"sluice/document/genre"
	"sluice/internal/query"
)

// maxText is the greatest length of a text, in bytes.
const maxText = 16 << 10

// text returns a text as the database stores it: NULL if empty, else valid UTF-8 without NUL.
func text[S ~string](s S) any {
	if s == "" {
		return nil
	}
	return clean(string(s))
}

// word returns a text for a column that is part of a key and so never NULL.
func word(s string) string { return clean(s) }

// clean returns valid UTF-8 without NUL of at most maxText bytes.
func clean(s string) string {
	s = short(s)
	if !utf8.ValidString(s) {
		s = short(strings.ToValidUTF8(s, "\uFFFD")) // which is longer than the byte that it replaces
	}
	if strings.IndexByte(s, 0) >= 0 {
		s = short(strings.ReplaceAll(s, "\x00", "\uFFFD"))
	}
	return s
}

// short cuts a text to the greatest length, between characters.
func short(s string) string {
	if len(s) <= maxText {
		return s
	}
	end := maxText
	for end > maxText-utf8.UTFMax && !utf8.RuneStart(s[end]) {
		end--
	}
	return s[:end]
}

// lines joins texts with line feeds; NULL without any.
func lines(s []string) any {
	if len(s) == 0 {
		return nil
	}
	return clean(strings.Join(s, "\n"))
}

// flag returns a boolean as the database stores it.
func flag(b bool) int64 {
	if b {
		return 1
	}
	return 0
}

// stamp returns a time as the database stores it.
func stamp(t time.Time) string { return t.UTC().Format(query.TimeLayout) }

// timeOf parses a stamp; it returns the zero time for anything else.
func timeOf(s string) time.Time {
	t, err := time.Parse(time.RFC3339Nano, s)
	if err != nil {
		return time.Time{}
	}
	return t
}

// otherScheme returns a URL with http in place of https, or the reverse.
func otherScheme(url string) string {
	if rest, ok := strings.CutPrefix(url, "http://"); ok {
		return "https://" + rest
	}
	if rest, ok := strings.CutPrefix(url, "https://"); ok {
		return "http://" + rest
	}
	return url
}

// nonZero returns NULL for 0.
func nonZero(n int) any {
	if n == 0 {
		return nil
	}
	return int64(n)
}

// share returns a number from 0 to 1 as the database stores it, to four digits; NULL for nil.
func share(x *float64) any {
	if x == nil || math.IsNaN(*x) {
		return nil
	}
	return math.Round(min(max(*x, 0), 1)*1e4) / 1e4
}

// moment returns a time as the database stores it; NULL for the zero time.
func moment(t time.Time) any {
	if t.IsZero() {
		return nil
	}
	return stamp(t)
}

// confidence returns NULL if there is no value to be confident of.
func confidence(c float64, of string) any {
	if of == "" {
		return nil
	}
	return c
}

// reasonText returns reasons as JSON; NULL without any.
func reasonText(reasons []genre.Reason) any {
	if len(reasons) == 0 {
		return nil
	}
	b, err := json.Marshal(reasons[:min(len(reasons), maxReasons)])
	if err != nil { // a weight that is no number
		return nil
	}
	return string(b)
}
