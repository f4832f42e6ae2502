package reference

import (
	"strings"

	"sluice/document/describe/internal/phrase"
	"sluice/document/describe/internal/textline"
	"sluice/internal/doiform"
	"sluice/internal/lazyregexp"
)

// How the entries of a list begin: with a mark in brackets, a number and a full stop, a number
// alone, or a name.
var (
	bracketStart = lazyregexp.New(`^\s*\[([^\[\]℄]{1,25}|[^\[\]℄]{1,80}\d\d[a-z]?)[\]℄]\s*`) // some fonts have ℄ in the bracket's place
	numberStart  = lazyregexp.New(`^\s*(\d{1,3})\.\s+\S`)
	numberBare   = lazyregexp.New(`^\s*(\d{1,3})\s+\p{Lu}`)
	authorStart  = lazyregexp.New(`^\s*(?:[\p{Lu}][\p{L}'’\-]+(?: [\p{Lu}][\p{L}'’\-]+)?(?:,? |,)(?:\p{Lu}\.|[\p{Lu}][\p{L}]+)|\p{Lu}\.(?:-\p{Ll}\.)?[ \-]?(?:\p{Lu}\.[ \-]?)*(?:(?:van|von|de|der|den|di|da|del|la|le|dos) ){0,3}[\p{Lu}][\p{L}'’\-]+|(?:van|von|de|der|di|da|del|la|le) [\p{Lu}]|[—–_|-]{2,}[ ,.&])`)
	groupStart   = lazyregexp.New(`^\s*(\p{Lu}[^.,:()]{1,60})\. ((?:19|20)\d\d)[a-z]?\. \p{Lu}`) // "Sand Project. 2021. The Heaps of Sand"
)

// split splits a section's lines into references, by the marks that begin them:
// [1], [Roe99], 1., 1; else by empty lines, hanging indents, or lines that
// begin with a name behind one that ends a reference. The marks are removed.
func split(lines []string) (references []string, marked bool) {
	// The marks are tried from the surest to the least sure: a bare number may also begin a line of
	// a page range.
	for _, mark := range []*lazyregexp.Regexp{bracketStart, numberStart, numberBare} {
		if starts := numbered(lines, mark); len(starts) > 1 || len(starts) == 1 && mark == bracketStart {
			references = cut(lines, starts)
			for i, s := range references {
				references[i] = strings.TrimLeft(s[mark.FindStringSubmatchIndex(s)[3]:], "]℄. ")
			}
			return references, true
		}
	}
	if starts := bulleted(lines); starts != nil {
		references = cut(lines, starts)
		for i, s := range references {
			references[i] = strings.TrimSpace(bulletStart.ReplaceAllString(s, ""))
		}
		return references, true
	}
	references = cut(lines, byShape(lines))
	if len(references) == 1 {
		references[0] = strings.TrimPrefix(references[0], "1. ")
	}
	return references, false
}

var bulletStart = lazyregexp.New(`^\s*[•▪■●◦‣∙·➢❖]\s*`)

// bulleted returns the lines that begin with a bullet; none where the first line does not.
func bulleted(lines []string) []int {
	var starts []int
	for i, l := range lines {
		if bulletStart.MatchString(l) {
			starts = append(starts, i)
		} else if len(starts) == 0 && l != "" {
			return nil
		}
	}
	if len(starts) < 3 {
		return nil
	}
	return starts
}

// numbered returns the lines that begin a reference by a mark; none when too
// few do. Numbers must go up.
func numbered(lines []string, mark *lazyregexp.Regexp) []int {
	var starts []int
	last, full, between := 0, 0, 0 // full lines: up to here, and from the first start to the last
	for i, l := range lines {
		if l != "" {
			full++
		}
		m := mark.FindStringSubmatch(l)
		if m == nil {
			continue
		}
		if n, ok := number(m[1]); ok {
			if n <= last && last > 0 || n > last+3 && last > 0 {
				continue
			}
			last = n
		} else if mark != bracketStart {
			continue
		}
		if len(starts) == 0 {
			if full > 10 {
				return nil
			}
			full = 1
		}
		starts = append(starts, i)
		between = full
	}
	if between > 14*len(starts)+10 {
		return nil
	}
	return starts
}

// number returns the number that a text is, and whether it is one.
func number(s string) (int, bool) {
	n := 0
	for _, r := range s {
		if r < '0' || r > '9' || n > 9999 {
			return 0, false
		}
		n = 10*n + int(r-'0')
	}
	return n, s != ""
}

// byShape returns the lines that begin a reference where no marks do.
func byShape(lines []string) []int {
	least, gaps := 1000, 0
	for i, l := range lines {
		if l == "" {
			if i > 0 && lines[i-1] != "" {
				gaps++
			}
			continue
		}
		least = min(least, len(l)-len(strings.TrimLeft(l, " ")))
	}
	hanging := 0
	for _, l := range lines {
		if l != "" && len(l)-len(strings.TrimLeft(l, " ")) > least+1 {
			hanging++
		}
	}
	full := len(lines) - gaps
	var starts []int
	before, inLink := "", false // the line before, and whether it is the end of an address
	for i, l := range lines {
		indent := len(l) - len(strings.TrimLeft(l, " "))
		switch {
		case l == "":
			continue
		case before == "", 3*hanging > full && indent <= least+1,
			3*hanging <= full && (beginsWithName(l) || groupStart.MatchString(l)) && !isColophon(l) && (ended(before) || inLink) && (!yearAlone.MatchString(before) && !isDatedAuthors(before) || invertedName.MatchString(l)) &&
				(phrase.YearMark.MatchString(before) || i > 0 && lines[i-1] == "" || textline.EndsSentence(before) || urlLast.MatchString(before) || inLink ||
					invertedName.MatchString(l) && datedName.MatchString(l)):
			starts = append(starts, i)
		}
		if len(starts) == maxReferences {
			break
		}
		inLink = isBrokenLink(before) && !strings.Contains(strings.TrimSpace(l), " ")
		before = l
	}
	if 3*hanging > full {
		return starts
	}
	return inAlphabet(lines, starts)
}

var (
	yearAlone   = lazyregexp.New(`\.\s+\(?(?:19|20)\d\d[a-z]?\)?\.$`) // authors. 2019. The title follows
	urlLast     = lazyregexp.New(`(?i)(?:https?://|doi[:. ]|` + doiform.Prefix + `|arxiv:)\S+$`)
	datedName   = lazyregexp.New(`\((?:19|20)\d\d[a-z]?\)[.,:]? `)
	yearLast    = lazyregexp.New(`\((?:1[89]|20)\d\d[a-z]?\)$`)
	sectionHead = lazyregexp.New(`^(?:(?:[A-Z]|\d{1,2})(?:\.\d{1,2})*\.?\s+\p{Lu}[\p{L} \-]{3,60}|(?:Appendix|Figure|Table|Lemma|Theorem|Proof|Proposition|Definition|Algorithm)\b.*)$`)
)

// isDatedAuthors reports whether a line is nothing but authors and a year in brackets: the title follows.
func isDatedAuthors(l string) bool {
	if !yearLast.MatchString(l) {
		return false
	}
	authors, rest := leadingAuthors(strings.TrimSpace(l))
	return len(authors) > 0 && len(rest) < len("(2000a)")+2
}

// beginsWithName reports whether a line begins as an author's name does, or
// with the dash that repeats those of the entry before.
func beginsWithName(l string) bool {
	if !authorStart.MatchString(l) {
		return false
	}
	first := strings.ToLower(strings.TrimRight(strings.Fields(l)[0], ".,"))
	return !phrase.FunctionWords[first] && !phrase.OrganisationWords[first] && first != "proceedings" || phrase.Particles[first]
}

// ended reports whether a reference may end with a line.
func ended(l string) bool {
	l = strings.TrimRight(l, " ")
	if l == "" {
		return true
	}
	if textline.EndsSentence(l) {
		words := strings.Fields(l)
		if len(words) > 1 && words[len(words)-1] == "." {
			return true
		}
		last := strings.TrimSuffix(words[len(words)-1], ".")
		return len([]rune(last)) > 1 && !phrase.FunctionWords[strings.ToLower(last)] || strings.ContainsAny(last, "0123456789")
	}
	c := l[len(l)-1]
	return yearLast.MatchString(l) || '0' <= c && c <= '9' || strings.Contains(l, "http")
}

// cut joins the lines from each start to the next.
func cut(lines []string, starts []int) []string {
	var raw []string
	longest := 3 // lines
	for n, i := range starts[:max(0, len(starts)-1)] {
		longest = max(longest, min(starts[n+1]-i, maxLines))
	}
	for n, i := range starts {
		end := len(lines)
		if n+1 < len(starts) {
			end = starts[n+1]
		}
		part := lines[i:min(end, i+maxLines)]
		if n+1 == len(starts) {
			part = lastOf(part, longest)
		}
		if s := textline.Clean(textline.JoinLines(joinBrokenLinks(part)), maxReference); s != "" {
			raw = append(raw, s)
		}
	}
	return raw
}

// colophon matches how the notice of a licence, and the addresses of the authors, begin behind a list.
var colophon = lazyregexp.New(`^\s*(?:Open Access\b|(?i:e-?mail(?: address)?|current address|received|accepted|correspondence to)\s?:|(?:This|The) (?:article|chapter|paper|work) is (?:licensed|distributed|published)\b|©|Copyright ©)`)

// isColophon reports whether a line begins what is printed behind a list: a licence, or an address in capitals.
func isColophon(l string) bool {
	return colophon.MatchString(l) || strings.ToUpper(l) == l && textline.Letters(l) > 20 && strings.Contains(l, ",") && !strings.Contains(l, ".")
}

// lastOf removes from the last reference what follows the list: it ends with its
// paragraph, before a heading, and is not much longer than any before it.
func lastOf(part []string, longest int) []string {
	for j := 1; j < len(part); j++ {
		if ended(part[j-1]) && (part[j] == "" || sectionHead.MatchString(part[j]) || isColophon(part[j])) {
			return part[:j]
		}
	}
	if longest++; len(part) <= longest {
		return part
	}
	for j := longest; j > 0; j-- {
		if ended(part[j-1]) {
			return part[:j]
		}
	}
	return part[:longest]
}
