package intake

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"
	"time"

	"sluice/document"
	"sluice/document/content"
	"sluice/document/genre"
	"sluice/internal/catalogue"
	"sluice/internal/intake/fairqueue"
	"sluice/internal/system"
	"sluice/library"
	"sluice/text"
	"sluice/topic"
)

// document stores a body, reads, judges and describes it.
func (in *Intake) document(ctx context.Context, s *source, body io.Reader) (*catalogue.Filing, error) {
	stored, err := in.Repository.Store(ctx, body, s.ending())
	if err != nil {
		return nil, err
	}
	f := &catalogue.Filing{Document: library.Document{
		SHA256: stored.SHA256, Size: stored.Size, Name: s.name(), Added: s.fetch.At, Locations: []library.Location{s.location()},
	}, Via: s.fetch.Via}
	for path := stored.Path; ; {
		known, ok, err := in.Documents.Row(ctx, stored.SHA256)
		if err != nil {
			return nil, err
		}
		if ok && !known.Read.IsZero() { // equal bytes: another location, nothing else
			f.Type, f.Wrapped, f.State, f.Cause = known.Type, known.Wrapped, known.State, known.Cause
			return f, nil
		}
		err = in.read(ctx, f, s, path)
		if err == nil {
			return f, nil
		}
		if !errors.Is(err, fs.ErrNotExist) {
			return nil, err
		}
		// Equal bytes under another URL were filed meanwhile, and their file was moved.
		moved, failed := in.Repository.Path(ctx, stored.SHA256)
		if failed != nil || moved == path {
			return nil, errors.Join(err, failed)
		}
		path = moved
	}
}

// likelyDocument stores a page or a text that looks like a document: it is one if it would be
// accepted. If not, the result is nil, and the source says why.
func (in *Intake) likelyDocument(ctx context.Context, s *source, body io.Reader) (*catalogue.Filing, error) {
	tmp, err := os.CreateTemp(in.Repository.TempDir(), "page-*")
	if err != nil {
		return nil, err
	}
	defer os.Remove(tmp.Name())
	defer tmp.Close()
	if _, err := io.Copy(tmp, io.LimitReader(body, maxPage)); err != nil {
		return nil, err
	}
	d, err := in.readFile(ctx, s, tmp.Name(), document.Hint{URL: s.fetch.URL, ContentType: s.contentType})
	switch {
	case system.IsOutOfFiles(err), errors.Is(err, errLong):
		return nil, err
	case err != nil:
		_, why := unread(err)
		s.none = catalogue.NoDocument.With(why)
		return nil, ctx.Err()
	}
	var v genre.Verdict
	if failed := in.safely(s.fetch.URL, func() { v = in.Filter.Judge(d, genre.Clues{URL: s.fetch.URL, Size: s.fetch.Size}) }); failed != nil {
		s.none = catalogue.NoDocument.With(failed.Error())
		return nil, nil
	}
	if !v.Accepted {
		person, err := in.Documents.Correction(ctx, s.fetch.SHA256)
		if err != nil {
			return nil, err
		}
		if person.State != library.Accepted {
			s.none = catalogue.NoDocument.With("genre " + string(v.Genre))
			return nil, nil
		}
	}
	if _, err := tmp.Seek(0, io.SeekStart); err != nil {
		return nil, err
	}
	return in.document(ctx, s, tmp)
}

// typeOf says what a file is by its beginning.
func (in *Intake) typeOf(path string, hint document.Hint) (name, wrapped string, err error) {
	f, err := system.OpenRegular(path)
	if err != nil {
		return "", "", err
	}
	defer f.Close()
	head, err := io.ReadAll(io.LimitReader(f, headSize))
	if err != nil {
		return "", "", err
	}
	t := document.Sniff(head, hint.ContentType, hint.URL)
	return t.Name, t.Compressed, nil
}

// headSize is the number of bytes from which a format is recognised.
const headSize = 3072

// Reread reads a document again that could not be read, for example with a newly installed
// program, or judges a document again that was read, for example with a filter that has learned.
func (in *Intake) Reread(ctx context.Context, d *library.Document) (*catalogue.Filing, error) {
	path, err := in.Repository.Path(ctx, d.SHA256)
	if err != nil {
		return nil, err
	}
	f := &catalogue.Filing{Document: library.Document{
		SHA256: d.SHA256, Size: d.Size, Name: d.Name, Added: d.Added, Locations: d.Locations, PDF: d.PDF, Thumbnail: d.Thumbnail,
	}}
	s := in.known(ctx, d)
	measured, used := document.MeasureCPU(ctx)
	if s.fetch.Site != "" {
		q := &catalogue.Queued{Intake: catalogue.ReadDocument, Fetch: *s.fetch}
		in.accounts.Begin(q)
		defer func() { in.accounts.End(q, s.outcome(f, used())) }()
	}
	if err := in.read(measured, f, s, path); err != nil {
		return nil, err
	}
	return f, in.relate(ctx, f, nil)
}

// ReadText stores again the text of a document whose text is lost, and leaves its verdict and
// all else as they are.
func (in *Intake) ReadText(ctx context.Context, d *library.Document) error {
	path, err := in.Repository.Path(ctx, d.SHA256)
	if err != nil {
		return err
	}
	text, err := in.Reader.Read(ctx, path, in.hint(ctx, d))
	if err != nil {
		return err
	}
	return in.Repository.StoreText(ctx, d.SHA256, text)
}

// read fills in what is found by reading a file.
func (in *Intake) read(ctx context.Context, f *catalogue.Filing, s *source, path string) error {
	hint := document.Hint{URL: s.fetch.URL, ContentType: s.contentType}
	var d *content.Document
	var err error
	if s.tries >= catalogue.MaxTries {
		err = errDeadly
	} else {
		d, err = in.readFile(ctx, s, path, hint)
	}
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if system.IsOutOfFiles(err) || errors.Is(err, errLong) {
		return err
	}
	var failed error
	if f.Type, f.Wrapped, failed = in.typeOf(path, hint); failed != nil {
		return failed
	}
	if err != nil {
		state, why := unread(err)
		f.State, f.Cause = state, library.Cause(why)
		if d != nil { // a scan says of itself what it can
			f.Pages = d.Pages
		}
		return nil
	}
	f.Type, f.Read, f.Pages, f.Words, f.Cut = d.Type, time.Now(), d.Pages, words(d.Text), d.Cut
	if failed := in.safely(s.fetch.URL, func() { err = in.judge(ctx, f, s, d) }); failed != nil {
		f.Read, f.State, f.Cause = time.Time{}, library.Waiting, library.Cause("not read: "+failed.Error())
		return nil
	}
	if err != nil {
		return err
	}
	return in.storeReading(ctx, f, d, path, hint)
}

// readFile reads a file, unless the budget of its host is used up, and notes in the source what that took.
func (in *Intake) readFile(ctx context.Context, s *source, path string, hint document.Hint) (*content.Document, error) {
	if s.fetch.Site != "" && in.accounts.IsExhausted(s.fetch.Site) {
		return nil, errBudget
	}
	limited, begun := ctx, time.Now()
	isCutShort := func() bool { return false }
	if s.limit > 0 {
		limited, isCutShort = document.LimitCPU(ctx, s.limit)
	}
	d, err := in.Reader.Read(limited, path, hint)
	s.stopped = ctx.Err() != nil
	if s.stopped || system.IsOutOfFiles(err) {
		return d, err
	}
	r := fairqueue.Reading{Elapsed: time.Since(begun), Cut: d != nil && d.Cut == content.CutTime, Err: err}
	if s.reading != nil { // a page that looks like a document is read twice
		r.Elapsed += s.reading.Elapsed
	}
	r.Deferred = r.IsTimeout() && isCutShort() // once the reader's own limit is used up, it would take as long again, in vain
	if s.reading = &r; r.Deferred {
		return nil, errLong
	}
	return d, err
}

// errLong is of a document that takes longer than the limit of its source. It is read again later.
var errLong = errors.New("it takes longer than a document may at first")

// errBudget is of a document that is not read since others of its host took too long in vain.
var errBudget = errors.New("reading budget of its host used up")

// errDeadly is of a document over whose reading the whole program has ended again and again.
var errDeadly = fmt.Errorf("reading it has ended the program %d times", catalogue.MaxTries)

// unread returns the state of a document that was not read, and why in words, which are the
// same for all that have the same fault.
func unread(err error) (library.State, string) {
	if needs, ok := errors.AsType[*document.NeedsError](err); ok {
		return library.Waiting, "not read: " + prefix(err) + "needs " + Missing(needs)
	}
	if died, ok := errors.AsType[*document.DiedError](err); ok {
		return library.Waiting, died.Error()
	}
	if why := noText(err); why != "" {
		return library.Waiting, "not read: " + why
	}
	for _, why := range []error{content.ErrTime, errDeadly, errBudget} {
		if errors.Is(err, why) {
			return library.Waiting, "not read: " + why.Error()
		}
	}
	for _, why := range []error{content.ErrEmpty, content.ErrEncrypted, content.ErrDamaged, content.ErrTooLarge, content.ErrNoText, content.ErrUnknown} {
		if errors.Is(err, why) {
			return library.Rejected, why.Error()
		}
	}
	return library.Waiting, "not read: " + firstLine(err) // of this machine, not of the document
}

// noText returns, in words, why a document has no text although its pages show some, or "".
func noText(err error) (why string) {
	switch {
	case errors.Is(err, content.ErrScan):
		why = "scan"
	case errors.Is(err, content.ErrGarbled):
		why = "garbled text" // of fonts that do not say which letters they show
	}
	if errors.Is(err, content.ErrIllegible) { // handwriting, drawings, blank pages, a script that is not installed
		why += ", " + content.ErrIllegible.Error()
	}
	return why
}

// prefix returns these words, ready to be continued.
func prefix(err error) string {
	if why := noText(err); why != "" {
		return why + ", "
	}
	return ""
}

// Missing returns what a document waits for, in words, and the flag of the commands that does without it.
func Missing(e *document.NeedsError) string {
	if e.Sandbox {
		return "a sandbox for " + e.Tool + " (see --unsafe-converters)"
	}
	return e.Tool
}

// maxCause bounds a cause in bytes.
const maxCause = 300 // bytes

// firstLine returns the first line of an error: programs print pages of output.
func firstLine(err error) string {
	line, _, _ := strings.Cut(err.Error(), "\n")
	if len(line) > maxCause {
		line = strings.ToValidUTF8(line[:maxCause], "") + "…"
	}
	return line
}

// judge decides on a document, and describes one that is accepted. After an error the document is
// not to be filed.
func (in *Intake) judge(ctx context.Context, f *catalogue.Filing, s *source, d *content.Document) error {
	said, err := in.linking(ctx, s)
	if err != nil {
		return err
	}
	f.Anchors = append(f.Anchors, said.anchorsOf(s.fetch.URL)...)
	v := in.Filter.Judge(d, genre.Clues{URL: s.fetch.URL, Anchors: said.anchors, Size: f.Size})
	f.Judged, f.Verdict = time.Now(), library.Verdict{Genre: v.Genre, Confidence: v.Confidence, By: v.By, Reasons: v.Reasons}
	f.State = library.Accepted
	if !v.Accepted {
		f.State, f.Cause = library.Rejected, library.Cause(catalogue.WrongGenre.With(string(v.Genre)))
		if isWebPage(d, s) {
			f.Cause = catalogue.CauseWebPage
		}
	}
	f.Language, _ = text.Language(d.Text)
	person, err := in.Documents.Correction(ctx, f.SHA256) // it overrides the filter, so a document that it accepts is described, too
	if err != nil {
		return err
	}
	if f.State = cmp.Or(person.State, f.State); f.State == library.Accepted {
		f.Cause = ""
	}
	if err := in.addHints(ctx, f, d, &said); err != nil {
		return err
	}
	in.describe(f, s, d, &said, cmp.Or(genre.Genre(person.Genre), v.Genre))
	sign(f, d.Text)
	if about, _ := in.topic(); about != nil {
		x := about.Relevance(topic.Text(f.Get("title"), d.Text)...)
		f.Relevance = &x
	}
	return nil
}

// isWebPage reports whether a page was sent in place of a document: an error page, a login.
func isWebPage(d *content.Document, s *source) bool { return d.Type == "html" && !s.page }

// words returns the number of words of a text.
func words(s string) (n int) {
	inWord := false
	for _, r := range s {
		space := r == ' ' || r == '\n' || r == '\f' || r == '\t'
		if !space && !inWord {
			n++
		}
		inWord = !space
	}
	return n
}
