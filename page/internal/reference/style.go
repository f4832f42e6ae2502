package reference

import (
	"bytes"
	"iter"

	"github.com/tdewolff/parse/v2"
	"github.com/tdewolff/parse/v2/css"
)

// maxStyleReferences bounds what one style sheet or attribute yields.
const maxStyleReferences = 2000

// InStyle yields the references of a style sheet, or of a style attribute: what url() and @import name, as written and
// with its escapes, at most the first 2000. What is no CSS yields nothing.
func InStyle(sheet []byte) iter.Seq[[]byte] {
	return func(yield func([]byte) bool) {
		x := css.NewLexer(parse.NewInputBytes(bytes.Clone(sheet))) // a clone: the input writes a zero behind its end
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
			if !isElsewhere(ref) {
				continue
			}
			if left--; !yield(ref) {
				return
			}
		}
	}
}

// isElsewhere reports whether a reference leads out of the sheet: fragments and data URLs do not.
func isElsewhere(ref []byte) bool {
	return len(ref) > 0 && ref[0] != '#' && (len(ref) < 5 || !bytes.EqualFold(ref[:5], []byte("data:")))
}

// unwrapURL returns the reference in a url() token.
func unwrapURL(token []byte) []byte {
	if len(token) < len("url(") {
		return nil
	}
	return bare(bytes.TrimSpace(bytes.TrimSuffix(token[len("url("):], []byte(")"))))
}

// bare returns s without its quotation marks.
func bare(s []byte) []byte {
	if n := len(s); n >= 2 && (s[0] == '"' || s[0] == '\'') && s[n-1] == s[0] {
		return s[1 : n-1]
	}
	return s
}
