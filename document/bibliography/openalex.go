package bibliography

import (
	"encoding/json"
	"strings"
)

// openAlexWork is a work of OpenAlex.
type openAlexWork struct {
	ID       string             `json:"id"`
	DOI      string             `json:"doi"`
	Title    string             `json:"title"`
	Name     string             `json:"display_name"`
	Year     int                `json:"publication_year"`
	Type     string             `json:"type"`
	Language string             `json:"language"`
	IDs      map[string]any     `json:"ids"`
	Primary  *openAlexLocation  `json:"primary_location"`
	Best     *openAlexLocation  `json:"best_oa_location"`
	Other    []openAlexLocation `json:"locations"`
	Open     struct {
		URL string `json:"oa_url"`
	} `json:"open_access"`
	Biblio struct {
		Volume, Issue string
		First         string `json:"first_page"`
		Last          string `json:"last_page"`
	} `json:"biblio"`
	Authorships []struct {
		Author struct {
			ID    string `json:"id"`
			Name  string `json:"display_name"`
			ORCID string `json:"orcid"`
		} `json:"author"`
		RawName      string `json:"raw_author_name"`
		Institutions []struct {
			Name string `json:"display_name"`
		} `json:"institutions"`
		RawAffiliations []string `json:"raw_affiliation_strings"`
	} `json:"authorships"`
	Abstract map[string][]int `json:"abstract_inverted_index"`
}

// openAlexLocation is a place of a work.
type openAlexLocation struct {
	Landing string `json:"landing_page_url"`
	PDF     string `json:"pdf_url"`
	Source  *struct {
		Name string `json:"display_name"`
		Host string `json:"host_organization_name"`
		Type string `json:"type"`
	} `json:"source"`
}

// ofOpenAlex returns the record of a work of OpenAlex.
func ofOpenAlex(data json.RawMessage) (Record, error) {
	var w openAlexWork
	if err := json.Unmarshal(data, &w); err != nil {
		return Record{Key: w.ID}, err
	}
	if w.Title == "" {
		w.Title = w.Name
	}
	r := Record{
		Key: afterSlash(w.ID), Type: strings.ToLower(w.Type), Title: plain(w.Title), Year: w.Year, Volume: w.Biblio.Volume, Number: w.Biblio.Issue,
		Pages: pagesOf(w.Biblio.First, w.Biblio.Last), Language: w.Language, DOI: w.DOI, Abstract: uninverted(w.Abstract),
	}
	r.addID("openalex", r.Key)
	for _, system := range []string{"mag", "pmid", "pmcid"} {
		r.addID(system, afterSlash(word(w.IDs[system])))
	}
	if w.Primary != nil && w.Primary.Source != nil {
		r.Venue, r.Publisher = w.Primary.Source.Name, w.Primary.Source.Host
	}
	places := []openAlexLocation{}
	for _, p := range []*openAlexLocation{w.Best, w.Primary} {
		if p != nil {
			places = append(places, *p)
		}
	}
	places = append(places, w.Other[:min(len(w.Other), 50)]...)
	for _, p := range places {
		r.addURL(p.PDF)
	}
	r.addURL(w.Open.URL)
	for _, p := range places {
		r.addURL(p.Landing)
	}
	for _, a := range w.Authorships[:min(len(w.Authorships), maxValues)] {
		p := Person{ORCID: a.Author.ORCID, Affiliations: a.RawAffiliations}
		if a.Author.ID != "" {
			p.IDs = []string{"openalex:" + afterSlash(a.Author.ID)}
		}
		for _, i := range a.Institutions {
			p.Affiliations = append(p.Affiliations, i.Name)
		}
		if a.Author.Name == "" {
			a.Author.Name = a.RawName
		}
		r.addAuthor(nameOf(a.Author.Name), p)
	}
	r.recognize()
	return r, nil
}

// maxAbstractWords bounds the words of an abstract.
const maxAbstractWords = 5000

// uninverted returns an abstract from the places of its words.
func uninverted(index map[string][]int) string {
	words := []string{}
	for word, places := range index {
		for _, at := range places {
			if at < 0 || at >= maxAbstractWords {
				continue
			}
			for len(words) <= at {
				words = append(words, "")
			}
			words[at] = word
		}
	}
	return strings.Join(words, " ")
}
