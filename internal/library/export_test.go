package library

import (
	"fmt"
	"testing"
)

// FillDisk makes the disk seem full for the writer, until the function that it returns is called.
func FillDisk(t *testing.T, c *Catalogue) (room func()) {
	t.Helper()
	var pages int64
	if err := c.writer.QueryRow("PRAGMA page_count").Scan(&pages); err != nil {
		t.Fatal(err)
	}
	set := func(n int64) {
		var is int64
		if err := c.writer.QueryRow(fmt.Sprintf("PRAGMA max_page_count = %d", n)).Scan(&is); err != nil {
			t.Fatal(err)
		}
	}
	set(pages)
	return func() { set(1 << 30) }
}
