// Package docx reads the documents of Word.
package docx

import (
	"slices"
	"strconv"
	"strings"

	"sluice/document/internal/draft"
	"sluice/document/internal/embedded"
	"sluice/document/internal/ooxml"
	"sluice/document/internal/prose"
	"sluice/document/internal/sax"
	"sluice/document/internal/zipdoc"
)

// Read reads a Word document: its body, then notes, comments, headers and
// footers, charts and diagrams, each once.
func Read(p *zipdoc.File, d *draft.Draft) error {
	main, err := ooxml.MainPart(p, d, "word/document.xml")
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
	w := &word{p: p, Writer: prose.Writer{Draft: d}, rels: rels}
	if w.styles, err = readStyles(p, d, rels); err != nil {
		return err
	}
	if w.lists, err = readNumbering(p, d, rels); err != nil {
		return err
	}
	// What was read of a broken body is kept, and the rest of the file is
	// tried.
	if err := w.read(main, ""); err != nil {
		if fatal := zipdoc.Partial(d, err); fatal != nil || d.Empty() {
			return err
		}
	}
	if err := ooxml.AddLinks(p, d); err != nil {
		return err
	}
	// Notes and margins are parts of their own. They follow the body, because the text has no place
	// for them within a sentence.
	for _, kind := range []struct{ kind, style string }{
		{"footnotes", "footnote"}, {"endnotes", "footnote"}, {"comments", "comment"}, {"header", "header"}, {"footer", "footer"},
	} {
		for _, r := range ooxml.OfKind(rels, kind.kind) {
			if w.rels, err = ooxml.Relations(p, d, r.Target); err != nil {
				return err
			}
			if err := zipdoc.Partial(d, w.read(r.Target, kind.style)); err != nil {
				return err
			}
		}
	}
	for _, r := range ooxml.OfKind(rels, "aFChunk") {
		if err := zipdoc.Partial(d, readChunk(p, d, r.Target)); err != nil {
			return err
		}
	}
	embedded.AddAll(p, d)
	return ooxml.ReadFigures(p, d, rels)
}

// readChunk reads a page that is stored within the document unchanged: Word shows
// it in place.
func readChunk(p *zipdoc.File, d *draft.Draft, part string) error {
	if !strings.Contains(part, "htm") {
		embedded.AddPart(p, d, part)
		return nil
	}
	return p.Page(d, part, "")
}

// word reads the parts of a Word document that hold paragraphs.
type word struct {
	prose.Writer
	p      *zipdoc.File
	rels   map[string]ooxml.Relation
	styles map[string]look
	lists  *numbering

	style  string // of all paragraphs of the part
	seen   map[string]bool
	within []string // the elements that are open
	run    look
	inText bool
	field  strings.Builder // instructions of a field
}

// read reads one part. Its paragraphs have the style, when it is not empty;
// then what was read already is skipped.
func (w *word) read(part, style string) error {
	w.style, w.within = style, w.within[:0]
	if w.seen == nil {
		w.seen = map[string]bool{}
	}
	err := w.p.Xml(part, sax.Handler{Start: w.start, End: w.finish, Text: w.chars, Stop: w.Full})
	w.Flush()
	return err
}

// start handles the beginning of an element. It returns false for elements that
// are skipped with all that is in them: deleted text, old properties, and
// alternatives for programs that do not know a newer element.
func (w *word) start(name string, a sax.Attrs) bool {
	switch name {
	// Fallback repeats the content for older programs (ECMA-376, part 3), del and moveFrom are text
	// that was deleted, and the others are former properties.
	case "Fallback", "del", "moveFrom", "delText", "tabs", "sectPrChange", "rPrChange", "pPrChange":
		return false
	case "pPr":
		w.run = look{}
	case "p":
		w.Begin()
		w.run = look{}
	case "r":
		w.run = look{}
		if g := w.Now(); g != nil {
			w.run.bold, w.run.italic = g.Bold, g.Italic
		}
	case "tr":
		w.BeginRow()
	case "tc":
		w.BeginCell()
	case "t":
		w.inText = true
	case "tab", "ptab":
		w.WriteText("\t")
	case "br", "cr":
		w.WriteText("\n")
	case "noBreakHyphen":
		w.WriteText("-")
	case "footnote", "endnote":
		// Separators between text and notes are stored as notes of a type of their own.
		if kind := a.Get("type"); kind != "" && kind != "normal" {
			return false
		}
	case "sym":
		// A symbol font has its characters in the private area, where they mean nothing without it.
		if c, err := strconv.ParseUint(a.Get("char"), 16, 32); err == nil && c < 0xe000 {
			w.WriteText(string(rune(c)))
		}
	case "instrText":
		w.field.Reset()
	case "fldSimple":
		w.link(a.Get("instr"))
	case "pgSz":
		width, _ := strconv.ParseFloat(a.Get("w"), 64)
		height, _ := strconv.ParseFloat(a.Get("h"), 64)
		// Sizes are in twentieths of a point (ECMA-376, part 1, 17.6.13).
		w.Draft.Size(width/20, height/20)
	case "docPr":
		w.Draft.Field("picture", a.Get("title"))
		w.Draft.Field("picture", a.Get("descr"))
	case "textpath": // letters that are drawn
		w.WriteText(a.Get("string"))
	case "blip", "imagedata":
		w.Draft.Field("picture", a.Get("title"))
		w.Draft.Picture()
	default:
		w.property(name, a)
	}
	if href := a.Get("href"); href != "" {
		w.Draft.Link(href)
	}
	// The limit keeps a file of nested elements from filling the memory; beyond it, only the place
	// of a property is unknown.
	if len(w.within) < 1<<16 {
		w.within = append(w.within, name)
	}
	return true
}

// property applies a property to the paragraph or the run that contains it.
func (w *word) property(name string, a sax.Attrs) {
	g := w.Now()
	if g == nil || len(w.within) == 0 {
		return
	}
	// A run property within pPr describes the mark at the end of the paragraph, not its text.
	inRun := w.within[len(w.within)-1] == "rPr" && !slices.Contains(w.within[max(0, len(w.within)-3):], "pPr")
	switch val := a.Get("val"); name {
	case "pStyle":
		l := w.styles[val]
		g.Style, g.Size, g.Bold, g.Italic = l.style, l.size, l.bold, l.italic
		w.run = l
	case "ilvl":
		w.run.level, _ = strconv.Atoi(val)
	case "numId":
		w.run.list = val
	case "outlineLvl":
		if n, err := strconv.Atoi(val); err == nil && n < 9 && g.Style == "" {
			g.Style = "heading " + strconv.Itoa(n+1)
		}
	case "b":
		if inRun {
			w.run.bold = isOn(val)
		}
	case "i":
		if inRun {
			w.run.italic = isOn(val)
		}
	case "sz":
		if n, err := strconv.ParseFloat(val, 64); err == nil && inRun && g.Chars.Len() == 0 {
			// The size is in half points. That of the first characters counts for the whole
			// paragraph.
			g.Size = n / 2
		}
	}
}

// finish handles the end of an element.
func (w *word) finish(name string) {
	if len(w.within) > 0 {
		w.within = w.within[:len(w.within)-1]
	}
	switch name {
	case "pPr":
		w.label()
	case "p":
		w.endParagraph()
	case "t":
		w.inText = false
	case "instrText":
		w.link(w.field.String())
	case "tc":
		w.EndCell()
	case "tr":
		w.EndRow()
	case "tbl":
		w.Part()
	}
}

// label writes the number of a paragraph in a list before it.
func (w *word) label() {
	g := w.Now()
	if g == nil {
		return
	}
	list, level := w.run.list, w.run.level
	// List 0 removes the numbering that the style would add.
	if list == "" || list == "0" {
		return
	}
	if g.Style == "" || g.Style == "list" {
		g.Style = "list"
	}
	if label := w.lists.next(list, level); label != "" {
		g.Chars.WriteString(label + " ")
	}
}

// endParagraph ends a paragraph. In headers and notes a text that was read
// before is dropped: every section repeats them.
func (w *word) endParagraph() {
	g := w.Now()
	if g == nil {
		return
	}
	if w.style != "" {
		g.Style = w.style
		text := strings.TrimSpace(g.Chars.String())
		// Word writes the same header for each section and for even and odd
		// pages.
		if w.seen[w.style+text] {
			g.Chars.Reset()
		}
		if len(w.seen) < 10_000 {
			w.seen[w.style+text] = true
		}
	}
	w.End()
	w.run = look{}
}

// chars handles characters: text of runs, or the instruction of a field.
func (w *word) chars(s []byte) {
	if len(w.within) > 0 && w.within[len(w.within)-1] == "instrText" {
		if w.field.Len() < 8<<10 {
			w.field.Write(s)
		}
		return
	}
	if !w.inText {
		return
	}
	w.WriteText(string(s))
	if g := w.Now(); g != nil {
		if w.run.bold {
			g.BoldBytes += len(s)
		}
		if w.run.italic {
			g.ItalicBytes += len(s)
		}
	}
}

// link adds where a field leads: HYPERLINK "http://…".
func (w *word) link(instruction string) {
	if _, rest, ok := strings.Cut(instruction, "HYPERLINK"); ok {
		if _, quoted, ok := strings.Cut(rest, `"`); ok {
			ref, _, _ := strings.Cut(quoted, `"`)
			w.Draft.Link(ref)
		}
	}
}
