package export

import (
	"cmp"
	"errors"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strconv"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"sluice/internal/format"
)

// nameBytes bounds a file's name. File systems allow 255 bytes or UTF-16 units, Windows 260 for
// the whole path: the rest is left for a number, an ending and the folders above.
const nameBytes = 180

// Naming says what a document's file is to be called: the name without its ending, and the
// ending with its dot.
type Naming func(*Record) (stem, ending string)

// Readable names are for people: "Raman and Lee 2019 - Focused crawling.pdf".
func Readable(r *Record) (stem, ending string) { return stemOf(r), endingOf(r) }

// Original names are the names that the servers sent, as far as every file system allows them.
func Original(r *Record) (stem, ending string) {
	stem, ending = endsIn(clean(r.Name))
	if inner, format := endsIn(stem); packings[strings.ToLower(ending)] && format != "" {
		stem, ending = inner, format+ending // one.ps.gz
	}
	if stem = safe(stem); stem == "" {
		return Readable(r)
	}
	if ending == "" {
		ending = endingOf(r)
	}
	return stem, ending
}

// endsIn parts a name before its last dot, if what follows looks like an ending.
func endsIn(name string) (stem, ending string) {
	ending = path.Ext(name)
	if len(ending) < 2 || len(ending) > 10 || len(ending) != len(ascii(ending))+1 {
		return name, ""
	}
	return strings.TrimSuffix(name, ending), ending
}

// names makes file names that every file system accepts and that are distinct in whatever case.
// It counts the requests for each.
type names map[string]int

// of returns a name that was not returned before.
func (n names) of(stem, ending string) string {
	stem = undevice(stem)
	name := stem + ending
	first := folded(name)
	for n[folded(name)] > 0 {
		n[first]++
		name = stem + " (" + strconv.Itoa(n[first]) + ")" + ending
	}
	n[folded(name)]++
	return name
}

// create makes the file of a document under its name. If the file system treats two names as
// one that [folded] distinguishes, the second gets the next number.
func (n names) create(dir, stem, ending string) (*os.File, error) {
	for {
		f, err := os.OpenFile(filepath.Join(dir, n.of(stem, ending)), os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
		if !errors.Is(err, fs.ErrExist) {
			return f, err
		}
	}
}

// folded is the same for names that a file system may treat as one.
func folded(name string) string { return strings.ToLower(norm.NFKC.String(name)) }

// stemOf is a name for people, without its ending and number.
func stemOf(r *Record) string {
	title := safe(r.Title)
	if title == "" {
		name := clean(r.Name)
		return cmp.Or(safe(strings.TrimSuffix(name, path.Ext(name))), safe(r.SHA256), "document")
	}
	who := ""
	switch authors := people(r.Authors); len(authors) {
	case 0:
	case 1:
		who = family(authors[0])
	case 2:
		who = family(authors[0]) + " and " + family(authors[1])
	default:
		who = family(authors[0]) + " et al."
	}
	if y := r.published().year; y != 0 {
		who += " " + strconv.Itoa(y)
	}
	if who = strings.TrimSpace(who); who != "" {
		title = who + " - " + title
	}
	return cmp.Or(safe(title), "document")
}

// family returns the family name with its particle, at a length that leaves room for the title.
func family(p person) string { return cut(strings.TrimSpace(p.particle+" "+p.family), 40) }

// safe removes from s what cannot be in a name everywhere; empty when nothing is left.
func safe(s string) string {
	s = strings.Map(func(r rune) rune {
		switch {
		case strings.ContainsRune(`/\:|`, r):
			return '-'
		case strings.ContainsRune(`<>"*?`, r), r == '\u200C', r == '\u200D', r == utf8.RuneError:
			return ' '
		}
		return r
	}, norm.NFC.String(cut(clean(s), 4*nameBytes)))
	s = strings.Join(strings.Fields(s), " ")
	s = strings.TrimLeft(s, " .-~") // hidden, an option, a home
	s = strings.TrimRight(cut(s, nameBytes), " .")
	return s
}

// undevice keeps a name from being that of a device.
func undevice(name string) string {
	first, _, _ := strings.Cut(name, ".")
	if reserved[strings.ToUpper(strings.TrimSpace(first))] {
		return "_" + name
	}
	return name
}

// reserved are names of devices on Windows, with whatever ending.
var reserved = func() map[string]bool {
	m := map[string]bool{"CON": true, "PRN": true, "AUX": true, "NUL": true, "CONIN$": true, "CONOUT$": true, "CLOCK$": true}
	for _, n := range "0123456789¹²³" {
		m["COM"+string(n)], m["LPT"+string(n)] = true, true
	}
	return m
}()

// endingOf returns the ending of a document's file, with the dot.
func endingOf(r *Record) string {
	e := ""
	if f := format.Of(r.Type); f != nil {
		e = f.File
	}
	if e == "" {
		e = strings.ToLower(path.Ext(clean(r.Name)))
		if len(e) < 2 || len(e) > 10 || len(e) != len(ascii(e))+1 {
			e = ""
		}
	}
	return e + packed[r.Wrapped]
}

// The endings of packed files: "packed" by how the record says that it is packed, "packings" to
// recognise them in a name.
var (
	packed   = map[string]string{"gzip": ".gz", "compress": ".Z", "bzip2": ".bz2"}
	packings = map[string]bool{".gz": true, ".z": true, ".bz2": true}
)
