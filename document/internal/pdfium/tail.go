package pdfium

import "strings"

// tail keeps the beginning of what a child says at its end.
type tail struct{ b []byte }

// Write keeps the last bytes.
func (t *tail) Write(p []byte) (int, error) {
	if room := 400 - len(t.b); room > 0 {
		t.b = append(t.b, p[:min(room, len(p))]...)
	}
	return len(p), nil
}

// String is safe once the child is gone.
func (t *tail) String() string {
	if s := strings.TrimSpace(string(t.b)); s != "" {
		return ": " + strings.ToValidUTF8(s, "")
	}
	return ""
}
