package bibliography

import (
	"bufio"
	"io"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/transform"
)

// inUTF8 returns a text of UTF-16 in UTF-8 and without its byte order mark, and any other as it is.
func inUTF8(in *bufio.Reader) io.Reader {
	mark, err := in.Peek(2)
	if err == nil && (string(mark) == "\xff\xfe" || string(mark) == "\xfe\xff") {
		return unicode.UTF16(unicode.LittleEndian, unicode.ExpectBOM).NewDecoder().Reader(in)
	}
	return in
}

// plainText returns a text without its byte order mark, in which what is no UTF-8 is read as Windows-1252: old programs write that.
func plainText(in *bufio.Reader) io.Reader {
	if mark, err := in.Peek(3); err == nil && string(mark) == "\ufeff" {
		in.Discard(3) // which were read ahead
	}
	return transform.NewReader(in, westernBytes{})
}

// westernBytes makes UTF-8 of a text in which some bytes are not.
type westernBytes struct{ transform.NopResetter }

// Transform implements [transform.Transformer].
func (westernBytes) Transform(dst, src []byte, atEOF bool) (written, read int, err error) {
	for read < len(src) {
		r, size := utf8.DecodeRune(src[read:])
		if r == utf8.RuneError && size == 1 {
			if !atEOF && !utf8.FullRune(src[read:]) {
				return written, read, transform.ErrShortSrc
			}
			r = charmap.Windows1252.DecodeByte(src[read])
		}
		if written+utf8.RuneLen(r) > len(dst) {
			return written, read, transform.ErrShortDst
		}
		written += utf8.EncodeRune(dst[written:], r)
		read += size
	}
	return written, read, nil
}
