package lab

import (
	"crypto/sha256"
	"slices"
	"strings"

	"sluice/weburl"
)

// maxCopies is the number of URLs of a host with one body whose links a crawl follows.
const maxCopies = 3

// folders knows which URLs are one page: as in a crawl, two equal bodies show that a host answers for its folders with pages of a name such
// as index.html. Links to other pages of the name then lead to their folders. The zero value folds nothing.
type folders struct {
	bodies  map[body][]weburl.URL
	names   map[string]bool     // of default pages, after their hosts
	fetched map[weburl.Key]bool // URLs that brought a body
}

// body is a body of a host.
type body struct {
	host string
	sum  [sha256.Size]byte
}

func newFolders() folders {
	return folders{map[body][]weburl.URL{}, map[string]bool{}, map[weburl.Key]bool{}}
}

// add adds a page. It reports whether so many others of its host have the same body that its links are not followed.
func (f *folders) add(u weburl.URL, sum [sha256.Size]byte) (isCopy bool) {
	b := body{u.Host(), sum}
	earlier := f.bodies[b]
	if i := slices.IndexFunc(earlier, func(e weburl.URL) bool { return e.Key() == u.Key() }); i >= 0 { // it was visited before
		return i >= maxCopies
	}
	for _, e := range earlier {
		if len(earlier) >= maxCopies { // a body that comes everywhere proves nothing
			break
		}
		if name, ok := defaultPageOf(u, e); ok {
			f.names[name] = true
		}
	}
	f.bodies[b] = append(earlier, u)
	f.fetched[u.Key()] = true
	return len(earlier) >= maxCopies
}

// of returns the folder of a default page, on a host that answers for its folders with pages of that name.
func (f *folders) of(u weburl.URL) (weburl.URL, bool) {
	folder, ok := u.DefaultPage()
	return folder, ok && f.names[hostAndName(u)]
}

// has reports whether a URL is the default page of a folder that brought a body.
func (f *folders) has(u weburl.URL) bool {
	folder, ok := f.of(u)
	return ok && f.fetched[folder.Key()]
}

// defaultPageOf returns host and name of the default page, if one of two URLs is that of the other.
func defaultPageOf(a, b weburl.URL) (string, bool) {
	if folder, ok := a.DefaultPage(); ok && folder.Key() == b.Key() {
		return hostAndName(a), true
	}
	folder, ok := b.DefaultPage()
	return hostAndName(b), ok && folder.Key() == a.Key()
}

func hostAndName(u weburl.URL) string {
	return u.Host() + u.Path()[strings.LastIndexByte(u.Path(), '/'):]
}
