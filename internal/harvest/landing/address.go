package landing

import (
	"strings"

	"sluice/internal/lazyregexp"
	"sluice/weburl"
)

// shape is what an address says by its look.
type shape uint8

const (
	isEnding   shape = 1 << iota // it ends like a paper
	isFormat                     // it names the format
	isDownload                   // it says download, file or the like
	isReader                     // it is a page that shows a file
	isFetch                      // it is the address of a download, of whatever format
)

var (
	formatWord   = lazyregexp.New(`(?i)pdf|postscript|(?:^|[^a-z])ps(?:$|[^a-z])|type=printable`)
	downloadWord = lazyregexp.New(`(?i)download|bitstream|fulltext|full-text|viewcontent|viewfile|getfile|sendfile|retrieve|attachment|datastream|/files?/|document`)
	fetchWord    = lazyregexp.New(`(?i)download|bitstream|viewcontent|viewfile|getfile|sendfile|retrieve|attachment|/purl/|/document/?$|ft_gateway`)
	otherFetch   = lazyregexp.New(`(?i)citation|citmgr|export|bibtex|endnote|refman|ris\b|figure|image|powerpoint|/citing|metadata|thumbnail|downloads?/?$`)
	readerWord   = lazyregexp.New(`(?i)/e?pdf/.*\.html?$|/epdf/|/doi/reader/|pdf(?:\+|%2b| )html|stamp\.jsp|pdfviewer|viewer\.html|interstitial|/pdf-?view/|\.pdf/view$|/preview/|readcube|flipbook|issuu`)
)

// wallWord is in the path of pages that sell or ask for a login, whatever they name in their query.
var wallWord = lazyregexp.New(`(?i)/(?:log-?in|log-?on|show-?login|sign-?in|sign-?up|sso|account|register|purchase|buy|cart|shopping-?cart|checkout|get-?access|subscribe|rightslink|servlet/oauth)(?:[/?.;_-]|$)`)

// isWall reports whether an address is that of a page that sells or asks for a login.
func isWall(u weburl.URL) bool { return wallWord.MatchString(u.Path()) }

// shapeOf returns what an address says.
func shapeOf(u weburl.URL) shape {
	var s shape
	uri := u.RequestURI()
	ending := u.Ending()
	switch ending {
	case ".pdf", ".ps", ".ps.gz", ".ps.z", ".djvu", ".dvi", ".dvi.gz":
		s |= isEnding
	case ".doc", ".docx", ".rtf", ".odt", ".epub":
		s |= isDownload
	}
	if formatWord.MatchString(uri) {
		s |= isFormat
	}
	if downloadWord.MatchString(uri) {
		s |= isDownload
	}
	if fetchWord.MatchString(uri) && !otherFetch.MatchString(uri) && !isOtherEnding(u, true) {
		s |= isFetch
	}
	if readerWord.MatchString(uri) {
		s |= isReader
		s &^= isEnding
	}
	return s
}

// fileName returns the words in the name of the file of an address.
func fileName(u weburl.URL) string {
	path := unescape(u.Path())
	name := stem(path[strings.LastIndexByte(path, '/')+1:])
	if name == "index" || name == "default" {
		return ""
	}
	return strings.Map(func(r rune) rune {
		if r == '-' || r == '_' || r == '.' || r == '+' {
			return ' '
		}
		return r
	}, strings.ToLower(name))
}

// partName are the names of files that belong to a work and are not it. A work in a supplement of a journal may have such a
// name too, as its identifier.
var partName = lazyregexp.New(`(?i)[-_./](?:supp?|suppl|moesm|esm|mmc)\d{1,3}(?:[._-]|$)|[-_](?:s\d{1,3}|SI|ESM)(?:\.\w+)?$|_text_s\d+|\.[stfg]\d{3}$|/(?:supplementary|suppl_file|suppdata|suppl|extref|supplemental)/`)

// isPart reports whether an address is that of a supplement by its look.
func isPart(u weburl.URL) bool { return partName.MatchString(u.Path()) }
