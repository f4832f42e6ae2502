package office

import (
	"strings"

	"sluice/document/content"
	"sluice/document/internal/draft"
	"sluice/document/internal/sax"
)

// readPPTX reads a presentation: a page for each slide, in their order, with its notes and comments after what it shows. What
// stands on the masters, and is no place for a slide's own text, comes with the first slide that has it.
func readPPTX(p *parcel, d *draft.Draft) error {
	main := mainPart(p, "ppt/presentation.xml")
	readOOXMLProperties(p, d)
	rels := p.relations(main)
	var slides []string
	err := p.xml(main, sax.Handler{Start: func(name string, a sax.Attrs) bool {
		switch name {
		case "sldId":
			if r, ok := rels[a.Prefixed("r", "id")]; ok && len(slides) < maxEntries {
				slides = append(slides, r.target)
			}
		case "sldSz":
			d.Size(points(a.Get("cx")), points(a.Get("cy")))
		}
		return true
	}})
	if len(slides) == 0 { // the presentation is broken, or names them otherwise
		for _, r := range ofKind(rels, "slide") {
			slides = append(slides, r.target)
		}
	}
	if err := partial(d, err); err != nil {
		return err
	}
	k := &deck{p: p, d: d, masters: map[string]bool{}, margins: map[string]bool{}}
	for _, s := range slides {
		if d.Full() {
			break
		}
		if err := partial(d, k.readSlide(s)); err != nil {
			return err
		}
		d.EndPage()
	}
	p.outside(d)
	p.attach(d)
	return nil
}

// deck is what its slides have in common.
type deck struct {
	p       *parcel
	d       *draft.Draft
	masters map[string]bool // parts that have been read
	margins map[string]bool // headers and footers, which most slides repeat
}

// readSlide reads a slide and what belongs to it.
func (k *deck) readSlide(part string) error {
	rels := k.p.relations(part)
	if err := k.readShapes(part, ""); err != nil {
		return err
	}
	if err := readFigures(k.p, k.d, rels); err != nil {
		return err
	}
	for _, r := range ofKind(rels, "notesSlide") {
		if err := k.readShapes(r.target, "notes"); err != nil {
			return err
		}
	}
	for _, r := range ofKind(rels, "comments") {
		if err := k.readShapes(r.target, "comment"); err != nil {
			return err
		}
	}
	for _, layout := range ofKind(rels, "slideLayout") {
		for _, part := range append(ofKind(k.p.relations(layout.target), "slideMaster"), layout) {
			if k.masters[part.target] {
				continue
			}
			k.masters[part.target] = true
			if err := k.readShapes(part.target, "footer"); err != nil {
				return err
			}
		}
	}
	return nil
}

// readShapes reads the shapes of one part; all their paragraphs have the style, if there is one.
func (k *deck) readShapes(part, style string) error {
	s := &shapes{prose: prose{d: k.d}, style: style, master: style == "footer", margins: k.margins}
	return s.read(k.p, part)
}

// shapes reads the text of shapes, as DrawingML has it.
type shapes struct {
	prose
	style   string          // of all paragraphs
	master  bool            // what is a place for others' text is left out
	margins map[string]bool // headers and footers that are not wanted again; nil: all are wanted
	kind    string          // what the shape is a place for: "title", "body", …
	held    bool            // the shape's text is left out
	inText  bool
	bold    bool
}

func (s *shapes) read(p *parcel, part string) error {
	err := p.xml(part, sax.Handler{Start: s.start, End: s.finish, Text: s.chars, Stop: s.full})
	s.flush()
	return err
}

func (s *shapes) start(name string, a sax.Attrs) bool {
	switch name {
	case "Fallback":
		return false
	case "sp", "graphicFrame", "cxnSp":
		s.kind, s.held = "", false
	case "ph":
		if s.kind = a.Get("type"); s.kind == "" {
			s.kind = "body"
		}
		s.held = s.kind == "sldNum" || s.kind == "dt" || s.master && !s.inMargin()
	case "cNvPr":
		s.d.Field("picture", a.Get("title"))
		s.d.Field("picture", a.Get("descr"))
	case "blip":
		s.d.Picture()
	case "p":
		s.begin().Style = s.styleNow()
	case "tr":
		s.beginRow()
	case "tc":
		s.beginCell()
	case "rPr":
		s.bold = a.Get("b") == "1"
		if g := s.now(); g != nil && g.text.Len() == 0 {
			g.Size = points(a.Get("sz")) * 127 // in hundredths of a point
		}
	case "r", "fld":
		s.bold = false
	case "t", "text":
		if name == "text" { // a comment is no paragraph
			s.begin().Style = s.style
		}
		s.inText = true
	case "br":
		s.write("\n")
	case "tab":
		if s.inText {
			s.write("\t")
		}
	}
	return true
}

func (s *shapes) styleNow() string {
	switch {
	case s.kind == "hdr":
		return "header"
	case s.style != "" && s.kind != "ftr":
		return s.style
	case s.kind == "title" || s.kind == "ctrTitle":
		return "title"
	case s.kind == "subTitle":
		return "subtitle"
	case s.kind == "ftr":
		return "footer"
	}
	return ""
}

// inMargin tells whether the shape is a place for a header or a footer.
func (s *shapes) inMargin() bool { return s.kind == "hdr" || s.kind == "ftr" }

// repeats tells whether a header or footer has been there before.
func (s *shapes) repeats(text string) bool {
	if s.margins[text] {
		return true
	}
	if s.margins != nil && len(s.margins) < maxEntries {
		s.margins[text] = true
	}
	return false
}

func (s *shapes) finish(name string) {
	switch name {
	case "t":
		s.inText = false
	case "text":
		s.inText = false
		s.end()
	case "p":
		if g := s.now(); g != nil && (s.held || s.inMargin() && s.repeats(g.text.String())) {
			g.text.Reset()
		}
		s.end()
	case "tc":
		s.endCell()
	case "tr":
		s.endRow()
	case "tbl":
		s.part()
	case "sp":
		s.kind, s.held = "", false
	}
}

func (s *shapes) chars(b []byte) {
	if !s.inText {
		return
	}
	s.write(string(b))
	if g := s.now(); g != nil && s.bold {
		g.bold += len(b)
	}
}

// readFigures reads the words of charts and diagrams.
func readFigures(p *parcel, d *draft.Draft, rels map[string]relation) error {
	for _, r := range ofKind(rels, "diagramData") {
		s := &shapes{prose: prose{d: d}}
		if err := partial(d, s.read(p, r.target)); err != nil {
			return err
		}
	}
	for _, r := range ofKind(rels, "chart") {
		if err := partial(d, readChart(p, d, r.target)); err != nil {
			return err
		}
	}
	return nil
}

// readChart reads the titles of a chart, and its names of series and categories, each once.
func readChart(p *parcel, d *draft.Draft, part string) error {
	var words []string
	seen := map[string]bool{}
	names, in := false, false
	var text strings.Builder
	err := p.xml(part, sax.Handler{
		Start: func(name string, _ sax.Attrs) bool {
			switch name {
			case "strCache", "multiLvlStrCache", "strLit":
				names = true
			case "t":
				in = true
			case "v":
				in = names
			}
			return name != "Fallback" && name != "numCache"
		},
		Text: func(s []byte) {
			if in && text.Len() < content.MaxValue {
				text.Write(s)
			}
		},
		End: func(name string) {
			switch name {
			case "strCache", "multiLvlStrCache", "strLit":
				names = false
			case "t", "v":
				if w := text.String(); w != "" && !seen[w] && len(words) < 10_000 {
					seen[w] = true
					words = append(words, w)
				}
				text.Reset()
				in = false
			}
		},
	})
	d.Paragraph(content.Line{Text: strings.Join(words, " ")})
	return err
}
