package genre

import (
	"strings"
	"unicode/utf8"
)

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
	question := line[len(line)-1] == '?' && n > 8 && n < 160
	if s.asked && !question && n > 30 {
		r.counts[answered]++
	}
	s.asked = question
	if isCode(line) {
		r.counts[code]++
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
	case first == '"' || first == '“' || first == '”' || first == '«' || first == '„' || first == '‘' || first == '—':
		r.counts[quotes]++
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
	case (first == 'Q' || first == 'A' || first == 'F' || first == 'R' || first == 'P' || first == 'D' || first == 'V') && len(line) > 2 && (line[1] == ':' || line[1] == '.' && line[2] == ' ' && (first == 'Q' || first == 'A')):
		r.counts[answers]++
	case (first == '问' || first == '問' || first == '答') && (strings.HasPrefix(line[size:], "：") || strings.HasPrefix(line[size:], ":")):
		r.counts[answers]++
		if first != '答' {
			r.counts[asks]++
		}
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

// isCode reports whether a line looks like one of a program, or of what is typed
// into a terminal.
func isCode(line string) bool {
	switch line[len(line)-1] {
	case ';', '{', '}':
		return true
	}
	for _, begin := range [...]string{"$ ", ">>> ", "> ", "//", "/*", "#include", "#!/", "import ", "def ", "class ", "sudo ", "return ", "print(", "```"} {
		if strings.HasPrefix(line, begin) {
			return true
		}
	}
	return false
}

// isBullet reports whether c begins an item of a list.
func isBullet(c rune) bool {
	switch c {
	case '•', '▪', '►', '▶', '■', '◦', '‣', '⁃', '∙', '●', '○', '◆', '➢', '✓', '❖', 0xF0B7, 0xF0A7, 0xF0D8, 0xF076, 0xF06E:
		return true
	}
	return false
}
