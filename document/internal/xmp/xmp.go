// Package xmp reads the metadata in XMP (ISO 16684-1) that a PDF carries.
package xmp

import (
	"bytes"
	"compress/zlib"
	"encoding/xml"
	"io"
	"slices"
	"strings"

	"sluice/document/content"
)

// maxXMP bounds a packet.
const maxXMP = 1 << 20 // bytes of one packet

// xmpNames are the properties of XMP that are fields (XMP specification, part 1
// and 2; PRISM 3.0; pdfx is what PDF/X and publishers add).
var xmpNames = map[string]string{
	"http://purl.org/dc/elements/1.1/ title":                     "title",
	"http://purl.org/dc/elements/1.1/ creator":                   "author",
	"http://purl.org/dc/elements/1.1/ description":               "subject",
	"http://purl.org/dc/elements/1.1/ subject":                   "keyword",
	"http://purl.org/dc/elements/1.1/ language":                  "language",
	"http://purl.org/dc/elements/1.1/ publisher":                 "publisher",
	"http://purl.org/dc/elements/1.1/ date":                      "date",
	"http://ns.adobe.com/pdf/1.3/ Keywords":                      "keyword",
	"http://ns.adobe.com/pdf/1.3/ Producer":                      "producer",
	"http://ns.adobe.com/xap/1.0/ CreatorTool":                   "creator",
	"http://ns.adobe.com/xap/1.0/ CreateDate":                    "created",
	"http://ns.adobe.com/xap/1.0/ ModifyDate":                    "modified",
	"http://prismstandard.org/namespaces/basic/ doi":             "doi",
	"http://prismstandard.org/namespaces/basic/ publicationName": "venue",
	"http://prismstandard.org/namespaces/basic/ volume":          "volume",
	"http://prismstandard.org/namespaces/basic/ number":          "number",
	"http://prismstandard.org/namespaces/basic/ pageRange":       "pages",
	"http://prismstandard.org/namespaces/basic/ isbn":            "isbn",
	"http://prismstandard.org/namespaces/basic/ coverDate":       "date",
	"http://ns.adobe.com/pdfx/1.3/ doi":                          "doi",
	"http://ns.adobe.com/pdfx/1.3/ DOI":                          "doi",
	"http://purl.org/dc/elements/1.1/ rights":                    "rights",
	"http://purl.org/dc/elements/1.1/ contributor":               "contributor",
	"http://purl.org/dc/elements/1.1/ identifier":                "identifier",
	"http://purl.org/dc/elements/1.1/ source":                    "source",
	"http://ns.adobe.com/xap/1.0/rights/ UsageTerms":             "rights",
}

// xmpName finds the field of a property. PRISM's namespaces carry their
// version.
func xmpName(n xml.Name) string {
	space := n.Space
	if strings.HasPrefix(space, "http://prismstandard.org/namespaces/basic/") {
		space = "http://prismstandard.org/namespaces/basic/"
	}
	return xmpNames[space+" "+n.Local]
}

// Fields finds the document's XMP packet in a file and reads it. PDFium offers no
// access to it; but metadata streams are never inside other streams, so they are
// found by the words of their dictionaries. A file may hold packets of its
// pictures too: the document's is the one that says most of what the
// information dictionary says too, and of such ones the last.
func Fields(file []byte, info []content.Field) []content.Field {
	var best []content.Field
	most := 0
	if len(info) == 0 {
		most = -1
	}
	for _, i := range slices.Backward(Places(file, "/Metadata")) {
		fields := xmpPacket(stream(file[i:]))
		if n := agreements(fields, info); len(fields) > 0 && n > most {
			best, most = fields, n
		}
		file = file[:i]
	}
	return best
}

// Places returns the last places of a word in a file, about 64 of them. It
// looks for them from the front, because bytes.Index takes many bytes at once,
// and bytes.LastIndex one after the other.
func Places(file []byte, word string) (found []int) {
	const most = 64
	for from := 0; ; {
		i := bytes.Index(file[from:], []byte(word))
		if i < 0 {
			return found
		}
		if len(found) == 2*most {
			found = append(found[:0], found[most:]...)
		}
		found = append(found, from+i)
		from += i + len(word)
	}
}

// agreements returns how many fields two lists have in common.
func agreements(a, b []content.Field) (n int) {
	for _, f := range a {
		if slices.ContainsFunc(b, func(g content.Field) bool {
			return f.Name == g.Name && strings.EqualFold(strings.Join(strings.Fields(f.Value), " "), g.Value)
		}) {
			n++
		}
	}
	return n
}

// stream returns the data of the metadata stream in whose dictionary b begins, or
// nil if it is another stream.
func stream(b []byte) []byte {
	dictionary, data, ok := bytes.Cut(b[:min(len(b), maxXMP)], []byte("stream"))
	if !ok || len(dictionary) > 1024 || bytes.Contains(dictionary, []byte("endobj")) {
		return nil
	}
	data = bytes.TrimLeft(data, "\r\n")
	if data, _, ok = bytes.Cut(data, []byte("endstream")); !ok {
		return nil
	}
	if !bytes.HasPrefix(data, []byte("<")) && !bytes.HasPrefix(data, []byte("\xef\xbb\xbf")) {
		z, err := zlib.NewReader(bytes.NewReader(data))
		if err != nil {
			return nil
		}
		data, _ = io.ReadAll(io.LimitReader(z, maxXMP)) // as far as it is whole
	}
	return data
}

// xmpPacket reads RDF as XMP writes it: properties are elements of
// rdf:Description, their values text, rdf:li items or attributes of the
// description.
func xmpPacket(packet []byte) (fields []content.Field) {
	if len(packet) == 0 {
		return nil
	}
	d := xml.NewDecoder(bytes.NewReader(packet))
	d.Strict = false
	d.CharsetReader = func(_ string, in io.Reader) (io.Reader, error) { return in, nil }
	var (
		field string // the property that we are in
		at    int    // its depth
		depth int
		text  strings.Builder
	)
	add := func(name, value string) {
		if value = strings.TrimSpace(value); value != "" && len(fields) < 200 {
			fields = append(fields, content.Field{Name: name, Value: value})
		}
	}
	for {
		token, err := d.Token()
		if err != nil {
			return fields
		}
		switch t := token.(type) {
		case xml.StartElement:
			if depth++; depth > 100 {
				return fields
			}
			if t.Name.Local == "Description" {
				for _, a := range t.Attr {
					if name := xmpName(a.Name); name != "" {
						add(name, a.Value)
					}
				}
			}
			if field == "" {
				if field = xmpName(t.Name); field != "" {
					at = depth
				}
			}
			text.Reset()
		case xml.EndElement:
			if field != "" {
				add(field, text.String())
			}
			if field != "" && depth <= at {
				field = ""
			}
			text.Reset()
			depth--
		case xml.CharData:
			if field != "" {
				text.Write(t)
			}
		}
	}
}
