// Package weburl reads, resolves and compares the URLs of the Web as a crawler meets them.
//
// [Parse] a URL, or make a [Base] of a page's URL and [Base.Resolve] the references of the page, or [Base.Add]
// them all and [Base.Take] their URLs at once. What comes back is a [URL]: absolute, http or https, in
// canonical form. [URL.Key] says whether two of them are one.
// [Traps] and [NeverPage] say what is not worth asking for; [Patterns] are what a user allows and ignores.
//
// # Canonical form
//
// Parsing follows the WHATWG URL Standard (https://url.spec.whatwg.org/). On top of it stand [Rules], each
// with a name and each on or off; [RuleNames] lists them and [DefaultRules] says which are on. By default a
// canonical URL has its scheme and host in lower case and ASCII, no default port, no dot segments, no
// fragment, no credentials, a path that is at least "/", percent-escapes only where one is needed and these in
// upper-case hexadecimal, and no parameter that names a session or a campaign. What servers tell apart stays
// apart: upper and lower case in path and query, a slash at the end, empty path segments, "+", "%2F", the
// order of a query, "www.".
//
// # Limits
//
// No reference over [MaxLength] bytes is read and no URL over MaxLength bytes is made. Under the default rules
// parsing takes time linear in the length of the reference, and no input makes a function panic. A [URL] is
// immutable and may be used by many goroutines; a [Base] belongs to one.
package weburl
