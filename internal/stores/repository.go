package stores

import (
	"sluice/internal/catalogue"
	"sluice/internal/folder"
	"sluice/internal/repository"
)

// OpenRepository opens the documents of a library over its catalogue, which must stay open for as long as they are used. With a catalogue for
// reading only nothing is made or changed.
func OpenRepository(dir folder.Dir, c *catalogue.Catalogue) (*repository.Repository, error) {
	return repository.Open(dir.Documents(), repository.Catalogue{Documents: c.Documents, Removals: c.Removals, ReadOnly: c.ReadOnly()})
}
