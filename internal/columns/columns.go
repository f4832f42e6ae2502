// Package columns is the table of the columns of all listings: their names, kinds and meanings, with an
// example of a condition for each.
//
// The catalogue compiles conditions with it, tables take the form of their cells from it, and
// `sluice help where` prints it, so that these cannot disagree. The views of the catalogue have the
// columns by the same names.
package columns

import (
	"slices"

	"sluice/document/genre"
	"sluice/internal/query"
)

// A Listing is what can be listed, with its columns in their order.
type Listing struct {
	Name    string // as the catalogue knows it
	Command string // that lists it; empty for one that only exports use
	About   string // a row, in a phrase
	Columns []query.Column
}

// All are the listings, in the order of the manual.
var All = []Listing{
	{"pages", "sluice pages", "a fetched URL that is not a document", slices.Concat(urls, changes)},
	{"documents", "sluice documents", "a document, fetched or added", slices.Concat(urls, documents, changes)},
	{"library", "sluice export", "a document, for exports of documents", library},
	{"sites", "sluice sites", "a host", sites},
	{"links", "sluice links", "the links from one host to another", links},
	{"document links", "sluice links --documents", "a link to a document", documentLinks},
	{"candidates", "sluice links --candidates", "what an accepted document cites", candidates},
	{"urls", "", "a fetched URL", urls},
	{"places", "sluice export urls", "a fetched URL with its document", slices.Concat(urls, documents)},
}

// Of returns the columns of a listing, nil for an unknown one.
func Of(listing string) []query.Column {
	for i := range All {
		if All[i].Name == listing {
			return All[i].Columns
		}
	}
	return nil
}

// column returns a column with its example, a condition that names it.
func column(name string, kind query.Kind, meaning, example string) query.Column {
	return query.Column{Name: name, Kind: kind, Meaning: meaning, Example: example}
}

// choice returns a column whose values are a closed list.
func choice(name, meaning, example string, values ...string) query.Column {
	return query.Column{Name: name, Kind: query.Word, Meaning: meaning, Example: example, Values: values}
}

// genres returns the names of all genres.
func genres() (names []string) {
	for _, g := range genre.Genres {
		names = append(names, string(g))
	}
	return names
}

// urls are the columns of every URL that was fetched.
var urls = []query.Column{
	column("url", query.Text, "the URL; of a document, that of its original", `url contains "/papers/"`),
	column("status", query.Number, "HTTP status of the last answer; 0 without an answer", "status >= 400"),
	column("type", query.Word, "format by content", "type = pdf"),
	column("mime", query.Word, "media type by content", "mime = text/html"),
	column("size", query.Size, "bytes of the body without content encoding", "size > 10MB"),
	column("depth", query.Number, "links followed from a seed", "depth <= 3"),
	column("level", query.Number, "directories in the path of the URL", "level = 0"),
	column("title", query.Text, "title", "title contains thesis"),
	column("site", query.Word, "host, with the port if it is not the default", "site = www.example.edu"),
	column("domain", query.Word, "registrable domain of the host", "domain = example.edu"),
	column("parent", query.Text, "URL of the page on which it was found; null for a seed", "parent = null"),
	column("fetched_at", query.Time, "last fetch", "fetched_at >= 2026-11-01"),
	column("sha256", query.Text, "hash of the body", "sha256 ~ ^3f78"),
	column("cause", query.Text, "why the fetch failed, or why links were not followed", "cause contains timeout"),
	choice("outcome", "result of the last fetch: fetched, redirect, failed, retry (to be requested again), refused (by a rule), added, or challenge (the answer was not what was asked for)",
		"outcome = failed", "fetched", "redirect", "failed", "retry", "refused", "added", "challenge"),
	column("kind", query.Word, "page, seed, sitemap or foreign (requested for its documents only)", "kind = seed"),
	column("language", query.Text, "language, as a code", "language = en"),
	column("relevance", query.Share, "relevance to the topic of the library, from 0 to 1; null if it was not judged", "relevance > 0.7"),
	column("charset", query.Text, "character encoding of the page", "charset != utf-8"),
	column("truncated", query.Text, "why the body is incomplete; null if it is complete", "truncated != null"),
	column("copy_of", query.Text, "URL that had the same body before", "copy_of != null"),
	column("location", query.Text, "target of the redirect", "location ~ ^https"),
	column("links", query.Count, "links on the page", "links > 100"),
	column("fetches", query.Count, "fetches of the URL", "fetches > 1"),
	column("attempt", query.Number, "failed fetches before the last one", "attempt > 0"),
	column("not_modified", query.Number, "1: the last answer was that nothing had changed", "not_modified = 1"),
	column("wire", query.Size, "bytes received, with content encoding", "wire > 1MB"),
	column("took_ms", query.Count, "milliseconds until the last byte", "took_ms > 5000"),
	column("etag", query.Text, "ETag of the answer", "etag = null"),
	column("last_modified", query.Text, "Last-Modified as the server wrote it", "last_modified contains 2019"),
	column("address", query.Text, "IP address that answered", `address ~ "^192\.0\.2\."`),
	column("protocol", query.Text, "protocol of the answer", "protocol = HTTP/2.0"),
	column("file", query.Text, "archive file with the answer", "file != null"),
	column("offset", query.Size, "position of the answer in the archive file", "offset > 1GB"),
	column("length", query.Size, "bytes of the answer in the archive file", "length < 1kB"),
}

// documents are the columns that documents have besides those of their URL.
var documents = []query.Column{
	choice("genre", "kind of work: paper, thesis, report, book, slides, …", "genre = thesis", genres()...),
	choice("state", "accepted, rejected, waiting, replaced, removed, queued or skipped", "state = rejected",
		"accepted", "rejected", "waiting", "replaced", "removed", "queued", "skipped"),
	column("reason", query.Text, "why the document is in its state", "reason contains password"),
	column("confidence", query.Number, "confidence of the genre, in percent", "confidence < 60"),
	column("judged_by", query.Word, "who chose the genre: model, rule or user", "judged_by = user"),
	column("authors", query.Text, `authors, joined by "; "`, "authors contains marsh"),
	column("year", query.Number, "year of publication; tables mark one with ? that is uncertain", "year >= 2001 and year < 2010"),
	column("venue", query.Text, "journal, conference or series", "venue contains journal"),
	column("doi", query.Text, "DOI", "doi != null"),
	column("pages", query.Count, "pages or slides", "pages > 100"),
	column("words", query.Count, "words of its text", "words > 500"),
	column("name", query.Text, "file name", `name ~ "\.ps$"`),
	column("linked_from", query.Count, "pages of other hosts that link to it", "linked_from >= 10"),
	column("citations", query.Count, "works in the library whose references cite it", "citations >= 3"),
	column("copies", query.Count, "URLs that have it", "copies > 1"),
	column("replaced_by", query.Text, "hash of the newer document at its URL", "replaced_by != null"),
	column("added_at", query.Time, "when it was first read", "added_at >= 2026-11"),
	column("cut", query.Text, "why its text is incomplete: time, size, damaged, …", "cut = damaged"),
	column("wanted", query.Text, "keys of the records of bibliographies that it was found for; null for others", "wanted != null"),
	column("year_confidence", query.Number, "confidence of the year, in percent; below 90 it is uncertain, and exports leave it out", "year_confidence >= 90"),
}

// Change is the column that only a list with --since has values in.
const Change = "change"

// changes are the columns of lists of what has changed since a moment.
var changes = []query.Column{
	choice(Change, "new, changed or gone since the moment of --since; null without it", "change = gone", "new", "changed", "gone"),
}

// library are the columns of the documents that were filed, each once.
var library = slices.Concat(
	[]query.Column{column("sha256", query.Word, "hash of the file", "sha256 ~ ^3f78")},
	named(documents, "state", "reason", "genre", "confidence", "judged_by"),
	named(urls, "title"),
	named(documents, "authors", "year", "venue", "doi"),
	[]query.Column{column("abstract", query.Text, "abstract", "abstract contains crawler")},
	named(urls, "type"),
	[]query.Column{
		column("wrapped", query.Word, "compression of the file", "wrapped = gzip"),
		column("size", query.Size, "bytes of the file", "size > 10MB"),
	},
	named(documents, "pages", "words"),
	named(urls, "language", "relevance"),
	named(documents, "name"),
	[]query.Column{
		column("url", query.Text, "URL of the original", `url contains "/papers/"`),
		column("site", query.Word, "host of that URL", "site = www.example.edu"),
	},
	named(documents, "copies", "linked_from", "citations"),
	[]query.Column{
		column("work", query.Word, "hash of the first document of the same work; null for the first one", "work = null"),
		column("replaced_by", query.Word, "hash of the newer document at its URL", "replaced_by != null"),
		column("added_at", query.Time, "when it was first read", "added_at >= 2026-11"),
		column("judged_at", query.Time, "when its genre was chosen", "judged_at >= 2026-11-01T08:30"),
		column("read_at", query.Time, "when its text was read; null if it was not", "read_at != null"),
		column("state_at", query.Time, "since when it is in its state", "state_at < 2026"),
	},
	named(documents, "cut", "year_confidence", "wanted"),
)

// sites are the columns of hosts.
var sites = []query.Column{
	column("host", query.Word, "host, with the port if it is not the default", `host ~ "\.edu$"`),
	column("domain", query.Word, "registrable domain of the host", "domain = example.edu"),
	column("pages", query.Count, "fetched URLs that are not documents", "pages > 1000"),
	column("documents", query.Count, "fetched URLs of documents", "documents > 0"),
	column("errors", query.Count, "URLs whose fetch failed", "errors > 10"),
	column("redirects", query.Count, "URLs that redirect", "redirects > 100"),
	column("copies", query.Count, "URLs with a body that another URL had before", "copies > 100"),
	column("refused", query.Count, "links that a rule forbids", "refused > 0"),
	column("bytes", query.Size, "bytes of the bodies", "bytes > 1GB"),
	column("wire", query.Size, "bytes received", "wire > 1GB"),
	column("first_fetched", query.Time, "first fetch", "first_fetched >= 2026-11-01"),
	column("last_fetched", query.Time, "last fetch", "last_fetched < 2026-10"),
	column("robots", query.Text, "robots.txt: rules, none or unreachable", "robots = unreachable"),
	column("given_up", query.Text, "why the host is not asked any more", "given_up != null"),
	column("scheme", query.Word, "scheme that answers, if it is not that of the first link", "scheme = https"),
	column("delay_ms", query.Count, "milliseconds between two requests, if the host asks for more than the crawl's delay", "delay_ms > 10000"),
	column("relevance", query.Share, "mean relevance of its pages to the topic of the library, from 0 to 1; null if none was judged", "relevance > 0.3"),
	column("relevant", query.Count, "pages with a relevance of 0.5 and more", "relevant >= 10"),
}

// links are the columns of links between hosts.
var links = []query.Column{
	column("from", query.Word, "host of the pages", "from = www.example.edu"),
	column("to", query.Word, "host of the targets", "to != www.example.edu"),
	column("count", query.Count, "links", "count >= 10"),
	column("first_seen", query.Time, "when the first was found", "first_seen >= 2026-11"),
}

// documentLinks are the columns of links to documents.
var documentLinks = []query.Column{
	column("url", query.Text, "target of the link", `url ~ "\.pdf$"`),
	column("page", query.Text, "page with the link", "page contains publications"),
	column("host", query.Word, "host of that page", "host = www.example.edu"),
	column("text", query.Text, "text of the link", "text contains thesis"),
	column("outside", query.Number, "1: the page is on another host than the document", "outside = 1"),
	column("first_seen", query.Time, "when the link was found", "first_seen >= 2026-11"),
}

// candidates are the columns of what accepted documents cite.
var candidates = []query.Column{
	column("kind", query.Word, "url, doi, arxiv or reference", "kind = doi"),
	column("value", query.Text, "the URL or identifier, or the words of the reference", `value contains "10.1000"`),
	column("state", query.Word, "new, or the result of a search for it", "state = new"),
	column("document", query.Word, "hash of the citing document", "document ~ ^3f78"),
	column("title", query.Text, "title of the citing document", "title contains crawler"),
	column("found_at", query.Time, "when the document was read", "found_at >= 2026-11"),
	column("cited_title", query.Text, "title of the cited work", "cited_title contains web"),
	column("cited_authors", query.Text, "authors of the cited work", "cited_authors contains cho"),
	column("cited_year", query.Number, "year of the cited work", "cited_year >= 2000"),
}

// named returns the columns with these names.
func named(from []query.Column, names ...string) (some []query.Column) {
	for _, name := range names {
		i := slices.IndexFunc(from, func(c query.Column) bool { return c.Name == name })
		some = append(some, from[i])
	}
	return some
}
