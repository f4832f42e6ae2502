// Package page reads HTML into pages: title, text by field, and every link with what surrounds it.
//
// A [Parser] reads a response body in one streaming pass and builds no tree:
//
//	var p page.Parser
//	pg := p.Parse(body, page.Source{URL: u, ContentType: header})
//	defer pg.Release()
//	for i := range pg.Links {
//		l := &pg.Links[i]
//		fmt.Println(l.URL, pg.Anchor(l))
//	}
//
// It never fails. In nearly all cases broken HTML yields the links, title and text that a tree parser finds. Where the
// standard moves text within the tree (stray text in tables), the parser keeps the order of the source.
//
// # Text
//
// [Page.Text] is what a reader without scripts sees, with white space folded to single spaces. Elements with lines or cells
// of their own separate words, inline elements do not. Scripts, styles, comments, templates, metadata and alternative
// texts of images are not part of it. The options of form fields, buttons and text areas are, and so is the content of
// noscript and noframes elements. The title is a separate field. [Page.Blocks] divides the text into what has lines or cells of
// its own.
//
// # Links
//
// Links are what a reader can follow: a, area, frame and iframe elements, meta refresh, and the link relations canonical,
// alternate, next, prev and item. Images, styles, scripts and media are not; with [Parser.Resources] they are listed too,
// each as a link of [KindResource]. Comments, scripts, styles and templates contain no links.
//
// # Limits
//
// Time is linear in the length of the body. The size of a page is bounded by [MaxText] and the other constants. Links
// beyond the limit are counted in [Page.Dropped]; other parts are cut.
package page
