package page

import (
	"sluice/internal/format"
	"sluice/weburl"
)

// MayBeDocument reports whether a link probably leads to a document: by the ending of its URL (see [weburl.DocumentEnding]), by
// another word of the URL, as in "/pdf/1234.5678" and "/download?id=5", by its text ("PDF", "Download"), or as the item that
// the page presents.
func (p *Page) MayBeDocument(l *Link) bool {
	switch {
	case weburl.DocumentEnding(l.URL) || hasWord(l.Rel, "item"):
		return true
	case isPageEnding(l.URL.Ending()) || weburl.NeverPage(l.URL):
		return false
	}
	return hasAny(l.URL.Path(), documentURL) || hasAny(l.URL.Query(), documentURL) ||
		hasAny(cut(p.Text, l.text), documentWord) || hasAny(cut(p.aside, l.alternative), documentWord) || hasAny(cut(p.aside, l.title), documentWord)
}

// NamesFormat reports whether a link names the format of a document: in its URL, as in "/pdf/1234.5678" and "/get?file=x.ps",
// or in its text ("PDF"). This is stronger evidence than [Page.MayBeDocument] requires.
func (p *Page) NamesFormat(l *Link) bool {
	switch {
	case l.Type != "" || isPageEnding(l.URL.Ending()) || weburl.NeverPage(l.URL):
		return false
	case hasAny(l.URL.Path(), formatURL) || hasAny(l.URL.Query(), formatURL):
		return true
	}
	for _, text := range [...][]byte{cut(p.Text, l.text), cut(p.aside, l.alternative), cut(p.aside, l.title)} {
		if hasAny(text, formatWord) && !hasAny(text, programWord) {
			return true
		}
	}
	return false
}

// formatWord and formatURL name formats of documents. programWord is in links to the programs for them.
var (
	formatWord  = wordSet(format.Words())
	formatURL   = wordSet(format.Words(), "epdf", "getpdf", "viewpdf", "showpdf", "downloadpdf", "pdfdownload", "pdfdirect")
	programWord = wordSet(nil, "reader", "viewer", "acrobat", "adobe", "ghostscript", "converter", "editor", "plugin")
)

// isPageEnding reports whether an ending is that of an HTML page.
func isPageEnding(s string) bool {
	switch s {
	case ".html", ".htm", ".shtml", ".xhtml":
		return true
	}
	return false
}

// documentWord are words in the texts of links to documents, documentURL words in their URLs.
var (
	documentWord = wordSet(format.Words(), "download", "fulltext", "preprint", "eprint", "thesis", "dissertation",
		"télécharger", "herunterladen", "descargar", "scarica")
	documentURL = wordSet(nil, "pdf", "pdfs", "getpdf", "viewpdf", "showpdf", "downloadpdf", "pdfdownload", "pdfviewer", "epdf", "pdfdirect", "ps", "postscript",
		"download", "downloads", "downloadfile", "fulltext", "bitstream", "bitstreams", "retrieve", "viewdoc", "viewcontent", "viewfile", "getfile",
		"getdoc", "sendfile", "attachment", "attachments", "eprint", "preprint")
)

// wordSet returns the set of words and more.
func wordSet(words []string, more ...string) map[string]bool {
	set := make(map[string]bool, len(words)+len(more))
	for _, w := range append(words, more...) {
		set[w] = true
	}
	return set
}

// maxExamined bounds the part of a text that is examined, in bytes. The text of a link to a document is short.
const maxExamined = 300

// hasAny reports whether a text has one of some words, in any case.
func hasAny[T string | []byte](text T, words map[string]bool) bool {
	var word [16]byte
	n := 0
	for i := 0; i <= min(len(text), maxExamined); i++ {
		if i < len(text) && i < maxExamined {
			if c := text[i]; 'a' <= c|0x20 && c|0x20 <= 'z' || c >= 0x80 {
				if n < len(word) {
					word[n] = c
					if c < 0x80 {
						word[n] |= 0x20
					}
				}
				n++
				continue
			}
		}
		if n > 1 && n <= len(word) && words[string(word[:n])] {
			return true
		}
		n = 0
	}
	return false
}
