package linkvalue

import (
	"strings"

	"sluice/page"
	"sluice/weburl"
)

// Context is a page on which links are found. The nil Context is that of a seed.
type Context struct {
	URL       weburl.URL
	Page      *page.Page // nil if only its URL is known
	Depth     int        // links followed from a seed
	Documents int        // new documents that it links to
	Distance  int        // links from the last page with a new document to it

	host, dir string
	prepared  bool
	local     hash     // of the URL
	links     int      // on it
	features  []uint32 // which all its links share
}

// What is read of a page and of a link; more says little, and a page may be made to be expensive.
const (
	maxPathWords = 16
	maxTitle     = 8 // words
	maxAnchor    = 12
	maxSegments  = 8 // of a path
	maxLevels    = 6 // of directories that are features
	maxText      = 256
)

// prepare computes what all links of a page share, once.
func (c *Context) prepare() {
	if c.prepared {
		return
	}
	c.prepared = true
	c.host = c.URL.Host()
	c.dir, _ = split(c.URL.Path())
	c.local = of(0).string(c.URL.String())
	add := func(h hash) { c.features = append(c.features, h.general()) }
	words(c.URL.Path(), maxPathWords, func(w hash) { add(of('p').hash(w)) })
	add(of('1').byte(byte(min(max(c.Depth, 0), 15))))
	add(of('N').byte(magnitude(c.Documents)))
	add(of('I').byte(byte(min(max(c.Distance, 0), 15))))
	if c.Page == nil {
		return
	}
	c.links = len(c.Page.Links)
	documents := 0
	for i := range c.Page.Links {
		if weburl.DocumentEnding(c.Page.Links[i].URL) {
			documents++
		}
	}
	words(head(c.Page.Title), maxTitle, func(w hash) { add(of('t').hash(w)) })
	add(of('D').byte(magnitude(documents)))
	add(of('L').byte(magnitude(c.links)))
}

// Features appends the features of a link.
func (c *Context) Features(f []uint32, l *page.Link) []uint32 {
	general := func(h hash) { f = append(f, h.general()) }
	local := func(h hash) { f = append(f, h.local()) }
	general(of('*')) // of all links
	host, path := l.URL.Host(), l.URL.Path()
	dir, file := split(path)
	onHost := of('H').string(host)
	local(onHost)
	f = directoryFeatures(f, onHost, dir)
	stem, ending := file, ""
	if i := strings.LastIndexByte(file, '.'); i >= 0 {
		stem, ending = file[:i], file[i:]
	}
	words(stem, 6, func(w hash) {
		general(of('f').hash(w))
		local(of('F').hash(onHost).hash(w))
	})
	general(of('x').string(ending))
	general(of('s').byte(flags(l.URL, dir, file)).byte(byte(min(strings.Count(dir, "/"), maxSegments))))
	general(of('S').byte(flags(l.URL, dir, file)))
	local(shape(onHost, path, l.URL.Query()))
	if c == nil {
		general(of('0'))
		return f
	}
	c.prepare()
	relation := c.relation(host, dir)
	general(of('r').byte(relation))
	general(of('R').byte(relation).byte(magnitude(c.Documents)))
	general(of('k').byte(byte(l.Kind)))
	local(c.local.byte('p'))
	local(c.local.byte('q').string(l.Path))
	local(onHost.byte('P').string(l.Path))
	local(of('D').string(c.host).string(c.dir))
	local(of('E').string(c.host).string(c.dir).byte(relation))
	for rest := l.Path; rest != "" && len(rest) > len(l.Path)-maxText; {
		i := strings.LastIndexByte(rest, ' ')
		general(of('y').string(l.Path[i+1:])) // the last tag, and the last two
		if i < 0 || len(rest) < len(l.Path) {
			break
		}
		rest = rest[:i]
	}
	if c.links > 0 {
		general(of('z').byte(byte(min(8, max(0, l.Position)*8/c.links))))
	}
	if c.Page != nil {
		f = c.anchorFeatures(f, l, onHost)
	}
	return append(f, c.features...)
}

// directoryFeatures appends those of the directory of a URL.
func directoryFeatures(f []uint32, onHost hash, dir string) []uint32 {
	n, below := 0, onHost
	for rest := dir; rest != "" && n < maxSegments; {
		i := strings.IndexByte(rest, '/')
		segment := rest[:i]
		rest = rest[i+1:]
		if segment == "" {
			continue
		}
		n++
		below = below.byte('/').string(segment)
		if n <= maxLevels {
			f = append(f, below.local())
		}
		if isPerson(segment) {
			continue // a name, which says nothing elsewhere
		}
		words(segment, 4, func(w hash) {
			f = append(f, of('d').hash(w).general())
			if rest == "" {
				f = append(f, of('e').hash(w).general())
			}
		})
	}
	return f
}

// anchorFeatures appends those of the anchor text.
func (c *Context) anchorFeatures(f []uint32, l *page.Link, onHost hash) []uint32 {
	anchor, n := head(c.Page.Anchor(l)), 0
	words(anchor, maxAnchor, func(w hash) {
		f = append(f, of('a').hash(w).general())
		n++
	})
	f = append(f, of('A').byte(byte(min(n, 8))).general())
	if n > 0 {
		f = append(f, of('T').hash(onHost).string(anchor).local())
	}
	return f
}

// InLinks returns the feature of a link that n pages had so far. A link has it beside those that Features returns.
func InLinks(n int) uint32 { return of('i').byte(byte(min(n, 8))).general() }

// relation says where a link leads, as seen from the page.
func (c *Context) relation(host, dir string) byte {
	switch {
	case host != c.host && domain(host) != domain(c.host):
		return 1
	case host != c.host:
		return 2
	case dir == c.dir:
		return 3
	case strings.HasPrefix(dir, c.dir) && strings.Count(dir[len(c.dir):], "/") == 1:
		return 4
	case strings.HasPrefix(dir, c.dir):
		return 5
	case strings.HasPrefix(c.dir, dir):
		return 6
	case commonLevels(dir, c.dir) >= 2:
		return 7
	}
	return 0
}

// flags says what kind of path a URL has.
func flags(u weburl.URL, dir, file string) (b byte) {
	if strings.Contains(dir, "/~") || strings.Contains(dir, "/%7E") {
		b |= 1
	}
	if last := strings.LastIndexByte(strings.TrimSuffix(dir, "/"), '/'); last >= 0 && isPerson(dir[last+1:]) {
		b |= 2
	}
	if file == "" {
		b |= 4
	}
	if u.Query() != "" {
		b |= 8
	}
	return b
}

// isPerson reports whether a segment of a path names a user of the machine.
func isPerson(segment string) bool {
	return strings.HasPrefix(segment, "~") || strings.HasPrefix(segment, "%7E")
}

// shape returns the feature of a path whose numbers are made equal, and of the name of the first parameter.
func shape(h hash, path, query string) hash {
	h = h.byte('#')
	digit := false
	for i := range len(path) {
		c := path[i]
		isDigit := '0' <= c && c <= '9'
		if isDigit {
			c = '0'
		}
		if !isDigit || !digit {
			h = h.byte(c)
		}
		digit = isDigit
	}
	if query != "" {
		name, _, _ := strings.Cut(query, "=")
		h = h.byte('?').string(name)
	}
	return h
}

// split divides a path behind its last slash.
func split(path string) (dir, file string) {
	i := strings.LastIndexByte(path, '/') + 1
	return path[:i], path[i:]
}

// head returns the beginning of a text.
func head(text string) string { return text[:min(len(text), maxText)] }

// commonLevels returns how many slashes two directories begin with in common.
func commonLevels(a, b string) (n int) {
	for i := 0; i < len(a) && i < len(b) && a[i] == b[i]; i++ {
		if a[i] == '/' {
			n++
		}
	}
	return n
}

// domain returns the last two labels of a host, which do for a guess.
func domain(host string) string {
	if i := strings.LastIndexByte(host, '.'); i >= 0 {
		if j := strings.LastIndexByte(host[:i], '.'); j >= 0 {
			return host[j+1:]
		}
	}
	return host
}
