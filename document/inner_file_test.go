package document_test

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"sluice/document"
)

// word makes a Word document that says a sentence and has files within it,
// given as name and content in turns.
func word(says string, files ...string) string {
	parts := []string{"word/document.xml", "<d><p><t>" + says + "</t></p></d>"}
	for i := 0; i+1 < len(files); i += 2 {
		parts = append(parts, "word/embeddings/"+files[i], files[i+1])
	}
	return zipped(parts...)
}

// compound makes an OLE file with one stream.
func compound(stream, data string) string {
	const sector, end, free, table = 512, 0xfffffffe, 0xffffffff, 0xfffffffd
	for len(data) < 4096 { // smaller ones lie elsewhere
		data += "\x00"
	}
	for len(data)%sector != 0 {
		data += "\x00"
	}
	n := len(data) / sector
	head := make([]byte, sector)
	copy(head, "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1")
	le := binary.LittleEndian
	le.PutUint16(head[30:], 9)
	le.PutUint32(head[44:], 1)
	le.PutUint32(head[48:], 1) // the directory
	le.PutUint32(head[60:], end)
	le.PutUint32(head[68:], end)
	for i := 76; i < sector; i += 4 {
		le.PutUint32(head[i:], free)
	}
	le.PutUint32(head[76:], 0) // the table
	fat := bytes.Repeat([]byte{0xff}, sector)
	le.PutUint32(fat, table)
	le.PutUint32(fat[4:], end)
	for i := range n {
		next := uint32(3 + i)
		if i == n-1 {
			next = end
		}
		le.PutUint32(fat[4*(2+i):], next)
	}
	dir := make([]byte, sector)
	name := func(at int, s string, kind byte, start, size uint32) {
		for i, c := range []byte(s) {
			dir[at+2*i] = c
		}
		le.PutUint16(dir[at+64:], uint16(2*len(s)+2))
		dir[at+66] = kind
		le.PutUint32(dir[at+116:], start)
		le.PutUint32(dir[at+120:], size)
	}
	name(0, "Root Entry", 5, end, 0)
	name(128, stream, 2, 2, uint32(len(data)))
	return string(head) + string(fat) + string(dir) + data
}

// packaged is what the Packager of Windows makes of a file.
func packaged(name, data string) string {
	b := []byte("\x02\x00" + name + "\x00C:\\" + name + "\x00\x00\x00\x03\x00")
	for _, s := range []string{"C:\\t\x00", data} {
		b = append(binary.LittleEndian.AppendUint32(b, uint32(len(s))), s...)
	}
	return string(b)
}

// linked is the first version of OLE, as RTF has it, in hexadecimal digits.
func linked(class, data string) string {
	b := []byte("\x01\x05\x00\x00\x02\x00\x00\x00")
	for _, s := range []string{class + "\x00", "", "", data} {
		b = append(binary.LittleEndian.AppendUint32(b, uint32(len(s))), s...)
	}
	return fmt.Sprintf("%x", b)
}

func TestFilesWithinADocumentAreReadAfterIt(t *testing.T) {
	native := packaged("notes.txt", "from a text")
	native = string(binary.LittleEndian.AppendUint32(nil, uint32(len(native)))) + native
	sheet := zipped("xl/workbook.xml", `<w><sheet name="Data" r:id="a"/></w>`, "xl/_rels/workbook.xml.rels", `<R><Relationship Id="a" Type="x/worksheet" Target="s.xml"/></R>`,
		"xl/s.xml", `<w><row><c t="inlineStr"><is><t>cells</t></is></c></row></w>`)
	chunk := zipped("word/document.xml", "<d><p><t>own</t></p></d>", "word/_rels/document.xml.rels", `<R><Relationship Id="a" Type="x/aFChunk" Target="c.rtf"/></R>`,
		"word/c.rtf", `{\rtf1 a chunk}`)
	slides := zipped("ppt/presentation.xml", `<p><sldId r:id="a"/></p>`, "ppt/_rels/presentation.xml.rels", `<R><Relationship Id="a" Type="x/slide" Target="s.xml"/></R>`,
		"ppt/s.xml", `<a:p><a:t>own</a:t></a:p>`, "ppt/embeddings/a.bin", compound("Package", word("wrapped")))
	r := document.NewReader(document.Options{TempDir: t.TempDir()})
	defer r.Close()
	for _, c := range []struct{ what, name, data, text, attached string }{
		{"Word in Word", "a.docx", word("own", "b.docx", word("inner")), "own\n\ninner\n", "b.docx"},
		{"text in Word in Word", "a.docx", word("own", "b.docx", word("inner", "c.txt", "innermost"), "d.txt", "beside"), "own\n\ninner\n\nbeside\n\ninnermost\n", "b.docx d.txt c.txt"},
		{"an object of OpenDocument in another format", "a.odt", zipped("mimetype", "application/vnd.oasis.opendocument.text", "content.xml", `<c><text:p>own</text:p><draw:object-ole xlink:href="./Obj100"/></c>`, "Obj100", compound("Package", word("inner"))), "own\n\ninner\n", "Obj100"},
		{"a sheet", "a.docx", word("own", "b.xlsx", sheet), "own\n\nData\n\ncells\n", "b.xlsx"},
		{"PDF", "a.docx", word("own", "o.bin", compound("CONTENTS", printed("a page"))), "own\n\na page\n", "o.bin"},
		{"a package of any file", "a.docx", word("own", "o.bin", compound("\x01Ole10Native", native)), "own\n\nfrom a text\n", "notes.txt"},
		{"a picture", "a.docx", word("own", "p.png", "\x89PNG\r\n\x1a\n\x00"), "own\n", "p.png"},
		{"nothing of its own", "a.docx", word("", "b.docx", word("inner")), "inner\n", "b.docx"},
		{"a file that is broken", "a.docx", word("own", "b.docx", "PK\x03\x04broken", "c.txt", "words"), "own\n\nwords\n", "b.docx c.txt"},
		{"a chunk", "a.docx", chunk, "own\n\na chunk\n", "c.rtf"},
		{"slides", "a.pptx", slides, "own\n\f\nwrapped\n", "a.bin"},
		{"OpenDocument", "a.odt", zipped("mimetype", "application/vnd.oasis.opendocument.text", "content.xml", `<c><text:p>own</text:p><draw:object xlink:href="./Object 1"/></c>`, "Object 1", compound("Package", word("inner"))), "own\n\ninner\n", "Object 1"},
		{"RTF", "a.rtf", `{\rtf1 own{\object\objemb{\*\objdata ` + linked("Package", packaged("n.txt", "words")) + "}}}", "own\n\nwords\n", "n.txt"},
		{"Word in RTF", "a.rtf", `{\rtf1 own{\object{\*\objclass Word}{\*\objdata ` + linked("Word.Document.12", compound("Package", word("inner"))) + `}{\result shown}}}`, "ownshown\n\ninner\n", "Word.Document.12"},
	} {
		d, err := r.Read(t.Context(), fileOf(t, c.name, c.data), document.Hint{})
		if err != nil {
			t.Errorf("%s: %v", c.what, err)
			continue
		}
		if d.Text != c.text || strings.Join(d.All("attachment"), " ") != c.attached {
			t.Errorf("%s: %q, %q, want %q, %q", c.what, d.Text, d.All("attachment"), c.text, c.attached)
		}
	}
}

func TestNestedFilesAreBounded(t *testing.T) {
	temp := t.TempDir()
	r := document.NewReader(document.Options{TempDir: temp})
	defer r.Close()
	deep := word("the last")
	for i := range 60 {
		deep = word(fmt.Sprint("level ", 60-i), "a.docx", deep)
	}
	doubled := word("the last")
	for range 8 { // 10^8 files in all
		var files []string
		for i := range 10 {
			files = append(files, fmt.Sprintf("%d.docx", i), doubled)
		}
		doubled = word("many", files...)
	}
	bomb := word("<t>" + strings.Repeat(" ", 100<<20))
	var many []string
	for i := range 100 {
		many = append(many, fmt.Sprintf("%d.txt", i), fmt.Sprintf("file %d.", i))
	}
	for _, c := range []struct {
		what, data string
		want, not  string
	}{
		{"one in the other, sixty deep", deep, "level 21", "level 22"},
		{"files that multiply", doubled, "many", "the last"},
		{"many", word("own", many...), "file 19.", "file 20."},
		{"bombs", word("own", "a.docx", bomb, "b.docx", bomb, "c.txt", "after"), "own", "after"},
		{"a stream that goes round", word("own", "a.bin", round()), "own", "\x00"},
		{"an object of nothing but a length", `{\rtf1 own{\object{\*\objdata 01050000020000000000ffff}}{\object{\*\objdata ffffffffffffffffffffffff}}}`, "own", "ffff"},
		{"digits without end", `{\rtf1 own{\object{\*\objdata ` + strings.Repeat("0", 40<<20), "own", "000"},
	} {
		began := time.Now()
		d, err := r.Read(t.Context(), fileOf(t, "a", c.data), document.Hint{})
		if err != nil || !strings.Contains(d.Text, c.want) || strings.Contains(d.Text, c.not) {
			t.Errorf("%s: %v", c.what, err)
			if d != nil {
				t.Errorf("%s: %.200q", c.what, d.Text)
			}
		}
		if took := time.Since(began); took > 15*time.Second {
			t.Errorf("%s took %v", c.what, took)
		}
	}
	if left, err := os.ReadDir(temp); err != nil || len(left) > 0 {
		t.Errorf("left behind: %v, %v", left, err)
	}
}

// round is an OLE file whose stream is its own continuation.
func round() string {
	b := []byte(compound("CONTENTS", strings.Repeat("x", 5000)))
	binary.LittleEndian.PutUint32(b[512+4*3:], 2)
	binary.LittleEndian.PutUint32(b[512*3-512+128+120:], 0x7fffffff)
	return string(b)
}
