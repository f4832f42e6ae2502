package pdffile

import (
	"sluice/document/internal/draft"
	"sluice/document/internal/pdfengine"
)

// attached passes the attached files to emit, within the limits of package
// draft. It returns false when PDFium has stopped on one of them: the document
// itself has been passed on by then, and the instance of PDFium must be
// replaced.
func (f *file) attached(emit func(any) error) (ok bool, err error) {
	var stopped error
	func() {
		defer pdfengine.Caught(&stopped)
		var files draft.Files
		for i := range min(f.DoInt("FPDFDoc_GetAttachmentCount", f.doc), draft.MaxFiles) {
			a := f.Do("FPDFDoc_GetAttachment", f.doc, uint64(i))
			if a == 0 {
				continue
			}
			f.addFile(&files, a)
		}
		for _, pin := range f.pinned {
			f.unpin(&files, pin[0], pin[1])
		}
		for _, a := range files.All() {
			if err = emit(a); err != nil {
				return
			}
		}
	}()
	return stopped == nil, err
}

// unpin adds the file of an annotation.
// Annotations are read again here, because PDFium's handles end with their page.
func (f *file) unpin(files *draft.Files, page, place int) {
	at := f.Do("FPDF_LoadPage", f.doc, uint64(page))
	if at == 0 {
		return
	}
	if mark := f.Do("FPDFPage_GetAnnot", at, uint64(place)); mark != 0 {
		if a := f.Do("FPDFAnnot_GetFileAttachment", mark); a != 0 {
			f.addFile(files, a)
		}
		f.Do("FPDFPage_CloseAnnot", mark)
	}
	f.Do("FPDF_ClosePage", at)
}

// addFile adds an attached file, if there is room for it.
func (f *file) addFile(files *draft.Files, a uint64) {
	files.Add(f.Wide("FPDFAttachment_GetName", 4<<10, a), f.attachment(a, files.Room()))
}

// attachment is what an attached file holds; nil if that is more than there is
// room for.
func (f *file) attachment(a uint64, room int) []byte {
	if f.Do("FPDFAttachment_GetFile", a, 0, 0, uint64(f.Scratch)) == 0 {
		return nil
	}
	// A length that does not fit is refused before memory is allocated: the file declares it.
	size := int(f.Uint32(f.Scratch))
	if size <= 0 || size > room {
		return nil
	}
	at, err := f.Alloc(size)
	if err != nil {
		return nil
	}
	defer f.Free(at)
	if f.Do("FPDFAttachment_GetFile", a, uint64(at), uint64(size), uint64(f.Scratch)) == 0 {
		return nil
	}
	return append([]byte(nil), f.View(at, min(size, int(f.Uint32(f.Scratch))))...)
}
