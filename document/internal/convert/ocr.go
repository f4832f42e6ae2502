package convert

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"sluice/document/content"
	"sluice/document/internal/sandbox"
)

// ocrLimits are those of one page: two or three seconds are usual, and a page of dots and
// lines that are no letters takes the longest.
var ocrLimits = sandbox.Limits{
	Time: 20 * time.Second, Memory: 1 << 30, Space: 4 << 30, Disk: 64 << 20, Files: 20, Processes: 4, Output: 8 << 20,
}

// oneThread keeps Tesseract from using all processors for one page, for which it needs more time of them in all.
var oneThread = []string{"OMP_THREAD_LIMIT=1"}

// CanOCR returns a [content.NeedsError] if this machine cannot read pictures of pages.
func (t *Tools) CanOCR() error {
	if !t.has("tesseract") {
		return &content.NeedsError{Tool: titles["tesseract"], Format: "pdf"}
	}
	return t.checkSandbox("pdf", "and", "tesseract")
}

// OCR reads the picture of a page (PGM, with so many dots per inch) in a language that
// [Tools.Languages] has. The result is hOCR, as the program wrote it.
func (t *Tools) OCR(ctx context.Context, picture []byte, dots int, language string) ([]byte, error) {
	if err := t.CanOCR(); err != nil {
		return nil, err
	}
	folder, err := sandbox.Open(t.TempDir)
	if err != nil {
		return nil, err
	}
	w := &work{tools: t, folder: folder}
	defer w.close()
	if err := folder.Write("page.pgm", 0o400, bytes.NewReader(picture)); err != nil {
		return nil, err
	}
	r, err := w.run(ctx, "tesseract", sandbox.Command{
		Args: []string{"page.pgm", "-", "--dpi", fmt.Sprint(dots), "-l", language, "hocr"}, Env: oneThread, Limits: ocrLimits,
	})
	switch {
	case err != nil:
		return nil, err
	case !r.OK():
		return nil, bad("tesseract", r)
	}
	return r.Stdout, nil
}

// Languages returns the languages that Tesseract can read, by its own names for them: "eng", "deu", "chi_sim". It
// returns none without an error where the program names none. The program is asked again until it has named some.
func (t *Tools) Languages(ctx context.Context) ([]string, error) {
	if err := t.CanOCR(); err != nil {
		return nil, err
	}
	t.askingLanguages.Lock()
	defer t.askingLanguages.Unlock()
	if len(t.languages) > 0 {
		return t.languages, nil
	}
	folder, err := sandbox.Open(t.TempDir)
	if err != nil {
		return nil, err
	}
	w := &work{tools: t, folder: folder}
	defer w.close()
	r, err := w.run(ctx, "tesseract", sandbox.Command{Args: []string{"--list-langs"}, Env: oneThread, Limits: ocrLimits})
	switch {
	case err != nil:
		return nil, err
	case !r.OK():
		return nil, bad("tesseract", r)
	}
	t.languages = languagesOf(string(r.Stdout))
	return t.languages, nil
}

// languagesOf reads the list that Tesseract prints: a sentence that ends in a colon, then a name a line.
func languagesOf(printed string) (languages []string) {
	for line := range strings.Lines(printed) {
		name := strings.TrimSpace(line)
		// "osd" knows how a page is turned, "equ" where formulas are.
		if isLanguage(name) && name != "osd" && name != "equ" && len(languages) < maxLanguages {
			languages = append(languages, name)
		}
	}
	slices.Sort(languages)
	return languages
}

// maxLanguages is more than Tesseract has.
const maxLanguages = 300

// isLanguage reports whether a line is a name, which may have a folder before it.
func isLanguage(name string) bool {
	return name != "" && len(name) < 40 && name[0] != '-' && !strings.ContainsFunc(name, func(r rune) bool {
		return (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') && r != '_' && r != '/' && r != '-'
	})
}
