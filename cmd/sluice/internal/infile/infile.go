// Package infile reads the files that a person names.
package infile

import (
	"fmt"
	"os"

	"sluice/internal/system"
)

// Read returns what is in a regular file of at most so many bytes.
func Read(path string, limit int64) ([]byte, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if info.Size() > limit {
		return nil, fmt.Errorf("%s: larger than %d bytes", path, limit)
	}
	return system.ReadRegular(path)
}
