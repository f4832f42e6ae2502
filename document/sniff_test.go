package document_test

import (
	"bytes"
	"compress/gzip"
	"strings"
	"testing"

	"sluice/document"
)

func gzipped(s string) string {
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	z.Write([]byte(s))
	z.Close()
	return b.String()
}

// entry is one entry of a ZIP file, without its directory.
func entry(name, data string) string {
	n := func(v, bytes int) string {
		var b []byte
		for range bytes {
			b = append(b, byte(v))
			v >>= 8
		}
		return string(b)
	}
	return "PK\x03\x04" + strings.Repeat("\x00", 14) + n(len(data), 4) + n(len(data), 4) + n(len(name), 2) + n(0, 2) + name + data
}

const ole = "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"

func TestSniff(t *testing.T) {
	junk := "\x00\x01\x02 some bytes that are no text \xff\xfe\x00\x00\x03"
	for _, c := range []struct {
		what, head, header, url string
		name, compressed        string
		document                bool
	}{
		{"a PDF is a PDF", "%PDF-1.4\n1 0 obj", "application/pdf", "/a.pdf", "pdf", "", true},
		{"whatever its header says", "%PDF-1.4\n1 0 obj", "text/html; charset=utf-8", "/view?id=3", "pdf", "", true},
		{"also after some junk", "\r\nHTTP-junk\r\n\r\n%PDF-1.3\n1 0 obj", "", "/a", "pdf", "", true},
		{"a page about PDF is a page", "<html><body>Begin it with %PDF-1.4, then 1 0 obj", "text/html", "/a", "html", "", false},
		{"a text about PDF is a text", "Files begin with %PDF-1.4 as a rule.", "text/plain", "/a.txt", "text", "", false},
		{"an error page is no PDF", "<!DOCTYPE html><title>404</title>", "application/pdf", "/a.pdf", "html", "", false},
		{"PostScript", "%!PS-Adobe-3.0\n", "text/plain", "/a", "ps", "", true},
		{"with Ctrl-D", "\x04%!PS-Adobe-3.0\n", "", "/a", "ps", "", true},
		{"behind a printer's language", "\x1b%-12345X@PJL JOB\n@PJL ENTER LANGUAGE=POSTSCRIPT\n%!PS-Adobe-3.0\n", "", "/a", "ps", "", true},
		{"a printer job that is not PostScript", "\x1b%-12345X@PJL JOB\n@PJL ENTER LANGUAGE=PCL\n", "", "/a.prn", "text", "", false},
		{"with a bare mark and an ending", "%!\n/Times findfont", "", "/a.ps", "ps", "", true},
		{"with a preview", "\xc5\xd0\xd3\xc6\x20\x00\x00\x00", "", "/a", "ps", "", true},
		{"DVI", "\xf7\x02\x01\x83\x92\xc0", "", "/a", "dvi", "", true},
		{"LaTeX by its class", "% my paper\n\\documentclass{article}\n", "text/plain", "/a", "tex", "", true},
		{"plain TeX by its ending", "\\magnification=1200\nHello\\bye", "text/plain", "/a.tex", "tex", "", true},
		{"TeX by its media type", "\\magnification=1200\nHello\\bye", "application/x-tex", "/a", "tex", "", true},
		{"TeX sent as a page", "\\documentstyle{article}\n", "text/html", "/a.tex", "tex", "", true},
		{"a page about LaTeX", "<html><pre>\n\\documentclass{article}\n", "text/html", "/a.html", "html", "", false},
		{"Word by its stream", ole + strings.Repeat("\x00", 1500) + "W\x00o\x00r\x00d\x00D\x00o\x00c\x00u\x00m\x00e\x00n\x00t\x00", "", "/a", "doc", "", true},
		{"Word by its first sector", ole + strings.Repeat("\x00", 504) + "\xec\xa5\xc1\x00", "", "/a", "doc", "", true},
		{"PowerPoint by its ending", ole + junk, "application/octet-stream", "/a.ppt", "ppt", "", true},
		{"PowerPoint by its header", ole + junk, "application/vnd.ms-powerpoint", "/a", "ppt", "", true},
		{"Excel is no document", ole + junk, "", "/a.xls", "xls", "", false},
		{"OLE of unknown kind", ole + junk, "", "/a", "binary", "", false},
		{"docx by its folders", entry("[Content_Types].xml", "<Types/>") + entry("word/document.xml", "x"), "", "/a", "docx", "", true},
		{"pptx by its folders", entry("ppt/presentation.xml", "x"), "application/zip", "/a", "pptx", "", true},
		{"xlsx is no document", entry("xl/workbook.xml", "x"), "", "/a", "xlsx", "", false},
		{"odt by its mimetype", entry("mimetype", "application/vnd.oasis.opendocument.text"), "", "/a", "odt", "", true},
		{"odp", entry("mimetype", "application/vnd.oasis.opendocument.presentation"), "", "/a.zip", "odp", "", true},
		{"ods", entry("mimetype", "application/vnd.oasis.opendocument.spreadsheet"), "", "/a", "ods", "", true},
		{"epub", entry("mimetype", "application/epub+zip") + entry("META-INF/container.xml", "x"), "", "/a", "epub", "", true},
		{"docx by its ending", "PK\x03\x04stub of a file", "", "/a.docx", "docx", "", true},
		{"an archive", entry("src/main.c", "int main"), "application/zip", "/a.zip", "archive", "", false},
		{"RTF", "{\\rtf1\\ansi Hello}", "text/plain", "/a", "rtf", "", true},
		{"gzip'd PostScript by what is inside", gzipped("%!PS-Adobe-2.0\n"), "application/x-gzip", "/a.gz", "ps", "gzip", true},
		{"gzip'd PostScript by its ending", "\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\x03stub of a file", "application/gzip", "/a.ps.gz", "ps", "gzip", true},
		{"gzip'd TeX by its ending", gzipped("Hello \\TeX\\bye"), "", "/a.tex.gz", "tex", "gzip", true},
		{"a gzip'd tar", "\x1f\x8b\x08\x00junk", "", "/a.tar.gz", "archive", "gzip", false},
		{"a gzip'd page", gzipped("<html><title>x"), "", "/a.html.gz", "html", "gzip", false},
		{"compress'd DVI", "\x1f\x9d\x90stub", "application/octet-stream", "/a.dvi.Z", "dvi", "compress", true},
		{"bzip2'd PDF", "BZh91AY&SYjunk", "", "/a.pdf.bz2", "pdf", "bzip2", true},
		{"gzip of gzip is unpacked once", gzipped(gzipped("%!PS")), "", "/a", "archive", "gzip", false},
		{"a page without doctype", "<TITLE>x</TITLE>", "", "/a", "html", "", false},
		{"a page after a comment", "\n<!-- made by hand --> <center>", "application/octet-stream", "/a", "html", "", false},
		{"a page in UTF-16", "\xff\xfe<\x00h\x00t\x00m\x00l\x00>\x00", "", "/a", "html", "", false},
		{"a page that begins with words", "Hello <br> world", "text/html", "/a", "html", "", false},
		{"a page by its inside", "Warning: no database\n<html><body>", "", "/a", "html", "", false},
		{"a page sent as text is text", "<html><title>x", "text/plain", "/a.html", "text", "", false},
		{"XHTML", "<?xml version='1.0'?>\n<!DOCTYPE html PUBLIC \"x\" \"y\">\n<html xmlns='z'>", "application/xml", "/a", "html", "", false},
		{"a sitemap", "<?xml version='1.0'?><!-- x --><sm:urlset>", "text/xml", "/sitemap.xml", "sitemap", "", false},
		{"a feed", "<rss version='2.0'>", "text/html", "/feed", "rss", "", false},
		{"another feed", "<?xml version='1.0'?><feed>", "application/atom+xml", "/feed", "atom", "", false},
		{"other XML", "<?xml version='1.0'?><teiHeader>", "text/xml", "/a.xml", "xml", "", false},
		{"JATS by its DOCTYPE", "<?xml version='1.0'?>\n<!DOCTYPE article PUBLIC \"-//NLM//DTD JATS (Z39.96) v1.2//EN\" \"x.dtd\">\n<article>", "text/xml", "/a.xml", "jats", "", true},
		{"JATS by its attributes", "<article xmlns:xlink='x' article-type='research-article'>", "", "/a", "jats", "", true},
		{"JATS by its metadata", "<?xml version='1.0'?><article><front><journal-meta>", "text/html", "/a", "jats", "", true},
		{"another article", "<?xml version='1.0'?><article><title>DocBook</title>", "text/xml", "/a.xml", "xml", "", false},
		{"an article of HTML", "<article class=x><p>words", "text/html", "/a", "html", "", false},
		{"TEI", "<?xml version='1.0'?><TEI xmlns='http://www.tei-c.org/ns/1.0'>", "application/xml", "/a", "tei", "", true},
		{"TEI sent as text", "<TEI.2><teiHeader>", "text/plain", "/a", "tei", "", true},
		{"Markdown by its ending", "# Head\n\ntext", "text/plain", "/README.md", "markdown", "", false},
		{"Markdown by its header", "<h1>Head</h1>\n\ntext", "text/markdown", "/a", "markdown", "", false},
		{"AsciiDoc by its ending", "= Head\n\ntext", "text/plain", "/a.adoc", "asciidoc", "", false},
		{"AsciiDoc by its long ending", "text with \\documentclass\n\\documentclass{a}", "", "/a.asciidoc", "asciidoc", "", false},
		{"AsciiDoc by its header", "Head\n====\n\ntext", "text/x-asciidoc", "/a", "asciidoc", "", false},
		{"AsciiDoc by its marks", "// made by hand\n= On Sieves\nRobin Stone\n:toc:\n\ntext", "text/plain", "/a.asc", "asciidoc", "", false},
		{"a chapter of AsciiDoc by its marks", "[[sieves]]\n[au=\"Robin Stone\"]\n== On Sieves\n\ntext", "text/plain; charset=utf-8", "/sieves", "asciidoc", "", false},
		{"AsciiDoc under the name of a text", "= On Sieves\n:toc:\n\ntext", "text/plain", "/a.txt", "text", "", false},
		{"AsciiDoc under the name of Markdown", "= On Sieves\n:toc:\n\ntext", "text/plain", "/a.md", "markdown", "", false},
		{"a page made of AsciiDoc", "<!DOCTYPE html><html>", "text/html", "/a.adoc", "html", "", false},
		{"a page of a wiki", "= On Sieves =\n\n[[Sand]]\n\nhttp://example.org/[x]", "text/plain", "/a", "text", "", false},
		{"a signature", "-----BEGIN PGP SIGNATURE-----\n\niQ==\n=AbCd\n-----END PGP SIGNATURE-----", "", "/a.tar.gz.asc", "text", "", false},
		{"Typst", "#set page(width: 10cm)\n= On Sieves\n#link(\"https://example.org/\")[here]", "text/plain", "/a.typ", "text", "", false},
		{"a page about Markdown", "<!DOCTYPE html><html>", "text/html", "/README.md", "html", "", false},
		{"encrypted OOXML by its ending", ole + junk, "", "/a.docx", "docx", "", true},
		{"OpenOffice before ODF", entry("mimetype", "application/vnd.sun.xml.writer"), "", "/a", "odt", "", true},
		{"an SVG picture", "<?xml version='1.0'?><svg>", "image/svg+xml", "/a.svg", "image", "", false},
		{"JSON", "{\"a\": 1}", "application/json", "/a", "json", "", false},
		{"JSON of an interface", "{\"a\": 1}", "application/hal+json; charset=utf-8", "/a", "json", "", false},
		{"text", "Just some words.", "", "/README", "text", "", false},
		{"a picture", "\x89PNG\r\n\x1a\n\x00", "text/html", "/a.html", "image", "", false},
		{"a program", "MZ\x90\x00\x03", "", "/a.exe", "program", "", false},
		{"words that begin with MZ", "MZ is a mark", "", "/a", "text", "", false},
		{"a tar", strings.Repeat("\x00", 257) + "ustar", "", "/a", "archive", "", false},
		{"a name alone makes no PDF", junk, "application/pdf", "/a.pdf", "binary", "", false},
		{"nothing", "", "application/pdf", "/a.pdf", "empty", "", false},
	} {
		got := document.Sniff([]byte(c.head), c.header, "http://www.example.org"+c.url)
		if got.Name != c.name || got.Compressed != c.compressed || got.Document != c.document {
			t.Errorf("%s: %+v, want %q %q %v", c.what, got, c.name, c.compressed, c.document)
		}
	}
}

func TestMediaTypeIsTheMoreExactOne(t *testing.T) {
	for _, c := range []struct{ head, header, want string }{
		{"\xff\xd8\xff\xe0", "image/jpeg", "image/jpeg"},
		{"\xff\xd8\xff\xe0", "text/html", "application/octet-stream"},
		{"a,b\n1,2\n", "text/csv", "text/csv"},
		{"a,b\n1,2\n", "application/octet-stream", "text/plain"},
		{"%PDF-1.7\n", "text/html", "application/pdf"},
	} {
		if got := document.Sniff([]byte(c.head), c.header, "/x").MIME; got != c.want {
			t.Errorf("%q as %s: %s, want %s", c.head, c.header, got, c.want)
		}
	}
}

func FuzzSniff(f *testing.F) {
	f.Add([]byte("%PDF-1.4"), "text/html", "http://a/b.pdf")
	f.Add([]byte(gzipped("%!PS")), "a/b;c=\"d", "x.ps.gz")
	f.Add([]byte(entry("mimetype", "application/epub+zip")), "", "?")
	f.Add([]byte("<?xml <!-- <!DOCTYPE [ ]><a:feed"), "", "")
	f.Fuzz(func(t *testing.T, head []byte, header, url string) {
		got := document.Sniff(head, header, url)
		if got.Name == "" || got.MIME == "" {
			t.Fatalf("%+v", got)
		}
		if got != document.Sniff(head, header, url) {
			t.Fatal("not the same twice")
		}
	})
}

func BenchmarkSniff(b *testing.B) {
	page := "<!DOCTYPE html>\n<html><head><title>x</title></head><body>" + strings.Repeat("<p>some words in a page</p>\n", 110)
	for _, c := range []struct{ name, head, header string }{
		{"page", page, "text/html; charset=utf-8"},
		{"pdf", "%PDF-1.4\n" + page, "application/pdf"},
		{"text", strings.Repeat("only words, line by line\n", 120), "text/plain"},
	} {
		b.Run(c.name, func(b *testing.B) {
			head := []byte(c.head)
			b.SetBytes(int64(len(head)))
			b.ReportAllocs()
			for b.Loop() {
				document.Sniff(head, c.header, "http://www.example.org/a/b.html")
			}
		})
	}
}
