package asciidoc

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"sluice/document/content"
	"sluice/document/internal/markdown"
	"sluice/document/internal/plaintext"
	"sluice/internal/lazyregexp"
)

// fieldNames are the fields that attributes of a document describe.
var fieldNames = map[string]string{
	"author": "author", "authors": "author", "title": "title", "doctitle": "title", "description": "abstract", "keywords": "keyword", "lang": "language",
	"date": "date", "revdate": "date", "doi": "doi", "isbn": "isbn",
}

// numberedAuthor matches the attributes of authors after the first.
var numberedAuthor = lazyregexp.New(`^author_\d+$`)

// setAttribute sets or removes an attribute of the document. A value that
// ends in a backslash continues on the next line.
func (r *reader) setAttribute(name, value string) {
	r.attribute, r.value = "", ""
	for _, mark := range []string{` \`, " +"} {
		if begin, ok := strings.CutSuffix(value, mark); ok && len(begin) < maxContinued {
			r.attribute, r.value = name, begin
			return
		}
	}
	name = strings.ToLower(name)
	if bare := strings.Trim(name, "!"); bare != name {
		delete(r.attributes, bare)
		return
	}
	value = strings.TrimSpace(r.expand(value))
	if len(value) <= maxAttribute && len(r.attributes) < maxAttributes {
		r.attributes[name] = value
	}
	if numberedAuthor.MatchString(name) {
		name = "author"
	}
	switch field := fieldNames[name]; field {
	case "":
	case "author":
		r.authors(value)
	case "keyword":
		for k := range strings.SplitSeq(value, ",") {
			r.d.Field(field, k)
		}
	default:
		r.d.Field(field, r.bare(value))
	}
}

// characters are the attributes that stand for characters.
var characters = map[string]string{
	"empty": "", "blank": "", "sp": " ", "nbsp": " ", "zwsp": "", "wj": "", "apos": "'", "quot": `"`, "lsquo": "‘", "rsquo": "’", "ldquo": "“", "rdquo": "”",
	"deg": "°", "plus": "+", "brvbar": "¦", "vbar": "|", "amp": "&", "lt": "<", "gt": ">", "startsb": "[", "endsb": "]", "caret": "^", "asterisk": "*",
	"tilde": "~", "backslash": `\`, "backtick": "`", "two-colons": "::", "two-semicolons": ";;", "cpp": "C++", "pp": "++",
}

// reference matches a reference to an attribute of the document.
var reference = lazyregexp.New(`\{[\pL\pN_][\pL\pN_-]*\}`)

// expand replaces references to attributes by their values, as long as the
// text does not become too long. Those to unknown ones stay.
func (r *reader) expand(s string) string {
	if !strings.Contains(s, "{") {
		return s
	}
	grown := 0
	return reference.ReplaceAllStringFunc(s, func(whole string) string {
		name := strings.ToLower(whole[1 : len(whole)-1])
		if c, ok := characters[name]; ok {
			return markdown.Shield(c)
		}
		value, ok := r.attributes[name]
		if grown += len(value); !ok || grown > plaintext.MaxLine {
			return whole
		}
		return value
	})
}

// attributeList reads the attributes of a block. O'Reilly's chapters name
// their authors among those of the first heading.
func (r *reader) attributeList(list string) {
	if strings.HasPrefix(list, "[") { // an anchor
		return
	}
	r.style, _, _ = strings.Cut(list, ",")
	if !r.d.Empty() {
		return
	}
	for _, a := range blockAuthor.FindAllStringSubmatch(list, maxAttributes) {
		r.authors(a[1] + a[2])
	}
}

// blockAuthor matches an author among the attributes of a block.
var blockAuthor = lazyregexp.New(`(?:^|,)\s*au(?:thor)?_?\d*\s*=\s*(?:"([^"]*)"|'([^']*)')`)

// firstAttribute returns the first attribute of a macro if it has no name:
// the text that stands for it.
func firstAttribute(list string) string {
	if quoted, ok := strings.CutPrefix(strings.TrimSpace(list), `"`); ok {
		if text, _, ok := strings.Cut(quoted, `"`); ok {
			return text
		}
	}
	text, _, _ := strings.Cut(list, ",")
	if name, _, ok := strings.Cut(text, "="); ok && !strings.Contains(strings.TrimSpace(name), " ") {
		return ""
	}
	return text
}

// maxRevision is the most bytes of a line that may be that of the revision: a
// longer one is a sentence.
const maxRevision = 80

// headerLine reads a line of the header below the title: the authors, then
// the revision.
func (r *reader) headerLine(l string) bool {
	if attributeLine.MatchString(l) {
		return false
	}
	now := r.header
	r.header = noHeader
	text := r.expand(l)
	switch {
	case l == "":
		return false
	case now == afterTitle && isAuthors(text):
		r.header = afterAuthor
		r.authors(text)
		r.paragraph(content.Line{Text: r.inline(address.ReplaceAllString(text, "")), Style: "author"})
		return true
	case revision.MatchString(text) && len(text) < maxRevision:
		r.header = afterAuthor
		date, _, _ := strings.Cut(number.ReplaceAllString(text, ""), ": ")
		r.d.Field("date", date)
		return true
	}
	return false
}

var (
	address  = lazyregexp.New(`[ \t]*<[^<>]*>`) // of an author
	revision = lazyregexp.New(`^(?:[vV]?\d|[^.]*\b\d{4}\b)`)
	number   = lazyregexp.New(`^[vV]\d\S*[ \t]*|^\d[\w.]*,[ \t]*`) // of a revision
)

// names parts the authors of a line or an attribute, without their addresses.
func names(text string) []string {
	text = address.ReplaceAllString(text, "")
	sign := ";"
	if !strings.Contains(text, sign) {
		sign = ","
		for part := range strings.SplitSeq(text, sign) {
			if len(strings.Fields(part)) < 2 { // a comma within a name
				return []string{strings.ReplaceAll(text, "_", " ")}
			}
		}
	}
	return strings.Split(strings.ReplaceAll(text, "_", " "), sign)
}

// authors adds the authors that a text names as fields.
func (r *reader) authors(text string) {
	if len(text) > content.MaxValue {
		return
	}
	for _, n := range names(text) {
		r.d.Field("author", r.bare(n))
	}
}

// isAuthors reports whether a line may name authors: each has two words or
// more, or an address, none of them a long word in lower case or a number.
func isAuthors(l string) bool {
	if len(l) > content.MaxValue || !strings.ContainsFunc(l, unicode.IsLetter) {
		return false
	}
	for _, name := range names(l) {
		words := strings.Fields(name)
		if len(words) > 6 || len(words) < 2 && !address.MatchString(l) {
			return false
		}
		for _, w := range words {
			first, _ := utf8.DecodeRuneInString(w)
			if unicode.IsLower(first) && utf8.RuneCountInString(w) > 3 || strings.ContainsAny(w, "0123456789=:[]{}<>|*/#") {
				return false
			}
		}
	}
	return true
}
