package intake_test

import (
	"context"
	"path/filepath"
	"sync/atomic"
	"testing"
	"time"

	"sluice/internal/catalogue"
	"sluice/internal/intake"
	"sluice/library"
)

// copiedDocuments returns the first row that is asked for only after a copy of the document was filed and moved.
type copiedDocuments struct {
	intake.Documents
	t     *testing.T
	files string // pattern of those that wait
	asked atomic.Int32
}

func (c *copiedDocuments) Row(ctx context.Context, sha256 string) (library.Document, bool, error) {
	row, ok, err := c.Documents.Row(ctx, sha256)
	if c.asked.Add(1) > 1 {
		return row, ok, err
	}
	for end := time.Now().Add(5 * time.Minute); time.Now().Before(end); time.Sleep(time.Millisecond) {
		if waiting, err := filepath.Glob(c.files); err == nil && len(waiting) == 0 {
			return row, ok, nil
		}
	}
	c.t.Error("the copy was not filed")
	return row, ok, err
}

func TestDocumentWhoseCopyIsFiledMeanwhileIsACopy(t *testing.T) {
	const twinURL = "http://b.example/sand.tex"
	d := newDesk(t)
	d.Workers = 2
	body := paper("Sorting by Heaps of Sand", "Ann Lee", "sandheaps")
	d.got(sandURL, "tex", body, catalogue.ReadDocument)
	d.got(twinURL, "tex", body, catalogue.ReadDocument)
	documents := &copiedDocuments{Documents: d.Documents, t: t, files: filepath.Join(d.dir, "documents", "waiting", "*", "*.tex")}
	d.Documents = documents
	d.process()
	if documents.asked.Load() < 3 {
		t.Errorf("the row was read %d times, want again after the copy was filed", documents.asked.Load())
	}
	if doc := d.document(sandURL); doc.State != library.Accepted || len(doc.Locations) != 2 || d.queued() != 0 {
		t.Errorf("document %s at %d locations, %d in the queue; want it accepted at both", doc.State, len(doc.Locations), d.queued())
	}
}
