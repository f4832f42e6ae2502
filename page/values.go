package page

import (
	"bytes"
	"strings"

	"sluice/page/internal/ascii"
	"sluice/page/internal/charset"
	"sluice/page/internal/lexer"
	"sluice/page/internal/whitespace"
)

const (
	maxWord  = 64      // bytes of a word that is kept: a name, a language, an id or a class
	maxWords = 8 << 10 // of the table of words
)

// values decodes the attributes of the current tag. Its buffers are reused by the next call.
type values struct {
	lex     *lexer.Lexer
	refs    whitespace.References
	folded  whitespace.Writer    // for values and titles, which are not part of the page's text
	queries charset.QueryEncoder // of the page's encoding
	scratch []byte
	words   map[string]string // relations, media types and languages: few different ones, on every page
}

// reset prepares for another page. The table of words is emptied when it has grown large; a hostile page could fill it.
func (v *values) reset(lex *lexer.Lexer) {
	v.lex = lex
	if v.refs == nil {
		v.refs = whitespace.References{}
	}
	v.folded.References = v.refs
	if v.words == nil || len(v.words) >= maxWords {
		v.words = map[string]string{}
	}
}

// release drops what belongs to the page.
func (v *values) release() {
	v.queries, v.folded.Bytes = charset.QueryEncoder{}, nil
}

// decode decodes the character references of a value, into a buffer that the next call uses again.
func (v *values) decode(value []byte) []byte {
	if bytes.IndexByte(value, '&') < 0 {
		return value
	}
	v.scratch = v.refs.AppendDecoded(v.scratch[:0], value[:min(len(value), maxReference)])
	return v.scratch
}

// attribute returns the decoded value of an attribute, cut to [MaxValue] bytes; "" if the tag does not have it.
func (v *values) attribute(id lexer.Attr) string {
	value, _ := v.lex.Attr(id)
	return strings.ToValidUTF8(string(v.decode(value[:min(len(value), MaxValue)])), "")
}

// reference returns the decoded value of an attribute that holds a reference.
func (v *values) reference(value []byte) []byte {
	return v.queries.Encode(bytes.TrimSpace(v.decode(value)))
}

// fold returns text with its character references decoded and its white space folded, cut to [MaxValue] bytes.
func (v *values) fold(text []byte) string {
	v.folded.Begin(v.scratch[:0], MaxValue)
	v.folded.Add(text, false)
	v.scratch = v.folded.Bytes
	return string(v.scratch)
}

// appendFolded appends the value of an attribute, folded.
func (v *values) appendFolded(dst, value []byte) []byte {
	v.folded.Begin(dst, MaxValue)
	v.folded.Add(v.decode(value), true)
	return v.folded.Bytes
}

// list returns a value that is a list of words, such as rel, in lower case with single spaces between the words.
func (v *values) list(value []byte) string {
	if len(value) > MaxValue {
		return ""
	}
	v.scratch = v.scratch[:0]
	for _, c := range v.decode(value) {
		switch {
		case !ascii.IsSpace(c):
			v.scratch = append(v.scratch, ascii.Lower[c])
		case len(v.scratch) > 0 && v.scratch[len(v.scratch)-1] != ' ':
			v.scratch = append(v.scratch, ' ')
		}
	}
	return v.word(trim(v.scratch))
}

// language returns the language that a value declares, in lower case.
func (v *values) language(value []byte) string {
	value = bytes.TrimSpace(value)
	if i := bytes.IndexAny(value, ", ;\t\n"); i >= 0 {
		value = value[:i]
	}
	if len(value) > maxWord {
		return ""
	}
	return v.word(bytes.ToLower(value))
}

// word returns b as a string. Short strings are shared, so that pages do not hold copies.
func (v *values) word(b []byte) string {
	if s, ok := v.words[string(b)]; ok {
		return s
	}
	s := string(b)
	if len(v.words) < maxWords && len(s) <= maxWord {
		v.words[s] = s
	}
	return s
}

// hasWord reports whether a list of words with single spaces between them has a word.
func hasWord(list, word string) bool {
	for len(list) >= len(word) {
		next := len(list)
		for i := range len(list) {
			if list[i] == ' ' {
				next = i
				break
			}
		}
		if list[:next] == word {
			return true
		}
		if next == len(list) {
			return false
		}
		list = list[next+1:]
	}
	return false
}
