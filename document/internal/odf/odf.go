// Package odf reads the texts, presentations and spreadsheets of OpenDocument,
// and of the OpenOffice formats before it.
package odf

import (
	"fmt"
	"maps"
	"path"
	"strconv"
	"strings"

	"sluice/document/content"
	"sluice/document/internal/draft"
	"sluice/document/internal/embedded"
	"sluice/document/internal/prose"
	"sluice/document/internal/sax"
	"sluice/document/internal/vocabulary"
	"sluice/document/internal/zipdoc"
)

// Read reads a text, presentation or spreadsheet of OpenDocument, or of the
// OpenOffice format before it. Of a presentation, each slide is a page, with
// its notes after what it shows. Headers and footers come last, once.
func Read(p *zipdoc.File, d *draft.Draft) error {
	if err := isEncryptedODF(p, d); err != nil {
		return err
	}
	if err := zipdoc.ReadProperties(p, d, "meta.xml", openNames); err != nil {
		return err
	}
	o := &openDocument{Writer: prose.Writer{Draft: d}, styles: map[string]string{}, parents: map[string]string{}}
	if p.Has("styles.xml") {
		if err := zipdoc.Partial(d, o.readStyles(p)); err != nil {
			return err
		}
	}
	// A broken content part is kept as far as it was read, if there is any text.
	if err := o.read(p, "content.xml"); err != nil {
		if fatal := zipdoc.Partial(d, err); fatal != nil || d.Empty() {
			return err
		}
	}
	for _, part := range o.objects {
		if err := zipdoc.Partial(d, o.readObject(p, part)); err != nil {
			return err
		}
	}
	for _, line := range o.margins {
		d.Paragraph(line)
	}
	return nil
}

// openNames are the properties of an OpenDocument file, whose creator is who
// changed it last.
var openNames = func() map[string]string {
	names := maps.Clone(vocabulary.CoreNames)
	names["creator"] = "last editor"
	return names
}()

// isEncryptedODF looks into the list of entries, which says how each is
// encrypted.
func isEncryptedODF(p *zipdoc.File, d *draft.Draft) error {
	encrypted := false
	// Many writers omit the manifest, and the content shows whether it can be read.
	err := p.Optional(d, "META-INF/manifest.xml", sax.Handler{Start: func(name string, _ sax.Attrs) bool {
		encrypted = encrypted || name == "encryption-data"
		return true
	}})
	if encrypted {
		return fmt.Errorf("%w: password required", content.ErrEncrypted)
	}
	return err
}

// openDocument reads the parts of an OpenDocument file.
type openDocument struct {
	prose.Writer
	styles  map[string]string // common name of a style, by its own
	parents map[string]string
	margins []content.Line // headers and footers
	objects []string       // parts that are embedded formulas and charts

	margin string // "header" or "footer", when one is being read
	place  string // what a frame is: "title", "subtitle", "outline", "notes", …
	notes  bool
	lists  int
	depth  int   // of slides
	shapes int   // that are open: frames and drawings
	within []int // how many shapes were open where each open paragraph began
}

// read reads one part to its end, also when it breaks off.
func (o *openDocument) read(p *zipdoc.File, part string) error {
	err := p.Xml(part, sax.Handler{Start: o.start, End: o.finish, Text: o.chars, Stop: o.Full})
	o.Flush()
	return err
}

// readStyles reads the named styles, the size of the page, and the master
// pages' headers and footers.
func (o *openDocument) readStyles(p *zipdoc.File) error {
	until, depth := "", 0 // the element that the margin ends with, and how many of its name are open
	begin := func(margin, name string) {
		if o.margin == "" {
			o.margin, until, depth = margin, name, 0
		}
	}
	err := p.Xml("styles.xml", sax.Handler{
		Start: func(name string, a sax.Attrs) bool {
			switch name {
			case "header", "footer":
				begin(name, name)
			case "page-layout-properties", "properties":
				if width := length(a.Get("page-width")); width > 0 {
					o.Draft.Size(width, length(a.Get("page-height")))
				}
			case "master-page":
				return o.margin == ""
			case "frame", "rect", "custom-shape": // on the master of slides
				if o.margin == "" && (a.Get("class") != "" || a.Get("placeholder") == "true") { // a place for others' text
					return false
				}
				begin("footer", name)
			}
			if name == until {
				depth++
			}
			if o.margin != "" {
				return o.start(name, a)
			}
			o.style(name, a)
			return true
		},
		Text: func(s []byte) {
			if o.margin != "" {
				o.chars(s)
			}
		},
		End: func(name string) {
			if o.margin == "" {
				return
			}
			if name == until {
				if depth--; depth == 0 {
					o.Flush()
					o.margin, until = "", ""
					return
				}
			}
			o.finish(name)
		},
	})
	o.Flush()
	o.margin = ""
	return err
}

// style notes what a style of paragraphs is called and made from.
func (o *openDocument) style(name string, a sax.Attrs) {
	if name != "style" || len(o.styles) > 50_000 {
		return
	}
	own := a.Get("name")
	o.parents[own] = a.Get("parent-style-name")
	called := a.Get("display-name")
	if called == "" {
		called = own
	}
	o.styles[own] = vocabulary.StyleName(called)
}

// common returns the common name of a style, or of what it is made from.
func (o *openDocument) common(style string) string {
	// A broken file can have styles that are made from each other.
	for range 20 {
		if s, known := o.styles[style]; known && s != "" {
			return s
		} else if !known {
			return vocabulary.StyleName(style)
		}
		style = o.parents[style]
	}
	return ""
}

// start handles the beginning of an element. It returns false for elements that
// are skipped with all that is in them.
func (o *openDocument) start(name string, a sax.Attrs) bool {
	if shapes[name] {
		o.shapes++
	}
	switch name {
	// These elements hold metadata, settings or former text, which are not printed.
	case "tracked-changes", "note-citation", "footnote-citation", "endnote-citation", "ruby-text", "forms", "event-listeners",
		"date-string", "meta-creator-initials", "sender-initials", "sequence-decls", "variable-decls", "user-field-decls", "dde-connection-decls", "settings", "scripts", "font-face-decls",
		"font-decls", "sort", "bibliography-configuration", "date-style", "number-style":
		return false
	case "creator", "date":
		return o.isField()
	case "style":
		o.style(name, a)
	case "p":
		o.paragraph("", a)
	case "h":
		level := a.Get("outline-level")
		if level == "" {
			level = a.Get("level")
		}
		o.paragraph("heading "+max(level, "1"), a)
	case "note", "footnote", "endnote":
		o.WriteText(" ")
	case "annotation":
		o.WriteText(" ")
	case "list", "ordered-list", "unordered-list":
		o.lists++
	case "s":
		n, _ := strconv.Atoi(a.Get("c"))
		// A count of spaces is data of the file and is bounded, because it costs memory.
		o.WriteText(strings.Repeat(" ", min(max(n, 1), 1000)))
	case "tab", "tab-stop":
		o.WriteText("\t")
	case "line-break":
		o.WriteText("\n")
	case "table-row":
		o.BeginRow()
	case "table-cell", "covered-table-cell":
		o.BeginCell()
	case "frame", "custom-shape", "text-box":
		if place := a.Get("class"); place != "" {
			o.place = place
		}
	case "page":
		if o.depth == 0 {
			o.place = ""
		}
		o.depth++
	case "notes":
		o.notes = true
	case "image":
		o.Draft.Picture()
	case "object", "object-ole":
		o.object(a.Get("href"))
	case "title", "desc":
		if !o.isField() {
			o.Begin()
		}
	case "a":
		o.Draft.Link(a.Get("href"))
	}
	return true
}

// shapes are the elements in a paragraph whose title, creator or date is not printed there, but says what a picture shows or who made a comment.
var shapes = map[string]bool{"frame": true, "g": true, "custom-shape": true, "rect": true, "line": true, "polyline": true, "polygon": true, "regular-polygon": true, "path": true,
	"circle": true, "ellipse": true, "connector": true, "caption": true, "measure": true, "control": true, "page-thumbnail": true, "scene": true, "annotation": true}

// isField reports whether what begins or ends now is a field in a paragraph, such as the document's title, which is printed where it
// stands.
func (o *openDocument) isField() bool {
	n := len(o.within)
	return n > 0 && o.within[n-1] == o.shapes
}

// paragraph begins a paragraph, whose style follows from where it is: in a
// margin, in notes, in a frame of a slide.
func (o *openDocument) paragraph(style string, a sax.Attrs) {
	o.within = append(o.within, o.shapes)
	g := o.Begin()
	if g.Style = o.common(a.Get("style-name")); g.Style == "" || strings.HasPrefix(style, "heading") && g.Style != "title" {
		g.Style = style
	}
	switch {
	case o.margin != "":
		g.Style = o.margin
	case o.notes:
		g.Style = "notes"
	case o.depth > 0 && (o.place == "title" || o.place == "subtitle"):
		g.Style = o.place
	case o.depth > 0:
		g.Style = ""
	case g.Style == "" && o.lists > 0:
		g.Style = "list"
	}
}

// object notes an embedded object, which is read after the text: its part may
// come before or after.
// References that leave the file have a scheme, and are not followed.
func (o *openDocument) object(ref string) {
	ref = strings.TrimPrefix(ref, "./")
	if ref != "" && !strings.Contains(ref, ":") && len(o.objects) < 1000 {
		o.objects = append(o.objects, path.Join(ref, "content.xml"))
	}
}

// finish handles the end of an element.
func (o *openDocument) finish(name string) {
	if shapes[name] {
		o.shapes--
	}
	switch name {
	case "p", "h":
		o.within = o.within[:max(0, len(o.within)-1)]
		o.endParagraph()
	case "title", "desc": // of a picture
		if o.isField() {
			return
		}
		if g := o.Now(); g != nil {
			o.Draft.Field("picture", g.Chars.String())
			g.Chars.Reset()
		}
		o.End()
	case "list", "ordered-list", "unordered-list":
		if o.lists--; o.lists == 0 {
			o.Part()
		}
	case "table-cell", "covered-table-cell":
		o.EndCell()
	case "table-row":
		o.EndRow()
	case "table":
		o.Part()
	case "frame", "custom-shape":
		o.place = ""
	case "notes":
		o.notes = false
	case "page":
		if o.depth--; o.depth == 0 {
			o.Flush()
			o.Draft.EndPage()
		}
	}
}

// endParagraph ends a paragraph. Those of headers and footers are kept for the
// end of the document.
func (o *openDocument) endParagraph() {
	g := o.Now()
	if g == nil || o.margin == "" {
		o.End()
		return
	}
	line := g.Line
	line.Text = g.Chars.String()
	g.Chars.Reset()
	o.End()
	if strings.TrimSpace(line.Text) != "" && len(o.margins) < 100 {
		o.margins = append(o.margins, line)
	}
}

// chars handles characters. Line breaks in the file are spaces: OpenDocument
// has an element for real ones.
func (o *openDocument) chars(s []byte) {
	if o.Now() != nil {
		o.WriteText(strings.ReplaceAll(string(s), "\n", " "))
	}
}

// readObject reads the words of an embedded formula or chart, which is a part
// of the same file.
func (o *openDocument) readObject(p *zipdoc.File, part string) error {
	if !p.Has(part) {
		embedded.AddPart(p, o.Draft, path.Dir(part)) // a file of another program
		return nil
	}
	formula, text := false, &strings.Builder{}
	err := p.Xml(part, sax.Handler{
		Start: func(name string, a sax.Attrs) bool {
			formula = formula || name == "math"
			if !formula {
				return o.start(name, a)
			}
			return name != "annotation"
		},
		Text: func(s []byte) {
			if !formula {
				o.chars(s)
			} else if text.Len() < content.MaxValue {
				text.Write(s)
				text.WriteByte(' ')
			}
		},
		End: func(name string) {
			if !formula {
				o.finish(name)
			}
		},
	})
	o.Flush()
	o.Draft.Paragraph(content.Line{Text: text.String()})
	return err
}

// length turns a length of OpenDocument ("21cm", "8.5in") into points.
func length(s string) float64 {
	for unit, points := range map[string]float64{"cm": 72 / 2.54, "mm": 72 / 25.4, "in": 72, "inch": 72, "pt": 1, "pc": 12} {
		if number, ok := strings.CutSuffix(s, unit); ok {
			if n, err := strconv.ParseFloat(strings.TrimSpace(number), 64); err == nil {
				return n * points
			}
		}
	}
	return 0
}
