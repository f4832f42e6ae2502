package bibliography

import (
	"io"
	"iter"
	"path/filepath"
	"strings"

	"sluice/document/bibtex"
	"sluice/internal/lazyregexp"
)

// readBibTeX yields the entries of a bibliography in BibTeX or BibLaTeX.
func readBibTeX(from io.Reader) iter.Seq2[Record, error] {
	return func(yield func(Record, error) bool) {
		for e, err := range bibtex.Read(from) {
			if err != nil {
				yield(Record{}, err)
				return
			}
			r := ofEntry(&e)
			if e.Truncated {
				r, err = Record{}, &RecordError{e.Line, bounded(e.Key), errBroken}
			}
			if !yield(r, err) {
				return
			}
		}
	}
}

// howPublished matches the URL in a value such as "\url{http://www.example.org/a.pdf}".
var howPublished = lazyregexp.New(`https?://[^\s{}\\,"]+`)

// ofEntry returns the record of an entry.
func ofEntry(e *bibtex.Entry) Record {
	r := Record{
		Line: e.Line, Key: e.Key, Type: e.Type, Title: joined(e.Get("title"), e.Get("subtitle")), Authors: namesOf(e.Raw("author")), Year: yearOf(e.Get("year"), e.Get("date")),
		Venue: first(e, "journal", "journaltitle", "booktitle", "school", "institution"), Volume: e.Get("volume"), Number: first(e, "number", "issue"),
		Pages: e.Get("pages"), Publisher: e.Get("publisher"), Abstract: e.Get("abstract"), Language: first(e, "langid", "language"),
		DOI: e.Get("doi"), ISBN: e.Get("isbn"), Keywords: strings.FieldsFunc(e.Get("keywords"), isSeparator),
	}
	if strings.EqualFold(first(e, "archiveprefix", "eprinttype"), "arxiv") {
		r.ArXiv = e.Get("eprint")
	}
	for _, f := range e.Fields {
		switch {
		case f.Name == "file":
			for _, path := range filesOf(f.Value) {
				r.place(path)
			}
		case f.Name == "pdf", f.Name == "localfile", f.Name == "local-url":
			r.place(unescaped(f.Value))
		case f.Name == "url", f.Name == "pdf_url", f.Name == "pdfurl", strings.HasPrefix(f.Name, "bdsk-url-"):
			r.URLs = append(r.URLs, howPublished.FindAllString(unescaped(f.Value), 10)...)
		case f.Name == "howpublished":
			r.URLs = append(r.URLs, howPublished.FindAllString(unescaped(f.Value), 1)...)
		}
	}
	return r
}

// joined returns title and subtitle.
func joined(title, subtitle string) string {
	if subtitle == "" {
		return title
	}
	return title + ": " + subtitle
}

// isSeparator reports whether a letter separates keywords.
func isSeparator(c rune) bool { return c == ',' || c == ';' }

// first returns the first of some fields that an entry has.
func first(e *bibtex.Entry, names ...string) string {
	for _, name := range names {
		if v := e.Get(name); v != "" {
			return v
		}
	}
	return ""
}

var urlStart = lazyregexp.New(`^\s*[A-Za-z]+://`)

// filesOf returns the paths in a field "file". JabRef, Zotero and Mendeley write "description:path:type", separated by semicolons, with
// colons and semicolons of their own escaped; other programs write a path alone.
func filesOf(value string) (paths []string) {
	for _, entry := range split(value, ';') {
		parts := split(entry, ':')
		switch {
		case urlStart.MatchString(entry):
			paths = append(paths, unescaped(entry))
		case len(parts) == 1:
			paths = append(paths, unescaped(entry))
		case len(parts) == 2: // C:\a.pdf, or "path:type"
			if isDrive(parts[0]) {
				paths = append(paths, unescaped(entry))
			} else {
				paths = append(paths, unescaped(parts[0]))
			}
		default:
			// The description may have no colon, the type has none: what is between them is the path.
			paths = append(paths, ofMendeley(unescaped(strings.Join(parts[1:len(parts)-1], ":")), parts[0]))
		}
	}
	return paths
}

// isDrive reports whether s is the letter of a drive of Windows.
func isDrive(s string) bool {
	s = strings.TrimSpace(s)
	return len(s) == 1 && ('a' <= s[0]|0x20 && s[0]|0x20 <= 'z')
}

// ofMendeley restores the slash that Mendeley leaves out of absolute paths: ":home/user/a.pdf:pdf".
func ofMendeley(path, description string) string {
	if description == "" && filepath.Separator == '/' && (strings.HasPrefix(path, "home/") || strings.HasPrefix(path, "Users/")) {
		return "/" + path
	}
	return path
}

// split splits a value at each separator that no backslash precedes. The parts keep their backslashes.
func split(value string, separator byte) (parts []string) {
	start := 0
	for i := 0; i < len(value); i++ {
		switch value[i] {
		case '\\':
			i++
		case separator:
			parts, start = append(parts, value[start:i]), i+1
			if len(parts) == maxValues {
				return parts
			}
		}
	}
	return append(parts, value[start:])
}

// unescaped returns a path or URL without the escapes of LaTeX and of reference managers.
func unescaped(s string) string {
	s = strings.ReplaceAll(s, `{\_}`, "_")
	s = strings.NewReplacer(`$\backslash$`, `\\`, `\textbackslash `, `\\`, `{\textbackslash}`, `\\`).Replace(s)
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] == '\\' && i+1 < len(s) && strings.IndexByte(`\:;_{}&%#$ ~`, s[i+1]) >= 0 {
			i++
			b.WriteByte(s[i])
		} else if s[i] != '{' && s[i] != '}' {
			b.WriteByte(s[i])
		}
	}
	return strings.TrimSpace(b.String())
}
