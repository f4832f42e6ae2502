package harvest

import (
	"context"
	"errors"
	"iter"
	"net/http"

	"sluice/document/bibliography"
	"sluice/document/content"
	"sluice/library"
	"sluice/page"
	"sluice/weburl"
)

// Library is the library for which a harvest works. URLs are in any form that people write.
type Library interface {
	// Visit requests URLs, each once and by the rules of the library (robots.txt, delays, addresses), follows redirects as far as they may lead to
	// documents, and returns when all answers are recorded and their documents read. It requests no URL again that it has requested before, and
	// follows no link. It returns what came of each URL.
	Visit(ctx context.Context, urls []string) ([]Visit, error)
	// Answer returns what a URL has answered, at the end of its redirects; nil if it was never requested.
	Answer(ctx context.Context, url string) (*Answer, error)
	// Body returns the body that a URL has answered. The error is [ErrNoBody] if there is none.
	Body(ctx context.Context, url string) (*Body, error)
	// Document returns a document by its hash; nil if the library does not have it.
	Document(ctx context.Context, sha256 string) (*Document, error)
	// Pages yields the pages that crawls of the library have brought, those next to the seeds first, up to a limit that keeps this shorter than asking
	// search engines. A page is valid until the next one.
	Pages(ctx context.Context) iter.Seq2[*page.Page, error]
	// Accepted yields the documents that the library has accepted.
	Accepted(ctx context.Context) iter.Seq2[library.Document, error]
	// Accept accepts documents, by their hashes, whatever their genre is. What the records say of them stands before what is found in them.
	Accept(ctx context.Context, found map[string]*bibliography.Record) error
}

// ErrNoBody is the error for a URL whose body cannot be read.
var ErrNoBody = errors.New("the library has no body of this URL")

// Visit is what came of a URL of one round.
type Visit struct {
	Requests int           // also repeated ones, and those of redirects
	Refused  library.Cause // the rule by which it was not requested, such as "robots"
}

// Answer is what a URL has answered.
type Answer struct {
	URL      string // at the end of the redirects
	Hops     int    // redirects that led there
	Known    bool   // it was requested; else a redirect led to a URL that was not
	Outcome  library.Outcome
	Status   int           // of HTTP
	Type     string        // of the body by content: "html", "pdf", …
	Cause    library.Cause // why it failed
	Document string        // hash of the document that it has; empty if it has none
}

// Body is the body of an answer.
type Body struct {
	URL    weburl.URL
	Header http.Header
	Page   *page.Page // nil if it is no HTML
	Bytes  []byte     // as UTF-8
}

// Document is a document that a harvest may have found.
type Document struct {
	library.Document
	Content *content.Document // nil: it was not read
}
