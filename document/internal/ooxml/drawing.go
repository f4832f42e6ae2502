package ooxml

import (
	"strconv"
	"strings"

	"sluice/document/content"
	"sluice/document/internal/draft"
	"sluice/document/internal/prose"
	"sluice/document/internal/sax"
	"sluice/document/internal/zipdoc"
)

// Shapes reads the text of shapes, as DrawingML has it.
type Shapes struct {
	prose.Writer
	Style   string          // of all paragraphs
	Master  bool            // what is a place for others' text is left out
	Margins map[string]bool // headers and footers that are not wanted again; nil: all are wanted
	kind    string          // what the shape is a place for: "title", "body", …
	held    bool            // the shape's text is left out
	inText  bool
	bold    bool
}

// Read reads the text of all shapes of a part.
func (s *Shapes) Read(p *zipdoc.File, part string) error {
	err := p.Xml(part, sax.Handler{Start: s.start, End: s.finish, Text: s.chars, Stop: s.Full})
	s.Flush()
	return err
}

// start handles the beginning of an element.
func (s *Shapes) start(name string, a sax.Attrs) bool {
	switch name {
	// The same drawing again for programs that do not know the newer form.
	case "Fallback":
		return false
	case "sp", "graphicFrame", "cxnSp":
		s.kind, s.held = "", false
	case "ph":
		if s.kind = a.Get("type"); s.kind == "" {
			s.kind = "body"
		}
		s.held = s.kind == "sldNum" || s.kind == "dt" || s.Master && !s.inMargin()
	case "cNvPr":
		s.Draft.Field("picture", a.Get("title"))
		s.Draft.Field("picture", a.Get("descr"))
	case "blip":
		s.Draft.Picture()
	case "p":
		s.Begin().Style = s.styleNow()
	case "tr":
		s.BeginRow()
	case "tc":
		s.BeginCell()
	case "rPr":
		s.bold = a.Get("b") == "1"
		if g := s.Now(); g != nil && g.Chars.Len() == 0 {
			g.Size = Points(a.Get("sz")) * 127 // in hundredths of a point
		}
	case "r", "fld":
		s.bold = false
	case "t", "text":
		if name == "text" { // a comment is no paragraph
			s.Begin().Style = s.Style
		}
		s.inText = true
	case "br":
		s.WriteText("\n")
	case "tab":
		if s.inText {
			s.WriteText("\t")
		}
	}
	return true
}

// styleNow returns the style of a paragraph in the shape: its role on the
// slide, else the style of the part.
func (s *Shapes) styleNow() string {
	switch {
	case s.kind == "hdr":
		return "header"
	case s.Style != "" && s.kind != "ftr":
		return s.Style
	case s.kind == "title" || s.kind == "ctrTitle":
		return "title"
	case s.kind == "subTitle":
		return "subtitle"
	case s.kind == "ftr":
		return "footer"
	}
	return ""
}

// inMargin reports whether the shape is a place for a header or a footer.
func (s *Shapes) inMargin() bool { return s.kind == "hdr" || s.kind == "ftr" }

// repeats reports whether a header or footer has been there before.
func (s *Shapes) repeats(text string) bool {
	if s.Margins[text] {
		return true
	}
	if s.Margins != nil && len(s.Margins) < zipdoc.MaxEntries {
		s.Margins[text] = true
	}
	return false
}

// finish handles the end of an element.
func (s *Shapes) finish(name string) {
	switch name {
	case "t":
		s.inText = false
	case "text":
		s.inText = false
		s.End()
	case "p":
		if g := s.Now(); g != nil && (s.held || s.inMargin() && s.repeats(g.Chars.String())) {
			g.Chars.Reset()
		}
		s.End()
	case "tc":
		s.EndCell()
	case "tr":
		s.EndRow()
	case "tbl":
		s.Part()
	case "sp":
		s.kind, s.held = "", false
	}
}

// chars handles characters.
func (s *Shapes) chars(b []byte) {
	if !s.inText {
		return
	}
	s.WriteText(string(b))
	if g := s.Now(); g != nil && s.bold {
		g.BoldBytes += len(b)
	}
}

// ReadFigures reads the words of charts and diagrams.
func ReadFigures(p *zipdoc.File, d *draft.Draft, rels map[string]Relation) error {
	for _, r := range OfKind(rels, "diagramData") {
		s := &Shapes{Writer: prose.Writer{Draft: d}}
		if err := zipdoc.Partial(d, s.Read(p, r.Target)); err != nil {
			return err
		}
	}
	for _, r := range OfKind(rels, "chart") {
		if err := zipdoc.Partial(d, readChart(p, d, r.Target)); err != nil {
			return err
		}
	}
	return nil
}

// readChart reads the titles of a chart, and its names of series and
// categories, each once.
func readChart(p *zipdoc.File, d *draft.Draft, part string) error {
	var words []string
	seen := map[string]bool{}
	names, in := false, false
	var text strings.Builder
	err := p.Xml(part, sax.Handler{
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

// Points turns a length of DrawingML, a number of EMU, into points.
func Points(emu string) float64 {
	n, _ := strconv.ParseFloat(emu, 64)
	return n / 12700
}
