// Package lab compares crawl strategies on recorded webs: which pages does a strategy request, and how soon does it know
// what the crawl is for?
//
// [Open] opens a [Web]: the archive of a library, or a folder of sites. A [Walk] crawls it with a strategy of package focus, one
// request after the other, with neither delays nor disk: thousands of pages a second. The same web, strategy and seed give the same
// walk.
//
//	web, err := lab.Open(ctx, "library", lab.Options{})
//	walk, err := lab.Run(ctx, web, focus.BreadthFirst{}, lab.Documents(web, nil), lab.Limits{Requests: 1000})
//	fmt.Println(walk.Until(0.8)) // requests until 80 % of the targets were known
//
// A walk counts requests for pages. Redirects and dead links are requests; robots.txt and the bodies of documents are not, since a
// document is known when a page links to it. What a strategy could gain at most says the [Oracle], which knows the web.
//
// With one worker and without delays a crawl takes the same course, within 2 % of the requests on the webs that are tested: [Score] measures
// one by the log of its requests. A walk refuses the same traps as a crawl, and treats default pages and copies
// in the same way. It has no budgets and no probes, refuses no document by its name, and meets no challenges.
//
// [Compare] measures walks of several strategies on a web, each with several seeds. [Tables], [WriteCSV] and [WriteHTML] write what came
// of it, [Totals] says what several webs have in common and whether a difference may be chance. [ReadGraph] ranks the pages of a web by
// its links. [StopEarly] says what a crawl would miss that stops sites early.
//
// A web keeps its pages in memory, up to a gigabyte of text, and parses them once; those beyond are read again for each walk.
package lab
