package format

import "regexp"

// What an ending is good for. An ending can be known without a promise: .pot is
// PowerPoint to some and a catalogue of translations to most.
const (
	known use = 1 << iota // a file that ends so has the format, if its content does not say otherwise
	link                  // a link that ends so leads to a document
	stem                  // the ending distinguishes formats of one work: paper.pdf and paper.ps
)

// table holds every format, once. The order counts where two formats could
// claim the same bytes: the first one wins.
var table = []Format{
	{
		Name: "pdf", MIME: "application/pdf", Document: true, File: ".pdf",
		Types:   []string{"application/x-pdf", "text/pdf"},
		Endings: []Ending{{".pdf", known | link | stem}}, Words: []string{"pdf", "pdfs"},
		Reader: PDF, View: Itself, Printed: true, // its signature may stand behind other bytes: see package sniff
	},
	{
		Name: "dvi", MIME: "application/x-dvi", Document: true, File: ".dvi",
		Types:   []string{"application/dvi"},
		Endings: []Ending{{".dvi", known | link | stem}}, Words: []string{"dvi"},
		Magic:  []Signature{{0, "\xf7\x02", nil}},
		Reader: ThroughPDF, View: Converted, Printed: true,
	},
	{
		Name: "ps", MIME: "application/postscript", Document: true, File: ".ps",
		Types:   []string{"application/ps", "application/x-postscript", "application/eps", "image/x-eps"},
		Endings: []Ending{{".ps", known | link | stem}, {".eps", known | stem}, {".ai", known}}, Words: []string{"ps", "postscript"},
		Magic:  []Signature{{0, "\xc5\xd0\xd3\xc6", nil}}, // EPS with a preview; for the usual header see package sniff
		Reader: ThroughPDF, View: Converted, Printed: true,
	},
	{
		Name: "rtf", MIME: "application/rtf", Document: true, File: ".rtf",
		Types:   []string{"text/rtf", "text/richtext", "application/x-rtf"},
		Endings: []Ending{{".rtf", known | link | stem}},
		Magic:   []Signature{{0, "{\\rtf", nil}},
		Reader:  Office, View: Converted,
	},
	{
		Name: "tex", MIME: "application/x-tex", Document: true, File: ".tex",
		Types:   []string{"text/x-tex", "application/x-latex", "application/tex", "text/tex"},
		Endings: []Ending{{".tex", known | link | stem}, {".latex", known | link | stem}, {".ltx", known | link | stem}},
		Reader:  Markup, Marked: true, Archived: true, // no signature: see package sniff
	},
	{
		Name: "doc", MIME: "application/msword", Document: true, File: ".doc",
		Types:   []string{"application/vnd.ms-word", "application/x-msword"},
		Endings: []Ending{{".doc", known | link | stem}, {".dot", known | link}},
		Magic:   []Signature{{0, "\xdb\xa5", nil}}, // Word 2
		In:      Compound, Parts: []string{"WordDocument"}, Main: []string{"WordDocument"}, Sectors: []string{"\xec\xa5"},
		Reader: ThroughSuccessor, View: Converted, Successor: "docx", Programs: []string{"antiword", "catdoc"},
	},
	{
		Name: "docx", MIME: "application/vnd.openxmlformats-officedocument.wordprocessingml.document", Document: true, File: ".docx",
		Types: []string{"application/vnd.ms-word.document.macroenabled.12",
			"application/vnd.openxmlformats-officedocument.wordprocessingml.template"},
		Endings: []Ending{{".docx", known | link | stem}, {".docm", known | link}, {".dotx", known | link}}, Words: []string{"docx"},
		In: ZIP, Parts: []string{"word"}, Main: []string{"word/document.xml"},
		Reader: Office, View: Converted,
	},
	{
		Name: "ppt", MIME: "application/vnd.ms-powerpoint", Document: true, File: ".ppt",
		Types:   []string{"application/mspowerpoint", "application/powerpoint", "application/x-mspowerpoint"},
		Endings: []Ending{{".ppt", known | link | stem}, {".pps", known | link}, {".pot", known}},
		In:      Compound, Parts: []string{"PowerPoint Document"}, Main: []string{"PowerPoint Document"},
		Sectors: []string{"\xa0\x46\x1d\xf0", "\x00\x6e\x1e\xf0", "\x0f\x00\xe8\x03"},
		Reader:  ThroughSuccessor, View: Converted, Successor: "pptx", Programs: []string{"catppt"}, Slides: true,
	},
	{
		Name: "pptx", MIME: "application/vnd.openxmlformats-officedocument.presentationml.presentation", Document: true, File: ".pptx",
		Types: []string{"application/vnd.ms-powerpoint.presentation.macroenabled.12",
			"application/vnd.openxmlformats-officedocument.presentationml.slideshow"},
		Endings: []Ending{{".pptx", known | link | stem}, {".ppsx", known | link}, {".pptm", known | link}},
		In:      ZIP, Parts: []string{"ppt"}, Main: []string{"ppt/presentation.xml"},
		Reader: Office, View: Converted, Slides: true,
	},
	{
		Name: "xls", MIME: "application/vnd.ms-excel",
		Types:   []string{"application/excel", "application/x-msexcel"},
		Endings: []Ending{{".xls", known}, {".xlt", known}},
		In:      Compound, Parts: []string{"Workbook"}, Main: []string{"Workbook", "Book"}, Sectors: []string{"\x09\x08\x10\x00\x00\x06"},
		Reader: ThroughSuccessor, View: Converted, Successor: "xlsx", Programs: []string{"xls2csv"},
	},
	{
		Name: "xlsx", MIME: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
		Endings: []Ending{{".xlsx", known}, {".xlsm", known}},
		In:      ZIP, Parts: []string{"xl"}, Main: []string{"xl/workbook.xml"},
		Reader: Office, View: Converted,
	},
	{
		Name: "odt", MIME: "application/vnd.oasis.opendocument.text", Document: true, File: ".odt",
		Types:   []string{"application/vnd.sun.xml.writer", "application/vnd.oasis.opendocument.text-template"},
		Endings: []Ending{{".odt", known | link | stem}, {".ott", known | link}, {".sxw", known}},
		In:      ZIP,
		Reader:  Office, View: Converted,
	},
	{
		Name: "odp", MIME: "application/vnd.oasis.opendocument.presentation", Document: true, File: ".odp",
		Types:   []string{"application/vnd.sun.xml.impress", "application/vnd.oasis.opendocument.presentation-template"},
		Endings: []Ending{{".odp", known | link | stem}, {".otp", known | link}, {".sxi", known}},
		In:      ZIP,
		Reader:  Office, View: Converted, Slides: true,
	},
	{
		Name: "ods", MIME: "application/vnd.oasis.opendocument.spreadsheet", Document: true, File: ".ods",
		Types:   []string{"application/vnd.sun.xml.calc"},
		Endings: []Ending{{".ods", known}, {".sxc", known}},
		In:      ZIP,
		Reader:  Office, View: Converted,
	},
	{
		Name: "epub", MIME: "application/epub+zip", Document: true, File: ".epub",
		Endings: []Ending{{".epub", known | link | stem}}, Words: []string{"epub"},
		In: ZIP, Parts: []string{"OEBPS"}, Main: []string{"META-INF/container.xml"},
		Reader: Office, Marked: true,
	},
	{
		Name: "jats", MIME: "application/jats+xml", Document: true, File: ".xml",
		In: XML, Parts: []string{"article", "pmc-articleset"},
		Proof: regexp.MustCompile(`(?i)//DTD (JATS|[\w ./()-]*(Journal|Article|Archiv|Publishing))|\sdtd-version\s*=|\sarticle-type\s*=|` +
			`jats\.nlm\.nih\.gov|<(journal|article)-meta\b`),
		Reader: Markup, Marked: true, Text: true,
	},
	{
		Name: "tei", MIME: "application/tei+xml", Document: true, File: ".xml",
		In: XML, Parts: []string{"TEI", "TEI.2", "teiCorpus", "teiCorpus.2"},
		Proof:  regexp.MustCompile(`(?i)tei-c\.org|<teiHeader\b|//TEI|<!DOCTYPE\s+(TEI|teiCorpus)`),
		Reader: Markup, Marked: true, Text: true,
	},

	{
		Name: "html", MIME: "text/html", File: ".html",
		Types: []string{"application/xhtml+xml"},
		Endings: []Ending{{".html", known | stem}, {".htm", known | stem}, {".xhtml", known | stem}, {".shtml", known}, {".php", known},
			{".php3", known}, {".asp", known}, {".aspx", known}, {".jsp", known}, {".cfm", known}, {".cgi", known}},
		Reader: Markup, View: Page, Marked: true,
	},
	{
		Name: "text", MIME: "text/plain", File: ".txt",
		Endings: []Ending{{".txt", known | stem}, {".text", stem}},
		Reader:  Markup, Text: true,
	},
	{
		Name: "markdown", MIME: "text/markdown", File: ".md",
		Types:   []string{"text/x-markdown"},
		Endings: []Ending{{".md", known | stem}, {".markdown", known}, {".mkd", known}, {".mdown", known}},
		Reader:  Markup, Marked: true, Text: true,
	},
	{
		Name: "asciidoc", MIME: "text/asciidoc", File: ".adoc",
		Types:   []string{"text/x-asciidoc"},
		Endings: []Ending{{".adoc", known}, {".asciidoc", known}}, // .asc is more often a signature: see package sniff
		Reader:  Markup, Marked: true, Text: true,
	},
	{
		Name: "xml", MIME: "application/xml", File: ".xml",
		Types:   []string{"text/xml"},
		Endings: []Ending{{".xml", known | stem}},
		Reader:  Markup, Marked: true, Text: true,
	},
	{Name: "sitemap", MIME: "application/xml", In: XML, Parts: []string{"urlset", "sitemapindex"}, Reader: Markup, ReadAs: "xml"},
	{
		Name: "rss", MIME: "application/rss+xml",
		Endings: []Ending{{".rss", known}},
		In:      XML, Parts: []string{"rss", "RDF"}, Reader: Markup, ReadAs: "xml",
	},
	{
		Name: "atom", MIME: "application/atom+xml",
		Endings: []Ending{{".atom", known}},
		In:      XML, Parts: []string{"feed"}, Reader: Markup, ReadAs: "xml",
	},
	{
		Name: "djvu", MIME: "image/vnd.djvu", File: ".djvu",
		Types:   []string{"image/x-djvu"},
		Endings: []Ending{{".djvu", known | stem}, {".djv", known}}, Words: []string{"djvu"},
		Magic: []Signature{{0, "AT&TFORM", nil}},
	},
	{Name: "json", MIME: "application/json", Types: []string{"text/json"}, Endings: []Ending{{".json", known}}},
	{Name: "css", MIME: "text/css", Endings: []Ending{{".css", known}}},
	{
		Name: "script", MIME: "text/javascript", Types: []string{"application/javascript", "application/x-javascript"},
		Endings: []Ending{{".js", known}, {".mjs", known}},
	},

	{Name: "image", MIME: "image/*", Class: true, Magic: []Signature{
		{0, "\x89PNG\r\n\x1a\n", nil}, {0, "GIF87a", nil}, {0, "GIF89a", nil}, {0, "\xff\xd8\xff", nil}, {0, "II*\x00", nil}, {0, "MM\x00*", nil},
		{0, "\x00\x00\x01\x00", nil}, {0, "8BPS", nil}, {8, "WEBP", nil}, {4, "ftypavif", nil}, {4, "ftypheic", nil},
		{0, "\x00\x00\x00\x0cjP  ", nil}, {6, "\x00\x00\x00\x00", isBMP},
	}},
	{Name: "audio", MIME: "audio/*", Class: true, Magic: []Signature{
		{0, "ID3", nil}, {0, "OggS", nil}, {0, "fLaC", nil}, {8, "WAVE", nil}, {8, "AIFF", nil}, {0, "MThd", nil}, {0, ".snd", nil},
		{0, "\xff\xfb", nil}, {0, "\xff\xf3", nil}, {0, "\xff\xf2", nil}, {0, ".ra\xfd", nil},
	}},
	{Name: "video", MIME: "video/*", Class: true, Magic: []Signature{
		{8, "AVI ", nil}, {4, "ftyp", nil}, {4, "moov", nil}, {4, "mdat", nil}, {0, "\x1a\x45\xdf\xa3", nil}, {0, "\x00\x00\x01\xba", nil},
		{0, "\x00\x00\x01\xb3", nil}, {0, "FLV\x01", nil}, {0, "\x30\x26\xb2\x75", nil}, {0, ".RMF", nil}, {0, "FWS", isFlash}, {0, "CWS", isFlash},
	}},
	{Name: "font", MIME: "font/*", Class: true, Magic: []Signature{
		{0, "OTTO\x00", nil}, {0, "wOFF", nil}, {0, "wOF2", nil}, {0, "ttcf\x00", nil}, {0, "\x00\x01\x00\x00\x00", nil},
	}},
	{
		Name: "archive", MIME: "application/zip", Class: true, Archived: true,
		Endings: []Ending{{".tar", known | stem}, {".tgz", known}, {".zip", known}},
		Magic: []Signature{
			{0, "7z\xbc\xaf\x27\x1c", nil}, {0, "Rar!\x1a\x07", nil}, {0, "\xfd7zXZ\x00", nil}, {0, "\x28\xb5\x2f\xfd", nil}, {257, "ustar", nil},
			{2, "-lh", nil}, {0, "MSCF\x00\x00", nil}, {0, "!<arch>\n", nil}, {0, "\x60\xea", nil}, {0, "\xed\xab\xee\xdb", nil}, {0, "SIT!", nil},
		},
	},
	{Name: "program", MIME: unknownMIME, Magic: []Signature{
		{0, "\x7fELF", nil}, {0, "\xca\xfe\xba\xbe", nil}, {0, "\xfe\xed\xfa", nil}, {0, "\xcf\xfa\xed\xfe", nil}, {0, "\xce\xfa\xed\xfe", nil},
		{0, "\x00asm", nil}, {0, "MZ", isMZ},
	}},
	{Name: Binary, MIME: unknownMIME, Magic: []Signature{{0, "SQLite format 3\x00", nil}}},
	{Name: Empty, MIME: "application/x-empty"},
}
