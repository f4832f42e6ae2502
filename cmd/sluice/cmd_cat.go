package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"sluice/cmd/sluice/internal/screen"
	"sluice/internal/wiring"
)

// catCmd prints a stored body.
type catCmd struct {
	folder
	What string `arg:"" name:"url|hash|name" help:"A URL; or a document by its hash or at least the first 4 digits, or by its file name."`
}

// Help returns the long text of `sluice cat`.
func (catCmd) Help() string {
	return `Prints the body of a URL as it was fetched last, without its content encoding, or the file of a
document. The bytes are those of the site and are not escaped: be careful on a terminal. If the
record in the archive, or the file, is damaged, nothing is printed.

EXAMPLES

    sluice cat http://www.example.org/paper.pdf >paper.pdf
    sluice cat 3fa94c17 >paper.pdf`
}

// Run copies the body, or the document that is no URL, to standard output.
func (cmd *catCmd) Run(ctx context.Context, c *console) (err error) {
	lib, err := open(ctx, cmd.path(ctx))
	if err != nil {
		return err
	}
	defer closeAfter(&err, lib)
	body, err := cmd.body(ctx, lib)
	if err != nil {
		return err
	}
	defer body.Close()
	if _, err := io.Copy(c.out, body); err != nil {
		return fmt.Errorf("print %s: incomplete: %w", screen.Escape(cmd.What), err)
	}
	return nil
}

// body opens what is to be printed. The library compares it with its hash before the first byte, so a damaged body prints nothing. A name
// without a scheme is that of a document before it is a host.
func (cmd *catCmd) body(ctx context.Context, lib *wiring.Library) (io.ReadCloser, error) {
	if !strings.Contains(cmd.What, "://") {
		d, err := lib.Find(ctx, cmd.What)
		if err == nil {
			return lib.Document(ctx, d.SHA256)
		}
		if !errors.Is(err, wiring.ErrNoDocument) {
			return nil, err
		}
	}
	body, err := lib.Body(ctx, cmd.What)
	if errors.Is(err, wiring.ErrNoBody) {
		err = fmt.Errorf("%w; `sluice show` shows what is known about it", err)
	}
	return body, err
}
