package answer

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"iter"
	"net/url"
	"strings"
	"time"

	"github.com/andybalholm/cascadia"
	"golang.org/x/net/html"
	"golang.org/x/net/html/charset"

	"sluice/weburl"
)

// maxElements is the most elements of a page: some selectors take a time that grows with the square of their number. Real result pages
// have a few thousand.
const maxElements = 40_000

// maxSelector is the length of a selector in bytes. Their parser calls itself for each level.
const maxSelector = 500

// maxHas is the most ":has" of a selector. One within another could look at the whole page for each pair of elements.
const maxHas = 2

// longestRead is how long the selectors of a page may take. Those of real pages take less than a tenth of a second, but a chain of combinators takes a
// time that grows with a power of the depth of the page, or of the number of siblings. It is looked at between two elements.
const longestRead = 10 * time.Second

// errSlow is the error of a page for which the selectors take longer.
var errSlow = fmt.Errorf("the selectors take more than %v for this page; shorten them", longestRead)

// checkSelector returns an error for a selector that could take minutes on a large page.
func checkSelector(s string) error {
	switch {
	case len(s) > maxSelector:
		return fmt.Errorf("longer than %d characters", maxSelector)
	case strings.Count(strings.ToLower(s), ":has") > maxHas:
		return fmt.Errorf("more than %d times :has", maxHas)
	case isNested(strings.ToLower(s)):
		return errors.New(":has within :has")
	}
	return nil
}

// isNested reports whether a selector has a ":has" in the parentheses of another one.
func isNested(s string) bool {
	_, rest, found := strings.Cut(s, ":has")
	if !found {
		return false
	}
	depth := 0
	for i := range len(rest) {
		switch {
		case rest[i] == '(':
			depth++
		case rest[i] == ')':
			if depth--; depth == 0 {
				return isNested(rest[i:])
			}
		case depth > 0 && strings.HasPrefix(rest[i:], ":has"):
			return true
		}
	}
	return false
}

// htmlReader reads result pages. A nil selector selects nothing.
type htmlReader struct {
	results, link, title, sponsored, confirm, next cascadia.Selector
}

// newHTML returns the reader for a description.
func newHTML(d Description) (*htmlReader, error) {
	r := &htmlReader{}
	var errs []error
	for _, part := range []struct {
		name, text string
		selector   *cascadia.Selector
	}{
		{"results", d.Results, &r.results}, {"link", d.Link, &r.link}, {"title", d.Title, &r.title},
		{"sponsored", d.Sponsored, &r.sponsored}, {"confirm", d.Confirm, &r.confirm}, {"next", d.Next, &r.next},
	} {
		if part.text == "" {
			continue
		}
		if err := checkSelector(part.text); err != nil {
			errs = append(errs, fmt.Errorf("%s: %w", part.name, err))
			continue
		}
		selector, err := cascadia.Compile(part.text)
		if err != nil {
			errs = append(errs, fmt.Errorf("%s: %q is no CSS selector: %w", part.name, part.text, err))
		}
		*part.selector = selector
	}
	if d.Results == "" && d.Confirm == "" {
		errs = append(errs, errors.New("results: is missing; it says which results are organic (or confirm does)"))
	}
	return r, errors.Join(errs...)
}

// link is a link that the first pass collected.
type link struct {
	node      *html.Node
	raw       string     // URL as it is written, absolute
	target    weburl.URL // zero if it cannot be requested
	sponsored bool
}

// read reads a page in two passes.
func (r *htmlReader) read(body []byte, contentType string, from weburl.URL) (*Page, error) {
	root, err := parse(body, contentType)
	if err != nil {
		return nil, err
	}
	until := time.Now().Add(longestRead)
	p := r.readTree(root, from.String(), until)
	if time.Now().After(until) {
		return nil, errSlow
	}
	return p, nil
}

// readTree reads a page that was parsed, until a time at most.
func (r *htmlReader) readTree(root *html.Node, from string, until time.Time) *Page {
	base := baseOf(root, from)
	links := r.collect(root, base, until)
	p := &Page{Collected: len(links)}
	for i := range links {
		if links[i].sponsored {
			p.Sponsored = append(p.Sponsored, links[i].raw)
		}
	}
	r.keep(p, root, links, until)
	p.Next = r.nextPage(root, base, until)
	p.More = p.Next != ""
	return p
}

// parse parses a page. The parser bounds the depth of its tree.
func parse(body []byte, contentType string) (*html.Node, error) {
	text, err := charset.NewReader(bytes.NewReader(body), contentType)
	if err == io.EOF { // an empty body
		text, err = bytes.NewReader(nil), nil
	}
	if err != nil {
		return nil, fmt.Errorf("charset: %w", err)
	}
	root, err := html.Parse(text)
	if err != nil {
		return nil, fmt.Errorf("malformed HTML: %w", err)
	}
	elements := 0
	for n := range root.Descendants() {
		if n.Type == html.ElementNode {
			elements++
		}
	}
	if elements > maxElements {
		return nil, fmt.Errorf("malformed HTML: more than %d elements", maxElements)
	}
	return root, nil
}

// baseOf returns what the links of a page are relative to: its first base element, else its own URL.
func baseOf(root *html.Node, from string) *url.URL {
	own, err := url.Parse(from)
	if err != nil {
		own = &url.URL{}
	}
	for n := range root.Descendants() {
		if n.Type != html.ElementNode || n.Data != "base" || attribute(n, "href") == "" {
			continue
		}
		if ref, err := own.Parse(attribute(n, "href")); err == nil {
			return ref
		}
		break
	}
	return own
}

// collect is the first pass: all links of a page to URLs of the Web.
func (r *htmlReader) collect(root *html.Node, base *url.URL, until time.Time) []link {
	var links []link
	sponsored := marked(root, r.sponsored, until)
	for n := range root.Descendants() {
		if n.Type != html.ElementNode || n.Data != "a" || len(links) >= maxLinks {
			continue
		}
		raw := resolve(base, attribute(n, "href"))
		if raw == "" {
			continue
		}
		l := link{node: n, raw: raw, sponsored: sponsored[n] || isAdvertisement(raw)}
		if target, err := weburl.Parse(raw); err == nil {
			l.target = target
		}
		links = append(links, l)
	}
	return links
}

// descendants yields the nodes of a page until a time.
func descendants(root *html.Node, until time.Time) iter.Seq[*html.Node] {
	return func(yield func(*html.Node) bool) {
		for n := range root.Descendants() {
			if !time.Now().Before(until) || !yield(n) {
				return
			}
		}
	}
}

// marked returns the nodes that a selector selects, with all nodes in them.
func marked(root *html.Node, s cascadia.Selector, until time.Time) map[*html.Node]bool {
	if s == nil {
		return nil
	}
	inside := map[*html.Node]bool{}
	for n := range descendants(root, until) { // parents come before their children
		if inside[n.Parent] || n.Type == html.ElementNode && s.Match(n) {
			inside[n] = true
		}
	}
	return inside
}

// keep is the second pass: of the links that were collected, those that the engine marks as organic results.
func (r *htmlReader) keep(p *Page, root *html.Node, links []link, until time.Time) {
	collected := make(map[*html.Node]*link, len(links))
	for i := range links {
		collected[links[i].node] = &links[i]
	}
	seen := map[weburl.Key]bool{}
	if r.results != nil {
		for n := range descendants(root, until) {
			if n.Type == html.ElementNode && r.results.Match(n) {
				if l := r.linkOf(n, collected); l != nil && !l.sponsored && !l.target.IsZero() {
					p.add(l.target, r.titleOf(n, l), seen)
				}
			}
		}
	}
	if r.confirm == nil {
		return
	}
	confirmed := map[string]bool{}
	repeats := map[*html.Node]bool{}
	for i := range links {
		if l := &links[i]; !l.target.IsZero() && time.Now().Before(until) && r.confirm.Match(l.node) {
			confirmed[bareHost(l.target)] = true
			repeats[l.node] = true
		}
	}
	for i := range links {
		if l := &links[i]; !l.sponsored && !l.target.IsZero() && confirmed[bareHost(l.target)] && !repeats[l.node] {
			p.add(l.target, textOf(l.node), seen)
		}
	}
}

// linkOf returns the link of a result: itself, the first in it that the description selects, or the first in it; nil if there is none.
func (r *htmlReader) linkOf(n *html.Node, collected map[*html.Node]*link) *link {
	if l := collected[n]; l != nil {
		return l
	}
	for child := range n.Descendants() {
		if l := collected[child]; l != nil && (r.link == nil || r.link.Match(child)) {
			return l
		}
	}
	return nil
}

// titleOf returns the title of a result: the text that the description selects in it, else that of its link.
func (r *htmlReader) titleOf(n *html.Node, l *link) string {
	if r.title != nil {
		if t := r.title.MatchFirst(n); t != nil {
			return textOf(t)
		}
	}
	return textOf(l.node)
}

// bareHost returns the host of a URL without "www.": engines shorten hosts in their confirmations.
func bareHost(u weburl.URL) string { return strings.TrimPrefix(u.Host(), "www.") }

// nextPage returns the URL of the next page, empty if there is none: that of a link, or of a form that would be sent with its hidden fields.
func (r *htmlReader) nextPage(root *html.Node, base *url.URL, until time.Time) string {
	if r.next == nil {
		return ""
	}
	var n *html.Node // the last one: engines put the link to the page before in front of it
	for each := range descendants(root, until) {
		if each.Type == html.ElementNode && r.next.Match(each) {
			n = each
		}
	}
	switch {
	case n == nil:
		return ""
	case n.Data != "form":
		return absolute(base, attribute(n, "href"))
	}
	fields := url.Values{}
	for input := range n.Descendants() {
		if input.Type == html.ElementNode && input.Data == "input" && attribute(input, "type") == "hidden" && len(fields) < 100 {
			fields.Set(attribute(input, "name"), attribute(input, "value"))
		}
	}
	action, err := base.Parse(attribute(n, "action"))
	if err != nil {
		return ""
	}
	action.RawQuery = fields.Encode()
	return action.String()
}

// absolute returns a reference as a URL of the Web, empty if it is none.
func absolute(base *url.URL, ref string) string {
	if ref == "" || strings.HasPrefix(ref, "#") {
		return ""
	}
	u, err := base.Parse(strings.TrimSpace(ref))
	if err != nil || u.Scheme != "http" && u.Scheme != "https" {
		return ""
	}
	return u.String()
}

// attribute returns an attribute of an element, empty without one.
func attribute(n *html.Node, name string) string {
	for _, a := range n.Attr {
		if a.Key == name && a.Namespace == "" {
			return a.Val
		}
	}
	return ""
}

// textOf returns the text in an element.
func textOf(n *html.Node) string {
	var b strings.Builder
	for child := range n.Descendants() {
		if child.Type == html.TextNode && b.Len() < 4*maxTitle {
			b.WriteString(child.Data)
		}
	}
	return b.String()
}
