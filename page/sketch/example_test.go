package sketch_test

import (
	"fmt"

	"sluice/page/sketch"
)

// Two pages of one template are alike although their words differ.
func Example() {
	page := func(title, text string) sketch.Sketch {
		body := "<html><head><title>" + title + "</title></head><body><div id=menu><ul><li>Home<li>News<li>Search</ul></div><p>" + text + "</p></body></html>"
		return sketch.New([]byte(body), []byte("Home News Search "+text))
	}
	a, b := page("Error", "The page 17 was not found."), page("Error", "The page 23 was not found.")
	fmt.Println(a.Like(&b) > 0.5)
	// Output: true
}
