package bibliography

import (
	"encoding/json"
	"net/url"
	"strings"
)

// plainWork is a work whose fields are texts, and whose authors are a list of names, as many collections keep them.
type plainWork struct {
	Key       texts `json:"key"`
	ID        texts `json:"id"`
	Type      texts `json:"type"`
	Title     texts `json:"title"`
	Authors   texts `json:"authors"`
	Author    texts `json:"author"` // in one field
	Year      texts `json:"year"`
	Venue     texts `json:"venue"`
	VenueName texts `json:"venue_name"`
	Volume    texts `json:"volume"`
	Number    texts `json:"number"`
	Pages     texts `json:"pages"`
	Publisher texts `json:"publisher"`
	Abstract  texts `json:"abstract"`
	DOI       texts `json:"doi"`
	ArXiv     texts `json:"arxiv"`
	URL       texts `json:"url"`
	PDF       texts `json:"pdf_url"`
}

// ofPlain returns the record of a plain work.
func ofPlain(data json.RawMessage) (Record, error) {
	var w plainWork
	if err := json.Unmarshal(data, &w); err != nil {
		return Record{Key: w.Key.first()}, err
	}
	r := Record{
		Key: w.Key.first(), Type: strings.ToLower(w.Type.first()), Title: dblpTitle(plain(w.Title.first())), Year: yearOf(w.Year.first()), Venue: plain(w.VenueName.first()),
		Volume: w.Volume.first(), Number: w.Number.first(), Pages: w.Pages.first(), Publisher: plain(w.Publisher.first()), Abstract: plain(w.Abstract.first()),
		DOI: w.DOI.first(), ArXiv: w.ArXiv.first(),
	}
	if r.Key == "" {
		r.Key = w.ID.first()
	}
	if r.Venue == "" {
		r.Venue = plain(w.Venue.first())
	}
	if strings.HasPrefix(r.Key, "conf/") || strings.HasPrefix(r.Key, "journals/") {
		r.addID("dblp", r.Key)
	}
	r.addURL(w.PDF...)
	r.addURL(w.URL...)
	names := append(w.Authors, w.Author...)
	if len(names) == 1 {
		names = splitNames(names[0])
	}
	for _, name := range names {
		r.addAuthor(nameOf(homonym.ReplaceAllString(name, "")), Person{})
	}
	r.recognize()
	return r, nil
}

// urlOfAnthology returns the address of a paper in the ACL Anthology by its identifier.
func urlOfAnthology(id string) string {
	return (&url.URL{Scheme: "https", Host: "aclanthology.org", Path: "/" + id}).String()
}
