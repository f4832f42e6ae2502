package bibliography_test

import (
	"fmt"
	"strings"

	"sluice/document/bibliography"
)

func Example() {
	const text = `@article{roe99, title = {On Crawling}, author = {Roe, Jane}, year = 1999, file = {:papers/roe.pdf:PDF}}
@misc{empty}`
	for r, err := range bibliography.Read(strings.NewReader(text)) {
		if err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Println(r.Authors[0], r.Title, r.Year, len(r.Files))
	}
	// Output:
	// Jane Roe On Crawling 1999 1
	// line 2: record empty: it names no work: title, people, identifier, URL and file are missing
}
