package harvest

import (
	"testing"

	"sluice/weburl"
)

func TestPlacesOnAHomepageThatHasMoved(t *testing.T) {
	for _, test := range []struct{ page, link, want string }{
		{"http://new.example/~lee/", "http://old.example/~lee/papers/1.pdf", "/~lee/papers/1.pdf"},
		{"http://new.example/~lee/index.html", "http://old.example/~miller/1.pdf", ""},
		{"http://new.example/~lee/", "http://new.example/~lee/1.pdf", ""},
		{"http://lee.example/", "http://old.example/~lee/papers/1.pdf", "/papers/1.pdf"},
		{"http://lee.example/", "http://journal.example/papers/1.pdf", ""},
		{"http://lee.example/", "http://old.example/~lee", ""},
	} {
		at, err := weburl.Parse(test.page)
		if err != nil {
			t.Fatal(err)
		}
		link, err := weburl.Parse(test.link)
		if err != nil {
			t.Fatal(err)
		}
		got, ok := newHome(nil, &Body{URL: at}).moved(link)
		if !ok {
			got = ""
		}
		if got != test.want {
			t.Errorf("%s on %s: %q, want %q", test.link, test.page, got, test.want)
		}
	}
}
