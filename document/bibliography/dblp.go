package bibliography

import (
	"bufio"
	"errors"
	"io"
	"iter"
	"slices"
	"strings"

	"sluice/document/bibtex"
)

// dblpRecords are the elements of DBLP that describe works. Proceedings as a whole and pages of persons are none.
var dblpRecords = []string{"article", "inproceedings", "book", "incollection", "phdthesis", "mastersthesis"}

// readElements yields the records of a file of XML; those of which record returns false are left out.
func readElements(x *elementReader, record func(e *element) (Record, bool)) iter.Seq2[Record, error] {
	return func(yield func(Record, error) bool) {
		for {
			e, line, err := x.next()
			if err == io.EOF {
				return
			}
			if err != nil {
				if !yield(Record{}, err) {
					return
				}
				if _, ok := errors.AsType[*RecordError](err); !ok {
					return
				}
				continue
			}
			if r, ok := record(e); ok {
				r.Line = line
				if !yield(r, nil) {
					return
				}
			}
		}
	}
}

// readDBLP yields the works in the XML of DBLP: its dump, or the page of a person.
func readDBLP(from *bufio.Reader) iter.Seq2[Record, error] {
	x := &elementReader{from: from, line: 1, isRecord: func(tag string) bool { return slices.Contains(dblpRecords, tag) }}
	return readElements(x, func(e *element) (Record, bool) { return ofDBLPElement(e), true })
}

// ofDBLPElement returns the record of an element of DBLP.
func ofDBLPElement(e *element) Record {
	r := Record{
		Key: e.attr("key"), Type: e.name, Title: dblpTitle(e.value("title")), Year: yearOf(e.value("year")), Volume: e.value("volume"), Number: e.value("number"),
		Pages: e.value("pages"), Publisher: e.value("publisher"), ISBN: e.value("isbn"),
	}
	for _, name := range []string{"journal", "booktitle", "school"} {
		if r.Venue == "" {
			r.Venue = e.value(name)
		}
	}
	r.addID("dblp", r.Key)
	for _, a := range e.all("author") {
		p := Person{ORCID: a.attr("orcid")}
		if pid := a.attr("pid"); pid != "" {
			p.IDs = []string{"dblp:" + pid}
		}
		r.addAuthor(nameOf(homonym.ReplaceAllString(a.words(), "")), p)
	}
	for _, ee := range e.all("ee") {
		r.addURL(ee.words())
	}
	r.ofCoRR()
	r.recognize()
	return r
}

// readAnthology yields the papers in the XML of the ACL Anthology.
func readAnthology(from *bufio.Reader) iter.Seq2[Record, error] {
	x := &elementReader{from: from, line: 1, isRecord: func(tag string) bool { return tag == "meta" || tag == "paper" }}
	var volume *element
	return readElements(x, func(e *element) (Record, bool) {
		if e.name == "meta" {
			volume = e
			return Record{}, false
		}
		return ofPaper(e, volume), true
	})
}

// ofPaper returns the record of a paper of the ACL Anthology in a volume, of which nothing may be known.
func ofPaper(e, volume *element) Record {
	r := Record{
		Key: e.value("bibkey"), Type: "inproceedings", Title: e.value("title"), Year: yearOf(e.value("year"), volume.value("year")), Venue: volume.value("booktitle"),
		Volume: volume.value("journal-volume"), Number: volume.value("journal-issue"), Pages: e.value("pages"), Publisher: volume.value("publisher"),
		Abstract: e.value("abstract"), Language: e.value("language"), DOI: e.value("doi"),
	}
	if r.Volume != "" {
		r.Type = "article"
		if title := volume.value("journal-title"); title != "" {
			r.Venue = title
		}
	}
	for _, a := range e.all("author") {
		name := bibtex.Name{Given: a.value("first"), Family: a.value("last")}
		if name.Family == "" {
			name = nameOf(a.words())
		}
		p := Person{ORCID: a.attr("orcid")}
		if id := a.attr("id"); id != "" {
			p.IDs = []string{"acl:" + id}
		}
		for _, x := range a.all("affiliation") {
			p.Affiliations = append(p.Affiliations, x.words())
		}
		r.addAuthor(name, p)
	}
	if id := e.value("url"); strings.Contains(id, "://") {
		r.addURL(id)
	} else if id != "" {
		r.addID("acl", id)
		r.addURL(urlOfAnthology(id+".pdf"), urlOfAnthology(id))
	}
	return r
}
