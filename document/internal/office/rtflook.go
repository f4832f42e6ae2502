package office

import (
	"fmt"
	"strconv"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/korean"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/traditionalchinese"
	"golang.org/x/text/encoding/unicode"
)

// set does what the other control words say: of characters, paragraphs, tables, fonts, styles and the file.
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
		if g := x.now(); g == nil || g.text.Len() == 0 {
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

// setFile does what words say of fonts, code pages and the whole file.
func (x *rtf) setFile(name string, n int) {
	switch name {
	case "f":
		x.group.font = n
	case "deff":
		x.font, x.group.font = n, n
	case "fcharset":
		if page, ok := charsets[n]; ok && x.to == toFonts && len(x.fonts) < 10_000 {
			x.fonts[x.group.font] = codePages[page]
		}
	case "cpg":
		if page := codePages[n]; page != nil && x.to == toFonts && len(x.fonts) < 10_000 {
			x.fonts[x.group.font] = page
		}
	case "ansicpg":
		if page := codePages[n]; page != nil {
			x.codePage = page
		}
	case "mac":
		x.codePage = codePages[10000]
	case "pc":
		x.codePage = codePages[437]
	case "pca":
		x.codePage = codePages[850]
	case "paperw":
		x.width = float64(n) / 20
	case "paperh":
		x.d.Size(x.width, float64(n)/20)
	case "nofpages":
		x.d.Field("page count", strconv.Itoa(n))
	case "nofwords":
		x.d.Field("word count", strconv.Itoa(n))
	case "creatim", "revtim":
		x.name = map[string]string{"creatim": "created", "revtim": "modified"}[name]
	case "yr", "mo", "dy":
		if x.to == toInfo && (x.name == "created" || x.name == "modified") && 0 <= n && n < 10_000 {
			if name != "yr" {
				x.value.WriteByte('-')
			}
			fmt.Fprintf(&x.value, "%02d", n)
		}
	}
}

// paragraph ends a paragraph. What stood in a table before and no longer does, has ended its row.
func (x *rtf) paragraph() {
	x.lone()
	switch x.to {
	case toMargin:
		x.addMargin()
	case toText:
		if x.table && x.cell() == nil && x.now() != nil && len(x.prose.open) == 1 {
			x.beginRow()
			x.beginCell()
		}
		if !x.table && x.cell() != nil && len(x.prose.open) <= 1 {
			g := x.prose.open
			x.prose.open = nil
			x.endCell()
			x.endRow()
			x.part()
			x.prose.open = g
		}
		nested := len(x.prose.open) > 1
		x.end()
		if nested {
			x.begin()
		}
	}
}

func (x *rtf) endOfCell() {
	if x.to != toText {
		return
	}
	if x.cell() == nil {
		x.beginRow()
		x.beginCell()
	}
	x.end()
	x.endCell()
	x.beginCell()
}

func (x *rtf) endOfRow() {
	if x.to != toText {
		return
	}
	x.end()
	x.endCell()
	x.endRow()
}

// charsets are the code pages of a font's character set. That of ANSI (0) and the default one (1) are the file's.
var charsets = map[int]int{
	2: 1252, 77: 10000, 128: 932, 129: 949, 130: 949, 134: 936, 136: 950, 161: 1253, 162: 1254, 163: 1258, 177: 1255, 178: 1256,
	186: 1257, 204: 1251, 222: 874, 238: 1250, 254: 437, 255: 850,
}

var codePages = map[int]encoding.Encoding{
	437: charmap.CodePage437, 850: charmap.CodePage850, 852: charmap.CodePage852, 855: charmap.CodePage855, 858: charmap.CodePage858,
	860: charmap.CodePage860, 862: charmap.CodePage862, 863: charmap.CodePage863, 865: charmap.CodePage865, 866: charmap.CodePage866,
	874: charmap.Windows874, 932: japanese.ShiftJIS, 936: simplifiedchinese.GBK, 949: korean.EUCKR, 950: traditionalchinese.Big5,
	1250: charmap.Windows1250, 1251: charmap.Windows1251, 1252: charmap.Windows1252, 1253: charmap.Windows1253, 1254: charmap.Windows1254,
	1255: charmap.Windows1255, 1256: charmap.Windows1256, 1257: charmap.Windows1257, 1258: charmap.Windows1258,
	10000: charmap.Macintosh, 10007: charmap.MacintoshCyrillic, 28591: charmap.ISO8859_1, 28592: charmap.ISO8859_2,
	54936: simplifiedchinese.GB18030, 65001: unicode.UTF8,
}
