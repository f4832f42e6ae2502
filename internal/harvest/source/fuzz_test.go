package source

import (
	"net/url"
	"testing"
	"time"

	"sluice/internal/clock"
)

// FuzzPages reads answers of all services: whatever they are, the next page is on the same host.
func FuzzPages(f *testing.F) {
	f.Add(`{"meta":{"count":"7","next_cursor":"a b"},"results":[{}]}`)
	f.Add(`{"message":{"total-results":7,"next-cursor":"//b.example/","items":[{}]}}`)
	f.Add(`{"result":{"hits":{"@total":"70000","@sent":"9","@first":"1"}}}`)
	f.Add(`{"total":-1,"token":"&query=x","data":[{}]}`)
	f.Add(`<OAI-PMH><ListRecords><record/><resumptionToken>a&amp;verb=x</resumptionToken></ListRecords></OAI-PMH>`)
	f.Fuzz(func(t *testing.T, body string) {
		for _, name := range []string{"dblp:conf/icml", "dblp:pid/1/2", "openalex:a:b", "crossref:a", "s2:a", "oai:http://a.example/oai:set"} {
			n, err := Parse(name)
			if err != nil {
				t.Fatal(err)
			}
			s, err := newService(n, &Options{Clock: clock.Real})
			if err != nil || s.delay < 100*time.Millisecond {
				t.Fatal(s, err)
			}
			p, err := s.read([]byte(body), s.first)
			if err != nil {
				continue
			}
			for range p.records {
			}
			if p.next == "" {
				continue
			}
			first, _ := url.Parse(s.first)
			if next, err := url.Parse(p.next); err != nil || next.Host != first.Host || next.Scheme != first.Scheme || next.Path != first.Path {
				t.Errorf("%s: the next page is %q, the first %q, %v", name, p.next, s.first, err)
			}
		}
	})
}
