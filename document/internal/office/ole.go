package office

import (
	"bytes"
	"context"
	"encoding/binary"
	"fmt"
	"io"
	"os"
	"strings"
	"time"
	"unicode/utf16"

	"sluice/document/content"
	"sluice/document/internal/draft"
)

// Limits of an OLE file, of which only streams of metadata are read.
const (
	maxSectors = 1 << 20
	maxStream  = 1 << 20
)

// ole is a compound file (Microsoft's [MS-CFB]): sectors in chains, and a directory of streams.
type ole struct {
	r      io.ReaderAt
	sector int64
	fat    []uint32
	dir    []byte
	mini   []uint32
	root   []byte // the stream of small streams
}

// Properties gives what a file of Word, PowerPoint or Excel before OOXML says of itself. A file that cannot be read says nothing.
func Properties(name string) []content.Field {
	f, err := os.Open(name)
	if err != nil {
		return nil
	}
	defer f.Close()
	d := draft.New("")
	o := openOLE(f)
	if o == nil {
		return nil
	}
	summary(d, o.stream("\x05SummaryInformation"), summaryNames)
	summary(d, o.stream("\x05DocumentSummaryInformation"), documentNames)
	return d.Document().Fields
}

// Kind tells what an OLE or ZIP file is by what it has in it; "" when that is none of the formats of office programs. Head is how it begins.
func Kind(f *os.File, head []byte) string {
	if bytes.HasPrefix(head, []byte("\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1")) {
		if o := openOLE(f); o != nil {
			for _, s := range []struct{ stream, kind string }{{"WordDocument", "doc"}, {"PowerPoint Document", "ppt"}, {"Workbook", "xls"}, {"Book", "xls"}} {
				if o.has(s.stream) {
					return s.kind
				}
			}
		}
		return ""
	}
	info, err := f.Stat()
	if err != nil || !bytes.HasPrefix(head, []byte("PK\x03\x04")) {
		return ""
	}
	p, err := open(context.Background(), f, info.Size())
	if err != nil {
		return ""
	}
	for _, s := range []struct{ part, kind string }{
		{"word/document.xml", "docx"}, {"ppt/presentation.xml", "pptx"}, {"xl/workbook.xml", "xlsx"}, {"META-INF/container.xml", "epub"},
	} {
		if p.has(s.part) {
			return s.kind
		}
	}
	return ""
}

// Encrypted tells, by an error, a file of Word, PowerPoint or Excel before OOXML that opens with a password only.
func Encrypted(name string) error {
	f, err := os.Open(name)
	if err != nil {
		return err
	}
	defer f.Close()
	o := openOLE(f)
	if o == nil {
		return nil
	}
	const encrypted = 0x0100 // fEncrypted of a Word file's header
	word := o.stream("WordDocument")
	user := o.stream("Current User")
	switch {
	case len(word) > 12 && binary.LittleEndian.Uint16(word) == 0xa5ec && binary.LittleEndian.Uint16(word[10:])&encrypted != 0,
		len(user) > 16 && binary.LittleEndian.Uint32(user[12:]) == 0xf3d1c4df,
		hasFilePass(o.stream("Workbook")), o.has("EncryptedPackage"):
		return fmt.Errorf("%w: the document opens with a password only", content.ErrEncrypted)
	}
	return nil
}

// hasFilePass looks for the record of a workbook that says how it is encrypted, which is one of its first.
func hasFilePass(b []byte) bool {
	for range 20 {
		if len(b) < 4 {
			return false
		}
		kind, size := binary.LittleEndian.Uint16(b), int(binary.LittleEndian.Uint16(b[2:]))
		if kind == 0x2f {
			return true
		}
		b = b[min(len(b), 4+size):]
	}
	return false
}

// openOLE reads the tables of a compound file; nil when it is none, or broken.
func openOLE(r io.ReaderAt) *ole {
	head := make([]byte, 512)
	if _, err := r.ReadAt(head, 0); err != nil || string(head[:8]) != "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" {
		return nil
	}
	shift := binary.LittleEndian.Uint16(head[30:])
	if shift != 9 && shift != 12 {
		return nil
	}
	o := &ole{r: r, sector: 1 << shift}
	tables := words(head[76:])
	next := binary.LittleEndian.Uint32(head[68:])
	for range 1000 { // sectors that name more tables
		if next >= 0xfffffffa {
			break
		}
		more := words(o.read(next))
		if len(more) == 0 {
			break
		}
		tables = append(tables, more[:len(more)-1]...)
		next = more[len(more)-1]
	}
	for _, t := range tables {
		if t < 0xfffffffa && len(o.fat) < maxSectors {
			o.fat = append(o.fat, words(o.read(t))...)
		}
	}
	o.dir = o.chain(binary.LittleEndian.Uint32(head[48:]), 16<<20)
	o.mini = words(o.chain(binary.LittleEndian.Uint32(head[60:]), 4<<20))
	if len(o.dir) >= 128 {
		o.root = o.chain(binary.LittleEndian.Uint32(o.dir[116:]), 16<<20)
	}
	return o
}

func words(b []byte) []uint32 {
	w := make([]uint32, len(b)/4)
	for i := range w {
		w[i] = binary.LittleEndian.Uint32(b[4*i:])
	}
	return w
}

func (o *ole) read(sector uint32) []byte {
	b := make([]byte, o.sector)
	n, _ := o.r.ReadAt(b, (int64(sector)+1)*o.sector)
	return b[:n]
}

// chain reads sectors up to the end of their chain, or so many bytes.
func (o *ole) chain(sector uint32, most int) []byte {
	var b []byte
	for int64(sector) < int64(len(o.fat)) && len(b) < most {
		s := o.read(sector)
		if len(s) == 0 {
			break
		}
		b = append(b, s...)
		sector = o.fat[sector]
	}
	return b[:min(len(b), most)]
}

// entry finds a stream in the directory: where it begins and how long it is.
func (o *ole) entry(name string) (start uint32, size int, ok bool) {
	want := wide(name)
	for at := 0; at+128 <= len(o.dir); at += 128 {
		e := o.dir[at : at+128]
		if n := int(binary.LittleEndian.Uint16(e[64:])) - 2; n == len(want) && bytes.Equal(e[:n], want) {
			return binary.LittleEndian.Uint32(e[116:]), int(min(binary.LittleEndian.Uint32(e[120:]), maxStream)), true
		}
	}
	return 0, 0, false
}

func (o *ole) has(name string) bool {
	_, _, ok := o.entry(name)
	return ok
}

// stream reads the beginning of a stream; nil when there is none.
func (o *ole) stream(name string) []byte {
	start, size, ok := o.entry(name)
	if !ok {
		return nil
	}
	if size >= 4096 {
		b := o.chain(start, size)
		return b
	}
	var b []byte
	for int64(start) < int64(len(o.mini)) && len(b) < size {
		at := int64(start) * 64
		if at+64 > int64(len(o.root)) {
			break
		}
		b = append(b, o.root[at:at+64]...)
		start = o.mini[start]
	}
	return b[:min(len(b), size)]
}

// wide gives a name in UTF-16, low bytes first.
func wide(s string) []byte {
	var b []byte
	for _, u := range utf16.Encode([]rune(s)) {
		b = append(b, byte(u), byte(u>>8))
	}
	return b
}

var (
	summaryNames = map[uint32]string{2: "title", 3: "subject", 4: "author", 5: "keyword", 6: "description", 8: "last editor",
		12: "created", 13: "modified", 14: "page count", 15: "word count", 18: "creator"}
	documentNames = map[uint32]string{2: "category", 14: "manager", 15: "company"}
)

// summary reads the first section of a property set (Microsoft's [MS-OLEPS]).
func summary(d *draft.Draft, b []byte, names map[uint32]string) {
	if len(b) < 48 {
		return
	}
	at := int(binary.LittleEndian.Uint32(b[44:]))
	if at < 0 || at+8 > len(b) {
		return
	}
	section := b[at:]
	count := min(binary.LittleEndian.Uint32(section[4:]), 200)
	type place struct {
		id uint32
		at int
	}
	var places []place
	page := 1252
	for i := range int(count) {
		if 16+8*i > len(section) {
			break
		}
		p := place{binary.LittleEndian.Uint32(section[8+8*i:]), int(binary.LittleEndian.Uint32(section[12+8*i:]))}
		if p.at < 0 || p.at+8 > len(section) {
			continue
		}
		if p.id == 1 {
			page = int(binary.LittleEndian.Uint16(section[p.at+4:]))
		}
		places = append(places, p)
	}
	for _, p := range places {
		if name := names[p.id]; name != "" {
			addProperty(d, name, property(section[p.at:], page))
		}
	}
}

// property gives the value of a property as text.
func property(b []byte, page int) string {
	value := b[4:]
	switch size := int(binary.LittleEndian.Uint32(value)); binary.LittleEndian.Uint16(b) {
	case 0x1e: // text in a code page
		text := value[4:]
		if size < 0 || size > len(text) {
			return ""
		}
		text = text[:size]
		if page == 1200 {
			return fromWide(text)
		}
		if p := codePages[page]; p != nil {
			if s, err := p.NewDecoder().Bytes(text); err == nil {
				text = s
			}
		}
		return strings.TrimRight(string(text), "\x00")
	case 0x1f: // text in UTF-16
		text := value[4:]
		if size < 0 || 2*size > len(text) {
			return ""
		}
		return fromWide(text[:2*size])
	case 3: // a number
		return fmt.Sprint(int32(size))
	case 0x40: // 100 ns since 1601
		if len(value) < 8 {
			return ""
		}
		ticks := int64(binary.LittleEndian.Uint64(value))
		t := time.Unix(ticks/1e7-11644473600, 0).UTC()
		if t.Year() < 1980 || t.Year() > 2200 {
			return ""
		}
		return t.Format(time.RFC3339)
	}
	return ""
}

func fromWide(b []byte) string {
	units := make([]uint16, len(b)/2)
	for i := range units {
		units[i] = binary.LittleEndian.Uint16(b[2*i:])
	}
	return strings.TrimRight(string(utf16.Decode(units)), "\x00")
}
