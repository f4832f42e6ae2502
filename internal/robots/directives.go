package robots

import "strings"

// Directive is an instruction of a page or a response to crawlers.
type Directive struct {
	NoIndex  bool // it is not to be kept
	NoFollow bool // its links are not to be followed
}

// Directives reads the values of X-Robots-Tag headers, or the contents of robots metas,
// for the crawler that names itself agent. A value is a list of directives parted by
// commas; a name and a colon before a directive make it, and those after it, one for
// that crawler alone ("robots" is everyone). What is neither "noindex", "nofollow" nor
// "none" is passed over. The strictest word counts.
func Directives(values []string, agent string) Directive {
	var d Directive
	name := productToken(agent)
	for _, value := range values {
		mine := true
		for word := range strings.SplitSeq(value, ",") {
			if before, after, ok := strings.Cut(word, ":"); ok {
				before = strings.TrimSpace(before)
				if !isName(before) || valued[strings.ToLower(before)] {
					continue
				}
				mine = strings.EqualFold(before, "robots") || strings.EqualFold(before, name)
				word = after
			}
			if mine {
				d.add(strings.ToLower(strings.TrimSpace(word)))
			}
		}
	}
	return d
}

// isName reports whether s can be the name of a crawler, which the date in a directive
// cannot.
func isName(s string) bool {
	for i := range len(s) {
		if c := s[i]; productToken(s[i:i+1]) == "" && (c < '0' || c > '9') {
			return false
		}
	}
	return s != ""
}

// valued are the directives that have a colon of their own.
var valued = map[string]bool{
	"unavailable_after": true, "max-snippet": true, "max-image-preview": true, "max-video-preview": true,
}

// add adds one word of a directive. Unknown words are passed over.
func (d *Directive) add(word string) {
	switch word {
	case "noindex":
		d.NoIndex = true
	case "nofollow":
		d.NoFollow = true
	case "none":
		d.NoIndex, d.NoFollow = true, true
	}
}
