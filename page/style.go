package page

import (
	"bytes"
	"iter"

	"github.com/tdewolff/parse/v2"
	"github.com/tdewolff/parse/v2/css"
)

// maxStyleReferences bounds what is taken of one style sheet or attribute.
const maxStyleReferences = 2000

// StyleReferences yields the references of a style sheet, or of a style attribute: what url() and @import name, as written and with
// its escapes kept, at most the first 2000. Images, fonts and other style sheets are told apart by what they turn out to be. What is
// no CSS yields nothing.
func StyleReferences(sheet []byte) iter.Seq[[]byte] {
	return func(yield func([]byte) bool) {
		x := css.NewLexer(parse.NewInputBytes(bytes.Clone(sheet))) // which writes behind its input
		importing := false
		for left := maxStyleReferences; left > 0; {
			kind, data := x.Next()
			switch {
			case kind == css.ErrorToken:
				return
			case kind == css.AtKeywordToken:
				importing = bytes.EqualFold(data, []byte("@import"))
				continue
			case kind == css.WhitespaceToken || kind == css.CommentToken:
				continue
			}
			var ref []byte
			if kind == css.URLToken {
				ref = unwrapURL(data)
			} else if kind == css.StringToken && importing {
				ref = bare(data)
			}
			importing = false
			if !namesSomething(ref) {
				continue
			}
			if left--; !yield(ref) {
				return
			}
		}
	}
}

// namesSomething tells whether a reference leads elsewhere: some hold their data themselves.
func namesSomething(ref []byte) bool {
	return len(ref) > 0 && ref[0] != '#' && (len(ref) < 5 || !bytes.EqualFold(ref[:5], []byte("data:")))
}

func unwrapURL(token []byte) []byte {
	if len(token) < len("url(") {
		return nil
	}
	return bare(bytes.TrimSpace(bytes.TrimSuffix(token[len("url("):], []byte(")"))))
}

func bare(s []byte) []byte {
	if n := len(s); n >= 2 && (s[0] == '"' || s[0] == '\'') && s[n-1] == s[0] {
		return s[1 : n-1]
	}
	return s
}

// styles lists what a style element or attribute loads.
func (p *Parser) styles(sheet []byte) {
	for ref := range StyleReferences(sheet) {
		p.embedded(string(ref))
	}
}
