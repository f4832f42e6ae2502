package pdfchar

import (
	"strings"
	"unicode"

	"golang.org/x/text/encoding/charmap"
)

// misread are letters of another script that a font shows under the codes of its 8-bit code page, which readers take for those of ISO
// 8859-1 where the font has no Unicode map, and programs of old Macs took for those of Mac OS Roman: "Ìîñêâà" or "ÃÓÒÍ‚‡" for "Москва".
type misread struct{ page, taken *charmap.Charmap }

// codePages are the code pages that fonts of Cyrillic and Greek documents use, and those for which they are taken, with the ten letters
// that texts in them have most, which make up about two thirds of these texts.
var codePages = [...]struct {
	misread
	letters string
}{
	{misread{charmap.Windows1251, charmap.ISO8859_1}, "оеаинтсрвл"},
	{misread{charmap.KOI8R, charmap.ISO8859_1}, "оеаинтсрвл"},
	{misread{charmap.Windows1253, charmap.ISO8859_1}, "αοιετσνηυρ"},
	{misread{charmap.Windows1251, charmap.Macintosh}, "оеаинтсрвл"},
}

const (
	leastMisread  = 40   // letters of a document, before its code page can be told
	commonMisread = 0.55 // share of the code page's most frequent letters among them
)

// newMisread returns what reads the misread lines of a text, or nil if there are none.
func newMisread(s string) *misread {
	var lines []string
	letters := 0
	for line := range strings.Lines(s) {
		if high, isMisread := misreadLetters(line); isMisread {
			lines = append(lines, line)
			letters += high
		}
	}
	if letters < leastMisread {
		return nil
	}
	var best *misread
	most := commonMisread * float64(letters)
	for _, p := range codePages {
		m, common := p.misread, 0
		for _, line := range lines {
			for _, r := range m.decode(line) {
				if strings.ContainsRune(p.letters, unicode.ToLower(r)) {
					common++
				}
			}
		}
		if float64(common) > most {
			best, most = &m, float64(common)
		}
	}
	return best
}

// misreadLetters returns how many letters of a line are in the upper half of ISO 8859-1, and whether they are too many for a language
// in Latin letters, whose words have one or two of these.
func misreadLetters(line string) (high int, isMisread bool) {
	low := 0
	for _, r := range line {
		switch {
		case isHigh(r):
			high++
		case unicode.IsLetter(r):
			low++
		}
	}
	return high, high >= 3 && high > 4*low
}

// isHigh reports whether a character has one of the codes that the letters of the code pages have.
func isHigh(r rune) bool { return r >= 0xC0 && r <= 0xFF || r == 0xA8 || r == 0xB8 }

// read returns a part of the text with its misread lines read anew.
func (m *misread) read(s string) string {
	var b strings.Builder
	for line := range strings.Lines(s) {
		if _, isMisread := misreadLetters(line); isMisread {
			line = m.decode(line)
		}
		b.WriteString(line)
	}
	return b.String()
}

// decode reads the letters of a line anew.
func (m *misread) decode(line string) string {
	return strings.Map(func(r rune) rune {
		code, ok := m.taken.EncodeRune(r)
		if !ok || !isHigh(rune(code)) {
			return r
		}
		if d := m.page.DecodeByte(code); unicode.IsLetter(d) {
			return d
		}
		return r
	}, line)
}
