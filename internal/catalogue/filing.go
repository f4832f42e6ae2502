package catalogue

import (
	"cmp"
	"fmt"
	"time"

	"sluice/document/content"
	"sluice/document/describe"
	"sluice/library"
)

// Filing is a document as it was read. Filing a known document replaces its row, except for
// what people decided about it. A filing that was not read (Read is zero) of a document that
// was read before only adds locations.
type Filing struct {
	library.Document
	Relations  []Relation
	Signature  *Signature // nil: the old one and its relations are kept
	References []content.Reference
	Candidates []Candidate
	Via        []string // URLs that redirect to its locations: links to them count as links to it
	Anchors    []Anchor // links to it by URLs that did not look like a document's to the crawl; those from unknown pages are ignored
	FirstLines []FirstLine
	Queue      int64 // the row of the queue that this ends; 0: none
}

// file writes one document: its queue row, its row and fields, its locations, and its
// relations. Locations come before relations, which look for other formats at them.
func (f *filing) file(d *Filing) error {
	if !IsSHA256(d.SHA256) {
		return fmt.Errorf("%q is not a SHA-256", d.SHA256)
	}
	if d.Queue != 0 {
		if err := f.exec("DELETE FROM intake WHERE id = $1", d.Queue); err != nil {
			return err
		}
	}
	s, err := f.standing(d.SHA256)
	if err != nil {
		return err
	}
	locations := f.allowed(d.Locations)
	if len(d.Locations) > 0 && len(locations) == 0 || f.removed.MatchHash(d.SHA256) {
		return f.keepOut(s, d.SHA256)
	}
	was, changed, isRead := s, false, s.id == 0 || !s.read || !d.Read.IsZero()
	if isRead {
		if s.id, err = f.document(s, d); err == nil {
			err = f.finds(s.id, d)
		}
		if err == nil {
			err = f.cite(s.id)
		}
		changed = was.id != 0 && was.state != f.moved[d.SHA256]
	} else {
		err = f.again(s, d.SHA256)
	}
	if err != nil {
		return err
	}
	for i := range locations {
		if err := f.location(s.id, &locations[i], d.Via); err != nil {
			return fmt.Errorf("location %s: %w", locations[i].URL, err)
		}
	}
	if err := f.anchors(d.Anchors); err != nil {
		return err
	}
	if changed {
		err = f.reviewAll(s.id)
	} else {
		err = f.review(s.id, locations)
	}
	if err != nil {
		return err
	}
	if isRead {
		if err := f.firstLines(s.id, d); err != nil {
			return err
		}
	}
	return f.relate(s.id, d, locations)
}

// keepOut handles a document whose URLs were all removed after it was fetched: its file is
// deleted, unless another URL still needs it.
func (f *filing) keepOut(s standing, sha256 string) error {
	var queued bool // from another URL, whose filing is on its way
	_, err := f.one("SELECT EXISTS (SELECT 1 FROM intake WHERE sha256 = $1)", []any{sha256}, &queued)
	if _, filed := f.moved[sha256]; !filed && !queued && (s.id == 0 || s.state == library.Removed) {
		f.moved[sha256] = library.Removed
	}
	return err
}

// again decides on the file of a document that was fetched again and not read again.
func (f *filing) again(s standing, sha256 string) error {
	f.moved[sha256] = s.state
	switch {
	case s.kept:
		return nil
	case s.state == library.Accepted || s.state == library.Waiting:
		return f.exec("UPDATE documents SET kept = 1 WHERE id = $1", s.id)
	}
	f.moved[sha256] = library.Removed // its file was deleted from the trash before, and the new copy is deleted too
	return nil
}

// putDocument inserts a document or replaces the columns of one. A view that exists stays
// recorded: a filing need not know of it.
const putDocument = `INSERT INTO documents (id, work, size, pages, words, kept, changes, indexed, cited, pdf, thumbnail, year, confidence, state, type,
		wrapped, genre, judged_by, cause, language, added_at, judged_at, read_at, sha256, name, doi, title, authors, venue, reasons, abstract, cut, state_at, relevance)
	VALUES ($1, $1, $2, $3, $4, 1, 1, 0, 0, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24, $25, $26, $27, $28, $30)
	ON CONFLICT (id) DO UPDATE SET size = excluded.size, pages = excluded.pages, words = excluded.words, kept = 1, changes = documents.changes + 1,
		pdf = CASE WHEN excluded.pdf > documents.pdf THEN excluded.pdf ELSE documents.pdf END,
		thumbnail = CASE WHEN excluded.thumbnail > documents.thumbnail THEN excluded.thumbnail ELSE documents.thumbnail END,
		year = excluded.year, confidence = excluded.confidence, state = excluded.state, type = excluded.type, wrapped = excluded.wrapped,
		genre = excluded.genre, judged_by = excluded.judged_by, cause = excluded.cause, language = excluded.language,
		judged_at = excluded.judged_at, read_at = excluded.read_at, name = COALESCE(documents.name, excluded.name), doi = excluded.doi,
		title = excluded.title, authors = excluded.authors, venue = excluded.venue, reasons = excluded.reasons, abstract = excluded.abstract,
		cut = excluded.cut, state_at = CASE WHEN excluded.state = documents.state THEN documents.state_at ELSE $29 END, relevance = excluded.relevance, replaced_by = NULL`

// document writes the row and the fields of a document. Verdict and fields of people replace
// those of the filing.
func (f *filing) document(s standing, d *Filing) (id int64, err error) {
	if id = s.id; id == 0 {
		if _, err := f.one("SELECT COALESCE(MAX(id), 0) + 1 FROM documents", nil, &id); err != nil {
			return 0, err
		}
	}
	w := *d
	if err := f.corrected(&w.Document); err != nil {
		return 0, err
	}
	fields, err := f.edited(d.SHA256, d.Fields)
	if err != nil {
		return 0, err
	}
	now, added, since := time.Now(), d.Added, d.Judged
	if added.IsZero() {
		added = now
	}
	if since.IsZero() {
		since = added
	}
	sum := summarize(fields)
	err = f.exec(putDocument, id, d.Size, d.Pages, d.Words, flag(d.PDF), flag(d.Thumbnail), nonZero(sum.year), confidence(w.Verdict.Confidence, string(w.Verdict.Genre)),
		string(w.State), word(d.Type), text(d.Wrapped), text(string(w.Verdict.Genre)), text(w.Verdict.By), text(w.Cause), text(cmp.Or(sum.language, d.Language)),
		stamp(added), moment(d.Judged), moment(d.Read), d.SHA256, text(d.Name), text(sum.doi), text(sum.title), text(sum.authors),
		text(sum.venue), reasonText(w.Verdict.Reasons), text(sum.abstract), text(d.Cut), stamp(since), stamp(now), share(d.Relevance))
	if err != nil {
		return 0, err
	}
	f.moved[d.SHA256] = w.State
	return id, f.putFields(id, fields)
}

// putFields replaces the fields of a document.
func (f *filing) putFields(id int64, fields []describe.Field) error {
	if err := f.exec("DELETE FROM document_fields WHERE document = $1", id); err != nil {
		return err
	}
	for i, field := range fields[:min(len(fields), MaxFields)] {
		err := f.exec("INSERT INTO document_fields (document, position, name, value, source, confidence) VALUES ($1, $2, $3, $4, $5, $6)",
			id, i, word(field.Name), word(field.Value), text(field.Source), confidence(field.Confidence, field.Source))
		if err != nil {
			return fmt.Errorf("field %s: %w", field.Name, err)
		}
	}
	return nil
}

// finds writes the signature of a document, its references, and what it points to.
func (f *filing) finds(id int64, d *Filing) error {
	if s := d.Signature; s != nil {
		if err := f.signature(id, s); err != nil {
			return fmt.Errorf("signature: %w", err)
		}
	}
	if err := f.putReferences(id, d.References); err != nil {
		return err
	}
	at := stamp(time.Now())
	for _, c := range d.Candidates[:min(len(d.Candidates), maxCandidates)] {
		state := c.State
		if state == "" {
			state = "new"
		}
		err := f.exec(`INSERT INTO candidates (kind, value, document, reference, state, found_at) VALUES ($1, $2, $3, $4, $5, $6)
			ON CONFLICT (kind, value, document) DO UPDATE SET reference = COALESCE(candidates.reference, excluded.reference)`,
			word(c.Kind), word(c.Value), id, nonZero(c.Reference), word(state), at)
		if err != nil {
			return fmt.Errorf("candidate %s: %w", c.Value, err)
		}
	}
	return nil
}

// pageTypes are the types of bodies that are listed as pages unless a document of that type was
// accepted.
const pageTypes = "('html', 'text', 'markdown', 'asciidoc', 'xml', 'rss', 'atom', 'sitemap', 'json', 'script', 'css')"

// pageOrDocument lists a page that was filed as a document among the documents while it is
// accepted, and among the pages otherwise. It does so for the given URLs, or for all URLs of
// the document if none is given.
func (f *filing) pageOrDocument(id int64, urls ...string) error {
	var accepted bool
	if _, err := f.one("SELECT EXISTS (SELECT 1 FROM documents WHERE id = $1 AND state = 'accepted')", []any{id}, &accepted); err != nil {
		return err
	}
	if len(urls) == 0 {
		return f.listAs(accepted, id, "", nil)
	}
	for _, u := range urls {
		if err := f.listAs(accepted, id, " AND l.url = $3", []any{word(u)}); err != nil {
			return err
		}
	}
	return nil
}

// listAs lists the pages of a document at which a condition on its locations holds among the documents or the pages.
func (f *filing) listAs(document bool, id int64, where string, args []any) error {
	args = append([]any{id, flag(document)}, args...)
	list := func(outcomes string) (int64, error) {
		return f.changed(`UPDATE pages SET document = $2 WHERE document <> $2 AND outcome `+outcomes+` AND type IN `+pageTypes+`
			AND (url, sha256) IN (SELECT l.url, d.sha256 FROM locations l JOIN documents d ON d.id = l.document
			WHERE d.id = $1 AND l.latest = 1`+where+")", args...)
	}
	n, err := list("IN " + pageOrDocumentOutcomes)
	if err != nil {
		return err
	}
	if !document {
		n = -n
	}
	f.sums.urls[classDocument] += n
	f.sums.urls[classPage] -= n
	_, err = list("NOT IN " + pageOrDocumentOutcomes) // errors and redirects, which are counted as such
	return err
}

// IsSHA256 reports whether a text is a SHA-256 as the catalogue stores it: 64 hexadecimal
// digits in lower case.
func IsSHA256(s string) bool {
	if len(s) != 64 {
		return false
	}
	for i := range len(s) {
		if c := s[i]; (c < '0' || c > '9') && (c < 'a' || c > 'f') {
			return false
		}
	}
	return true
}
