package pdffile

import (
	"bytes"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"sluice/document/content"
	"sluice/document/internal/pdfchar"
	"sluice/document/internal/xmp"
)

// infoKeys are the entries of the information dictionary (ISO 32000-1, 14.3.3)
// and the fields that they are.
var infoKeys = []struct{ key, field string }{
	{"Title", "title"}, {"Author", "author"}, {"Subject", "subject"}, {"Keywords", "keyword"},
	{"CreationDate", "created"}, {"ModDate", "modified"}, {"Creator", "creator"}, {"Producer", "producer"},
	{"doi", "doi"}, {"DOI", "doi"}, {"WPS-ARTICLEDOI", "doi"}, {"arXivID", "arxiv"},
}

// fields is what a document says of itself: its information dictionary, then
// its XMP, then its outline as "outline", each value once.
func (f *file) fields() []content.Field {
	var fields []content.Field
	size, seen := 0, map[content.Field]bool{}
	add := func(name, value string) {
		value = strings.TrimSpace(strings.Join(strings.Fields(pdfchar.Clean(value)), " "))
		field := content.Field{Name: name, Value: value}
		if value == "" || len(value) > content.MaxValue || seen[field] || len(fields) == content.MaxFields || size > 1<<20 {
			return
		}
		size += len(value)
		seen[field] = true
		fields = append(fields, field)
	}
	for _, k := range infoKeys {
		value := f.metaText(k.key)
		if k.field == "created" || k.field == "modified" {
			value = Date(value)
		}
		add(k.field, value)
	}
	for _, key := range infoNames(f.View(f.at, f.size)) {
		if !slices.ContainsFunc(infoKeys, func(k struct{ key, field string }) bool { return k.key == key }) {
			add(strings.ToLower(key), f.metaText(key))
		}
	}
	add("language", f.Wide("FPDFCatalog_GetLanguage", content.MaxValue, f.doc))
	info := fields
	for _, x := range xmp.Fields(f.View(f.at, f.size), info) {
		// The dictionary's dates and programs say the same as XMP's, in other
		// words.
		switch x.Name {
		case "created", "modified", "creator", "producer":
			if slices.ContainsFunc(info, func(i content.Field) bool { return i.Name == x.Name }) {
				continue
			}
		}
		add(x.Name, x.Value)
	}
	for _, title := range f.outline() {
		add("outline", title)
	}
	return fields
}

// How a trailer refers to the information dictionary, and the names of its entries. An entry's
// value is a string in parentheses or in hexadecimal digits.
var (
	infoPlace = regexp.MustCompile(`/Info\s+(\d{1,7})\s+\d{1,5}\s+R\b`)
	infoName  = regexp.MustCompile(`/([A-Za-z][\w.:-]{0,60})\s*[(<]`)
)

// infoNames are the entries that the information dictionary of a file has, as
// far as it is not compressed: PDFium only returns the values of names that are known.
func infoNames(file []byte) (names []string) {
	const most, entries = 16 << 10, 50
	// The trailer is at the end of the file (ISO 32000-1, 7.5.5).
	tail := file[max(0, len(file)-1<<20):]
	for _, m := range infoPlace.FindAllSubmatch(tail, 4) {
		object := string(m[1]) + " 0 obj"
		objects := append(xmp.Places(file, "\r"+object), xmp.Places(file, "\n"+object)...)
		if len(objects) == 0 {
			continue
		}
		// An update appends a new version of the object (ISO 32000-1, 7.5.6), so the last one
		// counts.
		i := objects[len(objects)-1]
		dictionary, _, _ := bytes.Cut(file[i:min(len(file), i+most)], []byte("endobj"))
		for _, n := range infoName.FindAllSubmatch(dictionary, entries) {
			if name := string(n[1]); !slices.Contains(names, name) && len(names) < entries {
				names = append(names, name)
			}
		}
	}
	return names
}

// metaText returns an entry of the document's information dictionary.
func (f *file) metaText(key string) string {
	at, err := f.Alloc(len(key) + 1)
	if err != nil {
		return ""
	}
	defer f.Free(at)
	copy(f.View(at, len(key)+1), key+"\x00")
	return f.Wide("FPDF_GetMetaText", content.MaxValue, f.doc, uint64(at))
}

// outline returns the titles of the outline's two upper levels, 300 at most.
func (f *file) outline() (titles []string) {
	// The set of visited entries ends the walk through an outline whose entries refer to each other
	// in a circle.
	seen := map[uint64]bool{}
	var walk func(parent uint64, depth int)
	walk = func(parent uint64, depth int) {
		for b := f.Do("FPDFBookmark_GetFirstChild", f.doc, parent); b != 0 && !seen[b] && len(titles) < 300; b = f.Do("FPDFBookmark_GetNextSibling", f.doc, b) {
			seen[b] = true
			titles = append(titles, f.Wide("FPDFBookmark_GetTitle", 4<<10, b))
			if depth < 2 {
				walk(b, depth+1)
			}
		}
	}
	walk(0, 1)
	return titles
}

// Date turns D:YYYYMMDDHHmmSSOHH'mm' (ISO 32000-1, 7.9.4) into RFC 3339 as far
// as it goes; what is no date is dropped.
func Date(s string) string {
	s = strings.TrimPrefix(strings.TrimSpace(s), "D:")
	digits := 0
	for digits < len(s) && digits < 14 && s[digits] >= '0' && s[digits] <= '9' {
		digits++
	}
	var y, mo, d, h, mi, sec int
	switch n, _ := fmt.Sscanf(s[:digits], "%4d%2d%2d%2d%2d%2d", &y, &mo, &d, &h, &mi, &sec); {
	// A year before 1000 is a fault of the program that wrote it.
	case n < 1 || digits < 4 || y < 1000 || mo > 12 || d > 31 || h > 23 || mi > 59 || sec > 60:
		return ""
	case n == 1 || mo == 0:
		return fmt.Sprintf("%04d", y)
	case n == 2 || d == 0:
		return fmt.Sprintf("%04d-%02d", y, mo)
	case n < 6:
		return fmt.Sprintf("%04d-%02d-%02d", y, mo, d)
	}
	zone := "Z"
	if rest := strings.ReplaceAll(s[digits:], "'", ""); len(rest) >= 3 && (rest[0] == '+' || rest[0] == '-') {
		var zh, zm int
		if n, _ := fmt.Sscanf(rest[1:], "%2d%2d", &zh, &zm); n >= 1 && zh < 24 && zm < 60 {
			zone = fmt.Sprintf("%c%02d:%02d", rest[0], zh, zm)
		}
	}
	return fmt.Sprintf("%04d-%02d-%02dT%02d:%02d:%02d%s", y, mo, d, h, mi, sec, zone)
}
