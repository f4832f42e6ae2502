// Package markdown reads Markdown: CommonMark with front matter and tables.
package markdown

import (
	"fmt"
	"html"
	"strings"

	"github.com/goccy/go-yaml"

	"sluice/document/content"
	"sluice/document/internal/draft"
	"sluice/document/internal/plaintext"
	"sluice/internal/lazyregexp"
)

// Read reads Markdown (CommonMark, with front matter and tables): its text
// without the marks.
func Read(d *draft.Draft, text string) {
	text = strings.ReplaceAll(strings.ReplaceAll(text, "\r\n", "\n"), "\r", "\n")
	text = FrontMatter(d, text)
	m := &markdown{d: d, references: map[string]string{}}
	// Definitions of references may come after their use (CommonMark, section 4.7), so they are
	// collected first.
	for l := range strings.SplitSeq(text, "\n") {
		if d.Full() {
			break
		}
		if r := referenceLine.FindStringSubmatch(l); r != nil && len(m.references) < content.MaxLinks {
			m.references[strings.ToLower(r[1])] = r[2]
		}
	}
	for rest, more := text, true; more && !d.Full(); {
		var l string
		l, rest, more = plaintext.CutLine(rest)
		next, _, _ := plaintext.CutLine(rest)
		m.line(l, next)
	}
	m.end()
}

// The limits of what is held in memory at a time.
const (
	maxFrontMatter = 16 << 10
	maxBlock       = 10_000 // lines of a paragraph
)

// FrontMatter reads the fields before a text, in YAML between two lines of
// dashes, and returns the text.
func FrontMatter(d *draft.Draft, text string) string {
	rest, ok := strings.CutPrefix(text, "---\n")
	if !ok {
		return text
	}
	head, body, ok := strings.Cut(rest, "\n---")
	// YAML ends a document with "..." as well, and Pandoc accepts both.
	if dots, after, found := strings.Cut(rest, "\n..."); found && (!ok || len(dots) < len(head)) {
		head, body, ok = dots, after, true
	}
	if !ok || len(head) > maxFrontMatter {
		return text
	}
	var fields yaml.MapSlice
	if yamlAnchor.MatchString(head) { // which could multiply what it names
		_, body, _ = strings.Cut(body, "\n")
		return body
	}
	if err := yaml.UnmarshalWithOptions([]byte(head), &fields, yaml.UseOrderedMap()); err != nil {
		return text
	}
	for _, f := range fields {
		addFront(d, strings.ToLower(fmt.Sprint(f.Key)), f.Value, 0)
	}
	_, body, _ = strings.Cut(body, "\n")
	return body
}

// yamlAnchor matches an anchor of YAML. A few of them can name gigabytes.
var yamlAnchor = lazyregexp.New(`(?m)(^|[\s\[{,:-])&[^\s&]`)

// frontNames are the common names of fields in front matter.
var frontNames = map[string]string{
	"authors": "author", "tags": "keyword", "keywords": "keyword", "description": "abstract", "summary": "abstract", "lang": "language",
	"institute": "affiliation", "categories": "subject", "journal": "venue",
}

// addFront adds a field of front matter: a value, a list of them, or things
// with names.
func addFront(d *draft.Draft, name string, value any, depth int) {
	if n := frontNames[name]; n != "" {
		name = n
	}
	// Nested deeper than this it is data of a program, not a description of the document.
	if depth > 4 {
		return
	}
	switch v := value.(type) {
	case nil:
	case []any:
		for _, one := range v {
			addFront(d, name, one, depth+1)
		}
	case yaml.MapSlice:
		for _, f := range v {
			addPart(d, name, fmt.Sprint(f.Key), f.Value, depth)
		}
	case string:
		if name == "keyword" {
			for _, k := range strings.Split(v, ",") {
				d.Field(name, k)
			}
			return
		}
		d.Field(name, v)
	default:
		d.Field(name, fmt.Sprint(v))
	}
}

// addPart adds one part of a field that has several: of an author's name,
// affiliation and address only the first two are wanted.
func addPart(d *draft.Draft, name, key string, value any, depth int) {
	if key != "name" && key != "literal" {
		name = key
	}
	addFront(d, strings.ToLower(name), value, depth+1)
}

// markdown parts lines into blocks.
type markdown struct {
	d          *draft.Draft
	references map[string]string
	block      []string
	size       int // bytes of the block
	list       bool
	fence      string // what ends a block of code
	comment    bool
}

// The lines that begin or end a block (CommonMark, sections 4.1 to 5.2, and tables of GitHub). A
// mark may be indented by at most three spaces; four make a block of code.
var (
	referenceLine = lazyregexp.New(`^ {0,3}\[([^\]^]{1,200})\]:\s*<?([^\s>]+)>?`)
	atxHeading    = lazyregexp.New(`^ {0,3}(#{1,6})(?:[ \t]+(.*?))?(?:[ \t]+#+)?[ \t]*$`)
	setextLine    = lazyregexp.New(`^ {0,3}(=+|-+)[ \t]*$`)
	ruleLine      = lazyregexp.New(`^ {0,3}(?:(?:\*[ \t]*){3,}|(?:-[ \t]*){3,}|(?:_[ \t]*){3,})$`)
	itemLine      = lazyregexp.New(`^\s*(?:[-+*]|(\d{1,9}[.)]))[ \t]+`)
	fenceLine     = lazyregexp.New("^\\s{0,3}(```+|~~~+)")
	pageBreak     = lazyregexp.New(`^\s*\\(?:clearpage|cleardoublepage|newpage|pagebreak)(?:\{\})?\s*$`) // raw TeX, as Pandoc has it
	tableRule     = lazyregexp.New(`^\s*\|?\s*:?-{2,}:?\s*(?:\|\s*:?-{2,}:?\s*)*\|?\s*$`)
)

// line reads one line; the next one shows whether it is a heading.
func (m *markdown) line(l, next string) {
	if m.fence != "" {
		if strings.HasPrefix(strings.TrimSpace(l), m.fence) {
			m.fence = ""
			m.d.Part()
			return
		}
		m.d.Row(content.Line{Text: l, Style: "code"})
		return
	}
	// Quotations may be nested, and each level has its own mark. Their text is read as if it were
	// not quoted.
	for strings.HasPrefix(strings.TrimLeft(l, " "), ">") { // a quotation
		l = strings.TrimPrefix(strings.TrimPrefix(strings.TrimLeft(l, " "), ">"), " ")
	}
	if m.comment || strings.HasPrefix(strings.TrimSpace(l), "<!--") {
		_, after, ended := strings.Cut(l, "-->")
		if m.comment = !ended; m.comment {
			return
		}
		l = after
	}
	switch h := atxHeading.FindStringSubmatch(l); {
	case strings.TrimSpace(l) == "":
		m.end()
		if m.list && itemLine.FindString(next) == "" && !strings.HasPrefix(next, " ") {
			m.list = false
			m.d.Part()
		}
	case h != nil:
		m.end()
		m.heading(len(h[1]), h[2])
	case fenceLine.MatchString(l):
		m.end()
		m.fence = fenceLine.FindStringSubmatch(l)[1]
	case len(m.block) > 0 && setextLine.MatchString(l) && !m.list:
		level := 1
		if strings.Contains(l, "-") {
			level = 2
		}
		text := strings.Join(m.block, " ")
		m.block = nil
		m.heading(level, text)
	// Rules, page breaks, the line below the head of a table and definitions of references have no text.
	case ruleLine.MatchString(l), pageBreak.MatchString(l), tableRule.MatchString(l) && strings.Contains(l, "|"), referenceLine.MatchString(l):
	case itemLine.MatchString(l):
		m.end()
		mark := itemLine.FindStringSubmatch(l)
		m.list = true
		m.block = append(m.block, strings.TrimSpace(mark[1]+" "+l[len(mark[0]):]))
	case strings.HasPrefix(strings.TrimSpace(l), "|"):
		m.end()
		m.d.Row(content.Line{Text: m.inline(strings.ReplaceAll(l, "|", " "))})
	default:
		// A paragraph of unlimited length would be held in memory as a whole; it is divided
		// instead.
		if m.size += len(l); m.size > plaintext.MaxLine || len(m.block) >= maxBlock {
			m.end()
		}
		m.block = append(m.block, strings.TrimSpace(l))
	}
}

// attributes matches Pandoc's attributes behind a heading: "{#sieves .unnumbered}", "{-}".
var attributes = lazyregexp.New(`[ \t]+\{(?:-|(?:[#.][\w.:-]+|[\w-]+=(?:"[^"]*"|[^\s"{}]+))(?:[ \t]+(?:[#.][\w.:-]+|[\w-]+=(?:"[^"]*"|[^\s"{}]+)))*)\}$`)

// heading writes a heading. The first of the first level is the title, unless the front matter has
// one.
func (m *markdown) heading(level int, text string) {
	text = m.inline(attributes.ReplaceAllString(text, ""))
	if level == 1 && m.d.Empty() {
		m.d.Paragraph(content.Line{Text: text, Style: "title"})
		return
	}
	m.d.Paragraph(content.Line{Text: text, Style: fmt.Sprintf("heading %d", level)})
}

// end ends a paragraph or an item.
func (m *markdown) end() {
	m.size = 0
	if len(m.block) == 0 {
		return
	}
	text := m.inline(strings.Join(m.block, " "))
	m.block = m.block[:0]
	if m.list {
		m.d.Row(content.Line{Text: text, Style: "list"})
		return
	}
	m.d.Paragraph(content.Line{Text: text})
}

// The marks within a paragraph (CommonMark, section 6). Regular expressions read them
// approximately: the text is right, an unusual nesting of emphasis may leave a mark.
var (
	inlineImage = lazyregexp.New(`!\[([^\]]*)\](?:\([^)\s]*(?:\s+"[^"]*")?\)|\[[^\]]*\])`)
	inlineLink  = lazyregexp.New(`\[([^\[\]]*)\]\(<?([^)\s>]*)>?(?:\s+["'][^"']*["'])?\)`)
	refLink     = lazyregexp.New(`\[([^\[\]]+)\](?:\[([^\]]*)\])?`)
	autoLink    = lazyregexp.New(`<((?:https?|ftp)://[^>\s]+)>`)
	inlineTag   = lazyregexp.New(`</?[A-Za-z][^<>]*>`)
	emphasis    = lazyregexp.New(`(\*{1,3}|~~)([^\s*~](?:[^*~]*[^\s*~])?)(\*{1,3}|~~)`)
	underscores = lazyregexp.New(`(^|[\s("'])_{1,3}([^\s_](?:[^_]*[^\s_])?)_{1,3}($|[\s.,;:!?)"'])`)
	codeSpan    = lazyregexp.New("`+([^`]+)`+")
	escaped     = lazyregexp.New("\\\\[!-/:-@\\[-`{-~]")
	remark      = lazyregexp.New(`<!--.*?-->`)
)

// shielded is the first of the code points that replace characters of ASCII that are no marks,
// while marks are removed: in Unicode's private area.
const shielded = 0xe000

// Shield keeps the characters of a text from being read as marks.
func Shield(s string) string {
	return strings.Map(func(r rune) rune {
		if '!' <= r && r <= '~' {
			return shielded + r
		}
		return r
	}, s)
}

// Unshield turns shielded characters back into themselves.
func Unshield(s string) string {
	return strings.Map(func(r rune) rune {
		if shielded+'!' <= r && r <= shielded+'~' {
			return r - shielded
		}
		return r
	}, s)
}

// inline removes the marks from the text of a block, and notes where its links lead.
func (m *markdown) inline(s string) string {
	if !strings.ContainsAny(s, "\\`<[*~_&:") { // as most
		return s
	}
	// Escaped characters and code come first: what they contain is no mark in any of the steps that
	// follow.
	s = escaped.ReplaceAllStringFunc(s, func(e string) string { return Shield(e[1:]) })
	s = codeSpan.ReplaceAllStringFunc(s, func(c string) string { return Shield(strings.Trim(c, "`")) })
	s = remark.ReplaceAllString(s, "")
	s = autoLink.ReplaceAllString(s, "$1")
	plaintext.AddURLs(m.d, s)
	s = inlineImage.ReplaceAllString(s, "$1")
	s = inlineLink.ReplaceAllStringFunc(s, func(l string) string {
		part := inlineLink.FindStringSubmatch(l)
		m.d.Link(part[2])
		return part[1]
	})
	s = refLink.ReplaceAllStringFunc(s, func(l string) string {
		part := refLink.FindStringSubmatch(l)
		name := part[2]
		if name == "" {
			name = part[1]
		}
		to, ok := m.references[strings.ToLower(name)]
		if !ok {
			return l
		}
		m.d.Link(to)
		return part[1]
	})
	s = inlineTag.ReplaceAllString(s, "")
	// Twice, for strong emphasis within emphasis.
	for range 2 {
		s = emphasis.ReplaceAllString(s, "$2")
	}
	s = underscores.ReplaceAllString(s, "$1$2$3")
	return Unshield(html.UnescapeString(s))
}
