// Package article finds the main content of a single page: its text apart from menus, headers, footers and notices.
//
// [Text] judges by the form of the page alone, as the reader view of a browser does. Where several pages of a site are known,
// what they repeat is a better sign: see the Boilerplate of package text.
package article

import (
	"bytes"
	"strings"

	"codeberg.org/readeck/go-readability/v2"
	"golang.org/x/net/html"

	"sluice/page"
)

// The bounds of what is examined. A page beyond them has no main content.
const (
	maxHTML     = 4 << 20 // bytes
	maxElements = 20_000
)

// Text returns the main text of a page of any encoding, whose Content-Type header is given or "", by the method of Readability (Mozilla). It reports false if the page has none that
// stands out, as a list of links, or is too large or too deep.
func Text(body []byte, contentType string) (text string, ok bool) {
	if len(body) > maxHTML {
		return "", false
	}
	utf8, _, _ := page.Decode(body, contentType)
	document, err := html.Parse(bytes.NewReader(utf8))
	if err != nil {
		return "", false // nested too deep
	}
	parser := readability.NewParser()
	parser.MaxElemsToParse = maxElements
	parser.DisableJSONLD = true
	found, err := parser.ParseAndMutate(document, nil)
	if err != nil || found.Node == nil {
		return "", false
	}
	var b strings.Builder
	if err := found.RenderText(&b); err != nil {
		return "", false
	}
	text = strings.TrimSpace(b.String())
	return text, text != ""
}
