package document_test

import (
	"context"
	"fmt"
	"log"
	"os"
	"path/filepath"

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

// The main of a program that reads documents. Its first line is what reads PDF:
// there the program, started once more as a child process, reads and ends.
func Example() {
	if document.Serve() {
		return
	}
	r := document.NewReader(document.Options{})
	defer r.Close()

	folder, err := os.MkdirTemp("", "documents-*")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(folder)
	path := filepath.Join(folder, "paper.md")
	if err := os.WriteFile(path, []byte("# On crawling\n\nThe Web is large.\n"), 0o600); err != nil {
		log.Fatal(err)
	}
	d, err := r.Read(context.Background(), path, document.Hint{})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%s: %q\n", d.Type, d.Text)
	// Output: markdown: "On crawling\n\nThe Web is large.\n"
}
