package genre

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// scan counts what a part of the text holds, line by line; with headingsOnly,
// nothing but cues in lines that are headings.
func (r *reading) scan(m *matcher, part string, at int, headingsOnly bool) {
	var s scanner
	s.reading, s.matcher = r, m
	if !headingsOnly {
		r.read += len(part)
	}
	looked := 0
	for len(part) > 0 {
		// A text without line ends is taken in pieces.
		n := strings.IndexByte(part[:min(len(part), 4096)], '\n')
		next := n + 1
		if n < 0 {
			n = min(len(part), 4096)
			next = n
		}
		line := part[:n]
		switch {
		case !headingsOnly:
			s.line(line, at)
		case len(line) >= 4 && len(line) <= 60 && looked < headingLines && begins(line):
			looked++
			s.heading(line)
		}
		part = part[next:]
		at += next
	}
}

// begins reports whether a line begins as a heading does: with a capital, a
// digit or a character beyond ASCII.
func begins(line string) bool {
	c := line[0]
	return c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c >= 0x80 || c == '\f' || c == ' '
}

// scanner goes through a text line by line; phrases go over the ends of lines.
type scanner struct {
	reading *reading
	matcher *matcher
	runs    runs
	word    [48]byte
	skip    int  // bytes that are no words: the rest of a URL
	numbers int  // in the line
	asked   bool // the line before is a question
}

// heading notes which heading a line is, if it is one of those that genres
// have.
func (s *scanner) heading(line string) {
	s.runs.n = 0
	s.tokens(line, 0, true)
}

// title notes the cues of titles that a title has which is not printed.
func (s *scanner) title(line string) {
	s.phrases(line, func(c int32) {
		if w := cues[c].where; w == title || w == headline {
			s.reading.cues[c]++
		}
	})
}

// headline notes the cues that a line in large type has.
func (s *scanner) headline(line string) {
	s.phrases(line, func(c int32) {
		if cues[c].where == headline {
			s.reading.cues[c]++
		}
	})
}

// phrases calls found for each cue that a line has, wherever the cue counts.
func (s *scanner) phrases(line string, found func(c int32)) {
	s.runs.n = 0
	for i := 0; i < len(line); {
		c := line[i]
		if isDigit(c) {
			start := i
			for i < len(line) && isDigit(line[i]) {
				i++
			}
			token := numberToken
			if isYear(line[start:i]) {
				token = yearToken
			}
			s.matcher.step(&s.runs, s.matcher.words.find(token), false, func(c int32, _ bool) { found(c) })
			continue
		}
		if c < 0x80 && !isLetter(c) {
			i++
			continue
		}
		word, next, _, ok := s.next(line, i, false)
		i = next
		if !ok {
			continue
		}
		n := s.matcher.words.find(word)
		if n == 0 {
			s.runs.n = 0
			continue
		}
		s.matcher.step(&s.runs, n, false, func(c int32, _ bool) { found(c) })
	}
	s.runs.n = 0
}

// tokens goes through the words and numbers of a line.
func (s *scanner) tokens(line string, at int, headingsOnly bool) {
	r := s.reading
	first := true // no word has been in this line yet
	s.numbers = 0
	upper, lower := 0, 0
	for i := 0; i < len(line); {
		c := line[i]
		switch {
		case c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= 0x80:
			word, next, caps, ok := s.next(line, i, first)
			if !ok {
				i = next
				continue
			}
			if !headingsOnly {
				r.words++
				r.letters += len(word)
				if caps {
					upper++
				} else {
					lower++
				}
			}
			if first && next > i+1 && line[i+1] == ' ' && s.matcher.words.find(word) == 0 {
				word, next, _, _ = s.next(line, i, false) // "A THESIS" is no small capitals
			}
			if first && isOutline(word, line[min(next, len(line)-1)]) {
				s.runs.n = 0
				i = next
				continue
			}
			s.step(word, line, next, at, first, headingsOnly)
			first = false
			i = next
		case c >= '0' && c <= '9':
			i = s.number(line, i, at, first, headingsOnly)
		default:
			if !headingsOnly {
				s.sign(line, i, at)
			}
			i += 1 + s.skip
			s.skip = 0
		}
	}
	if upper > lower && upper > 0 && !headingsOnly {
		r.counts[capLines]++
	}
	if s.numbers >= 4 && !headingsOnly {
		r.counts[tabular]++
	}
	if !headingsOnly && at < 1500 && hasReportNumber(line) {
		r.counts[reportNumbers]++
	}
	if !headingsOnly && at < 600 && hasCourseCode(line) {
		r.counts[courseCodes]++
	}
}

// isOutline reports whether a word is the number of a section, by the character
// after it: a letter before a stop, or a Roman number.
func isOutline(word []byte, after byte) bool {
	if after != '.' && after != ' ' {
		return false
	}
	switch string(word) {
	case "ii", "iii", "iv", "vi", "vii", "viii", "ix", "xi":
		return true
	case "a", "b", "c", "d", "e", "i", "v", "x":
		return after == '.'
	}
	return false
}

// next returns the word that begins at i, folded, and where it ends. Letters
// set apart by small capitals ("I NTRODUCTION") are put together at the
// beginning of a line.
func (s *scanner) next(line string, i int, first bool) (word []byte, end int, caps, ok bool) {
	w := s.word[:0]
	start := i
	capital := 0
	for i < len(line) {
		c := line[i]
		if c < 0x80 {
			switch {
			case c >= 'A' && c <= 'Z':
				capital++
				c += 'a' - 'A'
			case c < 'a' || c > 'z':
				if first && len(w) == 1 && capital == 1 && c == ' ' && allCapitals(line[i+1:]) {
					i++
					continue
				}
				return w, i, capital == len(w) && capital > 1, true
			}
			if len(w) < len(s.word) {
				w = append(w, c)
			}
			i++
			continue
		}
		c0, size := utf8.DecodeRuneInString(line[i:])
		switch {
		case c0 >= 0x2E80 && unicode.IsLetter(c0): // a Chinese character is a word
			if i > start {
				return w, i, false, true
			}
			s.reading.other++
			return append(w, line[i:i+size]...), i + size, false, true
		case unicode.IsLetter(c0):
			if c0 > 0x24F {
				if c0 >= 0x370 && c0 < 0x400 {
					s.reading.counts[mathSigns]++
				} else {
					s.reading.other++
				}
			}
			if unicode.IsUpper(c0) {
				capital++
			}
			if len(w)+4 < len(s.word) {
				w = fold(w, unicode.ToLower(c0))
			}
		case unicode.Is(unicode.Mn, c0):
			// an accent without a letter
		default:
			if i > start {
				return w, i, capital == len(w) && capital > 1, true
			}
			s.sign(line, i, 0)
			return nil, i + size, false, false
		}
		i += size
	}
	return w, i, capital == len(w) && capital > 1, len(w) > 0
}

// allCapitals reports whether a text begins with three capitals or more.
func allCapitals(s string) bool {
	if len(s) < 3 {
		return false
	}
	for i := range 3 {
		if s[i] < 'A' || s[i] > 'Z' {
			return false
		}
	}
	return true
}

// yearToken and numberToken stand for all years and all numbers, so that cues
// can name them.
var yearToken, numberToken = []byte("@"), []byte("#")

// number takes the number at i.
func (s *scanner) number(line string, i, at int, first, headingsOnly bool) int {
	r := s.reading
	start := i
	for i < len(line) && line[i] >= '0' && line[i] <= '9' {
		i++
	}
	token := numberToken
	s.numbers++
	if isYear(line[start:i]) {
		token = yearToken
	}
	if first {
		s.runs.n = 0 // the number of a section: the word after it is still the first
		return i
	}
	if headingsOnly {
		s.step(token, line, i, at, false, true)
		return i
	}
	r.counts[digits] += i - start
	if token[0] == '@' {
		r.counts[years]++
		if at < frontBytes {
			r.counts[frontYears]++
		}
		rest := strings.TrimLeft(line[i:], " ")
		if strings.HasPrefix(rest, "-") || strings.HasPrefix(rest, "–") || strings.HasPrefix(rest, "—") {
			r.counts[yearRanges]++
		}
		if i < len(line) && line[i] == ')' {
			r.counts[cites]++
		}
	}
	if i+2 < len(line) && i-start <= 2 && line[i] == ':' && line[i+1] >= '0' && line[i+1] <= '5' {
		r.counts[clocks]++
	}
	if rest := strings.TrimLeft(line[i:min(len(line), i+8)], " "); strings.HasPrefix(rest, "pt") || strings.HasPrefix(rest, "point") {
		r.counts[points]++
	}
	if i < len(line) && line[i] == '%' {
		r.counts[percents]++
	}
	if start > 0 && line[start-1] == '$' || strings.HasSuffix(line[:start], "€") || strings.HasSuffix(line[:start], "£") || strings.HasPrefix(strings.TrimLeft(line[i:min(len(line), i+5)], " "), "€") {
		r.counts[prices]++
	}
	s.step(token, line, i, at, false, false)
	return i
}

// isYear reports whether a number is a year of the last two centuries or of this.
func isYear(number string) bool {
	return len(number) == 4 && (number[:2] == "19" || number[:2] == "20")
}

// sign takes a character that is neither letter nor digit.
func (s *scanner) sign(line string, i, at int) {
	r := s.reading
	c := line[i]
	switch c {
	case '@':
		if i > 0 && i+1 < len(line) && line[i-1] > ' ' && line[i+1] > ' ' {
			r.counts[mails]++
			if at < 2500 {
				r.counts[frontMails]++
			}
		}
	case '[':
		if i > 0 && i+2 < len(line) && line[i+1] >= '0' && line[i+1] <= '9' {
			r.counts[cites]++
		}
	case ':':
		if strings.HasPrefix(line[i:], "://") {
			r.counts[urls]++
			s.skip = untilSpace(line[i:])
		}
	case '\\':
		if i+2 < len(line) && isLetter(line[i+1]) && isLetter(line[i+2]) {
			r.counts[commands]++
		}
	case '=', '<', '>', '|', '+', '{', '}':
		r.counts[mathSigns]++
	case '.':
		if i+1 == len(line) || line[i+1] == ' ' {
			r.counts[sentences]++
		}
	default:
		if c < 0x80 {
			return
		}
		switch r0, _ := utf8.DecodeRuneInString(line[i:]); {
		case r0 >= 0x2190 && r0 < 0x2300, r0 >= 0x27C0 && r0 < 0x2B00:
			r.counts[mathSigns]++
		case r0 == '☐' || r0 == '□' || r0 == '❑' || r0 == '❏':
			r.counts[blanks]++
		}
	}
}

// untilSpace returns the number of bytes before the first space.
func untilSpace(s string) int {
	if n := strings.IndexByte(s, ' '); n >= 0 {
		return n - 1
	}
	return len(s) - 1
}

// step returns a token to the matcher and counts the cues that end with it,
// where each counts.
func (s *scanner) step(word []byte, line string, end, at int, first, headingsOnly bool) {
	r := s.reading
	n := s.matcher.words.find(word)
	if !headingsOnly && len(word) > 1 && word[0] > '9' {
		r.spoken++
		if s.matcher.usual[n] {
			r.usual++
		}
	}
	if n == 0 {
		s.runs.n = 0
		return
	}
	s.matcher.step(&s.runs, n, first, func(c int32, began bool) {
		switch cues[c].where {
		case heading, headings:
			if began && endsHeading(line, end) {
				r.cues[c]++
			}
		case title:
			if !headingsOnly && at < titleBytes {
				r.cues[c]++
			}
		case front:
			if !headingsOnly && at < frontBytes {
				r.cues[c]++
			}
		case often:
			if !headingsOnly {
				r.cues[c]++
			}
		case salute:
			if began && !headingsOnly && isSalutation(line) {
				r.cues[c]++
			}
		}
	})
}

// isSalutation reports whether a line is as short as the first or last line of a
// letter, and ends as such a line does.
func isSalutation(line string) bool {
	if len(line) > 70 {
		return false
	}
	switch c := line[len(line)-1]; c {
	case ',', ':', '!':
		return true
	default:
		return isLetter(c) || c >= 0x80
	}
}

// endsHeading reports whether a heading that begins a line ends at i: nothing
// follows but numbers, or a colon, dash or stop, or, as in "Abstract We show",
// a capital after a capital.
func endsHeading(line string, i int) bool {
	rest := strings.TrimLeft(line[i:], " \t")
	if rest == "" {
		return true
	}
	switch rest[0] {
	case ':', '.':
		return true
	case '-':
		return i < len(line) && (line[i] == ' ' || len(rest) > 1 && rest[1] == '-')
	}
	if strings.HasPrefix(rest, "—") || strings.HasPrefix(rest, "–") || strings.HasPrefix(rest, "：") {
		return true
	}
	return len(strings.Trim(rest, "0123456789#.:;,()-–— \t\f")) == 0
}
