package reference

import (
	"strconv"
	"strings"

	"sluice/page/internal/ascii"
)

// Refresh reads the content of a meta refresh, or of a Refresh header, as browsers do. It returns the delay in seconds, and the
// reference that is to be loaded then, "" for the page itself. It reports false if the content is not valid.
// The algorithm is the HTML standard's (shared declarative refresh steps,
// https://html.spec.whatwg.org/multipage/semantics.html#shared-declarative-refresh-steps), except that the fraction of the delay is kept.
func Refresh(content string) (delay float64, reference string, ok bool) {
	s := strings.TrimLeft(content, ascii.Space)
	digits := len(s) - len(strings.TrimLeft(s, "0123456789"))
	if digits == 0 && !strings.HasPrefix(s, ".") {
		return 0, "", false
	}
	delay = seconds(s, digits)
	s = strings.TrimLeft(s[digits:], "0123456789.")
	if s == "" {
		return delay, "", true
	}
	if !strings.ContainsAny(s[:1], ";,"+ascii.Space) {
		return 0, "", false
	}
	s = strings.TrimLeft(s, ascii.Space)
	if s != "" && (s[0] == ';' || s[0] == ',') {
		s = strings.TrimLeft(s[1:], ascii.Space)
	}
	return delay, unquote(withoutKey(s)), true
}

// seconds reads the number at the beginning of s, with this number of digits before any point.
func seconds(s string, digits int) float64 {
	end := digits
	if end < len(s) && s[end] == '.' {
		end++
		for end < len(s) && '0' <= s[end] && s[end] <= '9' {
			end++
		}
	}
	delay, _ := strconv.ParseFloat("0"+s[:end], 64)
	return min(delay, 1<<31)
}

// withoutKey returns s without "url =" at its beginning. An incomplete one is part of the reference.
func withoutKey(s string) string {
	if len(s) < 3 || !strings.EqualFold(s[:3], "url") {
		return s
	}
	rest := strings.TrimLeft(s[3:], ascii.Space)
	if !strings.HasPrefix(rest, "=") {
		return s
	}
	return strings.TrimLeft(rest[1:], ascii.Space)
}

// unquote returns the reference in s, which may be in quotation marks.
func unquote(s string) string {
	if s == "" || s[0] != '"' && s[0] != '\'' {
		return strings.TrimRight(s, ascii.Space)
	}
	body, _, _ := strings.Cut(s[1:], s[:1])
	return body
}
