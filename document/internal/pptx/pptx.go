// Package pptx reads the presentations of PowerPoint.
package pptx

import (
	"sluice/document/internal/draft"
	"sluice/document/internal/embedded"
	"sluice/document/internal/ooxml"
	"sluice/document/internal/prose"
	"sluice/document/internal/sax"
	"sluice/document/internal/zipdoc"
)

// Read reads a presentation: a page for each slide, in their order, with its
// notes and comments after what it shows. What stands on the masters, and is no
// place for a slide's own text, comes with the first slide that has it.
func Read(p *zipdoc.File, d *draft.Draft) error {
	main, err := ooxml.MainPart(p, d, "ppt/presentation.xml")
	if err != nil {
		return err
	}
	if err := ooxml.ReadProperties(p, d); err != nil {
		return err
	}
	rels, err := ooxml.Relations(p, d, main)
	if err != nil {
		return err
	}
	var slides []string
	err = p.Xml(main, sax.Handler{Start: func(name string, a sax.Attrs) bool {
		switch name {
		case "sldId":
			if r, ok := rels[a.Prefixed("r", "id")]; ok && len(slides) < zipdoc.MaxEntries {
				slides = append(slides, r.Target)
			}
		case "sldSz":
			d.Size(ooxml.Points(a.Get("cx")), ooxml.Points(a.Get("cy")))
		}
		return true
	}})
	if len(slides) == 0 { // the presentation is broken, or names them otherwise
		for _, r := range ooxml.OfKind(rels, "slide") {
			slides = append(slides, r.Target)
		}
	}
	if err := zipdoc.Partial(d, err); err != nil {
		return err
	}
	k := &deck{p: p, d: d, masters: map[string]bool{}, margins: map[string]bool{}}
	for _, s := range slides {
		if d.Full() {
			break
		}
		if err := zipdoc.Partial(d, k.readSlide(s)); err != nil {
			return err
		}
		d.EndPage()
	}
	if err := ooxml.AddLinks(p, d); err != nil {
		return err
	}
	embedded.AddAll(p, d)
	return nil
}

// deck is what its slides have in common.
type deck struct {
	p       *zipdoc.File
	d       *draft.Draft
	masters map[string]bool // parts that have been read
	margins map[string]bool // headers and footers, which most slides repeat
}

// readSlide reads a slide and what belongs to it.
func (k *deck) readSlide(part string) error {
	rels, err := ooxml.Relations(k.p, k.d, part)
	if err != nil {
		return err
	}
	if err := k.readShapes(part, ""); err != nil {
		return err
	}
	if err := ooxml.ReadFigures(k.p, k.d, rels); err != nil {
		return err
	}
	for _, r := range ooxml.OfKind(rels, "notesSlide") {
		if err := k.readShapes(r.Target, "notes"); err != nil {
			return err
		}
	}
	for _, r := range ooxml.OfKind(rels, "comments") {
		if err := k.readShapes(r.Target, "comment"); err != nil {
			return err
		}
	}
	for _, layout := range ooxml.OfKind(rels, "slideLayout") {
		above, err := ooxml.Relations(k.p, k.d, layout.Target)
		if err != nil {
			return err
		}
		for _, part := range append(ooxml.OfKind(above, "slideMaster"), layout) {
			if k.masters[part.Target] {
				continue
			}
			k.masters[part.Target] = true
			if err := k.readShapes(part.Target, "footer"); err != nil {
				return err
			}
		}
	}
	return nil
}

// readShapes reads the shapes of one part; all their paragraphs have the style,
// if there is one.
func (k *deck) readShapes(part, style string) error {
	s := &ooxml.Shapes{Writer: prose.Writer{Draft: k.d}, Style: style, Master: style == "footer", Margins: k.margins}
	return s.Read(k.p, part)
}
