package harvest

import (
	"testing"

	"sluice/library"
)

func TestHostsThatAreNotWorthARequest(t *testing.T) {
	dead := Answer{URL: "http://gone.example/1.pdf", Outcome: library.Failed, Status: 404}
	fetched := Answer{URL: "http://gone.example/", Outcome: library.Fetched, Status: 200}
	guarded := Answer{URL: "http://gone.example/2.pdf", Outcome: library.Challenged, Cause: "challenge: access blocked (403)"}
	for _, test := range []struct {
		name    string
		answers []Answer
		want    library.Cause // class of the refusal
	}{
		{"no answer", nil, ""},
		{"some pages are gone", []Answer{dead, dead, dead}, ""},
		{"all pages are gone", []Answer{dead, dead, dead, dead}, "dead"},
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
