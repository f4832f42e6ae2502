package trap

import (
	"slices"
	"strings"

	"sluice/weburl"
	"sluice/weburl/internal/ending"
	"sluice/weburl/internal/session"
)

// repeatsSegment reports whether a path repeats its own parts. Such paths grow without end on sites with a relative link
// that lacks its first slash, if the server responds to every path. Repetitions of regular sites (/en/en/,
// /2005/01/2005-01/, /src/main/java/main/) stay below the limits.
func repeatsSegment(p *linkPath) bool {
	const (
		inARow   = 3 // one segment, or a run of them
		longRun  = 3 // a run of so many segments is suspicious the second time
		anywhere = 4 // times one name
		surplus  = 4 // repetitions of all names together
	)
	d := p.directories
	repeated := 0
	for i := range d {
		if !isDigits(d[i]) && slices.Contains(d[:i], d[i]) {
			repeated++
		}
		if repeated >= surplus {
			return true
		}
		for size := 1; i+2*size <= len(d); size++ {
			times := repetitions(d[i:], size)
			run := d[i : i+size]
			if times >= inARow+lenient(run) || times == 2 && lenient(run) == 0 && (size >= longRun || size == 2 && lacksSlash(p.ref, run)) {
				return true
			}
		}
		if len(d[i]) > 2 && !isDigits(d[i]) && count(d, d[i]) >= anywhere {
			return true
		}
	}
	return false
}

// lacksSlash reports whether a reference begins with a run of directories, as if its author meant it relative to the root.
func lacksSlash(ref string, run []string) bool {
	for _, directory := range run {
		rest, ok := strings.CutPrefix(ref, directory)
		if !ok || !strings.HasPrefix(rest, "/") {
			return false
		}
		ref = rest[1:]
	}
	return true
}

// repetitions returns how often d begins with its first size segments.
func repetitions(d []string, size int) int {
	times := 1
	for len(d) >= (times+1)*size && slices.Equal(d[:size], d[times*size:(times+1)*size]) {
		times++
	}
	return times
}

// lenient returns 1 for a run of numbers or single characters, which may repeat once more: sites use them to divide large
// directories.
func lenient(run []string) int {
	for _, segment := range run {
		if len(segment) > 1 && !isDigits(segment) {
			return 0
		}
	}
	return 1
}

// count returns how often a segment is in d.
func count(d []string, segment string) int {
	n := 0
	for _, s := range d {
		if s == segment {
			n++
		}
	}
	return n
}

// pageEndings are the endings of pages, whether servers generate or store them.
var pageEndings = setOf(".html", ".htm", ".shtml", ".xhtml", ".php", ".php3", ".php4", ".php5", ".phtml", ".asp", ".aspx",
	".jsp", ".cfm", ".cgi", ".pl")

// linksItself reports whether a path treats pages as directories: /x/foo.html/foo.html. Servers that pass the remainder of
// the path to the page respond to it.
func linksItself(p *linkPath) bool {
	pages := 0
	for _, directory := range p.directories {
		if !pageEndings[ending.Of(directory)] {
			continue
		}
		pages++
		if directory == p.name || pages > 1 {
			return true
		}
	}
	return false
}

// hasSessionInPath reports whether a segment of the path is a session identifier, unless it is also in the URL of the page
// with the link.
func hasSessionInPath(p *linkPath, from weburl.URL) bool {
	for _, directory := range p.directories {
		if session.IsSegment(directory) && !strings.Contains(from.Path(), directory) {
			return true
		}
	}
	return false
}
