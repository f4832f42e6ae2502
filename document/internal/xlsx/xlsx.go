// Package xlsx reads the workbooks of Excel.
package xlsx

import (
	"regexp"
	"strconv"
	"strings"
	"time"

	"sluice/document/content"
	"sluice/document/internal/draft"
	"sluice/document/internal/embedded"
	"sluice/document/internal/ooxml"
	"sluice/document/internal/prose"
	"sluice/document/internal/sax"
	"sluice/document/internal/zipdoc"
)

// maxShared is how many bytes the strings that cells share may have.
const maxShared = content.MaxText

// maxRow is how many bytes the cells of a row may have: many cells may show the
// same long string.
const maxRow = 1 << 20

// Read reads the text of a workbook: sheet after sheet, a line for each row,
// then the text of drawings and charts. Of the ways to show a number, only
// dates are known.
func Read(p *zipdoc.File, d *draft.Draft) error {
	main, err := ooxml.MainPart(p, d, "xl/workbook.xml")
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
	var names, parts []string
	err = p.Xml(main, sax.Handler{Start: func(name string, a sax.Attrs) bool {
		if r, ok := rels[a.Prefixed("r", "id")]; ok && name == "sheet" && len(parts) < zipdoc.MaxEntries {
			names, parts = append(names, a.Get("name")), append(parts, r.Target)
		}
		return true
	}})
	if err := zipdoc.Partial(d, err); err != nil {
		return err
	}
	b := &book{d: d}
	for _, r := range ooxml.OfKind(rels, "sharedStrings") {
		if err := zipdoc.Partial(d, b.readShared(p, r.Target)); err != nil {
			return err
		}
	}
	for _, r := range ooxml.OfKind(rels, "styles") {
		if err := b.readFormats(p, r.Target); err != nil {
			return err
		}
	}
	for i, part := range parts {
		d.Paragraph(content.Line{Text: names[i], Style: "heading 1"})
		if err := zipdoc.Partial(d, b.readSheet(p, part)); err != nil {
			return err
		}
		d.Part()
		drawn, err := ooxml.Relations(p, d, part)
		if err != nil {
			return err
		}
		for _, r := range ooxml.OfKind(drawn, "drawing") {
			s := &ooxml.Shapes{Writer: prose.Writer{Draft: d}}
			if err := zipdoc.Partial(d, s.Read(p, r.Target)); err != nil {
				return err
			}
			figures, err := ooxml.Relations(p, d, r.Target)
			if err != nil {
				return err
			}
			if err := ooxml.ReadFigures(p, d, figures); err != nil {
				return err
			}
		}
	}
	if err := ooxml.AddLinks(p, d); err != nil {
		return err
	}
	embedded.AddAll(p, d)
	return nil
}

// book is what the sheets of a workbook share.
type book struct {
	d      *draft.Draft
	shared []string
	dates  []bool // whether a cell format shows a date
}

// readShared reads the strings that cells share: a cell holds the number of its
// string.
func (b *book) readShared(p *zipdoc.File, part string) error {
	var text strings.Builder
	size, in := 0, false
	return p.Xml(part, sax.Handler{
		Start: func(name string, _ sax.Attrs) bool {
			in = name == "t"
			return name != "rPh" // how it is pronounced
		},
		Text: func(s []byte) {
			if in && size < maxShared {
				size += len(s)
				text.Write(s)
			}
		},
		End: func(name string) {
			in = false
			if name == "si" {
				size += 16
				b.shared = append(b.shared, text.String())
				text.Reset()
			}
		},
		Stop: func() bool { return size > maxShared },
	})
}

// dateFormat matches a format of cells that has a letter for a part of a date.
var dateFormat = regexp.MustCompile(`(?i)[ymdhs]`)

// readFormats learns which cell formats show dates.
func (b *book) readFormats(p *zipdoc.File, part string) error {
	own, cells := map[string]bool{}, false
	return p.Optional(b.d, part, sax.Handler{
		Start: func(name string, a sax.Attrs) bool {
			switch name {
			case "numFmt":
				code := regexp.MustCompile(`"[^"]*"|\[[^]]*\]|\\.`).ReplaceAllString(a.Get("formatCode"), "")
				own[a.Get("numFmtId")] = dateFormat.MatchString(code) && !strings.Contains(strings.ToLower(code), "general")
			case "cellXfs":
				cells = true
			case "xf":
				if id, _ := strconv.Atoi(a.Get("numFmtId")); cells && len(b.dates) < 100_000 {
					b.dates = append(b.dates, own[a.Get("numFmtId")] || 14 <= id && id <= 22)
				}
			}
			return true
		},
		End: func(name string) { cells = cells && name != "cellXfs" },
	})
}

// readSheet reads the rows of a sheet, and what is printed above and below
// them.
func (b *book) readSheet(p *zipdoc.File, part string) error {
	var row []string
	var text strings.Builder
	size := 0 // bytes of the row
	kind, in, date := "", false, false
	return p.Xml(part, sax.Handler{
		Start: func(name string, a sax.Attrs) bool {
			switch name {
			case "row":
				row, size = row[:0], 0
			case "c":
				kind = a.Get("t")
				s, _ := strconv.Atoi(a.Get("s"))
				date = 0 <= s && s < len(b.dates) && b.dates[s]
				text.Reset()
			case "v", "t":
				in = true
			case "oddHeader", "oddFooter", "evenHeader", "evenFooter", "firstHeader", "firstFooter":
				in = true
				text.Reset()
			}
			return name != "f" && name != "rPh"
		},
		Text: func(s []byte) {
			if in && text.Len() < 1<<20 {
				text.Write(s)
			}
		},
		End: func(name string) {
			switch name {
			case "v", "t":
				in = false
			case "c":
				v := b.value(kind, text.String(), date)
				// A few bytes of a cell can name a string of megabytes, and a
				// row has thousands of cells.
				if size += len(v); size > maxRow {
					b.d.Cut(content.CutSize)
				} else if v != "" && len(row) < 20_000 {
					row = append(row, v)
				}
			case "row":
				b.d.Row(content.Line{Text: strings.Join(row, " ")})
			case "oddHeader", "oddFooter", "evenHeader", "evenFooter", "firstHeader", "firstFooter":
				in = false
				b.d.Row(content.Line{Text: printed(text.String()), Style: strings.ToLower(name[len(name)-6:])})
			}
		},
		Stop: b.d.Full,
	})
}

// value is what a cell shows.
func (b *book) value(kind, v string, date bool) string {
	switch kind {
	case "s":
		if i, err := strconv.Atoi(v); err == nil && 0 <= i && i < len(b.shared) {
			return b.shared[i]
		}
		return ""
	case "b":
		return map[string]string{"0": "FALSE", "1": "TRUE"}[v]
	case "", "n":
		if n, err := strconv.ParseFloat(v, 64); err == nil {
			if date && 0 < n && n < 3e6 {
				return day(n)
			}
			if s := strconv.FormatFloat(n, 'f', -1, 64); len(s) <= 16 {
				return s // 0.1, not 0.10000000000000001
			}
		}
	}
	return v
}

// day returns a number of days since 1899-12-30, as spreadsheets count, as a
// date.
func day(n float64) string {
	t := time.Date(1899, 12, 30, 0, 0, 0, 0, time.UTC).AddDate(0, 0, int(n))
	if part := n - float64(int(n)); part > 1e-9 {
		return t.Add(time.Duration(part * 24 * float64(time.Hour))).Round(time.Second).Format("2006-01-02 15:04:05")
	}
	return t.Format(time.DateOnly)
}

// printCode matches a code of headers and footers.
var printCode = regexp.MustCompile(`&([A-Za-z]|"[^"]*"|\d+)`)

// printed takes the codes out of a header or footer: &C is where it stands, &P
// a page's number.
func printed(s string) string { return printCode.ReplaceAllString(s, "\n") }
