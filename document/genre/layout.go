package genre

import (
	"iter"
	"math"
	"strings"
)

// pageWords estimates the words of a page from all text: six bytes a word.
func (r *reading) pageWords() float64 {
	if r.doc.Pages == 0 || r.doc.Cut != "" {
		return unknown
	}
	return float64(len(r.doc.Text)) / 6 / float64(r.doc.Pages)
}

// length is that of all text in bytes.
func (r *reading) length() float64 {
	if r.doc.Cut != "" {
		return unknown
	}
	return float64(len(r.doc.Text))
}

// wide returns the share of pages that are wider than high.
func (r *reading) wide() float64 {
	if r.doc.Width == 0 || r.doc.Pages == 0 {
		return unknown
	}
	if r.doc.Width > r.doc.Height*1.05 {
		return 1
	}
	return share(r.doc.Wide, r.doc.Pages)
}

// smallPage reports a page smaller than paper for letters, as slides have.
func (r *reading) smallPage() float64 {
	return yes(r.doc.Width > 0, max(r.doc.Width, r.doc.Height) < 480)
}

// coverPage is 1 when the first of several pages has much less text than the
// others.
func (r *reading) coverPage() float64 {
	if r.doc.Pages < 3 {
		return yes(r.doc.Pages > 0, false)
	}
	n := strings.IndexByte(r.doc.Text[:min(len(r.doc.Text), 20000)], '\f')
	return yes(true, n >= 0 && float64(n) < 0.4*float64(len(r.doc.Text))/float64(r.doc.Pages))
}

// screen reports pages of the proportions of a screen: 4:3, 16:10 or 16:9.
func (r *reading) screen() float64 {
	if r.doc.Width == 0 || r.doc.Height == 0 {
		return unknown
	}
	ratio := r.doc.Width / r.doc.Height
	return yes(true, math.Abs(ratio-4.0/3) < 0.012 || math.Abs(ratio-1.6) < 0.015 || math.Abs(ratio-16.0/9) < 0.015)
}

// wordProcessor reports whether a word processor made the file.
func (r *reading) wordProcessor() float64 {
	switch r.doc.Type {
	case "docx", "doc", "odt", "rtf":
		return 1
	}
	return r.made("Word", "Writer", "Pages", "Google Docs", "WPS", "WordPerfect", "OpenOffice", "LibreOffice")
}

// thinPages returns the share of the first pages that have less than 600 bytes.
func (r *reading) thinPages() float64 {
	text := r.doc.Text[:min(len(r.doc.Text), 100<<10)]
	n, thin := 0, 0
	for {
		i := strings.IndexByte(text, '\f')
		if i < 0 {
			break
		}
		if n++; i < 600 {
			thin++
		}
		text = text[i+1:]
	}
	if r.doc.Pages == 0 || n == 0 {
		return unknown
	}
	return share(thin, n)
}

// columns is the share of the lines that stand right of the middle and are not
// short.
func (r *reading) columns() float64 {
	right, all := 0, 0
	for _, l := range r.doc.Lines[:min(len(r.doc.Lines), 300)] {
		if l.W > 0.25*r.doc.Width {
			all++
			if l.X > 0.47*r.doc.Width {
				right++
			}
		}
	}
	return ifLines(r, math.Min(1, 2*share(right, all)))
}

// sizes returns the commonest size of type, weighted by text, and the largest
// on the first page.
func (r *reading) sizes() (body, top float64) {
	var chars [64]int
	for _, l := range r.doc.Lines[:min(len(r.doc.Lines), 300)] {
		size := l.Size
		if size < 2 { // fonts of bitmaps have no size
			size = l.H
		}
		chars[min(max(int(size+0.5), 0), 63)] += len(l.Text)
		if l.Page == 0 && len(l.Text) > 3 {
			top = max(top, size)
		}
	}
	best := 0
	for i, n := range chars {
		if i > 0 && n > chars[best] {
			best = i
		}
	}
	return float64(best), top
}

// headlines yields the lines at the top of the first page that are set in larger
// type than the text, and the first two; without layout, what the format calls a
// title or a heading, and the first two.
func (r *reading) headlines() iter.Seq[string] {
	const most = 25 // lines
	return func(yield func(string) bool) {
		body, top := r.sizes()
		if len(r.doc.Lines) == 0 {
			n := 0
			for line := range strings.Lines(r.doc.Text[:min(len(r.doc.Text), 500)]) {
				if line = strings.TrimSpace(line); line == "" {
					continue
				}
				if n++; n > 2 || !yield(line[:min(len(line), 150)]) {
					return
				}
			}
			return
		}
		for i, l := range r.doc.Lines[:min(len(r.doc.Lines), most)] {
			if l.Page > 0 {
				return
			}
			big := l.Size > 1.12*body && l.Size > 0.7*top || l.Style == "title" || l.Style == "subtitle" || l.Style == "heading 1"
			if (big || i < 2) && !yield(l.Text[:min(len(l.Text), 150)]) {
				return
			}
		}
	}
}

// titleSize returns how many times larger the largest type of the first page is
// than that of the running text.
func (r *reading) titleSize() float64 {
	body, top := r.sizes()
	if body == 0 || top == 0 {
		return unknown
	}
	return math.Min(top/body, 4)
}

// typeSize is the size of the type, as a share of the page's height times
// hundred.
func (r *reading) typeSize() float64 {
	body, _ := r.sizes()
	if body == 0 || r.doc.Height == 0 {
		return unknown
	}
	return math.Min(100*body/r.doc.Height, 8)
}

// sans returns the share of fonts without serifs, by their names.
func (r *reading) sans() float64 {
	if len(r.doc.Fonts) == 0 {
		return unknown
	}
	n := 0
	fonts := r.doc.Fonts[:min(len(r.doc.Fonts), 4)]
	for _, f := range fonts {
		if hasAny(f, "Sans", "sans", "Helvetica", "Arial", "CMSS", "SFSS", "LMSans", "Calibri", "Verdana", "Tahoma", "Gill", "Lato", "Roboto", "Segoe", "Myriad", "Futura") {
			n++
		}
	}
	return share(n, len(fonts))
}

// slideProgram reports whether a program for slides made the file.
func (r *reading) slideProgram() float64 {
	return r.made("PowerPoint", "Keynote", "Impress", "Beamer", "beamer", "Prosper", "Google Slides")
}

// made reports whether the program that made the file has one of these words in
// its name.
func (r *reading) made(by ...string) float64 {
	maker := r.doc.Get("creator") + " " + r.doc.Get("producer")
	return yes(maker != " ", hasAny(maker, by...))
}

// hasAny reports whether s contains one of the others.
func hasAny(s string, of ...string) bool {
	for _, o := range of {
		if strings.Contains(s, o) {
			return true
		}
	}
	return false
}
