package markup

import "strings"

// tei writes a text of the Text Encoding Initiative (P4, P5), also as programs make it that read papers.
func (w *xmlWriter) tei(root *node) {
	header := root.first("teiHeader")
	file := header.first("fileDesc")
	source := file.first("sourceDesc/biblStruct")
	if source == nil {
		source = file.first("sourceDesc/biblFull")
	}
	title := teiTitle(file.first("titleStmt"))
	if title == "" {
		title = teiTitle(source.first("analytic"))
	}
	w.d.Field("title", title)
	w.paragraph("title", title)
	w.teiAuthors(file, source)
	w.teiSource(file, source)
	profile := header.first("profileDesc")
	w.d.Field("language", profile.first("langUsage/language").attr("ident"))
	if a := profile.first("abstract"); a.words() != "" {
		w.d.Field("abstract", a.words("head"))
		w.abstract(a)
	}
	var words []string
	profile.first("textClass").each("term", func(n *node) { words = append(words, n.words()) })
	w.keywords(words)
	w.teiText(root)
}

// teiText writes the texts of a file: of a corpus, one after the other.
func (w *xmlWriter) teiText(root *node) {
	for _, inner := range root.all("TEI", "TEI.2") {
		w.tei(inner)
	}
	text := root.first("text")
	if text == nil {
		if len(root.all("TEI", "TEI.2")) == 0 {
			for _, c := range root.children {
				if c.name != "teiHeader" && c.name != "" {
					w.blocks(c, 1)
				}
			}
		}
		return
	}
	for _, part := range text.children {
		switch part.name {
		case "front", "body", "back", "group":
			w.blocks(part, 1)
		}
	}
	if text.first("body") == nil && text.first("group") == nil {
		w.blocks(text, 1)
	}
}

// teiTitle gives the main title, and else the first.
func teiTitle(n *node) string {
	for _, t := range n.all("title") {
		if t.attr("type") == "main" {
			return t.words()
		}
	}
	return n.first("title").words()
}

func (w *xmlWriter) teiAuthors(file, source *node) {
	people := source.first("analytic").all("author")
	if len(people) == 0 {
		people = file.first("titleStmt").all("author")
	}
	if len(people) == 0 {
		people = source.first("monogr").all("author")
	}
	var names, places []string
	for _, p := range people {
		if name := teiName(p); name != "" {
			names = append(names, name)
		}
		for _, a := range p.all("affiliation") {
			place := a.words("note", "label")
			if raw := a.first("note"); raw.attr("type") == "raw_affiliation" {
				place = raw.words("label")
			}
			places = append(places, place)
		}
	}
	w.people(names, places)
}

// teiName gives the name of a person, forenames first.
func teiName(n *node) string {
	name := n.first("persName")
	if name == nil {
		name = n.first("name")
	}
	if name == nil {
		name = n
	}
	family := name.first("surname").words()
	if family == "" {
		return name.words("affiliation", "idno", "email", "address", "roleName")
	}
	var parts []string
	for _, f := range name.all("forename") {
		parts = append(parts, f.words())
	}
	for _, link := range name.all("nameLink") {
		parts = append(parts, link.words())
	}
	return strings.Join(append(parts, family), " ")
}

func (w *xmlWriter) teiSource(file, source *node) {
	published := file.first("publicationStmt")
	series := source.first("monogr")
	for _, t := range series.all("title") {
		if level := t.attr("level"); level == "j" || level == "m" {
			w.d.Field("venue", t.words())
		}
	}
	for _, p := range []*node{published, series.first("imprint")} {
		w.d.Field("publisher", p.first("publisher").words())
		if date := p.first("date"); date.attr("when") != "" {
			w.d.Field("date", date.attr("when"))
		} else {
			w.d.Field("date", date.words())
		}
	}
	for _, s := range series.first("imprint").all("biblScope") {
		kind := s.attr("unit")
		if kind == "" {
			kind = s.attr("type")
		}
		if name := map[string]string{"volume": "volume", "vol": "volume", "issue": "number", "page": "pages", "pp": "pages"}[kind]; name != "" {
			w.d.Field(name, teiScope(s))
		}
	}
	for _, owner := range []*node{source, source.first("analytic"), series, published} {
		for _, id := range owner.all("idno") {
			switch kind := strings.ToLower(id.attr("type")); kind {
			case "doi", "arxiv", "isbn", "issn", "pmid":
				w.d.Field(kind, id.words())
			}
		}
	}
}

// teiScope gives a volume, an issue or pages.
func teiScope(n *node) string {
	if value, from := n.words(), n.attr("from"); value != "" || from == "" {
		return value
	}
	return strings.Trim(n.attr("from")+"-"+n.attr("to"), "-")
}

// teiReference puts the parts of a reference in the order that readers expect.
func teiReference(n *node) string {
	analytic, series := n.first("analytic"), n.first("monogr")
	var names, parts []string
	for _, owner := range []*node{analytic, series} {
		for _, a := range owner.all("author") {
			if name := teiName(a); name != "" {
				names = append(names, name)
			}
		}
	}
	add := func(s string) {
		if s != "" {
			parts = append(parts, s)
		}
	}
	add(strings.Join(names, ", "))
	imprint := series.first("imprint")
	date := imprint.first("date").attr("when")
	if date == "" {
		date = imprint.first("date").words()
	}
	if date != "" {
		add("(" + date + ")")
	}
	add(teiTitle(analytic))
	add(teiTitle(series))
	for _, s := range imprint.all("biblScope") {
		add(teiScope(s))
	}
	add(imprint.first("publisher").words())
	if len(parts) == 0 {
		return n.words()
	}
	return strings.Join(parts, ". ")
}
