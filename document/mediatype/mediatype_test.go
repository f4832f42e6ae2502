package mediatype_test

import (
	"testing"

	"sluice/document/mediatype"
)

func TestParse(t *testing.T) {
	for in, want := range map[string]string{
		" Text/HTML ; Charset=UTF-8 ":       "text/html;charset=UTF-8",
		"a/b;c=1;C=2":                       "a/b;c=1",
		"a/b;c=\"x y\"z;d=1":                "a/b;c=\"x y\";d=1",
		"a/b;c=\"\";c=2":                    "a/b;c=\"\"",
		"a/b;c=;d":                          "a/b",
		"a/b;c=\"say \\\"hi\\\"\"":          "a/b;c=\"say \\\"hi\\\"\"",
		"a/b;c=\"open":                      "a/b;c=open",
		"a/b;=x;e f=1;g=\x01;h=ok":          "a/b;h=ok",
		"application/pdf;name=b\u00fccher":  "application/pdf;name=\"b\u00fccher\"",
		"application/pdf; name=Übersicht 1": "application/pdf;name=\"Übersicht 1\"",
	} {
		if got, err := mediatype.Parse(in); err != nil || got.String() != want {
			t.Errorf("%q: %q %v, want %q", in, got, err, want)
		}
	}
	for _, in := range []string{"", "text", "text/", "/html", "text/ html", "te xt/html", "text/html/x;"} {
		if got, err := mediatype.Parse(in); err == nil {
			t.Errorf("%q: %q, want an error", in, got)
		}
	}
}

func TestTypeOfSeveralHeaders(t *testing.T) {
	for _, c := range []struct {
		headers []string
		want    string
	}{
		{[]string{"text/html; charset=utf-8", "text/html"}, "text/html;charset=utf-8"},
		{[]string{"text/plain, text/html"}, "text/html"},
		{[]string{"text/html;charset=a", "text/plain", "text/html"}, "text/html"},
		{[]string{"text/html", "nonsense"}, "text/html"},
		{[]string{"text/html;x=\"a,b\", */*"}, "text/html;x=\"a,b\""},
	} {
		if got, err := mediatype.OfHeaders(c.headers); err != nil || got.String() != c.want {
			t.Errorf("%q: %q %v, want %q", c.headers, got, err, c.want)
		}
	}
	if _, err := mediatype.OfHeaders(nil); err == nil {
		t.Error("no header: no error")
	}
}

func FuzzParse(f *testing.F) {
	f.Add("text/html;charset=\"a\\\"b\";x")
	f.Fuzz(func(t *testing.T, s string) {
		m, err := mediatype.Parse(s)
		if err != nil {
			return
		}
		again, err := mediatype.Parse(m.String())
		if err != nil || again.String() != m.String() {
			t.Fatalf("%q: %q, read again %q %v", s, m, again, err)
		}
	})
}
