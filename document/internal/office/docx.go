package office

import (
	"slices"
	"strconv"
	"strings"

	"sluice/document/internal/draft"
	"sluice/document/internal/sax"
)

// readDOCX reads a Word document: its body, then notes, comments, headers and footers, charts and diagrams, each once.
func readDOCX(p *parcel, d *draft.Draft) error {
	main := mainPart(p, "word/document.xml")
	readOOXMLProperties(p, d)
	rels := p.relations(main)
	w := &word{p: p, prose: prose{d: d}, rels: rels, styles: readStyles(p, rels), lists: readNumbering(p, rels)}
	if err := w.read(main, ""); err != nil {
		if fatal := partial(d, err); fatal != nil || d.Empty() {
			return err
		}
	}
	p.outside(d)
	for _, kind := range []struct{ kind, style string }{
		{"footnotes", "footnote"}, {"endnotes", "footnote"}, {"comments", "comment"}, {"header", "header"}, {"footer", "footer"},
	} {
		for _, r := range ofKind(rels, kind.kind) {
			w.rels = p.relations(r.target)
			if err := partial(d, w.read(r.target, kind.style)); err != nil {
				return err
			}
		}
	}
	for _, r := range ofKind(rels, "aFChunk") {
		if err := partial(d, readChunk(p, d, r.target)); err != nil {
			return err
		}
	}
	p.attach(d)
	return readFigures(p, d, rels)
}

// mainPart is the part that holds the document itself, by the relations of the whole file.
func mainPart(p *parcel, usual string) string {
	for _, r := range ofKind(p.relations(""), "officeDocument") {
		if p.has(r.target) {
			return r.target
		}
	}
	return usual
}

// ofKind gives the relations of a kind that stay within the file, in the order of their targets: header2 before header10.
func ofKind(rels map[string]relation, kind string) []relation {
	var some []relation
	for _, r := range rels {
		if r.kind == kind && !r.outside {
			some = append(some, r)
		}
	}
	slices.SortFunc(some, func(a, b relation) int {
		if n := len(a.target) - len(b.target); n != 0 {
			return n
		}
		return strings.Compare(a.target+a.id, b.target+b.id)
	})
	return slices.CompactFunc(some, func(a, b relation) bool { return a.target == b.target })
}

// outside adds the references to elsewhere of all parts.
func (p *parcel) outside(d *draft.Draft) {
	for _, name := range p.names {
		dir, file, ok := strings.Cut(name, "_rels/")
		if part, isRels := strings.CutSuffix(file, ".rels"); ok && isRels {
			rels := p.relations(dir + part)
			ids := make([]string, 0, len(rels))
			for id, r := range rels {
				if r.outside {
					ids = append(ids, id)
				}
			}
			slices.SortFunc(ids, func(a, b string) int {
				if n := len(a) - len(b); n != 0 {
					return n
				}
				return strings.Compare(a, b)
			})
			for _, id := range ids {
				d.Link(rels[id].target)
			}
		}
	}
}

// readChunk reads a page that stands within the document as it came: Word shows it in place.
func readChunk(p *parcel, d *draft.Draft, part string) error {
	if !strings.Contains(part, "htm") {
		p.attachPart(d, part)
		return nil
	}
	return p.page(d, part, "")
}

// word reads the parts of a Word document that hold paragraphs.
type word struct {
	prose
	p      *parcel
	rels   map[string]relation
	styles map[string]look
	lists  *numbering

	style  string // of all paragraphs of the part
	seen   map[string]bool
	within []string // the elements that are open
	run    look
	inText bool
	field  strings.Builder // instructions of a field
}

// read reads one part. Its paragraphs have the style, when it is not empty; then what was read already is passed over.
func (w *word) read(part, style string) error {
	w.style, w.within = style, w.within[:0]
	if w.seen == nil {
		w.seen = map[string]bool{}
	}
	err := w.p.xml(part, sax.Handler{Start: w.start, End: w.finish, Text: w.chars, Stop: w.full})
	w.flush()
	return err
}

func (w *word) start(name string, a sax.Attrs) bool {
	switch name {
	case "Fallback", "del", "moveFrom", "delText", "tabs", "sectPrChange", "rPrChange", "pPrChange":
		return false
	case "pPr":
		w.run = look{}
	case "p":
		w.begin()
		w.run = look{}
	case "r":
		w.run = look{}
		if g := w.now(); g != nil {
			w.run.bold, w.run.italic = g.Bold, g.Italic
		}
	case "tr":
		w.beginRow()
	case "tc":
		w.beginCell()
	case "t":
		w.inText = true
	case "tab", "ptab":
		w.write("\t")
	case "br", "cr":
		w.write("\n")
	case "noBreakHyphen":
		w.write("-")
	case "footnote", "endnote":
		if kind := a.Get("type"); kind != "" && kind != "normal" {
			return false
		}
	case "sym":
		if c, err := strconv.ParseUint(a.Get("char"), 16, 32); err == nil && c < 0xe000 {
			w.write(string(rune(c)))
		}
	case "instrText":
		w.field.Reset()
	case "fldSimple":
		w.link(a.Get("instr"))
	case "pgSz":
		width, _ := strconv.ParseFloat(a.Get("w"), 64)
		height, _ := strconv.ParseFloat(a.Get("h"), 64)
		w.d.Size(width/20, height/20)
	case "docPr":
		w.d.Field("picture", a.Get("title"))
		w.d.Field("picture", a.Get("descr"))
	case "textpath": // letters that are drawn
		w.write(a.Get("string"))
	case "blip", "imagedata":
		w.d.Field("picture", a.Get("title"))
		w.d.Picture()
	default:
		w.property(name, a)
	}
	if href := a.Get("href"); href != "" {
		w.d.Link(href)
	}
	if len(w.within) < 1<<16 {
		w.within = append(w.within, name)
	}
	return true
}

// property takes in what is said of a paragraph or a run.
func (w *word) property(name string, a sax.Attrs) {
	g := w.now()
	if g == nil || len(w.within) == 0 {
		return
	}
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
		if n, err := strconv.ParseFloat(val, 64); err == nil && inRun && g.text.Len() == 0 {
			g.Size = n / 2
		}
	}
}

func isOn(val string) bool { return val != "0" && val != "false" && val != "off" }

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
		w.endCell()
	case "tr":
		w.endRow()
	case "tbl":
		w.part()
	}
}

// label writes the number of a paragraph in a list before it.
func (w *word) label() {
	g := w.now()
	if g == nil {
		return
	}
	list, level := w.run.list, w.run.level
	if list == "" || list == "0" {
		return
	}
	if g.Style == "" || g.Style == "list" {
		g.Style = "list"
	}
	if label := w.lists.next(list, level); label != "" {
		g.text.WriteString(label + " ")
	}
}

func (w *word) endParagraph() {
	g := w.now()
	if g == nil {
		return
	}
	if w.style != "" {
		g.Style = w.style
		text := strings.TrimSpace(g.text.String())
		if w.seen[w.style+text] {
			g.text.Reset()
		}
		if len(w.seen) < 10_000 {
			w.seen[w.style+text] = true
		}
	}
	w.end()
	w.run = look{}
}

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
	w.write(string(s))
	if g := w.now(); g != nil {
		if w.run.bold {
			g.bold += len(s)
		}
		if w.run.italic {
			g.italic += len(s)
		}
	}
}

// link adds where a field leads: HYPERLINK "http://…".
func (w *word) link(instruction string) {
	if _, rest, ok := strings.Cut(instruction, "HYPERLINK"); ok {
		if _, quoted, ok := strings.Cut(rest, `"`); ok {
			ref, _, _ := strings.Cut(quoted, `"`)
			w.d.Link(ref)
		}
	}
}
