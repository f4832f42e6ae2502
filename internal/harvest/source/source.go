// Package source reads bibliographies by their names: of a file, of a service, of a repository, or of the library itself.
//
// [Parse] a name, [Name.Open] it, and read the [Source.Records]. A name is
//
//	FILE               a bibliography in any format of package bibliography, compressed by gzip or not
//	FOLDER             the accepted documents of the library in a folder
//	dblp:conf/icml     the works of a stream of DBLP (conf/…, journals/…), of a table of contents (conf/icml/icml2001), or of a person (pid/65/9612)
//	openalex:FILTER    works of OpenAlex, by its filters ("primary_location.source.id:S123,publication_year:2001") or by words
//	crossref:FILTER    works of Crossref, by its filters ("issn:1076-9757,from-pub-date:2001") or by words
//	s2:WORDS           papers of Semantic Scholar
//	oai:URL[:SET]      records of a repository by OAI-PMH 2.0, in Dublin Core
//	references         what the accepted documents of the library cite and it does not have
//
// # What is obeyed
//
// Between two requests to a service passes its delay, or that of the options if it is longer, or what the service states (X-Rate-Limit-Limit and
// X-Rate-Limit-Interval). Retry-After and X-RateLimit-Reset are obeyed: a wait of up to 15 minutes is waited, a longer one ends the reading with the time
// at which it can go on. The user agent has the contact of the options; OpenAlex and Crossref get a mail address as the parameter that they ask for. robots.txt
// is for crawlers, and is not asked about interfaces that are made for programs.
//
// # Interruptions
//
// Each page is kept in a folder until the list is complete, and for a day after that. A reading that was interrupted begins with these pages,
// and requests only what follows.
package source

import (
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"strings"
	"time"

	"sluice/document/bibliography"
	"sluice/document/content"
	"sluice/internal/clock"
	"sluice/internal/fetch"
	"sluice/internal/lazyregexp"
	"sluice/library"
	"sluice/weburl"
)

// Kind is the kind of a source.
type Kind string

// The kinds.
const (
	File            Kind = "file"
	DBLP            Kind = "dblp"
	OpenAlex        Kind = "openalex"
	Crossref        Kind = "crossref"
	SemanticScholar Kind = "s2"
	OAI             Kind = "oai"
	OfReferences    Kind = "references"
)

// Name is the name of a source.
type Name struct {
	Kind  Kind
	Value string // path of a file or of a library's folder, key, filter, words, or URL
	Set   string // of OAI
}

// String returns the name as it is written.
func (n Name) String() string {
	switch {
	case n.Kind == File:
		return n.Value
	case n.Kind == OfReferences:
		return string(n.Kind)
	case n.Set != "":
		return "oai:" + n.Value + ":" + n.Set
	}
	return string(n.Kind) + ":" + n.Value
}

// oaiName matches the URL of a repository, and a set. The URL may have a port; a set follows its path.
var oaiName = lazyregexp.New(`^(https?://[^/\s]+(?:/[^:\s]*)?)(?::(\S+))?$`)

// Parse returns the name of a source. What has none of the prefixes is a file.
func Parse(s string) (Name, error) {
	s = strings.TrimSpace(s)
	prefix, value, _ := strings.Cut(s, ":")
	kind := Kind(strings.ToLower(prefix))
	value = strings.TrimSpace(value)
	switch kind {
	case DBLP, OpenAlex, Crossref, SemanticScholar:
		if value == "" {
			return Name{}, fmt.Errorf("bibliography %q: nothing follows %q", s, prefix+":")
		}
		return Name{Kind: kind, Value: value}, nil
	case OAI:
		m := oaiName.FindStringSubmatch(value)
		if m == nil {
			return Name{}, fmt.Errorf("bibliography %q: write oai:URL or oai:URL:SET, with the address of the repository's OAI-PMH interface", s)
		}
		return Name{Kind: OAI, Value: m[1], Set: m[2]}, nil
	case OfReferences:
		if s == string(OfReferences) {
			return Name{Kind: OfReferences}, nil
		}
	}
	if s == "" {
		return Name{}, errors.New("a bibliography has no name")
	}
	return Name{Kind: File, Value: s}, nil
}

// Options say how a source is read. The zero value reads files, and asks services without a contact.
type Options struct {
	Fetch   fetch.Options         // how requests are made; the contact is given to services
	Delay   time.Duration         // between two requests, at least
	Retries int                   // of a request, after a fault that may pass
	Dir     string                // a folder of the library, in which pages are kept; empty: they are not
	Library string                // the folder of the library, whose permissions new files have
	From    string                // OAI: only records that were changed since that day; empty: all
	Until   string                // OAI: only records that were changed until that day
	Keys    map[Kind]string       // of services that want one; they are in no error and no file
	Address map[Kind]string       // of services, instead of the public ones, such as mirrors: scheme and host
	Clock   clock.Clock           // nil: that of the machine
	OnWait  func(d time.Duration) // called before a wait of more than five seconds; nil: nothing is
	OnPage  func(Progress)        // called after each page; nil: nothing is

	References func(ctx context.Context) iter.Seq2[content.Reference, error]            // what the documents of the library cite and it does not have; nil: there is no library
	Documents  func(ctx context.Context, dir string) iter.Seq2[library.Document, error] // the accepted documents of the library in a folder; nil: folders are not read
}

// Progress is how far the reading of a service has come.
type Progress struct {
	Pages   int
	Stored  int // pages that an earlier reading has kept
	Records int
	Deleted int // records that a repository says it has deleted
	Total   int // records that the service announces; 0: not known
}

// Source is a bibliography that can be read.
type Source struct {
	name    Name
	service *service // nil: it is read from no service
	client  *client
	o       Options
}

// Open returns a source to be read. The caller closes it.
func (n Name) Open(o Options) (*Source, error) {
	if o.Clock == nil {
		o.Clock = clock.Real
	}
	s := &Source{name: n, o: o}
	if n.Kind == File || n.Kind == OfReferences {
		return s, nil
	}
	service, err := newService(n, &s.o)
	if err != nil {
		return nil, fmt.Errorf("bibliography %s: %w", n, err)
	}
	s.service = service
	if s.client, err = newClient(service, &s.o); err != nil {
		return nil, fmt.Errorf("bibliography %s: %w", n, err)
	}
	return s, nil
}

// Close closes the connections.
func (s *Source) Close() {
	if s.client != nil {
		s.client.Close()
	}
}

// Records yields the records. A [*bibliography.RecordError] concerns one of them, and the reading goes on; any other error ends it, and a later reading
// goes on where it ended.
func (s *Source) Records(ctx context.Context) iter.Seq2[bibliography.Record, error] {
	switch {
	case s.name.Kind == OfReferences:
		if s.o.References == nil {
			return failed(errors.New("references: there is no library whose documents cite anything"))
		}
		return readReferences(s.o.References(ctx))
	case s.service == nil && isFolder(s.name.Value) && s.o.Documents != nil:
		return readDocuments(s.o.Documents(ctx, s.name.Value))
	case s.service == nil:
		return readFile(s.name.Value)
	}
	return func(yield func(bibliography.Record, error) bool) {
		for r, err := range s.list(ctx) {
			if err != nil {
				if _, ok := errors.AsType[*bibliography.RecordError](err); !ok {
					err = fmt.Errorf("bibliography %s: %w", s.name, err)
				}
			}
			if !yield(r, err) {
				return
			}
		}
	}
}

// failed yields an error.
func failed(err error) iter.Seq2[bibliography.Record, error] {
	return func(yield func(bibliography.Record, error) bool) { yield(bibliography.Record{}, err) }
}

// isFolder reports whether a path is that of a folder.
func isFolder(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

// Read yields the records of the source with a name, as [Source.Records] does, and closes it.
func Read(ctx context.Context, n Name, o Options) iter.Seq2[bibliography.Record, error] {
	s, err := n.Open(o)
	if err != nil {
		return failed(err)
	}
	return func(yield func(bibliography.Record, error) bool) {
		defer s.Close()
		s.Records(ctx)(yield)
	}
}

// readFile yields the records of a file.
func readFile(path string) iter.Seq2[bibliography.Record, error] {
	return func(yield func(bibliography.Record, error) bool) {
		f, err := os.Open(path)
		if err != nil {
			yield(bibliography.Record{}, fmt.Errorf("bibliography: %w", err))
			return
		}
		defer f.Close()
		var from io.Reader = f
		if strings.HasSuffix(path, ".gz") {
			plain, err := gzip.NewReader(f)
			if err != nil {
				yield(bibliography.Record{}, fmt.Errorf("bibliography %s: %w", path, err))
				return
			}
			defer plain.Close()
			from = plain
		}
		for r, err := range bibliography.Read(from) {
			if err != nil {
				if _, ok := errors.AsType[*bibliography.RecordError](err); !ok {
					err = fmt.Errorf("bibliography %s: %w", path, err)
				}
			}
			if !yield(r, err) {
				return
			}
		}
	}
}

// The bounds of a list.
const (
	maxPages    = 100_000
	maxRestarts = 1 // of a list whose place the service has forgotten
)

// errForgotten is the error of a service that no longer knows the place in a list at which a page was asked for.
var errForgotten = errors.New("the service has forgotten the place in its list")

// list yields the records of a service, page after page.
func (s *Source) list(ctx context.Context) iter.Seq2[bibliography.Record, error] {
	return func(yield func(bibliography.Record, error) bool) {
		pages, err := openPages(&s.o, s.name)
		if err != nil {
			yield(bibliography.Record{}, err)
			return
		}
		defer pages.close()
		var p Progress
		seen, restarts := map[string]bool{}, 0
		for address := s.service.first; address != ""; {
			if seen[address] || p.Pages >= maxPages {
				yield(bibliography.Record{}, errors.New("its list repeats a page or has no end; what was read is kept"))
				return
			}
			seen[address] = true
			page, isStored, err := s.page(ctx, pages, address)
			if errors.Is(err, errForgotten) && restarts < maxRestarts {
				restarts++
				clear(seen)
				if err := pages.clear(); err != nil {
					yield(bibliography.Record{}, err)
					return
				}
				address = s.service.first
				continue
			}
			if err != nil {
				yield(bibliography.Record{}, err)
				return
			}
			for r, err := range page.records {
				if err == nil {
					p.Records++
				}
				if !yield(r, err) {
					return
				}
			}
			p.Pages++
			p.Deleted += page.deleted
			p.Total = max(p.Total, page.total)
			if isStored {
				p.Stored++
			}
			if s.o.OnPage != nil {
				s.o.OnPage(p)
			}
			address = page.next
		}
		if err := pages.complete(); err != nil {
			yield(bibliography.Record{}, err)
		}
	}
}

// page returns a page of a list, which an earlier reading may have kept.
func (s *Source) page(ctx context.Context, pages *pages, address string) (p *page, isStored bool, err error) {
	u, err := weburl.NoRules().Parse(address)
	if err != nil {
		return nil, false, fmt.Errorf("address of the next page: %w", err)
	}
	if body, ok := pages.get(address); ok {
		if p, err := s.service.read(body, address); err == nil {
			return p, true, nil
		}
	}
	body, err := s.client.get(ctx, u, func(body []byte) error {
		p, err = s.service.read(body, address)
		return err
	})
	if err != nil {
		return nil, false, err
	}
	return p, false, pages.put(address, body)
}
