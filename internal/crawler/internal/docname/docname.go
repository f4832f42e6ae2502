// Package docname recognizes, by the names of their files, documents that no library
// wants: personal papers, flyers and forms.
package docname

import (
	"slices"
	"strings"
	"unicode"

	"sluice/weburl"
)

// The words that identify an unwanted document. A form is one only if nothing else, or
// a word of offices, comes before the word: a normal form is a subject of papers.
var (
	personal = []string{"cv", "resume", "résumé", "vita", "vitae", "flyer", "flier", "flyers"}
	forms    = []string{"form", "forms", "formular"}
	offices  = []string{
		"application", "registration", "register", "order", "entry", "consent", "request", "loan", "claim", "tax", "admission", "enrollment",
		"enrolment", "nomination", "submission", "reservation", "booking", "membership", "reimbursement", "payment", "travel", "copyright",
		"report", "release", "waiver", "approval", "permission", "signup", "feedback", "evaluation", "review", "referee", "thesis", "leave", "change",
	}
)

// languages end the names of personal papers that exist in several of them.
var languages = []string{"en", "eng", "english", "ch", "cn", "zh", "tw", "de", "fr", "es", "it", "ja", "jp", "kr", "nl", "pl", "pt", "ru"}

const maxWords = 4 // of a personal paper's name: cv, its owner's names and a year

// Unwanted reports whether the name of a document's file is that of a personal paper, a
// flyer or a form. It returns the word that shows it.
func Unwanted(u weburl.URL) (word string, unwanted bool) {
	words := words(u)
	if len(words) == 0 {
		return "", false
	}
	own := words
	if n := len(words) - 1; n > 0 && slices.Contains(languages, words[n]) {
		own = words[:n]
	}
	if len(own) <= maxWords {
		for _, w := range []string{own[0], own[len(own)-1]} {
			if slices.Contains(personal, w) {
				return w, true
			}
		}
	}
	if slices.Contains(words, "curriculum") && slices.Contains(words, "vitae") {
		return "curriculum vitae", true
	}
	for i, w := range words {
		if slices.Contains(forms, w) && (len(words) == 1 || i > 0 && slices.Contains(offices, words[i-1])) {
			return w, true
		}
	}
	return "", false
}

// words returns the words of a file's name, without its endings and numbers: of
// /~x/CV_JohnSmith-2004.pdf "cv", "john" and "smith".
func words(u weburl.URL) []string {
	path, _, _ := strings.Cut(u.Path(), "?")
	name := path[strings.LastIndexByte(path, '/')+1:]
	name = name[:len(name)-min(len(name), len(u.Ending()))]
	if i := strings.IndexByte(name, '.'); i > 0 {
		name = name[:i]
	}
	var words strings.Builder
	lower := false
	for _, r := range name {
		switch {
		case !unicode.IsLetter(r):
			r = ' '
		case lower && unicode.IsUpper(r):
			words.WriteByte(' ')
		}
		lower = unicode.IsLower(r)
		words.WriteRune(unicode.ToLower(r))
	}
	return strings.Fields(words.String())
}
