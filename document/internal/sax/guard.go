package sax

import (
	"fmt"
	"io"
	"unicode/utf8"

	"sluice/document/content"
)

// guard refuses a tag that is longer than any honest one before the decoder
// gathers its attributes, and any other token before the decoder gathers that.
type guard struct {
	r     io.Reader
	token int  // bytes since the last token was whole
	in    bool // in a tag
	fresh bool // just after its <
	quote byte
	n     int
	err   error
}

// Read passes on what it reads, and fails when the XML nests or declares too
// much.
func (g *guard) Read(p []byte) (int, error) {
	n, err := g.r.Read(p)
	if g.token += n; g.token > maxToken {
		err = fmt.Errorf("%w: a run of text in XML is longer than %d MB", content.ErrTooLarge, maxToken>>20)
	}
	for _, c := range p[:n] {
		switch {
		case !g.in:
			g.in, g.fresh, g.n = c == '<', true, 0
			continue
		case g.fresh && (c == '!' || c == '?'):
			g.in = false
			continue
		case g.quote != 0:
			if c == g.quote {
				g.quote = 0
			}
		case c == '"' || c == '\'':
			g.quote = c
		case c == '>':
			g.in = false
		}
		g.fresh = false
		if g.n++; g.n > maxTag {
			err = fmt.Errorf("%w: an XML tag is longer than %d bytes", content.ErrTooLarge, maxTag)
			break
		}
	}
	if err != nil {
		g.err = err
	}
	return n, err
}

// legal returns text without the characters that end the reading of XML:
// invalid bytes and control characters become spaces.
type legal struct{ text []byte }

func (l *legal) Read(p []byte) (int, error) {
	n := 0
	for n < len(p) && len(l.text) > 0 {
		c := l.text[0]
		if c < utf8.RuneSelf {
			if c < ' ' && c != '\n' && c != '\t' && c != '\r' {
				c = ' '
			}
			p[n] = c
			n++
			l.text = l.text[1:]
			continue
		}
		r, size := utf8.DecodeRune(l.text)
		if n+size > len(p) {
			break
		}
		if r == utf8.RuneError && size == 1 || r&0xfffe == 0xfffe {
			p[n] = ' '
			n++
		} else {
			n += copy(p[n:], l.text[:size])
		}
		l.text = l.text[size:]
	}
	if n == 0 && len(l.text) == 0 {
		return 0, io.EOF
	}
	return n, nil
}
