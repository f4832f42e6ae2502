package asciidoc

import (
	"html"
	"strings"

	"sluice/document/internal/markdown"
	"sluice/document/internal/plaintext"
	"sluice/internal/lazyregexp"
)

// The marks within a paragraph. Regular expressions read them approximately:
// the text is right, an unusual nesting of marks may leave one.
var (
	escaped     = lazyregexp.New("\\\\[*_`#^~{\\[<+'\"(&]")
	curved      = lazyregexp.New("([\"'])`([^`]+)`[\"']")
	quoted      = lazyregexp.New("``([^`']+)''")
	single      = lazyregexp.New("(^|[^\\pL\\pN`])`([^\\s`'](?:[^`']*[^\\s`'])?)'($|[^\\pL\\pN'])")
	codeSpan    = lazyregexp.New("`+([^`]+)`+")
	passthrough = lazyregexp.New(`(^|[^\pL\pN_+])\+{1,3}([^\s+](?:[^+]*[^\s+])?)\+{1,3}($|[^\pL\pN_+])`)

	dollars    = lazyregexp.New(`\$\$[^$]+\$\$`) // a passthrough of AsciiDoc.py
	wrappedURL = lazyregexp.New(`(?:\$\$|\+\+)((?:https?|ftp)://[^\s\[\]<>"$+]+)(?:\$\$|\+\+)\[`)

	urlMacro    = lazyregexp.New(`(link:|image:)?((?:https?|ftp|irc)://[^\s\[\]<>"]+)\[([^\[\]]*)\]`)
	angleURL    = lazyregexp.New(`<((?:https?|ftp)://[^>\s]+)>`)
	plainURL    = lazyregexp.New(`(?:https?|ftp)://[^\s\[\]<>"]+`)
	inlineMacro = lazyregexp.New(`\b(image|icon|link|mailto|xref|anchor|kbd|btn|menu|stem|latexmath|asciimath|pass|indexterm|indexterm2):([^\s\[\]:][^\s\[\]]*)?\[([^\[\]]*)\]`)
	entry       = lazyregexp.New(`\[\[\[([^\[\],]*)(?:,[^\[\]]*)?\]\]\]`) // of a bibliography
	windowText  = lazyregexp.New(`,\s*[a-z]+=.*$|\^$`)                    // what follows the text of a link
)

var (
	bold      = mark{"*", lazyregexp.New(`(^|[^\pL\pN_*])\*([^\s*](?:[^*]*[^\s*])?)\*($|[^\pL\pN_*])`), "$1$2$3"}
	italic    = mark{"_", lazyregexp.New(`(^|[^\pL\pN_])_([^\s_](?:[^_]*[^\s_])?)_($|[^\pL\pN_])`), "$1$2$3"}
	highlight = mark{"#", lazyregexp.New(`(^|[^\pL\pN_#&])#{1,2}([^\s#](?:[^#]*[^\s#])?)#{1,2}($|[^\pL\pN_#])`), "$1$2$3"}
)

// mark is a kind of marks that show nothing but their text.
type mark struct {
	sign  string // which all of them have
	whole *lazyregexp.Regexp
	text  string
}

// marks are the kinds of marks, in the order in which they are removed.
var marks = []mark{
	{"[[", lazyregexp.New(`\[\[[^\[\]]*\]\]`), ""}, // an anchor
	{"<<", lazyregexp.New(`<<[\pL\pN_#][^<>,]*(?:,\s*([^<>]*))?>>`), "$1"},
	{"(((", lazyregexp.New(`\(\(\([^()]*\)\)\)`), ""}, // a term of the index that is not shown
	{"((", lazyregexp.New(`\(\(([^()]+)\)\)`), "$1"},
	{"]#", lazyregexp.New(`\[[.\w #-]+\](#{1,2}[^\s#])`), "$1"}, // a role
	{"**", lazyregexp.New(`\*\*([^\s*](?:[^*]*[^\s*])?)\*\*`), "$1"},
	{"__", lazyregexp.New(`__([^\s_](?:[^_]*[^\s_])?)__`), "$1"},
	bold, italic, highlight,
	bold, italic, highlight, // again, since two marked words share the space between them, and for emphasis within emphasis
	{"^", lazyregexp.New(`\^([^\s^]+)\^`), "$1"},
	{"~", lazyregexp.New(`~([^\s~]+)~`), "$1"},
	{" -- ", lazyregexp.New(` -- `), " — "},
	{"--", lazyregexp.New(`([\pL\pN"”’)])--([\pL\pN"“‘(])`), "$1—$2"},
}

// inline removes the marks from the text of a block, and notes where its links
// lead. Its footnotes wait in r.pending.
func (r *reader) inline(s string) string {
	if !strings.ContainsAny(s, "\\`<[*_~^#{+&:($") && !strings.Contains(s, "--") { // as most
		return s
	}
	// Escaped characters and code come first: what they contain is no mark in any of the steps that
	// follow.
	s = escaped.ReplaceAllStringFunc(s, func(e string) string { return markdown.Shield(e[1:]) })
	s = r.expand(s)
	if strings.Contains(s, "`") {
		s = code(s)
	}
	s = wrappedURL.ReplaceAllString(s, "$1[")
	if strings.Contains(s, "$$") {
		s = dollars.ReplaceAllStringFunc(s, func(p string) string { return markdown.Shield(strings.Trim(p, "$")) })
	}
	if strings.Contains(s, "+") {
		s = passthrough.ReplaceAllStringFunc(s, func(p string) string {
			part := passthrough.FindStringSubmatch(p)
			return part[1] + markdown.Shield(part[2]) + part[3]
		})
	}
	s, notes := footnotes(s)
	for _, n := range notes {
		r.pending = append(r.pending, r.marks(n))
	}
	return r.marks(s)
}

// code removes the marks of which backticks are a part: those of quotations and
// of code.
func code(s string) string {
	s = curved.ReplaceAllStringFunc(s, func(q string) string {
		if q[0] == '"' {
			return "“" + q[2:len(q)-2] + "”"
		}
		return "‘" + q[2:len(q)-2] + "’"
	})
	s = quoted.ReplaceAllString(s, "“$1”")
	s = single.ReplaceAllString(s, "$1‘$2’$3")
	return codeSpan.ReplaceAllStringFunc(s, func(c string) string { return markdown.Shield(strings.Trim(strings.Trim(c, "`"), "+")) })
}

// bare returns the text of a block without its footnotes.
func (r *reader) bare(s string) string {
	s = r.inline(s)
	r.pending = nil
	return s
}

// footnotes takes the footnotes out of a text. Their texts may have brackets.
func footnotes(s string) (text string, notes []string) {
	var b strings.Builder
	for {
		at := footnote.FindStringIndex(s)
		if at == nil {
			break
		}
		open, end := 1, -1
		for i := at[1]; i < len(s) && end < 0; i++ {
			switch s[i] {
			case '[':
				open++
			case ']':
				if open--; open == 0 {
					end = i
				}
			}
		}
		if end < 0 {
			break
		}
		note := s[at[1]:end]
		if strings.HasPrefix(s[at[0]:], "footnoteref:") {
			_, note, _ = strings.Cut(note, ",")
		}
		if note = strings.TrimSpace(note); note != "" {
			notes = append(notes, note)
		}
		b.WriteString(s[:at[0]])
		s = s[end+1:]
	}
	b.WriteString(s)
	return b.String(), notes
}

// footnote matches what begins a footnote, or a reference to one.
var footnote = lazyregexp.New(`[ \t]*footnote(?:ref)?:[\w-]*\[`)

// marks removes links and other macros, references and emphasis from a text.
func (r *reader) marks(s string) string {
	if strings.Contains(s, "://") {
		s = urlMacro.ReplaceAllStringFunc(s, r.url)
		s = angleURL.ReplaceAllString(s, "$1")
		plaintext.AddURLs(r.d, s)
		s = plainURL.ReplaceAllStringFunc(s, markdown.Shield)
	}
	if strings.Contains(s, "[") && strings.Contains(s, ":") {
		s = inlineMacro.ReplaceAllStringFunc(s, r.macro)
	}
	s = entry.ReplaceAllStringFunc(s, func(e string) string { return markdown.Shield("[" + entry.FindStringSubmatch(e)[1] + "]") })
	for _, k := range marks {
		if strings.Contains(s, k.sign) {
			s = k.whole.ReplaceAllString(s, k.text)
		}
	}
	return markdown.Unshield(html.UnescapeString(s))
}

// url returns the text of a link or picture with an absolute URL.
func (r *reader) url(s string) string {
	part := urlMacro.FindStringSubmatch(s)
	if part[1] == "image:" {
		return firstAttribute(part[3])
	}
	to := markdown.Unshield(part[2])
	r.d.Link(to)
	if text := linkText(part[3]); text != "" {
		return text
	}
	return markdown.Shield(to)
}

// linkText returns the text of a link, without its attributes.
func linkText(s string) string {
	return strings.Trim(strings.TrimSpace(windowText.ReplaceAllString(s, "")), `"`)
}

// macro returns the text of a macro.
func (r *reader) macro(s string) string {
	part := inlineMacro.FindStringSubmatch(s)
	name, target, text := part[1], part[2], part[3]
	switch name {
	case "image":
		return firstAttribute(text)
	case "link", "mailto", "xref":
		if text = linkText(text); text == "" && name != "xref" {
			text = target
		}
	case "menu":
		text = target + " " + text
	case "icon", "anchor", "indexterm":
		return ""
	case "stem", "latexmath", "asciimath", "pass":
		return markdown.Shield(text)
	}
	return text
}
