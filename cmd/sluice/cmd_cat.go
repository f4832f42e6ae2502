package main

import (
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
bytes are the site's own: look at them with care on a terminal.

EXAMPLES

    sluice cat http://www.example.org/paper.pdf >paper.pdf`
}

func (cmd *catCmd) Run(c *console) error {
	lib, err := open(cmd.path())
	if err != nil {
		return err
	}
	defer lib.Close()
	body, err := lib.Body(cmd.URL)
	if errors.Is(err, sluice.ErrNoBody) {
		return fmt.Errorf("%w; `sluice show` tells what is known of it", err)
	}
	if err != nil {
		return err
	}
	defer body.Close()
	_, err = io.Copy(c.out, body)
	return err
}
