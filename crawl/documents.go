package crawl

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"sluice/document"
	"sluice/internal/catalogue"
	"sluice/internal/format"
	"sluice/internal/frontier"
	"sluice/weburl"
)

// Rules of fetching documents, each of which Config.Rules can switch off, and the causes by which they refuse.
const (
	ruleNames    = "document-names"     // names of what is no document of a library: cv, flyer, form, …
	ruleSameSize = "document-same-size" // what the library has under this URL, of the same size
	ruleRejected = "document-rejected"  // a newer version of what was rejected
	ruleSmall    = "document-small"     // too small to be one, by what the library has accepted so far
	ruleEmpty    = "document-empty"     // of no length
	ruleLarge    = "document-large"     // above MaxDocument

	causeNames    = "document: name"
	causeSameSize = "document: same size"
	causeRejected = "document: rejected before"
	causeSmall    = "document: too small"
	causeEmpty    = "document: empty"
	causeLarge    = "document: too large"
	causeOther    = catalogue.NoDocument + "not of the type that it was said to be"
)

var documentRules = []string{ruleNames, ruleSameSize, ruleRejected, ruleSmall, ruleEmpty, ruleLarge}

// documentPolicy are the rules of fetching documents that are on.
type documentPolicy struct{ names, sameSize, rejected, small, empty, large bool }

func newDocumentPolicy(cfg *Config) documentPolicy {
	on := func(rule string) bool { return !isOff(cfg.Rules, rule) }
	return documentPolicy{on(ruleNames), on(ruleSameSize), on(ruleRejected), on(ruleSmall), on(ruleEmpty), on(ruleLarge)}
}

// decline tells, once the header of an answer is there, why its body is not worth having; empty when it is.
// known is what the library has under the URL.
func (c *Crawl) decline(u weburl.URL, known *catalogue.Fetch) func(int, http.Header) string {
	return func(status int, h http.Header) string {
		if status != http.StatusOK {
			return ""
		}
		contentType := h.Get("Content-Type")
		if strings.HasPrefix(contentType, "text/html") { // an error page or a login, whatever the name says
			return ""
		}
		typ := document.Announced(contentType, u.String())
		if !typ.Document {
			return ""
		}
		size, sized := contentLength(h)
		return c.declineDocument(typ.Name, size, sized, known, h)
	}
}

func (c *Crawl) declineDocument(typ string, size int64, sized bool, known *catalogue.Fetch, h http.Header) string {
	p := &c.rules.documents
	switch {
	case p.empty && sized && size == 0:
		return causeEmpty
	case p.large && sized && size > c.cfg.MaxDocument:
		return causeLarge
	case known != nil && p.sameSize && sized && size == known.Size && sameValidators(known, h):
		return causeSameSize
	case known != nil && p.rejected && c.wasRejected(known) && !(sized && c.cameBack(known.URL, size, h)):
		return causeRejected
	case p.small && sized && size <= c.smallest(typ):
		return causeSmall
	}
	return ""
}

// intakeOf says what is to be done with a body beside the crawl: documents are read and judged, and so is what looks like one. What
// was said to be a document and is not even looked at gets its cause.
func (c *Crawl) intakeOf(v *visit) catalogue.Intake {
	intake, row := c.use(v), v.row
	if intake != 0 || row.Outcome != catalogue.Got || row.Document || row.NotModified || row.Cause != "" || row.Truncated != "" || !v.isPosing() {
		return intake
	}
	p := &c.rules.documents
	switch {
	case row.Size == 0 && p.empty: // as no header told
		row.Cause = causeEmpty
	case row.Size > 0 && p.small && v.announced != "" && row.Size <= c.smallest(v.announced):
		row.Cause = causeSmall
	case row.Size > 0:
		row.Cause = causeOther
	}
	return intake
}

func (c *Crawl) use(v *visit) catalogue.Intake {
	row := v.row
	switch {
	case row.Outcome != catalogue.Got || row.NotModified || row.SHA256 == "" || row.Cause == causeNoIndex || row.Truncated != "",
		v.lease.Kind == frontier.Requisite || v.lease.Kind == frontier.Sitemap:
		return 0
	case askedFor(&v.lease):
		return catalogue.ReadDocument
	case row.Document:
		if c.rules.documents.small && row.Size <= c.smallest(row.Type) { // whose size no header told
			row.Cause = causeSmall
			return 0
		}
		return catalogue.ReadDocument
	case v.likely && c.indexes(v):
		return catalogue.ReadOrIndex
	case v.likely || v.page == nil && row.Size >= leastOfText && isText(row.Type):
		return catalogue.ReadPage
	case c.indexes(v):
		return catalogue.IndexPage
	}
	return 0
}

// indexes tells whether a page is to be made searchable.
func (c *Crawl) indexes(v *visit) bool {
	return v.page != nil && (c.cfg.Index == IndexAll || c.cfg.Index == IndexRelevant && (v.worth >= relevant || v.points))
}

// isPosing tells of an answer that is said to be a document, whatever it is.
func (v *visit) isPosing() bool {
	return v.announced != "" || weburl.DocumentEnding(v.url) || v.lease.Kind == frontier.Foreign && !askedFor(&v.lease)
}

// askedFor tells of a document that a person has named: no rule knows better.
func askedFor(l *frontier.Lease) bool { return l.Kind == frontier.Foreign && l.Parent == "" }

const (
	relevant    = 0.5  // a page that is worth so much is made searchable, and so is one that links to documents
	leastOfText = 2000 // bytes of a text that may be a document
)

// isText reports whether a type is of plain characters, whose bodies are documents now and then.
func isText(name string) bool {
	f := format.Of(name)
	return f != nil && f.Text
}

// contentLength gives the length of a body that comes as it is.
func contentLength(h http.Header) (int64, bool) {
	if h.Get("Content-Encoding") != "" {
		return 0, false
	}
	n, err := strconv.ParseInt(strings.TrimSpace(h.Get("Content-Length")), 10, 64)
	return n, err == nil && n >= 0
}

// sameValidators tells whether neither date nor ETag of an answer says that it is another one.
func sameValidators(known *catalogue.Fetch, h http.Header) bool {
	return known.ETag == h.Get("ETag") && known.LastModified == h.Get("Last-Modified")
}

// The words by which a file's name tells that it is no document of a library. A form is one only where
// nothing else, or a word of offices, stands beside the word: a normal form is a subject of papers.
var (
	personal = []string{"cv", "resume", "résumé", "vita", "vitae", "flyer", "flier", "flyers"}
	forms    = []string{"form", "forms", "formular"}
	offices  = []string{
		"application", "registration", "register", "order", "entry", "consent", "request", "loan", "claim", "tax", "admission", "enrollment",
		"enrolment", "nomination", "submission", "reservation", "booking", "membership", "reimbursement", "payment", "travel", "copyright",
		"report", "release", "waiver", "approval", "permission", "signup", "feedback", "evaluation", "review", "referee", "thesis", "leave", "change",
	}
)

// languages end the names of personal papers that there are in several.
var languages = []string{"en", "eng", "english", "ch", "cn", "zh", "tw", "de", "fr", "es", "it", "ja", "jp", "kr", "nl", "pl", "pt", "ru"}

const mostWords = 4 // of a personal paper's name: cv, its owner's names and a year

// unwantedName tells whether a document's name is that of a personal paper, a flyer or a form, and which word says so.
func (r *rules) unwantedName(u weburl.URL) (string, bool) {
	if !r.documents.names || !weburl.DocumentEnding(u) {
		return "", false
	}
	if _, wanted := r.allow.Match(u); wanted {
		return "", false
	}
	return unwantedWord(nameWords(u))
}

func unwantedWord(words []string) (string, bool) {
	if len(words) == 0 {
		return "", false
	}
	own := words
	if n := len(words) - 1; n > 0 && slices.Contains(languages, words[n]) {
		own = words[:n]
	}
	if len(own) <= mostWords {
		for _, w := range []string{own[0], own[len(own)-1]} {
			if slices.Contains(personal, w) {
				return w, true
			}
		}
	}
	if slices.Contains(words, "curriculum") && slices.Contains(words, "vitae") {
		return "curriculum vitae", true
	}
	for i, w := range words {
		if slices.Contains(forms, w) && (len(words) == 1 || i > 0 && slices.Contains(offices, words[i-1])) {
			return w, true
		}
	}
	return "", false
}

// nameWords gives the words of a file's name, without its endings and numbers: of /~x/CV_JohnSmith-2004.pdf, "cv", "john" and "smith".
func nameWords(u weburl.URL) []string {
	path, _, _ := strings.Cut(u.Path(), "?")
	name := path[strings.LastIndexByte(path, '/')+1:]
	name = name[:len(name)-min(len(name), len(u.Ending()))]
	if i := strings.IndexByte(name, '.'); i > 0 {
		name = name[:i]
	}
	var words strings.Builder
	lower := false
	for _, r := range name {
		switch {
		case !unicode.IsLetter(r):
			r = ' '
		case lower && unicode.IsUpper(r):
			words.WriteByte(' ')
		}
		lower = unicode.IsLower(r)
		words.WriteRune(unicode.ToLower(r))
	}
	return strings.Fields(words.String())
}

// smallest gives the size up to which nothing of a type was ever worth keeping.
func (c *Crawl) smallest(typ string) int64 {
	n, err := c.cfg.Catalogue.TooSmall(context.Background(), typ)
	if err != nil {
		c.fatal(fmt.Errorf("catalogue: %w", err))
		return 0
	}
	return n
}

// wasRejected tells whether the library has put away what it knows under a URL.
func (c *Crawl) wasRejected(known *catalogue.Fetch) bool {
	held, ok, err := c.cfg.Catalogue.Held(context.Background(), known.URL)
	if err != nil {
		c.fatal(fmt.Errorf("catalogue: %w", err))
	}
	return ok && held.State == catalogue.Rejected
}

// cameBack tells whether an answer is by its size, and its date or ETag, an accepted document that the URL had before.
func (c *Crawl) cameBack(url string, size int64, h http.Header) bool {
	modified, _ := http.ParseTime(h.Get("Last-Modified"))
	back, err := c.cfg.Catalogue.HadAccepted(context.Background(), url, size, h.Get("ETag"), modified)
	if err != nil {
		c.fatal(fmt.Errorf("catalogue: %w", err))
	}
	return back
}

// removed tells whether somebody had a URL taken out of the library.
func (c *Crawl) removed(u weburl.URL) bool {
	_, removed, err := c.cfg.Catalogue.Removed(context.TODO(), u.String())
	if err != nil {
		c.fatal(fmt.Errorf("catalogue: %w", err))
	}
	return removed
}
