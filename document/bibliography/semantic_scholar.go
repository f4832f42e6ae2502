package bibliography

import (
	"encoding/json"
	"strings"
)

// s2Paper is a paper of Semantic Scholar: an answer of its API, or a line of its data sets.
type s2Paper struct {
	ID          string         `json:"paperId"`
	ExternalIDs map[string]any `json:"externalIds"`
	Title       string         `json:"title"`
	Abstract    string         `json:"abstract"`
	Venue       string         `json:"venue"`
	Year        int            `json:"year"`
	URL         string         `json:"url"`
	Journal     *struct {
		Name   string `json:"name"`
		Volume string `json:"volume"`
		Pages  string `json:"pages"`
	} `json:"journal"`
	PDF *struct {
		URL string `json:"url"`
	} `json:"openAccessPdf"`
	Types   []string `json:"publicationTypes"`
	Authors []struct {
		ID           string   `json:"authorId"`
		Name         string   `json:"name"`
		Homepage     string   `json:"homepage"`
		Affiliations []string `json:"affiliations"`
		External     struct {
			ORCID texts `json:"ORCID"`
			DBLP  texts `json:"DBLP"`
		} `json:"externalIds"`
	} `json:"authors"`
}

// ofSemanticScholar returns the record of a paper of Semantic Scholar.
func ofSemanticScholar(data json.RawMessage) (Record, error) {
	var w s2Paper
	if err := json.Unmarshal(data, &w); err != nil {
		return Record{Key: w.ID}, err
	}
	r := Record{Key: w.ID, Title: plain(w.Title), Venue: plain(w.Venue), Year: w.Year, Abstract: plain(w.Abstract), DOI: word(w.ExternalIDs["DOI"]), ArXiv: word(w.ExternalIDs["ArXiv"])}
	if len(w.Types) > 0 {
		r.Type = strings.ToLower(w.Types[0])
	}
	if w.Journal != nil {
		r.Volume, r.Pages = w.Journal.Volume, w.Journal.Pages
		if r.Venue == "" {
			r.Venue = plain(w.Journal.Name)
		}
	}
	r.addID("s2", w.ID)
	for _, id := range []struct{ system, name string }{{"dblp", "DBLP"}, {"acl", "ACL"}, {"mag", "MAG"}, {"pmid", "PubMed"}, {"pmcid", "PubMedCentral"}, {"s2corpus", "CorpusId"}} {
		r.addID(id.system, word(w.ExternalIDs[id.name]))
	}
	if w.PDF != nil {
		r.addURL(w.PDF.URL)
	}
	r.addURL(w.URL)
	for _, a := range w.Authors[:min(len(w.Authors), maxValues)] {
		p := Person{ORCID: a.External.ORCID.first(), Affiliations: a.Affiliations, URLs: []string{a.Homepage}}
		if a.ID != "" {
			p.IDs = []string{"s2:" + a.ID}
		}
		r.addAuthor(nameOf(a.Name), p)
	}
	r.recognize()
	return r, nil
}
