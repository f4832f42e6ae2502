// Package hocr reads hOCR, the format in which OCR programs say what stands
// where in a picture of a page (http://kba.github.io/hocr-spec/1.2/).
package hocr

import (
	"bytes"
	"encoding/xml"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"sluice/document/content"
	"sluice/document/internal/pdfchar"
)

// Page is what an OCR program has read on a page.
type Page struct {
	Text       string         // lines that end in \n; the halves of words at line ends put together
	Lines      []content.Line // in points
	Words      int
	Blank      bool    // the program saw no letter and no digit, however unsure
	Confidence float64 // mean of the words, in percent, by their length
}

// The most that is believed of a page.
const (
	maxWords   = 20_000
	maxWord    = 200 // bytes
	maxText    = 1 << 20
	worstWord  = 20  // percent; what is less sure is dirt
	maxPicture = 1e5 // pixels of a side
)

// Read reads the first page of hOCR whose picture has so many dots per inch. What it cannot
// understand it leaves out: a page of nonsense is an empty one.
func Read(b []byte, dots float64) Page {
	r := reader{scale: 72 / dots}
	d := xml.NewDecoder(bytes.NewReader(b))
	d.Strict, d.AutoClose, d.Entity = false, xml.HTMLAutoClose, xml.HTMLEntity
	for r.words < maxWords {
		token, err := d.RawToken()
		if err != nil {
			break
		}
		switch t := token.(type) {
		case xml.StartElement:
			if !r.start(t) {
				return r.page()
			}
		case xml.EndElement:
			if t.Name.Local == "span" {
				r.endWord()
			}
		case xml.CharData:
			if r.word != nil && len(r.word.text) < maxWord {
				r.word.text += string(t)
			}
		}
	}
	return r.page()
}

// reader collects the lines of a page.
type reader struct {
	scale float64 // points of a pixel
	pages int
	lines []line
	word  *word // in which the reader is
	words int
	seen  bool // a letter or a digit, however unsure

	sure, weight float64 // sum of the confidences by length, and of the lengths
}

// line is a line of the page, in pixels.
type line struct {
	box   [4]float64
	size  float64
	words []word
}

// word is a word of a line, in pixels.
type word struct {
	text string
	box  [4]float64
	sure float64
}

// start begins an element. It returns false at the second page.
func (r *reader) start(t xml.StartElement) bool {
	class, title := "", ""
	for _, a := range t.Attr {
		switch a.Name.Local {
		case "class":
			class = a.Value
		case "title":
			title = a.Value
		}
	}
	switch class {
	case "ocr_page":
		r.pages++
		return r.pages == 1
	case "ocr_line", "ocr_header", "ocr_textfloat", "ocr_caption":
		if box, ok := numbers(title, "bbox", 4); ok && len(r.lines) < content.MaxLines {
			l := line{box: [4]float64(box)}
			if size, ok := numbers(title, "x_size", 1); ok {
				l.size = size[0]
			}
			r.lines = append(r.lines, l)
		}
	case "ocrx_word":
		r.endWord()
		box, ok := numbers(title, "bbox", 4)
		sure, known := numbers(title, "x_wconf", 1)
		if ok && known && len(r.lines) > 0 {
			r.word = &word{box: [4]float64(box), sure: min(sure[0], 100)}
		}
	}
	return true
}

// numbers returns the values of a property in a title such as "bbox 1 2 3 4; x_size 12".
func numbers(title, name string, n int) (values []float64, ok bool) {
	for property := range strings.SplitSeq(title, ";") {
		fields := strings.Fields(property)
		if len(fields) != n+1 || fields[0] != name {
			continue
		}
		for _, f := range fields[1:] {
			v, err := strconv.ParseFloat(f, 64)
			if err != nil || math.IsNaN(v) || v < 0 || v > maxPicture {
				return nil, false
			}
			values = append(values, v)
		}
		return values, true
	}
	return nil, false
}

// endWord puts the word in which the reader is at the end of its line.
func (r *reader) endWord() {
	w := r.word
	if r.word = nil; w == nil {
		return
	}
	w.text = strings.Join(strings.Fields(strings.ToValidUTF8(w.text, "")), " ")
	r.seen = r.seen || strings.ContainsFunc(w.text, isSaid)
	if w.text == "" || len(w.text) > maxWord || w.sure < worstWord {
		return
	}
	n := float64(utf8.RuneCountInString(w.text))
	r.sure += n * w.sure
	r.weight += n
	r.words++
	l := &r.lines[len(r.lines)-1]
	l.words = append(l.words, *w)
}

// page returns what was collected.
func (r *reader) page() Page {
	p := Page{Words: r.words, Blank: r.pages > 0 && !r.seen}
	if r.weight > 0 {
		p.Confidence = r.sure / r.weight
	}
	r.lines = slices.DeleteFunc(r.lines, func(l line) bool {
		return !slices.ContainsFunc(l.words, func(w word) bool { return strings.ContainsFunc(w.text, isSaid) })
	})
	r.alignSizes()
	round := func(x float64) float64 { return math.Round(x*r.scale*10) / 10 }
	var text strings.Builder
	for _, l := range r.lines {
		s := l.text()
		plain := strings.ReplaceAll(s, "  ", " ")
		if text.Len()+len(plain) > maxText {
			break
		}
		if cut, broken := strings.CutSuffix(plain, "-"); broken {
			plain = cut + "\ufffe" // as PDFium marks a word that is broken at a line's end
		}
		text.WriteString(plain + "\n")
		p.Lines = append(p.Lines, content.Line{
			Text: pdfchar.Clean(s),
			X:    round(l.box[0]), Y: round(l.box[1]), W: round(max(0, l.box[2]-l.box[0])), H: round(max(0, l.box[3]-l.box[1])), Size: round(l.size),
		})
	}
	p.Text = pdfchar.Clean(text.String())
	return p
}

// isSaid reports whether r is a part of a word; what has none is a rule or dirt.
func isSaid(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }

// text returns the words of a line. A wide gap is kept as two spaces, by which readers of lines recognize columns.
func (l *line) text() string {
	var b strings.Builder
	for i, w := range l.words {
		if i > 0 {
			b.WriteByte(' ')
			if w.box[0]-l.words[i-1].box[2] > 0.8*l.size && l.size > 0 {
				b.WriteByte(' ')
			}
		}
		b.WriteString(w.text)
	}
	return b.String()
}

// alignSizes gives lines of nearly the size of most letters that size: a program measures each line, and lines of
// one type differ by some percent.
func (r *reader) alignSizes() {
	counts := map[float64]int{}
	for _, l := range r.lines {
		for _, w := range l.words {
			counts[math.Round(l.size)] += len(w.text)
		}
	}
	usual, most := 0.0, 0
	for size := range counts {
		near := counts[size-1] + counts[size] + counts[size+1]
		if near > most || near == most && size < usual {
			usual, most = size, near
		}
	}
	for i := range r.lines {
		if l := &r.lines[i]; math.Abs(l.size-usual) < 0.1*usual {
			l.size = usual
		}
	}
}
