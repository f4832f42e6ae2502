package weburl

import (
	"iter"
	"strings"

	"sluice/weburl/internal/ending"
)

// Level returns the directory level: the slashes in the path, less one. "/" and "/x.html" are on level 0,
// "/a/" and "/a/x.html" on level 1.
func (u URL) Level() int {
	return max(strings.Count(u.Path(), "/")-1, 0)
}

// Directories yields the names of the directories in the path from the root down, with their escapes; for
// "/a/b/x.html" they are "a" and "b".
func (u URL) Directories() iter.Seq[string] {
	return func(yield func(string) bool) {
		if u.IsZero() {
			return
		}
		rest := u.Path()[1:]
		for {
			name, after, isDirectory := strings.Cut(rest, "/")
			if !isDirectory || !yield(name) {
				return
			}
			rest = after
		}
	}
}

// base returns the last segment of the path: the name of the page, "" if the path ends in a slash.
func (u URL) base() string {
	path := u.Path()
	return path[strings.LastIndexByte(path, '/')+1:]
}

// Ending returns the ending of the last path segment in lower case with its dot, or "". The
// ending of a packed file includes the one before: ".ps.gz", ".tar.gz", ".tex.z".
func (u URL) Ending() string { return ending.Of(u.base()) }

// NeverPage reports whether u has an ending of what is never a page nor a document: images, sound, film, styles,
// scripts, programs and data archives. Such a URL is not worth fetching in search of links.
func NeverPage(u URL) bool { return ending.IsNeverPage(u.Ending()) }

// DocumentEnding reports whether u ends like a document: PDF, PostScript, TeX, DVI, Word, PowerPoint,
// OpenDocument, RTF or EPUB, or one of them packed by gzip, compress or bzip2.
func DocumentEnding(u URL) bool { return ending.IsDocument(u.Ending()) }
