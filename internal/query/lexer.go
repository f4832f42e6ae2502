package query

import (
	"errors"
	"strings"
)

// lexer splits a condition into tokens.
type lexer struct {
	text  string
	at    int
	value bool // a value comes next: it may hold operators, as URLs do
}

// token is a word, a value in quotes, an operator or a parenthesis.
type token struct {
	kind tokenKind
	text string
}

// tokenKind is the kind of a token. A quoted word is never a keyword.
type tokenKind uint8

const (
	endToken tokenKind = iota
	wordToken
	quotedToken
	operatorToken
	openToken
	closeToken
)

const (
	spaces     = " \t\r\n"
	operators  = "=!<>~"
	endOfWord  = spaces + operators + `()"'`
	endOfValue = spaces + "()"
)

// next returns the next token; its kind is endToken at the end, also when it is called again.
func (l *lexer) next() (token, error) {
	for l.at < len(l.text) && strings.IndexByte(spaces, l.text[l.at]) >= 0 {
		l.at++
	}
	if l.at == len(l.text) {
		return token{kind: endToken}, nil
	}
	switch c := l.text[l.at]; {
	case c == '(':
		l.at++
		return token{openToken, "("}, nil
	case c == ')':
		l.at++
		return token{closeToken, ")"}, nil
	case c == '"' || c == '\'':
		return l.quoted(c)
	case strings.IndexByte(operators, c) >= 0 && !l.value:
		return l.operator()
	}
	ends := endOfWord
	if l.value {
		ends = endOfValue
	}
	end := strings.IndexAny(l.text[l.at:], ends)
	if end < 0 {
		end = len(l.text) - l.at
	}
	word := l.text[l.at : l.at+end]
	l.at += end
	return token{wordToken, word}, nil
}

// operator reads an operator, the longest first. "==" and "<>" are accepted as other ways to
// write "=" and "!=".
func (l *lexer) operator() (token, error) {
	for _, o := range []string{"!=", "<=", ">=", "==", "<>", "=", "<", ">", "~"} {
		if strings.HasPrefix(l.text[l.at:], o) {
			l.at += len(o)
			switch o {
			case "==":
				o = "="
			case "<>":
				o = "!="
			}
			return token{operatorToken, o}, nil
		}
	}
	return token{}, errors.New("! is only valid in !=")
}

// quoted reads a value in quotes. A backslash is an ordinary character, except before a quote
// or another backslash: regular expressions are full of them.
func (l *lexer) quoted(quote byte) (token, error) {
	var b strings.Builder
	for i := l.at + 1; i < len(l.text); i++ {
		switch c := l.text[i]; {
		case c == quote:
			l.at = i + 1
			return token{quotedToken, b.String()}, nil
		case c == '\\' && i+1 < len(l.text) && (l.text[i+1] == quote || l.text[i+1] == '\\'):
			i++
			b.WriteByte(l.text[i])
		default:
			b.WriteByte(c)
		}
	}
	return token{}, errors.New("a quote is not closed")
}
