package article

import (
	"strings"

	"sluice/document/internal/xmltree"
)

// tei writes a text of the Text Encoding Initiative (P4, P5), also as programs
// make it that read papers.
func (w *xmlWriter) tei(root *xmltree.Node) {
	header := root.First("teiHeader")
	file := header.First("fileDesc")
	// GROBID and similar programs write the paper's own metadata as a source; a TEI edition has
	// them in its title statement.
	source := file.First("sourceDesc/biblStruct")
	if source == nil {
		source = file.First("sourceDesc/biblFull")
	}
	title := teiTitle(file.First("titleStmt"))
	if title == "" {
		title = teiTitle(source.First("analytic"))
	}
	w.d.Field("title", title)
	w.paragraph("title", title)
	w.teiAuthors(file, source)
	w.teiSource(file, source)
	profile := header.First("profileDesc")
	w.d.Field("language", profile.First("langUsage/language").Attr("ident"))
	if a := profile.First("abstract"); a.Words() != "" {
		w.d.Field("abstract", a.Words("head"))
		w.abstract(a)
	}
	var words []string
	profile.First("textClass").Each("term", func(n *xmltree.Node) { words = append(words, n.Words()) })
	w.keywords(words)
	w.teiText(root)
}

// teiText writes the texts of a file: of a corpus, one after the other.
func (w *xmlWriter) teiText(root *xmltree.Node) {
	for _, inner := range root.All("TEI", "TEI.2") {
		w.tei(inner)
	}
	text := root.First("text")
	if text == nil {
		if len(root.All("TEI", "TEI.2")) == 0 {
			for _, c := range root.Children {
				if c.Name != "teiHeader" && c.Name != "" {
					w.blocks(c, 1)
				}
			}
		}
		return
	}
	for _, part := range text.Children {
		switch part.Name {
		case "front", "body", "back", "group":
			w.blocks(part, 1)
		}
	}
	if text.First("body") == nil && text.First("group") == nil {
		w.blocks(text, 1)
	}
}

// teiAuthors writes the authors and where they work.
func (w *xmlWriter) teiAuthors(file, source *xmltree.Node) {
	people := source.First("analytic").All("author")
	if len(people) == 0 {
		people = file.First("titleStmt").All("author")
	}
	if len(people) == 0 {
		people = source.First("monogr").All("author")
	}
	var names, places []string
	for _, p := range people {
		if name := teiName(p); name != "" {
			names = append(names, name)
		}
		for _, a := range p.All("affiliation") {
			place := a.Words("note", "label")
			if raw := a.First("note"); raw.Attr("type") == "raw_affiliation" {
				place = raw.Words("label")
			}
			places = append(places, place)
		}
	}
	w.people(names, places)
}

// teiSource writes where and when the text was published.
func (w *xmlWriter) teiSource(file, source *xmltree.Node) {
	published := file.First("publicationStmt")
	series := source.First("monogr")
	for _, t := range series.All("title") {
		if level := t.Attr("level"); level == "j" || level == "m" {
			w.d.Field("venue", t.Words())
		}
	}
	for _, p := range []*xmltree.Node{published, series.First("imprint")} {
		w.d.Field("publisher", p.First("publisher").Words())
		if date := p.First("date"); date.Attr("when") != "" {
			w.d.Field("date", date.Attr("when"))
		} else {
			w.d.Field("date", date.Words())
		}
	}
	for _, s := range series.First("imprint").All("biblScope") {
		kind := s.Attr("unit")
		if kind == "" {
			kind = s.Attr("type")
		}
		if name := map[string]string{"volume": "volume", "vol": "volume", "issue": "number", "page": "pages", "pp": "pages"}[kind]; name != "" {
			w.d.Field(name, teiScope(s))
		}
	}
	for _, owner := range []*xmltree.Node{source, source.First("analytic"), series, published} {
		for _, id := range owner.All("idno") {
			switch kind := strings.ToLower(id.Attr("type")); kind {
			case "doi", "arxiv", "isbn", "issn", "pmid":
				w.d.Field(kind, id.Words())
			}
		}
	}
}
