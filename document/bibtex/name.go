package bibtex

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Name is a person's name in the four parts that BibTeX knows. An organisation
// is all Family.
type Name struct {
	Given    string
	Particle string // "von", "de la"
	Family   string
	Suffix   string // "Jr.", "III"
}

// String returns the name as it is printed: given name first.
func (n Name) String() string {
	s := strings.Join(strings.Fields(n.Given+" "+n.Particle+" "+n.Family), " ")
	if n.Suffix != "" {
		s += ", " + n.Suffix
	}
	return s
}

// maxNames is the most names of one list.
const maxNames = 5000

// SplitNames splits a list of names at each "and" and at each semicolon outside
// braces.
func SplitNames(list string) []string {
	if len(list) > MaxValue {
		list = strings.ToValidUTF8(list[:MaxValue], "")
	}
	var names []string
	depth, start := 0, 0
	add := func(s string) {
		if s = strings.TrimSpace(s); s != "" && len(names) < maxNames {
			names = append(names, s)
		}
	}
	for i := 0; i < len(list); i++ {
		switch c := list[i]; {
		case c == '\\':
			i++
		case c == '{':
			depth++
		case c == '}':
			depth = max(0, depth-1)
		case depth == 0 && c == ';':
			add(list[start:i])
			start = i + 1
		case depth == 0 && isSpace(c) && i+4 < len(list) && strings.EqualFold(list[i+1:i+4], "and") && isSpace(list[i+4]):
			add(list[start:i])
			start, i = i+4, i+3
		}
	}
	add(list[start:])
	return names
}

// isSpace reports whether c is white space of BibTeX.
func isSpace(c byte) bool { return c == ' ' || c == '\t' || c == '\n' || c == '\r' }

// ParseName splits one name, written in any of BibTeX's three ways: "Given von
// Family", "von Family, Given" and "von Family, Jr, Given". A part in braces is
// one word.
func ParseName(s string) Name {
	parts := splitOutside(s, ',')
	for i := range parts {
		parts[i] = strings.TrimSpace(parts[i])
	}
	var n Name
	switch {
	case len(parts) == 1:
		words := splitOutside(parts[0], ' ')
		if k := len(words); k > 1 && isSuffix(Text(words[k-1])) {
			n.Suffix, words = words[k-1], words[:k-1]
		}
		first, last := particle(words)
		n.Given = join(words[:first])
		n.Particle = join(words[first:last])
		n.Family = join(words[last:])
	case len(parts) == 2 && isSuffix(Text(parts[1])):
		n = ParseName(parts[0])
		n.Suffix = Text(parts[1])
		return n
	default:
		words := splitOutside(parts[0], ' ')
		last := 0
		for last < len(words)-1 && isLower(words[last]) {
			last++
		}
		n.Particle, n.Family = join(words[:last]), join(words[last:])
		n.Given = parts[1]
		if len(parts) > 2 {
			n.Suffix, n.Given = parts[1], parts[2]
		}
	}
	return Name{Text(n.Given), Text(n.Particle), Text(n.Family), Text(n.Suffix)}
}

// particle returns where the words in lower case begin and end; without any,
// both are the family name's begin.
func particle(words []string) (first, last int) {
	for i := 0; i < len(words)-1; i++ {
		if isLower(words[i]) {
			last = i + 1
			if first == 0 {
				first = max(i, 0)
			}
		}
	}
	if last == 0 {
		n := max(0, len(words)-1)
		return n, n
	}
	if isLower(words[0]) {
		first = 0
	}
	return first, last
}

// isLower reports whether the first letter outside braces is in lower case.
func isLower(word string) bool {
	if strings.HasPrefix(word, "{") && !strings.HasPrefix(word, "{\\") {
		return false
	}
	r, _ := utf8.DecodeRuneInString(strings.TrimLeft(Text(word), "'’`"))
	return unicode.IsLower(r)
}

// isSuffix reports whether a word follows a family name.
func isSuffix(word string) bool {
	switch strings.ToLower(strings.TrimRight(word, ".")) {
	case "jr", "sr", "ii", "iii", "iv", "junior":
		return true
	}
	return false
}

// join returns words as one string.
func join(words []string) string { return strings.Join(words, " ") }

// splitOutside parts s at each mark outside braces and drops what is empty. For a space as mark, each white space and "~" is one.
func splitOutside(s string, mark byte) []string {
	var parts []string
	depth, start := 0, 0
	for i := 0; i <= len(s); i++ {
		if i < len(s) {
			switch c := s[i]; {
			case c == '\\' && i+1 < len(s) && s[i+1] != mark:
				i++
				continue
			case c == '{':
				depth++
				continue
			case c == '}':
				depth = max(0, depth-1)
				continue
			case depth > 0 || c != mark && !(mark == ' ' && (isSpace(c) || c == '~')):
				continue
			}
		}
		if part := s[start:min(i, len(s))]; strings.TrimSpace(part) != "" {
			parts = append(parts, part)
		}
		start = i + 1
	}
	if len(parts) == 0 {
		return []string{""}
	}
	return parts
}
