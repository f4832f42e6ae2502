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

// scriptEnd finds the end of a script: a "<script" inside "<!--" hides the next "</script" (script data double escaped state).
func scriptEnd(src []byte, i int) int {
	hidden, double := -1, false // where the open "<!--" ends; inside a "<script" within it
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

// tagAt reports whether the tag name stands at src[i:], in any case, and ends there.
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
