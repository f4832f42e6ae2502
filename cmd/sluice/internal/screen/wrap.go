package screen

import "strings"

// maxHang is the column up to which a line may have a label: its continuation stands below what follows the label.
const maxHang = 30

// Wrap breaks the lines of a text that are wider than a terminal, between words. A word that is wider by itself, such as a URL, stays whole,
// so that it can be copied. What continues a line is indented below what follows its label ("  state      "), else by two columns more
// than the line. A width of 0 changes nothing.
func Wrap(text string, width int) string {
	if width <= 0 {
		return text
	}
	var b strings.Builder
	for line := range strings.Lines(text) {
		body, isWhole := strings.CutSuffix(line, "\n")
		if shownWidth(body) > width {
			body = wrapped(body, width)
		}
		b.WriteString(body)
		if isWhole {
			b.WriteByte('\n')
		}
	}
	return b.String()
}

// wrapped breaks a line between words.
func wrapped(line string, width int) string {
	label, rest := splitLabel(line)
	hang := Width(label)
	if strings.TrimSpace(label) == "" {
		hang += 2
	}
	indent := strings.Repeat(" ", min(hang, width/2))
	var b strings.Builder
	b.WriteString(label)
	at := Width(label)
	for i, word := range words(rest) {
		n := shownWidth(word)
		switch {
		case i == 0:
		case at+1+n <= width:
			b.WriteByte(' ')
			at++
		default:
			b.WriteString("\n" + indent)
			at = len(indent)
		}
		b.WriteString(word)
		at += n
	}
	return strings.ReplaceAll(b.String(), " \n", "\n")
}

// words returns the words of a text, with a percent sign joined to its number. Two spaces have an empty word between them.
func words(text string) []string {
	all := strings.Split(strings.ReplaceAll(text, " %", "\x00%"), " ")
	for i := range all {
		all[i] = strings.ReplaceAll(all[i], "\x00", " ")
	}
	return all
}

// splitLabel cuts a line behind its indentation and label: behind the last two spaces within the first columns.
func splitLabel(line string) (label, rest string) {
	end := len(line) - len(strings.TrimLeft(line, " "))
	for i := end; i+2 < min(len(line), maxHang); i++ {
		if line[i] == ' ' && line[i+1] == ' ' && line[i+2] != ' ' {
			end = i + 2
		}
	}
	return line[:end], line[end:]
}

// shownWidth is [Width] without the codes of bold text.
func shownWidth(s string) int { return Width(styles.Replace(s)) }

// styles removes the codes with which text is made bold and normal again.
var styles = strings.NewReplacer(Bold, "", Normal, "")

// The codes of a terminal for bold text, and for text without style.
const (
	Bold   = "\x1b[1m"
	Normal = "\x1b[0m"
)
