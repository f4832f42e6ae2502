package document

import (
	"context"
	"errors"
	"fmt"

	"sluice/document/content"
)

// Why a document is not read. Errors of a [Reader] wrap one of them, a
// [NeedsError], a [DiedError], or an error of the file system; test with
// errors.Is and errors.As.
var (
	ErrEmpty     = content.ErrEmpty     // it has no byte
	ErrEncrypted = content.ErrEncrypted // it opens with a password only
	ErrDamaged   = content.ErrDamaged   // nothing of it can be read
	ErrTooLarge  = content.ErrTooLarge  // it is, or unpacks to, more than is read
	ErrTime      = content.ErrTime      // reading it took longer than it may
	ErrNoText    = content.ErrNoText    // there is no text in it
	ErrScan      = content.ErrScan      // the same, but there are pictures of pages; it is an ErrNoText, too
	ErrIllegible = content.ErrIllegible // OCR found nothing that can be read in a scan or in garbled text
	ErrGarbled   = content.ErrGarbled   // the same, but there is text whose letters nobody knows; it is an ErrNoText, too
	ErrUnknown   = content.ErrUnknown   // no format that is read
)

// NeedsError is the error when a program is missing that the format needs, or
// the sandbox to run it in: the document can wait for it.
type NeedsError = content.NeedsError

// DiedError is the error when a program, or the process that reads PDF, died
// over a document: it can wait for a machine with more memory.
type DiedError = content.DiedError

// Tool is an external program that reads or converts some formats.
type Tool = content.Tool

// wrapError adds the operation and the file to an error of a reader. A timeout
// of a reader becomes [ErrTime]; if the parent, the context of the caller, has
// ended, it is not the document's fault.
func wrapError(parent context.Context, what string, err error) error {
	if err == nil {
		return nil
	}
	if parent.Err() == nil && errors.Is(err, context.DeadlineExceeded) && !errors.Is(err, ErrTime) {
		return fmt.Errorf("read %s: %w: %w", what, ErrTime, err)
	}
	return fmt.Errorf("read %s: %w", what, err)
}
