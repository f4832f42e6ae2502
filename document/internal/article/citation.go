package article

import (
	"strings"

	"sluice/document/content"
	"sluice/document/internal/xmltree"
)

// reference writes an entry of the list of references, on one line.
func (w *xmlWriter) reference(n *xmltree.Node) {
	// Older files have citation or nlm-citation in place of mixed-citation and
	// element-citation.
	cited := n.First("mixed-citation")
	for _, name := range []string{"citation", "nlm-citation", "element-citation", "citation-alternatives/mixed-citation"} {
		if cited == nil {
			cited = n.First(name)
		}
	}
	text := ""
	switch {
	case cited == nil && n.Name == "biblStruct":
		text = teiReference(n)
	case cited == nil:
		text = n.Words("label")
	// A mixed citation has its own punctuation, so its text is complete; an element citation has
	// none, and its parts are joined below.
	case cited.HasText():
		text = cited.Words("label", "pub-id", "object-id")
	default:
		text = elementCitation(cited)
	}
	// The DOI is often an element without a text around it, and then missing in the words.
	if id := doiOf(cited); id != "" && !strings.Contains(text, id) {
		text += " doi:" + id
	}
	if label := n.First("label").Words(); label != "" && text != "" && !strings.HasPrefix(text, label) {
		w.d.Field("reference", text)
		w.d.Row(content.Line{Text: label + " " + text, Style: "reference"})
		return
	}
	w.d.Field("reference", text)
	w.d.Row(content.Line{Text: text, Style: "reference"})
}

// doiOf returns the DOI that a citation carries as an identifier of its own.
func doiOf(cited *xmltree.Node) string {
	for _, id := range cited.All("pub-id", "object-id") {
		if id.Attr("pub-id-type") == "doi" {
			return id.Words()
		}
	}
	return ""
}

// elementCitation puts the parts of a citation in the order that readers
// expect.
func elementCitation(c *xmltree.Node) string {
	var names []string
	people := c
	if group := c.First("person-group"); group != nil {
		people = group
	}
	for _, p := range people.All("name", "string-name", "collab") {
		if p.Name == "collab" {
			names = append(names, p.Words())
		} else if name := personName(&xmltree.Node{Children: []*xmltree.Node{p}}); name != "" {
			names = append(names, name)
		}
	}
	var parts []string
	add := func(s string) {
		if s != "" {
			parts = append(parts, s)
		}
	}
	add(strings.Join(names, ", "))
	if year := c.First("year").Words(); year != "" {
		add("(" + year + ")")
	}
	add(c.First("article-title").Words())
	add(c.First("chapter-title").Words())
	add(c.First("source").Words())
	volume := c.First("volume").Words()
	if issue := c.First("issue").Words(); issue != "" {
		volume += "(" + issue + ")"
	}
	if first := c.First("fpage").Words(); first != "" {
		if volume != "" {
			volume += ":"
		}
		volume += first
		if last := c.First("lpage").Words(); last != "" {
			volume += "-" + last
		}
	}
	add(volume)
	add(c.First("publisher-name").Words())
	return strings.Join(parts, ". ")
}

// teiTitle returns the main title, and else the first.
func teiTitle(n *xmltree.Node) string {
	for _, t := range n.All("title") {
		if t.Attr("type") == "main" {
			return t.Words()
		}
	}
	return n.First("title").Words()
}

// teiName returns the name of a person, forenames first.
func teiName(n *xmltree.Node) string {
	name := n.First("persName")
	if name == nil {
		name = n.First("name")
	}
	if name == nil {
		name = n
	}
	family := name.First("surname").Words()
	if family == "" {
		return name.Words("affiliation", "idno", "email", "address", "roleName")
	}
	var parts []string
	for _, f := range name.All("forename") {
		parts = append(parts, f.Words())
	}
	for _, link := range name.All("nameLink") {
		parts = append(parts, link.Words())
	}
	return strings.Join(append(parts, family), " ")
}

// teiScope returns a volume, an issue or pages.
func teiScope(n *xmltree.Node) string {
	if value, from := n.Words(), n.Attr("from"); value != "" || from == "" {
		return value
	}
	return strings.Trim(n.Attr("from")+"-"+n.Attr("to"), "-")
}

// teiReference puts the parts of a reference in the order that readers expect.
func teiReference(n *xmltree.Node) string {
	analytic, series := n.First("analytic"), n.First("monogr")
	var names, parts []string
	for _, owner := range []*xmltree.Node{analytic, series} {
		for _, a := range owner.All("author") {
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
	imprint := series.First("imprint")
	date := imprint.First("date").Attr("when")
	if date == "" {
		date = imprint.First("date").Words()
	}
	if date != "" {
		add("(" + date + ")")
	}
	add(teiTitle(analytic))
	add(teiTitle(series))
	for _, s := range imprint.All("biblScope") {
		add(teiScope(s))
	}
	add(imprint.First("publisher").Words())
	if len(parts) == 0 {
		return n.Words()
	}
	return strings.Join(parts, ". ")
}
