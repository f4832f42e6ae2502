package bibtex

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// accents are TeX's marks over or under a letter, as combining characters.
var accents = map[string]string{
	"`": "\u0300", "'": "\u0301", "^": "\u0302", "~": "\u0303", "=": "\u0304", "u": "\u0306", ".": "\u0307", "\"": "\u0308",
	"r": "\u030a", "H": "\u030b", "v": "\u030c", "d": "\u0323", "c": "\u0327", "k": "\u0328", "b": "\u0331", "t": "\u0361",
}

// letters are TeX's commands that stand for a letter or sign.
var letters = map[string]string{
	"ss": "ß", "ae": "æ", "AE": "Æ", "oe": "œ", "OE": "Œ", "o": "ø", "O": "Ø", "l": "ł", "L": "Ł", "aa": "å", "AA": "Å",
	"i": "ı", "j": "ȷ", "dh": "ð", "DH": "Ð", "th": "þ", "TH": "Þ", "dj": "đ", "DJ": "Đ", "ng": "ŋ", "NG": "Ŋ",
	"&": "&", "%": "%", "$": "$", "#": "#", "_": "_", "{": "{", "}": "}", " ": " ", ",": " ", ";": " ", "/": "", "-": "", "@": "",
	"textendash": "–", "textemdash": "—", "textquoteright": "’", "textquoteleft": "‘", "textbackslash": "\\",
	"textasciitilde": "~", "textasciicircum": "^", "textbraceleft": "{", "textbraceright": "}", "ldots": "…",
	"dots": "…", "textregistered": "®", "texttrademark": "™", "copyright": "©", "slash": "/", "quad": " ", "newline": " ", "\\": " ",
	"TeX": "TeX", "LaTeX": "LaTeX", "BibTeX": "BibTeX",
	"alpha": "α", "beta": "β", "gamma": "γ", "delta": "δ", "epsilon": "ε", "varepsilon": "ε", "zeta": "ζ", "eta": "η", "theta": "θ",
	"kappa": "κ", "lambda": "λ", "mu": "μ", "nu": "ν", "xi": "ξ", "pi": "π", "rho": "ρ", "sigma": "σ", "tau": "τ", "phi": "φ",
	"varphi": "φ", "chi": "χ", "psi": "ψ", "omega": "ω", "Gamma": "Γ", "Delta": "Δ", "Theta": "Θ", "Lambda": "Λ", "Sigma": "Σ",
	"Phi": "Φ", "Psi": "Ψ", "Omega": "Ω", "infty": "∞", "times": "×", "cdot": "·", "leq": "≤", "le": "≤", "geq": "≥", "ge": "≥",
	"neq": "≠", "to": "→", "rightarrow": "→", "in": "∈", "ell": "ℓ", "sqrt": "√", "ast": "*", "star": "*", "pm": "±", "circ": "∘",
}

// Text returns a value as plain Unicode text in NFC: accents and signs written as TeX commands become letters, braces, dollar
// signs and other commands go, dashes and quotation marks become what they print as.
func Text(s string) string {
	if !strings.ContainsAny(s, "\\{}$~-`'") {
		return norm.NFC.String(strings.Join(strings.Fields(s), " "))
	}
	var b strings.Builder
	for len(s) > 0 {
		var out string
		out, s = decode(s)
		b.WriteString(out)
	}
	return norm.NFC.String(strings.Join(strings.Fields(b.String()), " "))
}

// decode returns what the first sign or command of s stands for, and what
// follows it.
func decode(s string) (out, rest string) {
	switch {
	case s[0] == '\\':
		return command(s[1:])
	case s[0] == '{', s[0] == '}', s[0] == '$':
		return "", s[1:]
	case s[0] == '~':
		return " ", s[1:]
	case strings.HasPrefix(s, "---"):
		return "—", s[3:]
	case strings.HasPrefix(s, "--"):
		return "–", s[2:]
	case strings.HasPrefix(s, "``"), strings.HasPrefix(s, "''"):
		return "\"", s[2:]
	}
	_, n := utf8.DecodeRuneInString(s)
	return s[:n], s[n:]
}

// command reads what follows a backslash.
func command(s string) (out, rest string) {
	if s == "" {
		return "", ""
	}
	n := strings.IndexFunc(s, func(r rune) bool { return !('a' <= r && r <= 'z' || 'A' <= r && r <= 'Z') })
	if n < 0 {
		n = len(s)
	}
	word := n > 0
	if !word {
		_, n = utf8.DecodeRuneInString(s)
	}
	name, rest := s[:n], s[n:]
	if mark, ok := accents[name]; ok {
		if letter, after, ok := accented(rest); ok {
			return letter + mark, after
		}
	}
	if word { // a command's name swallows the space behind it
		rest = strings.TrimLeft(rest, " ")
	}
	return letters[name], rest
}

// accented reads the letter that an accent stands on: "e", "{e}", "\i", "{\i}".
func accented(s string) (letter, rest string, ok bool) {
	s = strings.TrimLeft(s, " ")
	braced := strings.HasPrefix(s, "{")
	s = strings.TrimPrefix(s, "{")
	switch {
	case strings.HasPrefix(s, "\\i"), strings.HasPrefix(s, "\\j"):
		letter, rest = s[1:2], strings.TrimLeft(s[2:], " ")
	default:
		r, n := utf8.DecodeRuneInString(s)
		if !unicode.IsLetter(r) {
			return "", "", false
		}
		letter, rest = s[:n], s[n:]
	}
	if braced {
		rest = strings.TrimPrefix(rest, "}")
	}
	return letter, rest, true
}
