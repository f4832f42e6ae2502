package reference_test

import (
	"fmt"

	"sluice/page/internal/reference"
)

func ExampleRefresh() {
	fmt.Println(reference.Refresh("5; URL='next.html'"))
	// Output: 5 next.html true
}

func ExampleSrcset() {
	for c := range reference.Srcset("small.jpg 480w, large.jpg 960w") {
		fmt.Println(c.URL, c.Width)
	}
	// Output:
	// small.jpg 480
	// large.jpg 960
}
