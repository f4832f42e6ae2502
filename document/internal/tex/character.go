package tex

import (
	"strconv"
	"strings"
)

// symbol does what a control sequence of one character says.
func (t *tex) symbol(name string) {
	switch name {
	case `\`:
		t.star()
		if f := t.frame(); f != nil && f.s[f.at] == '[' {
			t.option()
		}
		t.emit("\n")
	case "(", "[":
		t.math++
		t.emit(" ")
	case ")", "]":
		t.math = max(0, t.math-1)
		t.emit(" ")
	case " ", "\n", "\t", ",", ";", ":", ">":
		t.emit(" ")
	// These print nothing, or nothing that a reader sees: thin negative space, italic correction, a
	// possible hyphen.
	case "!", "/", "-", "@":
	case "%", "$", "&", "#", "_", "{", "}":
		t.emit(name)
	case "|":
		t.emit("‖")
	default:
		if mark, ok := signAccents[name]; ok && (t.math == 0 || name != "=" && name != "'") {
			t.accent(mark)
			return
		}
		t.emit(name)
	}
}

// signAccents are the accents whose commands are signs. They combine with the
// letter before them.
var signAccents = map[string]string{
	"'": "\u0301", "`": "\u0300", "^": "\u0302", `"`: "\u0308", "~": "\u0303", "=": "\u0304", ".": "\u0307",
}

// letterAccents are the accents whose commands are letters or words.
var letterAccents = map[string]string{
	"u": "\u0306", "v": "\u030c", "H": "\u030b", "c": "\u0327", "d": "\u0323", "b": "\u0331", "r": "\u030a", "k": "\u0328", "t": "\u0361",
	"hat": "\u0302", "bar": "\u0304", "tilde": "\u0303", "vec": "\u20d7", "dot": "\u0307", "ddot": "\u0308", "check": "\u030c",
	"breve": "\u0306", "acute": "\u0301", "grave": "\u0300", "mathring": "\u030a",
}

// accent sets a mark over the letter that follows.
func (t *tex) accent(mark string) {
	base := t.capture(t.arg(), t.math > 0)
	// TeX sets accents on the dotless letters; Unicode on the letters with a dot.
	base = strings.NewReplacer("ı", "i", "ȷ", "j").Replace(strings.TrimSpace(base))
	for i, r := range base {
		t.emit(string(r))
		if i == 0 {
			t.emit(mark)
		}
	}
	// \~{} and \^{} are the usual way to print these signs themselves.
	if base == "" && strings.Contains("\u0303\u0302", mark) {
		t.emit(map[string]string{"\u0303": "~", "\u0302": "^"}[mark])
	}
}

// char reads a character by its number: \char65, \char"41, \char`A.
func (t *tex) char() {
	t.space()
	f := t.frame()
	if f == nil {
		return
	}
	digits, base := "0123456789", 10
	switch f.s[f.at] {
	case '{':
		t.push(`\char` + t.arg() + " ")
		return
	case '`':
		f.at++
		if strings.HasPrefix(f.s[f.at:], `\`) {
			f.at++
		}
		t.emit(t.arg())
		return
	case '"':
		f.at++
		digits, base = "0123456789ABCDEF", 16
	case '\'':
		f.at++
		digits, base = "01234567", 8
	}
	end := f.at
	// Six digits cover Unicode, and a longer number would not be a character.
	for end < len(f.s) && end < f.at+6 && strings.IndexByte(digits, f.s[end]) >= 0 {
		end++
	}
	n, err := strconv.ParseInt(f.s[f.at:end], base, 32)
	f.at = end
	if err == nil && n >= ' ' {
		t.emit(string(rune(n)))
	}
}

// verb reads \verb|text|.
func (t *tex) verb() {
	t.star()
	t.options()
	f := t.frame()
	if f == nil {
		return
	}
	mark := f.s[f.at]
	if mark == '{' {
		t.emit(t.arg())
		return
	}
	text, _, ok := strings.Cut(f.s[f.at+1:min(len(f.s), f.at+2000)], string(rune(mark)))
	if !ok || mark >= 0x80 {
		return
	}
	f.at += len(text) + 2
	t.emit(text)
}
