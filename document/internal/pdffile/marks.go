package pdffile

import (
	"encoding/binary"
	"strings"

	"sluice/document/internal/draft"
	"sluice/document/internal/pdfchar"
)

// The kinds of annotations (fpdf_annot.h) that are not just notes.
const (
	annotationLink   = 2
	annotationPopup  = 16
	annotationFile   = 17
	annotationWidget = 20
)

// The kinds of fields of a form (fpdf_formfill.h).
const (
	fieldButton    = 1
	fieldSignature = 7
)

// What of a page's annotations is read.
const (
	maxMarks     = 2000 // annotations
	maxMarkBytes = 1 << 20
	maxMark      = 16 << 10 // bytes of one text, in UTF-16
)

// marks returns the text on a page that is no part of its print: notes, and the
// fields of a form with what was filled in. Each is a line "who: what" or
// "field: value". What the print says already is left out.
func (f *file) marks(page uint64, number int, print string) string {
	var b strings.Builder
	seen := map[string]bool{}
	add := func(s string) {
		s = strings.TrimSpace(pdfchar.Clean(s))
		if s == "" || seen[s] || b.Len()+len(s) > maxMarkBytes || len(print) < maxMarkBytes && strings.Contains(print, s) {
			return
		}
		seen[s] = true
		b.WriteString(s)
		b.WriteByte('\n')
	}
	for i := range min(f.DoInt("FPDFPage_GetAnnotCount", page), maxMarks) {
		mark := f.Do("FPDFPage_GetAnnot", page, uint64(i))
		if mark == 0 {
			continue
		}
		switch kind := f.DoInt("FPDFAnnot_GetSubtype", mark); kind {
		case annotationPopup: // another annotation says it
		case annotationWidget:
			f.field(mark, add)
		default:
			// The file itself is read after all pages, because it may be large and damaged.
			if kind == annotationFile && len(f.pinned) < draft.MaxFiles {
				f.pinned = append(f.pinned, [2]int{number, i})
			}
			says := f.markText(mark, "Contents")
			if says != "" && kind != annotationLink {
				if who := f.markText(mark, "T"); who != "" {
					says = who + ": " + says
				}
			}
			add(says)
		}
		f.Do("FPDFPage_CloseAnnot", mark)
	}
	return b.String()
}

// field adds what a field of a form is called for people, and its name and
// value when it has one.
func (f *file) field(mark uint64, add func(string)) {
	add(f.markText(mark, "TU"))
	form := f.forms()
	if form == 0 {
		return
	}
	switch f.DoInt("FPDFAnnot_GetFormFieldType", form, mark) {
	case fieldButton, fieldSignature:
		return
	}
	value := f.Wide("FPDFAnnot_GetFormFieldValue", maxMark, form, mark)
	// "Off" is the value of a box that is not ticked (ISO 32000-1, 12.7.4.2.3).
	if value == "" || value == "Off" {
		return
	}
	add(f.Wide("FPDFAnnot_GetFormFieldName", maxMark, form, mark) + ": " + value)
}

// markText is a text of an annotation's dictionary.
func (f *file) markText(mark uint64, key string) string {
	at := f.Scratch
	copy(f.View(at, len(key)+1), key+"\x00")
	return strings.TrimSpace(f.Wide("FPDFAnnot_GetStringValue", maxMark, mark, uint64(at)))
}

// forms returns PDFium's handle of the document's form, or 0 if it has no form.
// Nothing of a form runs: the table of what it could call is empty.
func (f *file) forms() uint64 {
	const version, size = 2, 256
	if f.form != 0 || f.formAsked {
		return f.form
	}
	f.formAsked = true
	if f.Do("FPDF_GetFormType", f.doc) == 0 {
		return 0
	}
	at, err := f.Alloc(size)
	if err != nil {
		return 0
	}
	clear(f.View(at, size))
	binary.LittleEndian.PutUint32(f.View(at, 4), version)
	f.form, f.formTable = f.Do("FPDFDOC_InitFormFillEnvironment", f.doc, uint64(at)), at
	return f.form
}

// closeForms forgets the form. It comes before the document is closed.
func (f *file) closeForms() {
	if f.form != 0 {
		f.Do("FPDFDOC_ExitFormFillEnvironment", f.form)
		f.Free(f.formTable)
		f.form = 0
	}
}
