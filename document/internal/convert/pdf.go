package convert

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"regexp"
	"time"

	"sluice/document/content"
	"sluice/document/internal/sandbox"
)

var (
	ghostLimits = sandbox.Limits{Time: 2 * time.Minute, Memory: 1 << 30, Space: 4 << 30, Disk: 512 << 20, Files: 500, Processes: 4, Output: 8 << 20}
	dvipsLimits = sandbox.Limits{Time: 30 * time.Second, Memory: 512 << 20, Space: 4 << 30, Disk: 256 << 20, Files: 100, Processes: 8, Output: 8 << 20}
)

// PDF makes a PDF of a document of format ps, eps, dvi, doc, docx, odt, rtf,
// ppt, pptx, odp, xls, xlsx, ods, text or html, and writes it to out, whole or
// not at all. Cut says why pages are missing, in the words of
// content.Document.Cut; it is empty if the PDF is complete.
func (t *Tools) PDF(ctx context.Context, path, format, out string) (cut string, err error) {
	ending, needed := format, []string{"soffice"}
	switch {
	case format == "ps" || format == "eps":
		needed = []string{"gs"}
		if missing := t.missing(needed...); missing != nil {
			return "", &content.NeedsError{Tool: inWords(missing, "and"), Format: format}
		}
	case format == "dvi":
		needed = []string{"dvips", "gs"}
		if missing := t.missing(needed...); missing != nil {
			return "", &content.NeedsError{Tool: inWords(missing, "and"), Format: format}
		}
	case officeEnding(format) == "":
		return "", content.ErrUnknown
	case !t.has("soffice"):
		return "", &content.NeedsError{Tool: titles["soffice"], Format: format}
	default:
		ending = officeEnding(format)
	}
	if err := t.checkSandbox(format, "and", needed...); err != nil {
		return "", err
	}
	w, err := t.begin("in."+ending, path)
	if err != nil {
		return "", err
	}
	defer w.close()
	var made string
	switch format {
	case "ps", "eps":
		made, err = w.postScriptPDF(ctx, "in."+ending)
	case "dvi":
		made, err = w.dviPDF(ctx)
	default:
		made, err = w.officePDF(ctx, ending)
	}
	if err != nil {
		return "", err
	}
	if err := w.isPDF(made); err != nil {
		return "", err
	}
	return w.cut, w.folder.Take(made, out)
}

// postScriptPDF has Ghostscript make a PDF. What it makes of a file that fails
// on the way, the pages before, counts.
func (w *work) postScriptPDF(ctx context.Context, name string) (string, error) {
	const out = "out.pdf"
	name, err := w.renameGlyphs(name)
	if err != nil {
		return "", err
	}
	args := []string{"-q", "-dSAFER", "-dBATCH", "-dNOPAUSE", "-sDEVICE=pdfwrite", "-sOutputFile=" + out}
	cropped, err := w.firstLineHas(name, "%!PS-Adobe-", "EPSF")
	if err != nil {
		return "", err
	}
	if cropped {
		args = append(args, "-dEPSCrop")
	}
	r, err := w.run(ctx, "gs", sandbox.Command{Args: append(args, name), Limits: ghostLimits})
	if err != nil {
		return "", err
	}
	if r.OK() {
		return out, nil
	}
	if r.Signal != "" {
		return "", bad("gs", r)
	}
	switch err := w.isPDF(out); {
	case errors.Is(err, content.ErrDamaged):
		return "", bad("gs", r)
	case err != nil:
		return "", err
	}
	w.cut = content.CutDamaged
	switch marks, err := w.hasMarks(ctx, name); {
	case err != nil:
		return "", err
	case !marks:
		return "", bad("gs", r)
	}
	return out, nil
}

// dvipsNames is where the PostScript of dvips makes the glyph names of its
// bitmap fonts: 360 and the character's code, in base 36. So "c" becomes CR,
// which Ghostscript takes for a carriage return, and all texts lose their c.
var dvipsNames = regexp.MustCompile(`360( add 36 4\s+index cvrs)`)

// renameGlyphs makes a copy of a PostScript file of dvips in which the names of
// glyphs begin with a digit, as no known name does. It returns the name of the copy,
// or that of the file if nothing was renamed.
func (w *work) renameGlyphs(name string) (string, error) {
	f, err := w.folder.OpenFile(name)
	if err != nil {
		return "", err
	}
	defer f.Close()
	const prologue = 64 << 10
	begin, err := io.ReadAll(io.NewSectionReader(f, 0, prologue))
	if err != nil {
		return "", err
	}
	if !dvipsNames.Match(begin) {
		return name, nil
	}
	const copied = "renamed.ps"
	rest := io.NewSectionReader(f, int64(len(begin)), 1<<62)
	return copied, w.folder.Write(copied, 0o400, io.MultiReader(bytes.NewReader(dvipsNames.ReplaceAll(begin, []byte(" 36$1"))), rest))
}

// hasMarks reports whether a failing PostScript file marks at least one page. The
// PDF does not show that: Ghostscript adds an empty page to a file without pages.
func (w *work) hasMarks(ctx context.Context, name string) (bool, error) {
	r, err := w.run(ctx, "gs", sandbox.Command{
		Args: []string{"-q", "-dSAFER", "-dBATCH", "-dNOPAUSE", "-sDEVICE=bbox", name}, Limits: ghostLimits,
	})
	if err == nil && r.Signal != "" {
		err = bad("gs", r)
	}
	return box.Match(r.Stderr), err
}

// box is that of the marks on a page, not empty.
var box = regexp.MustCompile(`%%BoundingBox: -?\d+ -?\d+ 0*[1-9]\d* 0*[1-9]`)

// dviPDF has dvips make PostScript, and Ghostscript a PDF of that.
func (w *work) dviPDF(ctx context.Context) (string, error) {
	const out = "out.ps"
	// -R2: no commands, no files but those of TeX and of the folder. The fonts
	// that TeX would have to draw are left out: that would take minutes.
	r, err := w.run(ctx, "dvips", sandbox.Command{
		Args: []string{"-R2", "-q", "-M", "-o", out, "in.dvi"}, Env: []string{"MKTEXPK=0", "MKTEXTFM=0"}, Limits: dvipsLimits,
	})
	if err != nil {
		return "", err
	}
	made, err := w.made(out)
	if err != nil {
		return "", err
	}
	if r.Signal != "" || !made {
		return "", bad("dvips", r)
	}
	return w.postScriptPDF(ctx, out)
}

// firstLineHas reports whether a file's first line begins with one word and
// holds another.
func (w *work) firstLineHas(name, begin, hold string) (bool, error) {
	f, err := w.folder.OpenFile(name)
	if err != nil {
		return false, err
	}
	defer f.Close()
	b, err := io.ReadAll(io.LimitReader(f, 256))
	line, _, _ := bytes.Cut(b, []byte("\n"))
	return bytes.HasPrefix(line, []byte(begin)) && bytes.Contains(line, []byte(hold)), err
}

// isPDF checks that a file has the beginning and the end of a PDF. The error is content.ErrDamaged if it has not, and any other if that
// cannot be read.
func (w *work) isPDF(name string) error {
	f, err := w.folder.OpenFile(name)
	if errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("no PDF was produced: %w", content.ErrDamaged)
	} else if err != nil {
		return err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return err
	}
	const piece = 1024
	begin, err := io.ReadAll(io.NewSectionReader(f, 0, piece))
	if err != nil {
		return err
	}
	end, err := io.ReadAll(io.NewSectionReader(f, max(0, info.Size()-piece), piece))
	if err != nil {
		return err
	}
	if !bytes.Contains(begin, []byte("%PDF-")) || !bytes.Contains(end, []byte("%%EOF")) {
		return fmt.Errorf("the PDF produced is incomplete: %w", content.ErrDamaged)
	}
	return nil
}
