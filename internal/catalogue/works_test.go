package catalogue_test

import (
	"encoding/binary"
	"testing"

	"github.com/google/go-cmp/cmp"

	"sluice/internal/catalogue"
)

func TestFormatsAndVersionsAreOneWork(t *testing.T) {
	c, r := shelf(t)
	ctx := t.Context()
	pdf := paper("pdf", "http://a.example/papers/x.pdf")
	ps := paper("ps", "http://a.example/papers/x.ps.gz")
	ps.Type, ps.Wrapped = "ps", "gzip"
	other := paper("other", "http://a.example/papers/y.pdf")
	other.Relations = []catalogue.Relation{{SHA256: sumOf("ps"), Kind: "version", Similarity: 0.8, How: "MinHash of the text"}}
	other.Signature = &catalogue.Signature{Bands: []uint64{1, 2}, Sketch: []byte{1}}
	same := paper("same", "http://b.example/papers/x.pdf") // another folder: another work
	file(t, r, pdf, ps, other, same)
	first := got(t, c, sumOf("pdf"))
	for _, body := range []string{"ps", "other"} {
		if d := got(t, c, sumOf(body)); d.Work != first.SHA256 {
			t.Errorf("%s is of the work %.8s, want %.8s", body, d.Work, first.SHA256)
		}
	}
	if d := got(t, c, sumOf("same")); first.Work != "" || d.Work != "" {
		t.Errorf("the first of a work is of %q, and one of another folder of %q; want none", first.Work, d.Work)
	}
	versions, err := c.Documents.Versions(ctx, sumOf("ps"))
	want := []catalogue.Version{
		{Relation: catalogue.Relation{SHA256: sumOf("pdf"), Kind: "format", How: "same folder and name"}, URL: "http://a.example/papers/x.pdf", Title: "On pdf", Type: "pdf", State: "accepted"},
		{Relation: catalogue.Relation{SHA256: sumOf("other"), Kind: "version", Similarity: 0.8, How: "MinHash of the text"}, URL: "http://a.example/papers/y.pdf", Title: "On other", Type: "pdf", State: "accepted"},
	}
	if d := cmp.Diff(want, versions); d != "" || err != nil {
		t.Errorf("versions (-want +got), %v:\n%s", err, d)
	}
	other.Relations = nil // it is found to be alike no more
	file(t, r, other)
	if d := got(t, c, sumOf("other")); d.Work != "" {
		t.Errorf("a document whose relations are gone is still of the work %.8s", d.Work)
	}
	if d := got(t, c, sumOf("ps")); d.Work != first.SHA256 {
		t.Errorf("and the formats are no work any more: %q", d.Work)
	}
}

func TestNearDuplicatesAreFoundByBandsAndTitle(t *testing.T) {
	c, r := shelf(t)
	signed := func(body, title string, bands ...uint64) catalogue.Filing {
		d := paper(body, "http://a.example/"+body+".pdf")
		d.Signature = &catalogue.Signature{Bands: bands, Sketch: sketch([]uint64{1, 1 << 63}), TitleKey: title}
		return d
	}
	file(t, r, signed("a", "one", 1, 2, 3), signed("b", "two", 3, 4, 1<<63), signed("c", "one"), signed("d", "three", 9))
	found, err := c.Documents.Similar(t.Context(), sumOf("d"), &catalogue.Signature{Bands: []uint64{3, 1 << 63, 9}, TitleKey: "one"}, 10)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, l := range found {
		names = append(names, l.Title)
		if d := cmp.Diff([]uint64{1, 1 << 63}, sketchValues(l.Sketch)); d != "" {
			t.Errorf("sketch (-want +got):\n%s", d)
		}
	}
	if d := cmp.Diff([]string{"On b", "On a", "On c"}, names); d != "" {
		t.Errorf("alike (-want +got):\n%s", d)
	}
}

// sketch writes the numbers of a sketch, as the makers of signatures do.
func sketch(values []uint64) []byte {
	var b []byte
	for _, v := range values {
		b = binary.LittleEndian.AppendUint64(b, v)
	}
	return b
}

func sketchValues(b []byte) (values []uint64) {
	for ; len(b) >= 8; b = b[8:] {
		values = append(values, binary.LittleEndian.Uint64(b))
	}
	return values
}
