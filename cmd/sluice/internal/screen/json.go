package screen

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"unicode/utf8"
)

// WriteJSON writes a value as one line of JSON; with an indent, as several. Control characters and marks of direction are written as
// \u202e, which means the same in JSON and does nothing to a terminal.
func WriteJSON(w io.Writer, value any, indent string) error {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetIndent("", indent)
	if err := e.Encode(value); err != nil {
		return err
	}
	_, err := w.Write(plainJSON(b.Bytes()))
	return err
}

// plainJSON escapes characters in JSON. Outside of strings it has none but line feeds.
func plainJSON(text []byte) []byte {
	isUnsafe := func(r rune) bool { return r != '\n' && isControl(r) }
	if bytes.IndexFunc(text, isUnsafe) < 0 {
		return text
	}
	out := make([]byte, 0, len(text)+64)
	for _, r := range string(text) {
		if isUnsafe(r) {
			out = fmt.Appendf(out, `\u%04x`, r)
		} else {
			out = utf8.AppendRune(out, r)
		}
	}
	return out
}
