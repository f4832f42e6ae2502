package vocabulary

import (
	"strconv"
	"strings"
)

// StyleName returns the common name for what a file calls a style: programs,
// languages and the templates of publishers have many. What says nothing about
// the part that a paragraph plays is "".
func StyleName(name string) string {
	s := strings.Map(func(r rune) rune {
		if strings.ContainsRune(" _-.,()", r) {
			return -1
		}
		return r
	}, strings.ToLower(strings.ReplaceAll(name, "_20_", "")))
	for _, word := range headingWords {
		if rest, ok := strings.CutPrefix(s, word); ok {
			if n, err := strconv.Atoi(strings.TrimSpace(rest)); err == nil && 1 <= n && n <= 9 {
				return "heading " + strconv.Itoa(n)
			}
		}
	}
	for _, w := range styleWords {
		if strings.Contains(s, w.word) {
			return w.style
		}
	}
	return ""
}

// headingWords are the names of headings in the languages in which office
// programs come.
var headingWords = []string{
	"heading", "überschrift", "titre", "titolo", "título", "titulo", "kop", "rubrik", "overskrift", "nagłówek", "заголовок", "otsikko",
	"nadpis", "cabeçalho", "encabezado", "head",
}

// styleWords are looked for in order: what is more exact stands first.
var styleWords = []struct{ word, style string }{
	{"tabletitle", "caption"}, {"figuretitle", "caption"}, {"tablehead", "caption"}, {"tablecol", ""}, {"toc", "contents"},
	{"verzeichnis", "contents"}, {"contents", "contents"}, {"sectiontitle", "heading 1"}, {"referencehead", "heading 1"},
	{"subtitle", "subtitle"}, {"untertitel", "subtitle"}, {"soustitre", "subtitle"}, {"runningtitle", "header"}, {"booktitle", ""},
	{"runninghead", "header"}, {"title", "title"}, {"titel", "title"}, {"titre", "title"}, {"titolo", "title"},
	{"affiliation", "affiliation"}, {"address", "affiliation"}, {"institut", "affiliation"}, {"author", "author"}, {"byline", "author"},
	{"autor", "author"}, {"abstract", "abstract"}, {"zusammenfassung", "abstract"}, {"keyword", "keyword"}, {"indexterms", "keyword"},
	{"bibliograph", "reference"}, {"literatur", "reference"}, {"reference", "reference"}, {"caption", "caption"}, {"beschriftung", "caption"},
	{"list", "list"}, {"bullet", "list"}, {"footnote", "footnote"}, {"endnote", "footnote"}, {"header", "header"}, {"footer", "footer"},
	{"quote", "quote"}, {"code", "code"}, {"preformatted", "code"},
}
