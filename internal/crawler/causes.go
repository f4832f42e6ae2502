package crawler

import (
	"sluice/internal/catalogue"
	"sluice/internal/crawler/internal/budget"
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
	causeRemoved    = "removed"
	causeCopies     = "copies"
	causeFolded     = "default page"
	causeLoop       = "redirect loop"
	causeHops       = "redirect limit"
	causeNoTarget   = "redirect without target"
	causeHung       = "hung: reading"
)

// Causes for which a document is not fetched, or is not read after it was.
const (
	causeNames    = "document: name"
	causeSameSize = "document: same size"
	causeRejected = "document: rejected before"
	causeSmall    = "document: too small"
	causeEmpty    = "document: empty"
	causeLarge    = "document: too large"
	causeOther    = catalogue.CauseNoDocument + "not of the type that it was said to be"
)

// Words before the colon of causes whose second part differs from URL to URL.
const (
	wordPanic      = "panic"
	wordUnreadable = "unreadable"
	wordSitemap    = "sitemap"
	wordTruncated  = "truncated"
	wordRedirect   = "redirect"
)

// causeWith returns a cause of a word and what differs.
func causeWith(word, what string) string { return word + ": " + what }
