package content

import "errors"

// Why a file was not read. Readers wrap them with what and where; test with errors.Is.
var (
	ErrEncrypted = errors.New("encrypted")
	ErrDamaged   = errors.New("damaged")
	ErrTooLarge  = errors.New("too large")
	ErrTime      = errors.New("out of time")
	ErrNoText    = errors.New("no text")
	ErrUnknown   = errors.New("unknown format")
)
