package docx

import (
	"strconv"

	"sluice/document/internal/draft"
	"sluice/document/internal/ooxml"
	"sluice/document/internal/sax"
	"sluice/document/internal/vocabulary"
	"sluice/document/internal/zipdoc"
)

// look is how a style, or a run of characters, looks.
type look struct {
	style        string
	size         float64
	bold, italic bool
	list         string
	level        int
}

// readStyles reads the styles by their ids. A style has what it is based on
// where it says nothing itself.
func readStyles(p *zipdoc.File, d *draft.Draft, rels map[string]ooxml.Relation) (map[string]look, error) {
	// raw is a style as the file has it. An empty bold or it is unknown, which a boolean cannot
	// express: "b0" switches off what the parent has on.
	type raw struct {
		look
		parent   string
		bold, it string
	}
	all := map[string]*raw{}
	var s *raw
	for _, r := range ooxml.OfKind(rels, "styles") {
		err := p.Optional(d, r.Target, sax.Handler{Start: func(name string, a sax.Attrs) bool {
			val := a.Get("val")
			switch {
			case name == "style":
				if s = nil; a.Get("type") == "paragraph" && len(all) < 10_000 {
					s = &raw{}
					all[a.Get("styleId")] = s
				}
			case s == nil:
			case name == "name":
				s.style = vocabulary.StyleName(val)
			case name == "basedOn":
				s.parent = val
			case name == "sz":
				n, _ := strconv.ParseFloat(val, 64)
				s.size = n / 2
			case name == "b":
				s.bold = "b" + val
			case name == "i":
				s.it = "i" + val
			case name == "numId":
				s.list = val
			case name == "ilvl":
				s.level, _ = strconv.Atoi(val)
			}
			return true
		}})
		if err != nil {
			return nil, err
		}
	}
	styles := make(map[string]look, len(all))
	for id, own := range all {
		l, bold, it := own.look, own.bold, own.it
		parent := all[own.parent]
		// A broken file can have styles that are based on each other.
		for range 20 {
			if parent == nil {
				break
			}
			if l.style == "" {
				l.style = parent.style
			}
			if l.size == 0 {
				l.size = parent.size
			}
			if bold == "" {
				bold = parent.bold
			}
			if it == "" {
				it = parent.it
			}
			if l.list == "" {
				l.list, l.level = parent.list, max(l.level, parent.level)
			}
			parent = all[parent.parent]
		}
		l.bold, l.italic = bold != "" && isOn(bold[1:]), it != "" && isOn(it[1:])
		styles[id] = l
	}
	return styles, nil
}

// isOn reports whether a property is switched on; without a value it is.
func isOn(val string) bool { return val != "0" && val != "false" && val != "off" }
