// Package lab compares crawl strategies on recorded webs: which pages does a strategy request, and how soon does it know
// what the crawl is for?
//
// [Open] opens a [Web]: the archive of a library, or a folder of sites. A [Walk] crawls it with a strategy of package focus, one
// request after the other, with neither delays nor disk: thousands of pages a second. The same web, strategy and seed give the same
// walk.
//
//	web, err := lab.Open(ctx, "library", lab.Options{})
//	walk, err := lab.Run(ctx, web, focus.BreadthFirst{}, lab.Documents(web), lab.Limits{Requests: 1000})
//	fmt.Println(walk.Until(0.8)) // requests until 80 % of the targets were known
//
// A walk counts requests for pages. Redirects and dead links are requests; robots.txt and the bodies of documents are not, since a
// document is known when a page links to it. What a strategy could gain at most says the [Oracle], which knows the web.
package lab
