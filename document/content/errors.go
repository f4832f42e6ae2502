package content

import (
	"errors"
	"fmt"
)

// Why a file was not read. Readers wrap them with what and where; test with
// errors.Is.
var (
	ErrEmpty     = errors.New("empty") // of no byte
	ErrEncrypted = errors.New("encrypted")
	ErrDamaged   = errors.New("damaged")
	ErrTooLarge  = errors.New("too large")
	ErrTime      = errors.New("out of time")
	ErrNoText    = errors.New("no text")
	ErrScan      = fmt.Errorf("%w: its pages are pictures", ErrNoText)
	ErrGarbled   = fmt.Errorf("%w: its fonts do not say which letters they show", ErrNoText)
	ErrIllegible = errors.New("OCR found no legible text") // of an ErrScan or ErrGarbled
	ErrUnknown   = errors.New("unknown format")
)

// DiedError is the error when a file is not read since a program died over it.
// Often that is the doing of a machine short of memory, and not of the file,
// which can wait for better times.
type DiedError struct {
	Tool string // in words: "Ghostscript"
	How  string // "was killed", "ended by SIGSEGV"
}

// Error returns the message, which names the program and how it ended.
func (e *DiedError) Error() string { return "not read: " + e.Tool + " " + e.How }

// NeedsError is the error when a file is not read because this machine lacks a program, or the sandbox to run it in. The file can wait for it.
type NeedsError struct {
	Tool    string // in words: "LibreOffice", "antiword, catdoc or LibreOffice"
	Format  string // of the document: "doc"
	Sandbox bool   // the program is there, but no sandbox to run it in
}

// Error returns the message, which names the programs of which one is needed.
func (e *NeedsError) Error() string {
	if e.Sandbox {
		return "not read: needs a sandbox for " + e.Tool
	}
	return "not read: needs " + e.Tool
}
