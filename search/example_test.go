package search_test

import (
	"context"
	"errors"
	"fmt"
	"log"
	"os"
	"strings"

	"sluice"
	"sluice/document/genre"
	"sluice/search"
)

// Documents are found by their words; facets count the hits by language, type, year and more.
func Example() {
	ctx := context.Background()
	dir, err := os.MkdirTemp("", "library-*")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(dir)
	lib, err := sluice.Open(dir, sluice.Options{Accept: genre.Genres})
	if err != nil {
		log.Fatal(err)
	}
	defer lib.Close()
	for name, text := range map[string]string{
		"english.txt": "A crawler visits the pages of the web and follows their links.",
		"german.txt":  "Ein Crawler besucht die Seiten des Webs und folgt ihren Verweisen.",
	} {
		if _, err := lib.Add(ctx, name, strings.NewReader(text)); err != nil {
			log.Fatal(err)
		}
	}

	found, err := lib.Search(ctx, search.Query{Text: "crawlers pages", Filters: search.Filters{Language: "en"}})
	if err != nil {
		log.Fatal(err)
	}
	for _, hit := range found.Hits {
		fmt.Println(hit.Title, hit.Language)
	}
	found, err = lib.Search(ctx, search.Query{Text: "crawler"})
	if err != nil {
		log.Fatal(err)
	}
	for _, language := range found.Facets["language"] {
		fmt.Println(language.N, language.Value)
	}

	_, err = lib.Search(ctx, search.Query{Text: "year:last"})
	if wrong, ok := errors.AsType[*search.QueryError](err); ok {
		fmt.Println(wrong)
	}
	// Output:
	// A crawler visits the pages of the web and follows their links en
	// 1 de
	// 1 en
	// query, at character 1: a year is written year:2001, year:2001..2005, year:2001.. or year:..2005
}
