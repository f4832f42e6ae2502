// Package weburl reads, resolves and compares the URLs of the Web as a crawler meets them.
//
// [Parse] a URL, or make a [Base] of a page's URL and [Base.Resolve] the references of the page, or [Base.Add]
// them all and [Base.Take] their URLs at once. The result is a [URL]: absolute, http or https, in canonical form.
// [URL.Key] is equal for URLs that name the same resource. [NeverPage] recognises URLs that are not worth fetching;
// package trap recognises links into endless parts of a site, package pattern matches what a user allows and ignores.
//
// # Canonical form
//
// Parsing follows the WHATWG URL Standard (https://url.spec.whatwg.org/). [Rules] are applied after it, each with a
// name, each on or off; [RuleNames] lists them and [DefaultRules] are those that are on. By default a canonical URL has
// its scheme and host in lower case and ASCII, no default port, no dot segments, no fragment, no credentials, a path
// that is at least "/", percent-escapes only where they are necessary and in upper-case hexadecimal, and no parameter
// that names a session or a campaign. Differences that matter to servers are kept: upper and lower case in path and
// query, a slash at the end, empty path segments, "+", "%2F", the order of a query, "www.".
//
// # Limits
//
// References and URLs of more than [MaxLength] bytes are errors. By the default rules parsing takes time linear in the
// length of the reference, and no input makes a function panic. A [URL] is immutable and may be used by many
// goroutines; a [Base] belongs to one.
package weburl
