package bibliography

import (
	"strings"

	"sluice/document/bibtex"
	"sluice/internal/lazyregexp"
)

// splitNames divides the names in one field: at semicolons, bars and "and", else at commas if these do not stand between family and given name.
func splitNames(list string) []string {
	list = bounded(strings.ReplaceAll(list, "|", ";"))
	if names := bibtex.SplitNames(list); len(names) != 1 || !strings.Contains(list, ",") {
		return names
	}
	parts := partsOf(list)
	switch {
	case len(parts) > 1 && allOf(parts, isWhole): // "Jane Roe, John Doe"
		return parts
	case len(parts) > 2 && len(parts)%2 == 0: // "Roe, Jane, Doe, John"
		return pairs(parts)
	}
	return []string{list}
}

// namesOf returns the people of a field of BibTeX, whose names "and" should divide. Other marks of a list divide them, too, where they cannot be those of
// one name: "&", the commas of Chinese and Japanese, and commas between whole names or after initials. Within braces no mark divides.
func namesOf(field string) (names []bibtex.Name) {
	field = strings.TrimSuffix(strings.TrimSpace(field), " and") // before a name that is missing
	for _, one := range bibtex.SplitNames(withAnd(field)) {
		for _, name := range commaNames(one) {
			if n := bibtex.ParseName(name); n != (bibtex.Name{}) && !strings.EqualFold(n.Family, "others") {
				names = append(names, n)
			}
		}
	}
	return names
}

// listMarks replaces the marks of a list by that of BibTeX.
var listMarks = strings.NewReplacer(` \& `, " and ", " & ", " and ", "，", " and ", "、", " and ")

// withAnd replaces the marks of a list that are not in braces.
func withAnd(field string) string {
	var b strings.Builder
	depth, from := 0, 0
	for i := 0; i < len(field); i++ {
		switch field[i] {
		case '\\':
			i++
		case '{':
			if depth++; depth == 1 {
				b.WriteString(listMarks.Replace(field[from:i]))
				from = i
			}
		case '}':
			if depth = max(0, depth-1); depth == 0 {
				b.WriteString(field[from : i+1])
				from = i + 1
			}
		}
	}
	return b.String() + listMarks.Replace(field[from:])
}

// commaNames divides what should be one name of BibTeX at its commas, if it has more of them than a name, or others.
func commaNames(s string) []string {
	if strings.ContainsAny(s, `{}`) || !strings.Contains(s, ",") {
		return []string{s}
	}
	parts := partsOf(s)
	isList := len(parts) > 2 || strings.HasSuffix(strings.TrimSpace(s), ",") // "Jane Roe, John Doe, and Ann Poe"
	last := len(parts)
	if last > 0 && etAl.MatchString(parts[last-1]) && etAl.ReplaceAllString(parts[last-1], "") == "" { // "Roe, J., Doe, J., et al."
		last--
	}
	parts = parts[:last]
	switch {
	case len(parts) == 0:
		return nil
	case len(parts) > 1 && allOf(parts, endsInInitials): // "Roe J, Doe JK"
		for i, p := range parts {
			at := strings.LastIndexByte(p, ' ')
			parts[i] = p[:at] + "," + p[at:]
		}
		return parts
	case !isList:
		return []string{s}
	case len(parts)%2 == 0 && allOf(second(parts), isInitials): // "Roe, J., Doe, J."
		return pairs(parts)
	case allOf(parts, isWhole):
		return parts
	}
	return []string{strings.Join(parts, ", ")}
}

// partsOf returns what stands between commas.
func partsOf(s string) (parts []string) {
	for part := range strings.SplitSeq(s, ",") {
		if part = strings.TrimSpace(part); part != "" {
			parts = append(parts, part)
		}
	}
	return parts
}

// pairs joins each two parts to one name.
func pairs(parts []string) (names []string) {
	for i := 0; i+1 < len(parts); i += 2 {
		names = append(names, parts[i]+", "+parts[i+1])
	}
	return names
}

// second returns every second part.
func second(parts []string) (all []string) {
	for i := 1; i < len(parts); i += 2 {
		all = append(all, parts[i])
	}
	return all
}

// allOf reports whether all parts are of a kind.
func allOf(parts []string, isOne func(string) bool) bool {
	for _, p := range parts {
		if !isOne(p) {
			return false
		}
	}
	return true
}

var (
	initials    = lazyregexp.New(`^(?:\p{Lu}\.?[ -]?){1,4}$`)
	initialsEnd = lazyregexp.New(`^\p{L}[\p{L}'’ -]*\p{Ll} \p{Lu}{1,3}$`)
)

// isWhole reports whether a part is a name of at least two words.
func isWhole(s string) bool { return len(strings.Fields(s)) > 1 }

// isInitials reports whether a part has initials alone: "J.-P."
func isInitials(s string) bool { return initials.MatchString(s) }

// endsInInitials reports whether a part is a name as medical journals write it: "Roe JK".
func endsInInitials(s string) bool { return initialsEnd.MatchString(s) }

// etAl matches what stands for authors that are left out, at the end of a name. "U. A." are initials.
var etAl = lazyregexp.New(`(?i)(?:^|[\s,;]+)\[?(?:et\.?\s*al(?:\.|ii|ia)?|(?-i:u\.\s?a\.)|and others|等)\.?\]?$`)

// dropOthers removes "et al." from the authors.
func (r *Record) dropOthers() {
	authors, people := r.Authors[:0:0], r.People[:0:0]
	for i, n := range r.Authors {
		if whole := n.String(); etAl.MatchString(whole) {
			n = bibtex.ParseName(etAl.ReplaceAllString(whole, ""))
		} else if etAl.MatchString(n.Given) {
			n.Given = etAl.ReplaceAllString(n.Given, "")
		}
		if n == (bibtex.Name{}) {
			continue
		}
		authors = append(authors, n)
		if i < len(r.People) {
			people = append(people, r.People[i])
		}
	}
	r.Authors, r.People = authors, people
}
