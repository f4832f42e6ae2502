package export

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"sluice/internal/lazyregexp"
)

// Markdown fills a folder, which it makes, with a file for each record: what is known of it as
// YAML between two lines of dashes, then its text in CommonMark, with headings where they can
// be recognized. Nothing in the text is read as markup but these; addresses stay as they are, which
// some readers make links of. Lists of the files are in index.html and catalogue.jsonl.
func Markdown(dir string, records Records) error {
	return fill(dir, func(list *list, given names) error {
		for r, err := range records {
			if err != nil {
				return err
			}
			f, err := given.create(dir, stemOf(r), ".md")
			if err != nil {
				return err
			}
			if err := writeMarkdown(f, r); err != nil {
				return err
			}
			if err := list.add(filepath.Base(f.Name()), r); err != nil {
				return err
			}
		}
		return nil
	})
}

// writeMarkdown writes a record's file and closes it.
func writeMarkdown(f *os.File, r *Record) error {
	out := bufio.NewWriter(f)
	frontMatter(out, r)
	markdown(out, r)
	return errors.Join(out.Flush(), f.Close())
}

// frontMatter writes the metadata. Strings and lists of them are written as JSON, which is YAML.
func frontMatter(out *bufio.Writer, r *Record) {
	row := rowOf(r)
	out.WriteString("---\n")
	field := func(name string, value any, empty bool) {
		if !empty {
			fmt.Fprintf(out, "%s: %s\n", name, yaml(value))
		}
	}
	for _, f := range []struct{ name, value string }{
		{"title", row.Title}, {"date", row.Date}, {"genre", row.Genre}, {"venue", row.Venue}, {"volume", row.Volume}, {"number", row.Number},
		{"pages", row.Pages}, {"publisher", row.Publisher}, {"doi", row.DOI}, {"arxiv", row.ArXiv}, {"isbn", row.ISBN}, {"license", row.License}, {"language", row.Language},
		{"url", row.URL}, {"sha256", row.SHA256}, {"work", row.Work}, {"type", row.Type}, {"abstract", row.Abstract},
	} {
		field(f.name, f.value, f.value == "")
	}
	for _, f := range []struct {
		name   string
		values []string
	}{{"authors", row.Authors}, {"orcids", row.ORCIDs}, {"affiliations", row.Affiliations}, {"keywords", row.Keywords}, {"subjects", row.Subjects}} {
		field(f.name, f.values, len(f.values) == 0)
	}
	field("year", row.Year, row.Year == nil)
	field("page_count", row.PageCount, row.PageCount == nil)
	field("linked_from", row.LinkedFrom, false)
	field("citations", row.Citations, false)
	field("relevance", row.Relevance, row.Relevance == nil)
	if row.Added != nil {
		field("added", row.Added.Format(time.RFC3339), false)
	}
	if len(row.References) > 0 {
		out.WriteString("references:\n")
	}
	for _, c := range row.References {
		fmt.Fprintf(out, "- %s\n", yaml(c))
	}
	out.WriteString("---\n\n")
}

// yaml returns a value as JSON, which is a subset of YAML 1.2. The JSON is not escaped for HTML, so
// that addresses stay readable.
func yaml(value any) string {
	var b strings.Builder
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.Encode(value) // strings and numbers always encode
	return strings.TrimSuffix(b.String(), "\n")
}

// markdown writes the text: paragraphs parted by an empty line, headings, page ends.
func markdown(out *bufio.Writer, r *Record) {
	styled := headings(r)
	if title := clean(r.Title); title != "" {
		fmt.Fprintf(out, "# %s\n\n", heading(title))
	}
	gap := true // nothing precedes the next line
	for page := range strings.SplitSeq(text(r.Text), "\f") {
		lines := strings.Split(page, "\n")
		for i, line := range lines {
			line = clean(line)
			if line == "" {
				if !gap {
					io.WriteString(out, "\n")
				}
				gap = true
				continue
			}
			alone := gap && (i+1 == len(lines) || clean(lines[i+1]) == "")
			if level := headingLevel(line, alone, styled); level > 0 {
				if !gap {
					out.WriteByte('\n')
				}
				fmt.Fprintf(out, "%s %s\n\n", strings.Repeat("#", level), heading(line))
				gap = true
				continue
			}
			out.WriteString(escape(line))
			out.WriteByte('\n')
			gap = false
		}
		if !gap {
			out.WriteByte('\n')
			gap = true
		}
	}
}

// headings returns the levels of the lines that the format calls headings.
func headings(r *Record) map[string]int {
	m := map[string]int{}
	for _, l := range r.Lines {
		if level, ok := strings.CutPrefix(l.Style, "heading"); ok {
			n := 1
			fmt.Sscan(level, &n)
			m[clean(l.Text)] = min(max(n+1, 2), 6)
		}
	}
	return m
}

// What makes a line a heading: the name of a section that papers have, or a number in front of a
// capital letter, without a full stop, which sentences have.
var (
	section  = lazyregexp.New(`(?i)^(?:(?:\d{1,2}|[ivx]{1,5})\.?\s+)?(?:abstract|summary|introduction|background|related work|preliminaries|methods?|methodology|materials and methods|experiments?|evaluation|results|discussion|results and discussion|conclusions?|concluding remarks|conclusions? and future work|future work|acknowledge?ments?|references|bibliography|appendix(?: [a-z])?|contents|table of contents)$`)
	numbered = lazyregexp.New(`^(\d{1,2}(?:\.\d{1,2}){0,3})\.?\s+\p{Lu}[^.;]{2,80}$`)
)

// headingLevel returns the level of a line's heading; 0 for no heading. A line that the format
// does not call a heading counts as one if it is the name of a section, or numbered and alone.
func headingLevel(line string, alone bool, styled map[string]int) int {
	if n, ok := styled[line]; ok {
		return n
	}
	if len(line) > 100 {
		return 0
	}
	if section.MatchString(line) {
		return 2
	}
	if m := numbered.FindStringSubmatch(line); m != nil && alone {
		return 2 + strings.Count(m[1], ".")
	}
	return 0
}

// heading escapes a line that is one: number signs at its end would close it.
func heading(line string) string {
	line = escape(line)
	if s, ok := strings.CutSuffix(line, "#"); ok && !strings.HasSuffix(s, `\`) {
		line = s + `\#`
	}
	return line
}

// escape writes a line so that CommonMark, also with GitHub's extensions, reads it as the text
// that it is.
func escape(line string) string {
	line = inline.Replace(line)
	if marker.MatchString(line) {
		n := strings.IndexAny(line, "-+=#:.)")
		line = line[:n] + `\` + line[n:]
	}
	return line
}

var (
	inline = strings.NewReplacer(`\`, `\\`, "`", "\\`", `*`, `\*`, `_`, `\_`, `{`, `\{`, `}`, `\}`, `[`, `\[`, `]`, `\]`, `<`, `\<`,
		`>`, `\>`, `&`, `\&`, `~`, `\~`, `|`, `\|`, `$`, `\$`, `!`, `\!`)
	// marker finds what at a line's beginning would make a heading, a list, a rule or a definition.
	marker = lazyregexp.New(`^(?:\d{1,9}(?:[.)](?:\s|$))|[-+=#:])`)
)
