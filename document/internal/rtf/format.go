package rtf

import (
	"fmt"
	"strconv"

	"sluice/document/internal/codepage"
)

// set executes the control words that set properties: of characters,
// paragraphs, tables, fonts, styles and the file.
func (x *rtf) set(name string, n int, has bool) {
	on := !has || n != 0
	switch name {
	case "par":
		x.paragraph()
	case "sect", "page":
		x.paragraph()
	case "cell", "nestcell":
		x.endOfCell()
	case "row", "nestrow":
		x.endOfRow()
	case "pard":
		// A new paragraph keeps the properties of the one before unless \pard resets them.
		x.table, x.called, x.size = false, "", 0
	case "intbl":
		x.table = true
	case "plain":
		x.bold, x.italic, x.hidden = false, false, false
		x.group.font = x.font
	case "b":
		x.bold = on
	case "i":
		x.italic = on
	case "v", "deleted":
		x.hidden = on
	case "fs":
		if g := x.Now(); g == nil || g.Chars.Len() == 0 {
			x.size = float64(n) / 2
		}
	case "outlinelevel":
		if x.called == "" && 0 <= n && n < 9 {
			x.called = "heading " + strconv.Itoa(n+1)
		}
	case "s":
		if x.to == toStyles {
			x.style = n
		} else {
			x.called = x.styles[n]
		}
	case "cs", "ds", "ts":
		if x.to == toStyles {
			x.style = -1 // of characters, sections, tables
			x.styles[-1] = "no paragraph"
		}
	case "uc":
		x.uc = min(max(n, 0), 16)
	default:
		x.setFile(name, n)
	}
}

// setFile executes the control words for fonts, code pages and the whole file.
func (x *rtf) setFile(name string, n int) {
	switch name {
	case "f":
		x.group.font = n
	case "deff":
		x.font, x.group.font = n, n
	case "fcharset":
		// A file may define any number of fonts; real ones have some dozens.
		if page, ok := charsets[n]; ok && x.to == toFonts && len(x.fonts) < 10_000 {
			x.fonts[x.group.font] = codepage.Pages[page]
		}
	case "cpg":
		if page := codepage.Pages[n]; page != nil && x.to == toFonts && len(x.fonts) < 10_000 {
			x.fonts[x.group.font] = page
		}
	case "ansicpg":
		if page := codepage.Pages[n]; page != nil {
			x.codePage = page
		}
	case "mac":
		x.codePage = codepage.Pages[10000]
	case "pc":
		x.codePage = codepage.Pages[437]
	case "pca":
		x.codePage = codepage.Pages[850]
	case "paperw":
		// Sizes are in twips, twentieths of a point. The width comes before the height.
		x.width = float64(n) / 20
	case "paperh":
		x.Draft.Size(x.width, float64(n)/20)
	case "nofpages":
		x.Draft.Field("page count", strconv.Itoa(n))
	case "nofwords":
		x.Draft.Field("word count", strconv.Itoa(n))
	case "creatim", "revtim":
		x.name = map[string]string{"creatim": "created", "revtim": "modified"}[name]
	case "yr", "mo", "dy":
		if x.to == toInfo && (x.name == "created" || x.name == "modified") && 0 <= n && n < 10_000 {
			// A date is written as one control word for each part, in the order year, month, day.
			if name != "yr" {
				x.value.WriteByte('-')
			}
			fmt.Fprintf(&x.value, "%02d", n)
		}
	}
}

// paragraph ends a paragraph. What stood in a table before and no longer does,
// has ended its row.
func (x *rtf) paragraph() {
	x.lone()
	switch x.to {
	case toMargin:
		x.addMargin()
	case toText:
		if x.table && x.Cell() == nil && x.Now() != nil && len(x.Writer.Open) == 1 {
			x.BeginRow()
			x.BeginCell()
		}
		if !x.table && x.Cell() != nil && len(x.Writer.Open) <= 1 {
			g := x.Writer.Open
			x.Writer.Open = nil
			x.EndCell()
			x.EndRow()
			x.Part()
			x.Writer.Open = g
		}
		nested := len(x.Writer.Open) > 1
		x.End()
		if nested {
			x.Begin()
		}
	}
}

// endOfCell ends a cell. RTF has no word that begins one: the next begins at
// once.
func (x *rtf) endOfCell() {
	if x.to != toText {
		return
	}
	if x.Cell() == nil {
		x.BeginRow()
		x.BeginCell()
	}
	x.End()
	x.EndCell()
	x.BeginCell()
}

// endOfRow ends a row, and drops the empty cell that was begun after the last one.
func (x *rtf) endOfRow() {
	if x.to != toText {
		return
	}
	x.End()
	x.EndCell()
	x.EndRow()
}

// charsets are the code pages of a font's character set. That of ANSI (0) and
// the default one (1) are the file's.
var charsets = map[int]int{
	2: 1252, 77: 10000, 128: 932, 129: 949, 130: 949, 134: 936, 136: 950, 161: 1253, 162: 1254, 163: 1258, 177: 1255, 178: 1256,
	186: 1257, 204: 1251, 222: 874, 238: 1250, 254: 437, 255: 850,
}
