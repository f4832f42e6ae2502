package linkvalue

import (
	"slices"
	"strings"
	"time"

	"sluice/page"
	"sluice/weburl"
)

// Context is a page on which links are found. The nil Context is that of a seed.
type Context struct {
	URL       weburl.URL
	Page      *page.Page    // nil if only its URL is known
	Age       time.Duration // how much older it is than others of its host; 0 if that is not known
	Depth     int           // links followed from a seed
	Documents int           // new documents that it links to
	Distance  int           // links from the last page with a new document to it
	Topic     Words         // of what is looked for; nil if that is documents

	host, dir string
	prepared  bool
	local     hash     // of the URL
	inDir     hash     // of the directory
	links     int      // on it
	features  []uint32 // which all its links share

	path     string // tag path of the link described last: those of a list have the same
	pathHash hash
	tags     [2]uint32 // features of its last tag, and of its last two
	tagCount int
	linkHost string // of the link described last: most have the directory of the one before
	linkDir  string
	ofDir    []uint32
	list     []uint32 // all of the link described last
}

// Features describe a link.
type Features struct {
	Own    []uint32 // the last one says how many pages link to it
	Shared []uint32 // with the other links of its page
}

// SetInLinks sets how many pages link to the link so far.
func (f Features) SetInLinks(n int) { f.Own[len(f.Own)-1] = inLinks(n) }

// What is read of a page and of a link; more says little, and a page may be made to be expensive.
const (
	maxPathWords = 16
	maxTitle     = 8 // words
	maxAnchor    = 12
	maxSegments  = 8 // of a path
	maxLevels    = 6 // of directories that are features
	maxText      = 256
)

// An age counts in doublings of a quarter of a year. A younger one than a day is mostly that of a page which was made on request.
const (
	day     = 24 * time.Hour
	quarter = 365 * day / 4
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
	c.inDir = start.string(c.host).string(c.dir)
	c.features, c.ofDir, c.list = make([]uint32, 0, maxPathWords+maxTitle+5), make([]uint32, 0, 32), make([]uint32, 0, 96)
	add := func(h hash) { c.features = append(c.features, h.general()) }
	words(c.URL.Path(), maxPathWords, func(w hash) { add(of('p').hash(w)) })
	add(of('1').byte(byte(min(max(c.Depth, 0), 15))))
	add(of('N').byte(magnitude(c.Documents)))
	add(of('I').byte(byte(min(max(c.Distance, 0), 15))))
	if c.Age >= day {
		add(of('G').byte(magnitude(int(c.Age / quarter)))) // old pages have more dead links
	}
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

// Features returns the features of a link to which one page links.
func (c *Context) Features(l *page.Link) Features {
	if c == nil {
		f := fileFeatures(directoryFeatures(nil, l.URL), l.URL)
		return Features{Own: append(f, of('0').general(), inLinks(1))}
	}
	c.prepare()
	host := l.URL.Host()
	if dir, _ := split(l.URL.Path()); dir != c.linkDir || host != c.linkHost || len(c.ofDir) == 0 {
		c.linkHost, c.linkDir, c.ofDir = host, dir, directoryFeatures(c.ofDir[:0], l.URL)
	}
	f := fileFeatures(append(c.list[:0], c.ofDir...), l.URL)
	onHost := of('H').string(host)
	f = c.placeFeatures(f, l, onHost)
	if c.Page != nil {
		f = c.anchorFeatures(f, l, onHost)
	}
	if names := c.namesTopic(l); names > 0 {
		f = append(f, topicFeature(names))
	}
	c.list = append(f, inLinks(1))
	return Features{Own: slices.Clone(c.list), Shared: c.features}
}

// fileFeatures appends those of the file of a URL, and of its path on the whole.
func fileFeatures(f []uint32, u weburl.URL) []uint32 {
	path, onHost := u.Path(), of('H').string(u.Host())
	dir, file := split(path)
	stem, ending := file, ""
	if i := strings.LastIndexByte(file, '.'); i >= 0 {
		stem, ending = file[:i], file[i:]
	}
	words(stem, 6, func(w hash) { f = append(f, of('f').hash(w).general(), of('F').hash(onHost).hash(w).local()) })
	kind := flags(u, dir, file)
	return append(f, of('x').string(ending).general(), of('s').byte(kind).byte(byte(min(strings.Count(dir, "/"), maxSegments))).general(),
		of('S').byte(kind).general(), shape(onHost, path, u.Query()).local())
}

// placeFeatures appends those of the place of a link: its page, and where it stands on it.
func (c *Context) placeFeatures(f []uint32, l *page.Link, onHost hash) []uint32 {
	dir, _ := split(l.URL.Path())
	relation := c.relation(l.URL.Host(), dir)
	if l.Path != c.path || c.pathHash == 0 {
		c.readPath(l.Path)
	}
	f = append(f, of('r').byte(relation).general(), of('R').byte(relation).byte(magnitude(c.Documents)).general(), of('k').byte(byte(l.Kind)).general(),
		c.local.byte('p').local(), c.local.byte('q').hash(c.pathHash).local(), onHost.byte('P').hash(c.pathHash).local(),
		c.inDir.byte('D').local(), c.inDir.byte('E').byte(relation).local())
	f = append(f, c.tags[:c.tagCount]...)
	if c.links > 0 {
		f = append(f, of('z').byte(byte(min(8, max(0, l.Position)*8/c.links))).general())
	}
	return f
}

// readPath computes the features of a tag path.
func (c *Context) readPath(path string) {
	c.path, c.pathHash, c.tagCount = path, start.string(path), 0
	for rest := path; rest != "" && len(rest) > len(path)-maxText && c.tagCount < len(c.tags); {
		i := strings.LastIndexByte(rest, ' ')
		c.tags[c.tagCount] = of('y').string(path[i+1:]).general()
		c.tagCount++
		if i < 0 {
			return
		}
		rest = rest[:i]
	}
}

// directoryFeatures appends those of the host and the directory of a URL, after that of all links.
func directoryFeatures(f []uint32, u weburl.URL) []uint32 {
	dir, _ := split(u.Path())
	onHost := of('H').string(u.Host())
	f = append(f, of('*').general(), onHost.local())
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

// inLinks returns the feature of a link that n pages had so far.
func inLinks(n int) uint32 { return of('i').byte(byte(min(n, 8))).general() }

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
