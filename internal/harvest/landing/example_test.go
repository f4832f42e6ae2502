package landing_test

import (
	"fmt"

	"sluice/internal/harvest/landing"
	"sluice/page"
	"sluice/weburl"
)

func ExampleCandidates() {
	u, err := weburl.Parse("https://j.example/article/view/31")
	if err != nil {
		panic(err)
	}
	body := []byte(`<h1>Waves in shallow water</h1>
		<a class="obj_galley_link pdf" href="/article/view/31/57">PDF</a>
		<h2>References</h2><ol class="references"><li><a href="https://other.example/a.pdf">PDF</a></ol>`)
	parser := page.Parser{Resources: true}
	p := parser.Parse(body, page.Source{URL: u})
	for _, c := range landing.Candidates(landing.Answer{URL: u, Page: p, Body: body}) {
		fmt.Printf("%s: %s (%s)\n", c.Kind, c.URL, c.Rule)
	}
	// Output:
	// paper: https://j.example/article/download/31/57 (OJS galley)
	// wrapper: https://j.example/article/view/31/57 (OJS galley)
}
