package weburl

import (
	"iter"
	"strings"
)

// Level returns the directory level: the slashes in the path, less one. "/" and "/x.html" are on level 0,
// "/a/" and "/a/x.html" on level 1.
func (u URL) Level() int {
	return max(strings.Count(u.Path(), "/")-1, 0)
}

// Directories yields the names of the directories in the path from the root down, escapes and all; for
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

// base returns the last segment of the path: a page's own name, "" when the path ends in a slash.
func (u URL) base() string {
	path := u.Path()
	return path[strings.LastIndexByte(path, '/')+1:]
}

// packed are the endings of compressed files, which belong to the ending before them.
var packed = map[string]bool{".gz": true, ".z": true, ".bz2": true, ".xz": true, ".zst": true, ".lz": true, ".lzma": true}

// maxEnding is the longest word, without its dot, that is taken for an ending.
const maxEnding = 12

// Ending returns the ending of the last path segment in lower case with its dot, "" when there is none. The
// ending of a packed file includes the one before: ".ps.gz", ".tar.gz", ".tex.z".
func (u URL) Ending() string {
	name := u.base()
	outer := ending(name)
	if packed[outer] {
		return ending(name[:len(name)-len(outer)]) + outer
	}
	return outer
}

// ending returns what follows the last dot of a name, in lower case and with the dot, when it could be a
// file type: letters and digits with a letter among them. A name that begins with its only dot has none.
func ending(name string) string {
	dot := strings.LastIndexByte(name, '.')
	if dot <= 0 || len(name)-dot-1 > maxEnding || dot == len(name)-1 {
		return ""
	}
	letters := 0
	for _, c := range []byte(name[dot+1:]) {
		switch {
		case 'a' <= c|0x20 && c|0x20 <= 'z':
			letters++
		case c < '0' || c > '9':
			return ""
		}
	}
	if letters == 0 {
		return ""
	}
	return strings.ToLower(name[dot:])
}
