// Package ooxml reads what DOCX, PPTX and XLSX have in common: relations
// between parts, properties, and the text of drawings, charts and diagrams.
package ooxml

import (
	"cmp"
	"path"
	"slices"
	"strings"

	"sluice/document/internal/draft"
	"sluice/document/internal/sax"
	"sluice/document/internal/vocabulary"
	"sluice/document/internal/zipdoc"
)

// Relation is an entry of a .rels file.
type Relation struct {
	id, kind, Target string
	outside          bool // the target is a URL
}

// Relations reads what a part refers to; a part without relations has none.
// Kind is the last word of the relation's type. See [zipdoc.File.Optional] for
// relations that cannot be read.
func Relations(p *zipdoc.File, d *draft.Draft, part string) (map[string]Relation, error) {
	dir, file := path.Split(part)
	rels := map[string]Relation{}
	err := p.Optional(d, dir+"_rels/"+file+".rels", sax.Handler{Start: func(name string, a sax.Attrs) bool {
		if name == "Relationship" && len(rels) < zipdoc.MaxEntries {
			r := Relation{id: a.Get("Id"), Target: a.Get("Target"), outside: strings.EqualFold(a.Get("TargetMode"), "External")}
			kind := a.Get("Type")
			r.kind = kind[strings.LastIndexByte(kind, '/')+1:]
			if !r.outside {
				if !strings.HasPrefix(r.Target, "/") {
					r.Target = path.Join("/", dir, r.Target)
				}
				r.Target = strings.TrimPrefix(path.Clean(r.Target), "/")
			}
			rels[r.id] = r
		}
		return true
	}})
	return rels, err
}

// MainPart is the part that holds the document itself, by the relations of the
// whole file.
func MainPart(p *zipdoc.File, d *draft.Draft, usual string) (string, error) {
	rels, err := Relations(p, d, "")
	for _, r := range OfKind(rels, "officeDocument") {
		if p.Has(r.Target) {
			return r.Target, err
		}
	}
	return usual, err
}

// OfKind returns the relations of a kind that stay within the file, in the
// order of their targets: header2 before header10.
func OfKind(rels map[string]Relation, kind string) []Relation {
	var some []Relation
	for _, r := range rels {
		if r.kind == kind && !r.outside {
			some = append(some, r)
		}
	}
	slices.SortFunc(some, func(a, b Relation) int {
		if n := len(a.Target) - len(b.Target); n != 0 {
			return n
		}
		return strings.Compare(a.Target+a.id, b.Target+b.id)
	})
	return slices.CompactFunc(some, func(a, b Relation) bool { return a.Target == b.Target })
}

// AddLinks adds the references to elsewhere of all parts.
func AddLinks(p *zipdoc.File, d *draft.Draft) error {
	for _, name := range p.Names {
		dir, file, ok := strings.Cut(name, "_rels/")
		if part, isRels := strings.CutSuffix(file, ".rels"); ok && isRels {
			rels, err := Relations(p, d, dir+part)
			if err != nil {
				return err
			}
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
				d.Link(rels[id].Target)
			}
		}
	}
	return nil
}

// ReadProperties reads what the properties of a document, of the program and of
// the user say.
func ReadProperties(p *zipdoc.File, d *draft.Draft) error {
	return cmp.Or(
		zipdoc.ReadProperties(p, d, "docProps/core.xml", vocabulary.CoreNames),
		zipdoc.ReadProperties(p, d, "docProps/app.xml", vocabulary.CoreNames),
		zipdoc.ReadProperties(p, d, "docProps/custom.xml", nil),
	)
}
