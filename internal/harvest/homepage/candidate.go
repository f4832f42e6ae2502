package homepage

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"sluice/internal/harvest/author"
	"sluice/internal/harvest/evidence"
	"sluice/internal/lazyregexp"
	"sluice/text"
	"sluice/weburl"
)

// Result is a page that a search engine found.
type Result struct{ URL, Title string }

// Priority is the order of candidates, of which the publication has three.
type Priority int8

// The priorities.
const (
	Low Priority = iota
	Medium
	High
)

// Candidate is a URL that may be a homepage.
type Candidate struct {
	URL        string // canonical
	Priority   Priority
	Confidence float64 // from 0 to 1, that it is one; 0 of [JCDL2005], which has priorities only
	Reasons    []evidence.Reason
}

// Candidates returns the results of a search that may be homepages of the author, the most promising first. Found are the homepages of the
// author's co-authors that are known already. The results of several queries are given one after the other; to [JCDL2005], which looks at the first ten, those of
// one query.
func Candidates(f Filter, a *Author, results []Result, found []string) []Candidate {
	if f == JCDL2005 {
		return jcdl2005(a, results, found)
	}
	c := newCandidates()
	for _, s := range a.URLs {
		if u, err := weburl.Parse(s); err == nil {
			e := new(evidence.Sum)
			e.Add(stated, "a record names it")
			c.add(u, e)
		}
	}
	for _, r := range results[:min(len(results), maxResults)] {
		u, err := weburl.Parse(r.URL)
		if err != nil || weburl.DocumentEnding(u) || weburl.NeverPage(u) {
			continue
		}
		e := new(evidence.Sum)
		e.Add(engineBias, "a search engine found it")
		a.addAddress(e, u, r.Title)
		a.addTitle(e, r.Title)
		if isInDomain(r.URL, found) {
			e.Add(nearCoauthor, "in the domain of a co-author's homepage")
		}
		if root, ok := a.root(u, r.Title); ok { // before the page, of which it may promise as much
			above := new(evidence.Sum)
			above.Add(engineBias, "a search engine found a page below it")
			a.addAddress(above, root, r.Title)
			a.addTitle(above, r.Title)
			c.add(root, above)
		}
		c.add(u, e)
	}
	return c.sorted()
}

// root returns the first page of the personal site that a page belongs to, if it is another page: the directory with the name or a tilde, or
// the host, if its name or the title of a page near its root has the author's name.
func (a *Author) root(u weburl.URL, title string) (weburl.URL, bool) {
	if isAt(u, publishers) || isAt(u, digitalLibraries) || isAt(u, networks) {
		return u, false
	}
	segments := strings.Split(strings.TrimPrefix(u.Path(), "/"), "/")
	at := a.space(u)
	keep := -1
	switch tilde := slices.IndexFunc(segments, func(s string) bool { return strings.HasPrefix(s, "~") }); {
	case at.depth == 0:
		return u, false
	case tilde >= 0:
		keep = tilde + 1
	case at.depth > 0 && at.segment >= 0:
		keep = at.segment + 1
	case at.depth > 0 || len(segments) <= maxBelowHost && author.WordsOf(title).Has(a.parsed()):
		keep = 0
	}
	if keep < 0 || keep >= len(segments) {
		return u, false
	}
	path := "/" + strings.Join(segments[:keep], "/")
	root, err := weburl.Parse(u.Origin() + strings.TrimSuffix(path, "/") + "/")
	return root, err == nil && root.String() != u.String()
}

// maxBelowHost is how deep below the root of a host a page with the author's name in its title still says that the host is the author's.
const maxBelowHost = 2

// maxResults bounds the results that are looked at.
const maxResults = 200

// The weights of what is known before a page is requested.
const (
	stated       = 4.0
	engineBias   = -3.0
	linkBias     = -2.0
	nearCoauthor = 1.0
	affiliated   = 1.0
	nameInTitle  = 2.0
	homeInTitle  = 1.0
	nameInURL    = 2.0
	partInURL    = 1.0
	personalRoot = 1.0
	eachLevel    = -0.7 // below the personal root
	mostLevels   = 3
	notPersonal  = -5.0 // a publisher's, a library's or a network's
	anchorIsName = 3.0
	amongPeople  = 1.0
	inReference  = -1.0
	hasQuery     = -1.5 // mostly a search for the works of an author
	inIndex      = -3.0 // of the authors of a repository or a journal
)

// candidates collects candidates, of which each URL is one.
type candidates struct {
	at  map[string]int
	all []Candidate
}

func newCandidates() *candidates { return &candidates{at: map[string]int{}} }

func (c *candidates) add(u weburl.URL, e *evidence.Sum) {
	one := Candidate{URL: u.String(), Confidence: e.Confidence(), Reasons: e.Reasons()}
	switch {
	case one.Confidence >= 0.5:
		one.Priority = High
	case one.Confidence >= 0.1:
		one.Priority = Medium
	}
	if i, ok := c.at[one.URL]; ok {
		if one.Confidence > c.all[i].Confidence {
			c.all[i] = one
		}
		return
	}
	c.at[one.URL] = len(c.all)
	c.all = append(c.all, one)
}

// sorted returns the candidates, the most promising first, equal ones in their order.
func (c *candidates) sorted() []Candidate {
	slices.SortStableFunc(c.all, func(a, b Candidate) int { return cmp.Compare(b.Confidence, a.Confidence) })
	return c.all
}

// addAddress adds what a URL says: whose pages it is among, and how deep below their root.
func (a *Author) addAddress(e *evidence.Sum, u weburl.URL, title string) {
	if isPublisher(u, title) || isLibrary(u, title) || isAt(u, networks) {
		e.Add(notPersonal, "a publisher, a digital library or a network")
		return
	}
	if a.isAffiliated(u) {
		e.Add(affiliated, "at the host of an affiliation")
	}
	switch at := a.space(u); {
	case at.depth < 0:
	case at.isPart:
		e.Add(partInURL, "its URL may have the name")
		addDepth(e, at)
	default:
		e.Add(nameInURL, "its URL has the name")
		addDepth(e, at)
	}
}

// isAffiliated reports whether the name of a host is a word of an affiliation: "cs.cornell.edu" of "Cornell University".
func (a *Author) isAffiliated(u weburl.URL) bool {
	const least = 4 // letters
	name, _, _ := strings.Cut(u.Domain(), ".")
	if len(name) < least {
		return false
	}
	return slices.ContainsFunc(a.Affiliations, func(s string) bool {
		for w := range text.Words(s) {
			if text.Fold(w) == name {
				return true
			}
		}
		return false
	})
}

func addDepth(e *evidence.Sum, at space) {
	if at.depth == 0 {
		e.Add(personalRoot, "the first page of a personal site")
		return
	}
	e.Add(eachLevel*float64(min(at.depth, mostLevels)), "below the first page of a personal site")
}

// addTitle adds what the title of a page says.
func (a *Author) addTitle(e *evidence.Sum, title string) {
	if author.WordsOf(title).Has(a.parsed()) {
		e.Add(nameInTitle, "the title has the name")
	}
	if homeWords.MatchString(title) {
		e.Add(homeInTitle, "the title says homepage")
	}
}

var homeWords = lazyregexp.New(`(?i)\bhome ?-?page\b|'s (?:home|web ?(?:page|site)|page)\b|\bpersonal (?:web ?)?(?:page|site)\b|\bpage (?:personnelle|web de)\b|\bpágina (?:personal|web)\b|\bpagina personale\b|\bpersönliche (?:web)?seite\b|个人主页|主页`)

// space is the part of a URL that belongs to a person.
type space struct {
	depth   int  // of the page below its first page; -1 if the URL does not name the person
	segment int  // of the path, that has the name; -1 for the host
	isPart  bool // by initials or a given name only
}

// space looks for the author's name in the host and the path of a URL.
func (a *Author) space(u weburl.URL) space {
	segments := strings.Split(strings.Trim(u.Path(), "/"), "/")
	if segments[0] == "" {
		segments = nil
	}
	if n := len(segments); n > 0 && isFirstPage(segments[n-1]) {
		segments = segments[:n-1]
	}
	best := space{depth: -1}
	for i := len(segments) - 1; i >= -1; i-- {
		var words []string
		if i >= 0 {
			words = []string{segments[i]}
		} else {
			words = strings.Split(u.Hostname(), ".")
			words = words[:max(1, len(words)-1)]
		}
		for _, w := range words {
			is, part := a.isLogin(w)
			if !is || part && best.depth >= 0 {
				continue
			}
			depth := len(segments) - 1 - i
			if i == len(segments)-2 && i >= 0 && strings.TrimSuffix(segments[i+1], u.Ending()) == segments[i] {
				depth = 0 // "/chew/chew.html"
			}
			if best.depth < 0 || best.isPart && !part || best.isPart == part && depth < best.depth {
				best = space{depth, i, part}
			}
		}
	}
	return best
}

var firstPage = lazyregexp.New(`(?i)^(?:index|home|home-?page|homepg|welcome|default|main|me|about)(?:[-_]\w{1,12})?\.(?:s?html?|php\d?|aspx?|jsp)$`)

// isFirstPage reports whether the name of a file is that of the first page of a directory.
func isFirstPage(name string) bool { return firstPage.MatchString(name) }

// isLogin reports whether a part of a URL is what a person with the author's name is called there: the family name, names joined, a login cut
// short ("mgreenbe", "kleinber"). Part is true of initials and of a given name alone.
func (a *Author) isLogin(s string) (is, part bool) {
	const least, cut = 4, 4
	s = strings.ToLower(s)
	isTilde := strings.HasPrefix(s, "~")
	if i := strings.LastIndexByte(s, '.'); i > 0 {
		s = s[:i]
	}
	s = strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) {
			return r
		}
		return -1
	}, author.Fold(s))
	n := a.parsed()
	family := n.Family()
	if s == "" || family == "" {
		return false, false
	}
	initials := ""
	names := []string{family}
	for _, g := range n.Given() {
		r, _ := utf8.DecodeRuneInString(g)
		initials += string(r)
	}
	if initials != "" {
		first, given := initials[:1], n.Given()[0]
		names = append(names, first+family, family+first, family+given, initials+family)
		if len(s) > len(given) {
			names = append(names, given+family)
		}
	}
	for _, name := range names {
		if s == name || len(name) > least && len(s) >= least && (strings.HasPrefix(s, name) || (len(s) > cut || isTilde) && strings.HasPrefix(name, s)) {
			return true, false
		}
	}
	if len(family) > least && strings.Contains(s, family) {
		return true, false
	}
	if initials == "" || s[0] != initials[0] {
		return false, false
	}
	const mostInitials = 3
	before, isFamilyLast := strings.CutSuffix(s, family)
	switch {
	case isFamilyLast && len(before) <= mostInitials: // "ldzhou"
		return true, false
	case len(n.Given()[0]) > 2 && s == n.Given()[0]:
		return true, true
	}
	return len(s) <= mostInitials && s[len(s)-1] == family[0] && (len(s) == mostInitials || isTilde), true
}
