package analysis

import (
	"fmt"
	"io"

	"sluice/cmd/sluice/internal/screen"
	"sluice/internal/catalogue"
)

// WriteMirrors writes the sites that are whole copies of others, below other tables; nothing if there is none.
func WriteMirrors(out io.Writer, mirrors []catalogue.Mirror) error {
	if len(mirrors) == 0 {
		return nil
	}
	w := newWriter(out)
	if _, err := fmt.Fprintln(out); err != nil {
		return err
	}
	var rows [][]string
	for _, m := range mirrors {
		rows = append(rows, []string{m.Host, m.Original, screen.Count(m.Pages), screen.Count(m.Common), screen.Count(m.Equal), screen.Count(m.Alike)})
	}
	w.table("Other addresses of sites: most of their pages are the same under the same paths", rows, name("address"), name("site"), number("pages"), number("on both"),
		number("equal"), number("alike"))
	return w.err
}
