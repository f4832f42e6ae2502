package charset

import (
	"bytes"
	"strconv"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding"
)

// QueryEncoder escapes queries in the encoding of their page, as browsers write them
// (https://url.spec.whatwg.org/#query-state). Servers of such pages expect it: a search form in windows-1251 does not
// understand UTF-8. The zero value is for UTF-8, which changes nothing.
type QueryEncoder struct{ encoder *encoding.Encoder }

// NewQueryEncoder returns the encoder for pages in the encoding of this name, see [Name].
func NewQueryEncoder(name string) QueryEncoder {
	if strings.HasPrefix(name, "utf-") {
		return QueryEncoder{}
	}
	if e := encodingOf(name); e != nil {
		return QueryEncoder{e.NewEncoder()}
	}
	return QueryEncoder{}
}

// Encode returns a reference with the characters of its query beyond ASCII escaped. It returns ref itself when there are
// none.
func (e QueryEncoder) Encode(ref []byte) []byte {
	if e.encoder == nil || isASCII(ref) {
		return ref
	}
	start := bytes.IndexByte(ref, '?')
	end := len(ref)
	if i := bytes.IndexByte(ref, '#'); i >= 0 {
		end = i
	}
	if start < 0 || start > end {
		return ref
	}
	out := bytes.Clone(ref[:start])
	for _, c := range string(ref[start:end]) {
		if c < utf8.RuneSelf {
			out = append(out, byte(c))
			continue
		}
		encoded, err := e.encoder.String(string(c))
		if err != nil { // the encoding lacks the character
			encoded = "&#" + strconv.Itoa(int(c)) + ";"
		}
		for _, b := range []byte(encoded) {
			out = append(out, '%', upperHex[b>>4], upperHex[b&15])
		}
	}
	return append(out, ref[end:]...)
}

const upperHex = "0123456789ABCDEF"
