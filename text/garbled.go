package text

import (
	"slices"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

const (
	garbledSample = 6 << 10 // bytes of each of the three pieces of a text that are examined
	minLetters    = 300     // with fewer, letters are no evidence
	minSigns      = 200     // the same for signs
	maxBits       = 4.7     // of a pair of letters: languages need up to 4.4, Welsh the most, and exchanged letters from 5.0
	minNeighbours = 60      // letters of other scripts than Latin behind such letters
	minSignKinds  = 12      // that make up nine tenths of the signs of a text; letters of a language are sixteen
	ideograph     = 3       // Latin letters say as much as one
	maxEnclosed   = 0.025   // of the Latin letters: signs between two of them; ordinary texts have up to 0.0003
)

// Garbled reports whether a text is not what its author wrote: the letters of a text layer whose fonts do not say which
// letters they show. Every third of its characters means nothing (control characters, U+FFFD, of private use); or it has hardly
// anything but signs, or phonetic or accented letters; or its words mix the letters of several scripts, or letters and signs; or the
// letters of the Latin alphabet follow each other as in no language.
//
// A text in another script, of numbers, or of few letters is not garbled, nor is a listing: of code, of acronyms, of genetic
// sequences, or a drawing of characters. At most 18 KB are examined, from the beginning, the middle and the end.
func Garbled(s string) bool {
	pieces := []string{s}
	if len(s) > 3*garbledSample {
		pieces = pieces[:0]
		for i := range 3 {
			start := (len(s) - garbledSample) * i / 2
			pieces = append(pieces, s[start:start+garbledSample])
		}
	}
	var c letterCounts
	enclosed := 0
	for _, piece := range pieces {
		c.add(piece)
		enclosed += enclosedSigns(piece)
	}
	latin := c.plain + c.marked + c.phonetic
	switch {
	case 2*c.lost > c.digits+c.signs+c.leaders+latin+c.other:
		return true
	case c.neighbours > minNeighbours && 3*c.changes > c.neighbours:
		return true
	case c.signs > minSigns && c.signs > 2*(latin+c.other+c.digits):
		return c.hasSignsOfText()
	case latin < minLetters || latin < c.other:
		return false
	case 2*c.phonetic > latin || 5*c.marked > 3*latin:
		return true
	case float64(enclosed) > maxEnclosed*float64(latin):
		return true
	}
	bits := float64(c.bits) / 2 / float64(c.pairs)
	return bits > maxBits && !isListing(pieces, bits)
}

// letterCounts are the characters of a text by what they say.
type letterCounts struct {
	plain, marked, phonetic int // letters of the Latin alphabet, as they are, with diacritics, and those of phonetic alphabets
	other                   int // letters of other scripts, an ideograph as several
	digits, signs           int
	kinds                   [128]int // signs by the last bits of their numbers
	leaders                 int      // dots and lines, of which tables of contents and forms have many
	lost                    int      // characters that say nothing

	script              *unicode.RangeTable // of the character before; nil if it is Latin, or no letter
	lastScript          *unicode.RangeTable // of the last letter that is not Latin
	neighbours, changes int                 // letters behind one that is not Latin, and those of them that are of another script

	pairs int // of letters, or of a letter and the end of a word
	bits  int // that the pairs need, in halves
}

// add counts a piece of a text.
func (c *letterCounts) add(s string) {
	const end = 'z' - 'a' + 1 // of a word
	before := rune(end)
	for i := 0; i < len(s); {
		r, size := rune(s[i]), 1
		if r >= utf8.RuneSelf {
			if r, size = utf8.DecodeRuneInString(s[i:]); size == 1 { // a character cut by the sample, or no UTF-8
				if i > utf8.UTFMax && i < len(s)-utf8.UTFMax {
					c.lost++
				}
				i++
				continue
			}
		}
		i += size
		next, script := rune(end), c.script
		c.script = nil
		switch low := r | 0x20; {
		case r < utf8.RuneSelf && 'a' <= low && low <= 'z':
			c.plain++
			next = low - 'a'
		case r == '\n' || r == '\t' || r == '\f' || r == '\r' || r == ' ':
		case '0' <= r && r <= '9':
			c.digits++
		case r == '.' || r == '_' || r == '-' || r == ',' || r == '·' || r == '…':
			c.leaders++
		case r < ' ' || r == 0x7f:
			c.lost++
		case r < utf8.RuneSelf:
			c.addSign(r)
		case unicode.IsMark(r): // on the letter before
			c.script = script
			continue
		default:
			if b := c.addOther(r); b != 0 {
				next = b - 'a'
			}
			if c.script != nil && script != nil {
				c.neighbours++
				if c.script != script {
					c.changes++
				}
			}
		}
		if next == end && before == end {
			continue
		}
		c.pairs++
		c.bits += int(pairBits[before][next] - 'A')
		before = next
	}
}

// addOther counts a character that is not ASCII. It returns the letter from a to z that it is with a diacritic, or 0.
func (c *letterCounts) addOther(r rune) rune {
	switch {
	case r == unicode.ReplacementChar, unicode.IsControl(r), unicode.Is(unicode.Co, r), r&0xfffe == 0xfffe:
		c.lost++
	case !unicode.IsLetter(r):
		if !unicode.IsSpace(r) {
			c.addSign(r)
		}
	case r == 'ə' || r == 'Ə': // of Azerbaijani
		c.marked++
		return 'e'
	case r >= 0x250 && r <= 0x2ff:
		c.phonetic++
	case unicode.Is(unicode.Latin, r):
		c.marked++
		return base(r)
	case unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul):
		c.other += ideograph
		c.script = unicode.Han
	default:
		c.other++
		c.script = scriptOf(r, c.lastScript)
		c.lastScript = c.script
	}
	return 0
}

// scriptOf returns the script of a letter that is neither Latin nor Chinese, Japanese or Korean. The one of the letter before is looked
// at first.
func scriptOf(r rune, before *unicode.RangeTable) *unicode.RangeTable {
	if before != nil && unicode.Is(before, r) {
		return before
	}
	for _, script := range frequentScripts {
		if unicode.Is(script, r) {
			return script
		}
	}
	for name, script := range unicode.Scripts {
		if name != "Common" && name != "Inherited" && unicode.Is(script, r) {
			return script
		}
	}
	return unicode.Common
}

// frequentScripts are looked at before the others.
var frequentScripts = []*unicode.RangeTable{unicode.Cyrillic, unicode.Greek, unicode.Arabic, unicode.Hebrew, unicode.Devanagari, unicode.Thai, unicode.Armenian, unicode.Georgian}

// enclosedSigns counts the signs of Latin-1 that stand between two Latin letters, as those of fonts do that number their letters beyond
// ASCII: "±µÀ±". Middle dots, marks of accents that a font has apart, and crosses of formulas belong to texts and do not count.
func enclosedSigns(s string) (n int) {
	var first, sign rune // the two characters before
	for _, r := range s {
		if sign >= 0xa1 && sign <= 0xff && sign != '·' && sign != '×' && !unicode.IsLetter(sign) && !unicode.In(sign, unicode.Sk, unicode.Cf) && isLatin(first) && isLatin(r) {
			n++
		}
		first, sign = sign, r
	}
	return n
}

// isLatin reports whether r is a letter of the Latin alphabet, with a diacritic or without.
func isLatin(r rune) bool {
	if r < utf8.RuneSelf {
		return 'a' <= r|0x20 && r|0x20 <= 'z'
	}
	return unicode.Is(unicode.Latin, r)
}

// addSign counts a sign.
func (c *letterCounts) addSign(r rune) {
	c.signs++
	c.kinds[r%rune(len(c.kinds))]++
}

// hasSignsOfText reports whether the signs may stand for letters: they are of as many kinds. Drawings of characters and rulers have few.
func (c *letterCounts) hasSignsOfText() bool {
	kinds := c.kinds
	slices.Sort(kinds[:])
	rest := c.signs
	for _, n := range kinds[len(kinds)-minSignKinds+1:] {
		rest -= n
	}
	return 10*rest > c.signs
}

// base returns the letter from a to z that r is with a diacritic, in lower case, or 0.
func base(r rune) rune {
	r = unicode.ToLower(r)
	if plain := undecomposed[r]; plain != "" {
		return rune(plain[0])
	}
	var buffer [utf8.UTFMax]byte
	if d := norm.NFKD.Properties(buffer[:utf8.EncodeRune(buffer[:], r)]).Decomposition(); len(d) > 0 && 'a' <= d[0] && d[0] <= 'z' {
		return rune(d[0])
	}
	return 0
}

// pairBits are the bits that a letter needs after another, in halves from A for none: the negated logarithm of its probability.
// The last row and the last column are the ends of words. The probabilities are those of the Universal Declaration of Human Rights in 48
// languages that are written in Latin letters; TestPairsOfLettersAreThoseOfLanguages counts them.
var pairBits = [...]string{
	"MMLKPPMNLNKHKFONRIJIMLOTNNE",
	"FOTSEVUNGOUISPHUVKOQIRNVKSL",
	"HTMSHVWEFRNKTOGWWLRIJVTWOOJ",
	"GUVMESSMFRSMTNIUYKNSJQRYOMF",
	"MOKJMOMPKQLIKGROQGIJPMSQPNE",
	"GPTRHJSPITRPUOGUUGPKHSSUNUE",
	"FNQPFUNIINOMVKISTJNOITMWMVE",
	"EWTREUUUHRPMPPHUWNQHIOOUPWH",
	"JMKKIOJNONLJKGIORJIHOLQUONF",
	"FTTNETTLIRLRQJHSTSMKHPPTSSH",
	"ETTOGWNLHQNKRQGWUMLLFPLWNUH",
	"FSTMFQPPFONHOOHSSXMLJQOWMUG",
	"EJUQFQPOGSSPLOHKTSLOIRQXQTG",
	"GTMHHQHNHNOQRLJVVSJHMQUXLPE",
	"OLLKOKKOMNLJIFMLVHJKLMOWQOE",
	"FUQTFPTKJTTJPQGMVEONJRTVTVJ",
	"IQQMJQQOKQQLQQIQPPPPBQPQQQI",
	"FNOLFPONGRMONMIQXMJJKOOYLPF",
	"HTLQGQTKHRKMPPHLTRKGJMQYPOE",
	"GUWVFUSHGQRMSQHVWJJKJPRXMPF",
	"JLLLKNNOKOKIIFLMOIIINPQPONF",
	"EVVSDVTTFPTOUMGVVLNUMTVVNQK",
	"DORRFTSHGTTLSMGTTPOTKTTTLSJ",
	"FMMNHOONFONOOOJIOOJLHOOOOOG",
	"FOMLHNONJSNMLKGSULKMOQNVPRD",
	"ENRKGTPQFRNMMKIOTQQMJKLTLNI",
	"HKKHILLJINJJJIIIOKIILKLSMNY",
}
