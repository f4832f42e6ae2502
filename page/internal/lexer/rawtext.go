package lexer

import (
	"bytes"

	"sluice/page/internal/ascii"
)

// RawText returns the text from here to the end tag of the element t, which it leaves unread, as [raw text] elements have
// it.
//
// [raw text]: https://html.spec.whatwg.org/multipage/parsing.html#generic-raw-text-element-parsing-algorithm
func (x *Lexer) RawText(t Tag) []byte {
	start := x.Pos
	if t == TagScript {
		x.Pos = scriptEnd(x.Src, start)
	} else {
		x.Pos = rawEnd(x.Src, start, tags[t].name)
	}
	return x.Src[start:x.Pos]
}

// rawEnd returns the index of the end tag of a name at or after i.
func rawEnd(src []byte, i int, name string) int {
	for {
		k := bytes.Index(src[i:], []byte("</"))
		if k < 0 {
			return len(src)
		}
		i += k
		if tagAt(src, i+2, name) {
			return i
		}
		i += 2
	}
}

// scriptEnd returns the end of a script. A "<script" inside "<!--" hides the next "</script" (script data double escaped state).
func scriptEnd(src []byte, i int) int {
	hidden, double := -1, false // the end of the open "<!--"; inside a "<script" in it
	for {
		k := bytes.IndexByte(src[i:], '<')
		if k < 0 {
			return len(src)
		}
		i += k
		if hidden >= 0 && i >= hidden {
			hidden, double = -1, false
		}
		switch rest := src[i:]; {
		case tagAt(rest, 1, "/script"):
			if !double {
				return i
			}
			double = false
		case hidden >= 0:
			double = double || tagAt(rest, 1, "script")
		case bytes.HasPrefix(rest, []byte("<!--")):
			hidden = len(src)
			if e := bytes.Index(rest[2:], []byte("-->")); e >= 0 {
				hidden = i + 2 + e
			}
		}
		i++
	}
}

// tagAt reports whether src[i:] begins with the tag name, in any case, and the name ends there.
func tagAt(src []byte, i int, name string) bool {
	if len(src)-i < len(name) {
		return false
	}
	for k := range len(name) {
		if ascii.Lower[src[i+k]] != name[k] {
			return false
		}
	}
	if i += len(name); i < len(src) {
		return ascii.IsSpace(src[i]) || src[i] == '/' || src[i] == '>'
	}
	return false
}
