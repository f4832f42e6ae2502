// Package bibtex reads bibliographies in BibTeX as people keep them: with
// faults.
//
// [Parse] returns the entries, [Entry.Get] a field as plain Unicode text,
// [Entry.Names] authors or editors split into their parts. [SplitNames],
// [ParseName] and [Text] do the same for names and values that come from
// elsewhere.
//
// The reader is tolerant. Text between entries is skipped, a truncated entry is
// read up to the cut, an unknown macro is replaced by its name, and a fault in one
// entry costs that entry alone: reading continues at the next line that begins
// with "@". For any input the work is linear in its length and the result is
// bounded: macros that would make a bibliography many times as long are replaced
// by their names, too.
package bibtex

import (
	"bytes"
	"iter"
	"slices"
	"strings"
)

// The most that is read.
const (
	MaxEntries = 200_000  // entries of one bibliography
	MaxFields  = 200      // fields of an entry
	MaxValue   = 64 << 10 // bytes of a value
	maxMacros  = 10_000
	maxGrowth  = 8   // bytes that macros may produce per byte of the bibliography
	maxName    = 300 // bytes of a type, key or field name
)

// Entry is one record of a bibliography.
type Entry struct {
	Type   string // in lower case: "article", "inproceedings", …
	Key    string // as written
	Fields []Field

	Line      int  // where it begins, from 1
	Truncated bool // its end is missing: the last field may have text of what follows
}

// Field is one field of an entry, with its name in lower case and its value as
// written, without the outer delimiters and with macros and concatenations
// resolved.
type Field struct{ Name, Value string }

// Raw returns a field's value as written; empty when the entry has none.
func (e *Entry) Raw(name string) string {
	for _, f := range e.Fields {
		if f.Name == name {
			return f.Value
		}
	}
	return ""
}

// Get returns a field's value as plain text, see [Text].
func (e *Entry) Get(name string) string { return Text(e.Raw(name)) }

// Names returns the people of a field such as "author" or "editor".
func (e *Entry) Names(field string) []Name {
	var names []Name
	for _, n := range SplitNames(e.Raw(field)) {
		if name := ParseName(n); name != (Name{}) && !strings.EqualFold(name.Family, "others") {
			names = append(names, name)
		}
	}
	return names
}

// months are the macros that every style defines.
var months = map[string]string{
	"jan": "January", "feb": "February", "mar": "March", "apr": "April", "may": "May", "jun": "June", "jul": "July",
	"aug": "August", "sep": "September", "oct": "October", "nov": "November", "dec": "December",
}

// Parse reads the entries of a bibliography, in order. It never fails: what is
// no entry is skipped.
func Parse(data []byte) []Entry { return slices.Collect(Entries(data)) }

// Entries yields the entries of a bibliography, as [Parse] returns them.
func Entries(data []byte) iter.Seq[Entry] {
	return func(yield func(Entry) bool) {
		p := parser{data: data, macros: map[string]string{}, room: 1<<20 + maxGrowth*len(data), line: 1}
		for n := 0; n < MaxEntries && p.seek(); {
			line := p.lineAt(p.at)
			e, ok := p.entry()
			if e.Line = line; !ok {
				continue
			}
			if n++; !yield(e) {
				return
			}
		}
	}
}

// parser reads a bibliography byte by byte. Nothing in it fails: what it does
// not understand it skips, so that one broken entry costs only itself.
type parser struct {
	data   []byte
	at     int
	macros map[string]string
	room   int // bytes that macros may still produce

	line    int // of what was counted
	counted int // bytes whose line breaks were counted
}

// lineAt returns the line of an offset, which must not be before that of the last call.
func (p *parser) lineAt(at int) int {
	p.line += bytes.Count(p.data[p.counted:at], []byte("\n"))
	p.counted = at
	return p.line
}

// seek moves behind the next "@".
func (p *parser) seek() bool {
	i := bytes.IndexByte(p.data[p.at:], '@')
	if i < 0 {
		p.at = len(p.data)
		return false
	}
	p.at += i + 1
	return true
}

// entry reads one entry behind its "@". It returns false for a comment, a
// preamble, a macro, and what is no entry at all.
func (p *parser) entry() (Entry, bool) {
	kind := strings.ToLower(p.word())
	if kind == "" || kind == "comment" {
		return Entry{}, false
	}
	p.space()
	var end byte
	switch p.peek() {
	case '{':
		end = '}'
	case '(':
		end = ')'
	default:
		return Entry{}, false
	}
	p.at++
	switch kind {
	case "preamble":
		p.value(end)
		return Entry{}, false
	case "string":
		if name, value, ok := p.field(end); ok && len(p.macros) < maxMacros {
			p.macros[name] = value
		}
		return Entry{}, false
	}
	e := Entry{Type: kind, Key: p.key(end)}
	for len(e.Fields) < MaxFields {
		p.space()
		if c := p.peek(); c == ',' {
			p.at++
			continue
		} else if c == 0 || c == end || c == '@' {
			break
		}
		name, value, ok := p.field(end)
		if !ok {
			break
		}
		e.Fields = append(e.Fields, Field{name, value})
	}
	p.space()
	e.Truncated = p.peek() == 0 || p.peek() == '@' && p.entryAhead()
	return e, e.Key != "" || len(e.Fields) > 0
}

// key reads up to the first comma. An entry may have none: then what is read is
// a field's name.
func (p *parser) key(end byte) string {
	p.space()
	start := p.at
	for p.at < len(p.data) && p.at-start < maxName {
		switch c := p.data[p.at]; c {
		case ',':
			p.at++
			return strings.TrimSpace(string(p.data[start : p.at-1]))
		case '=', '"':
			p.at = start
			return ""
		case '\n', end:
			return strings.TrimSpace(string(p.data[start:p.at]))
		}
		p.at++
	}
	return ""
}

// field reads "name = value".
func (p *parser) field(end byte) (name, value string, ok bool) {
	p.space()
	name = strings.ToLower(p.word())
	p.space()
	if name == "" || p.peek() != '=' {
		return "", "", false
	}
	p.at++
	return name, p.value(end), true
}

// value reads pieces joined by "#", and returns them without their delimiters
// and with each run of white space as one space.
func (p *parser) value(end byte) string {
	var b strings.Builder
	for {
		p.space()
		var piece string
		switch c := p.peek(); c {
		case '{', '"':
			piece = p.delimited()
		case 0, ',', end:
		default:
			from := p.at
			piece = p.word()
			if p.at == from { // a stray mark
				p.at++
			}
			if m, ok := p.macros[strings.ToLower(piece)]; ok && len(m) <= p.room {
				p.room -= len(m)
				piece = m
			} else if m, ok := months[strings.ToLower(piece)]; ok {
				piece = m
			}
			piece += p.unquoted()
		}
		if b.Len()+len(piece) <= MaxValue {
			b.WriteString(piece)
		}
		p.space()
		if p.peek() != '#' {
			return strings.Join(strings.Fields(b.String()), " ")
		}
		p.at++
	}
}

// unquoted reads the further words of a value without delimiters, to the end of its line.
func (p *parser) unquoted() string {
	from := p.at
	for p.at < len(p.data) && p.at-from < MaxValue {
		word := p.at
		for p.at < len(p.data) && (p.data[p.at] == ' ' || p.data[p.at] == '\t') {
			p.at++
		}
		if p.at == word || p.word() == "" {
			p.at = word
			break
		}
		end := p.at
		if p.space(); p.peek() == '=' { // the name of the next field, before which a comma is missing
			p.at = word
			break
		}
		p.at = end
	}
	return strings.ToValidUTF8(string(p.data[from:p.at]), "")
}

// delimited reads a value in braces, or in quotation marks, which do not count
// within braces. One whose end is missing ends before the next line that begins
// an entry.
func (p *parser) delimited() string {
	quoted := p.data[p.at] == '"'
	p.at++
	start, depth := p.at, 0
	for ; p.at < len(p.data); p.at++ {
		switch c := p.data[p.at]; {
		case c == '\\':
			p.at++
		case c == '{':
			depth++
		case depth <= 0 && (quoted && c == '"' || !quoted && c == '}'):
			p.at++
			return bound(p.data[start : p.at-1])
		case c == '}':
			depth--
		case c == '@' && p.data[p.at-1] == '\n' && p.entryAhead():
			return bound(p.data[start:p.at])
		}
	}
	p.at = len(p.data)
	return bound(p.data[start:])
}

// entryAhead reports whether what follows reads "@word{".
func (p *parser) entryAhead() bool {
	rest := p.data[p.at+1 : min(len(p.data), p.at+40)]
	i := bytes.IndexFunc(rest, func(r rune) bool { return !('a' <= r && r <= 'z' || 'A' <= r && r <= 'Z') })
	return i > 0 && (rest[i] == '{' || rest[i] == '(')
}

// bound returns a name as a string, cut to maxName bytes.
func bound(b []byte) string {
	return strings.ToValidUTF8(string(b[:min(len(b), MaxValue)]), "")
}

// word reads a type, a key or a name of a field.
func (p *parser) word() string {
	start := p.at
	for p.at < len(p.data) && p.at-start < maxName && !strings.ContainsRune(" \t\r\n{}()=,\"#@%", rune(p.data[p.at])) {
		p.at++
	}
	return strings.ToValidUTF8(string(p.data[start:p.at]), "")
}

// space skips white space.
func (p *parser) space() {
	for p.at < len(p.data) && (p.data[p.at] <= ' ') {
		p.at++
	}
}

// peek returns the next byte without reading it; 0 at the end.
func (p *parser) peek() byte {
	if p.at < len(p.data) {
		return p.data[p.at]
	}
	return 0
}
