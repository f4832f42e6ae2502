package bibliography

import (
	"encoding/json"
	"strings"
)

// crossrefWork is a work of Crossref.
type crossrefWork struct {
	DOI       string  `json:"DOI"`
	Type      string  `json:"type"`
	Title     texts   `json:"title"`
	Subtitle  texts   `json:"subtitle"`
	Container texts   `json:"container-title"`
	Issued    cslDate `json:"issued"`
	Published cslDate `json:"published"`
	Posted    cslDate `json:"posted"`
	Volume    any     `json:"volume"`
	Issue     any     `json:"issue"`
	Page      any     `json:"page"`
	Article   any     `json:"article-number"`
	Publisher string  `json:"publisher"`
	Abstract  string  `json:"abstract"`
	Language  string  `json:"language"`
	Subject   texts   `json:"subject"`
	ISBN      texts   `json:"ISBN"`
	Event     struct {
		Name string `json:"name"`
	} `json:"event"`
	Author []struct {
		cslName
		Name        string `json:"name"`
		ORCID       string `json:"ORCID"`
		Affiliation []struct {
			Name string `json:"name"`
		} `json:"affiliation"`
	} `json:"author"`
	Link []struct {
		URL string `json:"URL"`
	} `json:"link"`
	Resource struct {
		Primary struct {
			URL string `json:"URL"`
		} `json:"primary"`
	} `json:"resource"`
}

// ofCrossref returns the record of a work of Crossref.
func ofCrossref(data json.RawMessage) (Record, error) {
	var w crossrefWork
	if err := json.Unmarshal(data, &w); err != nil {
		return Record{Key: w.DOI}, err
	}
	r := Record{
		Key: w.DOI, Type: strings.ToLower(w.Type), Title: plain(w.Title.first()), Venue: plain(w.Container.first()), Volume: word(w.Volume), Number: word(w.Issue),
		Pages: word(w.Page), Publisher: plain(w.Publisher), Abstract: plain(w.Abstract), Language: w.Language, Keywords: w.Subject, DOI: w.DOI, ISBN: w.ISBN.first(),
	}
	if sub := plain(w.Subtitle.first()); sub != "" && !strings.Contains(strings.ToLower(r.Title), strings.ToLower(sub)) {
		r.Title = joined(r.Title, sub)
	}
	for _, d := range []*cslDate{&w.Issued, &w.Published, &w.Posted} {
		if r.Year == 0 {
			r.Year = d.year()
		}
	}
	if r.Venue == "" {
		r.Venue = plain(w.Event.Name)
	}
	if r.Pages == "" {
		r.Pages = word(w.Article)
	}
	for _, l := range w.Link[:min(len(w.Link), 20)] {
		r.addURL(l.URL)
	}
	r.addURL(w.Resource.Primary.URL)
	for _, a := range w.Author[:min(len(w.Author), maxValues)] {
		if a.Family == "" && a.Name != "" {
			a.Literal = a.Name
		}
		p := Person{ORCID: a.ORCID}
		for _, x := range a.Affiliation[:min(len(a.Affiliation), 20)] {
			p.Affiliations = append(p.Affiliations, plain(x.Name))
		}
		name := a.name()
		name.Given, name.Family = plain(name.Given), plain(name.Family)
		r.addAuthor(name, p)
	}
	r.recognize()
	return r, nil
}
