package export

import (
	"bufio"
	"cmp"
	"encoding/json"
	"io"
	"time"

	"github.com/parquet-go/parquet-go"
)

// row is a document in a table, the same in JSON and Parquet. What is not known is null or empty.
type row struct {
	SHA256       string     `json:"sha256" parquet:"sha256"`
	Work         string     `json:"work" parquet:"work"`
	URL          string     `json:"url" parquet:"url"`
	URLs         []string   `json:"urls" parquet:"urls,list"`
	Type         string     `json:"type" parquet:"type,dict"`
	Name         string     `json:"name" parquet:"name"`
	Genre        string     `json:"genre" parquet:"genre,dict"`
	Confidence   float64    `json:"genre_confidence" parquet:"genre_confidence"`
	Title        string     `json:"title" parquet:"title"`
	Authors      []string   `json:"authors" parquet:"authors,list"`
	Affiliations []string   `json:"affiliations" parquet:"affiliations,list"`
	Abstract     string     `json:"abstract" parquet:"abstract"`
	Keywords     []string   `json:"keywords" parquet:"keywords,list"`
	Subjects     []string   `json:"subjects" parquet:"subjects,list"`
	Year         *int32     `json:"year" parquet:"year,optional"`
	Date         string     `json:"date" parquet:"date"`
	Venue        string     `json:"venue" parquet:"venue"`
	Volume       string     `json:"volume" parquet:"volume"`
	Number       string     `json:"number" parquet:"number"`
	Pages        string     `json:"pages" parquet:"pages"`
	PageCount    *int32     `json:"page_count" parquet:"page_count,optional"`
	Publisher    string     `json:"publisher" parquet:"publisher"`
	DOI          string     `json:"doi" parquet:"doi"`
	ArXiv        string     `json:"arxiv" parquet:"arxiv"`
	ISBN         string     `json:"isbn" parquet:"isbn"`
	ORCIDs       []string   `json:"orcids" parquet:"orcids,list"`
	License      string     `json:"license" parquet:"license,dict"`
	Language     string     `json:"language" parquet:"language,dict"`
	LinkedFrom   int32      `json:"linked_from" parquet:"linked_from"`
	Citations    int32      `json:"citations" parquet:"citations"`
	Copies       int32      `json:"copies" parquet:"copies"`
	Relevance    *float64   `json:"relevance" parquet:"relevance,optional"`
	Added        *time.Time `json:"added" parquet:"added,optional,timestamp(microsecond)"`
	Judged       *time.Time `json:"judged" parquet:"judged,optional,timestamp(microsecond)"`
	References   []cited    `json:"references" parquet:"references,list"`
	Text         string     `json:"text" parquet:"text"`
}

// cited is one of the references of a row.
type cited struct {
	Raw     string   `json:"raw" parquet:"raw"`
	Title   string   `json:"title" parquet:"title"`
	Authors []string `json:"authors" parquet:"authors,list"`
	Year    *int32   `json:"year" parquet:"year,optional"`
	DOI     string   `json:"doi" parquet:"doi"`
	ArXiv   string   `json:"arxiv" parquet:"arxiv"`
	URL     string   `json:"url" parquet:"url"`
}

// citedOf returns the first references of a document, at most maxList.
func citedOf(references []Reference) []cited {
	list := make([]cited, 0, min(len(references), maxList))
	for _, r := range references[:min(len(references), maxList)] {
		list = append(list, cited{Raw: clean(r.Raw), Title: clean(r.Title), Authors: cleanAll(r.Authors), Year: known(r.Year),
			DOI: clean(r.DOI), ArXiv: clean(r.ArXiv), URL: clean(r.URL)})
	}
	return list
}

// rowOf returns the row of a record. A document without a work is a work of its own, so that a
// column to group by is never empty.
func rowOf(r *Record) row {
	d := r.published()
	return row{
		SHA256: clean(r.SHA256), Work: cmp.Or(clean(r.Work), clean(r.SHA256)), URL: r.address(), URLs: cleanAll(r.URLs), Type: clean(r.Type), Name: clean(r.Name),
		Genre: clean(r.Genre), Confidence: share(r.Confidence), Title: clean(r.Title), Authors: cleanAll(r.Authors),
		Affiliations: cleanAll(r.Affiliations), Abstract: clean(r.Abstract), Keywords: cleanAll(r.Keywords), Subjects: cleanAll(r.Subjects),
		Year: known(d.year), Date: clean(r.Date), Venue: clean(r.Venue), Volume: clean(r.Volume), Number: clean(r.Number),
		Pages: clean(r.Pages), PageCount: known(r.PageCount), Publisher: clean(r.Publisher), DOI: clean(r.DOI), ArXiv: clean(r.ArXiv),
		ISBN: clean(r.ISBN), ORCIDs: cleanAll(r.ORCIDs), License: clean(r.License), Language: clean(r.Language), LinkedFrom: count(r.LinkedFrom), Citations: count(r.Citations), Copies: count(r.Copies),
		Relevance: relevance(r.Relevance), Added: moment(r.Added), Judged: moment(r.Judged), References: citedOf(r.References), Text: text(r.Text),
	}
}

// bytes returns about how much memory a row uses.
func (r *row) bytes() (n int) {
	for _, s := range []string{r.SHA256, r.Work, r.URL, r.Name, r.Title, r.Abstract, r.Date, r.Venue, r.Volume, r.Number, r.Pages, r.Publisher, r.DOI, r.ArXiv, r.ISBN, r.License, r.Text} {
		n += len(s)
	}
	for _, list := range [][]string{r.URLs, r.Authors, r.Affiliations, r.Keywords, r.Subjects, r.ORCIDs} {
		for _, s := range list {
			n += len(s)
		}
	}
	// References are estimated: their other fields repeat what Raw has.
	for _, c := range r.References {
		n += 2*len(c.Raw) + 200
	}
	return n
}

// share keeps a number from being none, which JSON has no word for.
func share(f float64) float64 {
	if !(f > 0) {
		return 0
	}
	return min(f, 1)
}

// relevance returns a number from 0 to 1, or nil.
func relevance(r *float64) *float64 {
	if r == nil {
		return nil
	}
	return new(share(*r))
}

// count returns n within the range of the column.
func count(n int) int32 { return int32(min(max(n, 0), 1<<31-1)) }

// known returns a positive number, and nil, which is written as null, for an unknown one.
func known(n int) *int32 {
	if n <= 0 {
		return nil
	}
	c := count(n)
	return &c
}

// moment is a time to the microsecond; years that JSON does not write are unknown.
func moment(t time.Time) *time.Time {
	if t = t.UTC().Truncate(time.Microsecond); t.IsZero() || !plausible(t.Year()) {
		return nil
	}
	return &t
}

// JSONL writes an object a line for each record, with its text. All have the same keys in the
// same order.
func JSONL(w io.Writer, records Records) error {
	out := bufio.NewWriter(w)
	lines := json.NewEncoder(out)
	lines.SetEscapeHTML(false)
	for r, err := range records {
		if err != nil {
			return err
		}
		if err := lines.Encode(rowOf(r)); err != nil {
			return err
		}
	}
	return out.Flush()
}

// The most of a row group, which is held in memory.
const (
	groupRows  = 5000
	groupBytes = 32 << 20
)

// Parquet writes the records as rows of a Parquet file, compressed by Zstandard.
func Parquet(w io.Writer, records Records) (err error) {
	out := parquet.NewGenericWriter[row](w, parquet.Compression(&parquet.Zstd), parquet.CreatedBy("sluice", "", ""),
		parquet.PageBufferSize(1<<20),
		// The bounds of a page are whole values: of texts they would be as large as these.
		parquet.DataPageStatistics(false), parquet.SkipPageBounds("text"), parquet.SkipPageBounds("abstract"))
	defer func() { err = cmp.Or(err, out.Close()) }()
	rows, bytes := 0, 0
	for r, err := range records {
		if err != nil {
			return err
		}
		one := [1]row{rowOf(r)}
		// A full group is flushed: its rows are held in memory until then.
		if rows++; rows > groupRows || bytes > groupBytes {
			if err := out.Flush(); err != nil {
				return err
			}
			rows, bytes = 1, 0
		}
		bytes += one[0].bytes()
		if _, err := out.Write(one[:]); err != nil {
			return err
		}
	}
	return nil
}
