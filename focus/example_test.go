package focus_test

import (
	"fmt"

	"sluice/focus"
	"sluice/page"
	"sluice/weburl"
)

// A strategy is chosen by its name.
func Example() {
	for _, e := range focus.Strategies() {
		fmt.Printf("%s: %s\n", e.Name, e.Summary)
	}
	_, err := focus.Named("best", 0)
	fmt.Println(err)
	// Output:
	// breadth-first: pages near the seeds first
	// depth-first: the links of the page just visited first
	// random: links in random order
	// backlink: the pages that most pages found so far link to first
	// pagerank: the pages with the highest PageRank among those found so far first
	// anchor-priority: links whose anchor or URL has words that lead to papers first
	// tag-path-bandit: links from places on pages whose links led to documents first
	// tree-frontier: groups of alike links first of which one promises most documents, by a tree that learns
	// best-first: the links of the pages most similar to the topic first
	// best-n-first: as best-first, 256 links before what they lead to counts
	// fish-search: the first links of relevant pages first, and few pages beyond them
	// shark-search: links whose text and pages are similar to the topic first, and few pages beyond them
	// focused-soft: the links of the pages most probably about the topic first, and those of the best hubs
	// focused-hard: as focused-soft, but links of pages of other classes only when nothing else waits
	// unknown strategy "best" (known: breadth-first, depth-first, random, backlink, pagerank, anchor-priority, tag-path-bandit, tree-frontier, best-first, best-n-first, fish-search, shark-search, focused-soft, focused-hard)
}

// A strategy sorts links into lanes. This one looks at the words of a link.
func ExamplePriority() {
	home, _ := weburl.Parse("http://people.example.org/~ada/")
	var parser page.Parser
	p := parser.Parse([]byte(`<a href="pubs.html">Publications</a> <a href="group.html">My group</a> <a href="cats.html">Cats</a>`),
		page.Source{URL: home, ContentType: "text/html"})
	strategy := &focus.Priority{}
	visit := &focus.Visit{URL: home, Page: p, Lane: focus.High}
	for i := range p.Links {
		fmt.Println(p.Anchor(&p.Links[i]), strategy.Place(visit, &p.Links[i]).Lane)
	}
	// Output:
	// Publications 0
	// My group 1
	// Cats 1
}
