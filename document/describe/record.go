package describe

import (
	"strings"

	"sluice/document/bibtex"
	"sluice/document/describe/internal/bibrecord"
	"sluice/document/describe/internal/identifier"
	"sluice/document/describe/internal/person"
	"sluice/document/describe/internal/phrase"
	"sluice/document/describe/internal/textline"
	"sluice/page"
)

// The most that is read of a metadata document.
const (
	maxRecord = 256 << 10
)

// readRecord reads a metadata document that is about the document alone:
// CSL-JSON, Dublin Core in XML, or BibTeX with one entry.
func (w *collector) readRecord(text string, trust float64) {
	text = strings.TrimSpace(strings.TrimPrefix(text[:min(len(text), maxRecord)], "\ufeff"))
	switch {
	case strings.HasPrefix(text, "{"), strings.HasPrefix(text, "["):
		w.addWork(bibrecord.CSL([]byte(text)), trust)
	case strings.HasPrefix(text, "<"):
		w.addWork(bibrecord.DublinCore(text), trust)
	default:
		if entries := bibtex.Parse([]byte(text)); len(entries) == 1 {
			w.addEntry(&entries[0], trust)
		}
	}
}

// metas are what a page says of a work.
type metas []page.Meta

// get returns the values of the first of some names that has any.
func (all metas) get(names ...string) []string {
	var values []string
	for _, name := range names {
		for _, m := range all {
			if m.Name == name && len(values) < textline.MaxAuthors {
				values = append(values, m.Content)
			}
		}
		if len(values) > 0 {
			break
		}
	}
	return values
}

// addWork reads metadata about the document.
func (w *collector) addWork(said metas, trust float64) {
	get := said.get
	w.add(LinkingPage, trust, "title", limited(get("citation_title", "bepress_citation_title", "eprints.title", "dc.title", "dcterms.title"), 1)...)
	var authors []string
	for _, a := range get("citation_author", "citation_authors", "bepress_citation_author", "eprints.creators_name", "dc.creator", "dcterms.creator") {
		for name := range strings.SplitSeq(textline.Clean(a, 20*textline.MaxName), ";") {
			authors = append(authors, person.Printed(name))
		}
	}
	w.add(LinkingPage, trust, "author", authors...)
	for _, f := range [...]struct {
		name  string
		metas []string
	}{
		{"abstract", get("citation_abstract", "eprints.abstract", "dcterms.abstract", "dc.description.abstract")},
		{"venue", get("citation_journal_title", "citation_conference_title", "citation_inbook_title", "prism.publicationname", "dc.source", "citation_dissertation_institution", "citation_technical_report_institution")},
		{"volume", get("citation_volume", "prism.volume")},
		{"language", get("citation_language", "dc.language")},
	} {
		w.add(LinkingPage, trust-0.05, f.name, limited(f.metas, 1)...)
	}
	for _, d := range limited(get("citation_publication_date", "citation_date", "citation_year", "citation_online_date", "bepress_citation_date", "dc.date", "dcterms.issued", "dc.date.issued", "prism.publicationdate"), 1) {
		w.add(LinkingPage, trust, "year", phrase.YearMark.FindString(d))
	}
	var keywords []string
	for _, k := range get("citation_keywords", "dc.subject", "dcterms.subject") {
		keywords = append(keywords, splitKeywords(textline.Clean(k, 4*textline.MaxShort))...)
	}
	w.add(LinkingPage, trust-0.05, "keyword", limited(keywords, textline.MaxList)...)
	for _, d := range get("citation_doi", "bepress_citation_doi", "dc.identifier", "dc.identifier.doi", "prism.doi", "dcterms.identifier") {
		w.add(LinkingPage, trust, "doi", identifier.DOI(d))
	}
	for _, d := range get("citation_isbn") {
		w.add(LinkingPage, trust, "isbn", identifier.ISBN(d, true))
	}
	for _, d := range get("citation_arxiv_id") {
		w.add(LinkingPage, trust, "arxiv", identifier.ArXiv(d, true))
	}
	for _, l := range get("dcterms.license", "dc.rights", "dcterms.rights", "citation_license", "dc.rights.uri") {
		w.add(LinkingPage, trust, "license", phrase.UrlMark.FindString(l))
	}
	var people []string
	for _, a := range get("citation_author_orcid") {
		people = append(people, identifier.ORCID(a))
	}
	w.add(LinkingPage, trust, "orcid", people...)
}

// addEntry reads a BibTeX entry about the document.
func (w *collector) addEntry(e *bibtex.Entry, trust float64) {
	w.add(BibTeX, trust, "title", e.Get("title"))
	var authors []string
	for _, n := range e.Names("author") {
		authors = append(authors, n.String())
	}
	w.add(BibTeX, trust, "author", authors...)
	w.add(BibTeX, trust, "year", phrase.YearMark.FindString(e.Get("year")+" "+e.Get("date")))
	for _, name := range []string{"journal", "journaltitle", "booktitle", "school", "institution"} {
		if v := e.Get(name); v != "" {
			w.add(BibTeX, trust, "venue", v)
			break
		}
	}
	w.add(BibTeX, trust, "volume", e.Get("volume"))
	w.add(BibTeX, trust, "doi", identifier.DOI(e.Get("doi")))
	w.add(BibTeX, trust, "isbn", identifier.ISBN(e.Get("isbn"), true))
	w.add(BibTeX, trust, "abstract", e.Get("abstract"))
	w.add(BibTeX, trust, "keyword", splitKeywords(e.Get("keywords"))...)
	if strings.EqualFold(e.Get("archiveprefix"), "arxiv") || strings.EqualFold(e.Get("eprinttype"), "arxiv") {
		w.add(BibTeX, trust, "arxiv", identifier.ArXiv(e.Get("eprint"), true))
	}
}
