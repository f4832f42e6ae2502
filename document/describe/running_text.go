package describe

import (
	"fmt"
	"strconv"
	"strings"

	"sluice/text"
)

// readText reads what the running text contains: abstract, keywords, language, and
// how many pages there are.
func (w *collector) readText() {
	d := w.document
	if d.Pages > 0 {
		w.add(File, 0.99, "pages", strconv.Itoa(d.Pages))
	}
	if d.OCR > 0 {
		w.add(File, 0.99, "ocr", fmt.Sprintf("%d of %d pages", d.OCR, d.Pages))
	}
	if w.garbled {
		return
	}
	if code, sure := text.Language(passage(d.Text)); code != "" {
		w.add(FirstPage, 0.6+0.37*sure, "language", code)
	}
	if a := w.findAbstract(); a.text != "" {
		w.add(FirstPage, a.sure, "abstract", a.text)
	} else if a := w.findLeadParagraph(); a != "" {
		w.add(FirstPage, leadSure, "abstract", a)
	}
	if k := w.keywords(); len(k) > 0 {
		w.add(FirstPage, 0.93, "keyword", k...)
	}
}

// passage is a part of the running text, enough to recognize its language.
func passage(s string) string {
	const enough = 1200
	if len(s) > 2*enough {
		// The language is recognized in the middle: the beginning may be a cover page or an
		// abstract in another language.
		start := min(len(s)/4, 50_000)
		s = s[start : start+enough]
	}
	return strings.ToValidUTF8(s, "")
}
