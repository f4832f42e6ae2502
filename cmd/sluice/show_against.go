package main

import (
	"fmt"

	"sluice"
	"sluice/cmd/sluice/internal/screen"
)

// writeLikeness says how like two documents or pages are.
func (c *console) writeLikeness(a, b string, l sluice.Likeness) error {
	fmt.Fprintf(c.out, "%s\n  against    %s\n", screen.Escape(a), screen.Escape(b))
	fmt.Fprintf(c.out, "  texts      %s of their runs of three words are in both (estimated: %s)\n", percent(l.Texts), percent(l.Estimate))
	if l.Pages == nil {
		return nil
	}
	_, err := fmt.Fprintf(c.out, "  pages      %s alike in mark-up and text\n", percent(*l.Pages))
	return err
}

func percent(share float64) string { return fmt.Sprintf("%.1f %%", 100*share) }
