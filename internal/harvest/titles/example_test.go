package titles_test

import (
	"fmt"

	"sluice/internal/harvest/titles"
	"sluice/page"
	"sluice/weburl"
)

func ExampleWanted_Scores() {
	u, _ := weburl.Parse("http://u.example/~miller/papers.html")
	var p page.Parser
	pg := p.Parse([]byte(`<h1>Publications</h1><p>The papers of Ann Miller, Department of Physics, University of Uppsala, and of the students of her group, the latest first
		<p>On-line Learning of Crawling Policies<br>with Bo Lindqvist<br><a href="w03.ps">PS</a> <a href="w03.pdf">PDF</a>
		<p>Walks on Graphs<br><a href="w02.pdf">PDF</a><p><a href="/~miller/dog.html">My dog</a>`), page.Source{URL: u})
	wanted := titles.New([]string{"On-line Learning of Crawling Policies"})
	for i, s := range wanted.Scores(pg) {
		fmt.Printf("%.2f %s\n", s.Value, pg.Links[i].URL)
	}
	// Output:
	// 0.85 http://u.example/~miller/w03.ps
	// 0.85 http://u.example/~miller/w03.pdf
	// 0.25 http://u.example/~miller/w02.pdf
	// 0.05 http://u.example/~miller/dog.html
}
