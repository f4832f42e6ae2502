package catalogue_test

import (
	"path/filepath"
	"testing"

	"sluice/internal/catalogue"
	"sluice/internal/catalogue/catalogtest"
	"sluice/internal/crawler"
	"sluice/internal/crawler/crawlertest"
)

var _ crawler.Catalogue = (*catalogue.Catalogue)(nil)

func TestFilePassesCatalogueSuite(t *testing.T) {
	crawlertest.Catalogue(t, func(t *testing.T) crawler.Catalogue { return open(t, filepath.Join(t.TempDir(), "catalog.db")) })
}

func TestMemoryPassesCatalogueSuite(t *testing.T) {
	crawlertest.Catalogue(t, func(t *testing.T) crawler.Catalogue { return memory(t) })
}

func TestCatalogueOfVersionTwoIsMigrated(t *testing.T) {
	path := filepath.Join(t.TempDir(), "catalog.db")
	catalogue.MakeOld(t, path, 2)
	c := open(t, path)
	commit(t, c, wanted(1, 0, 5))
	r := openRepository(t, t.TempDir(), c)
	file(t, r, paper("one", newFetch(0).URL))
	if n := count(t, c, "documents", "genre = paper"); n != 1 {
		t.Errorf("%d papers, want 1", n)
	}
}

// TestCatalogueMeetsTheContractsOfItsUsers runs the suites of the packages that declare what they need of the catalogue.
func TestCatalogueMeetsTheContractsOfItsUsers(t *testing.T) {
	for user, suite := range map[string]func(*testing.T, func(*testing.T) *catalogue.Catalogue){
		"intake": catalogtest.Intake, "repository": catalogtest.Repository, "removal": catalogtest.Removal, "listings": catalogtest.Listings,
		"examination": catalogtest.Examination, "judging by a topic": catalogtest.Relevance, "statistics": catalogtest.Statistics, "knowledge": catalogtest.Knowledge,
	} {
		t.Run(user+"/file", func(t *testing.T) {
			suite(t, func(t *testing.T) *catalogue.Catalogue { return open(t, filepath.Join(t.TempDir(), "catalog.db")) })
		})
		t.Run(user+"/memory", func(t *testing.T) {
			suite(t, func(t *testing.T) *catalogue.Catalogue { return memory(t) })
		})
	}
}
