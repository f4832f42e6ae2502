package describe

import (
	"slices"
	"strings"
	"unicode/utf8"

	"sluice/document/describe/internal/identifier"
	"sluice/document/describe/internal/phrase"
	"sluice/document/describe/internal/textline"
	"sluice/internal/lazyregexp"
)

// keywordStart reports whether a line that begins with "keywords" lists some:
// prose continues in lower case.
func keywordStart(s string) bool {
	lower := strings.ToLower(s)
	return !strings.HasPrefix(lower, "keyword search") && !strings.HasPrefix(lower, "keyword-") && !strings.HasPrefix(lower, "keyword based")
}

// keywords finds the list under the keywords' heading.
func (w *collector) keywords() []string {
	lines := openingLines(w.document)
	for i, l := range lines {
		if !mayBegin(l, "kaismptnesк关關キ핵주") {
			continue
		}
		l = textline.Clean(l, 2000)
		m := phrase.KeywordHeading.FindStringSubmatch(l)
		if m == nil || !keywordStart(l) || len(m[1]) > 0 && textline.StartsLower(l) {
			continue
		}
		part := []string{m[1]}
		for n, next := range lines[i+1 : min(len(lines), i+7)] {
			next = textline.Clean(next, 500)
			ended := textline.EndsSentence(part[len(part)-1]) || part[len(part)-1] != "" && breaksOff(lines[i+n:], next)
			if next == "" && part[len(part)-1] == "" {
				continue
			}
			if next == "" || ended || afterKeywords.MatchString(next) || receipt.MatchString(next) && !strings.HasSuffix(part[len(part)-1], ",") || phrase.KeywordHeading.MatchString(next) && keywordStart(next) || phrase.BodyHeading.MatchString(next) || phrase.AbstractHeading.MatchString(next) || heading.MatchString(next) || bareNumber.MatchString(next) || footStart.MatchString(next) || identifier.DoiMark.MatchString(next) || len(part) > 4 {
				break
			}
			part = append(part, next)
		}
		if list := splitKeywords(w.joinLines(part)); len(list) > 0 && len(list) < 40 {
			return list
		}
	}
	return nil
}

// afterKeywords matches what is printed below a list of keywords.
var afterKeywords = lazyregexp.New(`^(?i)(?:word count|(?:\d{4} )?msc\b|jel\b|pacs\b|authors? for correspondence|corresponding author|\*|\d+ ?words|\d+[eè]?\.? soumission|article history)`)

// receipt matches what says when a document was received, accepted or published.
var receipt = lazyregexp.New(`^(?i)(?:submitted|accepted|received|revised|published)(?: (?:for|in|on|by|to|online|electronically)\b| ?:| ?\(?\d| (?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)\pL*\b| ?$)`)

// placeholder matches a keyword that a template has, which nobody replaced.
var placeholder = lazyregexp.New(`(?i)^(?:(?:your |the |insert |pdf |first |second |third )*key ?words?(?: ?(?:\d|one|two|three|here))?|palavra(?:-chave)?(?: ?\d)?|(?:primeira|segunda|terceira|outra) palavra|mot[- ]clé ?\d?|schlüsselwort ?\d?|palabra clave ?\d?)$`)

// breaksOff reports whether a list ends with the first of lines: no punctuation
// shows that it continues, there would have been room for the first word of the
// next line, and the next line is running text.
func breaksOff(lines []string, next string) bool {
	last := strings.TrimSpace(lines[0])
	first, _, _ := strings.Cut(next, " ")
	if last == "" || textline.StartsLower(first) || textline.Unended.MatchString(last) || strings.HasSuffix(last, ";") || proseWords(next) < 2 {
		return false
	}
	var widths []int
	for _, l := range lines[1:min(len(lines), 8)] {
		widths = append(widths, utf8.RuneCountInString(strings.TrimSpace(l)))
	}
	slices.Sort(widths)
	return utf8.RuneCountInString(last)+utf8.RuneCountInString(first)+3 < widths[len(widths)/2]
}

// proseWords counts the words of a line that running text has and lists seldom have.
func proseWords(s string) int {
	n := 0
	for _, word := range strings.Fields(s) {
		if phrase.FunctionWords[word] && word != "of" && word != "for" && word != "in" && word != "on" {
			n++
		}
	}
	return n
}

// splitKeywords splits a list at its marks: semicolons if there are any, else
// commas or dots.
func splitKeywords(s string) []string {
	s = strings.TrimRight(strings.TrimSpace(s), ".")
	marks := ","
	switch {
	case strings.Contains(s, ";"):
		marks = ";"
	case strings.ContainsAny(s, "·•|"):
		marks = "·•|"
	case strings.Contains(s, " – ") || strings.Contains(s, " - "):
		s, marks = strings.NewReplacer(" – ", ";", " - ", ";").Replace(s), ";,"
	case !strings.Contains(s, ",") && strings.Contains(s, ". "):
		marks = "."
	}
	var list []string
	for _, k := range strings.FieldsFunc(s, func(r rune) bool { return strings.ContainsRune(marks, r) }) {
		k = strings.Trim(k, " .,:;—–-*")
		k = strings.TrimPrefix(k, "and ")
		if strings.HasPrefix(k, "[") && strings.HasSuffix(k, "]") {
			continue // an editor's or a form's word, as "[Electronic Manuscript]"
		}
		if placeholder.MatchString(k) {
			continue
		}
		if n := textline.Letters(k); n > 1 && len(k) < 80 && len(strings.Fields(k)) < 8 {
			list = append(list, k)
		}
	}
	return list
}
