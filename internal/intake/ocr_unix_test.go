//go:build unix

package intake_test

import (
	"context"
	"os"
	"path/filepath"
	"testing"
	"time"

	"sluice/crawl"
	"sluice/document"
	"sluice/internal/catalogue"
)

// TestPagesUnderOCRAreCounted has an OCR program that comes to no end with the first page of a scan.
func TestPagesUnderOCRAreCounted(t *testing.T) {
	d := newDesk(t)
	program := filepath.Join(d.dir, "tesseract")
	script := `#!/bin/sh
[ $1 = --list-langs ] && { echo eng; exit; }
exec sleep 600
`
	if err := os.WriteFile(program, []byte(script), 0o700); err != nil {
		t.Fatal(err)
	}
	reader := document.NewReader(document.Options{Tools: map[string]string{"tesseract": program}})
	defer reader.Close()
	d.Reader = reader
	d.got("http://a.example/scan.pdf", "pdf", pages("q 612 0 0 792 0 0 cm /I Do Q"), catalogue.ReadDocument)
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
	defer cancel()
	last, ended := make(chan struct{}), make(chan error, 1)
	close(last)
	go func() { ended <- d.Run(ctx, last) }()
	tick := time.NewTicker(time.Millisecond)
	defer tick.Stop()
	for d.Stats().OCR.Documents == 0 {
		select {
		case err := <-ended: // also when the time is up
			t.Fatalf("run ended before OCR began: %v (context: %v)", err, ctx.Err())
		case <-tick.C:
		}
	}
	if got, want := d.Stats().OCR, (crawl.OCR{Documents: 1, Pages: 1}); got != want {
		t.Errorf("while a scan is read: %+v, want %+v", got, want)
	}
	cancel()
	if err := <-ended; err != nil {
		t.Errorf("run: %v", err)
	}
	if got := d.Stats().OCR; got != (crawl.OCR{}) {
		t.Errorf("after the reading: %+v", got)
	}
}
