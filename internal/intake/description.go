package intake

import (
	"context"
	"os"
	"slices"

	"sluice/document"
	"sluice/document/content"
	"sluice/document/describe"
	"sluice/document/genre"
	"sluice/internal/catalogue"
	"sluice/internal/repository"
	"sluice/library"
	"sluice/text"
)

const (
	bands        = 32  // keys by which near duplicates are found
	mostAlike    = 20  // documents that one is compared with
	maxLinksKept = 500 // of a document, as candidates
)

// describe fills in title, authors and all that is known besides. What is rejected gets a
// title, so that people find it in the trash.
func (in *Intake) describe(f *catalogue.Filing, s *source, d *content.Document, said *linking, g genre.Genre) {
	found := describe.Describe(d, describe.Around{URL: s.fetch.URL, Genre: g, Header: s.header, Records: said.records, Links: said.links, Repeated: said.repeated, Cited: said.cited})
	f.Fields = append(f.Fields, found.Fields...)
	if f.State != library.Accepted {
		return
	}
	for i, r := range found.References {
		f.References = append(f.References, r)
		c := candidate(&r)
		c.Reference = i + 1
		f.Candidates = append(f.Candidates, c)
	}
	links := slices.Concat(d.Links, printedURLs(d.Text, maxLinksKept))
	for _, url := range links[:min(len(links), maxLinksKept)] {
		f.Candidates = append(f.Candidates, catalogue.Candidate{Kind: "url", Value: url})
	}
}

// candidate is what a reference can be looked for by: its DOI, its number at arXiv, its URL,
// else its words.
func candidate(r *content.Reference) catalogue.Candidate {
	switch {
	case r.DOI != "":
		return catalogue.Candidate{Kind: "doi", Value: r.DOI}
	case r.ArXiv != "":
		return catalogue.Candidate{Kind: "arxiv", Value: r.ArXiv}
	case r.URL != "":
		return catalogue.Candidate{Kind: "url", Value: r.URL}
	}
	return catalogue.Candidate{Kind: "reference", Value: r.Raw}
}

// sign returns an accepted document that by which its versions are found.
func sign(f *catalogue.Filing, body string) {
	if f.State != library.Accepted {
		return
	}
	p := text.NewPrint(ownTitle(f), f.All("author"), body)
	f.Signature = &catalogue.Signature{Bands: p.Text.Bands(bands), Sketch: p.Text.Bytes(), TitleKey: p.Title}
}

// ownTitle returns the title of a document if it has one of its own: many files
// that differ are called paper.pdf.
func ownTitle(f *catalogue.Filing) string {
	if i := slices.IndexFunc(f.Fields, func(field describe.Field) bool { return field.Name == "title" }); i < 0 || f.Fields[i].Source == describe.FileName {
		return ""
	}
	return f.Get("title")
}

// relate finds the documents of which one is a version: among those that were filed, and among
// those of its batch before it.
func (in *Intake) relate(ctx context.Context, f *catalogue.Filing, batch []catalogue.Filing) error {
	if f.Signature == nil {
		return nil
	}
	alike, err := in.Documents.Similar(ctx, f.SHA256, f.Signature, mostAlike)
	if err != nil {
		return err
	}
	mine := printOf(ownTitle(f), f.All("author"), f.Signature.Sketch)
	for i := range alike {
		other := &alike[i]
		compare(f, mine, other.SHA256, printOf(other.Title, splitAuthors(other.Authors), other.Sketch))
	}
	for i := range batch {
		if other := &batch[i]; other.Signature != nil && other.SHA256 != f.SHA256 {
			compare(f, mine, other.SHA256, printOf(ownTitle(other), other.All("author"), other.Signature.Sketch))
		}
	}
	return nil
}

// compare records that another document is a version of the same work, if it is.
func compare(f *catalogue.Filing, mine *text.Print, sha256 string, theirs *text.Print) {
	if mine.Like(theirs) >= text.Versions {
		f.Relations = append(f.Relations, catalogue.Relation{SHA256: sha256, Kind: "version",
			Similarity: mine.Text.Like(&theirs.Text), How: "text, title and authors"})
	}
}

// printOf returns the fingerprint of a stored document.
func printOf(title string, authors []string, sketch []byte) *text.Print {
	p := text.NewPrint(title, authors, "")
	p.Text = text.SignatureOf(sketch)
	return &p
}

// storeReading stores the text of a document and, if it is accepted, a picture of its first page.
func (in *Intake) storeReading(ctx context.Context, f *catalogue.Filing, d *content.Document, path string, hint document.Hint) error {
	if err := in.Repository.StoreText(ctx, f.SHA256, d); err != nil {
		return err
	}
	if f.State != library.Accepted || f.Type != "pdf" || f.Thumbnail {
		return nil
	}
	picture, err := in.Reader.Thumbnail(ctx, path, hint)
	if err != nil {
		return ctx.Err() // a picture is of use, not needed
	}
	f.Thumbnail = true
	return in.Repository.StoreView(ctx, f.SHA256, repository.ViewThumb, func(to string) error { return os.WriteFile(to, picture, 0o600) })
}
