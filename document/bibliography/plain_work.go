package bibliography

import (
	"encoding/json"
	"net/url"
	"strings"

	"sluice/document/bibtex"
)

// plainWork is a work whose fields are texts, and whose authors are a list of names, as many collections keep them.
type plainWork struct {
	Key       texts `json:"key"`
	ID        texts `json:"id"`
	Type      texts `json:"type"`
	Title     texts `json:"title"`
	Authors   texts `json:"authors"`
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
	names := []string(w.Authors)
	if len(names) == 1 {
		names = splitNames(names[0])
	}
	for _, name := range names {
		r.addAuthor(nameOf(homonym.ReplaceAllString(name, "")), Person{})
	}
	r.recognize()
	return r, nil
}

// splitNames divides the names in one field: at semicolons, bars and "and", else at commas if these do not stand between family and given name.
func splitNames(list string) []string {
	list = bounded(strings.ReplaceAll(list, "|", ";"))
	if names := bibtex.SplitNames(list); len(names) != 1 || !strings.Contains(list, ",") {
		return names
	}
	parts := strings.Split(list, ",")
	whole := len(parts) > 1
	for i := range parts {
		parts[i] = strings.TrimSpace(parts[i])
		whole = whole && len(strings.Fields(parts[i])) > 1
	}
	switch {
	case whole: // "Jane Roe, John Doe"
		return parts
	case len(parts) > 2 && len(parts)%2 == 0: // "Roe, Jane, Doe, John"
		var names []string
		for i := 0; i < len(parts); i += 2 {
			names = append(names, parts[i]+", "+parts[i+1])
		}
		return names
	}
	return []string{list}
}

// urlOfAnthology returns the address of a paper in the ACL Anthology by its identifier.
func urlOfAnthology(id string) string {
	return (&url.URL{Scheme: "https", Host: "aclanthology.org", Path: "/" + id}).String()
}
