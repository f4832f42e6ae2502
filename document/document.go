// Package document tells what kind of thing the body of a response is, and reads documents.
//
// [Sniff] looks at the first bytes, then at the Content-Type header and the ending of the URL:
// servers send PDF as text/html, and their error pages as application/pdf. [ParseMediaType] and
// [ContentType] read the header itself, as browsers do.
//
// A [Reader] turns a file of any format into a [content.Document]: its text, how its first pages look, what it says of
// itself. It undoes a wrapping (gzip, compress, bzip2), reads PDF in a process of its own, OOXML, OpenDocument, EPUB, RTF, TeX (also
// the sources of one document in a tar file), JATS, TEI, other XML, Markdown, text and HTML in process, and DOC, PPT, PostScript and
// DVI by programs of others where there are any ([Reader.Tools], [NeedsError]). Of files within a document the text comes after its
// own. A program that uses a Reader begins its main with [Serve]; PDF is not read otherwise.
//
// Every file is taken for hostile: size, what it unpacks to, depth, counts and time are bounded, nothing in it is run, nothing is
// loaded from elsewhere, and the files within it, and within those, have one limit together.
package document

// Type is a kind of body.
type Type struct {
	// Name is a short name for the kind: one of the documents pdf, ps, dvi, tex, rtf, epub, doc,
	// docx, ppt, pptx, odt, odp, ods, jats, tei; or html, text, markdown, xml, json, css, script, sitemap, rss, atom,
	// xls, xlsx, djvu; or the broad classes image, audio, video, font, archive, program, binary
	// (nothing known); or empty.
	Name string
	// MIME is the media type that stands for the kind, in lower case and without parameters,
	// application/octet-stream when there is none.
	MIME string
	// Document says that it is one of PDF, PostScript, TeX, DVI, Word, PowerPoint, OpenDocument,
	// RTF, EPUB, JATS and TEI: formats that people give to documents. HTML, text and Markdown can be documents too, but what they
	// are only their content tells.
	Document bool
	// Compressed says in what the body is wrapped: "gzip", "compress", "bzip2" or "" for nothing.
	// The other fields are then about what is inside.
	Compressed string
}

// kind is a Type without a wrapping.
type kind struct {
	mime     string
	document bool
}

// kinds has every Name. Broad classes have the media type of their commonest member, which the
// header's more exact one replaces.
var kinds = map[string]kind{
	"pdf":  {"application/pdf", true},
	"ps":   {"application/postscript", true},
	"dvi":  {"application/x-dvi", true},
	"tex":  {"application/x-tex", true},
	"rtf":  {"application/rtf", true},
	"epub": {"application/epub+zip", true},
	"doc":  {"application/msword", true},
	"docx": {"application/vnd.openxmlformats-officedocument.wordprocessingml.document", true},
	"ppt":  {"application/vnd.ms-powerpoint", true},
	"pptx": {"application/vnd.openxmlformats-officedocument.presentationml.presentation", true},
	"odt":  {"application/vnd.oasis.opendocument.text", true},
	"odp":  {"application/vnd.oasis.opendocument.presentation", true},
	"ods":  {"application/vnd.oasis.opendocument.spreadsheet", true},

	"jats": {"application/jats+xml", true},
	"tei":  {"application/tei+xml", true},

	"markdown": {"text/markdown", false},

	"html":    {"text/html", false},
	"text":    {"text/plain", false},
	"xml":     {"application/xml", false},
	"json":    {"application/json", false},
	"css":     {"text/css", false},
	"script":  {"text/javascript", false},
	"sitemap": {"application/xml", false},
	"rss":     {"application/rss+xml", false},
	"atom":    {"application/atom+xml", false},
	"xls":     {"application/vnd.ms-excel", false},
	"xlsx":    {"application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", false},
	"djvu":    {"image/vnd.djvu", false},

	"image":   {"image/*", false},
	"audio":   {"audio/*", false},
	"video":   {"video/*", false},
	"font":    {"font/*", false},
	"archive": {"application/zip", false},
	"program": {"application/octet-stream", false},
	"binary":  {"application/octet-stream", false},
	"empty":   {"application/x-empty", false},
}

// endings tells the name by the ending of a URL.
var endings = map[string]string{
	".pdf": "pdf", ".ps": "ps", ".eps": "ps", ".ai": "ps", ".dvi": "dvi", ".rtf": "rtf", ".epub": "epub",
	".tex": "tex", ".latex": "tex", ".ltx": "tex", ".doc": "doc", ".dot": "doc", ".docx": "docx", ".docm": "docx",
	".dotx": "docx", ".ppt": "ppt", ".pps": "ppt", ".pot": "ppt", ".pptx": "pptx", ".ppsx": "pptx", ".pptm": "pptx",
	".odt": "odt", ".ott": "odt", ".sxw": "odt", ".odp": "odp", ".otp": "odp", ".sxi": "odp", ".ods": "ods", ".sxc": "ods",
	".xls": "xls", ".xlt": "xls", ".xlsx": "xlsx", ".xlsm": "xlsx", ".djvu": "djvu", ".djv": "djvu",
	".html": "html", ".htm": "html", ".xhtml": "html", ".shtml": "html", ".php": "html", ".php3": "html", ".asp": "html",
	".aspx": "html", ".jsp": "html", ".cfm": "html", ".cgi": "html", ".txt": "text", ".md": "markdown", ".markdown": "markdown",
	".mkd": "markdown", ".mdown": "markdown", ".xml": "xml", ".json": "json",
	".css": "css", ".js": "script", ".mjs": "script", ".rss": "rss", ".atom": "atom",
	".tar": "archive", ".tgz": "archive", ".zip": "archive",
}

// mediaTypes tells the name by the media type of a header.
var mediaTypes = withKinds(map[string]string{
	"application/x-pdf": "pdf", "text/pdf": "pdf", "application/ps": "ps", "application/x-postscript": "ps",
	"application/eps": "ps", "image/x-eps": "ps", "application/dvi": "dvi", "text/x-tex": "tex", "application/x-latex": "tex",
	"application/tex": "tex", "text/tex": "tex", "text/rtf": "rtf", "text/richtext": "rtf", "application/x-rtf": "rtf",
	"application/vnd.ms-word": "doc", "application/x-msword": "doc", "application/mspowerpoint": "ppt",
	"application/powerpoint": "ppt", "application/x-mspowerpoint": "ppt", "application/excel": "xls", "application/x-msexcel": "xls",
	"application/xhtml+xml": "html", "text/xml": "xml", "text/javascript": "script", "application/javascript": "script",
	"application/vnd.sun.xml.writer": "odt", "application/vnd.sun.xml.impress": "odp", "application/vnd.sun.xml.calc": "ods",
	"application/vnd.oasis.opendocument.text-template": "odt", "application/vnd.oasis.opendocument.presentation-template": "odp",
	"application/vnd.ms-word.document.macroenabled.12": "docx", "application/vnd.ms-powerpoint.presentation.macroenabled.12": "pptx",
	"application/vnd.openxmlformats-officedocument.wordprocessingml.template": "docx",
	"application/vnd.openxmlformats-officedocument.presentationml.slideshow":  "pptx", "text/x-markdown": "markdown",
	"application/x-javascript": "script", "text/json": "json", "image/x-djvu": "djvu",
})

// withKinds adds the media types that kinds have themselves.
func withKinds(names map[string]string) map[string]string {
	for name, k := range kinds {
		if name != "sitemap" && name != "binary" && name != "program" {
			names[k.mime] = name
		}
	}
	return names
}

// typeOf returns the Type of a name.
func typeOf(name string) Type {
	k := kinds[name]
	return Type{Name: name, MIME: k.mime, Document: k.document}
}
