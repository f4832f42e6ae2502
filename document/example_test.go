package document_test

import (
	"fmt"

	"sluice/document"
)

// A server calls a paper a page; its first bytes tell better.
func ExampleSniff() {
	t := document.Sniff([]byte("%PDF-1.4\n1 0 obj"), "text/html", "https://www.example.org/paper?id=7")
	fmt.Println(t.Name, t.MIME, t.Document)

	t = document.Sniff([]byte{0x1f, 0x8b, 8, 0}, "application/gzip", "https://www.example.org/thesis.ps.gz")
	fmt.Println(t.Name, t.Compressed, t.Document)
	// Output:
	// pdf application/pdf true
	// ps gzip true
}

func ExampleParseMediaType() {
	m, err := document.ParseMediaType(`text/HTML; Charset="utf-8"`)
	fmt.Println(m.Essence(), m.Param("charset"), err)
	// Output: text/html utf-8 <nil>
}
