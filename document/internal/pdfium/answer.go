package pdfium

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"sluice/document/content"
	"sluice/document/internal/draft"
	"sluice/document/internal/pdfchar"
	"sluice/document/internal/pdffile"
)

// What is believed of a child.
const (
	maxName    = 1 << 10 // bytes of the name of a font, a field or a style
	maxLink    = 8 << 10
	maxPicture = 32 << 20
	maxSizes   = 1000 // sizes of pages
)

// answer is what a child has reported of a document so far. It bounds
// everything: the child may have been taken over by the file.
type answer struct {
	pages, got int // pages that there are, and that have come
	text       strings.Builder
	lines      []content.Line
	fields     []content.Field
	links      []string
	linked     map[string]bool
	sizes      map[[2]float64]int // pages by width and height
	fonts      map[string]int     // characters by font
	wide       int
	images     int
	unread     []int
	lost       bool // letters of a page
	cut        string
	picture    []byte
	files      *draft.Files
	spent      float64 // seconds of CPU by the child since it started
}

// reset returns a function that restores the answer as it is now, for a retry
// with another child.
func (r *answer) reset() func() {
	var before draft.Files
	if r.files != nil {
		before = *r.files
	}
	return func() {
		if *r = (answer{files: r.files}); r.files != nil {
			*r.files = before
		}
	}
}

// accept adds a message. It trusts the child in nothing that has a limit.
func (r *answer) accept(m message) error {
	switch m.kind {
	case isOpened:
		var o pdffile.Opened
		if err := json.Unmarshal(m.body, &o); err != nil {
			return fmt.Errorf("%w: %v", content.ErrDamaged, err)
		}
		r.pages = max(0, o.Pages)
	case isMetadata:
		var t pdffile.Metadata
		if err := json.Unmarshal(m.body, &t); err != nil {
			return fmt.Errorf("%w: %v", content.ErrDamaged, err)
		}
		for _, f := range t.Fields {
			if len(f.Name) <= maxName && len(f.Value) <= content.MaxValue && len(r.fields) < content.MaxFields {
				r.fields = append(r.fields, f)
			}
		}
	case isPage:
		var p pdffile.Page
		if err := json.Unmarshal(m.body, &p); err != nil {
			return fmt.Errorf("%w: %v", content.ErrDamaged, err)
		}
		r.add(p)
	case isPicture:
		if len(m.body) > maxPicture {
			return fmt.Errorf("%w: a picture of %d MB", content.ErrTooLarge, len(m.body)>>20)
		}
		r.picture = m.body
	case isFile:
		var f draft.File
		if err := json.Unmarshal(m.body, &f); err != nil {
			return fmt.Errorf("%w: %v", content.ErrDamaged, err)
		}
		r.files.Add(f.Name, f.Data)
	}
	return nil
}

// add adds a page within the limits of package content.
func (r *answer) add(p pdffile.Page) {
	// A page counts as received even if its text has no room: otherwise the
	// document would look damaged.
	if r.got++; r.text.Len()+len(p.Text)+1 > content.MaxText {
		return
	}
	r.text.WriteString(p.Text)
	r.text.WriteByte('\f')
	r.lost = r.lost || p.Lost
	if (p.Scan || p.Lost) && r.got <= pdffile.MaxPages {
		r.unread = append(r.unread, r.got-1)
	}
	if p.Width > 0 && p.Height > 0 {
		if r.sizes == nil {
			r.sizes = map[[2]float64]int{}
		}
		if size := [2]float64{math.Round(p.Width), math.Round(p.Height)}; len(r.sizes) < maxSizes || r.sizes[size] > 0 {
			r.sizes[size]++
		}
		if p.Width > p.Height {
			r.wide++
		}
	}
	for _, l := range p.Lines {
		if len(r.lines) < content.MaxLines && len(l.Text) <= content.MaxValue && len(l.Font) <= maxName && len(l.Style) <= maxName {
			r.lines = append(r.lines, l)
		}
	}
	r.images += p.Images
	for name, n := range p.Fonts {
		if r.fonts == nil {
			r.fonts = map[string]int{}
		}
		if len(r.fonts) < 200 && len(name) <= maxName {
			r.fonts[name] += n
		}
	}
	for _, l := range p.Links {
		if !r.linked[l] && len(r.links) < content.MaxLinks && len(l) <= maxLink {
			if r.linked == nil {
				r.linked = map[string]bool{}
			}
			r.linked[l] = true
			r.links = append(r.links, l)
		}
	}
}

// result makes the document of what has come, and keeps an error only when
// nothing has.
func (r *answer) result(err error) (*content.Document, error) {
	cut := r.cut
	switch {
	case err == nil:
	case r.got == 0:
		return nil, err
	// All pages are there, so that the error concerns less than the document
	// itself.
	case r.got >= r.pages && !errors.Is(err, context.Canceled): // what is missing are files that are attached
	case errors.Is(err, content.ErrTime):
		cut = content.CutTime
	case errors.Is(err, content.ErrTooLarge):
		cut = content.CutSize
	case errors.Is(err, content.ErrDamaged):
		cut = content.CutDamaged
	default:
		return nil, err
	}
	text := pdfchar.JoinWords(r.text.String())
	repair := pdfchar.NewRepair(text)
	for i := range r.lines {
		r.lines[i].Text = repair.Mend(r.lines[i].Text)
	}
	d := &content.Document{
		Type: "pdf", Pages: r.pages, Text: repair.Mend(text), Lines: r.lines, Fields: r.fields, Links: r.links,
		Wide: r.wide, Images: r.images, Unread: r.unread, Cut: cut,
	}
	if strings.Trim(d.Text, "\f\n ") == "" {
		d.Text = ""
	}
	if d.Cut == "" && len(r.unread) > 0 {
		d.Cut = content.CutScan
	}
	most := 0
	for size, n := range r.sizes {
		if n > most || n == most && (size[0] < d.Width || size[0] == d.Width && size[1] < d.Height) {
			d.Width, d.Height, most = size[0], size[1], n
		}
	}
	d.Fonts = slices.SortedFunc(maps.Keys(r.fonts), func(a, b string) int {
		if r.fonts[a] != r.fonts[b] {
			return r.fonts[b] - r.fonts[a]
		}
		return strings.Compare(a, b)
	})
	if d.Text == "" && r.lost {
		return d, content.ErrGarbled
	}
	return d, nil
}
