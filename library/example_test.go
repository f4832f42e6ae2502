package library_test

import (
	"context"
	"fmt"
	"log"
	"os"
	"strings"

	"sluice"
	"sluice/document/genre"
	"sluice/library"
)

// Documents are chosen by a condition, in an order.
func Example() {
	ctx := context.Background()
	dir, err := os.MkdirTemp("", "library-*")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(dir)
	lib, err := sluice.Open(dir, sluice.Options{Accept: genre.Genres})
	if err != nil {
		log.Fatal(err)
	}
	defer lib.Close()
	for name, title := range map[string]string{"a.md": "On Crawling", "b.md": "On Indexing", "c.md": "On Searching"} {
		text := "---\ntitle: " + title + "\n---\n\n" + strings.Repeat("A sentence of the text. ", len(title)*len(name))
		if _, err := lib.Add(ctx, name, strings.NewReader(text)); err != nil {
			log.Fatal(err)
		}
	}

	q := library.Query{Where: "state = accepted and words > 20", Sort: "-title", Limit: 2}
	for d, err := range lib.Documents(ctx, q) {
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println(d.Name, d.Type, d.Get("title"))
	}
	// Output:
	// c.md markdown On Searching
	// b.md markdown On Indexing
}
