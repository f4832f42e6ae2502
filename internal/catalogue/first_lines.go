package catalogue

import (
	"context"
	"hash/fnv"
	"strings"

	"sluice/internal/citation"
	"sluice/library"
	normal "sluice/text"
)

// repeatedBy is the number of documents of a host with different texts, from which on a line of their first pages is no title.
const repeatedBy = 5

// maxCited is the most titles that [Documents.CitedTitles] returns.
const maxCited = 20

// FirstLine is a line of a document's first page, as [describe.FirstLines] returns it.
type FirstLine struct {
	Text       string
	IsRepeated bool // when the document was described it was known that its host repeats the line
}

// hash returns the number by which a line is kept.
func (l *FirstLine) hash() int64 {
	h := fnv.New64a()
	h.Write([]byte(l.Text))
	return int64(h.Sum64())
}

// textsWithLine counts the documents of a host that have a line, up to repeatedBy. Versions of a work mostly count once: what all of
// them have may be the title. The works of the catalogue are no help, since documents with one wrong title become one work.
const textsWithLine = `SELECT COUNT(*) FROM (SELECT DISTINCT band FROM first_lines WHERE host = $1 AND line = $2 AND document <> $3 LIMIT $4)`

// firstLines replaces the first lines of a document. Documents whose title begins with a line that their host turns out to repeat
// become doubtful.
func (f *filing) firstLines(id int64, d *Filing) error {
	for _, statement := range []string{"DELETE FROM first_lines WHERE document = $1", "DELETE FROM doubtful_titles WHERE document = $1"} {
		if err := f.exec(statement, id); err != nil {
			return err
		}
	}
	if d.State != library.Accepted || len(d.Locations) == 0 || d.Locations[0].Host == "" {
		return nil
	}
	host, title := d.Locations[0].Host, normal.NormalTitle(d.Get("title"))
	band := id
	if d.Signature != nil && len(d.Signature.Bands) > 0 {
		band = int64(d.Signature.Bands[0])
	}
	for _, line := range d.FirstLines {
		hash, before, after := line.hash(), 0, 0
		titled := !line.IsRepeated && strings.HasPrefix(title, line.Text)
		if _, err := f.one(textsWithLine, []any{host, hash, id, repeatedBy}, &before); err != nil {
			return err
		}
		err := f.exec("INSERT INTO first_lines (host, line, document, band, titled) VALUES ($1, $2, $3, $4, $5) ON CONFLICT (host, line, document) DO NOTHING",
			host, hash, id, band, flag(titled))
		if err != nil {
			return err
		}
		if _, err := f.one(textsWithLine, []any{host, hash, 0, repeatedBy}, &after); err != nil {
			return err
		}
		if after < repeatedBy {
			continue
		}
		doubtful := id // it was described at the same time as those that make the line a repeated one
		if before < repeatedBy {
			doubtful = 0
		}
		err = f.exec(`INSERT INTO doubtful_titles (document) SELECT document FROM first_lines WHERE host = $1 AND line = $2 AND titled = 1 AND ($3 = 0 OR document = $3)
			ON CONFLICT (document) DO NOTHING`, host, hash, doubtful)
		if err != nil {
			return err
		}
	}
	return nil
}

// RepeatedLines returns which of a document's first lines are on the first pages of many documents of a host.
func (ds *Documents) RepeatedLines(ctx context.Context, host string, lines []string) (map[string]bool, error) {
	repeated := map[string]bool{}
	for _, line := range lines {
		texts := 0
		err := ds.reader.QueryRowContext(ctx, textsWithLine, host, (&FirstLine{Text: line}).hash(), 0, repeatedBy).Scan(&texts)
		if err != nil {
			return nil, ds.failed("look for repeated lines", err)
		}
		if texts == repeatedBy {
			repeated[line] = true
		}
	}
	return repeated, nil
}

// CitedTitles returns the titles of works to which other documents refer and that begin as one of a document's first lines, or two of
// them, one below the other. The hash is that of the document, whose own references do not count.
func (ds *Documents) CitedTitles(ctx context.Context, sha256 string, lines []string) ([]string, error) {
	var keys []any
	for i, line := range lines {
		for _, title := range []string{line, strings.Join(lines[i:min(i+2, len(lines))], "")} {
			for _, key := range (&citation.Work{Title: title}).Keys() {
				keys = append(keys, key)
			}
		}
	}
	if len(keys) == 0 {
		return nil, nil
	}
	all, err := selectAll(ctx, ds.reader, scanText, `SELECT DISTINCT r.title FROM reference_keys k JOIN document_references r ON r.document = k.document AND r.position = k.position
		JOIN documents d ON d.id = r.document WHERE k.key IN (`+placeholders(len(keys))+`) AND r.title IS NOT NULL AND d.state = 'accepted' AND d.sha256 <> ?
		ORDER BY r.title LIMIT ?`, append(keys, sha256, maxCited)...)
	return all, ds.failed("look for titles in references", err)
}

// DoubtfulTitles returns at most n hashes of documents whose title begins with what their host turned out to repeat. They are to be
// described again; a filing, or [Documents.Undoubt], takes them out.
func (ds *Documents) DoubtfulTitles(ctx context.Context, n int) ([]string, error) {
	all, err := selectAll(ctx, ds.reader, scanText, "SELECT d.sha256 FROM doubtful_titles t JOIN documents d ON d.id = t.document ORDER BY d.id LIMIT $1", n)
	return all, ds.failed("look for doubtful titles", err)
}

// Undoubt records that a document cannot be described again.
func (ds *Documents) Undoubt(ctx context.Context, sha256 string) error {
	return ds.change(ctx, "keep a doubtful title", func(f *filing) error {
		return f.exec("DELETE FROM doubtful_titles WHERE document = (SELECT id FROM documents WHERE sha256 = $1)", sha256)
	})
}
