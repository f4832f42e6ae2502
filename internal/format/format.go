// Package format describes each format of bodies once: its name and media
// types, how content and names show it, who reads it, how a copy for viewing is
// made of it, and what its files are called.
//
// A new format is one entry of the table. Sniffing, the endings by which links
// lead to documents, the choice of reader and converter, the names of exported
// files and what describes a format to the judges of documents follow from it.
// A format that no existing reader can read also needs a new [Reader], which
// package document joins to its function.
//
// The package imports nothing of this module, so that URLs, pages, readers and
// stores can all use it.
package format

import (
	"bytes"
	"maps"
	"regexp"
	"slices"
	"strings"
)

// Names of what is no format of its own.
const (
	Binary = "binary" // nothing is known of the content
	Empty  = "empty"  // there is no content
)

// unknownMIME is the media type of what has none.
const unknownMIME = "application/octet-stream"

// Format is the description of one format.
type Format struct {
	// Name is the short name. Libraries and models store it: it never changes.
	Name string
	// MIME is the media type that stands for the format. That of a class ends
	// in "/*".
	MIME string
	// Types are other media types by which servers call it, in lower case.
	Types []string
	// Endings are those of its files, each with what it is good for.
	Endings []Ending
	// File is the ending of an exported file; empty for the one that the file
	// had.
	File string
	// Words name the format in links that lead to documents.
	Words []string

	// Document reports whether the format is one of documents. HTML, text,
	// Markdown and AsciiDoc can be documents too, but only their content shows it.
	Document bool
	// Class is true of a group of formats, such as all images. Its media type
	// is replaced by the header's more exact one.
	Class bool

	// Magic are the signatures with which its files begin.
	Magic []Signature
	// In is the container that its files are, and Parts what the container then
	// holds: streams of a compound file, top folders of a ZIP file, root
	// elements of XML. A ZIP file can name its media type instead.
	In    Container
	Parts []string
	// Main are parts one of which a whole container of the format has. They
	// decide when more than the first bytes can be read.
	Main []string
	// Sectors are beginnings of the first sector of a compound file whose
	// streams are not named near its beginning.
	Sectors []string
	// Proof must match the beginning of an XML file besides: other vocabularies
	// have root elements of the same name.
	Proof *regexp.Regexp
	// Archived is true when a tar file can hold the sources of one document of
	// the format.
	Archived bool

	// Reader is who reads it; ReadAs is the name of the format as which it is
	// read, if that is another.
	Reader Reader
	ReadAs string
	// Successor is the format into which LibreOffice converts it before it is
	// read, and Programs are those that find the plain text otherwise, the
	// better one first.
	Successor string
	Programs  []string
	// View is how a PDF for viewing is made.
	View View

	// Slides is true of formats of presentations.
	Slides bool
	// Marked is true when the text itself marks what is the title and who the
	// authors are.
	Marked bool
	// Printed is true when a file holds glyphs on pages, whose fonts may hide
	// which letters they show.
	Printed bool
	// Text is true of formats of plain characters, which are documents now and
	// then and are read when they look like one.
	Text bool
}

// Ending is an ending of file names, with its dot and in lower case.
type Ending struct {
	Text string
	use  use
}

// use is a set of uses of an ending.
type use uint8

// Signature is a string of bytes at a place in the first bytes of a file. Sure,
// if it is set, must agree.
type Signature struct {
	At    int
	Bytes string
	Sure  func(head []byte) bool
}

// In reports whether head has the signature.
func (s *Signature) In(head []byte) bool {
	return len(head) >= s.At && bytes.HasPrefix(head[s.At:], []byte(s.Bytes)) && (s.Sure == nil || s.Sure(head))
}

// Container is a format within which others are made.
type Container uint8

// The containers.
const (
	Plain    Container = iota // none
	Compound                  // compound file of OLE
	ZIP
	XML
)

// Reader is a part of package document that reads formats.
type Reader uint8

// The readers.
const (
	None             Reader = iota // it is not read
	PDF                            // the pool of processes with PDFium
	ThroughPDF                     // printed to PDF, which is then read
	Office                         // package office
	Markup                         // package markup
	ThroughSuccessor               // converted to its successor, which is then read
)

// View is a way to a PDF for viewing.
type View uint8

// The ways to a PDF.
const (
	Typeset   View = iota // what was read is set as a plain page, and that is converted
	Itself                // the file is a PDF
	Converted             // a program converts the file
	Page                  // a program converts the page, which is first decoded
)

var (
	byName   = map[string]*Format{}
	byType   = map[string]*Format{}
	byEnding = map[string]*Format{}
	uses     = map[string]use{}
)

func init() {
	for i := range table {
		f := &table[i]
		byName[f.Name] = f
		for _, t := range append([]string{f.MIME}, f.Types...) {
			if byType[t] == nil && t != unknownMIME {
				byType[t] = f
			}
		}
		for _, e := range f.Endings {
			if uses[e.Text] |= e.use; e.use&known != 0 {
				byEnding[e.Text] = f
			}
		}
	}
}

// All returns every format in the order of the table. The caller must not
// change it.
func All() []Format { return table }

// Of returns the format of a name; nil if no format has it.
func Of(name string) *Format { return byName[name] }

// OfType returns the format of a media type without parameters, in lower case;
// nil if no format has it. One with the suffix "+json" is JSON (RFC 6839), as the
// interfaces of repositories have it.
func OfType(mime string) *Format {
	if f := byType[mime]; f != nil || !strings.HasSuffix(mime, "+json") {
		return f
	}
	return byName["json"]
}

// OfEnding returns the format of files that end so; nil if no format has the
// ending.
func OfEnding(ending string) *Format { return byEnding[ending] }

// LeadsToDocument reports whether a link whose URL ends so leads to a document.
func LeadsToDocument(ending string) bool { return uses[ending]&link != 0 }

// NamesFormat reports whether an ending only distinguishes the formats of one work.
// Catalogues store names without these endings: adding one to an existing format
// changes how old libraries group their files.
func NamesFormat(ending string) bool { return uses[ending]&stem != 0 }

// Words returns the words by which links name formats of documents, sorted.
func Words() []string {
	all := map[string]bool{}
	for i := range table {
		for _, w := range table[i].Words {
			all[w] = true
		}
	}
	return slices.Sorted(maps.Keys(all))
}

// FileEnding returns the ending that files of the format usually have; empty if
// they have none.
func (f *Format) FileEnding() string {
	if len(f.Endings) == 0 {
		return ""
	}
	return f.Endings[0].Text
}

// ReadName returns the name of the format as which the format is read.
func (f *Format) ReadName() string {
	if f.ReadAs != "" {
		return f.ReadAs
	}
	return f.Name
}

// IsCompound reports whether a compound file can have the format: files of
// OOXML are compound files when they are encrypted, and those of their
// predecessors always.
func (f *Format) IsCompound() bool {
	return f.In == Compound || slices.ContainsFunc(table, func(old Format) bool { return old.Successor == f.Name })
}

func isBMP(head []byte) bool   { return bytes.HasPrefix(head, []byte("BM")) && len(head) > 14 }
func isFlash(head []byte) bool { return len(head) > 3 && head[3] > 0 && head[3] < ' ' }

// isMZ reports whether a file that begins with MZ is a program of DOS or
// Windows. Texts begin with these letters, too, but have no zero byte.
func isMZ(head []byte) bool { return bytes.IndexByte(head[:min(len(head), 64)], 0) >= 0 }
