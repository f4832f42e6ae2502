package bibliography

import (
	"encoding/json"
	"strings"
)

// dblpInfo is a hit of DBLP's search.
type dblpInfo struct {
	Authors struct {
		Author dblpAuthors `json:"author"`
	} `json:"authors"`
	Title     texts `json:"title"`
	Venue     texts `json:"venue"`
	Volume    texts `json:"volume"`
	Number    texts `json:"number"`
	Pages     texts `json:"pages"`
	Year      texts `json:"year"`
	Type      texts `json:"type"`
	Publisher texts `json:"publisher"`
	Key       texts `json:"key"`
	DOI       texts `json:"doi"`
	EE        texts `json:"ee"`
	URL       texts `json:"url"`
}

// dblpAuthors are the authors of a hit: an object if there is one.
type dblpAuthors []dblpAuthor

type dblpAuthor struct {
	PID  string `json:"@pid"`
	Text string `json:"text"`
}

// UnmarshalJSON implements [json.Unmarshaler].
func (a *dblpAuthors) UnmarshalJSON(data []byte) error {
	if !isList(data) {
		data = append(append([]byte("["), data...), ']')
	}
	var all []dblpAuthor
	err := json.Unmarshal(data, &all)
	*a = all
	return err
}

// ofDBLP returns the record of a hit of DBLP's search.
func ofDBLP(data json.RawMessage) (Record, error) {
	var i dblpInfo
	if err := json.Unmarshal(data, &i); err != nil {
		return Record{Key: i.Key.first()}, err
	}
	r := Record{
		Key: i.Key.first(), Type: strings.ToLower(i.Type.first()), Title: dblpTitle(plain(i.Title.first())), Venue: plain(i.Venue.first()), Volume: i.Volume.first(),
		Number: i.Number.first(), Pages: i.Pages.first(), Year: yearOf(i.Year.first()), Publisher: plain(i.Publisher.first()), DOI: i.DOI.first(), URLs: i.EE,
	}
	r.addID("dblp", r.Key)
	for _, a := range i.Authors.Author[:min(len(i.Authors.Author), maxValues)] {
		var p Person
		if a.PID != "" {
			p.IDs = []string{"dblp:" + a.PID}
		}
		r.addAuthor(nameOf(homonym.ReplaceAllString(a.Text, "")), p)
	}
	r.ofCoRR()
	r.recognize()
	return r, nil
}

// dblpTitle returns a title without the full stop that DBLP puts at its end.
func dblpTitle(s string) string {
	s = strings.TrimSpace(s)
	if strings.HasSuffix(s, "...") {
		return s
	}
	return strings.TrimSuffix(s, ".")
}

// ofCoRR sets the arXiv number that DBLP has as a volume: "abs/1706.03762".
func (r *Record) ofCoRR() {
	if id, ok := strings.CutPrefix(r.Volume, "abs/"); ok && r.ArXiv == "" {
		r.ArXiv = id
	}
}
