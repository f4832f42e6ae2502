package describe

import (
	"slices"
	"strings"

	"sluice/document/bibtex"
	"sluice/document/describe/internal/identifier"
	"sluice/document/describe/internal/person"
	"sluice/document/describe/internal/phrase"
	"sluice/document/describe/internal/textline"
	"sluice/internal/lazyregexp"
	"sluice/page"
	"sluice/text"
)

// readLinkingPages reads the pages that link to the document.
func (w *collector) readLinkingPages() {
	for _, l := range w.around.Links {
		w.readAnchor(l)
		w.readLandingPage(l)
		w.readBibTeX(l)
	}
	if id := identifier.ArXiv(w.around.URL, false); id != "" {
		w.add(LinkingPage, 0.95, "arxiv", id)
	}
	if strings.Contains(w.around.URL, "doi.org/") {
		w.add(LinkingPage, 0.9, "doi", identifier.DOI(w.around.URL))
	}
}

// What the text of a link says about the file and not about the document: its format and size, and
// words for the act of getting it.
var (
	anchorFormat = lazyregexp.New(`(?i)\s*[(\[{]\s*(?:pdf|ps|postscript|ps\.gz|gzipped|dvi|html|doc|slides?|ppt|\d+\s?(?:k|kb|mb|pages|pp)\b)[^()\[\]]*[)\]}]\s*`)
	anchorWords  = phrase.WordSet(`pdf ps postscript dvi doc docx ppt html tex gz zip download downloads full text fulltext paper papers article preprint reprint version draft
		final extended long short abstract slides talk poster video code bibtex bib link here click view file files online copy get read more electronic
		official published author authors pre-print camera ready technical report thesis dissertation proceedings journal conference arxiv doi
		local mirror appendix supplementary supplement material presentation notes lecture chapter the a an of in as this my our kb mb pages and or for`)
)

// readAnchor reads the text of a link, when it is more than "PDF" and
// "download".
func (w *collector) readAnchor(l Link) {
	t := textline.Clean(anchorFormat.ReplaceAllString(textline.Clean(l.Anchor, textline.MaxTitle), " "), textline.MaxTitle)
	t = textline.TidyTitle(strings.Trim(t, "\"“”'‘’.,: "))
	ownWords := 0
	for _, word := range strings.Fields(strings.ToLower(t)) {
		if word = strings.Trim(word, ".,:;()[]"); textline.Letters(word) > 1 && !anchorWords[word] {
			ownWords++
		}
	}
	// Fewer than two words of its own are a label, and an ending is the name of the file.
	if ownWords < 2 || textline.Letters(t) < 10 || phrase.UrlMark.MatchString(t) || titleSuffix.MatchString(t) || len(t) > 300 {
		return
	}
	// A short text that is surely a name is that of the author.
	if list := person.Anyone.People(t); len(list) > 0 && list[0].Score > 2 && len(strings.Fields(t)) < 5 {
		return
	}
	trust := 0.3
	if ownWords > 3 {
		trust = 0.4
	}
	w.add(LinkingPage, w.titleTrust(t, trust), "title", t)
}

// readLandingPage reads a page that presents the document: one that points to
// it as its work, or that describes one work only.
func (w *collector) readLandingPage(l Link) {
	signs := l.Signposts()
	if trust := w.landingTrust(l, signs); trust > 0 {
		w.addWork(l.Metas, trust)
		w.addSignposts(LinkingPage, trust, signs)
		for _, text := range limited(l.Records, maxLinks) {
			w.readRecord(text, trust)
		}
	}
	w.readSchema(l)
}

// landingTrust returns how surely a page presents the document; 0 where nothing
// says so.
func (w *collector) landingTrust(l Link, signs []Signpost) float64 {
	get := metas(l.Metas).get
	yes, other := w.presents(l, signs)
	pdf := get("citation_pdf_url", "bepress_citation_pdf_url", "eprints.document_url", "citation_fulltext_url")
	title := get("citation_title")
	repository := get("dc.title", "dcterms.title", "eprints.title", "bepress_citation_title")
	switch {
	case yes, slices.ContainsFunc(pdf, func(p string) bool { return w.around.isThis(p, l.Page) }):
		return 0.95
	case other || len(pdf) > 0:
		return 0
	case len(title) == 1:
		return w.about(title[0], l, 0.7)
	case len(title) == 0 && len(repository) == 1:
		return w.about(repository[0], l, 0.55)
	}
	return 0
}

// about weighs what describes a work of some title and does not say that the
// document is it: in full where the document begins with that title or the link
// has it as its text, little where there is no text to decide by, and else not at
// all, for pages link to many documents.
func (w *collector) about(title string, l Link, trust float64) float64 {
	key := text.NormalTitle(textline.Clean(title, textline.MaxTitle))
	switch {
	case key != "" && key == text.NormalTitle(l.Anchor), len(key) > 15 && strings.Contains(w.opening(), key):
		return trust
	case len(w.opening()) < 200 || w.garbled:
		return min(trust, 0.3)
	}
	return 0
}

// scholarly are the schema.org types that a document may be.
var scholarly = phrase.WordSet("scholarlyarticle medicalscholarlyarticle thesis report techarticle book chapter article digitaldocument creativework")

// readSchema reads a page's schema.org item that is a work and says that this
// document is its copy, or is the only one.
func (w *collector) readSchema(l Link) {
	var items [][]page.Meta
	for _, m := range l.Metas {
		if m.Name == "schema.type" {
			items = append(items, nil)
		}
		if len(items) > 0 && strings.HasPrefix(m.Name, "schema.") {
			items[len(items)-1] = append(items[len(items)-1], m)
		}
	}
	works := slices.DeleteFunc(items, func(item []page.Meta) bool { return !scholarly[strings.ToLower(item[0].Content)] })
	for _, item := range works {
		named := slices.ContainsFunc(item, func(m page.Meta) bool {
			return slices.Contains([]string{"schema.url", "schema.contentUrl", "schema.encoding", "schema.sameAs", "schema.mainEntityOfPage"}, m.Name) && w.around.isThis(m.Content, l.Page)
		})
		trust := 0.9
		if !named {
			i := slices.IndexFunc(item, func(m page.Meta) bool { return m.Name == "schema.headline" || m.Name == "schema.name" })
			if i < 0 || len(works) > 1 {
				continue
			}
			if trust = w.about(item[i].Content, l, 0.5); trust == 0 {
				continue
			}
		}
		var authors []string
		for _, m := range item {
			switch m.Name {
			case "schema.headline", "schema.name":
				w.add(LinkingPage, trust, "title", m.Content)
			case "schema.author", "schema.creator":
				authors = append(authors, person.Printed(textline.Clean(m.Content, textline.MaxName)))
			case "schema.datePublished":
				w.add(LinkingPage, trust, "year", phrase.YearMark.FindString(m.Content))
			case "schema.abstract":
				w.add(LinkingPage, trust, "abstract", m.Content)
			case "schema.identifier":
				w.add(LinkingPage, trust, "doi", identifier.DOI(m.Content))
			case "schema.license":
				w.add(LinkingPage, trust, "license", phrase.UrlMark.FindString(m.Content))
			}
		}
		w.add(LinkingPage, trust, "author", limited(authors, textline.MaxAuthors)...)
	}
}

// readBibTeX reads the entry next to the link that is about the document.
func (w *collector) readBibTeX(l Link) {
	if l.BibTeX == "" {
		return
	}
	var e bibtex.Entry
	trust, equals := 0.0, 0
	for _, other := range bibtex.Parse([]byte(l.BibTeX[:min(len(l.BibTeX), 256<<10)])) {
		if other.Get("title") == "" {
			continue
		}
		t := w.about(other.Get("title"), l, 0.95)
		if w.around.isThis(other.Raw("url"), l.Page) || w.around.isThis(other.Raw("pdf"), l.Page) {
			t = 0.95
		}
		if t > trust {
			e, trust, equals = other, t, 0
		} else if t == trust {
			equals++
		}
	}
	if trust > 0 && equals == 0 {
		w.addEntry(&e, trust)
	}
}
