package main

import (
	"context"
	"errors"
	"fmt"
	"io"

	"sluice/internal/wiring"
)

// catCmd prints a stored body.
type catCmd struct {
	folder
	URL string `arg:"" name:"url" help:"The URL."`
}

// Help returns the long text of `sluice cat`.
func (catCmd) Help() string {
	return `Prints the body of a URL as it was fetched last, without its content encoding. The
bytes are those of the site and are not escaped: be careful on a terminal. If the
record in the archive is damaged, nothing is printed.

EXAMPLES

    sluice cat http://www.example.org/paper.pdf >paper.pdf`
}

// Run copies the body from the archive to standard output. The library checks the digest before the
// first byte, so a damaged body prints nothing.
func (cmd *catCmd) Run(ctx context.Context, c *console) (err error) {
	lib, err := open(ctx, cmd.path(ctx))
	if err != nil {
		return err
	}
	defer closeAfter(&err, lib)
	body, err := lib.Body(ctx, cmd.URL)
	if errors.Is(err, wiring.ErrNoBody) {
		return fmt.Errorf("%w; `sluice show` shows what is known about it", err)
	}
	if err != nil {
		return err
	}
	defer body.Close()
	if _, err := io.Copy(c.out, body); err != nil {
		return fmt.Errorf("print %s: incomplete: %w", cmd.URL, err)
	}
	return nil
}
