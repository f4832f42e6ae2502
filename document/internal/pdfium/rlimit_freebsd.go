package pdfium

import "golang.org/x/sys/unix"

// rlimit returns a limit that is soft and hard at once.
func rlimit(n uint64) *unix.Rlimit { return &unix.Rlimit{Cur: int64(n), Max: int64(n)} }
