package pdffile

import (
	"bytes"
	"encoding/xml"
	"io"
	"strings"

	"sluice/document/internal/pdfchar"
)

const (
	formXFA      = 2       // fpdf_formfill.h: a form whose pages a viewer makes
	maxXFA       = 4 << 20 // bytes of one packet
	maxXFAPieces = 10_000
)

// xfa is the text of a form that a viewer would lay out (XML Forms
// Architecture): its pages in the file only ask to wait. First come the words
// of the form, then what was filled in, a line each.
func (f *file) xfa() string {
	if f.DoInt("FPDF_GetFormType", f.doc) != formXFA {
		return ""
	}
	lines := &xfaLines{seen: map[string]bool{}}
	// A form has about ten packets; a damaged file may declare any number.
	for i := range min(f.DoInt("FPDF_GetXFAPacketCount", f.doc), 50) {
		switch name := string(pdfchar.TrimZero(f.Bytes("FPDF_GetXFAPacketName", 1<<10, f.doc, uint64(i)))); name {
		case "template", "datasets":
			lines.read(f.packet(i), name == "template")
		}
	}
	return pdfchar.Clean(lines.String())
}

// packet is what one part of the form's XML holds.
func (f *file) packet(i int) []byte {
	size := f.Scratch
	if f.Do("FPDF_GetXFAPacketContent", f.doc, uint64(i), 0, 0, uint64(size)) == 0 {
		return nil
	}
	n := int(f.Uint32(size))
	if n <= 0 || n > maxXFA {
		return nil
	}
	at, err := f.Alloc(n)
	if err != nil {
		return nil
	}
	defer f.Free(at)
	if f.Do("FPDF_GetXFAPacketContent", f.doc, uint64(i), uint64(at), uint64(n), uint64(size)) == 0 {
		return nil
	}
	return bytes.Clone(f.View(at, n))
}

// xfaLines are pieces of text, each once.
type xfaLines struct {
	strings.Builder
	seen map[string]bool
}

// add adds the text of a form's element as a line.
func (l *xfaLines) add(s string) {
	s = strings.Join(strings.Fields(s), " ")
	if s == "" || l.seen[s] || len(l.seen) >= maxXFAPieces || l.Len()+len(s) > maxXFA {
		return
	}
	l.seen[s] = true
	l.WriteString(s + "\n")
}

// read adds the text of a packet: of a template, the content of its text
// elements; of data, all values.
func (l *xfaLines) read(packet []byte, template bool) {
	d := xml.NewDecoder(bytes.NewReader(packet))
	d.Strict = false
	d.CharsetReader = func(_ string, in io.Reader) (io.Reader, error) { return in, nil }
	var text strings.Builder
	words := 0 // depth within an element whose text is shown
	for {
		token, err := d.RawToken()
		if err != nil {
			return
		}
		switch t := token.(type) {
		case xml.StartElement:
			if !template {
				text.Reset()
			} else if words > 0 || t.Name.Local == "text" || t.Name.Local == "exData" {
				words++
			}
		case xml.CharData:
			if !template || words > 0 {
				text.Write(t)
			}
		case xml.EndElement:
			if words > 0 {
				words--
			}
			if words == 0 {
				l.add(text.String())
				text.Reset()
			} else {
				text.WriteByte(' ')
			}
		}
	}
}
