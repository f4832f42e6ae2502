package content_test

import (
	"fmt"

	"sluice/document/content"
)

func Example() {
	d := content.Document{
		Type:  "pdf",
		Pages: 2,
		Text:  "On crawling\nThe Web is large.\n\fReferences\n\f",
		Fields: []content.Field{
			{Name: "author", Value: "Ada Example"}, {Name: "author", Value: "Ben Sample"}, {Name: "title", Value: "On crawling"},
		},
	}
	fmt.Println(d.Get("title"), d.All("author"))
	fmt.Printf("%q\n", d.Page(1))
	// Output:
	// On crawling [Ada Example Ben Sample]
	// "References\n"
}
