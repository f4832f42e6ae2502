package source_test

import (
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"iter"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"sluice/document/bibliography"
	"sluice/document/content"
	"sluice/internal/clock"
	"sluice/internal/fetch"
	"sluice/internal/harvest/source"
)

// fastClock is a clock in which nobody has to wait.
type fastClock struct {
	clock.Clock
	mu  sync.Mutex
	now time.Time
}

func (c *fastClock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

func (c *fastClock) Wait(_ context.Context, d time.Duration, _ ...<-chan struct{}) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = c.now.Add(d)
}

// server is a service on loopback. It answers requests before their time, and those without a contact, with an error, and counts them.
type server struct {
	*httptest.Server
	clock *fastClock

	mu       sync.Mutex
	requests []*url.URL
	notUntil time.Time // the next request must not come before
	faults   []string  // of requests
}

// serve starts a service. Respond answers request number n, from 0, and returns how long nothing may be asked after it.
func serve(t *testing.T, respond func(w http.ResponseWriter, r *http.Request, n int) time.Duration) *server {
	t.Helper()
	s := &server{clock: &fastClock{Clock: clock.Real, now: time.Now()}}
	s.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.mu.Lock()
		defer s.mu.Unlock()
		now := s.clock.Now()
		if now.Before(s.notUntil) {
			s.faults = append(s.faults, fmt.Sprintf("%s: %v too early", r.URL, s.notUntil.Sub(now)))
		}
		if !strings.Contains(r.UserAgent(), "librarian@example.org") {
			s.faults = append(s.faults, fmt.Sprintf("%s: user agent %q", r.URL, r.UserAgent()))
		}
		n := len(s.requests)
		s.requests = append(s.requests, r.URL)
		s.notUntil = now.Add(respond(w, r, n))
	}))
	t.Cleanup(func() {
		s.Close()
		for _, f := range s.faults {
			t.Error(f)
		}
	})
	return s
}

// options are those of a reading from the service.
func (s *server) options(t *testing.T) source.Options {
	address := map[source.Kind]string{}
	for _, k := range []source.Kind{source.DBLP, source.OpenAlex, source.Crossref, source.SemanticScholar} {
		address[k] = s.URL
	}
	return source.Options{Fetch: fetch.Options{AllowPrivate: true, Contact: "librarian@example.org"}, Retries: 3, Address: address, Clock: s.clock}
}

// read returns the titles of a source, the broken records, and the error that ended the reading.
func read(t *testing.T, name string, o source.Options) (titles, broken []string, err error) {
	t.Helper()
	n, err := source.Parse(name)
	if err != nil {
		t.Fatal(err)
	}
	s, err := n.Open(o)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	for r, err := range s.Records(t.Context()) {
		if bad, ok := errors.AsType[*bibliography.RecordError](err); ok {
			broken = append(broken, bad.Error())
		} else if err != nil {
			return titles, broken, err
		} else {
			titles = append(titles, r.Title)
		}
	}
	return titles, broken, nil
}

// numbered returns texts with the numbers from one to another, joined.
func numbered(format, by string, from, to int) string {
	var all []string
	for i := from; i <= to; i++ {
		all = append(all, strings.ReplaceAll(format, "#", strconv.Itoa(i)))
	}
	return strings.Join(all, by)
}

// titled returns the titles with the numbers from one to another.
func titled(from, to int) []string { return strings.Split(numbered("Work #", "|", from, to), "|") }

const oaiRecord = `<record><header><identifier>oai:a:#</identifier></header><metadata><oai_dc:dc><dc:title>Work #</dc:title></oai_dc:dc></metadata></record>`

// oai returns an answer of a repository.
func oai(parts ...string) string {
	return `<?xml version="1.0"?><OAI-PMH xmlns="http://www.openarchives.org/OAI/2.0/">` + strings.Join(parts, "") + `</OAI-PMH>`
}

func TestNamesAreParsed(t *testing.T) {
	for text, want := range map[string]source.Name{
		"refs.bib":                      {Kind: source.File, Value: "refs.bib"},
		`C:\refs.bib`:                   {Kind: source.File, Value: `C:\refs.bib`},
		"dblp:conf/icml":                {Kind: source.DBLP, Value: "conf/icml"},
		"openalex:publication_year:99":  {Kind: source.OpenAlex, Value: "publication_year:99"},
		"references":                    {Kind: source.OfReferences},
		"oai:http://a.example:8080/oai": {Kind: source.OAI, Value: "http://a.example:8080/oai"},
		"oai:https://a.example/oai/request:col_1:x": {Kind: source.OAI, Value: "https://a.example/oai/request", Set: "col_1:x"},
	} {
		if got, err := source.Parse(text); err != nil || got != want || got.String() != text {
			t.Errorf("Parse(%q) = %+v, %v", text, got, err)
		}
	}
	for _, text := range []string{"", "dblp:", "oai:a.example", "oai:", "openalex: "} {
		if n, err := source.Parse(text); err == nil {
			t.Errorf("Parse(%q) = %+v", text, n)
		}
	}
}

func TestServicesAreReadPageByPage(t *testing.T) {
	for _, test := range []struct {
		name    string
		respond func(w http.ResponseWriter, q url.Values, path string)
		want    []string
		asked   []string // what some request has
	}{
		{"openalex:publication_year:2001", func(w http.ResponseWriter, q url.Values, _ string) {
			next := map[string]string{"*": `"a+b"`, "a+b": `"c"`, "c": "null"}[q.Get("cursor")]
			from := map[string]int{"*": 1, "a+b": 3, "c": 5}[q.Get("cursor")]
			fmt.Fprintf(w, `{"meta":{"count":6,"next_cursor":%s},"results":[%s]}`, next, numbered(`{"id":"https://openalex.org/W#","title":"Work #","authorships":[]}`, ",", from, from+1))
		}, titled(1, 6), []string{"mailto=librarian%40example.org", "filter=publication_year%3A2001", "cursor=a%2Bb"}},
		{"crossref:hidden web", func(w http.ResponseWriter, q url.Values, _ string) {
			items := map[string]string{"*": numbered(`{"DOI":"10.1000/1#","title":["Work #"]}`, ",", 1, 2), "x": numbered(`{"DOI":"10.1000/1#","title":["Work #"]}`, ",", 3, 3)}[q.Get("cursor")]
			fmt.Fprintf(w, `{"status":"ok","message-type":"work-list","message":{"total-results":3,"next-cursor":"%s","items":[%s]}}`, map[string]string{"*": "x", "x": "y"}[q.Get("cursor")], items)
		}, titled(1, 3), []string{"mailto=librarian%40example.org", "query.bibliographic=hidden+web", "cursor=y"}},
		{"dblp:conf/icml", func(w http.ResponseWriter, q url.Values, _ string) {
			first, _ := strconv.Atoi(q.Get("f"))
			fmt.Fprintf(w, `{"result":{"hits":{"@total":"5","@sent":"%d","@first":"%d","hit":[%s]}}}`, min(2, 5-first), first, numbered(`{"info":{"title":"Work #."}}`, ",", first+1, min(first+2, 5)))
		}, titled(1, 5), []string{"stream%3Astreams%2Fconf%2Ficml%3A", "f=4"}},
		{"dblp:journals/corr", func(w http.ResponseWriter, q url.Values, _ string) { // more than can be reached at once
			_, year, ok := strings.Cut(q.Get("q"), " year:")
			n, total := 0, 12000
			if year = strings.TrimSuffix(year, ":"); ok {
				total = 0
			}
			if year == "2001" || year == "1999" {
				n, total = 1, 1
			}
			fmt.Fprintf(w, `{"result":{"hits":{"@total":"%d","@sent":"%d","@first":"0"%s}}}`, total, n, strings.Repeat(`,"hit":[{"info":{"title":"Work of `+year+`."}}]`, n))
		}, []string{"Work of 2001", "Work of 1999"}, []string{"year%3A2001%3A", "year%3A1936%3A"}},
		{"dblp:pid/65/9612", func(w http.ResponseWriter, _ url.Values, path string) {
			if path != "/pid/65/9612.xml" {
				w.WriteHeader(http.StatusNotFound)
			}
			fmt.Fprint(w, `<dblpperson name="Jane Roe"><r>`, numbered(`<article key="a/#"><title>Work #.</title></article>`, "</r>\n<r>", 1, 3), `</r></dblpperson>`)
		}, titled(1, 3), nil},
		{"s2:hidden web", func(w http.ResponseWriter, q url.Values, _ string) {
			if q.Get("token") == "" {
				fmt.Fprintf(w, `{"total":3,"token":"t","data":[%s]}`, numbered(`{"paperId":"#","title":"Work #"}`, ",", 1, 2))
			} else {
				fmt.Fprintf(w, `{"total":3,"token":null,"data":[%s]}`, numbered(`{"paperId":"#","title":"Work #"}`, ",", 3, 3))
			}
		}, titled(1, 3), []string{"query=hidden+web", "token=t"}},
		{"oai:URL/oai:papers", func(w http.ResponseWriter, q url.Values, _ string) {
			switch q.Get("resumptionToken") {
			case "":
				fmt.Fprint(w, oai("<ListRecords>", numbered(oaiRecord, "\n", 1, 2), `<record><header status="deleted"><identifier>oai:a:9</identifier></header></record>`, `<resumptionToken completeListSize="5">a|b&amp;c</resumptionToken></ListRecords>`))
			case "a|b&c":
				fmt.Fprint(w, oai("<ListRecords><resumptionToken>d</resumptionToken></ListRecords>")) // an empty page
			case "d":
				fmt.Fprint(w, oai("<ListRecords>", numbered(oaiRecord, "\n", 3, 4), "<resumptionToken/></ListRecords>"))
			}
		}, titled(1, 4), []string{"set=papers", "metadataPrefix=oai_dc", "from=2001-01-01", "resumptionToken=d&verb=ListRecords"}},
		{"oai:URL/oai", func(w http.ResponseWriter, _ url.Values, _ string) {
			fmt.Fprint(w, oai(`<error code="noRecordsMatch">nothing</error>`))
		}, nil, nil},
	} {
		t.Run(test.name, func(t *testing.T) {
			s := serve(t, func(w http.ResponseWriter, r *http.Request, _ int) time.Duration {
				test.respond(w, r.URL.Query(), r.URL.Path)
				return 100 * time.Millisecond
			})
			o := s.options(t)
			o.From = "2001-01-01"
			var last source.Progress
			o.OnPage = func(p source.Progress) { last = p }
			titles, broken, err := read(t, strings.Replace(test.name, "URL", s.URL, 1), o)
			if err != nil || len(broken) > 0 || !slices.Equal(titles, test.want) {
				t.Errorf("titles %q, broken %q, %v; want %q", titles, broken, err, test.want)
			}
			all := fmt.Sprint(s.requests)
			for _, part := range test.asked {
				if !strings.Contains(all, part) {
					t.Errorf("no request has %q: %s", part, all)
				}
			}
			if last.Pages != len(s.requests) || last.Records != len(titles) {
				t.Errorf("progress %+v of %d requests and %d titles", last, len(s.requests), len(titles))
			}
		})
	}
}

// openAlexPage is page n of three, from 0.
func openAlexPage(n int) string {
	return fmt.Sprintf(`{"meta":{"count":3,"next_cursor":%s},"results":[%s]}`, []string{`"1"`, `"2"`, "null"}[n], numbered(`{"id":"https://openalex.org/W#","title":"Work #","authorships":[]}`, ",", n+1, n+1))
}

// pageOf returns the page that a request is for.
func pageOf(r *http.Request) int {
	n, _ := strconv.Atoi(r.URL.Query().Get("cursor")) // 0 for "*"
	return n
}

func TestFaultsThatPassAreWaitedFor(t *testing.T) {
	for name, fault := range map[string]func(w http.ResponseWriter) time.Duration{
		"too many requests": func(w http.ResponseWriter) time.Duration {
			w.Header().Set("Retry-After", "90")
			w.WriteHeader(http.StatusTooManyRequests)
			return 90 * time.Second
		},
		"maintenance until a date": func(w http.ResponseWriter) time.Duration {
			w.Header().Set("Retry-After", "600")
			w.WriteHeader(http.StatusServiceUnavailable)
			return 10 * time.Minute
		},
		"broken gateway": func(w http.ResponseWriter) time.Duration {
			w.WriteHeader(http.StatusBadGateway)
			fmt.Fprint(w, "<html>502</html>")
			return 2 * time.Second
		},
		"HTML with status 200": func(w http.ResponseWriter) time.Duration {
			fmt.Fprint(w, "<html><body>Just a moment</body></html>")
			return 2 * time.Second
		},
		"JSON that is cut off": func(w http.ResponseWriter) time.Duration {
			fmt.Fprint(w, openAlexPage(1)[:40])
			return 2 * time.Second
		},
		"fewer bytes than announced": func(w http.ResponseWriter) time.Duration {
			w.Header().Set("Content-Length", "5000")
			fmt.Fprint(w, openAlexPage(1))
			return 2 * time.Second
		},
	} {
		t.Run(name, func(t *testing.T) {
			s := serve(t, func(w http.ResponseWriter, r *http.Request, n int) time.Duration {
				if n == 1 || n == 2 {
					return fault(w)
				}
				fmt.Fprint(w, openAlexPage(pageOf(r)))
				return 100 * time.Millisecond
			})
			if titles, _, err := read(t, "openalex:x:1", s.options(t)); err != nil || !slices.Equal(titles, titled(1, 3)) || len(s.requests) != 5 {
				t.Errorf("titles %q, %v in %d requests; want three titles in 5", titles, err, len(s.requests))
			}
		})
	}
}

func TestStatedLimitsAreObeyed(t *testing.T) {
	s := serve(t, func(w http.ResponseWriter, r *http.Request, n int) time.Duration {
		w.Header().Set("X-Rate-Limit-Limit", "2")
		w.Header().Set("X-Rate-Limit-Interval", "10s")
		if n == 1 {
			w.Header().Set("X-RateLimit-Remaining", "0")
			w.Header().Set("X-RateLimit-Reset", "60")
			fmt.Fprint(w, openAlexPage(pageOf(r)))
			return time.Minute
		}
		fmt.Fprint(w, openAlexPage(pageOf(r)))
		return 5 * time.Second
	})
	if titles, _, err := read(t, "openalex:x:1", s.options(t)); err != nil || len(titles) != 3 {
		t.Errorf("titles %q, %v", titles, err)
	}
}

func TestFaultsThatDoNotPassEndTheReading(t *testing.T) {
	const key = "secret+key"
	for name, test := range map[string]struct {
		respond func(w http.ResponseWriter, r *http.Request)
		want    string
		most    int // requests
	}{
		"long wait": {func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Retry-After", "7200")
			w.WriteHeader(http.StatusTooManyRequests)
		}, "can be asked again at", 1},
		"refusal": {func(w http.ResponseWriter, r *http.Request) {
			w.WriteHeader(http.StatusForbidden)
			fmt.Fprintf(w, `{"message":"the key %s is not valid"}`, r.URL.Query().Get("api_key"))
		}, "status 403: the key … is not valid", 1},
		"HTML for ever":          {func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, "<html>") }, "HTML in place of records", 4},
		"the same page for ever": {func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, openAlexPage(0)) }, "repeats a page", 2},
		"redirect to another host": {func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, "http://localhost:1/x", http.StatusFound)
		}, "redirects to", 1},
		"redirects without end": {func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, r.URL.String(), http.StatusFound) }, "redirects without end", 5},
	} {
		t.Run(name, func(t *testing.T) {
			s := serve(t, func(w http.ResponseWriter, r *http.Request, _ int) time.Duration {
				test.respond(w, r)
				return 100 * time.Millisecond
			})
			o := s.options(t)
			o.Keys = map[source.Kind]string{source.OpenAlex: key}
			_, _, err := read(t, "openalex:x:1", o)
			if err == nil || !strings.Contains(err.Error(), test.want) || strings.Contains(err.Error(), "secret") || len(s.requests) > test.most {
				t.Errorf("%v in %d requests; want %q in %d at most", err, len(s.requests), test.want, test.most)
			}
		})
	}
}

func TestRepositoriesThatMisbehave(t *testing.T) {
	first := oai("<ListRecords>", numbered(oaiRecord, "\n", 1, 2), `<resumptionToken>t</resumptionToken></ListRecords>`)
	second := oai("<ListRecords>", numbered(oaiRecord, "\n", 3, 3), `</ListRecords>`)
	for name, test := range map[string]struct {
		respond func(w http.ResponseWriter, r *http.Request, n int)
		titles  []string
		broken  int
		want    string // error
	}{
		"forgets its token once": {func(w http.ResponseWriter, r *http.Request, n int) {
			switch token := r.URL.Query().Get("resumptionToken"); {
			case token == "":
				fmt.Fprint(w, first)
			case n == 1:
				fmt.Fprint(w, oai(`<error code="badResumptionToken">expired</error>`))
			default:
				fmt.Fprint(w, second)
			}
		}, slices.Concat(titled(1, 2), titled(1, 3)), 0, ""},
		"forgets its token always": {func(w http.ResponseWriter, r *http.Request, _ int) {
			if r.URL.Query().Get("resumptionToken") == "" {
				fmt.Fprint(w, first)
			} else {
				fmt.Fprint(w, oai(`<error code="badResumptionToken">expired</error>`))
			}
		}, slices.Concat(titled(1, 2), titled(1, 2)), 0, "forgotten the place"},
		"cuts a page off once": {func(w http.ResponseWriter, r *http.Request, n int) {
			switch {
			case n == 1:
				fmt.Fprint(w, first[:len(first)-60])
			case r.URL.Query().Get("resumptionToken") == "":
				fmt.Fprint(w, first)
			default:
				fmt.Fprint(w, second)
			}
		}, titled(1, 3), 0, ""},
		"states an error with a status": {func(w http.ResponseWriter, _ *http.Request, _ int) {
			w.WriteHeader(http.StatusUnprocessableEntity)
			fmt.Fprint(w, oai(`<error code="noRecordsMatch"/>`))
		}, nil, 0, ""},
		"has no Dublin Core": {func(w http.ResponseWriter, _ *http.Request, _ int) {
			fmt.Fprint(w, oai(`<error code="cannotDisseminateFormat">no</error>`))
		}, nil, 0, "cannotDisseminateFormat: no"},
		"is a page for people": {func(w http.ResponseWriter, _ *http.Request, _ int) { fmt.Fprint(w, "<html>moved</html>") }, nil, 0, "HTML in place of records"},
		"has broken records": {func(w http.ResponseWriter, _ *http.Request, _ int) {
			fmt.Fprint(w, oai("<ListRecords>", numbered(oaiRecord, "\n", 1, 1), "<record><header><identifier>oai:x</identifier></header><metadata><dc/></metadata></record>", numbered(oaiRecord, "\n", 2, 2), "</ListRecords>"))
		}, titled(1, 2), 1, ""},
	} {
		t.Run(name, func(t *testing.T) {
			s := serve(t, func(w http.ResponseWriter, r *http.Request, n int) time.Duration {
				test.respond(w, r, n)
				return time.Second
			})
			titles, broken, err := read(t, "oai:"+s.URL+"/oai", s.options(t))
			if !slices.Equal(titles, test.titles) || len(broken) != test.broken || (err == nil) != (test.want == "") || err != nil && !strings.Contains(err.Error(), test.want) {
				t.Errorf("titles %q, broken %q, %v; want %q, %d, %q", titles, broken, err, test.titles, test.broken, test.want)
			}
		})
	}
}

func TestReadingGoesOnWhereItWasInterrupted(t *testing.T) {
	down := true
	s := serve(t, func(w http.ResponseWriter, r *http.Request, n int) time.Duration {
		if n >= 2 && down {
			w.WriteHeader(http.StatusForbidden)
			return 0
		}
		fmt.Fprint(w, openAlexPage(pageOf(r)))
		return 100 * time.Millisecond
	})
	o := s.options(t)
	o.Library = t.TempDir()
	o.Dir = filepath.Join(o.Library, "harvest")
	if titles, _, err := read(t, "openalex:x:1", o); err == nil || !slices.Equal(titles, titled(1, 2)) {
		t.Fatalf("interrupted reading: titles %q, %v", titles, err)
	}
	down = false
	before := len(s.requests)
	if titles, _, err := read(t, "openalex:x:1", o); err != nil || !slices.Equal(titles, titled(1, 3)) || len(s.requests) != before+1 {
		t.Errorf("titles %q, %v in %d requests; want three in 1", titles, err, len(s.requests)-before)
	}
	before = len(s.requests)
	if titles, _, err := read(t, "openalex:x:1", o); err != nil || len(titles) != 3 || len(s.requests) != before {
		t.Errorf("repeated reading: titles %q, %v in %d requests; want none", titles, err, len(s.requests)-before)
	}
	s.clock.Wait(t.Context(), 25*time.Hour)
	if titles, _, err := read(t, "openalex:x:1", o); err != nil || len(titles) != 3 || len(s.requests) != before+3 {
		t.Errorf("reading on the next day: titles %q, %v in %d requests; want 3", titles, err, len(s.requests)-before)
	}
}

func TestFilesAreRead(t *testing.T) {
	dir := t.TempDir()
	const text = "@misc{a, title={Work 1}}\n@misc{b, title={cut"
	plain, packed := filepath.Join(dir, "refs.bib"), filepath.Join(dir, "refs.bib.gz")
	f, err := os.Create(packed)
	if err != nil {
		t.Fatal(err)
	}
	z := gzip.NewWriter(f)
	if _, err := z.Write([]byte(text)); err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(z.Close(), f.Close(), os.WriteFile(plain, []byte(text), 0o600), os.WriteFile(filepath.Join(dir, "notes.txt"), []byte("notes"), 0o600)); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{plain, packed} {
		if titles, broken, err := read(t, path, source.Options{}); err != nil || !slices.Equal(titles, titled(1, 1)) || len(broken) != 1 {
			t.Errorf("%s: titles %q, broken %q, %v", path, titles, broken, err)
		}
	}
	if _, _, err := read(t, filepath.Join(dir, "notes.txt"), source.Options{}); !errors.Is(err, bibliography.ErrFormat) || !strings.Contains(err.Error(), "notes.txt") {
		t.Errorf("a file that is no bibliography: %v", err)
	}
	if _, _, err := read(t, filepath.Join(dir, "gone.bib"), source.Options{}); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a file that is not there: %v", err)
	}
}

func TestReferencesThatNameAWorkAreRecords(t *testing.T) {
	all := func(_ context.Context) iter.Seq2[content.Reference, error] {
		return func(yield func(content.Reference, error) bool) {
			for _, r := range []content.Reference{
				{Title: "On Crawling", Authors: []string{"Jane Roe"}, Year: 1999, URL: "http://a.example/"}, {Raw: "Roe. Somewhere."}, {Title: "Without authors"}, {DOI: "10.1000/182"},
			} {
				if !yield(r, nil) {
					return
				}
			}
		}
	}
	var got []string
	for r, err := range source.Read(t.Context(), source.Name{Kind: source.OfReferences}, source.Options{References: all}) {
		got = append(got, fmt.Sprint(r.Title, r.DOI, r.Authors, r.URLs, err))
	}
	if want := []string{"On Crawling[Jane Roe] [http://a.example/] <nil>", "10.1000/182[] [] <nil>"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}
