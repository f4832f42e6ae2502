// Package linkvalue estimates what a link is worth to a crawl before it is requested, and learns it while the crawl runs.
//
// A [Context] is a page on which links are found; [Context.Features] describes one of them by lists of numbers. A [Model] is two
// linear models over such lists: the probability that the link leads to a page at all (logistic regression), and what a page there
// is worth (Poisson regression). Both learn from each request by gradient descent with a step of its own for each feature (AdaGrad:
// Duchi, Hazan and Singer 2011).
//
// Features below [General] mean the same on every site, such as a word of an anchor. What was learned of them is of use to other
// crawls. The others name a host, a directory, a page or a place on pages of a host: they are what a crawl learns of the sites that
// it visits.
package linkvalue
