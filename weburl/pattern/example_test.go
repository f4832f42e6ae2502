package pattern_test

import (
	"fmt"

	"sluice/weburl"
	"sluice/weburl/pattern"
)

func Example() {
	ignore, err := pattern.ParseList("*.ads.example", "/[?&]print=/", ".rss")
	if err != nil {
		fmt.Println(err)
		return
	}
	u, _ := weburl.Parse("http://www.example.org/page?print=1")
	fmt.Println(ignore.Match(u))
	// Output: /[?&]print=/ true
}
