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
// It never fails. Broken HTML gives the links, title and text that a tree parser finds in nearly all cases; where the
// standard moves text about in the tree (stray text within tables), it keeps the order of the source.
//
// # Text
//
// [Page.Text] holds what a reader without scripts sees, with white space folded to single spaces. Elements that stand on
// their own lines or in their own cells separate words, inline ones do not. Scripts, styles, comments, templates,
// metadata and alternative texts of images are no text; form fields give the text of their options, buttons and text
// areas; noscript and noframes elements are read as what they hold. The title is a field of its own.
//
// # Links
//
// Links are what a reader can follow: a, area, frame and iframe elements, meta refresh, and the link relations canonical,
// alternate, next, prev and item. Images, styles, scripts and media are none; [Parser.Resources] lists them too, each as a
// link of [KindResource]. Nothing within comments, scripts, styles and templates is a link.
//
// # Limits
//
// Time is linear in the length of the body. What one page may hold is bounded, by [MaxText] and the other constants;
// what goes over is counted in [Page.Dropped] or cut.
package page
