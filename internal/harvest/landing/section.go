package landing

import "strings"

// section is where a link stands in a page, by the elements around it.
type section uint8

const (
	inExcluded section = 1 << iota // among references, supplements, figures
	inOthers                       // among other works: related, popular, cited
	inMenu                         // in the navigation, header or footer of the site
	inProse                        // in a paragraph
	inFiles                        // among the files of the work, or its tools
)

// excluded are the classes and ids of what belongs to the work and is not it, others those of what names other works,
// menuMarks those of the site's own navigation, and fileMarks those of what holds the files of the work. They are parts of classes, between hyphens and
// the like.
var (
	excluded  = set("references reference reflist refs bibliography biblist bibr footnotes footnote endnotes xref supplementary supplemental supplement supplements suppl supporting addfile additional appendix appendices figure figures fig figs thumbnails")
	others    = set("related relations recommended recommendations recommender similar suggested suggestions trending citedby citing cited comments respond latest mostread mostcited popular advert advertisement license licence rights toc issuetoc cookies newsletter alsoread")
	menuMarks = set("nav navbar navigation mainmenu topnav breadcrumb breadcrumbs footer sitefooter masthead sitemap")
	fileMarks = set("pdf pdflink download downloads downloadable fulltext galley galleys galleylink file files bitstream bitstreams attachment attachments document documents viewer tools toolbox articletools openaccess obj dload eprint")
)

// set returns the set of the words of a list.
func set(list string) map[string]bool {
	words := map[string]bool{}
	for w := range strings.FieldsSeq(list) {
		words[w] = true
	}
	return words
}

// maxPath bounds the part of a tag path that is read, in bytes: the elements next to the link.
const maxPath = 1200

// sectionOf returns where a link stands by its tag path.
func sectionOf(path string) section {
	if len(path) > maxPath {
		path = path[len(path)-maxPath:]
	}
	var at section
	for element := range strings.FieldsSeq(path) {
		tag, _, _ := strings.Cut(element, ".")
		tag, _, _ = strings.Cut(tag, "#")
		switch tag {
		case "footer", "nav":
			at |= inMenu
		case "p", "blockquote":
			at |= inProse
		case "figure", "figcaption":
			at |= inExcluded
		}
		for mark := range strings.FieldsFuncSeq(strings.ToLower(element[len(tag):]), func(r rune) bool { return !('a' <= r && r <= 'z') }) {
			switch {
			case excluded[mark]:
				at |= inExcluded
			case others[mark]:
				at |= inOthers
			case menuMarks[mark]:
				at |= inMenu
			case fileMarks[mark]:
				at |= inFiles
			}
		}
	}
	return at
}
