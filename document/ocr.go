package document

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"golang.org/x/text/language"

	"sluice/document/content"
	"sluice/document/internal/cputime"
	"sluice/document/internal/hocr"
	"sluice/text"
)

// What of a document is read by OCR, and how.
const (
	ocrDots      = 300             // per inch: what Tesseract is trained for
	ocrPages     = 200             // of one document
	ocrTime      = 4 * time.Minute // of the processor, for one document; a page needs two or three seconds
	ocrFailures  = 3               // pages that a program may fail on or use up its time for
	ocrFirst     = 3               // pages by which a document is described
	ocrProbe     = 10              // pages after which a reading ends that has found nothing: covers, blank pages and stamps come first
	ocrWords     = 20              // that say something about the language of a page, and whether it can be read
	ocrSure      = 60              // percent; letters that are less sure are handwriting, or a drawing
	ocrDoubtful  = 75              // percent; a first page that is less sure may be in another language
	ocrLanguages = 4               // that are tried
)

// withOCR reads the pages of a PDF that are pictures, or whose letters nobody knows, from what they show: if they are
// most of its pages, else the first ones. The error is that of the reading before; it is gone once there is text, and an
// ErrIllegible, too, if there is none.
func (r *Reader) withOCR(ctx context.Context, pdf string, d *content.Document, err error) (*content.Document, error) {
	if d == nil || err != nil && !errors.Is(err, content.ErrScan) && !errors.Is(err, content.ErrGarbled) {
		return d, err
	}
	pages := pagesForOCR(d)
	if len(pages) == 0 {
		return d, err
	}
	if needs := r.tools().CanOCR(); needs != nil {
		if err == nil {
			return d, nil // there is text, and Cut says that some is missing
		}
		return d, fmt.Errorf("%w: %w", err, needs)
	}
	read, failure, stop := r.readPictures(ctx, pdf, d, pages)
	switch {
	case stop != nil:
		return nil, stop
	case err == nil && len(read) > 0 || hasText(read):
		addPages(d, read)
		return d, nil
	case err != nil && failure != nil && !isOfDocument(failure):
		return nil, failure
	case err != nil && failure == nil && read != nil:
		return d, fmt.Errorf("%w: %w", err, content.ErrIllegible)
	}
	return d, err
}

// hasText reports whether some of the pages that were read are not blank.
func hasText(read map[int]hocr.Page) bool {
	for _, p := range read {
		if p.Text != "" {
			return true
		}
	}
	return false
}

// isOfDocument reports whether an error says that a program cannot do with the pictures of a document, which waits then as any
// scan. Other errors are of the machine, and of its time.
func isOfDocument(err error) bool {
	return errors.Is(err, content.ErrDamaged) || errors.Is(err, content.ErrTooLarge) || errors.Is(err, content.ErrEncrypted)
}

// pagesForOCR returns the pages to be read, the first ones first.
func pagesForOCR(d *content.Document) []int {
	pages := d.Unread
	if 2*len(pages) <= d.Pages { // the others are drawings in a text
		pages = slices.DeleteFunc(slices.Clone(pages), func(page int) bool { return page >= ocrFirst })
	}
	return pages[:min(len(pages), ocrPages)]
}

// readPictures reads pages by OCR, by their numbers, as far as there is time, and if the first ones can be read. Blank pages are
// among those that were read. The failure is the last one of the pages. The other error ends the reading: the caller has given up,
// or its limit of processor time is too short for the pages.
func (r *Reader) readPictures(ctx context.Context, pdf string, d *content.Document, pages []int) (read map[int]hocr.Page, failure, stop error) {
	installed, err := r.tools().Languages(ctx)
	if err != nil || len(installed) == 0 {
		return nil, err, ctx.Err()
	}
	ctx, meter := cputime.Measure(ctx)
	o := &ocr{reader: r, pdf: pdf, languages: byLikelihood(d, installed)}
	read = map[int]hocr.Page{}
	tried, failures, unsure, isEstimated := 0, 0, 0, false
	watch := watcherOfOCR(ctx)
	for i, page := range pages {
		if failures == ocrFailures {
			break
		}
		if i > 0 {
			each := meter.Used() / time.Duration(i)
			left := min(ocrTime-meter.Used(), each*time.Duration(len(pages)-i))
			if left < each || (i == ocrProbe || unsure == ocrFirst) && !hasText(read) {
				break
			}
			// What is begun and not finished would be read again from its beginning.
			if i >= ocrFirst && !isEstimated && hasText(read) {
				if isEstimated = true; cputime.Left(ctx, ocrTime) < left {
					cputime.CutShort(ctx)
					return nil, nil, fmt.Errorf("%w: OCR of %d pages", content.ErrTime, len(pages))
				}
			}
		}
		watch(tried, len(pages))
		p, err := o.page(ctx, page)
		tried++
		switch {
		case ctx.Err() != nil:
			return nil, nil, ctx.Err()
		case errors.Is(err, content.ErrTime) && cputime.Left(ctx, ocrTime) < time.Second:
			return nil, nil, err // the caller's limit
		case err != nil:
			failure = err
			failures++
		case p.Blank || p.Confidence >= ocrSure:
			read[page] = p
		case p.Words >= ocrWords:
			unsure++
		}
	}
	watch(tried, len(pages))
	return read, failure, nil
}

// ocrKey is the key of a context's function that follows OCR.
type ocrKey struct{}

// WatchOCR returns a context in which readings call a function before each page that they try to read by OCR, which takes seconds, and after the last
// one: with the number of pages tried so far, whether or not text was found, and of all to be tried. Fewer are tried in the end if the first ones cannot be
// read, or the time is up. The function is not called after an error that ends the whole reading. The reading waits for the function.
func WatchOCR(ctx context.Context, progress func(tried, pages int)) context.Context {
	return context.WithValue(ctx, ocrKey{}, progress)
}

// watcherOfOCR returns the function of a context that follows OCR, or one that does nothing.
func watcherOfOCR(ctx context.Context) func(tried, pages int) {
	if watch, ok := ctx.Value(ocrKey{}).(func(tried, pages int)); ok {
		return watch
	}
	return func(int, int) {}
}

// ocr reads pages of one document.
type ocr struct {
	reader    *Reader
	pdf       string
	languages []string // that the program has, the first one that of the document as far as it is known
	sure      bool     // the first language is that of the document
}

// page reads a page. The first one with enough words decides on the language.
func (o *ocr) page(ctx context.Context, number int) (hocr.Page, error) {
	picture, err := o.reader.pdf.Picture(ctx, o.pdf, number, ocrDots)
	if err != nil {
		return hocr.Page{}, err
	}
	best, err := o.read(ctx, picture, o.languages[0])
	if err != nil || o.sure || best.Words < ocrWords {
		return best, err
	}
	o.sure = true
	others := o.languages[1:]
	if i := slices.Index(others, tesseractName(languageOf(best.Text))); best.Confidence >= ocrDoubtful {
		others = others[max(i, 0) : i+1] // the language that the text is in, if that is another one
	} else if i > 0 {
		others = slices.Concat(others[i:i+1], others[:i], others[i+1:])
	}
	for _, other := range others[:min(len(others), ocrLanguages)] {
		if p, err := o.read(ctx, picture, other); err == nil && p.Confidence > best.Confidence {
			best, o.languages = p, []string{other}
		}
	}
	return best, nil
}

// read has the program read a picture.
func (o *ocr) read(ctx context.Context, picture []byte, language string) (hocr.Page, error) {
	said, err := o.reader.tools().OCR(ctx, picture, ocrDots, language)
	if err != nil {
		return hocr.Page{}, err
	}
	var p hocr.Page
	// What the program says depends on the document, so its reading has a limit as well.
	err = cputime.Limit(ctx, timeInProcess, func(context.Context) error {
		p = hocr.Read(said, ocrDots)
		return nil
	})
	if text.Garbled(p.Text) { // a page in another script
		p.Confidence = 0
	}
	return p, err
}

// frequent are languages by Tesseract's names, the most likely first. English can be read of most pages in Latin letters, and a text
// of it says then which language it is; so other scripts come before the other languages in Latin letters.
var frequent = []string{"eng", "rus", "chi_sim", "jpn", "ara", "deu", "fra", "spa", "por", "ita", "kor", "ell", "heb", "hin", "fas", "chi_tra", "ukr", "nld",
	"pol", "tur", "ces", "swe", "hun", "vie", "ron"}

// byLikelihood returns the installed languages in the order in which a document may have them: first that of its other pages, then
// that which the file names, then the frequent ones.
func byLikelihood(d *content.Document, installed []string) []string {
	likely := append([]string{tesseractName(languageOf(d.Text)), tesseractName(d.Get("language"))}, frequent...)
	place := func(name string) int {
		if i := slices.Index(likely, name); i >= 0 {
			return i
		}
		return len(likely)
	}
	installed = slices.Clone(installed)
	slices.SortStableFunc(installed, func(a, b string) int { return place(a) - place(b) })
	return installed
}

// languageOf returns the language of a text, if that is certain.
func languageOf(s string) string {
	if code, confidence := text.Language(s); confidence > 0.5 {
		return code
	}
	return ""
}

// tesseractName returns Tesseract's name of a language, which is mostly its code of three letters.
func tesseractName(code string) string {
	tag, err := language.Parse(code)
	if err != nil || code == "" {
		return ""
	}
	base, _ := tag.Base()
	name := base.ISO3()
	return cmp.Or(map[string]string{"zho": "chi_sim", "nob": "nor", "nno": "nor"}[name], name)
}

// addPages puts pages that were read by OCR into a document.
func addPages(d *content.Document, read map[int]hocr.Page) {
	texts := strings.Split(strings.TrimSuffix(d.Text, "\f"), "\f")
	texts = append(texts, make([]string, max(0, d.Pages-len(texts)))...)
	size := 0
	for _, s := range texts {
		size += len(s) + 1
	}
	done := map[int]bool{}
	for _, page := range d.Unread {
		p, ok := read[page]
		if !ok || page >= len(texts) || size+len(p.Text) > content.MaxText {
			continue
		}
		texts[page] = p.Text
		size += len(p.Text)
		done[page] = true
		if p.Text == "" {
			continue
		}
		d.OCR++
		if page >= ocrFirst {
			continue
		}
		d.Images = max(0, d.Images-1) // it was the page
		for _, l := range p.Lines {
			if len(d.Lines) < content.MaxLines {
				l.Page = page
				d.Lines = append(d.Lines, l)
			}
		}
	}
	slices.SortStableFunc(d.Lines, func(a, b content.Line) int { return a.Page - b.Page })
	d.Text = strings.Join(texts, "\f") + "\f"
	d.Unread = slices.DeleteFunc(d.Unread, func(page int) bool { return done[page] })
	switch {
	case d.Cut == content.CutScan && len(d.Unread) == 0:
		d.Cut = ""
	case d.Cut == "" && len(d.Unread) > 0:
		d.Cut = content.CutScan
	}
}
