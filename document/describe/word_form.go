package describe

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"sluice/text"
)

// piece is a word of a text, or a part of one with hyphens and apostrophes.
type piece struct {
	word  string
	start int  // byte of the text
	joint rune // the hyphen or apostrophe before it, 0 for none
}

// piecesOf returns the words of a text in pieces.
func piecesOf(s string) (all []piece) {
	start, before := -1, ""
	end := func(i int) {
		if start < 0 {
			return
		}
		p := piece{word: s[start:i], start: start}
		if joint, n := utf8.DecodeLastRuneInString(before); n > 0 && n < len(before) && strings.ContainsRune("-‐‑'’", joint) {
			if r, _ := utf8.DecodeLastRuneInString(before[:len(before)-n]); isOfWord(r) {
				p.joint = joint
			}
		}
		all, start = append(all, p), -1
	}
	for i, r := range s {
		switch isWord := isOfWord(r); {
		case isWord && start < 0:
			start, before = i, s[:i]
		case !isWord:
			end(i)
		}
	}
	end(len(s))
	return all
}

// isOfWord reports whether words are made of r: letters, digits and the marks on them.
func isOfWord(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r) }

// maxRunning is how much of a text is read for the forms of words, in bytes.
const maxRunning = 256 << 10

// readDotless looks for the words of a text that have the Turkish ı, the capital of which is I. A Turkish or Azerbaijani title that has one of them, or
// a capital of these languages, has the Turkish small letters in all its words. Another title of such a document may be English.
func (t *titleCase) readDotless(title string, pieces []piece, running string) {
	t.dotless = map[string]bool{}
	running = running[:min(len(running), maxRunning)]
	if strings.ContainsRune(running, 'ı') {
		for _, p := range piecesOf(running) {
			if strings.ContainsRune(p.word, 'ı') {
				t.dotless[strings.ToLowerSpecial(unicode.TurkishCase, p.word)] = true
			}
		}
	}
	t.isTurkish = (t.language == "tr" || t.language == "az") && (strings.ContainsAny(title, "İĞŞƏ") || slices.ContainsFunc(pieces, func(p piece) bool {
		return t.dotless[strings.ToLowerSpecial(unicode.TurkishCase, p.word)]
	}))
}

// readForms counts the forms of a title's words in a text.
func (t *titleCase) readForms(pieces []piece, running string) {
	t.forms, t.stems = map[string]map[string]int{}, map[string]int{}
	for _, p := range pieces {
		s := t.lower(p.word)
		t.forms[s] = map[string]int{}
		t.stems[text.Stem(s, t.language)] = 0
	}
	for line := range strings.Lines(running[:min(len(running), maxRunning)]) {
		t.readLine(line)
	}
}

// readLine counts the forms in a line. A capital counts only where it says something of the word: not at the begin of a line or sentence, not in a line of
// which most long words have one, as in headings; and a word in capitals not beside another one.
func (t *titleCase) readLine(line string) {
	const long, most = 4, 0.6
	pieces := piecesOf(line)
	words, upper := 0, 0
	for _, p := range pieces {
		if utf8.RuneCountInString(p.word) >= long {
			words++
			if beginsUpper(p.word) {
				upper++
			}
		}
	}
	isHeading := float64(upper) > most*float64(words)
	for i, p := range pieces {
		s := t.lower(p.word)
		isLower := p.word == s
		if romanNumber.MatchString(strings.ToUpper(p.word)) && !isAmongWords(line, pieces, i) {
			continue // the number of an item or a page
		}
		if isLower && utf8.RuneCountInString(s) >= long {
			stem := text.Stem(s, t.language)
			if n, ok := t.stems[stem]; ok {
				t.stems[stem] = n + 1
			}
		}
		forms := t.forms[s]
		isVariable := utf8.RuneCountInString(s) == 1 && (i+1 == len(pieces) || pieces[i+1].joint == 0) // not the letter of "k-means"
		if forms == nil || isVariable {
			continue
		}
		if !isLower && (isHeading || isAllCapitals(p.word) && isAmongCapitals(pieces, i) || !isAllCapitals(p.word) && (i == 0 || beginsSentence(line[:p.start]))) {
			continue
		}
		forms[p.word]++
	}
}

// isAmongWords reports whether nothing but spaces separates a word of a line from one before and one behind it.
func isAmongWords(line string, pieces []piece, i int) bool {
	if i == 0 || i+1 == len(pieces) {
		return false
	}
	before := line[pieces[i-1].start+len(pieces[i-1].word) : pieces[i].start]
	behind := line[pieces[i].start+len(pieces[i].word) : pieces[i+1].start]
	return strings.Trim(before, " -") == "" && strings.Trim(behind, " -") == ""
}

// isAmongCapitals reports whether the word before or behind one is in capitals, too.
func isAmongCapitals(pieces []piece, i int) bool {
	isCapitals := func(p piece) bool { return utf8.RuneCountInString(p.word) > 1 && isAllCapitals(p.word) }
	return i > 0 && pieces[i].joint == 0 && isCapitals(pieces[i-1]) || i+1 < len(pieces) && pieces[i+1].joint == 0 && isCapitals(pieces[i+1])
}

// beginsSentence reports whether what follows s begins a sentence or a quotation.
func beginsSentence(s string) bool {
	r, _ := utf8.DecodeLastRuneInString(strings.TrimRight(s, " \t"))
	return strings.ContainsRune(".!?:;•“„«\"", r)
}

// form returns the commonest form of a word in small letters, of equal ones that in small letters; "" if the text does not have it. Of a word that only has
// other endings in the text, in small letters, it is the word itself.
func (t *titleCase) form(word string) (best string) {
	n := 0
	for form, count := range t.forms[word] {
		if count > n || count == n && (form == word || best != word && form > best) {
			best, n = form, count
		}
	}
	if best == "" && t.stems[text.Stem(word, t.language)] > 0 {
		return word
	}
	return best
}
