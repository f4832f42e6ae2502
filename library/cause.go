package library

import "sluice/internal/cause"

// Cause is why a URL was refused, why a fetch failed, or why a document is in its state; empty if there is nothing to say. It is a phrase, such
// as "nofollow" or "status 404", or a class with a detail, such as "dns: timeout". The words are on disk and stay the same. The classes are
//
//	dns, connect, tls, proxy      no connection
//	timeout, malformed answer     a connection, but no whole answer
//	encoding, truncated           an answer that could not be decoded, or was cut off
//	robots, guard, limit, trap    a rule forbids the URL: robots.txt, the address, a limit of the crawl, a crawler trap
//	host given up                 the host has failed too often
//	redirect, sitemap             the target of the redirect, or the sitemap, cannot be used
//	document, no document         a document was not read, or a URL that looked like one has none
//	challenge                     the answer is not what was asked for: a captcha, a login form, a rate limit
//	local, panic, hung            a fault of this machine or this program
//	unreadable                    a page could not be read
//	genre, not read               of a document: its genre is not accepted, or it waits
type Cause string

// Class returns the part of a cause that the causes of one kind share, such as "dns"; empty for a cause without one.
func (c Cause) Class() string {
	class, _ := cause.Split(string(c))
	return string(class)
}

// Detail returns the cause without its class.
func (c Cause) Detail() string {
	_, detail := cause.Split(string(c))
	return detail
}
