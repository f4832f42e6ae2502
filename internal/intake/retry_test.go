package intake_test

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"
	"syscall"
	"testing"
	"testing/iotest"
	"time"

	"sluice/internal/catalogue"
	"sluice/internal/intake"
	"sluice/internal/pdf"
	"sluice/library"
)

// failAnswer makes the nth reading of an answer fail.
func (d *desk) failAnswer(n int, err error) {
	answer, asked := d.Answer, 0
	d.Answer = func(ctx context.Context, f *catalogue.Fetch) (*intake.Body, error) {
		if asked++; asked == n {
			return nil, err
		}
		return answer(ctx, f)
	}
}

func TestUnreadablePageIsIndexedLater(t *testing.T) {
	for name, c := range map[string]struct {
		what catalogue.Intake
		nth  int // reading fails
		err  error
		hits int
	}{
		"page":                     {catalogue.IndexPage, 1, errors.New("too many open files"), 1},
		"page that is no document": {catalogue.ReadOrIndex, 2, errors.New("too many open files"), 1}, // the first is for the document
		"lost page":                {catalogue.IndexPage, 1, intake.ErrLost, 0},
	} {
		t.Run(name, func(t *testing.T) {
			d := newDesk(t)
			d.got("http://a.example/", "html", "<title>Home of owls</title><p>Owls sleep by day.", c.what)
			d.failAnswer(c.nth, c.err)
			d.process()
			if n := d.hits("owls"); n != c.hits || d.queued() != 0 {
				t.Errorf("%d hits, want %d; %d in the queue", n, c.hits, d.queued())
			}
		})
	}
}

// breaking is a body that breaks off for a fault of the machine.
type breaking struct{ io.Reader }

func (breaking) Close() error { return nil }

func TestDocumentWhoseBodyCannotBeReadIsReadLater(t *testing.T) {
	d := newDesk(t)
	d.got(sandURL, "tex", paper("Sorting by Heaps of Sand", "Ann Lee", "sandheaps"), catalogue.ReadDocument)
	answer, asked := d.Answer, 0
	d.Answer = func(ctx context.Context, f *catalogue.Fetch) (*intake.Body, error) {
		if asked++; asked > 1 {
			return answer(ctx, f)
		}
		half := strings.NewReader(d.bodies[sandURL][:len(d.bodies[sandURL])/2])
		return &intake.Body{ReadCloser: breaking{io.MultiReader(half, iotest.ErrReader(syscall.EIO))}}, nil
	}
	d.process()
	if doc := d.document(sandURL); asked != 2 || doc.State != library.Accepted || d.queued() != 0 {
		t.Errorf("read %d times; document %s %q; want it read twice and accepted", asked, doc.State, doc.Cause)
	}
}

func TestAPageThatCannotBeReadStaysInTheQueue(t *testing.T) {
	d := newDesk(t)
	d.got("http://a.example/", "html", "<title>Home of owls</title><p>Owls sleep by day.", catalogue.IndexPage)
	d.broken["http://a.example/"] = errors.New("too many open files")
	d.process()
	if n := d.queued(); n != 1 {
		t.Errorf("%d in the queue, want the page", n)
	}
}

// slowFiling holds up the filing of the first document until a body is read again, or for some time after the last round has begun.
type slowFiling struct {
	intake.Documents
	again <-chan struct{}
	once  *sync.Once
}

func (s slowFiling) Similar(context.Context, string, *catalogue.Signature, int) ([]catalogue.SimilarDocument, error) {
	s.once.Do(func() {
		select {
		case <-s.again:
		case <-time.After(1500 * time.Millisecond):
		}
	})
	return nil, nil
}

// TestLastRoundReadsOnlyWhatIsLeft files a document slowly while another one waits for the last round.
func TestLastRoundReadsOnlyWhatIsLeft(t *testing.T) {
	const leftURL = "http://a.example/left.tex"
	d := newDesk(t)
	d.got(sandURL, "tex", paper("Sorting by Heaps of Sand", "Ann Lee", "sandheaps"), catalogue.ReadDocument)
	d.got(leftURL, "tex", paper("Owls at Noon", "Bo Lind", "owls"), catalogue.ReadDocument)
	d.failAnswer(2, syscall.EIO)
	answer, read, again := d.Answer, map[string]int{}, make(chan struct{})
	d.Answer = func(ctx context.Context, f *catalogue.Fetch) (*intake.Body, error) {
		if read[f.URL]++; f.URL == sandURL && read[f.URL] == 2 {
			close(again)
		}
		return answer(ctx, f)
	}
	d.Documents = slowFiling{d.Documents, again, new(sync.Once)}
	d.process()
	if read[sandURL] != 1 || read[leftURL] != 2 {
		t.Errorf("bodies were read %v times; want once, and twice the one that could not be read", read)
	}
	if s := d.Stats(); s.Accepted != 2 || d.queued() != 0 {
		t.Errorf("%d accepted, %d in the queue; want 2 accepted", s.Accepted, d.queued())
	}
}

const (
	sandList = "http://a.example/"
	sandURL  = "http://a.example/sand.tex"
)

// linkedPaper records a paper, and a page that has its BibTeX entry beside the link.
func (d *desk) linkedPaper() {
	d.t.Helper()
	d.linked(sandList, "<a href=sand.tex>PDF</a><pre>@article{lee, title={Sorting by Heaps of Sand}, journal={Heaps}}</pre>", sandURL)
	d.got(sandURL, "tex", paper("Sorting by Heaps of Sand", "Ann Lee", "sandheaps"), catalogue.ReadDocument)
}

// failPage makes the first reading of a URL for a description fail.
func (d *desk) failPage(url string, fail func(context.Context) error) {
	page, failed := d.Page, false
	d.Page = func(ctx context.Context, at string) (*intake.Body, error) {
		if at == url && !failed {
			failed = true
			return nil, fail(ctx)
		}
		return page(ctx, at)
	}
}

// stopped is the error of reading the archive after stop, to which it looks like damage.
func stopped(stop func()) func(context.Context) error {
	return func(ctx context.Context) error {
		stop()
		<-ctx.Done()
		return fmt.Errorf("%w: %w", intake.ErrLost, ctx.Err())
	}
}

// runUntilStopped runs the intake until something calls stop.
func (d *desk) runUntilStopped(ctx context.Context) {
	d.t.Helper()
	if err := d.Run(ctx, make(chan struct{})); err != nil {
		d.t.Fatal(err)
	}
	if s := d.Stats(); s.Accepted+s.Rejected+s.Waiting != 0 {
		d.t.Errorf("filed after the stop: %+v", s)
	}
}

func TestStopWhileReadingLosesNoDocument(t *testing.T) {
	d := newDesk(t)
	d.got(sandURL, "tex", paper("Sorting by Heaps of Sand", "Ann Lee", "sandheaps"), catalogue.ReadDocument)
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	answer := d.Answer
	d.Answer = func(ctx context.Context, _ *catalogue.Fetch) (*intake.Body, error) { return nil, stopped(stop)(ctx) }
	d.runUntilStopped(ctx)
	d.Answer = answer
	d.process()
	if doc := d.document(sandURL); doc.State != library.Accepted {
		t.Errorf("%s: %q", doc.State, doc.Cause)
	}
}

func TestStopDuringJudgingLosesNoLinkMetadata(t *testing.T) {
	const bib = "http://a.example/sand.bib"
	for _, at := range []string{sandList, bib} {
		t.Run(at, func(t *testing.T) {
			d := newDesk(t)
			d.linked(sandList, "<a href=sand.tex>PDF</a><a href=sand.bib>BibTeX</a>", sandURL)
			d.bodies[bib] = "@article{lee, title={Sorting by Heaps of Sand}, journal={Heaps}}"
			d.process()
			d.got(sandURL, "tex", paper("Sorting by Heaps of Sand", "Ann Lee", "sandheaps"), catalogue.ReadDocument)
			ctx, stop := context.WithCancel(t.Context())
			defer stop()
			d.failPage(at, stopped(stop))
			d.runUntilStopped(ctx)
			d.process()
			d.says(sandURL, "venue", "Heaps (bibtex)")
		})
	}
}

func TestDocumentWaitsForUnreadableLinkingPage(t *testing.T) {
	d := newDesk(t)
	d.linkedPaper()
	d.failPage(sandList, func(context.Context) error { return syscall.EMFILE })
	d.process()
	d.says(sandURL, "venue", "Heaps (bibtex)")
}

func TestFailedLinkingPageIsReadForNextDocument(t *testing.T) {
	d := newDesk(t)
	d.linkedPaper()
	d.failPage(sandList, func(context.Context) error { return syscall.EIO })
	d.process()
	d.says(sandURL, "venue") // which may be for good: the document is filed all the same
	d.got(sandURL, "tex", paper("Sorting by Heaps of Sand", "Ann Lee", "heaps of sand"), catalogue.ReadDocument)
	d.process()
	d.says(sandURL, "venue", "Heaps (bibtex)")
}

// corrected has an answer of its own to what a person has decided.
type corrected struct {
	intake.Documents
	correction func() (catalogue.Correction, error)
}

func (c corrected) Correction(context.Context, string) (catalogue.Correction, error) {
	return c.correction()
}

// Similar finds none, and also after a stop: Run looks for them in a context that does not end.
func (c corrected) Similar(context.Context, string, *catalogue.Signature, int) ([]catalogue.SimilarDocument, error) {
	return nil, nil
}

func TestDocumentIsNotFiledWithoutPersonsDecision(t *testing.T) {
	for _, what := range []catalogue.Intake{catalogue.ReadDocument, catalogue.ReadPage} {
		d := newDesk(t)
		d.got("http://a.example/hw3.tex", "tex", homework, what)
		failure := errors.New("disk I/O error")
		d.Documents = corrected{d.Documents, func() (catalogue.Correction, error) { return catalogue.Correction{}, failure }}
		last := make(chan struct{})
		close(last)
		if err := d.Run(t.Context(), last); !errors.Is(err, failure) {
			t.Errorf("Run() = %v, want %v", err, failure)
		}
		if n := d.queued(); n != 1 {
			t.Errorf("%d in the queue, want the document", n)
		}
	}
}

// untilText is a context that ends when a text is stored.
type untilText struct {
	context.Context
	d   *desk
	sum string
}

func (c untilText) Err() error {
	if _, ok, err := c.d.Repository.TextPath(c.Context, c.sum); ok || err != nil {
		return context.Canceled
	}
	return c.Context.Err()
}

func (c untilText) Done() <-chan struct{} {
	if c.Err() == nil {
		return c.Context.Done()
	}
	done := make(chan struct{})
	close(done)
	return done
}

func TestStoppedThumbnailIsNotRecordedAsMissing(t *testing.T) {
	d := newDesk(t)
	d.Documents = corrected{d.Documents, func() (catalogue.Correction, error) { return catalogue.Correction{State: library.Accepted}, nil }}
	body := textPDF(strings.Repeat("(Heaps of sand are sorted) Tj 0 -12 Td ", 40))
	f, err := d.Add(untilText{t.Context(), d, sumOf(body)}, "sand.pdf", strings.NewReader(body))
	if !errors.Is(err, context.Canceled) {
		t.Errorf("Add() = %+v, %v; want an error: it was stopped", f, err)
	}
	if f, err = d.Add(t.Context(), "sand.pdf", strings.NewReader(body)); err != nil || !f.Thumbnail {
		t.Errorf("Add() = %+v, %v; want a document with a picture", f, err)
	}
}

// textPDF is a PDF of one page that shows a text.
func textPDF(show string) string {
	return string(pdf.File("", "<< /Type /Catalog /Pages 2 0 R >>", "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
		"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F 5 0 R >> >> >>",
		pdf.Stream("", "BT /F 10 Tf 72 700 Td "+show+" ET"), "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>"))
}

func sumOf(body string) string { return fmt.Sprintf("%x", sha256.Sum256([]byte(body))) }
