package charset

import (
	"strings"

	"sluice/page/internal/ascii"
)

// headerCharset returns the charset parameter of a Content-Type header.
func headerCharset(h string) string {
	for h != "" {
		var parameter string
		parameter, h = cutParameter(h)
		name, value, ok := strings.Cut(parameter, "=")
		if !ok || !strings.EqualFold(strings.Trim(name, ascii.Space), "charset") {
			continue
		}
		if strings.HasPrefix(value, `"`) {
			body, rest, closed := strings.Cut(value[1:], `"`)
			if !closed || strings.Trim(rest, ascii.Space) != "" {
				return ""
			}
			return body
		}
		return value
	}
	return ""
}

// cutParameter cuts a header at the first semicolon or comma outside of quotation marks.
func cutParameter(h string) (parameter, rest string) {
	quoted := false
	for i := range len(h) {
		switch c := h[i]; {
		case c == '"':
			quoted = !quoted
		case (c == ';' || c == ',') && !quoted:
			return h[:i], h[i+1:]
		}
	}
	return h, ""
}
