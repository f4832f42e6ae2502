package main

import (
	"errors"
	"fmt"
	"os"
	"strings"

	"sluice/cmd/sluice/internal/screen"
	"sluice/document/bibliography"
	"sluice/internal/catalogue"
	"sluice/text"
)

// records reads the bibliographies. Records that cannot be read are named; the others count.
func (cmd *harvestGetCmd) records(c *console) (works []catalogue.WantedWork, err error) {
	for _, name := range cmd.Bib {
		some, err := bibliographyWorks(c, name)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		works = append(works, some...)
	}
	return works, nil
}

// bibliographyWorks reads the records of a file.
func bibliographyWorks(c *console, name string) (works []catalogue.WantedWork, err error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	for r, err := range bibliography.Read(f) {
		if _, one := errors.AsType[*bibliography.RecordError](err); one {
			fmt.Fprintf(c.err, "%s: %s\n", name, screen.Escape(err.Error()))
			continue
		}
		if err != nil {
			return nil, err
		}
		works = append(works, catalogue.WantedWork{Key: workKey(&r), Record: r, Sources: []string{name}})
	}
	return works, nil
}

// workKey identifies the work of a record.
func workKey(r *bibliography.Record) string {
	family := ""
	if len(r.Authors) > 0 {
		family = strings.ToLower(r.Authors[0].Family)
	}
	var words []string
	for w := range text.Words(r.Title) {
		words = append(words, w)
	}
	return fmt.Sprintf("%s|%s|%d", strings.Join(words, " "), family, r.Year)
}
