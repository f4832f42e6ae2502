package bibliography

import (
	"bytes"
	"errors"
	"iter"
	"slices"
	"strings"

	"sluice/document/bibtex"
	"sluice/document/internal/sax"
	"sluice/internal/lazyregexp"
)

// The most that is read of an RDF file, beside the limits of every bibliography.
const (
	maxHead   = 64 << 10 // bytes in which the namespace of Zotero is looked for
	maxNodes  = 20_000   // elements of one record
	maxNested = 12       // elements within each other, below the root
	maxShared = 1000     // bytes of a value that several records may have
	maxTail   = 4 << 10  // bytes in which the end of the root is looked for
)

var rootEnd = lazyregexp.New(`</(\w+:)?RDF\s*>`)

// zoteroNamespace is declared by every RDF file of Zotero.
const zoteroNamespace = "http://www.zotero.org/namespaces/export#"

// isZotero reports whether a text begins as an RDF file of Zotero does.
func isZotero(head []byte) bool {
	head = head[:min(len(head), maxHead)]
	return len(head) > 0 && head[0] == '<' && bytes.Contains(head, []byte("RDF")) && bytes.Contains(head, []byte(zoteroNamespace))
}

// An rdfNode is an element: a resource, such as an item or a person, or a property of one.
type rdfNode struct {
	name     string // without its prefix
	about    string // the identifier of a resource
	resource string // the identifier of the resource that is the value of a property
	line     int
	text     []byte
	children []*rdfNode
}

// readZotero yields the items of an RDF file of Zotero. Below the root lie the items, and the resources to which they refer: attachments, each
// with the path of its file, and the journals and books of which an item is a part.
func readZotero(data []byte) iter.Seq2[Record, error] {
	return func(yield func(Record, error) bool) {
		z := zoteroReader{attachments: map[string]*rdfItem{}, containers: map[string]*rdfItem{}, uses: map[string]int{}}
		err := sax.ReadText(data, sax.Handler{Start: z.start, Text: z.addText, End: z.end, Stop: z.isFull, Line: &z.line})
		z.join()
		for _, i := range z.items {
			if !i.isLinked && !yield(i.record, nil) {
				return
			}
		}
		switch {
		case err == nil && !rootEnd.Match(data[max(0, len(data)-maxTail):]), errors.Is(err, sax.ErrPart):
			yield(Record{}, &RecordError{Line: z.line, Err: errBroken})
		case err != nil:
			yield(Record{}, &RecordError{Line: z.line, Err: err})
		}
	}
}

// zoteroReader is an RDF file that is being read.
type zoteroReader struct {
	line  int
	depth int        // of open elements
	open  []*rdfNode // the open elements below the root
	nodes int        // of the record

	items       []*rdfItem // the records, and the attachments, which may belong to none
	attachments map[string]*rdfItem
	containers  map[string]*rdfItem // what other items are parts of
	uses        map[string]int      // of containers, by the items
}

// An rdfItem is a record with its references to others.
type rdfItem struct {
	record    Record
	links     []string // attachments
	container string   // empty: none, or it is in the record already
	isLinked  bool     // an attachment of a record
}

func (z *zoteroReader) start(name string, attrs sax.Attrs) bool {
	if z.depth == 0 {
		z.depth++
		return true
	}
	if len(z.open) == 0 {
		z.nodes = 0
	}
	if z.nodes++; z.nodes > maxNodes || len(z.open) >= maxNested {
		return false
	}
	n := &rdfNode{name: name, line: z.line}
	for _, a := range attrs {
		switch a.Name.Local {
		case "about", "ID":
			n.about = a.Value
		case "resource":
			n.resource = a.Value
		}
	}
	if len(z.open) > 0 {
		parent := z.open[len(z.open)-1]
		parent.children = append(parent.children, n)
	}
	z.open = append(z.open, n)
	z.depth++
	return true
}

func (z *zoteroReader) addText(s []byte) {
	if len(z.open) > 0 {
		n := z.open[len(z.open)-1]
		n.text = append(n.text, s[:min(len(s), maxValue-len(n.text))]...)
	}
}

func (z *zoteroReader) end(string) {
	z.depth--
	if len(z.open) == 0 {
		return // the root
	}
	n := z.open[len(z.open)-1]
	if z.open = z.open[:len(z.open)-1]; len(z.open) == 0 {
		z.add(n)
	}
}

// isFull reports whether the file has more records than are read.
func (z *zoteroReader) isFull() bool {
	return len(z.items) > 2*MaxRecords || len(z.containers) > MaxRecords
}

// add adds what lies below the root.
func (z *zoteroReader) add(n *rdfNode) {
	switch kind := strings.ToLower(n.value("itemType")); {
	case kind == "attachment" || n.name == "Attachment":
		i := attachmentOf(n)
		if len(i.record.Files)+len(i.record.URLs) == 0 {
			return
		}
		z.items = append(z.items, i)
		if _, known := z.attachments[n.about]; !known {
			z.attachments[n.about] = i
		}
	case kind == "note" || n.name == "Memo" || n.name == "Collection":
	case kind != "":
		i := recordOf(n, kind)
		if i.container != "" {
			z.uses[i.container]++
		}
		z.items = append(z.items, i)
	case n.about != "":
		i := &rdfItem{}
		i.contain(n, maxNested)
		z.containers[n.about] = i
	}
}

// join completes the records by the resources to which they refer.
func (z *zoteroReader) join() {
	for _, i := range z.items {
		for _, link := range i.links {
			if a := z.attachments[link]; a != nil { // it belongs to one record
				delete(z.attachments, link)
				a.isLinked = true
				i.record.Files = append(i.record.Files, a.record.Files...)
				i.record.URLs = append(slices.Clone(a.record.URLs), i.record.URLs...) // that of the document first
			}
		}
		if c := z.containers[i.container]; c != nil {
			of := c.record
			if z.uses[i.container] > 1 { // what it says of an item is not known to be about this one
				of = Record{Venue: of.Venue}
			}
			i.record.complete(of)
		}
		if r := &i.record; r.Venue == "" && (r.Type == "thesis" || r.Type == "report") {
			r.Venue = r.Publisher
		}
	}
}

// complete sets the fields that a record does not have to those of its container.
func (r *Record) complete(of Record) {
	for _, f := range []struct {
		to *string
		is string
	}{{&r.Venue, of.Venue}, {&r.Volume, of.Volume}, {&r.Number, of.Number}, {&r.DOI, of.DOI}, {&r.ISBN, of.ISBN}} {
		if *f.to == "" {
			*f.to = f.is
		}
	}
}

// attachmentOf returns an attachment with its first file. Without a file it has its first URL, unless that is of a web page.
func attachmentOf(n *rdfNode) *rdfItem {
	i := &rdfItem{record: Record{Line: n.line, Type: "attachment"}}
	for _, p := range n.children {
		if p.name == "resource" && p.resource != "" && len(i.record.Files) == 0 {
			i.record.place(p.resource)
		}
	}
	kind := n.value("type")
	isDocument := kind != "" && kind != "text/html" && kind != "application/xhtml+xml"
	if len(i.record.Files)+len(i.record.URLs) == 0 && isDocument {
		for _, p := range n.children {
			i.identify(p)
		}
		i.record.URLs = i.record.URLs[:min(len(i.record.URLs), 1)]
	}
	return i
}

// creators are the properties that hold the authors of an item; the first of them that an item has counts.
var creators = []string{"authors", "presenters", "inventors", "programmers", "cartographers", "podcasters"}

// recordOf returns the record of an item.
func recordOf(n *rdfNode, kind string) *rdfItem {
	i := &rdfItem{record: Record{
		Line: n.line, Type: kind, Key: n.value("citationKey"), Title: n.value("title"), Volume: n.value("volume"), Number: n.value("number"),
		Pages: n.value("pages"), Abstract: n.value("abstract"), Language: n.value("language"), Year: yearOf(n.value("date"), n.value("issued")),
	}}
	r := &i.record
	people := len(creators)
	conference := ""
	for _, p := range n.children {
		if at := slices.Index(creators, p.name); at >= 0 && at < people {
			people, r.Authors = at, peopleOf(p)
		}
		switch p.name {
		case "isPartOf":
			i.contain(p, maxNested)
		case "presentedAt":
			conference = p.find("Conference").value("title")
		case "publisher":
			r.Publisher = p.find("Organization").value("name")
			if r.Publisher == "" {
				r.Publisher = p.words()
			}
		case "subject":
			if tag := p.tag(); tag != "" && len(r.Keywords) < maxValues {
				r.Keywords = append(r.Keywords, tag)
			}
		case "link":
			i.link(p)
		case "description":
			r.extra(string(p.text))
		default:
			i.identify(p)
		}
	}
	if r.Venue == "" {
		r.Venue = conference
	}
	return i
}

// contain sets what a record says of the journal or the book of which it is a part. n is that, or the property that refers to it; a chapter is a part of a
// section, which is a part of the book.
func (i *rdfItem) contain(n *rdfNode, depth int) {
	if n.resource != "" {
		i.container = n.resource
		return
	}
	if n.name == "isPartOf" {
		for _, whole := range n.children {
			i.contain(whole, depth)
		}
		return
	}
	if n.name != "Part" && n.name != "Series" {
		is := Record{Venue: shared(n.value("title")), Volume: shared(n.value("volume")), Number: shared(n.value("number"))}
		of := &rdfItem{}
		for _, p := range n.children {
			of.identify(p)
		}
		is.DOI, is.ISBN = shared(of.record.DOI), shared(of.record.ISBN)
		i.record.complete(is)
	}
	for _, p := range n.children {
		if p.name == "isPartOf" && depth > 0 {
			i.contain(p, depth-1)
		}
	}
}

// shared cuts a value that several records may have.
func shared(s string) string { return strings.ToValidUTF8(s[:min(len(s), maxShared)], "") }

// identify adds an identifier or a URL.
func (i *rdfItem) identify(p *rdfNode) {
	if p.name != "identifier" {
		return
	}
	if url := p.find("URI").value("value"); url != "" {
		if len(i.record.URLs) < maxValues {
			i.record.URLs = append(i.record.URLs, url)
		}
		return
	}
	name, value, _ := strings.Cut(p.words(), " ")
	first, _, _ := strings.Cut(value, " ") // of several
	switch {
	case name == "DOI" && i.record.DOI == "":
		i.record.DOI = first
	case name == "ISBN" && i.record.ISBN == "":
		i.record.ISBN = first
	}
}

// link adds a link to an attachment, which may also stand within it.
func (i *rdfItem) link(p *rdfNode) {
	if p.resource != "" && len(i.links) < maxValues {
		i.links = append(i.links, p.resource)
	}
	if n := p.find("Attachment"); n != nil && len(i.record.Files)+len(i.record.URLs) < maxValues {
		a := attachmentOf(n)
		i.record.Files = append(i.record.Files, a.record.Files...)
		i.record.URLs = append(i.record.URLs, a.record.URLs...)
	}
}

// extra reads the lines of the field Extra that name an identifier, such as "arXiv: 2101.00001 [cs]".
func (r *Record) extra(text string) {
	for line := range strings.Lines(text) {
		name, value, _ := strings.Cut(strings.TrimSpace(line), ":")
		first := strings.Fields(value)
		if len(first) == 0 {
			continue
		}
		for _, f := range []struct {
			name string
			to   *string
		}{{"arxiv", &r.ArXiv}, {"doi", &r.DOI}, {"citation key", &r.Key}} {
			if strings.EqualFold(name, f.name) && *f.to == "" {
				*f.to = first[0]
			}
		}
	}
}

// peopleOf returns the people in a list.
func peopleOf(n *rdfNode) (people []bibtex.Name) {
	for _, list := range n.children {
		for _, entry := range list.children {
			p := entry.find("Person")
			name := bibtex.Name{Given: p.value("givenName"), Family: p.value("surname")}
			if name.Given == "" {
				name.Given = p.value("givenname") // of earlier versions
			}
			switch {
			case name.Family == "":
				name = bibtex.Name{Family: name.Given}
			case name.Given != "" && !strings.Contains(name.Family+name.Given, ","): // the family name may begin with a particle
				name = bibtex.ParseName(plainName(name.Family + ", " + name.Given))
			}
			if name.Family != "" && len(people) < maxValues {
				people = append(people, name)
			}
		}
	}
	return people
}

// tag returns the keyword that a subject is, "" for one that is a call number.
func (n *rdfNode) tag() string {
	if tag := n.find("AutomaticTag"); tag != nil {
		return tag.value("value")
	}
	if len(n.children) > 0 {
		return ""
	}
	return n.words()
}

// find returns the first child of a name, nil if there is none.
func (n *rdfNode) find(name string) *rdfNode {
	if n != nil {
		for _, c := range n.children {
			if c.name == name {
				return c
			}
		}
	}
	return nil
}

// value returns the text of the first child of a name that has one.
func (n *rdfNode) value(name string) string {
	if n == nil {
		return ""
	}
	for _, c := range n.children {
		if c.name == name && len(c.children) == 0 {
			if text := c.words(); text != "" {
				return text
			}
		}
	}
	return ""
}

// words returns the text of an element, with single spaces.
func (n *rdfNode) words() string { return strings.Join(strings.Fields(string(n.text)), " ") }
