package pdfium

import (
	"sluice/document/internal/draft"
)

// attached tells the files that are attached to the document, within the limits of package draft. It gives false when PDFium has stopped
// on one: the document itself is told then, and PDFium is of no more use.
func (f *file) attached(tell func(any) error) (ok bool, err error) {
	var stopped error
	func() {
		defer caught(&stopped)
		var files draft.Files
		for i := range min(f.doInt("FPDFDoc_GetAttachmentCount", f.doc), draft.MaxFiles) {
			a := f.do("FPDFDoc_GetAttachment", f.doc, uint64(i))
			if a == 0 {
				continue
			}
			files.Add(f.wide("FPDFAttachment_GetName", 4<<10, a), f.attachment(a, files.Room()))
		}
		for _, a := range files.All() {
			if err = tell(a); err != nil {
				return
			}
		}
	}()
	return stopped == nil, err
}

// attachment is what an attached file holds; nil if that is more than there is room for.
func (f *file) attachment(a uint64, room int) []byte {
	if f.do("FPDFAttachment_GetFile", a, 0, 0, uint64(f.scratch)) == 0 {
		return nil
	}
	size := int(f.uint32(f.scratch))
	if size <= 0 || size > room {
		return nil
	}
	at, err := f.alloc(size)
	if err != nil {
		return nil
	}
	defer f.free(at)
	if f.do("FPDFAttachment_GetFile", a, uint64(at), uint64(size), uint64(f.scratch)) == 0 {
		return nil
	}
	return append([]byte(nil), f.view(at, min(size, int(f.uint32(f.scratch))))...)
}
