package crawler

import (
	"sluice/internal/catalogue"
	"sluice/internal/cause"
	"sluice/internal/crawler/internal/budget"
	"sluice/library"
)

// Causes of refusals and failures, as they appear in catalogue and reports. Those of
// traps come from package weburl, those of failed requests from package fetch, and
// those of robots.txt from package robotscache.
const (
	causeIgnored    = "ignored"
	causeScope      = "scope"
	causeForeign    = "foreign document"
	causeNeverPage  = "never a page"
	causeDepth      = "limit: depth"
	causeMapDepth   = "limit: sitemap depth"
	causeQuerySpace = budget.CauseQuerySpace
	causeHosts      = budget.CauseHosts
	causeSoft404    = "trap: same answer"
	causeNoFollow   = "nofollow"
	causeNoIndex    = "noindex"
	causeRobots     = "robots"
	causeHook       = "hook"
	causeProbe      = "probe"
	causeRemoved    = "removed"
	causeCopies     = "copies"
	causeFolded     = "default page"
	causeLoop       = "redirect loop"
	causeHops       = "redirect limit"
	causeNoTarget   = "redirect without target"
	causeHung       = "hung: reading"
)

// CauseNotDue is the cause of what the library has and a crawl does not request again yet.
const CauseNotDue = "not due"

// CauseRequests is the cause of what a crawl leaves out because it has no request left for it.
const CauseRequests = "limit: requests"

// Causes for which a document is not fetched, or is not read after it was.
const (
	causeNames    = "document: name"
	causeSameSize = "document: same size"
	causeRejected = "document: rejected before"
	causeSmall    = "document: too small"
	causeEmpty    = "document: empty"
	causeLarge    = "document: too large"
)

// causeOther is the cause of an answer that is no document although its link or its header said so.
var causeOther = library.Cause(catalogue.NoDocument.With("not of the type that it was said to be"))

// Classes of causes whose details differ from URL to URL.
const (
	classPanic      cause.Class = "panic"
	classUnreadable cause.Class = "unreadable"
	classSitemap    cause.Class = "sitemap"
	classTruncated  cause.Class = "truncated"
	classRedirect   cause.Class = "redirect"
)

// withoutDetail returns a cause as metrics count it: without a detail that takes any number of values.
func withoutDetail(why string) string {
	switch class := cause.Of(why); class {
	case classPanic, classUnreadable, classSitemap:
		return string(class)
	}
	return why
}
