package describe

import (
	"regexp"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"sluice/document/content"
	"sluice/text"
)

// body hears what the running text tells: abstract, keywords, language, and how many pages there are.
func (w *witnesses) body() {
	d := w.document
	if d.Pages > 0 {
		w.say(File, 0.99, "pages", strconv.Itoa(d.Pages))
	}
	if w.garbled {
		return
	}
	if code, sure := text.Language(passage(d.Text)); code != "" {
		w.say(FirstPage, 0.6+0.3*sure, "language", code)
	}
	a := abstract(d)
	if a != "" {
		w.say(FirstPage, 0.8, "abstract", a)
	}
	if k := keywords(d); len(k) > 0 {
		w.say(FirstPage, 0.8, "keyword", k...)
	}
}

// passage is a part of the running text, enough to tell its language.
func passage(s string) string {
	const enough = 1200
	if len(s) > 2*enough {
		start := min(len(s)/4, 50_000)
		s = s[start : start+enough]
	}
	return strings.ToValidUTF8(s, "")
}

const abstractLines = 90

// opening are the lines of the first pages, those of contents and running heads included.
func openingLines(d *content.Document) []string {
	s := d.Text[:min(len(d.Text), 40_000)]
	return strings.Split(strings.ReplaceAll(s, "\f", "\n"), "\n")
}

// abstract finds the paragraph under the abstract's heading.
func abstract(d *content.Document) string {
	lines := openingLines(d)
	for i, l := range lines {
		if !mayBegin(l, "asezkr要摘") {
			continue
		}
		l = clean(l, 2000)
		m := abstractHeading.FindStringSubmatch(l)
		if m == nil || strings.HasPrefix(strings.ToLower(l), "summary of") || dotted3.MatchString(l) {
			continue
		}
		part := []string{m[1] + m[2]}
		size := len(part[0])
		for _, next := range lines[i+1 : min(len(lines), i+abstractLines)] {
			next = clean(next, 2000)
			if next == "" {
				if size > 600 && endsSentence(part[len(part)-1]) && i+1 < len(lines) && len(part) > 5 {
					break
				}
				continue
			}
			if size > 40 && (bodyHeading.MatchString(next) && !endsSentence(next) || bareNumber.MatchString(next) && endsSentence(part[len(part)-1]) || keywordHeading.MatchString(next) && keywordStart(next) || heading.MatchString(next)) {
				break
			}
			if size += len(next); size > maxAbstract {
				break
			}
			part = append(part, next)
		}
		if s := joinLines(part); letters(s) > 60 {
			return s
		}
	}
	return ""
}

// mayBegin is a quick look whether a line begins with one of some letters, in either case, or a digit.
func mayBegin(l, first string) bool {
	r, _ := utf8.DecodeRuneInString(strings.TrimLeft(l, " \t"))
	return '0' <= r && r <= '9' || strings.ContainsRune(first, unicode.ToLower(r))
}

var (
	heading    = regexp.MustCompile(`^(?:\d{1,2}\.?\d?\.?|[IVX]{1,4}\.)\s+\p{Lu}[\p{L} \-,:&]{2,60}$`)
	bareNumber = regexp.MustCompile(`^(?:[01I]|[1I]\.)$`)
	dotted3    = regexp.MustCompile(`(?:\. ?){4,}|\s[ivx\d]+$`)
)

func endsSentence(s string) bool {
	s = strings.TrimRight(s, " )\"”]")
	return strings.HasSuffix(s, ".") || strings.HasSuffix(s, "!") || strings.HasSuffix(s, "?")
}

// keywordStart reports that a line that begins with "keywords" lists some: prose goes on in lower case.
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
		l = clean(l, 2000)
		m := keywordHeading.FindStringSubmatch(l)
		if m == nil || !keywordStart(l) || len(m[1]) > 0 && startsLower(l) {
			continue
		}
		part := []string{m[1]}
		for _, next := range lines[i+1 : min(len(lines), i+7)] {
			next = clean(next, 500)
			ended := endsSentence(part[len(part)-1])
			if next == "" && part[len(part)-1] == "" {
				continue
			}
			if next == "" || ended || bodyHeading.MatchString(next) || abstractHeading.MatchString(next) || heading.MatchString(next) || bareNumber.MatchString(next) || len(part) > 4 {
				break
			}
			part = append(part, next)
		}
		if list := splitKeywords(joinLines(part)); len(list) > 0 && len(list) < 40 {
			return list
		}
	}
	return nil
}

// splitKeywords parts a list at its marks: semicolons if there are any, else commas or dots.
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
		if n := letters(k); n > 1 && len(k) < 80 && len(strings.Fields(k)) < 8 {
			list = append(list, k)
		}
	}
	return list
}
