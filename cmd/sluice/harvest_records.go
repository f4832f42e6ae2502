package main

import (
	"context"
	"fmt"
	"os"

	"sluice/cmd/sluice/internal/screen"
	"sluice/document/bibliography"
	"sluice/internal/harvest/wanted"
)

// enterRecords enters the records of the bibliographies into the list of wanted works. Records that cannot be read are named; the others count.
func (cmd *harvestGetCmd) enterRecords(ctx context.Context, c *console, store wanted.Store) error {
	if len(cmd.Bib) == 0 {
		return nil
	}
	list, err := wanted.Open(ctx, store)
	if err != nil {
		return err
	}
	for _, name := range cmd.Bib {
		if err := enterFile(ctx, c, list, name); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	return nil
}

// enterFile enters the records of a file.
func enterFile(ctx context.Context, c *console, list *wanted.List, name string) error {
	f, err := os.Open(name)
	if err != nil {
		return err
	}
	defer f.Close()
	named := 0
	added, err := list.Add(ctx, name, bibliography.Read(f), func(e *bibliography.RecordError) {
		if named++; named <= maxNamed {
			fmt.Fprintf(c.err, "%s: %s\n", name, screen.Escape(e.Error()))
		}
	})
	if err != nil {
		return err
	}
	fmt.Fprintf(c.notes, "%s: %s, %s new to the list of wanted works\n", name, screen.Counted(int64(added.Records), "record"), screen.Count(int64(added.New)))
	return nil
}
