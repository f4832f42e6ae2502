package describe

import (
	"slices"
	"strings"

	"sluice/document/content"
	"sluice/document/describe/internal/person"
	"sluice/document/describe/internal/textline"
	"sluice/document/describe/internal/titlepage"
	"sluice/text"
)

// readFirstPages adds what the words and the layout of the first pages show:
// title, authors, affiliations, school and publication.
func (w *collector) readFirstPages() {
	const enough = 200 // letters of a cover that can be read although the rest cannot
	if cover := w.document.Page(0); w.garbled && (textline.Letters(cover) < enough || text.Garbled(cover)) {
		return
	}
	isExpected := w.expectsTitle()
	h, title, sure, end := w.findTitlePage(isExpected)
	if title != "" {
		if t, ok := w.longer(title); ok {
			title, sure = t, 0.9
		}
		w.add(FirstPage, sure, "title", title)
		w.matchLinkingTitle(title)
	}
	list, affiliations, sure := h.Authors(end)
	if len(list) > 0 {
		w.add(FirstPage, 0.6, "affiliation", affiliations...)
	} else {
		list, sure = w.findAuthors(h, end)
	}
	w.add(FirstPage, sure, "author", list...)
	w.addSchool(h)
	w.addPublication()
}

// findAuthors looks for the authors where the title has none behind it: announced
// on one of the first pages, above the title, or as the file names them and the
// page repeats them.
func (w *collector) findAuthors(h titlepage.Head, end int) ([]string, float64) {
	if list, sure := h.Led(); len(list) > 0 {
		return list, sure
	}
	if list, sure := h.Above(end); len(list) > 0 {
		return list, sure
	}
	var all []string
	for _, a := range limited(w.document.All("author"), textline.MaxList) {
		if a = textline.Clean(a, textline.MaxName); h.Has(a) {
			all = append(all, a)
		}
	}
	if len(all) > 0 {
		return all, 0.75
	}
	words := person.LexiconOf(w.document.Text)
	for page := range titlepage.HeadPages {
		other := titlepage.HeadOf(w.document, page, words)
		if list, sure := other.Led(); len(list) > 0 {
			return list, sure - 0.1
		}
	}
	return nil, 0
}

// findTitlePage is the first of the first pages that has a title: the first is
// often a library's or publisher's cover.
func (w *collector) findTitlePage(isExpected func(string) bool) (h titlepage.Head, title string, sure float64, end int) {
	words := person.LexiconOf(w.document.Text)
	first := titlepage.HeadOf(w.document, 0, words)
	for page := range titlepage.HeadPages {
		if h = first; page > 0 {
			h = titlepage.HeadOf(w.document, page, words)
		}
		if title, sure, end = h.Title(isExpected); title != "" && !cover(w.document, page) {
			return h, title, sure - 0.15*float64(page), end
		}
	}
	if title, sure, end = first.Title(isExpected); title == "" {
		title, sure, end = first.Label()
	}
	return first, title, sure, end
}

// coverPhrases, in lower case, are printed on pages that an archive or publisher puts
// before a document.
var coverPhrases = []string{"this article was downloaded by", "to link to this article", "is a multi-disciplinary open access", "is a multidisciplinary open access",
	"see discussions, stats, and author profiles", "your article is protected by copyright", "this is the author's version", "this copy is for your personal",
	"jstor is a not-for-profit", "provided by core"}

// cover reports such a page.
func cover(d *content.Document, page int) bool {
	if page > 0 || d.Pages < 2 {
		return false
	}
	text := d.Page(0)
	text = strings.ToLower(text[:min(len(text), 3000)])
	return slices.ContainsFunc(coverPhrases, func(phrase string) bool { return strings.Contains(text, phrase) })
}

// expectsTitle returns a function that reports whether a text is the title that
// another source has; nil if no source has one.
func (w *collector) expectsTitle() func(string) bool {
	keys := map[string]bool{}
	for _, c := range w.claims {
		if c.name == "title" && c.confidence > 0.3 {
			keys[text.NormalTitle(c.values[0])] = true
		}
	}
	if len(keys) == 0 {
		return nil
	}
	return func(s string) bool { return keys[text.NormalTitle(s)] }
}

// longer returns another witness's title that continues where the one found on
// the page breaks off, when the page has all of it.
func (w *collector) longer(title string) (string, bool) {
	key := text.NormalTitle(title)
	for _, c := range w.claims {
		if c.name != "title" {
			continue
		}
		other := text.NormalTitle(c.values[0])
		if len(other) > len(key) && len(other) < 3*len(key)+20 && len(key) > 5 && strings.HasPrefix(other, key) && strings.Contains(w.opening(), other) {
			return c.values[0], true
		}
	}
	return "", false
}
