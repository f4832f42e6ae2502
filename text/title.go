package text

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// maxTitle bounds what is read of a title or a name, in bytes.
const maxTitle = 4 << 10

// NormalTitle returns a title as its letters and digits alone, so that two spellings of one title are equal: case, spaces,
// hyphens, punctuation, diacritics, ligatures, footnote marks and TeX do not count, a Greek letter is its name, and "&"
// is "and". "On-line Learning of $\alpha$-stable Öffnungen" becomes "onlinelearningofalphastableoffnungen". A title that
// is all punctuation becomes "".
func NormalTitle(s string) string {
	s = clip(s, maxTitle)
	if strings.ContainsAny(s, `\&`) {
		s = withoutMarkup(s)
	}
	var b strings.Builder
	b.Grow(len(s))
	for _, r := range Plain(s) {
		if name := spoken[r]; name != "" {
			b.WriteString(name)
		} else if unicode.IsLetter(r) || unicode.IsDigit(r) || r > unicode.MaxLatin1 && unicode.IsMark(r) {
			b.WriteRune(r)
		}
	}
	return b.String()
}

// spoken are the names of signs: TeX, and people who type a title, write them as words.
var spoken = func() map[rune]string {
	m := map[rune]string{'&': "and", '∞': "infty", 'ς': "sigma"}
	names := strings.Fields("alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi omicron pi rho _ sigma tau upsilon phi chi psi omega")
	for i, name := range names {
		if name != "_" {
			m['α'+rune(i)] = name
		}
	}
	return m
}()

// withoutMarkup returns a title without commands of TeX, and with the entities of HTML decoded.
func withoutMarkup(s string) string {
	s = entities.Replace(s)
	var b strings.Builder
	for {
		i := strings.IndexByte(s, '\\')
		if i < 0 || i+1 == len(s) {
			b.WriteString(s)
			return b.String()
		}
		b.WriteString(s[:i])
		s = s[i+1:]
		n := 0
		for n < len(s) && 'a' <= s[n]|0x20 && s[n]|0x20 <= 'z' {
			n++
		}
		if n == 0 { // an accent over the next letter, or a sign
			if s[0] == '&' {
				b.WriteByte('&')
			}
			_, size := utf8.DecodeRuneInString(s)
			s = s[size:]
			continue
		}
		if word, ok := commands[s[:n]]; ok {
			b.WriteString(word)
		} else {
			b.WriteString(s[:n])
		}
		s = s[n:]
	}
}

// entities decodes the character references that titles in metadata still have.
var entities = strings.NewReplacer("&amp;", "&", "&lt;", "<", "&gt;", ">", "&quot;", `"`, "&apos;", "'", "&#39;", "'", "&nbsp;", " ")

// commands are what TeX commands stand for: nothing for those of layout, else their letters. Others are words.
var commands = func() map[string]string {
	m := map[string]string{"ss": "ss", "ae": "ae", "oe": "oe", "o": "o", "l": "l", "aa": "a", "AA": "A", "O": "O", "L": "L",
		"AE": "AE", "OE": "OE", "i": "i", "j": "j", "ell": "l", "varepsilon": "epsilon", "vartheta": "theta", "varphi": "phi"}
	for c := range strings.FieldsSeq(`emph text textbf textit textrm textsc textsf texttt textup textsuperscript textsubscript mathbb mathbf
		mathcal mathfrak mathit mathrm mathsf mathscr boldsymbol bm bf it rm sc sf tt em sl large Large LARGE huge Huge small
		normalsize protect thanks footnotemark newline linebreak left right hbox mbox ensuremath operatorname cal Bbb c v H u k b d r t
		hat tilde bar vec dot ddot quad qquad hspace vspace`) {
		m[c] = ""
	}
	return m
}()

// clip returns at most the first n bytes of s, in whole characters.
func clip(s string, n int) string {
	if len(s) <= n {
		return s
	}
	for n > 0 && !utf8.RuneStart(s[n]) {
		n--
	}
	return s[:n]
}
