package collection

import (
	"sluice/internal/capture"
	"sluice/internal/catalogue"
	"sluice/internal/folder"
	"sluice/internal/repository"
	"sluice/internal/stores"
)

// Contents are the documents of a library to read. With a catalogue that is open for reading only, nothing in the library's folder is made or
// changed.
type Contents struct {
	Catalogue  *catalogue.Catalogue // for callers that join it with other parts; the methods here use the interfaces below
	Repository *repository.Repository

	fetches   fetches   // of the catalogue
	documents documents // of the catalogue
	bodies    *capture.Reader

	siteBlocks siteBlocks // of the catalogue
}

// NewContents returns the documents of a library over its catalogue, which the caller closes after their use.
func NewContents(dir folder.Dir, cat *catalogue.Catalogue) (*Contents, error) {
	r, err := stores.OpenRepository(dir, cat)
	if err != nil {
		return nil, err
	}
	return &Contents{Catalogue: cat, Repository: r, fetches: cat, documents: cat.Documents, bodies: capture.NewReader(dir, cat),
		siteBlocks: cat.SiteBlocks}, nil
}
