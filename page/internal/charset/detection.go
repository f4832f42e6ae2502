package charset

import (
	"bytes"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/gogs/chardet"

	"sluice/page/internal/ascii"
)

// detect returns the encoding of a body that does not declare it, or "".
func detect(body []byte) string {
	if wide := wideUnicode(body); wide != "" {
		return wide
	}
	if isASCII(body) {
		if bytes.Contains(body, []byte("\x1b$B")) || bytes.Contains(body, []byte("\x1b$@")) {
			return "iso-2022-jp"
		}
		return ""
	}
	if utf8.Valid(withoutCutEnd(body)) {
		return "utf-8"
	}
	return detectByLetters(body)
}

// withoutCutEnd returns a body without the incomplete character at its end, which a truncated body may have.
func withoutCutEnd(body []byte) []byte {
	for i := 1; i < utf8.UTFMax && i <= len(body); i++ {
		if c := body[len(body)-i]; utf8.RuneStart(c) {
			if c >= utf8.RuneSelf && !utf8.FullRune(body[len(body)-i:]) {
				return body[:len(body)-i]
			}
			break
		}
	}
	return body
}

// wideUnicode recognises UTF-16 and UTF-32 without a byte order mark, by the places of the zero bytes of ASCII characters.
func wideUnicode(body []byte) string {
	if sample := body[:min(len(body), 4096)&^3]; bytes.IndexByte(sample, 0) >= 0 {
		return zeroPattern(sample)
	}
	return ""
}

// zeroPattern returns the encoding that has zero bytes where a sample has them.
func zeroPattern(sample []byte) string {
	var zeros [4]int
	for i, c := range sample {
		if c == 0 {
			zeros[i&3]++
		}
	}
	n := len(sample) / 4
	most, few := n*7/10, n/10
	switch {
	case zeros[0] > most && zeros[1] > most && zeros[2] > most && zeros[3] <= few:
		return "utf-32be"
	case zeros[1] > most && zeros[2] > most && zeros[3] > most && zeros[0] <= few:
		return "utf-32le"
	case zeros[0] > most && zeros[2] > most && zeros[1] <= few && zeros[3] <= few:
		return "utf-16be"
	case zeros[1] > most && zeros[3] > most && zeros[0] <= few && zeros[2] <= few:
		return "utf-16le"
	}
	return ""
}

// The part of a body that the detector examines, and the least confidence of a candidate (of 100).
const (
	maxDetect     = 32 << 10
	minConfidence = 10
)

// detectByLetters detects a legacy encoding by its letters, with a detector of letter sequences and rules that check its
// candidates. It returns "" if none is plausible; then windows-1252 is the most likely.
func detectByLetters(body []byte) string {
	sample := aroundLetters(body)
	n := count(sample)
	if n.typographic() {
		return "windows-1252"
	}
	if n.foreign() {
		if isThai(sample) {
			return "windows-874"
		}
		if name := rareCyrillic(sample); name != "" {
			return name
		}
	}
	candidates, err := chardet.NewHtmlDetector().DetectAll(sample)
	if err != nil {
		return ""
	}
	for _, c := range candidates {
		name := Name(c.Charset)
		switch {
		case c.Confidence < minConfidence:
			return ""
		case name == "utf-8" || strings.HasPrefix(name, "utf-") || strings.HasPrefix(name, "iso-2022"), !decodable(name):
			continue
		case slices.Contains(multibyte, name) && !wellFormed(sample, name):
			continue
		case strings.HasPrefix(name, "iso-8859-8"):
			return "windows-1255" // a superset, with vowels
		case name == "iso-8859-2" && isPolishOfWindows(sample):
			return "windows-1250"
		}
		return name
	}
	return ""
}

// isPolishOfWindows reports whether Polish is in windows-1250 rather than ISO-8859-2. One frequent letter has different codes in
// the two.
func isPolishOfWindows(sample []byte) bool {
	const l, a, aOfISO = 0xB3, 0xB9, 0xB1
	return bytes.IndexByte(sample, l) >= 0 && bytes.Count(sample, []byte{a}) > bytes.Count(sample, []byte{aOfISO})
}

// multibyte are the encodings whose candidates are checked by decoding.
var multibyte = []string{"shift_jis", "euc-jp", "gb18030", "gbk", "big5", "euc-kr"}

// wellFormed reports whether a sample decodes in a multi-byte encoding with hardly any errors. The detector alone mistakes
// much for Chinese.
func wellFormed(sample []byte, name string) bool {
	text, err := encodingOf(name).NewDecoder().Bytes(sample)
	if err != nil {
		return false
	}
	wide, bad := 0, 0
	for _, c := range string(text) {
		switch {
		case c == utf8.RuneError || 0xE000 <= c && c < 0xF900:
			bad++
		case c >= 0x1100:
			wide++
		}
	}
	return wide >= 20*bad
}

// aroundLetters returns the part of a body that begins shortly before its first byte beyond ASCII.
func aroundLetters(body []byte) []byte {
	if len(body) <= maxDetect {
		return body
	}
	first := asciiPrefix(body)
	start := max(0, min(first-maxDetect/8, len(body)-maxDetect))
	return body[start : start+maxDetect]
}

// counts are numbers of bytes: ASCII letters, bytes beyond ASCII, and those of the latter that are dashes, quotation marks and
// the like in windows-1252.
type counts struct{ letters, high, quotes int }

// count counts the bytes of a sample.
func count(sample []byte) (n counts) {
	for _, c := range sample {
		switch {
		case ascii.IsLetter(c):
			n.letters++
		case c >= 0x80:
			n.high++
			if strings.IndexByte("\x85\x8b\x91\x92\x93\x94\x95\x96\x97\x99\x9b\xa0\xa7\xa9\xab\xad\xae\xb0\xb4\xb7\xbb", c) >= 0 {
				n.quotes++
			}
		}
	}
	return n
}

// typographic reports whether all bytes beyond ASCII are punctuation of a Western text.
func (n counts) typographic() bool { return n.quotes == n.high && n.high*10 < n.letters }

// foreign reports whether there are enough bytes beyond ASCII for an alphabet other than Latin.
func (n counts) foreign() bool { return n.high >= 40 && n.high >= n.letters/3 }
