package export

import (
	"bufio"
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// BibTeX writes a BibTeX entry for each work, in UTF-8. Signs of TeX are written as commands,
// and in titles the words with capitals that a style must keep are in braces. An entry's key
// depends on the record, and on those before it only if one of them has the same.
func BibTeX(w io.Writer, records Records) error {
	out := bufio.NewWriter(w)
	taken := keys{}
	for r, err := range works(records) {
		if err != nil {
			return err
		}
		authors := people(r.Authors)
		e := bibEntry{out}
		fmt.Fprintf(out, "@%s{%s,\n", bibTypes[r.kind()], taken.of(r, authors))
		e.write(r, authors)
		if _, err := out.WriteString("}\n\n"); err != nil {
			return err
		}
	}
	return out.Flush()
}

// bibTypes are the entry types by kind. Styles of BibTeX have no type for slides; "misc" is printed
// by all of them. They print the field "type" in the place of "Master's thesis".
var bibTypes = [...]string{misc: "misc", preprint: "misc", article: "article", conference: "inproceedings", thesis: "phdthesis", master: "mastersthesis", bachelor: "mastersthesis",
	report: "techreport", book: "book", chapter: "incollection", slides: "misc"}

// bibVenue is the field that a kind has its venue in.
var bibVenue = map[kind]string{article: "journal", conference: "booktitle", chapter: "booktitle"}

// bibEntry writes the fields of one entry.
type bibEntry struct{ *bufio.Writer }

// write writes the fields. A field that the record does not have is left out, because an empty one
// makes BibTeX warn.
func (e bibEntry) write(r *Record, authors []person) {
	e.field("author", bibNames(authors))
	e.field("title", bibTitle(clean(r.Title)))
	k := r.kind()
	publisher := "publisher"
	switch k {
	case thesis, master:
		publisher = "school"
	case bachelor:
		publisher = "school"
		e.field("type", "Bachelor's thesis")
	case report:
		publisher = "institution"
	case misc, preprint, slides:
		e.text("howpublished", r.Venue)
	}
	e.text(bibVenue[k], r.Venue)
	if publisher == "publisher" {
		e.text(publisher, r.Publisher)
	} else {
		e.text(publisher, r.institution())
	}
	e.text("volume", r.Volume)
	e.text("number", r.Number)
	first, last := r.pageRange()
	if last != "" {
		first = tex(first) + "--" + tex(last)
	} else {
		first = tex(first)
	}
	e.field("pages", first)
	if d := r.published(); d.year != 0 {
		e.field("year", strconv.Itoa(d.year))
		if d.month != 0 {
			fmt.Fprintf(e, "  month = %s,\n", bibMonths[d.month-1])
		}
	}
	e.field("doi", verbatim.Replace(clean(r.DOI)))
	if id := clean(r.ArXiv); id != "" {
		e.field("eprint", verbatim.Replace(id))
		e.field("eprinttype", "arxiv")
	}
	e.text("isbn", r.ISBN)
	e.field("url", verbatim.Replace(r.address()))
	e.text("keywords", strings.Join(cleanAll(append(r.Keywords[:len(r.Keywords):len(r.Keywords)], r.Subjects...)), ", "))
	e.text("language", r.Language)
	e.field("copyright", verbatim.Replace(clean(r.License))) // as DataCite names it
	// A style prints the type of a "misc" entry, the only place that says that these are slides.
	if k == slides {
		e.field("type", "Slides")
	}
	e.text("abstract", r.Abstract)
}

// bibMonths are the macros that every style defines, without braces around them, so that a style
// can print the month in its own language.
var bibMonths = [...]string{"jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"}

// field writes a field whose value is TeX; none that is empty.
func (e bibEntry) field(name, value string) {
	if name != "" && value != "" {
		fmt.Fprintf(e, "  %s = {%s},\n", name, value)
	}
}

// text writes a field whose value is plain text.
func (e bibEntry) text(name, value string) { e.field(name, tex(clean(value))) }

// bibNames returns the names as BibTeX parses them: "particle Family, Suffix, Given", separated by
// " and ". A name that has no parts, or a part " and ", is put in braces as a whole: BibTeX would
// split it otherwise.
func bibNames(authors []person) string {
	names := make([]string, len(authors))
	for i, p := range authors {
		name := p.particle + " " + p.family
		switch {
		case p.given+p.particle+p.suffix == "", strings.Contains(" "+strings.ToLower(name)+" ", " and "):
			names[i] = "{" + tex(strings.TrimSpace(p.given+" "+strings.TrimSpace(name))) + "}"
			continue
		case p.particle != "":
			name = tex(p.particle) + " " + bibPart(p.family)
		default:
			name = bibPart(p.family)
		}
		if p.suffix != "" {
			name += ", " + bibPart(p.suffix)
		}
		if p.given != "" || p.suffix != "" {
			name += ", " + bibPart(p.given)
		}
		names[i] = name
	}
	return strings.Join(names, " and ")
}

// bibPart is a part of a name. In braces no word of it is read as a separator of names.
func bibPart(s string) string {
	t := tex(s)
	// A lower-case first letter would make BibTeX read the word as a particle.
	if strings.ContainsAny(s, ",;") || strings.Contains(" "+strings.ToLower(s)+" ", " and ") || startsLower(s) {
		return "{" + t + "}"
	}
	return t
}

// startsLower reports whether the first letter of s is lower-case.
func startsLower(s string) bool {
	r, _ := utf8.DecodeRuneInString(s)
	return unicode.IsLower(r)
}

// bibTitle puts words with a capital behind their first letter in braces, so that styles keep
// them, without the marks around them: "({WebBase})". Names of a capital and a digit or a sign
// are such words, too: "{M12}", "{C}++".
func bibTitle(s string) string {
	words := strings.Fields(s)
	signs := signsFor(s)
	// A title in capitals only says nothing about which words need them, so no word is protected.
	shouts := strings.ToUpper(s) == s
	for i, word := range words {
		first := strings.IndexFunc(word, isWordly)
		last := strings.LastIndexFunc(word, isWordly)
		if first >= 0 && !shouts {
			initial, n := utf8.DecodeRuneInString(word[first:])
			_, m := utf8.DecodeRuneInString(word[last:])
			end := last + m
			isName := unicode.IsUpper(initial) && strings.IndexAny(word[first+n:], "0123456789+#") == 0
			if isName || strings.ContainsFunc(word[first+n:end], unicode.IsUpper) {
				words[i] = parted(signs.Replace(word[:first])) + "{" + parted(signs.Replace(word[first:end])) + "}" + parted(signs.Replace(word[end:]))
				continue
			}
		}
		words[i] = parted(signs.Replace(word))
	}
	return strings.Join(words, " ")
}

// isWordly reports whether r is part of a word rather than punctuation around it.
func isWordly(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }

// tex writes plain text so that TeX prints it.
func tex(s string) string { return parted(signsFor(s).Replace(s)) }

// signsFor returns what writes the signs of TeX in s. Braces that do not match are written as
// commands that few readers but TeX itself know: BibTeX counts braces behind a backslash, too.
func signsFor(s string) *strings.Replacer {
	depth := 0
	for _, r := range s {
		if r == '{' {
			depth++
		} else if r == '}' {
			if depth--; depth < 0 {
				break
			}
		}
	}
	if depth == 0 {
		return texMatched
	}
	return texSigns
}

// parted keeps signs apart that TeX would make one of, also three in a row.
// Two passes: the second separates what the first left side by side in a run of three.
func parted(s string) string { return texPairs.Replace(texPairs.Replace(s)) }

var (
	// The signs that TeX reads as commands, outside of math. Braces follow below, in two variants.
	signs      = []string{`\`, `{\textbackslash}`, `~`, `{\textasciitilde}`, `^`, `{\textasciicircum}`, `$`, `\$`, `&`, `\&`, `#`, `\#`, `%`, `\%`, `_`, `\_`}
	texMatched = strings.NewReplacer(append(signs, `{`, `\{`, `}`, `\}`)...)
	texSigns   = strings.NewReplacer(append(signs, `{`, `{\textbraceleft}`, `}`, `{\textbraceright}`)...)
	texPairs   = strings.NewReplacer(`--`, `-{}-`, "``", "`{}`", `''`, `'{}'`)

	// verbatim is for what styles print unchanged.
	verbatim = strings.NewReplacer(`\`, `%5C`, `{`, `%7B`, `}`, `%7D`)
)
