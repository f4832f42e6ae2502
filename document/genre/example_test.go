package genre_test

import (
	"fmt"

	"sluice/document/content"
	"sluice/document/genre"
)

func Example() {
	d := &content.Document{Type: "pdf", Pages: 2, Width: 595, Height: 842, Text: `Math 512, Fall 2009
Homework #3
Due: Friday, October 9, 5:00pm

Problem 1 (10 points). Let T be a tree with n nodes. Prove that its depth is at least log n.
Problem 2 (10 points). Compute the depth of a tree of your choice. Show that it is the best possible.
`}
	v := genre.Default().Judge(d, genre.Clues{URL: "http://www.example.edu/math512/hw3.pdf"})
	fmt.Println(v.Genre, v.Accepted, v.By)
	// Output: course false model
}
