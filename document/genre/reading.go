package genre

import (
	"math"
	"strings"
	"unicode"
	"unicode/utf8"

	"sluice/document/content"
)

// How much of a text is read: its beginning, a piece of its middle and its end. Of the rest, up to a bound, only lines that
// could be headings are. So the time does not grow with the document.
const (
	headBytes    = 20 << 10
	middleBytes  = 4 << 10
	tailBytes    = 12 << 10
	headingBytes = 192 << 10
	headingLines = 1500
	titleBytes   = 700  // what [title] means
	frontBytes   = 4000 // what [front] means
)

// reading is what one look at a document has counted.
type reading struct {
	doc   *content.Document
	clues Clues

	cues         [maxCues]int // in the read parts, at the places where the cue counts
	words, lines int          // in the read parts
	read         int          // bytes of the read parts
	spoken       int          // words of two letters and more
	usual        int          // and those of them that running text is full of
	latin, other int          // letters
	letters      int          // in all words, for their mean length

	counts [numCounts]int
	short  int // lines under 25 characters
	chars  int // of all lines
}

const maxCues = 96

// What is counted beside cues. A count is by line or by token.
type count int

const (
	years count = iota
	yearRanges
	digits
	mathSigns
	capitals // letters
	capLines // lines in capitals
	bullets  // lines that begin with one
	items    // lines that begin with (a), 1. or #1
	sections // lines that begin with a number like 2.1 and a capital
	entries  // lines that begin with [12]: entries of a list of references
	cites    // [12] and (Name, 1999) elsewhere
	asks     // lines that end in a question mark
	colons   // lines that end in a colon
	answers  // lines that begin with Q: or A:
	leaders  // dotted lines
	blanks   // ____ and boxes to tick
	clocks   // times of the day
	mails
	urls
	pagesOf // "3 / 45" on a line
	points  // [4 pts], (10 points)
	sentences
	reportNumbers // on the first page
	courseCodes   // on the first page
	frontMails    // on the first page
	numCounts
)

// look reads a document.
func look(m *matcher, d *content.Document, c Clues) *reading {
	r := &reading{doc: d, clues: c}
	text := d.Text
	r.outline(m)
	if rest := len(text); rest <= headBytes+middleBytes+tailBytes {
		r.scan(m, text, 0, false)
		return r
	}
	head := lineEnd(text, headBytes)
	tail := max(head, lineEnd(text, len(text)-tailBytes))
	middle := min(lineEnd(text, (head+tail)/2), tail)
	after := min(lineEnd(text, middle+middleBytes), tail)
	r.scan(m, text[:head], 0, false)
	r.scan(m, text[middle:after], middle, false)
	r.scan(m, text[tail:], tail, false)
	r.scan(m, text[head:min(middle, lineEnd(text, head+headingBytes/2))], head, true)
	r.scan(m, text[min(tail, max(after, lineEnd(text, tail-headingBytes/2))):tail], after, true)
	return r
}

// outline takes the entries of the file's own table of contents as headings.
func (r *reading) outline(m *matcher) {
	s := scanner{reading: r, matcher: m}
	for _, f := range r.doc.Fields[:min(len(r.doc.Fields), 200)] {
		if f.Name == "outline" && len(f.Value) < 100 {
			s.heading(f.Value)
		}
	}
}

// lineEnd gives the offset after the first end of a line at or after i, or one near it where lines are long.
func lineEnd(s string, i int) int {
	if i <= 0 || i >= len(s) {
		return min(max(i, 0), len(s))
	}
	end := min(i+2000, len(s))
	if n := strings.IndexByte(s[i:end], '\n'); n >= 0 {
		return i + n + 1
	}
	for i < len(s) && !utf8.RuneStart(s[i]) {
		i++
	}
	return i
}

// scan counts what a part of the text holds, line by line; with headingsOnly, nothing but cues in lines that are headings.
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

// begins says whether a line begins as a heading does: with a capital, a digit or a character beyond ASCII.
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
	skip    int // bytes that are no words: the rest of a URL
}

func (s *scanner) heading(line string) {
	s.runs.n = 0
	s.tokens(line, 0, true)
}

// line counts a line.
func (s *scanner) line(raw string, at int) {
	r := s.reading
	line := strings.TrimSpace(raw)
	if line == "" {
		s.runs.n = 0
		return
	}
	r.lines++
	n := utf8.RuneCountInString(line)
	r.chars += n
	if n < 25 {
		r.short++
	}
	s.ends(line, at, n)
	s.tokens(line, at, false)
}

// ends counts what the beginning and the end of a line say.
func (s *scanner) ends(line string, at, n int) {
	r := s.reading
	switch line[len(line)-1] {
	case '?':
		r.counts[asks]++
	case ':':
		r.counts[colons]++
	case '.':
		if strings.HasSuffix(line, "....") {
			r.counts[leaders]++
		}
	}
	if strings.Contains(line, ". . . .") || strings.Contains(line, ".....") {
		r.counts[leaders]++
	}
	first, size := utf8.DecodeRuneInString(line)
	switch {
	case isBullet(first), (first == '-' || first == '–' || first == '*') && len(line) > size && line[size] == ' ':
		r.counts[bullets]++
	case first == '[':
		if i := strings.IndexByte(line[:min(len(line), 12)], ']'); i > 1 {
			r.counts[entries]++
		}
	case first == '(':
		if len(line) > 2 && line[2] == ')' {
			r.counts[items]++
		}
	case first == '#':
		if len(line) > 1 && line[1] >= '0' && line[1] <= '9' {
			r.counts[items]++
		}
	case (first == 'Q' || first == 'A') && len(line) > 2 && (line[1] == ':' || line[1] == '.' && line[2] == ' '):
		r.counts[answers]++
	case first >= '0' && first <= '9':
		i := 0
		for i < len(line) && (line[i] >= '0' && line[i] <= '9' || line[i] == '.') {
			i++
		}
		rest := strings.TrimLeft(line[i:], " ")
		switch {
		case rest == "":
			if i < 8 {
				r.counts[sections]++
			}
		case rest[0] == '/' && n < 12 && strings.Trim(rest, "/ 0123456789") == "" && strings.Count(rest, "/") == 1 && len(rest) > 2:
			r.counts[pagesOf]++
		case rest[0] == ')' || i > 1 && line[i-1] == '.' && n > 60:
			r.counts[items]++
		case rest[0] >= 'A' && rest[0] <= 'Z' && n < 70:
			r.counts[sections]++
		}
	}
	if strings.Contains(line, "___") {
		r.counts[blanks]++
	}
}

func isBullet(c rune) bool {
	switch c {
	case '•', '▪', '►', '▶', '■', '◦', '‣', '⁃', '∙', '●', '○', '◆', '➢', '✓', '❖', 0xF0B7, 0xF0A7, 0xF0D8, 0xF076, 0xF06E:
		return true
	}
	return false
}

// tokens goes through the words and numbers of a line.
func (s *scanner) tokens(line string, at int, headingsOnly bool) {
	r := s.reading
	first := true // no word has been in this line yet
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
				if c < 0x80 {
					r.latin += next - i
				}
				if caps {
					upper++
				} else {
					lower++
				}
			}
			if first && isOutline(word) && next < len(line) && (line[next] == '.' || line[next] == ' ') {
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
	if !headingsOnly && at < 1500 && hasReportNumber(line) {
		r.counts[reportNumbers]++
	}
	if !headingsOnly && at < 600 && hasCourseCode(line) {
		r.counts[courseCodes]++
	}
}

// isOutline says whether a word is the number of a section: a letter or a Roman number.
func isOutline(word []byte) bool {
	switch string(word) {
	case "i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x", "xi", "a", "b", "c", "d", "e":
		return true
	}
	return false
}

// next gives the word that begins at i, folded, and where it ends. Letters set apart by small capitals ("I NTRODUCTION") are
// put together at the beginning of a line.
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
		case c0 == 0x300 || unicode.Is(unicode.Mn, c0):
			// an accent that stands alone
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

// allCapitals says whether a text begins with three capitals or more.
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

// fold appends a letter without its accents.
func fold(w []byte, c rune) []byte {
	const from = "àáâãäåāăąçćčďèéêëēęěìíîïīıłñńňòóôõöøōőŕřśšşșťţțùúûüūůűýÿźżž"
	const to = "aaaaaaaaacccdeeeeeeeiiiiiilnnnoooooooorrsssstttuuuuuuuyyzzz"
	switch c {
	case 'ß':
		return append(w, "ss"...)
	case 'æ':
		return append(w, "ae"...)
	case 'œ':
		return append(w, "oe"...)
	case 'ﬁ':
		return append(w, "fi"...)
	case 'ﬂ':
		return append(w, "fl"...)
	case 'ﬀ':
		return append(w, "ff"...)
	}
	if c < 0x180 {
		i := 0
		for _, f := range from {
			if f == c {
				return append(w, to[i])
			}
			i++
		}
	}
	return utf8.AppendRune(w, c)
}

var yearToken, numberToken = []byte("@"), []byte("#")

// number takes the number at i.
func (s *scanner) number(line string, i, at int, first, headingsOnly bool) int {
	r := s.reading
	start := i
	for i < len(line) && line[i] >= '0' && line[i] <= '9' {
		i++
	}
	token := numberToken
	if i-start == 4 && (line[start:start+2] == "19" || line[start:start+2] == "20") {
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
	s.step(token, line, i, at, false, false)
	return i
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

// untilSpace gives how much stands before the first space.
func untilSpace(s string) int {
	if n := strings.IndexByte(s, ' '); n >= 0 {
		return n - 1
	}
	return len(s) - 1
}

// step gives a token to the matcher and counts the cues that end with it, where each counts.
func (s *scanner) step(word []byte, line string, end, at int, first, headingsOnly bool) {
	r := s.reading
	n := s.matcher.words[string(word)]
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
		}
	})
}

// endsHeading says whether a heading that begins a line ends at i: nothing follows but numbers, or a colon, dash or
// stop, or, as in "Abstract We show", a capital after a capital.
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

// hasReportNumber says whether a line has what numbers a report in a series: TR-95-12, UCB/EECS-2014-160, RC24661.
func hasReportNumber(line string) bool {
	for i := 0; i+4 < len(line); i++ {
		if line[i] < 'A' || line[i] > 'Z' || i > 0 && isAlnum(line[i-1]) {
			continue
		}
		j := i
		for j < len(line) && (line[j] >= 'A' && line[j] <= 'Z' || line[j] == '/' || line[j] == '-' || line[j] == '_') {
			j++
		}
		name := strings.Trim(line[i:j], "-/_")
		k := j
		for k < len(line) && line[k] == ' ' && k-j < 1 {
			k++
		}
		d := k
		for d < len(line) && line[d] >= '0' && line[d] <= '9' {
			d++
		}
		numbered := d-k >= 2
		series := name == "TR" || name == "RR" || name == "RC" || name == "RJ" || strings.HasSuffix(name, "-TR") || strings.HasPrefix(name, "TR-") || strings.HasSuffix(name, "/TR") || strings.HasPrefix(name, "CS-TR")
		if series && numbered {
			return true
		}
		// A series' name, the year, a running number: LARC-2011-03.
		if k == j && j > i+2 && line[j-1] == '-' && (d-k == 4 || d-k == 2) && d+2 < len(line) && (line[d] == '-' || line[d] == '/') && isDigit(line[d+1]) && isDigit(line[d+2]) {
			return true
		}
		i = max(i, j-1)
	}
	return false
}

// hasCourseCode says whether a line names a course as universities do: MATH 725, CS229, 6.867.
func hasCourseCode(line string) bool {
	for i := 0; i+4 < len(line); i++ {
		if line[i] < 'A' || line[i] > 'Z' || i > 0 && isAlnum(line[i-1]) {
			continue
		}
		j := i
		for j < len(line) && (line[j] >= 'A' && line[j] <= 'Z' || line[j] >= 'a' && line[j] <= 'z') {
			j++
		}
		k := j
		if k < len(line) && (line[k] == ' ' || line[k] == '-') {
			k++
		}
		d := k
		for d < len(line) && isDigit(line[d]) {
			d++
		}
		name := line[i:j]
		if d-k == 3 && (d == len(line) || !isDigit(line[d]) && line[d] != '-' && line[d] != '.') && len(name) >= 2 {
			if name == strings.ToUpper(name) && len(name) <= 5 || name == "Math" || name == "Mathematics" || name == "Stat" || name == "Phys" || name == "Physics" || name == "Course" {
				return true
			}
		}
		i = max(i, j-1)
	}
	return false
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

func isAlnum(c byte) bool { return isDigit(c) || c|0x20 >= 'a' && c|0x20 <= 'z' }

// rate gives how often something is, a thousand words, on a scale that grows ever more slowly.
func (r *reading) rate(n int) float64 {
	return math.Log1p(1000 * float64(n) / float64(max(r.words, 50)))
}
