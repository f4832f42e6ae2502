package markup

import (
	"strings"
	"unicode/utf8"
)

// command reads a control sequence and does what it says.
func (t *tex) command() {
	f := t.frame()
	f.at++ // the backslash
	if f.at >= len(f.s) {
		return
	}
	end := f.at
	for end < len(f.s) && isLetter(f.s[end]) {
		end++
	}
	if end == f.at {
		_, size := utf8.DecodeRuneInString(f.s[f.at:])
		name := f.s[f.at : f.at+size]
		f.at += size
		t.symbol(name)
		return
	}
	name := f.s[f.at:end]
	f.at = end
	t.work -= len(name)
	t.do(name)
}

func isLetter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' || c == '@' }

// space passes over white space, but for an empty line, and comments.
func (t *tex) space() {
	for f := t.frame(); f != nil; f = t.frame() {
		start, lines := f.at, 0
		for f.at < len(f.s) && strings.IndexByte(" \t\n", f.s[f.at]) >= 0 {
			if f.s[f.at] == '\n' {
				if lines++; lines > 1 {
					f.at = start
					return
				}
			}
			f.at++
		}
		if f.at < len(f.s) {
			if f.s[f.at] != '%' {
				return
			}
			t.comment(f)
		}
	}
}

// gobble passes over the one space that ends a control word.
func (t *tex) gobble() {
	f := t.frame()
	if f == nil {
		return
	}
	for f.at < len(f.s) && (f.s[f.at] == ' ' || f.s[f.at] == '\t') {
		f.at++
	}
	if f.at < len(f.s) && f.s[f.at] == '\n' && !strings.HasPrefix(strings.TrimLeft(f.s[f.at+1:min(len(f.s), f.at+80)], " \t"), "\n") {
		f.at++
	}
}

// arg reads an argument: what stands in braces, or the next character or control sequence.
func (t *tex) arg() string {
	t.space()
	f := t.frame()
	if f == nil {
		return ""
	}
	switch c := f.s[f.at]; c {
	case '{':
		return t.group(f, '{', '}')
	case '}', '\n':
		return ""
	case '\\':
		end := f.at + 1
		for end < len(f.s) && isLetter(f.s[end]) {
			end++
		}
		if end == f.at+1 && end < len(f.s) {
			_, size := utf8.DecodeRuneInString(f.s[end:])
			end += size
		}
		s := f.s[f.at:end]
		f.at = end
		return s
	default:
		_, size := utf8.DecodeRuneInString(f.s[f.at:])
		s := f.s[f.at : f.at+size]
		f.at += size
		return s
	}
}

// option reads an argument in brackets; false when there is none.
func (t *tex) option() (string, bool) {
	t.space()
	if f := t.frame(); f != nil && f.s[f.at] == '[' {
		return t.group(f, '[', ']'), true
	}
	return "", false
}

// braced tells whether an argument in braces follows.
func (t *tex) braced() bool {
	t.space()
	f := t.frame()
	return f != nil && f.s[f.at] == '{'
}

// star reads the star of a command.
func (t *tex) star() bool {
	f := t.frame()
	if f != nil && f.s[f.at] == '*' {
		f.at++
		return true
	}
	return false
}

// group reads up to the bracket that closes the one at the reader, and past it. Where none does, nothing but the bracket is read.
func (t *tex) group(f *frame, open, closing byte) string {
	start, braces, depth := f.at+1, 0, 0
	for i := f.at; i < len(f.s); i++ {
		if t.work--; t.work <= 0 {
			break
		}
		switch c := f.s[i]; {
		case c == '\\':
			i++
		case c == '%':
			n := strings.IndexByte(f.s[i:], '\n')
			if n < 0 {
				n = len(f.s) - i
			}
			t.work -= n
			i += n
		case c == open && braces == 0:
			depth++
		case c == closing && braces == 0:
			if depth--; depth == 0 {
				f.at = i + 1
				return f.s[start:i]
			}
		case open == '[' && c == '{':
			braces++
		case open == '[' && c == '}':
			if braces--; braces < 0 {
				f.at++
				return ""
			}
		}
	}
	f.at++
	return ""
}

// until gives the source up to the end of an environment, and passes over both.
func (t *tex) until(env string) string {
	f := t.frame()
	if f == nil {
		return ""
	}
	end := `\end{` + env + `}`
	n := strings.Index(f.s[f.at:], end)
	if n < 0 {
		t.work -= len(f.s) - f.at
		return ""
	}
	t.work -= n
	s := f.s[f.at : f.at+n]
	f.at += n + len(end)
	return s
}

// dimension passes over a length: "=10pt plus 1fil", "-.05em", "\parskip".
func (t *tex) dimension() {
	f := t.frame()
	if f == nil {
		return
	}
	if m := lengthOf.FindString(f.s[f.at:min(len(f.s), f.at+200)]); m != "" {
		f.at += len(m)
	}
}
