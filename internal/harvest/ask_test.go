package harvest

import (
	"testing"

	"sluice/library"
)

func TestHostsThatAreNotWorthARequest(t *testing.T) {
	dead := Answer{URL: "http://gone.example/1.pdf", Outcome: library.Failed, Status: 404}
	fetched := Answer{URL: "http://gone.example/", Outcome: library.Fetched, Status: 200}
	silent := Answer{URL: "http://gone.example/3.pdf", Outcome: library.Failed, Cause: "timeout"}
	login := Answer{URL: "http://gone.example/4.pdf", Outcome: library.Failed, Status: 403}
	guarded := Answer{URL: "http://gone.example/2.pdf", Outcome: library.Challenged, Cause: "challenge: access blocked (403)"}
	for _, test := range []struct {
		name    string
		answers []Answer
		want    library.Cause // class of the refusal
	}{
		{"no answer", nil, ""},
		{"some pages are gone", []Answer{dead, dead, dead}, ""},
		{"all pages are gone", []Answer{dead, dead, dead, dead}, "dead"},
		{"the host does not answer", []Answer{silent, silent, silent, silent}, "unreachable"},
		{"some pages are gone, of others there is no answer", []Answer{silent, dead, dead, silent}, "dead"},
		{"pages that ask for a login", []Answer{login, login, login, login}, ""},
		{"one page is there", []Answer{dead, dead, fetched, dead, dead}, ""},
		{"one challenge", []Answer{guarded}, ""},
		{"two challenges", []Answer{fetched, guarded, guarded}, "challenge"},
	} {
		hs := hosts{}
		for i := range test.answers {
			hs.note(&test.answers[i])
		}
		if got := hs.refusal("http://gone.example/3.pdf").Class(); got != string(test.want) {
			t.Errorf("%s: refused as %q, want %q", test.name, got, test.want)
		}
		if got := hs.refusal("http://other.example/3.pdf"); got != "" {
			t.Errorf("%s: another host is refused as %q", test.name, got)
		}
	}
}
