package repository

import (
	"path"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"sluice/internal/catalogue"
)

// maxName is the greatest length of a file's name in bytes. All common file systems accept it,
// with room for a number.
const maxName = 200

// FileName returns a name from elsewhere that is safe as a file's name on any system: without
// folders, control characters, marks that change the direction of writing, what Windows forbids
// or reserves, and not too long. ending (".pdf") replaces the ending that the name has; an
// empty one keeps it. A name of which nothing is left becomes "document".
func FileName(name, ending string) string {
	name = strings.ToValidUTF8(name, "_")
	if i := strings.LastIndexAny(name, `/\`); i >= 0 {
		name = name[i+1:]
	}
	name = strings.Map(safeRune, name)
	if ending == "" { // its own, if it is short enough to be one
		name = trimDots(name)
		if own := path.Ext(name); len(own) > 1 && len(own) <= 16 && len(own) < len(name) {
			name, ending = strings.TrimSuffix(name, own), own
		}
		name = trimDots(cutName(name, maxName-len(ending)))
	} else {
		for before := ""; name != before; { // a cut, or dots at the end, may have hidden one more ending
			before = name
			name = trimDots(cutName(catalogue.WithoutEndings(trimDots(name)), maxName-len(ending)))
		}
	}
	if name == "" || name == "-" {
		name = "document"
	}
	if base, _, _ := strings.Cut(name, "."); reservedName(base) {
		name = "_" + name
	}
	return name + ending
}

// trimDots cuts dots and spaces from both ends of a name: the first hide a file, Windows drops the last.
func trimDots(name string) string { return strings.Trim(name, ". ") }

// safeRune replaces or drops a character that some file system does not accept.
func safeRune(r rune) rune {
	switch {
	case r == utf8.RuneError, strings.ContainsRune(`<>:"|?*`, r):
		return '_'
	case unicode.IsSpace(r):
		return ' '
	case unicode.IsControl(r), unicode.Is(unicode.Cf, r), unicode.Is(unicode.Co, r):
		return -1 // among them the marks that turn the direction of writing
	}
	return r
}

// cutName cuts a text after at most n bytes, between characters.
func cutName(s string, n int) string {
	if len(s) <= n {
		return s
	}
	for n > 0 && !utf8.RuneStart(s[n]) {
		n--
	}
	return s[:n]
}

// reservedName reports whether Windows treats a name as a device.
func reservedName(base string) bool {
	switch base = strings.ToUpper(strings.TrimSpace(base)); base {
	case "CON", "PRN", "AUX", "NUL", "CONIN$", "CONOUT$":
		return true
	}
	device, number := "", ""
	if len(base) >= 4 {
		device, number = base[:3], base[3:]
	}
	return (device == "COM" || device == "LPT") && strings.Contains("0123456789¹²³", number)
}

// FileNames returns file names that are distinct even where upper and lower case are equal. The
// zero value is ready for use.
type FileNames struct{ given map[string]int } // by name: the last number that was appended to it

// Unique returns a safe name unchanged if it was not returned before, else with a number before
// its ending: "paper (2).pdf".
func (n *FileNames) Unique(name string) string {
	if n.given == nil {
		n.given = map[string]int{}
	}
	lower := strings.ToLower(name)
	if n.given[lower] == 0 {
		n.given[lower] = 1
		return name
	}
	ending := path.Ext(name)
	for {
		n.given[lower]++
		try := strings.TrimSuffix(name, ending) + " (" + strconv.Itoa(n.given[lower]) + ")" + ending
		if key := strings.ToLower(try); n.given[key] == 0 {
			n.given[key] = 1
			return try
		}
	}
}
