package export

import (
	"bufio"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// RIS writes a reference for each work in the RIS format, in UTF-8, with lines that end in CR LF.
func RIS(w io.Writer, records Records) error {
	out := bufio.NewWriter(w)
	taken := keys{}
	for r, err := range works(records) {
		if err != nil {
			return err
		}
		if err := (risEntry{out}).write(r, taken); err != nil {
			return err
		}
	}
	return out.Flush()
}

// risTypes are the values of the tag TY by kind. Readers take "GEN" for an article of a journal, so a paper without a venue is
// "UNPB", an unpublished work.
var risTypes = [...]string{misc: "GEN", preprint: "UNPB", article: "JOUR", conference: "CPAPER", thesis: "THES", master: "THES", bachelor: "THES", report: "RPRT", book: "BOOK",
	chapter: "CHAP", slides: "SLIDE"}

// risEntry writes the fields of one reference.
type risEntry struct{ *bufio.Writer }

// write writes one reference. TY must be the first tag and ER the last; the order of the others is
// free.
func (e risEntry) write(r *Record, taken keys) error {
	k, authors := r.kind(), people(r.Authors)
	e.field("TY", risTypes[k])
	e.field("ID", taken.of(r, authors))
	e.field("TI", r.Title)
	for _, p := range authors {
		e.field("AU", p.turned())
	}
	for _, place := range cleanAll(r.Affiliations) {
		e.field("AD", institutionName(place))
	}
	if !k.isThesis() { // the university is the publisher
		e.field("T2", r.Venue)
	}
	if k.isThesis() || k == report {
		e.field("PB", r.institution())
	} else {
		e.field("PB", r.Publisher)
	}
	e.field("VL", r.Volume)
	e.field("IS", r.Number)
	first, last := r.pageRange()
	e.field("SP", first)
	e.field("EP", last)
	if d := r.published(); d.year != 0 {
		e.field("PY", fmt.Sprintf("%04d", d.year))
		e.field("DA", risDate(d))
	}
	e.field("DO", r.DOI)
	e.field("SN", r.ISBN)
	e.field("AN", prefixed("arXiv:", clean(r.ArXiv)))
	e.field("UR", r.address())
	for _, word := range cleanAll(append(r.Keywords[:len(r.Keywords):len(r.Keywords)], r.Subjects...)) {
		e.field("KW", word)
	}
	e.field("LA", r.Language)
	e.field("AB", r.Abstract)
	if k == master || k == bachelor {
		e.field("M3", cslGenres[k])
	}
	_, err := e.WriteString("ER  - \r\n\r\n")
	return err
}

// field writes one line, or nothing if the value is empty. A value has no line break: readers would
// read its next line as a tag.
func (e risEntry) field(tag, value string) {
	if value = clean(value); value != "" {
		fmt.Fprintf(e, "%s  - %s\r\n", tag, value)
	}
}

// risDate is a date as "2019/05/13/", with nothing between the strokes for what is not known.
func risDate(d date) string {
	s := fmt.Sprintf("%04d/", d.year)
	for _, n := range []int{d.month, d.day} {
		if n != 0 {
			s += fmt.Sprintf("%02d", n)
		}
		s += "/"
	}
	return s
}

// prefixed returns s with the prefix, unless s is empty or has it already.
func prefixed(prefix, s string) string {
	if s == "" || strings.HasPrefix(s, prefix) {
		return s
	}
	return prefix + s
}

// number returns a number as text, "" for 0, which means unknown.
func number(n int) string {
	if n == 0 {
		return ""
	}
	return strconv.Itoa(n)
}
