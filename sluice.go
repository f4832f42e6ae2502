// Package sluice opens libraries: folders with the pages that crawls have fetched, and the documents among them.
package sluice

import "sluice/internal/wiring"

// Library is one folder with what crawls have fetched.
type Library = wiring.Library

// Open returns the library in a folder. It makes the folder if it does not exist.
func Open(dir string) (*Library, error) { return wiring.Open(dir) }
