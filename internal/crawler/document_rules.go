package crawler

import (
	"bytes"
	"context"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"sluice/crawl"
	"sluice/document"
	"sluice/internal/catalogue"
	"sluice/internal/frontier"
	"sluice/library"
	"sluice/page"
	"sluice/weburl"
)

const (
	worthIndexing = 0.5  // from which worth on a page is made searchable, without a topic
	minText       = 2000 // bytes of a text that may be a document
)

// readableTypes are types of bodies that are documents now and then.
var readableTypes = []string{"text", "xml", "jats", "tei", "markdown", "asciidoc"}

// heldDocuments has the queries of the document rules to the catalogue.
type heldDocuments interface {
	TooSmall(ctx context.Context, typ string) (int64, error)
	DocumentAt(ctx context.Context, url string) (catalogue.Occurrence, bool, error)
	HadAccepted(ctx context.Context, url string, size int64, etag string, modified time.Time) (bool, error)
}

// documentRules decide which documents are fetched, by the header of their answer, and
// what the intake is to do with a body.
type documentRules struct {
	names []string // of crawl.Scope
	max   int64    // bytes
	index crawl.Index
	worth float64 // from which on a page is made searchable
	held  heldDocuments

	learned   Learned         // nil: nothing
	homePages map[string]bool // URLs without their scheme
	pageWords int             // of crawl.Scope
}

// isHomePage reports whether a visit is that of a home page, or of a page to which one redirects.
func (r *documentRules) isHomePage(v *visit) bool {
	first := withoutScheme(v.lease.URL)
	if len(v.lease.Via) > 0 {
		_, first, _ = strings.Cut(v.lease.Via[0], "://")
	}
	return v.lease.Kind == frontier.Foreign && r.homePages[first]
}

// isOn reports whether a rule is not switched off.
func (r *documentRules) isOn(rule string) bool { return isOn(r.names, rule) }

// decline returns a function that decides, once the header of an answer is there, why
// its body is not worth fetching; empty when it is. known is what the library has under
// the URL, failed is called with an error of the catalogue.
func (r *documentRules) decline(ctx context.Context, u weburl.URL, known *catalogue.Fetch, failed func(error)) func(int, http.Header) string {
	return func(status int, h http.Header) string {
		if status != http.StatusOK {
			return ""
		}
		contentType := h.Get("Content-Type")
		if strings.HasPrefix(contentType, "text/html") { // an error page or a login, whatever the name ends in
			return ""
		}
		typ := document.Announced(contentType, u.String())
		if !typ.Document {
			return ""
		}
		cause, err := r.declineDocument(ctx, u, typ.Name, known, h)
		if err != nil {
			failed(err)
		}
		return cause
	}
}

// declineDocument is decline for an answer that announces a document. The cheap rules
// come first: the others need a query.
func (r *documentRules) declineDocument(ctx context.Context, u weburl.URL, typ string, known *catalogue.Fetch, h http.Header) (cause string, err error) {
	size, sized := contentLength(h)
	switch {
	case sized && size == 0 && r.isOn(crawl.RuleDocumentEmpty):
		return causeEmpty, nil
	case sized && size > r.max && r.isOn(crawl.RuleDocumentLarge):
		return causeLarge, nil
	case known != nil && sized && size == known.Size && r.isOn(crawl.RuleDocumentSameSize) && hasValidators(known, h):
		return causeSameSize, nil
	case known != nil && r.isOn(crawl.RuleDocumentRejected):
		if rejected, err := r.isRejected(ctx, known, size, sized, h); err != nil || rejected {
			return causeRejected, err
		}
	}
	if sized {
		if small, err := r.isSmall(ctx, u, typ, size); err != nil || small {
			return causeSmall, err
		}
	}
	return "", nil
}

// isRejected reports whether the library has rejected what it knows under a URL, and
// the answer is no accepted document that the URL had before.
func (r *documentRules) isRejected(ctx context.Context, known *catalogue.Fetch, size int64, sized bool, h http.Header) (bool, error) {
	held, ok, err := r.held.DocumentAt(ctx, known.URL)
	if err != nil || !ok || held.State != library.Rejected {
		return false, err
	}
	if !sized {
		return true, nil
	}
	modified, _ := http.ParseTime(h.Get("Last-Modified")) // zero without a valid date
	accepted, err := r.held.HadAccepted(ctx, known.URL, size, h.Get("ETag"), modified)
	return !accepted, err
}

// isSmall reports whether a body of this size was never a document worth keeping: by what was learned of the type, else by the catalogue.
func (r *documentRules) isSmall(ctx context.Context, u weburl.URL, typ string, size int64) (bool, error) {
	if !r.isOn(crawl.RuleDocumentSmall) {
		return false, nil
	}
	if r.learned != nil {
		if small, ok := r.learned.IsSmall(u, typ, size); ok {
			return small, nil
		}
	}
	n, err := r.held.TooSmall(ctx, typ)
	return size <= n, err
}

// contentLength returns the length of a body without an encoding.
func contentLength(h http.Header) (int64, bool) {
	if h.Get("Content-Encoding") != "" {
		return 0, false
	}
	n, err := strconv.ParseInt(strings.TrimSpace(h.Get("Content-Length")), 10, 64)
	return n, err == nil && n >= 0
}

// hasValidators reports whether date and ETag of an answer are those of a known body.
func hasValidators(known *catalogue.Fetch, h http.Header) bool {
	return known.ETag == h.Get("ETag") && known.LastModified == h.Get("Last-Modified")
}

// intake returns what the intake is to do with the body of a visit:
// documents, and pages that look like one, are read and judged. A body that was
// announced as a document and is something else gets a cause.
func (r *documentRules) intake(ctx context.Context, v *visit) (catalogue.Intake, error) {
	intake, err := r.use(ctx, v)
	row := v.row
	if err != nil || intake != 0 || row.Outcome != library.Fetched || row.Document || row.NotModified || row.Cause != "" || row.Truncated != "" ||
		!v.claimsDocument() {
		return intake, err
	}
	switch {
	case row.Size == 0 && r.isOn(crawl.RuleDocumentEmpty): // no header said so
		row.Cause = causeEmpty
	case row.Size > 0:
		row.Cause = causeOther
		if v.announced == "" {
			break
		}
		if small, err := r.isSmall(ctx, v.url, v.announced, row.Size); err != nil || small {
			row.Cause = causeSmall
			return intake, err
		}
	}
	return intake, nil
}

// use returns what the body of a visit can be used for. A document that is too small
// gets its cause.
func (r *documentRules) use(ctx context.Context, v *visit) (catalogue.Intake, error) {
	row := v.row
	switch {
	case row.Outcome != library.Fetched || row.NotModified || row.SHA256 == "" || row.Cause == causeNoIndex || row.Truncated != "",
		v.lease.Kind == frontier.Requisite || v.lease.Kind == frontier.Sitemap:
		return 0, nil
	case row.Type == "html" && (r.isHomePage(v) || isRequested(&v.lease) && r.isShort(v.page)):
		return 0, nil
	case isRequested(&v.lease):
		return catalogue.ReadDocument, nil
	case row.Document:
		if small, err := r.isSmall(ctx, v.url, row.Type, row.Size); err != nil || small { // no header said its size
			row.Cause = causeSmall
			return 0, err
		}
		return catalogue.ReadDocument, nil
	case v.likely && r.indexes(v):
		return catalogue.ReadOrIndex, nil
	case v.likely || v.page == nil && row.Size >= minText && slices.Contains(readableTypes, row.Type):
		return catalogue.ReadPage, nil
	case r.indexes(v):
		return catalogue.IndexPage, nil
	}
	return 0, nil
}

// isShort reports whether a page has too few words for a document that was named.
func (r *documentRules) isShort(p *page.Page) bool {
	if r.pageWords <= 0 {
		return false
	}
	words := 0
	if p != nil {
		for range bytes.FieldsSeq(p.Text) {
			if words++; words == r.pageWords {
				return false
			}
		}
	}
	return true
}

// indexes reports whether a page is to be made searchable.
func (r *documentRules) indexes(v *visit) bool {
	return v.page != nil && (r.index == crawl.IndexAll || r.index == crawl.IndexRelevant && (v.worth >= r.worth || v.points))
}
