package bibliography

import (
	"encoding/json"
	"html"
	"net/url"
	"regexp"
	"strings"

	"sluice/document/bibtex"
)

var (
	markup      = regexp.MustCompile(`</?[A-Za-z][A-Za-z0-9:]*(?:\s[^<>]{0,300})?/?>`)
	homonym     = regexp.MustCompile(` \d{4}$`)
	arXivURL    = regexp.MustCompile(`(?i)^https?://(?:www\.|export\.)?arxiv\.org/(?:abs|pdf)/((?:[a-z-]+(?:\.[a-z]{2})?/\d{7}|\d{4}\.\d{4,5})(?:v\d+)?)(?:\.pdf)?$`)
	arXivDOI    = regexp.MustCompile(`(?i)^10\.48550/arxiv\.(.+)$`)
	plainMarkup = strings.NewReplacer("<jats:title>Abstract</jats:title>", "")
)

// plain returns a text without the marks of HTML and JATS that services leave in it.
func plain(s string) string {
	if !strings.ContainsAny(s, "<&") {
		return s
	}
	s = markup.ReplaceAllString(plainMarkup.Replace(bounded(s)), "")
	return html.UnescapeString(s)
}

// recognize sets the arXiv number that a DOI or a URL says.
func (r *Record) recognize() {
	if m := arXivDOI.FindStringSubmatch(bareDOI(r.DOI)); m != nil && r.ArXiv == "" {
		r.ArXiv = m[1]
	}
	for _, u := range r.URLs {
		if m := arXivURL.FindStringSubmatch(u); m != nil && r.ArXiv == "" {
			r.ArXiv = m[1]
		}
	}
}

// addURL adds URLs of a service, which may be empty.
func (r *Record) addURL(urls ...string) {
	for _, u := range urls {
		if u != "" && len(r.URLs) < maxValues {
			r.URLs = append(r.URLs, u)
		}
	}
}

// addID adds an identifier of another system, if there is one.
func (r *Record) addID(system, id string) {
	if id = strings.TrimSpace(id); id != "" && len(r.IDs) < maxValues {
		r.IDs = append(r.IDs, system+":"+id)
	}
}

// addAuthor adds an author with what is known of the person.
func (r *Record) addAuthor(name bibtex.Name, p Person) {
	if name.Family != "" && len(r.Authors) < maxValues {
		r.Authors, r.People = append(r.Authors, name), append(r.People, p)
	}
}

// nameOf returns a name that is written in one field, the given name first or after a comma.
func nameOf(s string) bibtex.Name {
	return bibtex.ParseName(plainName(strings.Join(strings.Fields(plain(s)), " ")))
}

// pagesOf returns the pages from the first to the last.
func pagesOf(first, last string) string {
	if last == "" || last == first {
		return first
	}
	return first + "-" + last
}

// afterSlash returns what follows the last slash of an identifier that is a URL.
func afterSlash(s string) string { return s[strings.LastIndexByte(s, '/')+1:] }

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
