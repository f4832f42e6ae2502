package fulltext

import (
	"iter"
	"strings"
	"unicode"
	"unicode/utf8"

	"sluice/text"
)

// signedNames are the words that name another thing with the signs next to them. Without the signs, they would be letters that any text has.
var signedNames = map[string]bool{"c++": true, "g++": true, "c#": true, "f#": true, "j#": true, ".net": true}

// words yields the words of a text as [text.Tokens] does, the signed names whole.
func words(s string) iter.Seq[text.Token] {
	return func(yield func(text.Token) bool) {
		for t := range text.Tokens(s) {
			if !yield(withSigns(s, t)) {
				return
			}
		}
	}
}

// withSigns returns the signed name that a word of a text is part of, or the word.
func withSigns(s string, t text.Token) text.Token {
	switch rest := s[t.End:]; {
	case t.Word == "net" && t.Start > 0 && s[t.Start-1] == '.':
		if r, _ := utf8.DecodeLastRuneInString(s[:t.Start-1]); !unicode.IsLetter(r) && !unicode.IsDigit(r) { // no host's name
			return text.Token{Word: ".net", Start: t.Start - 1, End: t.End}
		}
	case len(t.Word) != 1:
	case strings.HasPrefix(rest, "++") && signedNames[t.Word+"++"]:
		return text.Token{Word: t.Word + "++", Start: t.Start, End: t.End + 2}
	case strings.HasPrefix(rest, "#") && signedNames[t.Word+"#"]:
		return text.Token{Word: t.Word + "#", Start: t.Start, End: t.End + 1}
	}
	return t
}

// compound returns two words that a hyphen joins as one word, and "" when they do not make one: "e-mail" is also "email", "co-operate"
// "cooperate".
func compound(s string, a, b text.Token) string {
	if b.Start-a.End != 1 || s[a.End] != '-' || len(a.Word)+len(b.Word) > maxCompound {
		return ""
	}
	for _, w := range []string{a.Word, b.Word} {
		if strings.IndexFunc(w, func(r rune) bool { return r < 'a' || 'z' < r }) >= 0 {
			return ""
		}
	}
	// One of three or more is a phrase: "state-of-the-art".
	if strings.HasPrefix(s[b.End:], "-") || strings.HasSuffix(s[:a.Start], "-") {
		return ""
	}
	return a.Word + b.Word
}

const maxCompound = 24 // bytes

// isIdeograph reports a word of a script that is written without spaces, of which each letter is a word.
func isIdeograph(word string) bool {
	r, size := utf8.DecodeRuneInString(word)
	return size == len(word) && unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana)
}
