package doctor

import (
	"context"
	"fmt"
	"strings"

	"sluice/internal/archive"
	"sluice/internal/catalogue"
	"sluice/internal/health"
	"sluice/library"
)

// places examines whether the archive has the records of fetches where the catalogue says.
func (x *examiner) places(ctx context.Context, cat *Catalogue) {
	f := health.Finding{Finding: library.Finding{Name: "places", Verdict: health.OK}}
	step, cancel := x.step(ctx)
	defer cancel()
	sample := int64(placeSample)
	if x.Full {
		sample = 0
	}
	read, bad := 0, 0
	for row, err := range cat.Captures.Sample(step, sample) {
		if step.Err() != nil {
			break
		}
		if err != nil {
			f.Wrong("%v", err)
			f.Worsen(health.Fail, x.rebuild(ctx))
			break
		}
		read++
		if err := x.place(context.WithoutCancel(step), &row); err != nil { // a step that ends is no damage of the record
			bad++
			f.Wrong("%s: %v", row.URL, err)
			f.Worsen(health.Fail, x.rebuild(ctx))
		}
	}
	f.Found = fmt.Sprintf("%d of %d fetches are in the archive where the catalogue says", read-bad, read)
	if !x.Full {
		f.Found += " (a sample; --full reads all)"
	}
	x.add(f)
}

// place compares the record of a fetch with its row.
func (x *examiner) place(ctx context.Context, row *catalogue.Fetch) error {
	size, err := x.sizeOf(row.File)
	switch {
	case err != nil:
		return err
	case size < 0:
		return fmt.Errorf("%s is missing", row.File)
	case row.Offset < 0 || row.Length <= 0 || row.Offset > size-row.Length:
		return fmt.Errorf("bytes %d to %d of %s, which has only %d", row.Offset, row.Offset+row.Length, row.File, size)
	}
	at := archive.Location{File: row.File, Offset: row.Offset, Length: row.Length}
	rec, err := archive.ReadFrom(ctx, x.Dir.Archive(), at)
	if err != nil {
		return err
	}
	defer rec.Close()
	if _, err := rec.Verify(ctx); err != nil {
		return err
	}
	where := fmt.Sprintf("%s: byte %d", row.File, row.Offset)
	switch got, err := rec.Location(ctx); {
	case err != nil:
		return err
	case got.Length != row.Length:
		return fmt.Errorf("%s: the record has %d bytes, the catalogue says %d", where, got.Length, row.Length)
	case rec.Type != "response" && rec.Type != "revisit":
		return fmt.Errorf("%s: a %s record", where, rec.Type)
	case withoutScheme(rec.URL) != withoutScheme(row.URL):
		return fmt.Errorf("%s: the record is of %s", where, rec.URL)
	case row.Status != 0 && rec.Status != 0 && rec.Status != row.Status:
		return fmt.Errorf("%s: the record's status is %d, the catalogue's %d", where, rec.Status, row.Status)
	case !sameBody(rec, row):
		return fmt.Errorf("%s: the record has another body than the catalogue says", where)
	}
	return nil
}

// withoutScheme returns the part of a URL by which it is known, whichever scheme it was fetched by.
func withoutScheme(url string) string {
	_, rest, _ := strings.Cut(url, "://")
	return rest
}

// sameBody compares the digests of record and row. It returns true where they are not of the same bytes: those of an encoded or truncated body.
func sameBody(rec *archive.Record, row *catalogue.Fetch) bool {
	digest, ok := strings.CutPrefix(rec.Header.Get("WARC-Payload-Digest"), "sha256:")
	if !ok || rec.Type != "response" || row.SHA256 == "" || row.Truncated != "" || rec.HTTPHeader().Get("Content-Encoding") != "" {
		return true
	}
	return digest == row.SHA256
}
