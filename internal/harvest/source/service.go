package source

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"net/url"
	"strconv"
	"strings"
	"time"

	"sluice/document/bibliography"
	"sluice/internal/lazyregexp"
	"sluice/weburl"
)

// service is a list of a service.
type service struct {
	kind         Kind
	origin       string
	first        string // address of the first page
	accept       string
	keyParameter string        // of a key; empty: it has none
	keyHeader    string        // the same, as a header
	delay        time.Duration // between two requests
	// read returns a page; the error is errForgotten, or says why the answer is none.
	read func(body []byte, address string) (*page, error)
	// isError reports whether a body with a status of failure is an answer nevertheless; nil: none is.
	isError func(body []byte) bool
}

// page is a page of a list.
type page struct {
	records iter.Seq2[bibliography.Record, error]
	next    string // address of the next page; empty: this is the last one
	total   int    // records of the list; 0: not known
	deleted int
}

// The public addresses of the services.
var addresses = map[Kind]string{
	DBLP: "https://dblp.org", OpenAlex: "https://api.openalex.org", Crossref: "https://api.crossref.org", SemanticScholar: "https://api.semanticscholar.org",
}

// newService returns the list that a name means.
func newService(n Name, o *Options) (*service, error) {
	address := o.Address[n.Kind]
	if address == "" {
		address = addresses[n.Kind]
	}
	address = strings.TrimSuffix(address, "/")
	if n.Kind == OAI {
		address = n.Value
	}
	mail := ""
	if contact := strings.TrimPrefix(o.Fetch.Contact, "mailto:"); strings.Contains(contact, "@") {
		mail = contact
	}
	var s *service
	switch n.Kind {
	case DBLP:
		s = newDBLP(address, n.Value, o.Clock.Now().Year())
	case OpenAlex:
		s = newOpenAlex(address, n.Value, mail)
	case Crossref:
		s = newCrossref(address, n.Value, mail)
	case SemanticScholar:
		s = newSemanticScholar(address, n.Value)
	case OAI:
		s = newOAI(address, n.Set, o)
	default:
		return nil, errors.New("it is not read from a service")
	}
	u, err := weburl.NoRules().Parse(s.first)
	if err != nil {
		return nil, err
	}
	s.kind, s.origin = n.Kind, u.Origin()
	return s, nil
}

// with returns an address with other parameters.
func with(address string, set map[string]string) string {
	u, err := url.Parse(address)
	if err != nil {
		return address // it is ours, or was parsed before
	}
	q := u.Query()
	for name, value := range set {
		if value == "" {
			q.Del(name)
		} else {
			q.Set(name, value)
		}
	}
	u.RawQuery = q.Encode()
	return u.String()
}

// errHTML is the error of a page for people.
var errHTML = errors.New("it answers with HTML in place of records: check the address, or try again later")

// isMarkup reports whether a body is HTML or XML.
func isMarkup(body []byte) bool { return bytes.HasPrefix(bytes.TrimSpace(body), []byte("<")) }

// decode reads an answer in JSON.
func decode(body []byte, into any) error {
	if isMarkup(body) {
		return errHTML
	}
	if err := json.Unmarshal(body, into); err != nil {
		return fmt.Errorf("it answers with broken JSON: %w", err)
	}
	return nil
}

// records returns the records of a body.
func records(body []byte) iter.Seq2[bibliography.Record, error] {
	return bibliography.Read(bytes.NewReader(body))
}

// none yields nothing.
func none(func(bibliography.Record, error) bool) {}

// count is a number that a service writes as a number or as a text.
type count int

// UnmarshalJSON implements [json.Unmarshaler]. What is no number is 0.
func (c *count) UnmarshalJSON(data []byte) error {
	n, _ := strconv.Atoi(strings.Trim(string(data), `"`)) // 0 for what is none
	*c = count(max(n, 0))
	return nil
}

// The limits of DBLP: hits a page, and hits of a search that can be reached.
const (
	dblpPage  = 1000
	dblpMost  = 10_000
	dblpFirst = 1936 // year of its first works
)

var (
	dblpStream   = lazyregexp.New(`^(?:conf|journals|series|books|reference)/[A-Za-z0-9_-]+$`)
	dblpContents = lazyregexp.New(`^(?:conf|journals)/[a-z0-9_-]+/[a-z0-9_-]*\d[a-z0-9_-]*$`)
	dblpPerson   = lazyregexp.New(`^pid/[A-Za-z0-9]+/[A-Za-z0-9_-]+$`)
	dblpRecord   = lazyregexp.New(`^[a-z]+/[A-Za-z0-9_-]+/[A-Za-z0-9_-]+$`)
)

// newDBLP returns the list that a key of DBLP means, or a search for words. A search with more hits than can be reached is divided by years, the last first.
func newDBLP(address, key string, year int) *service {
	key = strings.Trim(key, "/")
	s := &service{delay: 2 * time.Second, accept: "application/json"}
	search := func(query string) string {
		return address + "/search/publ/api?" + url.Values{"q": {query}, "h": {strconv.Itoa(dblpPage)}, "f": {"0"}, "format": {"json"}}.Encode()
	}
	query := key
	switch {
	case dblpPerson.MatchString(key):
		return newDBLPFile(s, address+"/"+key+".xml")
	case dblpStream.MatchString(key):
		query = "stream:streams/" + key + ":"
	case dblpContents.MatchString(key):
		query = "toc:db/" + key + ".bht:"
	case dblpRecord.MatchString(key):
		return newDBLPFile(s, address+"/rec/"+key+".xml")
	}
	s.first = search(query)
	s.read = func(body []byte, at string) (*page, error) {
		var a struct {
			Result *struct {
				Hits struct {
					Total count `json:"@total"`
					Sent  count `json:"@sent"`
					First count `json:"@first"`
				} `json:"hits"`
			} `json:"result"`
		}
		if err := decode(body, &a); err != nil {
			return nil, err
		}
		if a.Result == nil {
			return nil, errors.New("it answers without a result")
		}
		hits := a.Result.Hits
		p := &page{records: records(body), total: int(hits.Total)}
		u, err := url.Parse(at)
		if err != nil {
			return nil, err
		}
		ofYear := 0
		if m := yearTerm.FindStringSubmatch(u.Query().Get("q")); m != nil {
			ofYear, _ = strconv.Atoi(m[1]) // four digits
		}
		switch end := int(hits.First + hits.Sent); {
		case ofYear == 0 && hits.Total > dblpMost:
			p.records, p.next = none, search(fmt.Sprintf("%s year:%d:", query, year+1))
		case hits.Sent > 0 && end < int(hits.Total) && end < dblpMost:
			p.next = with(at, map[string]string{"f": strconv.Itoa(end)})
		case ofYear > dblpFirst:
			p.next = search(fmt.Sprintf("%s year:%d:", query, ofYear-1))
		}
		return p, nil
	}
	return s
}

// yearTerm matches the year of a search that is divided.
var yearTerm = lazyregexp.New(` year:(\d{4}):$`)

// newDBLPFile returns the list of one file in XML.
func newDBLPFile(s *service, address string) *service {
	s.first, s.accept = address, "application/xml"
	s.read = func(body []byte, _ string) (*page, error) {
		if f, ok := bibliography.Detect(body[:min(len(body), 64<<10)]); !ok || f != bibliography.DBLP {
			return nil, errHTML
		}
		if !bytes.Contains(body, []byte("</dblp")) {
			return nil, errors.New("an answer is cut off")
		}
		return &page{records: records(body)}, nil
	}
	return s
}

// newOpenAlex returns the list of the works that a filter chooses.
func newOpenAlex(address, filter, mail string) *service {
	q := url.Values{"per-page": {"100"}, "cursor": {"*"}} // 100 is the most, says its documentation of 2026
	if mail != "" {
		q.Set("mailto", mail)
	}
	if strings.Contains(filter, ":") {
		q.Set("filter", filter)
	} else {
		q.Set("search", filter)
	}
	s := &service{first: address + "/works?" + q.Encode(), accept: "application/json", delay: 200 * time.Millisecond, keyParameter: "api_key"}
	s.read = func(body []byte, at string) (*page, error) {
		var a struct {
			Meta *struct {
				Count count  `json:"count"`
				Next  string `json:"next_cursor"`
			} `json:"meta"`
			Results []json.RawMessage `json:"results"`
		}
		if err := decode(body, &a); err != nil {
			return nil, err
		}
		if a.Meta == nil {
			return nil, errors.New("it answers without results" + says(body))
		}
		p := &page{records: records(body), total: int(a.Meta.Count)}
		if a.Meta.Next != "" && len(a.Results) > 0 {
			p.next = with(at, map[string]string{"cursor": a.Meta.Next})
		}
		return p, nil
	}
	return s
}

// newCrossref returns the list of the works that a filter chooses.
func newCrossref(address, filter, mail string) *service {
	q := url.Values{"rows": {"200"}, "cursor": {"*"}}
	if mail != "" {
		q.Set("mailto", mail)
	}
	if strings.Contains(filter, ":") {
		q.Set("filter", filter)
	} else {
		q.Set("query.bibliographic", filter)
	}
	s := &service{first: address + "/works?" + q.Encode(), accept: "application/json", delay: 200 * time.Millisecond}
	s.read = func(body []byte, at string) (*page, error) {
		var a struct {
			Message *struct {
				Total count             `json:"total-results"`
				Next  string            `json:"next-cursor"`
				Items []json.RawMessage `json:"items"`
			} `json:"message"`
		}
		if err := decode(body, &a); err != nil {
			return nil, err
		}
		if a.Message == nil {
			return nil, errors.New("it answers without a message" + says(body))
		}
		p := &page{records: records(body), total: int(a.Message.Total)}
		if a.Message.Next != "" && len(a.Message.Items) > 0 { // it always has a next cursor
			p.next = with(at, map[string]string{"cursor": a.Message.Next})
		}
		return p, nil
	}
	return s
}

// s2Fields are what is asked of Semantic Scholar.
const s2Fields = "externalIds,title,venue,journal,year,authors,openAccessPdf,url,abstract,publicationTypes"

// newSemanticScholar returns the list of the papers with some words.
func newSemanticScholar(address, words string) *service {
	q := url.Values{"query": {words}, "fields": {s2Fields}}
	s := &service{first: address + "/graph/v1/paper/search/bulk?" + q.Encode(), accept: "application/json", delay: 1500 * time.Millisecond, keyHeader: "X-Api-Key"}
	s.read = func(body []byte, at string) (*page, error) {
		var a struct {
			Total count             `json:"total"`
			Token string            `json:"token"`
			Data  []json.RawMessage `json:"data"`
			Error string            `json:"error"`
		}
		if err := decode(body, &a); err != nil {
			return nil, err
		}
		if a.Error != "" {
			return nil, errors.New("it answers with an error" + says(body))
		}
		p := &page{records: records(body), total: int(a.Total)}
		if len(a.Data) == 0 {
			p.records = none
		}
		if a.Token != "" && len(a.Data) > 0 {
			p.next = with(at, map[string]string{"token": a.Token})
		}
		return p, nil
	}
	return s
}

// newOAI returns the list of the records of a repository.
func newOAI(address, set string, o *Options) *service {
	first := with(address, map[string]string{"verb": "ListRecords", "metadataPrefix": "oai_dc", "set": set, "from": o.From, "until": o.Until})
	s := &service{first: first, delay: 2 * time.Second, isError: func(body []byte) bool {
		a, err := bibliography.ParseOAI(body)
		return err == nil && len(a.Errors) > 0
	}}
	s.read = func(body []byte, at string) (*page, error) {
		a, err := bibliography.ParseOAI(body)
		if err != nil {
			if isMarkup(body) {
				err = errHTML
			}
			return nil, err
		}
		for _, e := range a.Errors {
			switch e.Code {
			case "noRecordsMatch":
			case "badResumptionToken":
				if at != first {
					return nil, errForgotten
				}
				return nil, e
			default:
				return nil, e
			}
		}
		if !bytes.Contains(body, []byte("OAI-PMH>")) {
			return nil, errors.New("an answer is cut off")
		}
		p := &page{total: a.Complete, deleted: len(a.Deleted), records: func(yield func(bibliography.Record, error) bool) {
			for _, r := range a.Records {
				if !yield(r, nil) {
					return
				}
			}
			for _, bad := range a.Broken {
				if !yield(bibliography.Record{}, bad) {
					return
				}
			}
		}}
		if a.Token != "" { // the only other parameter of its request
			p.next = with(address, map[string]string{"verb": "ListRecords", "resumptionToken": a.Token})
		}
		return p, nil
	}
	return s
}
