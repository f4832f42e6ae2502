package describe

import (
	"slices"
	"strings"
	"unicode/utf8"

	"sluice/document/content"
	"sluice/document/describe/internal/identifier"
	"sluice/document/describe/internal/phrase"
	"sluice/document/describe/internal/textline"
)

// keywordStart reports whether a line that begins with "keywords" lists some:
// prose continues in lower case.
func keywordStart(s string) bool {
	lower := strings.ToLower(s)
	return !strings.HasPrefix(lower, "keyword search") && !strings.HasPrefix(lower, "keyword-") && !strings.HasPrefix(lower, "keyword based")
}

// keywords finds the list under the keywords' heading.
func keywords(d *content.Document) []string {
	lines := openingLines(d)
	for i, l := range lines {
		if !mayBegin(l, "kaismp") {
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
			if next == "" || ended || phrase.BodyHeading.MatchString(next) || phrase.AbstractHeading.MatchString(next) || heading.MatchString(next) || bareNumber.MatchString(next) || footStart.MatchString(next) || identifier.DoiMark.MatchString(next) || len(part) > 4 {
				break
			}
			part = append(part, next)
		}
		if list := splitKeywords(textline.JoinLines(part)); len(list) > 0 && len(list) < 40 {
			return list
		}
	}
	return nil
}

// breaksOff reports whether a list ends with the first of lines: no punctuation
// shows that it continues, there would have been room for the first word of the
// next line, and the next line is running text.
func breaksOff(lines []string, next string) bool {
	last := strings.TrimSpace(lines[0])
	first, _, _ := strings.Cut(next, " ")
	if last == "" || textline.StartsLower(first) || textline.Unended.MatchString(last) || strings.HasSuffix(last, ";") || glue(next) < 2 {
		return false
	}
	var widths []int
	for _, l := range lines[1:min(len(lines), 8)] {
		widths = append(widths, utf8.RuneCountInString(strings.TrimSpace(l)))
	}
	slices.Sort(widths)
	return utf8.RuneCountInString(last)+utf8.RuneCountInString(first)+3 < widths[len(widths)/2]
}

// glue counts the words of running text in a line that lists seldom have.
func glue(s string) int {
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
		if n := textline.Letters(k); n > 1 && len(k) < 80 && len(strings.Fields(k)) < 8 {
			list = append(list, k)
		}
	}
	return list
}
