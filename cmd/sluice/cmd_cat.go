package main

import (
	"context"
	"errors"
	"fmt"
	"io"

	"sluice"
)

type catCmd struct {
	folder
	URL string `arg:"" name:"url" help:"The URL."`
}

func (catCmd) Help() string {
	return `Prints the body of a URL as it was fetched last, content encoding removed. The
bytes are the site's own: look at them with care on a terminal. Of a body whose
record in the archive is damaged nothing is printed.

EXAMPLES

    sluice cat http://www.example.org/paper.pdf >paper.pdf`
}

func (cmd *catCmd) Run(ctx context.Context, c *console) error {
	lib, err := open(cmd.path())
	if err != nil {
		return err
	}
	defer lib.Close()
	body, err := lib.Body(ctx, cmd.URL)
	if errors.Is(err, sluice.ErrNoBody) {
		return fmt.Errorf("%w; `sluice show` tells what is known of it", err)
	}
	if err != nil {
		return err
	}
	defer body.Close()
	if _, err := io.Copy(c.out, body); err != nil {
		return fmt.Errorf("%s: printed as far as it goes: %w", cmd.URL, err)
	}
	return nil
}
