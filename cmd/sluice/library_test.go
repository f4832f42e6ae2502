package main

import (
	"errors"
	"testing"
)

// unclosable fails to close.
type unclosable struct{ err error }

func (u unclosable) Close() error { return u.err }

func TestCommandFailsIfWhatItWroteCannotBeClosed(t *testing.T) {
	errDisk, errCommand := errors.New("input/output error"), errors.New("no document")
	for _, c := range []struct {
		name            string
		command, closed error
	}{
		{name: "all is well"},
		{name: "the command fails", command: errCommand},
		{name: "closing fails", closed: errDisk},
		{name: "both fail", command: errCommand, closed: errDisk},
	} {
		t.Run(c.name, func(t *testing.T) {
			run := func() (err error) {
				defer closeAfter(&err, unclosable{c.closed})
				return c.command
			}
			err := run()
			if (err != nil) != (c.command != nil || c.closed != nil) || !errors.Is(err, c.command) && c.command != nil || !errors.Is(err, c.closed) && c.closed != nil {
				t.Errorf("error = %v; want %v and %v", err, c.command, c.closed)
			}
		})
	}
}
