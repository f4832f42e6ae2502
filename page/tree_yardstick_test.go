//go:build yardstick

package page_test

import (
	"bytes"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"sluice/internal/conformancetest"
	"sluice/page"
	"sluice/weburl"
)

// treePage is what a tree parser says of a page.
type treePage struct {
	title  string
	text   []string // words
	links  []string // as written
	base   *string
	anchor bool // a link has just ended
	buf    strings.Builder
}

// treeOf reads a page with the tree parser.
func treeOf(body []byte) *treePage {
	r := &treePage{}
	doc, err := html.ParseWithOptions(bytes.NewReader(body), html.ParseOptionEnableScripting(false))
	if err == nil {
		r.walk(doc)
	}
	r.text = strings.Fields(r.buf.String())
	return r
}

// apart are the elements whose edges separate words.
var apart = map[string]bool{}

func init() {
	for _, name := range strings.Fields(`address applet article aside blockquote body br button caption center col colgroup dd
		details dialog dir div dl dt fieldset figcaption figure footer foreignobject form frameset h1 h2 h3 h4 h5 h6 header hgroup hr
		html iframe legend li listing main marquee menu nav noframes object ol optgroup option p plaintext pre search section
		select summary table tbody td textarea tfoot th thead tr ul xmp datalist rt video audio`) {
		apart[name] = true
	}
}

func (r *treePage) walk(n *html.Node) {
	if n.Type == html.TextNode {
		if strings.TrimSpace(n.Data) != "" {
			r.anchor = false
		}
		r.buf.WriteString(strings.ReplaceAll(n.Data, "\x00", ""))
		return
	}
	if n.Type == html.ElementNode && !r.enter(n) {
		return
	}
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		r.walk(c)
	}
	if n.Type == html.ElementNode {
		if apart[n.Data] {
			r.buf.WriteByte(' ')
		}
		r.anchor = r.anchor || isLink(n)
	}
}

// enter reads an element, and reports whether its content is to be read.
func (r *treePage) enter(n *html.Node) bool {
	if apart[n.Data] || r.anchor && isLink(n) {
		r.buf.WriteByte(' ')
	}
	if n.Namespace != "" {
		switch n.Data {
		case "title", "desc", "metadata", "style", "script", "annotation", "annotation-xml":
			return false
		}
	}
	switch n.DataAtom {
	case atom.A, atom.Area:
		r.link(n, "href")
	case atom.Frame:
		r.link(n, "src")
	case atom.Iframe:
		r.link(n, "src")
		return false
	case atom.Base:
		if href, ok := get(n, "href"); ok && r.base == nil {
			r.base = &href
		}
	case atom.Title:
		if n.FirstChild != nil && r.title == "" {
			r.title = strings.Join(strings.Fields(n.FirstChild.Data), " ")
		}
		return false
	case atom.Script, atom.Style, atom.Template, atom.Noembed:
		return false
	case atom.Noframes: // text to the tree, content to us
		if n.FirstChild != nil {
			nodes, _ := html.ParseFragment(strings.NewReader(n.FirstChild.Data), &html.Node{Type: html.ElementNode, Data: "body", DataAtom: atom.Body})
			for _, c := range nodes {
				r.walk(c)
			}
		}
		return false
	}
	return true
}

func isLink(n *html.Node) bool {
	_, ok := get(n, "href")
	return ok && n.DataAtom == atom.A
}

func (r *treePage) link(n *html.Node, name string) {
	if v, ok := get(n, name); ok {
		r.links = append(r.links, v)
	}
}

func get(n *html.Node, name string) (string, bool) {
	for _, a := range n.Attr {
		if a.Key == name {
			return a.Val, true
		}
	}
	return "", false
}

// resolved returns the distinct URLs of links, in order.
func (r *treePage) resolved(u weburl.URL) (urls []string) {
	b := weburl.Rules{}.NewBase(u)
	if r.base != nil {
		if v, err := b.Resolve([]byte(*r.base)); err == nil {
			b.Reset(v)
		}
	}
	for _, l := range r.links {
		if v, err := b.Resolve([]byte(l)); err == nil {
			urls = append(urls, v.String())
		}
	}
	return distinct(urls)
}

func distinct(list []string) []string {
	seen := map[string]bool{}
	return slices.DeleteFunc(list, func(s string) bool {
		again := seen[s]
		seen[s] = true
		return again
	})
}

func followed(pg *page.Page) (urls []string) {
	for _, l := range pg.Links {
		if l.Kind <= page.KindIFrame {
			urls = append(urls, l.URL.String())
		}
	}
	return distinct(urls)
}

func TestAgreesWithATreeParserOnRealPages(t *testing.T) {
	var p page.Parser
	var pages, all, title, links, text int
	root := conformancetest.Path(t, "web", "sites")
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".html") && !strings.HasSuffix(path, ".htm") {
			return err
		}
		body, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		rel, _ := filepath.Rel(root, path)
		u, err := weburl.Parse("http://" + filepath.ToSlash(rel))
		if err != nil {
			return err
		}
		pg := p.Parse(body, page.Source{URL: u})
		defer pg.Release()
		decoded, _, _ := page.Decode(body, "")
		want := treeOf(decoded)
		sameTitle := pg.Title == want.title
		sameLinks := slices.Equal(followed(pg), want.resolved(u))
		sameText := slices.Equal(strings.Fields(string(pg.Text)), want.text)
		pages++
		title += one(sameTitle)
		links += one(sameLinks)
		text += one(sameText)
		all += one(sameTitle && sameLinks && sameText)
		if !sameTitle || !sameLinks || !sameText {
			t.Logf("%s: title %v %q %q, links %v %s, text %v %s", rel, sameTitle, pg.Title, want.title, sameLinks,
				firstDifference(followed(pg), want.resolved(u)), sameText, firstDifference(strings.Fields(string(pg.Text)), want.text))
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	fmt.Printf("%d real pages: title %d, links %d, text %d, all three %d (%.2f %%)\n", pages, title, links, text, all, 100*float64(all)/float64(pages))
	if pages == 0 || float64(all) < 0.99*float64(pages) {
		t.Errorf("%d of %d pages agree, want 99 %%", all, pages)
	}
}

func one(b bool) int {
	if b {
		return 1
	}
	return 0
}

func firstDifference(got, want []string) string {
	for i := range max(len(got), len(want)) {
		if i >= len(got) || i >= len(want) || got[i] != want[i] {
			return fmt.Sprintf("[%d/%d %d: got %q want %q]", len(got), len(want), i, got[min(i, len(got)):min(i+6, len(got))], want[min(i, len(want)):min(i+6, len(want))])
		}
	}
	return ""
}
