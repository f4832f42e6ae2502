package export

import (
	"bufio"
	"encoding/json"
	"io"
	"strings"
)

// CSL writes each work as an item of CSL-JSON: an array, one a line.
func CSL(w io.Writer, records Records) error {
	out := bufio.NewWriter(w)
	items := json.NewEncoder(out)
	items.SetEscapeHTML(false)
	taken := keys{}
	sep := "[\n"
	for r, err := range works(records) {
		if err != nil {
			return err
		}
		out.WriteString(sep)
		sep = ","
		if err := items.Encode(cslOf(r, taken)); err != nil {
			return err
		}
	}
	if sep == "[\n" {
		out.WriteString(sep)
	}
	out.WriteString("]\n")
	return out.Flush()
}

// cslItem has the variables of CSL 1.0.2 that a document may fill.
type cslItem struct {
	ID        string    `json:"id"`
	Type      string    `json:"type"`
	Genre     string    `json:"genre,omitempty"`
	Title     string    `json:"title,omitempty"`
	Author    []cslName `json:"author,omitempty"`
	Issued    *cslDate  `json:"issued,omitempty"`
	Container string    `json:"container-title,omitempty"`
	Volume    string    `json:"volume,omitempty"`
	Issue     string    `json:"issue,omitempty"`
	Number    string    `json:"number,omitempty"`
	Page      string    `json:"page,omitempty"`
	Pages     string    `json:"number-of-pages,omitempty"`
	Publisher string    `json:"publisher,omitempty"`
	DOI       string    `json:"DOI,omitempty"`
	ISBN      string    `json:"ISBN,omitempty"`
	Archive   string    `json:"archive,omitempty"`
	Location  string    `json:"archive_location,omitempty"`
	URL       string    `json:"URL,omitempty"`
	Accessed  *cslDate  `json:"accessed,omitempty"`
	Language  string    `json:"language,omitempty"`
	Keyword   string    `json:"keyword,omitempty"`
	Abstract  string    `json:"abstract,omitempty"`
	Custom    cslCustom `json:"custom,omitzero"`
}

// cslCustom is what CSL has no variable for.
type cslCustom struct {
	License string   `json:"license,omitempty"`
	ORCIDs  []string `json:"orcids,omitempty"`
}

// IsZero says that there is nothing, for encoding/json.
func (c cslCustom) IsZero() bool { return c.License == "" && len(c.ORCIDs) == 0 }

// cslName is a name-variable of CSL-JSON. Literal is used alone, for names that have no parts.
type cslName struct {
	Family   string `json:"family,omitempty"`
	Given    string `json:"given,omitempty"`
	Particle string `json:"non-dropping-particle,omitempty"`
	Suffix   string `json:"suffix,omitempty"`
	Literal  string `json:"literal,omitempty"`
}

// cslDate is a date-variable of CSL-JSON: an array of dates, here one, each of year, month and day
// as far as they are known.
type cslDate struct {
	Parts [1][]int `json:"date-parts"`
}

// cslTypes are the item types of CSL 1.0.2 by kind (appendix III of its specification).
var cslTypes = [...]string{misc: "document", preprint: "article", article: "article-journal", conference: "paper-conference", thesis: "thesis", master: "thesis", bachelor: "thesis",
	report: "report", book: "book", chapter: "chapter", slides: "speech"}

// cslGenres say what the type leaves open: styles print them after the title.
var cslGenres = map[kind]string{thesis: "PhD thesis", master: "Master's thesis", bachelor: "Bachelor's thesis", slides: "slides"}

// cslOf returns the item of a record, and reserves its key in taken.
func cslOf(r *Record, taken keys) cslItem {
	k, authors := r.kind(), people(r.Authors)
	item := cslItem{
		ID: taken.of(r, authors), Type: cslTypes[k], Genre: cslGenres[k], Title: clean(r.Title),
		Container: clean(r.Venue), Volume: clean(r.Volume), Publisher: clean(r.Publisher), Pages: number(r.PageCount),
		DOI: clean(r.DOI), ISBN: clean(r.ISBN), Location: clean(r.ArXiv), URL: r.address(), Language: clean(r.Language),
		Keyword:  strings.Join(cleanAll(append(r.Keywords[:len(r.Keywords):len(r.Keywords)], r.Subjects...)), ", "),
		Abstract: clean(r.Abstract), Custom: cslCustom{License: clean(r.License), ORCIDs: cleanAll(r.ORCIDs)},
	}
	if k == report {
		item.Number = clean(r.Number)
	} else {
		item.Issue = clean(r.Number)
	}
	if k.isThesis() || k == report {
		item.Publisher = r.institution()
	}
	if k.isThesis() {
		item.Container = "" // the university is the publisher
	}
	if item.Location != "" {
		item.Archive = "arXiv"
	}
	first, last := r.pageRange()
	if item.Page = first; last != "" {
		item.Page += "-" + last
	}
	for _, p := range authors {
		item.Author = append(item.Author, p.csl())
	}
	item.Issued = r.published().csl()
	if !r.Added.IsZero() {
		t := r.Added.UTC()
		item.Accessed = date{t.Year(), int(t.Month()), t.Day()}.csl()
	}
	return item
}

// csl returns the name as CSL has it.
func (p person) csl() cslName {
	if p.given == "" && p.particle == "" && p.suffix == "" {
		return cslName{Literal: p.family}
	}
	return cslName{Family: p.family, Given: p.given, Particle: p.particle, Suffix: p.suffix}
}

// csl returns the date as CSL has it, nil for an unknown one. A day without a month is not possible
// in it.
func (d date) csl() *cslDate {
	var parts []int
	for _, n := range []int{d.year, d.month, d.day} {
		if n == 0 {
			break
		}
		parts = append(parts, n)
	}
	if parts == nil {
		return nil
	}
	return &cslDate{Parts: [1][]int{parts}}
}
