package tex

import (
	"strings"
	"unicode/utf8"

	"sluice/internal/lazyregexp"
)

// maxFrames is how deep macros and arguments may nest.
const maxFrames = 200 // texts within each other

// scanner reads the source character by character and argument by argument. A
// macro that is replaced becomes a text of its own, a frame, which is read
// before what follows.
type scanner struct {
	frames []frame // the innermost last
	work   int     // bytes that may still be looked at: it bounds macros that double their text
}

// frame is a text that is being read.
type frame struct {
	s  string
	at int
}

// frame returns the innermost text that is not at its end, or nil.
func (in *scanner) frame() *frame {
	for len(in.frames) > 0 {
		if f := &in.frames[len(in.frames)-1]; f.at < len(f.s) {
			return f
		}
		in.frames = in.frames[:len(in.frames)-1]
	}
	return nil
}

// comment skips the rest of a line, its end, and the space that the next one
// begins with.
func (in *scanner) comment(f *frame) {
	n := strings.IndexByte(f.s[f.at:], '\n')
	if n < 0 {
		in.work -= len(f.s) - f.at
		f.at = len(f.s)
		return
	}
	in.work -= n
	f.at += n + 1
	for f.at < len(f.s) && (f.s[f.at] == ' ' || f.s[f.at] == '\t') {
		f.at++
	}
}

// space skips white space, but for an empty line, and comments.
func (in *scanner) space() {
	for f := in.frame(); f != nil; f = in.frame() {
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
			in.comment(f)
		}
	}
}

// gobble skips the one space that ends a control word.
func (in *scanner) gobble() {
	f := in.frame()
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

// arg reads an argument: the text in braces, or the next character or
// control sequence.
func (in *scanner) arg() string {
	in.space()
	f := in.frame()
	if f == nil {
		return ""
	}
	switch c := f.s[f.at]; c {
	case '{':
		return in.group(f, '{', '}')
	// A closing brace or a line end is where an argument is missing. It is not consumed: it ends
	// something else.
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

// option reads an argument in brackets. It reports whether there is one.
func (in *scanner) option() (string, bool) {
	in.space()
	if f := in.frame(); f != nil && f.s[f.at] == '[' {
		return in.group(f, '[', ']'), true
	}
	return "", false
}

// options skips up to four arguments in brackets.
func (in *scanner) options() {
	for range 4 {
		f := in.frame()
		if f == nil || f.s[f.at] != '[' {
			return
		}
		in.option()
	}
}

// braced reports whether an argument in braces follows.
func (in *scanner) braced() bool {
	in.space()
	f := in.frame()
	return f != nil && f.s[f.at] == '{'
}

// star reads the star of a command.
func (in *scanner) star() bool {
	f := in.frame()
	if f != nil && f.s[f.at] == '*' {
		f.at++
		return true
	}
	return false
}

// group reads up to the bracket that closes the one at the reader, and past it.
// Where none does, nothing but the bracket is read.
func (in *scanner) group(f *frame, open, closing byte) string {
	start, braces, depth := f.at+1, 0, 0
	for i := f.at; i < len(f.s); i++ {
		// The work is counted per byte, because groups that do not end would be searched again from
		// each bracket.
		if in.work--; in.work <= 0 {
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
			in.work -= n
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

// until returns the source up to the end of an environment, and skips both.
func (in *scanner) until(env string) string {
	f := in.frame()
	if f == nil {
		return ""
	}
	end := `\end{` + env + `}`
	n := strings.Index(f.s[f.at:], end)
	if n < 0 {
		in.work -= len(f.s) - f.at
		return ""
	}
	in.work -= n
	s := f.s[f.at : f.at+n]
	f.at += n + len(end)
	return s
}

// dimension skips a length: "=10pt plus 1fil", "-.05em", "\parskip".
func (in *scanner) dimension() {
	f := in.frame()
	if f == nil {
		return
	}
	if m := lengthOf.FindString(f.s[f.at:min(len(f.s), f.at+200)]); m != "" {
		f.at += len(m)
	}
}

// push makes a text the next to be read.
func (in *scanner) push(s string) {
	if len(in.frames) < maxFrames && s != "" {
		in.frames = append(in.frames, frame{s: s})
	}
}

// skipBranch skips a branch of a condition up to its \fi, or to its \else when
// that is wanted.
func (in *scanner) skipBranch(toElse bool) {
	f := in.frame()
	if f == nil {
		return
	}
	depth := 0
	for i := f.at; i < len(f.s); i++ {
		if in.work--; in.work <= 0 {
			return
		}
		if f.s[i] != '\\' {
			continue
		}
		end := i + 1
		for end < len(f.s) && isLetter(f.s[end]) {
			end++
		}
		switch word := f.s[i+1 : end]; {
		case word == "fi" && depth == 0, word == "else" && depth == 0 && toElse:
			f.at = end
			return
		case word == "fi":
			depth--
		// \iff is a symbol, and \ifthenelse has its branches as arguments.
		case strings.HasPrefix(word, "if") && word != "iff" && word != "ifthenelse":
			depth++
		}
		i = max(i, end-1)
	}
	f.at = len(f.s)
}

// rule skips a line: \hrule height 1pt width 2cm.
func (in *scanner) rule() {
	for range 3 {
		in.gobble()
		f := in.frame()
		if f == nil {
			return
		}
		for _, word := range []string{"width", "height", "depth"} {
			if strings.HasPrefix(f.s[f.at:], word) {
				f.at += len(word)
				in.dimension()
			}
		}
	}
}

// isLetter reports whether c can be part of a command's name. Packages use @ as
// a letter.
func isLetter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' || c == '@' }

// lengthOf matches a length with its stretch and shrink.
var lengthOf = lazyregexp.New(`^[ \t]*=?[ \t]*[-+]?(?:(?:\d*[.,]?\d+|\d+[.,]?)(?:\\[A-Za-z@]+|[ \t]*(?:true[ \t]*)?(?:em|ex|pt|cm|mm|in|bp|pc|sp|mu|dd|cc|fil{1,3})\b)?|\\[A-Za-z@]+)?` +
	`(?:[ \t]*(?:plus|minus)[ \t]*[-+]?(?:\d*\.?\d+)?[ \t]*(?:em|ex|pt|cm|mm|in|bp|fil{1,3}|\\[A-Za-z@]+))*[ \t]?`)
