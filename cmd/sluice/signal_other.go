//go:build !unix

package main

// ignoreFileSizeSignal does nothing where no signal reports the limit on file sizes.
func ignoreFileSizeSignal() {}
