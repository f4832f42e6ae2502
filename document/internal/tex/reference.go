package tex

import (
	"strconv"
	"strings"
)

// cite writes what is cited by its number in the list of references, or by its
// key when the list is elsewhere.
func (t *tex) cite() {
	t.star()
	var parts []string
	var note string
	for {
		f := t.frame()
		if f == nil || f.s[f.at] != '[' {
			break
		}
		// Of two options the last is the note after the citation; the first is the one before it,
		// such as "see".
		option, _ := t.option()
		note = strings.TrimSpace(t.capture(option, false))
	}
	for _, key := range strings.Split(t.arg(), ",") {
		key = strings.TrimSpace(key)
		if n := t.cites[key]; n > 0 {
			key = strconv.Itoa(n)
		}
		parts = append(parts, key)
	}
	if note != "" {
		parts = append(parts, note)
	}
	t.emit("[" + strings.Join(parts, ", ") + "]")
}

// url writes a URL and adds it as a link.
func (t *tex) url() {
	ref := clean(t.arg())
	t.draft.Link(ref)
	t.emit(ref)
}

// clean removes the marks of TeX from a URL.
func clean(url string) string {
	return strings.NewReplacer(`\%`, "%", `\#`, "#", `\_`, "_", `\&`, "&", `\~{}`, "~", `\~`, "~", `\textasciitilde`, "~", "{", "", "}", "", "\n", "", `\`, "").Replace(url)
}

// picture counts a picture.
func (t *tex) picture() {
	t.star()
	t.options()
	t.arg()
	t.draft.Picture()
}
