package trap

import (
	"strings"

	"sluice/weburl"
)

// maxSegments is the number of segments of a path that are examined.
const maxSegments = 64

// linkPath is the path of a link, divided into its segments.
type linkPath struct {
	directories []string
	name        string // the last segment
	ref         string // the link as it is written
}

// appendDirectories appends the names of the directories in a path to dst, up to its capacity.
func appendDirectories(dst []string, path string) []string {
	for path = path[1:]; len(dst) < cap(dst); {
		name, rest, isDirectory := strings.Cut(path, "/")
		if !isDirectory {
			break
		}
		dst, path = append(dst, name), rest
	}
	return dst
}

// nameOf returns the last segment of a link's path, "" when the path ends in a slash.
func nameOf(link weburl.URL) string {
	path := link.Path()
	return path[strings.LastIndexByte(path, '/')+1:]
}

// setOf returns the set of some names.
func setOf(names ...string) map[string]bool {
	set := make(map[string]bool, len(names))
	for _, name := range names {
		set[name] = true
	}
	return set
}

// isDigits reports whether s is a number.
func isDigits(s string) bool {
	for i := range len(s) {
		if s[i] < '0' || s[i] > '9' {
			return false
		}
	}
	return s != ""
}
