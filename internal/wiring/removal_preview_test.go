package wiring_test

import (
	"testing"

	"sluice/library"
)

func TestRemovalPreviewCountsWhatARemovalDeletes(t *testing.T) {
	h, dir := newHarbour(t), t.TempDir()
	crawlWhole(t, dir, h.config())
	docs := openCollection(t, dir)
	both, own := find(t, docs, "http://a.example/both.rtf"), find(t, docs, "http://a.example/private/own.rtf")
	for _, test := range []struct {
		name, what            string
		urls, documents, kept int
		size                  int64
	}{
		{"URL of a document that has another", "http://a.example/both.rtf", 1, 0, 1, 0},
		{"only URL of a document", "http://a.example/private/own.rtf", 1, 1, 0, own.Size},
		{"host with a shared document", "b.example", 2, 0, 1, 0},
		{"both hosts", "*.example", 5, 2, 0, own.Size + both.Size},
		{"document by its hash", both.SHA256, 2, 1, 0, both.Size},
		{"unknown host", "c.example", 0, 0, 0, 0},
	} {
		t.Run(test.name, func(t *testing.T) {
			p, err := open(t, dir).PreviewRemoval(t.Context(), test.what)
			if err != nil {
				t.Fatal(err)
			}
			if p.URLs != test.urls || p.Documents != test.documents || p.Kept != test.kept || p.Size != test.size || len(p.Examples) != test.documents || p.Responses != test.urls {
				t.Errorf("PreviewRemoval(%s) = %+v; want %+v", test.what, p, test)
			}
		})
	}
	if d := find(t, docs, "http://a.example/both.rtf"); d.State != library.Accepted || len(d.Locations) != 2 {
		t.Errorf("after the previews the document is %s with %d URLs", d.State, len(d.Locations))
	}
}
