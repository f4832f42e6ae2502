package place

import (
	"cmp"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"sluice/internal/lazyregexp"
	"sluice/weburl"
)

// The limits of what is learned.
const (
	maxHosts        = 100_000
	maxPatterns     = 20 // of a host
	maxVariables    = 6  // of a pattern
	maxTemplate     = 1000
	leastRight      = 2
	minVariable     = 3 // letters of a part that may be a variable without a digit
	maxPatternCount = 1 << 40
)

// LearnedPattern is the rule of the places that [Patterns.Apply] returns.
const LearnedPattern = "learned pattern"

// Patterns learns how the address of a paper follows from that of its landing page, host by host, from pairs that were right. What two addresses
// have in common becomes a variable: of /article/view/31 and /article/pdf/31.pdf the number. The idea is that of croawl
// (Dissemin, 2015), which learned which addresses of a host give a PDF most of the time.
//
// The zero value is ready, and safe for concurrent use.
type Patterns struct {
	mu    sync.Mutex
	hosts map[string][]*pattern
}

// pattern is a rewrite: {1}, {2} … in its templates stand for the same parts of both addresses, a number if a # follows
// the brace.
type pattern struct {
	Page  string `json:"page"`  // template of path and query of the landing page
	Paper string `json:"paper"` // template of the paper's URL
	Right int    `json:"right"`
	Wrong int    `json:"wrong"`

	match *regexp.Regexp
}

// Learn adds a pair of a landing page and its paper that was right. Nothing is learned if the address of the paper has a number
// that the landing page's has not, because then it does not follow from it.
func (p *Patterns) Learn(page, paper weburl.URL) {
	learned, ok := generalize(page, paper)
	if !ok {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	host := page.Host()
	known := p.hosts[host]
	for _, k := range known {
		if k.Page == learned.Page && k.Paper == learned.Paper {
			k.Right++
			return
		}
	}
	if len(known) >= maxPatterns || known == nil && len(p.hosts) >= maxHosts {
		return
	}
	if p.hosts == nil {
		p.hosts = map[string][]*pattern{}
	}
	p.hosts[host] = append(known, learned)
}

// Wrong records that a place which a pattern made of the address of a landing page had no paper.
func (p *Patterns) Wrong(page, place weburl.URL) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, k := range p.hosts[page.Host()] {
		if u, ok := k.apply(page); ok && u == place {
			k.Wrong++
		}
	}
}

// Apply returns the places that the patterns of its host make of the address of a landing page, the most successful
// first. A pattern counts after two pairs, and as long as it was right more often than wrong.
func (p *Patterns) Apply(page weburl.URL) []Place {
	p.mu.Lock()
	defer p.mu.Unlock()
	useful := slices.DeleteFunc(slices.Clone(p.hosts[page.Host()]), func(k *pattern) bool { return k.Right < leastRight || k.Right <= k.Wrong })
	slices.SortStableFunc(useful, func(a, b *pattern) int { return cmp.Compare(b.Right-b.Wrong, a.Right-a.Wrong) })
	var l list
	for _, k := range useful {
		if u, ok := k.apply(page); ok {
			l.add(File, LearnedPattern, u.String())
		}
	}
	return l.places
}

// piece is a part of an address between its separators that may vary from work to work.
var piece = lazyregexp.New(`[^/?&=#;,+]+`)

// stemOf is the part of a piece before its ending.
var stemOf = lazyregexp.New(`^(.+?)(\.(?:[a-z]{2,9}))?$`)

// generalize returns the pattern of a pair. It reports false if the paper's address does not follow from that of the page.
func generalize(page, paper weburl.URL) (*pattern, bool) {
	from, to := page.RequestURI(), paper.String()
	if page == paper || len(from) > maxTemplate || len(to) > maxTemplate || strings.ContainsAny(from+to, "{}") {
		return nil, false
	}
	prefix := paper.Origin()
	rest := strings.TrimPrefix(to, prefix)
	var values []string
	var template strings.Builder
	end := 0
	for _, at := range piece.FindAllStringIndex(from, -1) {
		m := stemOf.FindStringSubmatchIndex(from[at[0]:at[1]])
		value := from[at[0] : at[0]+m[3]]
		n := slices.Index(values, value) + 1
		if n == 0 {
			if len(values) >= maxVariables || !isVariable(value) || !hasPart(rest, value) {
				continue
			}
			values = append(values, value)
			n = len(values)
		}
		template.WriteString(from[end:at[0]])
		template.WriteString(variable(n, value))
		end = at[0] + m[3]
	}
	if len(values) == 0 {
		return nil, false
	}
	template.WriteString(from[end:])
	paperTemplate := rest
	order := make([]int, len(values))
	for i := range order {
		order[i] = i
	}
	// The longest value first, because a shorter one may be a part of it.
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(len(values[b]), len(values[a])) })
	for _, i := range order {
		paperTemplate = replaceParts(paperTemplate, values[i], "{"+strconv.Itoa(i+1)+"}")
	}
	if hasDigit(reference.ReplaceAllString(paperTemplate, "")) {
		return nil, false
	}
	k := &pattern{Page: template.String(), Paper: prefix + paperTemplate, Right: 1}
	if len(k.Page) > maxTemplate || len(k.Paper) > maxTemplate {
		return nil, false
	}
	return k, k.compile() == nil
}

// reference is a variable in the template of a paper.
var reference = lazyregexp.New(`\{(\d)\}`)

// variable returns the variable number n for a value.
func variable(n int, value string) string {
	if isNumber(value) {
		return "{#" + strconv.Itoa(n) + "}"
	}
	return "{" + strconv.Itoa(n) + "}"
}

// isVariable reports whether a part of an address may vary: it has a digit, or is no word that says how a work is shown.
func isVariable(s string) bool {
	if hasDigit(s) {
		return true
	}
	switch strings.ToLower(s) {
	case "article", "articles", "paper", "papers", "content", "doi", "abs", "abstract", "full", "view", "index", "html", "journal", "journals", "proceedings", "item", "items", "record", "records", "handle", "publication", "publications", "document", "documents", "www", "php", "jsp":
		return false
	}
	return len(s) >= minVariable && strings.ContainsAny(s, "-_") || len(s) >= 2*minVariable
}

// hasPart reports whether an address has a part, between characters that are neither letters nor digits.
func hasPart(s, part string) bool { return replaceParts(s, part, "") != s }

// replaceParts replaces each part of an address that is a value, as a whole. The number of a variable is none.
func replaceParts(s, value, by string) string {
	var b strings.Builder
	written := 0
	for from := 0; ; {
		i := strings.Index(s[from:], value)
		if i < 0 {
			b.WriteString(s[written:])
			return b.String()
		}
		start, end := from+i, from+i+len(value)
		from = end
		if (start == 0 || !isWord(s[start-1]) && s[start-1] != '{') && (end == len(s) || !isWord(s[end])) {
			b.WriteString(s[written:start])
			b.WriteString(by)
			written = end
		}
	}
}

// compile makes the expression of the page's template.
func (k *pattern) compile() error {
	var expression strings.Builder
	expression.WriteString("^")
	end, seen := 0, map[string]bool{}
	for _, m := range inTemplate.FindAllStringSubmatchIndex(k.Page, -1) {
		expression.WriteString(regexp.QuoteMeta(k.Page[end:m[0]]))
		end = m[1]
		name := k.Page[m[4]:m[5]]
		class := `[^/?&=#;,+]+?`
		if m[3] > m[2] {
			class = `\d+`
		}
		if seen[name] {
			expression.WriteString("(?:" + class + ")")
			continue
		}
		seen[name] = true
		expression.WriteString("(?P<v" + name + ">" + class + ")")
	}
	expression.WriteString(regexp.QuoteMeta(k.Page[end:]) + "$")
	match, err := regexp.Compile(expression.String())
	k.match = match
	return err
}

// inTemplate is a variable in the template of a page.
var inTemplate = lazyregexp.New(`\{(#?)(\d)\}`)

// apply returns the address that the pattern makes of that of a landing page.
func (k *pattern) apply(page weburl.URL) (weburl.URL, bool) {
	m := k.match.FindStringSubmatch(page.RequestURI())
	if m == nil {
		return weburl.URL{}, false
	}
	text := reference.ReplaceAllStringFunc(k.Paper, func(s string) string {
		if i := k.match.SubexpIndex("v" + s[1:2]); i > 0 {
			return m[i]
		}
		return s
	})
	u, err := weburl.Parse(text)
	return u, err == nil && u != page
}

// MarshalJSON returns the patterns as an object of hosts. Equal patterns have equal bytes.
func (p *Patterns) MarshalJSON() ([]byte, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.hosts == nil {
		return []byte("{}"), nil
	}
	return json.Marshal(p.hosts)
}

// UnmarshalJSON reads what MarshalJSON has written. After an error the patterns are as before.
func (p *Patterns) UnmarshalJSON(data []byte) error {
	var hosts map[string][]*pattern
	if err := json.Unmarshal(data, &hosts); err != nil {
		return fmt.Errorf("read learned patterns: %w", err)
	}
	if len(hosts) > maxHosts {
		return fmt.Errorf("read learned patterns: more than %d hosts", maxHosts)
	}
	for host, patterns := range hosts {
		if len(patterns) > maxPatterns {
			return fmt.Errorf("read learned patterns: host %.100q has more than %d", host, maxPatterns)
		}
		for _, k := range patterns {
			if k == nil || k.Right < 0 || k.Wrong < 0 || k.Right > maxPatternCount || k.Wrong > maxPatternCount || len(k.Page) > maxTemplate || len(k.Paper) > maxTemplate {
				return fmt.Errorf("read learned patterns: host %.100q: pattern out of range", host)
			}
			if err := k.compile(); err != nil {
				return fmt.Errorf("read learned patterns: host %.100q: %w", host, err)
			}
		}
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.hosts = hosts
	return nil
}

func isWord(c byte) bool {
	return 'a' <= c|0x20 && c|0x20 <= 'z' || '0' <= c && c <= '9' || c >= 0x80
}

func isNumber(s string) bool { return strings.Trim(s, "0123456789") == "" }

func hasDigit(s string) bool { return strings.ContainsAny(s, "0123456789") }
