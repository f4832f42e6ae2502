package weburl

import (
	"strings"

	"sluice/weburl/internal/hostname"
)

// SURT returns the Sort-friendly URI Reordering Transform of u, the key of CDX files: the
// labels of the host in reverse order with commas between them, without "www" (or "www" with digits) at its front,
// then the port, ")", and path and query in lower case with the query's parameters sorted. It follows the
// default canonicalisation of pywb and of the Internet Archive's surt.
//
//	http://www.Example.org:8080/A/?b=2&a=1  →  org,example:8080)/a?a=1&b=2
func (u URL) SURT() string {
	if u.IsZero() {
		return ""
	}
	var b strings.Builder
	b.Grow(len(u.s))
	writeSURTHost(&b, u.Hostname())
	b.WriteString(u.s[u.name:u.path])
	b.WriteByte(')')
	path := strings.ToLower(u.Path())
	if len(path) > 1 {
		path = strings.TrimSuffix(path, "/")
	}
	b.WriteString(path)
	if query := strings.ToLower(u.Query()); query != "" {
		b.WriteByte('?')
		b.WriteString(sortedQuery(query))
	}
	return b.String()
}

// writeSURTHost writes a host with its labels in reverse order, an address as it is.
func writeSURTHost(b *strings.Builder, host string) {
	if hostname.IsAddress(host) {
		b.WriteString(host)
		return
	}
	labels := strings.Split(hostname.WithoutWWW(host), ".")
	for i := len(labels) - 1; i >= 0; i-- {
		b.WriteString(labels[i])
		if i > 0 {
			b.WriteByte(',')
		}
	}
}
